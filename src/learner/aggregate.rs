//! Aggregate [B, Algorithm 1]: from k laws to one sequence.
use super::StableMode;
use super::coupling::{self, Scheme};
use super::tally;
use crate::domain::{ALPHABET, SEQUENCE, VOTES};
use crate::error::{Error, Result};
use crate::random::Generator;

/// The scratch of [`release`] for k laws of n symbols and sequences of l symbols, in words.
///
/// k l for the votes, and the larger of what the coupling and the tally need.
///
/// - **Errors**: [`Error::Votes`], [`Error::Alphabet`], [`Error::Sequence`]; [`Error::WorkLength`] where the sum does not fit `usize`.
pub fn work_len(blocks: usize, symbols: usize, length: usize) -> Result<usize> {
    if !VOTES.contains(&blocks) {
        return Err(Error::Votes);
    }
    if !ALPHABET.contains(&symbols) {
        return Err(Error::Alphabet);
    }
    if !SEQUENCE.contains(&length) {
        return Err(Error::Sequence);
    }
    let phases = coupling::work_len(blocks).max(tally::work_len(blocks));
    blocks
        .checked_mul(length)
        .and_then(|votes| votes.checked_add(phases))
        .ok_or(Error::WorkLength)
}

/// Draws one vote from each of the laws, all of them coupled, and releases the most frequent one into `out`; returns the noisy distance
/// d + Z of the [`StableMode`], which is free.
///
/// ```text
/// (Z_1 .. Z_k) from the coupling of q_1^l .. q_k^l,   Z = StabilityBasedMode(Z_1 .. Z_k)
/// ```
///
/// - **Domain**: `laws` are k laws of n weights each, one after the other; `out` has l symbols. With [`Scheme::Mixture`] all laws must have
///   the same total.
/// - **Guarantee**: (epsilon, delta) of `mode` for k laws of which one is replaced by any other [B, Proposition B.1], see below.
/// - **Utility** [B, Proposition B.2]: let J be the number of laws with TV(q_i, p) <= eta, and let the mode be printed with probability
///   1 - beta at a gap of tau. For every c in (0, 1) with 2 (1 - c) J - k >= tau, TV(law of the output, p^l) <= 2 l eta/c + beta. "Not stable"
///   counts as an output here.
/// - **Errors**: [`Error::NotStable`], an answer of the mechanism that counts as a release. With nothing released: those of [`work_len`],
///   [`Error::Length`] where `laws` is not a whole number of laws, [`Error::WorkLength`], [`Error::TooFewVotes`], [`Error::Laws`]. Which of
///   these occurs may tell something about the laws: a caller who does not know that they are in order must not publish the error.
///   `out` is untouched in every case; `work` holds raw data afterwards.
/// - **Cost**: k votes, and a tally.
///
/// # Proof
///
/// Let the lists q and q' differ in law j alone. Race and Poisson: for each value of the shared seed, vote i is a function of law i, so
/// the two lists of votes differ in vote j alone, and the guarantee of the mode holds for each value of the seed, thus on average. The
/// noise of the mode is drawn afterwards, from `rng`, and independent of the seed. Mixture: vote i is a function of all the laws, but both
/// lists of votes have the law of coordinates of one grand coupling [B, Proposition 3.3], in which they differ in vote j alone; so the
/// guarantee holds on average over the seed, which is drawn here and nobody ever sees.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon};
/// use dpmarkov::learner::{StableMode, aggregate, coupling::Scheme};
/// use dpmarkov::random::Generator;
/// let mode = StableMode::new(Epsilon::new(1.0)?, Delta::new(1e-6)?)?;
/// let laws = [[90, 5, 5]; 100]; // a hundred laws that agree
/// let mut work = vec![0; aggregate::work_len(100, 3, 2)?];
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut out = [0; 2];
/// aggregate::release(&mode, Scheme::Race, &mut rng, laws.as_flattened(), 3, &mut work, &mut out)?;
/// assert!(out.iter().all(|y| *y < 3));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn release(
    mode: &StableMode,
    scheme: Scheme,
    rng: &mut Generator,
    laws: &[u32],
    symbols: usize,
    work: &mut [u32],
    out: &mut [u32],
) -> Result<u32> {
    if !ALPHABET.contains(&symbols) {
        return Err(Error::Alphabet);
    }
    let blocks = laws.len().checked_div(symbols).unwrap_or(0);
    if blocks.checked_mul(symbols) != Some(laws.len()) {
        return Err(Error::Length);
    }
    let work = work
        .get_mut(..work_len(blocks, symbols, out.len())?)
        .ok_or(Error::WorkLength)?;
    enough(mode, blocks)?;
    let Some((votes, rest)) = work.split_at_mut_checked(blocks.saturating_mul(out.len())) else {
        return Err(Error::WorkLength);
    };
    coupling::couple(scheme, rng, laws, symbols, votes, rest)?;
    mode.release(rng, votes, out.len(), rest, out)
}

/// [`Error::TooFewVotes`] before anything is drawn.
pub(super) fn enough(mode: &StableMode, blocks: usize) -> Result<()> {
    // A number of votes that does not fit 32 bits is refused elsewhere.
    if u32::try_from(blocks).is_ok_and(|k| k < mode.votes_needed()) {
        Err(Error::TooFewVotes)
    } else {
        Ok(())
    }
}
