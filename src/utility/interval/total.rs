//! How many events a row holds at least, from the sum of its noisy counts.
use super::tail::geometric;
use super::{LARGEST_SUM, check_cells};
use crate::error::{Error, Result};
use crate::special::float::{exp, ln, sqrt};
use crate::utility::noisy::CellNoise;
use crate::utility::row_error::up;

/// t with P(k_1 + ... + k_n >= t) <= `failure`, k the noise of a count, n = `cells`; the same for the sum <= -t.
///
/// ```text
/// Gaussian: sqrt(2 n sigma^2 d);   geometric: min over s of (n ln E e^(s k) + d)/s;   d = ln(1/failure)
/// ```
///
/// Proof. Chernoff: P(sum >= t) <= e^(-s t) (E e^(s k))^n for every s > 0. Gaussian: E e^(s k) <= e^(s^2 sigma^2/2), since a sum of the normal density over a
/// shifted lattice is largest unshifted (Poisson's summation); s = t/(n sigma^2). Geometric: every s below the rate gives a valid t; the least of 64
/// is taken. Both laws are symmetric. QED.
///
/// - **Domain**: n from 1 to 65,535; 0 < `failure` < 1.
/// - **Units**: events.
/// - **Guarantee**: an inequality, rounded up. For n = 1 000 and `failure` 0.01 it is 1.3 times the normal law's quantile.
/// - **Cost**: 64 logarithms at most; no scratch.
///
/// # Errors
/// [`Error::States`]; [`Error::Level`] for another `failure`.
///
/// ```
/// use dpmarkov::{domain::Variance, utility::{interval::noisy_sum_reach, noisy::CellNoise}};
/// let noise = CellNoise::Gaussian(Variance::new(100, 1)?);
/// let t = noisy_sum_reach(4, noise, 0.05)?;
/// assert!((t - (800.0 * 20.0_f64.ln()).sqrt()).abs() < 1e-9); // 48.96
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy_sum_reach(cells: usize, noise: CellNoise, failure: f64) -> Result<f64> {
    let n = check_cells(cells)?;
    if !(failure > 0.0 && failure < 1.0) {
        return Err(Error::Level);
    }
    let depth = -ln(failure);
    let reach = match noise {
        CellNoise::Gaussian(variance) => sqrt(2.0 * n * variance.get() * depth),
        CellNoise::Geometric(rate) => {
            let e0 = rate.get();
            let mut least = f64::INFINITY;
            for i in 1..=64 {
                // from 0.98 of the rate down to 1/560 of it
                let s = e0 * exp(0.08 - 0.1 * f64::from(i));
                least = least.min((n * geometric(e0, s).value + depth) / s);
            }
            least
        }
    };
    // the cumulant is right to some hundred units: 1 - g loses up to 50 times what g does
    Ok(up(reach, 4096))
}

