//! ln M(s) of one release of each kind, with a bound on its error.
use crate::privacy::engine::LnMoment;
use crate::special::complex::Complex;
use crate::special::float::{exp, exp_m1, ln, ln_1p, sin};
use crate::special::second_difference::ROUNDING;

/// e^z - 1, within 8 roundings of |z| e^|Re z|.
fn exp_m1_complex(z: Complex) -> Complex {
    // e^x (cos y - 1) + (e^x - 1) + i e^x sin y
    let half = sin(0.5 * z.im);
    let rise = exp_m1(z.re);
    let size = 1.0 + rise;
    Complex::new(rise - 2.0 * size * half * half, size * sin(z.im))
}

/// ln of a sum `1 + rest`, the sum known to within `absolute`, as a logarithm that is finite at a zero of the sum too.
///
/// Where the sum is below 16 times its error it is replaced by a number r of that size: |sum/r - 1| is then at most 1 + 17/16, and 1.2 > ln(3 + 1/16)
/// is what [`LnMoment::error`] has to say.
#[inline(never)]
pub(super) fn ln_one_plus(rest: Complex, absolute: f64) -> (Complex, f64) {
    let sum = Complex::new(1.0 + rest.re, rest.im);
    let size = sum.abs();
    let least = 16.0 * absolute.max(f64::MIN_POSITIVE);
    if size >= least {
        let value = if rest.abs() < 0.5 {
            rest.ln_1p()
        } else {
            sum.ln()
        };
        (
            value,
            ln_1p(absolute / size) + 8.0 * ROUNDING * (value.abs() + absolute.min(1.0)),
        )
    } else {
        (Complex::new(ln(least), 0.0), 1.2)
    }
}

/// Everything of a loss whose |M| does not fall.
pub(super) fn flat(value: Complex, error: f64) -> LnMoment {
    LnMoment {
        value,
        error,
        flat: value.re,
        flat_error: error,
    }
}

/// A continuous Gaussian loss of variance `variance`: ln M(s) = s (s+1) variance/2.
#[inline(never)]
pub(super) fn gaussian(s: Complex, variance: f64) -> LnMoment {
    let value = (s * Complex::new(1.0 + s.re, s.im)).scale(0.5 * variance);
    let size = 0.5 * variance * s.abs() * (1.0 + s.abs());
    LnMoment {
        value,
        error: 8.0 * ROUNDING * size,
        flat: 0.0,
        flat_error: 0.0,
    }
}

/// A count that changes by `events` under two-sided geometric noise of rate `rate`.
///
/// L = m e0 (probability 1/(1+x), x = e^-e0), -m e0 (x^m/(1+x)) and (m - 2k) e0 for 0 < k < m (x^k (1-x)/(1+x)).
/// With e^(s L) = e^(s m e0) e^(-2 s k e0): M(s) = e^(s m e0)/(1+x) (1 + (1-x) sum of z^k + z^m), z = e^(-(2s+1) e0), x^k e^(-2 s k e0) = z^k.
#[inline(never)]
pub(super) fn geometric(s: Complex, rate: f64, events: u8) -> LnMoment {
    if events == 1 {
        // M - 1 = (e^(s e0) - 1)(1 - e^(-(1+s) e0))/(1+x)
        let a = exp_m1_complex(s.scale(rate));
        let b = exp_m1_complex(Complex::new(-(1.0 + s.re) * rate, -s.im * rate));
        let x = exp(-rate);
        let rest = -(a * b).scale(1.0 / (1.0 + x));
        let size = s.abs() * rate;
        if rest.abs() < 0.5 {
            let absolute = 48.0 * ROUNDING * (a.abs() * b.abs() + rest.abs()) * (1.0 + size);
            let (value, error) = ln_one_plus(rest, absolute);
            return flat(value, error);
        }
    }
    let m = f64::from(events);
    let x = exp(-rate);
    let ln_z = Complex::new(-(2.0 * s.re + 1.0) * rate, -2.0 * s.im * rate);
    let gap = -exp_m1(-rate);
    let mut sum = ln_z.scale(m).exp();
    let mut sizes = 1.0 + sum.abs();
    for k in 1..events {
        let term = ln_z.scale(f64::from(k)).exp().scale(gap);
        sum = sum + term;
        sizes += term.abs();
    }
    let absolute = 8.0 * ROUNDING * sizes * (2.0 + m * ln_z.abs());
    let (value, error) = ln_one_plus(sum, absolute);
    let lead = s.scale(m * rate);
    let normal = ln_1p(x);
    flat(
        Complex::new(lead.re - normal + value.re, lead.im + value.im),
        error + 8.0 * ROUNDING * (lead.abs() + normal + value.abs()),
    )
}

