//! Numbers of records that are enough: what the base learners' bounds share.
use crate::error::{Error, Result};
use crate::special::float;

/// Every whole number of records up to here is an exact `f64`.
const RECORDS_END: f64 = 9_007_199_254_740_992.0; // 2^53
/// More than the few roundings of a formula here can take away: each loses at most 2^-52, and none cancels.
const MARGIN: f64 = 1.0 + 1.0 / 1_099_511_627_776.0; // 1 + 2^-40

/// ln(1/beta) for alpha and beta strictly between 0 and 1; [`Error::Domain`].
pub(super) fn ln_inverse(alpha: f64, beta: f64) -> Result<f64> {
    let inside = |x: f64| x > 0.0 && x < 1.0;
    if inside(alpha) && inside(beta) {
        Ok(-float::ln(beta))
    } else {
        Err(Error::Domain)
    }
}

/// The number of records at which the empirical law of n symbols is within its bound, as a square root:
/// sqrt(n)/2 + sqrt(ln(1/beta)/2).
pub(super) fn root(symbols: usize, ln_inverse_beta: f64) -> f64 {
    // Exact: at most 2^24 symbols.
    0.5 * float::sqrt(symbols as f64) + float::sqrt(0.5 * ln_inverse_beta)
}

/// The smallest whole number that is at least `records`, at least 1, with a margin for the rounding of `records` itself.
///
/// - **Errors**: [`Error::Unreachable`] from 2^53 on.
pub(super) fn round_up(records: f64) -> Result<u64> {
    let whole = float::ceil(records * MARGIN);
    if whole < RECORDS_END {
        // The cast is exact, and a negative number or NaN becomes 0.
        Ok((whole as u64).max(1))
    } else {
        Err(Error::Unreachable)
    }
}
