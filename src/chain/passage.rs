//! Mean first-passage times: how long a chain takes, on average, to reach a state.
use super::all_pairs::Block;
use super::classes::{is_irreducible, surely_reach};
use super::{StochasticMatrix, gth};
use crate::domain::InParts;
use crate::error::{Error, Result};

/// Scratch elements that [`mean_first_passage`] needs for n states: n^2 + 3 n.
pub const fn work_len(n: usize) -> usize {
    n.saturating_mul(n).saturating_add(n.saturating_mul(3))
}

/// `times[i]` = E steps until the chain that starts in i is in `target` for the first time; 0 for
/// `target` itself.
///
/// - Units: steps. The mean time until the chain returns to `target` is 1/pi_target, not 0.
/// - Special values: +infinity where the chain may never reach `target` (with positive probability).
/// - Accuracy: relative error of every entry at most 1e-13: every number is a sum of products of positive numbers.
/// - Method: (I - P) t = 1 on the states other than the target, by elimination without subtraction
///   [Grassmann, Taksar, Heyman 1985, doi:10.1287/opre.33.5.1107].
/// - Cost: 2/3 n^3 operations; n^2 + 3 n scratch.
///
/// # Errors
/// [`Error::StateIndex`]; [`Error::Underflow`] where products of probabilities fall below 2.3e-308, or a
/// time passes 1.8e308; [`Error::Length`] unless `times` has n elements; [`Error::WorkLength`]. `times` is then left as it was.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, passage};
/// // Kemeny and Snell's Land of Oz: rain, nice, snow.
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// let mut times = [0.0; 3];
/// passage::mean_first_passage(p.as_matrix(), 0, &mut [0.0; passage::work_len(3)], &mut times)?;
/// assert!((times[1] - 8.0 / 3.0).abs() < 1e-15 && (times[2] - 10.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn mean_first_passage(
    matrix: StochasticMatrix<'_>,
    target: usize,
    work: &mut [f64],
    times: &mut [f64],
) -> Result<()> {
    let n = matrix.states();
    if times.len() != n {
        return Err(Error::Length);
    }
    let (sure, solved) = to_target(matrix, target, work)?;
    spread(sure, solved, target, times.iter_mut());
    Ok(())
}

/// The times of all states, from those of the states that surely reach the target, itself left out.
fn spread<'t>(
    sure: &[f64],
    solved: &[f64],
    target: usize,
    times: impl Iterator<Item = &'t mut f64>,
) {
    let mut solved = solved.iter();
    for (i, (time, sure)) in times.zip(sure).enumerate() {
        *time = if i == target {
            0.0
        } else if *sure > 0.0 {
            solved.next().copied().unwrap_or(0.0)
        } else {
            f64::INFINITY
        };
    }
}

/// Marks of the states that surely reach the target, and the times of those but the target, in order.
fn to_target<'w>(
    matrix: StochasticMatrix<'_>,
    target: usize,
    work: &'w mut [f64],
) -> Result<(&'w [f64], &'w [f64])> {
    let n = matrix.states();
    let cells = matrix.as_slice().len();
    let work = work.get_mut(..work_len(n)).ok_or(Error::WorkLength)?;
    let (a, vectors) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let (marks, rest) = vectors.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (sure, times) = marks_first(matrix, target, marks, rest)?;
    // Position 0 is the target, then the others in order.
    let list = || {
        let others = sure.iter().enumerate();
        core::iter::once(target).chain(
            others
                .filter(move |(i, s)| *i != target && **s > 0.0)
                .map(|(i, _)| i),
        )
    };
    let size = list().count();
    let a = a
        .get_mut(..size.saturating_mul(size))
        .ok_or(Error::WorkLength)?;
    let times = times.get_mut(..size).ok_or(Error::WorkLength)?;
    for (((k, i), row), time) in list()
        .enumerate()
        .zip(a.parts_mut(size))
        .zip(times.iter_mut())
    {
        let from = matrix.row(i).unwrap_or_default();
        for (cell, j) in row.iter_mut().zip(list()) {
            *cell = from.get(j).copied().unwrap_or(0.0);
        }
        // Rows of the same scale, as in the stationary distribution: scale (I - P) t = scale.
        let scale = gth::row_scale(k, row);
        row.iter_mut().for_each(|p| *p *= scale);
        *time = scale;
    }
    gth::eliminate_down_to(a, size, 1)?;
    // b_i = scale_i + sum over k > i of a_ik b_k / s_k, from the last on; s_k stands on the diagonal.
    for (k, row) in a.parts(size).enumerate().skip(1).rev() {
        let Some((_, [rate, after @ ..])) = row.split_at_checked(k) else {
            continue;
        };
        let Some((_, [own, known @ ..])) = times.split_at_mut_checked(k) else {
            continue;
        };
        let later: f64 = after.iter().zip(known.iter()).map(|(a, b)| a * b).sum();
        *own = (*own + later) / rate;
    }
    // t_k = b_k / s_k + sum over 0 < j < k of p_kj t_j.
    if let Some(first) = times.first_mut() {
        *first = 0.0;
    }
    for (k, row) in a.parts(size).enumerate().skip(1) {
        let Some((known, [own, ..])) = times.split_at_mut_checked(k) else {
            continue;
        };
        let earlier: f64 = row.iter().zip(known.iter()).map(|(p, t)| p * t).sum();
        *own += earlier;
        if !(*own < f64::INFINITY) {
            return Err(Error::Underflow);
        }
    }
    Ok((sure, times.get(1..).unwrap_or_default()))
}

