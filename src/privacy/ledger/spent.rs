//! What the entries of a ledger spend on the events of one bucket.
use super::charge::{Charge, Spend, Window};
use super::composed as compose;
use super::cost::Budget;
use super::exact_sum::ExactSum;
use super::units::{DELTA_UNITS, EPSILON_UNITS, quotient_down, units_up};
use crate::domain::{Delta, EPSILON, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, MechanismParameters};
use heapless::Vec;

/// Kinds of mechanisms and how often each was released.
type Mechanisms<const N: usize> = Vec<(MechanismParameters, Releases), N>;

/// The sums of the stated costs of the entries that read `bucket`: (epsilon, delta) in units, each rounded up once.
/// `None` where a sum passes 64 bits, and with it every budget.
pub(super) fn stated_at(entries: &[Charge], bucket: u32) -> Option<(u64, u64)> {
    let mut epsilon = ExactSum::ZERO;
    let mut delta = ExactSum::ZERO;
    for entry in entries.iter().filter(|e| e.window.holds(bucket)) {
        if let Spend::Stated(cost) = entry.spend {
            let count = entry.releases.get();
            epsilon.add(count, cost.epsilon_micro(), cost.parts())?;
            delta.add(count, cost.delta_units(), cost.parts())?;
        }
    }
    Some((epsilon.ceil()?, delta.ceil()?))
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

/// Whether what the entries spend on the events of `bucket` is within the budget.
///
/// Stated costs are summed; what they leave of epsilon and delta must hold the mechanisms' composition. That is decided by delta at the epsilon that is left,
/// which needs no search for a root, so that a mechanism solved for exactly this budget fits it; where no delta is left, or that fails, by epsilon at the
/// delta that is left. Either inequality proves the guarantee.
pub(super) fn fits<const N: usize>(
    adjacency: Adjacency,
    budget: Budget,
    entries: &[Charge],
    bucket: u32,
) -> Result<bool> {
    let Some((epsilon, delta)) = stated_at(entries, bucket) else {
        return Ok(false);
    };
    let (Some(epsilon_left), Some(delta_left)) = (
        budget.epsilon_micro().checked_sub(epsilon),
        budget.delta_units().checked_sub(delta),
    ) else {
        return Ok(false);
    };
    let Some(kinds) = mechanisms_at::<N>(entries, bucket) else {
        return Ok(false);
    };
    if kinds.is_empty() {
        return Ok(true);
    }
    let left = Epsilon::new(quotient_down(epsilon_left, u128::from(EPSILON_UNITS)))?;
    let needed = unless_too_much(compose::delta_upper(adjacency, &kinds, left))?;
    if needed
        .and_then(|delta| units_up(delta, DELTA_UNITS))
        .is_some_and(|d| d <= delta_left)
    {
        return Ok(true);
    }
    let needed = composed_epsilon(adjacency, &kinds, delta_left)?;
    Ok(needed.is_some_and(|e| e <= epsilon_left))
}

/// Epsilon of the mechanisms at the delta that is left, in micro-units rounded up; `None` where no epsilon is enough.
fn composed_epsilon(
    adjacency: Adjacency,
    kinds: &[(MechanismParameters, Releases)],
    delta_left: u64,
) -> Result<Option<u64>> {
    let delta = Delta::new(quotient_down(delta_left, u128::from(DELTA_UNITS)))?;
    let composed = unless_too_much(compose::epsilon_upper(adjacency, kinds, delta))?;
    Ok(composed.and_then(|e| units_up(e, EPSILON_UNITS)))
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
/// If a set of windows has a bucket in common, then the latest of their first buckets is one too; so every set of entries that meets at some bucket meets at one of these.
pub(super) fn worst_buckets(entries: &[Charge], window: Window) -> impl Iterator<Item = u32> + '_ {
    let starts = entries.iter().map(|e| e.window.first());
    let inside = starts.filter(move |s| *s > window.first() && *s <= window.last());
    core::iter::once(window.first()).chain(inside)
}

/// What was spent on the events of one bucket, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Epsilon in micro-units: stated costs, and the mechanisms at the delta that the stated costs leave. [`None`] where a stored ledger's mechanisms have no
    /// finite epsilon at that delta.
    pub epsilon_micro: Option<u64>,
    /// Delta in units of 1e-18: the stated costs, or the whole budget's as soon as a mechanism was charged whose epsilon was taken at what they left.
    pub delta_units: u64,
}

/// The spending at `bucket`.
pub(super) fn spent_at<const N: usize>(
    adjacency: Adjacency,
    budget: Budget,
    entries: &[Charge],
    bucket: u32,
) -> Result<Spent> {
    let (epsilon, delta) = stated_at(entries, bucket).ok_or(Error::BudgetExceeded)?;
    let kinds = mechanisms_at::<N>(entries, bucket).ok_or(Error::BudgetExceeded)?;
    if kinds.is_empty() {
        return Ok(Spent {
            epsilon_micro: Some(epsilon),
            delta_units: delta,
        });
    }
    let delta_left = budget.delta_units().saturating_sub(delta);
    let composed = composed_epsilon(adjacency, &kinds, delta_left)?;
    // The budget itself bounds what `fits` accepted through delta, where the epsilon of a search is a last digit above it.
    let within = fits::<N>(adjacency, budget, entries, bucket)?;
    let total = composed.and_then(|c| c.checked_add(epsilon));
    let total = match total {
        Some(total) if !within || total <= budget.epsilon_micro() => Some(total),
        _ if within => Some(budget.epsilon_micro()),
        other => other,
    };
    Ok(Spent {
        epsilon_micro: total.filter(|t| *t <= *EPSILON.end() as u64 * EPSILON_UNITS),
        delta_units: budget.delta_units(),
    })
}
