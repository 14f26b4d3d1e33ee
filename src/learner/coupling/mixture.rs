//! Couple_II: candidate points from the mixture of the given laws [B, Algorithm 6, Construction A.4].
//!
//! In the paper a candidate is a symbol from the mixture of all k laws and a height, and decides the blocks whose graph it is below, until
//! all are decided. Here candidates are taken for the blocks that are still undecided alone, uniformly from the union of the areas below
//! their graphs. The joint law is the same: what a Poisson process does after a time is independent of what it did before, and by projective
//! consistency [B, Proposition A.5 (4)] the undecided blocks' votes have the same law under any measure that dominates their laws, in
//! particular their upper envelope.
//!
//! A uniform point of a union (Karp & Luby 1983): one of the u undecided blocks, a symbol from its law, a height below its weight there, and
//! the point is kept with probability 1/c where it is below c of the graphs. It decides those c: so a candidate decides one block on
//! average, whatever the laws, and k candidates are expected in all (Wald). The mixture of all k would need up to k (1 + 1/2 + .. + 1/k).
//!
//! **(G1)** A block's first point below its graph is at y with probability p(y). **(G2)** as in [`poisson`](super::poisson), which has
//! the very same joint law. Both exact: every number drawn is a uniform integer.
//!
//! **Privacy**: only averaged over a fresh secret seed, see [`coupling`](super): hence [`SecretSeed`], by value.
use super::shape;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::learner::{Law, SecretSeed};
use crate::random::{Generator, uniform_below};
use core::num::NonZeroU64;

/// Candidates for each undecided block after which the coupling gives up: each decides one of u blocks with probability at least 1/u, and
/// e^-117 < 2^-168 for each of at most 2^40 times that a number of blocks waits.
pub const CANDIDATES: u64 = 117;

/// The number of entries of `work` that [`couple`] asks for: one a block.
pub const fn work_len(blocks: usize) -> usize {
    blocks
}

/// The number of entries of `work` that [`couple_joint`] asks for: one a block, and one sequence.
pub const fn joint_work_len(blocks: usize, length: usize) -> usize {
    blocks.saturating_add(length)
}

/// The votes of all blocks, coordinate by coordinate: Z_i from the l-th power of block i's law, `laws` k rows of n weights, `sequences` k
/// rows of l symbols.
///
/// - **Domain**: n in [`ALPHABET`](crate::domain::ALPHABET), k in [`VOTES`](crate::domain::VOTES), l in
///   [`SEQUENCE`](crate::domain::SEQUENCE); one total for all laws.
/// - **Guarantee**: exact marginals; votes of two blocks differ in a coordinate with probability at most 2 TV/(1 + TV). Over the secret
///   seed the joint law of any blocks' votes is a function of their laws alone, exactly.
/// - **Errors**: [`Error::Alphabet`], [`Error::Length`], [`Error::Votes`], [`Error::Sequence`], [`Error::Laws`], [`Error::WorkLength`]
///   ([`work_len`] entries): `sequences` is untouched then. [`Error::Trials`] with probability at most 2^-128 for each uniform integer
///   drawn and 2^-128 for the waiting, below 2^-80 at the largest sizes: zeros are left.
/// - **Cost**: for each coordinate k candidates on average, for all laws: about 6 words, one law read up to the symbol drawn, and the
///   weights of the undecided blocks at that symbol until the candidate is refused (some ln k of those that are positive there).
///
/// ```
/// use dpmarkov::learner::{SecretSeed, coupling::mixture};
/// use dpmarkov::random::Generator;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0);
/// let laws = [60, 30, 10, 59, 31, 10, 0, 5, 95];
/// let (mut votes, mut work) = ([0; 12], [0; mixture::work_len(3)]);
/// mixture::couple(SecretSeed::draw(&mut rng)?, &laws, 3, &mut votes, &mut work)?;
/// // The third law has no weight on symbol 0.
/// assert!(votes[8..].iter().all(|y| *y != 0));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn couple(
    secret: SecretSeed,
    laws: &[u32],
    symbols: usize,
    sequences: &mut [u32],
    work: &mut [u32],
) -> Result<()> {
    let (blocks, length) = shape(laws, symbols, sequences)?;
    let tuple = Tuple::new(laws, symbols)?;
    let undecided = work.get_mut(..blocks).ok_or(Error::WorkLength)?;
    let mut rng = secret.into_generator();
    for coordinate in 0..length {
        let settled = tuple.settle(&mut rng, undecided, &mut [0], |block, symbol| {
            let cell = sequences.get_mut(block * length + coordinate);
            if let (Some(cell), Some(symbol)) = (cell, symbol.first()) {
                *cell = *symbol;
            }
        });
        if settled.is_err() {
            sequences.fill(0);
            return settled;
        }
    }
    Ok(())
}

