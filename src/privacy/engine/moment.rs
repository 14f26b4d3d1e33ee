//! What the engine asks of a privacy loss, and ln M(s) of a list of cells over T releases.
use super::line::MAX_POINTS;
use crate::privacy::cells::GammaCell;
use crate::special::complex::Complex;
use crate::special::float::{atan, ln, ln_1p};
use crate::special::second_difference::{ROUNDING, second_difference};

/// Privacy losses of all releases together: L = sum over cells and releases.
#[derive(Clone, Copy)]
pub(in crate::privacy) struct Losses<'a> {
    cells: &'a [GammaCell],
    releases: f64,
}

/// ln M(s) and a bound on its error.
#[derive(Clone, Copy)]
pub(in crate::privacy) struct LnMoment {
    /// The logarithm; its imaginary part may miss a multiple of 2 pi.
    pub(in crate::privacy) value: Complex,
    /// |M/e^value - 1| <= e^error - 1.
    pub(in crate::privacy) error: f64,
    /// The part of Re `value` whose size does not fall along a vertical line (it never exceeds its size on the real axis).
    pub(in crate::privacy) flat: f64,
    /// What `error` owes to that part.
    pub(in crate::privacy) flat_error: f64,
}

/// How the engine looks at a loss.
#[derive(Clone, Copy)]
pub(in crate::privacy) struct Form {
    /// The two logs exchanged: M(s) becomes M(-1-s).
    pub(in crate::privacy) reversed: bool,
    /// The variance of a continuous Gaussian loss, fictitious, that is added: the upper half of its bits, all the others 0.
    pub(in crate::privacy) smoothing: u32,
}

/// The privacy loss L of all releases together under the first log: what the line integral needs to know of it.
pub(in crate::privacy) trait PrivacyLoss {
    /// Whether [`Form::smoothing`] may be used.
    fn smooths(&self) -> bool;
    /// The loss is 0.
    fn is_empty(&self) -> bool;
    /// M(s) is finite for -1 < Re s < this order.
    fn order_end(&self, form: Form) -> f64;
    /// ln M(s), M(s) = E e^(s L).
    fn ln_moment(&self, form: Form, s: Complex) -> LnMoment;
    /// 1 + theta + R Y at the height Y = `y` of the line Re s = c: how fast what is not flat falls, see [`super::line`], "tail".
    fn decay(&self, form: Form, c: f64, y: f64) -> f64;
    /// e^z, where the stack is short: see [`crate::special::angle`].
    fn exp(&self, z: Complex) -> Complex;
    /// Most points that one sum may have: fewer where a point is dear.
    fn most_points(&self) -> u32;
}

/// A privacy loss and how it is looked at. The engine is one piece of code for all kinds of losses: a firmware that has two does not hold
/// it twice, and a call through a pointer is nothing beside what it calls.
#[derive(Clone, Copy)]
pub(in crate::privacy) struct Loss<'a> {
    of: &'a dyn PrivacyLoss,
    form: Form,
}

impl<'a> Loss<'a> {
    /// As it is.
    pub(in crate::privacy) fn of(of: &'a dyn PrivacyLoss) -> Self {
        let form = Form {
            reversed: false,
            smoothing: 0,
        };
        Loss { of, form }
    }
    /// The same releases with the two logs exchanged: M(s) becomes M(-1-s).
    pub(super) fn reverse(mut self) -> Self {
        self.form.reversed = !self.form.reversed;
        self
    }
    /// The same releases and one more, fictitious: a continuous Gaussian one of this variance of the loss, rounded down: any variance is sound.
    pub(super) fn smoothed(mut self, variance: f64) -> Self {
        self.form.smoothing = (variance.to_bits() >> 32) as u32;
        self
    }
    /// Whether [`Self::smoothed`] may be used.
    pub(super) fn smooths(self) -> bool {
        self.of.smooths()
    }
    /// The loss is 0.
    pub(super) fn is_empty(self) -> bool {
        self.of.is_empty()
    }
    /// M(s) is finite for -1 < Re s < this order.
    pub(in crate::privacy) fn order_end(self) -> f64 {
        self.of.order_end(self.form)
    }
    /// See [`PrivacyLoss::ln_moment`].
    pub(super) fn ln_moment(self, s: Complex) -> LnMoment {
        self.of.ln_moment(self.form, s)
    }
    /// See [`PrivacyLoss::decay`].
    pub(super) fn decay(self, c: f64, y: f64) -> f64 {
        self.of.decay(self.form, c, y)
    }
    /// e^z.
    pub(super) fn exp(self, z: Complex) -> Complex {
        self.of.exp(z)
    }
    /// Most points that one sum may have.
    pub(super) fn most_points(self) -> u32 {
        self.of.most_points()
    }

