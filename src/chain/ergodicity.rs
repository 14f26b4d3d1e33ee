//! Ergodicity coefficients.
use super::StochasticMatrix;
use crate::error::{Error, Result};

/// Scratch elements that [`tau_inf`] needs.
pub const fn tau_inf_work_len(n: usize) -> usize {
    n
}

/// tau_1 = 0.5 max_ij ||P_i - P_j||_1.
pub fn tau_one(matrix: StochasticMatrix<'_>) -> f64 {
    let mut max = 0.0;
    for (i, a) in matrix.rows().enumerate() {
        for b in matrix.rows().take(i) {
            let d: f64 = a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum();
            if d > max {
                max = d;
            }
        }
    }
    0.5 * max
}

/// tau_inf [A, Def. 7]: max over columns of (sum of the floor(n/2) largest - the floor(n/2) smallest).
pub fn tau_inf(matrix: StochasticMatrix<'_>, work: &mut [f64]) -> Result<f64> {
    let n = matrix.states();
    let col = work.get_mut(..tau_inf_work_len(n)).ok_or(Error::WorkLength)?;
    let mut max = 0.0;
    for j in 0..n {
        for (c, row) in col.iter_mut().zip(matrix.rows()) {
            *c = row.get(j).copied().unwrap_or(0.0);
        }
        col.sort_unstable_by(|a, b| a.total_cmp(b));
        let half = n / 2;
        let lo: f64 = col.iter().take(half).sum();
        let hi: f64 = col.iter().rev().take(half).sum();
        if hi - lo > max {
            max = hi - lo;
        }
    }
    Ok(max)
}
