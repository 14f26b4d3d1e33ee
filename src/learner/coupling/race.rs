//! The shared exponential race: the default coupling.
//!
//! Z_P = argmin_y E_y/p_y with independent exponential variates E_1, E_2, .. that all devices share. (In the logarithm this is the
//! Gumbel-max trick with shared noise.)
//!
//! # Why it is a grand coupling scheme in the sense of [B, Definition 3.1]
//!
//! **(G1)** E_y/p_y is exponential with rate p_y. The least of independent exponential variates is the y-th with probability p_y/sum p.
//!
//! **(G2)** Both votes are i if and only if E_j >= E_i max(p_j/p_i, q_j/q_i) for every j. Given E_i = e the others do so with probability
//! exp(-e (sum_j max(..) - 1)), and integrated over e
//!
//! ```text
//! P(Z_P = Z_Q = i) = 1 / sum_j max(p_j/p_i, q_j/q_i)
//! ```
//!
//! With m = min(p_i, q_i) and M = max(p_i, q_i), p_i q_i = m M and max(p_j q_i, q_j p_i) <= M max(p_j, q_j), so that the sum is at most
//! sum_j max(p_j, q_j)/m = (1 + TV)/m. Summed over i, P(Z_P = Z_Q) >= sum_i min(p_i, q_i)/(1 + TV) = (1 - TV)/(1 + TV). Couple_I is proved
//! to reach the same number [B, Theorem A.2]; (.5, .3, .2) and (.2, .3, .5) agree with probability 0.6308 in the race, the bound is 0.5385.
//!
//! **(G3)** Votes are functions of the laws and the variates; with laws in whole weights there are countably many.
//!
//! # What integers change
//!
//! E_y is [`neg_log2`] of a word: exact but for less than 1.08 units of 2^-57 in the value. Everything after it is exact: fractions
//! E_y/weight_y are compared by products.
//!
//! **Marginals**: for a law with s symbols of positive weight the vote's law is within s 0.77 2^-57 < s 2^-57.3 of it in total variation.
//! Replace the integer variates by ideal ones, one symbol after the other. With all others fixed, y wins if and only if E_y is below (or
//! not above) a threshold, and if its winning does not change then the winner does not. So one replacement changes the winner with at most
//! the probability that variate and ideal variate fall on different sides of one threshold: below 0.77 2^-57 by [`neg_log2`]. At s = 289
//! this is 2^-49, at the largest alphabet 2^-33; s = 1 is exact. An exact race would need words without end to save what no test of
//! fewer than 2^66 votes can see.
//!
//! **Agreement**: two votes change with at most twice that. **Independence** of coordinates and rounds is that of the keystream's words.
//!
//! **Privacy** is not concerned: see [`coupling`](super).
use crate::domain::{ALPHABET, SEQUENCE};
use crate::error::{Error, Result};
use crate::learner::{Law, SharedSeed};
use crate::random::Generator;
use crate::random::neg_log2::neg_log2;

/// Words of the keystream that belong to one coordinate; more than there are symbols.
const COORDINATE: u64 = 1 << 32;
/// Symbols without weight in a row from which on it is cheaper to address the keystream anew than to read on.
const JUMP: u64 = 64;

/// One block's vote: Z_j = argmin_y E_{j,y}/weight_y for every coordinate j; the smallest symbol among equals.
///
/// E_{j,y} is [`neg_log2`] of word number j 2^32 + y of the ChaCha20 keystream whose key is the seed and whose stream number is `round`
/// (64-bit words, as [`Generator`] reads them).
///
/// - **Domain**: any law, seed and round; 1 to 2^16 symbols ([`SEQUENCE`]).
/// - **Guarantee**: for every seed and round the vote is a function of them and of the law alone; of the law only weight/total counts. Over
///   a uniform seed it has the l-th power of the law within l s 2^-57.3 in total variation, and two votes differ in a coordinate with
///   probability at most 2 TV/(1 + TV) + s 2^-56.3.
/// - **Special values**: a symbol without weight is never drawn; one that has all the weight always is. Equal laws vote the same always.
/// - **Method**: a logarithm only where E >= (1 - u) 2^57 leaves the comparison with the leader open. E/weight are compared as products
///   below 2^96.
/// - **Errors**: [`Error::Sequence`], with `sequence` untouched.
/// - **Cost**: each coordinate reads n weights, and the words of the symbols with weight, in order (words between are read over, or jumped
///   over where 64 or more in a row have no weight); one or two multiplications each; about 1.45 ln(total/first weight) + 1
///   logarithms on average. No memory but a generator of 320 bytes, or two for a moment.
/// - **The same elsewhere**: `scripts/learner_vote.py` is this function in plain Python.
///
/// ```
/// use dpmarkov::learner::{Law, SharedSeed, coupling::race};
/// let seed = SharedSeed::new([7; 32]);
/// let vote = |weights: &[u32]| -> dpmarkov::Result<[u32; 6]> {
///     let mut sequence = [0; 6];
///     race::vote(&seed, 1, Law::new(weights)?, &mut sequence)?;
///     Ok(sequence)
/// };
/// // Two devices that never spoke with each other, and saw nearly the same.
/// assert_eq!(vote(&[60, 30, 10])?, [0, 1, 0, 1, 0, 0]);
/// assert_eq!(vote(&[59, 31, 10])?, [0, 1, 0, 1, 0, 0]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn vote(seed: &SharedSeed, round: u64, law: Law, sequence: &mut [u32]) -> Result<()> {
    let weights = (0u32..).zip(law.weights().iter().copied());
    vote_pairs(seed, round, weights, sequence)
}

