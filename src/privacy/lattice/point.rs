//! Which losses lie above epsilon: decided in integers.

/// x in [0, 2^20] as m / 2^shift exactly.
fn dyadic(x: f64) -> (u128, u32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as u32 & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    // x < 2^21: the exponent field is at most 1023 + 20, so the shift is at least 32
    if exponent == 0 {
        (u128::from(fraction), 1074)
    } else {
        (
            u128::from(fraction | 1 << 52),
            1075u32.saturating_sub(exponent),
        )
    }
}

/// x factor/divisor = whole + 1 - left exactly, `left` in (0, 1] rounded up by less than 1e-15 of itself, however close the quotient lies below
/// the next integer.
///
/// `x` in [0, 2^21), `factor` at most 2^64, `divisor` at least 1 and at most 2^40.
pub(super) fn scaled(x: f64, factor: u64, divisor: u64) -> (u128, f64) {
    let (mantissa, shift) = dyadic(x);
    // at most 2^53 2^64
    let product = mantissa.saturating_mul(u128::from(factor));
    let high = product.checked_shr(shift).unwrap_or(0);
    // 1 - (product mod 2^shift)/2^shift
    let open = if shift < 128 {
        let one = 1u128 << shift;
        fraction(one.saturating_sub(product & one.wrapping_sub(1)), shift)
    } else {
        // the product is below 2^117: at least 1 - 2^-11
        1.0 - fraction(product, shift)
    };
    let divisor = u128::from(divisor.max(1));
    let whole = high.checked_div(divisor).unwrap_or(0);
    let rest = high.checked_rem(divisor).unwrap_or(0);
    let steps = divisor.saturating_sub(rest).saturating_sub(1);
    let left = (steps as f64 + open) / divisor as f64 * (1.0 + 4.0 * f64::EPSILON);
    (whole, left.min(1.0))
}

/// low / 2^shift, about (a subnormal result is 0).
fn fraction(low: u128, shift: u32) -> f64 {
    let mut x = low as f64;
    let mut left = shift;
    while left > 0 {
        let now = left.min(1000);
        x *= f64::from_bits(u64::from(1023u32.saturating_sub(now)) << 52);
        left -= now;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_at_the_corners() {
        assert_eq!(scaled(0.0, 1 << 30, 3), (0, 1.0));
        assert_eq!(scaled(1.0, 7, 7).0, 1);
        assert_eq!(scaled(1.0f64.next_down(), 7, 7).0, 0);
        assert_eq!(scaled(1e6, 1 << 41, 1).0, 1_000_000u128 << 41);
        let (whole, left) = scaled(0.1, 10, 1);
        // 0.1 as a double is above 1/10
        assert!(whole == 1 && left <= 1.0 && left > 1.0 - 1e-15);
        assert_eq!(scaled(5e-324, u64::MAX, 1).0, 0);
        assert!((scaled(2.75, 1, 2).1 - 0.625).abs() < 1e-15);
        assert!(scaled(2.75, 1, 2).1 >= 0.625);
        // one ulp below an integer: 2^-53 is left, and 3 2^-53/7
        let (whole, left) = scaled(1.0f64.next_down(), 1, 1);
        let ulp = f64::EPSILON / 2.0;
        assert!(whole == 0 && left >= ulp && left <= ulp * (1.0 + 2e-15));
        let (whole, left) = scaled(1.0f64.next_down(), 21, 7);
        assert!(whole == 2 && left >= 3.0 * ulp && left <= 3.0 * ulp * (1.0 + 2e-15));
    }
}
