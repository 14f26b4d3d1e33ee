//! Does a sampler follow its law? Each comparison raises a false alarm with probability below 1e-9 (seeds are fixed: a test that passes
//! once passes always).
use dpmarkov::special::gamma_inc;

/// False alarms of one comparison.
pub const FALSE_ALARM: f64 = 1e-9;
/// Standard deviations that a mean may be off: a normal variate passes them with probability 1.1e-9.
pub const SIGMAS: f64 = 6.1;

/// Pearson's chi-square over categories with the given probabilities, neighbours pooled until 100 are expected in each.
pub fn categories(observed: &[u64], probabilities: &[f64]) -> Result<(), String> {
    assert_eq!(observed.len(), probabilities.len());
    let total: f64 = observed.iter().map(|o| *o as f64).sum();
    let sum: f64 = probabilities.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "the reference sums to {sum}");
    let mut pools: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (o, p) in observed.iter().zip(probabilities) {
        open = (open.0 + *o as f64, open.1 + total * p);
        if open.1 >= 100.0 {
            pools.push(open);
            open = (0.0, 0.0);
        }
    }
    if let Some(last) = pools.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    if pools.len() < 2 {
        // All in one pool: what is outside its main category is Poisson with a mean below 100.
        return Ok(());
    }
    let chi: f64 = pools.iter().map(|(o, e)| (o - e).powi(2) / e).sum();
    let freedom = (pools.len() - 1) as f64;
    let p = gamma_inc(freedom / 2.0, chi / 2.0).upper;
    if p >= FALSE_ALARM {
        Ok(())
    } else {
        Err(format!(
            "chi-square {chi:.1} with {freedom} degrees of freedom: p = {p:e}"
        ))
    }
}

/// The integers from `low` on that have the given probabilities, and two more categories: below and above.
pub fn integers(
    draws: &[i64],
    low: i64,
    probabilities: &[f64],
    below: f64,
    above: f64,
) -> Result<(), String> {
    let n = probabilities.len() as i64;
    let mut observed = vec![0; probabilities.len() + 2];
    for k in draws {
        observed[(k - low + 1).clamp(0, n + 1) as usize] += 1;
    }
    let mut all = vec![below];
    all.extend(probabilities);
    all.push(above);
    categories(&observed, &all)
}

/// sup |F_N - F| at every step of the sample against the Dvoretzky-Kiefer-Wolfowitz bound (Massart 1990), exact for integers too.
pub fn distribution(mut draws: Vec<i64>, cdf: impl Fn(i64) -> f64) -> Result<(), String> {
    let n = draws.len() as f64;
    draws.sort_unstable();
    let bound = ((2.0 / FALSE_ALARM).ln() / (2.0 * n)).sqrt();
    let worst = (0..draws.len())
        .filter(|i| draws.get(i + 1) != draws.get(*i))
        .step_by(1 + draws.len() / 20_000)
        .map(|i| (cdf(draws[i]) - (i + 1) as f64 / n).abs())
        .fold(0.0, f64::max);
    if worst <= bound {
        Ok(())
    } else {
        Err(format!("distance {worst:.3e}, allowed {bound:.3e}"))
    }
}

/// The mean of `values` against `mean`, where one value has the standard deviation `sd`.
pub fn mean(values: impl ExactSizeIterator<Item = f64>, mean: f64, sd: f64) -> Result<(), String> {
    let n = values.len() as f64;
    let off = (values.sum::<f64>() / n - mean) / (sd / n.sqrt());
    if off.abs() < SIGMAS {
        Ok(())
    } else {
        Err(format!("mean {off:.1} standard deviations from {mean}"))
    }
}

/// How often something of probability `p` happened in `n` trials: Chernoff's bound for both tails, so that rare events are held to
/// their exact scale too.
pub fn rate(happened: usize, n: usize, p: f64) -> Result<(), String> {
    let (n, q) = (n as f64, happened as f64 / n as f64);
    let term = |q: f64, p: f64| if q == 0.0 { 0.0 } else { q * (q / p).ln() };
    let divergence = term(q, p) + term(1.0 - q, 1.0 - p);
    if n * divergence <= (2.0 / FALSE_ALARM).ln() {
        Ok(())
    } else {
        Err(format!("{happened} of {n}, expected {}", n * p))
    }
}
