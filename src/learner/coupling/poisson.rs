//! Couple_I: the first shared candidate point below the law's graph [B, Algorithm 5].
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

/// One block's vote, coordinate by coordinate.
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

/// One block's vote as one draw on the alphabet of all sequences.
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
