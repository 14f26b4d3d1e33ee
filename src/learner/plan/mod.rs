//! How many records, users and runs: sizes by the paper's theorems, sizes by sharper constants of this library, and what to expect of the
//! users that one has.
//!
//! Three views of one question, each with its own kind of answer:
//!
//! | view | functions | what it is |
//! |---|---|---|
//! | the paper's sizes | [`sampler`], [`black_box`], [`boosted`], [`agnostic`] | a theorem, with the paper's constants (7/8, 15/16, 64 l, 128) |
//! | direct sizes | [`direct`], [`direct_empirical`], [`direct_guess`], [`proved_tv`] | a theorem, with this library's constants |
//! | expectation | [`expect`], [`best_split`] | a simulation of the whole mechanism at a public guess, with confidence limits |
//!
//! **Privacy never rests on any of this.** A release is (epsilon, delta)-differentially private at every size: sizes that are not met
//! cost an answer ("no stable answer") or its accuracy, never the guarantee.
//!
//! **The quantifiers of the theorems.** They hold for every law of the learner's class, at every target error alpha and failure probability
//! beta in (0, 1), *provided the base learner reaches arbitrarily small errors*: the blocks must be learnt to beta/(64 l), far below the
//! error that is asked for in the end. A class that can be learnt to one fixed error only may have no private learner of that error (Bun,
//! Kamath, Mouzakis & Singhal 2024).
//!
//! Records are independent draws in all three views. Transitions of one person's walk are not: see [`expect`].
//!
//! **The couplings** are taken as they are proved in exact arithmetic, which Couple_I and Couple_II keep. The default, the race, is within
//! e = l s 2^-57.3 of that for each vote and for the ghost, l symbols and s of positive weight (2^-48 for l = 3 and s = 289): a bound on
//! TV(L(Z), p^l) is then to be read with the mean disagreement mu + 2 e in the place of mu, and e added.
//!
//! ```
//! use dpmarkov::domain::{Delta, Epsilon};
//! use dpmarkov::learner::{Empirical, plan};
//! // three symbols within total variation 0.1 of the common law, over an alphabet of 4
//! let sizes = plan::sampler(&Empirical::new(4)?, 3, 0.1, Epsilon::new(1.0)?, Delta::new(1e-9)?)?;
//! assert_eq!(sizes.records, sizes.runs * sizes.blocks * sizes.block);
//! assert!(sizes.blocks > 400 && sizes.block > 1_000_000); // what holds for every law at once is large
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod alias;
mod direct;
mod draws;
mod expect;
mod limits;
mod multinomial;
mod round;
mod sizes;
mod split;

pub use direct::{
    direct, direct_block, direct_empirical, direct_guess, direct_runs, empirical_mean_tv,
    guess_mean_tv, mean_disagreement, proved_tv,
};
pub use expect::{Crowd, Expected, expect, expect_work_len};
pub use sizes::{BOOSTED_FAILURE, Sizes, agnostic, black_box, boosted, sampler};
pub use split::{Split, best_split, per_round};
