//! Each user's vote: a function of what that user did, of the shared seed and of the round, and of nothing else.
use super::Alphabet;
use crate::failure::Failure;
use crate::log_reader::by_user::{UserCounts, UserLog};
use dpmarkov::learner::SharedSeed;
use dpmarkov::learner::coupling::race;

/// The votes of all users, one after the other, into `votes`. SECRET: what may be published is the tally's answer.
pub fn all(
    log: &UserLog,
    alphabet: Alphabet,
    seed: &SharedSeed,
    round: u64,
    length: usize,
    votes: &mut [u32],
) -> Result<(), Failure> {
    votes.fill(0);
    let mut symbols = Vec::new();
    for (number, (counts, vote)) in log.users.iter().zip(votes.chunks_mut(length)).enumerate() {
        one(counts, number, alphabet, (seed, round), &mut symbols, vote)?;
    }
    Ok(())
}

/// One user's vote; `symbols` is scratch.
fn one(
    counts: &UserCounts,
    number: usize,
    alphabet: Alphabet,
    (seed, round): (&SharedSeed, u64),
    symbols: &mut Vec<(u32, u32)>,
    vote: &mut [u32],
) -> Result<(), Failure> {
    symbols.clear();
    symbols.extend(counts.iter().filter_map(|((from, to), count)| {
        let symbol = u32::try_from(alphabet.symbol(*from, *to)?).ok()?;
        Some((symbol, *count))
    }));
    if symbols.is_empty() {
        // Nothing to vote by: a vote that agrees with nobody's. A law made up for such users would have them all agree with each other.
        vote.fill((alphabet.symbols() + number) as u32);
        return Ok(());
    }
    symbols.sort_unstable();
    let (symbols, weights): (Vec<u32>, Vec<u32>) = symbols.iter().copied().unzip();
    race::vote_sparse(seed, round, &symbols, &weights, vote)?;
    Ok(())
}
