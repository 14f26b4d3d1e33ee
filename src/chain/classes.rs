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

/// The recurrent class that `state` ends up in: `members[i]` tells whether state i belongs to it.
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
pub fn recurrent_class_of(
    matrix: StochasticMatrix<'_>,
    state: usize,
    work: &mut [f64],
    members: &mut [bool],
) -> Result<usize> {
    if members.len() != matrix.states() {
        return Err(Error::Length);
    }
    let class = class_list(matrix, Some(state), work)?;
    members.fill(false);
    for member in class.iter() {
        if let Some(m) = members.get_mut(*member as usize) {
            *m = true;
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

// Marks of a state, small integers in an f64: the C interface's scratch space is made of doubles.
const OUTSIDE: f64 = 0.0; // not reached by the state that the search was restricted to
const UNSEEN: f64 = 1.0;
const SEEN: f64 = 2.0;
const START: f64 = 3.0;
const COVERED: f64 = 4.0;
const MEMBER: f64 = 5.0;

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

    fn forward(&mut self, start: usize) {
        let matrix = self.matrix;
        self.flood(
            start,
            MEMBER,
            |m| m != MEMBER && m != OUTSIDE,
            |state| matrix.row(state).into_iter().flatten(),
        );
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
                if let Some(m) = self.mark.get_mut(state) {
                    *m = START;
                }
                starts = starts.saturating_add(1);
                found = Found {
                    count: 1,
                    representative: state,
                };
            }
        }
        if starts <= 1 {
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
