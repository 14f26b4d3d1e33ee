//! One round: its length, and the tally of its votes.
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::Error;
use dpmarkov::learner::{StableMode, tally};
use dpmarkov::random::Generator;

/// How many transitions one of `rounds` rounds draws.
pub fn length(synthetic: u32, rounds: u32) -> Result<u32, Failure> {
    match (synthetic.checked_div(rounds), synthetic.checked_rem(rounds)) {
        (Some(length), Some(0)) if length > 0 => Ok(length),
        _ => Err(Failure::Usage(format!(
            "--rounds {rounds} does not divide --synthetic {synthetic}: every round draws equally many transitions, expected a divisor"
        ))),
    }
}

/// The memory of a round. It takes as much as public numbers say, and is there before anything is charged.
pub struct Room {
    pub votes: Vec<u32>,
    work: Vec<u32>,
    sequence: Vec<u32>,
}

impl Room {
    /// For so many users with votes of `length` transitions.
    pub fn new(users: usize, length: usize) -> Result<Self, Failure> {
        Ok(Room {
            votes: zeros(users.saturating_mul(length))?,
            work: zeros(tally::work_len(users))?,
            sequence: zeros(length)?,
        })
    }

    /// The most frequent vote and its noisy distance from not being it, where it is stable.
    pub fn tally(
        &mut self,
        mode: &StableMode,
        rng: &mut Generator,
    ) -> Result<Option<(&[u32], u32)>, Failure> {
        let length = self.sequence.len();
        match mode.release(rng, &self.votes, length, &mut self.work, &mut self.sequence) {
            Ok(distance) => Ok(Some((&self.sequence, distance))),
            Err(Error::NotStable) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }
}
