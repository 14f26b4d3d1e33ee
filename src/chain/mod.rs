//! Markov chains: validated matrices, recurrent classes, stationary distributions, mixing, passage times, prediction.
//!
//! | question | module | scratch |
//! |---|---|---|
//! | which states belong together, which are left for good, is there a period | [`classes`] | 2 n |
//! | the long-run shares, and how far off a given answer may be | [`stationary`] | n^2; 2 n |
//! | how fast the start is forgotten | [`ergodicity`], [`mixing`] | n; 3 n; 2 n^2 for a bound |
//! | how much a change of the chain changes its long-run shares | [`group_inverse`] | 2 n^2 + 8 n |
//! | how long until a state is reached | [`passage`] | n^2 + 3 n |
//! | where the chain is after k steps | [`predict`] | n, or 2 n^2 + n |
//!
//! One state alone is no chain here: [`Error::States`](crate::Error::States). Up to 65,535 states are accepted; what limits them is the
//! memory of a dense matrix (34 GB) and of the scratch space.
//!
//! Everything here is public data: a released chain, or one that never held anything private.
//!
//! ```
//! use dpmarkov::chain::{TransitionMatrix, classes, stationary};
//! // two thirds of the time in state 0, and the same whether it is solved for or looked up
//! let p = TransitionMatrix::new([[0.75, 0.25], [0.5, 0.5]])?;
//! assert_eq!(classes::recurrent_classes(p.as_matrix(), &mut [0.0; 4])?, 1);
//! let (mut work, mut shares) = ([0.0; stationary::gth_work_len(2)], [0.0; 2]);
//! stationary::gth(p.as_matrix(), &mut work, &mut shares)?;
//! assert!((shares[0] - 2.0 / 3.0).abs() < 1e-15);
//! // rows have to sum to 1
//! assert!(TransitionMatrix::new([[0.75, 0.2], [0.5, 0.5]]).is_err());
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod all_pairs;
pub mod classes;
mod double_rows;
pub mod ergodicity;
pub mod group_inverse;
mod gth;
mod matrix;
pub mod mixing;
pub mod mixing_time;
pub mod passage;
mod power;
pub mod predict;
mod residual;
mod search;
mod sparse;
pub mod stationary;
mod visits;
pub(crate) use matrix::check_row;
pub use matrix::{StochasticMatrix, TransitionMatrix, row_sum_tolerance};
pub(crate) use residual::LEAST_TAU_ONE;
pub use sparse::SparseMatrix;
