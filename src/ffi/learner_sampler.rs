//! From records, histograms or laws to a private sequence.
use super::guard::{Checked, Input, Output, disjoint, scratch, status};
use super::learner_base::{Base, Described, dpm_learner};
use super::learner_couple::scheme;
use super::learner_mode::{dpm_stable_mode, product, votes_len};
use super::learner_vote::sizes;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::GeometricRate;
use crate::error::Result;
use crate::learner::coupling::Scheme;
use crate::learner::{Empirical, Learner, Sampler, StableMode, TruncatedLaplace, aggregate};
use crate::random::Generator;
use core::ffi::c_int;

/// One run of the sampler.
pub(super) fn task<L: Learner>(
    learner: &L,
    mode: StableMode,
    scheme: Scheme,
    (blocks, block): (usize, usize),
) -> Sampler<'_, L> {
    Sampler {
        learner,
        mode,
        scheme,
        blocks,
        block,
    }
}

/// A number that depends on the number of symbols and the shape of the run alone: any mode, and the simplest learner of so many symbols.
pub(super) fn of_shape<T>(
    n: usize,
    scheme: Scheme,
    shape: (usize, usize),
    size: impl FnOnce(&Sampler<'_, Empirical>) -> Result<T>,
) -> Result<T> {
    let learner = Empirical::new(n)?;
    let noise = TruncatedLaplace::made_before(GeometricRate::new(1, 1)?, 1, 0.5);
    let mode = StableMode::made_before(noise);
    size(&task(&learner, mode, scheme, shape))
}

/// A scratch length as the header gives it: SIZE_MAX where no scratch is enough.
pub(super) fn words(
    n: usize,
    coupling: c_int,
    shape: (usize, usize),
    size: impl FnOnce(&Sampler<'_, Empirical>) -> Result<usize>,
) -> usize {
    scheme(coupling).map_or(usize::MAX, |scheme| {
        of_shape(n, scheme, shape, size).unwrap_or(usize::MAX)
    })
}

/// The body of all releases by a base learner: `found` is a number that goes with the answer.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (the object, the records) and read and written (the generator, work_len words, the answer, one number);
/// `learner` is one that was described in the same call.
pub(super) unsafe fn release(
    (mode, rng): (*const dpm_stable_mode, *mut dpm_rng),
    learner: &Described,
    (records, records_len): (*const u32, usize),
    (work, work_len, needed): (*mut u32, usize, usize),
    (answer, answer_len): (*mut u32, usize),
    found: *mut u32,
    run: impl FnOnce(
        &Base<'_>,
        StableMode,
        &mut Generator,
        &[u32],
        &mut [u32],
        &mut [u32],
    ) -> Result<u32>,
) -> Checked<()> {
    let (mode, rng) = (Input::new(mode, 1)?, Output::new(rng, 1)?);
    let records = Input::new(records, records_len)?;
    let work = scratch(work, work_len, needed)?;
    let (answer, found) = (Output::new(answer, answer_len)?, Output::new(found, 1)?);
    let [own, laws] = learner.extents;
    disjoint(
        &[rng.extent, work.extent, answer.extent, found.extent],
        &[mode.extent, own, laws, records.extent],
    )?;
    // SAFETY: checked above; promised by this function's caller.
    let (base, mode, rng) = unsafe { (learner.base()?, mode.object().open()?, rng.object()) };
    // SAFETY: as above.
    let (records, work, answer) =
        unsafe { (records.elements(), work.elements(), answer.elements()) };
    let number = rng.draw(|generator| run(&base, mode, generator, records, work, answer))?;
    // SAFETY: as above.
    unsafe { found.write(number) };
    Ok(())
}

/// Scratch words (uint32_t) that dpm_learner_sampler() needs; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_sampler_work_len(
    n: usize,
    coupling: c_int,
    blocks: usize,
    block: usize,
    length: usize,
) -> usize {
    words(n, coupling, (blocks, block), |run| run.work_len(length))
}

/// Releases a private synthetic sequence of `length` symbols into sequence[length], from records[blocks * block], symbols below learner->n (secret): they are
/// cut into blocks at random, each block gives a law, each law a vote, and the stable mode of the votes is released, its noisy distance into
/// `*noisy_distance`. The guarantee of `mode` holds for records of which one is replaced. All arguments but the records must be public facts. `coupling` is a
/// DPM_COUPLING_... code; DPM_COUPLING_MIXTURE only where the base learner's laws have one sum for `block` records (DPM_ERR_LAWS). DPM_ERR_SYMBOL,
/// which one record is enough for and which tells of it: see to it that all are below n before; DPM_ERR_VOTES for `blocks`; DPM_ERR_LENGTH for no records or more than 2^32 - 1; DPM_ERR_NOT_STABLE, DPM_ERR_TOO_FEW_VOTES and `rng` as in
/// dpm_learner_tally(). Scratch: work[work_len], work_len >= dpm_learner_sampler_work_len().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_sampler(
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
    sequence: *mut u32,
    noisy_distance: *mut u32,
) -> dpm_status {
    status(|| {
        let (scheme, shape) = (scheme(coupling)?, (blocks, block));
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let (count, needed) = of_shape(learner.n, scheme, shape, |run| {
            Ok((run.records()?, run.work_len(length)?))
        })?;
        // SAFETY: the caller of the C function promises objects and arrays of these lengths.
        unsafe {
            release(
                (mode, rng),
                &learner,
                (records, count),
                (work, work_len, needed),
                (sequence, length),
                noisy_distance,
                |base, mode, generator, records, work, out| {
                    task(base, mode, scheme, shape).release(generator, records, work, out)
                },
            )
        }
    })
}

