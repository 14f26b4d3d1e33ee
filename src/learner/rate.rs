//! The largest exact rate that is not above an epsilon.
use crate::domain::{GeometricRate, RATE_MAX, RATE_PART};
use crate::error::{Error, Result};

/// The largest p/2^j <= `limit` with p <= 2^30 and j <= 30, in lowest terms, and at most 64: within 2^-29 of it, relatively, from 1/2 to 64.
///
/// [`Error::Unreachable`] below 2^-30, and for NaN.
pub(super) fn at_most(limit: f64) -> Result<GeometricRate> {
    if !(limit > 0.0) {
        return Err(Error::Unreachable);
    }
    let limit = limit.min(f64::from(RATE_MAX));
    let largest = f64::from(*RATE_PART.end());
    let mut denominator = *RATE_PART.end();
    // A product with a power of two is exact; floor() is what the cast does. At most 6 halvings: 64 2^24 = 2^30.
    while limit * f64::from(denominator) >= largest + 1.0 && denominator > 1 {
        denominator /= 2;
    }
    let numerator = (limit * f64::from(denominator)) as u32;
    if numerator == 0 {
        return Err(Error::Unreachable);
    }
    let common = numerator.trailing_zeros().min(denominator.trailing_zeros());
    GeometricRate::new(numerator >> common, denominator >> common)
}

#[cfg(test)]
mod tests {
    use super::at_most;
    use crate::Error;

    #[test]
    fn never_above_and_as_close_as_the_grid() {
        for i in 0..20_000 {
            let limit = 2f64.powf(-29.9 + 35.9 * f64::from(i) / 20_000.0);
            let rate = at_most(limit).unwrap();
            assert!(rate.get() <= limit);
            let step = 2f64.powi(-30).max(limit * 2f64.powi(-29));
            assert!(limit - rate.get() <= step, "{limit}");
        }
    }

    #[test]
    fn edges() {
        let parts = |limit| at_most(limit).map(|r| (r.numerator(), r.denominator()));
        assert_eq!(parts(1.0), Ok((1, 1)));
        assert_eq!(parts(0.5), Ok((1, 2)));
        assert_eq!(parts(64.0), Ok((64, 1)));
        assert_eq!(parts(1e6), Ok((64, 1)));
        assert_eq!(parts(f64::INFINITY), Ok((64, 1)));
        assert_eq!(parts(2f64.powi(-30)), Ok((1, 1 << 30)));
        for refused in [2f64.powi(-30).next_down(), 0.0, -1.0, f64::NAN] {
            assert_eq!(parts(refused), Err(Error::Unreachable));
        }
    }
}
