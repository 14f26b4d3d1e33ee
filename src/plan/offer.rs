//! What one mechanism offers for a chain, from public facts alone.
use super::expected::{ExpectedError, ReferenceRow, expected_error_of};
use crate::domain::ExpectedRowTotal;
use crate::error::Result;
use crate::privacy::MechanismParameters;

/// One mechanism at parameters that meet a guarantee: the error to expect, and the memory that it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Its parameters.
    pub parameters: MechanismParameters,
    /// Whether the guarantee holds at these parameters with delta = 0.
    pub pure: bool,
    /// The error of a row whose events spread evenly over all states.
    pub uniform: ExpectedError,
    /// The error of a row in which each next state is half as frequent as the one before.
    pub halving: ExpectedError,
    /// The error of a row whose events all go to one state.
    pub one_hot: ExpectedError,
    /// Bytes of scratch for one row, beside the counts and the released row: tallies and earlier draws of an urn, noisy counts.
    pub work_bytes: u64,
}

impl Offer {
    /// What these parameters give; whether they meet a guarantee is for the mechanism's `checked`.
    ///
    /// **Errors.** [`Error::States`](crate::Error::States).
    pub fn new(
        parameters: MechanismParameters,
        pure: bool,
        states: usize,
        expected_row_total: ExpectedRowTotal,
    ) -> Result<Self> {
        let error = |row| expected_error_of(row, &parameters, states, expected_row_total);
        Ok(Offer {
            parameters,
            pure,
            uniform: error(ReferenceRow::Uniform)?,
            halving: error(ReferenceRow::Halving)?,
            one_hot: error(ReferenceRow::OneHot)?,
            work_bytes: work_bytes(&parameters, states),
        })
    }

    /// The mean over the three reference rows: what the recommendation goes by.
    ///
    /// **Units.** Total variation in [0, 1], KL in nats.
    pub fn mean(&self) -> ExpectedError {
        let third = |of: fn(&ExpectedError) -> f64| {
            (of(&self.uniform) + of(&self.halving) + of(&self.one_hot)) / 3.0
        };
        ExpectedError {
            total_variation: third(|e| e.total_variation),
            kl: third(|e| e.kl),
        }
    }

    /// Whether the noise is drawn with integers alone.
    pub const fn draws_integers(&self) -> bool {
        !matches!(self.parameters, MechanismParameters::Dirichlet(_))
    }
}

/// Scratch of one row, in bytes.
fn work_bytes(parameters: &MechanismParameters, states: usize) -> u64 {
    match parameters {
        MechanismParameters::Dirichlet(_) => 0,
        MechanismParameters::Polya(urn, _) => (crate::random::polya::work_len(
            states,
            urn.draws(),
        ) as u64)
            .saturating_mul(4),
        MechanismParameters::Geometric(_) | MechanismParameters::Gaussian(_) => {
            (states as u64).saturating_mul(8)
        }
    }
}
