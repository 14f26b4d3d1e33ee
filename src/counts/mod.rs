//! Transition counts: what is secret.
//!
//! Everything in this module is private data, but a [`Support`], which is public. The types keep it apart from what is public: a
//! [`Counts`] or [`SparseCounts`] is not a [`StochasticMatrix`](crate::chain::StochasticMatrix), converts into none, and
//! its `Debug` output shows its size and never a count. What may leave the device comes out of a
//! mechanism.
//!
//! ```
//! use dpmarkov::Error;
//! use dpmarkov::counts::{Session, TransitionCounts};
//! let mut counts = TransitionCounts::<3>::new();
//! let mut session = Session::new();
//! for state in [0, 1, 1, 2] {
//!     session.visit(&mut counts.as_counts_mut(), state)?;
//! }
//! assert_eq!(session.visit(&mut counts.as_counts_mut(), 3), Err(Error::StateIndex)); // 0, 1, 2 alone: nothing was counted
//! assert_eq!(counts.as_counts().row(1), Some(&[0, 1, 1][..])); // 1 -> 1 and 1 -> 2
//! # Ok::<(), dpmarkov::Error>(())
//! ```
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
