//! ln B(a, b) without the cancellation of three log-gammas.
use super::digamma::digamma;
use super::double_double::{ln_pair, two_prod, two_sum};
use super::float::{ln, ln_1p};
use super::ln_beta_near_one::ln_beta_near_one;
use super::ln_gamma::{positive, stirling_remainder};

/// ln B(a, b) = ln Gamma(a) + ln Gamma(b) - ln Gamma(a + b).
///
/// **Domain.** a >= 0, b >= 0. Symmetric to the last bit.
///
/// **Special values.** +infinity where an argument is 0, -infinity where one is infinite, NaN for 0 with infinity, for negative arguments and for NaN.
///
/// **Accuracy.** Over `tests/data` (the table in `tests/accuracy` checks these lines): at most 1.2 ulp (worst found: 1.04 at 69350.12263686929, 9424.43183050355) where |ln B| > 0.5; at most
/// 25 ulp (worst found: 21.68 at 0.26341585791932287, 108.14576674238018) nearer to B = 1, down to |ln B| = 1e-12; below that the error is at most
/// 1e-26 (worst found: 7.3e-27 at 0.2411861122357485, 244.50607516035927).
///
/// **Method.** For a large argument never three log-gammas: Stirling's formula with the difference of its remainders, ln(1 + a/b) and
/// logarithms with a low part (compare DiDonato & Morris, doi:10.1145/131766.131776, section 4); for moderate ones three log-gammas with their low parts;
/// next to B = 1 in double-double.
///
/// **Cost.** Two to four logarithms; about ten times that next to B = 1.
///
/// ```
/// use dpmarkov::special::ln_beta;
/// // The difference of three log-gammas is 0 here.
/// assert_eq!(ln_beta(1e20, 3.0), -137.461_958_399_082_8);
/// ```
#[must_use]
pub fn ln_beta(a: f64, b: f64) -> f64 {
    // The positive form refuses NaN.
    if !(a >= 0.0 && b >= 0.0) {
        return f64::NAN;
    }
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    if b == f64::INFINITY {
        return if a == 0.0 {
            f64::NAN
        } else {
            f64::NEG_INFINITY
        };
    }
    if a == 0.0 {
        return f64::INFINITY;
    }
    if a >= LARGE {
        return both_large(a, b);
    }
    if a == 1.0 || b == 1.0 {
        // B(1, b) = 1/b.
        return -ln(if a == 1.0 { b } else { a });
    }
    let v = if b >= LARGE && a <= SMALL_RATIO * b {
        one_large(a, b)
    } else {
        both_moderate(a, b)
    };
    // B = 1: v is the small rest of larger terms.
    if v.abs() < NEAR_ONE {
        ln_beta_near_one(a, b)
    } else {
        v
    }
}

/// Below this |ln B| the terms, each good to about 2^-57, leave too few digits.
const NEAR_ONE: f64 = 0.03;

/// From here on Stirling's formula, with the short form of its remainder.
const LARGE: f64 = 8.0;

/// ln(2 pi)/2.
const HALF_LN_2_PI: f64 = 0.918_938_533_204_672_7;

/// LARGE <= a <= b: Stirling's formula thrice,
/// (a - 1/2) ln(a/(a+b)) - b ln(1 + a/b) - ln(b)/2 + ln(2 pi)/2 + remainders: the two large terms have the same sign.
fn both_large(a: f64, b: f64) -> f64 {
    let h = a / b;
    let l = ln_1p(h);
    let (s, s_low) = two_sum(a, b);
    let (ah, al) = ln_pair(a);
    let (d, d_low) = if s < f64::INFINITY {
        let (sh, sl) = ln_pair(s);
        let (d, e) = two_sum(ah, -sh);
        (d, e + (al - sl - s_low / s))
    } else {
        let (bh, bl) = ln_pair(b);
        let (d, e) = two_sum(ah, -bh);
        (d, e + (al - bl - l))
    };
    let y = a - 0.5;
    let y_low = (a - y) - 0.5;
    let (p, e) = two_prod(y, d);
    // As soon as the first term leaves the range, so does the sum: both are negative.
    if !(p > f64::NEG_INFINITY) {
        return f64::NEG_INFINITY;
    }
    let (v, f) = two_sum(p, -(b * l));
    let remainders = stirling_remainder(a) + (stirling_remainder(b) - stirling_remainder(s));
    v + ((e + f + y * d_low + y_low * d) + (HALF_LN_2_PI - 0.5 * ln(b) + remainders))
}

/// a < LARGE <= b, a/b <= [`SMALL_RATIO`]: ln Gamma(a) - a ln b - b phi(a/b) + ln(1 + a/b)/2 + remainders, phi(h) = (1 + h) ln(1 + h) - h >= 0.
/// ln Gamma(b) - ln Gamma(a + b) is small beside either for small a, and is never formed from them.
fn one_large(a: f64, b: f64) -> f64 {
    let (g, g_low) = positive(a);
    let (bh, bl) = ln_pair(b);
    let (p, e) = two_prod(a, bh);
    let h = a / b;
    let l = ln_1p(h);
    let remainders = stirling_remainder(b) - stirling_remainder(a + b);
    let (v, f) = two_sum(g, -p);
    v + ((f - e) + (g_low - a * bl) + (remainders + 0.5 * l - b_phi(a, h)))
}

/// b ((1 + h) ln(1 + h) - h) = a h (1/2 - h/6 + h^2/12 - ..) at h = a/b <= [`SMALL_RATIO`]: the k-th divisor is k (k + 1).
fn b_phi(a: f64, h: f64) -> f64 {
    let high = 1.0 / 30.0 - h * (1.0 / 42.0 - h * (1.0 / 56.0 - h * (1.0 / 72.0)));
    a * h * (0.5 - h * (1.0 / 6.0 - h * (1.0 / 12.0 - h * (1.0 / 20.0 - h * high))))
}

/// Up to here the series of [`b_phi`] needs no more than its nine terms; above, b is moderate.
const SMALL_RATIO: f64 = 0.015_625;

/// a < LARGE and b < 512 (b < LARGE, or a/b > [`SMALL_RATIO`]): three log-gammas with their low parts, and a + b with its.
fn both_moderate(a: f64, b: f64) -> f64 {
    let (g, g_low) = positive(a);
    let (k, k_low) = positive(b);
    let (s, s_low) = two_sum(a, b);
    let (m, m_low) = positive(s);
    let (u, e) = two_sum(k, -m);
    let (v, f) = two_sum(g, u);
    let rounded = if s_low == 0.0 {
        0.0
    } else {
        s_low * digamma(s)
    };
    v + ((e + f) + (g_low + k_low - m_low - rounded))
}
