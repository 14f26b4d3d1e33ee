//! The shared exponential race: the default coupling.
use crate::domain::SEQUENCE;
use crate::error::{Error, Result};
use crate::learner::{Law, SharedSeed};
use crate::random::Generator;
use crate::random::neg_log2::neg_log2;

/// Words of the keystream that belong to one coordinate; more than there are symbols.
const COORDINATE: u64 = 1 << 32;
/// Symbols without weight in a row from which on it is cheaper to address the keystream anew than to read on.
const JUMP: u64 = 64;

/// One block's vote: `sequence` drawn from the law's l-th power, so that close laws draw the same.
pub fn vote(seed: &SharedSeed, round: u64, law: Law, sequence: &mut [u32]) -> Result<()> {
    if !SEQUENCE.contains(&sequence.len()) {
        return Err(Error::Sequence);
    }
    for (symbol, coordinate) in sequence.iter_mut().zip(0u64..) {
        *symbol = winner(seed, round, law.weights(), coordinate * COORDINATE)?;
    }
    Ok(())
}

/// The symbol with the least E_y/weight_y, with the words from `start` on.
fn winner(seed: &SharedSeed, round: u64, weights: &[u32], start: u64) -> Result<u32> {
    let mut words = Generator::from_parts(seed.bytes(), round, start)?;
    // The leader, its weight and its time; none yet has lost against a weight of 0.
    let (mut leader, mut led, mut time) = (0, 0, 1);
    for ((symbol, weight), position) in (0u32..).zip(weights).zip(start..) {
        if *weight == 0 {
            continue;
        }
        // The position is never behind: it goes up with the symbols.
        if position.wrapping_sub(words.position()) >= JUMP {
            words = Generator::from_parts(seed.bytes(), round, position)?;
        }
        while words.position() < position {
            words.next_u64();
        }
        let word = words.next_u64();
        // E/weight < time/led without a division; each product is below 2^64 2^32.
        let ahead =
            |e: u64| u128::from(e) * u128::from(led) < u128::from(time) * u128::from(*weight);
        // -log2 u >= 1 - u, and E is rounded up: in units of 2^-57 it is at least (2^64 - 1 - word)/2^7.
        if led != 0 && !ahead(!word >> 7) {
            continue;
        }
        let e = neg_log2(word);
        if led == 0 || ahead(e) {
            (leader, led, time) = (symbol, *weight, e);
        }
    }
    Ok(leader)
}
