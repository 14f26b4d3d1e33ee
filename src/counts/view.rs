//! Count matrices by reference: for a number of states that is known at run time.
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};
use core::fmt;
use zeroize::Zeroize;

/// n x n counts, row = from, column = to, by shared reference.
///
/// Secret: `Debug` shows the number of states only.
///
/// ```
/// use dpmarkov::counts::Counts;
/// let counts = Counts::new(&[1, 2, 3, 4], 2)?;
/// assert_eq!(counts.row(1), Some(&[3, 4][..]));
/// assert_eq!(counts.row_total(1), Some(7));
/// assert_eq!(format!("{counts:?}"), "Counts { states: 2, .. }");
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Counts<'a> {
    cells: &'a [u32],
    n: usize,
}

impl<'a> Counts<'a> {
    /// Views `cells`, n * n elements row by row.
    ///
    /// # Errors
    /// [`Error::States`] unless n is in [`domain::STATES`]; [`Error::Length`] unless `cells` has
    /// n * n elements.
    pub fn new(cells: &'a [u32], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        Ok(Counts { cells, n })
    }

    /// For an owner whose shape its type has checked.
    pub(super) const fn of_checked(cells: &'a [u32], n: usize) -> Self {
        Counts { cells, n }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.n
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> crate::domain::Parts<'a, u32> {
        self.cells.parts(self.n)
    }

    /// The counts out of state `from`; `None` where there is no such state.
    pub fn row(&self, from: usize) -> Option<&'a [u32]> {
        self.rows().nth(from)
    }

    /// The number of events out of state `from`; `None` where there is no such state.
    pub fn row_total(&self, from: usize) -> Option<u64> {
        // At most 65,535 (2^32 - 1): no overflow.
        self.row(from)
            .map(|row| row.iter().map(|c| u64::from(*c)).sum())
    }
}

impl fmt::Debug for Counts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counts")
            .field("states", &self.n)
            .finish_non_exhaustive()
    }
}

/// n x n counts, row = from, column = to, by exclusive reference: where events are recorded.
///
/// Every method that fails leaves the counts as they were. Secret: `Debug` shows the number of
/// states only.
///
/// ```
/// use dpmarkov::{Error, counts::CountsMut};
/// let mut cells = [0; 4];
/// let mut counts = CountsMut::new(&mut cells, 2)?;
/// counts.record(0, 1, u32::MAX)?;
/// assert_eq!(counts.record(0, 1, 1), Err(Error::CountOverflow));
/// assert_eq!(counts.record(0, 2, 1), Err(Error::StateIndex));
/// assert_eq!(cells, [0, u32::MAX, 0, 0]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub struct CountsMut<'a> {
    cells: &'a mut [u32],
    n: usize,
}

impl<'a> CountsMut<'a> {
    /// Views `cells`, n * n elements row by row; they keep their values.
    ///
    /// # Errors
    /// As [`Counts::new`].
    pub fn new(cells: &'a mut [u32], n: usize) -> Result<Self> {
        if domain::cells(n)? != cells.len() {
            return Err(Error::Length);
        }
        Ok(CountsMut { cells, n })
    }

    /// For an owner whose shape its type has checked.
    pub(super) const fn of_checked(cells: &'a mut [u32], n: usize) -> Self {
        CountsMut { cells, n }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.n
    }

    fn cell(&mut self, from: usize, to: usize) -> Result<&mut u32> {
        if from >= self.n || to >= self.n {
            return Err(Error::StateIndex);
        }
        // Below n * n, which was computed without overflow when the view was made.
        let index = from.wrapping_mul(self.n).wrapping_add(to);
        self.cells.get_mut(index).ok_or(Error::StateIndex)
    }

    /// Adds `count` events from state `from` to state `to`.
    ///
    /// # Errors
    /// [`Error::StateIndex`], [`Error::CountOverflow`].
    pub fn record(&mut self, from: usize, to: usize, count: u32) -> Result<()> {
        let cell = self.cell(from, to)?;
        *cell = cell.checked_add(count).ok_or(Error::CountOverflow)?;
        Ok(())
    }

    /// Adds the transitions of one whole session, `states` in the order visited: all or nothing.
    ///
    /// A session of fewer than two states has no transition and changes nothing. **Do not go on without a session that was refused, whatever
    /// the error**: one visit could then take a whole session out of the counts, which no guarantee covers. Cost: one pass, and
    /// a second one back where the last of several visits overflows a count.
    ///
    /// # Errors
    /// [`Error::StateIndex`], [`Error::CountOverflow`].
    ///
    /// ```
    /// # use dpmarkov::{Error, counts::CountsMut};
    /// let mut cells = [0; 4];
    /// let mut counts = CountsMut::new(&mut cells, 2)?;
    /// counts.record_session(&[0, 1, 1, 0])?;
    /// assert_eq!(counts.record_session(&[0, 1, 2]), Err(Error::StateIndex));
    /// assert_eq!(cells, [0, 1, 1, 1]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn record_session(&mut self, states: &[usize]) -> Result<()> {
        if states.iter().any(|state| *state >= self.n) {
            return Err(Error::StateIndex);
        }
        let events = || states.iter().zip(states.iter().skip(1));
        for (done, (from, to)) in events().enumerate() {
            if let Err(error) = self.record(*from, *to, 1) {
                for (from, to) in events().take(done) {
                    let cell = self.cell(*from, *to)?;
                    *cell = cell.wrapping_sub(1); // what the first pass added
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Adds all counts of `other`: all or nothing.
    ///
    /// # Errors
    /// [`Error::Length`] where the numbers of states differ; [`Error::CountOverflow`].
    pub fn merge(&mut self, other: Counts<'_>) -> Result<()> {
        if other.n != self.n {
            return Err(Error::Length);
        }
        if self
            .cells
            .iter()
            .zip(other.cells)
            .any(|(a, b)| a.checked_add(*b).is_none())
        {
            return Err(Error::CountOverflow);
        }
        for (a, b) in self.cells.iter_mut().zip(other.cells) {
            *a = a.wrapping_add(*b); // checked above
        }
        Ok(())
    }

    /// Sets every count to zero by writes that the compiler may not leave out: for the next window
    /// of time, and before the memory is given back.
    pub fn wipe(&mut self) {
        self.cells.iter_mut().for_each(Zeroize::zeroize);
    }

    /// A shared view.
    pub fn as_counts(&self) -> Counts<'_> {
        Counts {
            cells: self.cells,
            n: self.n,
        }
    }
}

impl fmt::Debug for CountsMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CountsMut")
            .field("states", &self.n)
            .finish_non_exhaustive()
    }
}
