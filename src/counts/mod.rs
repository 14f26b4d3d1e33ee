//! Transition counts: what is secret.
//!
//! Everything in this module is private data, but a [`Support`], which is public. The types keep it apart from what is public: a
//! [`Counts`] or [`SparseCounts`] is not a [`StochasticMatrix`](crate::chain::StochasticMatrix), converts into none, and
//! its `Debug` output shows its size and never a count. What may leave the device comes out of a
//! mechanism.
mod session;
mod sparse;
mod support;
mod targets;
mod transitions;
mod view;
pub use session::Session;
pub use sparse::{Outside, SparseCounts, SparseCountsMut};
pub use support::Support;
pub use targets::Targets;
pub use transitions::TransitionCounts;
pub use view::{Counts, CountsMut};
