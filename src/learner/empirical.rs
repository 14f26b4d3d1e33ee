//! The empirical distribution of a block: the base learner for the class of all laws.
use super::sample_size;
use super::{Law, Learner};
use crate::domain::ALPHABET;
use crate::error::{Error, Result};

/// q(y) = c_y / b for a block of b records with counts c_y; the uniform law for a block without records.
///
/// - **Domain**: a number n of symbols in [`ALPHABET`]. The class is that of all laws on n symbols.
/// - **Guarantee**: m(alpha, beta) = ceil((sqrt(n)/2 + sqrt(ln(1/beta)/2))^2 / alpha^2) records give P(TV(q, p) >= alpha) <= beta for every
///   law p, see below.
/// - **Special values**: the weights are the counts themselves, so the total is b, and n for the empty block.
/// - **Errors**: [`Error::Alphabet`] from [`Empirical::new`]; those of [`Learner`].
/// - **Cost**: n additions.
///
/// # Proof of the number of records
///
/// c_y is binomial, so E|c_y/b - p_y| <= sqrt(p_y (1 - p_y)/b) by Jensen's inequality, and E TV = (1/2) sum_y E|c_y/b - p_y|
/// <= (1/2) sqrt(n sum_y p_y (1 - p_y)/b) <= sqrt(n/b)/2 by that of Cauchy and Schwarz. (With sum_y p_y^2 >= 1/n it is even
/// sqrt((n - 1)/b)/2; the difference is not worth a longer formula.) Another value of one record changes TV by at most 1/b. McDiarmid's
/// inequality gives P(TV >= E TV + t) <= e^(-2 b t^2), which is beta at t = sqrt(ln(1/beta)/(2b)). Hence
/// P(TV >= (sqrt(n)/2 + sqrt(ln(1/beta)/2))/sqrt(b)) <= beta, and the bound is alpha at b = m. It falls with b: more records do no harm.
///
/// ```
/// use dpmarkov::learner::{Empirical, Learner};
/// let learner = Empirical::new(3)?;
/// let mut law = [0; 3];
/// learner.learn(&[5, 0, 2], &mut law)?;
/// assert_eq!(law, [5, 0, 2]);
/// // (sqrt(3)/2 + sqrt(ln(20)/2))^2 = 4.3676...
/// assert_eq!(learner.samples(0.1, 0.05)?, 437);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empirical {
    symbols: usize,
}

impl Empirical {
    /// Checks the number of symbols.
    pub fn new(symbols: usize) -> Result<Self> {
        if ALPHABET.contains(&symbols) {
            Ok(Empirical { symbols })
        } else {
            Err(Error::Alphabet)
        }
    }
}

impl Learner for Empirical {
    fn symbols(&self) -> usize {
        self.symbols
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        if histogram.len() != self.symbols || law.len() != self.symbols {
            return Err(Error::Length);
        }
        let empty = Law::new(histogram).is_err();
        for (weight, count) in law.iter_mut().zip(histogram) {
            *weight = if empty { 1 } else { *count };
        }
        Ok(())
    }
    fn common_total(&self, records: u64) -> Option<u64> {
        // The cast is exact: at most 2^24 symbols.
        Some(if records == 0 {
            self.symbols as u64
        } else {
            records
        })
    }
    fn samples(&self, alpha: f64, beta: f64) -> Result<u64> {
        let root = sample_size::root(self.symbols, sample_size::ln_inverse(alpha, beta)?) / alpha;
        sample_size::round_up(root * root)
    }
}
