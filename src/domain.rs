//! Every accepted range, once. A value of one of these types has been checked; nothing below the
//! boundary checks again.
//!
//! ```
//! use dpmarkov::Error;
//! use dpmarkov::domain::{EPSILON, Epsilon, GeometricRate};
//! assert_eq!(Epsilon::new(0.5)?.get(), 0.5);
//! assert!(!EPSILON.contains(&-1.0));
//! assert_eq!(Epsilon::new(-1.0), Err(Error::Epsilon));
//! assert_eq!(Epsilon::new(f64::NAN), Err(Error::Epsilon));
//! assert_eq!(GeometricRate::new(1, 0), Err(Error::Rate));
//! # Ok::<(), dpmarkov::Error>(())
//! ```

use crate::error::{Error, Result};
use core::ops::RangeInclusive;

mod parts;
mod wide;
pub(crate) use parts::InParts;
pub use parts::Parts;
pub(crate) use wide::wide_product;

/// Accepted epsilon, in nats.
pub const EPSILON: RangeInclusive<f64> = 0.0..=1e6;
/// Accepted delta of a guarantee: 0 (a pure guarantee, for the mechanisms that have one) or from 2.3e-308 to below 1 (1 itself promises
/// nothing). Subnormal numbers are refused: they lose digits.
pub const DELTA: RangeInclusive<f64> = 0.0..=(1.0 - f64::EPSILON / 2.0);
/// Accepted event weight w: how much one logged event adds to its Dirichlet parameter.
pub const WEIGHT: RangeInclusive<f64> = 1e-9..=1e9;
/// Accepted pseudo-count a: the number of events that every cell is given before the first is logged.
pub const PSEUDO_COUNT: RangeInclusive<f64> = 1e-6..=1e9;
/// Accepted public guess of the events logged out of one state.
pub const EXPECTED_ROW_TOTAL: RangeInclusive<f64> = 1.0..=1e15;
/// Accepted shape of a Gamma variate and parameter of a Dirichlet variate.
pub const SHAPE: RangeInclusive<f64> = 1e-300..=1e308;
/// Accepted confidence level of an interval.
pub const LEVEL: RangeInclusive<f64> = 0.5..=0.999_999;
/// Largest accepted concentration k of the published form; the smallest is Assumption 4's.
pub const CONCENTRATION_MAX: f64 = 1e12;
/// Accepted number of states.
pub const STATES: RangeInclusive<usize> = 2..=65_535;
/// Accepted number of symbols of the private learner's alphabet.
pub const ALPHABET: RangeInclusive<usize> = 2..=(1 << 24);
/// Accepted length of a synthetic sequence, in symbols.
pub const SEQUENCE: RangeInclusive<usize> = 1..=(1 << 16);
/// Accepted number of votes (blocks, devices) and of runs of the private learner.
pub const VOTES: RangeInclusive<usize> = 1..=(1 << 24);
/// Accepted number of hypotheses of a finite class.
pub const HYPOTHESES: RangeInclusive<usize> = 1..=4096;

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
            /// What [`Self::new`] accepted before, by its bits: the C interface keeps it under a seal, and its releases in integers stay
            /// without any operation on floats.
            #[cfg(feature = "capi")]
            #[allow(dead_code)]
            pub(crate) const fn accepted_before(bits: u64) -> Self { Self(f64::from_bits(bits)) }
        }
    };
}

checked!(
    /// A checked epsilon, in nats: see [`EPSILON`].
    Epsilon, EPSILON, Epsilon
);
/// A checked delta: see [`DELTA`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct Delta(f64);
impl Delta {
    /// Checks the range; NaN and subnormal numbers are refused, -0 becomes 0.
    pub fn new(value: f64) -> Result<Self> {
        if value == 0.0 {
            Ok(Self(0.0))
        } else if value >= f64::MIN_POSITIVE && DELTA.contains(&value) {
            Ok(Self(value))
        } else {
            Err(Error::Delta)
        }
    }
    /// The value.
    pub const fn get(self) -> f64 {
        self.0
    }
    /// What [`Delta::new`] accepted before, by its bits: see [`Epsilon`].
    #[cfg(feature = "capi")]
    pub(crate) const fn accepted_before(bits: u64) -> Self {
        Self(f64::from_bits(bits))
    }
    /// The value where it is above 0; [`Error::NotPure`] for mechanisms that promise nothing at delta = 0.
    pub fn above_zero(self) -> Result<f64> {
        if self.0 > 0.0 {
            Ok(self.0)
        } else {
            Err(Error::NotPure)
        }
    }
}

checked!(
    /// A checked event weight w: see [`WEIGHT`].
    Weight, WEIGHT, Weight
);
checked!(
    /// A checked pseudo-count a, in events: see [`PSEUDO_COUNT`].
    PseudoCount, PSEUDO_COUNT, PseudoCount
);
checked!(
    /// A checked confidence level of an interval: see [`LEVEL`].
    Level, LEVEL, Level
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

/// Accepted numerator and denominator of a [`GeometricRate`].
pub const RATE_PART: RangeInclusive<u32> = 1..=(1 << 30);
/// Largest accepted [`GeometricRate`]: noise is 0 but for one draw in e^64.
pub const RATE_MAX: u32 = 64;

/// The rate e0 = numerator/denominator of two-sided geometric noise, P(k) proportional to e^(-e0 |k|): exact, so that it can be
/// drawn with integers. From 2^-30 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeometricRate {
    numerator: u32,
    denominator: u32,
}

