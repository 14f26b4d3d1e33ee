//! Intervals from noisy counts.
use super::tail::Law;
use super::{Interval, LARGEST_SUM, STEPS, TOLERANCE, Target, check_cells, half, invert};
use crate::domain::{ExpectedRowTotal, Level};
use crate::error::{Error, Result};
use crate::mechanism::noisy::{gaussian_deviation, geometric_deviation};
use crate::special::root;
use crate::utility::noisy::CellNoise;

/// Largest accepted |noisy count|.
const LARGEST: u64 = 1 << 40;

/// The interval for a share from one noisy count and the sum of its row's, the row's true total not known.
///
/// ```text
/// D(C) = y - C S = (1 - C) k_0 - C (k_1 + ... + k_(n-1)) at the true C:
/// from the least C at which P(W >= D(C)) >= (1 - level)/2 to the largest at which P(W <= D(C)) >= (1 - level)/2, W what D is drawn from;
/// (1 - level)/4 for a share of the log where the deviation of a count's noise is below 1.25 events
/// ```
///
/// - **Domain**: `count` = y, |y| <= 2^40; `sum` = S of all n = `cells` feasible noisy counts of the row, |S| <= 2^56; n from 1 to 65,535. No total is asked for: the
///   unknown N drops out of D [Fieller 1954].
/// - **Guarantee**: C is contained with probability at least `level`, as far as the tails of W are right: they are to 1 % where values of W are dense (5 % at
///   level 0.5), and an atom counts three quarters. Not a proved guarantee: exactly `level` if the tails were exact and continuous and each test changed once;
///   that it does is proved for normal noise (Method). Where atoms matter, noise of a deviation of one or two events, up to 4/3 (1 - level) may fail. Measured at
///   0.95 (`tests/intervals.rs`): 0.93 to 0.97 inside (n 2 to 59, C 0.01 to 0.9, epsilon 0.2 to 2), at least 0.93 at C = 0 and 1 (`tests/intervals_floor.rs`). **Often above 0.97** where the noise has
///   few values (deviation below 1.25 events: by enumeration of every outcome of rows of two cells never below 0.95, `tests/intervals_floor.rs`; with the tails at
///   (1 - level)/2 it would be 0.925), and where N is not above the noise of S, deviation times sqrt(n): there C is hardly known, and the interval is most of [0, 1] or all of it.
/// - **Target::Process**: adds N binomial events to W with S for N: approximate, for S well above its noise.
/// - **Special values**: [1, 1] for n = 1; [0, 1] for S <= 0.
/// - **Method**: W's tails by the saddle point [Lugannani & Rice 1980, doi:10.2307/1426607] from the exact cumulants of both noises. The least and the largest C are
///   found by bracketing: the quantile of W is convex in C (proved for normal noise, where it is z sigma sqrt((1 - C)^2 + (n - 1) C^2)) and D is linear, so that either test
///   changes once between an end and C = y/S.
/// - **Cost**: about 25 tails of about 8 Newton steps each, 0.1 ms (x86-64); no scratch.
///
/// # Errors
/// [`Error::States`]; [`Error::Domain`] for y or S out of range, or y other than S for n = 1.
///
/// ```
/// use dpmarkov::{domain::{GeometricRate, Level}, utility::{interval::{Target, noisy}, noisy::CellNoise}};
/// let noise = CellNoise::Geometric(GeometricRate::new(1, 10)?);
/// let at = Level::new(0.95)?;
/// let i = noisy(300, 1000, 5, noise, Target::Log, at)?;
/// // deviation 14.1, sqrt(0.49 + 4 0.09) 14.1/1000 = 0.013
/// assert!((i.lower - 0.274).abs() < 2e-3 && (i.upper - 0.326).abs() < 2e-3);
/// // a row that may well be empty says nothing
/// assert_eq!(noisy(12, 20, 5, noise, Target::Log, at)?.width(), 1.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy(
    count: i64,
    sum: i64,
    cells: usize,
    noise: CellNoise,
    target: Target,
    level: Level,
) -> Result<Interval> {
    let n = check_cells(cells)?;
    check(count, sum, cells)?;
    if cells == 1 {
        return Ok(Interval::ONE);
    }
    if sum <= 0 {
        return Ok(Interval::ALL);
    }
    let (y, s, half) = (count as f64, sum as f64, tail_size(noise, target, level));
    let events = match target {
        Target::Log => 0.0,
        Target::Process => s,
    };
    let law = |c: f64| Law {
        noise,
        own: 1.0 - c,
        other: c,
        others: n - 1.0,
        events,
        share: c,
    };
    let upper_tail = |c: f64| law(c).upper_tail(y - c * s);
    let lower_tail = |c: f64| law(c).lower_tail(y - c * s);
    let estimate = y / s;
    let lower = if upper_tail(0.0) >= half {
        0.0
    } else {
        let end = estimate.min(1.0);
        if upper_tail(end) < half {
            1.0
        } else {
            root::bracket(|c| upper_tail(c) - half, 0.0, end, TOLERANCE, STEPS)
                .map_or(0.0, |b| b.lo)
        }
    };
    let upper = if lower_tail(1.0) >= half {
        1.0
    } else {
        let start = estimate.max(0.0);
        if lower_tail(start) < half {
            0.0
        } else {
            root::bracket(|c| lower_tail(c) - half, start, 1.0, TOLERANCE, STEPS)
                .map_or(1.0, |b| b.hi)
        }
    };
    Ok(Interval {
        lower,
        upper: upper.max(lower),
    })
}

