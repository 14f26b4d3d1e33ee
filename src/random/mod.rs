//! Randomness: one ChaCha20 stream per release, seeded by the caller's entropy source, and the laws drawn from it.
pub mod dirichlet;
pub mod entropy;
pub mod gamma;
pub mod generator;

pub use entropy::EntropySource;
pub use generator::Generator;
