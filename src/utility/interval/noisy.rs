//! Intervals from noisy counts.
use super::tail::Law;
use super::{Interval, STEPS, TOLERANCE, Target, check_cells, half, invert};
use crate::domain::{ExpectedRowTotal, Level};
use crate::error::{Error, Result};
use crate::special::root;
use crate::utility::noisy::CellNoise;

/// Largest accepted |noisy count|, and that of a sum of 65,535.
const LARGEST: u64 = 1 << 40;
const LARGEST_SUM: u64 = 1 << 56;

/// The interval for a share from one noisy count and the sum of its row's, the row's true total not known.
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
    let (y, s, half) = (count as f64, sum as f64, half(level));
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
            root::bracket(|c| upper_tail(c) - half, 0.0, end, TOLERANCE, STEPS)?.lo
        }
    };
    let upper = if lower_tail(1.0) >= half {
        1.0
    } else {
        let start = estimate.max(0.0);
        if lower_tail(start) < half {
            0.0
        } else {
            root::bracket(|c| lower_tail(c) - half, start, 1.0, TOLERANCE, STEPS)?.hi
        }
    };
    Ok(Interval {
        lower,
        upper: upper.max(lower),
    })
}

/// The interval for a share from one noisy count and the sum of its row's, the row's true total public.
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
    invert(
        half(level),
        |c| law(c).upper_tail(estimate - c * total),
        |c| law(c).lower_tail(estimate - c * total),
    )
}

/// The intervals of a whole row of noisy counts; `row_total` where it is public.
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
    for (y, interval) in counts.iter().zip(intervals) {
        *interval = match row_total {
            None => noisy(*y, sum, cells, noise, target, level)?,
            Some(total) => noisy_of_total(*y, sum, cells, total, noise, target, level)?,
        };
    }
    Ok(())
}

/// A noisy count and a sum that a row of `cells` can have.
fn check(count: i64, sum: i64, cells: usize) -> Result<()> {
    if count.unsigned_abs() <= LARGEST
        && sum.unsigned_abs() <= LARGEST_SUM
        && (cells > 1 || count == sum)
    {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}
