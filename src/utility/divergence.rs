//! How far one distribution is from another: for rows and stationary distributions that are both at hand.
use super::dirichlet_row::check_shares;
use crate::error::{Error, Result};
use crate::special::float::ln;

/// KL(p || q) = sum p_i ln(p_i/q_i) of two distributions.
///
/// - Domain: `p` and `q` distributions over the same 2 to 65,535 states.
/// - Units: nats.
/// - Special values: a term with p_i = 0 is 0, as 0 ln 0; +infinity where q_i = 0 < p_i. Never below 0: what rounding leaves
///   below is returned as 0.
/// - Accuracy: the terms' rounding, about 2^-52 of sum p_i |ln(p_i/q_i)|.
/// - Guarantee: none about privacy. With secret `p` the value is secret.
/// - Cost: a logarithm an entry.
///
/// # Errors
/// [`Error::States`], [`Error::NotStochastic`]; [`Error::Length`] where the two differ in length.
///
/// ```
/// let kl = dpmarkov::utility::kl_divergence(&[0.5, 0.5], &[0.25, 0.75])?;
/// assert!((kl - 0.5 * (4.0_f64 / 3.0).ln()).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn kl_divergence(p: &[f64], q: &[f64]) -> Result<f64> {
    check_both(p, q)?;
    let mut sum = 0.0;
    for (p, q) in p.iter().zip(q) {
        if *p > 0.0 {
            // two logarithms where the quotient would leave the range
            let ratio = p / q;
            let log = if ratio > 0.0 && ratio < f64::INFINITY {
                ln(ratio)
            } else if *q > 0.0 {
                ln(*p) - ln(*q)
            } else {
                return Ok(f64::INFINITY);
            };
            sum += p * log;
        }
    }
    Ok(if sum > 0.0 { sum } else { 0.0 })
}

/// TV(p, q) = 0.5 sum |p_i - q_i| of two distributions: the largest difference of the probabilities of one event.
///
/// - Domain: as [`kl_divergence`].
/// - Accuracy: n 2^-53.
/// - Guarantee: none about privacy, as there.
///
/// # Errors
/// As [`kl_divergence`].
///
/// ```
/// assert_eq!(dpmarkov::utility::total_variation_distance(&[0.5, 0.5], &[0.25, 0.75])?, 0.25);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn total_variation_distance(p: &[f64], q: &[f64]) -> Result<f64> {
    check_both(p, q)?;
    let sum: f64 = p.iter().zip(q).map(|(p, q)| (p - q).abs()).sum();
    Ok(0.5 * sum)
}

fn check_both(p: &[f64], q: &[f64]) -> Result<()> {
    check_shares(p)?;
    check_shares(q)?;
    if p.len() == q.len() {
        Ok(())
    } else {
        Err(Error::Length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners() {
        let (point, even) = ([1.0, 0.0], [0.5, 0.5]);
        assert_eq!(kl_divergence(&point, &point), Ok(0.0));
        assert_eq!(kl_divergence(&even, &point), Ok(f64::INFINITY));
        assert!((kl_divergence(&point, &even).unwrap() - ln(2.0)).abs() < 1e-15);
        assert_eq!(total_variation_distance(&point, &even), Ok(0.5));
        assert_eq!(total_variation_distance(&point, &[0.0, 1.0]), Ok(1.0));
        // a quotient that overflows
        let tiny = [5e-324, 1.0];
        let kl = kl_divergence(&even, &tiny).unwrap();
        assert!((kl - 0.5 * (ln(0.5) - ln(5e-324)) - 0.5 * ln(0.5)).abs() < 1e-12);
        assert_eq!(kl_divergence(&[1.0], &[1.0]), Err(Error::States));
        assert_eq!(kl_divergence(&even, &[0.5, 0.6]), Err(Error::NotStochastic));
        assert_eq!(
            kl_divergence(&even, &[f64::NAN, 0.5]),
            Err(Error::NotStochastic)
        );
        assert_eq!(
            total_variation_distance(&even, &[0.5, 0.25, 0.25]),
            Err(Error::Length)
        );
    }

    /// Pinsker's inequality: TV <= sqrt(KL/2).
    #[test]
    fn pinsker() {
        for i in 1..100 {
            for j in 1..100 {
                let (a, b) = (f64::from(i) / 100.0, f64::from(j) / 100.0);
                let (p, q) = ([a, 1.0 - a], [b, 1.0 - b]);
                let tv = total_variation_distance(&p, &q).unwrap();
                assert!(2.0 * tv * tv <= kl_divergence(&p, &q).unwrap() + 1e-15);
            }
        }
    }
}
