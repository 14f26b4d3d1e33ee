//! delta(epsilon) as a series of positive terms.
//!
//! I_s(p, q) = s^p (1-s)^q / B(p, q) * sum over k of (p+q)_k s^k / (p)_(k+1) [DLMF 8.17.8]. At the crossing s = 1/(1 + e^(eps/w)) the two
//! terms of the closed form have the same prefactor, s^b (1-s)^(b+w) = e^eps s^(b+w) (1-s)^b, so their difference is
//!
//! ```text
//! delta(eps) = s^b (1-s)^(b+w) / B(b, b+w) * sum over k >= 0 of (2b+w)_k s^k [ 1/(b)_(k+1) - 1/(b+w)_(k+1) ],
//! ```
//!
//! every term positive: no cancellation, a truncation bound by a geometric series, and in the same loop
//! e^eps I_s(b+w, b), which is -d delta / d eps. With g^k in place of (2b+w)_k s^k it serves a removed event [DLMF 8.7.1].
use super::pair::{Change, Crossing, LnDelta, U};
use crate::special::float::{ln, sqrt};

/// More terms than this are left to the integral.
const TERMS: f64 = 1500.0;

/// `None` where the series would be long (or for an added event, which has no such series).
pub(crate) fn ln_delta(x: &Crossing) -> Option<LnDelta> {
    let (b, w, s) = (x.b, x.w, x.s);
    let (c, limit) = match x.change {
        Change::Moved => (2.0 * b + w, s),
        Change::Removed => (s, 0.0),
        Change::Added => return None,
    };
    // (c + k) s / (b + k + 1) or s / (b + k + 1) passes 1 at k = top
    let top = match x.change {
        Change::Moved => (c * s - b).max(0.0) / (1.0 - s),
        _ => (s - b).max(0.0),
    };
    if !(x.depth < 40.0 && top + 12.0 * sqrt(b + top) < TERMS - 100.0) {
        return None;
    }
    let ratio = |k: f64| match x.change {
        Change::Moved => s * (c + k) / (b + k + 1.0),
        _ => s / (b + k + 1.0),
    };
    let (mut u, mut d) = (1.0 / b, w / (b + w));
    let (mut delta, mut rest, mut k) = (0.0, 0.0, 0.0);
    while k < TERMS {
        let (term, other) = (u * d, u * (1.0 - d));
        delta += term;
        rest += other;
        let r = ratio(k);
        let grown = d + (1.0 - d) * w / (b + w + k + 1.0);
        // later ratios are at most this: r moves monotonically towards `limit`, the growth of d falls
        let bound = if r > limit { r } else { limit } * (grown / d);
        if bound < 0.999 {
            let tail = term * bound / (1.0 - bound);
            if tail <= U * delta {
                let error = x.error + U * (16.0 * (k + 2.0) + 4.0);
                return Some(LnDelta {
                    ln: x.ln_density + ln(delta),
                    error,
                    slope: -rest / delta,
                });
            }
        }
        u *= r;
        d = grown;
        k += 1.0;
    }
    None
}
