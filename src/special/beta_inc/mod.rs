//! The regularised incomplete beta function.
mod complement;
mod continued_fraction;
mod point;
mod prefactor;
mod series;

use self::point::Point;
use self::prefactor::Prefactor;
use super::incomplete::scaled::{OneTail, Scaled};
use super::incomplete::{elementary, stirling, temme};
use super::{LnTails, Tails};

/// I_x(a, b) = 1/B(a, b) * integral over (0, x) of t^(a-1) (1-t)^(b-1) dt, and 1 - I_x(a, b), each with its own relative accuracy.
///
/// **Domain.** a > 0, b > 0, both finite; 0 <= x <= 1. Outside it, both are NaN.
///
/// **Special values.** (0, 1) at x = 0, (1, 0) at x = 1, (0.5, 0.5) at x = 0.5 where a = b. A tail below the smallest double is 0:
/// [`ln_beta_inc_logit`] has its logarithm.
///
/// **Accuracy.** Both tails, relative error over `tests/data` (the table in `tests/accuracy` checks these lines):
///
/// | tail | a, b | bound | worst found |
/// |---|---|---|---|
/// | >= 1e-50 | <= 1e4 | 2e-15 | 1.8e-15 at 0.030521633572758534, 8286.882233707736, 0.00011284678916950252 |
/// | >= 1e-50 | to 1e6 | 2e-15 | 1.6e-15 at 1e5, 0.1, 0.99999 |
/// | 1e-300 to 1e-50 | to 1e6 | 1e-15 | 7.2e-16 at 107.26742254393059, 23.58307812129888, 0.03056824973815986 |
///
/// From 1e-300 to 1e300 in both parameters: never NaN, lower + upper = 1 to the last place. x is taken as exact: near 1 a double forgets
/// what 1 - x was; call with (b, a, 1 - x), or by the logit, where that is what is known.
///
/// **Method.** In the manner of A. R. DiDonato and A. H. Morris (TOMS 708, 1992, doi:10.1145/131766.131776): the tail that does not hold
/// the mean is x^a (1-x)^b/(a B(a, b)) times
/// - the uniform expansion in powers of the normal deviate, for min(a, b) >= 20 within about half a mean of the mean;
/// - the power series with positive terms, for small x;
/// - the continued fraction, elsewhere,
///
/// and 1 - I_x for small a comes from ln(x^a/(a B(a, b))) without cancellation. The prefactor's exponent is the sum of two terms of one
/// sign, a phi and b phi with phi(t) = t - ln(1 + t), to 2^-55 absolute or 2^-64 relative: a tail of 1e-300 is as accurate as one of 1e-3.
///
/// **Cost.** Two logarithms and one exponential, then 10 to 60 terms (bounded by a constant for every input).
///
/// ```
/// use dpmarkov::special::beta_inc;
/// // P(at most 2 heads in 5 tosses) = I_0.5(3, 3) = 1/2; I_0.25(2, 3) = 67/256.
/// assert_eq!(beta_inc(3.0, 3.0, 0.5).lower, 0.5);
/// let t = beta_inc(2.0, 3.0, 0.25);
/// assert!((t.lower - 67.0 / 256.0).abs() < 1e-16 && (t.upper - 189.0 / 256.0).abs() < 3e-16);
/// ```
#[must_use]
pub fn beta_inc(a: f64, b: f64, x: f64) -> Tails {
    if !(a > 0.0 && b > 0.0 && a < f64::INFINITY && b < f64::INFINITY && (0.0..=1.0).contains(&x)) {
        return Tails {
            lower: f64::NAN,
            upper: f64::NAN,
        };
    }
    if x == 0.0 {
        return Tails {
            lower: 0.0,
            upper: 1.0,
        };
    }
    if x == 1.0 {
        return Tails {
            lower: 1.0,
            upper: 0.0,
        };
    }
    if a == b && x == 0.5 {
        return Tails {
            lower: 0.5,
            upper: 0.5,
        };
    }
    one_tail(a, b, Point::from_x(x)).tails()
}

