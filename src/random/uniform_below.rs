//! A uniform integer below a bound, exactly.
use super::words::Words;
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Words after which [`uniform_below`] gives up: each is rejected with probability below 1/2.
pub const TRIALS: u32 = 128;

/// One integer from 0 to `bound` - 1, each with probability exactly 1/bound.
///
/// - **Domain**: every bound from 1 on.
/// - **Method**: of the 2^64 words x, floor(x bound / 2^64) takes each value floor(2^64 / bound) or one more times; the words beyond the
///   common number are those whose x bound mod 2^64 is below 2^64 mod bound, and they are rejected (Lemire 2019, DOI 10.1145/3230636).
///   The remainder is computed only where x bound mod 2^64 is below `bound`: once in 2^64 / bound words, so a processor without a divider
///   loses nothing at the bounds that occur.
/// - **Errors**: [`Error::StreamExhausted`]; [`Error::Trials`] after [`TRIALS`] rejections, with probability at most 2^-128.
/// - **Cost**: one word and one multiplication, below 2 words on average at the worst bound, at most [`TRIALS`] words.
///
/// ```
/// use core::num::NonZeroU64;
/// use dpmarkov::random::{Generator, uniform_below::uniform_below};
/// let mut g = Generator::from_seed_for_tests([0; 32], 0);
/// // The first word is 0x903df1a0ade0b876: 0.5634 of 2^64.
/// assert_eq!(uniform_below(&mut g, NonZeroU64::new(1000).ok_or(dpmarkov::Error::Domain)?)?, 563);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn uniform_below(rng: &mut impl Words, bound: NonZeroU64) -> Result<u64> {
    rng.ready()?;
    draw(rng, bound)
}

/// The same, for a generator known to be ready.
#[inline]
pub(crate) fn draw(rng: &mut impl Words, bound: NonZeroU64) -> Result<u64> {
    let (high, low) = product(rng.next_word(), bound.get());
    if low >= bound.get() {
        return Ok(high);
    }
    near_an_edge(rng, bound, high, low)
}

/// Where the word may be one too many for its value.
#[cold]
fn near_an_edge(rng: &mut impl Words, bound: NonZeroU64, high: u64, low: u64) -> Result<u64> {
    // 2^64 mod bound, as (2^64 - bound) mod bound.
    let surplus = bound.get().wrapping_neg() % bound;
    if low >= surplus {
        return Ok(high);
    }
    for _ in 1..TRIALS {
        let (high, low) = product(rng.next_word(), bound.get());
        if low >= surplus {
            return Ok(high);
        }
    }
    Err(Error::Trials)
}

/// The high and the low 64 bits of x y.
#[inline]
pub(super) fn product(x: u64, y: u64) -> (u64, u64) {
    // No overflow: (2^64 - 1)^2 < 2^128. Both casts keep the half that they name.
    let xy = u128::from(x) * u128::from(y);
    ((xy >> 64) as u64, xy as u64)
}