/// The interval for a share from one noisy count and the sum of its row's, the row's true total public.
///
/// ```text
/// D(C) = y - (S - N)/n - N C = (1 - 1/n) k_0 - (1/n)(k_1 + ... + k_(n-1)) at the true C
/// ```
///
/// Narrower than [`noisy`], most for large C: what is known of the sum of all noise, S - N, is used. `row_total` = N must be public, as under `Destination`.
///
/// - **Guarantee**: as [`noisy`]; both tests are monotone in C. With two states and noise of less than two events D has few values: above 0.97.
/// - **Target::Process**: approximate; the N events themselves are binomial.
/// - Domain, special values (but S <= 0, which is as good as any), method, cost and errors: as [`noisy`].
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, GeometricRate, Level}, utility::{interval::{Target, noisy_of_total}, noisy::CellNoise}};
/// let noise = CellNoise::Geometric(GeometricRate::new(1, 10)?);
/// let total = ExpectedRowTotal::new(1000.0)?;
/// let i = noisy_of_total(905, 1010, 5, total, noise, Target::Log, Level::new(0.95)?)?;
/// // 903 -+ 2 14.1 sqrt(4/5)
/// assert!((i.lower - 0.878).abs() < 2e-3 && (i.upper - 0.928).abs() < 2e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy_of_total(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: ExpectedRowTotal,
    noise: CellNoise,
    target: Target,
    level: Level,
) -> Result<Interval> {
    let (n, total) = (check_cells(cells)?, row_total.get());
    check(count, sum, cells)?;
    if cells == 1 {
        return Ok(Interval::ONE);
    }
    // (1 - 1/n) k_i - (1/n) sum of the others' noise
    let estimate = count as f64 - (sum as f64 - total) / n;
    let law = |c: f64| Law {
        noise,
        own: 1.0 - 1.0 / n,
        other: 1.0 / n,
        others: n - 1.0,
        events: match target {
            Target::Log => 0.0,
            Target::Process => total,
        },
        share: c,
    };
    Ok(invert(
        tail_size(noise, target, level),
        |c| law(c).upper_tail(estimate - c * total),
        |c| law(c).lower_tail(estimate - c * total),
    ))
}

/// The intervals of a whole row of noisy counts: [`noisy_of_total`] where the row's total is public, [`noisy`] where it is not.
///
/// `counts`: every feasible cell's, n of them. Each interval holds by itself: see the [module](super).
///
/// # Errors
/// [`Error::States`]; [`Error::Length`] unless `intervals` has n elements; [`Error::Domain`] for a count beyond 2^40. `intervals` is untouched then.
///
/// ```
/// use dpmarkov::domain::{Level, Variance};
/// use dpmarkov::utility::{interval::{Interval, Target, noisy_row}, noisy::CellNoise};
/// let noise = CellNoise::Gaussian(Variance::new(100, 1)?);
/// let mut intervals = [Interval::ALL; 3];
/// noisy_row(&[700, 310, -9], None, noise, Target::Log, Level::new(0.95)?, &mut intervals)?;
/// assert!(intervals[2].lower == 0.0 && intervals[2].upper < 0.02);
/// assert!(intervals[0].contains(0.7) && intervals[1].contains(0.3));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy_row(
    counts: &[i64],
    row_total: Option<ExpectedRowTotal>,
    noise: CellNoise,
    target: Target,
    level: Level,
    intervals: &mut [Interval],
) -> Result<()> {
    let cells = counts.len();
    check_cells(cells)?;
    if intervals.len() != cells {
        return Err(Error::Length);
    }
    let sum = counts.iter().fold(0i64, |sum, y| sum.saturating_add(*y));
    for y in counts {
        check(*y, sum, cells)?;
    }
    // nothing fails from here on: what the two functions refuse was refused above
    for (y, interval) in counts.iter().zip(intervals) {
        *interval = match row_total {
            None => noisy(*y, sum, cells, noise, target, level)?,
            Some(total) => noisy_of_total(*y, sum, cells, total, noise, target, level)?,
        };
    }
    Ok(())
}

/// (1 - level)/2, and half of it where noise has few values: there the tails are wrong by up to half of themselves, and an atom is a large part of one.
fn tail_size(noise: CellNoise, target: Target, level: Level) -> f64 {
    let deviation = match noise {
        CellNoise::Geometric(rate) => geometric_deviation(rate),
        CellNoise::Gaussian(variance) => gaussian_deviation(variance),
    };
    if target == Target::Log && deviation < FEW_VALUES {
        0.5 * half(level)
    } else {
        half(level)
    }
}

/// A deviation, in events.
const FEW_VALUES: f64 = 1.25;

/// A noisy count and a sum that a row of `cells` can have.
pub(in crate::utility) fn check(count: i64, sum: i64, cells: usize) -> Result<()> {
    if count.unsigned_abs() <= LARGEST
        && sum.unsigned_abs() <= LARGEST_SUM
        && (cells > 1 || count == sum)
    {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}
