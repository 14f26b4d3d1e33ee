//! What a crowd of a given size can expect of the private learner.
use super::guard::{Input, Output, disjoint, number, scratch, status};
use super::learner_mode::{dpm_stable_mode, votes_len};
use super::learner_vote::sizes;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::Level;
use crate::learner::Law;
use crate::learner::plan::{Crowd, expect, expect_work_len};

/// What was found by simulation.
#[repr(C)]
pub struct dpm_learner_expected {
    /// Rounds that were answered, in all repetitions together.
    pub answers: u64,
    /// The repetitions.
    pub repetitions: u32,
    /// Repetitions in which every round was answered.
    pub complete: u32,
    /// Repetitions in which every round was answered as a draw from the guess itself would have been.
    pub exact: u32,
    /// Reserved: 0.
    pub spare: u32,
    /// complete / repetitions.
    pub success: f64,
    /// A lower confidence limit of the probability that every round is answered.
    pub success_lower: f64,
    /// 1 - exact / repetitions.
    pub mismatch: f64,
    /// An upper confidence limit of the probability that the answers are not those of a draw from the guess, no answer counted, and so of the total variation
    /// distance of their law from it.
    pub mismatch_upper: f64,
}

fn crowd(users: usize, events: u32, length: usize, rounds: usize) -> Crowd {
    Crowd {
        users,
        events,
        length,
        rounds,
    }
}

/// Scratch words (uint32_t) that dpm_learner_expect() needs; SIZE_MAX where there cannot be so many.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_expect_work_len(
    n: usize,
    users: usize,
    length: usize,
    rounds: usize,
) -> usize {
    expect_work_len(n, &crowd(users, 0, length, rounds)).map_or(usize::MAX, |(narrow, _)| narrow)
}

/// Scratch words of 64 bits (uint64_t) that dpm_learner_expect() needs; SIZE_MAX where there cannot be so many.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_expect_wide_work_len(
    n: usize,
    users: usize,
    length: usize,
    rounds: usize,
) -> usize {
    expect_work_len(n, &crowd(users, 0, length, rounds)).map_or(usize::MAX, |(_, wide)| wide)
}

/// How often `users` people with `events` records each, drawn from the law guess[n] (weights), who vote for `length` symbols in each of `rounds` rounds
/// (dpm_learner_vote()), get an answer from `mode`, and how often it is not a draw from the guess itself, into `*expected`: the whole mechanism, simulated
/// `repetitions` times, with confidence limits that hold with probability `level` (0.5 to 0.999999, DPM_ERR_LEVEL). For a desk. The guess must be public, and
/// never made from the data. DPM_ERR_VOTES, DPM_ERR_SEQUENCE (length, rounds), DPM_ERR_TOO_FEW_VOTES, DPM_ERR_ITERATIONS for no repetitions. `rng` may have
/// any seed; nothing here is secret. Scratch: work[work_len] of dpm_learner_expect_work_len() and wide[wide_len] of dpm_learner_expect_wide_work_len();
/// DPM_ERR_UNREACHABLE where it would not fit the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_expect(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    guess: *const u32,
    n: usize,
    users: usize,
    events: u32,
    length: usize,
    rounds: usize,
    repetitions: u32,
    level: f64,
    work: *mut u32,
    work_len: usize,
    wide: *mut u64,
    wide_len: usize,
    expected: *mut dpm_learner_expected,
) -> dpm_status {
    status(|| {
        sizes(n, rounds)?;
        votes_len(users, length)?;
        let (level, crowd) = (Level::new(level)?, crowd(users, events, length, rounds));
        let (narrow_needed, wide_needed) = expect_work_len(n, &crowd)?;
        let (mode, rng) = (Input::new(mode, 1)?, Output::new(rng, 1)?);
        let guess = Input::new(guess, n)?;
        let work = scratch(work, work_len, narrow_needed)?;
        let wide = scratch(wide, wide_len, wide_needed)?;
        let out = Output::new(expected, 1)?;
        disjoint(
            &[rng.extent, work.extent, wide.extent, out.extent],
            &[mode.extent, guess.extent],
        )?;
        // SAFETY: checked above; the caller promises two objects and n readable weights.
        let (mode, rng, guess) = unsafe { (mode.object().open()?, rng.object(), guess.elements()) };
        // SAFETY: checked above; the caller promises work_len and wide_len writable words.
        let (work, wide) = unsafe { (work.elements(), wide.elements()) };
        let guess = Law::new(guess)?;
        let found = rng.draw(|generator| {
            expect(
                generator,
                guess,
                &crowd,
                &mode,
                repetitions,
                level,
                work,
                wide,
            )
        })?;
        let shown = dpm_learner_expected {
            answers: found.answers,
            repetitions: found.repetitions,
            complete: found.complete,
            exact: found.exact,
            spare: 0,
            success: number(found.success)?,
            success_lower: number(found.success_lower)?,
            mismatch: number(found.mismatch)?,
            mismatch_upper: number(found.mismatch_upper)?,
        };
        // SAFETY: checked above; the caller promises one writable struct.
        unsafe { out.write(shown) };
        Ok(())
    })
}
