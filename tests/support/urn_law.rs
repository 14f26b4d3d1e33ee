//! The law of a row's tallies, outcome by outcome: products of rising factorials.
use dpmarkov::domain::PolyaParameters;

/// All tallies of n cells with sum m.
pub fn outcomes(n: usize, m: u32) -> Vec<Vec<u32>> {
    if n == 1 {
        return vec![vec![m]];
    }
    let rest = |first: u32| outcomes(n - 1, m - first);
    (0..=m)
        .flat_map(|first| {
            rest(first).into_iter().map(move |mut tail| {
                tail.insert(0, first);
                tail
            })
        })
        .collect()
}

/// (x)_k in units of the draw mass.
fn rising(base: f64, step: f64, k: u32) -> f64 {
    (0..k).map(|i| base + f64::from(i) * step).product()
}

fn factorial(k: u32) -> f64 {
    (1..=k).map(f64::from).product()
}

/// The law of one row's tallies, outcome by outcome.
pub fn law(counts: &[u32], urn: &PolyaParameters) -> Vec<f64> {
    let step = f64::from(urn.draw_mass());
    let mass = |c: &u32| f64::from(urn.event_mass()) * f64::from(*c) + f64::from(urn.prior_mass());
    let total: f64 = counts.iter().map(mass).sum();
    outcomes(counts.len(), urn.draws())
        .iter()
        .map(|tally| {
            let ways = tally
                .iter()
                .fold(factorial(urn.draws()), |p, m| p / factorial(*m));
            let weights = tally.iter().zip(counts);
            ways * weights
                .map(|(m, c)| rising(mass(c), step, *m))
                .product::<f64>()
                / rising(total, step, urn.draws())
        })
        .collect()
}

/// (P, Q) of every joint outcome of independent parts.
pub fn product(parts: &[(Vec<f64>, Vec<f64>)]) -> Vec<(f64, f64)> {
    parts.iter().fold(vec![(1.0, 1.0)], |all, (p, q)| {
        let pairs = || p.iter().zip(q);
        all.iter()
            .flat_map(|(x, y)| pairs().map(move |(p, q)| (x * p, y * q)))
            .collect()
    })
}

pub fn delta(pairs: &[(f64, f64)], epsilon: f64) -> f64 {
    let factor = epsilon.exp();
    pairs.iter().map(|(p, q)| (p - factor * q).max(0.0)).sum()
}
