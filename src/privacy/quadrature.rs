//! delta(epsilon) as an integral without cancellation.
//!
//! ```text
//! delta(eps) = f * integral over v > 0 of e^(-E(v)) (1 - e^(-w v)) dv        (see `super::pair`)
//! ```
//!
//! The integrand is positive and log-concave. v = L exp(x - e^(-x)) makes it fall double-exponentially at both ends (Takahasi & Mori
//! 1974), and the trapezoidal rule converges exponentially there; the step is halved until two sums agree. L solves
//! L E'(L) = 1. It uses none of the incomplete functions, so it is a second, independent evaluation.
//!
//! E(v) is a difference of two terms of size b v, each within a few roundings (of b, w, s, the functions and products): a relative error of
//! [`EXPONENT_ERROR`] times their sizes, averaged over the integrand. At b = 1e12 that is 1e-9 and more; it is summed along.
use super::pair::{Crossing, LnDelta, U};
use crate::special::float::{exp, exp_m1, ln, sqrt};

const LEVELS: u32 = 7;
/// Roundings of the larger term of E(v): 4 U of s, 2 U each of the two functions, 4 products and sums.
const EXPONENT_ERROR: f64 = 12.0 * U;

/// `None` where seven halvings do not settle it (a peak far inside, that is delta close to 1).
pub(crate) fn ln_delta(x: &Crossing) -> Option<LnDelta> {
    let scale = scale(x)?;
    let offset = x.exponent(scale);
    let at = |p: f64| -> [f64; 3] {
        let inner = exp(-p);
        let v = scale * exp(p - inner);
        let weight = v * (1.0 + inner) * exp(offset - x.exponent(v));
        let decay = -x.w * v;
        let delta = -weight * exp_m1(decay);
        [delta, weight * exp(decay), delta * x.exponent_size(v)]
    };
    let mut step = 0.5;
    let [mut delta, mut rest, mut size] = sweep(&at, 0.0, step);
    for _ in 0..LEVELS {
        let [d, r, z] = sweep(&at, 0.5 * step, step);
        let fine = 0.5 * (delta + d);
        let change = (fine - delta).abs();
        (delta, rest, size, step) = (fine, 0.5 * (rest + r), 0.5 * (size + z), 0.5 * step);
        // the error about squares with every halving, so the change bounds what is left with much to spare; it is counted in full
        // (1e-7 was not enough: two coarse sums can agree by chance, as at w = 0.0047, a = 3.47)
        if change <= 1e-11 * delta {
            let rounding = EXPONENT_ERROR * (size / delta + x.exponent_size(scale));
            let error = x.error + 2e-13 + change / delta + rounding;
            return (delta > 0.0).then(|| LnDelta {
                ln: x.ln_density - offset + ln(delta),
                error,
                slope: -rest / delta,
            });
        }
    }
    None
}

/// The trapezoidal sum times its step over start + step * integers, from about -3.8 to where the integrand has vanished.
fn sweep(at: &impl Fn(f64) -> [f64; 3], start: f64, step: f64) -> [f64; 3] {
    let (mut delta, mut rest, mut size) = (0.0, 0.0, 0.0);
    let mut p = start - 3.75;
    while p < 7.0 {
        let [d, r, z] = at(p);
        if d >= 0.0 && r >= 0.0 && z >= 0.0 {
            delta += d;
            rest += r;
            size += z;
        }
        if p > 0.5 && d <= 1e-18 * delta {
            break;
        }
        p += step;
    }
    [delta * step, rest * step, size * step]
}

/// L with L E'(L) about 1.
fn scale(x: &Crossing) -> Option<f64> {
    let excess = |v: f64| v * x.exponent_slope(v) - 1.0;
    let start = 1.0 / (x.exponent_slope(0.0).abs() + sqrt(x.exponent_curvature()));
    let (mut low, mut high) = (start, start);
    if excess(start) < 0.0 {
        for _ in 0..60 {
            high *= 3.0;
            if excess(high) >= 0.0 {
                break;
            }
            low = high;
        }
    } else {
        for _ in 0..60 {
            low /= 3.0;
            if excess(low) < 0.0 {
                break;
            }
            high = low;
        }
    }
    for _ in 0..6 {
        let mid = sqrt(low) * sqrt(high);
        if excess(mid) < 0.0 {
            low = mid
        } else {
            high = mid
        }
    }
    (high > 0.0 && high < f64::MAX).then_some(high)
}
