//! Randomness: one ChaCha20 stream per release, seeded by the caller's entropy source, and the laws drawn from it.
//!
//! Every sampler draws whole 64-bit words, uses only IEEE operations and the elementary functions of `libm`, and so
//! gives the same bits from the same seed on every target. Each lists what it costs and why it ends.
//! These are the raw laws on `f64`; what is published goes through [`crate::mechanism`].
pub mod beta;
pub mod dirichlet;
pub mod entropy;
mod exp;
mod exp_table;
pub mod exponential;
pub mod gamma;
pub mod generator;
pub mod normal;
mod ziggurat;
mod ziggurat_tables;

pub use entropy::EntropySource;
#[cfg(feature = "os-rng")]
pub use entropy::OsEntropy;
pub use generator::Generator;
