//! How far a release is expected to lie from the truth.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::privacy::one_number;
use super::status::dpm_status;
use crate::domain::{self, ExpectedRowTotal};
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
    status(|| unsafe {
        of_row(
            counts,
            n,
            DirichletParameters::new(weight, pseudo_count),
            kl,
            utility::expected_kl,
        )
    })
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

/// One number of public shares, a public row total and two parameters.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n doubles) and written (one double).
unsafe fn of_shares(
    shares: *const f64,
    n: usize,
    out: *mut f64,
    compute: impl FnOnce(&[f64]) -> error::Result<f64>,
) -> Checked<()> {
    domain::cells(n)?;
    let (shares, out) = (Input::new(shares, n)?, Output::new(out, 1)?);
    disjoint(&[out.extent], &[shares.extent])?;
    // SAFETY: checked above; promised by this function's caller.
    let value = number(compute(unsafe { shares.elements() })?)?;
    // SAFETY: as above.
    unsafe { out.write(value) };
    Ok(())
}

/// The expected Kullback-Leibler divergence (nats) of a released row from the row with the public shares shares[n] (a distribution)
/// and the public total `row_total` (1 to 1e15 events), into `*kl`: a figure to publish, as long as all arguments are public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_expected_kl(
    shares: *const f64,
    n: usize,
    row_total: f64,
    weight: f64,
    pseudo_count: f64,
    kl: *mut f64,
) -> dpm_status {
    let compute = |shares: &[f64]| {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        utility::expected_kl_at(shares, ExpectedRowTotal::new(row_total)?, &parameters)
    };
    // SAFETY: the caller of the C function promises n readable doubles and one writable one.
    status(|| unsafe { of_shares(shares, n, kl, compute) })
}

/// The expected total variation distance (0 to 1) of a released row from the row with the public shares shares[n] and the public
/// total `row_total`, bias included, into `*tv`. As dpm_dirichlet_expected_kl() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_expected_tv(
    shares: *const f64,
    n: usize,
    row_total: f64,
    weight: f64,
    pseudo_count: f64,
    tv: *mut f64,
) -> dpm_status {
    let compute = |shares: &[f64]| {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        utility::expected_total_variation_at(shares, ExpectedRowTotal::new(row_total)?, &parameters)
    };
    // SAFETY: the caller of the C function promises n readable doubles and one writable one.
    status(|| unsafe { of_shares(shares, n, tv, compute) })
}

/// dpm_dirichlet_expected_tv() at uniform shares over n next states, into `*tv`: one public figure for a whole chain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_expected_tv_uniform(
    n: usize,
    row_total: f64,
    weight: f64,
    pseudo_count: f64,
    tv: *mut f64,
) -> dpm_status {
    let compute = || {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        Ok(utility::expected_total_variation_uniform(
            n,
            ExpectedRowTotal::new(row_total)?,
            &parameters,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(tv, compute) }
}

/// The expected Kullback-Leibler divergence (nats) of the published mechanism, concentration `k`, at the public shares shares[n]
/// (a distribution), into `*kl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_expected_kl(
    shares: *const f64,
    n: usize,
    k: f64,
    kl: *mut f64,
) -> dpm_status {
    let compute = |shares: &[f64]| utility::published_expected_kl(shares, k);
    // SAFETY: the caller of the C function promises n readable doubles and one writable one.
    status(|| unsafe { of_shares(shares, n, kl, compute) })
}

/// The largest expected Kullback-Leibler divergence (nats) of the published mechanism, concentration `k`, over the rows of
/// `row_total` events with at least one in each of the n cells, into `*kl`. DPM_ERR_ROW_TOTAL where `row_total` < n.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_worst_kl(
    k: f64,
    row_total: u64,
    n: usize,
    kl: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(kl, || Ok(utility::published_worst_kl(n, row_total, k)?)) }
}
