//! How fast a chain mixes, how long it takes to a state, and where it is after some steps.
use super::guard::{Input, Output, disjoint, number, scratch, status};
use super::status::dpm_status;
use crate::chain::{StochasticMatrix, mixing, passage, predict};
use crate::domain;
use crate::error::Result;

/// Scratch doubles that dpm_second_eigenvalue() needs for n states: DPM_SECOND_EIGENVALUE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_second_eigenvalue_work_len(n: usize) -> usize {
    mixing::second_eigenvalue_work_len(n)
}

/// Scratch doubles that dpm_second_eigenvalue_upper() needs for n states: DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_second_eigenvalue_upper_work_len(n: usize) -> usize {
    mixing::second_eigenvalue_upper_work_len(n)
}

/// Scratch doubles that dpm_mean_first_passage() needs for n states: DPM_MEAN_FIRST_PASSAGE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_mean_first_passage_work_len(n: usize) -> usize {
    passage::work_len(n)
}

/// Scratch doubles that dpm_all_mean_first_passage() needs for n states: DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_all_mean_first_passage_work_len(n: usize) -> usize {
    passage::all_work_len(n)
}

/// Scratch doubles that dpm_predict() needs for n states and `steps` steps: n where they are few, else DPM_PREDICT_WORK_LEN(n), which is always enough.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_predict_work_len(n: usize, steps: u32) -> usize {
    predict::work_len(n, steps)
}

/// An estimate of the modulus of the second eigenvalue of the chain matrix[n * n] (the largest but one 1) into `*modulus`, by at most about `iterations` (>= 1, else
/// DPM_ERR_ITERATIONS) products with the matrix, whose number goes into `*done`. `*residual` says how far to trust it: some unit vector z of sum 0 and some number l of about
/// this modulus have the length of z P - l z equal to it. 1 exactly, with a residual and a number of 0, where the chain is periodic or has several classes. No bound: that is
/// dpm_second_eigenvalue_upper(). Scratch: work[work_len], work_len >= DPM_SECOND_EIGENVALUE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_second_eigenvalue(
    matrix: *const f64,
    n: usize,
    iterations: u32,
    work: *mut f64,
    work_len: usize,
    modulus: *mut f64,
    residual: *mut f64,
    done: *mut u32,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let work = scratch(work, work_len, mixing::second_eigenvalue_work_len(n))?;
        let (modulus, residual) = (Output::new(modulus, 1)?, Output::new(residual, 1)?);
        let done = Output::new(done, 1)?;
        disjoint(
            &[work.extent, modulus.extent, residual.extent, done.extent],
            &[matrix.extent],
        )?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len writable ones.
        let (matrix, work) = unsafe { (matrix.elements(), work.elements()) };
        let matrix = StochasticMatrix::new(matrix, n)?;
        let found = mixing::second_eigenvalue(matrix, iterations, work)?;
        let (value, rest) = (number(found.modulus)?, number(found.residual)?);
        // SAFETY: checked above; the caller promises two writable doubles and one word.
        unsafe {
            modulus.write(value);
            residual.write(rest);
            done.write(found.iterations);
        }
        Ok(())
    })
}

/// A bound on the modulus of the second eigenvalue of the chain matrix[n * n] into `*bound`, rounded up: the least of tau_1(P^m)^(1/m) over m = 1, 2, 4, ...,
/// 2^squarings. 0 squarings: dpm_ergodicity_one(), rounded up. 1 for a chain that is periodic or has several classes, whose second eigenvalue is 1 in modulus. Scratch: work[work_len], work_len >=
/// DPM_SECOND_EIGENVALUE_UPPER_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_second_eigenvalue_upper(
    matrix: *const f64,
    n: usize,
    squarings: u32,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let needed = mixing::second_eigenvalue_upper_work_len(n);
        let (work, bound) = (scratch(work, work_len, needed)?, Output::new(bound, 1)?);
        disjoint(&[work.extent, bound.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles, work_len writable ones.
        let (matrix, work) = unsafe { (matrix.elements(), work.elements()) };
        let matrix = StochasticMatrix::new(matrix, n)?;
        let value = number(mixing::second_eigenvalue_upper(matrix, squarings, work)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { bound.write(value) };
        Ok(())
    })
}