/// The votes of all blocks, each sequence as one draw on the alphabet of all n^l sequences: [B, Algorithm 6] to the letter.
///
/// - **Domain**: as [`couple`]; total^l below 2^128, else [`Error::Sequence`]. n^l is not limited: a candidate is drawn symbol by symbol.
/// - **Guarantee**: as [`couple`], with the TV between l-th powers, for whole sequences.
/// - **Errors**: as [`couple`]; [`joint_work_len`] entries of `work`.
/// - **Cost**: as one coordinate of [`couple`], with l laws to read and l multiplications of 128 bits for each undecided block.
pub fn couple_joint(
    secret: SecretSeed,
    laws: &[u32],
    symbols: usize,
    sequences: &mut [u32],
    work: &mut [u32],
) -> Result<()> {
    let (blocks, length) = shape(laws, symbols, sequences)?;
    let tuple = Tuple::new(laws, symbols)?;
    // A sequence's weight is at most total^length.
    if u128::from(tuple.total.get())
        .checked_pow(length as u32)
        .is_none()
    {
        return Err(Error::Sequence);
    }
    let (undecided, candidate) = work.split_at_mut_checked(blocks).ok_or(Error::WorkLength)?;
    let candidate = candidate.get_mut(..length).ok_or(Error::WorkLength)?;
    let mut rng = secret.into_generator();
    let settled = tuple.settle(&mut rng, undecided, candidate, |block, drawn| {
        let start = block * length;
        let sequence = sequences.get_mut(start..).unwrap_or(&mut []);
        for (cell, symbol) in sequence.iter_mut().zip(drawn) {
            *cell = *symbol;
        }
    });
    if settled.is_err() {
        sequences.fill(0);
    }
    settled
}

/// The laws of all blocks, row by row, all of one total.
struct Tuple<'a> {
    laws: &'a [u32],
    symbols: usize,
    total: NonZeroU64,
}

impl<'a> Tuple<'a> {
    fn new(laws: &'a [u32], symbols: usize) -> Result<Self> {
        let mut common = None;
        for weights in laws.parts(symbols) {
            let total = Law::new(weights)?.total();
            if *common.get_or_insert(total) != total {
                return Err(Error::Laws);
            }
        }
        let total = common.and_then(NonZeroU64::new).ok_or(Error::Laws)?;
        Ok(Tuple {
            laws,
            symbols,
            total,
        })
    }
    fn row(&self, block: u32) -> &'a [u32] {
        // No overflow: the laws are all there.
        let start = (block as usize).saturating_mul(self.symbols);
        let rest = self.laws.get(start..).unwrap_or(&[]);
        rest.get(..self.symbols).unwrap_or(&[])
    }
    /// The weight of a sequence under a block's law, in units of total^-length.
    fn weight(&self, block: u32, sequence: &[u32]) -> u128 {
        let row = self.row(block);
        let weights = sequence.iter().map(|y| row.get(*y as usize));
        weights.fold(1, |product, weight| {
            product * u128::from(weight.copied().unwrap_or(0))
        })
    }
    /// A symbol from a block's law.
    fn symbol(&self, rng: &mut Generator, block: u32) -> Result<u32> {
        let mut left = uniform_below::draw(rng, self.total)?;
        for (symbol, weight) in (0u32..).zip(self.row(block)) {
            match left.checked_sub(u64::from(*weight)) {
                Some(rest) => left = rest,
                None => return Ok(symbol),
            }
        }
        Err(Error::Laws)
    }
    /// True with probability 1/c, c the number of open blocks whose graph the point is below, the picked one among them: it survives
    /// the j-th of them with probability (j - 1)/j. A point that does not survive is mostly gone after a few blocks.
    fn kept(
        &self,
        rng: &mut Generator,
        open: &[u32],
        picked: usize,
        candidate: &[u32],
        height: u128,
    ) -> Result<bool> {
        let mut covering = NonZeroU64::MIN;
        for (i, block) in open.iter().enumerate() {
            if i != picked && height < self.weight(*block, candidate) {
                covering = covering.saturating_add(1);
                if uniform_below::draw(rng, covering)? == 0 {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
    /// One draw for every block: candidates until each block has its first.
    fn settle(
        &self,
        rng: &mut Generator,
        undecided: &mut [u32],
        candidate: &mut [u32],
        mut decide: impl FnMut(usize, &[u32]),
    ) -> Result<()> {
        for (slot, block) in undecided.iter_mut().zip(0u32..) {
            *slot = block;
        }
        let mut left = undecided.len();
        let mut tries = 0u64;
        while let Some(bound) = NonZeroU64::new(left as u64) {
            if tries >= bound.get().saturating_mul(CANDIDATES) {
                return Err(Error::Trials);
            }
            tries += 1;
            let open = undecided.get_mut(..left).unwrap_or(&mut []);
            let picked = uniform_below::draw(rng, bound)? as usize;
            let block = open.get(picked).copied().unwrap_or(0);
            for symbol in candidate.iter_mut() {
                *symbol = self.symbol(rng, block)?;
            }
            // A point below that block's graph, kept with probability 1/c where it is below c graphs.
            let height = below(rng, self.weight(block, candidate))?;
            if !self.kept(rng, open, picked, candidate, height)? {
                continue;
            }
            let mut kept = 0;
            for i in 0..left {
                let Some(block) = open.get(i).copied() else {
                    break;
                };
                if height < self.weight(block, candidate) {
                    decide(block as usize, candidate);
                } else if let Some(slot) = open.get_mut(kept) {
                    *slot = block;
                    kept += 1;
                }
            }
            left = kept;
            tries = 0;
        }
        Ok(())
    }
}

/// A uniform integer from 0 to `bound` - 1, each with the same probability exactly.
fn below(rng: &mut Generator, bound: u128) -> Result<u128> {
    if let Ok(narrow) = u64::try_from(bound) {
        let narrow = NonZeroU64::new(narrow).ok_or(Error::Laws)?;
        return uniform_below::draw(rng, narrow).map(u128::from);
    }
    // As many digits as bound - 1 has: less than half of the numbers are refused.
    let spare = (bound - 1).leading_zeros();
    for _ in 0..uniform_below::TRIALS {
        let high = u128::from(rng.next_u64());
        let number = (high << 64 | u128::from(rng.next_u64())) >> spare;
        if number < bound {
            return Ok(number);
        }
    }
    Err(Error::Trials)
}
