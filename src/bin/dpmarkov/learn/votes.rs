//! Each user's vote: a function of what that user did, of the shared seed and of the round, and of nothing else.
use super::Alphabet;
use crate::failure::Failure;
use crate::log_reader::by_user::{UserCounts, UserLog};
use crate::log_reader::zeros;
use dpmarkov::learner::coupling::race;
use dpmarkov::learner::{Law, SharedSeed};

/// The votes of all users, one after the other. SECRET: what may be published is the tally's answer.
pub fn all(
    log: &UserLog,
    alphabet: Alphabet,
    seed: &SharedSeed,
    round: u64,
    length: usize,
) -> Result<Vec<u32>, Failure> {
    let symbols = alphabet.symbols();
    let mut votes = zeros::<u32>(log.users.len().saturating_mul(length))?;
    let mut histogram = zeros::<u32>(symbols)?;
    for (number, (counts, vote)) in log.users.iter().zip(votes.chunks_mut(length)).enumerate() {
        one(counts, number, alphabet, seed, round, &mut histogram, vote)?;
    }
    Ok(votes)
}

/// One user's vote; `histogram` is all zeros before and after.
fn one(
    counts: &UserCounts,
    number: usize,
    alphabet: Alphabet,
    seed: &SharedSeed,
    round: u64,
    histogram: &mut [u32],
    vote: &mut [u32],
) -> Result<(), Failure> {
    let symbols = || {
        let counted = counts.iter();
        counted.filter_map(|((from, to), count)| Some((alphabet.symbol(*from, *to)?, *count)))
    };
    let mut any = false;
    for (symbol, count) in symbols() {
        if let Some(cell) = histogram.get_mut(symbol) {
            (*cell, any) = (count, true);
        }
    }
    if any {
        race::vote(seed, round, Law::new(histogram)?, vote)?;
    } else {
        // Nothing to vote by: a vote that agrees with nobody's. A law made up for such users would have them all agree with each other.
        vote.fill((alphabet.symbols() + number) as u32);
    }
    for (symbol, _) in symbols() {
        if let Some(cell) = histogram.get_mut(symbol) {
            *cell = 0;
        }
    }
    Ok(())
}
