//! Discrete Gaussian noise on every count: exact accounting.
//!
//! The mechanism releases c_i + k_i for every cell, k_i independent with P(k) proportional to e^(-k^2/(2 sigma^2)) [Canonne, Kamath & Steinke
//! 2020, arXiv 2004.00010]. Its losses have light tails: over many releases it needs less noise than the geometric mechanism.
//!
//! # The loss
//!
//! For a cell that changes by D the loss is (D^2/2 - D k)/sigma^2, whichever log has more. Over the cells of a pattern and all T releases
//!
//! ```text
//! L = (S/2 - A)/sigma^2,   S = T sum of D^2,   A = the sum of all D k: any integer
//! ```
//!
//! S/T is 1 (`AddRemove`), 2 (`Destination`, `Event`), 3 (`VisitPresence`); for `Visit` 6 where a stay becomes a visit elsewhere and 4 where two events
//! move, and both are evaluated. No loss is bounded: delta = 0 is never met.
use super::lattice::{self, Exact};
use super::{Adjacency, Guarantee};
use crate::domain::{Delta, Epsilon, Releases, Variance};
use crate::error::Result;

/// An upper bound on delta(epsilon) over all releases of the same log together, in (0, 1].
///
/// ```text
/// delta(eps) = sum over integers A < S/2 - eps sigma^2 of P(A) (1 - e^(eps - (S/2 - A)/sigma^2))
/// ```
///
/// **Domain.** Every [`Variance`], 1 to 2^32 - 1 releases.
///
/// **Guarantee.** The result is never below delta(eps), which is attained. Never 0: the smallest result is 2.2e-308.
///
/// **Accuracy.** At most 7e-12 relative above the exact sums of `tests/data/noise_profile.csv`. Not so under `Visit` where sigma^2 < 1/50 and
/// delta < 1e-60: there the result may be as large as the square root of delta. Rounding is part of the result: at 2^32
/// releases about 1e-6.
///
/// **Method.** The line integral over one period (`src/privacy/lattice`), the moments by Poisson's summation for sigma^2 >= 1/2 and by the direct sum
/// below.
///
/// **Errors.** None.
///
/// **Cost.** About 30 points of a dozen exponentials a pattern, 100 microseconds (x86-64); at most 4,096 points. Constant memory: 1.9 KiB of stack.
///
/// ```
/// use dpmarkov::domain::{Epsilon, Releases, Variance};
/// use dpmarkov::privacy::{Adjacency, gaussian};
/// let (variance, year) = (Variance::new(400, 1)?, Releases::new(365)?);
/// let delta = gaussian::delta_upper(Adjacency::AddRemove, variance, year, Epsilon::new(5.869961)?)?;
/// assert!(delta <= 1e-9 && delta > 0.99999e-9);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn delta_upper(
    adjacency: Adjacency,
    variance: Variance,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    Ok(lattice::delta_upper(
        adjacency,
        Exact::Gaussian(variance),
        releases,
        epsilon.get(),
    ))
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
///
/// ```text
/// the smallest eps >= 0 with delta(eps) <= delta, rounded up
/// ```
///
/// **Guarantee.** [`delta_upper`] at the result is at most `delta`.
///
/// **Accuracy.** 1e-13 relative above the smallest epsilon at which [`delta_upper`] is at most `delta`.
///
/// **Errors.** [`Error::NotPure`](crate::Error::NotPure) at delta = 0; [`Error::NoEpsilon`](crate::Error::NoEpsilon) where no epsilon up to 1e6 suffices.
///
/// **Cost.** About 50 evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::{Delta, Releases, Variance};
/// use dpmarkov::privacy::{Adjacency, gaussian};
/// // 365 releases, sigma = 20, one event more or less; with continuous noise it would be 5.869959
/// let (variance, year) = (Variance::new(400, 1)?, Releases::new(365)?);
/// let epsilon = gaussian::epsilon_upper(Adjacency::AddRemove, variance, year, Delta::new(1e-9)?)?;
/// assert!((epsilon - 5.869961).abs() < 1e-6);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper(
    adjacency: Adjacency,
    variance: Variance,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    delta.above_zero()?;
    lattice::epsilon_upper(adjacency, Exact::Gaussian(variance), releases, delta)
}

/// A variance of a fine grid that meets `guarantee`, its neighbour below not meeting it.
///
/// **Guarantee.** [`delta_upper`] at the result is at most `guarantee.delta`: it is evaluated there.
///
/// **Accuracy.** The grid: fractions with a power of two up to 2^10 below, neighbours within 1e-6 of each other above 2^10, and multiples of 2^-10
/// below. delta does NOT always fall as the variance grows: where the noise is so small that single lattice points count, it may rise (one event
/// added, epsilon 2: 0.105 at sigma^2 = 1/4 and 0.136 at 5/16), so a still smaller variance may meet the guarantee too. In other places the result is the
/// smallest of the grid.
///
/// **Method.** Bisection, every answer evaluated.
///
/// **Errors.** [`Error::NotPure`](crate::Error::NotPure) at delta = 0; [`Error::Unreachable`](crate::Error::Unreachable) where not even 2^40 meets it.
///
/// **Cost.** About 25 evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::privacy::{Adjacency, Guarantee, gaussian};
/// let variance = gaussian::solve_variance(&Guarantee::new(Adjacency::AddRemove, 5.869961, 1e-9, 365)?)?;
/// assert!((variance.get() - 400.0).abs() < 1e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn solve_variance(guarantee: &Guarantee) -> Result<Variance> {
    lattice::solve_variance(guarantee)
}
