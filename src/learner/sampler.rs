//! Sampler [B, Algorithm 2]: from records to a private synthetic sequence.
use super::aggregate::{self, enough};
use super::coupling::{self, Scheme, poisson, race};
use super::shuffle::shuffle;
use super::{Law, Learner, SharedSeed, StableMode};
use crate::domain::InParts;
use crate::domain::{ALPHABET, SEQUENCE, VOTES};
use crate::error::{Error, Result};
use crate::random::Generator;

/// Cuts the records into k blocks at random, learns a law from each, and releases the sequence that most of their votes agree on.
///
/// ```text
/// P a uniformly random order of the k b records;  S_i = records (i - 1) b + 1 .. i b of that order
/// q_i = L(S_i);   Z = Aggregate(q_1 .. q_k)
/// ```
///
/// - **Domain**: k in [`VOTES`], b from 1 on, k b below 2^32; any [`Learner`].
/// - **Guarantee** [B, Proposition B.5]: (epsilon, delta) of `mode`, for data sets of k b records of which one is replaced. The sizes k, b, l
///   and the error [`Error::TooFewVotes`] are public. With [`Sampler::release_blocks`], where the caller says what a block is, for data of
///   which one whole block is replaced: one block a person protects people.
/// - **Utility** [B, Corollary B.7]: the sizes of [`plan`](super::plan) make TV(law of the output, p^l) small, p the law of the records. The
///   guarantee never depends on them.
/// - **Mixture**: only where [`Learner::common_total`] says that all blocks of b records have laws of one total; [`Error::Laws`] otherwise, and
///   always from [`Sampler::release_blocks`], as people have different numbers of records.
/// - **Cost**: k b random words, k laws learnt, k votes, one tally. Race and Poisson keep one law at a time, the mixture all k.
///
/// # Proof of the guarantee
///
/// The order is drawn from `rng` before a record is looked at, so it has the same law whatever the data. Fix it. Two data sets that differ
/// in record j differ in the one block that it falls into, so all other laws are equal: L is a function of the block. The rest is
/// Aggregate for two lists of laws that differ in one law, which is (epsilon, delta)-private; and an average over the order keeps that. The
/// order need not be secret. It must not depend on the data: records sorted by value would move from block to block when one changes.
///
/// A learner that fails, or gives a law without weight, is replaced for that block by the uniform law, so that its failure shows in no
/// other way than in one vote. It is given zeros to write to, so that a weight that it does not write is 0, and not another block's.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::{Empirical, Sampler, StableMode, coupling::Scheme};
/// use dpmarkov::random::Generator;
/// let learner = Empirical::new(2)?;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-6)?)?;
/// let sampler = Sampler { learner: &learner, mode, scheme: Scheme::Race, blocks: 60, block: 50 };
/// let records = vec![1; sampler.records()?]; // 3,000 times the same
/// let mut work = vec![0; sampler.work_len(4)?];
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut out = [0; 4];
/// sampler.release(&mut rng, &records, &mut work, &mut out)?;
/// assert_eq!(out, [1; 4]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Debug)]
pub struct Sampler<'a, L> {
    /// The base learner.
    pub learner: &'a L,
    /// What releases the most frequent vote.
    pub mode: StableMode,
    /// How the votes are coupled.
    pub scheme: Scheme,
    /// k.
    pub blocks: usize,
    /// b, in records.
    pub block: usize,
}

// Not derived: the base learner is only referred to, and need not be `Copy` itself.
impl<L> Clone for Sampler<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for Sampler<'_, L> {}

