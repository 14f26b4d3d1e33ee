//! Counts on a support: one number for each feasible cell, none for the others.
use super::Support;
use crate::error::{Error, Result};
use core::fmt;
use zeroize::Zeroize;

/// What happens to a logged transition that is outside the support.
///
/// Each event is mapped on its own: its source stays, and a session goes on from the state that was really visited. That is what keeps
/// neighbouring logs neighbours: see [`SparseCountsMut`].
///
/// **Not protected.** An error says that this log holds an infeasible event, and so does a number of dropped events: neither may leave
/// the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// [`Error::Infeasible`].
    Refuse,
    /// The event is dropped without a word. **Row totals are then private under every adjacency**, `Destination` too: an event that goes elsewhere may leave the
    /// support and its row's count with it. What asks for a public row total (intervals, debiased estimates, row laws) must not be given the counted one.
    Drop,
    /// The event counts as one into this public state, which is in every row's support.
    Other(usize),
}

/// Counts of the feasible cells, by shared reference: row by row, in rising order of the target.
///
/// Secret: `Debug` shows the shape only.
///
/// ```
/// use dpmarkov::counts::{SparseCounts, Support};
/// let support = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2)?;
/// let counts = SparseCounts::new(support, &[1, 2, 3])?;
/// assert_eq!((counts.row(0), counts.row(1)), (Some(&[1, 2][..]), Some(&[3][..])));
/// assert_eq!(counts.row_total(0), Some(3));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct SparseCounts<'s, 'c> {
    support: Support<'s>,
    cells: &'c [u32],
}

impl<'s, 'c> SparseCounts<'s, 'c> {
    /// Views `cells`, one element for each feasible cell.
    ///
    /// # Errors
    /// [`Error::Length`] unless `cells` has [`Support::cells`] elements.
    pub fn new(support: Support<'s>, cells: &'c [u32]) -> Result<Self> {
        if cells.len() != support.cells() {
            return Err(Error::Length);
        }
        Ok(SparseCounts { support, cells })
    }

    /// The support; public.
    pub fn support(&self) -> Support<'s> {
        self.support
    }

    /// All counts, in the order of the support's cells.
    pub fn as_slice(&self) -> &'c [u32] {
        self.cells
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> impl Iterator<Item = &'c [u32]> + use<'s, 'c> {
        let mut rest = self.cells;
        self.support.rows().map_while(move |targets| {
            let (row, after) = rest.split_at_checked(targets.len())?;
            rest = after;
            Some(row)
        })
    }

    /// The counts out of state `from`; `None` where there is no such state.
    pub fn row(&self, from: usize) -> Option<&'c [u32]> {
        self.cells.get(self.support.row_range(from)?)
    }

    /// The number of events counted out of state `from`; `None` where there is no such state.
    pub fn row_total(&self, from: usize) -> Option<u64> {
        // At most 65,535 (2^32 - 1): no overflow.
        self.row(from)
            .map(|row| row.iter().map(|c| u64::from(*c)).sum())
    }
}

impl fmt::Debug for SparseCounts<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseCounts")
            .field("support", &self.support)
            .finish_non_exhaustive()
    }
}

/// Counts of the feasible cells, by exclusive reference: where events are recorded.
///
/// Every method that fails leaves the counts as they were. Secret: `Debug` shows the shape only.
///
/// # Guarantee
/// Logs that are neighbours stay so, whatever [`Outside`] says: what a mechanism's guarantee counts is a list of cells that lose or gain
/// events ([`crate::privacy::cells::patterns`]), and the change of the feasible cells is one of those
/// lists with some cells left out. Proof: every event (i, j) is mapped on its own, to f(i, j) = (i, j) where that is feasible, else to nothing (`Drop`) or to
/// (i, other): an event never changes its row. One event that goes, comes or moves is then one cell that loses, gains or both, or
/// nothing at all (`Destination`, `AddRemove`, `Event`). `Visit`, ..i,s,j.. against ..i,s',j..: the losing events f(i,s), f(s,j) share a
/// cell only if i = s, the gaining ones only if i = s', so never both pairs unless s = s': a cell that loses two, or two that lose
/// one, against two that gain one, or the reverse; an event lost and gained in one cell cancels. `VisitPresence`, ..i,j.. against ..i,x,j..: f(i,j)
/// against f(i,x) and f(x,j); the two share a cell only if i = x, and then f(x,j) = f(i,j) cancels and one gain is left.
/// `tests/support_neighbours.rs` enumerates all of it.
///
/// ```
/// use dpmarkov::Error;
/// use dpmarkov::counts::{Outside, SparseCountsMut, Support};
/// let support = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2)?; // 1 -> 1 is infeasible
/// let mut cells = [0; 3];
/// let mut counts = SparseCountsMut::new(support, Outside::Refuse, &mut cells)?;
/// counts.record_session(&[0, 0, 1, 0])?;
/// assert_eq!(counts.record(1, 1, 1), Err(Error::Infeasible));
/// let mut counts = SparseCountsMut::new(support, Outside::Other(0), &mut cells)?;
/// counts.record(1, 1, 5)?; // counts as 1 -> 0
/// assert_eq!(cells, [1, 1, 6]);
/// # Ok::<(), Error>(())
/// ```
pub struct SparseCountsMut<'s, 'c> {
    support: Support<'s>,
    outside: Outside,
    cells: &'c mut [u32],
}

