//! Distances of two distributions that are both at hand.
use super::guard::{Input, Output, disjoint, number, status};
use super::status::dpm_status;
use crate::domain;
use crate::error::Result;
use crate::utility;

/// One number of two distributions.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n doubles each) and written (one double).
unsafe fn of_two(
    (p, q, n): (*const f64, *const f64, usize),
    out: *mut f64,
    compute: fn(&[f64], &[f64]) -> Result<f64>,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let (p, q, out) = (Input::new(p, n)?, Input::new(q, n)?, Output::new(out, 1)?);
        disjoint(&[out.extent], &[p.extent, q.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let value = number(compute(unsafe { p.elements() }, unsafe { q.elements() })?)?;
        // SAFETY: as above.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// The Kullback-Leibler divergence (nats) of the distribution q[n] from p[n], into `*kl`; infinity where q is 0 and p is not. As secret as p and q.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_kl_divergence(
    p: *const f64,
    q: *const f64,
    n: usize,
    kl: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises 2 n readable doubles and one writable one.
    unsafe { of_two((p, q, n), kl, utility::kl_divergence) }
}

/// The total variation distance (0 to 1) between the distributions p[n] and q[n], half their L1 distance, into `*tv`. As secret as p and q.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_total_variation_distance(
    p: *const f64,
    q: *const f64,
    n: usize,
    tv: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises 2 n readable doubles and one writable one.
    unsafe { of_two((p, q, n), tv, utility::total_variation_distance) }
}
