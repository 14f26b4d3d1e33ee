//! How far a release is expected to lie from the truth.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::status::dpm_status;
use crate::domain;
use crate::error;
use crate::privacy::DirichletParameters;
use crate::utility;

/// One number of a row of counts and two parameters.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n counts) and written (one double).
unsafe fn of_row(
    counts: *const u32,
    n: usize,
    parameters: error::Result<DirichletParameters>,
    out: *mut f64,
    compute: fn(&[u32], &DirichletParameters) -> error::Result<f64>,
) -> Checked<()> {
    domain::cells(n)?;
    let (counts, out) = (Input::new(counts, n)?, Output::new(out, 1)?);
    disjoint(&[out.extent], &[counts.extent])?;
    // SAFETY: checked above; promised by this function's caller.
    let value = number(compute(unsafe { counts.elements() }, &parameters?)?)?;
    // SAFETY: as above.
    unsafe { out.write(value) };
    Ok(())
}

/// The expected Kullback-Leibler divergence (nats) of a released row from the empirical row of counts[n], bias included, into
/// `*kl`. Computed from the SECRET counts: do not publish it. For a figure to publish, give public counts that stand for the
/// row (an expected row). DPM_ERR_EMPTY_ROW where all counts are 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_expected_kl_unchecked(
    counts: *const u32,
    n: usize,
    weight: f64,
    pseudo_count: f64,
    kl: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n readable counts and one writable double.
    status(|| unsafe { of_row(counts, n, DirichletParameters::new(weight, pseudo_count), kl, utility::expected_kl) })
}

/// The expected total variation distance (0 to 1) of a released row from the empirical row of counts[n], exact, bias included,
/// into `*tv`. As secret as the counts: see dpm_dirichlet_expected_kl_unchecked().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_expected_tv_unchecked(
    counts: *const u32,
    n: usize,
    weight: f64,
    pseudo_count: f64,
    tv: *mut f64,
) -> dpm_status {
    let parameters = DirichletParameters::new(weight, pseudo_count);
    // SAFETY: the caller of the C function promises n readable counts and one writable double.
    status(|| unsafe { of_row(counts, n, parameters, tv, utility::expected_total_variation) })
}
