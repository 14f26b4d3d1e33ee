//! A matrix of double-double numbers as two planes of doubles, and the one operation on its rows.
//!
//! Separate planes let the compiler work on several columns at a time.
use crate::domain::InParts;
use crate::special::double_double::{DoubleDouble, quick_two_sum, two_prod, two_sum};
use core::ops::Range;

/// Rows that are added at a time.
pub(super) const WIDTH: usize = 4;

/// n x n numbers hi + lo.
pub(super) struct DoubleRows<'w> {
    hi: &'w mut [f64],
    lo: &'w mut [f64],
    n: usize,
}

impl<'w> DoubleRows<'w> {
    /// `hi` and `lo` have n * n elements.
    pub(super) fn new(hi: &'w mut [f64], lo: &'w mut [f64], n: usize) -> Self {
        DoubleRows { hi, lo, n }
    }

    /// Row i; empty where there is none.
    pub(super) fn row(&self, i: usize) -> DoubleRow<'_> {
        let start = i.saturating_mul(self.n);
        let range = start..start.saturating_add(self.n);
        DoubleRow {
            hi: self.hi.get(range.clone()).unwrap_or_default(),
            lo: self.lo.get(range).unwrap_or_default(),
        }
    }

    /// Row i, to change.
    pub(super) fn row_mut(&mut self, i: usize) -> DoubleRowMut<'_> {
        let start = i.saturating_mul(self.n);
        let range = start..start.saturating_add(self.n);
        DoubleRowMut {
            hi: self.hi.get_mut(range.clone()).unwrap_or_default(),
            lo: self.lo.get_mut(range).unwrap_or_default(),
        }
    }

    /// Row `to`, to change, and row `from`, another one.
    pub(super) fn pair(&mut self, to: usize, from: usize) -> (DoubleRowMut<'_>, DoubleRow<'_>) {
        let (to_hi, from_hi) = pair(self.hi, self.n, to, from);
        let (to_lo, from_lo) = pair(self.lo, self.n, to, from);
        let to = DoubleRowMut {
            hi: to_hi,
            lo: to_lo,
        };
        let from = DoubleRow {
            hi: from_hi,
            lo: from_lo,
        };
        (to, from)
    }

    /// Row `to`, to change, and the [`WIDTH`] rows from `from` on, `to` not among them.
    pub(super) fn panel(
        &mut self,
        to: usize,
        from: usize,
    ) -> (DoubleRowMut<'_>, [DoubleRow<'_>; WIDTH]) {
        let (to_hi, hi) = panel(self.hi, self.n, to, from);
        let (to_lo, lo) = panel(self.lo, self.n, to, from);
        let (mut hi, mut lo) = (rows(hi, self.n), rows(lo, self.n));
        let from = core::array::from_fn(|_| DoubleRow {
            hi: hi.next().unwrap_or_default(),
            lo: lo.next().unwrap_or_default(),
        });
        let to = DoubleRowMut {
            hi: to_hi,
            lo: to_lo,
        };
        (to, from)
    }
}

fn rows(plane: &[f64], n: usize) -> crate::domain::Parts<'_, f64> {
    plane.parts(n)
}

fn panel(plane: &mut [f64], n: usize, to: usize, from: usize) -> (&mut [f64], &[f64]) {
    let (to_start, start) = (to.saturating_mul(n), from.saturating_mul(n));
    let len = WIDTH.saturating_mul(n);
    let Some((head, tail)) = plane.split_at_mut_checked(to_start.max(start)) else {
        return (&mut [], &[]);
    };
    if to < from {
        let to = head.get_mut(to_start..to_start.saturating_add(n));
        (to.unwrap_or_default(), tail.get(..len).unwrap_or_default())
    } else {
        let from = head.get(start..start.saturating_add(len));
        (
            tail.get_mut(..n).unwrap_or_default(),
            from.unwrap_or_default(),
        )
    }
}

fn pair(plane: &mut [f64], n: usize, to: usize, from: usize) -> (&mut [f64], &[f64]) {
    let later = to.max(from).saturating_mul(n);
    let earlier = to.min(from).saturating_mul(n);
    let Some((head, tail)) = plane.split_at_mut_checked(later) else {
        return (&mut [], &[]);
    };
    let first = head
        .get_mut(earlier..earlier.saturating_add(n))
        .unwrap_or_default();
    let second = tail.get_mut(..n).unwrap_or_default();
    if to < from {
        (first, second)
    } else {
        (second, first)
    }
}

