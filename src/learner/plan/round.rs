//! Steps of a plan, each rounded to its safe side.
use crate::error::{Error, Result};
use crate::special::float::ceil;

/// Integers from here on are not all `f64`: a size that large is no size.
pub(super) const SIZE_END: f64 = 9_007_199_254_740_992.0;
/// More than the rounding errors of the few operations and the logarithm (below 1 ulp) before a value is rounded to an integer.
const SLACK: f64 = 1e-14;

/// The smallest integer not below x (1 + 10^-14), at least 1; [`Error::Unreachable`] at 2^53 and for NaN.
pub(super) fn size(x: f64) -> Result<u64> {
    let up = ceil(x * (1.0 + SLACK));
    // The positive form refuses NaN.
    if up < SIZE_END {
        Ok(if up >= 1.0 { up as u64 } else { 1 })
    } else {
        Err(Error::Unreachable)
    }
}

/// A little below x > 0: what a target error is rounded to.
pub(super) fn down(x: f64) -> f64 {
    x * (1.0 - SLACK)
}

/// A little above x > 0: what an error probability is rounded to.
pub(super) fn up(x: f64) -> f64 {
    x * (1.0 + SLACK)
}

/// x where it lies strictly between 0 and 1; [`Error::Domain`] otherwise and for NaN.
pub(super) fn inside(x: f64) -> Result<f64> {
    if x > 0.0 && x < 1.0 {
        Ok(x)
    } else {
        Err(Error::Domain)
    }
}

/// x > 0 where it has all its digits; [`Error::Unreachable`] where it is smaller: what is asked for is in the domain and out of reach.
pub(super) fn normal(x: f64) -> Result<f64> {
    if x >= f64::MIN_POSITIVE {
        Ok(x)
    } else {
        Err(Error::Unreachable)
    }
}
