//! Intervals for the stationary distribution of the log's own chain, from its release.
use super::guard::status;
use super::interval::dpm_interval;
use super::law_chain::{Chain, Feasible, chain_of_chain, of_chain};
use super::row_law::{dpm_row_law, laws_work_len};
use super::status::dpm_status;
use crate::domain::{self, Level};
use crate::utility::debias;
use crate::utility::interval::{Interval, stationary_chain, stationary_chain_work_len};

/// The unbiased estimate of every row of a released chain released[n * n], into estimate[n * n]: the positive entries of row i, freed from the bias that laws[i] says.
/// Rows sum to 1; entries can be negative. Unbiased for Dirichlet and Polya; for noisy counts take dpm_debias_noisy_row(). DPM_ERR_EMPTY_ROW for a law whose row has no
/// event; DPM_ERR_INFEASIBLE for a law whose cells are not the row's positive entries. Scratch: work[work_len], work_len >= DPM_LAWS_WORK_LEN(n). Public, as long as the
/// laws are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_debias_chain(
    released: *const f64,
    n: usize,
    laws: *const dpm_row_law,
    work: *mut f64,
    work_len: usize,
    estimate: *mut f64,
) -> dpm_status {
    let chain = Chain {
        matrix: released,
        n,
        laws,
    };
    // SAFETY: the caller of the C function promises n * n readable doubles, n readable laws, work_len and n * n writable doubles.
    unsafe {
        chain_of_chain(
            &chain,
            &Feasible::All,
            (work, work_len),
            estimate,
            |given, out| debias::chain(given.matrix, given.laws, out),
        )
    }
}

/// Scratch doubles that dpm_interval_stationary_chain() needs for n states: DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_interval_stationary_chain_work_len(n: usize) -> usize {
    laws_work_len(n, stationary_chain_work_len(n))
}

/// The stationary distribution of the log's own chain, estimated without the mechanism's bias, into pi[n], and its intervals at `level`, into intervals[n]: from the
/// released chain released[n * n], its unbiased rows estimate[n * n] (dpm_debias_chain(); from noisy counts dpm_debias_noisy_row(), row by row) and the laws.
/// Laws of noisy counts: with the public total or the sum of the noisy counts; their floor or 0, it is the same. First order, nothing is proved. DPM_ERR_NOT_STOCHASTIC where a row of
/// estimate does not sum to 1, DPM_ERR_INFEASIBLE where it is not 0 although the released one is, DPM_ERR_EMPTY_ROW for a law whose row has no event,
/// DPM_ERR_SEVERAL_CLASSES, DPM_ERR_UNDERFLOW, DPM_ERR_DOMAIN where the result is not finite, DPM_ERR_LEVEL. Scratch: work[work_len], work_len >=
/// DPM_INTERVAL_STATIONARY_CHAIN_WORK_LEN(n). Public, as long as the laws are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_interval_stationary_chain(
    released: *const f64,
    n: usize,
    estimate: *const f64,
    laws: *const dpm_row_law,
    level: f64,
    work: *mut f64,
    work_len: usize,
    pi: *mut f64,
    intervals: *mut dpm_interval,
) -> dpm_status {
    let chain = Chain {
        matrix: released,
        n,
        laws,
    };
    status(|| {
        let inputs = [(estimate, domain::cells(n)?)];
        let own = stationary_chain_work_len(n);
        // an interval is two doubles, aligned as they are (asserted in interval.rs)
        let outs = [(pi, n), (intervals.cast::<f64>(), n.saturating_mul(2))];
        let work = (work, work_len);
        // SAFETY: the caller of the C function promises 2 n * n readable doubles, n readable laws, work_len and n writable doubles and n writable intervals.
        unsafe {
            of_chain(
                &chain,
                &Feasible::All,
                inputs,
                work,
                own,
                outs,
                |given, [pi, ends]| {
                    // SAFETY: 2 n doubles are n intervals of the same layout, whose every bit pattern is a value; `ends` is not used again.
                    let intervals =
                        core::slice::from_raw_parts_mut(ends.as_mut_ptr().cast::<Interval>(), n);
                    let ([estimate], level) = (given.inputs, Level::new(level)?);
                    let (released, laws) = (given.matrix, given.laws);
                    stationary_chain(released, estimate, laws, level, given.work, pi, intervals)?;
                    Ok(())
                },
            )
        }
    })
}
