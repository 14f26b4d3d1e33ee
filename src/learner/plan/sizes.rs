//! The sizes of [B, Corollary B.7, Theorems 5.1, 6.1 and C.2], with the constants of their proofs.
use super::round::{down, inside, normal, size};
use crate::domain::{Delta, Epsilon, SEQUENCE, VOTES};
use crate::error::{Error, Result};
use crate::learner::{Learner, StableMode};
use crate::special::float::ln;

/// What a plan asks for. Every number is rounded up, every accuracy down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// b: records of one block.
    pub block: u64,
    /// k: blocks of one run, one vote each.
    pub blocks: u64,
    /// T: runs on disjoint records.
    pub runs: u64,
    /// l: symbols of one synthetic sequence.
    pub length: u64,
    /// n = T k b: records in all.
    pub records: u64,
    /// delta_0: with it, and the epsilon of the plan, the mode of every run is to be made. At most the plan's delta.
    pub mode_delta: f64,
    /// eta: the base learner must come this near to the law, in total variation.
    pub accuracy: f64,
    /// A bound on TV(L(Z), p^l) of one run's synthetic sequence Z (one symbol in the agnostic case, and there for OPT = 0). "No
    /// stable answer" counts as a deviation.
    pub target_tv: f64,
}

impl Sizes {
    /// Whether this library runs it: l in [`SEQUENCE`], k and T in [`VOTES`], and fewer than 2^32 records in all; in one block where there is one
    /// run, as whole blocks may come as histograms ([`Sampler::release_blocks`](crate::learner::Sampler::release_blocks)).
    pub fn runs_here(&self) -> bool {
        let within = |x: u64, range: &core::ops::RangeInclusive<usize>| {
            usize::try_from(x).is_ok_and(|x| range.contains(&x))
        };
        let counted = if self.runs == 1 {
            self.block
        } else {
            self.records
        };
        within(self.length, &SEQUENCE)
            && within(self.blocks, &VOTES)
            && within(self.runs, &VOTES)
            && u32::try_from(counted).is_ok()
    }
    /// With the product T k b, checked.
    pub(super) fn with_records(self) -> Result<Self> {
        let records = self.block.checked_mul(self.blocks);
        let records = records.and_then(|r| r.checked_mul(self.runs));
        let records = records.ok_or(Error::Unreachable)?;
        Ok(Sizes { records, ..self })
    }
}

/// Sizes of the sampler [B, Algorithm 2]: TV(L(Z), p^l) <= 3 beta/4 for every p of the learner's class, "no stable answer" included.
///
/// ```text
/// eta = beta/(64 l),  delta_0 = min(delta, beta/4),  b = m(eta, 1/16),  k = ceil(max(8/eps ln(4/(beta delta)), 128 ln(4/beta)))
/// ```
///
/// - **Domain**: beta in (0, 1); length from 1 on; delta > 0. The paper takes epsilon in (0, 1) only; the proof below holds for every
///   epsilon > 0, so all of [`crate::domain::EPSILON`] but 0 is accepted.
/// - **Guarantee** [B, Proposition B.6], with this library's mode in the place of Fact B.3: all but beta/4 of the time at least 7 k/8 blocks
///   are learnt to eta (Hoeffding: e^(-k/128) <= beta/4). Then all but 2 l eta/(1/8) = beta/4 of the time at most one in 8 of those votes
///   differs from Z_* (Markov), the gap is at least (2 (7/8)^2 - 1) k = 17 k/32, and the mode fails with probability at most delta_0 <= beta/4.
///   Fact B.3 asks for a gap of (4/eps) ln(1/delta_0) <= k/2. This library's mode asks for 4 K - 1, K = ceil((1/r) ln(c/delta_0)), r the
///   rational rate just below epsilon, and c = (1 - x + 2 delta_0 x)/(1 + x) <= 1 for every delta_0 <= 1. So 4 K - 1 <= (4/r) ln(1/delta_0) + 3,
///   and the difference of 17 k/32 and k/2 pays for the 3: k/32 >= 128 ln(4)/32 > 5.5. Should a mode ever ask for more than 17 k/32, k is raised
///   to what it asks for.
/// - **Units**: b and n in records, k in blocks.
/// - **Errors**: [`Error::Domain`], [`Error::Sequence`] for the length 0, [`Error::NotPure`] at delta = 0, [`Error::Unreachable`] where a size passes
///   2^53; those of [`Learner::samples`] and of [`StableMode::new`].
pub fn sampler(
    learner: &impl Learner,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    let samples = |alpha, beta| learner.samples(alpha, beta);
    realizable(samples, length, inside(beta)?, epsilon, delta)
}

/// Sizes of the black-box learner [B, Algorithm 3]: P(TV(answer, p) >= alpha) <= beta for every p of the class.
///
/// ```text
/// l = m(alpha, beta/4), the rest as [`sampler`] [B, Theorem 5.1]
/// ```
///
/// - **Guarantee**: the learner fails on a true sample of length l with probability at most beta/4, and the synthetic one is within 3 beta/4 of
///   it. "No stable answer" counts as a failure.
/// - **Errors**: as [`sampler`].
pub fn black_box(
    learner: &impl Learner,
    alpha: f64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    let (alpha, beta) = (inside(alpha)?, inside(beta)?);
    let length = learner.samples(alpha, normal(beta / 4.0)?)?;
    sampler(learner, length, beta, epsilon, delta)
}

