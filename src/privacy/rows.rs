//! Chains whose rows have different parameters: alpha_ij = w_i (c_ij + a_i).
//!
//! The parameters of every row are public and must not be computed from the private counts.
//!
//! Under `Destination` and `AddRemove` one event touches one row, only that row's law changes between neighbours, and so the chain's
//! delta(eps) is the largest of its rows': parallel composition, and the value is attained. (The proof of [A, Lemma 1]
//! multiplies the rows' bad events, whose probability is not a product; its statement holds, for the reason just given.)
//!
//! Under `Event`, `Visit` and `VisitPresence` an event may leave one row for another. With W the largest weight and A the smallest
//! pseudo-count of any row the profile at (W, A) is an upper bound: a cell of row i has the shape w_i (c + a_i); raising a_i's
//! cell down to A is dominated (add an independent Gamma variate), and the kernel that lowers the weight from W to w_i acts cell by cell
//! and for every count at once (see [`super::delta_upper`]), so applying it row by row maps the chain at (W, A) to the given one.
use super::{Adjacency, DirichletParameters, delta_upper, epsilon_upper};
use crate::domain::{Delta, Epsilon, Releases};
use crate::error::{Error, Result};

/// Parameters of every row of a chain, by reference: as many as there are states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowParameters<'a> {
    rows: &'a [DirichletParameters],
    bound: DirichletParameters,
}

impl<'a> RowParameters<'a> {
    /// Refuses a number of rows outside [`crate::domain::STATES`].
    pub fn new(rows: &'a [DirichletParameters]) -> Result<Self> {
        if !crate::domain::STATES.contains(&rows.len()) {
            return Err(Error::States);
        }
        let mut bound = *rows.first().ok_or(Error::States)?;
        for row in rows {
            if row.weight > bound.weight {
                bound.weight = row.weight;
            }
            if row.pseudo_count < bound.pseudo_count {
                bound.pseudo_count = row.pseudo_count;
            }
        }
        Ok(RowParameters { rows, bound })
    }

    /// The parameters, row by row.
    pub fn as_slice(&self) -> &'a [DirichletParameters] {
        self.rows
    }

    /// The largest weight and the smallest pseudo-count: one common pair that is at most as private as the chain.
    pub fn bound(&self) -> &DirichletParameters {
        &self.bound
    }

    /// An upper bound on delta(epsilon) of the whole chain.
    ///
    /// **Guarantee.** Exact maximum over the rows for `Destination` and `AddRemove`; for the others the profile of [`Self::bound`].
    ///
    /// **Cost.** One [`delta_upper`] a row, or one.
    pub fn delta_upper(&self, adjacency: Adjacency, releases: Releases, epsilon: Epsilon) -> Result<f64> {
        if !one_row(adjacency) {
            return delta_upper(adjacency, &self.bound, releases, epsilon);
        }
        let mut worst = f64::MIN_POSITIVE;
        for row in self.distinct() {
            let d = delta_upper(adjacency, row, releases, epsilon)?;
            worst = if d > worst { d } else { worst };
        }
        Ok(worst)
    }

    /// An epsilon at which the guarantee holds with `delta` for the whole chain.
    ///
    /// **Guarantee.** [`Self::delta_upper`] at the result is at most `delta`.
    pub fn epsilon_upper(&self, adjacency: Adjacency, releases: Releases, delta: Delta) -> Result<f64> {
        if !one_row(adjacency) {
            return epsilon_upper(adjacency, &self.bound, releases, delta);
        }
        let mut worst = 0.0;
        for row in self.distinct() {
            let e = epsilon_upper(adjacency, row, releases, delta)?;
            worst = if e > worst { e } else { worst };
        }
        Ok(worst)
    }

    /// The rows, neighbouring repetitions left out.
    fn distinct(&self) -> impl Iterator<Item = &'a DirichletParameters> {
        let mut before = None;
        self.rows.iter().filter(move |row| {
            let new = before != Some(**row);
            before = Some(**row);
            new
        })
    }
}

/// Whether one neighbouring change stays inside one row.
const fn one_row(adjacency: Adjacency) -> bool {
    matches!(adjacency, Adjacency::Destination | Adjacency::AddRemove)
}
