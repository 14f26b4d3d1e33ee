//! Elimination without subtraction in double-double, and the expected visits that its factors give: the arithmetic of
//! [`group_inverse`](super::group_inverse::group_inverse).
//!
//! State 0 is never eliminated. With a_ik the rates of the chain watched on states 0 to k only and s_k = sum over
//! j < k of a_kj, L_kj = a_kj / s_k and U_ik = a_ik / s_k: all positive, and so is all that follows.
use super::double_rows::{DoubleRowMut, DoubleRows, WIDTH};
use crate::error::{Error, Result};
use crate::special::double_double::DoubleDouble;

/// An exit rate or a product below 2^-900 is refused where it matters: its low part would underflow.
const TINY: f64 = f64::from_bits((1023 - 900) << 52);
/// What may lose a number below [`TINY`] without harm.
const LARGE: f64 = f64::from_bits((1023 - 790) << 52);
/// I - P = (I - U) S (I - L) on the states from 1 on: L below the diagonal, U above, row 0 of U as well.
pub(super) fn eliminate(
    a: &mut DoubleRows<'_>,
    n: usize,
    reciprocals: &mut DoubleRowMut<'_>,
) -> Result<()> {
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
pub(super) fn distribution(a: &DoubleRows<'_>, n: usize, x: &mut DoubleRowMut<'_>) {
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
pub(super) fn visits(
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
