//! Dirichlet variates at every shape.
use super::Generator;
use super::exp::exp_below_0;
use super::gamma::Gamma;
use crate::domain::SHAPE;
use crate::error::{Error, Result};
use crate::special::float::{exp, ln};

/// Below this exponent a Gamma variate is carried as its logarithm.
const LN_SMALL: f64 = -500.0;
/// 2^-64 on every Gamma variate: 2^64 of them at the largest shape still have a finite sum.
const SCALE: f64 = 1.0 / 18_446_744_073_709_551_616.0;
/// ln 2^-64.
const LN_SCALE: f64 = -44.361_419_555_836_5;

/// One Dirichlet(alpha) variate: x_i = G_i / sum_j G_j with G_i ~ Gamma(alpha_i), written to `out`.
///
/// - **Domain**: every alpha_i in [`SHAPE`]; any number of entries. One entry is always 1.
/// - **Guarantee**: every x_i is in [0, 1], never NaN, and they sum to 1 within n ulp, at every shape. An
///   entry is 0 only where the law's own value rounds to 0 (is below 2^-1075).
/// - **Special values**: shapes so small that every G_i is below the smallest `f64` need no case of their
///   own: the logarithms stay finite ([`super::gamma::ln_sample`]), and the largest takes all. Its index is
///   i with probability alpha_i / alpha_0 (the smallest of E_i / alpha_i wins an exponential race), which is
///   the limit law of Dirichlet variates as the shapes fall together. Equal shapes of 1e308 give their mean.
/// - **Accuracy**: 4 ulp of each entry beyond its Gamma variate's own error, (1 + |ln x_i|) ulp where the
///   entry was carried as a logarithm.
/// - **Method**: Gamma variates divided by their sum, in log space with a maximum shift where the numbers ask
///   for it. (Breaking sticks instead loses the exchangeability of the entries at small shapes.)
/// - **Errors**: [`Error::Length`], [`Error::Shape`], [`Error::StreamExhausted`]; `out` is untouched then.
/// - **Cost**: n Gamma variates, one division each.
///
/// ```
/// let mut g = dpmarkov::random::Generator::from_seed_for_tests([7; 32], 0);
/// let mut x = [0.0; 2];
/// dpmarkov::random::dirichlet::sample(&mut g, &[1e308, 1e308], &mut x)?;
/// assert_eq!(x, [0.5, 0.5]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn sample(rng: &mut Generator, alpha: &[f64], out: &mut [f64]) -> Result<()> {
    if alpha.len() != out.len() {
        return Err(Error::Length);
    }
    if alpha.iter().any(|a| !SHAPE.contains(a)) {
        return Err(Error::Shape);
    }
    rng.ready()?;
    sample_with(rng, alpha.iter().copied(), out);
    Ok(())
}

/// The same from as many parameters as `out` has entries, all of them checked.
pub(crate) fn sample_with(rng: &mut Generator, alpha: impl Iterator<Item = f64>, out: &mut [f64]) {
    let total = weights_with(rng, alpha, out);
    for o in out.iter_mut() {
        *o /= total;
    }
}

/// A Dirichlet variate times a positive number, which is returned: the sum of `out`, from 1e-284 to 1e304.
///
/// On the way `out` holds G_i 2^-64 where that is a comfortable number and ln(G_i 2^-64) where it is not.
/// The sign tells which: the logarithms are below -480.
pub(crate) fn weights_with(
    rng: &mut Generator,
    alpha: impl Iterator<Item = f64>,
    out: &mut [f64],
) -> f64 {
    let mut law = Gamma::of_checked(1.0);
    let (mut sum, mut ln_max) = (0.0, f64::NEG_INFINITY);
    for (o, a) in out.iter_mut().zip(alpha) {
        if a != law.shape() {
            law = Gamma::of_checked(a);
        }
        let g = law.draw(rng);
        if g.ln_factor > LN_SMALL {
            let factor = if g.ln_factor == 0.0 {
                SCALE
            } else {
                SCALE * exp_below_0(g.ln_factor)
            };
            *o = g.mantissa * factor;
            sum += *o;
        } else {
            let l = ln(g.mantissa) + g.ln_factor + LN_SCALE;
            *o = l;
            ln_max = if l > ln_max { l } else { ln_max };
        }
    }
    if ln_max == f64::NEG_INFINITY {
        sum
    } else {
        from_logarithms(out, sum, if sum > 0.0 { ln(sum) } else { ln_max })
    }
}

/// Brings all entries to one scale where some are logarithms, and returns their sum: `sum` is that of the
/// others, `shift` its logarithm or, where there are no others, the largest of all.
#[cold]
fn from_logarithms(out: &mut [f64], sum: f64, shift: f64) -> f64 {
    let mut total = 0.0;
    for o in out.iter_mut() {
        *o = if *o > 0.0 { *o / sum } else { exp(*o - shift) };
        total += *o;
    }
    total
}
