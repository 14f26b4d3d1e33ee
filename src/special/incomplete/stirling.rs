//! Gamma functions in the shapes that the prefactors need.
use super::constants::{LN_GAMMA_1P, RECIPROCAL_GAMMA_1P, STIRLING};
use super::twofold::product;
use crate::special::float::{floor, ln_1p};

/// From here on the Stirling series is used; below it, products.
pub(crate) const LARGE: f64 = 10.0;

/// Delta(z) = ln Gamma(z) - (z - 1/2) ln z + z - ln(2 pi)/2 for z >= [`LARGE`]; error below 2e-18.
pub(crate) fn stirling_correction(z: f64) -> f64 {
    let u = 1.0 / z;
    let v = u * u;
    u * STIRLING.iter().rev().skip(2).fold(0.0, |s, c| s * v + c)
}

/// The polynomial, lowest power first: Horner's rule in t^2 for even and odd powers, two chains that the processor runs side by side.
/// Only the last step is in t: the constant term is rounded once.
#[inline]
pub(crate) fn polynomial<const N: usize>(coefficients: &[f64; N], t: f64) -> f64 {
    let Some((lowest, rest)) = coefficients.split_first() else {
        return 0.0;
    };
    let square = t * t;
    let (mut first, mut second) = (0.0, 0.0);
    for c in rest.iter().rev() {
        (first, second) = (second, first * square + c);
    }
    lowest + t * (second + t * first)
}

/// Gamma(1 + a) for 0 < a <= 2 [`LARGE`]; about one unit in the last place.
///
/// (a)(a-1)...(a-n+1) / [1/Gamma(1 + f)], f = a - n in [0, 1): each factor is exact, the product is compensated.
pub(crate) fn gamma_1p(a: f64) -> f64 {
    let (product, reciprocal) = gamma_1p_parts(a);
    product / reciprocal
}

/// 1/Gamma(1 + a), likewise.
pub(crate) fn reciprocal_gamma_1p(a: f64) -> f64 {
    let (product, reciprocal) = gamma_1p_parts(a);
    reciprocal / product
}

/// The two factors of Gamma(1 + a): the product, and 1/Gamma(1 + f).
#[inline]
fn gamma_1p_parts(a: f64) -> (f64, f64) {
    let n = floor(a);
    let reciprocal = polynomial(&RECIPROCAL_GAMMA_1P, 2.0 * (a - n) - 1.0);
    let (mut value, mut error) = (1.0, 0.0);
    let mut factor = a;
    for _ in 0..n as u32 {
        let p = product(value, factor);
        error = error * factor + p.lo;
        value = p.hi;
        factor -= 1.0;
    }
    (value + error, reciprocal)
}

/// ln Gamma(1 + a) for 0 < a <= 1, small relative error as a -> 0.
pub(crate) fn ln_gamma_1p(a: f64) -> f64 {
    a * polynomial(&LN_GAMMA_1P, 2.0 * a - 1.0)
}

/// ln Gamma(a + b) - ln Gamma(b) - a ln g for 0 < a <= 1, b > 0, small relative error as a -> 0; returns it with g > 0.
///
/// g takes up the large part, so that the caller can join it with another logarithm. Gamma(b + a)/Gamma(b) is moved up to
/// b >= [`LARGE`], where the Stirling series of both is one difference.
pub(crate) fn ln_gamma_increment(a: f64, b: f64) -> (f64, f64) {
    // p = prod (1 + a/(b + i)) - 1, without forming the 1.
    let (mut p, mut b) = (0.0, b);
    while b < LARGE {
        let t = a / b;
        p += t + p * t;
        b += 1.0;
    }
    let s = a + b;
    let (u, v) = (1.0 / s, 1.0 / b);
    // (u^n - v^n)/(u - v) for n = 1, 3, 5, ...: u^(n+2) - v^(n+2) = u^2 (u^n - v^n) + v^n (u^2 - v^2).
    let (mut difference, mut power, mut correction) = (1.0, v, 0.0);
    for c in STIRLING.iter().take(8) {
        correction += c * difference;
        difference = u * u * difference + power * (u + v);
        power *= v * v;
    }
    // (s - 1/2) ln s - (b - 1/2) ln b - a = (b - 1/2) ln(1 + a/b) + a ln s - a, and u - v = -a u v.
    (
        (b - 0.5) * ln_1p(a * v) - a - a * u * v * correction - ln_1p(p),
        s,
    )
}