/// A lower confidence limit of a row's number of events N: P(N >= the returned value) >= 1 - `failure`, whatever N is; at least 0.
///
/// ```text
/// max(S - t, 0),   S = N + k_1 + ... + k_n the sum of the row's noisy counts, t of noisy_sum_reach
/// ```
///
/// It is computed from the release alone and may be published. The sum itself is no lower bound of N: it exceeds N in about half of all releases. With
/// it every bound of [`row_error`](crate::utility::row_error) and
/// [`stationary_error::after_release_bound`](crate::utility::stationary_error::after_release_bound) holds where N is not known: these fall as N grows, so
/// with limits of n rows at `failure`/n and the bound at the level 1 - `failure` both hold with probability 1 - 2 `failure` (union bound; nothing need
/// be independent).
///
/// - **Domain**: |`sum`| <= 2^56; else as [`noisy_sum_reach`].
/// - **Special values**: 0 where the row may be empty.
///
/// # Errors
/// As [`noisy_sum_reach`]; [`Error::Domain`] for a sum out of range.
///
/// ```
/// use dpmarkov::{domain::Variance, utility::{interval::noisy_total_lower, noisy::CellNoise}};
/// let noise = CellNoise::Gaussian(Variance::new(100, 1)?);
/// assert!((noisy_total_lower(1000, 4, noise, 0.05)? - 951.04).abs() < 0.01);
/// assert_eq!(noisy_total_lower(40, 4, noise, 0.05)?, 0.0);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy_total_lower(sum: i64, cells: usize, noise: CellNoise, failure: f64) -> Result<f64> {
    let reach = noisy_sum_reach(cells, noise, failure)?;
    if sum.unsigned_abs() > LARGEST_SUM {
        return Err(Error::Domain);
    }
    // two roundings: of the sum and of the difference, the first relative to the sum
    let below = 2.0 * f64::EPSILON * sum.unsigned_abs() as f64;
    Ok((sum as f64 - reach - below).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{GeometricRate, Variance};
    use std::vec::Vec;

    const REACH: i32 = 400;

    /// P(k_1 + ... + k_n = t) by convolution, for t from -REACH to REACH.
    fn law(noise: CellNoise, n: u32) -> Vec<f64> {
        let weight = |k: i32| match noise {
            CellNoise::Geometric(rate) => exp(-rate.get() * f64::from(k.abs())),
            CellNoise::Gaussian(v) => exp(-0.5 * f64::from(k * k) / v.get()),
        };
        let all: f64 = (-REACH..=REACH).map(weight).sum();
        let one: Vec<f64> = (-REACH..=REACH).map(|k| weight(k) / all).collect();
        let mut sum = one.clone();
        for _ in 1..n {
            let mut next = std::vec![0.0; one.len()];
            for (i, p) in sum.iter().enumerate().filter(|(_, p)| **p > 1e-16) {
                for (j, q) in one.iter().enumerate().filter(|(_, q)| **q > 1e-16) {
                    let to = i as i32 + j as i32 - REACH;
                    if (0..=2 * REACH).contains(&to) {
                        next[to as usize] += p * q;
                    }
                }
            }
            sum = next;
        }
        sum
    }

    fn above(law: &[f64], t: f64) -> f64 {
        let whole = (-REACH..=REACH).zip(law);
        whole
            .filter(|(k, _)| f64::from(*k) >= t)
            .map(|(_, p)| p)
            .sum()
    }

    #[test]
    fn never_passed_more_often_and_not_far_off() {
        let geometric = |p, q| CellNoise::Geometric(GeometricRate::new(p, q).unwrap());
        let gaussian = |p, q| CellNoise::Gaussian(Variance::new(p, q).unwrap());
        for noise in [
            geometric(1, 5),
            geometric(1, 1),
            geometric(4, 1),
            gaussian(30, 1),
            gaussian(1, 1),
            gaussian(1, 8),
        ] {
            for n in [1, 2, 5, 12] {
                let law = law(noise, n);
                for failure in [0.5, 0.1, 0.01, 1e-4, 1e-6] {
                    let t = noisy_sum_reach(n as usize, noise, failure).unwrap();
                    let p = above(&law, t);
                    assert!(
                        p <= failure,
                        "{noise:?} {n} {failure}: {t} is passed with {p}"
                    );
                    // twice the exact quantile at most, but at one half, and where noise is next to none
                    let wide = !matches!(noise, CellNoise::Gaussian(v) if v.get() < 0.5);
                    if wide && failure < 0.05 {
                        let exact = (0..).find(|t| above(&law, f64::from(*t)) <= failure);
                        let most = 2.0 * f64::from(exact.unwrap()) + 2.0;
                        assert!(t <= most, "{noise:?} {n} {failure}: {t}, not {most}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_sum_of_many_cells_is_nearly_normal() {
        let noise = CellNoise::Geometric(GeometricRate::new(1, 10).unwrap());
        for n in [100, 1000, 65_535] {
            let t = noisy_sum_reach(n, noise, 0.01).unwrap();
            let deviation =
                crate::mechanism::noisy::geometric_deviation(GeometricRate::new(1, 10).unwrap());
            let normal = sqrt(2.0 * 100.0_f64.ln() * n as f64) * deviation;
            assert!(t >= normal && t < 1.05 * normal, "{n}: {t} {normal}");
        }
    }

    #[test]
    fn what_is_refused() {
        let noise = CellNoise::Gaussian(Variance::new(30, 1).unwrap());
        for failure in [0.0, 1.0, -0.5, 2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(noisy_sum_reach(3, noise, failure), Err(Error::Level));
            assert_eq!(noisy_total_lower(3, 3, noise, failure), Err(Error::Level));
        }
        assert_eq!(noisy_sum_reach(0, noise, 0.5), Err(Error::States));
        assert_eq!(noisy_sum_reach(65_536, noise, 0.5), Err(Error::States));
        let most = 1i64 << 56;
        assert!(noisy_total_lower(most, 3, noise, 0.5).unwrap() < most as f64);
        assert_eq!(noisy_total_lower(-most, 3, noise, 0.5), Ok(0.0));
        for sum in [most + 1, -most - 1, i64::MAX, i64::MIN] {
            assert_eq!(noisy_total_lower(sum, 3, noise, 0.5), Err(Error::Domain));
        }
    }
}
