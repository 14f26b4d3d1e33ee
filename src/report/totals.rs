//! Row totals with noise.
//!
//! # Why geometric noise that is private for cells is private for row totals
//!
//! A [`Geometric`] mechanism meets (epsilon, delta) on a vector of integers to each of which it adds noise of its own, if between neighbouring logs the vector changes
//! by a pattern of [`crate::privacy::cells::patterns`], or by one with some cells left out (to leave a cell out is post-processing, and a change of that cell by 0 is the
//! same as that). The noise's loss depends on the changes alone, not on how large the integers are or what they count. So it is enough that row totals change so. An event
//! counts in the row that it goes out of, or, dropped by the support, in none; [`Outside`](crate::counts::Outside) never moves it to another row. Hence:
//!
//! | adjacency | totals that change, nothing dropped | where events may be dropped | pattern |
//! |---|---|---|---|
//! | `Destination` | none | one, by 1 | one event moved, a cell or both left out |
//! | `AddRemove` | one, by 1 | one or none | event added, event removed |
//! | `Event` | none, or one loses 1 and another gains 1 | either or both left out | one event moved |
//! | `Visit`, ..i,s,j.. to ..i,s',j.. | s loses 1, s' gains 1; i keeps its own | t_i in {-1,0,1}, t_s in {-1,0}, t_s' in {0,1} | below |
//! | `VisitPresence`, ..i,j.. to ..i,x,j.. | x gains 1; i keeps its own | t_i in {-1,0,1}, t_x in {0,1} | visit inserted (one lost, two gained) |
//!
//! `Visit` with events dropped: where i, s, s' differ, at most two totals fall by 1 and two rise by 1, and together three change: two events moved. Where i = s, t_i + t_s is from -2 to 1
//! and s' gains at most 1: one cell that loses two and one of two that gain, or two that gain one each. Where i = s' the same the other way round. `VisitPresence` where i = x: (i,i) alone is added,
//! since (i,j) is both lost and gained. First and last visits have one event only, and the reverse direction has the reverse pattern, which is listed too. So it holds under all five. QED.
//!
//! `tests/report_totals.rs` enumerates the neighbours on every support of three states and evaluates the exact profile of each change.
use super::values::Values;
use crate::domain::GeometricRate;
use crate::error::{Error, Result};
use crate::mechanism::Geometric;
use crate::privacy::Guarantee;

/// Row totals with two-sided geometric noise, one for each state, for a report of probabilities or tallies: with them a collector turns shares into counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals<'a> {
    /// The mechanism that the noise was drawn by, with the adjacency and the number of releases of the rows' mechanism. Its guarantee comes on top of theirs:
    /// [`Report::whole_guarantee`](super::Report::whole_guarantee).
    pub mechanism: &'a Geometric,
    /// The noisy totals.
    pub noisy: &'a [i64],
}

/// Whether noise of `totals` may stand beside rows of `rows`: [`Error::Adjacency`] where they protect different neighbours, [`Error::Releases`] where they
/// count different numbers of releases.
pub(super) fn check(rows: &Guarantee, totals: &Guarantee) -> Result<()> {
    if totals.adjacency != rows.adjacency {
        return Err(Error::Adjacency);
    }
    if totals.releases != rows.releases {
        return Err(Error::Releases);
    }
    Ok(())
}

/// The noisy row totals of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct NoisyTotals<'a> {
    pub(super) guarantee: Guarantee,
    pub(super) rate: GeometricRate,
    pub(super) values: Values<'a>,
}

impl<'a> NoisyTotals<'a> {
    /// What the noise promises for the totals alone.
    pub fn guarantee(&self) -> Guarantee {
        self.guarantee
    }
    /// The rate of the noise.
    pub fn rate(&self) -> GeometricRate {
        self.rate
    }
    /// One for each state, unbiased but where it was cut off at +-(2^31 - 1).
    pub fn values(&self) -> Values<'a> {
        self.values.clone()
    }
    /// How many of them stand at +-(2^31 - 1).
    pub fn saturated(&self) -> usize {
        let end = self.values.width.saturation();
        self.values().filter(|y| y.abs() == end).count()
    }
}
