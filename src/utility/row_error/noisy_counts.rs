//! Noise on counts: moments and tails of 2 max(sum k+, sum k-) = ||k||_1 + |sum k|.
use crate::mechanism::noisy::{gaussian_deviation, geometric_deviation};
use crate::special::float::{exp, exp_m1, ln, ln_1p, sqrt};
use crate::utility::noisy::CellNoise;

/// The noise of one count, in events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CountNoise {
    deviation: f64,
    /// At least E |k|.
    mean_absolute: f64,
    law: Law,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    /// e0.
    Geometric(f64),
    /// sigma, at least the deviation.
    Gaussian(f64),
}

impl CountNoise {
    pub fn new(noise: CellNoise) -> Self {
        match noise {
            CellNoise::Geometric(rate) => {
                let e0 = rate.get();
                CountNoise {
                    deviation: geometric_deviation(rate),
                    // 2 x/(1 - x^2)
                    mean_absolute: 2.0 * exp(-e0) / -exp_m1(-2.0 * e0),
                    law: Law::Geometric(e0),
                }
            }
            CellNoise::Gaussian(variance) => {
                let deviation = gaussian_deviation(variance);
                CountNoise {
                    deviation,
                    mean_absolute: deviation,
                    law: Law::Gaussian(sqrt(variance.get())),
                }
            }
        }
    }

    /// At least the square root of E (||k||_1 + |sum k|)^2, over n cells.
    ///
    /// By Minkowski's inequality, with E ||k||_1^2 = n sigma^2 + n (n - 1) (E |k|)^2 and E (sum k)^2 = n sigma^2.
    pub fn second_moment_root(&self, n: f64) -> f64 {
        let (variance, mean) = (self.deviation * self.deviation, self.mean_absolute);
        sqrt(n * variance + n * (n - 1.0) * (mean * mean)) + sqrt(n * variance)
    }

    /// t with P(||k||_1 + |sum k| >= t) <= e^-depth, over n cells.
    ///
    /// Chernoff: P(2 sum k+ >= t) <= e^(-s t/2) (E e^(s k+))^n for every s > 0, and the same for k-; t = 2 (n ln E e^(s k+) + depth + ln 2)/s. Every s gives
    /// a valid t; the smallest of 48 points is taken.
    pub fn tail(&self, n: f64, depth: f64) -> f64 {
        let exponent = depth + core::f64::consts::LN_2;
        let at = |s: f64| 2.0 * (n * self.ln_moment(s) + exponent) / s;
        let mut least = f64::INFINITY;
        for i in 1..=48 {
            let s = match self.law {
                Law::Geometric(e0) => e0 * (f64::from(i) / 49.0),
                // deviations from 1/200 to 20
                Law::Gaussian(sigma) => exp(f64::from(i - 32) * 0.17) / sigma,
            };
            least = least.min(at(s));
        }
        least
    }

    /// At least ln E e^(s k+).
    ///
    /// Geometric: E e^(s k+) = 1 + x (e^s - 1)/((1 + x) (1 - x e^s)), s < e0. Gaussian: e^(s k+) = e^(s k) + (1 - e^(s k)) [k < 0], E e^(s k) <= e^(s^2 sigma^2/2)
    /// (the sum over a shifted lattice is largest unshifted, by Poisson's summation), and 1 - e^(-s |k|) <= min(1, s |k|), whose mean over k < 0 is at most
    /// min(1/2, s sigma/2).
    fn ln_moment(&self, s: f64) -> f64 {
        match self.law {
            Law::Geometric(e0) => {
                let x = exp(-e0);
                ln_1p(x * exp_m1(s) / ((1.0 + x) * -exp_m1(s - e0)))
            }
            Law::Gaussian(sigma) => {
                let t = s * sigma;
                let negative = (0.5 * t).min(0.5);
                // ln(e^(t^2/2) + negative), without overflow
                0.5 * t * t + ln(1.0 + negative * exp(-0.5 * t * t))
            }
        }
    }
}
