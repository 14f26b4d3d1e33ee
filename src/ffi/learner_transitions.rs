//! Transitions as symbols: what a released sequence says, and the laws of pairs.
use super::guard::{Input, Output, disjoint, status};
use super::status::dpm_status;
use super::support::Rows;
use crate::chain::StochasticMatrix;
use crate::domain;
use crate::learner::{Law, transitions};

/// The transition that a symbol stands for on the alphabet of all pairs of n states (2 to 4096, else DPM_ERR_STATES or DPM_ERR_ALPHABET), into `*from` and
/// `*to`: symbol = n * from + to, so that the counts of dpm_counts_record() are the histogram of these symbols as they stand. DPM_ERR_SYMBOL from n * n on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_pair(
    symbol: u32,
    n: usize,
    from: *mut usize,
    to: *mut usize,
) -> dpm_status {
    status(|| {
        let (from, to) = (Output::new(from, 1)?, Output::new(to, 1)?);
        disjoint(&[from.extent, to.extent], &[])?;
        let (left, next) = transitions::pair(symbol, n)?;
        // SAFETY: checked above; the caller promises two writable numbers.
        unsafe {
            from.write(left);
            to.write(next);
        }
        Ok(())
    })
}

/// dpm_learner_pair() on the alphabet of the feasible transitions of a support (dpm_support_check()), numbered in its order: then counts[cells] are the histogram, and
/// no vote names an infeasible transition. DPM_ERR_SYMBOL from `cells` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_feasible_pair(
    symbol: u32,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    from: *mut usize,
    to: *mut usize,
) -> dpm_status {
    status(|| {
        let rows = Rows::new(starts, targets, n, cells)?;
        let (from, to) = (Output::new(from, 1)?, Output::new(to, 1)?);
        let [starts, targets] = rows.extents();
        disjoint(&[from.extent, to.extent], &[starts, targets])?;
        // SAFETY: checked above; the caller promises the readable arrays of a support.
        let support = unsafe { rows.checked()? };
        let (left, next) = transitions::feasible_pair(symbol, support)?;
        // SAFETY: checked above; the caller promises two writable numbers.
        unsafe {
            from.write(left);
            to.write(next);
        }
        Ok(())
    })
}

/// Adds the symbols of a released sequence, sequence[length] (1 to 65536 symbols), to counts[n], all or nothing: on the alphabet of pairs, n * n counts, a
/// chain can be estimated from them and costs no more privacy. DPM_ERR_SYMBOL, DPM_ERR_COUNT_OVERFLOW.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_add(
    counts: *mut u32,
    n: usize,
    sequence: *const u32,
    length: usize,
) -> dpm_status {
    status(|| {
        super::learner_vote::sizes(n, length)?;
        let (counts, sequence) = (Output::new(counts, n)?, Input::new(sequence, length)?);
        disjoint(&[counts.extent], &[sequence.extent])?;
        // SAFETY: checked above; the caller promises n writable counts and `length` readable symbols.
        let (counts, sequence) = unsafe { (counts.elements(), sequence.elements()) };
        Ok(transitions::add(sequence, counts)?)
    })
}

/// n * n, where it is a number of symbols.
fn pairs(n: usize) -> crate::error::Result<usize> {
    domain::cells(n)?;
    transitions::pair_symbols(n)
}

/// The law of the pairs of a stationary chain, matrix[n * n] and pi[n] (dpm_stationary_gth()), in whole weights of about `total` together, into weights[n *
/// n]: a public guess for dpm_learner_expect(). n is 2 to 4096. Each weight is the nearest integer to total pi P, at least 1 where that is positive.
/// DPM_ERR_DOMAIN where an entry of pi is not in [0, 1] or total is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_law_of_chain(
    matrix: *const f64,
    n: usize,
    pi: *const f64,
    total: u32,
    weights: *mut u32,
) -> dpm_status {
    status(|| {
        let symbols = pairs(n)?;
        let (matrix, pi) = (Input::new(matrix, symbols)?, Input::new(pi, n)?);
        let weights = Output::new(weights, symbols)?;
        disjoint(&[weights.extent], &[matrix.extent, pi.extent])?;
        // SAFETY: checked above; the caller promises n * n and n readable doubles and n * n writable weights.
        let (matrix, pi, weights) =
            unsafe { (matrix.elements(), pi.elements(), weights.elements()) };
        let chain = StochasticMatrix::new(matrix, n)?;
        Ok(transitions::law_of_chain(chain, pi, total, weights)?)
    })
}

/// The chain that a law of pairs, weights[n * n], describes, into matrix[n * n]: each row divided by its sum. n is 2 to 4096. DPM_ERR_EMPTY_ROW where a state
/// has no weight.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_chain_of_law(
    weights: *const u32,
    n: usize,
    matrix: *mut f64,
) -> dpm_status {
    status(|| {
        let symbols = pairs(n)?;
        let (weights, matrix) = (Input::new(weights, symbols)?, Output::new(matrix, symbols)?);
        disjoint(&[matrix.extent], &[weights.extent])?;
        // SAFETY: checked above; the caller promises n * n readable weights and n * n writable doubles.
        let (weights, matrix) = unsafe { (weights.elements(), matrix.elements()) };
        transitions::chain_of_law(Law::new(weights)?, n, matrix)?;
        Ok(())
    })
}
