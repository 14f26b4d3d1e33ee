//! How far a released chain lies from the true one: after the release, from public data alone.
use super::law_chain::{Chain, Feasible, number_of_chain, numbers_of_chain};
use super::row_law::{dpm_row_law, laws_work_len};
use super::status::dpm_status;
use crate::domain::Level;
use crate::utility::stationary_error::{self, bias_effect_work_len, estimate_work_len};

/// What the largest L1 distance between a row of the released chain released[n * n] and the true chain's does not exceed with probability `level` (0.5 to 0.999999, else
/// DPM_ERR_LEVEL), whatever the true chain is, into `*bound`; at most 2. laws[n] as in dpm_stationary_expected_error_bound(). It bounds the change of tau_1 as well.
/// Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). Public, as long as the laws are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_rows_error_bound_after_release(
    released: *const f64,
    n: usize,
    laws: *const dpm_row_law,
    level: f64,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, work) = (released_chain(released, n, laws), (work, work_len));
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &Feasible::All, [], work, 0, bound, |given| {
            let level = Level::new(level)?;
            stationary_error::after_release_row_bound(given.matrix, given.laws, level)
        })
    }
}

/// What the total variation distance between the stationary distributions of the true chain and of the released one does not exceed with probability `level`,
/// whatever the true chain is, into `*bound`; at most 1. `tau_one_of_group_inverse`: tau_1 of the group inverse of I - released, rounded up (DPM_ERR_DOMAIN below 0.499, as none is below
/// 1/2, or not finite). As
/// dpm_rows_error_bound_after_release().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_error_bound_after_release(
    released: *const f64,
    n: usize,
    tau_one_of_group_inverse: f64,
    laws: *const dpm_row_law,
    level: f64,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, work) = (released_chain(released, n, laws), (work, work_len));
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &Feasible::All, [], work, 0, bound, |given| {
            let (tau, level) = (tau_one_of_group_inverse, Level::new(level)?);
            stationary_error::after_release_bound(given.matrix, tau, given.laws, level)
        })
    }
}

/// The first-order effect of the rows' biases on the stationary distribution, from the released chain alone, into effect[n]: pi[n] minus it is a debiased one. pi[n] and
/// group_inverse[n * n] are those of released[n * n]; a row's feasible cells are its positive entries. DPM_ERR_EMPTY_ROW for a law whose row has no event,
/// DPM_ERR_INFEASIBLE for a law of fewer cells, or, where it has a bias, of more, DPM_ERR_DOMAIN for a pi or a group inverse that cannot be one.
/// Scratch: work[work_len], work_len >= DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n). Public, as long as the laws are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_bias_effect_after_release(
    released: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    effect: *mut f64,
) -> dpm_status {
    let (chain, work) = (released_chain(released, n, laws), (work, work_len));
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = bias_effect_work_len(n);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and n writable doubles.
    unsafe {
        numbers_of_chain(
            &chain,
            &Feasible::All,
            inputs,
            work,
            own,
            effect,
            |given, out| {
                let ([pi, inverse], laws) = (given.inputs, given.laws);
                let released = given.matrix;
                stationary_error::after_release_bias_effect(
                    released, pi, inverse, laws, given.work, out,
                )
            },
        )
    }
}

/// The expected total variation distance between the stationary distributions of the true chain and of the released one, estimated from the released chain, into `*tv`: not a
/// bound. Arguments as in dpm_stationary_bias_effect_after_release(). Scratch: work[work_len], work_len >= DPM_STATIONARY_ESTIMATE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_estimate_after_release(
    released: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    tv: *mut f64,
) -> dpm_status {
    let (chain, work) = (released_chain(released, n, laws), (work, work_len));
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = estimate_work_len(n);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &Feasible::All, inputs, work, own, tv, |given| {
            let ([pi, inverse], laws) = (given.inputs, given.laws);
            stationary_error::after_release_estimate(given.matrix, pi, inverse, laws, given.work)
        })
    }
}

/// Scratch doubles that dpm_stationary_weighted_error_bound_after_release() needs for n states: DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stationary_weighted_error_bound_after_release_work_len(n: usize) -> usize {
    laws_work_len(
        n,
        stationary_error::after_release_weighted_bound_work_len(n),
    )
}

/// dpm_stationary_error_bound_after_release(), sharper where rarely visited rows have most of the error, and but for rounding never above it, into `*bound`. pi[n] and group_inverse[n * n]
/// are those of released[n * n] (DPM_ERR_DOMAIN for what cannot be one). Scratch: work[work_len], work_len >=
/// DPM_STATIONARY_WEIGHTED_ERROR_BOUND_AFTER_RELEASE_WORK_LEN(n). Work: some 20 n^3 operations. Public, as long as the laws are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_weighted_error_bound_after_release(
    released: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    level: f64,
    work: *mut f64,
    work_len: usize,
    bound: *mut f64,
) -> dpm_status {
    let (chain, work) = (released_chain(released, n, laws), (work, work_len));
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = stationary_error::after_release_weighted_bound_work_len(n);
    let all = Feasible::All;
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &all, inputs, work, own, bound, |given| {
            let ([pi, inverse], laws, level) = (given.inputs, given.laws, Level::new(level)?);
            let (released, work) = (given.matrix, given.work);
            stationary_error::after_release_weighted_bound(released, pi, inverse, laws, level, work)
        })
    }
}

fn released_chain(matrix: *const f64, n: usize, laws: *const dpm_row_law) -> Chain {
    Chain { matrix, n, laws }
}
