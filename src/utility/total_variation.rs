//! Expected total variation distance of a release from the truth, exact, bias included.
//!
//! For x ~ Beta(p, q) with mean m, E abs(x - C) = 2 (C I_C(p, q) - m I_C(p+1, q)) + m - C; with
//! I_C(p+1, q) = I_C(p, q) - C^p (1-C)^q / (p B(p, q)) this is
//!
//! ```text
//! E abs(x - C) = 2 C^p (1-C)^q / ((p+q) B(p, q))  +  (C - m) (I_C(p, q) - (1 - I_C(p, q)))
//! ```
//!
//! The first term is positive; the second is about abs(C - m), and where it is negative, C being
//! between mean and median, it is small beside the first: nothing cancels.
use super::dirichlet_row::{Entry, Row, check_shares, row_total};
use super::kl::excess;
use crate::domain::{ExpectedRowTotal, STATES};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::beta_inc;
use crate::special::float::Within;
use crate::special::float::{exp, ln_1p, sqrt};

/// E TV(C, x) = 0.5 sum E abs(x_i - C_i), x ~ Dir(w (c + a)), C = c/N.
///
/// - Domain: 2 to 65,535 counts, not all zero.
/// - Values lie in [0, 1].
/// - Secret: it depends on the counts. To publish, use [`expected_total_variation_at`].
/// - Accuracy: relative error at most 4e-15 over `tests/data/utility.csv` (w 1e-9 to 1e9, a 1e-6 to
///   1e9); worst found 2.3e-15, at w = 1e-9, a = 0.5, counts (1000000, 999999).
/// - Method: the mean absolute deviation of a Beta law about C, by the incomplete beta function.
/// - Cost: one incomplete beta function for each entry that is not zero.
///
/// # Errors
/// [`Error::States`], [`Error::EmptyRow`].
///
/// ```
/// use dpmarkov::{privacy::DirichletParameters, utility::expected_total_variation};
/// let tv = expected_total_variation(&[7, 2, 1], &DirichletParameters::new(0.5, 1.0)?)?;
/// assert!((tv - 0.190_071_558_309_288_95).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn expected_total_variation(counts: &[u32], parameters: &DirichletParameters) -> Result<f64> {
    let total = row_total(counts)?;
    let row = Row::new(total, counts.len(), parameters);
    let entry = |c: &u32| mean_absolute_error(row.entry(f64::from(*c), f64::from(*c) / total));
    Ok(half_of_sum(counts.iter().map(entry).sum()))
}

/// E TV(C, x) for the row of `row_total` events with shares C: of public parameters, for
/// publication.
///
/// As [`expected_total_variation`], which it equals for C = c/N.
///
/// # Errors
/// [`Error::States`]; [`Error::NotStochastic`] unless `shares` is a distribution.
///
/// ```
/// use dpmarkov::{domain::ExpectedRowTotal, privacy::DirichletParameters, utility::expected_total_variation_at};
/// let parameters = DirichletParameters::new(0.5, 1.0)?;
/// let tv = expected_total_variation_at(&[0.7, 0.2, 0.1], ExpectedRowTotal::new(10.0)?, &parameters)?;
/// assert!((tv - 0.190_071_558_309_288_95).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn expected_total_variation_at(
    shares: &[f64],
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
) -> Result<f64> {
    check_shares(shares)?;
    let row = Row::new(row_total.get(), shares.len(), parameters);
    let entry = |share: &f64| mean_absolute_error(row.entry(share * row_total.get(), *share));
    Ok(half_of_sum(shares.iter().map(entry).sum()))
}

/// E TV(C, x) for a uniform row of `row_total` events over `states` states: noise alone, a uniform
/// row has no bias. Cost: one entry.
///
/// # Errors
/// [`Error::States`].
///
/// ```
/// use dpmarkov::{domain::ExpectedRowTotal, privacy::DirichletParameters, utility::expected_total_variation_uniform};
/// // Dir(1, 1): one uniform number, whose mean distance from 1/2 is 1/4.
/// let parameters = DirichletParameters::new(0.5, 1.0)?;
/// let tv = expected_total_variation_uniform(2, ExpectedRowTotal::new(2.0)?, &parameters)?;
/// assert!((tv - 0.25).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn expected_total_variation_uniform(
    states: usize,
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
) -> Result<f64> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let n = states as f64;
    let alpha_0 = Row::new(row_total.get(), states, parameters).alpha_0();
    let entry = Entry {
        share: 1.0 / n,
        bias: 0.0,
        p: alpha_0 / n,
        q: alpha_0 * ((n - 1.0) / n),
    };
    Ok(half_of_sum(n * mean_absolute_error(entry)))
}

