//! The rigorous bounds before the release.
use super::{check_laws, check_tau_one};
use crate::chain::StochasticMatrix;
use crate::error::{Error, Result};
use crate::special::float::sqrt;
use crate::utility::RowNoise;
use crate::utility::row_error::{RowLaw, UNIT, up};

/// E TV(pi, pi~) <= the returned value, at most 1.
///
/// ```text
/// 0.5 tau_1(A#) ( sqrt(sum_i b_i^2) + max_i (||bias_i||_1 + 4 n_i 2^-32) ),
/// b_i = sum_j sqrt(Var x_ij)   (Dirichlet, urn),   sqrt(E (||k_i||_1 + |sum k_i|)^2)/N'_i   (noisy counts)
/// ```
///
/// Proof. pi~ - pi = pi~ E A# ([module](super)); pi~ E sums to 0, and for such v ||v A#||_1 <= tau_1(A#) ||v||_1: v is a mixture of differences of two
/// unit vectors times ||v||_1/2, each mapped to at most 2 tau_1. ||pi~ E||_1 <= sum pi~_i ||E_i||_1 <= max_i ||E_i||_1, whatever pi~ is, however it
/// depends on E. E_i is noise + bias + quantisation, so max_i ||E_i||_1 <= max_i ||noise_i||_1 + max_i (||bias_i||_1 + ||q_i||_1), and
/// E max_i ||noise_i||_1 <= sqrt(E sum_i ||noise_i||_1^2) (Jensen), where E ||noise_i||_1^2 = E (sum_j |e_ij|)^2 <= b_i^2 by E |e_j e_k| <= sd_j sd_k, or by
/// the noisy counts' own bound ([`crate::utility::row_error`]). QED.
///
/// - **Domain**: `tau_one_of_group_inverse` at least tau_1(A#) of this chain, [`crate::chain::group_inverse::tau_one`]; one law for every row.
/// - **Supports**: a row has [`RowLaw::cells`] feasible cells; the positive entries are among them.
/// - **Guarantee**: an inequality, rounded up; no row need be near its mean, no count large.
/// - **Cost**: two square roots for each positive entry; no scratch.
///
/// # Errors
/// [`Error::Length`] unless there are n laws; [`Error::Domain`] for a coefficient below 0.499 or not finite: tau_1(A#) >= 1/2, as
/// ||v||_1 = ||(v A#)(I - P)||_1 <= 2 ||v A#||_1 for every v of sum 0; [`Error::Infeasible`] for a row
/// with more positive entries than feasible cells.
pub fn bound(
    matrix: StochasticMatrix<'_>,
    tau_one_of_group_inverse: f64,
    laws: &[RowLaw],
) -> Result<f64> {
    check_tau_one(tau_one_of_group_inverse)?;
    let largest = largest_row_error(matrix, laws)?;
    Ok(up(0.5 * tau_one_of_group_inverse * largest, 0).min(1.0))
}

/// E max_i ||E_i||_1 <= the returned value.
fn largest_row_error(matrix: StochasticMatrix<'_>, laws: &[RowLaw]) -> Result<f64> {
    check_laws(matrix, laws)?;
    let (mut squares, mut fixed) = (0.0, 0.0f64);
    for (row, law) in matrix.rows().zip(laws) {
        let sums = law.sums(row)?;
        squares += sums.deviation * sums.deviation;
        fixed = fixed.max(sums.bias + sums.quantisation);
    }
    Ok(up(sqrt(squares) + fixed, matrix.states()))
}

