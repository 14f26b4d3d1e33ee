//! Sine and cosine with little stack: libm's own reduction of the argument keeps room for the digits of 2/pi in its frame, 560 bytes.
use super::float::{cos as whole_cos, floor, sin as whole_sin};
use core::f64::consts::FRAC_2_PI;

/// pi/2 in pieces of 33 bits (and a rest): a multiple below 2^20 of each of the first two is exact.
const PI_2: [f64; 3] = [
    f64::from_bits(0x3FF9_21FB_5440_0000),
    f64::from_bits(0x3DD0_B461_1A60_0000),
    f64::from_bits(0x3BA3_198A_2E03_7073),
];
/// Larger angles are left to libm.
const LARGEST: f64 = 1e6;

/// (quadrant, angle in it) with x = quadrant pi/2 + angle, |angle| <= pi/4 but for rounding.
fn reduced(x: f64) -> (u8, f64) {
    let turns = floor(x * FRAC_2_PI + 0.5);
    let [first, second, third] = PI_2;
    let angle = ((x - turns * first) - turns * second) - turns * third;
    // turns mod 4, exact
    let quadrant = turns - 4.0 * floor(0.25 * turns);
    (quadrant as u8, angle)
}

/// Sine; the absolute error is below 2^-53.
pub(crate) fn sin(x: f64) -> f64 {
    if !(x.abs() <= LARGEST) {
        return whole_sin(x);
    }
    let (quadrant, angle) = reduced(x);
    match quadrant {
        0 => whole_sin(angle),
        1 => whole_cos(angle),
        2 => -whole_sin(angle),
        _ => -whole_cos(angle),
    }
}

/// Cosine; the absolute error is below 2^-53.
pub(crate) fn cos(x: f64) -> f64 {
    if !(x.abs() <= LARGEST) {
        return whole_cos(x);
    }
    let (quadrant, angle) = reduced(x);
    match quadrant {
        0 => whole_cos(angle),
        1 => -whole_sin(angle),
        2 => -whole_cos(angle),
        _ => whole_sin(angle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_libm() {
        let mut worst: f64 = 0.0;
        let mut state = 1u64;
        for i in 0..400_000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let unit = (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
            let x = match i % 4 {
                0 => unit * 10.0,
                1 => unit * 1e3,
                2 => unit * 2e6,
                // next to a multiple of pi/2
                _ => f64::from((unit * 1e6) as i32) * core::f64::consts::FRAC_PI_2,
            };
            worst = worst.max((sin(x) - whole_sin(x)).abs());
            worst = worst.max((cos(x) - whole_cos(x)).abs());
            // relative accuracy at the zeros
            let own = sin(x).abs().min(cos(x).abs());
            let other = whole_sin(x).abs().min(whole_cos(x).abs());
            assert!(
                (own - other).abs() <= 4e-16 * other + 1e-25,
                "{x}: {own:e} {other:e}"
            );
        }
        assert!(worst <= 2.3e-16, "{worst:e}");
        assert!(sin(f64::NAN).is_nan() && cos(f64::INFINITY).is_nan());
        assert_eq!((sin(1e300), cos(-1e9)), (whole_sin(1e300), whole_cos(-1e9)));
    }
}
