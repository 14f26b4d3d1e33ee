//! The regularised incomplete beta function.
mod complement;
mod continued_fraction;
mod point;
mod prefactor;
mod series;

use self::point::Point;
use self::prefactor::Prefactor;
use super::incomplete::scaled::{OneTail, Scaled};
use super::incomplete::{stirling, temme};
use super::{LnTails, Tails};

/// I_x(a, b) and 1 - I_x(a, b); NaN outside a > 0, b > 0, 0 <= x <= 1.
pub fn beta_inc(a: f64, b: f64, x: f64) -> Tails {
    if !(a > 0.0 && b > 0.0 && a < f64::INFINITY && b < f64::INFINITY && (0.0..=1.0).contains(&x)) {
        return Tails { lower: f64::NAN, upper: f64::NAN };
    }
    if x == 0.0 {
        return Tails { lower: 0.0, upper: 1.0 };
    }
    if x == 1.0 {
        return Tails { lower: 1.0, upper: 0.0 };
    }
    one_tail(a, b, Point::from_x(x)).tails()
}

/// ln I_x(a, b) and ln(1 - I_x(a, b)) at x = 1/(1+e^-logit): any finite logit, however large.
pub fn ln_beta_inc_logit(a: f64, b: f64, logit: f64) -> LnTails {
    if !(a > 0.0 && b > 0.0 && a < f64::INFINITY && b < f64::INFINITY && logit.abs() < f64::INFINITY) {
        return LnTails { ln_lower: f64::NAN, ln_upper: f64::NAN };
    }
    one_tail(a, b, Point::from_logit(logit)).ln_tails()
}

/// The tail that is cheap and well conditioned; the other is its complement.
fn one_tail(a: f64, b: f64, point: Point) -> OneTail {
    if a.max(b) > point::HUGE && a.min(b) < stirling::LARGE {
        return gamma_limit(a, b, point);
    }
    if a.min(b) <= 1.0 {
        return if a <= b && b > 1.0 {
            small_first(a, b, point)
        } else if b <= 1.0 && a > 1.0 {
            small_first(b, a, point.mirrored()).mirrored()
        } else if point.x.hi <= 0.5 {
            small_first(a, b, point)
        } else {
            small_first(b, a, point.mirrored()).mirrored()
        };
    }
    if point.excess(a, b).hi <= 0.0 {
        OneTail::Lower(below_mean(a, b, point))
    } else {
        OneTail::Upper(below_mean(b, a, point.mirrored()))
    }
}

/// I_x(a, b) for a, b > 1 and x at most the mean.
fn below_mean(a: f64, b: f64, point: Point) -> Scaled {
    let pre = Prefactor::new(a, b, point);
    let m = a.min(b);
    if m >= temme::SMALLEST && 2.0 * pre.fall <= temme::WIDEST * m {
        let r = m / a.max(b);
        let z = super::float::sqrt(2.0 * pre.fall);
        return pre.over_a.times(a * temme::tail_over_density(m, r, z, m != a));
    }
    if b * point.x.hi <= 0.7 {
        return pre.over_a.times(series::rising(a, b, point.x.hi));
    }
    pre.over_a.times(continued_fraction::below_mean(a, b, point))
}

/// a <= 1, and b > 1 or x <= 1/2.
fn small_first(a: f64, b: f64, point: Point) -> OneTail {
    if point.x.hi > 0.5 {
        // The second parameter of I_y(b, a) is at most 1: each term is at most y times the one before.
        return OneTail::Upper(Prefactor::new(b, a, point.mirrored()).over_a.times(series::rising(b, a, point.y.hi)));
    }
    if b * point.x.hi > 1.0 {
        let swapped = point.mirrored();
        return OneTail::Upper(Prefactor::new(b, a, swapped).over_a.times(continued_fraction::below_mean(b, a, swapped)));
    }
    let lower = Prefactor::new(a, b, point).over_a.times(series::rising(a, b, point.x.hi));
    if lower.value() <= 0.5 { OneTail::Lower(lower) } else { OneTail::Upper(complement::upper(a, b, point)) }
}

/// max(a, b) > 1e100 and min(a, b) < 10: I_x(a, b) = P(a, -b ln(1-x)) to full accuracy (the difference is O(a^2/b)).
fn gamma_limit(a: f64, b: f64, point: Point) -> OneTail {
    if a > b {
        return gamma_limit(b, a, point.mirrored()).mirrored();
    }
    let t = super::incomplete::twofold::Twofold::ZERO.sub(point.ln_y());
    super::gamma_inc::one_tail(a, super::gamma_inc::Argument::from_product(b, t))
}
