//! StabilityBasedMode [B, Fact B.3]: the most frequent vote, if it would still be so after several votes were replaced.
use super::rate;
use super::tally::{self, Tally};
use super::truncated_laplace::TruncatedLaplace;
use crate::domain::InParts;
use crate::domain::{Delta, Epsilon, GeometricRate};
use crate::error::{Error, Result};
use crate::random::Generator;

/// The most frequent of k votes, released with (epsilon, delta)-differential privacy.
///
/// ```text
/// d = the fewest votes whose replacement changes the mode (`tally`)
/// Z = discrete Laplace of the rate, conditioned on |Z| <= K, P(Z = K) <= delta (`TruncatedLaplace`)
/// print (mode, d + Z) if d + Z >= K + 1, otherwise "not stable"
/// ```
///
/// # Guarantee
///
/// For all V, V' that differ in one vote, and every set S of outputs, P(M(V) in S) <= e^epsilon P(M(V') in S) + delta.
///
/// Neighbours: one of the k votes is replaced by any other; it may depend on all that one person did. k is public, and so is the answer
/// [`Error::TooFewVotes`], which depends on k alone.
///
/// Proof. Let p = P(Z = K) <= delta, r the rate, r <= epsilon.
/// 1. *The same mode.* d and d' are distances to one set of lists, those with another mode, so |d - d'| <= 1. The output is a function of the
///    mode and d + Z. If d = d' + 1, then P(d + Z = s) <= e^r P(d' + Z = s) for every s but d + K, the end that d' + Z does not reach, and
///    that has probability p; if d = d' - 1 the same with the end d - K; if d = d' the laws agree. So P(S) <= e^r P'(S) + p.
/// 2. *Different modes.* Then V' is a list with another mode at distance 1 from V, so d = 1, and in the same way d' = 1. "Not stable" (with
///    or without d + Z, which has one law under both) is as likely under V' as under V. Something is printed only where 1 + Z >= K + 1:
///    Z = K, with probability p. So P(S) <= P'(S) + p.
///
/// delta(epsilon) = p is attained by case 2, which happens for every k. Where `<` stands matters: with d + Z >= K a printed mode would have
/// probability P(Z >= K - 1) > p at d = 1.
///
/// - **d + Z is free**: the proof already publishes it. **The exact count of the mode is not**: it differs between neighbours with certainty.
/// - **The noise** is drawn from `rng`, a generator seeded from an entropy source, and never from a seed that devices share.
/// - **Integers**: rate and K are found with floating point before there are votes; no floating-point operation sees a vote or the noise. Only
///   the generator's pseudorandomness and timing (a tally of votes that collide takes longer) remain outside the proof.
/// - **Not counted**: the object has no memory of what it released.
/// - **Public**: epsilon, delta, k and the length must not be computed from the votes.
///
/// # Utility
///
/// P(printed) = P(Z >= K + 1 - d), [`StableMode::success`]: at least 1 - delta at d = 2K, 1 from d = 2K + 1 on, above 1/2 from d = K + 1 on. A gap
/// g between the mode and the second has d >= ceil(g/2), so a gap of 4K - 1 is enough for 1 - delta.
///
/// [B, Fact B.3] asks for success 1 - delta at every gap above 4 ln(1/delta)/epsilon, epsilon and delta in (0, 1). Met for delta <= e^(-epsilon/2),
/// so for every delta up to 0.6. Proof, for rate = epsilon: the claim is 4K - 2 <= 4 ln(1/delta)/epsilon. Let J = floor(ln(1/delta)/epsilon + 1/2) >= 1;
/// it is enough that P(Z = K) <= delta holds at J in place of K, for K is the smallest. With t = x^J <= delta e^(epsilon/2) that is
/// t (1 - x + 2 delta x) <= delta (1 + x), which follows where e^epsilon - 1 + 2 delta <= e^(epsilon/2) + e^(-epsilon/2): for all
/// delta <= 1/3 while epsilon <= 0.93, and for all delta <= 0.268. Elsewhere P(Z = J) <= P(Z = 1 at K = 1) = x/(1 + 2x), which is below 1/3, and below
/// 0.23 for epsilon > 0.93. (The tests cover rates rounded down.) Beyond e^(-epsilon/2) the fact speaks of gaps of 1 and 2, and a corner with
/// delta between 0.6 and 0.79 and epsilon > 0.6 misses it: there nothing is protected anyway. Laplace noise that is not truncated misses the fact
/// at one delta in fifty.
///
/// - **Domain**: epsilon from 2^-30 (beyond 64 the rate stays 64; below 1 it is a multiple of 2^-30, so that an epsilon of 1e-6 loses up to a
///   thousandth), delta above 0, at most 2^24 - 1 votes needed.
/// - **Method**: Thakurta & Smith 2013 and Vadhan 2017, Proposition 3.4, with noise that is exact and bounded.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::StableMode;
/// use dpmarkov::learner::tally::work_len;
/// use dpmarkov::random::Generator;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-9)?)?;
/// assert_eq!((mode.half_width(), mode.votes_needed(), mode.enough_votes()), (20, 41, 79));
/// let mut votes = [0; 2 * 100];
/// votes.iter_mut().skip(1).step_by(2).for_each(|y| *y = 5); // a hundred times (0, 5)
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut answer = [0; 2];
/// let noisy = mode.release(&mut rng, &votes, 2, &mut [0; work_len(100)], &mut answer)?;
/// assert_eq!(answer, [0, 5]);
/// assert!((30..=70).contains(&noisy)); // 50 votes would have to change
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StableMode {
    noise: TruncatedLaplace,
}

