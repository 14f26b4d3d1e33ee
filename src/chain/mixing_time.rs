//! After how many steps a chain has forgotten where it started.
use super::classes::{class_list, classes_work_len, period};
use super::matrix::row_sum_tolerance;
use super::predict::squared;
use super::{StochasticMatrix, ergodicity};
use crate::error::{Error, Result};
use crate::special::float::{ceil, ln};

/// Powers up to P^(2^MOST) are tried.
const MOST: u32 = 40;

/// Scratch elements that [`mixing_time_upper`] needs for n states: 2 n^2 + 2 n.
pub const fn work_len(n: usize) -> usize {
    n.saturating_mul(n)
        .saturating_mul(2)
        .saturating_add(classes_work_len(n))
}

/// m such that TV(x P^m, pi) <= `distance` for every starting distribution x; `None` where there is none, or none was found.
///
/// ```text
/// m = a ceil(ln distance/ln tau_1(P^a)), the least over a = 1, 2, 4, ..
/// ```
///
/// Proof. TV(x P^m, pi) = TV(x P^m, pi P^m) <= tau_1(P^m), and tau_1(P^(a b)) <= tau_1(P^a)^b [Dobrushin 1956, doi:10.1137/1101006]. QED.
///
/// - **Domain**: 0 < distance < 1.
/// - **Guarantee**: the inequality holds; m may be up to about twice the least such number. Every power's rounding errors are added to its tau_1.
/// - **Special values**: `None` for several recurrent classes or a period above 1, whose tau_1(P^m) is 1 for every m; and for chains that take more
///   than about 2^40 steps, whose powers are lost in rounding errors. 1 where all rows are equal.
/// - **Cost**: 2 n^3 products and additions and as many comparisons for each of log2(m) squarings; 2 n^2 + 2 n scratch ([`work_len`]).
///
/// # Errors
/// [`Error::Tolerance`] for another distance, [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, mixing_time::{mixing_time_upper, work_len}};
/// // tau_1 = 0.5, and so is lambda_2: 0.5^7 < 0.01 < 0.5^6
/// let p = TransitionMatrix::new([[0.75, 0.25], [0.25, 0.75]])?;
/// assert_eq!(mixing_time_upper(p.as_matrix(), 0.01, &mut [0.0; work_len(2)])?, Some(7));
/// let swap = TransitionMatrix::new([[0.0, 1.0], [1.0, 0.0]])?;
/// assert_eq!(mixing_time_upper(swap.as_matrix(), 0.01, &mut [0.0; work_len(2)])?, None);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn mixing_time_upper(
    matrix: StochasticMatrix<'_>,
    distance: f64,
    work: &mut [f64],
) -> Result<Option<u64>> {
    if !(distance > 0.0 && distance < 1.0) {
        return Err(Error::Tolerance);
    }
    let n = matrix.states();
    let cells = matrix.as_slice().len();
    let work = work.get_mut(..work_len(n)).ok_or(Error::WorkLength)?;
    if never_mixes(matrix, work)? {
        return Ok(None);
    }
    let (mut power, rest) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let mut square = rest.get_mut(..cells).ok_or(Error::WorkLength)?;
    for (to, from) in power.iter_mut().zip(matrix.as_slice()) {
        *to = *from;
    }
    // As in second_eigenvalue_upper: sum over k of abs(power_ik - (P^m)_ik), at most, for every row i.
    let unit = (2.0 * n as f64 + 16.0) * f64::EPSILON;
    let mut error = 2.0 * row_sum_tolerance(n);
    let mut steps = 1.0;
    let mut least = f64::INFINITY;
    for _ in 0..MOST {
        let tau = ergodicity::tau_one(StochasticMatrix::new(power, n)?) * (1.0 + unit) + error;
        if tau <= distance {
            least = least.min(steps);
            break;
        }
        if tau < 1.0 {
            // ln distance and ln tau are below 0; the quotient is right to a few units in the last place
            let times = ceil(ln(distance) / ln(tau) * (1.0 + 8.0 * f64::EPSILON));
            least = least.min(steps * times);
        }
        squared(power, n, square);
        core::mem::swap(&mut power, &mut square);
        error = (2.0 * error + error * error + unit) * (1.0 + 4.0 * f64::EPSILON);
        steps *= 2.0;
        if !(error < distance) || least <= steps {
            break;
        }
    }
    // below 2^53: exact
    Ok((least < 9e15).then_some(least as u64))
}

/// Several recurrent classes, or one with a period.
fn never_mixes(matrix: StochasticMatrix<'_>, work: &mut [f64]) -> Result<bool> {
    let member = match class_list(matrix, None, work) {
        Ok(class) => class.first().map_or(0, |state| *state as usize),
        Err(Error::SeveralClasses) => return Ok(true),
        Err(other) => return Err(other),
    };
    Ok(period(matrix, member, work)? > 1)
}
