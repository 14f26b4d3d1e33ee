//! Two-sided geometric noise on every count: exact accounting.
//!
//! The mechanism releases c_i + k_i for every cell, k_i independent with P(k) = (1-x)/(1+x) x^|k|, x = e^-e0 (also called discrete Laplace
//! noise of scale 1/e0). Whatever is computed from these integers (a projection, a normalisation) is post-processing and costs nothing.
//!
//! # The loss
//!
//! Neighbouring logs differ in a few cells (`patterns` of [`super::cells`]); the others have the same law. The noise is symmetric, so a cell that
//! loses events and one that gains them have the same loss. For a cell that changes by 1, P(k)/P(k-1) is 1/x for k <= 0 and x for k >= 1:
//!
//! ```text
//! change 1:   L = e0 with probability 1/(1+x),  -e0 with x/(1+x)
//! change 2:   L = 2 e0 with 1/(1+x),  0 with x(1-x)/(1+x) (at k = 1),  -2 e0 with x^2/(1+x)
//! ```
//!
//! (sums of the geometric series.) Over the cells of a pattern and all T releases the losses add and stay on a lattice of step 2 e0, and
//! delta(eps) = E (1 - e^(eps - L))_+ is a finite sum, attained by these very logs. For one release:
//!
//! | adjacency | delta(eps) |
//! |---|---|
//! | `AddRemove` | (1 - e^(eps-e0))_+ / (1+x) |
//! | `Destination`, `Event` | (1 - e^(eps-2 e0))_+ / (1+x)^2 |
//! | `VisitPresence` | \[(1 - e^(eps-3 e0))_+ + 3x (1 - e^(eps-e0))_+\] / (1+x)^3 |
//! | `Visit` | \[(1 - e^(eps-4 e0))_+ + x(3-x) (1 - e^(eps-2 e0))_+\] / (1+x)^3 |
//!
//! `Event` at L = 0: (1 - e^eps)_+ = 0, and so on. `Visit` is the larger of two patterns, a stay that becomes a visit elsewhere (one cell by 2,
//! two by 1; shown) and four cells by 1; both are evaluated. Row totals are private: no cell goes without noise.
use super::lattice::{self, Exact};
use super::{Adjacency, Guarantee};
use crate::domain::{Delta, Epsilon, GeometricRate, Releases};
use crate::error::Result;

