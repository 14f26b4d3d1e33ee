//! How many records and users a private learner needs.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::learner_base::{Base, Described, class, dpm_learner};
use super::learner_mode::dpm_stable_mode;
use super::status::dpm_status;
use crate::domain::{ALPHABET, Delta, Epsilon};
use crate::error::{Error, Result};
use crate::learner::plan::{self, Sizes};
use crate::learner::{FiniteClass, Law};
use core::ffi::c_int;

/// What a plan asks for; every number is rounded up, every accuracy down.
#[repr(C)]
pub struct dpm_learner_sizes {
    /// Records of one block.
    pub block: u64,
    /// Blocks of one run: one vote each.
    pub blocks: u64,
    /// Runs, on records of their own.
    pub runs: u64,
    /// Symbols of one synthetic sequence.
    pub length: u64,
    /// Records in all: block * blocks * runs.
    pub records: u64,
    /// The delta that the stable mode of every run is to be made with, beside the plan's epsilon.
    pub mode_delta: f64,
    /// How near the base learner must come to the law, in total variation distance.
    pub accuracy: f64,
    /// A bound on the total variation distance of the law of one run's answer from the law of the truth; no answer counts as a deviation.
    pub target_tv: f64,
    /// 1 where this library runs it: length, blocks and runs are within its ranges, and the records (of one block, where there is one run) below 2^32.
    /// One run of 2^32 records or more is for dpm_learner_sampler_blocks(), or for devices and dpm_learner_vote().
    pub runs_here: c_int,
    /// Reserved: 0.
    pub spare: c_int,
}

/// What the header shows of a plan.
fn shown(sizes: &Sizes) -> Checked<dpm_learner_sizes> {
    Ok(dpm_learner_sizes {
        block: sizes.block,
        blocks: sizes.blocks,
        runs: sizes.runs,
        length: sizes.length,
        records: sizes.records,
        mode_delta: number(sizes.mode_delta)?,
        accuracy: number(sizes.accuracy)?,
        target_tv: number(sizes.target_tv)?,
        runs_here: c_int::from(sizes.runs_here()),
        spare: 0,
    })
}

/// The body of the plans for a base learner.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one struct, the laws of a class) and written (one struct).
unsafe fn for_learner(
    learner: *const dpm_learner,
    (epsilon, delta): (f64, f64),
    sizes: *mut dpm_learner_sizes,
    run: impl FnOnce(&Base<'_>, Epsilon, Delta) -> Result<Sizes>,
) -> dpm_status {
    status(|| {
        // SAFETY: promised by this function's caller.
        let learner = unsafe { Described::new(learner)? };
        let (epsilon, delta) = (Epsilon::new(epsilon)?, Delta::new(delta)?);
        let out = Output::new(sizes, 1)?;
        disjoint(&[out.extent], &learner.extents)?;
        // SAFETY: checked above; promised by this function's caller.
        let base = unsafe { learner.base()? };
        let found = shown(&run(&base, epsilon, delta)?)?;
        // SAFETY: as above.
        unsafe { out.write(found) };
        Ok(())
    })
}

/// Sizes for dpm_learner_sampler() by the paper (Corollary B.7): the law of sequences of `length` symbols is within 3 beta/4 of that of true ones in total
/// variation distance, whatever the true law (of the class, for DPM_LEARNER_CLASS). beta strictly between 0 and 1 (DPM_ERR_DOMAIN), epsilon and delta above
/// 0. Large: the paper's constants; dpm_learner_plan_direct() has sharper ones. Privacy rests on none of this: too few records cost an answer. All arguments
/// are public facts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_sampler(
    learner: *const dpm_learner,
    length: u64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable struct with its laws and one writable struct.
    unsafe {
        for_learner(learner, (epsilon, delta), sizes, |base, epsilon, delta| {
            plan::sampler(base, length, beta, epsilon, delta)
        })
    }
}

