//! The rates and variances that a solver may answer: fractions with a power of two below, 2^20 of them in every octave.
use crate::domain::{GeometricRate, Variance};
use crate::error::Result;

/// Steps of one octave: neighbours differ by less than 1e-6 of their value, but for the lowest ones.
const OCTAVE: u32 = 1 << 20;

/// Numbers of rates: 2^-30, 2 2^-30, .. , 2^-10, and then sixteen octaves up to 64.
pub(crate) const RATES: u32 = 17 * OCTAVE;
/// Numbers of variances: 2^-10, 2 2^-10, .. , 2^10, and then thirty octaves up to 2^40.
pub(crate) const VARIANCES: u32 = 31 * OCTAVE;

/// Number `i` as k 2^octave, 0 <= octave: i itself for the first 2^20, then (2^20 + j) 2^o, j = 1..2^20.
fn point(i: u32) -> (u64, u32) {
    let before = i.saturating_sub(1);
    let octave = (before >> 20).saturating_sub(1);
    let k = i.saturating_sub(octave.saturating_mul(OCTAVE));
    (u64::from(k), octave)
}

/// k 2^octave / 2^bits as a fraction in lowest terms.
fn lowest(k: u64, octave: u32, bits: u32) -> (u64, u32) {
    let shift = octave.min(bits);
    let (up, down) = (octave.saturating_sub(shift), bits.saturating_sub(shift));
    let common = k.trailing_zeros().min(down);
    // k at most 2^21, up at most 19; down at most 30
    ((k >> common) << up, 1u32 << down.saturating_sub(common))
}

/// Rate number `i`, 1 to [`RATES`]; rises with i.
pub(crate) fn rate_at(i: u32) -> Result<GeometricRate> {
    let (k, octave) = point(i);
    let (numerator, denominator) = lowest(k, octave, 30);
    GeometricRate::new(u32::try_from(numerator).unwrap_or(0), denominator)
}

/// Variance number `i`, 1 to [`VARIANCES`]; rises with i.
pub(crate) fn variance_at(i: u32) -> Result<Variance> {
    let (k, octave) = point(i);
    let (numerator, denominator) = lowest(k, octave, 10);
    Variance::new(numerator, denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grids_rise_in_small_steps_from_end_to_end() {
        assert_eq!(rate_at(1).unwrap().get(), 1.0 / (1u32 << 30) as f64);
        assert_eq!(rate_at(RATES).unwrap().get(), 64.0);
        assert!(rate_at(RATES + 1).is_err() && rate_at(0).is_err());
        assert_eq!(variance_at(1).unwrap().get(), 1.0 / 1024.0);
        assert_eq!(variance_at(VARIANCES).unwrap().get(), (1u64 << 40) as f64);
        assert!(variance_at(VARIANCES + 1).is_err() && variance_at(0).is_err());
        let mut i = 1;
        while i < VARIANCES {
            let (a, b) = (
                variance_at(i).unwrap().get(),
                variance_at(i + 1).unwrap().get(),
            );
            assert!(a < b && (i < OCTAVE || b / a - 1.0 <= 1e-6), "{i}: {a} {b}");
            if i < RATES {
                let (a, b) = (rate_at(i).unwrap().get(), rate_at(i + 1).unwrap().get());
                assert!(a < b && (i < OCTAVE || b / a - 1.0 <= 1e-6), "{i}: {a} {b}");
            }
            // around every octave's edge, and a stride that meets all residues
            i += if i % OCTAVE > OCTAVE - 3 || i % OCTAVE < 3 {
                1
            } else {
                1021.min(OCTAVE - 2 - i % OCTAVE).max(1)
            };
        }
    }
}
