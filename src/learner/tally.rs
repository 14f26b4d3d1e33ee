//! The count of the votes: the mode, and how far it is from being another.
use super::grouping::{self, Item};
use crate::domain::{SEQUENCE, VOTES};
use crate::error::{Error, Result};

/// What the votes say. Raw data: none of it may be published; [`super::StableMode`] is what may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The lowest index of a vote that equals the mode.
    pub mode: usize,
    /// How many votes equal the mode.
    pub count: u32,
    /// How many equal the most frequent other sequence that was voted for; 0 where there is none.
    pub runner_up: u32,
    /// The fewest votes whose replacement changes the mode.
    pub distance: u32,
    /// The number of votes.
    pub votes: u32,
}

/// The scratch that [`tally`] needs for k votes: 2 k words.
pub const fn work_len(k: usize) -> usize {
    k.saturating_mul(2)
}

/// The number of votes in `votes`, checked.
pub(super) fn blocks(votes: &[u32], length: usize) -> Result<u32> {
    if !SEQUENCE.contains(&length) {
        return Err(Error::Sequence);
    }
    // The length is at least 1: no division by 0.
    let (Some(k), Some(0)) = (
        votes.len().checked_div(length),
        votes.len().checked_rem(length),
    ) else {
        return Err(Error::Length);
    };
    if !VOTES.contains(&k) {
        return Err(Error::Votes);
    }
    Ok(k as u32)
}

/// Counts votes of `length` symbols each, one after the other in `votes`.
///
/// ```text
/// mode     = the most frequent sequence, the lexicographically smallest of several
/// distance = min over all other sequences y of  ceil(g/2) where y precedes the mode,  floor(g/2) + 1 where it follows it
///            g = count of the mode - count of y
/// ```
///
/// - **Domain**: a length in [`SEQUENCE`], a number of votes in [`VOTES`], any symbols.
/// - **Unseen sequences**: y runs over those without a vote too. One phantom sequence that precedes all others and is never voted for stands for
///   them: it gives ceil(count/2), which no unseen sequence undercuts. So the distance depends on no alphabet. (It decides where the votes
///   are unanimous: any other vote is as near.)
/// - **Guarantee**: the distance is the Hamming distance from the votes to the nearest list of as many votes, phantoms allowed, that has another
///   mode. Proof: one replacement moves g by 2 at most, and only where a vote for the mode becomes one for y. After j of them y is the mode or
///   ahead of it if g - 2j < 0, or = 0 with y first; with fewer the mode is still ahead of every y. There are enough votes for the mode to
///   take: g <= count, so the smallest j is at most ceil(count/2). A distance to a set is 1-Lipschitz: one replaced vote changes it by 1 at
///   most as long as the mode is the same.
/// - **Equality** is of whole sequences. They are ordered by a hash of 32 bits first, for speed; hashes that collide are told apart.
/// - **Special values**: from 1 to ceil(k/2), the distance of a unanimous vote.
/// - **Errors**: [`Error::Sequence`]; [`Error::Length`] where `votes` is not a whole number of sequences; [`Error::Votes`];
///   [`Error::WorkLength`] below [`work_len`].
/// - **Cost**: O(k (l + log k)) for k votes of l symbols, heapsort; at worst, where many hashes collide on purpose, O(k l log k). A vote of 3
///   symbols costs 40 to 46 nanoseconds for k = 10^3 to 2^12, 60 to 80 at 2^16, 80 (all equal) to 400 (all different) at 2^20, where the
///   processor waits for memory; a symbol of a long vote 2 (x86-64).
///
/// ```
/// use dpmarkov::learner::tally::{tally, work_len};
/// let votes = [3, 1, 3, 1, 0, 2, 3, 1]; // (3,1) (3,1) (0,2) (3,1)
/// let t = tally(&votes, 2, &mut [0; work_len(4)])?;
/// assert_eq!((t.mode, t.count, t.runner_up, t.votes), (0, 3, 1, 4));
/// assert_eq!(t.distance, 1); // one more vote for (0,2), which precedes, makes a tie
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tally(votes: &[u32], length: usize, work: &mut [u32]) -> Result<Tally> {
    let k = blocks(votes, length)?;
    let needed = work_len(k as usize);
    let work = work.get_mut(..needed).ok_or(Error::WorkLength)?;
    let (items, _) = work.as_chunks_mut::<2>();
    grouping::group(votes, length, items);
    Ok(of_groups(votes, length, items, k))
}

fn of_groups(votes: &[u32], length: usize, items: &[Item], k: u32) -> Tally {
    let of = |index: u32| grouping::sequence(votes, length, index);
    let (mut mode, mut count) = (0, 0);
    for (index, number) in grouping::groups(items) {
        if number > count || (number == count && of(index) < of(mode)) {
            (mode, count) = (index, number);
        }
    }
    let others = || grouping::groups(items).filter(|(index, _)| *index != mode);
    let runner_up = others().map(|(_, number)| number).max().unwrap_or(0);
    // A sequence with fewer votes than the runner-up has a gap larger by 1 or more, and ceil((g + 1)/2) = floor(g/2) + 1: never nearer.
    let precedes = others().any(|(index, number)| number == runner_up && of(index) < of(mode));
    // The counts are at least 1 and 0, the first the larger.
    let gap = count.saturating_sub(runner_up);
    let nearest = if precedes {
        gap.div_ceil(2)
    } else {
        gap / 2 + 1
    };
    Tally {
        mode: mode as usize,
        count,
        runner_up,
        distance: nearest.min(count.div_ceil(2)),
        votes: k,
    }
}
