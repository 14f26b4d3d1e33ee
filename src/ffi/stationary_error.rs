//! How far the stationary distribution and the ergodicity coefficients of a released chain lie from the truth: before the release.
use super::law_chain::{Chain, Feasible, number_of_chain, numbers_of_chain};
use super::row_law::{LAW_LEN, dpm_row_law, laws_work_len};
use super::status::dpm_status;
use crate::utility::row_error::RowLaw;
use crate::utility::stationary_error;

/// Scratch doubles of the functions of a chain and n laws that name no macro of their own: DPM_LAWS_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_laws_work_len(n: usize) -> usize {
    laws_work_len(n, 0)
}

/// Scratch doubles that dpm_ergodicity_inf_change_bound() needs for n states: DPM_ERGODICITY_INF_CHANGE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_ergodicity_inf_change_work_len(n: usize) -> usize {
    laws_work_len(n, stationary_error::tau_inf_change_work_len(n))
}

/// Scratch doubles that dpm_stationary_variances() needs for n states: DPM_STATIONARY_VARIANCES_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_variances_work_len(n: usize) -> usize {
    laws_work_len(n, n.saturating_mul(2))
}

/// Scratch doubles that the functions dpm_stationary_bias_effect...() need for n states: DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_bias_effect_work_len(n: usize) -> usize {
    laws_work_len(n, n.saturating_mul(2))
}

/// Scratch doubles that the functions dpm_stationary_estimate...() need for n states: DPM_STATIONARY_ESTIMATE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_estimate_work_len(n: usize) -> usize {
    laws_work_len(n, stationary_error::estimate_work_len(n))
}

// What the two lengths above rely on: one vector of scratch, and one for the result.
const _: () = assert!(
    stationary_error::variances_work_len(7) == 7
        && stationary_error::bias_effect_work_len(7) == 7
        && LAW_LEN == 10
);

/// At least the expected total variation distance between the stationary distribution of the true chain matrix[n * n] and that of its release, row i by laws[i] (n
/// of them), into `*bound`; at most 1. Rigorous, rounded up: no row need be near its mean. `tau_one_of_group_inverse`: tau_1 of the group inverse of I - matrix,
/// rounded up (DPM_ERR_DOMAIN below 0.499, as none is below 1/2, or not finite). Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). As secret as the matrix. DPM_ERR_INFEASIBLE
/// for a row with more positive entries than its law has cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_expected_error_bound(
    matrix: *const f64,
    n: usize,
    tau_one_of_group_inverse: f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let chain = Chain { matrix, n, laws };
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(
            &chain,
            &Feasible::All,
            [],
            (work, work_len),
            0,
            bound,
            |given| stationary_error::bound(given.matrix, tau_one_of_group_inverse, given.laws),
        )
    }
}

/// At least the expected change of tau_1 by the release, into `*bound`; at most 1. As dpm_stationary_expected_error_bound(), without its coefficient.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ergodicity_one_change_bound(
    matrix: *const f64,
    n: usize,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let chain = Chain { matrix, n, laws };
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(
            &chain,
            &Feasible::All,
            [],
            (work, work_len),
            0,
            bound,
            |given| stationary_error::tau_one_change_bound(given.matrix, given.laws),
        )
    }
}

/// dpm_ergodicity_one_change_bound() for tau_inf; at most floor(n/2). Scratch: work[work_len], work_len >= DPM_ERGODICITY_INF_CHANGE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ergodicity_inf_change_bound(
    matrix: *const f64,
    n: usize,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, work) = (Chain { matrix, n, laws }, (work, work_len));
    let own = stationary_error::tau_inf_change_work_len(n);
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &Feasible::All, [], work, own, bound, |given| {
            stationary_error::tau_inf_change_bound(given.matrix, given.laws, given.work)
        })
    }
}

/// The first-order variance of every entry of the stationary distribution, into variances[n]: an estimate, not a bound. matrix[n * n] is the mean of what is released
/// (dpm_mean_chain()) or, after the release, the released chain itself; pi[n] and group_inverse[n * n] are that matrix's; a row's feasible cells are its
/// positive entries. Scratch: work[work_len], work_len >= DPM_STATIONARY_VARIANCES_WORK_LEN(n). DPM_ERR_DOMAIN for a pi (its sum is 1) or
/// a group inverse (its trace is at least (n - 1)/2) that cannot be one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_variances(
    matrix: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    variances: *mut f64,
) -> dpm_status {
    let (chain, work) = (Chain { matrix, n, laws }, (work, work_len));
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = stationary_error::variances_work_len(n);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and n writable doubles.
    unsafe {
        numbers_of_chain(
            &chain,
            &Feasible::All,
            inputs,
            work,
            own,
            variances,
            |given, out| {
                let [pi, inverse] = given.inputs;
                let noises = given.laws.iter().map(RowLaw::noise);
                stationary_error::variances_of(given.matrix, pi, inverse, noises, given.work, out)
            },
        )
    }
}
