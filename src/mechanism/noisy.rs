//! From noisy counts to a stochastic row: public arithmetic on what was released, in integers.
//!
//! The privacy-critical path of [`Geometric`](super::Geometric) and [`Gaussian`](super::Gaussian) is the noise, drawn and added in integers. All that
//! follows is a function of the noisy counts alone: post-processing, which costs no privacy, whatever it is. What it is was chosen for accuracy.
//! Measured against clamping at 0 and dividing by the sum (total variation, noise of rate 0.05 to 2 on every cell, 59 states): on rows whose
//! events are in a few cells projection is 1.2 to 6 times better, since it takes off again what the clamped noise of the many empty cells adds up to;
//! on the shipped taxi counts, dense rows, clamping is better by 1 % at rate 1/2 and by 9 % at 0.05 (`tests/noise_utility.rs`), and on uniform
//! rows of about two events a cell by up to 24 %. Projection is taken: it loses little where it loses, and gains much where it gains.
//!
//! # Estimates
//!
//! The noisy counts y_i themselves are unbiased, E y_i = c_i; their standard error is [`geometric_deviation`] or [`gaussian_deviation`]. A share's
//! estimate y_i/S, S = sum y_i, has [`share_standard_error`]. Rows made stochastic are biased where counts are small against the noise: to aggregate
//! over devices add up the counts of [`Geometric::release_counts`](super::Geometric::release_counts), not rows.
use crate::chain::{SparseMatrix, StochasticMatrix};
use crate::counts::{Counts, Support};
use crate::domain::InParts;
use crate::domain::{self, Floor, GeometricRate, STATES, Variance};
use crate::error::{Error, Result};
use crate::random::Generator;
use crate::special::float::{exp, exp_m1, sqrt};

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
    for (c, row) in counts.rows().zip(matrix.parts_mut(n)) {
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
/// - **Domain**: 2 to 65,535 noisy counts, each of at most 2^40 in magnitude (a `u32` plus any noise is below 2^38). Where S <= 0 nothing is left
///   to normalise: the uniform row.
/// - **Units**: the floor in events, in steps of 1/1024. It is public: chosen without a look at the counts.
/// - **Guarantee**: every entry a multiple of 2^-32 and at least 2^-32, the sum exactly 1. A function of `noisy` and `floor` alone: post-processing.
/// - **Method**: z_i = max(y_i - lambda, 0) [Held, Wolfe & Crowder 1974, doi:10.1007/BF01580223]. Bisection finds the largest integer
///   l >= 0 with sum max(y_i - l, 0) >= S; the entries above l are those above lambda, so lambda = l + excess/active exactly, and all
///   weights are integers on the denominator 1024 active, below 2^84. Their cumulative sums are rounded to units.
/// - **Errors**: [`Error::States`], [`Error::Length`], [`Error::Domain`] (a count beyond 2^40); `row` is untouched then.
/// - **Cost**: about 40 passes of additions, one 128-bit division an entry; no scratch.
///
/// ```
/// use dpmarkov::{domain::Floor, mechanism::noisy};
/// let mut row = [0.0; 4];
/// // S = 8, lambda = 1: z = (6, 2, 0, 0)
/// noisy::to_row(&[7, 3, -1, -1], Floor::NONE, &mut row)?;
/// assert!((row[0] - 0.75).abs() < 1e-9 && (row[1] - 0.25).abs() < 1e-9 && row[2] == 1.0 / 4294967296.0);
/// // half an event for every entry: (6.5, 2.5, 0.5, 0.5)/10
/// noisy::to_row(&[7, 3, -1, -1], Floor::new(512)?, &mut row)?;
/// assert!((row[0] - 0.65).abs() < 1e-9 && (row[3] - 0.05).abs() < 1e-9);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn to_row(noisy: &[i64], floor: Floor, row: &mut [f64]) -> Result<()> {
    check(noisy, row.len())?;
    write(noisy, floor, row.iter_mut(), |x, units| {
        *x = units as f64 * UNIT
    });
    Ok(())
}

