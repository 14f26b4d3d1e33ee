//! BlackBoxPrivateLearner [B, Algorithm 3]: from any base learner to a private one.
use super::{Learner, Sampler};
use crate::error::{Error, Result};
use crate::random::Generator;

/// Applies the base learner to a private synthetic sequence: q = L(Z), Z from the [`Sampler`].
///
/// - **Domain**: that of the [`Sampler`]; a length l of the sequence in [`SEQUENCE`](crate::domain::SEQUENCE).
/// - **Guarantee**: that of the [`Sampler`]: what is computed from its output alone costs nothing.
/// - **Utility** [B, Theorem 5.1]: with l = m(alpha, beta/4) and the sizes of its proof, TV(q, p) < alpha with probability 1 - beta, for every
///   p of the class. If the sequence is drawn from a law within t of p^l in TV, the failure is at most beta/4 + t whatever the sizes.
/// - **Cost**: that of the sampler, and one law learnt from l symbols.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::{BlackBox, FiniteClass, Sampler, StableMode, coupling::Scheme};
/// use dpmarkov::random::Generator;
/// let class = FiniteClass::new(&[9, 1, 1, 9], 2)?;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-6)?)?;
/// let sampler = Sampler { learner: &class, mode, scheme: Scheme::Race, blocks: 60, block: 20 };
/// let learner = BlackBox { sampler, length: 9 };
/// let records = vec![1; learner.records()?];
/// let mut work = vec![0; learner.work_len()?];
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut law = [0; 2];
/// learner.release(&mut rng, &records, &mut work, &mut law)?;
/// assert_eq!(law, [1, 9]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Debug)]
pub struct BlackBox<'a, L> {
    /// What draws the sequence; its base learner is the one that is applied.
    pub sampler: Sampler<'a, L>,
    /// l.
    pub length: usize,
}

// Not derived: the base learner is only referred to, and need not be `Copy` itself.
impl<L> Clone for BlackBox<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for BlackBox<'_, L> {}

impl<L: Learner> BlackBox<'_, L> {
    /// The number of records k b; [`Error::Votes`], [`Error::Length`].
    pub fn records(&self) -> Result<usize> {
        self.sampler.records()
    }
    /// The scratch of [`BlackBox::release`], in words: that of the sampler, l for the sequence and n for its histogram.
    pub fn work_len(&self) -> Result<usize> {
        self.with_sequence(self.sampler.work_len(self.length)?)
    }
    fn with_sequence(&self, work: usize) -> Result<usize> {
        work.checked_add(self.length)
            .and_then(|w| w.checked_add(self.sampler.learner.symbols()))
            .ok_or(Error::WorkLength)
    }
    /// Writes the weights of the estimate and returns the noisy distance of the sampler.
    ///
    /// - **Errors**: as of [`Sampler::release`]; [`Error::Length`] also where `law` does not have n entries, before anything is drawn.
    ///   `law` is untouched in every case; `work` holds raw data afterwards.
    pub fn release(
        &self,
        rng: &mut Generator,
        records: &[u32],
        work: &mut [u32],
        law: &mut [u32],
    ) -> Result<u32> {
        self.release_with(work, law, self.work_len()?, |work, sequence| {
            self.sampler.release(rng, records, work, sequence)
        })
    }
    /// The scratch of [`BlackBox::release_blocks`], in words.
    pub fn blocks_work_len(&self) -> Result<usize> {
        self.with_sequence(self.sampler.blocks_work_len(self.length)?)
    }
    /// The same from k histograms: see [`Sampler::release_blocks`]. One block a person protects people.
    pub fn release_blocks(
        &self,
        rng: &mut Generator,
        histograms: &[u32],
        work: &mut [u32],
        law: &mut [u32],
    ) -> Result<u32> {
        self.release_with(work, law, self.blocks_work_len()?, |work, sequence| {
            self.sampler.release_blocks(rng, histograms, work, sequence)
        })
    }
    /// The release from the records that are named, in the order given: see [`Sampler`].
    pub(super) fn release_in_order(
        &self,
        rng: &mut Generator,
        records: &[u32],
        order: &[u32],
        work: &mut [u32],
        law: &mut [u32],
    ) -> Result<u32> {
        let needed = self.blocks_work_len()?;
        self.release_with(work, law, needed, |work, sequence| {
            self.sampler
                .release_in_order(rng, records, order, work, sequence)
        })
    }
    fn release_with(
        &self,
        work: &mut [u32],
        law: &mut [u32],
        needed: usize,
        sample: impl FnOnce(&mut [u32], &mut [u32]) -> Result<u32>,
    ) -> Result<u32> {
        let n = self.sampler.learner.symbols();
        if law.len() != n {
            return Err(Error::Length);
        }
        let work = work.get_mut(..needed).ok_or(Error::WorkLength)?;
        let Some((sequence, work)) = work.split_at_mut_checked(self.length) else {
            return Err(Error::WorkLength);
        };
        let Some((histogram, work)) = work.split_at_mut_checked(n) else {
            return Err(Error::WorkLength);
        };
        let noisy = sample(work, sequence)?;
        count(sequence, histogram);
        self.sampler.learner.learn(histogram, law)?;
        Ok(noisy)
    }
}

/// The histogram of a few symbols, each below its length.
pub(super) fn count(symbols: &[u32], histogram: &mut [u32]) {
    histogram.fill(0);
    for symbol in symbols {
        if let Some(count) = histogram.get_mut(*symbol as usize) {
            // No overflow: at most 2^24 symbols.
            *count = count.saturating_add(1);
        }
    }
}
