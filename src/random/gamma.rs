//! Gamma variates at every shape.
use super::exp::exp_below_0;
use super::{Generator, exponential, normal};
use crate::domain::SHAPE;
use crate::error::{Error, Result};
use crate::special::float::{exp, exp_m1, ln, ln_1p, sqrt};

/// One Gamma(shape, 1) variate G, density g^(shape-1) e^-g / Gamma(shape).
///
/// - **Domain**: shape in [`SHAPE`]; scale 1.
/// - **Special values**: shape 1 is the exponential law. Far below shape 1 the variate itself is below the
///   smallest `f64` most of the time (shape 1e-3: 47 %) and comes out as 0: [`ln_sample`] gives its
///   logarithm, which never is lost.
/// - **Accuracy**: the law of the method with exact arithmetic is Gamma(shape) itself. The acceptance step
///   is evaluated without cancellation at every shape (the textbook form loses all digits at 1e15).
/// - **Method**: Marsaglia & Tsang 2000 (DOI 10.1145/358407.358414), with d = shape - 1/3, y = z/(3 sqrt d),
///   G = d (1+y)^3. A proposal is kept with probability e^h, h = 3 d (ln(1+y) - y + y^2/2 - y^3/3). Since
///   -h <= 0.75 d y^4 for y >= 0 (an alternating series) and -h <= 0.75 d y^4 / (1+y) for y < 0 (a geometric
///   one), a uniform above that bound decides; the first three bits of it come with the normal variate.
///   Below shape 1: G(shape) = G(shape + 1) e^(-E/shape), E exponential.
/// - **Errors**: [`Error::Shape`], [`Error::StreamExhausted`].
/// - **Cost**: 1.2 words at shape >= 1, 2.2 below. Each round is kept with probability above 0.95, so more
///   than 60 rounds have probability below 2^-256 at every shape.
///
/// ```
/// let mut g = dpmarkov::random::Generator::from_seed_for_tests([7; 32], 0);
/// // A shape as large as this is its own variate: the law's width is 1e-150 of it.
/// assert_eq!(dpmarkov::random::gamma::sample(&mut g, 1e300)?, 1e300);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn sample(rng: &mut Generator, shape: f64) -> Result<f64> {
    Gamma::new(shape)?.sample(rng)
}

/// ln G of one Gamma(shape, 1) variate G: finite at every shape in [`SHAPE`], from -8e302 to 710.
///
/// The same draw as [`sample`]'s, from the same words. Errors and cost as there.
///
/// ```
/// let mut g = dpmarkov::random::Generator::from_seed_for_tests([7; 32], 0);
/// let ln_g = dpmarkov::random::gamma::ln_sample(&mut g, 1e-300)?;
/// assert!(ln_g.is_finite() && ln_g < -1e290);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn ln_sample(rng: &mut Generator, shape: f64) -> Result<f64> {
    Gamma::new(shape)?.ln_sample(rng)
}

/// G = mantissa * e^ln_factor. The mantissa is from 1e-48 to 1.8e308, the exponent is finite and <= 0.
///
/// Why: 1 + y is a positive difference of numbers near 1, so at least 2^-53, and its cube times d >= 2/3 is
/// above 1e-48; an exponential variate above 1e8, which alone could overflow E/shape, has probability e^-1e8.
#[derive(Clone, Copy)]
pub(crate) struct Variate {
    pub mantissa: f64,
    pub ln_factor: f64,
}

/// The Gamma law of one shape, for many draws: its constants cost a square root and two divisions.
///
/// ```
/// use dpmarkov::random::{Generator, gamma};
/// let (mut g, mut h) = (Generator::from_seed_for_tests([7; 32], 0), Generator::from_seed_for_tests([7; 32], 0));
/// assert_eq!(gamma::Gamma::new(2.5)?.sample(&mut g)?, gamma::sample(&mut h, 2.5)?);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gamma {
    shape: f64,
    d: f64,
    c: f64,
    /// 1/shape below shape 1, else 0.
    rate: f64,
}

