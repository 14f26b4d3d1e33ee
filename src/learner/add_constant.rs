//! The empirical distribution smoothed by a constant: no symbol is ever ruled out.
use super::Learner;
use super::sample_size;
use crate::domain::ALPHABET;
use crate::error::{Error, Result};
use crate::special::float;

/// q(y) = (c_y + a)/(b + n a) for a block of b records with counts c_y, where a = numerator/denominator > 0.
///
/// - **Domain**: a number n of symbols in [`ALPHABET`]; both parts of a from 1 on. The class is that of all laws on n symbols.
/// - **Guarantee**: m(alpha, beta) records, see below, give P(TV(q, p) >= alpha) <= beta for every law p. It is never below the number of
///   the [`Empirical`](super::Empirical) law: the worst law p has one symbol alone, and there a constant does harm. Its use is with laws
///   that are spread out and with blocks that are small.
/// - **Special values**: the weights are denominator c_y + numerator, so all blocks of b records give laws of the same total
///   b denominator + n numerator. Where a weight would pass 2^32 - 1 the weights are halved until none does (rounded down, but never to
///   0); from b denominator + numerator = 2^32 on they have no common total for that reason. The empty block gives the uniform law.
/// - **Errors**: [`Error::Alphabet`]; [`Error::Fraction`] where a part of a is 0; those of [`Learner`];
///   [`Error::Unreachable`] from [`Learner::samples`] also where the weights of m records, or of as many more as there may be, would be
///   rounded by too much: see below.
/// - **Cost**: two passes of n steps.
///
/// # Proof of the number of records
///
/// With c = sqrt(n)/2 + sqrt(ln(1/beta)/2) the empirical law e of b records has P(TV(e, p) >= c/sqrt(b)) <= beta, see
/// [`Empirical`](super::Empirical). q is the mixture of e, with weight b/(b + n a), and of the uniform law u. TV is convex, and
/// TV(u, p) <= 1 - 1/n with equality where p has one symbol alone, so
///
/// ```text
/// TV(q, p) <= (b TV(e, p) + a (n - 1))/(b + n a)
/// ```
///
/// Outside the event of probability beta the right side is below (c sqrt(b) + a (n - 1))/(b + n a). That is at most alpha exactly if
/// alpha s^2 - c s - D >= 0 with s = sqrt(b) and D = a (n - 1 - alpha n), which holds for every s from the larger root on; and D may be
/// replaced by max(D, 0), which asks for more. So m = ceil(((c + sqrt(c^2 + 4 alpha D))/(2 alpha))^2).
///
/// That is for weights that are not rounded, which they may be from some b = B on. There the largest is 2^31 or more after the halving and each
/// is off by less than 1, which moves q by at most n/2^31. It must not matter to those who have more than m records: m is given only where the
/// number for alpha - n/2^31 is below B too, so that what remains at B is enough for the rounding.
///
/// ```
/// use dpmarkov::learner::{AddConstant, Learner};
/// let learner = AddConstant::new(3, 1, 2)?;
/// let mut law = [0; 3];
/// learner.learn(&[5, 0, 2], &mut law)?;
/// assert_eq!(law, [11, 1, 5]); // (5.5, 0.5, 2.5)/8.5
/// assert_eq!(learner.samples(0.1, 0.05)?, 454);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddConstant {
    symbols: usize,
    numerator: u32,
    denominator: u32,
}

impl AddConstant {
    /// Checks the number of symbols and both parts of the constant.
    pub fn new(symbols: usize, numerator: u32, denominator: u32) -> Result<Self> {
        if !ALPHABET.contains(&symbols) {
            return Err(Error::Alphabet);
        }
        if numerator == 0 || denominator == 0 {
            return Err(Error::Fraction);
        }
        Ok(AddConstant {
            symbols,
            numerator,
            denominator,
        })
    }
    /// The weight of a symbol before any halving.
    fn weight(&self, count: u32) -> u64 {
        // No overflow: (2^32 - 1)^2 + 2^32 - 1 < 2^64.
        u64::from(count) * u64::from(self.denominator) + u64::from(self.numerator)
    }
    /// Whether no weight of a block of so many records can pass 2^32 - 1.
    fn exact(&self, records: u64) -> bool {
        let weight = records
            .checked_mul(u64::from(self.denominator))
            .and_then(|w| w.checked_add(u64::from(self.numerator)));
        weight.is_some_and(|w| w <= u64::from(u32::MAX))
    }
}

impl Learner for AddConstant {
    fn symbols(&self) -> usize {
        self.symbols
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        if histogram.len() != self.symbols || law.len() != self.symbols {
            return Err(Error::Length);
        }
        let largest = self.weight(histogram.iter().copied().max().unwrap_or(0));
        // 0 where it fits 32 bits, at most 32.
        let halvings = 32_u32.saturating_sub(largest.leading_zeros());
        for (weight, count) in law.iter_mut().zip(histogram) {
            let halved = self.weight(*count) >> halvings;
            *weight = u32::try_from(halved).unwrap_or(u32::MAX).max(1);
        }
        Ok(())
    }
    fn common_total(&self, records: u64) -> Option<u64> {
        if !self.exact(records) {
            return None;
        }
        // No overflow: below 2^32, and at most 2^24 (2^32 - 1).
        Some(
            records * u64::from(self.denominator) + self.symbols as u64 * u64::from(self.numerator),
        )
    }
    fn samples(&self, alpha: f64, beta: f64) -> Result<u64> {
        let c = sample_size::root(self.symbols, sample_size::ln_inverse(alpha, beta)?);
        let constant = f64::from(self.numerator) / f64::from(self.denominator);
        let n = self.symbols as f64;
        let d = (constant * (n - 1.0 - alpha * n)).max(0.0);
        let records = |alpha: f64| {
            // Written so that a tiny alpha cannot underflow.
            let root = (c + float::sqrt(c * c + 4.0 * alpha * d)) / 2.0 / alpha;
            sample_size::round_up(root * root)
        };
        // More than n/2^31, so that the difference may be rounded.
        let exact = alpha - n * 1.001 / 2_147_483_648.0;
        if exact > 0.0 && self.exact(records(exact)?) {
            records(alpha)
        } else {
            Err(Error::Unreachable)
        }
    }
}
