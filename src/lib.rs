//! Differentially private Markov chains from logged transitions, on the device itself.
//!
//! The way of the data is the way of the modules:
//!
//! ```text
//! logged transitions -> counts -> privacy -> mechanism -> chain -> utility
//!                     (integers)  (budget)   (random)    (floats)  (error)
//! ```
//!
//! No module imports one that stands below it in this list.
//!
//! # Source
//!
//! \[A\]: "Differentially Private Data-Driven Markov Chain Modeling", arXiv 2602.22443; cited in these pages as [A, Theorem 1].
#![no_std]
#![deny(unsafe_code)]
#![deny(missing_docs)]
#![warn(clippy::all)]
// !(x > 0.0) refuses NaN; its positive twin would let it through.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

#[cfg(test)]
extern crate std;

#[forbid(unsafe_code)]
pub mod chain;
#[forbid(unsafe_code)]
pub mod counts;
#[forbid(unsafe_code)]
pub mod domain;
#[forbid(unsafe_code)]
pub mod error;
#[cfg(feature = "capi")]
#[allow(unsafe_code)]
pub mod ffi;
#[forbid(unsafe_code)]
pub mod mechanism;
#[forbid(unsafe_code)]
pub mod plan;
#[forbid(unsafe_code)]
pub mod privacy;
#[forbid(unsafe_code)]
pub mod random;
#[forbid(unsafe_code)]
pub mod special;
#[forbid(unsafe_code)]
pub mod utility;

pub use error::{Error, Result};
