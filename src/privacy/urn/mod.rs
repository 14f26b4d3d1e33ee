//! The guarantee of Polya's urn with a finite number of draws.
pub(crate) mod losses;
mod pure;
mod solve;
mod sum;
pub use solve::{largest_pure_draws, solve};

use crate::domain::{Delta, EPSILON, Epsilon, PolyaParameters, Releases, STATES};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, DirichletParameters, loss};

/// The Dirichlet mechanism of which the urn's tallies are a post-processing: (w, a), a rounded down so that the claim is not.
fn dirichlet(urn: &PolyaParameters) -> Result<DirichletParameters> {
    let event = f64::from(urn.event_mass());
    DirichletParameters::new(
        event / f64::from(urn.draw_mass()),
        f64::from(urn.prior_mass()) / event * (1.0 - f64::EPSILON),
    )
}

/// An upper bound on delta(epsilon) over all releases of the same log together, in [0, 1]; exactly 0 where the guarantee is pure.
pub fn delta_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    if pure_epsilon_upper(adjacency, urn, states, releases)? <= epsilon.get() {
        return Ok(0.0);
    }
    if adjacency == Adjacency::Destination
        && releases == Releases::ONE
        && let Some(delta) = sum::delta_upper(urn, epsilon.get())
    {
        return Ok(delta);
    }
    loss::delta_upper(adjacency, &dirichlet(urn)?, releases, epsilon)
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
pub fn epsilon_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    let pure = pure_epsilon_upper(adjacency, urn, states, releases)?;
    let (mut low, mut high) = (0.0, pure);
    if delta.get() > 0.0 {
        if let Ok(epsilon) = loss::epsilon_upper(adjacency, &dirichlet(urn)?, releases, delta) {
            high = epsilon.min(pure);
        }
        if adjacency == Adjacency::Destination && releases == Releases::ONE {
            for _ in 0..60 {
                let mid = 0.5 * (low + high);
                if !(mid > low && mid < high) {
                    break;
                }
                if delta_upper(adjacency, urn, states, releases, Epsilon::new(mid)?)? <= delta.get()
                {
                    high = mid;
                } else {
                    low = mid;
                }
            }
        }
    }
    if EPSILON.contains(&high) {
        Ok(high)
    } else {
        Err(Error::NoEpsilon)
    }
}

/// The epsilon that holds with delta = 0 over all releases together, in nats, rounded up.
pub fn pure_epsilon_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
) -> Result<f64> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let one = pure::ln_ratio_upper(adjacency, urn, states);
    Ok(f64::from(releases.get()) * one * (1.0 + f64::EPSILON))
}
