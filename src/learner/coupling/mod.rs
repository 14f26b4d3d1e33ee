//! Couplings: laws that are close draw the same symbol, and each draws from itself.
//!
//! A grand coupling scheme [B, Definition 3.1] is a family of variates Z_P, one for each law P, with
//!
//! - **(G1)** Z_P has the law P;
//! - **(G2)** P(Z_P != Z_Q) <= 2 TV(P, Q); the schemes here keep to 2 TV/(1 + TV), [`disagreement_bound`];
//! - **(G3)** the joint law of Z_P1, .., Z_Pk depends measurably on the laws. On a finite alphabet with laws in whole weights there are
//!   countably many laws, so that every function of them is measurable.
//!
//! | scheme | drawn from | (G1) | who may know the seed | cost of one symbol of k votes |
//! |---|---|---|---|---|
//! | [`race`], the default | the shared seed and one's own law | within s 2^-57.3 in TV, s symbols with weight | everyone | k n weights and k s words read, about 1.5 k ln s logarithms |
//! | [`poisson`], Couple_I | the same | exact | everyone | k n candidates on average |
//! | [`mixture`], Couple_II | all laws at once | exact | nobody | k candidates on average, of n/2 + ln k operations and more where laws are far apart |
//!
//! # Which one
//!
//! The race, on a device. It reads the words of the symbols with weight once and in order, and computes a logarithm for the few symbols that
//! might win: about 80 instructions a symbol (x86-64), always, where Couple_I needs 160 for each of n candidates on average, and of 5 n once
//! in 150 votes, however few symbols have weight. Its agreement is never below what Couple_I is proved to reach (see [`race`]), and a
//! vote of either is a function of the seed, the round and the voter's own law alone. What the race gives up is exactness in the 57th binary
//! digit, which is a matter of utility: no privacy statement uses (G1) or (G2).
//!
//! [`mixture`] is for a collector that has all the laws and keeps its seed secret: one candidate a block instead of one word a symbol and
//! block, ten times less work at 2,000 blocks of 289 symbols. It cannot be drawn on devices, and nobody can check it afterwards.
//!
//! # Privacy
//!
//! **Race and Couple_I**: for every value of the seed and of the round, whoever knows it, Z_i is a function of block i's law. Replacing one
//! block's records changes that block's vote at most, with certainty; so a mechanism that is private for one changed vote among k is
//! private for one changed block. Neither the law of the votes nor a working generator enters.
//!
//! **Couple_II**: for a fixed seed this is false: one changed law changes the candidates, and with them votes of other blocks (a test
//! exhibits such seeds). Averaged over a seed that nobody knows it holds in law: by projective consistency [B, Proposition A.5] the joint
//! law of the votes of the unchanged blocks does not depend on the changed one, so that two neighbouring executions can be coupled with all
//! votes equal but one. The laws have to be equal and not nearly so, or the difference would be paid for in delta: this is why Couple_II is
//! made of integers alone. Hence [`SecretSeed`], which is consumed by its one use. What is left to chance is that ChaCha20 is a
//! pseudorandom function, and errors with probability below 2^-128.
use super::{Law, SecretSeed, SharedSeed};
use crate::domain::InParts;
use crate::domain::{ALPHABET, SEQUENCE, VOTES};
use crate::error::{Error, Result};
use crate::random::Generator;

pub mod mixture;
pub mod poisson;
pub mod race;

/// How the votes of the blocks are coupled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// The shared exponential race, [`race`]: the default.
    #[default]
    Race,
    /// Couple_I, [`poisson`].
    Poisson,
    /// Couple_II, [`mixture`]: for a collector that has all the laws.
    Mixture,
}

/// 2 TV/(1 + TV): two votes whose laws are at total variation `tv` differ with at most this probability, under every scheme [B, Theorem
/// A.2].
///
/// - **Domain**: `tv` from 0 to 1. NaN gives NaN.
/// - **Guarantee**: exact for Couple_I and Couple_II. For the race the bound holds for its ideal law, and two votes on s symbols with
///   weight are within 2 s 2^-57.3 of that.
/// - **Accuracy**: 2 units in the last place.
///
/// ```
/// use dpmarkov::learner::coupling::disagreement_bound;
/// assert!((disagreement_bound(0.3) - 0.6 / 1.3).abs() < 1e-15);
/// ```
pub fn disagreement_bound(tv: f64) -> f64 {
    2.0 * tv / (1.0 + tv)
}

