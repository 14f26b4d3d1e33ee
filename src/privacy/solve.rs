//! Parameters from a guarantee.
use super::{Adjacency, DirichletParameters, Guarantee, delta_upper};
use crate::domain::{PseudoCount, WEIGHT, Weight};
use crate::error::{Error, Result};
use crate::special::float::{ln, sqrt};

/// The largest event weight that meets `guarantee` at this pseudo-count, rounded to the safe side.
pub fn solve_weight(guarantee: &Guarantee, pseudo_count: PseudoCount) -> Result<Weight> {
    let ok = |w: f64| -> Result<bool> {
        let p = DirichletParameters { weight: Weight::new(w)?, pseudo_count };
        Ok(delta_upper(guarantee.adjacency, &p, guarantee.releases, guarantee.epsilon)? <= guarantee.delta.get())
    };
    let (mut lo, mut hi) = (*WEIGHT.start(), *WEIGHT.end());
    if !ok(lo)? {
        return Err(Error::Unreachable);
    }
    for _ in 0..80 {
        let mid = sqrt(lo * hi);
        if ok(mid)? { lo = mid } else { hi = mid }
    }
    Weight::new(lo)
}

/// The smallest pseudo-count at which some weight meets `guarantee`, rounded up: the floor of `maths.md`, section 4.
pub fn smallest_pseudo_count(guarantee: &Guarantee) -> Result<PseudoCount> {
    if !matches!(guarantee.adjacency, Adjacency::Destination | Adjacency::Event) {
        return Err(Error::Adjacency);
    }
    let ln_floor = |a: f64| -a * guarantee.epsilon.get() - ln(2.0 * a + 1.0);
    let (mut lo, mut hi) = (1e-6, 1e9);
    for _ in 0..100 {
        let mid = sqrt(lo * hi);
        if ln_floor(mid) < ln(guarantee.delta.get()) { hi = mid } else { lo = mid }
    }
    PseudoCount::new(hi * 1.001)
}
