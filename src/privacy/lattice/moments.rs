//! ln E e^(s L) of one release, L the privacy loss of integer noise on the cells of a pattern.
//!
//! The mechanism adds independent noise k to every cell: a cell whose count differs by D between two neighbouring logs has the loss
//! L = ln P(k)/P(k - D) under the first log, whichever of the two counts is larger (the noise is symmetric).
//!
//! Both moments are computed so that nothing cancels, for complex s, with a bound on the error in a form that products keep:
//! |M - e^value| <= |e^value| (e^error - 1).
use crate::domain::{GeometricRate, Variance};
use crate::privacy::cells::Pattern;
use crate::special::angle::{cos, sin};
use crate::special::complex::Complex;
use crate::special::float::{exp, exp_m1, floor, ln, ln_1p};
use crate::special::second_difference::ROUNDING as U;
use core::f64::consts::PI;

/// ln of a moment: |M - e^value| <= |e^value| (e^error - 1).
///
/// The errors of factors add: |prod (m_i + d_i) - prod m_i| <= prod (|m_i| + |d_i|) - prod |m_i|.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LnMoment {
    pub(crate) value: Complex,
    pub(crate) error: f64,
}

impl LnMoment {
    pub(crate) const ONE: LnMoment = LnMoment {
        value: Complex::ZERO,
        error: 0.0,
    };

    /// M^copies, copies at most 2^53.
    pub(crate) fn power(self, copies: f64) -> Self {
        LnMoment {
            value: self.value.scale(copies),
            error: copies * (self.error + 2.0 * U * (self.value.re.abs() + self.value.im.abs())),
        }
    }

    /// The product of the two.
    pub(crate) fn times(self, other: Self) -> Self {
        let value = self.value + other.value;
        LnMoment {
            value,
            error: self.error + other.error + 2.0 * U * (value.re.abs() + value.im.abs()),
        }
    }
}

/// The noise that every cell gets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Noise {
    /// P(k) proportional to e^(-e0 |k|); e0.
    Geometric(f64),
    /// P(k) proportional to e^(-k^2/(2 sigma^2)); sigma^2.
    Gaussian(f64),
}

impl From<GeometricRate> for Noise {
    fn from(rate: GeometricRate) -> Self {
        Noise::Geometric(rate.get())
    }
}

impl From<Variance> for Noise {
    fn from(variance: Variance) -> Self {
        Noise::Gaussian(variance.get())
    }
}

impl Noise {
    /// ln E e^(s L) of one cell whose count changes by `events`; Re s > -1. The bound allows for an Im s that is off by 4u |Im s|, u = 2^-53.
    pub(crate) fn cell(self, events: u8, s: Complex) -> LnMoment {
        let d = f64::from(events);
        match self {
            Noise::Geometric(rate) => geometric_cell(rate, d, s),
            Noise::Gaussian(variance) if variance >= 0.5 => wide_gaussian_cell(variance, d, s),
            Noise::Gaussian(variance) => narrow_gaussian_cell(variance, d, s),
        }
    }

    /// ln E e^(s L) of one release for all cells of `pattern` together; the same for the pattern with the two logs exchanged.
    pub(crate) fn ln_moment(self, pattern: &Pattern, s: Complex) -> LnMoment {
        let mut product = LnMoment::ONE;
        for change in pattern.lost.iter().chain(pattern.gained) {
            let cell = self.cell(change.events, s);
            product = product.times(cell.power(f64::from(change.copies)));
        }
        product
    }
}

/// ln(1 + z) where z is known to within `absolute`, plus `base` known to within `base_error`.
///
/// 1 + z may vanish (the zeros of a theta function do): then a number of the size of the error stands for it.
fn ln_one_plus(z: Complex, absolute: f64, base: Complex, base_error: f64) -> LnMoment {
    const LEAST: f64 = 1e-20;
    let size = (Complex::ONE + z).abs();
    if !(size > LEAST) {
        // |true - LEAST| <= absolute + size + LEAST + rounding
        let value = base + Complex::new(ln(LEAST), 0.0);
        return LnMoment {
            value,
            error: ln_1p((absolute + size + LEAST + 4.0 * U) / LEAST) + base_error + 8.0 * U,
        };
    }
    let log = z.ln_1p();
    let own = if z.abs() <= 0.5 {
        5.0 * log.abs()
    } else {
        4.0 * z.abs() / size + 4.0 + log.abs()
    };
    LnMoment {
        value: base + log,
        error: ln_1p(absolute / size)
            + base_error
            + U * (own + 2.0 * (base.re.abs() + base.im.abs() + log.abs())),
    }
}

