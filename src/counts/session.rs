//! Sessions: consecutive states of one session are transitions.
use super::CountsMut;
use crate::error::{Error, Result};

/// One running session: remembers the state it is in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Session {
    current: Option<usize>,
}

impl Session {
    /// A session that has visited nothing yet.
    pub const fn new() -> Self {
        Session { current: None }
    }
    /// Visits `state`; from the second visit on this records one transition.
    pub fn visit(&mut self, counts: &mut CountsMut<'_>, state: usize) -> Result<()> {
        if state >= counts.as_counts().states() {
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
