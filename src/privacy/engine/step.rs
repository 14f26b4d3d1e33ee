//! The step of the trapezoidal sum, from bounds on the aliases.
use super::LN_TOLERANCE;
use super::moment::{Loss, ln_kappa};
use crate::special::complex::Complex;
use crate::special::float::{exp, exp_m1, ln};
use core::f64::consts::PI;

/// Bounds on ln delta(eps + shift), one for each of a few exponents c': ln delta(e) <= value(c') - c' (e - eps).
///
/// # Aliases
/// By Poisson summation the infinite trapezoidal sum on Re s = c is sum over all integers k of
/// e^(2 pi c k/h) delta(eps + 2 pi k/h), every term >= 0. With X = 2 pi/h, and any c' > c for k > 0, any 0 <= c' < c for k < 0
/// (kappa(0) = M(0) = 1), e^(c k X) delta(eps + k X) <= e^(value(c') - |c' - c| |k| X): a geometric series.
pub(super) struct Aliases {
    c: f64,
    /// The spread of the summand.
    width: f64,
    /// How far c' may lie above c; infinite where M has no pole.
    room: f64,
    /// value(c') at [`Aliases::distance_below`]; NaN where there is none. The distances are not stored: it would double the stack.
    below: [f64; BELOW],
    /// value(c') at [`Aliases::distance_above`]; NaN where there is none.
    above: [f64; ABOVE],
}

const BELOW: usize = 8;
const ABOVE: usize = 12;

/// value(c').
fn bound(losses: Loss<'_>, epsilon: f64, other: f64) -> f64 {
    if other > 0.0 {
        ln_kappa(other) + losses.ln_moment_upper(other) - other * epsilon
    } else {
        0.0
    }
}

impl Aliases {
    #[inline(always)] // the list is built where the caller keeps it
    pub(super) fn new(losses: Loss<'_>, epsilon: f64, c: f64, width: f64) -> Self {
        let mut aliases = Aliases {
            c,
            width,
            room: (losses.order_end() - c) * (1.0 - 1e-6),
            below: [f64::NAN; BELOW],
            above: [f64::NAN; ABOVE],
        };
        aliases.fill(losses, epsilon);
        aliases
    }

    #[inline(never)]
    fn fill(&mut self, losses: Loss<'_>, epsilon: f64) {
        let (c, width, room) = (self.c, self.width, self.room);
        for (i, place) in self.below.iter_mut().enumerate() {
            let distance = distance_below(c, width, i);
            if i == 0 || distance < 0.95 * c {
                *place = bound(losses, epsilon, c - distance);
            }
        }
        for (i, place) in self.above.iter_mut().enumerate() {
            let distance = distance_above(width, room, i);
            if distance < room {
                *place = bound(losses, epsilon, c + distance);
            }
        }
    }

    /// (|c' - c|, value(c')) of the exponents on one side.
    fn below(&self) -> impl Iterator<Item = (f64, f64)> {
        // of the rounded c'
        let distance = |i| ((self.c - distance_below(self.c, self.width, i)) - self.c).abs();
        listed(&self.below, distance)
    }

    fn above(&self) -> impl Iterator<Item = (f64, f64)> {
        let distance = |i| ((self.c + distance_above(self.width, self.room, i)) - self.c).abs();
        listed(&self.above, distance)
    }

    /// The largest step at which the aliases of either side are at most e^`ln_limit`; at most 40 significant bits.
    #[inline(never)]
    pub(super) fn step(&self, ln_limit: f64) -> f64 {
        let shift = |(distance, value): (f64, f64)| (value - ln_limit).max(0.7) / distance;
        let below = self.below().map(shift).fold(f64::INFINITY, f64::min);
        let above = self.above().map(shift).fold(f64::INFINITY, f64::min);
        shorten(2.0 * PI / below.max(above))
    }

    /// A bound on the logarithm of all aliases together, at this step.
    #[inline(never)]
    pub(super) fn ln_total(&self, step: f64) -> f64 {
        let shift = 2.0 * PI / step * (1.0 - 1e-15);
        let total = |(distance, value): (f64, f64)| {
            value - distance * shift - ln(-exp_m1(-distance * shift))
        };
        let below = self.below().map(total).fold(f64::INFINITY, f64::min);
        let above = self.above().map(total).fold(f64::INFINITY, f64::min);
        // two sides: ln 2; and room for the rounding of the bounds themselves
        below.max(above) + 0.7
    }
}

/// 0 itself first; then from the spread of the summand on, doubling.
fn distance_below(c: f64, width: f64, i: usize) -> f64 {
    match i.checked_sub(1) {
        None => c,
        Some(i) => width * exp(0.7 * i as f64),
    }
}

/// From the spread of the summand on; the last ones are shares of the room below the pole, where there is one.
fn distance_above(width: f64, room: f64, i: usize) -> f64 {
    match i.checked_sub(8) {
        Some(i) if room.is_finite() => room * [0.97, 0.8, 0.6, 0.35].get(i).copied().unwrap_or(0.5),
        _ => width * exp(0.6 * i as f64 + 0.3),
    }
}

