//! What a merge remembers: exact sums over the reports, in plain integers.
//!
//! Sums of integers do not depend on the order, nor on who added which part: this is why [`combine`](super::Merge::combine) is associative and
//! commutative to the last bit, which sums of floating-point numbers are not.
//!
//! # No overflow
//!
//! One report gives a cell y and a row R with |y|, |R| < 2^49 units of 2^-16 event ([`UNITS`] is where more is refused), and noise variances of at
//! most 2^64 events^2, 2^96 units of 2^-32 ([`VARIANCE_MAX`]). With at most 2^29 reports ([`REPORTS_MAX`]):
//!
//! | sum | one report | all |
//! |---|---|---|
//! | y, R | < 2^49 | < 2^78 |
//! | y^2, y R, R^2 | <= (2^49 - 1)^2 | < 2^127 |
//! | noise variance | <= 2^96 | <= 2^125 |
//! | bound of the rounding | < 2^64 | < 2^93 |
//! | saturated | 1, or 1 a row | <= 2^29 |

/// Reports that one merge takes: 2^29.
pub const REPORTS_MAX: u32 = 1 << 29;
/// |y| and |R| of one report stay below this, in units of 2^-16 event: 2^33 events, twice what a counter of 32 bits holds.
pub(super) const UNITS: i64 = 1 << 49;
/// Largest noise variance of one report's cell or row, in events^2: a standard deviation of 2^32 events.
pub(super) const VARIANCE_MAX: f64 = 18_446_744_073_709_551_616.0;

/// An exact sum: an integer of 128 bits (two's complement) as two words, since not every language has one so long.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The lower 64 bits.
    pub low: u64,
    /// The upper 64 bits, with the sign.
    pub high: i64,
}

impl Sum {
    /// The number.
    #[must_use]
    pub const fn get(self) -> i128 {
        ((self.high as i128) << 64) | self.low as i128
    }

    const fn of(value: i128) -> Self {
        Sum {
            low: value as u64,
            high: (value >> 64) as i64,
        }
    }

    /// Never overflows with what the limits let through. Of storage that was not written by a merge it wraps.
    pub(super) fn add(&mut self, value: i128) {
        *self = Sum::of(self.get().wrapping_add(value));
    }
}

/// What a merge remembers of one cell: 72 bytes on every processor. y is a report's unbiased count.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSums {
    /// Sum of y, in 2^-16 event.
    pub count: Sum,
    /// Sum of y^2, in 2^-32 event^2.
    pub square: Sum,
    /// Sum of y R, R the row's sum of y, in 2^-32 event^2.
    pub product: Sum,
    /// Sum of the estimates of the variance of y by noise, in 2^-32 event^2, each rounded up.
    pub noise: Sum,
    /// Reports whose noisy count did not fit its field: see [`Count::saturated`](super::Count::saturated).
    pub saturated: u64,
}

/// What a merge remembers of one row: 72 bytes on every processor. R is the sum of a report's unbiased counts of the row.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSums {
    /// Sum of R, in 2^-16 event.
    pub total: Sum,
    /// Sum of R^2, in 2^-32 event^2.
    pub square: Sum,
    /// Sum of the variances of R by noise, in 2^-32 event^2, each rounded up.
    pub noise: Sum,
    /// Sum of the bounds of what rounding moved one count of the row by, in 2^-16 event.
    pub rounding: Sum,
    /// Reports whose noisy row total did not fit its field.
    pub saturated: u64,
}

/// What one report adds to a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellPart {
    /// In 2^-16 event; |y| < [`UNITS`].
    pub y: i64,
    /// In 2^-32 event^2.
    pub noise: i128,
    pub saturated: bool,
}

/// What one report adds to a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RowPart {
    /// In 2^-16 event; |R| < [`UNITS`].
    pub total: i64,
    pub noise: i128,
    pub rounding: i128,
    pub saturated: bool,
}

/// Below 2^98: no overflow.
fn times(a: i64, b: i64) -> i128 {
    i128::from(a).wrapping_mul(i128::from(b))
}

impl CellSums {
    pub(super) fn add(&mut self, part: CellPart, total: i64) {
        self.count.add(i128::from(part.y));
        self.square.add(times(part.y, part.y));
        self.product.add(times(part.y, total));
        self.noise.add(part.noise);
        self.saturated = self.saturated.wrapping_add(u64::from(part.saturated));
    }

    pub(super) fn combine(&mut self, other: &Self) {
        self.count.add(other.count.get());
        self.square.add(other.square.get());
        self.product.add(other.product.get());
        self.noise.add(other.noise.get());
        self.saturated = self.saturated.wrapping_add(other.saturated);
    }
}

impl RowSums {
    pub(super) fn add(&mut self, part: RowPart) {
        self.total.add(i128::from(part.total));
        self.square.add(times(part.total, part.total));
        self.noise.add(part.noise);
        self.rounding.add(part.rounding);
        self.saturated = self.saturated.wrapping_add(u64::from(part.saturated));
    }

    pub(super) fn combine(&mut self, other: &Self) {
        self.total.add(other.total.get());
        self.square.add(other.square.get());
        self.noise.add(other.noise.get());
        self.rounding.add(other.rounding.get());
        self.saturated = self.saturated.wrapping_add(other.saturated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_words_are_one_number() {
        for value in [
            0,
            1,
            -1,
            1i128 << 64,
            -(1i128 << 64),
            i128::MAX,
            i128::MIN,
            -12345,
        ] {
            assert_eq!(Sum::of(value).get(), value);
            let mut sum = Sum::of(value);
            sum.add(-value.wrapping_add(7));
            assert_eq!(sum.get(), -7);
        }
    }

    #[test]
    fn the_layout_that_c_sees() {
        assert_eq!(
            (size_of::<CellSums>(), align_of::<CellSums>()),
            (72, align_of::<u64>())
        );
        assert_eq!(
            (size_of::<RowSums>(), align_of::<RowSums>()),
            (72, align_of::<u64>())
        );
    }

    /// The table of the module's page: all reports at their limits.
    #[test]
    fn the_largest_sums_fit() {
        let (most, reports) = (i128::from(UNITS - 1), i128::from(REPORTS_MAX));
        for square in [most * most, -most * most] {
            assert!(square.checked_mul(reports).is_some());
        }
        let noise = (VARIANCE_MAX * 4_294_967_296.0) as i128;
        assert_eq!(noise, 1 << 96);
        assert!(noise.checked_mul(reports).is_some());
        // one more report of squares would not
        assert!((most * most).checked_mul(2 * reports).is_none());
    }
}
