//! The uniform expansion near the mean, for large parameters.
use super::erfcx::erfcx;
use crate::special::float::sqrt;

/// Terms kept; with m >= [`SMALLEST`] and s^2 <= [`WIDEST`] the last is below 1e-17 of the sum.
const TERMS: usize = 34;
/// Smallest parameter min(a, b) served.
pub(crate) const SMALLEST: f64 = 20.0;
/// Largest s^2 = 2 E / m served, where e^-E is the density's fall from its peak.
pub(crate) const WIDEST: f64 = 0.5;

/// sqrt(pi/2).
const SQRT_HALF_PI: f64 = 1.253_314_137_315_500_3;

/// The ratio (tail beyond the point) / (density in the logit at the point), for a tail that does not hold the mean.
///
/// With e^(-zeta^2/2) the density over its peak and dt = (zeta/lambda) d zeta, lambda = d(zeta^2/2)/dt, the tail is
/// density * sum of c_k J_k(z), where zeta/lambda = sum of c_k zeta^k and
/// J_k = e^(z^2/2) * integral of zeta^k e^(-zeta^2/2) from z on: J_0 = sqrt(pi/2) erfcx(z/sqrt 2), J_1 = 1,
/// J_k = z^(k-1) + (k-1) J_(k-2). (Temme, SIAM J. Math. Anal. 13 (1982), doi:10.1137/0513017, has the error function with
/// a correction; here the whole tail is one sum of like-signed leading terms, relative to the density.)
///
/// lambda = m l(s), s = zeta/sqrt(m), r = min/max: (1 + r) l l' = s (1 + l)(1 - r l), which gives Q = l^2 and l by a recurrence,
/// and s/l = (1 + r) l' - (1 - r) s + r s l.
///
/// `toward_one`: the tail lies where the variable of the smaller parameter is larger than its mean.
pub(crate) fn tail_over_density(m: f64, r: f64, z: f64, toward_one: bool) -> f64 {
    let mut recurrence = Recurrence::new(r);
    sum(m, z, toward_one, sqrt(1.0 + r), |k| recurrence.next(k))
}

/// The same for r = 0, the gamma function, where the weights are constants.
pub(crate) fn gamma_tail_over_density(m: f64, z: f64, toward_one: bool) -> f64 {
    sum(m, z, toward_one, 1.0, |k| {
        GAMMA_WEIGHTS.get(k).copied().unwrap_or(0.0)
    })
}

/// sum of c_k J_k(z), weight(k) = c_k m^((k+1)/2), k = 1, 2, .. in turn.
#[inline]
fn sum(m: f64, z: f64, toward_one: bool, first: f64, mut weight: impl FnMut(usize) -> f64) -> f64 {
    let root = sqrt(m);
    let (down, inverse) = (1.0 / root, 1.0 / m);
    let s = z * down;
    let sign = if toward_one { 1.0 } else { -1.0 };
    // The moments J_k / m^(k/2), the last two.
    let (mut before, mut last) = (
        SQRT_HALF_PI * erfcx(z * core::f64::consts::FRAC_1_SQRT_2),
        down,
    );
    let mut power = down;
    let mut total = first * before;
    let mut side = 1.0;
    let mut small = 0;
    for k in 1..TERMS {
        side *= sign;
        if k > 1 {
            power *= s;
            (before, last) = (last, power + (k - 1) as f64 * inverse * before);
        }
        let term = side * weight(k) * last;
        total += term;
        if term.abs() < 4e-17 * total {
            small += 1;
            if small == 2 {
                break;
            }
        } else {
            small = 0;
        }
    }
    total * down
}

/// l_(k+1) and Q_(k+2), one k after the other.
struct Recurrence {
    r: f64,
    /// 1 + r, and 1/(2 l_1).
    r1: f64,
    half_inverse: f64,
    l: [f64; TERMS + 2],
    q: [f64; TERMS + 3],
}

impl Recurrence {
    fn new(r: f64) -> Self {
        let r1 = 1.0 + r;
        let root = sqrt(r1);
        let (mut l, mut q) = ([0.0; TERMS + 2], [0.0; TERMS + 3]);
        if let Some(v) = l.get_mut(1) {
            *v = 1.0 / root;
        }
        if let Some(v) = q.get_mut(2) {
            *v = 1.0 / r1;
        }
        Recurrence {
            r,
            r1,
            half_inverse: 0.5 * root,
            l,
            q,
        }
    }

    #[inline]
    fn next(&mut self, k: usize) -> f64 {
        let at = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
        let (r, n) = (self.r, k + 2);
        let qn = 2.0 / (n as f64 * self.r1) * ((1.0 - r) * at(&self.l, k) - r * at(&self.q, k));
        let next = (qn - square_coefficient(self.l.get(2..=k).unwrap_or(&[]))) * self.half_inverse;
        if let Some(v) = self.l.get_mut(k + 1) {
            *v = next;
        }
        if let Some(v) = self.q.get_mut(n) {
            *v = qn;
        }
        let linear = if k == 1 { 1.0 - r } else { 0.0 };
        self.r1 * (k + 1) as f64 * next + r * at(&self.l, k - 1) - linear
    }
}

/// sum of v_i v_(n-1-i): each product of two different entries occurs twice. Two sums, which the processor forms side by side.
#[inline]
fn square_coefficient(v: &[f64]) -> f64 {
    let half = v.len() / 2;
    let (mut one, mut other) = (0.0, 0.0);
    // The newest entry is the last factor to be known: it comes last.
    let early = v.get(..half).unwrap_or(&[]);
    let late = v.get(v.len().wrapping_sub(half)..).unwrap_or(&[]);
    for (u, w) in early.iter().rev().zip(late) {
        (one, other) = (other, one + u * w);
    }
    let middle = if v.len() % 2 == 1 {
        v.get(half).copied().unwrap_or(0.0)
    } else {
        0.0
    };
    2.0 * (one + other) + middle * middle
}

/// [`Recurrence`] at r = 0, when the crate is compiled.
const GAMMA_WEIGHTS: [f64; TERMS] = {
    let mut l = [0.0; TERMS + 2];
    let mut weights = [0.0; TERMS];
    l[1] = 1.0;
    let mut k = 1;
    while k < TERMS {
        let (mut convolution, mut i) = (0.0, 2);
        while i <= k {
            convolution += l[i] * l[k + 2 - i];
            i += 1;
        }
        l[k + 1] = 0.5 * (2.0 / (k + 2) as f64 * l[k] - convolution);
        weights[k] = (k + 1) as f64 * l[k + 1] - if k == 1 { 1.0 } else { 0.0 };
        k += 1;
    }
    weights
};
