//! The trapezoidal sum over one period of the line of integration.
use super::moments::{LnMoment, Noise};
use crate::privacy::cells::Pattern;
use crate::special::complex::Complex;
use crate::special::float::{ceil, cos, exp, exp_m1, ln, ln_1p, sin, sqrt};
use crate::special::second_difference::ROUNDING as U;
use core::f64::consts::PI;

/// Most points that one sum may have.
const MAX_POINTS: f64 = 4096.0;
/// ln of the relative size at which aliases and tail are let go.
const LN_TOLERANCE: f64 = -32.0;

/// The losses of all releases together.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    pub(super) pattern: &'a Pattern,
    pub(super) noise: Noise,
    pub(super) releases: f64,
}

/// The lattice points above epsilon: epsilon + g (phi + i), i = 0, 1, ..
#[derive(Clone, Copy)]
pub(super) struct Above {
    /// g.
    pub(super) step: f64,
    /// phi in (0, 1].
    pub(super) phase: f64,
    /// epsilon + g phi.
    pub(super) level: f64,
    pub(super) epsilon: f64,
    /// How many of them have positive probability; `None`: infinitely many.
    pub(super) below: Option<f64>,
}

impl Law<'_> {
    /// ln M(s) of all releases.
    fn ln_moment(&self, s: Complex) -> LnMoment {
        self.noise.ln_moment(self.pattern, s).power(self.releases)
    }

    /// ln M(c), c > 0, rounded up.
    fn ln_moment_upper(&self, c: f64) -> f64 {
        let m = self.ln_moment(Complex::new(c, 0.0));
        m.value.re + m.error
    }

    /// Above ln |M(c + iy)| for every y between `angle`/g and pi/g, `here` being ln M at `angle`/g.
    ///
    /// # Proof
    /// With z = e^(-g s) = r e^(-i theta) a cell that changes by 1 has the moment z^(const) times a product of factors 1 + v z or
    /// 1 + v/z, v > 0 (geometric noise: one, v = x; discrete Gaussian: infinitely many, by the Jacobi triple product), each of which falls in
    /// |theta| on [0, pi]. A cell that changes by 2 under discrete Gaussian noise is such a product in z^2: it falls up to pi/2 and is
    /// symmetric about it. Under geometric noise |1 + b z + e z^2|^2, b = x(1-x), e = x^2, is a convex quadratic in cos theta whose minimum lies at
    /// cos theta <= 0, so it too falls up to pi/2 and is at most its value at theta_0 for theta_0 <= theta <= pi - theta_0. Beyond, it is at
    /// most its value at 0, and the cells that change by 1 are at most their value at pi - theta_0.
    fn ln_rest(&self, c: f64, step: f64, angle: f64, here: &LnMoment) -> f64 {
        let doubles = |events: u8| events > 1;
        let part = |which: bool, s: Complex| {
            let mut product = LnMoment::ONE;
            for change in self.pattern.lost.iter().chain(self.pattern.gained) {
                if doubles(change.events) == which {
                    let cell = self.noise.cell(change.events, s);
                    product = product.times(cell.power(f64::from(change.copies)));
                }
            }
            let product = product.power(self.releases);
            product.value.re + product.error
        };
        let all = here.value.re + here.error;
        let cells = || self.pattern.lost.iter().chain(self.pattern.gained);
        if !cells().any(|change| doubles(change.events)) {
            return all;
        }
        let least = Complex::new(c, angle.min(PI - angle).max(0.0) / step);
        let mirrored = Complex::new(c, (PI - least.im * step) / step);
        let at_zero = part(true, Complex::new(c, 0.0));
        if angle > 0.5 * PI {
            part(false, Complex::new(c, angle / step)) + at_zero
        } else {
            all.max(part(false, mirrored) + at_zero)
        }
    }
}

