//! The stationary distribution.
use super::StochasticMatrix;
use crate::error::{Error, Result};

/// Scratch elements that [`gth`] needs for n states.
pub const fn gth_work_len(n: usize) -> usize {
    n.saturating_mul(n)
}

/// Scratch elements that [`power`] needs for n states.
pub const fn power_work_len(n: usize) -> usize {
    n.saturating_mul(2)
}

/// pi with pi P = pi by Grassmann-Taksar-Heyman elimination; `pi` untouched on an error.
pub fn gth(matrix: StochasticMatrix<'_>, work: &mut [f64], pi: &mut [f64]) -> Result<()> {
    let n = matrix.states();
    if pi.len() != n {
        return Err(Error::Length);
    }
    let a = work.get_mut(..gth_work_len(n)).ok_or(Error::WorkLength)?;
    a.copy_from_slice(matrix.as_slice());
    for k in (1..n).rev() {
        let s: f64 = a[k * n..k * n + k].iter().sum();
        if !(s > 0.0) {
            return Err(Error::SeveralClasses);
        }
        for i in 0..k {
            let f = a[i * n + k] / s;
            a[i * n + k] = f;
            for j in 0..k {
                a[i * n + j] += f * a[k * n + j];
            }
        }
    }
    pi[0] = 1.0;
    let mut total = 1.0;
    for k in 1..n {
        let mut s = 0.0;
        for i in 0..k {
            s += pi[i] * a[i * n + k];
        }
        pi[k] = s;
        total += s;
    }
    pi.iter_mut().for_each(|p| *p /= total);
    Ok(())
}

/// Lazy power iteration; returns a bound on the total variation error, 1.0 where nothing is certified.
pub fn power(matrix: StochasticMatrix<'_>, tolerance: f64, max_iterations: u32, work: &mut [f64], pi: &mut [f64]) -> Result<f64> {
    let n = matrix.states();
    if pi.len() != n {
        return Err(Error::Length);
    }
    if !(tolerance > 0.0 && tolerance < 1.0) {
        return Err(Error::Tolerance);
    }
    if max_iterations == 0 {
        return Err(Error::Iterations);
    }
    let (x, y) = work.get_mut(..power_work_len(n)).ok_or(Error::WorkLength)?.split_at_mut(n);
    x.fill(1.0 / n as f64);
    for _ in 0..max_iterations {
        for (o, v) in y.iter_mut().zip(x.iter()) {
            *o = 0.5 * v;
        }
        for (row, v) in matrix.rows().zip(x.iter()) {
            for (o, p) in y.iter_mut().zip(row) {
                *o += 0.5 * v * p;
            }
        }
        let change: f64 = x.iter().zip(y.iter()).map(|(a, b)| (a - b).abs()).sum();
        x.copy_from_slice(y);
        if change < tolerance {
            break;
        }
    }
    pi.copy_from_slice(x);
    Ok(1.0)
}
