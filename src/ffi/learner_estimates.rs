//! Private estimates of a law: the black-box, the boosted and the agnostic learner.
use super::guard::status;
use super::learner_base::{Described, dpm_learner};
use super::learner_couple::scheme;
use super::learner_mode::dpm_stable_mode;
use super::learner_sampler::{of_shape, release, task, words};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::learner::{Agnostic, BlackBox, Boosted, Learner, Sampler};
use core::ffi::c_int;

fn black_box<L: Learner>(sampler: Sampler<'_, L>, length: usize) -> BlackBox<'_, L> {
    BlackBox { sampler, length }
}

fn boosted<L: Learner>(
    sampler: Sampler<'_, L>,
    length: usize,
    runs: usize,
    alpha: f64,
) -> Boosted<'_, L> {
    Boosted {
        black_box: black_box(sampler, length),
        runs,
        alpha,
    }
}

fn agnostic<L: Learner>(sampler: Sampler<'_, L>, runs: usize) -> Agnostic<'_, L> {
    Agnostic { sampler, runs }
}

/// Scratch words (uint32_t) that dpm_learner_black_box() needs; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_black_box_work_len(
    n: usize,
    coupling: c_int,
    blocks: usize,
    block: usize,
    length: usize,
) -> usize {
    words(n, coupling, (blocks, block), |run| {
        black_box(*run, length).work_len()
    })
}

/// A private estimate of the law of records[blocks * block] (secret), as weights, into law[n], n = learner->n: the base learner applied to a released
/// sequence of `length` symbols. Its noisy distance into `*noisy_distance`. Otherwise as dpm_learner_sampler(). Sizes: dpm_learner_plan_black_box(). Scratch:
/// work[work_len], work_len >= dpm_learner_black_box_work_len().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_black_box(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    learner: *const dpm_learner,
    coupling: c_int,
    records: *const u32,
    blocks: usize,
    block: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    law: *mut u32,
    noisy_distance: *mut u32,
) -> dpm_status {
    status(|| {
        let (scheme, shape) = (scheme(coupling)?, (blocks, block));
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let (count, needed) = of_shape(learner.n, scheme, shape, |run| {
            let run = black_box(*run, length);
            Ok((run.records()?, run.work_len()?))
        })?;
        // SAFETY: the caller of the C function promises objects and arrays of these lengths.
        unsafe {
            release(
                (mode, rng),
                &learner,
                (records, count),
                (work, work_len, needed),
                (law, learner.n),
                noisy_distance,
                |base, mode, generator, records, work, law| {
                    black_box(task(base, mode, scheme, shape), length)
                        .release(generator, records, work, law)
                },
            )
        }
    })
}

/// Scratch words (uint32_t) that dpm_learner_boosted() needs; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_boosted_work_len(
    n: usize,
    coupling: c_int,
    blocks: usize,
    block: usize,
    length: usize,
    runs: usize,
) -> usize {
    words(n, coupling, (blocks, block), |run| {
        boosted(*run, length, runs, 0.5).work_len()
    })
}

/// The private estimate that most of `runs` black-box estimates are near, into law[n]: each run has its own part of records[runs * blocks * block] (secret),
/// so that all of them together have the guarantee of one. Near is within 2 alpha/3 in total variation distance, alpha strictly between 0 and 1
/// (DPM_ERR_DOMAIN); how many are, into `*agreed`. runs from 1 to 2^24 (DPM_ERR_VOTES). DPM_ERR_NOT_STABLE where no run had an answer. Otherwise as
/// dpm_learner_black_box(). Sizes: dpm_learner_plan_boosted(). Scratch: work[work_len], work_len >= dpm_learner_boosted_work_len().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_boosted(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    learner: *const dpm_learner,
    coupling: c_int,
    records: *const u32,
    blocks: usize,
    block: usize,
    length: usize,
    runs: usize,
    alpha: f64,
    work: *mut u32,
    work_len: usize,
    law: *mut u32,
    agreed: *mut u32,
) -> dpm_status {
    status(|| {
        let (scheme, shape) = (scheme(coupling)?, (blocks, block));
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let (count, needed) = of_shape(learner.n, scheme, shape, |run| {
            let run = boosted(*run, length, runs, alpha);
            Ok((run.records()?, run.work_len()?))
        })?;
        // SAFETY: the caller of the C function promises objects and arrays of these lengths.
        unsafe {
            release(
                (mode, rng),
                &learner,
                (records, count),
                (work, work_len, needed),
                (law, learner.n),
                agreed,
                |base, mode, generator, records, work, law| {
                    boosted(task(base, mode, scheme, shape), length, runs, alpha)
                        .release(generator, records, work, law)
                },
            )
        }
    })
}

/// Scratch words (uint32_t) that dpm_learner_agnostic() needs; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_agnostic_work_len(
    n: usize,
    coupling: c_int,
    blocks: usize,
    block: usize,
    runs: usize,
) -> usize {
    words(n, coupling, (blocks, block), |run| {
        agnostic(*run, runs).work_len()
    })
}

/// A private estimate for records of any law: `runs` private symbols, each from its own part of records[runs * blocks * block] (secret), and the base learner
/// applied to them, into law[n]. How many runs had an answer, into `*answers`; those without give a random symbol. DPM_ERR_NOT_STABLE where none had.
/// Otherwise as dpm_learner_boosted(). Sizes: dpm_learner_plan_agnostic(). Scratch: work[work_len], work_len >= dpm_learner_agnostic_work_len().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_agnostic(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    learner: *const dpm_learner,
    coupling: c_int,
    records: *const u32,
    blocks: usize,
    block: usize,
    runs: usize,
    work: *mut u32,
    work_len: usize,
    law: *mut u32,
    answers: *mut u32,
) -> dpm_status {
    status(|| {
        let (scheme, shape) = (scheme(coupling)?, (blocks, block));
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let (count, needed) = of_shape(learner.n, scheme, shape, |run| {
            let run = agnostic(*run, runs);
            Ok((run.records()?, run.work_len()?))
        })?;
        // SAFETY: the caller of the C function promises objects and arrays of these lengths.
        unsafe {
            release(
                (mode, rng),
                &learner,
                (records, count),
                (work, work_len, needed),
                (law, learner.n),
                answers,
                |base, mode, generator, records, work, law| {
                    agnostic(task(base, mode, scheme, shape), runs)
                        .release(generator, records, work, law)
                },
            )
        }
    })
}
