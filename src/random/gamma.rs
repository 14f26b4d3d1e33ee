//! Gamma variates (Marsaglia & Tsang 2000).
use super::Generator;
use crate::domain::SHAPE;
use crate::error::{Error, Result};
use crate::special::float::{cos, exp, ln, sqrt};

/// One Gamma(shape, 1) variate.
pub fn sample(rng: &mut Generator, shape: f64) -> Result<f64> {
    if !SHAPE.contains(&shape) {
        return Err(Error::Shape);
    }
    Ok(exp(ln_sample(rng, shape)))
}

/// The logarithm of one Gamma(shape, 1) variate; shape in [`SHAPE`].
pub(crate) fn ln_sample(rng: &mut Generator, shape: f64) -> f64 {
    if shape < 1.0 {
        return ln_sample(rng, shape + 1.0) + ln(rng.uniform()) / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / sqrt(9.0 * d);
    loop {
        let z = sqrt(-2.0 * ln(rng.uniform())) * cos(core::f64::consts::TAU * rng.uniform());
        let v = 1.0 + c * z;
        if v > 0.0 {
            let ln_v = 3.0 * ln(v);
            if ln(rng.uniform()) < 0.5 * z * z + d - d * v * v * v + d * ln_v {
                return ln(d) + ln_v;
            }
        }
    }
}