/// The number of entries of `work` that [`couple`] asks for: one a block.
pub const fn work_len(blocks: usize) -> usize {
    blocks
}

/// The votes of all blocks, by a collector that has their laws.
///
/// Z_1, .., Z_k with Z_i from the l-th power of block i's law, coordinate by coordinate; `laws` is k rows of n weights, `votes` k rows of l
/// symbols.
///
/// - **Domain**: n in [`ALPHABET`], k in [`VOTES`], l in [`SEQUENCE`]; each law with a positive total, for the mixture one total in common.
/// - **Guarantee**: [`disagreement_bound`] for every pair and coordinate (race: plus s 2^-56.3, s symbols with weight). Whole sequences
///   differ with at most l times that.
/// - **Method**: draws a fresh seed from `rng`: a [`SharedSeed`] or a [`SecretSeed`], as the scheme asks for.
/// - **Errors**: [`Error::Alphabet`], [`Error::Length`], [`Error::Votes`], [`Error::Sequence`], [`Error::Laws`], [`Error::WorkLength`] (the
///   mixture alone uses `work`, [`work_len`] entries), [`Error::StreamExhausted`]: `votes` is untouched then. [`Error::Trials`] (race:
///   never) with probability at most 2^-128 for each candidate: zeros are left.
///
/// ```
/// use dpmarkov::learner::coupling::{Scheme, couple, work_len};
/// use dpmarkov::random::Generator;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0);
/// // Three devices: two that saw nearly the same, and one that saw something else. Four symbols each.
/// let laws = [60, 30, 10, 59, 31, 10, 0, 5, 95];
/// let (mut votes, mut work) = ([0; 12], [0; work_len(3)]);
/// couple(Scheme::Race, &mut rng, &laws, 3, &mut votes, &mut work)?;
/// assert_eq!(votes[..4], votes[4..8]);
/// assert_ne!(votes[..4], votes[8..]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn couple(
    scheme: Scheme,
    rng: &mut Generator,
    laws: &[u32],
    symbols: usize,
    votes: &mut [u32],
    work: &mut [u32],
) -> Result<()> {
    if let Scheme::Mixture = scheme {
        return mixture::couple(SecretSeed::draw(rng)?, laws, symbols, votes, work);
    }
    let (_, length) = shape(laws, symbols, votes)?;
    for weights in laws.parts(symbols) {
        Law::new(weights)?;
    }
    let seed = SharedSeed::draw(rng)?;
    let rows = laws.parts(symbols);
    for (weights, sequence) in rows.zip(votes.parts_mut(length)) {
        let law = Law::new(weights)?;
        let voted = match scheme {
            Scheme::Poisson => poisson::vote(&seed, 0, law, sequence),
            _ => race::vote(&seed, 0, law, sequence),
        };
        if voted.is_err() {
            votes.fill(0);
            return voted;
        }
    }
    Ok(())
}

/// The numbers of blocks and of symbols a sequence.
fn shape(laws: &[u32], symbols: usize, votes: &[u32]) -> Result<(usize, usize)> {
    if !ALPHABET.contains(&symbols) {
        return Err(Error::Alphabet);
    }
    let blocks = laws.len().checked_div(symbols).unwrap_or(0);
    if laws.len() != blocks.saturating_mul(symbols) {
        return Err(Error::Length);
    }
    if !VOTES.contains(&blocks) {
        return Err(Error::Votes);
    }
    let length = votes.len().checked_div(blocks).unwrap_or(0);
    if votes.len() != blocks.saturating_mul(length) {
        return Err(Error::Length);
    }
    if !SEQUENCE.contains(&length) {
        return Err(Error::Sequence);
    }
    Ok((blocks, length))
}
