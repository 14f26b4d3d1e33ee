//! Expected total variation, exact, bias included.
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::beta_inc;

/// E TV(C, x) for x ~ Dir(w (c + a)), C = c / N; in [0, 1].
pub fn expected_total_variation(counts: &[u32], parameters: &DirichletParameters) -> Result<f64> {
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    if !(total > 0.0) {
        return Err(Error::EmptyRow);
    }
    let (w, a) = (parameters.weight.get(), parameters.pseudo_count.get());
    let alpha_0 = w * (total + a * counts.len() as f64);
    let mut tv = 0.0;
    for c in counts {
        let (share, p) = (f64::from(*c) / total, w * (f64::from(*c) + a));
        let q = alpha_0 - p;
        let m = p / alpha_0;
        tv += 2.0 * (share * beta_inc(p, q, share).lower - m * beta_inc(p + 1.0, q, share).lower) + m - share;
    }
    Ok(0.5 * tv)
}
