//! 1 - I_x(a, b) where I_x(a, b) is near 1 because a is small.
use super::point::{Point, TINY};
use crate::special::float::{exp, exp_m1, ln};
use crate::special::incomplete::scaled::Scaled;
use crate::special::incomplete::stirling::{ln_gamma_1p, ln_gamma_increment};
use crate::special::incomplete::twofold::Twofold;

/// 1 - I_x(a, b) for a <= 1, x <= 1/2, b x <= 1, without the cancellation of 1 - I_x:
/// I_x = e^L (1 + a S), L = a ln x - ln(a B(a, b)), S = sum over n >= 1 of (1-b)_n x^n/(n! (a+n)) (DLMF 8.17.7),
/// and L is small with a. (The same device as Gautschi's for the incomplete gamma function, TOMS 5 (1979), doi:10.1145/355853.355863.)
pub(super) fn upper(a: f64, b: f64, point: Point) -> Scaled {
    let x = point.x.hi;
    let (mut coefficient, mut sum, mut n) = (1.0, 0.0, 0.0);
    for _ in 0..200 {
        n += 1.0;
        coefficient *= (n - b) * x / n;
        let term = coefficient / (a + n);
        sum += term;
        if term.abs() <= 1e-17 * sum.abs() {
            break;
        }
    }
    // For large b the two logarithms of a (ln x + ln b) cancel: they are one.
    let (increment, g) = ln_gamma_increment(a, b);
    let ln_gx = if x > TINY {
        ln(g * x)
    } else {
        point.ln_x().value() + ln(g)
    };
    let l = a * ln_gx - ln_gamma_1p(a) + increment;
    Scaled {
        factor: (-exp_m1(l) - exp(l) * a * sum).max(0.0),
        exponent: Twofold::ZERO,
    }
}
