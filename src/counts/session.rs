//! Sessions: consecutive states of one session are transitions.
use super::{CountsMut, SparseCountsMut};
use crate::error::{Error, Result};
use core::fmt;

/// One running session: it remembers the state that it is in, and nothing else.
///
/// For a session that is at hand as a whole there is [`CountsMut::record_session`].
///
/// Secret: `Debug` shows no state.
///
/// ```
/// use dpmarkov::counts::{Session, TransitionCounts};
/// let mut counts = TransitionCounts::<2>::new();
/// let mut session = Session::new();
/// for state in [0, 1, 1] {
///     session.visit(&mut counts.as_counts_mut(), state)?;
/// }
/// session.end();
/// session.visit(&mut counts.as_counts_mut(), 0)?; // a new session: no transition from 1 to 0
/// assert_eq!(counts.as_counts().row(0), Some(&[0, 1][..]));
/// assert_eq!(counts.as_counts().row(1), Some(&[0, 1][..]));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Session {
    current: Option<usize>,
}

impl Session {
    /// A session that has visited nothing yet.
    pub const fn new() -> Self {
        Session { current: None }
    }

    /// Visits `state`; from the second visit on this records one transition.
    ///
    /// # Errors
    /// [`Error::StateIndex`], also where `counts` has fewer states than the session has seen;
    /// [`Error::CountOverflow`]. Counts and session then stay as they were: the session is still in
    /// its previous state. [`end`](Session::end) it before the next visit, which would else join states that never followed each other.
    pub fn visit(&mut self, counts: &mut CountsMut<'_>, state: usize) -> Result<()> {
        if state >= counts.states() {
            return Err(Error::StateIndex);
        }
        if let Some(from) = self.current {
            counts.record(from, state, 1)?;
        }
        self.current = Some(state);
        Ok(())
    }

    /// Visits `state`; from the second visit on this records one transition on a support.
    ///
    /// # Errors
    /// [`Error::StateIndex`], [`Error::CountOverflow`]: counts and session stay as they were, so [`end`](Session::end) it before the next visit. [`Error::Infeasible`]: no event is counted, and
    /// the session goes on from `state`, where it really is. So an application that carries on after this error counts what
    /// [`Outside::Drop`](super::Outside::Drop) counts, and logs that are neighbours stay neighbours; a session that stayed behind would join
    /// states that never followed each other, and one visit could change any number of cells.
    ///
    /// ```
    /// use dpmarkov::Error;
    /// use dpmarkov::counts::{Outside, Session, SparseCountsMut, Support};
    /// let support = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2)?; // 1 -> 1 is infeasible
    /// let mut cells = [0; 3];
    /// let mut counts = SparseCountsMut::new(support, Outside::Refuse, &mut cells)?;
    /// let mut session = Session::new();
    /// session.visit_sparse(&mut counts, 1)?;
    /// assert_eq!(session.visit_sparse(&mut counts, 1), Err(Error::Infeasible));
    /// session.visit_sparse(&mut counts, 0)?;
    /// assert_eq!(cells, [0, 0, 1]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn visit_sparse(
        &mut self,
        counts: &mut SparseCountsMut<'_, '_>,
        state: usize,
    ) -> Result<()> {
        if state >= counts.support().states() {
            return Err(Error::StateIndex);
        }
        let recorded = match self.current {
            Some(from) => counts.record(from, state, 1),
            None => Ok(()),
        };
        if matches!(recorded, Ok(()) | Err(Error::Infeasible)) {
            self.current = Some(state);
        }
        recorded
    }

    /// Ends the session: the next visit starts a new one.
    pub fn end(&mut self) {
        self.current = None;
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
