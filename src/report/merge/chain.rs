//! The chain that a merge estimates, for analysis.
use super::{Merge, Merged};
use crate::chain::SparseMatrix;
use crate::error::{Error, Result};

/// What becomes of a row whose total is not resolved ([`RowEstimate::is_resolved`](super::RowEstimate::is_resolved)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// No chain: [`Error::EmptyRow`].
    Refuse,
    /// The uniform row over the feasible targets: nothing is known of it.
    Uniform,
}

impl Merge<'_> {
    /// The estimated chain: as [`Merged::chain`].
    ///
    /// # Errors
    /// As [`Merged::chain`].
    pub fn chain<'v>(
        &'v self,
        unresolved: Unresolved,
        values: &'v mut [f64],
    ) -> Result<SparseMatrix<'v>> {
        self.merged().chain(unresolved, values)
    }
}

impl<'a> Merged<'a> {
    /// The estimated chain: every row's counts, those below 0 taken as 0, divided by their sum.
    ///
    /// - **Biased** where a cell's count is small against its standard error: 0 in place of what is below it adds up over the cells. For statements on single
    ///   transitions take [`CellEstimate::share`](super::CellEstimate::share); this is for what needs a chain, as its stationary distribution.
    /// - **Special values**: the row of one feasible target is 1, whatever its total. A feasible transition may get 0, so that a chain may fall apart into several
    ///   classes: [`crate::chain::classes`].
    /// - **Public**: as everything of a merge, a function of what was released.
    ///
    /// # Errors
    /// [`Error::Length`] unless there is one value for each feasible cell; [`Error::EmptyRow`] by [`Unresolved::Refuse`]. `values` is untouched then.
    pub fn chain<'v>(
        &self,
        unresolved: Unresolved,
        values: &'v mut [f64],
    ) -> Result<SparseMatrix<'v>>
    where
        'a: 'v,
    {
        if values.len() != self.support().cells() {
            return Err(Error::Length);
        }
        let lost = self
            .rows()
            .any(|row| row.cells.len() > 1 && !row.is_resolved());
        if lost && unresolved == Unresolved::Refuse {
            return Err(Error::EmptyRow);
        }
        let mut places = values.iter_mut();
        for row in self.rows() {
            let positive = |count: i128| count.max(0) as f64;
            // at most 65,535 counts below 2^78
            let sum = row.cells.iter().fold(0i128, |sum, cell| {
                sum.saturating_add(cell.count.get().max(0))
            });
            let uniform = !row.is_resolved() || sum <= 0;
            for (cell, value) in row.cells.iter().zip(places.by_ref()) {
                *value = match row.cells.len() {
                    1 => 1.0,
                    n if uniform => 1.0 / n as f64,
                    _ => positive(cell.count.get()) / sum as f64,
                };
            }
        }
        SparseMatrix::new(self.support(), values)
    }
}
