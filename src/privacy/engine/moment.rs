//! ln M(s) of a list of cells over T releases, and how fast |M| falls along a vertical line.
use crate::privacy::cells::GammaCell;
use crate::special::complex::Complex;
use crate::special::float::{atan, ln, ln_1p};
use crate::special::second_difference::{ROUNDING, second_difference};

/// Privacy losses of all releases together: L = sum over cells and releases, under the first log (or, `reversed`, the second).
#[derive(Clone, Copy)]
pub(in crate::privacy) struct Losses<'a> {
    cells: &'a [GammaCell],
    releases: f64,
    reversed: bool,
}

/// ln M(s) and a bound on its absolute error.
#[derive(Clone, Copy)]
pub(super) struct LnMoment {
    pub(super) value: Complex,
    pub(super) error: f64,
}

impl<'a> Losses<'a> {
    pub(in crate::privacy) fn new(cells: &'a [GammaCell], releases: u32) -> Self {
        Losses {
            cells,
            releases: f64::from(releases),
            reversed: false,
        }
    }

    /// The same releases with the two logs exchanged: M(s) becomes M(-1-s).
    pub(super) fn reverse(self) -> Self {
        Losses {
            reversed: !self.reversed,
            ..self
        }
    }

    fn cells(self) -> impl Iterator<Item = GammaCell> + use<'a> {
        self.cells
            .iter()
            .map(move |cell| {
                if self.reversed {
                    cell.reversed()
                } else {
                    *cell
                }
            })
            .filter(|cell| cell.copies > 0.0 && cell.d != 0.0)
    }

    /// No cell changes: the loss is 0.
    pub(super) fn is_empty(self) -> bool {
        self.cells().next().is_none()
    }

    /// M(s) is finite for -1 < Re s < this order: a growing cell's shape p + s d must stay positive.
    pub(in crate::privacy) fn order_end(self) -> f64 {
        self.cells()
            .filter(|c| c.d < 0.0)
            .map(|c| c.p / -c.d)
            .fold(f64::INFINITY, f64::min)
    }

    /// ln M(s).
    pub(super) fn ln_moment(self, s: Complex) -> LnMoment {
        let (mut value, mut error) = (Complex::ZERO, 0.0);
        for cell in self.cells() {
            let copies = cell.copies * self.releases;
            let (k, e) = second_difference(s, cell.p, cell.d, cell.q);
            value = value + k.scale(copies);
            error += copies * (e + 8.0 * ROUNDING * (k.re.abs() + k.im.abs()));
        }
        LnMoment { value, error }
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

    /// 1 + theta + R Y at the height Y = `y` of the line Re s = c: see [`super::line`], "tail".
    pub(super) fn decay(self, c: f64, y: f64) -> f64 {
        let mut sum = 1.0;
        for cell in self.cells() {
            let x = cell.p + c * cell.d;
            let v = cell.d.abs() * y;
            let r = x / v;
            sum += cell.copies * self.releases * (1.0 / (1.0 + r * r) + v * atan(v / (x + 1.0)));
        }
        sum
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
