//! A point of (0, 1) that keeps what a double x forgets: 1 - x, and both logarithms where x or 1 - x underflows.
use crate::special::incomplete::elementary;
use crate::special::incomplete::twofold::{Twofold, sum};

/// From here on a parameter is treated as infinite where the other one is small.
pub(super) const HUGE: f64 = 1e100;
/// Below this a product with x would not be exact; logarithms are added instead.
pub(super) const TINY: f64 = 1e-200;

#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub x: Twofold,
    pub y: Twofold,
    ln_x: Option<Twofold>,
    ln_y: Option<Twofold>,
}

impl Point {
    /// 0 < x < 1.
    pub fn from_x(x: f64) -> Self {
        Point {
            x: Twofold::new(x),
            y: sum(1.0, -x),
            ln_x: None,
            ln_y: None,
        }
    }

    /// x = 1/(1 + e^-t).
    pub fn from_logit(t: f64) -> Self {
        if t > 0.0 {
            return Point::from_logit(-t).mirrored();
        }
        // e^t = odds; y = 1/(1 + odds), x = odds y, ln y = -ln(1 + odds), ln x = t + ln y.
        let odds = if t < -700.0 {
            Twofold::new(crate::special::float::exp(t))
        } else {
            elementary::exp(Twofold::new(t))
        };
        let y = Twofold::new(1.0).div(odds.add_f64(1.0));
        let ln_y = elementary::ln_1p(odds).neg();
        Point {
            x: odds.mul(y),
            y,
            ln_x: Some(ln_y.add_f64(t)),
            ln_y: Some(ln_y),
        }
    }

    pub fn mirrored(self) -> Self {
        Point {
            x: self.y,
            y: self.x,
            ln_x: self.ln_y,
            ln_y: self.ln_x,
        }
    }

    pub fn ln_x(&self) -> Twofold {
        self.ln_x.unwrap_or_else(|| elementary::ln(self.x))
    }

    /// ln x and ln y, for factors up to [`elementary::SHORT`].
    pub fn ln_short(&self) -> (Twofold, Twofold) {
        (
            self.ln_x.unwrap_or_else(|| elementary::ln_short(self.x)),
            self.ln_y.unwrap_or_else(|| elementary::ln_short(self.y)),
        )
    }

    pub fn ln_y(&self) -> Twofold {
        self.ln_y.unwrap_or_else(|| elementary::ln(self.y))
    }

    /// (b x - a y) / a: the distance from the mean a/(a+b), relative to a.
    pub fn excess(&self, a: f64, b: f64) -> Twofold {
        if a.max(b) > HUGE {
            let down = f64::from_bits((1023 - 700) << 52);
            return self.excess_in_range(a * down, b * down);
        }
        self.excess_in_range(a, b)
    }

    fn excess_in_range(&self, a: f64, b: f64) -> Twofold {
        self.difference(a, b).div(Twofold::new(a))
    }

    /// b x - a y, for parameters below 2^990.
    pub fn difference(&self, a: f64, b: f64) -> Twofold {
        self.x.mul_f64(b).sub(self.y.mul_f64(a))
    }
}
