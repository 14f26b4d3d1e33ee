//! How fast a chain forgets where it started: its second eigenvalue, as an estimate and as a bound.
use super::classes::{count_and_representative, period};
use super::matrix::row_sum_tolerance;
use super::predict::squared;
use super::{StochasticMatrix, ergodicity};
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::special::float::{exp, ln, sqrt};

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
    /// The estimate.
    pub modulus: f64,
    /// How far the iteration is from having converged: a unit vector z of sum 0 and a number l of
    /// modulus close to `modulus` have sqrt(sum abs(z P - l z)^2) = `residual`. 0 where classes or period tell the modulus.
    pub residual: f64,
    /// Products z P that were formed; 0 where classes or period tell the modulus.
    pub iterations: u32,
}

/// Estimate of |lambda_2|, the largest modulus of P's eigenvalues when one eigenvalue 1 is left out,
/// and how far it has converged. Not a bound: that is [`second_eigenvalue_upper`].
///
/// - Domain: any stochastic matrix; `iterations` at least 1, the products z P to spend.
/// - Special values: 1 exactly, residual 0, where there are several recurrent classes or the
///   only one is periodic. 0 where all that is left is below the rounding of n numbers of size 1 (all rows equal).
/// - Accuracy: below a `residual` of 4 n 2^-52 the iteration ends: converged. For a matrix with
///   eigenvectors of condition number c an eigenvalue lies within c `residual` [Bauer, Fike 1960,
///   doi:10.1007/BF01386217], though not surely the second one: a start vector may lack it, and a `residual` above
///   0.001 says that more than two eigenvalues compete: then `modulus` is the mean growth of the
///   second half of the iteration, which is right to about 1/iterations.
/// - Method: z -> z P on vectors of sum 0, from a fixed vector; after each two steps the
///   eigenvalues of P on the plane of the last two vectors [Arnoldi 1951, doi:10.1090/qam/42792], so that
///   complex pairs and pairs l, -l are no special case.
/// - Cost: 2 n^2 operations an iteration, and the search for classes; 3 n scratch.
///
/// # Errors
/// [`Error::Iterations`], [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, mixing};
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// let found = mixing::second_eigenvalue(p.as_matrix(), 100, &mut [0.0; 9])?;
/// assert!((found.modulus - 0.25).abs() < 1e-15 && found.residual < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
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
    let (classes, representative) = count_and_representative(matrix, work)?;
    if classes > 1 || period(matrix, representative, work)? > 1 {
        return Ok(SecondEigenvalue {
            modulus: 1.0,
            residual: 0.0,
            iterations: 0,
        });
    }
    let (z, rest) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (w, v) = rest.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    Ok(iterate(matrix, iterations, z, w, v))
}

/// A residual from which on more than two eigenvalues of like modulus are at work.
const CROWDED: f64 = 1e-3;

fn iterate(
    matrix: StochasticMatrix<'_>,
    iterations: u32,
    z: &mut [f64],
    w: &mut [f64],
    v: &mut [f64],
) -> SecondEigenvalue {
    let n = matrix.states();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for z in z.iter_mut() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *z = (state >> 11) as f64 - 4_503_599_627_370_496.0;
    }
    centre(z);
    normalise(z);
    let noise = 4.0 * n as f64 * f64::EPSILON;
    let mut found = SecondEigenvalue {
        modulus: 1.0,
        residual: f64::INFINITY,
        iterations: 0,
    };
    let (mut growth, mut earlier, mut since) = (0.0, 0.0, 0_u32);
    while found.iterations < iterations {
        // Two steps of Arnoldi's method: z P = h11 z + h21 w, w P = h12 z + h22 w + v.
        product(matrix, z, w);
        let h11 = dot(z, w);
        w.iter_mut().zip(z.iter()).for_each(|(w, z)| *w -= h11 * z);
        let h21 = normalise(w);
        found.iterations = found.iterations.saturating_add(1);
        if h21 <= noise {
            found.modulus = if h11.abs() <= noise { 0.0 } else { h11.abs() };
            found.residual = h21;
            return found;
        }
        product(matrix, w, v);
        let (h12, h22) = (dot(z, v), dot(w, v));
        for (v, (z, w)) in v.iter_mut().zip(z.iter().zip(w.iter())) {
            *v -= h12 * z + h22 * w;
        }
        found.iterations = found.iterations.saturating_add(1);
        let (modulus, share) = ritz(h11, h12, h21, h22);
        found.modulus = modulus;
        found.residual = norm(v) * share;
        if found.residual <= noise {
            if found.modulus <= noise {
                found.modulus = 0.0;
            }
            return found;
        }
        // z P^2 = h11 (h11 z + h21 w) + h21 (h12 z + h22 w + v).
        for (z, (w, v)) in z.iter_mut().zip(w.iter().zip(v.iter())) {
            *z = (h11 * h11 + h21 * h12) * *z + h21 * ((h11 + h22) * w + v);
        }
        centre(z);
        let length = normalise(z);
        if length <= noise {
            found.modulus = 0.0;
            found.residual = length;
            return found;
        }
        growth += ln(length);
        if found.iterations.is_power_of_two() && found.iterations <= iterations / 2 {
            (earlier, since) = (growth, found.iterations);
        }
    }
    let steps = found.iterations.saturating_sub(since);
    if found.residual > CROWDED && steps > 0 {
        let mean = exp((growth - earlier) / f64::from(steps));
        found.modulus = if mean < 1.0 { mean } else { 1.0 };
    }
    if !(found.modulus < 1.0) {
        found.modulus = 1.0; // rounding
    }
    found
}

