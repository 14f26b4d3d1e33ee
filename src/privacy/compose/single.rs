//! What each mechanism promises alone, and basic composition: those promises added up.
use super::{Composition, Stated};
use crate::domain::{Delta, EPSILON, Epsilon, Releases, STATES};
use crate::error::{Error, Result};
use crate::privacy::{
    Adjacency, MechanismParameters, cells::patterns, gaussian, geometric, loss, urn,
};

/// delta(epsilon) of releases of one mechanism, by its own accounting.
pub(super) fn delta(
    adjacency: Adjacency,
    mechanism: &MechanismParameters,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    match mechanism {
        MechanismParameters::Dirichlet(p) => loss::delta_upper(adjacency, p, releases, epsilon),
        MechanismParameters::Polya(p, states) => {
            urn::delta_upper(adjacency, p, *states, releases, epsilon)
        }
        MechanismParameters::Geometric(rate) => {
            geometric::delta_upper(adjacency, *rate, releases, epsilon)
        }
        MechanismParameters::Gaussian(variance) => {
            gaussian::delta_upper(adjacency, *variance, releases, epsilon)
        }
    }
}

/// epsilon(delta) of releases of one mechanism, by its own accounting.
pub(super) fn epsilon(
    adjacency: Adjacency,
    mechanism: &MechanismParameters,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    match mechanism {
        MechanismParameters::Dirichlet(p) => loss::epsilon_upper(adjacency, p, releases, delta),
        MechanismParameters::Polya(p, states) => {
            urn::epsilon_upper(adjacency, p, *states, releases, delta)
        }
        MechanismParameters::Geometric(rate) => {
            geometric::epsilon_upper(adjacency, *rate, releases, delta)
        }
        MechanismParameters::Gaussian(variance) => {
            gaussian::epsilon_upper(adjacency, *variance, releases, delta)
        }
    }
}

/// The epsilon of one release at delta = 0; [`Error::NotPure`] where there is none.
fn pure_epsilon(adjacency: Adjacency, mechanism: &MechanismParameters) -> Result<f64> {
    match mechanism {
        MechanismParameters::Polya(p, states) => {
            urn::pure_epsilon_upper(adjacency, p, *states, Releases::ONE)
        }
        MechanismParameters::Geometric(rate) => {
            // |ln P(k)/P(k-m)| <= m e0, and the cells' noise is independent
            let events = |pattern: &crate::privacy::cells::Pattern| -> f64 {
                let changes = pattern.lost.iter().chain(pattern.gained);
                changes
                    .map(|c| f64::from(c.events) * f64::from(c.copies))
                    .sum()
            };
            let most = patterns(adjacency).iter().map(events).fold(0.0, f64::max);
            // a quotient and a product, each rounded; exact where the denominator is 1
            let slack = if rate.denominator() == 1 { 0.0 } else { 2.0 };
            Ok(most * rate.get() * (1.0 + slack * f64::EPSILON))
        }
        MechanismParameters::Dirichlet(_) | MechanismParameters::Gaussian(_) => Err(Error::NotPure),
    }
}

