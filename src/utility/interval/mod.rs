//! Confidence intervals, computed from a release and its public parameters alone.
//!
//! | released by | share of one transition | a whole row |
//! |---|---|---|
//! | [`Dirichlet`](crate::mechanism::Dirichlet) | [`dirichlet`] | |
//! | [`PublishedDirichlet`](crate::mechanism::PublishedDirichlet) | [`published`] | |
//! | [`Polya`](crate::mechanism::Polya) | [`polya`] | |
//! | [`Geometric`](crate::mechanism::Geometric), [`Gaussian`](crate::mechanism::Gaussian) | [`noisy`] | [`noisy_row`] |
//! | the same, the row's total public | [`noisy_of_total`] | [`noisy_row`] |
//!
//! For the stationary distribution: [`stationary_chain`] (every mechanism, without its bias), [`stationary`] (one entry, from a variance).
//! For a row's number of events: [`noisy_total_lower`] (a lower limit, from noisy counts), [`noisy_sum_reach`].
//!
//! # What may be published
//! All of it. An interval is a function of the release and of public numbers: post-processing, which costs no privacy. That is so only while the
//! row total that an interval asks for is public (as `Destination` has it, unless events were dropped: [`Outside::Drop`](crate::counts::Outside::Drop)) or a guess made
//! without a look at the counts.
//!
//! # What the level means
//! Over the randomness of the mechanism, and under [`Target::Process`] of the process as well, the interval of one share contains it with
//! probability `level`; the log is fixed. It is said of each interval by itself: of 100 intervals at 0.95 some five will miss. Intervals that hold
//! together, all k with probability 1 - alpha, come from asking for the level 1 - alpha/k [Bonferroni; Dunn 1961, doi:10.2307/2282330]: [`simultaneous`].
//!
//! # How
//! Every function inverts a pair of tests: a share is in the interval unless what was released lies in either tail of (1 - level)/2 of what that share
//! would have released. Cut at 0 and 1, which loses no share that is possible. So an interval can be of width 0 at 0 or at 1: the noise then fell out so
//! far beyond the end that the end itself is hard to believe, and every other share more so.
mod dirichlet;
mod noisy;
mod normal;
mod polya;
mod stationary;
mod tail;
mod total;

pub use dirichlet::{dirichlet, published};
pub(super) use noisy::check as check_noisy;
pub use noisy::{noisy, noisy_of_total, noisy_row};
pub(crate) use normal::two_sided_quantile;
pub use polya::polya;
pub use stationary::{stationary, stationary_chain, stationary_chain_work_len};
pub use total::{noisy_sum_reach, noisy_total_lower};

use crate::domain::{Level, STATES};
use crate::error::{Error, Result};
use crate::special::root;

/// A closed interval of shares: 0 <= lower <= upper <= 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Interval {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

impl Interval {
    /// Nothing is known: [0, 1].
    pub const ALL: Interval = Interval {
        lower: 0.0,
        upper: 1.0,
    };
    /// What a row of one feasible cell has: [1, 1].
    pub const ONE: Interval = Interval {
        lower: 1.0,
        upper: 1.0,
    };
    /// upper - lower.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }
    /// Whether `share` lies in it.
    #[must_use]
    pub fn contains(&self, share: f64) -> bool {
        self.lower <= share && share <= self.upper
    }
}

/// What an interval is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The share of the log itself, C_ij = c_ij/N_i: what the noise of the mechanism hides.
    Log,
    /// The probability of the process that made the log: every event of a row drawn by itself from p_i. Adds the sampling variance p (1 - p)/N.
    Process,
}

/// The level at which each of `intervals` intervals must be asked for so that all hold together at `level`: 1 - (1 - level)/intervals.
///
/// **Errors.** [`Error::Level`] where that is above what [`crate::domain::LEVEL`] accepts, or for no interval.
///
/// ```
/// use dpmarkov::{domain::Level, utility::interval::simultaneous};
/// assert!((simultaneous(Level::new(0.95)?, 50)?.get() - 0.999).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn simultaneous(level: Level, intervals: u32) -> Result<Level> {
    // 0 intervals: minus infinity, refused
    Level::new(1.0 - (1.0 - level.get()) / f64::from(intervals))
}

/// (1 - level)/2.
fn half(level: Level) -> f64 {
    0.5 * (1.0 - level.get())
}

/// The number of feasible cells of a row.
fn check_cells(cells: usize) -> Result<f64> {
    if cells >= 1 && cells <= *STATES.end() {
        Ok(cells as f64)
    } else {
        Err(Error::States)
    }
}

/// The interval whose ends are where the tails, as functions of the share, reach `half`: `upper_tail` rises with the share, `lower_tail` falls.
///
/// The outer ends of the brackets are taken, and where a tail were no number 0 and 1: nothing can fail here, so that of a whole row every interval is written or none.
fn invert(
    half: f64,
    mut upper_tail: impl FnMut(f64) -> f64,
    mut lower_tail: impl FnMut(f64) -> f64,
) -> Interval {
    let lower = if upper_tail(0.0) >= half {
        0.0
    } else if upper_tail(1.0) < half {
        1.0
    } else {
        root::bracket(|c| upper_tail(c) - half, 0.0, 1.0, TOLERANCE, STEPS).map_or(0.0, |b| b.lo)
    };
    let upper = if lower_tail(1.0) >= half {
        1.0
    } else if lower_tail(0.0) < half {
        0.0
    } else {
        root::bracket(|c| lower_tail(c) - half, 0.0, 1.0, TOLERANCE, STEPS).map_or(1.0, |b| b.hi)
    };
    Interval {
        lower,
        // both are right to the tolerance: never the wrong way round
        upper: upper.max(lower),
    }
}

/// Largest accepted |sum of noisy counts|: that of 65,535 of them.
const LARGEST_SUM: u64 = 1 << 56;
/// Of an end, in shares.
const TOLERANCE: f64 = 1e-13;
/// Bisection from 1 to [`TOLERANCE`] takes 44.
const STEPS: u32 = 60;
