//! After the release: from the released chain and public parameters alone.
use super::delta_method::{Bias, bias_effect_of, check_inputs, expected_distance, variances_of};
use super::weighted::coefficient;
use super::{check_laws, check_tau_one};
use crate::chain::StochasticMatrix;
use crate::domain::Level;
use crate::error::{Error, Result};
use crate::utility::row_error::{RowLaw, depth, up};

/// P(max_i ||P_i - P~_i||_1 <= the returned value) >= `level`, whatever the true chain is; at most 2.
///
/// The largest over the rows of [`RowLaw::l1_bound_after_release`] at the level 1 - (1 - level)/n: the union bound. It bounds |tau_1(P) - tau_1(P~)| as well.
///
/// # Errors
/// [`Error::Length`] unless there are n laws; [`Error::Infeasible`] for a row with more positive entries than feasible cells.
pub fn after_release_row_bound(
    released: StochasticMatrix<'_>,
    laws: &[RowLaw],
    level: Level,
) -> Result<f64> {
    check_laws(released, laws)?;
    let depth = depth(level, released.states());
    let mut largest = 0.0f64;
    for (row, law) in released.rows().zip(laws) {
        largest = largest.max(law.after_release(row, depth)?);
    }
    Ok(largest)
}

/// P(TV(pi, pi~) <= the returned value) >= `level`, whatever the true chain is; at most 1.
///
/// ```text
/// 0.5 tau_1(A~#) max_i ||E_i||_1,   A~# the group inverse of I - P~, max_i ||E_i||_1 by `after_release_row_bound`
/// ```
///
/// Proof. Exchange P and P~ in the identity of the [module](super): pi - pi~ = -pi E A~#, for every stationary distribution pi of P; then as for
/// [`super::bound`]. A~# belongs to the released chain: it is known, not estimated, so the one event that may fail is that of the rows. QED.
///
/// - **Domain**: `tau_one_of_group_inverse` at least tau_1(A~#). Row totals in `laws`: public ones, or lower bounds of them that were not computed from
///   the log (the result is else as secret as they are).
/// - **Errors**: as [`after_release_row_bound`]; [`Error::Domain`] for a coefficient below 0.499 (none is below 1/2) or not finite.
///
/// ```
/// use dpmarkov::chain::{StochasticMatrix, group_inverse};
/// use dpmarkov::domain::Level;
/// use dpmarkov::utility::{row_error::RowLaw, stationary_error::after_release_bound};
/// // two states, Dir(k C) with k = 9,999: half of tau_1(A#) = 1/(p + q), times 2 sqrt(ln(2/0.025)/(2 (k + 1))) at 1 - 0.05/2 for each row
/// let released = StochasticMatrix::new(&[0.7, 0.3, 0.2, 0.8], 2)?;
/// let (mut inverse, mut pi) = ([0.0; 4], [0.0; 2]);
/// let mut work = [0.0; group_inverse::work_len(2)];
/// group_inverse::group_inverse(released, &mut work, &mut inverse, &mut pi)?;
/// let tau = group_inverse::tau_one(&inverse, 2)?;
/// let bound = after_release_bound(released, tau, &[RowLaw::published(9999.0, 2)?; 2], Level::new(0.95)?)?;
/// assert!((bound - 2.0 * (80.0_f64.ln() / 20_000.0).sqrt()).abs() < 1e-8);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn after_release_bound(
    released: StochasticMatrix<'_>,
    tau_one_of_group_inverse: f64,
    laws: &[RowLaw],
    level: Level,
) -> Result<f64> {
    check_tau_one(tau_one_of_group_inverse)?;
    let largest = after_release_row_bound(released, laws, level)?;
    Ok(up(0.5 * tau_one_of_group_inverse * largest, 0).min(1.0))
}

/// Scratch elements that [`after_release_weighted_bound`] needs for n states: 2 n.
pub const fn after_release_weighted_bound_work_len(n: usize) -> usize {
    n.saturating_mul(2)
}

