//! The delta method: first order in the rows' errors.
use crate::chain::StochasticMatrix;
use crate::error::{Error, Result};
use crate::utility::RowNoise;

/// Scratch elements that [`variances`] needs for n states: n.
pub const fn variances_work_len(n: usize) -> usize {
    n
}

/// V_j, the first-order variance of every entry of the stationary distribution of a released chain.
///
/// ```text
/// V_j = sum_i pi_i^2 Var(sum_l x_il A#_lj)
///     = sum_i pi_i^2 factor_i sum_l P_il (A#_lj - (P A#)_ij)^2                      (Multinomial)
///     = sum_i pi_i^2 variance_i sum over feasible l of (A#_lj - (P A#)_ij)^2        (Independent)
/// ```
///
/// Proof. With E = P~ - P and A# the group inverse of I - P, pi~ - pi = pi~ E A# = pi E A# + (pi~ - pi) E A#: the first term is linear in
/// the rows' errors, the second of second order. Rows are drawn independently, so the variances of sum_l E_il A#_lj add up with weights
/// pi_i^2; [`RowNoise`] gives each. QED.
///
/// - **An estimate, not a bound**: second-order terms are left out.
/// - Before the release `matrix` is the mean of what is released (or the true chain, where the bias is small), after it the released chain itself.
/// - **Domain**: `pi` and `group_inverse` those of `matrix`; one noise for every row. A row's feasible cells are its positive entries: those
///   of a released chain.
/// - **Units**: shares squared. **Accuracy**: relative error about n 2^-52 max|A#|/|differences of A#|; never negative.
/// - **Cost**: 2 operations for every positive entry and state, n^3 at most twice; n scratch ([`variances_work_len`]).
///
/// # Errors
/// [`Error::Length`] unless `pi`, `noises` and `variances` have n elements and `group_inverse` n * n; [`Error::WorkLength`]; [`Error::Domain`] for
/// a noise that is negative or not finite. `variances` is untouched then.
///
/// ```
/// use dpmarkov::{chain::TransitionMatrix, utility::{RowNoise, stationary_error::variances}};
/// // pi_1 = p/(p + q): its derivatives are q/(p + q)^2 and -p/(p + q)^2
/// let (p, q) = (0.5, 0.25);
/// let (chain, s) = (TransitionMatrix::new([[1.0 - p, p], [q, 1.0 - q]])?, p + q);
/// let (pi, inverse) = ([q / s, p / s], [p / (s * s), -p / (s * s), -q / (s * s), q / (s * s)]);
/// let noises = [RowNoise::published(99.0)?, RowNoise::published(199.0)?]; // factors 1/100 and 1/200
/// let mut v = [0.0; 2];
/// variances(chain.as_matrix(), &pi, &inverse, &noises, &mut [0.0; 2], &mut v)?;
/// let want = (q * q * p * (1.0 - p) / 100.0 + p * p * q * (1.0 - q) / 200.0) / (s * s * s * s);
/// assert!((v[1] / want - 1.0).abs() < 1e-14 && (v[0] / want - 1.0).abs() < 1e-14);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn variances(
    matrix: StochasticMatrix<'_>,
    pi: &[f64],
    group_inverse: &[f64],
    noises: &[RowNoise],
    work: &mut [f64],
    variances: &mut [f64],
) -> Result<()> {
    let n = matrix.states();
    if pi.len() != n
        || noises.len() != n
        || variances.len() != n
        || group_inverse.len() != matrix.as_slice().len()
    {
        return Err(Error::Length);
    }
    let mean = work
        .get_mut(..variances_work_len(n))
        .ok_or(Error::WorkLength)?;
    if !noises.iter().all(RowNoise::is_valid) {
        return Err(Error::Domain);
    }
    variances.fill(0.0);
    for ((row, share), noise) in matrix.rows().zip(pi).zip(noises) {
        let scale = share * share * noise.scale();
        if !(scale > 0.0) {
            continue;
        }
        // row i of P A#
        mean.fill(0.0);
        for (p, a) in row.iter().zip(group_inverse.chunks_exact(n.max(1))) {
            if *p > 0.0 {
                for (mean, a) in mean.iter_mut().zip(a) {
                    *mean += p * a;
                }
            }
        }
        for (p, a) in row.iter().zip(group_inverse.chunks_exact(n.max(1))) {
            if *p > 0.0 {
                let weight = scale * noise.weight(*p);
                for ((v, mean), a) in variances.iter_mut().zip(mean.iter()).zip(a) {
                    let distance = a - mean;
                    *v += weight * (distance * distance);
                }
            }
        }
    }
    Ok(())
}
