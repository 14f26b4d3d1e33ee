//! Mechanisms: counts and a guarantee in, a private chain out.
mod dirichlet;
mod gaussian;
mod geometric;
pub mod noisy;
mod polya;
mod published;
mod quantise;
mod rows;
mod sparse;
pub use dirichlet::Dirichlet;
pub use gaussian::Gaussian;
pub use geometric::Geometric;
pub use polya::{Polya, work_len as polya_work_len};
pub use published::PublishedDirichlet;
pub use rows::DirichletRows;