/// Sizes for dpm_learner_black_box() (Theorem 5.1): the estimate errs by less than alpha with probability 1 - beta or more. alpha and beta strictly between 0
/// and 1 (DPM_ERR_DOMAIN).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_black_box(
    learner: *const dpm_learner,
    alpha: f64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable struct with its laws and one writable struct.
    unsafe {
        for_learner(learner, (epsilon, delta), sizes, |base, epsilon, delta| {
            plan::black_box(base, alpha, beta, epsilon, delta)
        })
    }
}

/// Sizes for dpm_learner_boosted() (Theorem 6.1), which pays log(1/beta) where dpm_learner_plan_black_box() pays a power of 1/beta; otherwise as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_boosted(
    learner: *const dpm_learner,
    alpha: f64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable struct with its laws and one writable struct.
    unsafe {
        for_learner(learner, (epsilon, delta), sizes, |base, epsilon, delta| {
            plan::boosted(base, alpha, beta, epsilon, delta)
        })
    }
}

/// Sizes for dpm_learner_sampler() with this library's own constants: the promise of dpm_learner_plan_sampler() with fewer records: for the
/// shares of 289 symbols, length 3, delta 1e-9 and beta 0.1, 253 times fewer at epsilon 1 and 122 times at 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_direct(
    learner: *const dpm_learner,
    length: u64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable struct with its laws and one writable struct.
    unsafe {
        for_learner(learner, (epsilon, delta), sizes, |base, epsilon, delta| {
            plan::direct(base, length, beta, epsilon, delta)
        })
    }
}

/// Sizes for dpm_learner_agnostic() with the class laws[hypotheses * n] (Theorem C.2): whatever the true law, the estimate errs by at most 99 times the
/// nearest law of the class and alpha, with probability 1 - beta or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_agnostic(
    laws: *const u32,
    hypotheses: usize,
    n: usize,
    alpha: f64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    status(|| {
        let laws = class(laws, hypotheses, n)?;
        let (epsilon, delta) = (Epsilon::new(epsilon)?, Delta::new(delta)?);
        let out = Output::new(sizes, 1)?;
        disjoint(&[out.extent], &[laws.extent])?;
        // SAFETY: checked above; the caller promises hypotheses * n readable weights.
        let class = FiniteClass::new(unsafe { laws.elements() }, n)?;
        let samples = |alpha, beta| class.samples_agnostic(alpha, beta);
        let found = shown(&plan::agnostic(samples, 3.0, alpha, beta, epsilon, delta)?)?;
        // SAFETY: checked above; the caller promises one writable struct.
        unsafe { out.write(found) };
        Ok(())
    })
}

/// The body of the plans for the empirical law.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be written (one struct).
unsafe fn direct(
    (epsilon, delta): (f64, f64),
    sizes: *mut dpm_learner_sizes,
    run: impl FnOnce(Epsilon, Delta) -> Result<Sizes>,
) -> Checked<()> {
    let (epsilon, delta) = (Epsilon::new(epsilon)?, Delta::new(delta)?);
    let out = Output::new(sizes, 1)?;
    let found = shown(&run(epsilon, delta)?)?;
    // SAFETY: checked above; promised by this function's caller.
    unsafe { out.write(found) };
    Ok(())
}

/// Refuses a number of symbols.
fn alphabet(n: usize) -> Checked<()> {
    if ALPHABET.contains(&n) {
        Ok(())
    } else {
        Err(Error::Alphabet.into())
    }
}

/// dpm_learner_plan_direct() for DPM_LEARNER_EMPIRICAL on n symbols, from the mean error of that law, which asks for fewer records still.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_direct_empirical(
    n: usize,
    length: u64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    status(|| {
        alphabet(n)?;
        // SAFETY: the caller of the C function promises one writable struct.
        unsafe {
            direct((epsilon, delta), sizes, |epsilon, delta| {
                plan::direct_empirical(n, length, beta, epsilon, delta)
            })
        }
    })
}

/// dpm_learner_plan_direct_empirical() where the number of blocks is given (so many users take part): how many records each must have. DPM_ERR_TOO_FEW_VOTES
/// where no number is enough for so few.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_direct_block(
    n: usize,
    blocks: u64,
    length: u64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    status(|| {
        alphabet(n)?;
        // SAFETY: the caller of the C function promises one writable struct.
        unsafe {
            direct((epsilon, delta), sizes, |epsilon, delta| {
                plan::direct_block(n, blocks, length, beta, epsilon, delta)
            })
        }
    })
}

