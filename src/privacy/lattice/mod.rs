//! Exact accounting of integer noise: the losses live on a lattice, and the line integral runs over one period.
//!
//! With independent noise on every cell the loss L of all releases together takes values on a lattice of step g, and with
//! M(s) = E e^(s L) (`moments.rs`), l the lattice points,
//!
//! ```text
//! delta(eps) = E (1 - e^(eps - L))_+ = (g/2 pi) * integral over |y| < pi/g of M(c+iy) K(c+iy) dy,   c > 0
//! K(s) = sum over l > eps of (1 - e^(eps-l)) e^(-s l)
//! ```
//!
//! `point.rs` finds the first l above eps in integers, `line.rs` sums. Both mechanisms use the same code: geometric noise of rate e0 has
//! losses on a lattice of step 2 e0, discrete Gaussian noise of variance sigma^2 on one of step 1/sigma^2.
mod grid;
mod line;
pub(crate) mod moments;
mod point;

use super::cells::{Pattern, patterns};
use super::{Adjacency, Guarantee};
use crate::domain::{Delta, EPSILON, GeometricRate, Releases, Variance};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::exp;
use crate::special::second_difference::ROUNDING;
pub(super) use grid::{rate_at, variance_at};
use line::{Above, Law};
use moments::Noise;

/// Noise by its exact parameter.
#[derive(Clone, Copy)]
pub(super) enum Exact {
    /// Two-sided geometric.
    Geometric(GeometricRate),
    /// Discrete Gaussian.
    Gaussian(Variance),
}

impl Exact {
    fn noise(self) -> Noise {
        match self {
            Exact::Geometric(rate) => Noise::from(rate),
            Exact::Gaussian(variance) => Noise::from(variance),
        }
    }

    /// The step g of the lattice of losses.
    fn step(self) -> f64 {
        match self {
            Exact::Geometric(rate) => 2.0 * rate.get(),
            Exact::Gaussian(variance) => 1.0 / variance.get(),
        }
    }

    /// The smallest loss above epsilon; `None` where there is none (geometric noise only).
    ///
    /// # Proof
    /// Geometric: over all releases L = e0 (N - 2 A), N = releases times the sum of |D| and A an integer in 0..N. Discrete Gaussian:
    /// L = (S/2 - A)/sigma^2, S = releases times the sum of D^2 and A = the sum of D y, any integer. So with (h, H) = (eps/e0, N) or
    /// (2 eps sigma^2, S), L > eps if and only if H - 2 A > h, which for integers is H - 2 A >= floor(h) + 1: the largest such A is
    /// floor((H - floor(h) - 1)/2), and its loss is g (H - 2 A - h)/2 above eps. h's whole part is exact, what
    /// lies between h and the next integer rounded up.
    fn above(self, pattern: &Pattern, releases: u32, epsilon: f64) -> Option<Above> {
        let (weight, (whole, left_over)) = match self {
            Exact::Geometric(rate) => (
                weight(pattern, |events| events),
                point::scaled(
                    epsilon,
                    u64::from(rate.denominator()),
                    u64::from(rate.numerator()),
                ),
            ),
            Exact::Gaussian(variance) => (
                weight(pattern, |events| events.saturating_mul(events)),
                point::scaled(
                    epsilon,
                    variance.numerator().saturating_mul(2),
                    u64::from(variance.denominator()),
                ),
            ),
        };
        // at most 6 (2^32 - 1); `whole` is at most 2^62
        let most = i128::from(weight.saturating_mul(u64::from(releases)));
        let left = most.saturating_sub(whole as i128);
        let above = left.saturating_sub(1);
        let first = above >> 1;
        let odd = above & 1 == 1;
        let below = match self {
            Exact::Geometric(_) if first < 0 => return None,
            Exact::Geometric(_) => Some(first as f64 + 1.0),
            Exact::Gaussian(_) => None,
        };
        let phase = 0.5 * (if odd { 1.0 } else { 0.0 } + left_over);
        let step = self.step();
        Some(Above {
            step,
            phase,
            level: epsilon + step * phase,
            epsilon,
            below,
        })
    }
}

