//! Releases are multiples of 2^-32 that sum to exactly 1, every feasible entry at least one unit.
use crate::special::float::floor;

/// Rounds a point of the simplex in place: one unit to every entry, the rest by rounding cumulative sums.
pub(crate) fn quantise(row: &mut [f64]) {
    let total = 4_294_967_296.0 - row.len() as f64;
    let (mut sum, mut before) = (0.0, 0.0);
    let last = row.len().saturating_sub(1);
    for (i, x) in row.iter_mut().enumerate() {
        sum += *x;
        let edge = floor(sum * total + 0.5);
        let edge = if i == last || edge > total { total } else { edge };
        *x = (edge - before + 1.0) / 4_294_967_296.0;
        before = edge;
    }
}
