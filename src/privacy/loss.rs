//! delta(epsilon) and epsilon(delta) of the smoothed Dirichlet mechanism.
use super::{Adjacency, DirichletParameters};
use crate::domain::{Delta, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::special::float::{exp, exp_m1};
use crate::special::ln_beta_inc_logit;

/// An upper bound on delta at `epsilon` over all releases; in (0, 1].
pub fn delta_upper(adjacency: Adjacency, parameters: &DirichletParameters, releases: Releases, epsilon: Epsilon) -> Result<f64> {
    if !matches!(adjacency, Adjacency::Destination | Adjacency::Event) || releases != Releases::ONE {
        return Err(Error::Adjacency);
    }
    let (w, eps) = (parameters.weight.get(), epsilon.get());
    let b = w * parameters.pseudo_count.get();
    let t = -eps / w;
    let p = ln_beta_inc_logit(b, b + w, t).ln_lower;
    let q = eps + ln_beta_inc_logit(b + w, b, t).ln_lower;
    let d = -exp(p) * exp_m1(q - p);
    Ok((d * (1.0 + 1e-9)).clamp(f64::MIN_POSITIVE, 1.0))
}

/// An epsilon at which the guarantee holds with `delta`.
pub fn epsilon_upper(adjacency: Adjacency, parameters: &DirichletParameters, releases: Releases, delta: Delta) -> Result<f64> {
    let at = |e: f64| delta_upper(adjacency, parameters, releases, Epsilon::new(e)?);
    if at(0.0)? <= delta.get() {
        return Ok(0.0);
    }
    let (mut lo, mut hi) = (0.0, 1.0);
    while at(hi)? > delta.get() {
        lo = hi;
        hi *= 2.0;
    }
    for _ in 0..100 {
        let mid = 0.5 * (lo + hi);
        if at(mid)? <= delta.get() { hi = mid } else { lo = mid }
    }
    Ok(hi)
}
