//! Sums of fractions, exact as long as the common denominator fits 64 bits.

use crate::domain::wide_product;

/// whole + numerator/denominator, never below the sum of what was added.
///
/// Eleven times 1/11 is 1 here, and 1/2 + 1/3 + 1/6 is 1. Where the least common denominator would pass 64 bits, the fraction that was gathered so far is
/// rounded up to 1: the safe side, for it makes a cost larger. How large, depends on the order then.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactSum {
    whole: u128,
    /// How often a fraction was rounded up to 1.
    rounded: u32,
    numerator: u64,
    denominator: u64,
}

impl ExactSum {
    pub(super) const ZERO: ExactSum = ExactSum {
        whole: 0,
        rounded: 0,
        numerator: 0,
        denominator: 1,
    };

    /// Adds count * amount / parts. `None` where parts is 0, or the whole part passes 128 bits.
    pub(super) fn add(&mut self, count: u32, amount: u64, parts: u32) -> Option<()> {
        let parts = u64::from(parts);
        // amount = q parts + r, then count r = q' parts + rest: division of 64 bits only. No overflow: count and r are below 2^32.
        let (q, r) = (amount.checked_div(parts)?, amount.checked_rem(parts)?);
        let left = r.saturating_mul(count.into());
        let (more, rest) = (left.checked_div(parts)?, left.checked_rem(parts)?);
        self.whole = self.whole.checked_add(wide_product(count.into(), q))?;
        self.whole = self.whole.checked_add(more.into())?;
        if rest != 0 {
            self.add_fraction(rest, parts)?;
        }
        Some(())
    }

    /// Adds numerator/denominator, a number below 1.
    fn add_fraction(&mut self, numerator: u64, denominator: u64) -> Option<()> {
        let divisor = greatest_common_divisor(self.denominator, denominator);
        let own_factor = denominator.checked_div(divisor)?;
        let other_factor = self.denominator.checked_div(divisor)?;
        let Ok(common) = u64::try_from(wide_product(self.denominator, own_factor)) else {
            self.whole = self.whole.checked_add(1)?;
            self.rounded = self.rounded.checked_add(1)?;
            self.numerator = numerator;
            self.denominator = denominator;
            return Some(());
        };
        // Each product is below `common`, so their sum is below 2 common: 65 bits.
        let own = wide_product(self.numerator, own_factor);
        let sum = own.checked_add(wide_product(numerator, other_factor))?;
        let (carry, sum) = match sum.checked_sub(u128::from(common)) {
            Some(less) => (1, less),
            None => (0, sum),
        };
        self.whole = self.whole.checked_add(carry)?;
        let sum = sum as u64; // below `common`
        let divisor = greatest_common_divisor(common, sum);
        self.numerator = sum.checked_div(divisor)?;
        self.denominator = common.checked_div(divisor)?;
        Some(())
    }

    /// A whole number that the sum is not below.
    pub(super) fn floor(&self) -> Option<u64> {
        u64::try_from(self.whole.saturating_sub(u128::from(self.rounded))).ok()
    }

    /// The sum, rounded up; `None` where it passes 64 bits.
    pub(super) fn ceil(&self) -> Option<u64> {
        let up = u128::from(self.numerator != 0);
        u64::try_from(self.whole.checked_add(up)?).ok()
    }
}

/// Euclid's algorithm; gcd(a, 0) = a.
#[inline(never)]
fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while let Some(rest) = a.checked_rem(b) {
        a = b;
        b = rest;
    }
    a
}
