//! Analysis of a chain: stationary distribution and ergodicity coefficients.
use super::guard::{Input, Output, disjoint, number, scratch, status};
use super::status::dpm_status;
use crate::chain::{StochasticMatrix, classes, ergodicity, stationary};
use crate::domain;

/// Scratch doubles that dpm_stationary_gth() needs for n states: DPM_STATIONARY_GTH_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_gth_work_len(n: usize) -> usize {
    stationary::gth_work_len(n)
}

/// Scratch doubles that dpm_stationary_power() needs for n states: DPM_STATIONARY_POWER_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_power_work_len(n: usize) -> usize {
    stationary::power_work_len(n)
}

/// Scratch doubles that dpm_ergodicity_inf() needs for n states: DPM_ERGODICITY_INF_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_ergodicity_inf_work_len(n: usize) -> usize {
    ergodicity::tau_inf_work_len(n)
}

/// Scratch doubles that dpm_recurrent_classes() needs for n states: DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_recurrent_classes_work_len(n: usize) -> usize {
    classes::classes_work_len(n)
}

/// The stationary distribution pi (pi P = pi) of the chain matrix[n * n] by Grassmann-Taksar-Heyman elimination, into pi[n].
/// Scratch: work[work_len], work_len >= DPM_STATIONARY_GTH_WORK_LEN(n). Relative accuracy of every entry near rounding, for
/// nearly decomposable chains too. DPM_ERR_SEVERAL_CLASSES where pi is not unique.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_gth(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    pi: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let (work, pi) = (
            scratch(work, work_len, stationary::gth_work_len(n))?,
            Output::new(pi, n)?,
        );
        disjoint(&[work.extent, pi.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len and n writable ones.
        let (matrix, work, pi) = unsafe { (matrix.elements(), work.elements(), pi.elements()) };
        stationary::gth(StochasticMatrix::new(matrix, n)?, work, pi)?;
        Ok(())
    })
}

/// The stationary distribution of the recurrent class that `state` ends up in, zeros elsewhere, into pi[n]; for chains on which
/// dpm_stationary_gth() says DPM_ERR_SEVERAL_CLASSES. The same code where `state` can end up in more than one class. Scratch as in
/// dpm_stationary_gth().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_of_state(
    matrix: *const f64,
    n: usize,
    state: usize,
    work: *mut f64,
    work_len: usize,
    pi: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let (work, pi) = (
            scratch(work, work_len, stationary::gth_work_len(n))?,
            Output::new(pi, n)?,
        );
        disjoint(&[work.extent, pi.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len and n writable ones.
        let (matrix, work, pi) = unsafe { (matrix.elements(), work.elements(), pi.elements()) };
        stationary::gth_from(StochasticMatrix::new(matrix, n)?, state, work, pi)?;
        Ok(())
    })
}

/// The number of recurrent classes of the chain matrix[n * n] (sets of states that are never left) into `*count`, at least 1. With
/// 1 the stationary distribution is unique. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_recurrent_classes(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    count: *mut usize,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let (work, count) = (
            scratch(work, work_len, classes::classes_work_len(n))?,
            Output::new(count, 1)?,
        );
        disjoint(&[work.extent, count.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len writable ones.
        let (matrix, work) = unsafe { (matrix.elements(), work.elements()) };
        let classes = classes::recurrent_classes(StochasticMatrix::new(matrix, n)?, work)?;
        // SAFETY: checked above; the caller promises one writable size_t.
        unsafe { count.write(classes) };
        Ok(())
    })
}

/// The stationary distribution of the chain matrix[n * n] by power iteration of the lazy chain, into pi[n], until a step
/// changes it by less than `tolerance` (in (0, 1)) or `max_iterations` (>= 1) are done. `*error_bound` is a bound on the total
/// variation distance from the truth; 1.0 means that nothing is certified. Scratch: work[work_len], work_len >=
/// DPM_STATIONARY_POWER_WORK_LEN(n). For well-mixed chains where n * n scratch is too much.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_power(
    matrix: *const f64,
    n: usize,
    tolerance: f64,
    max_iterations: u32,
    work: *mut f64,
    work_len: usize,
    pi: *mut f64,
    error_bound: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let work = scratch(work, work_len, stationary::power_work_len(n))?;
        let (pi, error_bound) = (Output::new(pi, n)?, Output::new(error_bound, 1)?);
        disjoint(
            &[work.extent, pi.extent, error_bound.extent],
            &[matrix.extent],
        )?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len, n and 1 writable ones.
        let (matrix, work, pi) = unsafe { (matrix.elements(), work.elements(), pi.elements()) };
        let bound = stationary::power(
            StochasticMatrix::new(matrix, n)?,
            tolerance,
            max_iterations,
            work,
            pi,
        )?;
        // SAFETY: as above.
        unsafe { error_bound.write(bound) };
        Ok(())
    })
}

/// The ergodicity coefficient tau_inf of the chain matrix[n * n] into `*tau`: the largest, over columns, of the sum of the
/// floor(n/2) largest entries minus the sum of the floor(n/2) smallest. It can exceed 1. Scratch: work[work_len], work_len >=
/// DPM_ERGODICITY_INF_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ergodicity_inf(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    tau: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let (work, tau) = (
            scratch(work, work_len, ergodicity::tau_inf_work_len(n))?,
            Output::new(tau, 1)?,
        );
        disjoint(&[work.extent, tau.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len and 1 writable ones.
        let (matrix, work) = unsafe { (matrix.elements(), work.elements()) };
        let value = number(ergodicity::tau_inf(
            StochasticMatrix::new(matrix, n)?,
            work,
        )?)?;
        // SAFETY: as above.
        unsafe { tau.write(value) };
        Ok(())
    })
}

/// The ergodicity coefficient tau_1 (Dobrushin) of the chain matrix[n * n] into `*tau`: half the largest L1 distance between two
/// rows; in [0, 1], and a bound on the modulus of the second eigenvalue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ergodicity_one(
    matrix: *const f64,
    n: usize,
    tau: *mut f64,
) -> dpm_status {
    status(|| {
        let (matrix, tau) = (Input::new(matrix, domain::cells(n)?)?, Output::new(tau, 1)?);
        disjoint(&[tau.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles.
        let matrix = StochasticMatrix::new(unsafe { matrix.elements() }, n)?;
        let value = number(ergodicity::tau_one(matrix))?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { tau.write(value) };
        Ok(())
    })
}
