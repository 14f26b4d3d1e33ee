//! The group inverse A# of A = I - P, and its ergodicity coefficient: how much a change of P changes pi.
//!
//! pi~ - pi = pi~ (P~ - P) A# for any two chains [Schweitzer 1968, doi:10.2307/3212261], so
//! TV(pi, pi~) <= 0.5 tau_1(A#) sum_i pi~_i sum_j abs(P~_ij - P_ij). With m_ij the mean first-passage time, m_ij pi_j = A#_jj - A#_ij.
use super::double_rows::{DoubleRowMut, DoubleRows};
use super::ergodicity::tau_one_of;
use super::visits::{distribution, eliminate, visits};
use super::{StochasticMatrix, gth};
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::special::double_double::DoubleDouble;

/// Expected times from here on are refused.
const HUGE: f64 = 1e300;

/// Scratch elements that [`group_inverse`] needs for n states: 2 n^2 + 8 n.
pub const fn work_len(n: usize) -> usize {
    n.saturating_mul(n)
        .saturating_mul(2)
        .saturating_add(n.saturating_mul(8))
}

/// A# of A = I - P, row by row, and pi: A A# = A# A = I - 1 pi, pi A# = 0.
///
/// - Domain: chains with one recurrent class; transient states allowed.
/// - Units: steps. A#_ij is how many visits to j a start in i brings more than a start from pi, in the long run.
/// - Special values: for a transient j, A#_ij is the expected number of visits to j. Periodic chains are no special case.
/// - Accuracy: with r the most probable state, T_i the mean time from i to r, T'_j that of the chain run
///   backwards, N_ij the mean visits to j before r, m = sum pi_i T_i, every entry is within
///   2^-53 abs(A#_ij) + n^2 2^-101 (N_ij + pi_j (T_i + T'_j + m))
///   of the true one. The first term is the rounding to a double. The second is what cancellation can do; it is measured
///   to be without effect: **relative to itself, every stored entry of the
///   references is within 1.1e-16**, graded chains (pi down to 9e-44, and 2e-224 on a ladder) and nearly uncoupled ones (couplings of 2^-27 to 2^-80)
///   of up to 1000 states (`tests/data/group_inverse.csv`). `pi` is as accurate.
/// - Method: A# = (I - 1 pi) G (I - 1 pi) for any G with (I - P) G = I - 1 g [Meyer 1975,
///   doi:10.1137/1017044]; here G = N, bordered by zeros, so A#_ij = N_ij - q_j - pi_j (T_i - m), q = pi N. N, T, q, m and
///   pi come from elimination without subtraction [Grassmann, Taksar, Heyman 1985,
///   doi:10.1287/opre.33.5.1107], each with a small relative error [O'Cinneide 1993, doi:10.1007/BF01385741], all in
///   double-double, so that what the last line cancels is not missed. The most probable state as r keeps
///   N_ij/pi_j and T_i small.
/// - Cost: n^3 products and sums of 106 bits, about 26 n^3 operations; 2 n^2 + 8 n scratch.
///
/// # Errors
/// [`Error::SeveralClasses`]; [`Error::Underflow`] where a product of probabilities that matters is below 2^-900, or an expected time
/// above 1e300; [`Error::Length`] unless `inverse` has n * n and `pi` n elements; [`Error::WorkLength`]. The outputs are then left as they were.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, group_inverse};
/// // Kemeny and Snell's Land of Oz: rain, nice, snow.
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// let (mut inverse, mut pi) = ([0.0; 9], [0.0; 3]);
/// group_inverse::group_inverse(p.as_matrix(), &mut [0.0; group_inverse::work_len(3)], &mut inverse, &mut pi)?;
/// assert_eq!(pi, [0.4, 0.2, 0.4]);
/// // The mean time from nice to rain is (A#_00 - A#_10)/pi_0 = 8/3.
/// assert!(((inverse[0] - inverse[3]) / pi[0] - 8.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn group_inverse(
    matrix: StochasticMatrix<'_>,
    work: &mut [f64],
    inverse: &mut [f64],
    pi: &mut [f64],
) -> Result<()> {
    let n = matrix.states();
    let cells = matrix.as_slice().len();
    if inverse.len() != cells || pi.len() != n {
        return Err(Error::Length);
    }
    let work = work.get_mut(..work_len(n)).ok_or(Error::WorkLength)?;
    let (hi, work) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let (lo, work) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let mut vectors = work.parts_mut(n);
    let mut vector = || DoubleRowMut {
        hi: vectors.next().unwrap_or_default(),
        lo: vectors.next().unwrap_or_default(),
    };
    let (mut reciprocals, mut x, mut times, mut flow) = (vector(), vector(), vector(), vector());

    // The most probable state of the recurrent class goes first and is never eliminated.
    gth::solve(matrix, None, hi, x.hi)?;
    let most = x.hi.iter().enumerate().fold(
        (0, 0.0),
        |best, (i, p)| {
            if *p > best.1 { (i, *p) } else { best }
        },
    );
    let order = Exchange(most.0);
    for (p, row) in hi.parts_mut(n).enumerate() {
        let from = matrix.row(order.at(p)).unwrap_or_default();
        for (c, cell) in row.iter_mut().enumerate() {
            *cell = from.get(order.at(c)).copied().unwrap_or(0.0);
        }
    }
    lo.iter_mut().for_each(|l| *l = 0.0);
    let mut a = DoubleRows::new(hi, lo, n);
    eliminate(&mut a, n, &mut reciprocals)?;
    distribution(&a, n, &mut x);
    visits(&mut a, n, &reciprocals, &mut flow);

    // times_i: expected steps from i to the first state; flow_j = sum pi_k N_kj; m = sum pi_k times_k.
    flow.each(|_| DoubleDouble::from(0.0));
    let mut mean = DoubleDouble::from(0.0);
    for i in 0..n {
        let row = a.row(i);
        let time = if i == 0 {
            DoubleDouble::from(0.0)
        } else {
            row.slice(1..n).sum()
        };
        if !(time.hi < HUGE) {
            return Err(Error::Underflow);
        }
        times.set(i, time);
        let p = x.get(i);
        if i > 0 && p.hi > 0.0 {
            mean = mean + p * time;
            flow.add_multiple(p, row);
        }
    }
    flow.set(0, DoubleDouble::from(0.0));

    // Nothing fails from here on: the outputs may be written.
    for p in 0..n {
        let start = order.at(p).saturating_mul(n);
        let to = inverse
            .get_mut(start..start.saturating_add(n))
            .unwrap_or_default();
        let row = a.row(p);
        let rest = mean - times.get(p);
        for c in 0..n {
            let visits = if p == 0 || c == 0 {
                DoubleDouble::from(0.0)
            } else {
                row.get(c)
            };
            let value = (visits - flow.get(c)) + x.get(c) * rest;
            if let Some(cell) = to.get_mut(order.at(c)) {
                *cell = value.value();
            }
        }
        if let Some(cell) = pi.get_mut(order.at(p)) {
            *cell = x.get(p).value();
        }
    }
    Ok(())
}

