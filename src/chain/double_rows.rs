//! A matrix of double-double numbers as two planes of doubles, and the one operation on its rows.
//!
//! Separate planes let the compiler work on several columns at a time.
use crate::special::double_double::{DoubleDouble, quick_two_sum, two_prod, two_sum};
use core::ops::Range;

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
        for ((y, y_lo), (x, x_lo)) in own.zip(other.hi.iter().zip(other.lo)) {
            let (p, e) = two_prod(factor.hi, *x);
            let e = e + (factor.hi * x_lo + factor.lo * x);
            let (s, t) = two_sum(*y, p);
            (*y, *y_lo) = quick_two_sum(s, (t + *y_lo) + e);
        }
    }
}