/// Rounding alone can leave [0, 1].
fn half_of_sum(sum: f64) -> f64 {
    if sum < 2.0 { 0.5 * sum } else { 1.0 }
}

/// E abs(x - C), x ~ Beta(p, q).
pub(super) fn mean_absolute_error(entry: Entry) -> f64 {
    let Entry { share, bias, p, q } = entry;
    if !(share > 0.0) {
        return bias; // x >= C = 0: E x
    }
    if !(share < 1.0) {
        return -bias;
    }
    let peak = scaled_density(entry);
    if bias == 0.0 {
        return 2.0 * peak;
    }
    let tails = beta_inc(p, q, share);
    // The f64 p, q and C lie a rounding apart from the numbers whose distance C - m is `bias`: where
    // the law is narrow, that moves I_C. Move it back, by the density at C times the difference.
    let density = peak * ((p + q) / share) / (1.0 - share);
    let difference =
        tails.lower - tails.upper + 2.0 * density * (mean_minus_share(p, q, share) - bias);
    let error = 2.0 * peak - bias * difference.within(-1.0, 1.0);
    if error >= 0.0 {
        error
    } else if error < 0.0 {
        0.0
    } else {
        2.0 * peak + bias.abs() // no incomplete beta function: what the error is at most
    }
}

/// p/(p+q) - C for exactly these doubles, by Knuth's sum and Dekker's product
/// [doi:10.1007/BF01397083].
fn mean_minus_share(p: f64, q: f64, share: f64) -> f64 {
    let sum = p + q;
    let back = sum - p;
    let sum_error = (p - (sum - back)) + (q - back);
    let product = share * sum;
    let halves = |x: f64| {
        let shifted = x * 134_217_729.0; // 2^27 + 1
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let ((a, b), (c, d)) = (halves(share), halves(sum));
    let product_error = ((a * c - product) + a * d + b * c) + b * d;
    ((p - product) - product_error - share * sum_error) / sum
}

/// C^p (1-C)^q / ((p+q) B(p, q)).
///
/// With m = p/(p+q) it is e^D g(p) g(q) / (g(p+q) (p+q)), g(x) = x^x e^-x / Gamma(x), and
/// D = p ln(C/m) + q ln((1-C)/(1-m)) = p (ln(1+s) - s) + q (ln(1+t) - t), s = (C-m)/m,
/// t = (m-C)/(1-m), since p s + q t = 0: both parts are <= 0 and do not cancel [Loader 2000, "Fast
/// and accurate computation of binomial probabilities"].
fn scaled_density(entry: Entry) -> f64 {
    let Entry { share, bias, p, q } = entry;
    let alpha_0 = p + q;
    let deviance = p * excess(-bias / p * alpha_0, share / p * alpha_0)
        + q * excess(bias / q * alpha_0, (1.0 - share) / q * alpha_0);
    exp(-deviance) * (ratio(p) * (ratio(q) / ratio(alpha_0))) / alpha_0
}

/// g(x) = x^x e^-x / Gamma(x) = sqrt(x / 2 pi) e^-S(x), S the remainder of Stirling's series.
fn ratio(first: f64) -> f64 {
    let (mut x, mut exponent) = (first, 0.0);
    while x < 16.0 {
        // g(x) = g(x+1) e^(1 - x ln(1 + 1/x)) x/(x+1)
        exponent += 1.0 - x * ln_1p(1.0 / x);
        x += 1.0;
    }
    // S(x) = sum B_2k / (2k (2k-1) x^(2k-1)) [DLMF 5.11.1]
    let r = 1.0 / (x * x);
    let s = 1.0 / 12.0
        - r * (1.0 / 360.0
            - r * (1.0 / 1260.0
                - r * (1.0 / 1680.0 - r * (1.0 / 1188.0 - r * (691.0 / 360_360.0 - r / 156.0)))));
    first / x * exp(exponent - s / x) * sqrt(x * core::f64::consts::FRAC_1_PI * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::float::ln;
    use crate::special::ln_gamma;

    #[test]
    fn ratio_agrees_with_ln_gamma() {
        for x in [1e-12, 1e-3, 0.5, 1.0, 2.0, 7.5, 15.99, 16.0, 100.0, 1e5] {
            let want = exp(x * ln(x) - x - ln_gamma(x));
            assert!(
                (ratio(x) / want - 1.0).abs() < 1e-14 * (10.0 + x * ln(x).abs()),
                "{x}"
            );
        }
        assert!(
            (ratio(1.0) / exp(-1.0) - 1.0).abs() < 1e-15,
            "{}",
            ratio(1.0)
        );
    }
}