/// The body of the functions that fill an array from a matrix.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n * n doubles) and read and written (`work_len` and `len` doubles).
unsafe fn fill(
    (matrix, n): (*const f64, usize),
    (work, work_len): (*mut f64, usize),
    needed: usize,
    (out, len): (*mut f64, usize),
    run: impl FnOnce(StochasticMatrix<'_>, &mut [f64], &mut [f64]) -> Result<()>,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let work = scratch(work, work_len, needed)?;
        let out = Output::new(out, len)?;
        disjoint(&[work.extent, out.extent], &[matrix.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (matrix, work, out) = unsafe { (matrix.elements(), work.elements(), out.elements()) };
        run(StochasticMatrix::new(matrix, n)?, work, out)?;
        Ok(())
    })
}

/// The mean number of steps until the chain matrix[n * n] is in `target` for the first time, for every start, into times[n]: 0 for `target` itself, infinity where it may never
/// be reached. Scratch: work[work_len], work_len >= DPM_MEAN_FIRST_PASSAGE_WORK_LEN(n). DPM_ERR_UNDERFLOW where products of probabilities fall out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_mean_first_passage(
    matrix: *const f64,
    n: usize,
    target: usize,
    work: *mut f64,
    work_len: usize,
    times: *mut f64,
) -> dpm_status {
    let run = |matrix: StochasticMatrix<'_>, work: &mut [f64], times: &mut [f64]| {
        passage::mean_first_passage(matrix, target, work, times)
    };
    let (matrix, work) = ((matrix, n), (work, work_len));
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len and n writable ones.
    unsafe { fill(matrix, work, passage::work_len(n), (times, n), run) }
}

/// dpm_mean_first_passage() to every state: times[i * n + j] from i to j, times[n * n]. Scratch: work[work_len], work_len >= DPM_ALL_MEAN_FIRST_PASSAGE_WORK_LEN(n).
/// Work: a few eliminations where every state leads to every other one, else one for each state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_all_mean_first_passage(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    times: *mut f64,
) -> dpm_status {
    let needed = passage::all_work_len(n);
    // n * n overflows only where `fill` refuses n.
    let times = (times, n.saturating_mul(n));
    let (matrix, work) = ((matrix, n), (work, work_len));
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len and n * n writable ones.
    unsafe { fill(matrix, work, needed, times, passage::all_mean_first_passage) }
}

/// Where the chain matrix[n * n] is after `steps` steps if it starts from the distribution start[n] (entries from 0 on of sum 1, else DPM_ERR_NOT_STOCHASTIC): start P^steps, of sum 1,
/// into out[n]. Scratch: work[work_len], work_len >= dpm_predict_work_len(n, steps); DPM_PREDICT_WORK_LEN(n) is always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_predict(
    matrix: *const f64,
    n: usize,
    start: *const f64,
    steps: u32,
    work: *mut f64,
    work_len: usize,
    out: *mut f64,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let start = Input::new(start, n)?;
        let work = scratch(work, work_len, predict::work_len(n, steps))?;
        let out = Output::new(out, n)?;
        disjoint(&[work.extent, out.extent], &[matrix.extent, start.extent])?;
        // SAFETY: checked above; the caller promises n * n and n readable doubles, work_len and n writable ones.
        let (matrix, start) = unsafe { (matrix.elements(), start.elements()) };
        // SAFETY: as above.
        let (work, out) = unsafe { (work.elements(), out.elements()) };
        predict::predict(StochasticMatrix::new(matrix, n)?, start, steps, work, out)?;
        Ok(())
    })
}
