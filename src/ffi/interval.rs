//! Confidence intervals from a release and public parameters.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::privacy::one_number;
use super::status::dpm_status;
use crate::domain::{ExpectedRowTotal, GeometricRate, Level, PolyaParameters, STATES, Variance};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::utility::interval::{self, Interval, Target};
use crate::utility::noisy::CellNoise;
use core::ffi::c_int;

/// An interval for the share of the log itself: what the noise of the mechanism hides.
pub const DPM_TARGET_LOG: c_int = 0;
/// An interval for the probability of the process that made the log, every event drawn by itself: adds the sampling of the log.
pub const DPM_TARGET_PROCESS: c_int = 1;

/// A row total that is not public: what the intervals from noisy counts take in its place.
pub const DPM_TOTAL_UNKNOWN: f64 = 0.0;

/// A closed interval of shares: 0 <= lower <= upper <= 1.
#[repr(C)]
pub struct dpm_interval {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

// What `dpm_interval_..._row` rely on: the same two doubles in the same places.
const _: () = assert!(
    size_of::<dpm_interval>() == size_of::<Interval>()
        && align_of::<dpm_interval>() == align_of::<Interval>()
        && core::mem::offset_of!(dpm_interval, lower) == core::mem::offset_of!(Interval, lower)
        && core::mem::offset_of!(dpm_interval, upper) == core::mem::offset_of!(Interval, upper)
);

fn target(code: c_int) -> Result<Target> {
    match code {
        DPM_TARGET_LOG => Ok(Target::Log),
        DPM_TARGET_PROCESS => Ok(Target::Process),
        _ => Err(Error::Domain),
    }
}

fn public_total(row_total: f64) -> Result<Option<ExpectedRowTotal>> {
    if row_total == DPM_TOTAL_UNKNOWN {
        Ok(None)
    } else {
        ExpectedRowTotal::new(row_total).map(Some)
    }
}

/// Computes one interval and writes it.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be written.
unsafe fn one_interval(
    out: *mut dpm_interval,
    compute: impl FnOnce() -> Result<Interval>,
) -> dpm_status {
    status(|| {
        let out = Output::new(out, 1)?;
        let Interval { lower, upper } = compute()?;
        if !(lower <= upper) {
            return Err(Error::Domain.into());
        }
        // SAFETY: checked above; promised by this function's caller.
        unsafe { out.write(dpm_interval { lower, upper }) };
        Ok(())
    })
}

/// The interval for one share from the entry `share` (0 to 1, else DPM_ERR_DOMAIN) of a row that dpm_dirichlet_release_row() released: `cells` feasible next
/// states (1 to 65535; with 1 the share must be 1), the row's public total (1 to 1e15, else DPM_ERR_EXPECTED_ROW_TOTAL; where it is private: a guess made without
/// the log, never the true total) and the mechanism's parameters. `target`: DPM_TARGET_... (else DPM_ERR_DOMAIN). With DPM_TARGET_LOG the interval contains the share
/// with probability at least `level` (0.5 to 0.999999, else DPM_ERR_LEVEL); with DPM_TARGET_PROCESS that is approximate (0.93 to 0.97 at 0.95). Each interval by itself.
/// Public, as long as all arguments are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_dirichlet(
    share: f64,
    cells: usize,
    row_total: f64,
    weight: f64,
    pseudo_count: f64,
    target: c_int,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || {
        interval::dirichlet(
            share,
            cells,
            ExpectedRowTotal::new(row_total)?,
            &DirichletParameters::new(weight, pseudo_count)?,
            self::target(target)?,
            Level::new(level)?,
        )
    };
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// dpm_interval_dirichlet() for a row that dpm_published_release_row() released with concentration `k` (> 0 to 1e12, else DPM_ERR_ASSUMPTION_CONCENTRATION) and border `eta`
/// (0 to 1/cells, else DPM_ERR_ASSUMPTION_BORDER). The level means the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_published(
    share: f64,
    cells: usize,
    k: f64,
    eta: f64,
    row_total: f64,
    target: c_int,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || {
        interval::published(
            share,
            cells,
            k,
            eta,
            ExpectedRowTotal::new(row_total)?,
            self::target(target)?,
            Level::new(level)?,
        )
    };
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// dpm_interval_dirichlet() from one tally (0 to `draws`, else DPM_ERR_DOMAIN) that dpm_polya_release_tallies() released; dpm_polya_tally() gives it from an entry of a row. With DPM_TARGET_LOG
/// the probability is at least 1 - 4/3 (1 - level). Its time grows with the draws.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_polya(
    tally: u32,
    cells: usize,
    row_total: f64,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    target: c_int,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || {
        interval::polya(
            tally,
            cells,
            ExpectedRowTotal::new(row_total)?,
            &PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?,
            self::target(target)?,
            Level::new(level)?,
        )
    };
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// One noisy count, the sum of its row's, and the total where it is public.
fn noisy(
    (count, sum, cells): (i64, i64, usize),
    row_total: f64,
    noise: CellNoise,
    target: Target,
    level: f64,
) -> Result<Interval> {
    let level = Level::new(level)?;
    match public_total(row_total)? {
        None => interval::noisy(count, sum, cells, noise, target, level),
        Some(total) => interval::noisy_of_total(count, sum, cells, total, noise, target, level),
    }
}

/// dpm_interval_dirichlet() from one noisy count (at most 2^40 either way, else DPM_ERR_DOMAIN) that dpm_geometric_release_counts() released at the rate numerator/denominator,
/// and the sum of its row's noisy counts. `row_total`: the row's public total (1 to 1e15, else DPM_ERR_EXPECTED_ROW_TOTAL), or DPM_TOTAL_UNKNOWN; the
/// interval is [0, 1] where that is unknown and `sum` <= 0. `level` is approximate with either target: from 0.93 at 0.95.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_geometric(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: f64,
    numerator: u32,
    denominator: u32,
    target: c_int,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || {
        let noise = CellNoise::Geometric(GeometricRate::new(numerator, denominator)?);
        let target = self::target(target)?;
        noisy((count, sum, cells), row_total, noise, target, level)
    };
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// dpm_interval_geometric() for dpm_gaussian_release_counts() with the variance numerator/denominator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_gaussian(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: f64,
    numerator: u64,
    denominator: u32,
    target: c_int,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || {
        let noise = CellNoise::Gaussian(Variance::new(numerator, denominator)?);
        let target = self::target(target)?;
        noisy((count, sum, cells), row_total, noise, target, level)
    };
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// A whole row.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n integers) and written (n intervals).
unsafe fn noisy_row(
    (counts, n): (*const i64, usize),
    row_total: f64,
    noise: Result<CellNoise>,
    (code, level): (c_int, f64),
    intervals: *mut dpm_interval,
) -> Checked<()> {
    if n == 0 || n > *STATES.end() {
        return Err(Error::States.into());
    }
    // the same two doubles (asserted above), whose every bit pattern is a value
    let intervals = intervals.cast::<Interval>();
    let (counts, intervals) = (Input::new(counts, n)?, Output::new(intervals, n)?);
    disjoint(&[intervals.extent], &[counts.extent])?;
    let (noise, total) = (noise?, public_total(row_total)?);
    let (target, level) = (target(code)?, Level::new(level)?);
    // SAFETY: checked above; promised by this function's caller.
    let (counts, intervals) = unsafe { (counts.elements(), intervals.elements()) };
    interval::noisy_row(counts, total, noise, target, level, intervals)?;
    Ok(())
}

/// The intervals of a whole row of noisy counts, counts[n], n from 1, into intervals[n]. As dpm_interval_geometric().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_geometric_row(
    counts: *const i64,
    n: usize,
    row_total: f64,
    numerator: u32,
    denominator: u32,
    target: c_int,
    level: f64,
    intervals: *mut dpm_interval,
) -> dpm_status {
    let noise = GeometricRate::new(numerator, denominator).map(CellNoise::Geometric);
    // SAFETY: the caller of the C function promises n readable integers and n writable intervals.
    status(|| unsafe { noisy_row((counts, n), row_total, noise, (target, level), intervals) })
}

