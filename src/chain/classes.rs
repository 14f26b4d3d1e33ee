//! Recurrent classes: the strongly connected components that have no exit.
//!
//! How they are found is told in `search.rs`; the period's method with [`period`].
use super::StochasticMatrix;
use super::search::{Found, MEMBER, NUMBERED, OUTSIDE, REPRESENTATIVE, SEEN, Search, UNSEEN};
use crate::error::{Error, Result};

/// Scratch elements that this module's functions need for n states: 2 n.
pub const fn classes_work_len(n: usize) -> usize {
    n.saturating_mul(2)
}

/// The number of recurrent classes, at least 1. An edge is an off-diagonal entry above 0.
///
/// Several classes mean that the stationary distribution is not unique: each class has one.
///
/// # Errors
/// [`Error::WorkLength`].
///
/// # Cost
/// At most 4 n^2 steps; about n for a matrix without zeros.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let identity = TransitionMatrix::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
/// assert_eq!(classes::recurrent_classes(identity.as_matrix(), &mut [0.0; 6])?, 3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn recurrent_classes(matrix: StochasticMatrix<'_>, work: &mut [f64]) -> Result<usize> {
    let mut search = Search::new(matrix, work)?;
    Ok(search.recurrent_classes().count)
}

/// The label of a state in no recurrent class.
pub const TRANSIENT: u32 = u32::MAX;

/// The recurrent class of every state: `labels[i]` is 0, 1, .. in order of the classes' lowest
/// states, or [`TRANSIENT`]. Returns the number of classes.
///
/// - Cost: at most 6 n^2 steps; 2 n scratch.
///
/// # Errors
/// [`Error::Length`] unless `labels` has n elements; [`Error::WorkLength`]. `labels` is then left as it was.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let p = TransitionMatrix::new([[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
/// let mut labels = [0; 3];
/// assert_eq!(classes::class_labels(p.as_matrix(), &mut [0.0; 6], &mut labels)?, 2);
/// assert_eq!(labels, [classes::TRANSIENT, 0, 1]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn class_labels(
    matrix: StochasticMatrix<'_>,
    work: &mut [f64],
    labels: &mut [u32],
) -> Result<usize> {
    if labels.len() != matrix.states() {
        return Err(Error::Length);
    }
    let mut search = Search::new(matrix, work)?;
    let count = search.recurrent_classes().count;
    let mut classes = 0.0;
    for state in 0..matrix.states() {
        if search.mark.get(state) == Some(&REPRESENTATIVE) {
            // Nothing leaves a recurrent class, and each has one representative.
            let rows = |state| matrix.row(state).into_iter().flatten();
            search.flood(state, NUMBERED + classes, |m| m < NUMBERED, rows);
            classes += 1.0;
        }
    }
    // The numbers so far follow the representatives: number again by the lowest states.
    search
        .queue
        .iter_mut()
        .for_each(|q| *q = f64::from(TRANSIENT));
    let mut next = 0_u32;
    for (mark, label) in search.mark.iter().zip(labels) {
        *label = TRANSIENT;
        if *mark >= NUMBERED
            && let Some(number) = search.queue.get_mut((*mark - NUMBERED) as usize)
        {
            if *number == f64::from(TRANSIENT) {
                *number = f64::from(next);
                next = next.saturating_add(1);
            }
            *label = *number as u32;
        }
    }
    Ok(count)
}

/// Whether every state leads to every other one.
///
/// - Cost: at most 2 n^2 steps; 2 n scratch.
///
/// # Errors
/// [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let p = TransitionMatrix::new([[0.0, 1.0], [1.0, 0.0]])?;
/// assert!(classes::is_irreducible(p.as_matrix(), &mut [0.0; 4])?);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn is_irreducible(matrix: StochasticMatrix<'_>, work: &mut [f64]) -> Result<bool> {
    let mut search = Search::new(matrix, work)?;
    search.backward(0, MEMBER);
    if search.mark.iter().any(|m| *m != MEMBER) {
        return Ok(false);
    }
    search.mark.iter_mut().for_each(|m| *m = UNSEEN);
    search.forward(0);
    Ok(search.mark.iter().all(|m| *m == MEMBER))
}