/// ln I_x(a, b) and ln(1 - I_x(a, b)) at x = 1/(1 + e^-logit): the logarithms stay finite where x, 1 - x or the tail underflow.
///
/// **Domain.** a > 0, b > 0, logit: all finite. Outside it, both are NaN.
///
/// **Special values.** -infinity only where the logarithm itself is below -1.8e308 (a logit of 1e308 times a parameter above 1).
///
/// **Accuracy.** Relative error of each logarithm over `tests/data/incomplete.csv`, logits to +-1e5:
/// at most 2e-15 (worst found: 1.79e-15 at 1.519625384582955, 0.22560615553927268, logit 6.38377257089092e-5): ln(1 - v) has the relative error of the smaller tail v.
/// The logit is taken as exact: x and 1 - x are formed from it with 30 digits.
///
/// **Method.** As [`beta_inc`]; ln x = -ln(1 + e^-logit) enters the prefactor directly.
///
/// **Cost.** As [`beta_inc`] and two logarithms.
///
/// ```
/// use dpmarkov::special::ln_beta_inc_logit;
/// // I_x(2, 3) = 6 x^2 (1 + O(x)), and x = e^-100000 is no double.
/// let t = ln_beta_inc_logit(2.0, 3.0, -1e5);
/// assert!((t.ln_lower - (-2e5 + 6f64.ln())).abs() < 1e-10 && t.ln_upper == 0.0);
/// ```
#[must_use]
pub fn ln_beta_inc_logit(a: f64, b: f64, logit: f64) -> LnTails {
    if !(a > 0.0
        && b > 0.0
        && a < f64::INFINITY
        && b < f64::INFINITY
        && logit.abs() < f64::INFINITY)
    {
        return LnTails {
            ln_lower: f64::NAN,
            ln_upper: f64::NAN,
        };
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
        return pre
            .over_a
            .times(a * temme::tail_over_density(m, r, z, m != a));
    }
    if b * point.x.hi <= 0.7 {
        return pre.over_a.times(series::rising(a, b, point.x.hi));
    }
    pre.over_a
        .times(continued_fraction::below_mean(a, b, point))
}

/// a <= 1, and b > 1 or x <= 1/2.
fn small_first(a: f64, b: f64, point: Point) -> OneTail {
    if b > 1.0 && point.x.hi >= 0.5 {
        // The second parameter of I_y(b, a) is at most 1: each term is at most y times the one before.
        return OneTail::Upper(
            Prefactor::new(b, a, point.mirrored())
                .over_a
                .times(series::rising(b, a, point.y.hi)),
        );
    }
    if b * point.x.hi >= 1.0 {
        let swapped = point.mirrored();
        return OneTail::Upper(
            Prefactor::new(b, a, swapped)
                .over_a
                .times(continued_fraction::below_mean(b, a, swapped)),
        );
    }
    let lower = Prefactor::new(a, b, point)
        .over_a
        .times(series::rising(a, b, point.x.hi));
    if lower.value() <= 0.5 {
        OneTail::Lower(lower)
    } else {
        OneTail::Upper(complement::upper(a, b, point))
    }
}

/// max(a, b) > 1e100 and min(a, b) < 10: I_x(a, b) = P(a, -b ln(1-x)) to full accuracy (the difference is O(a^2/b)).
fn gamma_limit(a: f64, b: f64, point: Point) -> OneTail {
    if a > b {
        return gamma_limit(b, a, point.mirrored()).mirrored();
    }
    let t = point.ln_y().neg();
    // -ln(1 - x) is x where x underflows.
    let ln_t = if point.x.hi < point::TINY {
        point.ln_x()
    } else {
        elementary::ln(t)
    };
    super::gamma_inc::one_tail(a, super::gamma_inc::Argument::from_product(b, t, ln_t))
}
