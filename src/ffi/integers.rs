//! The raw samplers of integers, and Polya's urn from bare parameters.
use super::guard::{Input, Output, disjoint, scratch, status};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::{self, GeometricRate, PolyaParameters, Variance};
use crate::error::{Error, Result};
use crate::mechanism::polya_work_len;
use crate::random::{
    Generator, bernoulli, discrete_gaussian, discrete_laplace, polya, uniform_below,
};
use core::ffi::c_int;
use core::num::NonZeroU64;
use zeroize::Zeroize;

/// Draws one value and writes it.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read and written (one object) and written (one value).
unsafe fn one_draw<T>(
    rng: *mut dpm_rng,
    out: *mut T,
    sample: impl FnOnce(&mut Generator) -> Result<T>,
) -> dpm_status {
    status(|| {
        let (rng, out) = (Output::new(rng, 1)?, Output::new(out, 1)?);
        disjoint(&[rng.extent, out.extent], &[])?;
        // SAFETY: checked above; promised by this function's caller.
        let rng = unsafe { rng.object() };
        let mut generator = rng.open()?;
        let value = sample(&mut generator)?;
        rng.store(&generator);
        // SAFETY: as above.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// One integer from 0 to bound - 1, each with the same probability, into `*out`; bound >= 1, else DPM_ERR_DOMAIN. This and the
/// four functions below draw with integers alone, exactly. The raw sampler: not a private release.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_uniform_below(
    rng: *mut dpm_rng,
    bound: u64,
    out: *mut u64,
) -> dpm_status {
    let sample = |generator: &mut Generator| {
        let bound = NonZeroU64::new(bound).ok_or(Error::Domain)?;
        uniform_below::uniform_below(generator, bound)
    };
    // SAFETY: the caller of the C function promises one object and one writable number.
    unsafe { one_draw(rng, out, sample) }
}

/// 1 with probability numerator/denominator, else 0, into `*out`; 0 <= numerator <= denominator, denominator >= 1, else
/// DPM_ERR_FRACTION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_bernoulli(
    rng: *mut dpm_rng,
    numerator: u64,
    denominator: u64,
    out: *mut c_int,
) -> dpm_status {
    let sample = |generator: &mut Generator| {
        let denominator = NonZeroU64::new(denominator).ok_or(Error::Fraction)?;
        bernoulli::bernoulli(generator, numerator, denominator).map(c_int::from)
    };
    // SAFETY: the caller of the C function promises one object and one writable number.
    unsafe { one_draw(rng, out, sample) }
}

/// 1 with probability exp(-numerator/denominator), else 0, into `*out`; any numerator, denominator >= 1, else DPM_ERR_FRACTION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_bernoulli_exp(
    rng: *mut dpm_rng,
    numerator: u64,
    denominator: u64,
    out: *mut c_int,
) -> dpm_status {
    let sample = |generator: &mut Generator| {
        let denominator = NonZeroU64::new(denominator).ok_or(Error::Fraction)?;
        bernoulli::bernoulli_exp(generator, numerator, denominator).map(c_int::from)
    };
    // SAFETY: the caller of the C function promises one object and one writable number.
    unsafe { one_draw(rng, out, sample) }
}

/// One integer k with P(k) proportional to exp(-rate |k|), rate = numerator/denominator (see DPM_ERR_RATE), into `*out`: two-sided
/// geometric noise, the discrete Laplace law. |k| < 2^37.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_discrete_laplace(
    rng: *mut dpm_rng,
    numerator: u32,
    denominator: u32,
    out: *mut i64,
) -> dpm_status {
    let sample = |generator: &mut Generator| {
        discrete_laplace::sample(generator, GeometricRate::new(numerator, denominator)?)
    };
    // SAFETY: the caller of the C function promises one object and one writable number.
    unsafe { one_draw(rng, out, sample) }
}

/// One integer k with P(k) proportional to exp(-k^2/(2 sigma^2)), sigma^2 = numerator/denominator (see DPM_ERR_VARIANCE), into `*out`.
/// |k| < 2^27.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_discrete_gaussian(
    rng: *mut dpm_rng,
    numerator: u64,
    denominator: u32,
    out: *mut i64,
) -> dpm_status {
    let sample = |generator: &mut Generator| {
        discrete_gaussian::sample(generator, Variance::new(numerator, denominator)?)
    };
    // SAFETY: the caller of the C function promises one object and one writable number.
    unsafe { one_draw(rng, out, sample) }
}

/// Scratch words (uint32_t) that the release functions of Polya's urn need for n states, whatever the number of draws and rows:
/// DPM_POLYA_WORK_LEN(n).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_polya_work_len(n: usize) -> usize {
    polya_work_len(n)
}

/// The tallies of `draws` draws from Polya's urn for one row counts[n] (secret) into row[n]: n integers whose sum is `draws`,
/// Dirichlet-multinomial with alpha_i = (event_mass counts[i] + prior_mass)/draw_mass, drawn with integers alone. Unchecked: the
/// parameters are taken as they are, and what they promise is yours to find out (dpm_polya_delta()); dpm_polya_release_tallies() is the same with a
/// guarantee. event_mass and draw_mass from 1 to 32768, prior_mass from 1 to 2^31 (DPM_ERR_MASS), draws from 1 to 2^24 (DPM_ERR_DRAWS). Scratch:
/// work[work_len], work_len >= DPM_POLYA_WORK_LEN(n); what is used of it is wiped. `rng` must be fresh for this release.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_row_unchecked(
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    work: *mut u32,
    work_len: usize,
    row: *mut u32,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        let (rng, counts) = (Output::new(rng, 1)?, Input::new(counts, n)?);
        let work = scratch(work, work_len, polya_work_len(n))?;
        let row = Output::new(row, n)?;
        disjoint(&[rng.extent, work.extent, row.extent], &[counts.extent])?;
        // SAFETY: checked above; the caller promises one object, n readable counts, work_len and n writable words.
        let (rng, counts, work, row) = unsafe {
            (
                rng.object(),
                counts.elements(),
                work.elements(),
                row.elements(),
            )
        };
        let mut generator = rng.open()?;
        let outcome = polya::tallies(&mut generator, counts, &urn, work, row);
        work.zeroize();
        rng.store(&generator);
        Ok(outcome?)
    })
}