/// [`to_row`] for every row of a support. A row of one cell is 1, whatever its noisy count.
///
/// - **Errors**: [`Error::Length`] unless there are as many noisy counts and values as feasible cells; [`Error::Domain`] (a count beyond 2^40);
///   `values` is untouched then.
///
/// ```
/// use dpmarkov::{counts::Support, domain::Floor, mechanism::noisy};
/// let support = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2)?;
/// let mut values = [0.0; 3];
/// noisy::to_sparse(support, &[6, 2, -5], Floor::NONE, &mut values)?;
/// assert!((values[0] - 0.75).abs() < 1e-9 && values[2] == 1.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn to_sparse<'m>(
    support: Support<'m>,
    noisy: &[i64],
    floor: Floor,
    values: &'m mut [f64],
) -> Result<SparseMatrix<'m>> {
    if noisy.len() != support.cells() || values.len() != support.cells() {
        return Err(Error::Length);
    }
    check_sizes(noisy)?;
    let (mut noisy, mut rest) = (noisy, &mut *values);
    for targets in support.rows() {
        let len = targets.len();
        let (Some((y, y_after)), Some((row, after))) =
            (noisy.split_at_checked(len), rest.split_at_mut_checked(len))
        else {
            break; // not so: as many as cells
        };
        (noisy, rest) = (y_after, after);
        match row {
            [one] => *one = 1.0,
            row => write(y, floor, row.iter_mut(), |x, units| {
                *x = units as f64 * UNIT
            }),
        }
    }
    SparseMatrix::new(support, values)
}

/// [`to_row`] in units of 2^-32, without any floating point: the units sum to exactly 2^32. Errors as there.
///
/// ```
/// use dpmarkov::{domain::Floor, mechanism::noisy};
/// let mut units = [0; 2];
/// noisy::to_units(&[-4, 3], Floor::NONE, &mut units)?;
/// assert_eq!(units, [1 << 31, 1 << 31]); // nothing is left: the uniform row
/// # Ok::<(), dpmarkov::Error>(())
/// ```
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
    check_sizes(noisy)
}

fn check_sizes(noisy: &[i64]) -> Result<()> {
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

/// The standard deviation of one count's geometric noise, sqrt(2x)/(1-x) with x = e^-e0, in events.
///
/// ```
/// use dpmarkov::{domain::GeometricRate, mechanism::noisy::geometric_deviation};
/// // e0 small: sqrt(2)/e0
/// assert!((geometric_deviation(GeometricRate::new(1, 1000)?) - 1414.2135).abs() < 1e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn geometric_deviation(rate: GeometricRate) -> f64 {
    let e0 = rate.get();
    sqrt(2.0) * exp(-0.5 * e0) / -exp_m1(-e0)
}

/// The standard deviation of one count's discrete Gaussian noise, in events: sigma, less where sigma is small.
///
/// From sigma^2 = 4 on it is sigma to the last bits: Poisson's summation leaves terms of relative size 16 pi^2 sigma^2 e^(-2 pi^2 sigma^2).
///
/// ```
/// use dpmarkov::{domain::Variance, mechanism::noisy::gaussian_deviation};
/// assert_eq!(gaussian_deviation(Variance::new(400, 1)?), 20.0);
/// assert!(gaussian_deviation(Variance::new(1, 8)?) < 0.19); // sigma = 0.354
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn gaussian_deviation(variance: Variance) -> f64 {
    let variance = variance.get();
    if variance >= 4.0 {
        return sqrt(variance);
    }
    let (mut sum, mut squares) = (1.0, 0.0);
    for k in 1..=20 {
        let square = f64::from(k * k);
        let weight = 2.0 * exp(-square / (2.0 * variance));
        sum += weight;
        squares += square * weight;
    }
    sqrt(squares / sum)
}

