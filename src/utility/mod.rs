//! How far a release is expected to lie from the truth.
//!
//! | quantity | of secret counts | of public shares | of a uniform row |
//! |---|---|---|---|
//! | E KL(C \|\| x) [A, Theorem 2] | [`expected_kl`] | [`expected_kl_at`], [`published_expected_kl`] | |
//! | its worst case [A, Corollary 1] | | [`published_worst_kl`] | |
//! | E TV(C, x) | [`expected_total_variation`] | [`expected_total_variation_at`] | [`expected_total_variation_uniform`] |
//!
//! Of a row, for every mechanism: [`row_error`] (bias, variance, bounds). Of the chain: [`stationary_error`].
//! [`kl_divergence`] and [`total_variation_distance`] compare two distributions that are both at hand.
//!
//! What is computed from counts is as secret as they are: it is for diagnosis on the device. What a
//! device may publish is computed from public parameters by the other functions.
//!
//! ```
//! use dpmarkov::domain::ExpectedRowTotal;
//! use dpmarkov::privacy::DirichletParameters;
//! use dpmarkov::utility::{expected_total_variation_uniform, total_variation_distance};
//! // from public numbers, before anything is logged: four states, some 1,000 events a row
//! let parameters = DirichletParameters::new(0.05, 5.0)?;
//! let expected = expected_total_variation_uniform(4, ExpectedRowTotal::new(1000.0)?, &parameters)?;
//! assert!(expected > 0.09 && expected < 0.1, "{expected}");
//! // of two rows that are both at hand
//! assert_eq!(total_variation_distance(&[0.5, 0.25, 0.25], &[0.25, 0.5, 0.25])?, 0.25);
//! # Ok::<(), dpmarkov::Error>(())
//! ```
pub mod debias;
mod dirichlet_row;
mod divergence;
mod first_order;
pub mod interval;
mod kl;
pub mod noisy;
mod polya;
pub mod row_error;
mod row_noise;
pub mod stationary_error;
mod total_variation;
pub use divergence::{kl_divergence, total_variation_distance};
pub use kl::{expected_kl, expected_kl_at, published_expected_kl, published_worst_kl};
pub(crate) use polya::polya_errors_of_entry;
pub use polya::{polya_expected_kl_at, polya_expected_total_variation_at};
pub use row_noise::RowNoise;
pub use total_variation::{
    expected_total_variation, expected_total_variation_at, expected_total_variation_uniform,
};

use crate::domain::ExpectedRowTotal;
use crate::privacy::DirichletParameters;

/// What one entry of share C adds to (2 E TV, E KL) of a row of `row_total` events over n entries; sums of it need no array of shares.
pub(crate) fn errors_of_entry(
    share: f64,
    states: usize,
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
) -> (f64, f64) {
    let row = dirichlet_row::Row::new(row_total.get(), states, parameters);
    let count = share * row_total.get();
    (
        total_variation::mean_absolute_error(row.entry(count, share)),
        kl::kl_of_entry(&row, count, share),
    )
}
