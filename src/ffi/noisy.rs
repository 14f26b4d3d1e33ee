//! Noisy counts: what the two mechanisms with noise on every count share, and what is made of the counts afterwards.
use super::guard::{Input, Output, disjoint, scratch, status};
use super::object::{Object, draw};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::counts::Counts;
use crate::domain::{self, Floor, GeometricRate, Variance};
use crate::error::Result;
use crate::mechanism::noisy;
use crate::random::Generator;

/// The body of both `..._release_counts`.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object, n counts) and read and written (one object, n integers).
pub(super) unsafe fn release_counts<O: Object>(
    (mechanism, rng): (*const O, *mut dpm_rng),
    counts: *const u32,
    n: usize,
    noisy: *mut i64,
    run: impl FnOnce(&O::Mechanism, &mut Generator, &[u32], &mut [i64]) -> Result<()>,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let (mechanism, rng) = (Input::new(mechanism, 1)?, Output::new(rng, 1)?);
        let (counts, noisy) = (Input::new(counts, n)?, Output::new(noisy, n)?);
        disjoint(
            &[rng.extent, noisy.extent],
            &[mechanism.extent, counts.extent],
        )?;
        // SAFETY: checked above; promised by this function's caller.
        let (mechanism, rng, counts, noisy) = unsafe {
            (
                mechanism.object(),
                rng.object(),
                counts.elements(),
                noisy.elements(),
            )
        };
        draw(mechanism, rng, |mechanism, generator| {
            run(mechanism, generator, counts, noisy)
        })
    })
}

/// The body of both `..._release_row`, and with `cells` = n * n of both `..._release_chain`.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object, `cells` counts) and read and written (one object, `work_len`
/// integers, `cells` doubles).
unsafe fn release_doubles<O: Object>(
    (mechanism, rng): (*const O, *mut dpm_rng),
    (counts, n, cells): (*const u32, usize, usize),
    floor: u32,
    (work, work_len): (*mut i64, usize),
    out: *mut f64,
    run: impl FnOnce(&O::Mechanism, &mut Generator, &[u32], Floor, &mut [i64], &mut [f64]) -> Result<()>,
) -> dpm_status {
    status(|| {
        let floor = Floor::new(floor)?;
        let (mechanism, rng) = (Input::new(mechanism, 1)?, Output::new(rng, 1)?);
        let (counts, out) = (Input::new(counts, cells)?, Output::new(out, cells)?);
        let work = scratch(work, work_len, n)?;
        disjoint(
            &[rng.extent, work.extent, out.extent],
            &[mechanism.extent, counts.extent],
        )?;
        // SAFETY: checked above; promised by this function's caller.
        let (mechanism, rng, counts) =
            unsafe { (mechanism.object(), rng.object(), counts.elements()) };
        // SAFETY: as above.
        let (work, out) = unsafe { (work.elements(), out.elements()) };
        draw(mechanism, rng, |mechanism, generator| {
            run(mechanism, generator, counts, floor, work, out)
        })
    })
}

/// The body of both `..._release_row`.
///
/// # Safety
/// As [`release_doubles`] with `cells` = n.
pub(super) unsafe fn release_row<O: Object>(
    objects: (*const O, *mut dpm_rng),
    (counts, n): (*const u32, usize),
    floor: u32,
    work: (*mut i64, usize),
    row: *mut f64,
    run: impl FnOnce(&O::Mechanism, &mut Generator, &[u32], Floor, &mut [i64], &mut [f64]) -> Result<()>,
) -> dpm_status {
    if let Err(error) = domain::cells(n) {
        return status(|| Err(error.into()));
    }
    // SAFETY: promised by this function's caller.
    unsafe { release_doubles(objects, (counts, n, n), floor, work, row, run) }
}

