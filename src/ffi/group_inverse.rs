//! The group inverse of I - P, and what it says of any approximate stationary distribution.
use super::guard::{Input, Output, disjoint, number, scratch, status};
use super::status::dpm_status;
use crate::chain::{StochasticMatrix, group_inverse, stationary};
use crate::domain;

/// Scratch doubles that dpm_group_inverse() needs for n states: DPM_GROUP_INVERSE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_group_inverse_work_len(n: usize) -> usize {
    group_inverse::work_len(n)
}

/// Scratch doubles that dpm_stationary_error_bound() needs for n states: DPM_STATIONARY_ERROR_BOUND_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_error_bound_work_len(n: usize) -> usize {
    stationary::error_bound_work_len(n)
}

/// The group inverse A# of A = I - P for the chain P = matrix[n * n] into inverse[n * n], row by row, and its stationary distribution into pi[n]: A# A = A A# =
/// I - 1 pi, pi A# = 0. It says how pi answers to a change of P: d pi = pi dP A#. States that are left for good are allowed; DPM_ERR_SEVERAL_CLASSES where pi is
/// not unique; DPM_ERR_UNDERFLOW where products of probabilities fall out of range. Scratch: work[work_len], work_len >= DPM_GROUP_INVERSE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_group_inverse(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    inverse: *mut f64,
    pi: *mut f64,
) -> dpm_status {
    status(|| {
        let cells = domain::cells(n)?;
        let matrix = Input::new(matrix, cells)?;
        let work = scratch(work, work_len, group_inverse::work_len(n))?;
        let (inverse, pi) = (Output::new(inverse, cells)?, Output::new(pi, n)?);
        disjoint(&[work.extent, inverse.extent, pi.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len, n * n and n writable ones.
        let (matrix, work, inverse, pi) = unsafe {
            (
                matrix.elements(),
                work.elements(),
                inverse.elements(),
                pi.elements(),
            )
        };
        group_inverse::group_inverse(StochasticMatrix::new(matrix, n)?, work, inverse, pi)?;
        Ok(())
    })
}

/// The ergodicity coefficient tau_1 of inverse[n * n], a group inverse from dpm_group_inverse(), into `*tau`: half the largest L1 distance between two of its rows, rounded up.
/// DPM_ERR_DOMAIN for entries that are NaN or infinite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_group_inverse_tau_one(
    inverse: *const f64,
    n: usize,
    tau: *mut f64,
) -> dpm_status {
    status(|| {
        let inverse = Input::new(inverse, domain::cells(n)?)?;
        let tau = Output::new(tau, 1)?;
        disjoint(&[tau.extent], &[inverse.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles.
        let value = number(group_inverse::tau_one(unsafe { inverse.elements() }, n)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { tau.write(value) };
        Ok(())
    })
}

/// A bound on the total variation distance between x[n], an approximate stationary distribution however it was found (entries from 0 to 2, else
/// DPM_ERR_NOT_STOCHASTIC), and the true one of the chain matrix[n * n], into `*bound`; at most 1, or the sum of x where that is more; every rounding is on its
/// safe side. `tau` is dpm_group_inverse_tau_one() of the chain (NaN or below 0.499, as none is below 1/2: DPM_ERR_DOMAIN). Scratch: work[work_len], work_len >= DPM_STATIONARY_ERROR_BOUND_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_error_bound(
    matrix: *const f64,
    n: usize,
    x: *const f64,
    tau: f64,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let x = Input::new(x, n)?;
        let work = scratch(work, work_len, stationary::error_bound_work_len(n))?;
        let bound = Output::new(bound, 1)?;
        disjoint(&[work.extent, bound.extent], &[matrix.extent, x.extent])?;
        // SAFETY: checked above; the caller promises n * n and n readable doubles, work_len writable ones.
        let (matrix, x, work) = unsafe { (matrix.elements(), x.elements(), work.elements()) };
        let matrix = StochasticMatrix::new(matrix, n)?;
        let value = number(stationary::error_bound(matrix, x, tau, work)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { bound.write(value) };
        Ok(())
    })
}
