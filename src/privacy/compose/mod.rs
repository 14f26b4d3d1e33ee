//! Composition: different mechanisms, each released any number of times, on the same events.
//!
//! For one pair of neighbouring logs the loss of all releases together is the sum of their losses, so its moment function is the product of
//! theirs, and one line integral ([`super::engine`]) bounds delta(eps). The product is taken for each pattern of the adjacency, the maximum over
//! patterns last. The bounds that are offered, and what each is good for: [`Bound`].
mod basic;
mod mix;
mod part;

use super::engine;
use super::{Adjacency, MechanismParameters, cells::patterns};
use crate::domain::{Delta, EPSILON, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::special::float::{exp, exp_m1, ln, ln_1p};
use mix::Mix;

/// Which bound it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The certified line integral over the product of all moment functions.
    LineIntegral,
    /// One Renyi order of the same product.
    Renyi,
    /// The sum of the single guarantees. The only one at delta = 0, and the exact one where all releases are of one kind.
    Basic,
}

impl Bound {
    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::LineIntegral => "line_integral",
            Bound::Renyi => "renyi",
            Bound::Basic => "basic",
        }
    }
}

/// The smallest valid bound and its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composed {
    /// Epsilon in nats, or delta.
    pub value: f64,
    /// The bound that it is.
    pub by: Bound,
}

/// A guarantee of a mechanism that is not of this crate, for the same adjacency and one release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stated {
    /// (epsilon, delta)-differential privacy. Its dominating pair is randomised response at epsilon, and the secret itself with probability delta
    /// (Kairouz, Oh & Viswanath 2015, arXiv 1311.0776, Theorem 3.4).
    Approximate {
        /// Epsilon, in nats.
        epsilon: Epsilon,
        /// Delta.
        delta: Delta,
    },
    /// mu-Gaussian differential privacy (Dong, Roth & Su 2022): no easier to tell apart than N(0, 1) and N(mu, 1). Continuous Gaussian noise of
    /// standard deviation sigma on a query of sensitivity D has mu = D/sigma.
    Gaussian {
        /// mu, checked as an epsilon is.
        mu: Epsilon,
    },
}

/// The releases of one log: this crate's mechanisms and stated guarantees, each with the number of its releases. The order does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composition<'a> {
    /// Who is protected.
    pub adjacency: Adjacency,
    /// What was released, and how often.
    pub releases: &'a [(MechanismParameters, Releases)],
    /// What else was released by mechanisms of others, and how often.
    pub stated: &'a [(Stated, Releases)],
}

/// [`Composition::epsilon_upper`] of this crate's mechanisms alone.
pub fn epsilon_upper(
    adjacency: Adjacency,
    releases: &[(MechanismParameters, Releases)],
    delta: Delta,
) -> Result<Composed> {
    Composition::new(adjacency, releases).epsilon_upper(delta)
}

/// [`Composition::delta_upper`] of this crate's mechanisms alone.
pub fn delta_upper(
    adjacency: Adjacency,
    releases: &[(MechanismParameters, Releases)],
    epsilon: Epsilon,
) -> Result<Composed> {
    Composition::new(adjacency, releases).delta_upper(epsilon)
}

/// [`Composition::renyi_epsilon_upper`] of this crate's mechanisms alone.
pub fn renyi_epsilon_upper(
    adjacency: Adjacency,
    releases: &[(MechanismParameters, Releases)],
    delta: Delta,
) -> Result<f64> {
    Composition::new(adjacency, releases).renyi_epsilon_upper(delta)
}

impl<'a> Composition<'a> {
    /// This crate's mechanisms alone.
    pub fn new(adjacency: Adjacency, releases: &'a [(MechanismParameters, Releases)]) -> Self {
        Composition {
            adjacency,
            releases,
            stated: &[],
        }
    }

    /// The same, and these stated guarantees.
    pub fn with_stated(self, stated: &'a [(Stated, Releases)]) -> Self {
        Composition { stated, ..self }
    }

