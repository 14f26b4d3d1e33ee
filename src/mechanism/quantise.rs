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

/// Rounds w / total in place of the row to multiples of 2^-32, by integers alone: one unit to every entry, the other 2^32 - n split at
/// e_i = floor(((2^32 - n) (w_1 + ... + w_i) + total/2) / total), the last edge forced to 2^32 - n.
///
/// - **Domain**: as many weights as entries; `total` is their sum. A total of 0 gives every entry the same share, as far as units go. Whatever
///   else comes in (too few weights, a wrong total) the guarantee still holds.
/// - **Guarantee**: as [`quantise`]'s: multiples of 2^-32, at least 2^-32, their sum exactly 1. |result - w/total| <= (n w/total + 2) 2^-32.
/// - **Privacy**: post-processing of the weights, in which every rounding is that of integers.
/// - **Cost**: one division of integers an entry: of 64 bits where `total` is below 2^31.
pub(crate) fn quantise_integers(weights: impl Iterator<Item = u64>, total: u64, row: &mut [f64]) {
    let n = row.len() as u64;
    let end = (1u64 << 32).saturating_sub(n);
    let last = row.len().saturating_sub(1);
    let even = total == 0;
    let total = if even { n.max(1) } else { total };
    let mut weights = weights;
    let (mut sum, mut before) = (0u64, 0u64);
    for (i, x) in row.iter_mut().enumerate() {
        let weight = weights.next().unwrap_or(0);
        sum = sum.saturating_add(if even { 1 } else { weight }).min(total);
        let edge = if i == last {
            end
        } else {
            edge_at(sum, total, end).max(before).min(end)
        };
        // 1 to 2^32: exact.
        *x = edge.saturating_sub(before).saturating_add(1) as f64 * UNIT;
        before = edge;
    }
}

/// floor((end sum + total/2) / total), for sum <= total and end <= 2^32.
fn edge_at(sum: u64, total: u64, end: u64) -> u64 {
    if total < 1 << 31 {
        // end sum + total/2 < 2^32 2^31 + 2^30
        let numerator = end.saturating_mul(sum).saturating_add(total >> 1);
        numerator.checked_div(total).unwrap_or(0)
    } else {
        let (sum, total, end) = (u128::from(sum), u128::from(total), u128::from(end));
        let numerator = end.saturating_mul(sum).saturating_add(total >> 1);
        // at most end + 1/2, rounded down
        numerator.checked_div(total).unwrap_or(0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{UNIT, quantise, quantise_integers};
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

    proptest! {
        #[test]
        fn integers_stay_where_they_were(weights in prop::collection::vec(0..u64::MAX >> 9, 1..400), shift in 0..55u32) {
            let weights: Vec<u64> = weights.iter().map(|w| w >> shift).collect();
            let total: u64 = weights.iter().sum();
            let mut row = std::vec![f64::NAN; weights.len()];
            quantise_integers(weights.iter().copied(), total, &mut row);
            let units = units(&row);
            prop_assert!(units.iter().all(|u| *u >= 1));
            prop_assert_eq!(units.iter().sum::<u64>(), 1 << 32);
            let n = row.len() as f64;
            for (x, w) in row.iter().zip(&weights) {
                let want = if total == 0 { 1.0 / n } else { *w as f64 / total as f64 };
                prop_assert!((x - want).abs() <= (n * want + 2.0) * UNIT);
            }
        }
        #[test]
        fn any_integers_become_a_release(weights in prop::collection::vec(any::<u64>(), 0..50), total in any::<u64>(), n in 1..60usize) {
            let mut row = std::vec![f64::NAN; n];
            quantise_integers(weights.iter().copied(), total, &mut row);
            let units = units(&row);
            prop_assert!(units.iter().all(|u| *u >= 1));
            prop_assert_eq!(units.iter().sum::<u64>(), 1 << 32);
        }
    }

    #[test]
    fn the_corners_of_integers() {
        let rounded = |weights: &[u64]| {
            let mut row = std::vec![0.0; weights.len()];
            quantise_integers(weights.iter().copied(), weights.iter().sum(), &mut row);
            row
        };
        assert_eq!(rounded(&[0, 0, 0, 0]), [0.25; 4]);
        assert_eq!(rounded(&[7]), [1.0]);
        assert_eq!(rounded(&[0, 1]), [UNIT, 1.0 - UNIT]);
        assert_eq!(rounded(&[u64::MAX, 0]), [1.0 - UNIT, UNIT]);
        assert_eq!(rounded(&[1, 1, 1, 1]), [0.25; 4]);
        let mut vertex = std::vec![0; 65_535];
        vertex[17] = 1;
        assert_eq!(rounded(&vertex)[17], 1.0 - 65_534.0 * UNIT);
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
