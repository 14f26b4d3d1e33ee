//! From noisy counts to a stochastic row: public arithmetic on what was released, in integers.
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::{self, Floor, STATES};
use crate::error::{Error, Result};
use crate::random::Generator;
use crate::special::float::sqrt;

/// 2^-32.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// Draws noise for every cell of a row; `noisy` is zeroed where a draw fails.
pub(super) fn add_noise(
    rng: &mut Generator,
    counts: &[u32],
    noisy: &mut [i64],
    mut draw: impl FnMut(&mut Generator) -> Result<i64>,
) -> Result<()> {
    let mut failure = Ok(());
    for (c, y) in counts.iter().zip(noisy.iter_mut()) {
        match draw(rng) {
            // |noise| < 2^37
            Ok(noise) => *y = i64::from(*c).saturating_add(noise),
            Err(error) => {
                failure = Err(error);
                break;
            }
        }
    }
    if failure.is_err() {
        noisy.fill(0);
    }
    failure
}

/// One row: lengths checked, noise into `work`, the row from it.
pub(super) fn release_row(
    rng: &mut Generator,
    counts: &[u32],
    floor: Floor,
    work: &mut [i64],
    row: &mut [f64],
    draw: impl FnMut(&mut Generator) -> Result<i64>,
) -> Result<()> {
    if !STATES.contains(&counts.len()) {
        return Err(Error::States);
    }
    if counts.len() != row.len() {
        return Err(Error::Length);
    }
    let work = work.get_mut(..counts.len()).ok_or(Error::WorkLength)?;
    rng.ready()?;
    add_noise(rng, counts, work, draw)?;
    write(work, floor, row.iter_mut(), |x, units| {
        *x = units as f64 * UNIT
    });
    Ok(())
}

/// Every row of a chain in turn; `matrix` is zeroed where a draw fails in the middle.
pub(super) fn release_chain<'m>(
    rng: &mut Generator,
    counts: Counts<'_>,
    floor: Floor,
    work: &mut [i64],
    matrix: &'m mut [f64],
    mut draw: impl FnMut(&mut Generator) -> Result<i64>,
) -> Result<StochasticMatrix<'m>> {
    let n = counts.states();
    if domain::cells(n)? != matrix.len() {
        return Err(Error::Length);
    }
    if work.len() < n {
        return Err(Error::WorkLength);
    }
    rng.ready()?;
    let mut failure = Ok(());
    for (c, row) in counts.rows().zip(matrix.chunks_exact_mut(n)) {
        failure = release_row(rng, c, floor, work, row, &mut draw);
        if failure.is_err() {
            break;
        }
    }
    if let Err(error) = failure {
        matrix.fill(0.0);
        return Err(error);
    }
    StochasticMatrix::new(matrix, n)
}

/// The stochastic row of these noisy counts: multiples of 2^-32 that sum to exactly 1, each at least 2^-32.
///
/// ```text
/// S = sum y_i;   z = the point of { z >= 0, sum z = S } nearest to y;   row_i = (z_i + floor)/(S + n floor), quantised
/// ```
///
/// where S <= 0: the uniform row.
pub fn to_row(noisy: &[i64], floor: Floor, row: &mut [f64]) -> Result<()> {
    check(noisy, row.len())?;
    write(noisy, floor, row.iter_mut(), |x, units| {
        *x = units as f64 * UNIT
    });
    Ok(())
}

/// [`to_row`] in units of 2^-32, without any floating point: the units sum to exactly 2^32.
pub fn to_units(noisy: &[i64], floor: Floor, units: &mut [u32]) -> Result<()> {
    check(noisy, units.len())?;
    // at least two entries of at least one unit each: every one is below 2^32
    write(noisy, floor, units.iter_mut(), |x, units| *x = units as u32);
    Ok(())
}

/// Largest accepted |noisy count|: what a `u32` and any noise add up to is far below.
const LARGEST: u64 = 1 << 40;

