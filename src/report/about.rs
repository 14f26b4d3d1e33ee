//! What a report says beside its rows.
use crate::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use crate::privacy::ledger::Window;
use crate::privacy::{Guarantee, MechanismParameters};

/// Which names the states have: the first 16 bytes of SHA-256 over, for each state in order, the length of its name in bytes of UTF-8 as a `u32`,
/// little-endian, and the name.
///
/// A collector merges reports of one table only, and knows the names by it. The library compares it and never computes it: it is a constant of the firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateTable(pub [u8; 16]);

/// What a report says of its release beside mechanism, support and rows. All of it must be public: nothing here may depend on the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Which names the states have.
    pub state_table: StateTable,
    /// The time buckets whose events were released.
    pub window: Window,
    /// The number of the ledger's permit ([`Permit::number`](crate::privacy::ledger::Permit::number)); 0 without a ledger.
    pub generation: u64,
    /// Sixteen bytes that the application chose at random for this one report, so that a collector sees a report that it gets twice. Not the device's number:
    /// one that stays the same joins a device's reports to each other, which no guarantee covers.
    pub id: Option<[u8; 16]>,
}

/// Bits of every released value in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// 16 bits: probabilities to 2^-16, noisy counts to +-32,767, tallies to 65,535.
    Bits16,
    /// 32 bits: probabilities to 2^-32 as released, noisy counts to +-2,147,483,647, every tally.
    Bits32,
}

impl Width {
    /// 16 or 32.
    pub const fn bits(self) -> u32 {
        match self {
            Width::Bits16 => 16,
            Width::Bits32 => 32,
        }
    }
    /// 2 or 4.
    pub const fn bytes(self) -> usize {
        match self {
            Width::Bits16 => 2,
            Width::Bits32 => 4,
        }
    }
    /// The largest noisy count, and with a minus sign the smallest: 2^(bits-1) - 1. What lies beyond was cut off there.
    pub const fn saturation(self) -> i64 {
        match self {
            Width::Bits16 => i16::MAX as i64,
            Width::Bits32 => i32::MAX as i64,
        }
    }
}

/// The mechanism that made a release: parameters and guarantee go into the report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mechanism<'a> {
    /// Probabilities.
    Dirichlet(&'a Dirichlet),
    /// Tallies.
    Polya(&'a Polya),
    /// Noisy counts.
    Geometric(&'a Geometric),
    /// Noisy counts.
    Gaussian(&'a Gaussian),
}

impl Mechanism<'_> {
    /// What it promises.
    pub fn guarantee(&self) -> Guarantee {
        match self {
            Mechanism::Dirichlet(m) => *m.guarantee(),
            Mechanism::Polya(m) => *m.guarantee(),
            Mechanism::Geometric(m) => *m.guarantee(),
            Mechanism::Gaussian(m) => *m.guarantee(),
        }
    }
    /// Its parameters. The number of states of an urn is the one that its guarantee was computed for.
    pub fn parameters(&self) -> MechanismParameters {
        match self {
            Mechanism::Dirichlet(m) => MechanismParameters::Dirichlet(*m.parameters()),
            Mechanism::Polya(m) => MechanismParameters::Polya(*m.parameters(), m.states()),
            Mechanism::Geometric(m) => MechanismParameters::Geometric(m.rate()),
            Mechanism::Gaussian(m) => MechanismParameters::Gaussian(m.variance()),
        }
    }
}