/// dpm_interval_geometric_row() for dpm_gaussian_release_counts() with the variance numerator/denominator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_gaussian_row(
    counts: *const i64,
    n: usize,
    row_total: f64,
    numerator: u64,
    denominator: u32,
    target: c_int,
    level: f64,
    intervals: *mut dpm_interval,
) -> dpm_status {
    let noise = Variance::new(numerator, denominator).map(CellNoise::Gaussian);
    // SAFETY: the caller of the C function promises n readable integers and n writable intervals.
    status(|| unsafe { noisy_row((counts, n), row_total, noise, (target, level), intervals) })
}

/// The interval for one entry of the stationary distribution from its estimate `pi` (0 to 1) and its variance (finite, not negative; else DPM_ERR_DOMAIN), which
/// dpm_stationary_variances() computes at the released chain. First order, and NOT debiased: it is for what the chain is on average, for the log's own take
/// dpm_interval_stationary_chain(). [pi, pi] at variance 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_stationary(
    pi: f64,
    variance: f64,
    level: f64,
    interval: *mut dpm_interval,
) -> dpm_status {
    let compute = || interval::stationary(pi, variance, Level::new(level)?);
    // SAFETY: the caller of the C function promises one writable interval.
    unsafe { one_interval(interval, compute) }
}

/// The level at which each of `intervals` intervals must be asked for so that all hold together at `level` (Bonferroni), into `*level_of_each`. DPM_ERR_LEVEL where
/// that lies above 0.999999, or for no interval.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_simultaneous(
    level: f64,
    intervals: u32,
    level_of_each: *mut f64,
) -> dpm_status {
    let compute = || Ok(interval::simultaneous(Level::new(level)?, intervals)?.get());
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(level_of_each, compute) }
}