impl GeometricRate {
    /// Checks both parts and the quotient: [`Error::Rate`].
    pub const fn new(numerator: u32, denominator: u32) -> Result<Self> {
        if numerator >= *RATE_PART.start()
            && numerator <= *RATE_PART.end()
            && denominator >= *RATE_PART.start()
            && denominator <= *RATE_PART.end()
            && (numerator as u64) <= RATE_MAX as u64 * denominator as u64
        {
            Ok(Self {
                numerator,
                denominator,
            })
        } else {
            Err(Error::Rate)
        }
    }
    /// The numerator.
    pub const fn numerator(self) -> u32 {
        self.numerator
    }
    /// The denominator.
    pub const fn denominator(self) -> u32 {
        self.denominator
    }
    /// The rate, correctly rounded.
    pub fn get(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

/// Accepted numerator of a [`Variance`].
pub const VARIANCE_NUMERATOR: RangeInclusive<u64> = 1..=(1 << 40);
/// Accepted denominator of a [`Variance`].
pub const VARIANCE_DENOMINATOR: RangeInclusive<u32> = 1..=1024;

/// sigma^2 = numerator/denominator of discrete Gaussian noise, P(k) proportional to e^(-k^2/(2 sigma^2)): exact, so that it can be
/// drawn with integers. From 2^-10 to 2^40.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variance {
    numerator: u64,
    denominator: u32,
}

impl Variance {
    /// Checks both parts: [`Error::Variance`].
    pub const fn new(numerator: u64, denominator: u32) -> Result<Self> {
        if numerator >= *VARIANCE_NUMERATOR.start()
            && numerator <= *VARIANCE_NUMERATOR.end()
            && denominator >= *VARIANCE_DENOMINATOR.start()
            && denominator <= *VARIANCE_DENOMINATOR.end()
        {
            Ok(Self {
                numerator,
                denominator,
            })
        } else {
            Err(Error::Variance)
        }
    }
    /// The numerator.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }
    /// The denominator.
    pub const fn denominator(self) -> u32 {
        self.denominator
    }
    /// sigma^2, correctly rounded.
    pub fn get(self) -> f64 {
        self.numerator as f64 / f64::from(self.denominator)
    }
}

/// Accepted number of units of a [`Floor`]: up to 2^20 events.
pub const FLOOR_UNITS: RangeInclusive<u32> = 0..=(1 << 30);

/// A public floor that is added to every entry of a row before it is normalised, in 1/1024 of an event; 0 adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Floor(u32);

impl Floor {
    /// No floor: the smallest entry is one unit of the row, 2^-32.
    pub const NONE: Floor = Floor(0);
    /// Units of one event.
    pub const PER_EVENT: u32 = 1024;
    /// Checks the range: [`Error::Floor`].
    pub const fn new(units: u32) -> Result<Self> {
        if units <= *FLOOR_UNITS.end() {
            Ok(Self(units))
        } else {
            Err(Error::Floor)
        }
    }
    /// In 1/1024 of an event.
    pub const fn units(self) -> u32 {
        self.0
    }
    /// In events.
    pub fn get(self) -> f64 {
        f64::from(self.0) / f64::from(Self::PER_EVENT)
    }
}

/// Accepted event, prior and draw mass of a [`PolyaParameters`].
pub const MASS: RangeInclusive<u32> = 1..=(1 << 15);
/// Accepted prior mass of a [`PolyaParameters`].
pub const PRIOR_MASS: RangeInclusive<u32> = 1..=(1 << 31);
/// Accepted number of draws of one row's urn.
pub const DRAWS: RangeInclusive<u32> = 1..=(1 << 24);

/// Polya's urn for one row: alpha_i = (event_mass c_i + prior_mass)/draw_mass, `draws` draws. In the terms of the Dirichlet mechanism
/// w = event_mass/draw_mass and a = prior_mass/event_mass.
///
/// The whole mass of an urn stays below 2^64: 65,535 cells of at most 2^15 (2^32 - 1) + 2^31, and 2^24 draws of 2^15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyaParameters {
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
}

impl PolyaParameters {
    /// Checks each range: [`Error::Mass`], [`Error::Draws`].
    pub const fn new(event_mass: u32, prior_mass: u32, draw_mass: u32, draws: u32) -> Result<Self> {
        if event_mass < *MASS.start()
            || event_mass > *MASS.end()
            || prior_mass < *PRIOR_MASS.start()
            || prior_mass > *PRIOR_MASS.end()
            || draw_mass < *MASS.start()
            || draw_mass > *MASS.end()
        {
            return Err(Error::Mass);
        }
        if draws < *DRAWS.start() || draws > *DRAWS.end() {
            return Err(Error::Draws);
        }
        Ok(Self {
            event_mass,
            prior_mass,
            draw_mass,
            draws,
        })
    }
    /// The mass that one logged event adds to its cell.
    pub const fn event_mass(self) -> u32 {
        self.event_mass
    }
    /// The mass of a cell without events.
    pub const fn prior_mass(self) -> u32 {
        self.prior_mass
    }
    /// The mass that one draw adds to its cell.
    pub const fn draw_mass(self) -> u32 {
        self.draw_mass
    }
    /// The number of draws M of one row.
    pub const fn draws(self) -> u32 {
        self.draws
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