/// E |tau_1(P) - tau_1(P~)| <= the returned value, at most 1: sqrt(sum_i b_i^2) + max_i (||bias_i||_1 + 4 n_i 2^-32), b_i as in [`bound`].
///
/// Proof. tau_1 = 0.5 max_ij ||P_i - P_j||_1, so it changes by at most 0.5 max_ij (||E_i||_1 + ||E_j||_1) <= max_i ||E_i||_1, whose mean the proof of
/// [`bound`] bounds. QED.
///
/// Cost, errors: as [`bound`].
///
/// ```
/// use dpmarkov::{chain::StochasticMatrix, utility::{row_error::RowLaw, stationary_error::tau_one_change_bound}};
/// // Dir(8, 8) in two rows: b_i = 2 sqrt(1/4/17)
/// let chain = StochasticMatrix::new(&[0.5; 4], 2)?;
/// let bound = tau_one_change_bound(chain, &[RowLaw::published(16.0, 2)?; 2])?;
/// assert!((bound - (2.0_f64 / 17.0).sqrt()).abs() < 1e-8);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tau_one_change_bound(matrix: StochasticMatrix<'_>, laws: &[RowLaw]) -> Result<f64> {
    Ok(largest_row_error(matrix, laws)?.min(1.0))
}

/// Scratch elements that [`tau_inf_change_bound`] needs for n states: n.
pub const fn tau_inf_change_work_len(n: usize) -> usize {
    n
}

/// E |tau_inf(P) - tau_inf(P~)| <= the returned value, at most floor(n/2).
///
/// ```text
/// max_j sum_i (sd_ij + |bias_ij|) + sqrt(sum_ij sd_ij^2)   and the quantisation;   for a row of noisy counts (b_i + ||bias_i||_1)/2 in every column
/// ```
///
/// Proof. tau_inf(P) = max over |z_i| <= 1, sum z = 0, and columns j of |sum_i z_i P_ij|, so it changes by at most max_j sum_i |E_ij|. For Dirichlet and urn
/// rows let X_j = sum_i |e_ij|: E X_j <= sum_i sd_ij, and E max_j X_j <= max_j E X_j + E max_j |X_j - E X_j|, the last at most sqrt(sum_j Var X_j),
/// Var X_j = sum_i Var |e_ij| <= sum_i sd_ij^2, rows being independent. Bias and quantisation, |q_ij| <= 2^-32 (n_i x_ij + 3), are added column by column. Of a
/// row of noisy counts every entry is at most half its norm, as it sums to 0. QED.
///
/// - **Supports**: which of a row's empty cells are feasible does not matter here: if any is, all count as feasible, which only raises the bound.
/// - **Cost**: as [`bound`]; n scratch ([`tau_inf_change_work_len`]).
///
/// # Errors
/// As [`bound`]; [`Error::WorkLength`].
pub fn tau_inf_change_bound(
    matrix: StochasticMatrix<'_>,
    laws: &[RowLaw],
    work: &mut [f64],
) -> Result<f64> {
    let n = matrix.states();
    check_laws(matrix, laws)?;
    let columns = work
        .get_mut(..tau_inf_change_work_len(n))
        .ok_or(Error::WorkLength)?;
    columns.fill(0.0);
    let (mut everywhere, mut squares) = (0.0, 0.0);
    for (row, law) in matrix.rows().zip(laws) {
        let sums = law.sums(row)?;
        if let RowNoise::Independent { .. } = law.noise() {
            everywhere += 0.5 * (sums.deviation + sums.bias + sums.quantisation);
            continue;
        }
        let cells = law.cells() as f64;
        let has_empty = row.iter().filter(|p| **p > 0.0).count() < law.cells();
        if law.cells() < 2 {
            continue;
        }
        for (column, share) in columns.iter_mut().zip(row) {
            if *share > 0.0 || has_empty {
                // |q| <= 2^-32 (n (m + |e|) + 3): E |e| <= sd
                let deviation = law.deviation(*share) * (1.0 + cells * UNIT);
                let quantisation = UNIT * (cells * law.mean(*share) + 3.0);
                *column += deviation + law.bias(*share).abs() + quantisation;
                squares += deviation * deviation;
            }
        }
    }
    let largest = columns.iter().copied().fold(0.0, f64::max);
    let terms = n.saturating_mul(4);
    // n <= 65,535 and n^2 squares, each rounding up to n^2 2^-53 of the sum before
    let squares = squares * (1.0 + (n as f64 * n as f64 + 64.0) * f64::EPSILON);
    let sum = up(largest + everywhere + sqrt(squares), terms);
    Ok(sum.min((n / 2) as f64))
}
