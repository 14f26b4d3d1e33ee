//! Parameters from public facts.
use super::guard::{Output, disjoint, status};
use super::privacy::guarantee;
use super::status::dpm_status;
use crate::domain::ExpectedRowTotal;
use crate::plan;
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
