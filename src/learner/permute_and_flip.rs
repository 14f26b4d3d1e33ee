//! Permute and flip: the most frequent symbol of a small public alphabet, with a pure guarantee.
use super::rate;
use crate::domain::{ALPHABET, Epsilon};
use crate::error::{Error, Result};
use crate::random::bernoulli::bernoulli_exp;
use crate::random::{Generator, uniform_below};
use crate::special::float::ln;
use core::num::NonZeroU64;

/// The scratch that [`release`] needs for n symbols: n words.
pub const fn work_len(n: usize) -> usize {
    n
}

/// One symbol, the most frequent one or nearly so, with epsilon-differential privacy: delta = 0, and there is always an answer.
///
/// ```text
/// the symbols in random order, one after the other: take symbol y with probability e^(-r (c_max - c_y)),  r <= epsilon/2;  stop at the first
/// ```
///
/// - **Domain**: `counts` are the votes for each of the n symbols, n in [`ALPHABET`]. The alphabet is public and does not depend on the data.
///   The random order is over all of it, so this is for small alphabets; on sequences or large alphabets: [`super::StableMode`].
/// - **Guarantee**: for all neighbouring count vectors and every symbol y, P(y) <= e^epsilon P'(y). Neighbours: one vote is replaced, so one
///   count falls by 1 and one rises by 1, or none changes. Proof: the law is that of argmax c_y + E_y, E_y independent exponential variates
///   of rate r (Ding, Kifer, Sayed, Steinke, Wang, Wang, Xiao & Zhang 2021, arXiv 2105.07260). Given the others' noise, y wins where E_y exceeds
///   a threshold; a neighbour moves the threshold up by 2 at most, which divides the probability by e^(2r) <= e^epsilon at most.
/// - **Utility**: [`gap_for`]. Never worse than the exponential mechanism of the same epsilon, and its expected shortfall is up to half as
///   large (McKenna & Sheldon 2020, arXiv 2010.12603).
/// - **Integers**: r is an exact fraction with a power of two below, 2^-29 of epsilon/2 below it at most (2^-30 where epsilon is below 2); order
///   and coins are exact. No floating-point operation sees a count.
/// - **Special values**: a symbol with the largest count is taken when its turn comes, so there is an end.
/// - **Errors**: [`Error::Alphabet`]; [`Error::WorkLength`] below [`work_len`]; [`Error::Unreachable`] where epsilon is below 2^-29;
///   [`Error::StreamExhausted`]; [`Error::Trials`] with probability below 2^-100.
/// - **Cost**: O(n), at most n + 1 coins and as many uniform integers.
///
/// ```
/// use dpmarkov::domain::Epsilon;
/// use dpmarkov::learner::permute_and_flip;
/// use dpmarkov::random::Generator;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let most = permute_and_flip::release(&mut rng, Epsilon::new(1.0)?, &[3, 160, 4], &mut [0; 3])?;
/// assert_eq!(most, 1);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn release(
    rng: &mut Generator,
    epsilon: Epsilon,
    counts: &[u32],
    work: &mut [u32],
) -> Result<u32> {
    if !ALPHABET.contains(&counts.len()) {
        return Err(Error::Alphabet);
    }
    let order = work
        .get_mut(..work_len(counts.len()))
        .ok_or(Error::WorkLength)?;
    let rate = rate::at_most(epsilon.get() / 2.0)?;
    rng.ready()?;
    let numerator = u64::from(rate.numerator());
    let denominator = NonZeroU64::new(u64::from(rate.denominator())).unwrap_or(NonZeroU64::MIN);
    let largest = counts.iter().max().copied().unwrap_or(0);
    for (symbol, place) in (0..).zip(order.iter_mut()) {
        *place = symbol;
    }
    // What is left of the order is drawn as far as it is asked for (Fisher & Yates).
    let mut rest = order;
    while let Some(left) = NonZeroU64::new(rest.len() as u64) {
        // Below the length of `rest`.
        let drawn = uniform_below::draw(rng, left)? as usize;
        let Some((last, others)) = rest.split_last_mut() else {
            break;
        };
        if let Some(other) = others.get_mut(drawn) {
            core::mem::swap(last, other);
        }
        let symbol = *last;
        let count = counts.get(symbol as usize).copied().unwrap_or(0);
        // Below 2^62.
        let short = u64::from(largest.saturating_sub(count));
        if bernoulli_exp(rng, numerator * short, denominator)? {
            return Ok(symbol);
        }
        rest = others;
    }
    Err(Error::Trials)
}

/// A gap, in votes, with which [`release`] gives the most frequent symbol with probability 1 - beta at least.
///
/// ```text
/// ln((n - 1)/(2 beta)) / r,  0 where that is negative
/// ```
///
/// - **Guarantee**: rounded up. Proof: if all others are g or more behind, each of those before the mode in the order is taken with
///   probability e^(-r g) at most, and (n-1)/2 are before it on average.
/// - **Compared**: the exponential mechanism needs ln((n - 1)/beta) / r, give or take beta.
/// - **Special values**: infinite where [`release`] refuses n or epsilon, and unless beta > 0.
///
/// ```
/// use dpmarkov::domain::Epsilon;
/// use dpmarkov::learner::permute_and_flip::gap_for;
/// let gap = gap_for(17, Epsilon::new(1.0)?, 0.01);
/// assert!((gap / (2.0 * 800f64.ln()) - 1.0).abs() < 1e-11);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn gap_for(n: usize, epsilon: Epsilon, beta: f64) -> f64 {
    let (true, true, Ok(rate)) = (
        ALPHABET.contains(&n),
        beta > 0.0,
        rate::at_most(epsilon.get() / 2.0),
    ) else {
        return f64::INFINITY;
    };
    let others = n.saturating_sub(1) as f64;
    let odds = others / (2.0 * beta);
    // The quotient of a subnormal beta is out of range, and its logarithm is not; both terms have one sign then, or one of them is small.
    let ln_odds = if odds < f64::INFINITY {
        ln(odds)
    } else {
        ln(others / 2.0) - ln(beta)
    };
    let gap = ln_odds / rate.get();
    // Rounded down, the quotient may have lost 2^-53 and its logarithm as much, and both functions 2^-52 each.
    (gap * (1.0 + 1e-14) + 1e-15 / rate.get()).max(0.0)
}
