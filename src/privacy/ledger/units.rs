//! Exact integers on the one side, `f64` on the other: every conversion is exact or rounds to the side that is named.

/// Micro-units of epsilon in one nat.
pub const EPSILON_UNITS: u64 = 1_000_000;
/// Units of delta in 1.
pub const DELTA_UNITS: u64 = 1_000_000_000_000_000_000;

const MANTISSA_BITS: u32 = 52;
const EXPONENT_BIAS: i32 = 1023;

/// x * scale as mantissa * 2^exponent, exactly: x = m 2^e with m < 2^53 and scale < 2^64. `None` where x is negative, infinite or NaN.
fn scaled(x: f64, scale: u64) -> Option<(u128, i32)> {
    if !(0.0..f64::INFINITY).contains(&x) {
        return None;
    }
    let bits = x.to_bits() & !(1 << 63); // -0 counts as 0
    let fraction = bits & ((1 << MANTISSA_BITS) - 1);
    let exponent = (bits >> MANTISSA_BITS) as i32; // at most 2047
    let (mantissa, exponent) = if exponent == 0 {
        (fraction, 1 - EXPONENT_BIAS)
    } else {
        (fraction | (1 << MANTISSA_BITS), exponent - EXPONENT_BIAS)
    };
    let product = u128::from(mantissa).checked_mul(u128::from(scale))?;
    Some((product, exponent - MANTISSA_BITS as i32))
}

/// The largest integer that is at most x * scale. `None` where x is negative or not finite, or the result passes 64 bits.
pub(super) fn units_down(x: f64, scale: u64) -> Option<u64> {
    let (product, exponent) = scaled(x, scale)?;
    let shift = exponent.unsigned_abs();
    let units = if exponent < 0 {
        product.checked_shr(shift).unwrap_or(0)
    } else if product == 0 {
        0
    } else if shift < product.leading_zeros() {
        product.checked_shl(shift)?
    } else {
        return None;
    };
    u64::try_from(units).ok()
}

/// The smallest integer that is at least x * scale; `None` as [`units_down`].
pub(super) fn units_up(x: f64, scale: u64) -> Option<u64> {
    let (product, exponent) = scaled(x, scale)?;
    let down = units_down(x, scale)?;
    let exact = exponent >= 0
        || product == 0
        || u128::from(down)
            .checked_shl(exponent.unsigned_abs())
            .is_some_and(|back| back == product);
    if exact {
        Some(down)
    } else {
        down.checked_add(1)
    }
}

/// The largest `f64` that is at most numerator/denominator, for numerator < 2^64 and 0 < denominator < 2^100: long division, bit by bit.
///
/// A permit's epsilon comes from here: rounded to nearest it could be more than what was charged.
pub(super) fn quotient_down(numerator: u64, denominator: u128) -> f64 {
    let numerator = u128::from(numerator);
    let (Some(mut mantissa), Some(mut rest)) = (
        numerator.checked_div(denominator),
        numerator.checked_rem(denominator),
    ) else {
        return 0.0;
    };
    if numerator == 0 {
        return 0.0;
    }
    // mantissa * 2^exponent <= quotient < (mantissa + 1) * 2^exponent throughout.
    let mut exponent = 0;
    while mantissa >> (MANTISSA_BITS + 1) != 0 {
        mantissa >>= 1;
        exponent += 1;
    }
    // At most 100 + 53 rounds: the quotient is at least 2^-100. `rest` is below the denominator, so its double fits.
    while exponent <= 0 && mantissa >> MANTISSA_BITS == 0 {
        rest <<= 1;
        mantissa <<= 1;
        exponent -= 1;
        if rest >= denominator {
            rest -= denominator;
            mantissa |= 1;
        }
    }
    // 2^52 <= mantissa < 2^53 and |exponent| < 200: a normal number, put together without rounding.
    let fraction = (mantissa as u64) & ((1 << MANTISSA_BITS) - 1);
    let biased = (exponent + MANTISSA_BITS as i32 + EXPONENT_BIAS).unsigned_abs();
    f64::from_bits((u64::from(biased) << MANTISSA_BITS) | fraction)
}
