//! Theorems 4 and 5 of "Differentially Private Data-Driven Markov Chain Modeling" (arXiv 2602.22443) as published: for reproduction, not guarantees.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::status::dpm_status;
use crate::domain;
use crate::error::Result;
use crate::utility::stationary_error::{self, PublishedRow};

/// One row of the published form.
#[repr(C)]
pub struct dpm_published_row {
    /// The concentration, the sum of the row's Dirichlet parameters.
    pub k: f64,
    /// The row's events.
    pub row_total: u64,
    /// The number of feasible next states: n in the paper. A row of one has no error.
    pub cells: usize,
}

// What `of_rows` relies on: the same three numbers in the same places.
const _: () = assert!(
    size_of::<dpm_published_row>() == size_of::<PublishedRow>()
        && align_of::<dpm_published_row>() == align_of::<PublishedRow>()
        && core::mem::offset_of!(dpm_published_row, k) == core::mem::offset_of!(PublishedRow, k)
        && core::mem::offset_of!(dpm_published_row, row_total)
            == core::mem::offset_of!(PublishedRow, row_total)
        && core::mem::offset_of!(dpm_published_row, cells)
            == core::mem::offset_of!(PublishedRow, cells)
);

/// One number of pi and the rows.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n doubles, n rows) and written (one double).
unsafe fn of_rows(
    (pi, n): (*const f64, usize),
    rows: *const dpm_published_row,
    out: *mut f64,
    compute: impl FnOnce(&[f64], &[PublishedRow]) -> Result<f64>,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        // the same three numbers (asserted above), whose every bit pattern is a value
        let rows = Input::new(rows.cast::<PublishedRow>(), n)?;
        let (pi, out) = (Input::new(pi, n)?, Output::new(out, 1)?);
        disjoint(&[out.extent], &[pi.extent, rows.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (pi, rows) = unsafe { (pi.elements(), rows.elements()) };
        let value = number(compute(pi, rows)?)?;
        // SAFETY: as above.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// One number of a group inverse and pi.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n * n and n doubles) and written (one double).
unsafe fn of_inverse(
    group_inverse: *const f64,
    (pi, n): (*const f64, usize),
    out: *mut f64,
    compute: fn(&[f64], &[f64]) -> Result<f64>,
) -> Checked<()> {
    let inverse = Input::new(group_inverse, domain::cells(n)?)?;
    let (pi, out) = (Input::new(pi, n)?, Output::new(out, 1)?);
    disjoint(&[out.extent], &[inverse.extent, pi.extent])?;
    // SAFETY: checked above; promised by this function's caller.
    let (inverse, pi) = unsafe { (inverse.elements(), pi.elements()) };
    let value = number(compute(inverse, pi)?)?;
    // SAFETY: as above.
    unsafe { out.write(value) };
    Ok(())
}

/// The loss L of Theorems 4 and 5 (nats) at the stationary distribution pi[n] for rows[n], into `*loss`. DPM_ERR_ROW_TOTAL for fewer events than cells,
/// DPM_ERR_SHAPE for a k out of range, DPM_ERR_STATES for no cell or above 65535, DPM_ERR_DOMAIN for a pi that is negative or not finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_loss(
    pi: *const f64,
    rows: *const dpm_published_row,
    n: usize,
    loss: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n readable doubles, n readable rows and one writable double.
    unsafe { of_rows((pi, n), rows, loss, stationary_error::published_loss) }
}

/// Theorem 4 as published, for the expected total variation distance of the stationary distribution, into `*bound`. It is NOT a guarantee: chains with infeasible
/// transitions exceed it. Use dpm_stationary_expected_error_bound(). `z_norm` from dpm_published_z_norm() (DPM_ERR_DOMAIN where negative or not finite); the
/// rest as in dpm_published_loss().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_theorem_4(
    pi: *const f64,
    z_norm: f64,
    rows: *const dpm_published_row,
    n: usize,
    bound: *mut f64,
) -> dpm_status {
    let compute =
        |pi: &[f64], rows: &[PublishedRow]| stationary_error::published_theorem_4(pi, z_norm, rows);
    // SAFETY: the caller of the C function promises n readable doubles, n readable rows and one writable double.
    unsafe { of_rows((pi, n), rows, bound, compute) }
}

/// Theorem 5 as published, for the expected change of tau_inf, into `*bound`. It is NOT a guarantee: a row that is hardly ever visited exceeds it. Use
/// dpm_ergodicity_inf_change_bound(). Arguments as in dpm_published_loss().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_theorem_5(
    pi: *const f64,
    rows: *const dpm_published_row,
    n: usize,
    bound: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises n readable doubles, n readable rows and one writable double.
    unsafe { of_rows((pi, n), rows, bound, stationary_error::published_theorem_5) }
}

/// The norm of Z = (I - P - 1 pi)^-1 as printed in Theorem 4, its largest absolute row sum, into `*norm`, from group_inverse[n * n] of I - P and pi[n]. DPM_ERR_DOMAIN where
/// it is not finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_z_norm(
    group_inverse: *const f64,
    pi: *const f64,
    n: usize,
    norm: *mut f64,
) -> dpm_status {
    let compute = stationary_error::published_z_norm;
    // SAFETY: the caller of the C function promises n * n and n readable doubles and one writable one.
    status(|| unsafe { of_inverse(group_inverse, (pi, n), norm, compute) })
}

/// dpm_published_z_norm() of the fundamental matrix (I - P + 1 pi)^-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_fundamental_norm(
    group_inverse: *const f64,
    pi: *const f64,
    n: usize,
    norm: *mut f64,
) -> dpm_status {
    let compute = stationary_error::fundamental_norm;
    // SAFETY: the caller of the C function promises n * n and n readable doubles and one writable one.
    status(|| unsafe { of_inverse(group_inverse, (pi, n), norm, compute) })
}
