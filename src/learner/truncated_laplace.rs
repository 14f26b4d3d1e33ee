//! The discrete Laplace law between two bounds: the noise of the stable mode.
use crate::domain::{Delta, GeometricRate, VOTES};
use crate::error::{Error, Result};
use crate::random::bernoulli::bernoulli_exp;
use crate::random::{Words, discrete_laplace, uniform_below};
use crate::special::float::{ceil, exp, exp_m1, ln_1p};
use core::num::NonZeroU64;

/// Rounds of the rejection from the discrete Laplace law: each fails with probability at most e^-1, and e^-89 < 2^-128.
pub const ROUNDS_LAPLACE: u32 = 89;
/// Rounds of the rejection from the uniform law: each fails with probability below 1 - e^-1, and (1 - e^-1)^194 < 2^-128.
pub const ROUNDS_UNIFORM: u32 = 194;
/// Largest half width: 2 K + 1 votes are still in [`VOTES`].
pub const HALF_WIDTH_MAX: u32 = ((*VOTES.end() - 1) / 2) as u32;
/// Relative error that the bounds allow for. Nine operations within 2^-52 each, and exponents up to 772 within 2^-53 of them: below 1e-13.
const MARGIN: f64 = 1e-12;

/// An integer Z with P(Z = j) proportional to x^|j| for |j| <= K and 0 beyond, x = e^-rate.
///
/// ```text
/// P(Z = j) = x^|j| (1-x) / (1 + x - 2 x^(K+1))
/// K        = ceil( ln((1 - x + 2 delta x) / (delta (1+x))) / rate ):  the smallest with P(Z = K) <= delta
/// ```
///
/// (The sum of the weights is (1 + x - 2 x^(K+1))/(1-x); P(Z = K) <= delta is solved for x^K.)
///
/// - **Domain**: every [`GeometricRate`]; delta above 0; K up to [`HALF_WIDTH_MAX`].
/// - **Guarantee**: P(Z = K) <= delta, with rounding: of the two evaluations the closed form proposes a K, and P(Z = K) itself, evaluated
///   from above, decides. K is the smallest possible, or one more where P(Z = K) is within 2e-12 of delta.
/// - **Special values**: K >= 1 always, since delta < 1. As rate -> 0 the law is uniform on 2K + 1 integers.
/// - **Accuracy**: bounds within 2.1e-12 of the probability, relatively, where they are normal numbers.
/// - **Method**: 1 - x = u and 1 - x^K = v by expm1; then P(Z = K) = u x^K/(u + 2 x v), sums of positive terms.
/// - **Integers**: floating point finds K and the bounds; [`TruncatedLaplace::sample`] uses none.
///
/// ```
/// use dpmarkov::domain::{Delta, GeometricRate};
/// use dpmarkov::learner::TruncatedLaplace;
/// let law = TruncatedLaplace::new(GeometricRate::new(1, 1)?, Delta::new(0.1)?)?;
/// assert_eq!(law.half_width(), 2);
/// let x = (-1f64).exp();
/// let end = x * x / (1.0 + 2.0 * (x + x * x)); // 0.0674
/// assert!(law.delta_upper() >= end && law.delta_upper() < end * (1.0 + 3e-12));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TruncatedLaplace {
    rate: GeometricRate,
    half_width: u32,
    delta: f64,
}

