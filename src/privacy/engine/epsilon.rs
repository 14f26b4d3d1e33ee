//! epsilon(delta), on the safe side.
use super::moment::{Loss, Losses, ln_kappa};
use super::{Evaluation, evaluate, ln_delta_upper};
use crate::domain::Releases;
use crate::privacy::cells::{GammaCell, patterns};
use crate::privacy::{Adjacency, DirichletParameters};
use crate::special::float::exp;

/// How far below ln delta the answer's own ln delta may lie; above the jitter of the bounds themselves.
const WASTE: f64 = 2e-10;

/// An epsilon >= 0 at which ln delta of these cells is certified to be at most `ln_delta`; +infinity where none was found.
///
/// # Guarantee
/// `delta_bounds(cells, releases, value).ln_upper <= ln_delta`; the smallest such epsilon to about 2e-10 in ln delta, or
/// to a tenth of the bracket where 4,096 points leave it wider.
///
/// # Method
/// From Chernoff's epsilon, min over c of (ln M(c) + ln kappa(c) - ln delta)/c, Newton's iteration on ln delta(eps), which is
/// concave in most cases (then every step stays on the safe side); its derivative is the same sum times s. Steps that leave the bracket
/// are bisected.
///
/// # Cost
/// 4 to 6 evaluations of `delta_bounds`.
///
/// # Example
/// ```
/// use dpmarkov::domain::Releases;
/// use dpmarkov::privacy::{cells::{CellList, GammaCell}, engine::epsilon_upper_of};
/// // one event moved, a year of daily releases at w = 0.3188, a = 15.8
/// let (base, weight) = (0.3188 * 15.8, 0.3188);
/// let mut cells = CellList::EMPTY;
/// cells.push(GammaCell::lost(base, weight, 1, 1));
/// cells.push(GammaCell::gained(base, weight, 1, 1));
/// let epsilon = epsilon_upper_of(cells.as_slice(), Releases::new(365)?, 1e-6_f64.ln());
/// assert!((epsilon - 26.110264).abs() < 1e-6);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper_of(cells: &[GammaCell], releases: Releases, ln_delta: f64) -> f64 {
    solve(Loss::of(&Losses::new(cells, releases.get())), ln_delta)
}

/// An epsilon at which the smoothed Dirichlet mechanism meets `ln_delta` for every pattern of `adjacency`, over all `releases` together.
///
/// # Guarantee
/// `adjacency_ln_delta_upper(.., value) <= ln_delta`; +infinity where none was found.
pub fn adjacency_epsilon_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    ln_delta: f64,
) -> f64 {
    let mut epsilon = 0.0;
    for (i, pattern) in patterns(adjacency).iter().enumerate() {
        let cells = pattern.cells_of(parameters);
        let losses = Losses::new(cells.as_slice(), releases.get());
        let losses = Loss::of(&losses);
        if i > 0 && evaluate(losses, epsilon, 1.0).bounds.ln_upper <= ln_delta {
            continue;
        }
        epsilon = solve(losses, ln_delta).max(epsilon);
    }
    epsilon
}

/// min over c of (ln M(c) + ln kappa(c) - ln delta)/c, rounded up, and its c: golden section in ln x, c = x or S x/(1+x).
///
/// Any c gives an epsilon with delta(epsilon) <= kappa(c) M(c) e^(-c epsilon) <= delta, so an inaccurate minimum is safe.
#[inline(never)]
pub(in crate::privacy) fn chernoff_epsilon(losses: Loss<'_>, ln_delta: f64) -> (f64, f64) {
    let end = losses.order_end();
    let point = |t: f64| {
        let x = exp(t);
        if end.is_finite() {
            end * (x / (1.0 + x))
        } else {
            x
        }
    };
    let value = |t: f64| {
        let c = point(t);
        let (moment, kappa) = (losses.ln_moment_upper(c), ln_kappa(c));
        let slack = 4.0 * f64::EPSILON * (moment.abs() + kappa.abs() + ln_delta.abs());
        let epsilon = (moment + kappa - ln_delta + slack) / c;
        if epsilon.is_nan() {
            f64::INFINITY
        } else {
            epsilon
        }
    };
    let (mut left, mut right) = (-12.0, if end.is_finite() { 14.0 } else { 24.0 });
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (
        right - GOLDEN * (right - left),
        left + GOLDEN * (right - left),
    );
    let (mut value_a, mut value_b) = (value(a), value(b));
    for _ in 0..14 {
        if value_a <= value_b {
            (right, b, value_b) = (b, a, value_a);
            a = right - GOLDEN * (right - left);
            value_a = value(a);
        } else {
            (left, a, value_a) = (a, b, value_b);
            b = left + GOLDEN * (right - left);
            value_b = value(b);
        }
    }
    if value_a <= value_b {
        (value_a, point(a))
    } else {
        (value_b, point(b))
    }
}

/// The larger of `least` and an epsilon at which ln delta of any loss is certified to be at most `ln_delta`.
pub(in crate::privacy) fn epsilon_upper_at(losses: Loss<'_>, ln_delta: f64, least: f64) -> f64 {
    if least > 0.0 && ln_delta_upper(losses, least) <= ln_delta {
        return least;
    }
    solve(losses, ln_delta).max(least)
}

#[inline(never)]
fn solve(losses: Loss<'_>, ln_delta: f64) -> f64 {
    if losses.is_empty() {
        return 0.0;
    }
    if !ln_delta.is_finite() {
        return if ln_delta > 0.0 { 0.0 } else { f64::INFINITY };
    }
    let gap = |e: &Evaluation| e.bounds.ln_upper - ln_delta;
    let (start, c) = chernoff_epsilon(losses, ln_delta);
    let mut guess = c;
    let mut epsilon = if start > 0.0 && start.is_finite() {
        start
    } else {
        0.0
    };
    let (mut low, mut safe) = (-1.0, f64::INFINITY);
    for round in 0..80 {
        let here = evaluate(losses, epsilon, guess);
        guess = here.c;
        let above = gap(&here);
        let waste = WASTE + (0.1 * (here.bounds.ln_upper - here.bounds.ln_lower)).min(1e-3);
        if above <= 0.0 {
            safe = epsilon;
            if above >= -waste || epsilon == 0.0 {
                break;
            }
        } else {
            low = epsilon;
        }
        // aim half the waste below the target: the next value is then on the safe side
        let mut next = epsilon + (above + 0.5 * waste) / here.rate;
        if !(here.rate > 0.0 && next.is_finite()) || round > 12 {
            next = if safe.is_finite() {
                0.5 * (low.max(0.0) + safe)
            } else {
                2.0 * low.max(0.5)
            };
        }
        if next <= low.max(0.0) {
            next = if low < 0.0 { 0.0 } else { 0.5 * (low + safe) };
        } else if next >= safe {
            next = 0.5 * (low.max(0.0) + safe);
        }
        if safe.is_finite() && (safe - low).abs() <= 1e-14 * safe || next == epsilon {
            break;
        }
        epsilon = next;
    }
    safe
}