impl Composition<'_> {
    /// Refuses an urn of a chain that cannot be.
    pub(super) fn check(&self) -> Result<()> {
        for (mechanism, _) in self.releases {
            if let MechanismParameters::Polya(_, states) = mechanism
                && !STATES.contains(states)
            {
                return Err(Error::States);
            }
        }
        Ok(())
    }

    /// The one mechanism of which all releases are, and their number.
    #[inline(never)]
    pub(super) fn uniform(&self) -> Option<(&MechanismParameters, Releases)> {
        let (mechanism, _) = self.releases.first()?;
        let mut all: u32 = 0;
        for (other, releases) in self.releases {
            if other != mechanism {
                return None;
            }
            all = all.checked_add(releases.get())?;
        }
        if !self.stated.is_empty() {
            return None;
        }
        Some((mechanism, Releases::new(all).ok()?))
    }

    /// The sum of all epsilons at delta = 0, rounded up, the deltas of stated guarantees left aside; [`Error::NotPure`] if one mechanism
    /// has none.
    #[inline(never)]
    pub(super) fn pure_epsilon(&self) -> Result<f64> {
        let mut sum = Sum::default();
        for (mechanism, releases) in self.releases {
            sum.add(releases, pure_epsilon(self.adjacency, mechanism)?);
        }
        for (stated, releases) in self.stated {
            match stated {
                Stated::Approximate { epsilon, .. } => sum.add(releases, epsilon.get()),
                Stated::Gaussian { mu } if mu.get() == 0.0 => {}
                Stated::Gaussian { .. } => return Err(Error::NotPure),
            }
        }
        Ok(sum.upper())
    }

    /// The sum of the stated deltas, rounded up.
    #[inline(never)]
    pub(super) fn stated_delta(&self) -> f64 {
        let mut sum = Sum::default();
        for (stated, releases) in self.stated {
            if let Stated::Approximate { delta, .. } = stated {
                sum.add(releases, delta.get());
            }
        }
        sum.upper()
    }

    /// Basic composition: every mechanism's own epsilon, added.
    ///
    /// Those that have a pure epsilon add it at delta = 0 where all have one; else `delta`, less the stated deltas, is divided evenly among the
    /// different mechanisms.
    ///
    /// # Guarantee
    /// All releases together are (value, `delta`)-differentially private.
    ///
    /// # Errors
    /// [`Error::NotPure`] where `delta` is 0 and a mechanism has no pure epsilon, [`Error::NoEpsilon`] where the stated deltas leave nothing,
    /// [`Error::States`].
    ///
    /// # Example
    /// ```
    /// use dpmarkov::domain::{Delta, GeometricRate, Releases};
    /// use dpmarkov::privacy::{Adjacency, MechanismParameters, compose::Composition};
    /// // one cell changes by one: 10 releases at rate 1/2 and 4 at rate 2 cost 10/2 + 4 * 2
    /// let releases = [
    ///     (MechanismParameters::Geometric(GeometricRate::new(1, 2)?), Releases::new(10)?),
    ///     (MechanismParameters::Geometric(GeometricRate::new(2, 1)?), Releases::new(4)?),
    /// ];
    /// let composition = Composition::new(Adjacency::AddRemove, &releases);
    /// let epsilon = composition.basic_epsilon_upper(Delta::new(0.0)?)?;
    /// assert!((epsilon - 13.0).abs() < 1e-13 && epsilon >= 13.0);
    /// # Ok::<(), dpmarkov::Error>(())
    /// ```
    pub fn basic_epsilon_upper(self, delta: Delta) -> Result<f64> {
        self.check()?;
        if self.stated_delta() > delta.get() {
            return Err(Error::NoEpsilon);
        }
        let sum = match self.pure_epsilon() {
            Err(Error::NotPure) if delta.get() > 0.0 => self.split_epsilon(delta)?,
            pure => pure?,
        };
        if EPSILON.contains(&sum) {
            Ok(sum)
        } else {
            Err(Error::NoEpsilon)
        }
    }

    /// The sum of the epsilons of the different mechanisms, each at its share of delta.
    fn split_epsilon(&self, delta: Delta) -> Result<f64> {
        let mut kinds = 0.0;
        self.for_each_kind(|_, _| {
            kinds += 1.0;
            Ok(())
        })?;
        let share = (delta.get() - self.stated_delta()) / kinds * (1.0 - 4.0 * f64::EPSILON);
        let share = Delta::new(share).map_err(|_| Error::NoEpsilon)?;
        let mut sum = Sum::default();
        self.for_each_kind(|kind, releases| {
            let one = match kind {
                Kind::Mechanism(mechanism) => epsilon(self.adjacency, mechanism, releases, share)?,
                Kind::Stated(stated) => {
                    let stated = [(*stated, releases)];
                    let alone = Composition::new(self.adjacency, &[]).with_stated(&stated);
                    alone.epsilon_upper(share)?.value
                }
            };
            sum.add(&Releases::ONE, one);
            Ok(())
        })?;
        for (stated, releases) in self.stated {
            if let Stated::Approximate { epsilon, .. } = stated {
                sum.add(releases, epsilon.get());
            }
        }
        Ok(sum.upper())
    }

    /// Every different mechanism and mu with all its releases; the other stated guarantees have no share of delta.
    fn for_each_kind(&self, mut visit: impl FnMut(Kind<'_>, Releases) -> Result<()>) -> Result<()> {
        for (i, (mechanism, _)) in self.releases.iter().enumerate() {
            if first_of(self.releases, i) {
                visit(Kind::Mechanism(mechanism), total(self.releases, mechanism)?)?;
            }
        }
        for (i, (stated, _)) in self.stated.iter().enumerate() {
            if matches!(stated, Stated::Gaussian { .. }) && first_of(self.stated, i) {
                visit(Kind::Stated(stated), total(self.stated, stated)?)?;
            }
        }
        Ok(())
    }
}

/// What has a share of delta.
enum Kind<'a> {
    Mechanism(&'a MechanismParameters),
    Stated(&'a Stated),
}

/// Whether no earlier entry is the same.
fn first_of<T: PartialEq>(list: &[(T, Releases)], i: usize) -> bool {
    let own = list.get(i).map(|(kind, _)| kind);
    !list.iter().take(i).any(|(kind, _)| Some(kind) == own)
}

/// All releases of one kind; [`Error::NoEpsilon`] above 2^32 - 1.
fn total<T: PartialEq>(list: &[(T, Releases)], kind: &T) -> Result<Releases> {
    let mut all: u32 = 0;
    for (_, releases) in list.iter().filter(|(other, _)| other == kind) {
        all = all.checked_add(releases.get()).ok_or(Error::NoEpsilon)?;
    }
    Releases::new(all)
}

/// A sum of products, all >= 0, and how many roundings are in it.
#[derive(Default)]
struct Sum {
    value: f64,
    roundings: f64,
}

impl Sum {
    fn add(&mut self, releases: &Releases, one: f64) {
        let product = f64::from(releases.get()) * one;
        if product > 0.0 {
            self.roundings += if self.value > 0.0 { 1.0 } else { 0.0 };
            self.roundings += if releases.get().is_power_of_two() {
                0.0
            } else {
                1.0
            };
            self.value += product;
        }
    }

    fn upper(&self) -> f64 {
        self.value * (1.0 + self.roundings * f64::EPSILON)
    }
}