fn listed(values: &[f64], distance: impl Fn(usize) -> f64) -> impl Iterator<Item = (f64, f64)> {
    values
        .iter()
        .enumerate()
        .map(move |(i, value)| (distance(i), *value))
        .filter(|(distance, value)| *distance > 0.0 && !value.is_nan())
}

/// Keeps 40 significant bits, rounding down.
pub(super) fn shorten(step: f64) -> f64 {
    f64::from_bits(step.to_bits() & !0x1fff)
}

/// The logarithm of what [`Loss::most_points`] at this step leave out.
#[inline(never)]
pub(super) fn ln_tail(losses: Loss<'_>, epsilon: f64, c: f64, step: f64) -> f64 {
    let y = step * f64::from(losses.most_points());
    let moment = losses.ln_moment(Complex::new(c, y));
    let m = if moment.flat == 0.0 {
        moment.value.re
    } else {
        let at_c = losses.ln_moment(Complex::new(c, 0.0));
        moment.value.re + (at_c.flat - moment.flat)
    };
    m - c * epsilon - ln(PI * y * losses.decay(c, y))
}

/// The step for a sum on Re s = c whose aliases and tail are both about e^`ln_target` (ln delta plus the
/// logarithm of the tolerance), or, where [`Loss::most_points`] do not reach that far, as small as they can be made together.
#[inline(never)]
fn choose(losses: Loss<'_>, epsilon: f64, c: f64, aliases: &Aliases, ln_target: f64) -> f64 {
    let ln_tail = |step: f64| ln_tail(losses, epsilon, c, step);
    let step = aliases.step(ln_target);
    if ln_tail(step) <= ln_target {
        return step;
    }
    let (mut low, mut high) = (ln_target, ln_target + 40.0);
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        if ln_tail(aliases.step(middle)) <= middle {
            high = middle
        } else {
            low = middle
        }
    }
    aliases.step(high)
}

/// The step of one sum and what it costs.
pub(super) struct Plan {
    pub(super) step: f64,
    /// A bound on the logarithm of all aliases together.
    pub(super) ln_aliases: f64,
}

/// [`choose`] with the aliases of Re s = c; not inlined, so that the stack is free again when the sum begins.
#[inline(never)]
pub(super) fn plan(losses: Loss<'_>, epsilon: f64, c: f64, width: f64, ln_target: f64) -> Plan {
    let aliases = Aliases::new(losses, epsilon, c, width);
    let step = choose(losses, epsilon, c, &aliases, ln_target);
    Plan {
        step,
        ln_aliases: aliases.ln_total(step),
    }
}

/// ln of the relative size at which aliases and tail of a smoothed sum are let go: what is gained below it is lost to the smoothing.
pub(super) const LN_SMOOTH: f64 = -18.0;

/// # Smoothing
/// Losses of finitely many values or on a lattice have an M that does not fall along the line, so that no number of points bounds the tail. They
/// are composed with one release more, which nobody makes: a continuous Gaussian one, N(tau, 1) against N(0, 1), independent of the rest.
///
/// It can only raise delta: whoever sees its outcome beside the others may throw it away, so by data processing
/// delta(P x N(tau, 1) || Q x N(0, 1)) >= delta(P || Q) at every epsilon, and every upper bound on the left side is one on the right.
/// The moment function is multiplied by e^(s (s+1) tau^2/2), whose size on the line Re s = c is e^(c (c+1) tau^2/2) e^(-tau^2 y^2/2).
///
/// It raises delta by little: the loss gains an independent eta ~ N(tau^2/2, tau^2) with E e^-eta = 1, so the change is of second order,
/// about c (c+1) tau^2/2 of delta at the saddle c. tau is the least with which the last point's height Y leaves e^[`LN_SMOOTH`] of the sum
/// outside: tau^2 = 2 excess/Y^2. With losses of standard deviation D the aliases allow a step of about 1/D, hence Y of about 4,096/D and
/// tau of about 5 D/4,096: at c D = 6 some 3e-5 of delta.
///
/// The lower end of the bracket is that of the smoothed pair, lowered by twice this estimate: it serves the search for epsilon alone, and is
/// never given out.
///
/// The variance of the fictitious release with which [`Loss::most_points`] reach `ln_estimate` + [`LN_SMOOTH`]; 0 where they do on their own.
#[inline(never)]
pub(super) fn smoothing(
    losses: Loss<'_>,
    epsilon: f64,
    c: f64,
    width: f64,
    ln_estimate: f64,
) -> f64 {
    let aliases = Aliases::new(losses, epsilon, c, width);
    let natural = ln_estimate + LN_TOLERANCE;
    if ln_tail(losses, epsilon, c, aliases.step(natural)) <= natural {
        return 0.0;
    }
    let ln_target = ln_estimate + LN_SMOOTH;
    let step = aliases.step(ln_target);
    let excess = ln_tail(losses, epsilon, c, step) - ln_target;
    let y = step * f64::from(losses.most_points());
    let variance = 2.0 * excess / y / y;
    if variance > 0.0 && variance.is_finite() {
        variance
    } else {
        0.0
    }
}
