//! Special functions: the same bits on every target.
//!
//! ```
//! use dpmarkov::special::{beta_inc, digamma, gamma_inc};
//! assert_eq!(digamma(1.0), -0.577_215_664_901_532_9); // Euler's constant
//! // both tails, each accurate by itself
//! let tails = beta_inc(2.0, 3.0, 0.5);
//! assert_eq!((tails.lower, tails.upper), (0.6875, 0.3125));
//! assert!((gamma_inc(1.0, 50.0).upper / (-50f64).exp() - 1.0).abs() < 1e-14);
//! ```
pub(crate) mod angle;
pub mod beta_inc;
pub(crate) mod complex;
pub mod digamma;
pub(crate) mod double_double;
pub(crate) mod float;
pub mod gamma_inc;
mod incomplete;
pub mod ln_beta;
mod ln_beta_near_one;
pub mod ln_gamma;
mod ln_gamma_negative;
pub mod ln_gamma_ratio;
pub mod root;
pub(crate) mod second_difference;

pub use beta_inc::{beta_inc, ln_beta_inc_logit};
pub use digamma::digamma;
pub use gamma_inc::{gamma_inc, ln_gamma_inc_ln};
pub use ln_beta::ln_beta;
pub use ln_gamma::ln_gamma;
pub use ln_gamma_ratio::ln_gamma_ratio;

/// Both tails of a distribution function; each has its own relative accuracy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tails {
    /// P(X <= x).
    pub lower: f64,
    /// P(X > x).
    pub upper: f64,
}

/// The natural logarithms of both tails; meaningful far below the smallest positive `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LnTails {
    /// ln P(X <= x).
    pub ln_lower: f64,
    /// ln P(X > x).
    pub ln_upper: f64,
}
