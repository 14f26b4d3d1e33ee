//! Markov chains: validated matrices, recurrent classes, stationary distributions, ergodicity.
//!
//! Everything here is public data: a released chain, or one that never held anything private.
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
mod sparse;
pub mod stationary;
pub(crate) use matrix::check_row;
pub use matrix::{StochasticMatrix, TransitionMatrix, row_sum_tolerance};
pub use sparse::SparseMatrix;
