//! 1 - delta on the line Re s = -1/2: for delta near 1, where the pole at 0 crowds the saddle.
use super::line::line_sum;
use super::moment::Loss;
use super::step::{ln_tail, shorten};
use super::{Bounds, Evaluation};
use crate::special::float::{exp, ln_1p};
use crate::special::second_difference::ROUNDING;
use core::f64::consts::PI;

/// Above this epsilon the aliases ask for too small a step.
pub(super) const EPSILON_MAX: f64 = 300.0;

/// Bounds on ln delta from the line Re s = -1/2.
///
/// Moving the line across the pole at s = 0 (residue 1): delta = 1 + (1/2 pi i) * integral over Re s = -1/2, whose sum is negative.
/// By Poisson summation minus the trapezoidal sum is sum over k of e^(-pi k/h) (1 - delta(eps + 2 pi k/h)), every term >= 0: k = 0
/// is 1 - delta; k > 0 adds at most e^(-pi k/h); and as 1 - delta(e) <= e^e, k < 0 adds at most e^(eps - pi |k|/h).
/// Together at most A = 2 e^(max(eps, 0) - pi/h)/(1 - e^(-pi/h)), which the upper bound has to add.
pub(super) fn evaluate(losses: Loss<'_>, epsilon: f64, c: f64) -> Evaluation {
    let room = 32.0 + epsilon.max(0.0);
    let step = shorten(PI / room);
    let mut losses = losses;
    let mut smoothed = false;
    if losses.smooths() {
        let excess = ln_tail(losses, epsilon, -0.5, step) + 32.0;
        let y = step * f64::from(losses.most_points());
        if excess > 0.0 {
            losses = losses.smoothed(2.0 * excess / y / y);
            smoothed = true;
        }
    }
    let ln_scale = losses.ln_moment_upper(-0.5) + 0.5 * epsilon;
    let line = line_sum(
        losses,
        -0.5,
        step,
        epsilon,
        0.0,
        exp(-32.0 - ln_scale.max(-600.0)),
    );
    // rounding of c eps and of ln_scale in the exponent
    let scale = exp(line.ln_scale);
    let slack = 8.0 * ROUNDING * (4.0 + line.ln_scale.abs() + epsilon.abs());
    let size = -line.sum;
    let error = line.tail + line.rounding + size * slack;
    let aliases = 2.0 * exp(epsilon.max(0.0) - PI / step) * (1.0 + 1e-9);
    let least =
        (scale * (size - error) - aliases) * (1.0 - 4.0 * ROUNDING) - 4.0 * ROUNDING * aliases;
    let most = scale * (size + error) * (1.0 + 4.0 * ROUNDING);
    let ln_lower = if smoothed {
        f64::NEG_INFINITY
    } else if most < 1.0 {
        ln_1p(-most) * (1.0 + 4.0 * ROUNDING) - 2.0 * ROUNDING
    } else {
        f64::NEG_INFINITY
    };
    let ln_upper = if least > 0.0 {
        ln_1p(-least.min(1.0 - ROUNDING)) * (1.0 - 4.0 * ROUNDING)
    } else {
        0.0
    };
    let delta = 1.0 - scale * size;
    Evaluation {
        bounds: Bounds { ln_lower, ln_upper },
        rate: scale * line.slope / delta,
        c,
        points: line.points,
    }
}