impl<'s, 'c> SparseCountsMut<'s, 'c> {
    /// Views `cells`, one element for each feasible cell; they keep their values.
    ///
    /// # Errors
    /// [`Error::Length`] unless `cells` has [`Support::cells`] elements; for [`Outside::Other`] [`Error::StateIndex`] where there is no
    /// such state, [`Error::Support`] where some row does not have it.
    pub fn new(support: Support<'s>, outside: Outside, cells: &'c mut [u32]) -> Result<Self> {
        if cells.len() != support.cells() {
            return Err(Error::Length);
        }
        if let Outside::Other(other) = outside {
            let n = support.states();
            if other >= n {
                return Err(Error::StateIndex);
            }
            if !(0..n).all(|from| support.contains(from, other)) {
                return Err(Error::Support);
            }
        }
        Ok(SparseCountsMut {
            support,
            outside,
            cells,
        })
    }

    /// A view whose [`Outside`] was accepted before, for a call per event: no row is looked at. A row without the state of [`Outside::Other`] is
    /// found out by the event that needs it there: [`Error::Support`].
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::StateIndex`], as [`SparseCountsMut::new`].
    #[cfg(feature = "capi")]
    pub(crate) fn accepted_before(
        support: Support<'s>,
        outside: Outside,
        cells: &'c mut [u32],
    ) -> Result<Self> {
        if cells.len() != support.cells() {
            return Err(Error::Length);
        }
        if matches!(outside, Outside::Other(other) if other >= support.states()) {
            return Err(Error::StateIndex);
        }
        Ok(SparseCountsMut {
            support,
            outside,
            cells,
        })
    }

    /// The support; public.
    pub fn support(&self) -> Support<'s> {
        self.support
    }

    /// What happens to transitions outside the support.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// The cell that an event counts in; `None` where it is dropped.
    fn position(&self, from: usize, to: usize) -> Result<Option<usize>> {
        let n = self.support.states();
        if from >= n || to >= n {
            return Err(Error::StateIndex);
        }
        match (self.support.position(from, to), self.outside) {
            (Some(position), _) => Ok(Some(position)),
            (None, Outside::Refuse) => Err(Error::Infeasible),
            (None, Outside::Drop) => Ok(None),
            // in every row: `new` looked
            (None, Outside::Other(other)) => match self.support.position(from, other) {
                None => Err(Error::Support),
                position => Ok(position),
            },
        }
    }

    /// Adds `count` events from state `from` to state `to`.
    ///
    /// # Errors
    /// [`Error::StateIndex`], [`Error::CountOverflow`]; [`Error::Infeasible`] outside the support under [`Outside::Refuse`].
    pub fn record(&mut self, from: usize, to: usize, count: u32) -> Result<()> {
        let position = self.position(from, to)?;
        if let Some(cell) = position.and_then(|at| self.cells.get_mut(at)) {
            *cell = cell.checked_add(count).ok_or(Error::CountOverflow)?;
        }
        Ok(())
    }

    /// Adds the transitions of one whole session, `states` in the order visited: all or nothing.
    ///
    /// **Do not go on without a session that was refused, whatever the error**: one visit that is replaced could then take a whole session out of the counts, any number of
    /// events, and no guarantee covers that. Refuse the log, or take [`Outside::Drop`] or [`Outside::Other`], which map event by event.
    ///
    /// # Errors
    /// As [`SparseCountsMut::record`].
    pub fn record_session(&mut self, states: &[usize]) -> Result<()> {
        if states.iter().any(|state| *state >= self.support.states()) {
            return Err(Error::StateIndex);
        }
        let events = || states.iter().zip(states.iter().skip(1));
        for (done, (from, to)) in events().enumerate() {
            if let Err(error) = self.record(*from, *to, 1) {
                for (from, to) in events().take(done) {
                    let position = self.position(*from, *to)?; // as in the first pass
                    if let Some(cell) = position.and_then(|at| self.cells.get_mut(at)) {
                        *cell = cell.wrapping_sub(1); // what the first pass added
                    }
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Adds all counts of `other`: all or nothing.
    ///
    /// # Errors
    /// [`Error::Length`] where the numbers of states differ; [`Error::Support`] where the supports do; [`Error::CountOverflow`].
    pub fn merge(&mut self, other: SparseCounts<'_, '_>) -> Result<()> {
        if other.support.states() != self.support.states() {
            return Err(Error::Length);
        }
        if other.support != self.support {
            return Err(Error::Support);
        }
        let pairs = self.cells.iter().zip(other.cells);
        if pairs.clone().any(|(a, b)| a.checked_add(*b).is_none()) {
            return Err(Error::CountOverflow);
        }
        for (a, b) in self.cells.iter_mut().zip(other.cells) {
            *a = a.wrapping_add(*b); // checked above
        }
        Ok(())
    }

    /// Sets every count to zero by writes that the compiler may not leave out.
    pub fn wipe(&mut self) {
        self.cells.iter_mut().for_each(Zeroize::zeroize);
    }

    /// A shared view.
    pub fn as_counts(&self) -> SparseCounts<'s, '_> {
        SparseCounts {
            support: self.support,
            cells: self.cells,
        }
    }
}

impl fmt::Debug for SparseCountsMut<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseCountsMut")
            .field("support", &self.support)
            .field("outside", &self.outside)
            .finish_non_exhaustive()
    }
}
