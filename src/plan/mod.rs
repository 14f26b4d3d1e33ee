//! Parameters chosen from public facts only: the guarantee, the number of states, an expected row total.
mod choose;
mod compare;
mod expected;
mod offer;
mod polya;
mod recommend;
pub use choose::{choose, proxy};
pub use compare::{Candidate, Comparison, Kind, compare, offer};
pub use expected::{ExpectedError, ReferenceRow, expected_error, expected_error_of};
pub use offer::Offer;
pub use polya::choose_polya;
pub use recommend::{Reason, TIE};

use crate::domain::ExpectedRowTotal;
use crate::error::Result;
use crate::privacy::{DirichletParameters, Guarantee};

/// What one can know before the first event is logged.
///
/// ```
/// use dpmarkov::{domain::ExpectedRowTotal, plan::Plan, privacy::{Adjacency, Guarantee}};
/// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
/// let few = Plan::new(guarantee, 20, ExpectedRowTotal::new(1e3)?)?;
/// let many = Plan::new(guarantee, 20, ExpectedRowTotal::new(1e5)?)?;
/// assert!(many.one_hot.total_variation < 0.2 * few.one_hot.total_variation);
/// assert_eq!((few.counts_bytes, few.matrix_bytes), (1600, 3200));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// What is promised.
    pub guarantee: Guarantee,
    /// Number of states n.
    pub states: usize,
    /// Expected row total, public.
    pub expected_row_total: ExpectedRowTotal,
    /// (weight, pseudo-count); they meet the guarantee.
    pub parameters: DirichletParameters,
    /// The error of a row whose events spread evenly over all states.
    pub uniform: ExpectedError,
    /// The error of a row in which each next state is half as frequent as the one before.
    pub halving: ExpectedError,
    /// The error of a row whose events all go to one state.
    pub one_hot: ExpectedError,
    /// Bytes of the counts of the chain, 4 n^2.
    pub counts_bytes: u64,
    /// Bytes of the released chain, 8 n^2; 8 n where rows are released one by one.
    pub matrix_bytes: u64,
}

impl Plan {
    /// [`choose`], and what follows from it.
    ///
    /// **Errors.** Those of [`choose`].
    pub fn new(
        guarantee: Guarantee,
        states: usize,
        expected_row_total: ExpectedRowTotal,
    ) -> Result<Self> {
        Self::with_parameters(
            guarantee,
            states,
            expected_row_total,
            choose(&guarantee, states, expected_row_total)?,
        )
    }

    /// The plan of parameters that are given; whether they meet the guarantee is for [`crate::mechanism::Dirichlet::checked`].
    pub fn with_parameters(
        guarantee: Guarantee,
        states: usize,
        expected_row_total: ExpectedRowTotal,
        parameters: DirichletParameters,
    ) -> Result<Self> {
        let cells = crate::domain::cells(states)? as u64;
        let error = |row| expected_error(row, &parameters, states, expected_row_total);
        Ok(Plan {
            guarantee,
            states,
            expected_row_total,
            parameters,
            uniform: error(ReferenceRow::Uniform)?,
            halving: error(ReferenceRow::Halving)?,
            one_hot: error(ReferenceRow::OneHot)?,
            counts_bytes: cells.saturating_mul(4),
            matrix_bytes: cells.saturating_mul(8),
        })
    }
}
