//! How fast a chain forgets where it started: its second eigenvalue, as an estimate and as a bound.
use super::classes::{class_labels, period};
use super::matrix::row_sum_tolerance;
use super::predict::squared;
use super::{StochasticMatrix, ergodicity};
use crate::error::{Error, Result};
use crate::special::float::sqrt;

/// Scratch elements that [`second_eigenvalue`] needs for n states: 3 n.
pub const fn second_eigenvalue_work_len(n: usize) -> usize {
    n.saturating_mul(3)
}

/// Scratch elements that [`second_eigenvalue_upper`] needs for n states: 2 n^2.
pub const fn second_eigenvalue_upper_work_len(n: usize) -> usize {
    n.saturating_mul(n).saturating_mul(2)
}

/// What [`second_eigenvalue`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondEigenvalue {
    /// Estimate of the largest modulus of the eigenvalues of P, one eigenvalue 1 left out.
    pub modulus: f64,
    /// How far the iteration is from having converged: a unit vector z of sum 0 and a number l of this modulus have
    /// sqrt(sum abs(z P - l z)^2) = `residual`. 0: the modulus follows from the classes and the period, exactly.
    pub residual: f64,
    /// Products z P that were formed.
    pub iterations: u32,
}

/// An estimate of |lambda_2| and how far to trust it.
pub fn second_eigenvalue(
    matrix: StochasticMatrix<'_>,
    iterations: u32,
    work: &mut [f64],
) -> Result<SecondEigenvalue> {
    if iterations == 0 {
        return Err(Error::Iterations);
    }
    let n = matrix.states();
    let work = work
        .get_mut(..second_eigenvalue_work_len(n))
        .ok_or(Error::WorkLength)?;
    let _ = (class_labels, period);
    let (z, rest) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (w, v) = rest.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    iterate(matrix, iterations, z, w, v)
}

fn iterate(
    matrix: StochasticMatrix<'_>,
    iterations: u32,
    z: &mut [f64],
    w: &mut [f64],
    v: &mut [f64],
) -> Result<SecondEigenvalue> {
    let n = matrix.states();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for z in z.iter_mut() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *z = (state >> 11) as f64 - 4_503_599_627_370_496.0;
    }
    centre(z);
    let length = norm(z);
    z.iter_mut().for_each(|z| *z /= length);
    let noise = 4.0 * n as f64 * f64::EPSILON;
    let mut best = SecondEigenvalue {
        modulus: 1.0,
        residual: f64::INFINITY,
        iterations: 0,
    };
    while best.iterations < iterations {
        // Two steps of Arnoldi's method: H = [[h11, h12], [h21, h22]], next component h32.
        product(matrix, z, w);
        let h11 = dot(z, w);
        w.iter_mut().zip(z.iter()).for_each(|(w, z)| *w -= h11 * z);
        let h21 = norm(w);
        best.iterations = best.iterations.saturating_add(1);
        if h21 <= noise {
            best.modulus = if h11.abs() <= noise { 0.0 } else { h11.abs() };
            best.residual = h21;
            return Ok(best);
        }
        w.iter_mut().for_each(|w| *w /= h21);
        product(matrix, w, v);
        let (h12, h22) = (dot(z, v), dot(w, v));
        for (v, (z, w)) in v.iter_mut().zip(z.iter().zip(w.iter())) {
            *v -= h12 * z + h22 * w;
        }
        let h32 = norm(v);
        best.iterations = best.iterations.saturating_add(1);
        let (modulus, share) = ritz(h11, h12, h21, h22);
        best.modulus = modulus;
        best.residual = h32 * share;
        if best.residual <= noise {
            return Ok(best);
        }
        // z P^2 = h11 (h11 z + h21 w) + h21 (h12 z + h22 w + v).
        for (z, (w, v)) in z.iter_mut().zip(w.iter().zip(v.iter())) {
            *z = (h11 * h11 + h21 * h12) * *z + h21 * ((h11 + h22) * w + v);
        }
        centre(z);
        let length = norm(z);
        if length <= noise {
            best.modulus = 0.0;
            best.residual = length;
            return Ok(best);
        }
        z.iter_mut().for_each(|z| *z /= length);
    }
    Ok(best)
}

/// The larger modulus of the eigenvalues of [[a, b], [c, d]], and the second component of its unit eigenvector.
fn ritz(a: f64, b: f64, c: f64, d: f64) -> (f64, f64) {
    let half = 0.5 * (a - d);
    let mean = 0.5 * (a + d);
    let discriminant = half * half + b * c;
    // (a - l) y1 + b y2 = 0 and c y1 + (d - l) y2 = 0, c > 0: y = (l - d, c).
    if discriminant >= 0.0 {
        let root = sqrt(discriminant);
        let l = if mean >= 0.0 {
            mean + root
        } else {
            mean - root
        };
        let y1 = l - d;
        (l.abs(), c / sqrt(y1 * y1 + c * c))
    } else {
        let modulus = sqrt(mean * mean - discriminant);
        let y1 = sqrt(half * half - discriminant);
        (modulus, c / sqrt(y1 * y1 + c * c))
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn norm(x: &[f64]) -> f64 {
    sqrt(dot(x, x))
}

/// Takes the sum out.
fn centre(x: &mut [f64]) {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    x.iter_mut().for_each(|x| *x -= mean);
}

/// y = x P of sum 0.
fn product(matrix: StochasticMatrix<'_>, x: &[f64], y: &mut [f64]) {
    y.iter_mut().for_each(|y| *y = 0.0);
    for (row, x) in matrix.rows().zip(x) {
        for (y, p) in y.iter_mut().zip(row) {
            *y += x * p;
        }
    }
    centre(y);
}

/// |lambda_2| <= tau_1(P^m)^(1/m) for m = 1, 2, 4, .. 2^squarings: the least of these, rounded up.
pub fn second_eigenvalue_upper(
    matrix: StochasticMatrix<'_>,
    squarings: u32,
    work: &mut [f64],
) -> Result<f64> {
    let n = matrix.states();
    let work = work
        .get_mut(..second_eigenvalue_upper_work_len(n))
        .ok_or(Error::WorkLength)?;
    let (mut power, mut square) = work
        .split_at_mut_checked(matrix.as_slice().len())
        .ok_or(Error::WorkLength)?;
    for (to, from) in power.iter_mut().zip(matrix.as_slice()) {
        *to = *from;
    }
    // error: sum over k of abs(power_ik - (P^m)_ik), at most, for every row i.
    let unit = (2.0 * n as f64 + 16.0) * f64::EPSILON;
    let mut error = 2.0 * row_sum_tolerance(n);
    let mut least = 1.0;
    for level in 0..=squarings {
        if level > 0 {
            squared(power, n, square);
            core::mem::swap(&mut power, &mut square);
            error = (2.0 * error + error * error + unit) * (1.0 + 4.0 * f64::EPSILON);
        }
        let view = StochasticMatrix::new(power, n)?;
        let mut root = ergodicity::tau_one(view) * (1.0 + unit) + error;
        for _ in 0..level {
            root = sqrt(root) * (1.0 + f64::EPSILON);
        }
        if root < least {
            least = root;
        }
        if !(error < 1.0) {
            break;
        }
    }
    Ok(least)
}