    /// ln M(c) on the real line, c > -1, rounded up.
    pub(in crate::privacy) fn ln_moment_upper(self, c: f64) -> f64 {
        let m = self.ln_moment(Complex::new(c, 0.0));
        m.value.re + m.error
    }

    /// ln M(c) and its derivative, by a step off the real line so small that neither is disturbed.
    pub(super) fn ln_moment_slope(self, c: f64) -> (f64, f64) {
        let step = 1e-12 * c.abs();
        let m = self.ln_moment(Complex::new(c, step)).value;
        (m.re, m.im / step)
    }
}

impl<'a> Losses<'a> {
    pub(in crate::privacy) fn new(cells: &'a [GammaCell], releases: u32) -> Self {
        Losses {
            cells,
            releases: f64::from(releases),
        }
    }

    fn cells(self, form: Form) -> impl Iterator<Item = GammaCell> + use<'a> {
        self.cells
            .iter()
            .map(move |cell| {
                if form.reversed {
                    cell.reversed()
                } else {
                    *cell
                }
            })
            .filter(|cell| cell.copies > 0.0 && cell.d != 0.0)
    }
}

impl PrivacyLoss for Losses<'_> {
    /// The cells fall on their own.
    fn smooths(&self) -> bool {
        false
    }

    /// No cell changes.
    fn is_empty(&self) -> bool {
        let changes = |cell: &GammaCell| cell.copies > 0.0 && cell.d != 0.0;
        !self.cells.iter().any(changes)
    }

    fn order_end(&self, form: Form) -> f64 {
        self.cells(form)
            .map(GammaCell::order_end)
            .fold(f64::INFINITY, f64::min)
    }

    fn ln_moment(&self, form: Form, s: Complex) -> LnMoment {
        let (mut value, mut error) = (Complex::ZERO, 0.0);
        for cell in self.cells(form) {
            let copies = cell.copies * self.releases;
            let (k, e) = cell.ln_moment(s);
            value = value + k.scale(copies);
            error += copies * e;
        }
        LnMoment {
            value,
            error,
            flat: 0.0,
            flat_error: 0.0,
        }
    }

    fn decay(&self, form: Form, c: f64, y: f64) -> f64 {
        let mut sum = 1.0;
        for cell in self.cells(form) {
            sum += cell.copies * self.releases * cell.decay(c, y);
        }
        sum
    }

    fn exp(&self, z: Complex) -> Complex {
        z.exp()
    }

    fn most_points(&self) -> u32 {
        MAX_POINTS
    }
}

impl GammaCell {
    /// A growing cell's shape p + s d must stay positive.
    pub(in crate::privacy) fn order_end(self) -> f64 {
        if self.d < 0.0 {
            self.p / -self.d
        } else {
            f64::INFINITY
        }
    }

    /// ln M(s) of one copy and a bound on its absolute error.
    pub(in crate::privacy) fn ln_moment(self, s: Complex) -> (Complex, f64) {
        let (k, e) = second_difference(s, self.p, self.d, self.q);
        (k, e + 8.0 * ROUNDING * (k.re.abs() + k.im.abs()))
    }

    /// theta + R Y of one copy: see [`super::line`], "tail".
    pub(in crate::privacy) fn decay(self, c: f64, y: f64) -> f64 {
        let x = self.p + c * self.d;
        let v = self.d.abs() * y;
        let r = x / v;
        1.0 / (1.0 + r * r) + v * atan(v / (x + 1.0))
    }
}

/// ln kappa(c) = c ln c - (1+c) ln(1+c), c > 0: the best constant in delta(eps) <= kappa(c) M(c) e^(-c eps).
///
/// (1 - e^-t)_+ <= kappa(c) e^(c t) for every real t, with equality at t = ln(1 + 1/c): e^(-c t) (1 - e^-t), t > 0, has the derivative
/// e^(-c t) ((1+c) e^-t - c), so its only maximum is where e^-t = c/(1+c), and it is (c/(1+c))^c/(1+c). With t = L - eps and the mean taken,
/// delta(eps) = E (1 - e^(eps-L))_+ <= kappa(c) M(c) e^(-c eps).
pub(super) fn ln_kappa(c: f64) -> f64 {
    // c (ln c - ln(1+c)) - ln(1+c)
    -c * ln_1p(1.0 / c) - ln_1p(c)
}

/// ln(c (1+c)).
pub(super) fn ln_pole(c: f64) -> f64 {
    ln(c) + ln_1p(c)
}