/// Scratch words (uint32_t) that dpm_learner_sampler_blocks() needs; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_sampler_blocks_work_len(
    n: usize,
    coupling: c_int,
    blocks: usize,
    length: usize,
) -> usize {
    words(n, coupling, (blocks, 1), |run| run.blocks_work_len(length))
}

/// dpm_learner_sampler() from histograms[blocks * n], n = learner->n (secret): each row is a block as it stands, a person's say, and a whole row is
/// protected, whatever is in it. `coupling` must not be DPM_COUPLING_MIXTURE (DPM_ERR_LAWS). Scratch: work[work_len], work_len >=
/// dpm_learner_sampler_blocks_work_len(). Where the devices vote themselves: dpm_learner_vote() and dpm_learner_tally().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_sampler_blocks(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    learner: *const dpm_learner,
    coupling: c_int,
    histograms: *const u32,
    blocks: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    sequence: *mut u32,
    noisy_distance: *mut u32,
) -> dpm_status {
    status(|| {
        let (scheme, shape) = (scheme(coupling)?, (blocks, 1));
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let needed = of_shape(learner.n, scheme, shape, |run| run.blocks_work_len(length))?;
        // SAFETY: the caller of the C function promises objects and arrays of these lengths.
        unsafe {
            release(
                (mode, rng),
                &learner,
                (histograms, product(blocks, learner.n)?),
                (work, work_len, needed),
                (sequence, length),
                noisy_distance,
                |base, mode, generator, histograms, work, out| {
                    task(base, mode, scheme, shape).release_blocks(generator, histograms, work, out)
                },
            )
        }
    })
}

/// Scratch words (uint32_t) that dpm_learner_aggregate() needs for k laws; SIZE_MAX where it refuses one of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_aggregate_work_len(k: usize, n: usize, length: usize) -> usize {
    aggregate::work_len(k, n, length).unwrap_or(usize::MAX)
}

/// Releases the sequence that most of k laws, laws[k * n] (weights, row by row, secret), agree on when they vote, into sequence[length]: dpm_learner_couple()
/// and dpm_learner_tally() in one. The guarantee of `mode` holds for laws of which one is replaced. Which code comes back for laws that are out of order
/// (DPM_ERR_LAWS) may tell something about them. Scratch: work[work_len], work_len >= dpm_learner_aggregate_work_len().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_aggregate(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    coupling: c_int,
    laws: *const u32,
    k: usize,
    n: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    sequence: *mut u32,
    noisy_distance: *mut u32,
) -> dpm_status {
    status(|| {
        let scheme = scheme(coupling)?;
        sizes(n, length)?;
        votes_len(k, length)?;
        let (mode, rng) = (Input::new(mode, 1)?, Output::new(rng, 1)?);
        let laws = Input::new(laws, product(k, n)?)?;
        let work = scratch(work, work_len, aggregate::work_len(k, n, length)?)?;
        let (sequence, noisy) = (
            Output::new(sequence, length)?,
            Output::new(noisy_distance, 1)?,
        );
        disjoint(
            &[rng.extent, work.extent, sequence.extent, noisy.extent],
            &[mode.extent, laws.extent],
        )?;
        // SAFETY: checked above; the caller promises two objects, k * n readable weights, work_len and `length` writable words.
        let (mode, rng, laws) = unsafe { (mode.object().open()?, rng.object(), laws.elements()) };
        // SAFETY: as above.
        let (work, sequence) = unsafe { (work.elements(), sequence.elements()) };
        let distance = rng.draw(|generator| {
            aggregate::release(&mode, scheme, generator, laws, n, work, sequence)
        })?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { noisy.write(distance) };
        Ok(())
    })
}