/// A cell that changes by D = 1 or 2 under geometric noise, x = e^-e0.
///
/// The noise k counted from the first log's side: k <= 0 has the loss D e0, k >= D has -D e0, and for D = 2 k = 1 has 0, with
/// probabilities 1/(1+x), x^D/(1+x), and x (1-x)/(1+x). As they sum to 1,
///
/// ```text
/// M - 1 = [(E - 1) + x^D (1/E - 1)]/(1+x) = (E - 1)(1 - x^D/E)/(1+x),     E = e^(D s e0)
///       = 4 e^(-D e0/2)/(1+x) sinh(D s e0/2) sinh(D (s+1) e0/2)
/// ```
///
/// which has relative accuracy at s = 0 and at s = -1. Where |t| = |e^(-(1+2s) e0)| is small, M = E (1 + t)/(1+x) for D = 1 and
/// E (1 + (1-x) t + t^2)/(1+x) for D = 2.
#[inline(never)] // the frames of the three one after the other
fn geometric_cell(rate: f64, d: f64, s: Complex) -> LnMoment {
    let x = exp(-rate);
    let turn = (s + s + Complex::ONE).scale(rate);
    if turn.re > 3.0 {
        let size = exp(-turn.re);
        let t = Complex::new(size * cos(turn.im), -size * sin(turn.im));
        let tail = if d > 1.5 {
            t.scale(-exp_m1(-rate)) + t * t
        } else {
            t
        };
        let base = s.scale(d * rate) - Complex::new(ln_1p(x), 0.0);
        let absolute = 2.0 * t.abs() * U * (12.0 + 10.0 * (turn.re.abs() + turn.im.abs()));
        let base_error = U * (8.0 * (base.re.abs() + base.im.abs()) + (3.0 + 10.0 * rate) * x);
        return ln_one_plus(tail, absolute, base, base_error);
    }
    let half = 0.5 * d * rate;
    let (first, second) = (s.scale(half), (s + Complex::ONE).scale(half));
    let ((sinh_1, error_1), (sinh_2, error_2)) = (sinh(first), sinh(second));
    let factor = 4.0 * exp(-half) / (1.0 + x);
    let (size_1, size_2) = (sinh_1.abs(), sinh_2.abs());
    let absolute = factor
        * (size_1 * error_2
            + size_2 * error_1
            + error_1 * error_2
            + U * (16.0 + 4.0 * half) * size_1 * size_2);
    ln_one_plus(
        (sinh_1 * sinh_2).scale(factor),
        absolute,
        Complex::ZERO,
        0.0,
    )
}

/// sinh z and a bound on its absolute error where z is within 8u |z|: each part of sinh a cos b + i cosh a sin b is a product of
/// factors within 4u, and the derivative is at most cosh a.
fn sinh(z: Complex) -> (Complex, f64) {
    let rise = exp_m1(z.re);
    let (up, down) = (1.0 + rise, 1.0 / (1.0 + rise));
    let (sinh_re, cosh_re) = (0.5 * (rise + rise * down), 0.5 * (up + down));
    let value = Complex::new(sinh_re * cos(z.im), cosh_re * sin(z.im));
    let error = U * (8.0 * value.abs() + 8.0 * z.abs() * cosh_re);
    (value, error)
}

/// A cell that changes by D under discrete Gaussian noise, sigma^2 >= 1/2.
///
/// With the noise y and its centre moved by D the loss is ln P(y)/P(y - D) = ((y - D)^2 - y^2)/(2 sigma^2), so
/// L = (D^2/2 - D y)/sigma^2, y ~ N_Z(0, sigma^2). With s = c + i Y, theta = D Y/sigma^2 and Poisson's summation over y
///
/// ```text
/// M(s) = e^(s (s+1) D^2/(2 sigma^2)) * sum_m e^(-2 pi^2 sigma^2 m^2 + 2 pi sigma^2 m theta - 2 pi i m c D) / sum_m e^(-2 pi^2 sigma^2 m^2)
/// ```
///
/// The m nearest to theta/2 pi is taken out of the sum (it is 0 within half a period): of the others five are kept, the rest is below e^-59.
#[inline(never)]
fn wide_gaussian_cell(variance: f64, d: f64, s: Complex) -> LnMoment {
    let (c, y) = (s.re, s.im);
    let k = d * d / (2.0 * variance);
    let theta = d * y / variance;
    let period = floor(theta / (2.0 * PI) + 0.5);
    let rest = theta - 2.0 * PI * period;
    let rest_error = 8.0 * U * (theta.abs() + 2.0 * PI * period.abs());
    let fraction = d * c - floor(d * c + 0.5);
    let base = Complex::new(
        c * (c + 1.0) * k - 0.5 * variance * rest * rest,
        y * (1.0 + 2.0 * c) * k - 2.0 * PI * (period * fraction),
    );
    let base_error = U
        * (8.0 * (c.abs() * (c + 1.0) * k + variance * rest * rest)
            + 12.0 * y.abs() * (1.0 + 2.0 * c.abs()) * k
            + 16.0 * PI * period.abs() * fraction.abs())
        + variance * rest.abs() * rest_error;
    let (sum, absolute) = wide_sum(variance, rest, rest_error, fraction);
    let (norm, norm_error) = wide_norm(variance);
    let top = ln_one_plus(sum, absolute, base, base_error);
    LnMoment {
        value: top.value - Complex::new(ln_1p(norm), 0.0),
        error: top.error + norm_error + 2.0 * U * (norm + top.value.re.abs()),
    }
}

