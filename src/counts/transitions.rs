//! The owner of a count matrix, its size fixed when the firmware is built.
use super::{Counts, CountsMut};
use crate::error::Result;
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// N x N counts, owned; row = from, column = to. A number of states outside 2 to 65,535 does not compile.
///
/// Secret: `Debug` shows N and nothing else, and the counts are wiped when the value is dropped.
/// (Moving a value leaves the bytes of its old place behind, as everywhere in Rust: keep a table
/// that matters in a `static` or behind a reference.)
///
/// ```
/// use dpmarkov::counts::TransitionCounts;
/// let mut counts = TransitionCounts::<3>::new();
/// counts.record(0, 1)?;
/// counts.record_session(&[0, 1, 2, 2])?;
/// assert_eq!(counts.as_counts().row(0), Some(&[0, 2, 0][..]));
/// assert_eq!(format!("{counts:?}"), "TransitionCounts { states: 3, .. }");
/// # Ok::<(), dpmarkov::Error>(())
/// ```
///
/// ```compile_fail
/// let one_state = dpmarkov::counts::TransitionCounts::<1>::new();
/// ```
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

    /// Adds one event from state `from` to state `to`.
    ///
    /// # Errors
    /// As [`CountsMut::record`], for each of these methods: the counts stay as they were.
    pub fn record(&mut self, from: usize, to: usize) -> Result<()> {
        self.as_counts_mut().record(from, to, 1)
    }

    /// Adds `count` events from state `from` to state `to`.
    ///
    /// # Errors
    /// As [`CountsMut::record`].
    pub fn record_many(&mut self, from: usize, to: usize, count: u32) -> Result<()> {
        self.as_counts_mut().record(from, to, count)
    }

    /// Adds the transitions of one whole session: all or nothing.
    ///
    /// # Errors
    /// As [`CountsMut::record_session`].
    pub fn record_session(&mut self, states: &[usize]) -> Result<()> {
        self.as_counts_mut().record_session(states)
    }

    /// Adds all counts of `other`: all or nothing.
    ///
    /// # Errors
    /// [`Error::CountOverflow`](crate::Error::CountOverflow).
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.as_counts_mut().merge(other.as_counts())
    }

    /// Sets every count to zero by writes that the compiler may not leave out.
    pub fn wipe(&mut self) {
        self.as_counts_mut().wipe();
    }

    /// A shared view.
    pub const fn as_counts(&self) -> Counts<'_> {
        Counts::of_checked(self.cells.as_flattened(), N)
    }

    /// An exclusive view.
    pub const fn as_counts_mut(&mut self) -> CountsMut<'_> {
        CountsMut::of_checked(self.cells.as_flattened_mut(), N)
    }
}

impl<const N: usize> Default for TransitionCounts<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> fmt::Debug for TransitionCounts<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransitionCounts")
            .field("states", &N)
            .finish_non_exhaustive()
    }
}

impl<const N: usize> Zeroize for TransitionCounts<N> {
    fn zeroize(&mut self) {
        self.wipe();
    }
}

impl<const N: usize> Drop for TransitionCounts<N> {
    fn drop(&mut self) {
        self.wipe();
    }
}

impl<const N: usize> ZeroizeOnDrop for TransitionCounts<N> {}
