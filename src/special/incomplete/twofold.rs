//! Numbers of about 106 bits, as an unevaluated sum of two doubles.
//!
//! Only what the logarithms under a prefactor need. T. J. Dekker, Numer. Math. 18 (1971), doi:10.1007/BF01397083.
//! Where a product or sum leaves the range the result is NaN: an exponent that does so is minus infinity (`Scaled`).
use crate::special::double_double::{quick_two_sum, two_prod, two_sum};

/// hi + lo, |lo| <= ulp(hi)/2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twofold {
    pub hi: f64,
    pub lo: f64,
}

/// a + b exactly.
#[inline]
pub(crate) fn sum(a: f64, b: f64) -> Twofold {
    let (hi, lo) = two_sum(a, b);
    Twofold { hi, lo }
}

/// a + b exactly, for |a| >= |b| (or a = 0).
#[inline]
pub(crate) fn sorted_sum(a: f64, b: f64) -> Twofold {
    let (hi, lo) = quick_two_sum(a, b);
    Twofold { hi, lo }
}

/// a b to 2^-106 (short of underflow).
#[inline]
pub(crate) fn product(a: f64, b: f64) -> Twofold {
    let (hi, lo) = two_prod(a, b);
    Twofold { hi, lo }
}

impl Twofold {
    pub const ZERO: Twofold = Twofold { hi: 0.0, lo: 0.0 };

    #[inline]
    pub fn new(v: f64) -> Self {
        Twofold { hi: v, lo: 0.0 }
    }

    #[inline]
    pub fn neg(self) -> Self {
        Twofold {
            hi: -self.hi,
            lo: -self.lo,
        }
    }

    /// Sum; error below 2^-103 of the larger operand.
    #[inline]
    pub fn add(self, v: Twofold) -> Self {
        let s = sum(self.hi, v.hi);
        sorted_sum(s.hi, s.lo + (self.lo + v.lo))
    }

    #[inline]
    pub fn sub(self, v: Twofold) -> Self {
        self.add(v.neg())
    }

    #[inline]
    pub fn add_f64(self, v: f64) -> Self {
        let s = sum(self.hi, v);
        sorted_sum(s.hi, s.lo + self.lo)
    }

    #[inline]
    pub fn mul(self, v: Twofold) -> Self {
        let p = product(self.hi, v.hi);
        sorted_sum(p.hi, p.lo + (self.hi * v.lo + self.lo * v.hi))
    }

    #[inline]
    pub fn mul_f64(self, v: f64) -> Self {
        let p = product(self.hi, v);
        sorted_sum(p.hi, p.lo + self.lo * v)
    }

    /// Times a power of two.
    #[inline]
    pub fn scaled(self, v: f64) -> Self {
        Twofold {
            hi: self.hi * v,
            lo: self.lo * v,
        }
    }

    /// Quotient; v is not 0.
    #[inline]
    pub fn div(self, v: Twofold) -> Self {
        let q = self.hi / v.hi;
        let p = product(q, v.hi);
        let rest = ((self.hi - p.hi) - p.lo) + (self.lo - q * v.lo);
        sorted_sum(q, rest / v.hi)
    }

    /// The nearest double.
    #[inline]
    pub fn value(self) -> f64 {
        self.hi + self.lo
    }
}
