//! The group inverse A# of A = I - P, and its ergodicity coefficient: how much a change of P changes pi.
//!
//! pi~ - pi = pi~ (P~ - P) A# for any two chains [Schweitzer 1968, doi:10.2307/3212261], so
//! TV(pi, pi~) <= 0.5 tau_1(A#) sum_i pi~_i sum_j abs(P~_ij - P_ij). With m_ij the mean first-passage time, m_ij pi_j = A#_jj - A#_ij.
use super::double_rows::{DoubleRowMut, DoubleRows, WIDTH};
use super::ergodicity::tau_one_of;
use super::{StochasticMatrix, gth};
use crate::domain;
use crate::error::{Error, Result};
use crate::special::double_double::DoubleDouble;

/// An exit rate or a product below 2^-900 is refused where it matters: its low part would underflow.
const TINY: f64 = f64::from_bits((1023 - 900) << 52);
/// What may lose a number below [`TINY`] without harm.
const LARGE: f64 = f64::from_bits((1023 - 790) << 52);
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
///   references is within 1.1e-16**, graded chains (pi down to 1e-47, and 1e-235 on a ladder) and nearly uncoupled ones (couplings of 2^-27 to 2^-80)
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
    let mut vectors = work.chunks_exact_mut(n.max(1));
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
    for (p, row) in hi.chunks_exact_mut(n.max(1)).enumerate() {
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

/// I - P = (I - U) S (I - L) on the states from 1 on: L below the diagonal, U above, row 0 of U as well.
fn eliminate(a: &mut DoubleRows<'_>, n: usize, reciprocals: &mut DoubleRowMut<'_>) -> Result<()> {
    let mut left = n;
    while left > WIDTH {
        // Four states at a time: among themselves first, then from all rows before them.
        let keep = left.saturating_sub(WIDTH);
        let mut smallest = [0.0; WIDTH];
        for (t, smallest) in smallest.iter_mut().enumerate().rev() {
            let k = keep.saturating_add(t);
            *smallest = pivot(a, k, reciprocals)?;
            for i in keep..k {
                eliminate_one(a, i, k, reciprocals, *smallest)?;
            }
        }
        let reciprocal: [DoubleDouble; WIDTH] =
            core::array::from_fn(|t| reciprocals.get(keep.saturating_add(t)));
        for i in 0..keep {
            let (mut row, panel) = a.panel(i, keep);
            let mut factors = [DoubleDouble::from(0.0); WIDTH];
            for t in (0..WIDTH).rev() {
                let k = keep.saturating_add(t);
                let factor = row.get(k);
                let (Some(from), Some(smallest), Some(reciprocal), Some(f)) = (
                    panel.get(t),
                    smallest.get(t),
                    reciprocal.get(t),
                    factors.get_mut(t),
                ) else {
                    continue;
                };
                if factor.hi > 0.0 {
                    if factor.hi * smallest < TINY {
                        watch(row.hi, factor.hi, from.hi, k)?;
                    }
                    *f = factor;
                    row.set(k, factor * *reciprocal);
                    for c in keep..k {
                        row.set(c, row.get(c) + factor * from.get(c));
                    }
                }
            }
            if factors.iter().any(|f| f.hi > 0.0) {
                let panel = panel.map(|row| row.slice(0..keep));
                row.slice(0..keep).add_multiples(&factors, &panel);
            }
        }
        left = keep;
    }
    for k in (1..left).rev() {
        let smallest = pivot(a, k, reciprocals)?;
        for i in 0..k {
            eliminate_one(a, i, k, reciprocals, smallest)?;
        }
    }
    Ok(())
}

/// Divides row k by its exit rate; returns its smallest positive entry.
fn pivot(a: &mut DoubleRows<'_>, k: usize, reciprocals: &mut DoubleRowMut<'_>) -> Result<f64> {
    let mut exits = a.row_mut(k).slice(0..k);
    let rate = exits.shared().sum();
    if !(rate.hi >= TINY) {
        return Err(Error::Underflow);
    }
    let reciprocal = DoubleDouble::from(1.0) / rate;
    exits.each(|p| p * reciprocal);
    let mut smallest = f64::INFINITY;
    for p in exits.hi.iter() {
        if *p > 0.0 && *p < smallest {
            smallest = *p;
        }
    }
    if smallest < TINY {
        return Err(Error::Underflow);
    }
    reciprocals.set(k, reciprocal);
    Ok(smallest)
}

fn eliminate_one(
    a: &mut DoubleRows<'_>,
    i: usize,
    k: usize,
    reciprocals: &DoubleRowMut<'_>,
    smallest: f64,
) -> Result<()> {
    let (mut row, from) = a.pair(i, k);
    let factor = row.get(k);
    if factor.hi > 0.0 {
        if factor.hi * smallest < TINY {
            watch(row.hi, factor.hi, from.hi, k)?;
        }
        row.set(k, factor * reciprocals.get(k));
        row.slice(0..k).add_multiple(factor, from.slice(0..k));
    }
    Ok(())
}

#[cold]
fn watch(cells: &[f64], factor: f64, p: &[f64], len: usize) -> Result<()> {
    let lost = |(cell, p): (&f64, &f64)| *p > 0.0 && factor * p < TINY && *cell < LARGE;
    if cells.iter().zip(p).take(len).any(lost) {
        Err(Error::Underflow)
    } else {
        Ok(())
    }
}

/// x_k = sum over i < k of x_i U_ik from x_0 = 1 on, divided by its sum.
fn distribution(a: &DoubleRows<'_>, n: usize, x: &mut DoubleRowMut<'_>) {
    x.each(|_| DoubleDouble::from(0.0));
    x.set(0, DoubleDouble::from(1.0));
    for i in 0..n {
        let own = x.get(i);
        let after = i.saturating_add(1)..n;
        let (to, from) = (&mut *x, a.row(i).slice(after.clone()));
        let mut to = DoubleRowMut {
            hi: to.hi.get_mut(after.clone()).unwrap_or_default(),
            lo: to.lo.get_mut(after).unwrap_or_default(),
        };
        to.add_multiple(own, from);
    }
    let total = x.shared().sum();
    x.each(|p| p / total);
}

/// N = (I - L)^-1 S^-1 (I - U)^-1, in place.
fn visits(
    a: &mut DoubleRows<'_>,
    n: usize,
    reciprocals: &DoubleRowMut<'_>,
    scaled: &mut DoubleRowMut<'_>,
) {
    // V = (I - L)^-1 = I + L V: row k gathers L_kj V_j, j rising, so that L_kj is read before it is overwritten.
    for k in 2..n {
        let mut j = 1;
        while j < k {
            let wide = k.saturating_sub(j) >= WIDTH;
            if wide {
                let (mut row, panel) = a.panel(k, j);
                let factors = core::array::from_fn(|t| row.get(j.saturating_add(t)));
                for (t, (factor, from)) in factors.iter().zip(&panel).enumerate() {
                    for c in j..j.saturating_add(t) {
                        row.set(c, row.get(c) + *factor * from.get(c));
                    }
                }
                if factors.iter().any(|f| f.hi > 0.0) {
                    row.slice(1..j)
                        .add_multiples(&factors, &panel.map(|row| row.slice(1..j)));
                }
            } else {
                let (row, from) = a.pair(k, j);
                let factor = row.get(j);
                row.slice(1..j).add_multiple(factor, from.slice(1..j));
            }
            j = j.saturating_add(if wide { WIDTH } else { 1 });
        }
    }
    // W = (I - U)^-1 = I + U W: row i gathers U_ik W_k, k falling.
    for i in (1..n).rev() {
        let mut end = n;
        let first = i.saturating_add(1);
        while end > first {
            let wide = end.saturating_sub(first) >= WIDTH;
            let k = end.saturating_sub(if wide { WIDTH } else { 1 });
            if wide {
                let (mut row, panel) = a.panel(i, k);
                let factors = core::array::from_fn(|t| row.get(k.saturating_add(t)));
                for (t, (factor, from)) in factors.iter().zip(&panel).enumerate() {
                    for c in k.saturating_add(t).saturating_add(1)..end {
                        row.set(c, row.get(c) + *factor * from.get(c));
                    }
                }
                if factors.iter().any(|f| f.hi > 0.0) {
                    row.slice(end..n)
                        .add_multiples(&factors, &panel.map(|row| row.slice(end..n)));
                }
            } else {
                let (row, from) = a.pair(i, k);
                let factor = row.get(k);
                row.slice(end..n).add_multiple(factor, from.slice(end..n));
            }
            end = k;
        }
    }
    // N_i = sum over k <= i of V_ik / s_k W_k, from the last row on: the rows before it still hold W.
    for i in (1..n).rev() {
        let mut row = a.row_mut(i);
        let reciprocal = reciprocals.get(i);
        for k in 1..i {
            scaled.set(k, row.get(k) * reciprocals.get(k));
            row.set(k, DoubleDouble::from(0.0));
        }
        row.set(i, DoubleDouble::from(1.0));
        row.slice(i..n).each(|w| w * reciprocal);
        let mut k = 1;
        while k < i {
            let wide = i.saturating_sub(k) >= WIDTH;
            let end = k.saturating_add(if wide { WIDTH } else { 1 });
            if wide {
                let (mut row, panel) = a.panel(i, k);
                let factors = core::array::from_fn(|t| scaled.get(k.saturating_add(t)));
                for (t, (factor, from)) in factors.iter().zip(&panel).enumerate() {
                    let own = k.saturating_add(t);
                    row.set(own, row.get(own) + *factor);
                    for c in own.saturating_add(1)..end {
                        row.set(c, row.get(c) + *factor * from.get(c));
                    }
                }
                if factors.iter().any(|f| f.hi > 0.0) {
                    row.slice(end..n)
                        .add_multiples(&factors, &panel.map(|row| row.slice(end..n)));
                }
            } else {
                let (mut row, from) = a.pair(i, k);
                let factor = scaled.get(k);
                row.set(k, row.get(k) + factor);
                row.slice(end..n).add_multiple(factor, from.slice(end..n));
            }
            k = end;
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
    let tau = tau_one_of(inverse, n) * (1.0 + (n as f64 + 20.0) * f64::EPSILON);
    if tau < f64::INFINITY {
        Ok(tau)
    } else {
        Err(Error::Domain)
    }
}
