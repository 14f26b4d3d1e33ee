//! Row totals with noise.
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
