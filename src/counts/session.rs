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

impl CountsMut<'_> {
    /// Records a whole session, its visited states in order; all or nothing.
    pub fn record_session(&mut self, states: &[u32]) -> Result<()> {
        let n = self.as_counts().states();
        if states.iter().any(|state| usize::try_from(*state).map_or(true, |state| state >= n)) {
            return Err(Error::StateIndex);
        }
        let recorded = states
            .iter()
            .zip(states.iter().skip(1))
            .take_while(|(from, to)| self.record(**from as usize, **to as usize, 1).is_ok())
            .count();
        if recorded == states.len().saturating_sub(1) {
            return Ok(());
        }
        for (from, to) in states.iter().zip(states.iter().skip(1)).take(recorded) {
            self.take_back(*from as usize, *to as usize);
        }
        Err(Error::CountOverflow)
    }
}
