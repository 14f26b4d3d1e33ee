//! Expected Kullback-Leibler divergence [A, Theorem 2].
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::{digamma, float::ln};

/// E KL(C || x) for x ~ Dir(w (c + a)), C = c / N, in nats.
pub fn expected_kl(counts: &[u32], parameters: &DirichletParameters) -> Result<f64> {
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    if !(total > 0.0) {
        return Err(Error::EmptyRow);
    }
    let (w, a) = (parameters.weight.get(), parameters.pseudo_count.get());
    let alpha_0 = w * (total + a * counts.len() as f64);
    let mut kl = 0.0;
    for c in counts.iter().filter(|c| **c > 0) {
        let p = f64::from(*c) / total;
        kl += p * (ln(p) + digamma(alpha_0) - digamma(w * (f64::from(*c) + a)));
    }
    Ok(kl)
}
