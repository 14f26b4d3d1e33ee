//! ln |Gamma(x)|.
#![allow(clippy::excessive_precision)]
use super::double_double::{ln_pair, two_prod, two_sum};
use super::ln_gamma_negative::negative;

/// ln |Gamma(x)|.
///
/// **Domain.** All reals.
///
/// **Special values.** +infinity at 0 and at the negative integers (poles), at either infinity and where the value leaves the range (x > 2.55e305); NaN for NaN;
/// exactly 0 at 1 and 2.
///
/// **Accuracy.** Over `tests/data` (the table in `tests/accuracy` checks these lines): x > 0, the zeros 1 and 2 included, at most 1.1 ulp (worst found: 1.02 at 1.2200000025745168);
/// x < 0: at most 0.6 ulp (worst found: 0.53 at -18.00000031809886) where |ln Gamma| >= 1, and 4.5 ulp (worst found: 4.20 at -2.7486826467274126) below that.
///
/// **Method.** Quotients of polynomials about 1, 2 and the minimum 1.4616..; ln Gamma(x) = ln Gamma(1 + x) - ln x below 0.9; from 2.35 on
/// Stirling's formula with a fitted remainder. The leading term is carried as two doubles. Coefficients: `scripts/special_coefficients.py`.
/// Negative x by the recurrence, near a zero as the integral of digamma from it, below -17.5 by reflection.
///
/// **Cost.** At most one logarithm and two divisions for x > 0.
///
/// ```
/// use dpmarkov::special::ln_gamma;
/// assert_eq!(ln_gamma(0.5), 0.572_364_942_924_700_1); // ln(pi)/2
/// assert_eq!(ln_gamma(1.0 + f64::EPSILON), -1.281_676_242_696_000_8e-16);
/// ```
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    if x > 0.0 {
        if x == f64::INFINITY {
            return x;
        }
        let (hi, lo) = positive(x);
        hi + lo
    } else if x < 0.0 {
        negative(x)
    } else if x == 0.0 {
        f64::INFINITY
    } else {
        x
    }
}

/// ln Gamma(x), 0 < x < infinity, as a pair: hi is exact to about 2^-57 together with lo, |lo| is well below |hi| except at the zeros 1 and 2.
#[inline]
pub(crate) fn positive(x: f64) -> (f64, f64) {
    if x >= 2.35 {
        return stirling(x);
    }
    if x >= 0.9 {
        return if x < 1.22 {
            one(x - 1.0)
        } else if x < 1.72 {
            minimum(x - MINIMUM_AT)
        } else {
            two(x - 2.0)
        };
    }
    // ln Gamma(x) = ln Gamma(1 + x) - ln x, without rounding 1 + x.
    let (hi, lo) = if x >= 0.72 {
        two(x - 1.0)
    } else if x >= 0.25 {
        minimum(x - (MINIMUM_AT - 1.0))
    } else {
        one(x)
    };
    let (h, l) = ln_pair(x);
    let (s, e) = two_sum(-h, hi);
    (s, (e - l) + lo)
}

/// ln Gamma(1 + y), -0.1 <= y <= 0.25.
#[inline]
pub(super) fn one(y: f64) -> (f64, f64) {
    let [p0, p1, p2, p3, p4, p5] = ONE_P;
    let [q1, q2, q3, q4, q5] = ONE_Q;
    let p = p0 + y * (p1 + y * (p2 + y * (p3 + y * (p4 + y * p5))));
    let q = 1.0 + y * (q1 + y * (q2 + y * (q3 + y * (q4 + y * q5))));
    // 0 - y, so that ln Gamma(1) is +0.
    (0.5 * (0.0 - y), y * (p / q))
}

/// ln Gamma(2 + y), -0.28 <= y <= 0.35.
#[inline]
pub(super) fn two(y: f64) -> (f64, f64) {
    let [p0, p1, p2, p3, p4, p5, p6] = TWO_P;
    let [q1, q2, q3, q4, q5, q6] = TWO_Q;
    let p = p0 + y * (p1 + y * (p2 + y * (p3 + y * (p4 + y * (p5 + y * p6)))));
    let q = 1.0 + y * (q1 + y * (q2 + y * (q3 + y * (q4 + y * (q5 + y * q6)))));
    // Exact: y has at most 51 bits.
    (0.375 * y, y * (p / q))
}

/// ln Gamma(c + y) next to the minimum, 1.22 <= c + y <= 1.72.
#[inline]
pub(super) fn minimum(y: f64) -> (f64, f64) {
    let [p0, p1, p2, p3, p4, p5] = MINIMUM_P;
    let [q1, q2, q3, q4, q5] = MINIMUM_Q;
    let p = p0 + y * (p1 + y * (p2 + y * (p3 + y * (p4 + y * p5))));
    let q = 1.0 + y * (q1 + y * (q2 + y * (q3 + y * (q4 + y * q5))));
    (
        MINIMUM_VALUE.0,
        MINIMUM_VALUE.1 + y * (MINIMUM_SLOPE + y * (0.5 + p / q)),
    )
}

