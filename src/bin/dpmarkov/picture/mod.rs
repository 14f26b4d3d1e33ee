//! Pictures, drawn by plotters.
mod sharp;
pub mod style;
