//! AgnosticPrivateLearner [B, Algorithm 7]: a private answer that is nearly the best of the class, for records of any law.
use super::black_box::count;
use super::boosted;
use super::shuffle::shuffle;
use super::{Learner, Sampler};
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::random::Generator;
use crate::random::uniform_below::uniform_below;
use core::num::NonZeroU64;

/// Draws T private symbols, each from its own part of the records, and applies the base learner to them.
///
/// ```text
/// Z_t = Sampler(part t, l = 1), t = 1 .. T;   q = L(Z_1 .. Z_T)
/// ```
///
/// - **Domain**: that of the [`Sampler`]; T in [`VOTES`](crate::domain::VOTES), T k b below 2^32.
/// - **Guarantee**: (epsilon, delta) of one run, for data sets of which one record is replaced: parallel composition, as proved at
///   [`Boosted`](super::Boosted).
/// - **Utility** [B, Theorem C.2]: for a C-agnostic learner and the sizes of the proof, TV(q, p) <= (8 C^2 + 9 C) OPT + alpha with probability
///   1 - beta for every law p; C = 3 for a [`FiniteClass`](super::FiniteClass). Whatever the sizes: if R is the law of one Z_t,
///   TV(q, p) <= C OPT + (C + 1) TV(R, p) + a where T = m(a, beta).
/// - **Special values**: a run that is not stable gives one symbol that is uniformly random. It is then one of T independent draws of a law R
///   as the theorem asks, and TV(R, p) <= P(Z_t is not the ghost sample) counts it as a failure already. Left out, it would leave fewer
///   draws than m(a, beta). The number of runs with an answer is returned.
/// - **Cost**: T runs of the sampler, and one law learnt from T symbols.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::{Agnostic, FiniteClass, Sampler, StableMode, coupling::Scheme};
/// use dpmarkov::random::Generator;
/// let class = FiniteClass::new(&[9, 1, 1, 9], 2)?;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-6)?)?;
/// let sampler = Sampler { learner: &class, mode, scheme: Scheme::Race, blocks: 60, block: 20 };
/// let learner = Agnostic { sampler, runs: 9 };
/// let records = vec![1; learner.records()?];
/// let mut work = vec![0; learner.work_len()?];
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut law = [0; 2];
/// learner.release(&mut rng, &records, &mut work, &mut law)?;
/// assert_eq!(law, [1, 9]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Debug)]
pub struct Agnostic<'a, L> {
    /// One run.
    pub sampler: Sampler<'a, L>,
    /// T.
    pub runs: usize,
}

// Not derived: the base learner is only referred to, and need not be `Copy` itself.
impl<L> Clone for Agnostic<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for Agnostic<'_, L> {}

impl<L: Learner> Agnostic<'_, L> {
    /// The number of records T k b; [`Error::Votes`], [`Error::Length`].
    pub fn records(&self) -> Result<usize> {
        boosted::records(self.runs, self.sampler.records()?)
    }
    /// The scratch of [`Agnostic::release`], in words: T k b for the order, T for the symbols, n for their histogram, and that of one run.
    pub fn work_len(&self) -> Result<usize> {
        let order = self.records()?;
        let run = self.sampler.blocks_work_len(1)?;
        order
            .checked_add(run)
            .and_then(|w| w.checked_add(self.runs))
            .and_then(|w| w.checked_add(self.sampler.learner.symbols()))
            .ok_or(Error::WorkLength)
    }
    /// Writes the weights of the answer and returns the number of runs that had one.
    ///
    /// - **Errors**: [`Error::NotStable`] where no run had an answer; it counts as a release. (The theorem would have q from T random symbols then:
    ///   with the failure probability f of one run this happens with probability f^T.) Before anything is drawn: [`Error::Length`] where
    ///   there are not T k b records, or n weights; those of [`Sampler::release`]. `law` is untouched in every case; `work` holds raw data
    ///   afterwards.
    pub fn release(
        &self,
        rng: &mut Generator,
        records: &[u32],
        work: &mut [u32],
        law: &mut [u32],
    ) -> Result<u32> {
        let n = self.sampler.learner.symbols();
        let records_needed = self.records()?;
        if records.len() != records_needed || law.len() != n {
            return Err(Error::Length);
        }
        self.sampler.check(records)?;
        let work = work.get_mut(..self.work_len()?).ok_or(Error::WorkLength)?;
        let Some((order, work)) = work.split_at_mut_checked(records_needed) else {
            return Err(Error::WorkLength);
        };
        let Some((symbols, work)) = work.split_at_mut_checked(self.runs) else {
            return Err(Error::WorkLength);
        };
        let Some((histogram, work)) = work.split_at_mut_checked(n) else {
            return Err(Error::WorkLength);
        };
        shuffle(rng, order)?;
        let any = NonZeroU64::new(n as u64).ok_or(Error::Alphabet)?;
        let mut answers = 0_u32;
        // Not `zip`: the compiler keeps its division by the length of a part, and the panic with it.
        let mut parts = order.parts(self.sampler.records()?);
        for symbol in symbols.parts_mut(1) {
            let part = parts.next().unwrap_or_default();
            match self
                .sampler
                .release_in_order(rng, records, part, work, symbol)
            {
                // No overflow: at most 2^24 runs.
                Ok(_) => answers = answers.saturating_add(1),
                // Below 2^24, so the cast keeps it.
                Err(Error::NotStable) => symbol.fill(uniform_below(rng, any)? as u32),
                Err(error) => return Err(error),
            }
        }
        if answers == 0 {
            return Err(Error::NotStable);
        }
        count(symbols, histogram);
        self.sampler.learner.learn(histogram, law)?;
        Ok(answers)
    }
}
