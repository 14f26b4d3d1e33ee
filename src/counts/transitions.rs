//! The count matrix: an owner for firmware and views for sizes known at run time.
use crate::domain;
use crate::error::{Error, Result};

/// n x n counts, row = from, column = to, by reference.
#[derive(Clone, Copy)]
pub struct Counts<'a> {
    cells: &'a [u32],
    n: usize,
}

impl<'a> Counts<'a> {
    /// `cells` has n * n elements, row by row.
    pub fn new(cells: &'a [u32], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        Ok(Counts { cells, n })
    }
    /// The number of states.
    pub fn states(&self) -> usize {
        self.n
    }
    /// The rows in order.
    pub fn rows(&self) -> core::slice::ChunksExact<'a, u32> {
        self.cells.chunks_exact(self.n)
    }
}

/// n x n counts, by exclusive reference: the place where events are recorded.
pub struct CountsMut<'a> {
    cells: &'a mut [u32],
    n: usize,
}

impl<'a> CountsMut<'a> {
    /// `cells` has n * n elements, row by row.
    pub fn new(cells: &'a mut [u32], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        Ok(CountsMut { cells, n })
    }
    /// Adds `count` events from state `from` to state `to`.
    pub fn record(&mut self, from: usize, to: usize, count: u32) -> Result<()> {
        if from >= self.n || to >= self.n {
            return Err(Error::StateIndex);
        }
        let cell = self.cells.get_mut(from * self.n + to).ok_or(Error::StateIndex)?;
        *cell = cell.checked_add(count).ok_or(Error::CountOverflow)?;
        Ok(())
    }
    /// Adds all of `other`; all or nothing.
    pub fn merge(&mut self, other: Counts<'_>) -> Result<()> {
        if other.n != self.n {
            return Err(Error::Length);
        }
        if self.cells.iter().zip(other.cells).any(|(a, b)| a.checked_add(*b).is_none()) {
            return Err(Error::CountOverflow);
        }
        for (a, b) in self.cells.iter_mut().zip(other.cells) {
            *a = a.wrapping_add(*b);
        }
        Ok(())
    }
    /// A shared view.
    pub fn as_counts(&self) -> Counts<'_> {
        Counts { cells: self.cells, n: self.n }
    }
}

/// N x N counts, owned: for firmware.
#[derive(Clone)]
pub struct TransitionCounts<const N: usize> {
    cells: [[u32; N]; N],
}

impl<const N: usize> TransitionCounts<N> {
    const VALID: () = assert!(N >= 2 && N <= 65_535, "2 to 65535 states");
    /// All zero.
    pub const fn new() -> Self {
        let () = Self::VALID;
        TransitionCounts { cells: [[0; N]; N] }
    }
    /// Adds one event.
    pub fn record(&mut self, from: usize, to: usize) -> Result<()> {
        self.as_counts_mut().record(from, to, 1)
    }
    /// Adds all of `other`; all or nothing.
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.as_counts_mut().merge(other.as_counts())
    }
    /// A shared view.
    pub fn as_counts(&self) -> Counts<'_> {
        Counts { cells: self.cells.as_flattened(), n: N }
    }
    /// An exclusive view.
    pub fn as_counts_mut(&mut self) -> CountsMut<'_> {
        CountsMut { cells: self.cells.as_flattened_mut(), n: N }
    }
}

impl<const N: usize> Default for TransitionCounts<N> {
    fn default() -> Self {
        Self::new()
    }
}