/// An upper bound on delta(epsilon) over all releases of the same log together, in [0, 1].
///
/// ```text
/// delta(eps) = sup over neighbouring logs D, D' and events S of P(M(D) in S) - e^eps P(M(D') in S)
/// ```
///
/// **Domain.** Every [`GeometricRate`], 1 to 2^32 - 1 releases.
///
/// **Guarantee.** The result is never below the supremum. It is exactly 0 if and only if no loss exceeds epsilon (T m e0 <= epsilon, m the events
/// by which cells change together: 1 for `AddRemove`, 2 for `Destination` and `Event`, 3 for `VisitPresence`, 4 for `Visit`), which is decided in
/// integers: a pure guarantee.
///
/// **Special values.** Where it is not 0 it is at least 2.2e-308.
///
/// **Accuracy.** At most 7e-12 relative above the exact sums of `tests/data/noise_profile.csv` (one to 40 releases, delta down to 1e-290), 3e-11 above
/// binomial tails of up to 40 million releases. Rounding is part of the result: at 2^32 releases about 1e-6.
///
/// **Method.** The line integral over one period (`src/privacy/lattice`), which costs the same for one release and for 2^32; the trapezoidal sum's
/// aliases are all >= 0. The tests compare it with the finite sums above.
///
/// **Errors.** None.
///
/// **Cost.** 5 to 60 points of a few exponentials a pattern, 60 microseconds (x86-64); at most 4,096 points. Constant memory: 1.9 KiB of stack (x86-64).
///
/// ```
/// use dpmarkov::domain::{Epsilon, GeometricRate, Releases};
/// use dpmarkov::privacy::{Adjacency, geometric};
/// let rate = GeometricRate::new(1, 2)?;
/// // a moved event changes two cells: pure at epsilon = 2 e0 = 1
/// let at = |e: f64| geometric::delta_upper(Adjacency::Event, rate, Releases::ONE, Epsilon::new(e)?);
/// assert_eq!(at(1.0)?, 0.0);
/// let x = (-0.5_f64).exp();
/// let exact = (1.0 - (0.9_f64 - 1.0).exp()) / ((1.0 + x) * (1.0 + x));
/// assert!(at(0.9)? >= exact && at(0.9)? < exact * (1.0 + 1e-11));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn delta_upper(
    adjacency: Adjacency,
    rate: GeometricRate,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    Ok(lattice::delta_upper(
        adjacency,
        Exact::Geometric(rate),
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
/// **Guarantee.** [`delta_upper`] at the result is at most `delta`. At delta = 0 it is T m e0, the smallest `f64` that is not below.
///
/// **Accuracy.** 1e-13 relative above the smallest epsilon at which [`delta_upper`] is at most `delta`.
///
/// **Method.** Bisection: delta falls with epsilon.
///
/// **Errors.** [`Error::NoEpsilon`](crate::Error::NoEpsilon) where no epsilon up to 1e6 suffices.
///
/// **Cost.** About 50 evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::{Delta, GeometricRate, Releases};
/// use dpmarkov::privacy::{Adjacency, geometric};
/// let (rate, year) = (GeometricRate::new(1, 10)?, Releases::new(365)?);
/// let pure = geometric::epsilon_upper(Adjacency::AddRemove, rate, year, Delta::new(0.0)?)?;
/// assert_eq!(pure, 36.5);
/// let nearly = geometric::epsilon_upper(Adjacency::AddRemove, rate, year, Delta::new(1e-9)?)?;
/// assert!(nearly < 13.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper(
    adjacency: Adjacency,
    rate: GeometricRate,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    lattice::epsilon_upper(adjacency, Exact::Geometric(rate), releases, delta)
}

/// The largest rate of a fine grid that meets `guarantee`: the least noise.
///
/// **Guarantee.** [`delta_upper`] at the result is at most `guarantee.delta`; 0 is accepted and gives a pure guarantee.
///
/// **Accuracy.** The grid: fractions with a power of two from 2^14 to 2^30 below, neighbours within 1e-6 of each other above 2^-10, and multiples of
/// 2^-30 below.
///
/// **Method.** Bisection, exact because delta never falls as the rate grows. Proof: the probability generating function of the noise is
/// (1-x)^2/((1-x z)(1-x/z)). For x < x' the quotient of the one at x' by the one at x is a constant times (1-x z)/(1-x' z) times the same in
/// 1/z, and (1-x z)/(1-x' z) = 1 + (x'-x) z + (x'-x) x' z^2 + .. has no negative coefficient: it is the generating function of a law. So noise at the
/// lower rate is noise at the higher rate plus independent noise of that law, which is post-processing.
///
/// **Errors.** [`Error::Unreachable`](crate::Error::Unreachable) where not even the rate 2^-30 meets it.
///
/// **Cost.** About 25 evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::privacy::{Adjacency, Guarantee, geometric};
/// // one pure release: e0 = epsilon/4 for `Visit`
/// let rate = geometric::solve_rate(&Guarantee::new(Adjacency::Visit, 1.0, 0.0, 1)?)?;
/// assert_eq!((rate.numerator(), rate.denominator()), (1, 4));
/// // a year of daily releases
/// let year = geometric::solve_rate(&Guarantee::new(Adjacency::Visit, 1.0, 1e-9, 365)?)?;
/// assert!(year.get() > 1.0 / 4.0 / 365.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn solve_rate(guarantee: &Guarantee) -> Result<GeometricRate> {
    lattice::solve_rate(guarantee)
}
