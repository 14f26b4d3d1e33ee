//! The sharper bound of the stationary distribution's error: rows count by how often they are visited.
use super::law_chain::{Chain, Feasible, number_of_chain};
use super::row_law::{dpm_row_law, laws_work_len};
use super::status::dpm_status;
use crate::utility::stationary_error::{weighted_bound, weighted_bound_work_len};

/// Scratch doubles that dpm_stationary_weighted_error_bound() and ..._on_support() need for n states: DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_weighted_error_bound_work_len(n: usize) -> usize {
    laws_work_len(n, weighted_bound_work_len(n))
}

/// dpm_stationary_expected_error_bound(), sharper where rarely visited rows have most of the error, and but for rounding never above it: rigorous too, into `*bound`. pi[n] and
/// group_inverse[n * n] are those of matrix[n * n] (DPM_ERR_DOMAIN for what cannot be one). All transitions are feasible, as in dpm_mean_chain(). Scratch: work[work_len],
/// work_len >= DPM_STATIONARY_WEIGHTED_ERROR_BOUND_WORK_LEN(n). Work: some 50 n^3 operations. As secret as the matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_weighted_error_bound(
    matrix: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe { of_chain(&chain, &Feasible::All, solved, (work, work_len), bound) }
}

/// dpm_stationary_weighted_error_bound() on a support, as in dpm_mean_chain_on_support().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_weighted_error_bound_on_support(
    matrix: *const f64,
    n: usize,
    starts: *const u32,
    targets: *const u16,
    cells: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    let rows = Feasible::Rows(starts, targets, cells);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, the support, work_len and 1 writable doubles.
    unsafe { of_chain(&chain, &rows, solved, (work, work_len), bound) }
}

/// # Safety
/// As [`number_of_chain`].
unsafe fn of_chain(
    chain: &Chain,
    feasible: &Feasible,
    (pi, group_inverse): (*const f64, *const f64),
    work: (*mut f64, usize),
    bound: *mut f64,
) -> dpm_status {
    let n = chain.n;
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = weighted_bound_work_len(n);
    // SAFETY: promised by this function's caller.
    unsafe {
        number_of_chain(chain, feasible, inputs, work, own, bound, |given| {
            let [pi, inverse] = given.inputs;
            let (matrix, support) = (given.matrix, given.support);
            weighted_bound(matrix, support, pi, inverse, given.laws, given.work)
        })
    }
}
