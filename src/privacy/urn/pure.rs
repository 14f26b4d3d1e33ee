//! The pure guarantee of an urn: how large the privacy loss can be at all.
use crate::domain::PolyaParameters;
use crate::privacy::Adjacency;
use crate::special::float::ln_1p;
use crate::special::ln_gamma_ratio;

/// Up to so many factors of a rising factorial are added one by one.
const TERMS: u32 = 4096;
/// Relative error bound of one logarithm of libm, and then some: 2^-51.
const U: f64 = 4.5e-16;

/// ln[(x + w)_M / (x)_M], x = base/draw_mass, w = event_mass/draw_mass, rounded up.
///
/// ```text
/// sum over k < M of ln(1 + event_mass / (base + k draw_mass)) = ln Gamma(x+M+w)/Gamma(x+M) - ln Gamma(x+w)/Gamma(x)
/// ```
pub(super) fn ln_rising_ratio_upper(base: u64, urn: &PolyaParameters) -> f64 {
    let (event, draw) = (f64::from(urn.event_mass()), f64::from(urn.draw_mass()));
    let (base, draws) = (base as f64, f64::from(urn.draws()));
    let direct = |terms: u32| -> f64 {
        let sum: f64 = (0..terms)
            .map(|k| ln_1p(event / (base + f64::from(k) * draw)))
            .sum();
        // positive terms: each addition rounds by at most 2^-53 of the sum
        sum * (1.0 + f64::from(terms) * U)
    };
    if urn.draws() <= TERMS {
        return direct(urn.draws());
    }
    let (x, w) = (base / draw, event / draw);
    let one = |x: f64| ln_gamma_ratio(x, w, 0.0).0;
    let (top, bottom) = (one(x + draws), one(x));
    let error = 32.0 * U * (top.abs() + bottom.abs() + w + 1.0);
    (top - bottom) + error
}

/// What one release can tell at most, in nats: the supremum of the privacy loss over neighbouring logs and outputs, rounded up.
pub(super) fn ln_ratio_upper(adjacency: Adjacency, urn: &PolyaParameters, states: usize) -> f64 {
    let prior = u64::from(urn.prior_mass());
    let cell = ln_rising_ratio_upper(prior, urn);
    let row = || ln_rising_ratio_upper(prior.saturating_mul(states as u64), urn);
    let sum = match adjacency {
        Adjacency::Destination | Adjacency::AddRemove => cell,
        Adjacency::Event => cell + row(),
        Adjacency::Visit => 2.0 * cell + row(),
        Adjacency::VisitPresence => 2.0 * cell,
    };
    sum * (1.0 + U)
}
