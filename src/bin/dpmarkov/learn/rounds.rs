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

/// The most frequent vote and its noisy distance from not being it, where it is stable.
pub fn tally(
    mode: &StableMode,
    rng: &mut Generator,
    votes: &[u32],
    length: usize,
) -> Result<Option<(Vec<u32>, u32)>, Failure> {
    let users = votes.len().checked_div(length).unwrap_or(0);
    let mut work = zeros::<u32>(tally::work_len(users))?;
    let mut sequence = zeros::<u32>(length)?;
    match mode.release(rng, votes, length, &mut work, &mut sequence) {
        Ok(distance) => Ok(Some((sequence, distance))),
        Err(Error::NotStable) => Ok(None),
        Err(other) => Err(other.into()),
    }
}