/// The period of `state`: the greatest common divisor of the numbers of steps in which the chain can
/// return to it. All states of a class have the same. 1: aperiodic.
///
/// - Special values: 0 where the chain cannot return to `state`; 1 where it can stay there.
/// - Method: with l_u the fewest steps from `state` to u, the divisor of l_u + 1 - l_v over the
///   transitions u -> v among the states that lead back [Denardo 1977, doi:10.1287/opre.25.6.1029 (periods of connected networks)].
/// - Cost: at most 3 n^2 steps; 2 n scratch.
///
/// # Errors
/// [`Error::StateIndex`], [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let p = TransitionMatrix::new([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5], [0.0, 1.0, 0.0]])?;
/// assert_eq!(classes::period(p.as_matrix(), 0, &mut [0.0; 6])?, 2);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn period(matrix: StochasticMatrix<'_>, state: usize, work: &mut [f64]) -> Result<usize> {
    if state >= matrix.states() {
        return Err(Error::StateIndex);
    }
    let mut search = Search::new(matrix, work)?;
    search.backward(state, SEEN);
    Ok(search.period(state))
}

/// Whether `state` is never left: no other state has a positive probability from it.
///
/// # Errors
/// [`Error::StateIndex`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let p = TransitionMatrix::new([[1.0, 0.0], [0.5, 0.5]])?;
/// assert!(classes::is_absorbing(p.as_matrix(), 0)? && !classes::is_absorbing(p.as_matrix(), 1)?);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn is_absorbing(matrix: StochasticMatrix<'_>, state: usize) -> Result<bool> {
    let row = matrix.row(state).ok_or(Error::StateIndex)?;
    Ok(row
        .iter()
        .enumerate()
        .all(|(j, p)| j == state || !(*p > 0.0)))
}

/// The recurrent class that `state` ends up in: `members[i]` (a `bool`, or 0 and 1) tells whether state i belongs to it.
/// Returns its number of states.
///
/// # Errors
/// [`Error::SeveralClasses`] where `state` may end up in more than one; [`Error::StateIndex`];
/// [`Error::Length`] unless `members` has n elements; [`Error::WorkLength`]. `members` is then left
/// as it was.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, classes};
/// let p = TransitionMatrix::new([[0.2, 0.8, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
/// let mut members = [false; 3];
/// assert_eq!(classes::recurrent_class_of(p.as_matrix(), 0, &mut [0.0; 6], &mut members)?, 1);
/// assert_eq!(members, [false, true, false]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn recurrent_class_of<M: From<bool>>(
    matrix: StochasticMatrix<'_>,
    state: usize,
    work: &mut [f64],
    members: &mut [M],
) -> Result<usize> {
    if members.len() != matrix.states() {
        return Err(Error::Length);
    }
    let class = class_list(matrix, Some(state), work)?;
    members.iter_mut().for_each(|m| *m = M::from(false));
    for member in class.iter() {
        if let Some(m) = members.get_mut(*member as usize) {
            *m = M::from(true);
        }
    }
    Ok(class.len())
}

/// The states of the only recurrent class (of those that `from` reaches), in rising order, at the
/// front of `work`.
pub(super) fn class_list<'w>(
    matrix: StochasticMatrix<'_>,
    from: Option<usize>,
    work: &'w mut [f64],
) -> Result<&'w mut [f64]> {
    let mut search = Search::new(matrix, work)?;
    if let Some(state) = from {
        search.restrict(state)?;
    }
    let Found {
        count,
        representative,
    } = search.recurrent_classes();
    if count != 1 {
        return Err(Error::SeveralClasses);
    }
    search.forward(representative);
    Ok(search.into_list())
}

/// The number of recurrent classes, and a state of one of them.
pub(super) fn count_and_representative(
    matrix: StochasticMatrix<'_>,
    work: &mut [f64],
) -> Result<(usize, usize)> {
    let found = Search::new(matrix, work)?.recurrent_classes();
    Ok((found.count, found.representative))
}

/// Marks, at the front of `work`: true (1) for the states from which `target` is reached with probability 1; the target is one.
pub(super) fn surely_reach<'w>(
    matrix: StochasticMatrix<'_>,
    target: usize,
    work: &'w mut [f64],
) -> Result<&'w mut [f64]> {
    if target >= matrix.states() {
        return Err(Error::StateIndex);
    }
    let mut search = Search::new(matrix, work)?;
    search.backward(target, SEEN);
    // A state that leads to one that does not lead to the target, without passing through the target, may miss it.
    search.set(target, OUTSIDE);
    for state in 0..matrix.states() {
        if search.mark.get(state) == Some(&UNSEEN) {
            search.flood(
                state,
                MEMBER,
                |m| m == UNSEEN || m == SEEN,
                |state| matrix.column(state),
            );
        }
    }
    for m in search.mark.iter_mut() {
        *m = if *m == MEMBER { 0.0 } else { 1.0 };
    }
    Ok(search.mark)
}
