//! The error of one released row.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::row_law::dpm_row_law;
use super::status::dpm_status;
use crate::domain::{Level, STATES};
use crate::error::{Error, Result};
use crate::utility::RowNoise;
use crate::utility::row_error::RowLaw;
use core::ffi::c_int;

/// Covariance number * (diag(m) - m m^T) about the mean row m: Dirichlet, Polya's urn.
pub const DPM_NOISE_MULTINOMIAL: c_int = 0;
/// Independent noise of variance `number` on every share, the row divided by its noisy total: geometric, Gaussian.
pub const DPM_NOISE_INDEPENDENT: c_int = 1;

/// One number of a law.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object) and written (one element).
unsafe fn of_law<T>(
    law: *const dpm_row_law,
    out: *mut T,
    compute: impl FnOnce(&RowLaw) -> Checked<T>,
) -> dpm_status {
    status(|| {
        let (law, out) = (Input::new(law, 1)?, Output::new(out, 1)?);
        disjoint(&[out.extent], &[law.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let value = compute(&unsafe { law.object() }.open()?)?;
        // SAFETY: as above.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// One number of a law and a share.
///
/// # Safety
/// As [`of_law`], with one double.
unsafe fn of_share(
    law: *const dpm_row_law,
    share: f64,
    out: *mut f64,
    compute: fn(&RowLaw, f64) -> f64,
) -> dpm_status {
    let compute = |law: &RowLaw| {
        if (0.0..=1.0).contains(&share) {
            number(compute(law, share))
        } else {
            Err(Error::Domain.into())
        }
    };
    // SAFETY: promised by this function's caller.
    unsafe { of_law(law, out, compute) }
}

/// One number of a law and a row.
///
/// # Safety
/// As [`of_law`], with one double, and n doubles can be read.
unsafe fn of_row(
    law: *const dpm_row_law,
    (row, n): (*const f64, usize),
    out: *mut f64,
    compute: impl FnOnce(&RowLaw, &[f64]) -> Result<f64>,
) -> dpm_status {
    status(|| {
        // a row over its feasible cells may have one
        if n == 0 || n > *STATES.end() {
            return Err(Error::States.into());
        }
        let (law, row, out) = (
            Input::new(law, 1)?,
            Input::new(row, n)?,
            Output::new(out, 1)?,
        );
        disjoint(&[out.extent], &[law.extent, row.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (law, row) = unsafe { (law.object(), row.elements()) };
        let value = number(compute(&law.open()?, row)?)?;
        // SAFETY: as above.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// The number of feasible cells of the law's row, into `*cells`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_cells(
    law: *const dpm_row_law,
    cells: *mut usize,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable size_t.
    unsafe { of_law(law, cells, |law| Ok(law.cells())) }
}

/// How far the mean of the law's row is drawn towards the uniform row, from 0 to 1, into `*shrink`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_shrink(
    law: *const dpm_row_law,
    shrink: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable double.
    unsafe { of_law(law, shrink, |law| number(law.shrink())) }
}

/// The covariance of the law's noise, in shares squared: its form into `*kind` (DPM_NOISE_...) and its number into `*scale`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_law_noise(
    law: *const dpm_row_law,
    kind: *mut c_int,
    scale: *mut f64,
) -> dpm_status {
    status(|| {
        let (law, kind, scale) = (
            Input::new(law, 1)?,
            Output::new(kind, 1)?,
            Output::new(scale, 1)?,
        );
        disjoint(&[kind.extent, scale.extent], &[law.extent])?;
        // SAFETY: checked above; the caller promises one readable object.
        let noise = unsafe { law.object() }.open()?.noise();
        let (code, value) = match noise {
            RowNoise::Multinomial { factor } => (DPM_NOISE_MULTINOMIAL, factor),
            RowNoise::Independent { variance } => (DPM_NOISE_INDEPENDENT, variance),
        };
        let value = number(value)?;
        // SAFETY: checked above; the caller promises one writable int and one writable double.
        unsafe {
            kind.write(code);
            scale.write(value);
        }
        Ok(())
    })
}

/// The mean of a released entry whose true share is `share` (0 to 1, else DPM_ERR_DOMAIN), into `*mean`. Exact for Dirichlet and Polya; for noise on counts
/// where the row's total is many times the noise. As secret as the share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_mean(
    law: *const dpm_row_law,
    share: f64,
    mean: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable double.
    unsafe { of_share(law, share, mean, RowLaw::mean) }
}

/// The bias of that entry, its mean minus `share`, into `*bias`. As dpm_row_mean().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_bias(
    law: *const dpm_row_law,
    share: f64,
    bias: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable double.
    unsafe { of_share(law, share, bias, RowLaw::bias) }
}

/// The variance of that entry, into `*variance`. As dpm_row_mean().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_variance(
    law: *const dpm_row_law,
    share: f64,
    variance: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable double.
    unsafe { of_share(law, share, variance, RowLaw::variance) }
}

/// The standard deviation of that entry, into `*deviation`. As dpm_row_mean().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_deviation(
    law: *const dpm_row_law,
    share: f64,
    deviation: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and one writable double.
    unsafe { of_share(law, share, deviation, RowLaw::deviation) }
}

/// At least the expected L1 distance between the released row and the true one, shares[n], into `*bound`; at most 2. Rounded up. shares[n]: a row of a matrix,
/// or the shares of the feasible cells alone; n from 1. The feasible cells are the positive entries and others up to their number: DPM_ERR_INFEASIBLE where there are
/// more positive entries. DPM_ERR_NOT_STOCHASTIC for what are no shares, such as counts: an entry below 0, or a sum that is not 1 up to rounding. As secret as the shares.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_expected_l1_bound(
    law: *const dpm_row_law,
    shares: *const f64,
    n: usize,
    bound: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object, n readable doubles and one writable one.
    unsafe { of_row(law, (shares, n), bound, RowLaw::expected_l1_bound) }
}

/// At least the expected largest error of an entry of the row shares[n], into `*bound`; at most 1. As dpm_row_expected_l1_bound().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_expected_max_bound(
    law: *const dpm_row_law,
    shares: *const f64,
    n: usize,
    bound: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object, n readable doubles and one writable one.
    unsafe { of_row(law, (shares, n), bound, RowLaw::expected_max_bound) }
}

/// What the L1 distance between the released row and the true one, shares[n], does not exceed with probability `level` (0.5 to 0.999999, else DPM_ERR_LEVEL), into
/// `*bound`; at most 2. As dpm_row_expected_l1_bound().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_l1_bound(
    law: *const dpm_row_law,
    shares: *const f64,
    n: usize,
    level: f64,
    bound: *mut f64,
) -> dpm_status {
    let compute = |law: &RowLaw, row: &[f64]| law.l1_bound(row, Level::new(level)?);
    // SAFETY: the caller of the C function promises one readable object, n readable doubles and one writable one.
    unsafe { of_row(law, (shares, n), bound, compute) }
}

/// dpm_row_l1_bound() from the released row alone, released[n], whatever the true row is: public, as long as the law is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_row_l1_bound_after_release(
    law: *const dpm_row_law,
    released: *const f64,
    n: usize,
    level: f64,
    bound: *mut f64,
) -> dpm_status {
    let compute = |law: &RowLaw, row: &[f64]| law.l1_bound_after_release(row, Level::new(level)?);
    // SAFETY: the caller of the C function promises one readable object, n readable doubles and one writable one.
    unsafe { of_row(law, (released, n), bound, compute) }
}
