//! Markov chains: validated matrices and their stationary distribution.
mod matrix;
pub mod stationary;
pub mod ergodicity;
pub use matrix::{StochasticMatrix, TransitionMatrix};
