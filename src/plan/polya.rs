//! The rule that chooses an urn.
use super::choose;
use crate::domain::{DRAWS, ExpectedRowTotal, PolyaParameters, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::{Guarantee, urn};
use crate::special::float::{exp, sqrt};

/// The urn that meets `guarantee` with a small expected error, from public facts alone.
///
/// **Errors.** [`Error::States`]; [`Error::Unreachable`] where nothing that was tried meets the guarantee.
pub fn choose_polya(
    guarantee: &Guarantee,
    states: usize,
    expected_row_total: ExpectedRowTotal,
) -> Result<PolyaParameters> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let (n, total) = (states as f64, expected_row_total.get());
    let proxy = |urn: &PolyaParameters| -> f64 {
        let (w, a) = (
            f64::from(urn.event_mass()) / f64::from(urn.draw_mass()),
            f64::from(urn.prior_mass()) / f64::from(urn.event_mass()),
        );
        let alpha_0 = w * (total + n * a);
        let variance = (1.0 + alpha_0 / f64::from(urn.draws())) / (alpha_0 + 1.0);
        (n - 1.0) * a / (total + n * a)
            + 0.5 * sqrt(2.0 * (n - 1.0) / core::f64::consts::PI * variance)
    };
    let mut best: Option<(f64, PolyaParameters)> = None;
    let mut keep = |urn: PolyaParameters| {
        let value = proxy(&urn);
        if best.is_none_or(|(least, _)| value < least) {
            best = Some((value, urn));
        }
    };
    if guarantee.delta.get() > 0.0
        && let Ok(p) = choose(guarantee, states, expected_row_total)
    {
        let alpha_0 = p.weight.get() * (total + n * p.pseudo_count.get());
        for times in [1.0, 4.0, 16.0] {
            let draws = (times * alpha_0).clamp(1.0, f64::from(*DRAWS.end())) as u32;
            if let Ok(urn) = urn::solve(guarantee, states, p.pseudo_count, draws) {
                keep(urn);
            }
        }
    }
    if best_is_pure(guarantee) {
        // pure: a larger pseudo-count allows more draws
        for i in 0..16 {
            let Ok(a) =
                PseudoCount::new(exp(0.5 * f64::from(i) - 1.0) / guarantee.epsilon.get().max(1e-3))
            else {
                continue;
            };
            for j in 0..12 {
                let draws = (exp(f64::from(j)) * 8.0).min(f64::from(*DRAWS.end())) as u32;
                if let Ok(urn) = urn::solve(guarantee, states, a, draws) {
                    keep(urn);
                }
            }
        }
    }
    best.map(|(_, urn)| urn).ok_or(Error::Unreachable)
}

/// Whether the guarantee leaves nothing but the pure bound.
fn best_is_pure(guarantee: &Guarantee) -> bool {
    !(guarantee.delta.get() > 0.0)
}
