//! Structure of a chain: classes, period, absorbing states.
use super::guard::{Input, Output, disjoint, scratch, status};
use super::status::dpm_status;
use crate::chain::{StochasticMatrix, classes};
use crate::domain;
use crate::error::Result;
use core::ffi::c_int;

// DPM_TRANSIENT of the header, whose type cbindgen cannot say: it stands in cbindgen.toml.
const _: () = assert!(classes::TRANSIENT == u32::MAX);

/// The body of the functions that say something of every state, and a size. Their scratch is that of dpm_recurrent_classes().
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n * n doubles) and read and written (`work_len` doubles, n elements, one size).
unsafe fn of_states<T>(
    (matrix, n): (*const f64, usize),
    (work, work_len): (*mut f64, usize),
    out: *mut T,
    size: *mut usize,
    run: impl FnOnce(StochasticMatrix<'_>, &mut [f64], &mut [T]) -> Result<usize>,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let work = scratch(work, work_len, classes::classes_work_len(n))?;
        let (out, size) = (Output::new(out, n)?, Output::new(size, 1)?);
        disjoint(&[work.extent, out.extent, size.extent], &[matrix.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (matrix, work, out) = unsafe { (matrix.elements(), work.elements(), out.elements()) };
        let found = run(StochasticMatrix::new(matrix, n)?, work, out)?;
        // SAFETY: as above.
        unsafe { size.write(found) };
        Ok(())
    })
}

/// The body of the functions that say one thing. Their scratch is that of dpm_recurrent_classes().
///
/// # Safety
/// As [`of_states`], without the n elements.
unsafe fn of_all<T>(
    (matrix, n): (*const f64, usize),
    (work, work_len): (*mut f64, usize),
    out: *mut T,
    run: impl FnOnce(StochasticMatrix<'_>, &mut [f64]) -> Result<T>,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let work = scratch(work, work_len, classes::classes_work_len(n))?;
        let out = Output::new(out, 1)?;
        disjoint(&[work.extent, out.extent], &[matrix.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (matrix, work) = unsafe { (matrix.elements(), work.elements()) };
        let found = run(StochasticMatrix::new(matrix, n)?, work)?;
        // SAFETY: as above.
        unsafe { out.write(found) };
        Ok(())
    })
}

/// The recurrent class (a set of states that lead to each other and that is never left) of every state of the chain matrix[n * n] into labels[n]: 0, 1, ... in order
/// of the classes' lowest states, or DPM_TRANSIENT for a state that is left for good in the end. The number of classes into `*count`. Scratch:
/// work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_class_labels(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    labels: *mut u32,
    count: *mut usize,
) -> dpm_status {
    let (matrix, work) = ((matrix, n), (work, work_len));
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len writable ones, n writable words and one size_t.
    unsafe { of_states(matrix, work, labels, count, classes::class_labels) }
}

/// The recurrent class that the chain ends up in if it starts in `state`: members[i] is 1 where state i belongs to it, else 0; its number of states into `*size`.
/// DPM_ERR_SEVERAL_CLASSES where chance decides which class that is. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_class_of_state(
    matrix: *const f64,
    n: usize,
    state: usize,
    work: *mut f64,
    work_len: usize,
    members: *mut u8,
    size: *mut usize,
) -> dpm_status {
    let (matrix, work) = ((matrix, n), (work, work_len));
    let run = |matrix: StochasticMatrix<'_>, work: &mut [f64], members: &mut [u8]| {
        classes::recurrent_class_of(matrix, state, work, members)
    };
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len writable ones, n writable bytes and one size_t.
    unsafe { of_states(matrix, work, members, size, run) }
}

/// Does every state of the chain matrix[n * n] lead to every other one? 1 or 0 into `*irreducible`. Scratch: work[work_len], work_len >=
/// DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_is_irreducible(
    matrix: *const f64,
    n: usize,
    work: *mut f64,
    work_len: usize,
    irreducible: *mut c_int,
) -> dpm_status {
    let (matrix, work) = ((matrix, n), (work, work_len));
    let run = |matrix: StochasticMatrix<'_>, work: &mut [f64]| {
        classes::is_irreducible(matrix, work).map(c_int::from)
    };
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len writable ones and one int.
    unsafe { of_all(matrix, work, irreducible, run) }
}

/// The period of `state` in the chain matrix[n * n] into `*period`: the greatest common divisor of the numbers of steps in which the chain can return to it. 1:
/// aperiodic; 0: it cannot return. All states of a recurrent class have the same. Scratch: work[work_len], work_len >= DPM_RECURRENT_CLASSES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_period(
    matrix: *const f64,
    n: usize,
    state: usize,
    work: *mut f64,
    work_len: usize,
    period: *mut usize,
) -> dpm_status {
    let (matrix, work) = ((matrix, n), (work, work_len));
    let run = |matrix: StochasticMatrix<'_>, work: &mut [f64]| classes::period(matrix, state, work);
    // SAFETY: the caller of the C function promises n * n readable doubles, work_len writable ones and one size_t.
    unsafe { of_all(matrix, work, period, run) }
}

/// Does the chain matrix[n * n] never leave `state`? 1 or 0 into `*absorbing`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_is_absorbing(
    matrix: *const f64,
    n: usize,
    state: usize,
    absorbing: *mut c_int,
) -> dpm_status {
    status(|| {
        let matrix = Input::new(matrix, domain::cells(n)?)?;
        let absorbing = Output::new(absorbing, 1)?;
        disjoint(&[absorbing.extent], &[matrix.extent])?;
        // SAFETY: checked above; the caller promises n * n readable doubles.
        let matrix = StochasticMatrix::new(unsafe { matrix.elements() }, n)?;
        let found = classes::is_absorbing(matrix, state)?;
        // SAFETY: checked above; the caller promises one writable int.
        unsafe { absorbing.write(c_int::from(found)) };
        Ok(())
    })
}