impl StableMode {
    /// The least noise that meets (epsilon, delta).
    ///
    /// - **Errors**: [`Error::NotPure`] at delta = 0; [`Error::Unreachable`] where epsilon is below 2^-30 or more than 2^24 votes would be needed.
    pub fn new(epsilon: Epsilon, delta: Delta) -> Result<Self> {
        delta.above_zero()?;
        let noise = TruncatedLaplace::new(rate::at_most(epsilon.get())?, delta)?;
        Ok(StableMode { noise })
    }
    /// What [`Self::new`] made before: see [`TruncatedLaplace::made_before`].
    #[cfg(feature = "capi")]
    #[allow(dead_code)]
    pub(crate) const fn made_before(noise: TruncatedLaplace) -> Self {
        StableMode { noise }
    }
    /// The rate of the noise: the largest fraction with a power of two up to 2^30 below and at most 2^30 above that is not above epsilon.
    pub const fn rate(&self) -> GeometricRate {
        self.noise.rate()
    }
    /// K: the noise is from -K to K.
    pub const fn half_width(&self) -> u32 {
        self.noise.half_width()
    }
    /// The law of the noise.
    pub const fn noise(&self) -> &TruncatedLaplace {
        &self.noise
    }
    /// An upper bound on P(Z = K), the delta that is attained; at most the delta asked for.
    pub fn delta_upper(&self) -> f64 {
        self.noise.delta_upper()
    }
    /// 4K - 1: so many votes, all equal, are answered with probability 1 - delta at least.
    pub const fn enough_votes(&self) -> u32 {
        self.gap_for_success()
    }
    /// 2K + 1: the fewest votes that are answered more often than not when they are all equal. Fewer give [`Error::TooFewVotes`].
    pub const fn votes_needed(&self) -> u32 {
        // K < 2^23.
        self.half_width().saturating_mul(2).saturating_add(1)
    }
    /// 4K - 1: with this gap between the mode and the second, the mode is printed with probability 1 - delta at least.
    pub const fn gap_for_success(&self) -> u32 {
        self.half_width().saturating_mul(4).saturating_sub(1)
    }
    /// A lower bound on the probability that the mode is printed where `distance` votes would have to be replaced to change it.
    pub fn success(&self, distance: u32) -> f64 {
        self.noise.reaches_lower(distance)
    }
    /// An upper bound on the probability that it is not printed: what 1 - [`StableMode::success`] cannot resolve.
    pub fn failure(&self, distance: u32) -> f64 {
        match self.noise.mirrored(distance) {
            Some(rest) => self.noise.reaches_upper(rest),
            None => 0.0,
        }
    }
    /// What is published at a distance and a value of the noise: d + Z if the mode is printed with it.
    ///
    /// Public so that the guarantee can be checked by enumeration; a release needs [`StableMode::release`], which draws the noise.
    pub fn answer(&self, distance: u32, noise: i64) -> Option<u32> {
        // No overflow: below 2^24 and 2^23 for what a release brings; saturated elsewhere.
        let noisy = i64::from(distance).saturating_add(noise);
        if noisy > i64::from(self.half_width()) {
            u32::try_from(noisy).ok()
        } else {
            None
        }
    }
    /// Writes the mode of the votes into `out` and returns d + Z, or says that the votes are not stable.
    ///
    /// - **Domain**: as for [`tally::tally`]; `out` of `length` symbols.
    /// - **Errors**: [`Error::NotStable`], an answer of the mechanism: it counts as a release. Before anything is drawn: those of
    ///   [`tally::tally`], [`Error::Length`] for `out`, [`Error::TooFewVotes`] below [`StableMode::votes_needed`],
    ///   [`Error::StreamExhausted`]. [`Error::Trials`] with probability below 2^-100. `out` is untouched in every case. `work`, of
    ///   [`tally::work_len`], holds raw data afterwards: wipe it.
    /// - **Cost**: that of the tally, and one variate.
    pub fn release(
        &self,
        rng: &mut Generator,
        votes: &[u32],
        length: usize,
        work: &mut [u32],
        out: &mut [u32],
    ) -> Result<u32> {
        let k = tally::blocks(votes, length)?;
        if out.len() != length {
            return Err(Error::Length);
        }
        if work.len() < tally::work_len(k as usize) {
            return Err(Error::WorkLength);
        }
        if k < self.votes_needed() {
            return Err(Error::TooFewVotes);
        }
        rng.ready()?;
        let Tally { mode, distance, .. } = tally::tally(votes, length, work)?;
        let noise = self.noise.sample(rng)?;
        let noisy = self.answer(distance, noise).ok_or(Error::NotStable)?;
        // The mode is the index of a vote: its sequence is there, of the length of `out`.
        let symbols = votes.parts(length).nth(mode);
        for (to, from) in out.iter_mut().zip(symbols.unwrap_or_default()) {
            *to = *from;
        }
        Ok(noisy)
    }
}
