//! Certified bounds on delta(eps) for any list of Gamma cells and any number of releases.
//!
//! With M(s) = E e^(s L) (closed in form: `moment.rs`) and any 0 < c < s_max
//!
//! ```text
//! delta(eps) = E (1 - e^(eps - L))_+ = (1/2 pi i) * integral over Re s = c of M(s) e^(-s eps)/(s (s+1)) ds
//! ```
//!
//! The line crosses the real axis near the integrand's saddle (`saddle.rs`) and is summed by the trapezoidal rule (`line.rs`).
//! By Poisson summation that sum is delta(eps) plus terms that are all >= 0 (`step.rs`): it errs on the safe side at any step.
//! What is cut off, what is rounded and what the step adds is bounded in closed form; where the sum has no room, Chernoff's
//! bound takes over. Memory is constant: nothing is stored along the line.
mod complement;
mod epsilon;
mod line;
mod moment;
mod saddle;
mod step;
#[cfg(test)]
mod tests;

use super::cells::{GammaCell, patterns};
use super::{Adjacency, DirichletParameters};
use crate::domain::Releases;
use crate::special::float::Within;
use crate::special::float::{exp, exp_m1, ln, ln_1p, sqrt};
use crate::special::second_difference::ROUNDING;
pub use epsilon::{adjacency_epsilon_upper, epsilon_upper_of};
pub(super) use epsilon::{chernoff_epsilon, epsilon_upper_at};
use line::{LineSum, line_sum};
pub(super) use moment::{Form, LnMoment, Loss, Losses, PrivacyLoss};

/// ln of the relative size at which aliases and tail are let go.
const LN_TOLERANCE: f64 = -27.7;

/// Bounds on ln delta(epsilon): `ln_lower` <= ln delta <= `ln_upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Below ln delta; -infinity where nothing is known.
    pub ln_lower: f64,
    /// Above ln delta; at most 0 and always finite.
    pub ln_upper: f64,
}

/// Bounds, and what the next evaluation nearby can use.
#[derive(Clone, Copy)]
struct Evaluation {
    bounds: Bounds,
    /// -d ln delta/d eps, about.
    rate: f64,
    /// The point of the real axis that was used.
    c: f64,
    /// Points that were summed.
    #[cfg_attr(not(test), allow(dead_code))]
    points: u32,
}

/// Bounds on ln delta(`epsilon`) between two logs that differ in `cells`, over all `releases` together.
///
/// delta(eps) = sup over events A of P(A) - e^eps Q(A), P and Q the laws of all releases under the first and the second log.
///
/// # Domain
/// Any finite epsilon, also negative. Cells from [`GammaCell::lost`] and [`GammaCell::gained`].
///
/// # Guarantee
/// ln_lower <= ln delta <= ln_upper <= 0, ln_upper finite; every error term is bounded (aliases and step: `step.rs`; tail and rounding:
/// `line.rs`; ln M: `second_difference.rs`), elementary functions taken as correct to 1 ulp.
///
/// # Special values
/// No cell, or a NaN: the trivial bounds.
///
/// # Accuracy
/// ln_upper - ln_lower, measured: below 2e-10 for w >= 0.3, a >= 3, delta >= 1e-15. Over 1,193 random lists (w = 1e-3..1e3,
/// a = 0.1..1e4, delta >= 1e-286, half of them one release, half up to 10,000) above 2e-9 in 104, nearly all of them one release at small
/// w or tiny delta: there 4,096 points do not reach far enough. Widest found: 0.13 at one moved event (w = 0.49, a = 0.13,
/// delta = 1e-204; it has a closed form), 0.04 at `Visit` (w = 0.02, a = 0.21, delta = 1e-116). Below delta = e^-3000 only Chernoff's bound is given.
///
/// # Cost
/// 15 to 60 points in most cases, about 1 microsecond a point and cell (x86-64); at most 4,096 points. No state along the line: about
/// 1.9 KiB of stack, its callees included (x86-64).
///
/// # Example
/// ```
/// use dpmarkov::domain::Releases;
/// use dpmarkov::privacy::{Adjacency, cells::patterns, engine::delta_bounds};
/// // `Visit`, w = 0.3188, a = 15.8, eps = 1: the worst of three patterns is a stay that becomes or ceases to be one
/// let worst = patterns(Adjacency::Visit).iter().map(|pattern| {
///     let cells = pattern.cells(0.3188 * 15.8, 0.3188);
///     delta_bounds(cells.as_slice(), Releases::ONE, 1.0).ln_upper.exp()
/// }).fold(0.0, f64::max);
/// assert!((worst - 1.147773304e-3).abs() < 1e-12);
/// ```
pub fn delta_bounds(cells: &[GammaCell], releases: Releases, epsilon: f64) -> Bounds {
    let losses = Losses::new(cells, releases.get());
    evaluate(Loss::of(&losses), epsilon, 1.0).bounds
}

