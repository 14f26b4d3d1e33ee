//! What an adjacency changes: the lists of Gamma cells that tell two neighbouring logs apart.
//!
//! Before a row is normalised, the smoothed Dirichlet mechanism draws one Gamma variate a cell, of
//! shape w (c + a), all independent. Two neighbouring logs differ in a few counts, so in a few
//! shapes. The other cells, the normalisation and the quantisation are post-processing.
//!
//! ```
//! use dpmarkov::privacy::{Adjacency, cells::patterns};
//! let event = patterns(Adjacency::Event);
//! assert_eq!(event.len(), 1); // one event moved: one cell loses one, one gains one
//! assert_eq!((event[0].lost[0].events, event[0].gained[0].copies), (1, 1));
//! assert!(patterns(Adjacency::Visit).len() > 1);
//! # Ok::<(), dpmarkov::Error>(())
//! ```
use super::{Adjacency, DirichletParameters};

/// The largest number of different cells in one [`CellList`].
pub const MAX_CELLS: usize = 8;

/// `copies` independent Gamma variates, each of shape `p` under the first log and of shape `q` under the second.
///
/// Copies count releases too: releases at different parameters are one list, each cell with its own number of copies.
///
/// d = p - q is stored as well: it is a small multiple of the weight, and p - q in `f64` would lose it at large bases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GammaCell {
    pub(crate) p: f64,
    pub(crate) d: f64,
    pub(crate) q: f64,
    pub(crate) copies: f64,
}

impl GammaCell {
    /// A cell that has `events` more events under the first log: b + events w -> b.
    pub fn lost(base: f64, weight: f64, events: u8, copies: u32) -> Self {
        let d = weight * f64::from(events);
        GammaCell {
            p: base + d,
            d,
            q: base,
            copies: f64::from(copies),
        }
    }

    /// A cell that has `events` more events under the second log: b -> b + events w.
    pub fn gained(base: f64, weight: f64, events: u8, copies: u32) -> Self {
        let d = weight * f64::from(events);
        GammaCell {
            p: base,
            d: -d,
            q: base + d,
            copies: f64::from(copies),
        }
    }

    /// The same cell with the two logs exchanged.
    pub(crate) fn reversed(self) -> Self {
        GammaCell {
            p: self.q,
            d: -self.d,
            q: self.p,
            copies: self.copies,
        }
    }
}

/// At most [`MAX_CELLS`] different cells, held in place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellList {
    cells: [GammaCell; MAX_CELLS],
    len: usize,
}

impl CellList {
    /// No cell: the two logs look the same.
    pub const EMPTY: CellList = CellList {
        cells: [GammaCell {
            p: 1.0,
            d: 0.0,
            q: 1.0,
            copies: 0.0,
        }; MAX_CELLS],
        len: 0,
    };

    /// Adds a cell; false (and nothing added) if the list is full.
    pub fn push(&mut self, cell: GammaCell) -> bool {
        match self.cells.get_mut(self.len) {
            Some(place) => {
                *place = cell;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// The cells.
    pub fn as_slice(&self) -> &[GammaCell] {
        self.cells.get(..self.len).unwrap_or(&[])
    }
}

/// `copies` cells that change by `events` events each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// How many events the cell loses or gains.
    pub events: u8,
    /// How many such cells there are.
    pub copies: u8,
}

/// One way in which two neighbouring logs can differ, up to which cells are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What happened, in words.
    pub name: &'static str,
    /// Cells with more events under the first log.
    pub lost: &'static [Change],
    /// Cells with more events under the second log.
    pub gained: &'static [Change],
}

const ONE: &[Change] = &[Change {
    events: 1,
    copies: 1,
}];
const TWO: &[Change] = &[Change {
    events: 1,
    copies: 2,
}];
const DOUBLE: &[Change] = &[Change {
    events: 2,
    copies: 1,
}];
const NONE: &[Change] = &[];

/// The patterns of `adjacency`: closed under exchange of the two logs, and every induced change of
/// the counts is a sub-list of one of them (dropping cells is post-processing).
///
/// The one that is worst at small delta (the heaviest tail) comes first.
///
/// # Guarantee
/// All cells have the smallest shape b that a cell can have. A pair with larger shapes is obtained
/// from it by adding an independent Gamma variate to each cell, which no hypothesis touches: so the
/// listed pairs dominate in Blackwell's order, for every epsilon and every Renyi order.
///
/// `Visit`: ..i,s,j.. against ..i,s',j.. loses (i,s), (s,j) and gains (i,s'), (s',j). The two lost
/// cells are one cell exactly if i = s = j, the two gained ones exactly if i = s' = j, never both.
/// A first or last visit has one event only: a sub-list. `VisitPresence`: ..i,j.. against
/// ..i,x,j.. moves (i,j) to (i,x), (x,j); these two are one cell only if i = x = j, and then (i,j)
/// is that cell too: it gains one, a sub-list.
pub fn patterns(adjacency: Adjacency) -> &'static [Pattern] {
    match adjacency {
        Adjacency::Destination | Adjacency::Event => &[Pattern {
            name: "one event moved",
            lost: ONE,
            gained: ONE,
        }],
        Adjacency::AddRemove => &[
            Pattern {
                name: "event added",
                lost: NONE,
                gained: ONE,
            },
            Pattern {
                name: "event removed",
                lost: ONE,
                gained: NONE,
            },
        ],
        Adjacency::Visit => &[
            Pattern {
                name: "visit elsewhere became a stay",
                lost: TWO,
                gained: DOUBLE,
            },
            Pattern {
                name: "stay became a visit elsewhere",
                lost: DOUBLE,
                gained: TWO,
            },
            Pattern {
                name: "two events moved",
                lost: TWO,
                gained: TWO,
            },
        ],
        Adjacency::VisitPresence => &[
            Pattern {
                name: "visit inserted",
                lost: ONE,
                gained: TWO,
            },
            Pattern {
                name: "visit dropped",
                lost: TWO,
                gained: ONE,
            },
        ],
    }
}

impl Pattern {
    /// The pattern's cells with base `base` and event weight `weight`.
    pub fn cells(&self, base: f64, weight: f64) -> CellList {
        let mut list = CellList::EMPTY;
        for change in self.lost {
            list.push(GammaCell::lost(
                base,
                weight,
                change.events,
                u32::from(change.copies),
            ));
        }
        for change in self.gained {
            list.push(GammaCell::gained(
                base,
                weight,
                change.events,
                u32::from(change.copies),
            ));
        }
        list
    }

    /// The pattern's cells for the smoothed mechanism. The base w a is rounded down: a smaller base dominates.
    pub fn cells_of(&self, parameters: &DirichletParameters) -> CellList {
        let weight = parameters.weight.get();
        let base = weight * parameters.pseudo_count.get() * (1.0 - f64::EPSILON);
        self.cells(base, weight)
    }
}
