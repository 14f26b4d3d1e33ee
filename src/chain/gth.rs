//! Elimination without subtraction, the arithmetic of [`stationary::gth`](super::stationary::gth).
//!
//! State k is eliminated by a_ij += a_ik a_kj / s_k, s_k = sum over j < k of a_kj: the exit rate is
//! summed, where Gauss would take it from the diagonal and cancel [Grassmann, Taksar, Heyman 1985,
//! doi:10.1287/opre.33.5.1107]. Every number is a sum of products of positive numbers, so each has a
//! small relative error whatever the chain [O'Cinneide 1993, doi:10.1007/BF01385741], as long as no
//! product underflows; that is watched. A factor common to a row does not matter to the elimination:
//! each row starts with its largest off-diagonal entry scaled to [1, 2), exactly.
//!
//! Four states are eliminated at a time, so that the matrix goes through the processor a quarter as
//! often; each number is the same, bit for bit, as one at a time.
use super::StochasticMatrix;
use super::classes::class_list;
use crate::domain::InParts;
use crate::error::{Error, Result};

/// States eliminated at a time.
const WIDTH: usize = 4;
/// An exit rate below 2^-700 is refused: the last division would turn what underflows into errors above 1e-100.
const SMALLEST_RATE: f64 = power_of_two(-700);
/// What an underflow may be added to without harm: 2^-960, more than 2^60 times what is lost.
const LARGE: f64 = power_of_two(-960);

/// The stationary distribution of the only recurrent class, or of the one that `from` reaches.
pub(super) fn solve(
    matrix: StochasticMatrix<'_>,
    from: Option<usize>,
    work: &mut [f64],
    pi: &mut [f64],
) -> Result<()> {
    let n = matrix.states();
    if pi.len() != n {
        return Err(Error::Length);
    }
    let cells = matrix.as_slice().len();
    let work = work.get_mut(..cells).ok_or(Error::WorkLength)?;
    let size = class_list(matrix, from, work)?.len();
    // A class of all states needs no list; the list of a smaller one fits behind its size^2 cells.
    let (a, list) = work
        .split_at_mut_checked(if size < n {
            cells.saturating_sub(size)
        } else {
            cells
        })
        .ok_or(Error::WorkLength)?;
    for (to, from) in list.iter_mut().zip(a.iter()) {
        *to = *from;
    }
    let a = a
        .get_mut(..size.saturating_mul(size))
        .ok_or(Error::WorkLength)?;
    if size < n {
        for (row, i) in a.parts_mut(size).zip(list.iter()) {
            let from = matrix.row(*i as usize).unwrap_or_default();
            for (cell, j) in row.iter_mut().zip(list.iter()) {
                *cell = from.get(*j as usize).copied().unwrap_or(0.0);
            }
        }
    } else {
        for (cell, p) in a.iter_mut().zip(matrix.as_slice()) {
            *cell = *p;
        }
    }
    for (k, row) in a.parts_mut(size).enumerate() {
        let scale = row_scale(k, row);
        row.iter_mut().for_each(|p| *p *= scale);
    }
    eliminate_down_to(a, size, 1)?;

    // Nothing fails from here on: `pi` may be written. Its first `size` elements serve the class.
    let (x, rest) = pi.split_at_mut_checked(size).ok_or(Error::Length)?;
    rest.iter_mut().for_each(|p| *p = 0.0);
    substitute(a, size, x);
    unscale(matrix, list, x);
    let total: f64 = x.iter().sum();
    x.iter_mut().for_each(|p| *p /= total);
    // Spread the class over its states, from the back: the list rises, so nothing is overwritten unread.
    for (k, i) in list.iter().enumerate().rev() {
        let value = pi.get_mut(k).map_or(0.0, core::mem::take);
        if let Some(p) = pi.get_mut(*i as usize) {
            *p = value;
        }
    }
    Ok(())
}

/// Eliminates the states from `stop` on, the last first.
///
/// Leaves, for each state k eliminated: s_k on the diagonal, a_kj / s_k before it (j < k) and the a_ik above it (i < k).
pub(super) fn eliminate_down_to(a: &mut [f64], size: usize, stop: usize) -> Result<()> {
    let mut left = size;
    while left > stop {
        let width = if left.saturating_sub(stop) >= WIDTH {
            WIDTH
        } else {
            1
        };
        let keep = left.saturating_sub(width);
        let used = a
            .get_mut(..left.saturating_mul(size))
            .ok_or(Error::WorkLength)?;
        let (kept, panel) = used
            .split_at_mut_checked(keep.saturating_mul(size))
            .ok_or(Error::WorkLength)?;
        if width == WIDTH {
            eliminate::<WIDTH>(kept, panel, keep, size)?;
        } else {
            eliminate::<1>(kept, panel, keep, size)?;
        }
        left = keep;
    }
    Ok(())
}

