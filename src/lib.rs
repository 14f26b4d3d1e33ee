//! Differentially private Markov chains from logged transitions, on the device itself: no `std`, no allocation.
//!
//! A device counts transitions between states. This crate turns the counts into a random chain whose law hardly depends on any one
//! event of the log; and it draws synthetic transitions whose law hardly depends on any one *person* ([`learner`]). For any two
//! neighbouring logs and every set S of what all planned releases may show,
//!
//! ```text
//! P(releases of log 1 in S) <= e^epsilon P(releases of log 2 in S) + delta
//! ```
//!
//! # The whole way
//!
//! ```
//! use dpmarkov::chain::stationary;
//! use dpmarkov::counts::{Session, TransitionCounts};
//! use dpmarkov::domain::ExpectedRowTotal;
//! use dpmarkov::mechanism::Dirichlet;
//! use dpmarkov::plan::{self, Plan};
//! use dpmarkov::privacy::{Adjacency, Guarantee, delta_upper};
//! use dpmarkov::random::Generator;
//!
//! // 1. What is promised, to whom: epsilon 1, delta 1e-6, one release; a visited state of a session is protected.
//! let guarantee = Guarantee::new(Adjacency::Visit, 1.0, 1e-6, 1)?;
//!
//! // 2. Parameters and the error to expect, from public facts alone: 3 states, about 2,000 events a row.
//! let plan = Plan::new(guarantee, 3, ExpectedRowTotal::new(2000.0)?)?;
//! assert!(plan.uniform.total_variation < 0.05 && plan.one_hot.total_variation < 0.05);
//!
//! // 3. Secret: the counts. 3,000 rounds 0 -> 1 -> 1 -> 2 -> 0 in one session.
//! let mut counts = TransitionCounts::<3>::new();
//! let mut session = Session::new();
//! for _ in 0..3000 {
//!     for state in [0, 1, 1, 2] {
//!         session.visit(&mut counts.as_counts_mut(), state)?;
//!     }
//! }
//!
//! // 4. The mechanism exists only if its parameters meet the guarantee; here is the proof again.
//! let mechanism = Dirichlet::checked(guarantee, plan.parameters)?;
//! let delta = delta_upper(guarantee.adjacency, &plan.parameters, guarantee.releases, guarantee.epsilon)?;
//! assert!(delta <= 1e-6);
//! // twice the weight would be more accurate, and a lie
//! let mut greedy = plan.parameters;
//! greedy.weight = dpmarkov::domain::Weight::new(2.0 * greedy.weight.get())?;
//! assert_eq!(Dirichlet::checked(guarantee, greedy).unwrap_err(), dpmarkov::Error::GuaranteeNotMet);
//!
//! // 5. The release. On a device: `Generator::from_entropy(&mut your_source, number_of_this_release)`.
//! let mut rng = Generator::from_seed_for_tests([7; 32], 1);
//! let mut matrix = [0.0; 9];
//! let chain = mechanism.release_chain(&mut rng, counts.as_counts(), &mut matrix)?;
//! for row in chain.rows() {
//!     assert_eq!(row.iter().sum::<f64>(), 1.0); // exactly: multiples of 2^-32
//!     assert!(row.iter().all(|p| *p > 0.0));
//! }
//! assert!((chain.as_slice()[1] - 1.0).abs() < 0.1); // from 0 to 1: always, in the log
//!
//! // 6. From the released chain everything may be computed: here the long-run shares, near 1/4, 1/2, 1/4.
//! let (mut work, mut shares) = ([0.0; stationary::gth_work_len(3)], [0.0; 3]);
//! stationary::gth(chain, &mut work, &mut shares)?;
//! assert!((shares[1] - 0.5).abs() < 0.1, "{shares:?}");
//! # Ok::<(), dpmarkov::Error>(())
//! ```
//!
//! # Which mechanism
//!
//! The program above is the Dirichlet mechanism's, whose rows are strictly positive as they are drawn. Noise on the counts is several times more accurate on most rows, and is drawn
//! with integers alone; [`plan::compare`] tells from public facts.
//!
//! ```
//! use dpmarkov::domain::{ExpectedRowTotal, Floor};
//! use dpmarkov::mechanism::Geometric;
//! use dpmarkov::plan::{Kind, compare};
//! use dpmarkov::privacy::{Adjacency, Guarantee};
//! use dpmarkov::random::Generator;
//! let guarantee = Guarantee::new(Adjacency::Visit, 1.0, 1e-6, 1)?;
//! let comparison = compare(&guarantee, 3, ExpectedRowTotal::new(2000.0)?)?;
//! assert_eq!(comparison.recommended, Kind::Geometric);
//! let mechanism = Geometric::new(guarantee)?;
//! let mut rng = Generator::from_seed_for_tests([7; 32], 1);
//! let (mut noisy, mut row) = ([0; 3], [0.0; 3]);
//! mechanism.release_row(&mut rng, &[0, 2000, 0], Floor::NONE, &mut noisy, &mut row)?;
//! assert!((row[1] - 1.0).abs() < 0.02, "{row:?}");
//! # Ok::<(), dpmarkov::Error>(())
//! ```
//!
//! # The layers
//!
//! | module | what it does | who reads it |
//! |---|---|---|
//! | [`counts`] | sessions and events to integer counts; overflow is refused | SECRET data lives here |
//! | [`privacy`] | adjacencies, exact (epsilon, delta) accounting, the least noise that meets a guarantee; [`privacy::compose`] for mixed releases, [`privacy::ledger`] for a budget that survives a power cut | for the privacy officer |
//! | [`plan`] | which mechanism ([`plan::compare`]), parameters, expected error and memory before anything is logged | public numbers only |
//! | [`mechanism`] | counts to a released chain, by [`mechanism::Geometric`], [`mechanism::Gaussian`], [`mechanism::Polya`] (integers alone) or [`mechanism::Dirichlet`]: the door between secret and public for chains | |
//! | [`chain`] | stochastic matrices: stationary distribution, ergodicity, recurrent classes | public once released |
//! | [`learner`] | votes of whole people or devices to synthetic transitions, or to an estimate: the second door, which protects all that one person did; [`learner::plan`] says how many people it takes | votes are SECRET; what [`learner::StableMode`] and [`learner::permute_and_flip`] give is public |
//! | [`report`] | a release as the CBOR that leaves a device, written and read; [`report::merge`]: a fleet's reports to counts with standard errors | public: only what was released goes in |
//! | [`utility`] | expected total variation and Kullback-Leibler divergence of a row | of the counts given: private where they are |
//! | [`random`] | ChaCha20, exact integer samplers, Gamma and Dirichlet variates; entropy comes from the caller | |
//! | [`special`] | gamma and beta functions, the same bits on every processor | |
//! | [`domain`], [`error`] | every accepted range, once; every refusal, by name | |
//!
//! Every function checks its arguments, answers what it cannot do with an [`Error`], leaves its outputs untouched then, and cannot panic.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | (none, the default) | everything above, without `std` or allocation |
//! | `os-rng` | `random::entropy::OsEntropy`: entropy from the operating system |
//! | `capi` | the C interface of `include/dpmarkov.h`; `scripts/build-c.sh` builds the libraries |
//! | `panic-handler`, `panic-forbidden` | for those libraries: a panic handler; one that does not link if a panic could be reached |
//! | `cli` | the program `dpmarkov` (needs `std`) |
//!
//! # What is not promised
//!
//! The mechanisms of [`mechanism`] protect events (or visits), not people; the [`learner`] protects whole people, against whoever sees the release and not against the collector of the votes.
//! Timing is outside the proof, and so is the Dirichlet mechanism's floating point; the parameters must be chosen without a look at the log.
//! `SECURITY.md` has the premises in full.
//!
//! # Source
//!
//! \[A\]: "Differentially Private Data-Driven Markov Chain Modeling", arXiv 2602.22443; cited in these pages as [A, Theorem 1].
//!
//! \[B\]: "Actually, All Learnable Distribution Classes Are Privately Learnable", arXiv 2610.28878; cited in [`learner`] as [B, Theorem 5.1].
#![no_std]
#![deny(unsafe_code)]
#![deny(missing_docs)]
#![warn(clippy::all)]
// !(x > 0.0) refuses NaN; its positive twin would let it through.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

#[cfg(test)]
extern crate std;

#[forbid(unsafe_code)]
pub mod chain;
#[forbid(unsafe_code)]
pub mod counts;
#[forbid(unsafe_code)]
pub mod domain;
#[forbid(unsafe_code)]
pub mod error;
#[cfg(feature = "capi")]
#[allow(unsafe_code)]
pub mod ffi;
#[forbid(unsafe_code)]
pub mod learner;
#[forbid(unsafe_code)]
pub mod mechanism;
#[forbid(unsafe_code)]
pub mod plan;
#[forbid(unsafe_code)]
pub mod privacy;
#[forbid(unsafe_code)]
pub mod random;
#[forbid(unsafe_code)]
pub mod report;
#[forbid(unsafe_code)]
pub mod special;
#[forbid(unsafe_code)]
pub mod utility;

pub use error::{Error, Result};
