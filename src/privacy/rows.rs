//! Chains whose rows have different parameters: alpha_ij = w_i (c_ij + a_i).
//!
//! The parameters of every row are public and must not be computed from the private counts.
//!
//! Row r is *dominated* by row s if w_s >= w_r and a_s <= a_r: delta never falls with the weight nor rises with the pseudo-count, by kernels
//! that act on each cell by itself and for every count at once (see [`super::delta_upper`]). So only rows that no other dominates can be the
//! worst, and replacing rows by dominating ones never understates.
//!
//! Under `Destination` and `AddRemove` one event touches one row, only that row's law changes between neighbours, and the chain's
//! delta(eps) is the largest of its rows': parallel composition, attained. (The proof of [A, Lemma 1] multiplies the
//! rows' bad events, whose probability is not a product; its statement holds, for the reason just given.)
//!
//! Under `Event` an event may leave a row for another. Before the rows are normalised the cells are independent Gamma variates, of which
//! b_i + w_i -> b_i and b_j -> b_j + w_j change; delta(eps) is at most the largest over all ordered pairs of rows, i = j included,
//! of that pair of cells, by the line integral. It is attained in the limit of rows with many other events.
//!
//! `Visit` and `VisitPresence`: the profile at the largest weight and the smallest pseudo-count of any row, which dominates every row.
//!
//! ```
//! use dpmarkov::domain::{Epsilon, Releases};
//! use dpmarkov::privacy::rows::RowParameters;
//! use dpmarkov::privacy::{Adjacency, DirichletParameters, delta_upper};
//! let (light, heavy) = (DirichletParameters::new(0.1, 10.0)?, DirichletParameters::new(0.2, 10.0)?);
//! let (epsilon, once) = (Epsilon::new(1.0)?, Releases::new(1)?);
//! let chain = [light, heavy];
//! let delta = RowParameters::new(&chain)?.delta_upper(Adjacency::Destination, once, epsilon)?;
//! assert_eq!(delta, delta_upper(Adjacency::Destination, &heavy, once, epsilon)?); // the worse row decides
//! # Ok::<(), dpmarkov::Error>(())
//! ```
use super::cells::{CellList, GammaCell};
use super::{Adjacency, DirichletParameters, delta_upper, engine, epsilon_upper};
use crate::domain::{Delta, EPSILON, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::special::float::{exp, ln};

/// More undominated rows than this, and `Event` falls back to the bound that `Visit` uses.
const FRONT: usize = 8;

/// Parameters of every row of a chain, by reference: as many as there are states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowParameters<'a> {
    rows: &'a [DirichletParameters],
    bound: DirichletParameters,
    /// The undominated rows, each once; `None` if there are more than [`FRONT`].
    front: Option<[Option<DirichletParameters>; FRONT]>,
}

fn dominates(s: &DirichletParameters, r: &DirichletParameters) -> bool {
    s.weight >= r.weight && s.pseudo_count <= r.pseudo_count
}

/// Adds a row to the front; false if there is no room.
fn admit(front: &mut [Option<DirichletParameters>; FRONT], row: &DirichletParameters) -> bool {
    if front.iter().flatten().any(|s| dominates(s, row)) {
        return true;
    }
    for place in front.iter_mut() {
        if place.is_some_and(|r| dominates(row, &r)) {
            *place = None;
        }
    }
    match front.iter_mut().find(|place| place.is_none()) {
        Some(place) => {
            *place = Some(*row);
            true
        }
        None => false,
    }
}

impl<'a> RowParameters<'a> {
    /// Refuses a number of rows outside [`crate::domain::STATES`].
    pub fn new(rows: &'a [DirichletParameters]) -> Result<Self> {
        if !crate::domain::STATES.contains(&rows.len()) {
            return Err(Error::States);
        }
        let mut bound = *rows.first().ok_or(Error::States)?;
        let mut front = [None; FRONT];
        let mut room = true;
        for row in rows {
            if row.weight > bound.weight {
                bound.weight = row.weight;
            }
            if row.pseudo_count < bound.pseudo_count {
                bound.pseudo_count = row.pseudo_count;
            }
            room = room && admit(&mut front, row);
        }
        Ok(RowParameters {
            rows,
            bound,
            front: room.then_some(front),
        })
    }

