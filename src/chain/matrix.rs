//! A validated stochastic matrix.
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};

/// How far a row sum may lie from 1: 4 n 2^-52.
///
/// n entries that were each rounded, and a sum of them that rounds n - 1 times, move a row sum by
/// up to about n units in the last place: a fixed tolerance of 5e-15 refuses valid 1000 x 1000
/// matrices. What a row sum lacks is taken as the diagonal's: the algorithms of this module use
/// off-diagonal entries only.
pub const fn row_sum_tolerance(n: usize) -> f64 {
    4.0 * n as f64 * f64::EPSILON
}

/// n x n transition probabilities, row = from, column = to, by reference.
///
/// Domain: n in [`domain::STATES`], every entry at least 0 and not NaN, every row sum within
/// [`row_sum_tolerance`] of 1.
///
/// ```
/// use dpmarkov::{Error, chain::StochasticMatrix};
/// let p = StochasticMatrix::new(&[0.5, 0.5, 0.6, 0.4], 2)?;
/// assert_eq!(p.row(1), Some(&[0.6, 0.4][..]));
/// assert_eq!(StochasticMatrix::new(&[0.5, 0.5, 0.6, f64::NAN], 2).err(), Some(Error::NotStochastic));
/// assert_eq!(StochasticMatrix::new(&[1.0], 1).err(), Some(Error::States));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StochasticMatrix<'a> {
    cells: &'a [f64],
    n: usize,
}

impl<'a> StochasticMatrix<'a> {
    /// Checks the shape, every entry and every row sum.
    ///
    /// # Errors
    /// [`Error::States`], [`Error::Length`] unless `cells` has n * n elements,
    /// [`Error::NotStochastic`].
    pub fn new(cells: &'a [f64], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        let tolerance = row_sum_tolerance(n);
        for row in cells.parts(n) {
            check_row(row, tolerance)?;
        }
        Ok(StochasticMatrix { cells, n })
    }

    /// The number of states, at least 2.
    pub fn states(&self) -> usize {
        self.n
    }

    /// All entries, row by row.
    pub fn as_slice(&self) -> &'a [f64] {
        self.cells
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> crate::domain::Parts<'a, f64> {
        self.cells.parts(self.n)
    }

    /// The probabilities out of state `from`; `None` where there is no such state.
    pub fn row(&self, from: usize) -> Option<&'a [f64]> {
        self.rows().nth(from)
    }

    /// The probabilities into state `to`, in order of their "from" state.
    pub(super) fn column(&self, to: usize) -> impl Iterator<Item = &'a f64> + use<'a> {
        self.cells.iter().skip(to).step_by(self.n.max(1))
    }
}

/// One row: a distribution up to `tolerance`.
pub(crate) fn check_row(row: &[f64], tolerance: f64) -> Result<()> {
    let mut sum = 0.0;
    for p in row {
        if !(*p >= 0.0) {
            return Err(Error::NotStochastic); // negative or NaN
        }
        sum += *p;
    }
    if !((sum - 1.0).abs() <= tolerance) {
        return Err(Error::NotStochastic); // infinite entries too
    }
    Ok(())
}

/// N x N transition probabilities, owned, their size fixed when the firmware is built.
///
/// ```
/// use dpmarkov::chain::TransitionMatrix;
/// let p = TransitionMatrix::new([[0.5, 0.5], [0.6, 0.4]])?;
/// assert_eq!(p.as_matrix().states(), 2);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionMatrix<const N: usize> {
    cells: [[f64; N]; N],
}

impl<const N: usize> TransitionMatrix<N> {
    /// Checks as [`StochasticMatrix::new`] does.
    ///
    /// # Errors
    /// [`Error::States`], [`Error::NotStochastic`].
    pub fn new(cells: [[f64; N]; N]) -> Result<Self> {
        StochasticMatrix::new(cells.as_flattened(), N)?;
        Ok(TransitionMatrix { cells })
    }

    /// A view.
    pub const fn as_matrix(&self) -> StochasticMatrix<'_> {
        StochasticMatrix {
            cells: self.cells.as_flattened(),
            n: N,
        }
    }
}
