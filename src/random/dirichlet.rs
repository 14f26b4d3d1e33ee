//! Dirichlet variates in log space.
use super::{Generator, gamma};
use crate::domain::SHAPE;
use crate::error::{Error, Result};
use crate::special::float::exp;

/// One Dirichlet(alpha) variate; `out` untouched on an error.
pub fn sample(rng: &mut Generator, alpha: &[f64], out: &mut [f64]) -> Result<()> {
    if alpha.len() != out.len() {
        return Err(Error::Length);
    }
    if alpha.iter().any(|a| !SHAPE.contains(a)) {
        return Err(Error::Shape);
    }
    sample_with(rng, alpha.iter().copied(), out);
    Ok(())
}

/// The same from an iterator of parameters that were checked.
pub(crate) fn sample_with(rng: &mut Generator, alpha: impl Iterator<Item = f64>, out: &mut [f64]) {
    let mut max = f64::NEG_INFINITY;
    for (o, a) in out.iter_mut().zip(alpha) {
        *o = gamma::ln_sample(rng, a);
        max = if *o > max { *o } else { max };
    }
    let mut sum = 0.0;
    for o in out.iter_mut() {
        *o = exp(*o - max);
        sum += *o;
    }
    for o in out.iter_mut() {
        *o /= sum;
    }
}
