//! Laws in whole weights, and what learns one from a block of records.
use crate::domain::ALPHABET;
use crate::error::{Error, Result};

/// A law on the symbols 0 .. n in whole weights: P(y) = weight_y / total.
///
/// - **Domain**: a number of symbols in [`ALPHABET`] ([`Error::Alphabet`]); at least one positive weight ([`Error::Laws`]).
/// - **Special values**: the total is at most 2^24 (2^32 - 1) < 2^56.
///
/// ```
/// use dpmarkov::learner::Law;
/// let law = Law::new(&[3, 0, 1])?;
/// assert_eq!((law.symbols(), law.total()), (3, 4));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law<'a> {
    weights: &'a [u32],
    total: u64,
}

impl<'a> Law<'a> {
    /// Checks the number of symbols and the total.
    pub fn new(weights: &'a [u32]) -> Result<Self> {
        if !ALPHABET.contains(&weights.len()) {
            return Err(Error::Alphabet);
        }
        // No overflow: at most 2^24 terms below 2^32.
        let total = weights.iter().map(|w| u64::from(*w)).sum();
        if total == 0 {
            return Err(Error::Laws);
        }
        Ok(Law { weights, total })
    }
    /// One weight a symbol.
    pub fn weights(&self) -> &'a [u32] {
        self.weights
    }
    /// The sum of the weights, at least 1.
    pub fn total(&self) -> u64 {
        self.total
    }
    /// The number of symbols.
    pub fn symbols(&self) -> usize {
        self.weights.len()
    }
}

/// A base learner: from the histogram of one block of records to a law [B, Definition 1.2].
///
/// It is a function of the histogram, without randomness of its own, so the learner's seeds U_i of [B, Algorithm 2] are not needed. Privacy
/// asks nothing of it but that: any function will do. Utility rests on [`Learner::samples`].
pub trait Learner {
    /// The number n of symbols.
    fn symbols(&self) -> usize;
    /// Writes the weights of the law that the block with this histogram suggests; n entries each. Every histogram has an answer, the empty
    /// one too: a device without records has its vote as well. (Many of them then agree with each other, and may outvote the others: where a
    /// device can, it votes for a symbol of its own instead, above the alphabet.)
    ///
    /// - **Errors**: [`Error::Length`] where a slice does not have n entries; `law` is untouched then.
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()>;
    /// The total that every law has that is learnt from a histogram of so many records; `None` where there is no such number.
    ///
    /// Laws are coupled by their mixture only where they have the same total, and whether they do must be known beforehand: found out from
    /// the data, the refusal itself would be a release.
    fn common_total(&self, records: u64) -> Option<u64> {
        let _ = records;
        None
    }
    /// m(alpha, beta): with so many independent records or more from any law p of the class, P(TV(learnt, p) >= alpha) <= beta. Rounded up.
    ///
    /// - **Domain**: alpha and beta strictly between 0 and 1, else [`Error::Domain`]; [`Error::Unreachable`] where no number below 2^53 is
    ///   enough.
    fn samples(&self, alpha: f64, beta: f64) -> Result<u64>;
}