/// Eliminates the W states from `keep` on, the last of them first.
///
/// Leaves a_ik (i < k) as the back substitution needs it, s_k on the diagonal.
fn eliminate<const W: usize>(
    kept: &mut [f64],
    panel: &mut [f64],
    keep: usize,
    size: usize,
) -> Result<()> {
    let mut rows = panel.parts_mut(size);
    let mut rows: [&mut [f64]; W] = core::array::from_fn(|_| rows.next().unwrap_or_default());
    let mut smallest = [f64::INFINITY; W];
    for q in (0..W).rev() {
        let state = keep.saturating_add(q);
        let (row, above) = rows
            .split_at_mut_checked(q.saturating_add(1))
            .ok_or(Error::WorkLength)?;
        let Some(row) = row.last_mut() else { continue };
        let higher = above
            .iter()
            .zip(smallest.iter().skip(q.saturating_add(1)))
            .enumerate()
            .rev();
        for (t, (eliminated, smallest)) in higher {
            let column = state.saturating_add(t).saturating_add(1);
            let factor = row.get(column).copied().unwrap_or(0.0);
            watch(row, factor, eliminated, *smallest, column)?;
            for (cell, p) in row.iter_mut().zip(eliminated.iter()).take(column) {
                *cell += factor * p;
            }
        }
        let Some((exits, [rate, ..])) = row.split_at_mut_checked(state) else {
            continue;
        };
        let sum = sum(exits);
        if !(sum >= SMALLEST_RATE) {
            return Err(Error::Underflow);
        }
        let mut least = f64::INFINITY;
        for p in exits.iter_mut() {
            let positive = *p > 0.0;
            *p /= sum;
            if positive && *p < least {
                least = *p;
            }
        }
        if least < f64::MIN_POSITIVE {
            return Err(Error::Underflow);
        }
        *rate = sum;
        if let Some(s) = smallest.get_mut(q) {
            *s = least;
        }
    }
    let rows: [(&[f64], &[f64]); W] =
        rows.map(|row| row.split_at_checked(keep).unwrap_or_default());
    // Two rows at a time, so that each eliminated row is read half as often.
    let mut pairs = kept.parts_mut(size.saturating_mul(2));
    for pair in &mut pairs {
        let (first, second) = pair.split_at_mut_checked(size).ok_or(Error::WorkLength)?;
        let (first, f) = factors(first, keep, &rows, &smallest)?;
        let (second, g) = factors(second, keep, &rows, &smallest)?;
        if f.iter().chain(g.iter()).any(|f| *f > 0.0) {
            update_pair(first, second, &f, &g, &rows);
        }
    }
    let last = pairs.into_remainder();
    if !last.is_empty() {
        let (cells, f) = factors(last, keep, &rows, &smallest)?;
        update(cells, &f, &rows);
    }
    Ok(())
}

/// What is left of one row, and how much of each eliminated row is to be added to it.
#[inline(always)]
fn factors<'r, const W: usize>(
    row: &'r mut [f64],
    keep: usize,
    rows: &[(&[f64], &[f64]); W],
    smallest: &[f64; W],
) -> Result<(&'r mut [f64], [f64; W])> {
    let (cells, columns) = row.split_at_mut_checked(keep).ok_or(Error::WorkLength)?;
    let mut factors = [0.0; W];
    for t in (0..W).rev() {
        let (Some((p, couplings)), Some(smallest)) = (rows.get(t), smallest.get(t)) else {
            continue;
        };
        let factor = columns.get(t).copied().unwrap_or(0.0);
        watch(columns, factor, couplings, *smallest, t)?;
        watch(cells, factor, p, *smallest, keep)?;
        for (cell, p) in columns.iter_mut().zip(couplings.iter()).take(t) {
            *cell += factor * p;
        }
        if let Some(f) = factors.get_mut(t) {
            *f = factor;
        }
    }
    Ok((cells, factors))
}

/// [`update`] of two rows: the inner loop.
#[inline(always)]
fn update_pair<const W: usize>(
    first: &mut [f64],
    second: &mut [f64],
    f: &[f64; W],
    g: &[f64; W],
    rows: &[(&[f64], &[f64]); W],
) {
    if let ([f0, f1, f2, f3], [g0, g1, g2, g3], [(p0, _), (p1, _), (p2, _), (p3, _)]) =
        (f.as_slice(), g.as_slice(), rows.as_slice())
    {
        let p = p0.iter().zip(p1.iter()).zip(p2.iter().zip(p3.iter()));
        for ((x, y), ((p0, p1), (p2, p3))) in first.iter_mut().zip(second.iter_mut()).zip(p) {
            *x = (((*x + f3 * p3) + f2 * p2) + f1 * p1) + f0 * p0;
            *y = (((*y + g3 * p3) + g2 * p2) + g1 * p1) + g0 * p0;
        }
    } else {
        update(first, f, rows);
        update(second, g, rows);
    }
}