/// [`vote`] by a law of which the symbols that occur are listed: the same sequence, without the n weights of the alphabet.
///
/// - **Domain**: `symbols` strictly rising, below 2^24, with as many `weights` as symbols, at least one of them positive.
/// - **Guarantee**: that of [`vote`]; its result is the same as [`vote`]'s for the dense law, whatever n is.
/// - **Errors**: [`Error::Length`]; [`Error::Symbol`] where the symbols do not rise or one is out of range; [`Error::Laws`] where all weights
///   are 0; [`Error::Sequence`]. `sequence` is untouched then.
/// - **Cost**: that of [`vote`] for as many symbols as are listed, and a jump in the keystream (some 1,200 instructions) where 64 or more
///   symbols in a row are not: a log of 500 transitions between 4,096 states is 500 jumps and not 2^24 weights.
///
/// ```
/// use dpmarkov::learner::{Law, SharedSeed, coupling::race};
/// let seed = SharedSeed::new([7; 32]);
/// let (mut sparse, mut dense) = ([0; 6], [0; 6]);
/// race::vote_sparse(&seed, 1, &[1, 3], &[60, 40], &mut sparse)?;
/// race::vote(&seed, 1, Law::new(&[0, 60, 0, 40])?, &mut dense)?;
/// assert_eq!(sparse, dense);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn vote_sparse(
    seed: &SharedSeed,
    round: u64,
    symbols: &[u32],
    weights: &[u32],
    sequence: &mut [u32],
) -> Result<()> {
    if symbols.len() != weights.len() {
        return Err(Error::Length);
    }
    let rising = symbols.iter().zip(symbols.iter().skip(1));
    let last = symbols.last().copied().ok_or(Error::Laws)?;
    if last as usize >= *ALPHABET.end() || rising.into_iter().any(|(a, b)| a >= b) {
        return Err(Error::Symbol);
    }
    if weights.iter().all(|w| *w == 0) {
        return Err(Error::Laws);
    }
    let pairs = symbols.iter().copied().zip(weights.iter().copied());
    vote_pairs(seed, round, pairs, sequence)
}

/// The vote by pairs (symbol, weight) in rising order, one weight positive.
fn vote_pairs(
    seed: &SharedSeed,
    round: u64,
    pairs: impl Iterator<Item = (u32, u32)> + Clone,
    sequence: &mut [u32],
) -> Result<()> {
    if !SEQUENCE.contains(&sequence.len()) {
        return Err(Error::Sequence);
    }
    for (symbol, coordinate) in sequence.iter_mut().zip(0u64..) {
        *symbol = winner(seed, round, pairs.clone(), coordinate * COORDINATE)?;
    }
    Ok(())
}

/// The symbol with the least E_y/weight_y, with the words from `start` on.
fn winner(
    seed: &SharedSeed,
    round: u64,
    pairs: impl Iterator<Item = (u32, u32)>,
    start: u64,
) -> Result<u32> {
    let mut words = Generator::from_parts(seed.bytes(), round, start)?;
    // The leader, its weight and its time; none yet has lost against a weight of 0.
    let (mut leader, mut led, mut time) = (0, 0, 1);
    for (symbol, weight) in pairs {
        if weight == 0 {
            continue;
        }
        // No overflow: a start is below 2^48.
        let position = start + u64::from(symbol);
        // The position is never behind: it goes up with the symbols.
        if position.wrapping_sub(words.position()) >= JUMP {
            words = Generator::from_parts(seed.bytes(), round, position)?;
        }
        while words.position() < position {
            words.next_u64();
        }
        let word = words.next_u64();
        // E/weight < time/led without a division; each product is below 2^64 2^32.
        let ahead =
            |e: u64| u128::from(e) * u128::from(led) < u128::from(time) * u128::from(weight);
        // -log2 u >= 1 - u, and E is rounded up: in units of 2^-57 it is at least (2^64 - 1 - word)/2^7.
        if led != 0 && !ahead(!word >> 7) {
            continue;
        }
        let e = neg_log2(word);
        if led == 0 || ahead(e) {
            (leader, led, time) = (symbol, weight, e);
        }
    }
    Ok(leader)
}
