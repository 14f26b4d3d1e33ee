//! What is promised: adjacencies, guarantees, exact accounting.
mod adjacency;
pub mod cells;
pub mod engine;
mod guarantee;
mod loss;
pub mod renyi;
mod solve;
pub use adjacency::Adjacency;
pub use guarantee::{DirichletParameters, Guarantee};
pub use loss::{delta_upper, epsilon_upper};
pub use solve::{smallest_pseudo_count, solve_weight};