/// States 0 and `self.0` in each other's place.
struct Exchange(usize);

impl Exchange {
    fn at(&self, i: usize) -> usize {
        if i == 0 {
            self.0
        } else if i == self.0 {
            0
        } else {
            i
        }
    }
}

/// tau_1(A#) = 0.5 max_ij sum_k abs(A#_ik - A#_jk), rounded up.
///
/// - Domain: `inverse` as [`group_inverse`] fills it, n * n numbers.
/// - Units: steps. For two states, 1/(p + q): how long a chain remembers where it started.
/// - Guarantee: at least tau_1 of the chain's true A#: the subtractions, the sums and the error of
///   [`group_inverse`]'s entries are covered. Hence sum abs((z A#)_j) <= tau_1(A#) sum abs(z_i) for every z of sum 0, and
///   [`stationary::error_bound`](super::stationary::error_bound) with it.
/// - Special values: never below 1/abs(1 - l) for any eigenvalue l of P but one 1, so at least 1/2.
/// - Accuracy: above the true value by at most (2 n + 40) 2^-52 of it.
/// - Method: the definition [Seneta 1991, in: Stewart (ed.), Numerical Solution of Markov Chains, 121-129].
/// - Cost: 3/2 n^3 operations, no scratch.
///
/// # Errors
/// [`Error::States`]; [`Error::Length`]; [`Error::Domain`] for entries that are NaN, infinite or too large to subtract.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, group_inverse};
/// let p = TransitionMatrix::new([[0.75, 0.25], [0.25, 0.75]])?;
/// let (mut inverse, mut pi) = ([0.0; 4], [0.0; 2]);
/// group_inverse::group_inverse(p.as_matrix(), &mut [0.0; 24], &mut inverse, &mut pi)?;
/// let tau = group_inverse::tau_one(&inverse, 2)?;
/// assert!((2.0..2.0 + 1e-14).contains(&tau)); // 1/(p + q)
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn tau_one(inverse: &[f64], n: usize) -> Result<f64> {
    if domain::cells(n)? != inverse.len() {
        return Err(Error::Length);
    }
    // A subtraction and n additions round up to (n + 1) 2^-53 of the sum. With r the relative error of the entries, a
    // difference of rows is off by r (sum abs(A#_ik) + sum abs(A#_jk)) <= 4 r tau_1: pi A# = 0, so no row is longer than 2 tau_1.
    // r = 2^-53; the second term of an entry's error, summed over a row, is n^2 2^-101 2 (T_i + m) <= 4 n^3 2^-101 tau_1, at most 2^-51 tau_1:
    // T_i pi_r = A#_rr - A#_ir <= tau_1 and pi_r >= 1/n.
    let tau = tau_one_of(inverse, n) * (1.0 + (n as f64 + 20.0) * f64::EPSILON);
    if tau < f64::INFINITY {
        Ok(tau)
    } else {
        Err(Error::Domain)
    }
}
