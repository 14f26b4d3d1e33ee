//! e^x for the samplers: half of a Gamma variate's time below shape 1 would go to the general function.
use super::exp_table::{PER_STEP, POWERS, STEP_HIGH, STEP_LOW};

/// e^x for -700 <= x <= 0.
///
/// - **Special values**: outside that range, and at NaN, some finite number: callers keep to it.
/// - **Accuracy**: 1.3 ulp (largest found 1.24, at -0x1.bd8570dac4a8ap-6, against 40 digits).
/// - **Method**: x = (64 e + j) ln 2 / 64 + r with |r| <= 0.0055; 2^e 2^(j/64) (1 + r + ... + r^5/120), the next
///   term is below 2^-54. IEEE operations and one table, so the same bits on every target.
#[inline]
pub(super) fn exp_below_0(x: f64) -> f64 {
    // Adding 1.5 * 2^52 rounds to an integer, which then stands in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let shifted = x * PER_STEP + ROUND;
    let k = shifted - ROUND;
    let r = (x - k * STEP_HIGH) - k * STEP_LOW;
    let r2 = r * r;
    let tail = r2 * ((0.5 + r * (1.0 / 6.0)) + r2 * (1.0 / 24.0 + r * (1.0 / 120.0)));
    let bits = shifted.to_bits();
    // The index is below 64; the optimiser sees it and drops the alternative.
    let power = POWERS.get((bits & 63) as usize).copied().unwrap_or(1.0);
    let mantissa = power + power * (r + tail);
    // e in two's complement, moved to the exponent's place.
    f64::from_bits(mantissa.to_bits().wrapping_add((bits >> 6) << 52))
}

#[cfg(test)]
mod tests {
    use super::exp_below_0;
    use crate::special::float::{exp, ln};

    #[test]
    fn beside_the_general_function() {
        assert_eq!(exp_below_0(0.0), 1.0);
        // The general function is within 1 ulp itself.
        let (mut worst, mut at) = (0.0, 0.0);
        for i in 0..2_000_000 {
            let x = -700.0 * f64::from(i) / 2e6;
            let e = exp(x);
            let error = ((exp_below_0(x) - e) / (e * f64::EPSILON)).abs();
            (worst, at) = if error > worst {
                (error, x)
            } else {
                (worst, at)
            };
        }
        assert!(worst <= 1.5, "{worst} at {at}");
        for i in 1..2000 {
            let x = ln(f64::from(i) / 2000.0);
            assert!(
                (exp_below_0(x) * 2000.0 / f64::from(i) - 1.0).abs()
                    < 4.0 * f64::EPSILON * (1.0 - x)
            );
        }
        for tiny in [-1e-300, -1e-17, -f64::EPSILON / 4.0] {
            assert_eq!(exp_below_0(tiny), exp(tiny));
        }
    }
}