/// Numbers hi + lo.
#[derive(Clone, Copy)]
pub(super) struct DoubleRow<'a> {
    pub(super) hi: &'a [f64],
    pub(super) lo: &'a [f64],
}

impl DoubleRow<'_> {
    pub(super) fn get(&self, j: usize) -> DoubleDouble {
        DoubleDouble {
            hi: self.hi.get(j).copied().unwrap_or(0.0),
            lo: self.lo.get(j).copied().unwrap_or(0.0),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = DoubleDouble> {
        let pairs = self.hi.iter().zip(self.lo.iter());
        pairs.map(|(hi, lo)| DoubleDouble { hi: *hi, lo: *lo })
    }

    pub(super) fn slice(&self, range: Range<usize>) -> Self {
        DoubleRow {
            hi: self.hi.get(range.clone()).unwrap_or_default(),
            lo: self.lo.get(range).unwrap_or_default(),
        }
    }

    pub(super) fn sum(&self) -> DoubleDouble {
        self.iter().fold(DoubleDouble::from(0.0), |s, x| s + x)
    }
}

/// Numbers hi + lo, to change.
pub(super) struct DoubleRowMut<'a> {
    pub(super) hi: &'a mut [f64],
    pub(super) lo: &'a mut [f64],
}

impl<'a> DoubleRowMut<'a> {
    pub(super) fn get(&self, j: usize) -> DoubleDouble {
        self.shared().get(j)
    }

    pub(super) fn shared(&self) -> DoubleRow<'_> {
        DoubleRow {
            hi: self.hi,
            lo: self.lo,
        }
    }

    pub(super) fn slice(self, range: Range<usize>) -> Self {
        DoubleRowMut {
            hi: self.hi.get_mut(range.clone()).unwrap_or_default(),
            lo: self.lo.get_mut(range).unwrap_or_default(),
        }
    }

    pub(super) fn set(&mut self, j: usize, value: DoubleDouble) {
        if let (Some(hi), Some(lo)) = (self.hi.get_mut(j), self.lo.get_mut(j)) {
            (*hi, *lo) = (value.hi, value.lo);
        }
    }

    pub(super) fn each(&mut self, f: impl Fn(DoubleDouble) -> DoubleDouble) {
        for (hi, lo) in self.hi.iter_mut().zip(self.lo.iter_mut()) {
            let value = f(DoubleDouble { hi: *hi, lo: *lo });
            (*hi, *lo) = (value.hi, value.lo);
        }
    }

    /// self_j += factor other_j, to 2^-102 of the result where both are at least 0.
    #[inline]
    pub(super) fn add_multiple(&mut self, factor: DoubleDouble, other: DoubleRow<'_>) {
        let own = self.hi.iter_mut().zip(self.lo.iter_mut());
        for ((hi, lo), x) in own.zip(pairs(&other)) {
            let sum = add((*hi, *lo), &factor, x);
            (*hi, *lo) = quick_two_sum(sum.0, sum.1);
        }
    }
    /// self_j += sum over t of factor_t other_tj: as [`Self::add_multiple`] for each, but carried once.
    #[inline]
    pub(super) fn add_multiples(
        &mut self,
        factors: &[DoubleDouble; WIDTH],
        others: &[DoubleRow<'_>; WIDTH],
    ) {
        let [f, g, h, k] = factors;
        let [x, y, z, w] = others;
        let first = pairs(x).zip(pairs(y));
        let second = pairs(z).zip(pairs(w));
        let own = self.hi.iter_mut().zip(self.lo.iter_mut());
        for ((hi, lo), ((x, y), (z, w))) in own.zip(first.zip(second)) {
            let sum = (*hi, *lo);
            let sum = add(sum, f, x);
            let sum = add(sum, g, y);
            let sum = add(sum, h, z);
            let sum = add(sum, k, w);
            (*hi, *lo) = quick_two_sum(sum.0, sum.1);
        }
    }
}

#[inline(always)]
fn pairs<'a>(row: &DoubleRow<'a>) -> impl Iterator<Item = (&'a f64, &'a f64)> + use<'a> {
    row.hi.iter().zip(row.lo)
}

/// sum + factor x, not carried.
#[inline(always)]
fn add(sum: (f64, f64), factor: &DoubleDouble, x: (&f64, &f64)) -> (f64, f64) {
    let (p, e) = two_prod(factor.hi, *x.0);
    let e = e + (factor.hi * x.1 + factor.lo * x.0);
    let (s, t) = two_sum(sum.0, p);
    (s, (t + sum.1) + e)
}
