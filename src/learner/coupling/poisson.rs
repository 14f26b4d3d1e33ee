//! Couple_I: the first shared candidate point below the law's graph [B, Algorithm 5, Construction A.1].
//!
//! The points of a Poisson process on symbols x heights x times, in the order of time, and cut at height 1, which no law's graph passes,
//! are independent, uniform on symbols x [0, 1]. So Z_P is the symbol of the first of a sequence of candidates (y_i, s_i) with s_i <
//! p(y_i):
//!
//! **(G1)** a candidate is below the graph with probability 1/n, and then at y with probability p(y).
//!
//! **(G2)** of the candidates below either of two graphs, an area 1 + TV, the first is below both with probability (1 - TV)/(1 + TV); then
//! the votes are equal.
//!
//! Both are exact here: y uniform below n by integer multiplication, where a word that would make it uneven makes the candidate void for
//! everyone; s a number of 128 binary digits that are compared with those of weight/total.
use crate::domain::SEQUENCE;
use crate::error::{Error, Result};
use crate::learner::{Law, SharedSeed};
use crate::random::Generator;
use crate::random::bernoulli::wide;
use core::num::NonZeroU64;

/// Where the words of [`vote`] begin; the race's end before 2^48.
const VOTES: u64 = 1 << 60;
/// Where the words of [`joint_vote`] begin.
const JOINT: u64 = 1 << 61;
/// Words that belong to one coordinate.
const COORDINATE: u64 = 1 << 40;
/// Words of a candidate: the symbol, and two for the height.
const CANDIDATE: u64 = 3;
/// Candidates for each cell of the alphabet after which a vote gives up.
pub const CANDIDATES: u64 = 128;
/// Largest number of sequences for [`joint_vote`].
pub const CELLS: u64 = 1 << 24;

/// One block's vote, coordinate by coordinate: the first candidate below the law's graph for each.
///
/// Candidate i of coordinate j is made of three words of the ChaCha20 keystream with the seed as its key and the round as its stream
/// number: 2^60 + j 2^40 + 3 i and the two that follow. The race's words are others.
///
/// - **Domain**: any law, seed and round; 1 to 2^16 symbols ([`SEQUENCE`]).
/// - **Guarantee**: for every seed and round the vote is a function of them and of the law alone. Over a uniform seed it has exactly the
///   l-th power of the law, and two votes differ in a coordinate with probability at most 2 TV/(1 + TV).
/// - **Errors**: [`Error::Sequence`], with `sequence` untouched. [`Error::Trials`] after [`CANDIDATES`] n candidates, each below the graph
///   with probability above (1 - 2^-40)/n, or where all 128 digits of a height agree with the law's: in a whole sequence with probability
///   below 2^16 2^-184 + 2^-87; zeros are left, for whoever has this law and this seed.
/// - **Cost**: n candidates on average for each coordinate, of three words and a multiplication or two; no memory.
///
/// ```
/// use dpmarkov::learner::{Law, SharedSeed, coupling::poisson};
/// let seed = SharedSeed::new([7; 32]);
/// let vote = |weights: &[u32]| -> dpmarkov::Result<[u32; 6]> {
///     let mut sequence = [0; 6];
///     poisson::vote(&seed, 1, Law::new(weights)?, &mut sequence)?;
///     Ok(sequence)
/// };
/// assert_eq!(vote(&[60, 30, 10])?, [0, 0, 0, 0, 0, 2]);
/// assert_eq!(vote(&[59, 31, 10])?, [0, 0, 0, 0, 0, 2]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn vote(seed: &SharedSeed, round: u64, law: Law, sequence: &mut [u32]) -> Result<()> {
    if !SEQUENCE.contains(&sequence.len()) {
        return Err(Error::Sequence);
    }
    let cells = NonZeroU64::new(law.symbols() as u64).ok_or(Error::Alphabet)?;
    let total = u128::from(law.total());
    let mut failed = Ok(());
    for (symbol, coordinate) in sequence.iter_mut().zip(0u64..) {
        let words = Generator::from_parts(seed.bytes(), round, VOTES + coordinate * COORDINATE)?;
        let weight = |cell: u64| {
            law.weights()
                .get(cell as usize)
                .copied()
                .unwrap_or(0)
                .into()
        };
        match first(words, cells, total, weight) {
            Ok(cell) => *symbol = cell as u32,
            Err(error) => {
                failed = Err(error);
                break;
            }
        }
    }
    if failed.is_err() {
        sequence.fill(0);
    }
    failed
}

