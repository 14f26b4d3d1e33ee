//! How far a release is expected to lie from the truth.
mod kl;
mod total_variation;
pub use kl::expected_kl;
pub use total_variation::expected_total_variation;