/// The failure probability beta_0 of one run of [`boosted`].
pub const BOOSTED_FAILURE: f64 = 0.125;

/// Sizes of the boosted learner [B, Algorithm 4]: P(TV(answer, p) >= alpha) <= beta, with log(1/beta) in the place of a power of 1/beta.
///
/// ```text
/// alpha_0 = alpha/3,  beta_0 = 1/8,  delta_0 = min(delta, 1/32),  T = ceil(128 ln(1/beta)),  each run as [`black_box`] at (alpha_0, beta_0, delta_0)
/// ```
///
/// - **Guarantee** [B, Theorem 6.1]: more than half of the runs come within alpha_0 but for e^(-9 T/32) <= beta. The paper's T is 36 times
///   what its proof needs: ceil((32/9) ln(1/beta)) runs do, see [`super::direct_runs`].
/// - **Errors**: as [`sampler`].
pub fn boosted(
    learner: &impl Learner,
    alpha: f64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    let (alpha, beta) = (inside(alpha)?, inside(beta)?);
    let delta = Delta::new(delta.get().min(BOOSTED_FAILURE / 4.0))?;
    let run = black_box(
        learner,
        normal(down(alpha / 3.0))?,
        BOOSTED_FAILURE,
        epsilon,
        delta,
    )?;
    let runs = size(-128.0 * ln(beta))?;
    Sizes { runs, ..run }.with_records()
}

/// Sizes of the agnostic learner [B, Algorithm 7]: P(TV(answer, p) > (8 C^2 + 9 C) OPT + alpha) <= beta for every law p at all, OPT its distance
/// from the class.
///
/// ```text
/// a = alpha/(C + 3),  b = m(a/16, 1/16),  T = m(2 a, beta),  delta_0 = min(delta, a/4),  k = ceil(max(16/eps ln(1/delta_0), 128 ln(4/a))),  l = 1
/// ```
///
/// - **Domain**: `samples` is the m(alpha, beta) of a C-agnostic learner, `factor` its C >= 1 (3 for the minimum-distance estimator).
/// - **Guarantee** [B, Theorem C.2]: at least 7 k/8 good blocks, at most a quarter of their votes off: a gap of 5 k/16. The mode asks for
///   4 K - 1 <= (4/r) ln(1/delta_0) + 3, and k/16 >= 128 ln(16)/16 > 22 pays for the 3 over k/4. The theorem's base learner sees T symbols: **a run
///   without a stable answer must give some symbol that no data decide**, not none. The proof counts it as a deviation either way.
///   [`Agnostic`](crate::learner::Agnostic) does so, but says "not stable" where no run at all had an answer: add (3 a/4)^T at most to beta for
///   that.
/// - **Errors**: as [`sampler`]; [`Error::Domain`] for a factor below 1 or not finite.
pub fn agnostic(
    samples: impl Fn(f64, f64) -> Result<u64>,
    factor: f64,
    alpha: f64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    let (alpha, beta) = (inside(alpha)?, inside(beta)?);
    if !(1.0..f64::INFINITY).contains(&factor) {
        return Err(Error::Domain);
    }
    let a = down(alpha / (factor + 3.0));
    normal(a / 16.0)?;
    let mode_delta = delta.above_zero()?.min(a / 4.0);
    let by_privacy = size(-16.0 * ln(mode_delta) / epsilon.get())?;
    let by_luck = size(128.0 * ln(4.0 / a))?;
    let mode = StableMode::new(epsilon, Delta::new(mode_delta)?)?;
    Sizes {
        block: samples(a / 16.0, 1.0 / 16.0)?,
        blocks: by_privacy.max(by_luck).max(for_gap(&mode, 16, 5)?),
        runs: samples(2.0 * a, beta)?,
        length: 1,
        records: 0,
        mode_delta,
        accuracy: a / 16.0,
        target_tv: alpha / (factor + 3.0),
    }
    .with_records()
}

/// One run in the realizable case.
fn realizable(
    samples: impl Fn(f64, f64) -> Result<u64>,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    if length == 0 {
        return Err(Error::Sequence);
    }
    let delta = delta.above_zero()?;
    let accuracy = normal(down(beta / (64.0 * length as f64)))?;
    let mode_delta = delta.min(normal(beta / 4.0)?);
    // ln(4/beta) - ln(delta): the product beta delta may underflow.
    let by_privacy = size(8.0 * (ln(4.0 / beta) - ln(delta)) / epsilon.get())?;
    let by_luck = size(128.0 * ln(4.0 / beta))?;
    let mode = StableMode::new(epsilon, Delta::new(mode_delta)?)?;
    Sizes {
        block: samples(accuracy, 1.0 / 16.0)?,
        blocks: by_privacy.max(by_luck).max(for_gap(&mode, 32, 17)?),
        runs: 1,
        length,
        records: 0,
        mode_delta,
        accuracy,
        target_tv: 0.75 * beta,
    }
    .with_records()
}

/// The smallest k with part k/whole >= 4 K - 1.
fn for_gap(mode: &StableMode, whole: u64, part: u64) -> Result<u64> {
    let gap = u64::from(mode.gap_for_success());
    let needed = gap.checked_mul(whole).ok_or(Error::Unreachable)?;
    needed
        .checked_add(part.saturating_sub(1))
        .ok_or(Error::Unreachable)?
        .checked_div(part)
        .ok_or(Error::Unreachable)
}
