//! What a crowd of a given size can expect: the whole mechanism, simulated at a public guess.
use super::draws::Draws;
use super::limits;
use crate::domain::InParts;
use crate::domain::{Level, SEQUENCE, VOTES};
use crate::error::{Error, Result};
use crate::learner::{Law, StableMode, tally};
use crate::random::Generator;
use crate::random::neg_log2::neg_log2;

/// Who takes part, and in what: each of `users` has `events` records and votes in `rounds` rounds for `length` symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// k: users, each a block, in [`VOTES`].
    pub users: usize,
    /// b: records of each. At 0 a user's law is the uniform one.
    pub events: u32,
    /// l: symbols of one round's sequence, in [`SEQUENCE`].
    pub length: usize,
    /// Rounds on the same records, each with a shared seed (or round number) of its own, in [`SEQUENCE`].
    pub rounds: usize,
}

/// What was found in so many repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The repetitions.
    pub repetitions: u32,
    /// Rounds that were answered, in all repetitions together.
    pub answers: u64,
    /// Repetitions in which every round was answered.
    pub complete: u32,
    /// Repetitions in which every round was answered by the ghost's own sequence.
    pub exact: u32,
    /// complete / repetitions.
    pub success: f64,
    /// The lower Clopper-Pearson limit of the probability that every round is answered.
    pub success_lower: f64,
    /// 1 - exact / repetitions.
    pub mismatch: f64,
    /// The upper Clopper-Pearson limit of P(Z != Z_*), no answer included, and with it of TV(L(Z), p^(l rounds)).
    pub mismatch_upper: f64,
}

/// Sizes of the scratch of [`expect`]: (words of 32 bits, words of 64 bits).
///
/// ```text
/// 2 n + (users + 1) l rounds + 2 users + l,   n (1 + l rounds)
/// ```
///
/// - **Errors**: [`Error::Unreachable`] where they do not fit the machine's `usize`.
pub const fn expect_work_len(symbols: usize, crowd: &Crowd) -> Result<(usize, usize)> {
    match lengths(symbols, crowd) {
        Some(both) => Ok(both),
        None => Err(Error::Unreachable),
    }
}

const fn lengths(symbols: usize, crowd: &Crowd) -> Option<(usize, usize)> {
    // `?` is not for constant functions.
    macro_rules! some {
        ($x:expr) => {
            match $x {
                Some(x) => x,
                None => return None,
            }
        };
    }
    let coordinates = some!(crowd.length.checked_mul(crowd.rounds));
    let sequences = some!(crowd.users.checked_add(1));
    let sequences = some!(sequences.checked_mul(coordinates));
    let tally = some!(tally::work_len(crowd.users).checked_add(crowd.length));
    let narrow = some!(some!(symbols.checked_mul(2)).checked_add(tally));
    let narrow = some!(narrow.checked_add(sequences));
    let wide = some!(coordinates.checked_add(1));
    Some((narrow, some!(symbols.checked_mul(wide))))
}

/// How often such a crowd gets an answer, and how often that answer is not a draw from the guess itself.
///
/// Each repetition draws the records of every user from the guess, independently, lets every user vote by the shared race with the empirical
/// law (`coupling::race`), and makes the release by [`StableMode::release`], noise included; every round has fresh race variates, and the
/// records stay. The ghost Z_* is the vote of the guess itself in the same race: exactly p^l, so that P(Z != Z_*), with "no answer" counted,
/// bounds TV(L(Z), p^(l rounds)).
///
/// - **Domain**: a guess from public knowledge. **Never from the data: a plan that was made from them is a release that no guarantee covers.**
/// - **Guarantee**: each limit holds with the probability `level` over the simulation's own randomness (Clopper & Pearson 1934), for users whose
///   records are independent draws from the guess. The true law is another one, and the limits are then not for it.
/// - **Walks**: the transitions of one person are a Markov chain, not independent draws. Within a row they are as good as independent; what
///   suffers is how evenly the rows are visited. A chain that stays long in one part of its states gives that part to one user and another to
///   the next, who then agree less: plan with fewer events than the walks have, fewer by the chain's mixing time. In
///   `tests/learner_end_to_end.rs`, whose chain mixes within a few steps, walks of 500 transitions do about as well as 500 independent ones
///   (docs/learner.md has the figures); the test holds them to a plan for 250.
/// - **Errors**: [`Error::Votes`], [`Error::Sequence`] (length or rounds), [`Error::TooFewVotes`] where the mode answers nobody,
///   [`Error::Iterations`] for no repetitions, [`Error::WorkLength`], [`Error::StreamExhausted`], [`Error::Trials`].
/// - **Cost**: repetitions users (min(events, 8 n + events log2(n)/32) + n l rounds) steps of a few nanoseconds: 14 ms a repetition for 2,000 users, 500
///   events, 289 symbols and l = 3. The scratch holds nothing that is secret.
#[allow(clippy::too_many_arguments)]
pub fn expect(
    rng: &mut Generator,
    guess: Law<'_>,
    crowd: &Crowd,
    mode: &StableMode,
    repetitions: u32,
    level: Level,
    narrow: &mut [u32],
    wide: &mut [u64],
) -> Result<Expected> {
    check(crowd, mode, repetitions)?;
    let n = guess.symbols();
    let (needs_narrow, needs_wide) = expect_work_len(n, crowd)?;
    let short = Error::WorkLength;
    let narrow = narrow.get_mut(..needs_narrow).ok_or(short)?;
    let wide = wide.get_mut(..needs_wide).ok_or(short)?;
    rng.ready()?;
    // No overflow: both were computed with checks above.
    let coordinates = crowd.length.saturating_mul(crowd.rounds);
    let (aliases, rest) = narrow.split_at_mut_checked(n).ok_or(short)?;
    let (histogram, rest) = rest.split_at_mut_checked(n).ok_or(short)?;
    let (ghost, rest) = rest.split_at_mut_checked(coordinates).ok_or(short)?;
    let (answer, rest) = rest.split_at_mut_checked(crowd.length).ok_or(short)?;
    let tally_len = tally::work_len(crowd.users);
    let (tally, votes) = rest.split_at_mut_checked(tally_len).ok_or(short)?;
    let (thresholds, keys) = wide.split_at_mut_checked(n).ok_or(short)?;
    let table = Draws::new(guess, crowd.events, aliases, thresholds, histogram)?;
    let mut found = Counted::default();
    for _ in 0..repetitions {
        for key in keys.iter_mut() {
            *key = neg_log2(rng.next_u64());
        }
        race(keys, guess.weights(), ghost.iter_mut());
        for user in 0..crowd.users {
            table.histogram(rng, histogram)?;
            // Round by round: the votes of one round stand together.
            let one_round = crowd.users.saturating_mul(crowd.length).max(1);
            let own = votes
                .parts_mut(one_round)
                .filter_map(|round| round.parts_mut(crowd.length).nth(user));
            race(keys, histogram, own.flatten());
        }
        let one_round = crowd.users.saturating_mul(crowd.length).max(1);
        // Not `zip`: the compiler keeps its division by the length of a round, and the panic with it.
        let mut rounds = votes.parts(one_round);
        let (mut answered, mut exact) = (0usize, 0usize);
        for ghost in ghost.parts(crowd.length) {
            let votes = rounds.next().unwrap_or_default();
            match mode.release(rng, votes, crowd.length, tally, answer) {
                Ok(_) => {
                    answered = answered.saturating_add(1);
                    exact = exact.saturating_add(usize::from(answer == ghost));
                }
                Err(Error::NotStable) => {}
                Err(error) => return Err(error),
            }
        }
        found.answers = found.answers.saturating_add(answered as u64);
        // At most the number of repetitions.
        found.complete = found
            .complete
            .saturating_add((answered == crowd.rounds).into());
        found.exact = found.exact.saturating_add((exact == crowd.rounds).into());
    }
    Ok(found.limits(repetitions, level))
}