    /// The parameters, row by row.
    pub fn as_slice(&self) -> &'a [DirichletParameters] {
        self.rows
    }

    /// The largest weight and the smallest pseudo-count: one common pair that is at most as private as the chain.
    pub fn bound(&self) -> &DirichletParameters {
        &self.bound
    }

    /// An upper bound on delta(epsilon) of the whole chain, in (0, 1].
    ///
    /// **Guarantee.** Never below the supremum over neighbours: see the module for each adjacency.
    ///
    /// **Cost.** For every undominated row one [`delta_upper`], for every ordered pair of them one line integral (`Event`); constant memory.
    pub fn delta_upper(
        &self,
        adjacency: Adjacency,
        releases: Releases,
        epsilon: Epsilon,
    ) -> Result<f64> {
        let mut worst = f64::MIN_POSITIVE;
        let mut take = |d: f64| worst = if d > worst { d } else { worst };
        match (adjacency, &self.front) {
            (Adjacency::Destination | Adjacency::AddRemove, Some(front)) => {
                for row in front.iter().flatten() {
                    take(delta_upper(adjacency, row, releases, epsilon)?);
                }
            }
            (Adjacency::Destination | Adjacency::AddRemove, None) => {
                for row in self.rows {
                    take(delta_upper(adjacency, row, releases, epsilon)?);
                }
            }
            (Adjacency::Event, Some(front)) => {
                for (i, from) in front.iter().enumerate() {
                    for (j, to) in front.iter().enumerate() {
                        match (from, to) {
                            (Some(row), Some(_)) if i == j => {
                                take(delta_upper(adjacency, row, releases, epsilon)?)
                            }
                            (Some(from), Some(to)) => {
                                let bounds = engine::delta_bounds(
                                    between(from, to).as_slice(),
                                    releases,
                                    epsilon.get(),
                                );
                                take((exp(bounds.ln_upper) * (1.0 + 8.0 * f64::EPSILON)).min(1.0));
                            }
                            _ => {}
                        }
                    }
                }
            }
            _ => take(delta_upper(adjacency, &self.bound, releases, epsilon)?),
        }
        Ok(worst)
    }

    /// An epsilon at which the guarantee holds with `delta` for the whole chain, in nats.
    ///
    /// **Guarantee.** [`Self::delta_upper`] at the result is at most `delta`.
    ///
    /// **Errors.** [`Error::NoEpsilon`].
    pub fn epsilon_upper(
        &self,
        adjacency: Adjacency,
        releases: Releases,
        delta: Delta,
    ) -> Result<f64> {
        let mut worst = 0.0;
        let mut take = |e: f64| worst = if e > worst { e } else { worst };
        match (adjacency, &self.front) {
            (Adjacency::Destination | Adjacency::AddRemove, None) => {
                for row in self.rows {
                    take(epsilon_upper(adjacency, row, releases, delta)?);
                }
            }
            (Adjacency::Destination | Adjacency::AddRemove | Adjacency::Event, Some(front)) => {
                let target = ln(delta.above_zero()?);
                for (i, from) in front.iter().enumerate() {
                    for (j, to) in front.iter().enumerate() {
                        match (from, to) {
                            (Some(row), Some(_)) if i == j => {
                                take(epsilon_upper(adjacency, row, releases, delta)?)
                            }
                            (Some(from), Some(to)) if adjacency == Adjacency::Event => {
                                let slack = 16.0 * f64::EPSILON * (1.0 + target.abs());
                                take(engine::epsilon_upper_of(
                                    between(from, to).as_slice(),
                                    releases,
                                    target - slack,
                                ));
                            }
                            _ => {}
                        }
                    }
                }
            }
            _ => take(epsilon_upper(adjacency, &self.bound, releases, delta)?),
        }
        if EPSILON.contains(&worst) {
            Ok(worst)
        } else {
            Err(Error::NoEpsilon)
        }
    }
}

/// The two cells of an event that leaves row `from` for row `to`; the bases w a are rounded down (a smaller base dominates).
fn between(from: &DirichletParameters, to: &DirichletParameters) -> CellList {
    let base =
        |p: &DirichletParameters| p.weight.get() * p.pseudo_count.get() * (1.0 - f64::EPSILON);
    let mut cells = CellList::EMPTY;
    cells.push(GammaCell::lost(base(from), from.weight.get(), 1, 1));
    cells.push(GammaCell::gained(base(to), to.weight.get(), 1, 1));
    cells
}
