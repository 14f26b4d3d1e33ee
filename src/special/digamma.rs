//! The digamma function.
#![allow(clippy::excessive_precision)]
use super::double_double::{ln_pair, two_prod, two_sum};
use super::float::{floor, tan};

/// psi(x) = d/dx ln Gamma(x).
///
/// **Domain.** All reals.
///
/// **Special values.** NaN at 0, at the negative integers (poles of either sign), at minus infinity and for NaN; +infinity at +infinity. -infinity where -1/x leaves
/// the range (x < 5.6e-309).
///
/// **Accuracy.** Over `tests/data` (the table in `tests/accuracy` checks these lines): x > 0, the root included, at most 1.4 ulp (worst found: 1.30 at 2.000000417759243);
/// x < 0: at most 4.5 ulp (worst found: 4.28 at -12.79147946469849) where |psi| >= 1, and 1e-15 (worst found: 8.6e-16 at -19.76074087128291) below that (one zero between any two neighbouring negative integers).
///
/// **Method.** On [1, 2] (x - x0)(1 + ..) with the root x0 = 1.4616.. in double-double; one step of psi(x + 1) = psi(x) + 1/x from either side;
/// from 3 on ln x - 1/(2x) - .. with fitted coefficients (`scripts/special_coefficients.py`) and a logarithm with a low part.
/// Negative x by reflection.
///
/// **Cost.** At most one logarithm and two divisions for x > 0.
///
/// ```
/// use dpmarkov::special::digamma;
/// assert!((digamma(1.0) + 0.577_215_664_901_532_9).abs() <= 1.2e-16); // minus Euler's constant
/// assert_eq!(digamma(1.461_632_144_968_362_2), -9.241_265_521_729_427_5e-17);
/// ```
#[must_use]
pub fn digamma(x: f64) -> f64 {
    if x >= 3.0 {
        return asymptotic(x);
    }
    if x >= 2.0 {
        // psi(x) = psi(x - 1) + 1/(x - 1).
        let t = x - 1.0;
        let (hi, lo) = near_root(t - ROOT_AT.0, ROOT_AT.1, x - 2.5);
        let (q, q_low) = reciprocal(t);
        let (s, e) = two_sum(q, hi);
        return s + (e + lo + q_low);
    }
    if x >= 1.0 {
        let (hi, lo) = near_root(x - ROOT_AT.0, ROOT_AT.1, x - 1.5);
        return hi + lo;
    }
    if x > 0.0 {
        // psi(x) = psi(x + 1) - 1/x, without rounding x + 1.
        let (q, q_low) = reciprocal(x);
        if q == f64::INFINITY {
            return -q;
        }
        let (t, t_low) = two_sum(x, -(ROOT_AT.0 - 1.0));
        let (hi, lo) = near_root(t, ROOT_AT.1 - t_low, x - 0.5);
        let (s, e) = two_sum(-q, hi);
        return s + (e + lo - q_low);
    }
    negative(x)
}

/// 1/x as a pair.
#[inline]
fn reciprocal(x: f64) -> (f64, f64) {
    let q = 1.0 / x;
    if !(q < 1e290) {
        return (q, 0.0);
    }
    let (p, e) = two_prod(q, x);
    (q, q * ((1.0 - p) - e))
}

/// psi(x0 + t - t_low) = (t - t_low)(1 - t/2 + p/q) for 1 <= x0 + t <= 2, where t itself is exact and p/q is a function of u = x0 + t - 3/2 (about the middle
/// its rounding errors are smallest); hi = t.
#[inline]
fn near_root(t: f64, t_low: f64, u: f64) -> (f64, f64) {
    let [p0, p1, p2, p3, p4, p5, p6] = ROOT_P;
    let [q1, q2, q3, q4, q5] = ROOT_Q;
    let p = p0 + u * (p1 + u * (p2 + u * (p3 + u * (p4 + u * (p5 + u * p6)))));
    let q = 1.0 + u * (q1 + u * (q2 + u * (q3 + u * (q4 + u * q5))));
    // The two exact leading terms leave a quotient below 0.06: its rounding errors hardly count.
    let slope = p / q - 0.5 * t;
    (t, (t - t_low) * slope - t_low)
}

/// ln x - 1/(2x) - 1/(12 x^2) + .., x >= 3.
#[inline]
fn asymptotic(x: f64) -> f64 {
    if x == f64::INFINITY {
        return x;
    }
    let r = 1.0 / x;
    let v = r * r;
    let c = if x < 8.0 {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10] = ASYMPTOTIC;
        let high = c7 + v * (c8 + v * (c9 + v * c10));
        c0 + v * (c1 + v * (c2 + v * (c3 + v * (c4 + v * (c5 + v * (c6 + v * high))))))
    } else {
        let [c0, c1, c2, c3, c4, c5, c6] = ASYMPTOTIC_LARGE;
        c0 + v * (c1 + v * (c2 + v * (c3 + v * (c4 + v * (c5 + v * c6)))))
    };
    let (h, l) = ln_pair(x);
    h + (l - (0.5 * r + v * c))
}

/// The reflection psi(x) = psi(-x) - 1/x - pi cot(pi x), x <= 0.
fn negative(x: f64) -> f64 {
    let nearest = floor(x + 0.5);
    let d = x - nearest;
    // A pole, minus infinity or NaN.
    if !(d.abs() > 0.0) {
        return f64::NAN;
    }
    if x > -1e-17 {
        // Euler's constant is below half a unit in the last place.
        return -1.0 / x;
    }
    let pi = core::f64::consts::PI;
    digamma(-x) - (1.0 / x + pi / tan(pi * d))
}

/// psi(x)/(x-x0) - 1 + (x-x0)/2 in x - 3/2, numerator: relative error 5.89e-15 at 0.235925, absolute 1.24e-17, on [-0.5, 0.5].
const ROOT_P: [f64; 7] = [
    -0.02976019645234829,
    0.02936378269502281,
    0.3346658744460682,
    0.29297928693661973,
    0.09113284031088262,
    0.011175528379844485,
    0.00042863196103191763,
];
/// psi(x)/(x-x0) - 1 + (x-x0)/2 in x - 3/2, denominator without its constant term 1.
const ROOT_Q: [f64; 5] = [
    1.5795862133768737,
    0.8909108601153678,
    0.22226135682897646,
    0.023995076433558565,
    0.000857691360255349,
];
/// (ln x - 1/(2x) - psi(x)) x^2 in 1/x^2, 3 <= x < 8: relative error 4.7e-16 at 0.017623, absolute 3.91e-17, on [0.015625, 0.111111].
const ASYMPTOTIC: [f64; 11] = [
    0.0833333333331942,
    -0.008333333295310228,
    0.00396824944293753,
    -0.004166355357447486,
    0.0075618789342375824,
    -0.02066572395497548,
    0.07385744288252608,
    -0.285276015834551,
    0.9600465932105282,
    -2.248311890829749,
    2.5864775523395025,
];
/// The same, x >= 8: relative error 1.07e-16 at 0.000678517, absolute 8.92e-18, on [1.0e-9, 0.015625].
const ASYMPTOTIC_LARGE: [f64; 7] = [
    0.08333333333333333,
    -0.008333333333286489,
    0.003968253916174774,
    -0.004166645783133286,
    0.007571794895954539,
    -0.02070349684721915,
    0.06373194939626953,
];
/// x0, where psi is 0.
const ROOT_AT: (f64, f64) = (1.4616321449683622, 9.549995429965697e-17);
