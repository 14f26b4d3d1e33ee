//! Releases are multiples of 2^-32 that sum to exactly 1, every feasible entry at least one unit.

/// 2^-32.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// Rounds x = row / total, a point of the simplex, in place to multiples of 2^-32.
///
/// With n entries every entry is given one unit, and the other 2^32 - n are split at the rounded cumulative
/// sums: entry i gets 1 + e_i - e_(i-1) units, e_i = round((2^32 - n) (x_1 + ... + x_i)), the last edge
/// forced to 2^32 - n.
///
/// - **Domain**: entries that are not negative and sum to `total` as well as floating point does; 1 to 65,535
///   of them. Whatever else comes in (a sum off by any amount, even NaN) the guarantee still holds: edges are
///   kept from falling and from passing the end.
/// - **Guarantee**: each entry is a multiple of 2^-32, at least 2^-32; their sum, taken in any order in
///   `f64`, is exactly 1. |result - x| <= (n x + 2) 2^-32 + n ulp for a true point of the simplex.
/// - **Privacy**: a function of the row alone, so post-processing: it costs nothing. It hides the low bits
///   of the floating-point sampler and every bit of entries below 2^-32.
/// - **Method**: rounding of cumulative sums, so that errors do not add up along the row.
pub(crate) fn quantise(row: &mut [f64], total: f64) {
    // Signed: the conversions are one instruction each.
    let end = (1i64 << 32).saturating_sub(row.len() as i64);
    let scale = end as f64 / total;
    let last = row.len().saturating_sub(1);
    let (mut sum, mut before) = (0.0, 0);
    for (i, x) in row.iter_mut().enumerate() {
        sum += *x;
        // The cast saturates and takes NaN to 0; between `before` and `end` it changes nothing else.
        let edge = (sum * scale + 0.5) as i64;
        let edge = if i == last {
            end
        } else {
            edge.max(before).min(end)
        };
        // 1 to 2^32: exact.
        *x = edge.wrapping_sub(before).wrapping_add(1) as f64 * UNIT;
        before = edge;
    }
}

#[cfg(test)]
mod tests {
    use super::{UNIT, quantise};
    use proptest::prelude::*;
    use std::vec::Vec;

    /// What the guarantee says, in integers.
    fn units(row: &[f64]) -> Vec<u64> {
        row.iter()
            .map(|x| {
                let u = *x / UNIT;
                assert_eq!(u, u.trunc(), "{x} is not a multiple of 2^-32");
                u as u64
            })
            .collect()
    }
    fn check(row: Vec<f64>) -> Vec<f64> {
        check_scaled(row, 1.0)
    }
    fn check_scaled(mut row: Vec<f64>, total: f64) -> Vec<f64> {
        quantise(&mut row, total);
        let units = units(&row);
        assert!(units.iter().all(|u| *u >= 1));
        assert_eq!(units.iter().sum::<u64>(), 1 << 32);
        assert_eq!(row.iter().sum::<f64>(), 1.0);
        assert_eq!(row.iter().rev().sum::<f64>(), 1.0);
        row
    }

    proptest! {
        #[test]
        fn a_simplex_point_stays_where_it_was(weights in prop::collection::vec(0.0..1.0f64, 2..400), power in 1..40i32) {
            let weights: Vec<f64> = weights.iter().map(|w| w.powi(power) + 1e-300).collect();
            let sum: f64 = weights.iter().sum();
            let x: Vec<f64> = weights.iter().map(|w| w / sum).collect();
            let n = x.len() as f64;
            for (q, x) in check_scaled(weights, sum).iter().zip(&x) {
                prop_assert!((q - x).abs() <= (n * x + 2.0) * UNIT + n * f64::EPSILON);
            }
        }
        #[test]
        fn anything_becomes_a_release(row in prop::collection::vec(any::<f64>(), 1..200), total in any::<f64>()) {
            check_scaled(row, total);
        }
    }

    #[test]
    fn the_corners() {
        // One entry, all zero, a vertex at either end, sums far from 1.
        assert_eq!(check(std::vec![0.3]), [1.0]);
        assert_eq!(check(std::vec![0.0, 0.0]), [UNIT, 1.0 - UNIT]);
        assert_eq!(
            check(std::vec![1.0, 0.0, 0.0]),
            [1.0 - 2.0 * UNIT, UNIT, UNIT]
        );
        assert_eq!(
            check(std::vec![0.0, 0.0, 1.0]),
            [UNIT, UNIT, 1.0 - 2.0 * UNIT]
        );
        assert_eq!(check(std::vec![0.5, 0.5, 0.5])[2], UNIT);
        check(std::vec![f64::NAN; 5]);
        check(std::vec![f64::INFINITY; 5]);
        check(std::vec![-1.0; 5]);
    }

    #[test]
    fn the_most_states() {
        let n = 65_535;
        let even = check(std::vec![1.0 / n as f64; n]);
        let (lo, hi) = even
            .iter()
            .fold((1.0f64, 0.0f64), |(lo, hi), x| (lo.min(*x), hi.max(*x)));
        // 65535 * 65537 = 2^32 - 1: one entry alone has a unit more.
        assert_eq!((hi - lo) / UNIT, 1.0);
        let mut vertex = std::vec![0.0; n];
        vertex[17] = 1.0;
        assert_eq!(check(vertex)[17], 1.0 - 65_534.0 * UNIT);
    }
}
