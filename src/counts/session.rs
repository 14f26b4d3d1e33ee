//! Sessions: consecutive states of one session are transitions.
use super::CountsMut;
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
    /// its previous state.
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