impl Gamma {
    /// Checks the range: [`Error::Shape`].
    #[inline]
    pub fn new(shape: f64) -> Result<Self> {
        if SHAPE.contains(&shape) {
            Ok(Self::of_checked(shape))
        } else {
            Err(Error::Shape)
        }
    }
    /// `shape` in [`SHAPE`].
    #[inline]
    pub(crate) fn of_checked(shape: f64) -> Self {
        if shape == 1.0 {
            return Gamma {
                shape,
                d: 0.0,
                c: 0.0,
                rate: 0.0,
            };
        }
        let (lifted, rate) = if shape < 1.0 {
            (shape + 1.0, 1.0 / shape)
        } else {
            (shape, 0.0)
        };
        let d = lifted - 1.0 / 3.0;
        Gamma {
            shape,
            d,
            c: 1.0 / (3.0 * sqrt(d)),
            rate,
        }
    }
    /// The shape it was made for.
    #[inline]
    pub fn shape(&self) -> f64 {
        self.shape
    }
    /// One variate: see [`sample`](fn@sample).
    #[inline]
    pub fn sample(&self, rng: &mut Generator) -> Result<f64> {
        rng.ready()?;
        let v = self.draw(rng);
        Ok(if v.ln_factor == 0.0 {
            v.mantissa
        } else if v.ln_factor > -500.0 {
            v.mantissa * exp_below_0(v.ln_factor)
        } else {
            exp(ln(v.mantissa) + v.ln_factor)
        })
    }
    /// Its logarithm: see [`ln_sample`](fn@ln_sample).
    pub fn ln_sample(&self, rng: &mut Generator) -> Result<f64> {
        rng.ready()?;
        let v = self.draw(rng);
        Ok(ln(v.mantissa) + v.ln_factor)
    }
    /// One variate in two factors, for a generator known to be ready.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Generator) -> Variate {
        if self.shape == 1.0 {
            return Variate {
                mantissa: exponential::draw(rng),
                ln_factor: 0.0,
            };
        }
        let mantissa = self.marsaglia_tsang(rng);
        let ln_factor = if self.shape < 1.0 {
            -exponential::draw(rng) * self.rate
        } else {
            0.0
        };
        Variate {
            mantissa,
            ln_factor,
        }
    }
    #[inline]
    fn marsaglia_tsang(&self, rng: &mut Generator) -> f64 {
        loop {
            let (z, bits) = normal::draw(rng);
            let y = self.c * z;
            let one_y = 1.0 + y;
            let y2 = y * y;
            let bound = 1.5 * self.d * (y2 * y2);
            // A uniform whose first three bits are `bits`: it is above bits/8.
            let sure = y >= -0.5 && 0.125 * f64::from(bits) >= bound;
            if sure || (one_y > 0.0 && self.kept(rng, y, bound, bits)) {
                return self.d * (one_y * one_y * one_y);
            }
        }
    }
    /// Draws the rest of the uniform and decides; y > -1.
    #[cold]
    fn kept(&self, rng: &mut Generator, y: f64, bound: f64, bits: u8) -> bool {
        let u = 0.125 * (f64::from(bits) + rng.uniform());
        let bound = if y >= -0.5 {
            bound
        } else {
            0.5 * bound / (1.0 + y)
        };
        u >= bound || u > -exp_m1(3.0 * self.d * remainder(y))
    }
}

/// ln(1+y) - (y - y^2/2 + y^3/3), the remainder of the series; y > -1. Never positive.
fn remainder(y: f64) -> f64 {
    if y.abs() > 0.0625 {
        return ln_1p(y) - y * (1.0 - y * (0.5 - y * (1.0 / 3.0)));
    }
    // -y^4 (1/4 - y/5 + y^2/6 - ...): thirteen more terms leave 2^-56 of the first.
    let mut sum = 0.0;
    for k in [
        17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0,
    ] {
        sum = 1.0 / k - y * sum;
    }
    -(y * y) * (y * y) * sum
}