/// Scales to length 1, unless it is 0; returns the length.
fn normalise(x: &mut [f64]) -> f64 {
    let length = norm(x);
    if length > 0.0 {
        x.iter_mut().for_each(|x| *x /= length);
    }
    length
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

/// |lambda_2| <= tau_1(P^m)^(1/m) for m = 1, 2, 4, .. 2^`squarings`: the least of these, rounded up.
///
/// - Domain: any stochastic matrix; any number of squarings: from about 40 on rounding has used up what
///   a power could say, and no more are made.
/// - Guarantee: every eigenvalue of P but one eigenvalue 1 has a modulus of at most the returned number,
///   rounding included; and TV(x P^t, y P^t) <= tau_1(P^m) for t >= m. At most 1.
/// - Special values: 1 for several classes and periodic chains, and where too few squarings are made: some power must
///   have a common next state for every two states.
/// - Accuracy: the m-th root takes out the factor by which tau_1(P^m) exceeds |lambda_2|^m. With c that factor,
///   the excess is about ln(c)/m. Rounding adds up to m (4 n + 16) 2^-52 to tau_1(P^m): larger m may say less, so that the least is taken.
/// - Method: tau_1 is submultiplicative and bounds the eigenvalues [Seneta 1979, doi:10.2307/1426955];
///   powers by repeated squaring, their rows' errors carried along: e -> 2 e + e^2 + (4 n + 16) 2^-52.
/// - Cost: for each squaring 2 n^3 operations and 3/2 n^3 for tau_1; 2 n^2 scratch.
///
/// # Errors
/// [`Error::WorkLength`].
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, mixing};
/// // A walk round five seats, half the time staying: |lambda_2| = 1/2 + cos(2 pi/5)/2.
/// let (h, q) = (0.5, 0.25);
/// let p = TransitionMatrix::new([[h, q, 0.0, 0.0, q], [q, h, q, 0.0, 0.0], [0.0, q, h, q, 0.0],
///                                [0.0, 0.0, q, h, q], [q, 0.0, 0.0, q, h]])?;
/// let bound = mixing::second_eigenvalue_upper(p.as_matrix(), 5, &mut [0.0; 50])?;
/// assert!(bound >= 0.6545084971874737 && bound < 0.66);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
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
    for (row, from) in power.parts_mut(n).zip(matrix.rows()) {
        let sum: f64 = from.iter().sum();
        for (to, p) in row.iter_mut().zip(from) {
            *to = p / sum;
        }
    }
    // error: at most sum over k of abs(power_ik - (P^m)_ik) in every row i. Scaling a row to sum 1 and taking its lack as the
    // diagonal's differ by twice the tolerance. A product of rows of sums 1 +- (n + 2) 2^-53 has a sum of 1 +- that twice, and
    // is rounded n + 1 times, and n + 2 times more when it is scaled.
    let unit = (4.0 * n as f64 + 16.0) * f64::EPSILON;
    let mut error = 2.0 * row_sum_tolerance(n) + unit;
    let mut least = 1.0;
    for level in 0..=squarings {
        if level > 0 {
            squared(power, n, square);
            core::mem::swap(&mut power, &mut square);
            error = (2.0 * error + error * error + unit) * (1.0 + 4.0 * f64::EPSILON);
        }
        if !(error < 1.0) {
            break;
        }
        let mut root = ergodicity::tau_one_of(power, n) + error + unit;
        for _ in 0..level {
            root = sqrt(root) * (1.0 + f64::EPSILON);
        }
        if root < least {
            least = root;
        }
    }
    Ok(least)
}
