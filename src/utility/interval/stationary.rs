//! Intervals for the stationary distribution.
use super::{Interval, normal::two_sided_quantile};
use crate::domain::Level;
use crate::error::{Error, Result};
use crate::special::float::{exp, sqrt};

/// The interval for one entry of the stationary distribution, from its estimate `pi` and its variance V of
/// [`variances`](crate::utility::stationary_error::variances).
///
/// ```text
/// logit(pi) -+ z sqrt(V)/(pi (1 - pi)),  z the normal quantile of the level
/// ```
///
/// **Errors.** [`Error::Domain`] unless 0 <= pi <= 1 and V >= 0 is finite.
pub fn stationary(pi: f64, variance: f64, level: Level) -> Result<Interval> {
    if !((0.0..=1.0).contains(&pi) && variance >= 0.0 && variance < f64::INFINITY) {
        return Err(Error::Domain);
    }
    let reach = two_sided_quantile(level)? * sqrt(variance);
    if reach == 0.0 {
        return Ok(Interval {
            lower: pi,
            upper: pi,
        });
    }
    if pi == 0.0 || pi == 1.0 {
        // no logit
        return Ok(Interval {
            lower: (pi - reach).max(0.0),
            upper: (pi + reach).min(1.0),
        });
    }
    let e = exp(-reach / (pi * (1.0 - pi)));
    // the odds times e and over e
    Ok(Interval {
        lower: pi * e / (pi * e + (1.0 - pi)),
        upper: pi / (pi + (1.0 - pi) * e),
    })
}
