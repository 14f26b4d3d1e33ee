//! Couplings: laws that are close draw the same symbol, each of them exactly from itself.
use super::{Law, SecretSeed, SharedSeed};
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

/// 2 TV/(1 + TV): two votes whose laws are at total variation `tv` differ with at most this probability, under every scheme.
pub fn disagreement_bound(tv: f64) -> f64 {
    2.0 * tv / (1.0 + tv)
}

/// The number of entries of `work` that [`couple`] asks for: one a block.
pub const fn work_len(blocks: usize) -> usize {
    blocks
}

/// The votes of all blocks, by a collector that has their laws: draws a fresh seed of the kind that the scheme asks for.
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
    for weights in laws.chunks_exact(symbols.max(1)) {
        Law::new(weights)?;
    }
    let seed = SharedSeed::draw(rng)?;
    let rows = laws.chunks_exact(symbols.max(1));
    for (weights, sequence) in rows.zip(votes.chunks_exact_mut(length.max(1))) {
        let law = Law::new(weights)?;
        match scheme {
            Scheme::Poisson => poisson::vote(&seed, 0, law, sequence)?,
            _ => race::vote(&seed, 0, law, sequence)?,
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
