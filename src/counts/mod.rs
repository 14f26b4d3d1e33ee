//! Transition counts: what is secret.
//!
//! Everything in this module is private data. The types keep it apart from what is public: a
//! [`Counts`] is not a [`StochasticMatrix`](crate::chain::StochasticMatrix), converts into none, and
//! its `Debug` output shows its size and never a count. What may leave the device comes out of a
//! mechanism.
mod session;
mod transitions;
mod view;
pub use session::Session;
pub use transitions::TransitionCounts;
pub use view::{Counts, CountsMut};
