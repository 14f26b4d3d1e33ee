//! Composition: different mechanisms, each released any number of times, on the same events.
//!
//! For one pair of neighbouring logs the loss of all releases together is the sum of their losses, so its moment function is the product of
//! theirs,
//!
//! ```text
//! M(s) = product over releases of E e^(s L_i),     delta(eps) = (1/2 pi i) * integral over Re s = c of M(s) e^(-s eps)/(s (s+1)) ds
//! ```
//!
//! and the line integral of [`super::engine`] bounds it, with an error bound in closed form. The product is taken for each pattern of the adjacency
//! (the same events change in every release), the maximum over patterns last. Factors: a Dirichlet row's Gamma cells, noise's exact moments on every
//! cell that changes, an urn's finite sum under `Destination` and elsewhere the Gamma cells of the Dirichlet mechanism of which it is a
//! post-processing, Gaussian and randomised-response losses for what others state. Losses that do not fall along the line
//! (lattices, urns) are smoothed by a fictitious Gaussian release, which only raises delta, by some 3e-5 of itself.
//!
//! This is sequential composition: every release sees the same events. Releases of disjoint windows of a log do not add up. Parameters are fixed
//! beforehand: those chosen in view of earlier releases need a privacy filter, which this is not.
//!
//! | bound | what it is | cost (x86-64) |
//! |---|---|---|
//! | [`Bound::Single`] | all releases of one kind: its own module | as there |
//! | [`Bound::LineIntegral`] | exact but for the smoothing, save close to the largest loss that a few releases can have | 1 ms where Dirichlet or Gaussian losses fall fast, 30 ms for lattices of different steps |
//! | [`Bound::Renyi`] | one order, [`renyi_epsilon_upper`]: some 5 % above | 16 values of ln M on the real line |
//! | [`Bound::Basic`] | the sum of pure epsilons | none |
mod mix;
mod single;

use super::engine::{self, Loss};
use super::{Adjacency, MechanismParameters, cells::patterns};
use crate::domain::{Delta, EPSILON, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::special::float::Within;
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

/// An epsilon that all these releases together meet at `delta`: [`Composition::epsilon_upper`] without stated guarantees.
///
/// ```
/// use dpmarkov::domain::{Delta, GeometricRate, Releases, Variance};
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, MechanismParameters, compose};
/// let releases = [
///     (MechanismParameters::Dirichlet(DirichletParameters::new(0.3188, 15.8)?), Releases::new(30)?),
///     (MechanismParameters::Geometric(GeometricRate::new(1, 20)?), Releases::new(5)?),
///     (MechanismParameters::Gaussian(Variance::new(400, 1)?), Releases::new(2)?),
/// ];
/// let composed = compose::epsilon_upper(Adjacency::Event, &releases, Delta::new(1e-9)?)?;
/// assert!((composed.value - 7.31324).abs() < 1e-5);
/// assert_eq!(composed.by.name(), "line_integral");
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper(
    adjacency: Adjacency,
    releases: &[(MechanismParameters, Releases)],
    delta: Delta,
) -> Result<Composed> {
    Composition::new(adjacency, releases).epsilon_upper(delta)
}

/// An upper bound on delta(epsilon) of all these releases together: [`Composition::delta_upper`] without stated guarantees.
pub fn delta_upper(
    adjacency: Adjacency,
    releases: &[(MechanismParameters, Releases)],
    epsilon: Epsilon,
) -> Result<Composed> {
    Composition::new(adjacency, releases).delta_upper(epsilon)
}

