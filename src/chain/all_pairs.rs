//! Mean first-passage times between all states without subtraction, the arithmetic of
//! [`passage::all_mean_first_passage`](super::passage::all_mean_first_passage).
//!
//! For a target j the times t solve s_i t_i = b_i + sum over k of a_ik t_k (k neither i nor j), s_i = sum over k of a_ik
//! (k not i), with a the off-diagonal entries of P and b = 1. Eliminating a state e that is not the target, b_i += a_ie b_e / s_e
//! and a_ik += a_ie a_ek / s_e, is the same for every target: with one half eliminated, the same problem is left for
//! all targets of the other half.
use super::gth;
use crate::domain::InParts;
use crate::error::{Error, Result};

/// States from `first` on, with the rates between them and the expected cost of a visit to each; the other states are eliminated.
pub(super) struct Block<'a> {
    /// Row by row, rows `stride` apart.
    pub(super) cells: &'a [f64],
    pub(super) stride: usize,
    pub(super) costs: &'a [f64],
    pub(super) first: usize,
}

impl Block<'_> {
    /// Fills the block's part of `times`, n x n. Scratch: size^2 + size elements, for this size and each smaller half.
    pub(super) fn solve(&self, times: &mut [f64], n: usize, scratch: &mut [f64]) -> Result<()> {
        let size = self.costs.len();
        if size < 2 {
            let own = self.first.saturating_mul(n).saturating_add(self.first);
            if let Some(time) = times.get_mut(own) {
                *time = 0.0;
            }
            return Ok(());
        }
        let half = size / 2;
        let lower = Order {
            size,
            keep: half,
            from: 0,
        };
        let upper = Order {
            size,
            keep: size.saturating_sub(half),
            from: half,
        };
        self.half(&lower, times, n, scratch)?;
        self.half(&upper, times, n, scratch)
    }

    /// The times to the half that `order` keeps, from all states of the block.
    fn half(&self, order: &Order, times: &mut [f64], n: usize, scratch: &mut [f64]) -> Result<()> {
        let Order { size, keep, from } = *order;
        let (a, rest) = scratch
            .split_at_mut_checked(size.saturating_mul(size))
            .ok_or(Error::WorkLength)?;
        let (costs, rest) = rest.split_at_mut_checked(size).ok_or(Error::WorkLength)?;
        let rows = a.parts_mut(size).zip(costs.iter_mut());
        for (p, (row, cost)) in rows.enumerate() {
            let start = order.state(p).saturating_mul(self.stride);
            let source = self.cells.get(start..).unwrap_or_default();
            for (q, cell) in row.iter_mut().enumerate() {
                *cell = source.get(order.state(q)).copied().unwrap_or(0.0);
            }
            // A factor common to a row and its cost changes nothing; it keeps rates near 1.
            let scale = gth::row_scale(p, row);
            row.iter_mut().for_each(|p| *p *= scale);
            *cost = scale * self.costs.get(order.state(p)).copied().unwrap_or(0.0);
        }
        gth::eliminate_down_to(a, size, keep)?;
        // b_i += sum over eliminated e > i of a_ie b_e / s_e, from the last on; an eliminated state keeps b_e / s_e.
        for (p, row) in a.parts(size).enumerate().rev() {
            let after = p.saturating_add(1).max(keep);
            let later = row.iter().zip(costs.iter()).skip(after);
            let later: f64 = later.map(|(a, b)| a * b).sum();
            let rate = if p < keep {
                1.0
            } else {
                row.get(p).copied().unwrap_or(1.0)
            };
            if let Some(cost) = costs.get_mut(p) {
                *cost = (*cost + later) / rate;
            }
        }
        Block {
            cells: a,
            stride: size,
            costs: costs.get(..keep).unwrap_or_default(),
            first: self.first.saturating_add(from),
        }
        .solve(times, n, rest)?;
        // t_e = b_e / s_e + sum over what was left when e was eliminated of a_ek / s_e t_k, for all targets at once.
        let columns = self.first.saturating_add(from);
        let columns = columns..columns.saturating_add(keep);
        for (p, row) in a.parts(size).enumerate().skip(keep) {
            let cost = costs.get(p).copied().unwrap_or(0.0);
            let own = self.first.saturating_add(order.state(p)).saturating_mul(n);
            // Those left lie all after the eliminated state, or all before it.
            let (before, after) = times.split_at_mut_checked(own).ok_or(Error::WorkLength)?;
            let (target, after) = after.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
            let base = own.saturating_add(n);
            let target = target.get_mut(columns.clone()).unwrap_or_default();
            target.iter_mut().for_each(|t| *t = cost);
            for (q, share) in row.iter().enumerate().take(p).filter(|(_, s)| **s > 0.0) {
                let start = self.first.saturating_add(order.state(q)).saturating_mul(n);
                let known = if start < own {
                    before.get(start..)
                } else {
                    after.get(start.saturating_sub(base)..)
                };
                let known = known.and_then(|k| k.get(columns.clone()));
                for (t, k) in target.iter_mut().zip(known.unwrap_or_default()) {
                    *t += share * k;
                }
            }
        }
        Ok(())
    }
}

/// The states that are kept, `from` on, come first, then the others; the last position is eliminated first.
struct Order {
    size: usize,
    keep: usize,
    from: usize,
}

impl Order {
    fn state(&self, position: usize) -> usize {
        if position < self.keep {
            self.from.saturating_add(position)
        } else if self.from == 0 {
            position
        } else {
            self.size.saturating_sub(1).saturating_sub(position)
        }
    }
}
