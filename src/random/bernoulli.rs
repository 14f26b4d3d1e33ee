//! Coins with the probabilities p/q and e^(-p/q), exactly.
use super::uniform_below::product;
use super::words::Words;
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Words after which a comparison with a fraction gives up: each leaves it open with probability 2^-64.
pub const COMPARISONS: u32 = 2;
/// Terms after which [`bernoulli_exp`] gives up: term k is reached with probability at most 1/(k-1)!, and 35! > 2^132.
pub const TERMS: u32 = 35;
/// Factors e^-1 after which [`bernoulli_exp`] gives up: e^-89 < 2^-128.
pub const UNITS: u32 = 89;
/// The first 128 binary digits of e^-1, as two words.
const E_INVERSE: [u64; 2] = [0x5E2D_58D8_B3BC_DF1A, 0xBADE_C782_9054_F90D];
/// Largest denominator with which every one of the [`TERMS`] fits a `u64`: 35 2^58 < 2^64.
const NARROW: u128 = 1 << 58;

/// True with probability exactly p/q.
///
/// - **Domain**: 0 <= p <= q.
/// - **Method**: a uniform number on (0, 1) is less than p/q. Its first 64 binary digits, the word x, decide unless x = floor(2^64 p/q);
///   then the next digits are compared with the next digits of p/q, which is the same question with p replaced by 2^64 p - x q < q.
///   No division, no rejected word.
/// - **Special values**: p = 0 is never true, p = q always.
/// - **Errors**: [`Error::Fraction`] where p > q; [`Error::StreamExhausted`]; [`Error::Trials`] after [`COMPARISONS`] words, with
///   probability 2^-128.
/// - **Cost**: one word and one multiplication, a second word once in 2^64.
///
/// ```
/// use core::num::NonZeroU64;
/// use dpmarkov::random::{Generator, bernoulli::bernoulli};
/// let mut g = Generator::from_seed_for_tests([0; 32], 0);
/// // The first word is 0.5634 of 2^64.
/// assert!(bernoulli(&mut g, 5635, NonZeroU64::new(10_000).ok_or(dpmarkov::Error::Domain)?)?);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn bernoulli(rng: &mut impl Words, p: u64, q: NonZeroU64) -> Result<bool> {
    if p > q.get() {
        return Err(Error::Fraction);
    }
    rng.ready()?;
    narrow(rng, p, q.get())
}

/// p/q for 0 <= p <= q.
#[inline]
fn narrow(rng: &mut impl Words, mut p: u64, q: u64) -> Result<bool> {
    for _ in 0..COMPARISONS {
        let (high, low) = product(rng.next_word(), q);
        if high >= p {
            return Ok(false); // x q >= 2^64 p
        }
        // 2^64 p - x q = 2^64 (p - high) - low, and it is at least q where (x + 1) q <= 2^64 p.
        let rest = low.wrapping_neg();
        if p - high > 1 || low == 0 || rest >= q {
            return Ok(true);
        }
        p = rest;
    }
    Err(Error::Trials)
}

/// The same for 0 <= p <= q < 2^127. The same words give the same answer as [`narrow`].
pub(crate) fn wide(rng: &mut impl Words, mut p: u128, q: u128) -> Result<bool> {
    for _ in 0..COMPARISONS {
        let x = u128::from(rng.next_word());
        // Both casts keep the half that they name; neither product nor sum can pass (2^64 - 1) 2^64.
        let low = x * u128::from(q as u64);
        let high = x * u128::from((q >> 64) as u64) + (low >> 64);
        if high >= p {
            return Ok(false);
        }
        let above = p - high;
        if above >> 64 != 0 {
            return Ok(true); // 2^128 - 2^64 > q
        }
        // above is from 1 to 2^64 - 1, and what is subtracted below 2^64.
        let rest = (above << 64) - u128::from(low as u64);
        if rest >= q {
            return Ok(true);
        }
        p = rest;
    }
    Err(Error::Trials)
}

/// True with probability exactly e^(-p/q).
///
/// - **Domain**: every p >= 0 and q >= 1; p/q may be far above 1.
/// - **Method**: Canonne, Kamath & Steinke 2020 (arXiv 2004.00010), Algorithm 1. For p <= q: coins with probability p/q, p/(2q), p/(3q), ..
///   until one fails; the number of that coin is odd with probability 1 - g + g^2/2! - .. = e^-g, g = p/q. Above that, one coin with
///   probability e^-1 for every whole unit, by comparing a uniform number with the digits of e^-1.
/// - **Special values**: p = 0 is always true and draws nothing.
/// - **Errors**: [`Error::StreamExhausted`]; [`Error::Trials`] after [`TERMS`] terms or [`UNITS`] units, with probability below 2^-128
///   each, or from a single coin ([`bernoulli`]).
/// - **Cost**: e^(p/q) words on average for p <= q, 1 + e^-1 e^(p/q - 1) and less above: never more than 2.72. No division.
///
/// ```
/// use core::num::NonZeroU64;
/// use dpmarkov::random::{Generator, bernoulli::bernoulli_exp};
/// let mut g = Generator::from_seed_for_tests([0; 32], 0);
/// let half = NonZeroU64::new(2).ok_or(dpmarkov::Error::Domain)?;
/// let mut heads = 0;
/// for _ in 0..10_000 {
///     heads += u32::from(bernoulli_exp(&mut g, 1, half)?);
/// }
/// assert!((6000..6130).contains(&heads)); // e^-0.5 = 0.60653
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn bernoulli_exp(rng: &mut impl Words, p: u64, q: NonZeroU64) -> Result<bool> {
    rng.ready()?;
    exp_wide(rng, u128::from(p), u128::from(q.get()))
}