/// dpm_learner_plan_direct_empirical() for the one law guess[n] (weights), a public guess: a promise for that law alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_plan_direct_guess(
    guess: *const u32,
    n: usize,
    length: u64,
    beta: f64,
    epsilon: f64,
    delta: f64,
    sizes: *mut dpm_learner_sizes,
) -> dpm_status {
    status(|| {
        alphabet(n)?;
        let (epsilon, delta) = (Epsilon::new(epsilon)?, Delta::new(delta)?);
        let (guess, out) = (Input::new(guess, n)?, Output::new(sizes, 1)?);
        disjoint(&[out.extent], &[guess.extent])?;
        // SAFETY: checked above; the caller promises n readable weights.
        let guess = Law::new(unsafe { guess.elements() })?;
        let found = shown(&plan::direct_guess(guess, length, beta, epsilon, delta)?)?;
        // SAFETY: checked above; the caller promises one writable struct.
        unsafe { out.write(found) };
        Ok(())
    })
}

/// A bound on the mean total variation distance of the shares of `block` records (1 or more, else DPM_ERR_DOMAIN) from the law on n symbols that they are drawn
/// from, whatever that law: sqrt((n - 1)/block)/2, at most 1, rounded up, into `*tv`. For dpm_learner_proved_tv().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_empirical_mean_tv(
    n: usize,
    block: u64,
    tv: *mut f64,
) -> dpm_status {
    status(|| {
        alphabet(n)?;
        let out = Output::new(tv, 1)?;
        let mean = number(plan::empirical_mean_tv(n, block)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { out.write(mean) };
        Ok(())
    })
}

/// Runs of dpm_learner_boosted() that its proof needs for beta strictly between 0 and 1 (DPM_ERR_DOMAIN), (32/9) ln(1/beta), rounded up, into `*runs`: 36 times
/// fewer than dpm_learner_plan_boosted() says with the paper's constant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_direct_runs(beta: f64, runs: *mut u64) -> dpm_status {
    status(|| {
        let out = Output::new(runs, 1)?;
        let enough = plan::direct_runs(beta)?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { out.write(enough) };
        Ok(())
    })
}

/// The mean total variation distance of the shares of `block` records from the law guess[n] (weights) that they are drawn from, rounded up, into `*tv`. block
/// from 1 to 2^52 (DPM_ERR_DOMAIN).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_guess_mean_tv(
    guess: *const u32,
    n: usize,
    block: u64,
    tv: *mut f64,
) -> dpm_status {
    status(|| {
        alphabet(n)?;
        let (guess, out) = (Input::new(guess, n)?, Output::new(tv, 1)?);
        disjoint(&[out.extent], &[guess.extent])?;
        // SAFETY: checked above; the caller promises n readable weights.
        let guess = Law::new(unsafe { guess.elements() })?;
        let mean = number(plan::guess_mean_tv(guess, block)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { out.write(mean) };
        Ok(())
    })
}

/// A proved bound on the total variation distance of the law of a released sequence of `length` symbols from that of true ones, where each of `blocks` votes
/// comes from a law at mean distance `mean_tv` (0 to 1, else DPM_ERR_DOMAIN) from the truth, into `*tv`; 1 where it says nothing. No answer counts as a
/// deviation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_proved_tv(
    mode: *const dpm_stable_mode,
    mean_tv: f64,
    length: u64,
    blocks: u64,
    tv: *mut f64,
) -> dpm_status {
    status(|| {
        let (mode, out) = (Input::new(mode, 1)?, Output::new(tv, 1)?);
        disjoint(&[out.extent], &[mode.extent])?;
        // SAFETY: checked above; the caller promises one readable object.
        let mode = unsafe { mode.object() }.open()?;
        let disagreement = plan::mean_disagreement(mean_tv, length)?;
        let bound = number(plan::proved_tv(disagreement, blocks, &mode)?)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { out.write(bound) };
        Ok(())
    })
}