impl TruncatedLaplace {
    /// The smallest half width K with P(Z = K) <= delta.
    ///
    /// - **Errors**: [`Error::NotPure`] at delta = 0; [`Error::Unreachable`] where K would pass [`HALF_WIDTH_MAX`].
    pub fn new(rate: GeometricRate, delta: Delta) -> Result<Self> {
        let delta = delta.above_zero()?;
        let law = |half_width| TruncatedLaplace {
            rate,
            half_width,
            delta,
        };
        let r = rate.get();
        // (1 - x + 2 delta x)/(delta (1+x)) = 1 + (1-x)(1-delta)/(delta (1+x)); at most 1/delta <= 4.5e307.
        let odds = -exp_m1(-r) * (1.0 - delta) / (delta * (1.0 + exp(-r)));
        let proposed = ceil(ln_1p(odds) / r);
        if !(proposed <= f64::from(HALF_WIDTH_MAX)) {
            return Err(Error::Unreachable);
        }
        // Within one of what is sought: a step of K moves the probability by 2^-30 of itself or more, rounding by 1e-12.
        let from = (proposed as u32).saturating_sub(1).max(1);
        (from..=HALF_WIDTH_MAX)
            .take(4)
            .map(law)
            .find(|law| law.is_within_delta())
            .ok_or(Error::Unreachable)
    }
    /// What [`Self::new`] made before, from its parts: the C interface keeps them under a seal, and its releases stay without any operation on floats.
    #[cfg(feature = "capi")]
    #[allow(dead_code)]
    pub(crate) const fn made_before(rate: GeometricRate, half_width: u32, delta: f64) -> Self {
        TruncatedLaplace {
            rate,
            half_width,
            delta,
        }
    }
    /// The rate.
    pub const fn rate(&self) -> GeometricRate {
        self.rate
    }
    /// K.
    pub const fn half_width(&self) -> u32 {
        self.half_width
    }
    /// An upper bound on P(Z = K), at most delta.
    pub fn delta_upper(&self) -> f64 {
        self.end_upper().min(self.delta)
    }
    /// An upper bound on P(Z >= K + 1 - distance).
    pub fn reaches_upper(&self, distance: u32) -> f64 {
        match self.split(distance) {
            Split::Never => 0.0,
            Split::Least => self.delta_upper(),
            Split::Low(d) => above(self.low(d)).min(1.0),
            Split::High(rest) => (1.0 - below(self.low(rest))).next_up().min(1.0),
            Split::Always => 1.0,
        }
    }
    /// A lower bound on P(Z >= K + 1 - distance).
    pub fn reaches_lower(&self, distance: u32) -> f64 {
        match self.split(distance) {
            Split::Never => 0.0,
            Split::Least => below(self.low(1)),
            Split::Low(d) => below(self.low(d)),
            Split::High(rest) => (1.0 - self.reaches_upper(rest)).next_down().max(0.0),
            Split::Always => 1.0,
        }
    }
    /// The distance at which a variate reaches K + 1 - distance as often as it fails to at the given one; none where it never fails.
    ///
    /// Z >= K + 1 - d fails where -Z >= d - K = K + 1 - (2K + 1 - d), and -Z has the law of Z.
    pub(super) fn mirrored(&self, distance: u32) -> Option<u32> {
        // K < 2^23.
        let sure = self.half_width.saturating_mul(2).saturating_add(1);
        sure.checked_sub(distance)
    }
    /// One variate.
    ///
    /// - **Method**: integers only, exact. Rejection: from the discrete Laplace law where rate K >= 1, from the uniform law on -K .. K with a
    ///   coin e^(-rate |j|) where the bounds are nearer than one scale.
    /// - **Errors**: [`Error::StreamExhausted`]; [`Error::Trials`] after [`ROUNDS_LAPLACE`] or [`ROUNDS_UNIFORM`] rounds, with probability at
    ///   most 2^-128, or from the laws that it draws from.
    /// - **Cost**: below 1.8 rounds on average either way; a round from the uniform law takes fewer than 3.8 words on average. 2.7 to 5.7 words
    ///   measured.
    pub fn sample(&self, rng: &mut impl Words) -> Result<i64> {
        rng.ready()?;
        let half_width = u64::from(self.half_width);
        let numerator = u64::from(self.rate.numerator());
        // No overflow, here and below: 2^30 2^23.
        if numerator * half_width >= u64::from(self.rate.denominator()) {
            for _ in 0..ROUNDS_LAPLACE {
                let z = discrete_laplace::draw(rng, self.rate)?;
                if z.unsigned_abs() <= half_width {
                    return Ok(z);
                }
            }
            return Err(Error::Trials);
        }
        let values = NonZeroU64::MIN.saturating_add(2 * half_width);
        let denominator = u64::from(self.rate.denominator());
        let denominator = NonZeroU64::new(denominator).unwrap_or(NonZeroU64::MIN);
        for _ in 0..ROUNDS_UNIFORM {
            // From 0 to 2 K, less K.
            let z = uniform_below::draw(rng, values)? as i64 - i64::from(self.half_width);
            if bernoulli_exp(rng, numerator * z.unsigned_abs(), denominator)? {
                return Ok(z);
            }
        }
        Err(Error::Trials)
    }
    /// Rate times j, the exponent of x^j.
    fn exponent(&self, j: f64) -> f64 {
        // The product is exact: 30 and 24 bits.
        f64::from(self.rate.numerator()) * j / f64::from(self.rate.denominator())
    }
    /// (u, u + 2 x v): the sum of the weights is the second over the first.
    fn sum(&self) -> (f64, f64) {
        let r = self.rate.get();
        let (u, v) = (
            -exp_m1(-r),
            -exp_m1(-self.exponent(f64::from(self.half_width))),
        );
        (u, u + 2.0 * exp(-r) * v)
    }
    /// Whether P(Z = K) <= delta is certain. Of x^K each side takes one half, so that nothing underflows: x^(K/2) > 1e-168.
    fn is_within_delta(&self) -> bool {
        let half = exp(-0.5 * self.exponent(f64::from(self.half_width)));
        let (u, sum) = self.sum();
        u * half * (1.0 + MARGIN) <= self.delta / half * sum
    }
    fn end_upper(&self) -> f64 {
        let (u, sum) = self.sum();
        above(exp(-self.exponent(f64::from(self.half_width))) * u / sum)
    }
    /// P(Z >= K + 1 - d) for 1 <= d <= K, not yet rounded to a side: the sum of a geometric series.
    fn low(&self, d: u32) -> f64 {
        let (_, sum) = self.sum();
        let from = self.half_width.saturating_add(1).saturating_sub(d);
        exp(-self.exponent(f64::from(from))) * -exp_m1(-self.exponent(f64::from(d))) / sum
    }
    fn split(&self, distance: u32) -> Split {
        match self.mirrored(distance) {
            None | Some(0) => Split::Always,
            _ if distance == 0 => Split::Never,
            _ if distance == 1 => Split::Least,
            _ if distance <= self.half_width => Split::Low(distance),
            Some(rest) => Split::High(rest),
        }
    }
}

/// Where K + 1 - distance lies.
enum Split {
    /// Above K.
    Never,
    /// At K.
    Least,
    /// From 1 to K - 1: the distance.
    Low(u32),
    /// From -K + 1 to 0: the distance at which a variate reaches as often as it fails to here.
    High(u32),
    /// At -K or below.
    Always,
}

/// Above what `value` stands for, by the smallest normal number at least: it may have lost digits.
fn above(value: f64) -> f64 {
    value * (1.0 + MARGIN) + f64::MIN_POSITIVE
}

/// Below what `value` stands for; 0 where it may have lost digits.
fn below(value: f64) -> f64 {
    if value >= f64::MIN_POSITIVE {
        value * (1.0 - MARGIN)
    } else {
        0.0
    }
}