impl<L: Learner> Sampler<'_, L> {
    /// The number of records k b; [`Error::Votes`], [`Error::Length`] (b = 0, or 2^32 records and more).
    pub fn records(&self) -> Result<usize> {
        if !VOTES.contains(&self.blocks) {
            return Err(Error::Votes);
        }
        let records = self.blocks.checked_mul(self.block);
        records
            .filter(|n| *n > 0 && u32::try_from(*n).is_ok())
            .ok_or(Error::Length)
    }
    /// The scratch of [`Sampler::release`] for sequences of l symbols, in words: k b for the order, and that of
    /// [`Sampler::blocks_work_len`].
    pub fn work_len(&self, length: usize) -> Result<usize> {
        let blocks = self.blocks_work_len(length)?;
        self.records()?.checked_add(blocks).ok_or(Error::WorkLength)
    }
    /// The scratch of [`Sampler::release_blocks`] for sequences of l symbols, in words.
    ///
    /// k l for the votes; and 2 n for a histogram and a law, or 2 k for the tally, whichever is more. Mixture: (k + 1) n and the scratch
    /// of the coupling in place of 2 n.
    ///
    /// - **Errors**: [`Error::Votes`], [`Error::Alphabet`], [`Error::Sequence`], [`Error::WorkLength`].
    pub fn blocks_work_len(&self, length: usize) -> Result<usize> {
        let n = self.learner.symbols();
        let aggregate = aggregate::work_len(self.blocks, n, length)?;
        let laws = match self.scheme {
            Scheme::Race | Scheme::Poisson => 1,
            Scheme::Mixture => self.blocks,
        };
        // The scratch of the coupling and of the tally follows the laws.
        let learning = laws.checked_add(1).and_then(|rows| rows.checked_mul(n));
        learning
            .and_then(|learning| learning.checked_add(aggregate))
            .ok_or(Error::WorkLength)
    }
    /// Releases a sequence into `out`, as long as that is, from k b records; returns the noisy distance, which is free.
    ///
    /// - **Errors**: [`Error::NotStable`], an answer that counts as a release. Before anything is drawn: [`Error::Length`] where there are not
    ///   k b records; [`Error::Symbol`], which one record is enough for: who does not know that all are below n must not publish it;
    ///   [`Error::WorkLength`]; [`Error::TooFewVotes`]; [`Error::Laws`], see above; those of [`Sampler::work_len`];
    ///   [`Error::StreamExhausted`]. `out` is untouched in every case; `work` holds raw data afterwards: wipe it.
    pub fn release(
        &self,
        rng: &mut Generator,
        records: &[u32],
        work: &mut [u32],
        out: &mut [u32],
    ) -> Result<u32> {
        let count = self.records()?;
        if records.len() != count {
            return Err(Error::Length);
        }
        self.check(records)?;
        let work = work
            .get_mut(..self.work_len(out.len())?)
            .ok_or(Error::WorkLength)?;
        let Some((order, work)) = work.split_at_mut_checked(count) else {
            return Err(Error::WorkLength);
        };
        shuffle(rng, order)?;
        self.release_in_order(rng, records, order, work, out)
    }
    /// The same from k histograms of n counts each, one after the other: each is a block as it stands, and what is protected is a whole
    /// block. Nothing is permuted, and the block size is not used.
    ///
    /// A block without records votes too, by the law that the learner makes of it: under [`Empirical`](super::Empirical) the uniform one, the
    /// same for all such blocks. Where many people have no records their votes agree with each other and may be what is released: let
    /// each vote for a symbol of its own instead, and release by [`StableMode`]. Nobody may be left out for having no records.
    ///
    /// - **Errors**: as of [`Sampler::release`]; [`Error::Length`] where there are not k n counts.
    pub fn release_blocks(
        &self,
        rng: &mut Generator,
        histograms: &[u32],
        work: &mut [u32],
        out: &mut [u32],
    ) -> Result<u32> {
        let n = self.learner.symbols();
        let needed = self.blocks_work_len(out.len())?;
        if self.blocks.checked_mul(n) != Some(histograms.len()) {
            return Err(Error::Length);
        }
        if self.scheme == Scheme::Mixture {
            return Err(Error::Laws);
        }
        let work = work.get_mut(..needed).ok_or(Error::WorkLength)?;
        enough(&self.mode, self.blocks)?;
        let mut people = histograms.parts(n);
        self.release_from(rng, work, out, |histogram| {
            for (to, from) in histogram.iter_mut().zip(people.next().unwrap_or_default()) {
                *to = *from;
            }
        })
    }
    /// Everything that can be refused before something is drawn, but for lengths.
    pub(super) fn check(&self, records: &[u32]) -> Result<()> {
        let n = self.learner.symbols();
        if !ALPHABET.contains(&n) {
            return Err(Error::Alphabet);
        }
        if records.iter().any(|y| *y as usize >= n) {
            return Err(Error::Symbol);
        }
        if self.scheme == Scheme::Mixture && self.learner.common_total(self.block as u64).is_none()
        {
            return Err(Error::Laws);
        }
        enough(&self.mode, self.blocks)
    }
    /// The release from the k b records that are named, in the order given, which the caller has drawn. All has been checked; scratch as
    /// [`Sampler::blocks_work_len`] says.
    pub(super) fn release_in_order(
        &self,
        rng: &mut Generator,
        records: &[u32],
        order: &[u32],
        work: &mut [u32],
        out: &mut [u32],
    ) -> Result<u32> {
        let mut blocks = order.parts(self.block);
        self.release_from(rng, work, out, |histogram| {
            for index in blocks.next().unwrap_or_default() {
                let symbol = records.get(*index as usize).copied().unwrap_or(0);
                if let Some(count) = histogram.get_mut(symbol as usize) {
                    // No overflow: below 2^32 records.
                    *count = count.saturating_add(1);
                }
            }
        })
    }
    /// The release from the blocks whose histograms `fill` writes one after the other, into zeros.
    fn release_from(
        &self,
        rng: &mut Generator,
        work: &mut [u32],
        out: &mut [u32],
        mut fill: impl FnMut(&mut [u32]),
    ) -> Result<u32> {
        let n = self.learner.symbols();
        if !SEQUENCE.contains(&out.len()) {
            return Err(Error::Sequence);
        }
        let votes_len = self.blocks.saturating_mul(out.len());
        let Some((votes, work)) = work.split_at_mut_checked(votes_len) else {
            return Err(Error::WorkLength);
        };
        let Some((histogram, work)) = work.split_at_mut_checked(n) else {
            return Err(Error::WorkLength);
        };
        let mut learn = |law: &mut [u32]| {
            histogram.fill(0);
            fill(histogram);
            self.learn(histogram, law);
        };
        let rest = match self.scheme {
            Scheme::Race | Scheme::Poisson => {
                let Some((law, rest)) = work.split_at_mut_checked(n) else {
                    return Err(Error::WorkLength);
                };
                let seed = SharedSeed::draw(rng)?;
                for vote in votes.parts_mut(out.len()) {
                    learn(law);
                    let law = Law::new(law)?;
                    match self.scheme {
                        Scheme::Poisson => poisson::vote(&seed, 0, law, vote)?,
                        _ => race::vote(&seed, 0, law, vote)?,
                    }
                }
                rest
            }
            Scheme::Mixture => {
                let Some((laws, rest)) = work.split_at_mut_checked(self.blocks.saturating_mul(n))
                else {
                    return Err(Error::WorkLength);
                };
                laws.parts_mut(n).for_each(learn);
                coupling::couple(self.scheme, rng, laws, n, votes, rest)?;
                rest
            }
        };
        self.mode.release(rng, votes, out.len(), rest, out)
    }
    /// The law of one block, whatever the learner does: see the proof.
    fn learn(&self, histogram: &[u32], law: &mut [u32]) {
        // The law of the block before is there: a learner that leaves an entry as it is would vote for another person.
        law.fill(0);
        let learnt = self.learner.learn(histogram, law);
        let total = match self.scheme {
            Scheme::Mixture => self.learner.common_total(self.block as u64),
            Scheme::Race | Scheme::Poisson => None,
        };
        let found = Law::new(law).map(|law| law.total());
        let sound = match (found, total) {
            (Ok(found), Some(total)) => found == total,
            (found, _) => found.is_ok(),
        };
        if learnt.is_err() || !sound {
            uniform(law, total);
        }
    }
}

/// The uniform law; as near as whole weights come to it where the total is given.
fn uniform(law: &mut [u32], total: Option<u64>) {
    let n = law.len() as u64;
    let total = total.unwrap_or(n);
    let each = total.checked_div(n).unwrap_or(0);
    let larger = total.checked_rem(n).unwrap_or(0);
    for (y, weight) in (0..n).zip(law.iter_mut()) {
        let own = each.saturating_add(u64::from(y < larger));
        *weight = u32::try_from(own).unwrap_or(u32::MAX);
    }
}