/// An upper bound on ln delta(`epsilon`) of the smoothed Dirichlet mechanism: the largest of the adjacency's patterns, each way round.
///
/// # Guarantee
/// The mechanism with these parameters, applied `releases` times to one log, is (epsilon, delta)-DP with ln delta = the value returned.
/// At most 0, finite.
pub fn adjacency_ln_delta_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    epsilon: f64,
) -> f64 {
    let mut worst = f64::MIN;
    for pattern in patterns(adjacency) {
        let cells = pattern.cells_of(parameters);
        let losses = Losses::new(cells.as_slice(), releases.get());
        let losses = Loss::of(&losses);
        // Chernoff's bound may already show that this pattern is not the worst.
        if epsilon > 0.0
            && worst > f64::MIN
            && saddle::saddle(losses, epsilon, 1.0).ln_chernoff <= worst
        {
            continue;
        }
        worst = worst.max(evaluate(losses, epsilon, 1.0).bounds.ln_upper);
    }
    worst
}

/// ln delta(`epsilon`) of any loss, rounded up; at most 0, finite. Not inlined: its frame is not part of a search's.
#[inline(never)]
pub(super) fn ln_delta_upper(losses: Loss<'_>, epsilon: f64) -> f64 {
    evaluate(losses, epsilon, 1.0).bounds.ln_upper
}

/// [`adjacency_ln_delta_upper`] as delta itself: in (0, 1], never rounded down, never 0.
pub fn adjacency_delta_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    epsilon: f64,
) -> f64 {
    let ln_delta = adjacency_ln_delta_upper(adjacency, parameters, releases, epsilon);
    (exp(ln_delta) * (1.0 + 8.0 * ROUNDING)).within(f64::MIN_POSITIVE, 1.0)
}

/// Nothing is promised.
const TRIVIAL: Evaluation = Evaluation {
    bounds: Bounds {
        ln_lower: f64::NEG_INFINITY,
        ln_upper: 0.0,
    },
    rate: 0.0,
    c: 1.0,
    points: 0,
};

fn evaluate(losses: Loss<'_>, epsilon: f64, guess: f64) -> Evaluation {
    if !epsilon.is_finite() {
        return TRIVIAL;
    }
    if losses.is_empty() {
        return without_loss(epsilon);
    }
    if epsilon < 0.0 {
        return below_zero(losses, epsilon, guess);
    }
    // what is smoothed depends on the saddle a little: always the same one, whatever was evaluated before
    let guess = if losses.smooths() { 1.0 } else { guess };
    let saddle = saddle::saddle(losses, epsilon, guess);
    let chernoff = Evaluation {
        bounds: Bounds {
            ln_lower: f64::NEG_INFINITY,
            ln_upper: saddle.ln_chernoff,
        },
        rate: saddle.c,
        c: saddle.c,
        points: 0,
    };
    if saddle.ln_chernoff < saddle::HOPELESS {
        return checked(chernoff);
    }
    // K'' without the poles of 1/(s (s+1)): most of the mass of L lies above eps if c^2 K'' is small
    let c = saddle.c;
    let spread = saddle.curvature * c * c - 1.0 - (c / (1.0 + c)) * (c / (1.0 + c));
    let crowded = spread < 0.16 && epsilon <= complement::EPSILON_MAX;
    let mut best = chernoff;
    if crowded {
        tighten(&mut best, &complement::evaluate(losses, epsilon, c));
    }
    // the complement loses e^(eps/2) M(-1/2) at large epsilon; the main line lacks points where the pole crowds it
    let loose = |e: &Evaluation| {
        let width = e.bounds.ln_upper - e.bounds.ln_lower;
        width >= 1e-10 || width.is_nan()
    };
    if loose(&best) {
        tighten(&mut best, &main_line(losses, epsilon, saddle));
    }
    if !crowded && loose(&best) && best.bounds.ln_upper > -5.0 && epsilon <= complement::EPSILON_MAX
    {
        tighten(&mut best, &complement::evaluate(losses, epsilon, c));
    }
    checked(best)
}

