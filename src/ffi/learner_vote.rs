//! The private learner on a device: a vote from what it has counted and a seed that all devices share.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::status::dpm_status;
use crate::domain::{ALPHABET, SEQUENCE};
use crate::error::{Error, Result};
use crate::learner::coupling::{poisson, race};
use crate::learner::{Law, SharedSeed};

/// Refuses a number of symbols or a length of sequences that no function of the learner takes.
pub(super) fn sizes(n: usize, length: usize) -> Checked<()> {
    if !ALPHABET.contains(&n) {
        return Err(Error::Alphabet.into());
    }
    if !SEQUENCE.contains(&length) {
        return Err(Error::Sequence.into());
    }
    Ok(())
}

/// The body of the three votes.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (32 bytes, n counts) and written (`length` symbols).
unsafe fn vote(
    seed32: *const u8,
    round: u64,
    (counts, n): (*const u32, usize),
    (sequence, length): (*mut u32, usize),
    run: fn(&SharedSeed, u64, Law<'_>, &mut [u32]) -> Result<()>,
) -> dpm_status {
    status(|| {
        sizes(n, length)?;
        let (seed, counts) = (
            Input::new(seed32.cast::<[u8; 32]>(), 1)?,
            Input::new(counts, n)?,
        );
        let sequence = Output::new(sequence, length)?;
        disjoint(&[sequence.extent], &[seed.extent, counts.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let (seed, counts, sequence) =
            unsafe { (seed.object(), counts.elements(), sequence.elements()) };
        Ok(run(
            &SharedSeed::new(*seed),
            round,
            Law::new(counts)?,
            sequence,
        )?)
    })
}

/// The vote of one device: `length` symbols below n (2 to 2^24, else DPM_ERR_ALPHABET; length 1 to 65536, else DPM_ERR_SEQUENCE) into sequence[length], drawn
/// from the law counts[n]/sum. Devices that have the same seed32[32] and round and are given laws at the total variation distance t agree in each symbol with
/// probability (1 - t)/(1 + t) or more, without a word between them. Integers alone, the same bits on every processor, no state. The seed is public: the
/// guarantee of the tally holds for every value of it. Choose it without a look at the data, and take a new round for every release. The vote is as secret as
/// the counts, after the tally too: only what dpm_learner_tally() releases is public. A device that counted nothing (DPM_ERR_LAWS) has its vote as well: best
/// for a symbol from n on that is its own. With a law made up for it, as dpm_learner_law() does, it would agree with all others that counted nothing, and where
/// they are many, with them alone. Chooses by an exponential race: the default. Time: for each of the `length` symbols a word of ChaCha20 and a comparison
/// for each of the n counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_vote(
    seed32: *const u8,
    round: u64,
    counts: *const u32,
    n: usize,
    length: usize,
    sequence: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises 32 readable bytes, n readable counts and `length` writable symbols.
    unsafe { vote(seed32, round, (counts, n), (sequence, length), race::vote) }
}

/// dpm_learner_vote() by the Poisson coupling (Couple_I of the paper): as private, as stable, and slower for laws that are far from uniform. Votes of one tally must
/// come from one of the functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_vote_poisson(
    seed32: *const u8,
    round: u64,
    counts: *const u32,
    n: usize,
    length: usize,
    sequence: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises 32 readable bytes, n readable counts and `length` writable symbols.
    unsafe {
        vote(
            seed32,
            round,
            (counts, n),
            (sequence, length),
            poisson::vote,
        )
    }
}

/// dpm_learner_vote_poisson() with the whole sequence as one draw from the product law, in about n^length steps: DPM_ERR_SEQUENCE where n^length exceeds 2^24, or where
/// sum^length is 2^127 or more. The sum is that of the counts, so this may happen to one device and not to another, and tells something about it: keep the
/// sums small in advance (below 2^(127/length)), or send a symbol of its own, from n on, in its place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_vote_poisson_joint(
    seed32: *const u8,
    round: u64,
    counts: *const u32,
    n: usize,
    length: usize,
    sequence: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises 32 readable bytes, n readable counts and `length` writable symbols.
    unsafe {
        vote(
            seed32,
            round,
            (counts, n),
            (sequence, length),
            poisson::joint_vote,
        )
    }
}
