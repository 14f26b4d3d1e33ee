//! What the entries of a ledger spend on the events of one bucket.
use super::charge::{Charge, Spend, Window};
use super::cost::Budget;
use super::exact_sum::ExactSum;
use super::units::{DELTA_UNITS, EPSILON_UNITS, quotient_down, units_up};
use crate::domain::{Delta, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::privacy::cells::{Change, patterns};
use crate::privacy::{Adjacency, MechanismParameters, compose};
use heapless::Vec;

/// Kinds of mechanisms and how often each was released.
type Mechanisms<const N: usize> = Vec<(MechanismParameters, Releases), N>;

/// What was spent on the events of one bucket, rounded up.
///
/// Stated costs are summed. The mechanisms' epsilon is taken at the delta that the stated costs leave of the budget, so delta is the whole budget's then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Epsilon in micro-units.
    pub epsilon_micro: u64,
    /// Delta in units of 1e-18.
    pub delta_units: u64,
}

impl Spent {
    pub(super) const fn is_within(self, budget: Budget) -> bool {
        self.epsilon_micro <= budget.epsilon_micro() && self.delta_units <= budget.delta_units()
    }
}

/// The sum of the costs of the entries that read `bucket` and that `of` has a cost for, each of the two numbers rounded up once.
/// `None` where it passes 64 bits, and with it every budget.
fn sum(
    entries: &[Charge],
    bucket: u32,
    of: impl Fn(&Spend) -> Option<(u64, u64, u32)>,
) -> Option<Spent> {
    let mut epsilon = ExactSum::ZERO;
    let mut delta = ExactSum::ZERO;
    for entry in entries.iter().filter(|e| e.window.holds(bucket)) {
        if let Some((epsilon_micro, delta_units, parts)) = of(&entry.spend) {
            let count = entry.releases.get();
            epsilon.add(count, epsilon_micro, parts)?;
            delta.add(count, delta_units, parts)?;
        }
    }
    Some(Spent {
        epsilon_micro: epsilon.ceil()?,
        delta_units: delta.ceil()?,
    })
}

fn stated(spend: &Spend) -> Option<(u64, u64, u32)> {
    match spend {
        Spend::Stated(cost) => Some((cost.epsilon_micro(), cost.delta_units(), cost.parts())),
        Spend::Mechanism(_) => None,
    }
}

/// The sum of the stated costs of the entries that read `bucket`.
pub(super) fn stated_at(entries: &[Charge], bucket: u32) -> Option<Spent> {
    sum(entries, bucket, stated)
}

/// The same, with the pure cost of geometric noise: each event of a neighbour is one count, and each costs the rate, a fraction. `None` where another mechanism is
/// among them.
fn pure_at(adjacency: Adjacency, entries: &[Charge], bucket: u32) -> Option<Spent> {
    let is_sum = |spend: &Spend| {
        matches!(
            spend,
            Spend::Stated(_) | Spend::Mechanism(MechanismParameters::Geometric(_))
        )
    };
    let mut read = entries.iter().filter(|e| e.window.holds(bucket));
    if !read.all(|e| is_sum(&e.spend)) {
        return None;
    }
    let counts = largest_change(adjacency);
    sum(entries, bucket, |spend| match spend {
        Spend::Mechanism(MechanismParameters::Geometric(rate)) => {
            let numerator = u64::from(rate.numerator());
            // 10^6 times a count below 2^10 times at most 2^30: below 2^60, so nothing saturates
            let amount = EPSILON_UNITS
                .saturating_mul(counts)
                .saturating_mul(numerator);
            Some((amount, 0, rate.denominator()))
        }
        other => stated(other),
    })
}

/// By how much all counts together change between two neighbours, at most.
fn largest_change(adjacency: Adjacency) -> u64 {
    let of = |change: &Change| u64::from(change.events).saturating_mul(u64::from(change.copies));
    patterns(adjacency)
        .iter()
        .map(|p| {
            p.lost
                .iter()
                .chain(p.gained)
                .map(of)
                .fold(0, u64::saturating_add)
        })
        .fold(0, u64::max)
}

/// The mechanisms of the entries that read `bucket`, one element for each kind.
fn mechanisms_at<const N: usize>(entries: &[Charge], bucket: u32) -> Option<Mechanisms<N>> {
    let mut kinds: Mechanisms<N> = Vec::new();
    for entry in entries.iter().filter(|e| e.window.holds(bucket)) {
        let Spend::Mechanism(parameters) = entry.spend else {
            continue;
        };
        match kinds.iter_mut().find(|(kind, _)| *kind == parameters) {
            Some((_, releases)) => {
                let sum = releases.get().checked_add(entry.releases.get())?;
                *releases = Releases::new(sum).ok()?;
            }
            None => kinds.push((parameters, entry.releases)).ok()?,
        }
    }
    Some(kinds)
}

/// How the spending on one bucket is bounded.
pub(super) enum Account<const N: usize> {
    /// Every cost has a sum: exact, in integers, and within the budget.
    Summed(Spent),
    /// What the stated costs leave of epsilon and delta has to hold the composition of the mechanisms.
    Composed {
        adjacency: Adjacency,
        stated: Spent,
        kinds: Mechanisms<N>,
        epsilon_left: u64,
        delta_left: u64,
    },
}

