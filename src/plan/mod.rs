//! Parameters chosen from public facts only.
use crate::domain::{ExpectedRowTotal, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, Guarantee, smallest_pseudo_count, solve_weight};
use crate::special::float::sqrt;

/// The (weight, pseudo-count) that the proxy of `maths.md`, section 6, expects to err least.
pub fn choose(guarantee: &Guarantee, states: usize, expected_row_total: ExpectedRowTotal) -> Result<DirichletParameters> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let (n, total) = (states as f64, expected_row_total.get());
    let mut a = smallest_pseudo_count(guarantee)?.get() * 1.01;
    let mut best: Option<(f64, DirichletParameters)> = None;
    for _ in 0..60 {
        let Ok(pseudo_count) = PseudoCount::new(a) else { break };
        if let Ok(weight) = solve_weight(guarantee, pseudo_count) {
            let w = weight.get();
            let proxy = (n - 1.0) * a / (total + n * a)
                + 0.5 * sqrt(2.0 * (n - 1.0) / (core::f64::consts::PI * (w * (total + n * a) + 1.0)));
            if best.is_none_or(|(p, _)| proxy < p) {
                best = Some((proxy, DirichletParameters { weight, pseudo_count }));
            }
        }
        a *= 1.1;
    }
    best.map(|(_, p)| p).ok_or(Error::Unreachable)
}
