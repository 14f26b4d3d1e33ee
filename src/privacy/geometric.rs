//! Two-sided geometric noise on every count: exact accounting.
use super::lattice::{self, Exact};
use super::{Adjacency, Guarantee};
use crate::domain::{Delta, Epsilon, GeometricRate, Releases};
use crate::error::Result;

/// An upper bound on delta(epsilon) over all releases of the same log together, in [0, 1].
pub fn delta_upper(
    adjacency: Adjacency,
    rate: GeometricRate,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    Ok(lattice::delta_upper(
        adjacency,
        Exact::Geometric(rate),
        releases,
        epsilon.get(),
    ))
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
pub fn epsilon_upper(
    adjacency: Adjacency,
    rate: GeometricRate,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    lattice::epsilon_upper(adjacency, Exact::Geometric(rate), releases, delta)
}

/// The largest rate of a fine grid that meets `guarantee`.
pub fn solve_rate(guarantee: &Guarantee) -> Result<GeometricRate> {
    lattice::solve_rate(guarantee)
}
