//! Recurrent classes by searches of a graph.
//!
//! Search the graph with its edges turned round, from state 0 on, starting anew at the
//! lowest state not yet seen. A recurrent class is entered by such a search from inside only, so
//! each holds exactly one starting state. The starting states are then taken in falling order, each
//! not yet covered is searched again over the whole graph, and covers what it reaches: the starting
//! states that no later one covers are one for each recurrent class. (A starting state s outside
//! the recurrent classes is reached, against the edges, from some recurrent state u; u was not seen
//! before s, or s would have been; so u is seen later, under another starting state, which covers
//! s.) The idea is Kosaraju's (Sharir 1981, doi:10.1016/0898-1221(81)90008-0) without the finishing
//! times, which sinks do not need: any order of search will do, so two arrays of n suffice.
use super::StochasticMatrix;
use super::classes::classes_work_len;
use crate::error::{Error, Result};

// Marks of a state, small integers in an f64: the C interface's scratch space is made of doubles.
pub(super) const OUTSIDE: f64 = 0.0; // not reached by the state that the search was restricted to
pub(super) const UNSEEN: f64 = 1.0;
pub(super) const SEEN: f64 = 2.0;
pub(super) const START: f64 = 3.0;
pub(super) const COVERED: f64 = 4.0;
pub(super) const MEMBER: f64 = 5.0;
pub(super) const REPRESENTATIVE: f64 = 6.0; // one state of a recurrent class
pub(super) const NUMBERED: f64 = 8.0; // + the number of the class, or of the step that found the state

pub(super) struct Found {
    pub(super) count: usize,
    /// A state of the class that was found last.
    pub(super) representative: usize,
}

pub(super) struct Search<'m, 'w> {
    matrix: StochasticMatrix<'m>,
    pub(super) mark: &'w mut [f64],
    pub(super) queue: &'w mut [f64],
}

impl<'m, 'w> Search<'m, 'w> {
    pub(super) fn new(matrix: StochasticMatrix<'m>, work: &'w mut [f64]) -> Result<Self> {
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
    pub(super) fn restrict(&mut self, state: usize) -> Result<()> {
        if state >= self.matrix.states() {
            return Err(Error::StateIndex);
        }
        self.forward(state);
        for m in self.mark.iter_mut() {
            *m = if *m == MEMBER { UNSEEN } else { OUTSIDE };
        }
        Ok(())
    }

    pub(super) fn set(&mut self, state: usize, mark: f64) {
        if let Some(m) = self.mark.get_mut(state) {
            *m = mark;
        }
    }

    pub(super) fn forward(&mut self, start: usize) {
        let matrix = self.matrix;
        self.flood(
            start,
            MEMBER,
            |m| m != MEMBER && m != OUTSIDE,
            |state| matrix.row(state).into_iter().flatten(),
        );
    }

    /// Marks the states that lead to `start`, itself included.
    pub(super) fn backward(&mut self, start: usize, to: f64) {
        let matrix = self.matrix;
        self.flood(start, to, |m| m == UNSEEN, |state| matrix.column(state));
    }

    /// The states marked [`SEEN`] are those that lead to `start`.
    pub(super) fn period(&mut self, start: usize) -> usize {
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

    pub(super) fn recurrent_classes(&mut self) -> Found {
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
    pub(super) fn flood<'i, I>(
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
    pub(super) fn into_list(self) -> &'w mut [f64] {
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
