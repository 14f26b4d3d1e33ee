//! What the entries of a ledger spend on the events of one bucket.
use super::charge::{Charge, Spend, Window};
use super::cost::Budget;
use super::exact_sum::ExactSum;
use super::units::{DELTA_UNITS, EPSILON_UNITS, quotient_down, units_up};
use crate::domain::{Delta, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::privacy::micro::largest_change;
use crate::privacy::{Adjacency, MechanismParameters, compose};
use heapless::Vec;

/// A kind of mechanism and how often it was released.
type Kind = (MechanismParameters, Releases);
type Mechanisms<const N: usize> = Vec<Kind, N>;

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

/// The sum of the costs of the entries that read `bucket` and that `of` has a cost for, made whole by `whole`. `None` where it passes 64 bits, and with
/// it every budget.
fn sum(
    entries: &[Charge],
    bucket: u32,
    of: impl Fn(&Spend) -> Option<(u64, u64, u32)>,
    whole: impl Fn(&ExactSum) -> Option<u64>,
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
        epsilon_micro: whole(&epsilon)?,
        delta_units: whole(&delta)?,
    })
}

fn stated(spend: &Spend) -> Option<(u64, u64, u32)> {
    match spend {
        Spend::Stated(cost) => Some((cost.epsilon_micro(), cost.delta_units(), cost.parts())),
        Spend::Mechanism(_) => None,
    }
}

/// The sum of the stated costs of the entries that read `bucket`, rounded up once.
fn stated_at(entries: &[Charge], bucket: u32) -> Option<Spent> {
    sum(entries, bucket, stated, ExactSum::ceil)
}

/// A sum that the stated costs of the entries that read `bucket` are not below: what passes the budget by this was never accepted.
///
/// Not [`stated_at`]: that may round more of a part of the entries than of all of them, and would then lock out a ledger that is sound.
pub(super) fn stated_at_least(entries: &[Charge], bucket: u32) -> Option<Spent> {
    sum(entries, bucket, stated, ExactSum::floor)
}

/// The same, with the pure cost of geometric noise: each event of a neighbour is one count, and each costs the rate, a fraction. `None` where another mechanism is
/// among them.
pub(super) fn pure_at(adjacency: Adjacency, entries: &[Charge], bucket: u32) -> Option<Spent> {
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
    let cost = |spend: &Spend| match spend {
        Spend::Mechanism(MechanismParameters::Geometric(rate)) => {
            let numerator = u64::from(rate.numerator());
            // 10^6 times a count below 2^10 times at most 2^30: below 2^60, so nothing saturates
            let amount = EPSILON_UNITS
                .saturating_mul(counts)
                .saturating_mul(numerator);
            Some((amount, 0, rate.denominator()))
        }
        other => stated(other),
    };
    sum(entries, bucket, cost, ExactSum::ceil)
}

/// The mechanisms of the entries that read `bucket`, one element for each kind, into an empty list. `None` where the releases of one kind pass 32 bits.
fn mechanisms_at<const N: usize>(
    entries: &[Charge],
    bucket: u32,
    kinds: &mut Mechanisms<N>,
) -> Option<()> {
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
    Some(())
}

/// How the spending on one bucket is bounded.
pub(super) enum Account<'a> {
    /// Every cost has a sum: exact, in integers, and within the budget.
    Summed(Spent),
    /// What the stated costs leave has to hold the composition of the mechanisms.
    Composed(Left<'a>),
}

/// What the stated costs of the entries that read `bucket` leave of a budget.
pub(super) struct Left<'a> {
    adjacency: Adjacency,
    entries: &'a [Charge],
    bucket: u32,
    stated: Spent,
    epsilon_micro: u64,
    delta_units: u64,
}

