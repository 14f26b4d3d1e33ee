//! The first-order variances of a stationary distribution: the one loop that takes n^3 steps twice.
//!
//! V_j = sum_i scale_i sum_l weight_il (A#_lj - mean_ij)^2 with mean_i the i-th row of P A#. Columns do not depend on each other: taken a few at a time,
//! what is read of A# stays in the cache for all rows i. Four rows l at a time pass through mean_i and V together. Neither changes the order in
//! which the terms of one number are added, so the result is that of the plain loops, bit for bit.
use super::RowNoise;
use crate::chain::StochasticMatrix;
use crate::domain::InParts;

/// Columns taken together: those of A# for 1,000 states are half a megabyte.
const COLUMNS: usize = 64;

/// Fills `variances`; `rows` gives the factor of each row and its noise. `mean` is scratch of n elements.
pub(crate) fn add_up(
    matrix: StochasticMatrix<'_>,
    group_inverse: &[f64],
    rows: impl Iterator<Item = (f64, RowNoise)> + Clone,
    mean: &mut [f64],
    variances: &mut [f64],
) {
    let n = matrix.states().max(1);
    variances.fill(0.0);
    let mut start = 0_usize;
    let (mut variances, mut mean) = (variances, mean);
    while let (Some(variances), Some(mean)) = (block(&mut variances), block(&mut mean)) {
        let end = start.saturating_add(variances.len()); // at most n
        for (row, (scale, noise)) in matrix.rows().zip(rows.clone()) {
            if !(scale > 0.0) {
                continue;
            }
            let cells = || {
                row.iter()
                    .zip(group_inverse.parts(n))
                    .filter(|(p, _)| **p > 0.0)
                    .filter_map(|(p, a)| Some((*p, a.get(start..end)?)))
            };
            mean.fill(0.0);
            let mut rest = cells();
            loop {
                let four = (rest.next(), rest.next(), rest.next(), rest.next());
                if let (Some((p, a)), Some((q, b)), Some((r, c)), Some((s, d))) = four {
                    let rows = a.iter().zip(b).zip(c.iter().zip(d));
                    for (mean, ((a, b), (c, d))) in mean.iter_mut().zip(rows) {
                        *mean = (((*mean + p * a) + q * b) + r * c) + s * d;
                    }
                    continue;
                }
                for (p, a) in [four.0, four.1, four.2].into_iter().flatten() {
                    for (mean, a) in mean.iter_mut().zip(a) {
                        *mean += p * a;
                    }
                }
                break;
            }
            let weight = |p: f64| scale * noise.weight(p);
            let square = |a: &f64, mean: &f64| (a - mean) * (a - mean);
            let mut rest = cells();
            loop {
                let four = (rest.next(), rest.next(), rest.next(), rest.next());
                let own = variances.iter_mut().zip(mean.iter());
                if let (Some((p, a)), Some((q, b)), Some((r, c)), Some((s, d))) = four {
                    let (p, q, r, s) = (weight(p), weight(q), weight(r), weight(s));
                    let rows = a.iter().zip(b).zip(c.iter().zip(d));
                    for ((v, m), ((a, b), (c, d))) in own.zip(rows) {
                        let sum = (*v + p * square(a, m)) + q * square(b, m);
                        *v = (sum + r * square(c, m)) + s * square(d, m);
                    }
                    continue;
                }
                for (p, a) in [four.0, four.1, four.2].into_iter().flatten() {
                    let weight = weight(p);
                    let own = variances.iter_mut().zip(mean.iter());
                    for ((v, mean), a) in own.zip(a) {
                        *v += weight * square(a, mean);
                    }
                }
                break;
            }
        }
        start = end;
    }
}

/// Takes the next block of columns; `None` behind the last.
fn block<'a>(columns: &mut &'a mut [f64]) -> Option<&'a mut [f64]> {
    let rest = core::mem::take(columns);
    let len = rest.len().min(COLUMNS);
    let (block, rest) = rest.split_at_mut_checked(len)?;
    *columns = rest;
    (len > 0).then_some(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The definition, row after row.
    fn plain(cells: &[f64], inverse: &[f64], rows: &[(f64, RowNoise)], n: usize) -> Vec<f64> {
        let mut v = std::vec![0.0; n];
        for (row, (scale, noise)) in cells.chunks(n).zip(rows) {
            let mut mean = std::vec![0.0; n];
            for l in (0..n).filter(|l| row[*l] > 0.0) {
                for j in 0..n {
                    mean[j] += row[l] * inverse[l * n + j];
                }
            }
            for l in (0..n).filter(|l| row[*l] > 0.0 && *scale > 0.0) {
                for j in 0..n {
                    let d = inverse[l * n + j] - mean[j];
                    v[j] += scale * noise.weight(row[l]) * (d * d);
                }
            }
        }
        v
    }

    #[test]
    fn the_plain_loops_bit_for_bit() {
        for n in [2, 3, 5, 63, 64, 65, 130] {
            let mut state = n as u64;
            let mut next = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as f64
            };
            let mut cells = std::vec![0.0; n * n];
            for (i, row) in cells.chunks_mut(n).enumerate() {
                for p in row.iter_mut() {
                    *p = (next() - 8e6).max(0.0); // half of them 0
                }
                row[i] += 1.0;
                let sum: f64 = row.iter().sum();
                row.iter_mut().for_each(|p| *p /= sum);
            }
            let inverse: Vec<f64> = (0..n * n).map(|_| next() - 8e6).collect();
            let rows: Vec<(f64, RowNoise)> = (0..n)
                .map(|i| match i % 3 {
                    0 => (0.0, RowNoise::Multinomial { factor: 0.5 }),
                    1 => (next(), RowNoise::Multinomial { factor: 0.25 }),
                    _ => (next(), RowNoise::Independent { variance: 1e-3 }),
                })
                .collect();
            let matrix = StochasticMatrix::new(&cells, n).unwrap();
            let (mut mean, mut v) = (std::vec![f64::NAN; n], std::vec![f64::NAN; n]);
            add_up(matrix, &inverse, rows.iter().copied(), &mut mean, &mut v);
            let want = plain(&cells, &inverse, &rows, n);
            for (got, want) in v.iter().zip(&want) {
                assert_eq!(got.to_bits(), want.to_bits(), "{n}");
            }
        }
    }
}
