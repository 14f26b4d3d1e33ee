//! Pictures, drawn by plotters.
mod bars;
pub mod chain;
mod heat_map;
mod labels;
mod scale;
mod sharp;
pub mod style;
