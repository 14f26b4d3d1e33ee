//! The group inverse A# of A = I - P, and its ergodicity coefficient.
use super::double_rows::{DoubleRowMut, DoubleRows};
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

/// A#, row by row, and pi.
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
    let (mut rates, mut x, mut times, mut flow) = (vector(), vector(), vector(), vector());

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
    eliminate(&mut a, n, &mut rates)?;
    distribution(&a, n, &mut x);
    visits(&mut a, n, &rates, &mut flow);

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
fn eliminate(a: &mut DoubleRows<'_>, n: usize, rates: &mut DoubleRowMut<'_>) -> Result<()> {
    for k in (1..n).rev() {
        let mut exits = a.row_mut(k).slice(0..k);
        let rate = exits.shared().sum();
        if !(rate.hi >= TINY) {
            return Err(Error::Underflow);
        }
        let mut smallest = f64::INFINITY;
        exits.each(|p| p / rate);
        for p in exits.hi.iter() {
            if *p > 0.0 && *p < smallest {
                smallest = *p;
            }
        }
        if smallest < TINY {
            return Err(Error::Underflow);
        }
        rates.set(k, rate);
        for i in 0..k {
            let (mut row, from) = a.pair(i, k);
            let factor = row.get(k);
            if factor.hi > 0.0 {
                row.set(k, factor / rate);
                let mut row = row.slice(0..k);
                let from = from.slice(0..k);
                if factor.hi * smallest < TINY {
                    watch(row.hi, factor.hi, from.hi)?;
                }
                row.add_multiple(factor, from);
            }
        }
    }
    Ok(())
}

#[cold]
fn watch(cells: &[f64], factor: f64, p: &[f64]) -> Result<()> {
    let lost = |(cell, p): (&f64, &f64)| *p > 0.0 && factor * p < TINY && *cell < LARGE;
    if cells.iter().zip(p).any(lost) {
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
    rates: &DoubleRowMut<'_>,
    scaled: &mut DoubleRowMut<'_>,
) {
    for k in 2..n {
        for j in 2..k {
            let (row, from) = a.pair(k, j);
            let factor = row.get(j);
            if factor.hi > 0.0 {
                row.slice(1..j).add_multiple(factor, from.slice(1..j));
            }
        }
    }
    for i in (1..n).rev() {
        for k in (i.saturating_add(1)..n).rev() {
            let (row, from) = a.pair(i, k);
            let factor = row.get(k);
            if factor.hi > 0.0 {
                let after = k.saturating_add(1)..n;
                row.slice(after.clone())
                    .add_multiple(factor, from.slice(after));
            }
        }
    }
    for i in (1..n).rev() {
        let mut row = a.row_mut(i);
        let rate = rates.get(i);
        for k in 1..i {
            scaled.set(k, row.get(k) / rates.get(k));
            row.set(k, DoubleDouble::from(0.0));
        }
        row.set(i, DoubleDouble::from(1.0));
        row.slice(i..n).each(|w| w / rate);
        for k in 1..i {
            let (mut row, from) = a.pair(i, k);
            let factor = scaled.get(k);
            if factor.hi > 0.0 {
                row.set(k, row.get(k) + factor);
                let after = k.saturating_add(1)..n;
                row.slice(after.clone())
                    .add_multiple(factor, from.slice(after));
            }
        }
    }
}

/// tau_1(A#) = 0.5 max_ij sum_k abs(A#_ik - A#_jk), rounded up.
pub fn tau_one(inverse: &[f64], n: usize) -> Result<f64> {
    if domain::cells(n)? != inverse.len() {
        return Err(Error::Length);
    }
    let mut max = 0.0;
    for (i, a) in inverse.chunks_exact(n.max(1)).enumerate() {
        for b in inverse.chunks_exact(n.max(1)).take(i) {
            let distance = super::ergodicity::distance(a, b);
            if !(distance < f64::INFINITY) {
                return Err(Error::Domain); // NaN or infinite entries
            }
            if distance > max {
                max = distance;
            }
        }
    }
    Ok(0.5 * max * (1.0 + (n as f64 + 16.0) * f64::EPSILON))
}
