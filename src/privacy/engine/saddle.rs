//! Where the line of integration crosses the real axis.
use super::moment::{Loss, ln_kappa, ln_pole};
use crate::special::float::{exp, ln, sqrt};

/// A point c > 0 of the real axis and what the integrand does there.
#[derive(Clone, Copy)]
pub(super) struct Saddle {
    /// The point.
    pub(super) c: f64,
    /// ln[M(c) e^(-c eps)/(c (1+c))].
    pub(super) ln_height: f64,
    /// The second derivative of ln_height, about.
    pub(super) curvature: f64,
    /// ln[kappa(c) M(c) e^(-c eps)], rounded up: a bound on ln delta whatever c is.
    pub(super) ln_chernoff: f64,
}

/// Below this bound on ln delta nothing is gained by a sum: the bound itself is returned.
pub(super) const HOPELESS: f64 = -3000.0;
/// Largest c that is tried.
const C_MAX: f64 = 1e12;

fn height(losses: Loss<'_>, epsilon: f64, c: f64) -> (f64, f64) {
    let (value, slope) = losses.ln_moment_slope(c);
    (
        value - c * epsilon - ln_pole(c),
        slope - epsilon - 1.0 / c - 1.0 / (1.0 + c),
    )
}

/// The minimiser of the convex ln M(c) - c eps - ln c - ln(1+c) over 0 < c < order_end, to about 1 %.
///
/// Every c gives a valid bound: the search decides only how tight it is. Bracketing and bisection
/// of the derivative in ln x, where c = x or c = S x/(1+x).
#[inline(never)]
pub(super) fn saddle(losses: Loss<'_>, epsilon: f64, guess: f64) -> Saddle {
    let end = losses.order_end();
    let point = |t: f64| {
        let x = exp(t);
        if end.is_finite() {
            end * (x / (1.0 + x))
        } else {
            x
        }
    };
    let slope = |t: f64| height(losses, epsilon, point(t)).1;

    let start = if end.is_finite() {
        guess / (end - guess)
    } else {
        guess
    };
    let start = if start > 1e-9 && start < 1e9 {
        ln(start)
    } else {
        0.0
    };
    let (mut low, mut high) = (start, start);
    let mut slope_low = slope(start);
    let mut slope_high = slope_low;
    let mut step = 0.5;
    if slope_low < 0.0 {
        while slope_high < 0.0 && high < 27.0 {
            low = high;
            slope_low = slope_high;
            high += step;
            step *= 2.0;
            slope_high = slope(high);
            if losses.ln_moment_upper(point(high)) - point(high) * epsilon < HOPELESS
                || point(high) > C_MAX
            {
                break;
            }
        }
    } else {
        while slope_low >= 0.0 && low > -40.0 {
            high = low;
            slope_high = slope_low;
            low -= step;
            step *= 2.0;
            slope_low = slope(low);
        }
    }
    if slope_low < 0.0 && slope_high > 0.0 {
        while high - low > 0.1 {
            let middle = 0.5 * (low + high);
            let s = slope(middle);
            if s < 0.0 {
                (low, slope_low) = (middle, s)
            } else {
                (high, slope_high) = (middle, s)
            }
        }
    }
    let share = if slope_low < 0.0 && slope_high > 0.0 {
        slope_low / (slope_low - slope_high)
    } else {
        1.0
    };
    let mut c = point(low + share * (high - low));

    // Near the pole there is no room for the aliases beyond: step back where that costs at most e^2.
    if end.is_finite() && c > 0.9 * end {
        let allowed = height(losses, epsilon, c).0 + 2.0;
        for part in [0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995] {
            if part * end < c && height(losses, epsilon, part * end).0 <= allowed {
                c = part * end;
            }
        }
    }
    at(losses, epsilon, c)
}

/// What the integrand does at a given c.
pub(super) fn at(losses: Loss<'_>, epsilon: f64, c: f64) -> Saddle {
    let (ln_height, slope) = height(losses, epsilon, c);
    let left = height(losses, epsilon, 0.99 * c).1;
    let ln_moment = losses.ln_moment_upper(c);
    let ln_chernoff = ln_moment - c * epsilon + ln_kappa(c);
    let slack = 1e-15 * (4.0 + ln_moment.abs() + c * epsilon + ln_kappa(c).abs());
    Saddle {
        c,
        ln_height,
        curvature: ((slope - left) / (0.01 * c)).max(f64::MIN_POSITIVE),
        ln_chernoff: ln_chernoff + slack,
    }
}

impl Saddle {
    /// The saddle-point estimate of ln delta: height/sqrt(2 pi curvature).
    pub(super) fn ln_estimate(self) -> f64 {
        let width = 1.0 / sqrt(2.0 * core::f64::consts::PI * self.curvature);
        (self.ln_height + ln(width)).min(self.ln_chernoff)
    }
}
