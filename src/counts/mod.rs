//! Transition counts: what is secret.
mod session;
mod transitions;
pub use session::Session;
pub use transitions::{Counts, CountsMut, TransitionCounts};