fn check(crowd: &Crowd, mode: &StableMode, repetitions: u32) -> Result<()> {
    if !VOTES.contains(&crowd.users) {
        return Err(Error::Votes);
    }
    if !(SEQUENCE.contains(&crowd.length) && SEQUENCE.contains(&crowd.rounds)) {
        return Err(Error::Sequence);
    }
    if repetitions == 0 {
        return Err(Error::Iterations);
    }
    if crowd.users < mode.votes_needed() as usize {
        return Err(Error::TooFewVotes);
    }
    Ok(())
}

#[derive(Default)]
struct Counted {
    answers: u64,
    complete: u32,
    exact: u32,
}
impl Counted {
    fn limits(&self, repetitions: u32, level: Level) -> Expected {
        let share = |x: u32| f64::from(x) / f64::from(repetitions);
        Expected {
            repetitions,
            answers: self.answers,
            complete: self.complete,
            exact: self.exact,
            success: share(self.complete),
            success_lower: limits::lower(self.complete, repetitions, level),
            mismatch: 1.0 - share(self.exact),
            mismatch_upper: 1.0 - limits::lower(self.exact, repetitions, level),
        }
    }
}

/// The shared race for every coordinate: argmin of key/weight, ties to the smaller symbol, as `coupling::race` has it.
fn race<'o>(keys: &[u64], weights: &[u32], sequence: impl Iterator<Item = &'o mut u32>) {
    for (symbol, keys) in sequence.zip(keys.parts(weights.len())) {
        // Nobody leads yet: a weight of 0 loses against every other.
        let (mut leader, mut led, mut time) = (0, 0, 1);
        for ((y, weight), key) in (0u32..).zip(weights).zip(keys) {
            // key/weight < time/led, each product below 2^64 2^32.
            if u128::from(*key) * u128::from(led) < u128::from(time) * u128::from(*weight) {
                (leader, led, time) = (y, *weight, *key);
            }
        }
        *symbol = leader;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learner::SharedSeed;
    use crate::learner::coupling::race;

    /// With the keys that a shared seed gives, every vote is the device's.
    #[test]
    fn votes_are_those_of_the_shared_race() {
        let (n, length, round) = (23, 4, 9);
        for byte in 0..40 {
            let seed = [byte; 32];
            let mut keys = std::vec::Vec::new();
            for coordinate in 0..length as u64 {
                let mut words =
                    Generator::from_parts(&seed, round, coordinate << 32).expect("words");
                keys.extend((0..n).map(|_| neg_log2(words.next_u64())));
            }
            let weights: std::vec::Vec<u32> = (0..n as u32)
                .map(|y| (y * 7 + u32::from(byte)) % 11 * (y % 3))
                .collect();
            let law = Law::new(&weights).expect("a law");
            let (mut device, mut here) = ([0; 4], [0; 4]);
            race::vote(&SharedSeed::new(seed), round, law, &mut device).expect("a vote");
            race(&keys, &weights, here.iter_mut());
            assert_eq!(device, here);
        }
    }
}
