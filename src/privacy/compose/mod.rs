//! Composition: different mechanisms, each released any number of times, on the same events.
//!
//! For one pair of neighbouring logs the loss of all releases together is the sum of their losses, so its moment function is the product of
//! theirs, and one line integral ([`super::engine`]) bounds delta(eps). The product is taken for each pattern of the adjacency, the maximum over
//! patterns last. The bounds that are offered, and what each is good for: [`Bound`].
mod mix;
mod single;

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
    /// The sum of the pure epsilons of all mechanisms (and of the stated deltas): all there is at delta = 0.
    Basic,
    /// All releases are of one mechanism with the same parameters: its own accounting.
    Single,
}

impl Bound {
    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::LineIntegral => "line_integral",
            Bound::Renyi => "renyi",
            Bound::Basic => "basic",
            Bound::Single => "single",
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
    fn ln_intact(&self) -> f64 {
        let mut sum = 0.0;
        for (stated, releases) in self.stated {
            if let Stated::Approximate { delta, .. } = stated {
                sum += f64::from(releases.get()) * ln_1p(-delta.get());
            }
        }
        sum * (1.0 + f64::EPSILON * (4.0 + self.stated.len() as f64))
    }

    /// What is left of delta for losses that are finite: (delta - failed)/(1 - failed), rounded down. `None` if nothing is left.
    fn remaining(&self, delta: Delta) -> Option<f64> {
        let intact = self.ln_intact();
        let failed = -exp_m1(intact);
        let room = delta.get() - failed * (1.0 + 4.0 * f64::EPSILON);
        let left = room / exp(intact) * (1.0 - 4.0 * f64::EPSILON);
        // a subnormal number has lost digits
        (left >= 4.0 * f64::MIN_POSITIVE && left < 1.0).then_some(left)
    }

    /// An upper bound on delta(epsilon) of all releases together, in [0, 1].
    pub fn delta_upper(self, epsilon: Epsilon) -> Result<Composed> {
        self.check()?;
        let mut best = Composed {
            value: 1.0,
            by: Bound::Basic,
        };
        match self.pure_epsilon() {
            Ok(sum) if sum <= epsilon.get() => best.value = self.stated_delta().min(1.0),
            Ok(_) | Err(Error::NotPure) => {}
            Err(error) => return Err(error),
        }
        let mut take = |value: f64, by: Bound| {
            if value < best.value {
                best = Composed { value, by };
            }
        };
        if let Some((mechanism, releases)) = self.uniform() {
            let value = single::delta(self.adjacency, mechanism, releases, epsilon)?;
            take(value, Bound::Single);
            if !self.urns_gain(mechanism) {
                return Ok(best);
            }
        }
        let mut ln_delta = f64::MIN;
        for mix in self.mixes() {
            ln_delta = ln_delta.max(engine::ln_delta_upper(mix, epsilon.get()));
        }
        // failed + (1 - failed) delta
        let intact = self.ln_intact();
        let finite = (exp(ln_delta) * (1.0 + 8.0 * f64::EPSILON)).max(f64::MIN_POSITIVE);
        let value = (-exp_m1(intact) + exp(intact) * finite) * (1.0 + 8.0 * f64::EPSILON);
        take(value.clamp(f64::MIN_POSITIVE, 1.0), Bound::LineIntegral);
        Ok(best)
    }

    /// An epsilon at which all releases together meet `delta`.
    pub fn epsilon_upper(self, delta: Delta) -> Result<Composed> {
        self.check()?;
        let mut best = Composed {
            value: f64::INFINITY,
            by: Bound::Basic,
        };
        match self.pure_epsilon() {
            Ok(sum) if self.stated_delta() <= delta.get() => best.value = sum,
            Err(Error::NotPure) if delta.get() == 0.0 => return Err(Error::NotPure),
            Ok(_) | Err(Error::NotPure) => {}
            Err(error) => return Err(error),
        }
        let mut take = |value: f64, by: Bound| {
            if value < best.value {
                best = Composed { value, by };
            }
        };
        let mut line = delta.get() > 0.0;
        if line && let Some((mechanism, releases)) = self.uniform() {
            line = self.urns_gain(mechanism);
            match single::epsilon(self.adjacency, mechanism, releases, delta) {
                Ok(value) => take(value, Bound::Single),
                Err(Error::NoEpsilon) => {}
                Err(error) => return Err(error),
            }
        }
        if line && let Some(left) = self.remaining(delta) {
            let target = ln(left);
            let target = target - 16.0 * f64::EPSILON * (1.0 + target.abs());
            take(self.renyi(target), Bound::Renyi);
            let mut epsilon: f64 = 0.0;
            for mix in self.mixes() {
                epsilon = engine::epsilon_upper_at(mix, target, epsilon);
            }
            take(epsilon, Bound::LineIntegral);
        }
        if EPSILON.contains(&best.value) {
            Ok(best)
        } else {
            Err(Error::NoEpsilon)
        }
    }

    /// Whether the line integral may be below an urn's own accounting: that one composes the Dirichlet mechanism.
    fn urns_gain(&self, mechanism: &MechanismParameters) -> bool {
        self.adjacency == Adjacency::Destination
            && matches!(mechanism, MechanismParameters::Polya(..))
    }

    /// An epsilon at which all releases together meet `delta`, by one Renyi order: the cheap bound.
    pub fn renyi_epsilon_upper(self, delta: Delta) -> Result<f64> {
        self.check()?;
        delta.above_zero()?;
        let left = self.remaining(delta).ok_or(Error::NoEpsilon)?;
        let target = ln(left);
        let epsilon = self.renyi(target - 16.0 * f64::EPSILON * (1.0 + target.abs()));
        if EPSILON.contains(&epsilon) {
            Ok(epsilon)
        } else {
            Err(Error::NoEpsilon)
        }
    }

    #[inline(never)]
    fn renyi(&self, ln_delta: f64) -> f64 {
        let mut epsilon: f64 = 0.0;
        for mix in self.mixes() {
            epsilon = epsilon.max(engine::chernoff_epsilon(mix, ln_delta).0);
        }
        epsilon
    }
}
