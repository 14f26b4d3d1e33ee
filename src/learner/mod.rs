//! Whole people protected: private synthetic data and private estimates from votes, one vote a block, a device or a person \[B\].
//!
//! Each block of records gives a law (a [`Learner`]), each law a vote (a coupling: laws that are close vote alike), and the most frequent
//! vote is released if it would still be so after several votes were replaced ([`StableMode`]). A vote may depend on all that one person did
//! in any way at all: the guarantee is of the tally alone, and holds for whole blocks.
//!
//! ```
//! use dpmarkov::domain::{Delta, Epsilon};
//! use dpmarkov::learner::{Law, SharedSeed, StableMode, coupling::race, tally};
//! use dpmarkov::random::Generator;
//! let seed = SharedSeed::new([1; 32]); // public, new for each release
//! let mut votes = [0; 100];
//! for (person, vote) in votes.iter_mut().enumerate() {
//!     let histogram = [900, if person == 7 { 3 } else { 0 }, 0]; // what this person did: secret
//!     let mut symbols = [0; 1];
//!     race::vote(&seed, 0, Law::new(&histogram)?, &mut symbols)?; // on the person's own device
//!     *vote = symbols[0];
//! }
//! let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-9)?)?; // at the collector
//! let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
//! let mut released = [0; 1];
//! mode.release(&mut rng, &votes, 1, &mut [0; tally::work_len(100)], &mut released)?;
//! assert_eq!(released, [0]); // nearly all do 0, and no single person can change that
//! # Ok::<(), dpmarkov::Error>(())
//! ```
//!
//! # Source
//!
//! \[B\]: "Actually, All Learnable Distribution Classes Are Privately Learnable", arXiv 2610.28878; cited in these pages as [B, Theorem 5.1].
pub mod add_constant;
pub mod aggregate;
pub mod agnostic;
pub mod black_box;
pub mod boosted;
pub mod coupling;
pub mod empirical;
mod grouping;
mod law;
pub mod permute_and_flip;
pub mod plan;
mod rate;
mod sample_size;
pub mod sampler;
mod seed;
mod shuffle;
pub mod stable_mode;
pub mod tally;
pub mod transitions;
pub mod truncated_laplace;
pub mod yatracos;

pub use add_constant::AddConstant;
pub use agnostic::Agnostic;
pub use black_box::BlackBox;
pub use boosted::Boosted;
pub use empirical::Empirical;
pub use law::{Law, Learner};
pub use sampler::Sampler;
pub use seed::{SecretSeed, SharedSeed};
pub use stable_mode::StableMode;
pub use tally::Tally;
pub use truncated_laplace::TruncatedLaplace;
pub use yatracos::FiniteClass;
