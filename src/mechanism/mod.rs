//! Mechanisms: counts and a guarantee in, a private chain out.
mod dirichlet;
mod quantise;
pub use dirichlet::Dirichlet;