/// cells_j += sum over t of factor_t p_tj, from the last t to the first.
#[inline(always)]
fn update<const W: usize>(cells: &mut [f64], factors: &[f64; W], rows: &[(&[f64], &[f64]); W]) {
    for (factor, (p, _)) in factors.iter().zip(rows).rev() {
        for (cell, p) in cells.iter_mut().zip(p.iter()) {
            *cell += factor * p;
        }
    }
}

/// Refuses a product that underflows where its loss would matter: the smallest is looked at first.
#[inline(always)]
fn watch(cells: &[f64], factor: f64, p: &[f64], smallest: f64, len: usize) -> Result<()> {
    if factor > 0.0 && factor * smallest < f64::MIN_POSITIVE {
        watch_each(cells, factor, p, len)
    } else {
        Ok(())
    }
}

#[cold]
fn watch_each(cells: &[f64], factor: f64, p: &[f64], len: usize) -> Result<()> {
    let lost =
        |(cell, p): (&f64, &f64)| *p > 0.0 && factor * p < f64::MIN_POSITIVE && *cell < LARGE;
    if cells.iter().zip(p).take(len).any(lost) {
        Err(Error::Underflow)
    } else {
        Ok(())
    }
}

/// x_k = (sum over i < k of x_i a_ik) / s_k from x_0 = 1 on, up to a common factor.
fn substitute(a: &[f64], size: usize, x: &mut [f64]) {
    x.iter_mut().for_each(|t| *t = 0.0);
    for (k, row) in a.parts(size).enumerate() {
        let Some([rate, row @ ..]) = row.get(k..) else {
            continue;
        };
        let flow = x.get(k).copied().unwrap_or(0.0);
        let mut value = if k == 0 { 1.0 } else { flow / rate };
        if value > power_of_two(300) {
            // Shrink all, exactly, so that this one comes near 1: what then underflows is below 1e-308 of it.
            let shrink = power_of_two(exponent(*rate).saturating_sub(exponent(flow)));
            x.iter_mut().for_each(|t| *t *= shrink);
            value = flow * shrink / rate;
        }
        let Some([own, sums @ ..]) = x.get_mut(k..) else {
            continue;
        };
        *own = value;
        for (sum, p) in sums.iter_mut().zip(row) {
            *sum += value * p;
        }
    }
}

/// Undoes the scaling of the rows: pi_i = x_i scale_i, the largest near 1.
fn unscale(matrix: StochasticMatrix<'_>, list: &[f64], x: &mut [f64]) {
    let scale = |k: usize| {
        if list.is_empty() {
            return row_scale(k, matrix.row(k).unwrap_or_default());
        }
        let row = list
            .get(k)
            .and_then(|i| matrix.row(*i as usize))
            .unwrap_or_default();
        let own = list.get(k).map_or(0, |i| *i as usize);
        // A recurrent class has no exit: all positive entries of the row belong to it.
        row_scale(own, row)
    };
    let mut top = i32::MIN;
    for (k, x) in x.iter().enumerate().filter(|(_, x)| **x > 0.0) {
        top = top.max(exponent(*x).saturating_add(exponent(scale(k))));
    }
    for (k, x) in x.iter_mut().enumerate() {
        // Two steps: the shift alone may pass the range of one factor.
        let shift = exponent(scale(k)).saturating_sub(top);
        let half = shift / 2;
        *x = *x * power_of_two(half) * power_of_two(shift.saturating_sub(half));
    }
}

/// The power of two that takes the largest entry of a row, its own diagonal aside, to [1, 2); at
/// most 2^1023.
pub(super) fn row_scale(own: usize, row: &[f64]) -> f64 {
    let (left, right) = row.split_at_checked(own).unwrap_or_default();
    let largest = left
        .iter()
        .chain(right.iter().skip(1))
        .fold(0.0_f64, |m, p| if *p > m { *p } else { m });
    if largest > 0.0 {
        power_of_two(exponent(largest).saturating_neg())
    } else {
        1.0
    }
}

/// The sum by four interleaved partial sums.
fn sum(values: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (blocks, rest) = values.as_chunks::<4>();
    let rest: f64 = rest.iter().sum();
    for block in blocks {
        for (lane, value) in lanes.iter_mut().zip(block) {
            *lane += value;
        }
    }
    let [a, b, c, d] = lanes;
    ((a + b) + (c + d)) + rest
}

/// e with 2^e <= x < 2^(e+1) for a normal x > 0; -1023 for a subnormal one.
const fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// 2^e, e limited to -1022..=1023.
const fn power_of_two(e: i32) -> f64 {
    let e = if e < -1022 {
        -1022
    } else if e > 1023 {
        1023
    } else {
        e
    };
    f64::from_bits(((e + 1023) as u64) << 52)
}
