//! Urns from a guarantee.
use super::{delta_upper, pure_epsilon_upper};
use crate::domain::{DRAWS, MASS, PRIOR_MASS, PolyaParameters, PseudoCount};
use crate::error::{Error, Result};
use crate::privacy::Guarantee;
use crate::special::float::{ceil, floor, sqrt};

/// The largest number of draws at which the urn meets the guarantee's epsilon over all its releases with delta = 0.
pub fn largest_pure_draws(
    guarantee: &Guarantee,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    states: usize,
) -> Result<u32> {
    let met = |draws: u32| -> Result<bool> {
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        Ok(
            pure_epsilon_upper(guarantee.adjacency, &urn, states, guarantee.releases)?
                <= guarantee.epsilon.get(),
        )
    };
    let (mut low, mut high) = (*DRAWS.start(), *DRAWS.end());
    if !met(low)? {
        return Err(Error::Unreachable);
    }
    if met(high)? {
        return Ok(high);
    }
    while high - low > 1 {
        let mid = low + (high - low) / 2;
        if met(mid)? { low = mid } else { high = mid }
    }
    Ok(low)
}

/// The urn of `draws` draws with the largest weight that meets `guarantee` at this pseudo-count.
pub fn solve(
    guarantee: &Guarantee,
    states: usize,
    pseudo_count: PseudoCount,
    draws: u32,
) -> Result<PolyaParameters> {
    let try_weight = |w: f64| -> Result<Option<PolyaParameters>> {
        let urn = urn_below(w, pseudo_count, draws)?;
        let delta = delta_upper(
            guarantee.adjacency,
            &urn,
            states,
            guarantee.releases,
            guarantee.epsilon,
        )?;
        Ok((delta <= guarantee.delta.get()).then_some(urn))
    };
    let most = f64::from(*MASS.end());
    let (mut low, mut high) = (1.0 / most, most);
    if let Some(urn) = try_weight(high)? {
        return Ok(urn);
    }
    let mut found = try_weight(low)?.ok_or(Error::Unreachable)?;
    for _ in 0..60 {
        if high <= low * (1.0 + 1e-9) {
            break;
        }
        let mid = sqrt(low * high);
        match try_weight(mid)? {
            Some(urn) => {
                found = urn;
                low = mid;
            }
            None => high = mid,
        }
    }
    Ok(found)
}

/// The urn whose weight is the nearest fraction at or below w, its pseudo-count rounded up.
fn urn_below(w: f64, pseudo_count: PseudoCount, draws: u32) -> Result<PolyaParameters> {
    let most = f64::from(*MASS.end());
    let (mut event, draw) = if w < 1.0 {
        (floor(w * most).max(1.0), most)
    } else {
        let draw = ceil(most / w).min(most);
        (floor(w * draw).min(most), draw)
    };
    let prior_most = f64::from(*PRIOR_MASS.end());
    if event * pseudo_count.get() > prior_most - 1.0 {
        event = floor((prior_most - 1.0) / pseudo_count.get()).max(1.0);
    }
    let prior = ceil(event * pseudo_count.get()).max(1.0);
    PolyaParameters::new(event as u32, prior as u32, draw as u32, draws)
}