    fn mixes(&self) -> impl Iterator<Item = Mix<'_>> {
        patterns(self.adjacency)
            .iter()
            .map(move |pattern| Mix::new(self, pattern))
    }

    /// ln of the probability that no stated mechanism fails outright, product of (1 - delta)^T, rounded down.
    fn ln_intact(self) -> f64 {
        let mut sum = 0.0;
        for (stated, releases) in self.stated {
            if let Stated::Approximate { delta, .. } = stated {
                sum += f64::from(releases.get()) * ln_1p(-delta.get());
            }
        }
        sum * (1.0 + 1e-14)
    }

    /// An upper bound on delta(epsilon) of all releases together.
    pub fn delta_upper(self, epsilon: Epsilon) -> Result<Composed> {
        let intact = self.ln_intact();
        let mut ln_delta = f64::MIN;
        for mix in self.mixes() {
            ln_delta = ln_delta.max(engine::ln_delta_upper(mix, epsilon.get()));
        }
        // 1 - intact (1 - delta)
        let finite = exp(ln_delta) * (1.0 + 1e-15);
        let failed = -exp_m1(intact);
        let value = (failed + exp(intact) * finite) * (1.0 + 1e-15);
        let mut best = Composed {
            value: value.clamp(f64::MIN_POSITIVE, 1.0),
            by: Bound::LineIntegral,
        };
        if let Some(value) = basic::delta(self, epsilon)?
            && value <= best.value
        {
            best = Composed {
                value,
                by: Bound::Basic,
            };
        }
        Ok(best)
    }

    /// delta that is left for the parts that are not lost outright: (delta - failed)/(1 - failed), rounded down. `None` if nothing is left.
    fn remaining(self, delta: Delta) -> Option<f64> {
        let intact = self.ln_intact();
        let failed = -exp_m1(intact);
        let left =
            (delta.get() * (1.0 - 1e-15) - failed * (1.0 + 1e-15)) / exp(intact) * (1.0 - 1e-15);
        (left >= f64::MIN_POSITIVE).then_some(left)
    }

    /// An epsilon at which all releases together meet `delta`.
    pub fn epsilon_upper(self, delta: Delta) -> Result<Composed> {
        let mut best = Composed {
            value: f64::INFINITY,
            by: Bound::LineIntegral,
        };
        let mut take = |value: f64, by: Bound| {
            if value < best.value {
                best = Composed { value, by };
            }
        };
        let basic = basic::epsilon(self, delta)?;
        if let Some(value) = basic {
            take(value, Bound::Basic);
        }
        if let Some(left) = self.remaining(delta) {
            let target = ln(left);
            let target = target - 16.0 * f64::EPSILON * (1.0 + target.abs());
            let mut epsilon: f64 = 0.0;
            for mix in self.mixes() {
                epsilon = epsilon.max(engine::epsilon_upper_at(mix, target, epsilon));
            }
            take(epsilon, Bound::LineIntegral);
            if let Ok(value) = self.renyi_epsilon_upper(delta) {
                take(value, Bound::Renyi);
            }
        } else if basic.is_none() && delta.get() == 0.0 {
            return Err(Error::NotPure);
        }
        if EPSILON.contains(&best.value) {
            Ok(best)
        } else {
            Err(Error::NoEpsilon)
        }
    }

    /// An epsilon at which all releases together meet `delta`, by one Renyi order: the cheap bound.
    pub fn renyi_epsilon_upper(self, delta: Delta) -> Result<f64> {
        let left = self.remaining(delta).ok_or(Error::NotPure)?;
        let mut epsilon: f64 = 0.0;
        for mix in self.mixes() {
            epsilon = epsilon.max(engine::chernoff_epsilon(mix, ln(left)).0);
        }
        if EPSILON.contains(&epsilon) {
            Ok(epsilon)
        } else {
            Err(Error::NoEpsilon)
        }
    }
}
