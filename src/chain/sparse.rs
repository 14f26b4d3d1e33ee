//! A validated stochastic matrix on a support: the feasible cells alone.
use super::{StochasticMatrix, check_row, row_sum_tolerance};
use crate::counts::Support;
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};

/// Transition probabilities of the feasible cells, row by row in rising order of the target; every other cell is 0.
///
/// Domain: as [`StochasticMatrix`], each row's tolerance that of its own number of cells.
///
/// ```
/// use dpmarkov::{Error, chain::SparseMatrix, counts::Support};
/// let support = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2)?;
/// let p = SparseMatrix::new(support, &[0.25, 0.75, 1.0])?;
/// assert_eq!(p.row(1), Some(&[1.0][..]));
/// assert_eq!((p.get(0, 1), p.get(1, 1), p.get(1, 2)), (Some(0.75), Some(0.0), None));
/// // for the algorithms of this module: n * n numbers
/// let mut cells = [f64::NAN; 4];
/// assert_eq!(p.expand(&mut cells)?.as_slice(), [0.25, 0.75, 1.0, 0.0]);
/// assert_eq!(SparseMatrix::new(support, &[0.25, 0.75, 0.5]).err(), Some(Error::NotStochastic));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SparseMatrix<'a> {
    support: Support<'a>,
    values: &'a [f64],
}

impl<'a> SparseMatrix<'a> {
    /// Checks the shape, every entry and every row sum.
    ///
    /// # Errors
    /// [`Error::Length`] unless `values` has [`Support::cells`] elements; [`Error::NotStochastic`].
    pub fn new(support: Support<'a>, values: &'a [f64]) -> Result<Self> {
        if values.len() != support.cells() {
            return Err(Error::Length);
        }
        let matrix = SparseMatrix { support, values };
        for (_, row) in matrix.rows() {
            check_row(row, row_sum_tolerance(row.len()))?;
        }
        Ok(matrix)
    }

    /// The feasible transitions.
    pub fn support(&self) -> Support<'a> {
        self.support
    }

    /// The number of states, at least 2.
    pub fn states(&self) -> usize {
        self.support.states()
    }

    /// All values, in the order of the support's cells.
    pub fn as_slice(&self) -> &'a [f64] {
        self.values
    }

    /// The rows in order of their "from" state: the targets, and the probability of each.
    pub fn rows(&self) -> impl Iterator<Item = (crate::counts::Targets<'a>, &'a [f64])> + use<'a> {
        let mut rest = self.values;
        self.support.rows().map_while(move |targets| {
            let (row, after) = rest.split_at_checked(targets.len())?;
            rest = after;
            Some((targets, row))
        })
    }

    /// The probabilities of the feasible targets of state `from`; `None` where there is no such state.
    pub fn row(&self, from: usize) -> Option<&'a [f64]> {
        self.values.get(self.support.row_range(from)?)
    }

    /// The probability of `from` -> `to`, 0 outside the support; `None` where there is no such state.
    pub fn get(&self, from: usize, to: usize) -> Option<f64> {
        if from >= self.states() || to >= self.states() {
            return None;
        }
        let position = self.support.position(from, to);
        position.map_or(Some(0.0), |at| self.values.get(at).copied())
    }

    /// Writes all n * n cells and returns the matrix.
    ///
    /// # Errors
    /// [`Error::Length`] unless `matrix` has n * n elements; [`Error::States`] where n * n does not fit the machine's `usize`. `matrix` is
    /// untouched then.
    pub fn expand<'m>(&self, matrix: &'m mut [f64]) -> Result<StochasticMatrix<'m>> {
        let n = self.states();
        if domain::cells(n)? != matrix.len() {
            return Err(Error::Length);
        }
        matrix.fill(0.0);
        for ((targets, values), row) in self.rows().zip(matrix.parts_mut(n)) {
            for (to, value) in targets.zip(values) {
                if let Some(cell) = row.get_mut(to) {
                    *cell = *value;
                }
            }
        }
        StochasticMatrix::new(matrix, n)
    }

    /// x P, one step of the chain, into `out`: n numbers each.
    ///
    /// # Errors
    /// [`Error::Length`]; `out` is untouched then.
    pub fn step(&self, x: &[f64], out: &mut [f64]) -> Result<()> {
        let n = self.states();
        if x.len() != n || out.len() != n {
            return Err(Error::Length);
        }
        out.fill(0.0);
        for ((targets, values), share) in self.rows().zip(x) {
            for (to, value) in targets.zip(values) {
                if let Some(sum) = out.get_mut(to) {
                    *sum += share * value;
                }
            }
        }
        Ok(())
    }
}
