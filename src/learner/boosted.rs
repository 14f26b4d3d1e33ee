//! BoostedLearner [B, Algorithm 4]: a failure probability that costs its logarithm.
use super::shuffle::shuffle;
use super::yatracos::difference;
use super::{BlackBox, Law, Learner};
use crate::domain::InParts;
use crate::domain::VOTES;
use crate::error::{Error, Result};
use crate::random::Generator;

/// Runs a private learner on T disjoint parts of the records and picks the estimate that most of the others are near.
///
/// ```text
/// N_t = the number of estimates i with TV(p_i, p_t) <= 2 alpha/3;   the answer is p_j, j = argmax N_t
/// ```
///
/// - **Domain**: that of the [`BlackBox`]; T in [`VOTES`], T k b below 2^32; alpha strictly between 0 and 1.
/// - **Guarantee** [B, Theorem 6.1]: (epsilon, delta) of one run, for data sets of which one record is replaced, see below.
/// - **Utility**: where each run has TV(p_t, p) < alpha/3 with probability 7/8 or more, "not stable" being a failure, TV(answer, p) < alpha with
///   probability 1 - e^(-2 T (3/8)^2) = 1 - e^(-9 T/32): 1 - beta from T = 32 ln(1/beta)/9 on. (The paper's T = 128 ln(1/beta) is far more
///   than its own proof needs.)
/// - **Special values**: runs that were not stable have no estimate, are not counted, and cannot be picked. The number of runs near the
///   answer is returned, itself included: the utility proof speaks of those answers with more than T/2.
/// - **Cost**: T runs, and T^2 n steps of two multiplications each: below a second for T = 590 and n = 289, hours for T = 10^5. Distances are compared with integers: no rounding.
///
/// # Proof of the guarantee
///
/// One uniformly random order of all records is drawn, and each run is given its own part of it, cut into blocks as they come: given the
/// parts, that order is uniformly random within each, as [B, Algorithm 2] asks. Fix the order. Two data sets that differ in one record
/// differ in one part. The other runs have the same law under both; all runs draw independent words. So for the list of all T outcomes
/// the guarantee is that of the one run: parallel composition. The rest is a function of the list, and the average over the order
/// keeps all of it.
///
/// # Proof of the utility
///
/// Let G be the runs with TV(p_t, p) < alpha/3. By Hoeffding's inequality they are more than T/2 except with probability
/// e^(-2 T (1/2 - 1/8)^2). Then any two of them are within 2 alpha/3, so N_t > T/2 for t in G, thus for the answer j; so a run of G is
/// counted in N_j, and TV(p_j, p) < 2 alpha/3 + alpha/3.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::{BlackBox, Boosted, FiniteClass, Sampler, StableMode, coupling::Scheme};
/// use dpmarkov::random::Generator;
/// let class = FiniteClass::new(&[9, 1, 1, 9], 2)?;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-6)?)?;
/// let sampler = Sampler { learner: &class, mode, scheme: Scheme::Race, blocks: 60, block: 20 };
/// let learner = Boosted { black_box: BlackBox { sampler, length: 9 }, runs: 3, alpha: 0.3 };
/// let records = vec![1; learner.records()?];
/// let mut work = vec![0; learner.work_len()?];
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut law = [0; 2];
/// learner.release(&mut rng, &records, &mut work, &mut law)?;
/// assert_eq!(law, [1, 9]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Debug)]
pub struct Boosted<'a, L> {
    /// One run.
    pub black_box: BlackBox<'a, L>,
    /// T.
    pub runs: usize,
    /// The accuracy that is aimed at: each run at a third of it.
    pub alpha: f64,
}

// Not derived: the base learner is only referred to, and need not be `Copy` itself.
impl<L> Clone for Boosted<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for Boosted<'_, L> {}

impl<L: Learner> Boosted<'_, L> {
    /// The number of records T k b; [`Error::Votes`], [`Error::Length`].
    pub fn records(&self) -> Result<usize> {
        records(self.runs, self.black_box.sampler.records()?)
    }
    /// The scratch of [`Boosted::release`], in words: T k b for the order, T n for the estimates, and that of one run.
    pub fn work_len(&self) -> Result<usize> {
        let order = self.records()?;
        let run = self.black_box.blocks_work_len()?;
        let n = self.black_box.sampler.learner.symbols();
        let estimates = self.runs.checked_mul(n).ok_or(Error::WorkLength)?;
        order
            .checked_add(run)
            .and_then(|w| w.checked_add(estimates))
            .ok_or(Error::WorkLength)
    }
    /// Writes the weights of the answer and returns the number of runs whose estimates are near it.
    ///
    /// - **Errors**: [`Error::NotStable`] where no run had an answer; it counts as a release. Before anything is drawn: [`Error::Domain`];
    ///   [`Error::Length`] where there are not T k b records, or n weights; those of [`Sampler::release`](super::Sampler::release).
    ///   `law` is untouched in every case; `work` holds raw data afterwards.
    pub fn release(
        &self,
        rng: &mut Generator,
        records: &[u32],
        work: &mut [u32],
        law: &mut [u32],
    ) -> Result<u32> {
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            return Err(Error::Domain);
        }
        let sampler = &self.black_box.sampler;
        let n = sampler.learner.symbols();
        let count = self.records()?;
        if records.len() != count || law.len() != n {
            return Err(Error::Length);
        }
        sampler.check(records)?;
        let work = work.get_mut(..self.work_len()?).ok_or(Error::WorkLength)?;
        let Some((order, work)) = work.split_at_mut_checked(count) else {
            return Err(Error::WorkLength);
        };
        let Some((estimates, work)) = work.split_at_mut_checked(self.runs.saturating_mul(n)) else {
            return Err(Error::WorkLength);
        };
        shuffle(rng, order)?;
        // Not `zip`: the compiler keeps its division by the length of a part, and the panic with it.
        let mut parts = order.parts(sampler.records()?);
        for estimate in estimates.parts_mut(n) {
            let part = parts.next().unwrap_or_default();
            // No weight at all: no estimate.
            estimate.fill(0);
            match self
                .black_box
                .release_in_order(rng, records, part, work, estimate)
            {
                Ok(_) | Err(Error::NotStable) => {}
                Err(error) => return Err(error),
            }
        }
        let (answer, near) = most_central(estimates, n, self.alpha).ok_or(Error::NotStable)?;
        for (to, from) in law.iter_mut().zip(answer.weights()) {
            *to = *from;
        }
        Ok(near)
    }
}

