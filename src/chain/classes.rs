//! Recurrent classes: the strongly connected components that have no exit.
//!
//! Method. Search the graph with its edges turned round, from state 0 on, starting anew at the
//! lowest state not yet seen. A recurrent class is entered by such a search from inside only, so
//! each holds exactly one starting state. The starting states are then taken in falling order, each
//! not yet covered is searched again over the whole graph, and covers what it reaches: the starting
//! states that no later one covers are one for each recurrent class. (A starting state s outside
//! the recurrent classes is reached, against the edges, from some recurrent state u; u was not seen
//! before s, or s would have been; so u is seen later, under another starting state, which covers
//! s.) The idea is Kosaraju's (Sharir 1981, doi:10.1016/0898-1221(81)90008-0) without the finishing
//! times, which sinks do not need: any order of search will do, so two arrays of n suffice.
use super::StochasticMatrix;
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

// Marks of a state, small integers in an f64: the C interface's scratch space is made of doubles.
const OUTSIDE: f64 = 0.0; // not reached by the state that the search was restricted to
const UNSEEN: f64 = 1.0;
const SEEN: f64 = 2.0;
const START: f64 = 3.0;
const COVERED: f64 = 4.0;
const MEMBER: f64 = 5.0;
const REPRESENTATIVE: f64 = 6.0; // one state of a recurrent class
const NUMBERED: f64 = 8.0; // + the number of the class, or of the step that found the state

struct Found {
    count: usize,
    /// A state of the class that was found last.
    representative: usize,
}

struct Search<'m, 'w> {
    matrix: StochasticMatrix<'m>,
    mark: &'w mut [f64],
    queue: &'w mut [f64],
}

impl<'m, 'w> Search<'m, 'w> {
    fn new(matrix: StochasticMatrix<'m>, work: &'w mut [f64]) -> Result<Self> {
        let n = matrix.states();
        let work = work
            .get_mut(..classes_work_len(n))
            .ok_or(Error::WorkLength)?;
        let (queue, mark) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
        mark.iter_mut().for_each(|m| *m = UNSEEN);
        Ok(Search {
            matrix,
            mark,
            queue,
        })
    }

    /// Leaves only the states that `state` reaches, itself included: a set without exit.
    fn restrict(&mut self, state: usize) -> Result<()> {
        if state >= self.matrix.states() {
            return Err(Error::StateIndex);
        }
        self.forward(state);
        for m in self.mark.iter_mut() {
            *m = if *m == MEMBER { UNSEEN } else { OUTSIDE };
        }
        Ok(())
    }

    fn set(&mut self, state: usize, mark: f64) {
        if let Some(m) = self.mark.get_mut(state) {
            *m = mark;
        }
    }

    fn forward(&mut self, start: usize) {
        let matrix = self.matrix;
        self.flood(
            start,
            MEMBER,
            |m| m != MEMBER && m != OUTSIDE,
            |state| matrix.row(state).into_iter().flatten(),
        );
    }

    /// Marks the states that lead to `start`, itself included.
    fn backward(&mut self, start: usize, to: f64) {
        let matrix = self.matrix;
        self.flood(start, to, |m| m == UNSEEN, |state| matrix.column(state));
    }

    /// The states marked [`SEEN`] are those that lead to `start`.
    fn period(&mut self, start: usize) -> usize {
        // Breadth first: a state's mark becomes NUMBERED + its distance.
        self.set(start, NUMBERED);
        if let Some(first) = self.queue.first_mut() {
            *first = start as f64;
        }
        let (mut read, mut written) = (0_usize, 1_usize);
        let mut divisor = 0_usize;
        while read < written {
            let from = self.queue.get(read).map_or(0, |q| *q as usize);
            let next = self.mark.get(from).map_or(NUMBERED, |m| *m + 1.0);
            let edges = self.matrix.row(from).unwrap_or_default();
            for (to, (edge, mark)) in edges.iter().zip(self.mark.iter_mut()).enumerate() {
                if !(*edge > 0.0) {
                    continue;
                }
                if *mark == SEEN {
                    *mark = next;
                    if let Some(q) = self.queue.get_mut(written) {
                        *q = to as f64;
                    }
                    written = written.saturating_add(1);
                } else if *mark >= NUMBERED {
                    divisor = greatest_common_divisor(divisor, (next - *mark).abs() as usize);
                    if divisor == 1 {
                        return 1;
                    }
                }
            }
            read = read.saturating_add(1);
        }
        divisor
    }

    fn recurrent_classes(&mut self) -> Found {
        let matrix = self.matrix;
        let mut starts = 0_usize;
        let mut found = Found {
            count: 0,
            representative: 0,
        };
        for state in 0..matrix.states() {
            if self.mark.get(state) == Some(&UNSEEN) {
                self.flood(state, SEEN, |m| m == UNSEEN, |state| matrix.column(state));
                self.set(state, START);
                starts = starts.saturating_add(1);
                found = Found {
                    count: 1,
                    representative: state,
                };
            }
        }
        if starts <= 1 {
            self.set(found.representative, REPRESENTATIVE);
            return found;
        }
        found.count = 0;
        for state in (0..matrix.states()).rev() {
            if self.mark.get(state) == Some(&START) {
                self.flood(
                    state,
                    COVERED,
                    |m| m == SEEN || m == START,
                    |state| matrix.column(state),
                );
                self.set(state, REPRESENTATIVE);
                found = Found {
                    count: found.count.saturating_add(1),
                    representative: state,
                };
            }
        }
        found
    }

    /// Sets to `to` the mark of `start` and of every state that edges lead to through states whose
    /// mark was `open`. Ends as soon as no state is left to find.
    fn flood<'i, I>(
        &mut self,
        start: usize,
        to: f64,
        open: impl Fn(f64) -> bool,
        edges: impl Fn(usize) -> I,
    ) where
        I: Iterator<Item = &'i f64>,
    {
        let open_states = self.mark.iter().filter(|m| open(**m)).count();
        if let (Some(mark), Some(first)) = (self.mark.get_mut(start), self.queue.first_mut()) {
            (*mark, *first) = (to, start as f64);
        }
        let (mut read, mut written) = (0_usize, 1_usize);
        while read < written && written < open_states {
            let from = self.queue.get(read).map_or(0, |q| *q as usize);
            for (state, (edge, mark)) in edges(from).zip(self.mark.iter_mut()).enumerate() {
                if *edge > 0.0 && open(*mark) {
                    *mark = to;
                    if let Some(q) = self.queue.get_mut(written) {
                        *q = state as f64;
                    }
                    written = written.saturating_add(1);
                }
            }
            read = read.saturating_add(1);
        }
    }

    /// The members in rising order, at the front of the scratch space.
    fn into_list(self) -> &'w mut [f64] {
        let mut count = 0_usize;
        for (state, _) in self.mark.iter().enumerate().filter(|(_, m)| **m == MEMBER) {
            if let Some(q) = self.queue.get_mut(count) {
                *q = state as f64;
            }
            count = count.saturating_add(1);
        }
        self.queue.get_mut(..count).unwrap_or_default()
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}
