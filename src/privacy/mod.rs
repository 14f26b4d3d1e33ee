//! What is promised: adjacencies, guarantees, exact accounting.
//!
//! [`delta_upper`], [`epsilon_upper`] and [`solve_weight`] serve the smoothed form of the Dirichlet mechanism, [`rows`] the chains whose rows have
//! different parameters, [`published`] [A, Theorem 1], kept for reproduction.
//!
//! For accounting of one's own: [`cells`] says what an adjacency changes, [`engine`] bounds delta and epsilon of any list of such changes
//! (patterns and parameters that this crate does not have, releases at different parameters), [`renyi`] gives Renyi divergences.
//!
//! ```
//! use dpmarkov::domain::{Delta, PseudoCount};
//! use dpmarkov::mechanism::Dirichlet;
//! use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper, epsilon_upper, solve_weight};
//! let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
//! // the most that an event may weigh where every cell begins with 15.8
//! let weight = solve_weight(&guarantee, PseudoCount::new(15.8)?)?;
//! let parameters = DirichletParameters::new(weight.get(), 15.8)?;
//! assert!(delta_upper(guarantee.adjacency, &parameters, guarantee.releases, guarantee.epsilon)? <= 1e-6);
//! let epsilon = epsilon_upper(guarantee.adjacency, &parameters, guarantee.releases, Delta::new(1e-6)?)?;
//! assert!(epsilon > 0.999 && epsilon < 1.001); // the budget is used up
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
