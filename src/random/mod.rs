//! Randomness: one ChaCha20 stream per release, seeded by the caller's entropy source, and the laws drawn from it.
//!
//! Every sampler draws whole 64-bit words and so gives the same bits from the same seed on every target. Each lists what it costs and
//! why it ends. Two families:
//!
//! - **integers**, exact, without floating point anywhere: [`uniform_below`], [`bernoulli`], [`discrete_laplace`],
//!   [`discrete_gaussian`], [`polya`]. Each loop has a cap that a working generator passes with probability at most 2^-128, and
//!   [`Error::Trials`](crate::Error::Trials) beyond it, never a biased answer. A variate goes through fewer than 2^8 loops on average: it
//!   meets the error with probability below 2^-120.
//! - **reals** on `f64`, by IEEE operations and the elementary functions of `libm`: the others.
//!
//! These are the raw laws; what is published goes through [`crate::mechanism`].
//!
//! ```
//! use dpmarkov::domain::GeometricRate;
//! use dpmarkov::random::{EntropySource, Generator, discrete_laplace};
//! /// A hardware source that failed its health test.
//! struct Broken;
//! impl EntropySource for Broken {
//!     fn fill(&mut self, _: &mut [u8]) -> dpmarkov::Result<()> {
//!         Err(dpmarkov::Error::Entropy)
//!     }
//! }
//! assert!(Generator::from_entropy(&mut Broken, 1).is_err()); // no source, no noise, no release
//! let mut rng = Generator::from_seed_for_tests([7; 32], 0);
//! let rate = GeometricRate::new(1, 10)?;
//! assert_eq!(discrete_laplace::sample(&mut rng, rate)?, -12); // on every processor
//! # Ok::<(), dpmarkov::Error>(())
//! ```
pub mod bernoulli;
pub mod beta;
pub mod dirichlet;
pub mod discrete_gaussian;
pub mod discrete_laplace;
pub mod entropy;
mod exp;
mod exp_table;
pub mod exponential;
pub mod gamma;
pub mod generator;
pub mod neg_log2;
mod neg_log2_table;
pub mod normal;
pub mod polya;
pub mod uniform_below;
mod words;
mod ziggurat;
mod ziggurat_tables;

pub use entropy::EntropySource;
#[cfg(feature = "os-rng")]
pub use entropy::OsEntropy;
pub use generator::Generator;
pub use words::Words;