/// The numerator's sum over m other than the nearest, and a bound on its error: apart from the logarithm, for the stack.
#[inline(never)]
fn wide_sum(variance: f64, rest: f64, rest_error: f64, fraction: f64) -> (Complex, f64) {
    let mut sum = Complex::ZERO;
    let mut absolute = 1e-25;
    for m in [-2.0, -1.0, 1.0, 2.0_f64] {
        let exponent = 2.0 * PI * variance * (m * (PI * m - rest));
        let term = exp(-exponent);
        let angle = 2.0 * PI * m * fraction;
        sum = sum + Complex::new(term * cos(angle), -term * sin(angle));
        absolute += term
            * (U * (40.0 + 6.0 * exponent)
                + 2.0 * PI * variance * m.abs() * (rest_error + 4.0 * U * PI * m.abs()));
    }
    (sum, absolute)
}

/// The denominator's sum over m other than 0, and a bound on its error.
#[inline(never)]
fn wide_norm(variance: f64) -> (f64, f64) {
    let (mut norm, mut norm_error) = (0.0, 1e-25);
    for m in [1.0, 2.0_f64] {
        let alone = 2.0 * PI * PI * variance * m * m;
        let term = 2.0 * exp(-alone);
        norm += term;
        norm_error += term * U * (8.0 + 6.0 * alone);
    }
    (norm, norm_error)
}

/// The same, sigma^2 < 1/2, by the direct sum over y = v - round(c D): with f = c D - round(c D)
///
/// ```text
/// M(s) = e^(c (c+1) D^2/(2 sigma^2) + i Y (1+2c) D^2/(2 sigma^2)) sum_v e^(-(v+f)^2/(2 sigma^2) - i theta (v+f)) / sum_v e^(-v^2/(2 sigma^2))
/// ```
///
/// |v| <= 6 is kept; the rest is below 2e-18 of the largest term, v = 0.
#[inline(never)]
fn narrow_gaussian_cell(variance: f64, d: f64, s: Complex) -> LnMoment {
    let NarrowSums {
        sum,
        absolute,
        norm,
        norm_error,
    } = narrow_sums(variance, d, s);
    let (c, y) = (s.re, s.im);
    let half = 1.0 / (2.0 * variance);
    let k = d * d * half;
    let theta = d * y / variance;
    let f = d * c - floor(d * c + 0.5);
    let base = Complex::new(
        c * (c + 1.0) * k - f * f * half,
        y * (1.0 + 2.0 * c) * k - theta * f,
    );
    let base_error = U
        * (8.0 * (c.abs() * (c + 1.0) * k + f * f * half)
            + 12.0 * y.abs() * (1.0 + 2.0 * c.abs()) * k
            + 12.0 * (theta * f).abs());
    let top = ln_one_plus(sum, absolute, base, base_error);
    LnMoment {
        value: top.value - Complex::new(ln_1p(norm), 0.0),
        error: top.error + norm_error + 2.0 * U * (norm + top.value.re.abs()),
    }
}

/// Both sums over v without v = 0, and bounds on their errors.
struct NarrowSums {
    sum: Complex,
    absolute: f64,
    norm: f64,
    norm_error: f64,
}

/// Apart from the logarithm: so the stack of the two is one after the other's.
#[inline(never)]
fn narrow_sums(variance: f64, d: f64, s: Complex) -> NarrowSums {
    let half = 1.0 / (2.0 * variance);
    let theta = d * s.im / variance;
    let f = d * s.re - floor(d * s.re + 0.5);
    let (mut sum, mut norm) = (Complex::ZERO, 0.0);
    let (mut absolute, mut norm_error) = (2e-18, 2e-18);
    for v in 1..=6 {
        let v = f64::from(v);
        for v in [-v, v] {
            let exponent = v * (v + 2.0 * f) * half;
            let term = exp(-exponent);
            let angle = theta * v;
            sum = sum + Complex::new(term * cos(angle), -term * sin(angle));
            absolute += term * U * (8.0 + 6.0 * exponent + 8.0 * angle.abs());
        }
        let alone = v * v * half;
        let term = exp(-alone);
        norm += 2.0 * term;
        norm_error += 2.0 * term * U * (8.0 + 6.0 * alone);
    }
    NarrowSums {
        sum,
        absolute,
        norm,
        norm_error,
    }
}
