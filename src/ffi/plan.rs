//! Parameters from public facts.
use super::compose::{
    DPM_MECHANISM_DIRICHLET, DPM_MECHANISM_GAUSSIAN, DPM_MECHANISM_GEOMETRIC, DPM_MECHANISM_POLYA,
    dpm_release,
};
use super::guard::{Checked, Output, disjoint, number, status};
use super::privacy::guarantee;
use super::status::{DPM_OK, Status, dpm_status};
use crate::domain::ExpectedRowTotal;
use crate::plan::{self, Candidate, Kind, Reason};
use core::ffi::c_int;

/// Chooses `*weight` and `*pseudo_count` for (epsilon, delta) under `adjacency` over `releases`, for a chain of n states whose
/// rows are expected to hold about `expected_row_total` events (1 to 1e15). Every argument must be a public fact: an expected row
/// total that was computed from the log leaks. Feed the pair to dpm_dirichlet_init_checked().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_plan_choose(
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    n: usize,
    expected_row_total: f64,
    weight: *mut f64,
    pseudo_count: *mut f64,
) -> dpm_status {
    status(|| {
        let (weight, pseudo_count) = (Output::new(weight, 1)?, Output::new(pseudo_count, 1)?);
        disjoint(&[weight.extent, pseudo_count.extent], &[])?;
        let total = ExpectedRowTotal::new(expected_row_total)?;
        let chosen = plan::choose(&guarantee(adjacency, epsilon, delta, releases)?, n, total)?;
        // SAFETY: checked above; the caller promises two writable doubles.
        unsafe {
            weight.write(chosen.weight.get());
            pseudo_count.write(chosen.pseudo_count.get());
        }
        Ok(())
    })
}

/// A mechanism that was compared, and what it offers at the guarantee.
#[repr(C)]
pub struct dpm_candidate {
    /// DPM_OK, or why it offers nothing (DPM_ERR_UNREACHABLE, DPM_ERR_NOT_PURE, ...): then the members below are 0.
    pub status: dpm_status,
    /// The public floor that its noisy counts get, in 1/1024 of an event.
    pub floor: u32,
    /// Its parameters and the number of releases.
    pub release: dpm_release,
    /// 1 where the guarantee holds at these parameters with delta = 0.
    pub pure: c_int,
    /// 1 where it draws with integers alone.
    pub integers: c_int,
    /// The expected total variation distance of a released row, mean of three reference rows.
    pub total_variation: f64,
    /// The expected Kullback-Leibler divergence (nats), the same mean.
    pub kl: f64,
    /// Bytes of scratch for one row.
    pub work_bytes: u64,
}

/// The mechanisms that are compared: candidate number DPM_MECHANISM_... of each.
pub const DPM_CANDIDATES: usize = 4;

/// No other meets the guarantee.
pub const DPM_REASON_ONLY_ONE: c_int = 0;
/// No other comes within 3 % of its expected total variation distance.
pub const DPM_REASON_MOST_ACCURATE: c_int = 1;
/// Others are as accurate within 3 %, but draw in floating point.
pub const DPM_REASON_INTEGERS: c_int = 2;
/// Others are as accurate within 3 %, but need a delta above 0.
pub const DPM_REASON_PURE: c_int = 3;
/// Others are as accurate within 3 % and as safe; it is the simplest.
pub const DPM_REASON_SIMPLEST: c_int = 4;

/// The code of a mechanism of the header.
fn code(kind: Kind) -> c_int {
    match kind {
        Kind::Dirichlet => DPM_MECHANISM_DIRICHLET,
        Kind::Polya => DPM_MECHANISM_POLYA,
        Kind::Geometric => DPM_MECHANISM_GEOMETRIC,
        Kind::Gaussian => DPM_MECHANISM_GAUSSIAN,
    }
}

/// A candidate as the header shows it.
fn candidate(candidate: &Candidate, releases: u32) -> Checked<dpm_candidate> {
    let offer = match candidate.offer {
        Ok(offer) => offer,
        Err(error) => {
            let Status(status) = error.into();
            return Ok(dpm_candidate {
                status,
                floor: 0,
                release: dpm_release::EMPTY,
                pure: 0,
                integers: 0,
                total_variation: 0.0,
                kl: 0.0,
                work_bytes: 0,
            });
        }
    };
    let mean = offer.mean();
    Ok(dpm_candidate {
        status: DPM_OK,
        floor: offer.floor.units(),
        release: dpm_release::of(&offer.parameters, releases),
        pure: c_int::from(offer.pure),
        integers: c_int::from(offer.draws_integers()),
        total_variation: number(mean.total_variation)?,
        kl: number(mean.kl)?,
        work_bytes: offer.work_bytes,
    })
}

/// Compares the four mechanisms at one guarantee for a chain of n states whose rows are expected to hold about `expected_row_total` events, by the expected total
/// variation distance of a released row, into candidates[DPM_CANDIDATES], and recommends number `*recommended` (a DPM_MECHANISM_... code) for the reason `*reason`
/// (DPM_REASON_...). Every argument must be a public fact. A search: for a desk, or for a start with time. DPM_ERR_UNREACHABLE where none meets the guarantee.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_plan_compare(
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    n: usize,
    expected_row_total: f64,
    candidates: *mut dpm_candidate,
    recommended: *mut c_int,
    reason: *mut c_int,
) -> dpm_status {
    status(|| {
        let candidates = Output::new(candidates, DPM_CANDIDATES)?;
        let (recommended, reason) = (Output::new(recommended, 1)?, Output::new(reason, 1)?);
        disjoint(&[candidates.extent, recommended.extent, reason.extent], &[])?;
        let total = ExpectedRowTotal::new(expected_row_total)?;
        let promise = guarantee(adjacency, epsilon, delta, releases)?;
        let found = plan::compare(&promise, n, total)?;
        let [a, b, c, d] = &found.candidates;
        let shown = [
            candidate(a, releases)?,
            candidate(b, releases)?,
            candidate(c, releases)?,
            candidate(d, releases)?,
        ];
        let why = match found.reason {
            Reason::OnlyOne => DPM_REASON_ONLY_ONE,
            Reason::MostAccurate => DPM_REASON_MOST_ACCURATE,
            Reason::Integers => DPM_REASON_INTEGERS,
            Reason::Pure => DPM_REASON_PURE,
            Reason::Simplest => DPM_REASON_SIMPLEST,
        };
        // SAFETY: checked above; the caller promises four writable candidates and two writable numbers.
        unsafe {
            for (place, one) in candidates.elements().iter_mut().zip(shown) {
                *place = one;
            }
            recommended.write(code(found.recommended));
            reason.write(why);
        }
        Ok(())
    })
}
