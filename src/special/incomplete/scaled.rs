//! A tail probability as factor * e^exponent: it keeps its relative accuracy far below the smallest double.
use super::constants::LN_2;
use super::twofold::Twofold;
use crate::special::float::{exp, ln, ln_1p};
use crate::special::{LnTails, Tails};

/// factor * e^exponent, factor >= 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    pub factor: f64,
    pub exponent: Twofold,
}

impl Scaled {
    pub fn times(self, v: f64) -> Self {
        Scaled {
            factor: self.factor * v,
            ..self
        }
    }

    /// The number, 0 where it underflows.
    pub fn value(self) -> f64 {
        let e = self.exponent;
        if e.hi >= -650.0 {
            return self.factor * exp(e.hi) * (1.0 + e.lo);
        }
        if e.hi < -3000.0 || e.hi.is_nan() {
            return 0.0;
        }
        // Away from subnormal intermediate results: 2^1024 and four factors 2^-256.
        let e = e.add(Twofold {
            hi: 1024.0 * LN_2.0,
            lo: 1024.0 * LN_2.1,
        });
        let quarter = f64::from_bits((1023 - 256) << 52);
        (self.factor * exp(e.hi) * (1.0 + e.lo)) * quarter * quarter * quarter * quarter
    }

    /// Its natural logarithm.
    pub fn ln(self) -> f64 {
        // Not above: NaN is an exponent below the range, where infinity met infinity (all its large terms are negative).
        if self.factor == 0.0 || !(self.exponent.hi > f64::NEG_INFINITY) {
            return f64::NEG_INFINITY;
        }
        self.exponent.add_f64(ln(self.factor)).value()
    }
}

/// One tail, the other being its complement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OneTail {
    Lower(Scaled),
    Upper(Scaled),
}

impl OneTail {
    /// The tails of 1 - X.
    pub fn mirrored(self) -> Self {
        match self {
            OneTail::Lower(v) => OneTail::Upper(v),
            OneTail::Upper(v) => OneTail::Lower(v),
        }
    }

    pub fn tails(self) -> Tails {
        match self {
            OneTail::Lower(v) => {
                let lower = v.value().min(1.0);
                Tails {
                    lower,
                    upper: 1.0 - lower,
                }
            }
            OneTail::Upper(v) => {
                let upper = v.value().min(1.0);
                Tails {
                    lower: 1.0 - upper,
                    upper,
                }
            }
        }
    }

    pub fn ln_tails(self) -> LnTails {
        match self {
            OneTail::Lower(v) => LnTails {
                ln_lower: v.ln().min(0.0),
                ln_upper: ln_1p(-v.value().min(1.0)),
            },
            OneTail::Upper(v) => LnTails {
                ln_lower: ln_1p(-v.value().min(1.0)),
                ln_upper: v.ln().min(0.0),
            },
        }
    }
}
