//! The error to expect, for rows that stand for real ones: it depends on public numbers alone.
//!
//! The error of the rows in the log itself would tell their counts.
use crate::failure::Failure;
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::plan::{ExpectedError, Plan};

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

/// The plan that belongs to `mechanism`, and the errors of its reference rows.
pub fn expected(
    mechanism: &Dirichlet,
    states: usize,
    expected_row_total: u64,
) -> Result<(Plan, [Expected; 3]), Failure> {
    let total = ExpectedRowTotal::new(expected_row_total as f64)?;
    let plan = Plan::with_parameters(
        *mechanism.guarantee(),
        states,
        total,
        *mechanism.parameters(),
    )?;
    let rows = [
        Expected {
            key: "uniform",
            row: "spread evenly",
            error: plan.uniform,
        },
        Expected {
            key: "halving",
            row: "halving from state to state",
            error: plan.halving,
        },
        Expected {
            key: "one_hot",
            row: "all to one state",
            error: plan.one_hot,
        },
    ];
    Ok((plan, rows))
}