/// The standard error of the estimate C = y_i/S of a share from noisy counts, S their sum, `deviation` that of one count's noise.
///
/// ```text
/// deviation sqrt((1 - C)^2 + (n - 1) C^2)/S
/// ```
///
/// By the delta method: y_i/S moves with its own noise by (1 - C)/S and with that of the n - 1 others by -C/S. Good where S is many times
/// deviation sqrt(n); there y_i/S is unbiased to first order.
///
/// ```
/// use dpmarkov::mechanism::noisy::share_standard_error;
/// // 50 of 100 events, two states, noise of deviation 2: sqrt(1/4 + 1/4) 2/100
/// assert!((share_standard_error(0.5, 2, 100.0, 2.0) - 0.014142).abs() < 1e-6);
/// ```
pub fn share_standard_error(share: f64, states: usize, total: f64, deviation: f64) -> f64 {
    let rest = states as f64 - 1.0;
    deviation * sqrt((1.0 - share) * (1.0 - share) + rest * share * share) / total
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    /// The projection by sorting, in rationals: (numerators, denominator).
    fn by_sorting(noisy: &[i64]) -> (Vec<i128>, i128) {
        let total: i128 = noisy.iter().map(|y| i128::from(*y)).sum();
        let mut sorted = noisy.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let (mut sum, mut best) = (0i128, (0i128, 1i128));
        for (k, y) in (1i128..).zip(&sorted) {
            sum += i128::from(*y);
            // lambda = (sum - total)/k while the k-th is above it
            if i128::from(*y) * k > sum - total {
                best = (sum - total, k);
            }
        }
        let (shift, k) = best;
        let z = noisy.iter().map(|y| (i128::from(*y) * k - shift).max(0));
        (z.collect(), k)
    }

    fn checked(noisy: &[i64], floor: Floor) -> Vec<u32> {
        let mut units = std::vec![0; noisy.len()];
        to_units(noisy, floor, &mut units).unwrap();
        assert!(units.iter().all(|u| *u >= 1));
        assert_eq!(units.iter().map(|u| u64::from(*u)).sum::<u64>(), 1 << 32);
        let mut row = std::vec![0.0; noisy.len()];
        to_row(noisy, floor, &mut row).unwrap();
        assert_eq!(row.iter().sum::<f64>(), 1.0);
        assert!(
            row.iter()
                .zip(&units)
                .all(|(x, u)| *x / UNIT == f64::from(*u))
        );
        units
    }

    proptest! {
        #[test]
        fn the_nearest_point_of_the_simplex(
            noisy in prop::collection::vec(prop_oneof![-40..40i64, -5..3i64, -(1i64 << 40)..(1i64 << 40)], 2..60),
            floor in prop_oneof![Just(0u32), 0..5000u32, 0..=(1u32 << 30)],
        ) {
            let floor = Floor::new(floor).unwrap();
            let units = checked(&noisy, floor);
            let total: i64 = noisy.iter().sum();
            let n = noisy.len() as f64;
            if total <= 0 {
                prop_assert!(units.iter().all(|u| u.abs_diff(units[0]) <= 1));
            } else {
                let (z, k) = by_sorting(&noisy);
                prop_assert_eq!(z.iter().sum::<i128>(), i128::from(total) * k);
                for (u, z) in units.iter().zip(z) {
                    let want = (z as f64 / k as f64 + floor.get()) / (total as f64 + n * floor.get());
                    let got = f64::from(*u) * UNIT;
                    prop_assert!((got - want).abs() <= (n * want + 2.0) * UNIT + 1e-12, "{} {}", got, want);
                }
            }
        }
    }

    #[test]
    fn corners() {
        let most = LARGEST as i64;
        let even = 1 << 31;
        assert_eq!(checked(&[0, 0], Floor::NONE), [even, even]);
        assert_eq!(checked(&[-most, -most], Floor::NONE), [even, even]);
        assert_eq!(checked(&[most, -most], Floor::NONE), [even, even]);
        assert_eq!(checked(&[most, 1 - most], Floor::NONE), [u32::MAX, 1]);
        assert_eq!(checked(&[1, 0], Floor::NONE), [u32::MAX, 1]);
        checked(&std::vec![most; 65_535], Floor::new(1 << 30).unwrap());
        checked(&std::vec![1; 65_535], Floor::NONE);
        let mut one = std::vec![0; 65_535];
        one[65_534] = most;
        checked(&one, Floor::NONE);
        for (noisy, error) in [
            (&[1i64][..], Error::States),
            (&[1, 2, 3], Error::Length),
            (&[most + 1, 0], Error::Domain),
            (&[0, i64::MIN], Error::Domain),
        ] {
            let mut row = [0.5; 2];
            assert_eq!(to_row(noisy, Floor::NONE, &mut row), Err(error));
            assert_eq!(row, [0.5; 2]);
        }
    }

    #[test]
    fn deviations_of_the_noise_itself() {
        let mut rng = Generator::from_seed_for_tests([4; 32], 0);
        let mut square = |draw: &mut dyn FnMut(&mut Generator) -> Result<i64>| {
            let draws = 200_000;
            let sum: f64 = (0..draws)
                .map(|_| (draw(&mut rng).unwrap() as f64).powi(2))
                .sum();
            sqrt(sum / f64::from(draws))
        };
        for (p, q) in [(1, 30), (1, 1), (5, 2)] {
            let rate = GeometricRate::new(p, q).unwrap();
            let got = square(&mut |rng| crate::random::discrete_laplace::sample(rng, rate));
            // the relative deviation of the mean square is sqrt(5/draws) and more where the noise is mostly 0
            assert!(
                (got / geometric_deviation(rate) - 1.0).abs() < 0.02,
                "{p}/{q}"
            );
        }
        for (p, q) in [(1, 5), (1, 1), (300, 1)] {
            let variance = Variance::new(p, q).unwrap();
            let got = square(&mut |rng| crate::random::discrete_gaussian::sample(rng, variance));
            assert!(
                (got / gaussian_deviation(variance) - 1.0).abs() < 0.02,
                "{p}/{q}"
            );
        }
    }
}
