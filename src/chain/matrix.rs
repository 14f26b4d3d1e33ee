//! A validated stochastic matrix.
use crate::domain;
use crate::error::{Error, Result};

/// n x n, rows sum to 1, by reference; public, unlike counts.
#[derive(Clone, Copy, Debug)]
pub struct StochasticMatrix<'a> {
    cells: &'a [f64],
    n: usize,
}

impl<'a> StochasticMatrix<'a> {
    /// Checks shape, entries and row sums (tolerance 4 n ulp).
    pub fn new(cells: &'a [f64], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        let tolerance = 4.0 * n as f64 * f64::EPSILON;
        for row in cells.chunks_exact(n) {
            let mut sum = 0.0;
            for p in row {
                if !(0.0..=1.0 + tolerance).contains(p) {
                    return Err(Error::NotStochastic);
                }
                sum += *p;
            }
            if !((sum - 1.0).abs() <= tolerance) {
                return Err(Error::NotStochastic);
            }
        }
        Ok(StochasticMatrix { cells, n })
    }
    /// The number of states.
    pub fn states(&self) -> usize {
        self.n
    }
    /// All entries, row by row.
    pub fn as_slice(&self) -> &'a [f64] {
        self.cells
    }
    /// The rows in order.
    pub fn rows(&self) -> core::slice::ChunksExact<'a, f64> {
        self.cells.chunks_exact(self.n)
    }
}

/// N x N entries, owned: for firmware.
#[derive(Clone, Debug)]
pub struct TransitionMatrix<const N: usize> {
    cells: [[f64; N]; N],
}

impl<const N: usize> TransitionMatrix<N> {
    /// Checks as [`StochasticMatrix::new`] does.
    pub fn new(cells: [[f64; N]; N]) -> Result<Self> {
        StochasticMatrix::new(cells.as_flattened(), N)?;
        Ok(TransitionMatrix { cells })
    }
    /// A view.
    pub fn as_matrix(&self) -> StochasticMatrix<'_> {
        StochasticMatrix { cells: self.cells.as_flattened(), n: N }
    }
}
