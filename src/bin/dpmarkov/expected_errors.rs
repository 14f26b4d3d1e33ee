//! The error to expect, for rows that stand for real ones: it depends on public numbers alone.
//!
//! The error of the rows in the log itself would tell their counts.
use dpmarkov::plan::{ExpectedError, Offer};

/// The expected error of one reference row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The key in JSON.
    pub key: &'static str,
    /// The row in words.
    pub row: &'static str,
    /// Its error.
    pub error: ExpectedError,
}

/// The errors of the three reference rows.
pub fn expected(offer: &Offer) -> [Expected; 3] {
    [
        Expected {
            key: "uniform",
            row: "spread evenly",
            error: offer.uniform,
        },
        Expected {
            key: "halving",
            row: "halving from state to state",
            error: offer.halving,
        },
        Expected {
            key: "one_hot",
            row: "all to one state",
            error: offer.one_hot,
        },
    ]
}