/// The sum on Re s = c > 0.
#[inline(always)] // one frame with its caller's
fn main_line(losses: Loss<'_>, epsilon: f64, saddle: saddle::Saddle) -> Evaluation {
    let c = saddle.c;
    let width = 1.0 / sqrt(saddle.curvature);
    let (mut losses, mut ln_target, mut loosened) =
        (losses, saddle.ln_estimate() + LN_TOLERANCE, 0.0);
    if losses.smooths() {
        let variance = step::smoothing(losses, epsilon, c, width, saddle.ln_estimate());
        if variance > 0.0 {
            losses = losses.smoothed(variance);
            ln_target = saddle.ln_estimate() + step::LN_SMOOTH;
            loosened = c * (1.0 + c) * variance;
        }
    }
    let plan = step::plan(losses, epsilon, c, width, ln_target);
    let sum = line_sum(losses, c, plan.step, epsilon, exp(LN_TOLERANCE), 0.0);
    let LineSum {
        ln_scale,
        tail,
        rounding,
        points,
        ..
    } = sum;
    let upper = sum.sum + tail + rounding;
    let lower = sum.sum - tail - rounding - exp(plan.ln_aliases - ln_scale);
    // u-roundings of c eps, ln_scale and of these last lines
    let slack = 8.0 * ROUNDING * (4.0 + ln_scale.abs() + c * epsilon + ln(upper).abs());
    Evaluation {
        bounds: Bounds {
            ln_lower: ln_scale + ln(lower) - 2.0 * slack - loosened,
            ln_upper: ln_scale + ln(upper) + slack,
        },
        rate: sum.slope / sum.sum,
        c,
        points,
    }
}

/// Leaves the common part of two certified brackets; what is NaN does not count.
#[inline(never)]
fn tighten(a: &mut Evaluation, b: &Evaluation) {
    a.points = a.points.saturating_add(b.points);
    if b.bounds.ln_upper <= a.bounds.ln_upper {
        a.bounds.ln_upper = b.bounds.ln_upper;
        a.rate = b.rate;
        a.c = b.c;
    }
    if b.bounds.ln_lower >= a.bounds.ln_lower {
        a.bounds.ln_lower = b.bounds.ln_lower;
    }
}

/// delta <= 1 always; a bound that is not a number is no bound.
fn checked(evaluation: Evaluation) -> Evaluation {
    let Bounds { ln_lower, ln_upper } = evaluation.bounds;
    let ln_upper = if ln_upper <= 0.0 {
        ln_upper.max(f64::MIN)
    } else {
        0.0
    };
    let ln_lower = if ln_lower <= 0.0 {
        ln_lower
    } else {
        f64::NEG_INFINITY
    };
    Evaluation {
        bounds: Bounds { ln_lower, ln_upper },
        ..evaluation
    }
}

/// P = Q: delta = (1 - e^eps)_+.
fn without_loss(epsilon: f64) -> Evaluation {
    let bounds = if epsilon < 0.0 {
        let ln_delta = ln(-exp_m1(epsilon));
        Bounds {
            ln_lower: ln_delta * (1.0 + 1e-15) - 1e-15,
            ln_upper: (ln_delta * (1.0 - 1e-15) + 1e-15).min(0.0),
        }
    } else {
        Bounds {
            ln_lower: f64::NEG_INFINITY,
            ln_upper: f64::MIN,
        }
    };
    Evaluation { bounds, ..TRIVIAL }
}

/// delta(eps) = 1 - e^eps + e^eps delta_reverse(-eps), for eps < 0.
#[inline(never)]
fn below_zero(losses: Loss<'_>, epsilon: f64, guess: f64) -> Evaluation {
    let reverse = evaluate(losses.reverse(), -epsilon, guess);
    // 1 - delta = e^eps (1 - delta_reverse)
    let ln_delta = |ln_reverse: f64| ln_1p(exp(epsilon) * exp_m1(ln_reverse));
    let Bounds { ln_lower, ln_upper } = reverse.bounds;
    let (lower, upper) = (ln_delta(ln_lower), ln_delta(ln_upper));
    // near delta = 0 the rounding of e^eps (1 - delta_reverse) is amplified by 1/delta
    let slack = |ln_delta: f64| 8.0 * ROUNDING * (1.0 + exp(-ln_delta));
    checked(Evaluation {
        bounds: Bounds {
            ln_lower: lower - slack(lower),
            ln_upper: upper + slack(upper),
        },
        rate: 0.0,
        ..reverse
    })
}