/// W(z) = sum over i >= 0 of (1 - e^(-g (phi + i))) z^i = (alpha + beta z)/((1 - z)(1 - e^-g z)), z = e^(-lambda - i theta),
/// alpha = 1 - e^(-g phi), beta = e^(-g phi) (1 - e^(-g (1-phi))): K(s) = e^(-s (eps + g phi)) W(e^(-g s)).
///
/// Returns W, a size that is at least |W|, and an error: |W - true| <= size (e^error - 1). |W| falls in |theta|: alpha, beta >= 0.
fn kernel(above: &Above, lambda: f64, angle: f64) -> (Complex, f64, f64) {
    let g = above.step;
    let (sine, half_sine) = (sin(angle), sin(0.5 * angle));
    let r = exp(-lambda);
    let alpha = -exp_m1(-g * above.phase);
    let beta = -exp_m1(-g * (1.0 - above.phase)) * (1.0 - alpha);
    // 1 - rho e^(-i theta) = (1 - rho) + 2 rho sin^2(theta/2) + i rho sin theta
    let one_minus =
        |rho: f64, less: f64| Complex::new(less + 2.0 * rho * half_sine * half_sine, rho * sine);
    let first = one_minus(r, -exp_m1(-lambda));
    let second = one_minus(exp(-lambda - g), -exp_m1(-lambda - g));
    let top = Complex::new(alpha + beta * r * cos(angle), -beta * r * sine);
    let below = first.recip() * second.recip();
    let most = alpha + beta * r;
    let size = top.abs().max(1e-18 * most);
    let error = U * (64.0 + 16.0 * most / size);
    (top * below, size * below.abs(), ln_1p(error))
}

/// ln[kappa(c) M(c) e^(-c eps)], rounded up: a bound on ln delta for every c > 0 (see the engine's `ln_kappa`).
fn ln_chernoff(law: &Law, epsilon: f64, c: f64) -> f64 {
    let moment = law.ln_moment_upper(c);
    let kappa = -c * ln_1p(1.0 / c) - ln_1p(c);
    moment - c * epsilon + kappa + 16.0 * U * (4.0 + moment.abs() + c * epsilon + kappa.abs())
}

/// Where the line crosses the real axis: lambda = g c.
struct Saddle {
    lambda: f64,
    /// ln[M(c) K(c)].
    height: f64,
    /// Second derivatives by lambda of the height and of ln M alone.
    curvature: f64,
    moment_curvature: f64,
}

/// The minimiser of the convex ln M(c) + ln K(c) over lambda in (0, 1e5], with a little weight on small lambda; any lambda is sound.
fn saddle(law: &Law, above: &Above) -> Saddle {
    let g = above.step;
    let ln_w = |lambda: f64| ln(kernel(above, lambda, 0.0).0.re);
    let ln_m = |lambda: f64| {
        law.ln_moment(Complex::new(lambda / g, 0.0)).value.re - lambda / g * above.level
    };
    let value = |t: f64| {
        let lambda = exp(t);
        ln_m(lambda) + ln_w(lambda) + 1e-3 * lambda
    };
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut left, mut right) = (-34.0, 11.5);
    let (mut a, mut b) = (
        right - GOLDEN * (right - left),
        left + GOLDEN * (right - left),
    );
    let (mut value_a, mut value_b) = (value(a), value(b));
    while right - left > 0.02 {
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
    let lambda = exp(if value_a <= value_b { a } else { b });
    let h = 0.03 * lambda;
    let second = |f: &dyn Fn(f64) -> f64| {
        let bend = (f(lambda + h) - f(lambda)) - (f(lambda) - f(lambda - h));
        (bend / (h * h)).max(1e-300)
    };
    Saddle {
        lambda,
        height: ln_m(lambda) + ln_w(lambda),
        curvature: second(&|x| ln_m(x) + ln_w(x)),
        moment_curvature: second(&ln_m),
    }
}

