//! The trapezoidal sum on one vertical line, its tail and its rounding.
use super::moment::{LnMoment, Loss};
use crate::special::complex::Complex;
use crate::special::float::{exp, exp_m1};
use crate::special::second_difference::ROUNDING;
use core::f64::consts::PI;

/// Most points that one sum may have.
pub(super) const MAX_POINTS: u32 = 4096;

/// (1/2 pi) h sum over all j of F(c + i j h), F(s) = M(s) e^(-s eps)/(s (s+1)), in units of e^`ln_scale`.
#[derive(Clone, Copy)]
pub(super) struct LineSum {
    pub(super) ln_scale: f64,
    /// The partial sum; positive for c > 0, negative for -1 < c < 0.
    pub(super) sum: f64,
    /// The same sum of s F(s): minus the derivative by epsilon.
    pub(super) slope: f64,
    /// Bound on what was not summed.
    pub(super) tail: f64,
    /// Bound on the rounding error of `sum`.
    pub(super) rounding: f64,
    pub(super) points: u32,
}

/// Sums until the tail is below `relative` times the sum, or below `absolute`, or [`Loss::most_points`] are spent.
///
/// `step` must have at most 40 significant bits, so that j h is exact.
///
/// # Tail
/// |Gamma(x+iv)|/Gamma(x) = prod_n (1 + v^2/(x+n)^2)^(-1/2) falls in v, and
/// -d/dv ln|Gamma(x+iv)| = sum_n v/((x+n)^2+v^2) >= v/(x^2+v^2) + arctan(v/(x+1)): the first term, and the integral
/// from x+1 for the rest. With x = p + c d, v = |d| y, theta = v^2/(x^2+v^2) (which grows in v) and
/// R = sum |d| arctan(v/(x+1)), both at y = Y and summed over cells and releases, for y >= Y
/// |M(c+iy)| <= |M(c+iY)| (Y/y)^theta e^(-R (y-Y)); and |s (s+1)| >= y^2. |F| falls, so the points
/// beyond Y = J h sum to at most their integral: with y = Y (1+t)
/// (1/pi) |M(c+iY)| e^(-c eps)/Y * integral of (1+t)^(-2-theta) e^(-R Y t) dt <= |M(c+iY)| e^(-c eps)/(pi Y (1 + theta + R Y)),
/// as (1+t)^(-1-theta) e^(-R Y t)/(1 + theta + R Y) falls at least as fast as the integrand is large (DLMF 8.19.21).
/// A Gaussian loss of variance V has |M(c+iy)|/|M(c+iY)| = e^(-V (y^2-Y^2)/2) <= e^(-V Y (y-Y)): it adds V Y to R. Losses on a lattice or of
/// finitely many values do not fall: for them |M(c+iy)| <= M(c) stands in the place of |M(c+iY)|.
///
/// # Rounding
/// u = 2^-53. The exponent E_j = ln M(s_j) - ln M(c) - i y_j eps has the absolute error
/// e_j = error(ln M) + 3u |E_j| + 3u |y_j eps| (the scale is the computed ln M(c), so it has no error of its own);
/// exp, sin, cos, 1/(s(s+1)) and two products add 24u. So |F_j| is off by at most |F_j| (e^(e_j + 24u) - 1),
/// and adding J terms by J u sum |F_j|.
pub(super) fn line_sum(
    losses: Loss<'_>,
    c: f64,
    step: f64,
    epsilon: f64,
    relative: f64,
    absolute: f64,
) -> LineSum {
    let at_c = losses.ln_moment(Complex::new(c, 0.0));
    let scale = at_c.value.re;
    let weight = step / PI;
    let first = 0.5 / (c * (1.0 + c));
    let mut sums = Sums {
        sum: first,
        slope: first * c,
        sizes: first.abs(),
        rounding: first.abs() * exp_m1(at_c.error + 24.0 * ROUNDING),
        tail: f64::INFINITY,
    };
    let mut points = 1;
    for j in 1..=losses.most_points() {
        points = j;
        let s = Complex::new(c, f64::from(j) * step);
        let moment = losses.ln_moment(s);
        let decay = losses.decay(c, s.im);
        sums.add(losses, &at_c, &moment, s, epsilon, decay);
        if sums.tail <= (relative * sums.sum.abs() * weight).max(absolute) {
            break;
        }
    }
    let rounding = sums.rounding + 4.0 * f64::from(points) * ROUNDING * sums.sizes;
    LineSum {
        ln_scale: scale - c * epsilon,
        sum: sums.sum * weight,
        slope: sums.slope * weight,
        tail: sums.tail,
        rounding: rounding * weight * (1.0 + 1e-12),
        points,
    }
}

/// What is added up, in units of e^(ln M(c) - c eps).
struct Sums {
    sum: f64,
    slope: f64,
    sizes: f64,
    rounding: f64,
    tail: f64,
}

impl Sums {
    /// The summand at s = c + i y, and the tail if it is the last. Not inlined: its frame is gone when the next ln M is computed.
    #[inline(never)]
    fn add(
        &mut self,
        losses: Loss<'_>,
        at_c: &LnMoment,
        moment: &LnMoment,
        s: Complex,
        epsilon: f64,
        decay: f64,
    ) {
        let scale = at_c.value.re;
        let y = s.im;
        let turn = y * epsilon;
        let exponent = Complex::new(moment.value.re - scale, moment.value.im - turn);
        let pole = s.recip() * Complex::new(1.0 + s.re, y).recip();
        let term = losses.exp(exponent) * pole;
        let size = exp(exponent.re) * pole.abs();
        let error = moment.error
            + ROUNDING
                * (24.0
                    + 3.0 * (moment.value.re.abs() + moment.value.im.abs() + scale.abs())
                    + 6.0 * turn);
        self.sum += term.re;
        self.slope += (term * s).re;
        self.sizes += size;
        // near a zero of M the logarithm is not known at all, and size may be 0
        self.rounding += if error <= 1.0 {
            size * exp_m1(error)
        } else {
            exp(exponent.re + error) * pole.abs()
        };
        let beyond = if at_c.flat == 0.0 && moment.flat == 0.0 {
            error
        } else {
            error - moment.flat_error + (at_c.flat - moment.flat) + at_c.error
        };
        self.tail = exp(exponent.re + beyond) / (PI * y * decay) * (1.0 + 1e-12);
    }
}