/// The cheap bound on epsilon: [`Composition::renyi_epsilon_upper`] without stated guarantees.
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
        // at most three patterns
        (0..patterns(self.adjacency).len() as u8).map(move |pattern| Mix::new(self, pattern))
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
    #[inline(never)]
    fn remaining(&self, delta: Delta) -> Option<f64> {
        let intact = self.ln_intact();
        let failed = -exp_m1(intact);
        let room = delta.get() - failed * (1.0 + 4.0 * f64::EPSILON);
        let left = room / exp(intact) * (1.0 - 4.0 * f64::EPSILON);
        // a subnormal number has lost digits
        (4.0 * f64::MIN_POSITIVE..1.0)
            .contains(&left)
            .then_some(left)
    }

    /// An upper bound on delta(epsilon) of all releases together, in [0, 1].
    ///
    /// **Guarantee.** Never below the supremum over neighbouring logs of P(S) - e^eps Q(S), P and Q the joint laws of all releases.
    ///
    /// **Special values.** Exactly 0 where a sum of pure epsilons is at most `epsilon` (and nothing is stated to fail), as for an empty list; else
    /// at least 2.2e-308.
    ///
    /// **Accuracy.** Against 256 brackets by convolution (`tests/data/compose.csv`: one to 10,000 releases of one to three kinds, delta from
    /// 1e-300 to 1): never below, above the upper end by 1.3e-3 of delta at the most, by less than 1e-3 in all but one. A few releases
    /// of lattices and urns (all outcomes enumerated): up to 7e-3 above at epsilon up to 0.9 of their pure epsilon, and close to that epsilon, where single
    /// outcomes are left, not tight: one release each of rate 1/7 and of a single draw, 1e-9 below it, have 8.9e-11 and get 4.8e-3. A list
    /// of 64 lattices takes 64 times as long. Order and splitting of the entries change it by less than 1e-8 of itself.
    ///
    /// **Errors.** [`Error::States`]: an urn's number of states. Those of the mechanism's own accounting.
    ///
    /// **Cost.** A line integral for each pattern of the adjacency: 15 to 4,096 points (1,024 with urns) of one factor an entry. Constant memory, no
    /// state along the line.
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
            ln_delta = ln_delta.max(engine::ln_delta_upper(Loss::of(&mix), epsilon.get()));
        }
        // failed + (1 - failed) delta
        let intact = self.ln_intact();
        let finite = (exp(ln_delta) * (1.0 + 8.0 * f64::EPSILON)).max(f64::MIN_POSITIVE);
        let value = (-exp_m1(intact) + exp(intact) * finite) * (1.0 + 8.0 * f64::EPSILON);
        take(value.within(f64::MIN_POSITIVE, 1.0), Bound::LineIntegral);
        Ok(best)
    }

    /// An epsilon at which all releases together meet `delta`, and the bound that it is: the smallest of those that hold.
    ///
    /// **Guarantee.** All releases together are (value, `delta`)-differentially private.
    ///
    /// **Special values.** At `delta` = 0 only pure mechanisms compose, by [`Bound::Basic`]. A list of one mechanism, in pieces or not, has that
    /// mechanism's own value. An empty list: 0.
    ///
    /// **Accuracy.** As [`Self::delta_upper`]. 365 releases of N(0, 20^2) noise on one count at delta = 1e-9: 5.86995896.
    ///
    /// **Errors.** [`Error::NotPure`]: `delta` is 0 and one mechanism has no pure epsilon. [`Error::NoEpsilon`]: the stated deltas exceed
    /// `delta`, or no epsilon up to 1e6 suffices. [`Error::States`].
    ///
    /// **Cost.** 4 to 6 line integrals for the worst pattern, one or two for the others. At most 2,000 bytes of stack for a mixed list (x86-64; 1,850 for
    /// [`Self::delta_upper`], 1,150 for [`Self::renyi_epsilon_upper`]); lists of one mechanism take what its own module takes.
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
                epsilon = engine::epsilon_upper_at(Loss::of(&mix), target, epsilon);
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

    /// An epsilon at which all releases together meet `delta`, by the best single Renyi order: the cheap bound, for a small device.
    ///
    /// ```text
    /// min over c > 0 of (ln M(c) + c ln c - (1+c) ln(1+c) - ln delta)/c
    /// ```
    ///
    /// **Guarantee.** All releases together are (value, `delta`)-differentially private: any c will do (proof at
    /// [`epsilon_from_renyi`](super::renyi::epsilon_from_renyi)).
    ///
    /// **Accuracy.** 3 to 6 % above the line integral in the examples of this page.
    ///
    /// **Errors.** [`Error::NotPure`] at `delta` = 0, [`Error::NoEpsilon`], [`Error::States`].
    ///
    /// **Cost.** 16 values of ln M on the real line for each pattern.
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
            epsilon = epsilon.max(engine::chernoff_epsilon(Loss::of(&mix), ln_delta).0);
        }
        epsilon
    }
}
