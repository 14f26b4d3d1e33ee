//! Discrete Gaussian noise on every count: exact accounting.
use super::lattice::{self, Exact};
use super::{Adjacency, Guarantee};
use crate::domain::{Delta, Epsilon, Releases, Variance};
use crate::error::Result;

/// An upper bound on delta(epsilon) over all releases of the same log together, in (0, 1].
pub fn delta_upper(
    adjacency: Adjacency,
    variance: Variance,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    Ok(lattice::delta_upper(
        adjacency,
        Exact::Gaussian(variance),
        releases,
        epsilon.get(),
    ))
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
pub fn epsilon_upper(
    adjacency: Adjacency,
    variance: Variance,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    delta.above_zero()?;
    lattice::epsilon_upper(adjacency, Exact::Gaussian(variance), releases, delta)
}

/// The smallest variance of a fine grid that was found to meet `guarantee`.
pub fn solve_variance(guarantee: &Guarantee) -> Result<Variance> {
    lattice::solve_variance(guarantee)
}