impl<'a> Account<'a> {
    /// **Errors.** [`Error::BudgetExceeded`] where the stated costs alone pass the budget.
    pub(super) fn at(
        adjacency: Adjacency,
        budget: Budget,
        entries: &'a [Charge],
        bucket: u32,
    ) -> Result<Self> {
        if let Some(pure) = pure_at(adjacency, entries, bucket)
            && pure.is_within(budget)
        {
            return Ok(Account::Summed(pure));
        }
        let stated = stated_at(entries, bucket).ok_or(Error::BudgetExceeded)?;
        let left = |of: u64, spent: u64| of.checked_sub(spent).ok_or(Error::BudgetExceeded);
        Ok(Account::Composed(Left {
            adjacency,
            entries,
            bucket,
            stated,
            epsilon_micro: left(budget.epsilon_micro(), stated.epsilon_micro)?,
            delta_units: left(budget.delta_units(), stated.delta_units)?,
        }))
    }

    /// [`Error::BudgetExceeded`] unless the budget holds. `N` is the ledger's capacity.
    ///
    /// A Renyi order is cheap, and proves enough while much is left. Else delta at the epsilon that is left decides: that needs no search for a root, and a mechanism
    /// solved for the whole budget fits it. At delta = 0 there are only pure sums, which the search finds without an integral. Each is a proof.
    pub(super) fn check<const N: usize>(&self) -> Result<()> {
        let Account::Composed(left) = self else {
            return Ok(());
        };
        let mut kinds = Mechanisms::<N>::new();
        left.mechanisms(&mut kinds)?;
        let holds = if left.delta_units == 0 {
            left.epsilon(&kinds)?.is_some()
        } else {
            left.renyi_epsilon(&kinds)?.is_some() || left.holds_delta(&kinds)?
        };
        if holds {
            Ok(())
        } else {
            Err(Error::BudgetExceeded)
        }
    }

    /// The spending, within the budget; [`Error::BudgetExceeded`] where it is not.
    pub(super) fn spent<const N: usize>(&self) -> Result<Spent> {
        let left = match self {
            Account::Summed(spent) => return Ok(*spent),
            Account::Composed(left) => left,
        };
        let mut kinds = Mechanisms::<N>::new();
        left.mechanisms(&mut kinds)?;
        let mechanisms = match left.epsilon(&kinds)? {
            Some(epsilon) => epsilon,
            // a search ends a last digit above what delta proves
            None if left.holds_delta(&kinds)? => left.epsilon_micro,
            None => return Err(Error::BudgetExceeded),
        };
        Ok(Spent {
            epsilon_micro: left.stated.epsilon_micro.saturating_add(mechanisms),
            delta_units: left.stated.delta_units.saturating_add(left.delta_units),
        })
    }
}

impl Left<'_> {
    fn mechanisms<const N: usize>(&self, kinds: &mut Mechanisms<N>) -> Result<()> {
        mechanisms_at(self.entries, self.bucket, kinds).ok_or(Error::BudgetExceeded)
    }

    /// Whether delta of the mechanisms at the epsilon that is left is within the delta that is left.
    fn holds_delta(&self, kinds: &[Kind]) -> Result<bool> {
        let epsilon = quotient_down(self.epsilon_micro, u128::from(EPSILON_UNITS));
        let needed = compose::delta_upper(self.adjacency, kinds, Epsilon::new(epsilon)?);
        let needed = unless_too_much(needed)?.and_then(|c| units_up(c.value, DELTA_UNITS));
        Ok(needed.is_some_and(|delta| delta <= self.delta_units))
    }

    /// Epsilon of the mechanisms at the delta that is left, in micro-units; `None` where it is more than what is left.
    fn epsilon(&self, kinds: &[Kind]) -> Result<Option<u64>> {
        let needed = compose::epsilon_upper(self.adjacency, kinds, self.delta()?);
        Ok(self.if_left(unless_too_much(needed)?.map(|composed| composed.value)))
    }

    /// The same by one Renyi order.
    fn renyi_epsilon(&self, kinds: &[Kind]) -> Result<Option<u64>> {
        let needed = compose::renyi_epsilon_upper(self.adjacency, kinds, self.delta()?);
        Ok(self.if_left(unless_too_much(needed)?))
    }

    fn delta(&self) -> Result<Delta> {
        Delta::new(quotient_down(self.delta_units, u128::from(DELTA_UNITS)))
    }

    fn if_left(&self, epsilon: Option<f64>) -> Option<u64> {
        let micro = epsilon.and_then(|e| units_up(e, EPSILON_UNITS));
        micro.filter(|m| *m <= self.epsilon_micro)
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