/// P(TV(pi, pi~) <= the returned value) >= `level`, whatever the true chain is: but for rounding never above [`after_release_bound`], and far below where the rows with
/// large errors are rarely visited.
///
/// ```text
/// 0.5 L sum_i pi~_i r_i/(1 - theta),   theta = max_i L r_i/w_i < 1
/// ```
///
/// for any weights w_j >= 1: r_i the row's bound on ||E_i||_1 at the level 1 - (1 - level)/n, L = 0.5 max_lk ||A~#_l - A~#_k||_w, ||v||_w = sum w_j |v_j|.
///
/// Proof. d = pi - pi~ = -pi E A~# = -pi~ E A~# - d E A~#. For v of sum 0 ||v A~#||_w <= L ||v||_1, so where ||E_i||_1 <= r_i for all i,
/// ||d||_w <= L sum pi~_i r_i + sum |d_i| L r_i <= L sum pi~_i r_i + theta ||d||_w, and 2 TV = ||d||_1 <= ||d||_w. QED.
///
/// - **Domain**: `pi`, `group_inverse` those of the released chain. Row totals as in [`after_release_bound`].
/// - **Cost**: about 20 n^3 operations; 2 n scratch ([`after_release_weighted_bound_work_len`]).
///
/// # Errors
/// As [`after_release_row_bound`]; [`Error::Length`], [`Error::WorkLength`]; [`Error::Domain`] for a `pi` or `group_inverse` that is no chain's, as in [`super::variances`].
pub fn after_release_weighted_bound(
    released: StochasticMatrix<'_>,
    pi: &[f64],
    group_inverse: &[f64],
    laws: &[RowLaw],
    level: Level,
    work: &mut [f64],
) -> Result<f64> {
    let n = released.states();
    check_laws(released, laws)?;
    check_inputs(released, pi, group_inverse, pi)?;
    let (weights, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let errors = work.get_mut(..n).ok_or(Error::WorkLength)?;
    weights.fill(1.0);
    let tau = coefficient(group_inverse, weights);
    let mut least = after_release_bound(released, tau, laws, level)?;
    let depth = depth(level, n);
    for ((row, law), error) in released.rows().zip(laws).zip(errors.iter_mut()) {
        *error = law.after_release(row, depth)?;
    }
    let mean: f64 = errors.iter().zip(pi).map(|(r, p)| r * p).sum();
    for target in [0.25, 0.5, 0.75] {
        weights.fill(1.0);
        for _ in 0..12 {
            let l = coefficient(group_inverse, weights);
            // beyond 1e12 there is no fixed point
            if !(l < 1e12) {
                break;
            }
            let largest = |theta: f64, (r, w): (&f64, &f64)| theta.max(up(l * r / w, 0));
            let theta = errors.iter().zip(weights.iter()).fold(0.0, largest);
            if theta < 0.999 {
                // 1 - theta >= 0.001 loses up to 1000 units
                let value = up(0.5 * l * mean / (1.0 - theta), n.saturating_add(4096));
                if value < least {
                    least = value;
                }
            }
            for (w, r) in weights.iter_mut().zip(errors.iter()) {
                *w = (l * r / target).max(1.0);
            }
        }
    }
    Ok(least)
}

/// The first-order effect of the bias on pi, from the released chain: sum_i pi~_i s_i/(1 - s_i) (u_i - P~_i) A~#, u_i uniform over the feasible cells.
///
/// A row's mean is m = (1 - s) C + s u, so its bias s (u - C) is s/(1 - s) (u - m); P~_i stands for m. `pi` minus it is a debiased stationary
/// distribution, to first order. A row's feasible cells are its positive entries.
///
/// # Errors
/// As [`super::variances`]; [`Error::EmptyRow`] for a law with s = 1, a row without events; [`Error::Infeasible`] for a law of fewer feasible cells than its row
/// has positive entries, or of more where s > 0, as then none is released as 0. `effect` is untouched then.
pub fn after_release_bias_effect(
    released: StochasticMatrix<'_>,
    pi: &[f64],
    group_inverse: &[f64],
    laws: &[RowLaw],
    work: &mut [f64],
    effect: &mut [f64],
) -> Result<()> {
    bias_effect_of(
        released,
        Bias::OfReleased,
        pi,
        group_inverse,
        laws,
        work,
        effect,
    )
}

/// E TV(pi, pi~), estimated from the released chain: [`super::estimate`] with P~ in place of P, the bias by [`after_release_bias_effect`].
///
/// Not a bound: see [`after_release_bound`]. `pi`, `group_inverse`: those of the released chain. `work`: [`super::estimate_work_len`].
///
/// Errors: as [`after_release_bias_effect`].
pub fn after_release_estimate(
    released: StochasticMatrix<'_>,
    pi: &[f64],
    group_inverse: &[f64],
    laws: &[RowLaw],
    work: &mut [f64],
) -> Result<f64> {
    let n = released.states();
    let (effect, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (values, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    after_release_bias_effect(released, pi, group_inverse, laws, work, effect)?;
    let noises = laws.iter().map(RowLaw::noise);
    variances_of(released, pi, group_inverse, noises, work, values)?;
    expected_distance(effect, values)
}
