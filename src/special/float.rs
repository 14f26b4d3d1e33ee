//! Elementary functions; the only file that names `libm`, so that every target computes the same bits.

macro_rules! forward {
    ($($(#[$doc:meta])* $name:ident => $libm:ident ( $($arg:ident),* );)*) => {
        $($(#[$doc])* #[inline] pub fn $name($($arg: f64),*) -> f64 { libm::$libm($($arg),*) })*
    };
}

forward! {
    /// e^x.
    exp => exp(x);
    /// e^x - 1.
    exp_m1 => expm1(x);
    /// Natural logarithm.
    ln => log(x);
    /// ln(1 + x).
    ln_1p => log1p(x);
    /// Square root, correctly rounded.
    sqrt => sqrt(x);
    /// Largest integer not above x.
    floor => floor(x);
    /// Smallest integer not below x.
    ceil => ceil(x);
    /// Sine, x in radians.
    sin => sin(x);
    /// Cosine, x in radians.
    cos => cos(x);
    /// Tangent, x in radians.
    tan => tan(x);
    /// Arc tangent, in radians.
    atan => atan(x);
    /// Angle of (x, y), in radians.
    atan2 => atan2(y, x);
    /// Length of (x, y).
    hypot => hypot(x, y);
}

/// A number held between two others.
pub(crate) trait Within {
    /// `low` where x is below it, `high` where it is above that, else x; NaN stays NaN. Not `f64::clamp`, whose panic for `low > high`
    /// stays in a firmware that is built without inlining.
    fn within(self, low: Self, high: Self) -> Self;
}

impl Within for f64 {
    #[inline]
    fn within(self, low: f64, high: f64) -> f64 {
        if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
}
