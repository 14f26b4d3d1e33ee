//! The right to release, once.
use super::charge::{Charge, Spend};
use crate::error::Result;
use crate::privacy::{Adjacency, Guarantee};
use crate::random::{EntropySource, Generator};

/// The right to one charge's releases: only [`Ledger::commit`](super::Ledger::commit) makes one, after the charge was read back from the store, and
/// [`Permit::into_generator`] uses it up. It is neither `Clone` nor `Copy` and is not stored: after a restart the charge stays and the permit is gone.
///
/// ```compile_fail
/// fn twice(permit: dpmarkov::privacy::ledger::Permit) {
///     let copy = permit.clone(); // no such method
/// }
/// ```
/// ```compile_fail
/// fn twice(permit: dpmarkov::privacy::ledger::Permit, source: &mut dyn dpmarkov::random::EntropySource) {
///     permit.into_generator(source);
///     permit.into_generator(source); // use of moved value
/// }
/// ```
#[must_use = "the charge is spent whether or not the permit is used"]
#[derive(Debug)]
pub struct Permit {
    pub(super) charge: Charge,
    pub(super) adjacency: Adjacency,
    pub(super) number: u64,
}

impl Permit {
    /// What was charged.
    pub const fn charge(&self) -> &Charge {
        &self.charge
    }
    /// For whom the budget counts.
    pub const fn adjacency(&self) -> Adjacency {
        self.adjacency
    }
    /// The number of this permit: the generation of the ledger that counts it. No other permit of this ledger ever has it. The value to store in a monotonic
    /// counter before the release, and the generator's stream number.
    pub const fn number(&self) -> u64 {
        self.number
    }
    /// What each release may promise, where the cost was stated: rounded down, so that a mechanism made from it never spends more than was charged. `None` for a
    /// charge by mechanism parameters: make the mechanism from those.
    pub fn guarantee(&self) -> Option<Guarantee> {
        match self.charge.spend {
            Spend::Stated(cost) => cost.guarantee(self.adjacency).ok(),
            Spend::Mechanism(_) => None,
        }
    }
    /// The generator for the releases of this permit: a fresh seed, and the permit's number as the stream, so that not even a source that repeats itself makes two
    /// releases with the same noise.
    ///
    /// One generator serves all of the charge's releases; draw them one after the other.
    ///
    /// **Errors.** [`Error::Entropy`](crate::Error::Entropy): the permit is lost, as the charge is not.
    pub fn into_generator(self, source: &mut dyn EntropySource) -> Result<Generator> {
        Generator::from_entropy(source, self.number)
    }
}