/// (x - 1/2)(ln x - 1) + (ln(2 pi) - 1)/2 + remainder, x >= 2.35.
#[inline]
fn stirling(x: f64) -> (f64, f64) {
    let (h, l) = ln_pair(x);
    // Exact: h lies between 0.9 and 710 and has 53 bits.
    let h = h - 1.0;
    let y = x - 0.5;
    let (p, e) = two_prod(y, h);
    if p == f64::INFINITY {
        return (p, 0.0);
    }
    let (s, f) = two_sum(p, STIRLING_CONSTANT.0);
    // Above 2^52 the half is lost in y.
    let y_low = (x - y) - 0.5;
    // From there on the remainder is below 2^-70 of the value.
    let remainder = if x >= 1e10 {
        0.0
    } else {
        stirling_remainder(x)
    };
    (
        s,
        (e + y * l) + (f + STIRLING_CONSTANT.1 + y_low * h) + remainder,
    )
}

/// ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2, x >= 2.35: about 1/(12 x).
#[inline]
pub(crate) fn stirling_remainder(x: f64) -> f64 {
    let r = 1.0 / x;
    let v = r * r;
    if x < 8.0 {
        let [p0, p1, p2, p3, p4, p5] = STIRLING_P;
        let [q1, q2, q3, q4, q5] = STIRLING_Q;
        let p = p0 + v * (p1 + v * (p2 + v * (p3 + v * (p4 + v * p5))));
        let q = 1.0 + v * (q1 + v * (q2 + v * (q3 + v * (q4 + v * q5))));
        r * (p / q)
    } else {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = STIRLING_LARGE;
        r * (c0 + v * (c1 + v * (c2 + v * (c3 + v * (c4 + v * (c5 + v * (c6 + v * c7)))))))
    }
}

/// ln Gamma(1+y)/y + 1/2, numerator: relative error 2.09e-15 at 0.0980737, absolute 8.93e-18, on [-0.1, 0.25].
const ONE_P: [f64; 6] = [
    -0.07721566490153285,
    0.6335639534152765,
    1.4485209386291542,
    0.9670281483860222,
    0.22445049446692306,
    0.01294997968094454,
];
/// ln Gamma(1+y)/y + 1/2, denominator without its constant term 1.
const ONE_Q: [f64; 5] = [
    2.4464346742300305,
    2.1097441325138364,
    0.7575720372271628,
    0.10174213186859692,
    0.003102794164284736,
];
/// (ln Gamma(c+y) - ln Gamma(c) - psi(c) y)/y^2 - 1/2, numerator: relative error 2.27e-16 at -0.13617, absolute 3.03e-18, on [-0.241632, 0.258368].
const MINIMUM_P: [f64; 6] = [
    -0.016163877276189374,
    -0.17739291514627856,
    -0.22757432654924412,
    -0.10271393427971591,
    -0.01744749706471588,
    -0.0008262205728028134,
];
/// (ln Gamma(c+y) - ln Gamma(c) - psi(c) y)/y^2 - 1/2, denominator without its constant term 1.
const MINIMUM_Q: [f64; 5] = [
    1.843938285503634,
    1.240829384282791,
    0.36863749602555806,
    0.04579854731476754,
    0.0017137584980459481,
];
/// ln Gamma(2+y)/y - 3/8, numerator: relative error 2.04e-16 at -0.143967, absolute 2.04e-18, on [-0.28, 0.35].
const TWO_P: [f64; 7] = [
    0.04778433509846714,
    0.39265209977728793,
    0.44511935333688757,
    0.1937475998547226,
    0.03687840848745206,
    0.0028039446881305613,
    5.6595091674616496e-05,
];
/// ln Gamma(2+y)/y - 3/8, denominator without its constant term 1.
const TWO_Q: [f64; 6] = [
    1.4687881752157343,
    0.8127326396783369,
    0.20955761930743944,
    0.02509401987965422,
    0.0011874881531815443,
    1.3162772454293325e-05,
];
/// x times the remainder of Stirling's formula in 1/x^2, 2.35 <= x < 8, numerator: relative error 3.79e-17 at 0.0186735, absolute 3.16e-18, on [0.015625, 0.181077].
const STIRLING_P: [f64; 6] = [
    0.0833333333333313,
    0.9739169051136983,
    3.294534974180954,
    3.7112185884696216,
    1.1836683777803059,
    0.052185200719761675,
];
/// x times the remainder of Stirling's formula in 1/x^2, 2.35 <= x < 8, denominator without its constant term 1.
const STIRLING_Q: [f64; 5] = [
    11.720336194692198,
    39.91557375434245,
    45.76066276397658,
    15.4228444547114,
    0.8942050166672249,
];
/// The same, x >= 8: relative error 5.36e-17 at 1.44541e-5, absolute 4.47e-18, on [1.0e-9, 0.015625].
const STIRLING_LARGE: [f64; 8] = [
    0.08333333333333333,
    -0.0027777777777666535,
    0.0007936507858947751,
    -0.0005952357022970305,
    0.0008413694274643839,
    -0.0018845468069574663,
    0.004910327753089913,
    0.0012923886610536205,
];
/// c, the double next to the minimum of ln Gamma.
pub(super) const MINIMUM_AT: f64 = 1.4616321449683622;
/// psi(c).
const MINIMUM_SLOPE: f64 = -9.241265521729427e-17;
/// ln Gamma(c).
const MINIMUM_VALUE: (f64, f64) = (-0.12148629053584961, 3.3649914684731424e-18);
/// ln(2 pi)/2 - 1/2.
const STIRLING_CONSTANT: (f64, f64) = (0.4189385332046727, 1.6728209650585413e-17);
