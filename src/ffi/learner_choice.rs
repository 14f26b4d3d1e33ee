//! Permute and flip: the most frequent symbol of a small public alphabet, with a pure guarantee.
use super::guard::{Input, Output, disjoint, scratch, status};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::{ALPHABET, Epsilon};
use crate::error::Error;
use crate::learner::permute_and_flip;

/// Scratch words (uint32_t) that dpm_permute_and_flip() needs for n symbols: n.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_permute_and_flip_work_len(n: usize) -> usize {
    permute_and_flip::work_len(n)
}

/// The most frequent of n symbols, or one with nearly as many votes, into `*choice`, with a pure guarantee: epsilon, delta 0, under the replacement of one
/// vote. counts[n] (secret) are the votes for each symbol; n (2 to 2^24, else DPM_ERR_ALPHABET) and the symbols must be public and not depend on the data.
/// There is always an answer. epsilon 2^-29 or more (DPM_ERR_UNREACHABLE), exact coins. `rng` as for dpm_learner_tally(). Scratch: work[work_len], work_len
/// >= n; wipe it. For alphabets that can be listed; for sequences: dpm_learner_tally().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_permute_and_flip(
    rng: *mut dpm_rng,
    epsilon: f64,
    counts: *const u32,
    n: usize,
    work: *mut u32,
    work_len: usize,
    choice: *mut u32,
) -> dpm_status {
    status(|| {
        if !ALPHABET.contains(&n) {
            return Err(Error::Alphabet.into());
        }
        let epsilon = Epsilon::new(epsilon)?;
        let (rng, counts) = (Output::new(rng, 1)?, Input::new(counts, n)?);
        let work = scratch(work, work_len, permute_and_flip::work_len(n))?;
        let choice = Output::new(choice, 1)?;
        disjoint(&[rng.extent, work.extent, choice.extent], &[counts.extent])?;
        // SAFETY: checked above; the caller promises one object, n readable counts and work_len writable words.
        let (rng, counts, work) = unsafe { (rng.object(), counts.elements(), work.elements()) };
        let chosen =
            rng.draw(|generator| permute_and_flip::release(generator, epsilon, counts, work))?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { choice.write(chosen) };
        Ok(())
    })
}

/// A lead, in votes, with which dpm_permute_and_flip() chooses the most frequent of n symbols with probability 1 - beta or more; rounded up. Infinite where it
/// refuses n or epsilon and unless beta > 0; NaN where epsilon is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_permute_and_flip_gap(n: usize, epsilon: f64, beta: f64) -> f64 {
    Epsilon::new(epsilon).map_or(f64::NAN, |epsilon| {
        permute_and_flip::gap_for(n, epsilon, beta)
    })
}
