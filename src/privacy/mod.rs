//! What is promised: adjacencies, guarantees, exact accounting.
//!
//! [`delta_upper`], [`epsilon_upper`] and [`solve_weight`] serve the smoothed form of the Dirichlet mechanism, [`rows`] the chains whose rows have
//! different parameters, [`published`] [A, Theorem 1], kept for reproduction.
//!
//! For accounting of one's own: [`cells`] says what an adjacency changes, [`engine`] bounds delta and epsilon of any list of such changes
//! (patterns and parameters that this crate does not have, releases at different parameters), [`renyi`] gives Renyi divergences.
//!
//! ```
//! use dpmarkov::domain::Delta;
//! use dpmarkov::mechanism::Dirichlet;
//! use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper, epsilon_upper};
//! let guarantee = Guarantee::new(Adjacency::Visit, 1.0, 1e-6, 4)?; // of four releases together
//! let parameters = DirichletParameters::new(0.01, 8.0)?; // an event weighs 0.01, every cell begins with 8
//! let delta = delta_upper(guarantee.adjacency, &parameters, guarantee.releases, guarantee.epsilon)?;
//! assert!(delta < 1e-6);
//! let epsilon = epsilon_upper(guarantee.adjacency, &parameters, guarantee.releases, Delta::new(1e-6)?)?;
//! assert!(epsilon < 1.0); // room is left
//! assert!(Dirichlet::checked(guarantee, parameters).is_ok());
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod adjacency;
pub mod cells;
mod closed_form;
pub mod compose;
pub mod engine;
pub mod gaussian;
pub mod geometric;
mod guarantee;
pub(crate) mod lattice;
pub mod ledger;
mod loss;
pub(crate) mod micro;
mod pair;
pub mod published;
mod quadrature;
pub mod renyi;
pub mod rows;
mod series;
mod solve;
pub mod urn;
pub use adjacency::Adjacency;
pub use guarantee::{DirichletParameters, Guarantee, MechanismParameters};
pub use loss::{delta_upper, epsilon_upper};
pub(crate) use solve::solve_weight_near;
pub use solve::{smallest_pseudo_count, solve_weight};