impl<const N: usize> Account<N> {
    /// **Errors.** [`Error::BudgetExceeded`] where the stated costs alone pass the budget.
    pub(super) fn at(
        adjacency: Adjacency,
        budget: Budget,
        entries: &[Charge],
        bucket: u32,
    ) -> Result<Self> {
        if let Some(pure) = pure_at(adjacency, entries, bucket)
            && pure.is_within(budget)
        {
            return Ok(Account::Summed(pure));
        }
        let stated = stated_at(entries, bucket).ok_or(Error::BudgetExceeded)?;
        let kinds = mechanisms_at(entries, bucket).ok_or(Error::BudgetExceeded)?;
        let left = |of: u64, spent: u64| of.checked_sub(spent).ok_or(Error::BudgetExceeded);
        let epsilon_left = left(budget.epsilon_micro(), stated.epsilon_micro)?;
        let delta_left = left(budget.delta_units(), stated.delta_units)?;
        if kinds.is_empty() {
            return Err(Error::BudgetExceeded); // never: that sum was within the budget
        }
        Ok(Account::Composed {
            adjacency,
            stated,
            kinds,
            epsilon_left,
            delta_left,
        })
    }

    /// Whether the budget holds.
    ///
    /// A Renyi order is cheap, and proves enough while much is left. Else delta at the epsilon that is left decides: that needs no search for a root, and a mechanism
    /// solved for the whole budget fits it. At delta = 0 there are only pure sums, which the search finds without an integral. Each is a proof.
    pub(super) fn is_within(&self) -> Result<bool> {
        match self {
            Account::Summed(_) => Ok(true),
            Account::Composed { delta_left: 0, .. } => Ok(self.composed_epsilon()?.is_some()),
            Account::Composed { .. } => {
                Ok(self.renyi_epsilon()?.is_some() || self.delta_is_within()?)
            }
        }
    }

    /// The spending, within the budget; [`Error::BudgetExceeded`] where it is not.
    pub(super) fn spent(&self) -> Result<Spent> {
        let (stated, epsilon_left, delta_left) = match self {
            Account::Summed(spent) => return Ok(*spent),
            Account::Composed {
                stated,
                epsilon_left,
                delta_left,
                ..
            } => (stated, *epsilon_left, *delta_left),
        };
        let mechanisms = match self.composed_epsilon()? {
            Some(epsilon) => epsilon,
            // a search ends a last digit above what delta proves
            None if self.delta_is_within()? => epsilon_left,
            None => return Err(Error::BudgetExceeded),
        };
        Ok(Spent {
            epsilon_micro: stated.epsilon_micro.saturating_add(mechanisms),
            delta_units: stated.delta_units.saturating_add(delta_left),
        })
    }

    fn delta_is_within(&self) -> Result<bool> {
        let Account::Composed {
            adjacency,
            kinds,
            epsilon_left,
            delta_left,
            ..
        } = self
        else {
            return Ok(true);
        };
        let epsilon = Epsilon::new(quotient_down(*epsilon_left, u128::from(EPSILON_UNITS)))?;
        let needed = unless_too_much(compose::delta_upper(*adjacency, kinds, epsilon))?;
        let needed = needed.and_then(|c| units_up(c.value, DELTA_UNITS));
        Ok(needed.is_some_and(|delta| delta <= *delta_left))
    }

    /// Epsilon of the mechanisms at the delta that is left, in micro-units; `None` where it is more than what is left.
    fn composed_epsilon(&self) -> Result<Option<u64>> {
        self.epsilon_by(|adjacency, kinds, delta| {
            compose::epsilon_upper(adjacency, kinds, delta).map(|composed| composed.value)
        })
    }

    /// The same by one Renyi order.
    fn renyi_epsilon(&self) -> Result<Option<u64>> {
        self.epsilon_by(compose::renyi_epsilon_upper)
    }

    fn epsilon_by(
        &self,
        bound: impl Fn(Adjacency, &[(MechanismParameters, Releases)], Delta) -> Result<f64>,
    ) -> Result<Option<u64>> {
        let Account::Composed {
            adjacency,
            kinds,
            epsilon_left,
            delta_left,
            ..
        } = self
        else {
            return Ok(None);
        };
        let delta = Delta::new(quotient_down(*delta_left, u128::from(DELTA_UNITS)))?;
        let needed = unless_too_much(bound(*adjacency, kinds, delta))?;
        let needed = needed.and_then(|epsilon| units_up(epsilon, EPSILON_UNITS));
        Ok(needed.filter(|epsilon| epsilon <= epsilon_left))
    }
}

/// What promises nothing at this budget is too expensive, not a fault; every other error is passed on.
fn unless_too_much<T>(bound: Result<T>) -> Result<Option<T>> {
    match bound {
        Ok(value) => Ok(Some(value)),
        Err(Error::NoEpsilon | Error::NotPure | Error::Unreachable) => Ok(None),
        Err(other) => Err(other),
    }
}

/// The buckets of `window` at which the spending can be largest: where it begins, and where an entry begins inside it.
///
/// If a set of windows has a bucket in common, then the latest of their first buckets is one too; so every set of entries that meets at some bucket meets at
/// one of these.
pub(super) fn worst_buckets(entries: &[Charge], window: Window) -> impl Iterator<Item = u32> + '_ {
    let starts = entries.iter().map(|e| e.window.first());
    let inside = starts.filter(move |s| *s > window.first() && *s <= window.last());
    core::iter::once(window.first()).chain(inside)
}
