//! The joint cost of the mechanisms that read the same events.
use crate::domain::{Delta, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::privacy::{self, Adjacency, DirichletParameters, MechanismParameters};

/// One Dirichlet mechanism that none of these is less private than: the largest weight, the smallest pseudo-count, all releases.
fn dominating(
    kinds: &[(MechanismParameters, Releases)],
) -> Result<(DirichletParameters, Releases)> {
    let mut joint: Option<(DirichletParameters, Releases)> = None;
    for (kind, releases) in kinds {
        let MechanismParameters::Dirichlet(p) = *kind else {
            return Err(Error::NotPure);
        };
        joint = Some(match joint {
            None => (p, *releases),
            Some((j, r)) => (
                DirichletParameters::new(
                    j.weight.get().max(p.weight.get()),
                    j.pseudo_count.get().min(p.pseudo_count.get()),
                )?,
                Releases::new(r.get().saturating_add(releases.get()))?,
            ),
        });
    }
    joint.ok_or(Error::Releases)
}

pub(super) fn delta_upper(
    adjacency: Adjacency,
    kinds: &[(MechanismParameters, Releases)],
    epsilon: Epsilon,
) -> Result<f64> {
    let (parameters, releases) = dominating(kinds)?;
    privacy::delta_upper(adjacency, &parameters, releases, epsilon)
}

pub(super) fn epsilon_upper(
    adjacency: Adjacency,
    kinds: &[(MechanismParameters, Releases)],
    delta: Delta,
) -> Result<f64> {
    let (parameters, releases) = dominating(kinds)?;
    delta.above_zero()?;
    privacy::epsilon_upper(adjacency, &parameters, releases, delta)
}
