//! Unbiased estimates of shares from a release and public parameters.
use super::guard::{Input, Output, disjoint, status};
use super::privacy::one_number;
use super::status::dpm_status;
use crate::domain::{ExpectedRowTotal, PolyaParameters, STATES};
use crate::error::Error;
use crate::privacy::DirichletParameters;
use crate::utility::debias;

/// The unbiased estimate of a share from the entry `share` (0 to 1, else DPM_ERR_DOMAIN) of a row that dpm_dirichlet_release_row() released, into `*estimate`: it
/// can lie below 0. `cells`: feasible next states, 1 to 65535; `row_total`: public, 1 to 1e15 (else DPM_ERR_EXPECTED_ROW_TOTAL); where it is private: a
/// guess made without the log, never the true total. Public, as long as all arguments are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_debias_dirichlet(
    share: f64,
    cells: usize,
    row_total: f64,
    weight: f64,
    pseudo_count: f64,
    estimate: *mut f64,
) -> dpm_status {
    let compute = || {
        let total = ExpectedRowTotal::new(row_total)?;
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        Ok(debias::dirichlet(share, cells, total, &parameters)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(estimate, compute) }
}

/// dpm_debias_dirichlet() from one tally (0 to `draws`, else DPM_ERR_DOMAIN) of Polya's urn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_debias_polya(
    tally: u32,
    cells: usize,
    row_total: f64,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    estimate: *mut f64,
) -> dpm_status {
    let compute = || {
        let total = ExpectedRowTotal::new(row_total)?;
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        Ok(debias::polya(tally, cells, total, &urn)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(estimate, compute) }
}

/// dpm_debias_dirichlet() from one noisy count and the sum of its row's, of dpm_geometric_release_counts() or dpm_gaussian_release_counts(): what the sum has too much is shared
/// out. DPM_ERR_DOMAIN for a count beyond 2^40 either way, a sum beyond 2^56, or where `cells` is 1 and they differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_debias_noisy(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: f64,
    estimate: *mut f64,
) -> dpm_status {
    let compute = || {
        let total = ExpectedRowTotal::new(row_total)?;
        Ok(debias::noisy_of_total(count, sum, cells, total)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(estimate, compute) }
}

/// The tally of which dpm_polya_release_row() made the entry `share` of a row of `cells` feasible cells, into `*tally`: exact.
/// DPM_ERR_STATES unless `cells` is 1 to 65535; DPM_ERR_DOMAIN unless `share` is 0 to 1; DPM_ERR_MASS, DPM_ERR_DRAWS.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_tally(
    share: f64,
    cells: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    tally: *mut u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(tally, 1)?;
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        let value = debias::polya_tally(share, cells, &urn)?;
        // SAFETY: checked above; the caller promises one writable integer.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// The shares of a row of noisy counts, counts[n] over their sum, n from 1, into shares[n]: they sum to 1; entries can be negative. DPM_ERR_EMPTY_ROW where the sum
/// is not above 0, DPM_ERR_DOMAIN for a count beyond 2^40 either way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_debias_noisy_row(
    counts: *const i64,
    n: usize,
    shares: *mut f64,
) -> dpm_status {
    status(|| {
        if n == 0 || n > *STATES.end() {
            return Err(Error::States.into());
        }
        let (counts, shares) = (Input::new(counts, n)?, Output::new(shares, n)?);
        disjoint(&[shares.extent], &[counts.extent])?;
        // SAFETY: checked above; the caller promises n readable integers and n writable doubles.
        let (counts, shares) = unsafe { (counts.elements(), shares.elements()) };
        debias::noisy_row(counts, shares)?;
        Ok(())
    })
}