/// The number of points of one period, odd: so many that the aliases are about e^`LN_TOLERANCE` of delta, within [`MAX_POINTS`].
///
/// # Aliases
/// The n-point sum over one period is exactly the sum over all integers k of e^(lambda k n) delta(eps + k n g): every term is >= 0. For k > 0
/// and any c' > c, for k < 0 and any 0 <= c' < c, delta(eps + k n g) <= e^(chernoff(c') - c' k n g) gives a geometric series; and
/// n g beyond the largest loss leaves no alias with k > 0.
fn periods(law: &Law, above: &Above, saddle: &Saddle) -> f64 {
    let Saddle { lambda, .. } = *saddle;
    let g = above.step;
    let width = 1.0 / sqrt(saddle.curvature);
    let estimate = saddle.height + ln(0.4 * width).min(0.0);
    let target = estimate.min(0.0) + LN_TOLERANCE;
    let needed = |other: f64| {
        let value = if other > 0.0 {
            ln_chernoff(law, above.epsilon, other / g)
        } else {
            0.0
        };
        (value - target).max(1.0) / (other - lambda).abs()
    };
    let mut near = needed(0.0);
    let mut far = above.below.unwrap_or(f64::INFINITY);
    // from half the width of the summand on, in growing steps, and never past 0
    let mut distance = 0.5 * width.min(lambda);
    for _ in 0..12 {
        if distance < 0.95 * lambda {
            near = near.min(needed(lambda - distance));
        }
        far = far.min(needed(lambda + distance));
        distance *= 1.6;
    }
    let reach = (sqrt(2.0 * (40.0 + ln(1.0 + near.max(far))) / saddle.moment_curvature)).min(PI);
    let most = MAX_POINTS * (2.0 * PI) / reach;
    let n = ceil(near.max(far).min(most).max(3.0));
    // odd
    let half = ceil(0.5 * (n - 1.0));
    2.0 * half + 1.0
}

/// Above ln delta(epsilon); at most 0, and finite.
///
/// # Proof
/// The sum over a whole period is at least delta (see [`periods`]); to it are added a bound on the points that were not summed
/// ([`Law::ln_rest`], and |W| falls) and one on all rounding: |F_j| (e^error - 1) for each point, with the errors of ln M, W, of the
/// exponent s (eps + g phi), and of the position itself. Chernoff's bound is another, and the smaller of the two is returned.
pub(super) fn ln_delta_upper(law: Law, above: Above) -> f64 {
    let saddle = saddle(&law, &above);
    let g = above.step;
    let c = saddle.lambda / g;
    let chernoff = ln_chernoff(&law, above.epsilon, c);
    let chernoff = if chernoff <= 0.0 {
        chernoff.max(f64::MIN)
    } else {
        0.0
    };
    if chernoff < -800.0 {
        return chernoff;
    }
    let n = periods(&law, &above, &saddle);
    let half = 0.5 * (n - 1.0);
    let at_c = law.ln_moment(Complex::new(c, 0.0));
    let scale = at_c.value.re;
    let (first, _, first_error) = kernel(&above, saddle.lambda, 0.0);
    let level_error = |y: f64| U * (8.0 * (c + y) * above.level + 4.0 * scale.abs());
    let mut sum = first.re;
    let mut sizes = first.re;
    let mut rounding = first.re * exp_m1(at_c.error + first_error + level_error(0.0));
    let mut tail = 0.0;
    let mut j = 0.0;
    while j < half {
        j += 1.0;
        let angle = 2.0 * PI * (j / n);
        let y = angle / g;
        let moment = law.ln_moment(Complex::new(c, y));
        let (w, w_size, w_error) = kernel(&above, saddle.lambda, angle);
        let exponent = Complex::new(moment.value.re - scale, moment.value.im - y * above.level);
        let size = exp(exponent.re) * w_size;
        let error = moment.error
            + w_error
            + level_error(y)
            + U * (16.0
                + 4.0 * (moment.value.re.abs() + moment.value.im.abs() + exponent.im.abs()));
        sum += 2.0 * (exponent.exp() * w).re;
        sizes += 2.0 * size;
        rounding += 2.0 * size * exp_m1(error);
        let left = n - (2.0 * j + 1.0);
        let w_most = w_size * exp(w_error) * left;
        tail = 0.0;
        if left > 0.0 {
            tail = w_most * exp(exponent.re + error);
            if tail <= 1e-13 * sum || j >= MAX_POINTS {
                tail =
                    w_most * exp(law.ln_rest(c, g, angle, &moment) - scale + error) * (1.0 + 1e-12);
                if tail <= 1e-13 * sum || j >= MAX_POINTS {
                    break;
                }
            }
        }
    }
    rounding += 4.0 * (j + 1.0) * U * sizes;
    let ln_sum = ln((sum + tail + rounding) / n);
    let upper = scale - c * above.level + ln_sum;
    let upper = upper + 16.0 * U * (4.0 + scale.abs() + c * above.level + ln_sum.abs() + ln(n));
    if upper < chernoff {
        upper.max(f64::MIN)
    } else {
        chernoff
    }
}