fn check(noisy: &[i64], len: usize) -> Result<()> {
    if !STATES.contains(&noisy.len()) {
        return Err(Error::States);
    }
    if noisy.len() != len {
        return Err(Error::Length);
    }
    if noisy.iter().all(|y| y.unsigned_abs() <= LARGEST) {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}

/// What the projection subtracts: max(y - `shift`, 0) over all entries sums to `sum` >= S over `active` entries.
struct Projection {
    shift: i64,
    sum: i64,
    active: i64,
    total: i64,
}

/// sum and number of the positive y - shift. |y| <= 2^40 and at most 2^16 entries: below 2^57.
fn above(noisy: &[i64], shift: i64) -> (i64, i64) {
    noisy.iter().fold((0i64, 0i64), |(sum, active), y| {
        let z = y.saturating_sub(shift);
        if z > 0 {
            (sum.saturating_add(z), active.saturating_add(1))
        } else {
            (sum, active)
        }
    })
}

/// The largest integer shift >= 0 at which the positive parts still sum to S or more; for S > 0.
fn project(noisy: &[i64]) -> Projection {
    let total = noisy.iter().fold(0i64, |a, y| a.saturating_add(*y));
    let (mut low, mut high) = (0i64, noisy.iter().copied().max().unwrap_or(0).max(1));
    // at `low` the sum is at least S, at `high` it is 0 < S
    while high.saturating_sub(low) > 1 {
        let middle = low.midpoint(high);
        if above(noisy, middle).0 >= total {
            low = middle
        } else {
            high = middle
        }
    }
    let (sum, active) = above(noisy, low);
    Projection {
        shift: low,
        sum,
        active,
        total,
    }
}

/// Hands every entry its units; all lengths and sizes are checked.
fn write<T>(
    noisy: &[i64],
    floor: Floor,
    entries: impl Iterator<Item = T>,
    mut put: impl FnMut(T, u64),
) {
    let n = noisy.len() as u64;
    let p = project(noisy);
    let even = p.total <= 0;
    let (active, excess) = (p.active.max(1), p.sum.saturating_sub(p.total).max(0));
    let floor = u128::from(floor.units());
    // active (z_i + floor), in 1/1024 of an event: z_i = y_i - shift - excess/active
    let weight = |y: i64| -> u128 {
        if even {
            return 1;
        }
        let z = y
            .saturating_sub(p.shift)
            .max(0)
            .saturating_mul(active)
            .saturating_sub(excess);
        // below 2^57 2^10 and 2^16 2^30
        u128::from(z.max(0).unsigned_abs())
            .saturating_mul(u128::from(Floor::PER_EVENT))
            .saturating_add(floor.saturating_mul(u128::from(active.unsigned_abs())))
    };
    let total: u128 = noisy.iter().map(|y| weight(*y)).sum();
    let end = (1u64 << 32).saturating_sub(n);
    let (mut sum, mut before) = (0u128, 0u64);
    for (y, entry) in noisy.iter().zip(entries) {
        sum = sum.saturating_add(weight(*y));
        // round(end sum/total): below 2^32 2^84
        let edge = sum
            .saturating_mul(u128::from(end))
            .saturating_add(total >> 1)
            .checked_div(total)
            .unwrap_or(0);
        let edge = u64::try_from(edge).unwrap_or(end).min(end);
        put(entry, edge.saturating_sub(before).saturating_add(1));
        before = edge;
    }
}

/// The standard error of the estimate y_i/S of a share from noisy counts, `deviation` that of one count's noise (delta method).
///
/// ```text
/// deviation sqrt((1 - C)^2 + (n - 1) C^2)/S,     C = y_i/S
/// ```
pub fn share_standard_error(share: f64, states: usize, total: f64, deviation: f64) -> f64 {
    let rest = states as f64 - 1.0;
    deviation * sqrt((1.0 - share) * (1.0 - share) + rest * share * share) / total
}
