//! Every accepted range, once. A value of one of these types has been checked; nothing below the
//! boundary checks again.

use crate::error::{Error, Result};
use core::ops::RangeInclusive;

/// Accepted epsilon, in nats.
pub const EPSILON: RangeInclusive<f64> = 0.0..=1e6;
/// Accepted delta of a guarantee (1 itself is excluded: it promises nothing).
pub const DELTA: RangeInclusive<f64> = f64::MIN_POSITIVE..=(1.0 - f64::EPSILON / 2.0);
/// Accepted event weight w: how much one logged event adds to its Dirichlet parameter.
pub const WEIGHT: RangeInclusive<f64> = 1e-9..=1e9;
/// Accepted pseudo-count a: the number of events that every cell is given before the first is logged.
pub const PSEUDO_COUNT: RangeInclusive<f64> = 1e-6..=1e9;
/// Accepted public guess of the events logged out of one state.
pub const EXPECTED_ROW_TOTAL: RangeInclusive<f64> = 1.0..=1e15;
/// Accepted shape of a Gamma variate and parameter of a Dirichlet variate.
pub const SHAPE: RangeInclusive<f64> = 1e-300..=1e308;
/// Largest accepted concentration k of the published form; the smallest is Assumption 4's.
pub const CONCENTRATION_MAX: f64 = 1e12;
/// Accepted number of states.
pub const STATES: RangeInclusive<usize> = 2..=65_535;

macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $range:ident, $error:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        #[repr(transparent)]
        pub struct $name(f64);
        impl $name {
            /// Checks the range; NaN is refused.
            pub fn new(value: f64) -> Result<Self> {
                if $range.contains(&value) { Ok(Self(value)) } else { Err(Error::$error) }
            }
            /// The value.
            pub const fn get(self) -> f64 { self.0 }
        }
    };
}

checked!(
    /// A checked epsilon, in nats: see [`EPSILON`].
    Epsilon, EPSILON, Epsilon
);
checked!(
    /// A checked delta: see [`DELTA`].
    Delta, DELTA, Delta
);
checked!(
    /// A checked event weight w: see [`WEIGHT`].
    Weight, WEIGHT, Weight
);
checked!(
    /// A checked pseudo-count a, in events: see [`PSEUDO_COUNT`].
    PseudoCount, PSEUDO_COUNT, PseudoCount
);
checked!(
    /// A checked public guess of the events in one row: see [`EXPECTED_ROW_TOTAL`].
    ExpectedRowTotal, EXPECTED_ROW_TOTAL, ExpectedRowTotal
);

/// How often the same log is released: at least once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Releases(u32);

impl Releases {
    /// One release.
    pub const ONE: Releases = Releases(1);
    /// Refuses zero.
    pub const fn new(releases: u32) -> Result<Self> {
        if releases == 0 {
            Err(Error::Releases)
        } else {
            Ok(Self(releases))
        }
    }
    /// The value.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Checks a number of states and returns the number of cells n * n, or [`Error::States`] (also
/// where n * n does not fit the machine's `usize`).
pub fn cells(n: usize) -> Result<usize> {
    if !STATES.contains(&n) {
        return Err(Error::States);
    }
    n.checked_mul(n).ok_or(Error::States)
}