/// A count that changes by `events` under discrete Gaussian noise of variance `variance`.
///
/// L = (m^2 - 2 m k)/(2 sigma^2), so M(s) = e^(s (s+1) m^2/(2 sigma^2)) Theta(s m)/Theta(0), Theta(t) = sum over k of e^(-(k+t)^2/(2 sigma^2)).
pub(super) fn discrete_gaussian(s: Complex, variance: f64, events: u8) -> LnMoment {
    let m = f64::from(events);
    if variance < 0.3 {
        by_values(s, variance, m)
    } else {
        by_frequencies(s, variance, m)
    }
}

const TAU: f64 = core::f64::consts::TAU;

/// Poisson's sum: Theta(t) proportional to sum over n of e^(-2 pi^2 sigma^2 n^2 + 2 pi i n t).
///
/// With t = m (c + i y) the terms' sizes are e^(-2 pi^2 sigma^2 (n - n0)^2) times a common factor, n0 = -m y/(2 pi sigma^2).
#[inline(never)]
fn by_frequencies(s: Complex, variance: f64, m: f64) -> LnMoment {
    let q = 0.5 * TAU * TAU * variance;
    let exponent = |n: f64| {
        let base = (s * Complex::new(1.0 + s.re, s.im)).scale(0.5 * m * m / variance);
        // 2 pi i n m s
        let turn = m * s.re * n;
        let turn = TAU * (turn - crate::special::float::floor(turn + 0.5));
        Complex::new(base.re - q * n * n - TAU * n * m * s.im, base.im + turn)
    };
    let size = |n: f64| {
        0.5 * m * m / variance * s.abs() * (1.0 + s.abs())
            + q * n * n
            + TAU * n.abs() * m * (s.abs() + 1.0)
    };
    let middle = -crate::special::float::floor(m * s.im / (TAU * variance) + 0.5);
    let lead = exponent(middle);
    let mut rest = Complex::ZERO;
    let mut absolute = 0.0;
    let mut normal = 0.0;
    for j in [-5.0, -4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0] {
        let term = (exponent(middle + j) - lead).exp();
        rest = rest + term;
        absolute += term.abs() * ROUNDING * (24.0 + 16.0 * size(middle.abs() + j.abs()));
        normal += exp(-q * j * j);
    }
    let (value, error) = ln_one_plus(rest, absolute + 1e-60);
    let normal = ln_1p(normal);
    let re = lead.re - normal + value.re;
    flat(
        Complex::new(re, lead.im + value.im),
        error + ROUNDING * (16.0 * size(middle) + 8.0 * (normal + re.abs())),
    )
}

/// The sum itself: few values of k count where sigma is small.
#[inline(never)]
fn by_values(s: Complex, variance: f64, m: f64) -> LnMoment {
    let rate = 0.5 / variance;
    // -k^2 r + s (m^2 - 2 m k) r
    let exponent = |k: f64| {
        let loss = (m * m - 2.0 * m * k) * rate;
        Complex::new(s.re * loss - k * k * rate, s.im * loss)
    };
    let middle = -crate::special::float::floor(m * s.re + 0.5);
    let lead = exponent(middle);
    let mut rest = Complex::ZERO;
    let mut absolute = 0.0;
    let mut normal = 0.0;
    for j in [
        -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0,
    ] {
        let e = exponent(middle + j) - lead;
        let term = e.exp();
        rest = rest + term;
        absolute += term.abs() * ROUNDING * (24.0 + 16.0 * (e.abs() + lead.abs()));
        normal += exp(-rate * j * j);
    }
    let (value, error) = ln_one_plus(rest, absolute + 1e-30);
    let normal = ln_1p(normal);
    let re = lead.re - normal + value.re;
    flat(
        Complex::new(re, lead.im + value.im),
        error + ROUNDING * (16.0 * lead.abs() + 8.0 * (normal + re.abs())),
    )
}
