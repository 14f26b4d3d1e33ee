//! What to expect of a release, from public numbers: how often there is an answer, and how far its law is from the guess.
use super::{Alphabet, Promise, enough_users, guarantee::no_noise, lengths};
use crate::args::{Guess, LearnPlanArgs};
use crate::failure::{Failure, printable, shown};
use crate::inspect;
use crate::log_reader::zeros;
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::plan::{self, Expected, Sizes};
use dpmarkov::learner::{Empirical, Law, StableMode};
use dpmarkov::random::Generator;
use dpmarkov::random::entropy::OsEntropy;

/// One number of rounds.
pub struct Candidate {
    pub rounds: u32,
    /// The transitions of the longest round.
    pub length: usize,
    pub mode: StableMode,
    /// Of the whole release: all rounds.
    pub expected: Expected,
}
