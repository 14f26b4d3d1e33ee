//! Mechanisms: counts and a guarantee in, a private chain out.
mod dirichlet;
mod published;
mod quantise;
mod rows;
pub use dirichlet::Dirichlet;
pub use published::PublishedDirichlet;
pub use rows::DirichletRows;
