//! The noise of the stable mode, as far as a plan needs it.
use crate::domain::{Delta, Epsilon};
use crate::error::{Error, Result};
use crate::special::float::{ceil, exp, exp_m1, ln};

/// Discrete Laplace noise at rate epsilon, conditioned on |Z| <= K.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StableMode {
    rate: f64,
    half_width: u32,
}

impl StableMode {
    /// K = ceil(ln((1 - x + 2 delta x)/(delta (1 + x)))/epsilon), x = e^-epsilon.
    pub fn new(epsilon: Epsilon, delta: Delta) -> Result<Self> {
        let (rate, delta) = (epsilon.get(), delta.above_zero()?);
        let x = exp(-rate);
        let k = ceil((ln((-exp_m1(-rate) + 2.0 * delta * x) / (1.0 + x)) - ln(delta)) / rate);
        if !(k < 1e9) {
            return Err(Error::Unreachable);
        }
        Ok(StableMode {
            rate,
            half_width: k.max(1.0) as u32,
        })
    }
    /// K.
    pub fn half_width(&self) -> u32 {
        self.half_width
    }
    /// 4 K - 1.
    pub fn gap_for_success(&self) -> u32 {
        (4 * self.half_width).saturating_sub(1)
    }
    /// P(Z >= K + 1 - d).
    pub fn success(&self, distance: u32) -> f64 {
        let k = f64::from(self.half_width);
        let t = k + 1.0 - f64::from(distance);
        let tail = |t: f64| {
            let x = |n: f64| exp(-self.rate * n);
            (x(t) - x(k + 1.0)) / (1.0 + x(1.0) - 2.0 * x(k + 1.0))
        };
        if t > k {
            0.0
        } else if t <= -k {
            1.0
        } else if t >= 1.0 {
            tail(t)
        } else {
            1.0 - tail(1.0 - t)
        }
    }
}
