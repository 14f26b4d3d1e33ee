//! Basic composition: epsilons and deltas add.
use super::{Composition, Stated};
use crate::domain::{Delta, Epsilon};
use crate::error::Result;
use crate::privacy::{Adjacency, MechanismParameters, cells::patterns};

/// The largest number of single events that a neighbour changes: noise of rate e0 on every cell is (that e0)-private.
fn events(adjacency: Adjacency) -> f64 {
    patterns(adjacency)
        .iter()
        .map(|pattern| {
            pattern
                .lost
                .iter()
                .chain(pattern.gained)
                .map(|c| f64::from(c.events) * f64::from(c.copies))
                .sum()
        })
        .fold(0.0, f64::max)
}

/// The sum of all pure epsilons, rounded up; `None` if one mechanism has none.
fn pure(composition: Composition) -> Option<f64> {
    let mut sum = 0.0;
    for (mechanism, releases) in composition.releases {
        let MechanismParameters::Geometric(rate) = mechanism else {
            return None;
        };
        sum += f64::from(releases.get()) * events(composition.adjacency) * rate.get();
    }
    for (stated, releases) in composition.stated {
        match stated {
            Stated::Approximate { epsilon, .. } => {
                sum += f64::from(releases.get()) * epsilon.get();
            }
            Stated::Gaussian { mu } if mu.get() == 0.0 => {}
            Stated::Gaussian { .. } => return None,
        }
    }
    let terms = composition.releases.len() + composition.stated.len();
    Some(sum * (1.0 + f64::EPSILON * (4.0 + terms as f64)))
}

/// The sum of the stated deltas, rounded up.
fn stated_delta(composition: Composition) -> f64 {
    let mut sum = 0.0;
    for (stated, releases) in composition.stated {
        if let Stated::Approximate { delta, .. } = stated {
            sum += f64::from(releases.get()) * delta.get();
        }
    }
    sum * (1.0 + f64::EPSILON * (2.0 + composition.stated.len() as f64))
}

pub(super) fn epsilon(composition: Composition, delta: Delta) -> Result<Option<f64>> {
    if stated_delta(composition) > delta.get() {
        return Ok(None);
    }
    Ok(pure(composition))
}

pub(super) fn delta(composition: Composition, epsilon: Epsilon) -> Result<Option<f64>> {
    Ok(pure(composition)
        .filter(|sum| *sum <= epsilon.get())
        .map(|_| stated_delta(composition).min(1.0)))
}