/// The sum over the pattern's cells of `of`(events).
fn weight(pattern: &Pattern, of: impl Fn(u64) -> u64) -> u64 {
    pattern
        .lost
        .iter()
        .chain(pattern.gained)
        .map(|c| u64::from(c.copies).saturating_mul(of(u64::from(c.events))))
        .sum()
}

/// delta(epsilon) from above: the largest of the patterns. 0 exactly where no loss can exceed epsilon, else at least 2.2e-308.
pub(super) fn delta_upper(
    adjacency: Adjacency,
    noise: Exact,
    releases: Releases,
    epsilon: f64,
) -> f64 {
    let mut worst = 0.0;
    for (i, pattern) in patterns(adjacency).iter().enumerate() {
        if is_mirrored(adjacency, i) {
            continue;
        }
        if let Some(above) = noise.above(pattern, releases.get(), epsilon) {
            let law = Law {
                pattern,
                noise: noise.noise(),
                releases: f64::from(releases.get()),
            };
            let ln_delta = line::ln_delta_upper(law, above);
            let delta = (exp(ln_delta) * (1.0 + 8.0 * ROUNDING)).within(f64::MIN_POSITIVE, 1.0);
            worst = delta.max(worst);
        }
    }
    worst
}

/// Whether pattern number `i` has the same cells as an earlier one with the two logs exchanged: a cell's loss has the same law both ways.
fn is_mirrored(adjacency: Adjacency, i: usize) -> bool {
    let all = patterns(adjacency);
    let Some(own) = all.get(i) else { return true };
    all.iter()
        .take(i)
        .any(|earlier| earlier.lost == own.gained && earlier.gained == own.lost)
}

/// The smallest epsilon with [`delta_upper`] at most `delta`, rounded up.
pub(super) fn epsilon_upper(
    adjacency: Adjacency,
    noise: Exact,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    let delta = delta.get();
    let met = |epsilon: f64| delta_upper(adjacency, noise, releases, epsilon) <= delta;
    let (mut low, mut high) = (0.0, *EPSILON.end());
    if met(low) {
        return Ok(low);
    }
    if !met(high) {
        return Err(Error::NoEpsilon);
    }
    for _ in 0..1100 {
        // the scale of the answer first: halves of the exponent until the ends are near
        let middle = if high > 4.0 * low {
            crate::special::float::sqrt(low.max(1e-18) * high)
        } else {
            0.5 * low + 0.5 * high
        };
        if !(middle > low && middle < high) || high - low <= 1e-13 * high && delta > 0.0 {
            break;
        }
        if met(middle) {
            high = middle
        } else {
            low = middle
        }
    }
    Ok(high)
}

/// The largest rate of the grid that meets `guarantee`.
pub(super) fn solve_rate(guarantee: &Guarantee) -> Result<GeometricRate> {
    let met = |i: u32| -> Result<bool> {
        let noise = Exact::Geometric(rate_at(i)?);
        Ok(meets(guarantee, noise))
    };
    let (mut low, mut high) = (1, grid::RATES);
    if !met(low)? {
        return Err(Error::Unreachable);
    }
    if met(high)? {
        return rate_at(high);
    }
    while high.saturating_sub(low) > 1 {
        let middle = low.midpoint(high);
        if met(middle)? {
            low = middle
        } else {
            high = middle
        }
    }
    rate_at(low)
}

/// The smallest variance of the grid that was found to meet `guarantee`.
pub(super) fn solve_variance(guarantee: &Guarantee) -> Result<Variance> {
    guarantee.delta.above_zero()?;
    let met = |i: u32| -> Result<bool> {
        let noise = Exact::Gaussian(variance_at(i)?);
        Ok(meets(guarantee, noise))
    };
    let (mut low, mut high) = (1, grid::VARIANCES);
    if met(low)? {
        return variance_at(low);
    }
    if !met(high)? {
        return Err(Error::Unreachable);
    }
    while high.saturating_sub(low) > 1 {
        let middle = low.midpoint(high);
        if met(middle)? {
            high = middle
        } else {
            low = middle
        }
    }
    variance_at(high)
}

fn meets(guarantee: &Guarantee, noise: Exact) -> bool {
    delta_upper(
        guarantee.adjacency,
        noise,
        guarantee.releases,
        guarantee.epsilon.get(),
    ) <= guarantee.delta.get()
}
