//! Numbers of about 106 bits, as an unevaluated sum of two doubles.
//!
//! Only what the logarithms under a prefactor need. T. J. Dekker, Numer. Math. 18 (1971), doi:10.1007/BF01397083;
//! products are split, since a fused multiply-add is not there on every target and every target must give the same bits.
//! Arguments stay below 2^990, where the splitting cannot overflow.

/// hi + lo, |lo| <= ulp(hi)/2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twofold {
    pub hi: f64,
    pub lo: f64,
}

/// a + b exactly.
#[inline]
pub(crate) fn sum(a: f64, b: f64) -> Twofold {
    let hi = a + b;
    let t = hi - a;
    Twofold {
        hi,
        lo: (a - (hi - t)) + (b - t),
    }
}

/// a + b exactly, for |a| >= |b| (or a = 0).
#[inline]
fn sorted_sum(a: f64, b: f64) -> Twofold {
    let hi = a + b;
    Twofold {
        hi,
        lo: b - (hi - a),
    }
}

#[inline]
fn split(a: f64) -> (f64, f64) {
    let t = 134_217_729.0 * a;
    let hi = t - (t - a);
    (hi, a - hi)
}

/// a b exactly (short of underflow).
#[inline]
pub(crate) fn product(a: f64, b: f64) -> Twofold {
    let hi = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    Twofold {
        hi,
        lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl,
    }
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

    /// Sum; relative error below 2^-104 of the larger operand, and of the sum where signs agree.
    #[inline]
    pub fn add(self, v: Twofold) -> Self {
        let s = sum(self.hi, v.hi);
        let t = sum(self.lo, v.lo);
        let u = sorted_sum(s.hi, s.lo + t.hi);
        sorted_sum(u.hi, u.lo + t.lo)
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
