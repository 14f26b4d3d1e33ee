//! Ergodicity coefficients: how fast a chain forgets where it started.
use super::StochasticMatrix;
use crate::domain::InParts;
use crate::error::{Error, Result};

/// Scratch elements that [`tau_inf`] needs for n states: n.
pub const fn tau_inf_work_len(n: usize) -> usize {
    n
}

/// tau_1(P) = 0.5 max_ij sum_k abs(P_ik - P_jk), the coefficient of Dobrushin.
///
/// - Domain: any stochastic matrix. Values lie in [0, 1].
/// - What it bounds: TV(x P, y P) <= tau_1 TV(x, y) for all distributions x, y; hence the modulus of
///   every eigenvalue but the one 1, and tau_1(P Q) <= tau_1(P) tau_1(Q).
/// - Special values: 0 where all rows are equal, 1 where two rows have no common next state.
/// - Accuracy: absolute error at most n 2^-52, from the subtraction of entries.
/// - Method: the definition [Dobrushin 1956, doi:10.1137/1101006].
/// - Cost: 3/2 n^3 operations, no scratch.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, ergodicity};
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// assert_eq!(ergodicity::tau_one(p.as_matrix()), 0.25);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tau_one(matrix: StochasticMatrix<'_>) -> f64 {
    let tau = tau_one_of(matrix.as_slice(), matrix.states());
    if tau < 1.0 { tau } else { 1.0 }
}

/// The same of any n x n numbers; infinite where one of them is infinite or NaN.
pub(super) fn tau_one_of(cells: &[f64], n: usize) -> f64 {
    let mut max = 0.0;
    for (i, a) in cells.parts(n).enumerate() {
        for b in cells.parts(n).take(i) {
            let distance = distance(a, b);
            if !(distance <= max) {
                max = distance;
            }
        }
        if !(max < f64::INFINITY) {
            return f64::INFINITY;
        }
    }
    0.5 * max
}

/// sum abs(a_k - b_k), by four interleaved partial sums.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let rest = a_rest.iter().zip(b_rest);
    let rest: f64 = rest.map(|(x, y)| (x - y).abs()).sum();
    for (a, b) in a.iter().zip(b) {
        for (lane, (x, y)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += (x - y).abs();
        }
    }
    let [p, q, r, s] = lanes;
    ((p + q) + (r + s)) + rest
}

/// tau_inf(P) = max over columns of (sum of the floor(n/2) largest entries - sum of the floor(n/2)
/// smallest) [A, Def. 7].
///
/// - Domain: any stochastic matrix. Values lie in [0, floor(n/2)].
/// - What it bounds: max_j abs((z P)_j) <= tau_inf max_j abs(z_j) for every z with sum 0; hence the
///   modulus of every eigenvalue but the one 1. From 1 on it says nothing, and chains that mix well
///   can reach that: [`tau_one`] is never above 1.
/// - Special values: 0 where all rows are equal.
/// - Accuracy: absolute error at most n 2^-53 times the value and the entries' differences; no two
///   sums are subtracted.
/// - Method: the largest minus the smallest halves are sum_i abs(P_ij - median), the column's median
///   found by bisection of the bit patterns, which order as the numbers do: no sort.
/// - Cost: at most 64 n^2 comparisons; n scratch.
///
/// # Errors
/// [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, ergodicity};
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// assert_eq!(ergodicity::tau_inf(p.as_matrix(), &mut [0.0; 3])?, 0.25);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tau_inf(matrix: StochasticMatrix<'_>, work: &mut [f64]) -> Result<f64> {
    let n = matrix.states();
    let column = work
        .get_mut(..tau_inf_work_len(n))
        .ok_or(Error::WorkLength)?;
    let mut max = 0.0;
    for j in 0..n {
        for (cell, p) in column.iter_mut().zip(matrix.column(j)) {
            *cell = *p + 0.0; // -0 becomes 0, whose bits are the smallest
        }
        let median = lower_median(column);
        let spread: f64 = column.iter().map(|p| (p - median).abs()).sum();
        if spread > max {
            max = spread;
        }
    }
    Ok(max)
}

/// The ceil(n/2)-th smallest of n numbers >= 0.
fn lower_median(column: &[f64]) -> f64 {
    let wanted = column.len().div_ceil(2);
    let bits = || column.iter().map(|p| p.to_bits());
    let (mut low, mut high) = (bits().min().unwrap_or(0), bits().max().unwrap_or(0));
    // The smallest value v of [low, high] with at least `wanted` numbers <= v.
    while low < high {
        let middle = low + (high - low) / 2;
        let value = f64::from_bits(middle);
        if column.iter().filter(|p| **p <= value).count() >= wanted {
            high = middle;
        } else {
            low = middle.wrapping_add(1);
        }
    }
    f64::from_bits(high)
}
