//! One charge: what is spent, on which events, how often.
use super::cost::Cost;
use crate::domain::{self, Releases};
use crate::error::{Error, Result};
use crate::privacy::MechanismParameters;

/// The time buckets `first..=last` whose events a release reads. The unit is the application's: days, boots, laps.
///
/// ```
/// use dpmarkov::{Error, privacy::ledger::Window};
/// let week = Window::new(7, 13)?;
/// assert!(week.holds(13) && !week.holds(14));
/// assert_eq!(Window::new(1, 0), Err(Error::Window));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    first: u32,
    last: u32,
}

impl Window {
    /// All of time: for an application that releases the same log again and again.
    pub const ALL: Window = Window {
        first: 0,
        last: u32::MAX,
    };
    /// **Errors.** [`Error::Window`] where it would end before it begins.
    pub const fn new(first: u32, last: u32) -> Result<Self> {
        if first <= last {
            Ok(Window { first, last })
        } else {
            Err(Error::Window)
        }
    }
    /// The first bucket.
    pub const fn first(self) -> u32 {
        self.first
    }
    /// The last bucket.
    pub const fn last(self) -> u32 {
        self.last
    }
    /// Whether the bucket is inside.
    pub const fn holds(self, bucket: u32) -> bool {
        self.first <= bucket && bucket <= self.last
    }
}

/// What one release spends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spend {
    /// A stated (epsilon, delta): added up (basic composition).
    Stated(Cost),
    /// The parameters of a mechanism: composed exactly with the other mechanisms of the ledger.
    Mechanism(MechanismParameters),
}

/// `releases` releases of one kind, out of the events of one window, under one permit.
///
/// ```
/// use dpmarkov::domain::{GeometricRate, Releases};
/// use dpmarkov::privacy::{MechanismParameters, ledger::{Charge, Cost, Window}};
/// let today = Window::new(20_000, 20_000)?;
/// let tenth = Charge::stated(Cost::new(1_000_000, 0, 10)?, today);
/// let noise = MechanismParameters::Geometric(GeometricRate::new(1, 10)?);
/// let seven = Charge::mechanism(noise, Releases::new(7)?, today);
/// assert_eq!((tenth.releases.get(), seven.releases.get()), (1, 7));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charge {
    /// What each release spends.
    pub spend: Spend,
    /// The events that it reads.
    pub window: Window,
    /// How many releases the permit is for.
    pub releases: Releases,
}

impl Charge {
    /// One release at a stated cost.
    pub const fn stated(cost: Cost, window: Window) -> Self {
        Charge {
            spend: Spend::Stated(cost),
            window,
            releases: Releases::ONE,
        }
    }
    /// Releases of a mechanism with these parameters.
    pub const fn mechanism(
        parameters: MechanismParameters,
        releases: Releases,
        window: Window,
    ) -> Self {
        Charge {
            spend: Spend::Mechanism(parameters),
            window,
            releases,
        }
    }
    /// The one range that the types do not carry: the number of states of an urn, [`Error::States`].
    pub(super) fn checked(self) -> Result<Self> {
        match self.spend {
            Spend::Mechanism(MechanismParameters::Polya(_, states)) => {
                domain::cells(states)?;
            }
            Spend::Mechanism(_) | Spend::Stated(_) => {}
        }
        Ok(self)
    }
    /// Whether both are the same kind of release of the same events, and so one entry with a count.
    pub(super) fn is_like(&self, other: &Charge) -> bool {
        self.spend == other.spend && self.window == other.window
    }
}
