//! First-order estimates before the release: mean chain, effect of the biases, expected distance; on a support or with all transitions feasible.
use super::guard::{Input, Output, disjoint, number, status};
use super::law_chain::{Chain, Feasible, chain_of_chain, number_of_chain, numbers_of_chain};
use super::row_law::dpm_row_law;
use super::status::dpm_status;
use crate::domain;
use crate::utility::stationary_error::{self, bias_effect_work_len, estimate_work_len};

/// The mean of the released chain, into mean[n * n]: row i of the true chain matrix[n * n] drawn towards the uniform row as laws[i] says. All transitions are feasible
/// (every law has n cells, else DPM_ERR_INFEASIBLE). Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). As secret as the matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_mean_chain(
    matrix: *const f64,
    n: usize,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    mean: *mut f64,
) -> dpm_status {
    let chain = Chain { matrix, n, laws };
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and n * n writable doubles.
    unsafe { mean_chain(&chain, &Feasible::All, (work, work_len), mean) }
}

/// dpm_mean_chain() on a support, the compressed rows starts[n + 1] and targets[cells] (dpm_support_check() says what they are): laws[i] has as many cells as row i.
/// DPM_ERR_INFEASIBLE for a positive entry outside it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_mean_chain_on_support(
    matrix: *const f64,
    n: usize,
    starts: *const u32,
    targets: *const u16,
    cells: usize,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    mean: *mut f64,
) -> dpm_status {
    let (chain, rows) = (
        Chain { matrix, n, laws },
        Feasible::Rows(starts, targets, cells),
    );
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, the support, work_len and n * n writable doubles.
    unsafe { mean_chain(&chain, &rows, (work, work_len), mean) }
}

/// # Safety
/// As [`chain_of_chain`].
unsafe fn mean_chain(
    chain: &Chain,
    feasible: &Feasible,
    work: (*mut f64, usize),
    mean: *mut f64,
) -> dpm_status {
    // SAFETY: promised by this function's caller.
    unsafe {
        chain_of_chain(chain, feasible, work, mean, |given, mean| {
            stationary_error::mean_chain(given.matrix, given.support, given.laws, mean)
        })
    }
}

/// The first-order effect of the rows' biases on the stationary distribution of matrix[n * n], into effect[n]. pi[n] and group_inverse[n * n] are that matrix's. All
/// transitions are feasible, as in dpm_mean_chain(). Scratch: work[work_len], work_len >= DPM_STATIONARY_BIAS_EFFECT_WORK_LEN(n). As secret as the matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_bias_effect(
    matrix: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    effect: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and n writable doubles.
    unsafe { bias_effect(&chain, &Feasible::All, solved, (work, work_len), effect) }
}

/// dpm_stationary_bias_effect() on a support, as in dpm_mean_chain_on_support().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_bias_effect_on_support(
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
    effect: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    let rows = Feasible::Rows(starts, targets, cells);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, the support, work_len and n writable doubles.
    unsafe { bias_effect(&chain, &rows, solved, (work, work_len), effect) }
}

/// # Safety
/// As [`numbers_of_chain`].
unsafe fn bias_effect(
    chain: &Chain,
    feasible: &Feasible,
    (pi, group_inverse): (*const f64, *const f64),
    work: (*mut f64, usize),
    effect: *mut f64,
) -> dpm_status {
    let n = chain.n;
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = bias_effect_work_len(n);
    // SAFETY: promised by this function's caller.
    unsafe {
        numbers_of_chain(chain, feasible, inputs, work, own, effect, |given, out| {
            let [pi, inverse] = given.inputs;
            let (matrix, support) = (given.matrix, given.support);
            stationary_error::bias_effect(matrix, support, pi, inverse, given.laws, given.work, out)
        })
    }
}

/// The expected total variation distance between the stationary distributions of matrix[n * n] and its release, to first order, into `*tv`: an estimate, not a bound
/// (dpm_stationary_expected_error_bound() is one). Arguments as in dpm_stationary_bias_effect(). Scratch: work[work_len], work_len >=
/// DPM_STATIONARY_ESTIMATE_WORK_LEN(n). As secret as the matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_estimate(
    matrix: *const f64,
    n: usize,
    pi: *const f64,
    group_inverse: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    tv: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe { estimate(&chain, &Feasible::All, solved, (work, work_len), tv) }
}

/// dpm_stationary_estimate() on a support, as in dpm_mean_chain_on_support().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_estimate_on_support(
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
    tv: *mut f64,
) -> dpm_status {
    let (chain, solved) = (Chain { matrix, n, laws }, (pi, group_inverse));
    let rows = Feasible::Rows(starts, targets, cells);
    // SAFETY: the caller of the C function promises 2 n * n and n readable doubles, n readable laws, the support, work_len and 1 writable doubles.
    unsafe { estimate(&chain, &rows, solved, (work, work_len), tv) }
}

/// # Safety
/// As [`number_of_chain`].
unsafe fn estimate(
    chain: &Chain,
    feasible: &Feasible,
    (pi, group_inverse): (*const f64, *const f64),
    work: (*mut f64, usize),
    tv: *mut f64,
) -> dpm_status {
    let n = chain.n;
    let inputs = [(pi, n), (group_inverse, n.saturating_mul(n))];
    let own = estimate_work_len(n);
    // SAFETY: promised by this function's caller.
    unsafe {
        number_of_chain(chain, feasible, inputs, work, own, tv, |given| {
            let [pi, inverse] = given.inputs;
            let (matrix, support) = (given.matrix, given.support);
            stationary_error::estimate(matrix, support, pi, inverse, given.laws, given.work)
        })
    }
}

/// dpm_stationary_estimate() about the mean chain, for biases that are not small, into `*tv`: mean[n * n] from dpm_mean_chain(), pi_of_mean[n] and
/// group_inverse_of_mean[n * n] that chain's, pi[n] the true chain's. Scratch as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stationary_estimate_at_mean(
    mean: *const f64,
    n: usize,
    pi_of_mean: *const f64,
    group_inverse_of_mean: *const f64,
    pi: *const f64,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    tv: *mut f64,
) -> dpm_status {
    let (chain, work) = (
        Chain {
            matrix: mean,
            n,
            laws,
        },
        (work, work_len),
    );
    let inputs = [
        (pi_of_mean, n),
        (group_inverse_of_mean, n.saturating_mul(n)),
        (pi, n),
    ];
    let own = estimate_work_len(n);
    // SAFETY: the caller of the C function promises 2 n * n and 2 n readable doubles, n readable laws, work_len and 1 writable doubles.
    unsafe {
        number_of_chain(&chain, &Feasible::All, inputs, work, own, tv, |given| {
            let [of_mean, inverse, pi] = given.inputs;
            let (mean, laws) = (given.matrix, given.laws);
            stationary_error::estimate_at_mean(mean, of_mean, inverse, pi, laws, given.work)
        })
    }
}

/// The expected total variation of a normal deviation with the means bias[n] and the variances variances[n] (not negative, else DPM_ERR_DOMAIN), into `*tv`; at most 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_expected_distance(
    bias: *const f64,
    variances: *const f64,
    n: usize,
    tv: *mut f64,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let (bias, variances, tv) = (
            Input::new(bias, n)?,
            Input::new(variances, n)?,
            Output::new(tv, 1)?,
        );
        disjoint(&[tv.extent], &[bias.extent, variances.extent])?;
        // SAFETY: checked above; the caller promises 2 n readable doubles.
        let (bias, variances) = unsafe { (bias.elements(), variances.elements()) };
        let value = number(stationary_error::expected_distance(bias, variances)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { tv.write(value) };
        Ok(())
    })
}
