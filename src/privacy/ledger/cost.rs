//! What there is to spend, and what a release spends: integers.
use super::units::{DELTA_UNITS, EPSILON_UNITS, quotient_down, units_down, units_up};
use crate::domain::{EPSILON, Releases};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, Guarantee};
use core::num::NonZeroU32;

/// Largest accepted epsilon of a budget or cost, in micro-units: that of [`crate::domain::EPSILON`].
pub const EPSILON_MICRO_MAX: u64 = *EPSILON.end() as u64 * EPSILON_UNITS;
/// Largest accepted delta of a budget or cost, in units of 1e-18: below 1, which promises nothing.
pub const DELTA_UNITS_MAX: u64 = DELTA_UNITS - 1;

/// The whole life's (epsilon, delta) of an event.
///
/// **Units.** epsilon in micro-units (1e-6 nats), delta in units of 1e-18.
///
/// ```
/// use dpmarkov::privacy::ledger::Budget;
/// let budget = Budget::new(1_000_000, 1_000_000_000)?; // epsilon 1, delta 1e-9
/// assert_eq!(Budget::from_f64(1.0, 1e-9)?, budget);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    epsilon_micro: u64,
    delta_units: u64,
}

impl Budget {
    /// What a ledger has for a moment, before it is read in place.
    #[cfg(feature = "capi")]
    pub(super) const LEAST: Budget = Budget {
        epsilon_micro: 1,
        delta_units: 0,
    };
    /// From integers.
    ///
    /// **Errors.** [`Error::Epsilon`] above [`EPSILON_MICRO_MAX`] or where both are 0, [`Error::Delta`] above [`DELTA_UNITS_MAX`].
    pub const fn new(epsilon_micro: u64, delta_units: u64) -> Result<Self> {
        if epsilon_micro > EPSILON_MICRO_MAX || (epsilon_micro == 0 && delta_units == 0) {
            return Err(Error::Epsilon);
        }
        if delta_units > DELTA_UNITS_MAX {
            return Err(Error::Delta);
        }
        Ok(Budget {
            epsilon_micro,
            delta_units,
        })
    }
    /// From floating point, rounded down: the budget is never more than what was written.
    ///
    /// 1e-6 is a binary fraction a little below 1e-6, and becomes 999,999,999,999 units: enter decimal numbers as integers.
    ///
    /// **Errors.** As [`Budget::new`].
    pub fn from_f64(epsilon: f64, delta: f64) -> Result<Self> {
        Budget::new(
            units_down(epsilon, EPSILON_UNITS).ok_or(Error::Epsilon)?,
            units_down(delta, DELTA_UNITS).ok_or(Error::Delta)?,
        )
    }
    /// Epsilon in micro-units.
    pub const fn epsilon_micro(self) -> u64 {
        self.epsilon_micro
    }
    /// Delta in units of 1e-18.
    pub const fn delta_units(self) -> u64 {
        self.delta_units
    }
    /// The budget as a guarantee to plan with: the largest `f64` numbers that do not pass it. A mechanism that is solved for this guarantee, and charged
    /// by its parameters `releases` times in one window, fits.
    ///
    /// **Errors.** None for a budget whose epsilon and delta are in the ranges of [`crate::domain`], as all are.
    pub fn guarantee(self, adjacency: Adjacency, releases: Releases) -> Result<Guarantee> {
        guarantee(adjacency, self.epsilon_micro, self.delta_units, 1, releases)
    }
}

/// (amount/parts, amount/parts), rounded down to `f64`.
fn guarantee(
    adjacency: Adjacency,
    epsilon_micro: u64,
    delta_units: u64,
    parts: u32,
    releases: Releases,
) -> Result<Guarantee> {
    let per = |scale: u64| u128::from(scale).saturating_mul(u128::from(parts)); // below 2^92
    Guarantee::new(
        adjacency,
        quotient_down(epsilon_micro, per(EPSILON_UNITS)),
        quotient_down(delta_units, per(DELTA_UNITS)),
        releases.get(),
    )
}

/// The stated cost of one release, exact: (epsilon_micro/parts, delta_units/parts).
///
/// Eleven charges of `Cost::new(1_000_000, 0, 11)` are epsilon 1 exactly, which no decimal number and no `f64` can say: the `f64` next to 1/11 is above it, and
/// eleven of it are more than 1.
///
/// ```
/// use dpmarkov::{Error, privacy::ledger::Cost};
/// let eleventh = Cost::new(1_000_000, 0, 11)?;
/// assert_eq!(eleventh.parts(), 11);
/// assert_eq!(Cost::from_f64(0.1, 0.0)?.epsilon_micro(), 100_001); // 0.1 is above 1/10: rounded up
/// assert_eq!(Cost::new(0, 0, 1), Err(Error::Cost));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    epsilon_micro: u64,
    delta_units: u64,
    parts: NonZeroU32,
}

impl Cost {
    /// From integers: `parts` such costs together are epsilon_micro micro-units of epsilon and delta_units units of delta.
    ///
    /// **Errors.** [`Error::Cost`] where both are 0 (what costs nothing needs no ledger), where `parts` is 0, or above [`EPSILON_MICRO_MAX`], [`DELTA_UNITS_MAX`].
    pub const fn new(epsilon_micro: u64, delta_units: u64, parts: u32) -> Result<Self> {
        let Some(parts) = NonZeroU32::new(parts) else {
            return Err(Error::Cost);
        };
        if epsilon_micro > EPSILON_MICRO_MAX
            || delta_units > DELTA_UNITS_MAX
            || (epsilon_micro == 0 && delta_units == 0)
        {
            return Err(Error::Cost);
        }
        Ok(Cost {
            epsilon_micro,
            delta_units,
            parts,
        })
    }
    /// From floating point, rounded up to whole units: the cost is never less than what was written, and a number above 0 costs at least one unit.
    ///
    /// **Errors.** [`Error::Cost`].
    pub fn from_f64(epsilon: f64, delta: f64) -> Result<Self> {
        Cost::new(
            units_up(epsilon, EPSILON_UNITS).ok_or(Error::Cost)?,
            units_up(delta, DELTA_UNITS).ok_or(Error::Cost)?,
            1,
        )
    }
    /// Micro-units of epsilon of all parts together.
    pub const fn epsilon_micro(self) -> u64 {
        self.epsilon_micro
    }
    /// Units of delta of all parts together.
    pub const fn delta_units(self) -> u64 {
        self.delta_units
    }
    /// The number of parts.
    pub const fn parts(self) -> u32 {
        self.parts.get()
    }
    /// What one release may promise: both numbers rounded down to `f64`, so that a mechanism made from them never spends more than was charged.
    ///
    /// **Errors.** None for a cost that was accepted.
    pub fn guarantee(self, adjacency: Adjacency) -> Result<Guarantee> {
        guarantee(
            adjacency,
            self.epsilon_micro,
            self.delta_units,
            self.parts.get(),
            Releases::ONE,
        )
    }
}