/// The marks at the front of `marks`, and n elements of scratch.
fn marks_first<'w>(
    matrix: StochasticMatrix<'_>,
    target: usize,
    marks: &'w mut [f64],
    rest: &'w mut [f64],
) -> Result<(&'w [f64], &'w mut [f64])> {
    let n = matrix.states();
    {
        let found = surely_reach(matrix, target, rest)?;
        for (to, from) in marks.iter_mut().zip(found.iter()) {
            *to = *from;
        }
    }
    let times = rest.get_mut(..n).ok_or(Error::WorkLength)?;
    Ok((marks, times))
}

/// Scratch elements that [`all_mean_first_passage`] needs for n states: 3 n^2 + 4 n.
pub const fn all_work_len(n: usize) -> usize {
    n.saturating_mul(n)
        .saturating_mul(3)
        .saturating_add(n.saturating_mul(4))
}

/// `times[i n + j]` = E steps until the chain that starts in i is in j for the first time; 0 on the
/// diagonal.
///
/// - Units, special values, accuracy: as [`mean_first_passage`].
/// - Method: half of the states is eliminated without subtraction, the times between the other half follow by
///   recursion, those from the eliminated ones by substitution; then the halves change places. This is
///   for chains in which every state leads to every other; else one target after another.
/// - Cost: about 3 n^3 operations; where some state cannot be reached from another, n^4 2/3. 3 n^2 + 4 n scratch.
///
/// # Errors
/// As [`mean_first_passage`]; [`Error::Length`] unless `times` has n * n elements.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, passage};
/// let p = TransitionMatrix::new([[0.5, 0.5], [0.25, 0.75]])?;
/// let mut times = [0.0; 4];
/// passage::all_mean_first_passage(p.as_matrix(), &mut [0.0; passage::all_work_len(2)], &mut times)?;
/// assert_eq!(times, [0.0, 2.0, 4.0, 0.0]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn all_mean_first_passage(
    matrix: StochasticMatrix<'_>,
    work: &mut [f64],
    times: &mut [f64],
) -> Result<()> {
    let n = matrix.states();
    let cells = matrix.as_slice().len();
    if times.len() != cells {
        return Err(Error::Length);
    }
    let work = work.get_mut(..all_work_len(n)).ok_or(Error::WorkLength)?;
    let irreducible = is_irreducible(matrix, work)?;
    let (found, rest) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    if irreducible {
        let (ones, rest) = rest.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
        ones.iter_mut().for_each(|b| *b = 1.0);
        let block = Block {
            cells: matrix.as_slice(),
            stride: n,
            costs: ones,
            first: 0,
        };
        block.solve(found, n, rest)?;
        if found.iter().any(|t| !(*t < f64::INFINITY)) {
            return Err(Error::Underflow);
        }
    } else {
        for target in 0..n {
            let (sure, solved) = to_target(matrix, target, rest)?;
            let column = found.iter_mut().skip(target).step_by(n.max(1));
            spread(sure, solved, target, column);
        }
    }
    for (to, from) in times.iter_mut().zip(found.iter()) {
        *to = *from;
    }
    Ok(())
}
