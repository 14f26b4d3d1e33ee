//! Couplings for a collector that has the laws of all blocks.
use super::guard::{Checked, Input, Output, disjoint, scratch, status};
use super::learner_mode::{product, votes_len};
use super::learner_vote::sizes;
use super::random::dpm_rng;
use super::status::{DPM_ERR_COUPLING, Status, dpm_status};
use crate::error::Result;
use crate::learner::SecretSeed;
use crate::learner::coupling::{self, Scheme, mixture};
use crate::random::Generator;
use core::ffi::c_int;

/// The exponential race of dpm_learner_vote(): the default.
pub const DPM_COUPLING_RACE: c_int = 0;
/// The Poisson coupling of dpm_learner_vote_poisson(): Couple_I of the paper.
pub const DPM_COUPLING_POISSON: c_int = 1;
/// The coupling by the mixture of the laws, Couple_II of the paper: they must all have the same sum (DPM_ERR_LAWS).
pub const DPM_COUPLING_MIXTURE: c_int = 2;

/// The coupling that a code of the header names.
pub(super) fn scheme(code: c_int) -> Checked<Scheme> {
    match code {
        DPM_COUPLING_RACE => Ok(Scheme::Race),
        DPM_COUPLING_POISSON => Ok(Scheme::Poisson),
        DPM_COUPLING_MIXTURE => Ok(Scheme::Mixture),
        _ => Err(Status(DPM_ERR_COUPLING)),
    }
}

/// The body of both couplings.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (k * n weights) and read and written (one object, work_len words, k * length symbols).
unsafe fn couple(
    rng: *mut dpm_rng,
    (laws, k, n): (*const u32, usize, usize),
    length: usize,
    (work, work_len, needed): (*mut u32, usize, usize),
    votes: *mut u32,
    run: impl FnOnce(&mut Generator, &[u32], &mut [u32], &mut [u32]) -> Result<()>,
) -> Checked<()> {
    sizes(n, length)?;
    let symbols = votes_len(k, length)?;
    let (rng, laws) = (Output::new(rng, 1)?, Input::new(laws, product(k, n)?)?);
    let work = scratch(work, work_len, needed)?;
    let votes = Output::new(votes, symbols)?;
    disjoint(&[rng.extent, work.extent, votes.extent], &[laws.extent])?;
    // SAFETY: checked above; promised by this function's caller.
    let (rng, laws) = unsafe { (rng.object(), laws.elements()) };
    // SAFETY: as above.
    let (work, votes) = unsafe { (work.elements(), votes.elements()) };
    rng.draw(|generator| run(generator, laws, votes, work))
}

/// Scratch words (uint32_t) that dpm_learner_couple() needs for k laws: k.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_couple_work_len(k: usize) -> usize {
    coupling::work_len(k)
}

/// The votes of k blocks from their laws, laws[k * n] (weights, row by row, secret), into votes[k * length] (secret), for a collector that has all of them:
/// each vote has its own law (exactly; by the race within n 2^-57 in total variation), and laws that are close vote alike. `coupling` is a DPM_COUPLING_... code (DPM_ERR_COUPLING). The seed is drawn from
/// `rng`, fresh for each call; that of the mixture must never be known to anybody. n from 2 to 2^24, k from 1 to 2^24, length from 1 to 65536. Scratch:
/// work[work_len], work_len >= k. With DPM_ERR_TRIALS the votes are zeroed. Votes are not a release: give them to dpm_learner_tally().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_couple(
    rng: *mut dpm_rng,
    coupling: c_int,
    laws: *const u32,
    k: usize,
    n: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    votes: *mut u32,
) -> dpm_status {
    status(|| {
        let scheme = scheme(coupling)?;
        let work = (work, work_len, coupling::work_len(k));
        // SAFETY: the caller of the C function promises one object, k * n readable weights, work_len and k * length writable words.
        unsafe {
            couple(
                rng,
                (laws, k, n),
                length,
                work,
                votes,
                |generator, laws, votes, work| {
                    coupling::couple(scheme, generator, laws, n, votes, work)
                },
            )
        }
    })
}

/// Scratch words (uint32_t) that dpm_learner_couple_mixture_joint() needs: k + length.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_couple_mixture_joint_work_len(k: usize, length: usize) -> usize {
    mixture::joint_work_len(k, length)
}

/// dpm_learner_couple() with DPM_COUPLING_MIXTURE and each sequence as one draw from the product law: DPM_ERR_SEQUENCE where sum^length does not fit 128 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_couple_mixture_joint(
    rng: *mut dpm_rng,
    laws: *const u32,
    k: usize,
    n: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    votes: *mut u32,
) -> dpm_status {
    status(|| {
        let work = (work, work_len, mixture::joint_work_len(k, length));
        // SAFETY: the caller of the C function promises one object, k * n readable weights, work_len and k * length writable words.
        unsafe {
            couple(
                rng,
                (laws, k, n),
                length,
                work,
                votes,
                |generator, laws, votes, work| {
                    let secret = SecretSeed::draw(generator)?;
                    mixture::couple_joint(secret, laws, n, votes, work)
                },
            )
        }
    })
}