/// e^(-p/q) for every p, and q from 1 to 2^100: 35 2^100 < 2^127, what [`wide`] asks for.
pub(super) fn exp_wide(rng: &mut impl Words, mut p: u128, q: u128) -> Result<bool> {
    let mut units = 0;
    while p > q {
        if !exp_unit(rng)? {
            return Ok(false);
        }
        units += 1;
        if units == UNITS {
            return Err(Error::Trials);
        }
        p -= q;
    }
    if p == 0 {
        Ok(true)
    } else if q <= NARROW {
        // p <= q <= 2^58: both fit.
        exp_narrow(rng, p as u64, q as u64)
    } else {
        series(|multiple| wide(rng, p, q * u128::from(multiple)))
    }
}

/// e^(-p/q) for 0 < p <= q <= 2^58.
#[inline]
pub(super) fn exp_narrow(rng: &mut impl Words, p: u64, q: u64) -> Result<bool> {
    series(|multiple| narrow(rng, p, q * u64::from(multiple)))
}

/// Whether the first of the coins 1, 2, .. to fail has an odd number.
#[inline]
fn series(mut coin: impl FnMut(u32) -> Result<bool>) -> Result<bool> {
    for k in 1..=TERMS {
        if !coin(k)? {
            return Ok(k % 2 == 1);
        }
    }
    Err(Error::Trials)
}

/// True with probability e^-1: a uniform number is less than it, unless the first 128 digits of both agree.
#[inline]
pub(super) fn exp_unit(rng: &mut impl Words) -> Result<bool> {
    for digits in E_INVERSE {
        let word = rng.next_word();
        if word != digits {
            return Ok(word < digits);
        }
    }
    Err(Error::Trials)
}

#[cfg(test)]
mod tests {
    use super::{super::Generator, COMPARISONS, Words, exp_wide, wide};
    use crate::Error;

    /// The given words, in order; none beyond them.
    struct Script<'a>(core::slice::Iter<'a, u64>);
    impl Words for Script<'_> {
        fn next_word(&mut self) -> u64 {
            *self.0.next().unwrap()
        }
    }
    /// 64 binary digits of p/q for p < q < 2^127, one after the other, and what is left of p.
    fn digits(mut p: u128, q: u128) -> (u64, u128) {
        let mut word = 0;
        for _ in 0..64 {
            p *= 2;
            let one = p >= q;
            p -= if one { q } else { 0 };
            word = word << 1 | u64::from(one);
        }
        (word, p)
    }

    /// Denominators beyond 64 bits, which no public function takes: true exactly below p/q.
    #[test]
    fn wide_coins_fall_where_the_fraction_is() {
        let mut g = Generator::from_seed_for_tests([9; 32], 0);
        let mut number = || {
            let word = u128::from(g.next_u64());
            let bits = 1 + g.next_u64() % 127;
            (word << 64 | u128::from(g.next_u64())) >> (128 - bits)
        };
        for _ in 0..20_000 {
            let q = number().max(2);
            let p = number() % q;
            let toss = |words: &[u64]| wide(&mut Script(words.iter()), p, q);
            let (first, rest) = digits(p, q);
            let (second, rest) = digits(rest, q);
            if let Some(below) = first.checked_sub(1) {
                assert_eq!(toss(&[below]), Ok(true));
            }
            if let Some(above) = first.checked_add(1) {
                assert_eq!(toss(&[above]), Ok(false));
            }
            // Where the first word ends the fraction, it decides.
            if second == 0 && rest == 0 {
                assert_eq!(toss(&[first]), Ok(false));
                continue;
            }
            if let Some(below) = second.checked_sub(1) {
                assert_eq!(toss(&[first, below]), Ok(true));
            }
            if let Some(above) = second.checked_add(1) {
                assert_eq!(toss(&[first, above]), Ok(false));
            }
            let open = if rest == 0 {
                Ok(false)
            } else {
                Err(Error::Trials)
            };
            assert_eq!(toss(&[first, second]), open);
        }
        assert_eq!(COMPARISONS, 2);
    }

    /// The largest fraction that the discrete Gaussian law asks for: (89 2^41)^2 over the smallest denominator, and over the largest.
    #[test]
    fn no_exponent_is_too_large() {
        let largest = (89u128 << 41).pow(2);
        for q in [2, 1 << 58, (1 << 58) + 1, 1 << 82, 1 << 100] {
            for words in [[u64::MAX; 300], [0; 300]] {
                let coin = exp_wide(&mut Script(words.iter()), largest, q);
                assert!(matches!(coin, Ok(_) | Err(Error::Trials)));
            }
        }
    }
}