/// One block's vote as one draw on the alphabet of all n^l sequences: [B, Algorithm 5] to the letter.
///
/// Sequences differ with probability at most 2 TV/(1 + TV) of the TV between l-th powers, where coordinate by coordinate it is l times that
/// of one symbol. Candidates as in [`vote`], from word 2^61 on; the first symbol is the leading digit of a cell's number.
///
/// - **Domain**: n^l at most [`CELLS`], total^l below 2^127; else [`Error::Sequence`].
/// - **Guarantee**: as [`vote`], for whole sequences. Draws of different lengths in one round share their words.
/// - **Errors**: as [`vote`], but `sequence` is untouched by every error.
/// - **Cost**: n^l candidates on average, of three words, l divisions by n and l multiplications of 128 bits.
///
/// ```
/// use dpmarkov::learner::{Law, SharedSeed, coupling::poisson};
/// let (seed, mut sequence) = (SharedSeed::new([7; 32]), [0; 3]);
/// poisson::joint_vote(&seed, 1, Law::new(&[60, 30, 10])?, &mut sequence)?;
/// assert_eq!(sequence, [0, 0, 1]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn joint_vote(seed: &SharedSeed, round: u64, law: Law, sequence: &mut [u32]) -> Result<()> {
    if !SEQUENCE.contains(&sequence.len()) {
        return Err(Error::Sequence);
    }
    let symbols = NonZeroU64::new(law.symbols() as u64).ok_or(Error::Alphabet)?;
    let length = sequence.len() as u32;
    let cells = symbols.checked_pow(length).filter(|c| c.get() <= CELLS);
    let total = u128::from(law.total()).checked_pow(length);
    let total = total.filter(|t| *t < 1 << 127);
    let (Some(cells), Some(total)) = (cells, total) else {
        return Err(Error::Sequence);
    };
    let weight = |mut cell: u64| {
        let mut product = 1u128;
        for _ in 0..length {
            let weight = law.weights().get((cell % symbols) as usize).copied();
            // No overflow: a weight is at most the total.
            product *= u128::from(weight.unwrap_or(0));
            cell /= symbols;
        }
        product
    };
    let words = Generator::from_parts(seed.bytes(), round, JOINT)?;
    let mut cell = first(words, cells, total, weight)?;
    for symbol in sequence.iter_mut().rev() {
        *symbol = (cell % symbols) as u32;
        cell /= symbols;
    }
    Ok(())
}

/// The cell of the first candidate whose height is below weight/total.
fn first(
    mut words: Generator,
    cells: NonZeroU64,
    total: u128,
    weight: impl Fn(u64) -> u128,
) -> Result<u64> {
    // 2^64 mod cells: how many words each cell has too many.
    let surplus = cells.get().wrapping_neg() % cells;
    for _ in 0..cells.get().saturating_mul(CANDIDATES) {
        let end = words.position().saturating_add(CANDIDATE);
        let product = u128::from(words.next_u64()) * u128::from(cells.get());
        // Both casts keep the half that they name.
        let (cell, low) = ((product >> 64) as u64, product as u64);
        if low >= surplus && wide(&mut words, weight(cell), total)? {
            return Ok(cell);
        }
        while words.position() < end {
            words.next_u64();
        }
    }
    Err(Error::Trials)
}