/// The body of both `..._release_chain`.
///
/// # Safety
/// As [`release_doubles`] with `cells` = n * n.
pub(super) unsafe fn release_chain<O: Object>(
    objects: (*const O, *mut dpm_rng),
    (counts, n): (*const u32, usize),
    floor: u32,
    work: (*mut i64, usize),
    matrix: *mut f64,
    run: impl FnOnce(
        &O::Mechanism,
        &mut Generator,
        Counts<'_>,
        Floor,
        &mut [i64],
        &mut [f64],
    ) -> Result<()>,
) -> dpm_status {
    let cells = match domain::cells(n) {
        Ok(cells) => cells,
        Err(error) => return status(|| Err(error.into())),
    };
    // SAFETY: promised by this function's caller.
    unsafe {
        release_doubles(
            objects,
            (counts, n, cells),
            floor,
            work,
            matrix,
            |mechanism, rng, counts, floor, work, matrix| {
                run(mechanism, rng, Counts::new(counts, n)?, floor, work, matrix)
            },
        )
    }
}

/// Post-processing of noisy counts noisy[n] (each at most 2^40 in magnitude, else DPM_ERR_DOMAIN).
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n integers) and written (n elements).
unsafe fn of_noisy<T>(
    noisy: *const i64,
    n: usize,
    floor: u32,
    out: *mut T,
    run: fn(&[i64], Floor, &mut [T]) -> Result<()>,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let floor = Floor::new(floor)?;
        let (noisy, out) = (Input::new(noisy, n)?, Output::new(out, n)?);
        disjoint(&[out.extent], &[noisy.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        run(unsafe { noisy.elements() }, floor, unsafe {
            out.elements()
        })?;
        Ok(())
    })
}

/// The stochastic row of released noisy counts, noisy[n] (each at most 2^40 in magnitude, else DPM_ERR_DOMAIN), into row[n]: their nearest point with the same sum and
/// no negative entry, `floor` added to each, divided by the new sum, as positive multiples of 2^-32 that sum to exactly 1; uniform
/// where the sum is not positive. `floor` is a public number in 1/1024 of an event, 0 to 2^30 (DPM_ERR_FLOOR). Costs no privacy: a function of what is public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_noisy_counts_row(
    noisy: *const i64,
    n: usize,
    floor: u32,
    row: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n readable integers and n writable doubles.
    unsafe { of_noisy(noisy, n, floor, row, noisy::to_row) }
}

/// dpm_noisy_counts_row() in integers to the end: row[i] times 2^32, into units[n], whose sum is 2^32. No floating point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_noisy_counts_units(
    noisy: *const i64,
    n: usize,
    floor: u32,
    units: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n readable integers and n writable ones.
    unsafe { of_noisy(noisy, n, floor, units, noisy::to_units) }
}

/// The standard deviation of one count's geometric noise, rate numerator/denominator, in events: the standard error of a released count. NaN outside
/// the domain (DPM_ERR_RATE).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_geometric_deviation(numerator: u32, denominator: u32) -> f64 {
    GeometricRate::new(numerator, denominator).map_or(f64::NAN, noisy::geometric_deviation)
}

/// dpm_geometric_deviation() for discrete Gaussian noise, variance numerator/denominator. NaN outside the domain (DPM_ERR_VARIANCE).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_gaussian_deviation(numerator: u64, denominator: u32) -> f64 {
    Variance::new(numerator, denominator).map_or(f64::NAN, noisy::gaussian_deviation)
}

/// The standard error of the estimate noisy[i]/total of a share, `total` the sum of the n noisy counts of a row (> 0) and `deviation` that of one count's noise
/// (>= 0): unbiased to first order where `total` is many times deviation * sqrt(n). `share` from 0 to 1, n from 2 to 65535. NaN outside the domain.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_share_standard_error(
    share: f64,
    n: usize,
    total: f64,
    deviation: f64,
) -> f64 {
    let inside = (0.0..=1.0).contains(&share)
        && domain::STATES.contains(&n)
        && total > 0.0
        && total < f64::INFINITY
        && (0.0..f64::INFINITY).contains(&deviation);
    if inside {
        noisy::share_standard_error(share, n, total, deviation)
    } else {
        f64::NAN
    }
}
