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
    let root = sqrt(m);
    let s = z / root;
    let sign = if toward_one { 1.0 } else { -1.0 };
    let r1 = 1.0 + r;
    let l1 = 1.0 / sqrt(r1);
    let mut l = [0.0; TERMS + 2];
    let mut q = [0.0; TERMS + 3];
    if let Some(v) = l.get_mut(1) {
        *v = l1;
    }
    if let Some(v) = q.get_mut(2) {
        *v = 1.0 / r1;
    }
    // k = 0 and the moments J_k / m^(k/2).
    let (mut even, mut odd) = (
        SQRT_HALF_PI * erfcx(z * core::f64::consts::FRAC_1_SQRT_2),
        1.0 / root,
    );
    let mut power = 1.0 / root;
    let mut total = sqrt(r1) * even;
    let mut side = 1.0;
    let mut small = 0;
    for k in 1..TERMS {
        // l_(k+1) from Q_(k+2).
        let n = k + 2;
        let at = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
        let qn = 2.0 / (n as f64 * r1) * ((1.0 - r) * at(&l, n - 2) - r * at(&q, n - 2));
        let inner = l.get(2..=k).unwrap_or(&[]);
        let convolution: f64 = inner
            .iter()
            .zip(inner.iter().rev())
            .map(|(u, v)| u * v)
            .sum();
        let next = (qn - convolution) / (2.0 * l1);
        if let Some(v) = l.get_mut(k + 1) {
            *v = next;
        }
        if let Some(v) = q.get_mut(n) {
            *v = qn;
        }
        let w = r1 * (k + 1) as f64 * next + r * at(&l, k - 1) - if k == 1 { 1.0 - r } else { 0.0 };
        side *= sign;
        let moment = if k == 1 {
            odd
        } else {
            power *= s;
            let before = if k % 2 == 0 { even } else { odd };
            let v = power + (k - 1) as f64 / m * before;
            if k % 2 == 0 {
                even = v
            } else {
                odd = v
            }
            v
        };
        let term = side * w * moment;
        total += term;
        if term.abs() < 1e-17 * total {
            small += 1;
            if small == 3 {
                break;
            }
        } else {
            small = 0;
        }
    }
    total / root
}
