//! The discrete Laplace law (two-sided geometric), exactly.
use super::bernoulli::{UNITS, exp_narrow, exp_unit};
use super::uniform_below;
use super::words::Words;
use crate::domain::GeometricRate;
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Rounds after which [`sample`] gives up: each fails with probability at most (1 + e^-1)/2 < 0.68395, and 0.68395^234 < 2^-128.
pub const ROUNDS: u32 = 234;
/// No variate is larger in magnitude: 2^30 times one less than the [`UNITS`] units and a fraction.
pub const LARGEST: u64 = (1 << 30) * UNITS as u64;

/// One integer k with P(k) = (1 - x)/(1 + x) x^|k|, x = e^-rate: exact integers throughout.
///
/// - **Domain**: every [`GeometricRate`], from 2^-30 to 64.
/// - **Guarantee**: |k| <= [`LARGEST`] < 2^37, so that a `u32` count plus k is far inside an `i64`.
/// - **Method**: Canonne, Kamath & Steinke 2020 (arXiv 2004.00010), Algorithm 2, with their scale t/s = denominator/numerator: U uniform
///   below t, accepted with probability e^(-U/t); V with P(V) proportional to e^-V; floor((U + t V)/s) with a random sign, where a
///   negative zero starts afresh. Sign and U are drawn at once, as a uniform number below 2t.
/// - **Errors**: [`Error::StreamExhausted`]; [`Error::Trials`] after [`ROUNDS`] rounds or at V = [`UNITS`], with probability at most
///   2^-128 each.
/// - **Cost**: 3.8 words at rate 1/1, 5.7 at 1/10, 5.8 at 2^-30, 8.3 at 7/3, 11.8 at 2^30/2^24 (a whole rate in lowest terms is quicker: 5.3
///   at 64/1), measured; one division. At most [`ROUNDS`] rounds of fewer than 400 words.
///
/// ```
/// use dpmarkov::domain::GeometricRate;
/// use dpmarkov::random::{Generator, discrete_laplace};
/// let mut g = Generator::from_seed_for_tests([7; 32], 0);
/// let rate = GeometricRate::new(1, 10)?;
/// let noise: [i64; 4] = [(); 4].map(|()| discrete_laplace::sample(&mut g, rate).unwrap_or(i64::MIN));
/// assert_eq!(noise, [-12, 1, 4, -2]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn sample(rng: &mut impl Words, rate: GeometricRate) -> Result<i64> {
    rng.ready()?;
    draw(rng, rate)
}

/// The same, for a generator known to be ready.
pub(crate) fn draw(rng: &mut impl Words, rate: GeometricRate) -> Result<i64> {
    with_scale(rng, nonzero(rate.denominator()), nonzero(rate.numerator()))
}

/// A part of a rate, which is at least 1.
fn nonzero(x: u32) -> NonZeroU64 {
    NonZeroU64::new(u64::from(x)).unwrap_or(NonZeroU64::MIN)
}

/// The law of scale t/s, for 1 <= s, t <= 2^30.
pub(super) fn with_scale(rng: &mut impl Words, t: NonZeroU64, s: NonZeroU64) -> Result<i64> {
    // At most 2^31.
    let twice = t.saturating_add(t.get());
    for _ in 0..ROUNDS {
        let drawn = uniform_below::draw(rng, twice)?;
        let (u, negative) = (drawn >> 1, drawn & 1 == 1);
        if u != 0 && !exp_narrow(rng, u, t.get())? {
            continue;
        }
        // No overflow: u + t v < 2^30 (1 + 88).
        let x = u + t.get() * units(rng)?;
        let y = if s == NonZeroU64::MIN { x } else { x / s };
        if y != 0 || !negative {
            // y <= x < 2^37.
            return Ok(if negative { -(y as i64) } else { y as i64 });
        }
    }
    Err(Error::Trials)
}

/// The number of coins with probability e^-1 before the first that fails.
#[inline]
fn units(rng: &mut impl Words) -> Result<u64> {
    for v in 0..UNITS {
        if !exp_unit(rng)? {
            return Ok(u64::from(v));
        }
    }
    Err(Error::Trials)
}
