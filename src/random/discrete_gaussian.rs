//! The discrete Gaussian law, exactly.
use super::bernoulli::exp_wide;
use super::discrete_laplace::with_scale;
use super::words::Words;
use crate::domain::Variance;
use crate::error::{Error, Result};
use core::num::NonZeroU64;

/// Rounds after which [`sample`] gives up: each fails with probability below 0.8, and 0.8^400 < 2^-128.
pub const ROUNDS: u32 = 400;
/// No variate is larger in magnitude: 89 scales t, t at most 2^20 + 1.
pub const LARGEST: u64 = 89 * ((1 << 20) + 1);

/// One integer k with P(k) proportional to e^(-k^2/(2 sigma^2)): exact integers throughout.
///
/// - **Domain**: every [`Variance`] sigma^2, from 2^-10 to 2^40. The law's own variance is at most sigma^2.
/// - **Guarantee**: |k| <= [`LARGEST`] < 2^27.
/// - **Method**: Canonne, Kamath & Steinke 2020 (arXiv 2004.00010), Algorithm 3: y from the discrete Laplace law of scale
///   t = floor(sigma) + 1, accepted with probability exp(-(|y| - sigma^2/t)^2/(2 sigma^2)). With sigma^2 = p/q that exponent is
///   (|y| t q - p)^2/(2 p q t^2), a fraction of integers.
/// - **No overflow**: t <= sigma + 1, so t^2 q <= p + 2 sqrt(p q) + q < 2^41 for p <= 2^40, q <= 2^10. The discrete Laplace variate
///   is at most 89 t, so |y| t q < 89 2^41 < 2^48 and its square is below 2^96. The denominator 2 p (t^2 q) is below 2^82.
/// - **Rounds**: one is accepted with probability tanh(1/(2t)) e^(-sigma^2/(2 t^2)) S, S the sum of e^(-k^2/(2 sigma^2)).
///   sigma < t <= sigma + 1; tanh(1/(2t)) >= tanh(1/2)/t by concavity; S >= 1, and S >= sqrt(2 pi) sigma by Poisson's summation. So it is at
///   least 0.4621 0.6065 max(1, 2.5066 sigma)/(sigma + 1), which is smallest at sigma = 0.399: 0.2003.
/// - **Errors**: [`Error::StreamExhausted`]; [`Error::Trials`] after [`ROUNDS`] rounds, with probability at most 2^-128, or from the
///   discrete Laplace law.
/// - **Cost**: 9.5 words for sigma above 2, at most 12 below (measured); no division but that of [`DiscreteGaussian::new`]. 128-bit
///   integers for the exponent; its coins in 64 bits where 2 p q t^2 <= 2^58 (sigma below 2^14).
///
/// ```
/// use dpmarkov::domain::Variance;
/// use dpmarkov::random::{Generator, discrete_gaussian};
/// let mut g = Generator::from_seed_for_tests([7; 32], 0);
/// let variance = Variance::new(400, 1)?;
/// let noise: [i64; 4] = [(); 4].map(|()| discrete_gaussian::sample(&mut g, variance).unwrap_or(i64::MIN));
/// assert_eq!(noise, [26, -9, 8, -49]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn sample(rng: &mut impl Words, variance: Variance) -> Result<i64> {
    DiscreteGaussian::new(variance).sample(rng)
}

/// The law with its constants, for more than one variate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscreteGaussian {
    /// floor(sigma) + 1.
    scale: NonZeroU64,
    /// p.
    numerator: u64,
    /// t q.
    step: u64,
    /// 2 p q t^2.
    denominator: u128,
}

impl DiscreteGaussian {
    /// Prepares t, t q and 2 p q t^2: one division and one integer square root.
    pub const fn new(variance: Variance) -> Self {
        let (p, q) = (variance.numerator(), variance.denominator() as u64);
        // floor(sqrt(p/q)) = floor(sqrt(floor(p/q))), and q is at least 1.
        let whole = match p.checked_div(q) {
            Some(whole) => whole,
            None => p,
        };
        let scale = NonZeroU64::MIN.saturating_add(whole.isqrt());
        let (t, step) = (scale.get(), scale.get() * q);
        DiscreteGaussian {
            scale,
            numerator: p,
            step,
            denominator: 2 * (p as u128) * (step as u128) * (t as u128),
        }
    }
    /// One variate: see [`sample`].
    pub fn sample(&self, rng: &mut impl Words) -> Result<i64> {
        rng.ready()?;
        self.draw(rng)
    }
    /// The same, for a generator known to be ready.
    pub(crate) fn draw(&self, rng: &mut impl Words) -> Result<i64> {
        for _ in 0..ROUNDS {
            let y = with_scale(rng, self.scale, NonZeroU64::MIN)?;
            // Below 2^48, see above: |y| <= 89 t.
            let distance = u128::from((y.unsigned_abs() * self.step).abs_diff(self.numerator));
            if exp_wide(rng, distance * distance, self.denominator)? {
                return Ok(y);
            }
        }
        Err(Error::Trials)
    }
}
