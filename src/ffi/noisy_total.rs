//! How many events a row holds at least, from the sum of its noisy counts.
use super::privacy::one_number;
use super::status::dpm_status;
use crate::domain::{GeometricRate, Variance};
use crate::utility::interval::noisy_total_lower;
use crate::utility::noisy::CellNoise;

/// A lower confidence limit of the row's number of events, into `*total` (0 and above): at most the true number with probability at least 1 - `failure` (above 0,
/// below 1, else DPM_ERR_LEVEL). `sum`: of the row's noisy counts (at most 2^56 either way, else DPM_ERR_DOMAIN) that dpm_geometric_release_counts() released at the
/// rate numerator/denominator; `cells`: how many there are, 1 to 65535 (else DPM_ERR_STATES). Public. It is what dpm_row_law_init_geometric() may take as `row_total`
/// where the true one is private: with limits of n rows at `failure`/n and a bound after the release at the level 1 - `failure`, both hold with probability
/// 1 - 2 `failure`. The sum itself is no such limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_noisy_total_lower_geometric(
    sum: i64,
    cells: usize,
    numerator: u32,
    denominator: u32,
    failure: f64,
    total: *mut f64,
) -> dpm_status {
    let compute = || {
        let noise = CellNoise::Geometric(GeometricRate::new(numerator, denominator)?);
        Ok(noisy_total_lower(sum, cells, noise, failure)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(total, compute) }
}

/// dpm_noisy_total_lower_geometric() for dpm_gaussian_release_counts() with the variance numerator/denominator, and dpm_row_law_init_gaussian().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_noisy_total_lower_gaussian(
    sum: i64,
    cells: usize,
    numerator: u64,
    denominator: u32,
    failure: f64,
    total: *mut f64,
) -> dpm_status {
    let compute = || {
        let noise = CellNoise::Gaussian(Variance::new(numerator, denominator)?);
        Ok(noisy_total_lower(sum, cells, noise, failure)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(total, compute) }
}