/// T times the records of one run, checked.
pub(super) fn records(runs: usize, run: usize) -> Result<usize> {
    if !VOTES.contains(&runs) {
        return Err(Error::Votes);
    }
    let records = runs.checked_mul(run);
    records
        .filter(|n| u32::try_from(*n).is_ok())
        .ok_or(Error::Length)
}

/// The estimate that most are within 2 alpha/3 of, the first of several, and their number.
fn most_central(estimates: &[u32], symbols: usize, alpha: f64) -> Option<(Law<'_>, u32)> {
    let laws = || {
        let rows = estimates.parts(symbols);
        rows.filter_map(|row| Law::new(row).ok())
    };
    let mut best: Option<(Law, u32)> = None;
    for law in laws() {
        // At most 2^24 runs.
        let near = laws().filter(|other| within(law, *other, alpha)).count() as u32;
        if best.is_none_or(|(_, most)| near > most) {
            best = Some((law, near));
        }
    }
    best
}

/// TV(p, q) <= 2 alpha/3, exactly, for alpha in (0, 1).
///
/// With the totals V and W, sum |p_y W - q_y V| = 2 V W TV; so the question is 3 sum <= 4 alpha V W. alpha = m 2^x for whole m < 2^53
/// and x <= -53, and the left side is a whole number: it is enough to compare with floor(m V W 2^(x + 2)).
fn within(p: Law, q: Law, alpha: f64) -> bool {
    let terms = p.weights().iter().zip(q.weights());
    // No overflow, here and below: at most 2 V W, and V W < 2^112.
    let sum: u128 = terms
        .map(|(x, y)| difference(u64::from(*x), q.total(), u64::from(*y), p.total()))
        .sum();
    let bits = alpha.to_bits();
    let (raw, fraction) = ((bits >> 52) as u32, bits & ((1 << 52) - 1));
    let m = u128::from(if raw == 0 {
        fraction
    } else {
        fraction | 1 << 52
    });
    // -(x + 2), from 51 to 1072.
    let shift = 1073_u32.saturating_sub(raw.max(1));
    let product = u128::from(p.total()) * u128::from(q.total());
    // m V W = high 2^64 + low, where high < 2^102 and low < 2^64.
    let lower = m * (product & u128::from(u64::MAX));
    let high = m * (product >> 64) + (lower >> 64);
    let low = lower & u128::from(u64::MAX);
    let bound = match shift.checked_sub(64) {
        Some(more) => high.checked_shr(more).unwrap_or(0),
        None => (high << 64_u32.saturating_sub(shift)) | (low >> shift),
    };
    3 * sum <= bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_radius_is_exact() {
        // TV = 1/4 = 2 alpha/3 at alpha = 3/8.
        let (p, q) = ([1, 3], [2, 2]);
        let (p, q) = (Law::new(&p).expect("a law"), Law::new(&q).expect("a law"));
        assert!(within(p, q, 0.375));
        assert!(!within(p, q, 0.375_f64.next_down()));
        assert!(within(p, p, f64::from_bits(1)) && !within(p, q, f64::from_bits(1)));
        let (far, near) = ([u32::MAX, 0], [0, u32::MAX]);
        let (far, near) = (
            Law::new(&far).expect("a law"),
            Law::new(&near).expect("a law"),
        );
        assert!(!within(far, near, 1.0_f64.next_down()));
    }

    proptest! {
        /// Against fractions of 128 bits, at weights small enough for them.
        #[test]
        fn within_agrees_with_fractions(
            p in proptest::collection::vec(0_u32..50, 4),
            q in proptest::collection::vec(0_u32..50, 4),
            k in 1_u32..4096,
        ) {
            let (Ok(p), Ok(q)) = (Law::new(&p), Law::new(&q)) else { return Ok(()) };
            let alpha = f64::from(k) / 4096.0;
            let sum: i128 = p.weights().iter().zip(q.weights())
                .map(|(x, y)| (i128::from(*x) * i128::from(q.total()) - i128::from(*y) * i128::from(p.total())).abs())
                .sum();
            // sum/(2 V W) <= 2 k/(3 4096)
            let holds = sum * 3 * 4096 <= 4 * i128::from(k) * i128::from(p.total() * q.total());
            prop_assert_eq!(within(p, q, alpha), holds);
        }
    }
}
