//! Renyi divergences of the smoothed Dirichlet mechanism, and the cheap bound on epsilon that they give.
use super::cells::patterns;
use super::engine::{Loss, Losses, chernoff_epsilon};
use super::{Adjacency, DirichletParameters};
use crate::domain::{Delta, Releases};
use crate::error::{Error, Result};
use crate::special::float::{ln, ln_1p};

/// Orders r with 1 < r < this value have a finite divergence; those from it on are infinite.
///
/// 1 + a where a cell may gain one event, 1 + a/2 for `Visit` (a cell may gain two); a little less than this where
/// w a is not an `f64` (rounded to the safe side).
///
/// # Example
/// ```
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, renyi::renyi_order_end};
/// let p = DirichletParameters::new(1.0, 3.0)?;
/// assert!((renyi_order_end(Adjacency::Event, &p) - 4.0).abs() < 1e-14);
/// assert!((renyi_order_end(Adjacency::Visit, &p) - 2.5).abs() < 1e-14);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn renyi_order_end(adjacency: Adjacency, parameters: &DirichletParameters) -> f64 {
    patterns(adjacency)
        .iter()
        .map(|pattern| {
            let cells = pattern.cells_of(parameters);
            1.0 + Loss::of(&Losses::new(cells.as_slice(), 1)).order_end()
        })
        .fold(f64::INFINITY, f64::min)
}

/// An upper bound on the Renyi divergence of order r, D_r = ln(E_Q (dP/dQ)^r)/(r-1), over all releases together.
///
/// D_r = ln M(r-1)/(r-1): a sum over cells and releases of K(s)/s, s = r - 1,
/// K(s) = ln Gamma(p + s d) - (1+s) ln Gamma(p) + s ln Gamma(p-d), d = p - q. For `Destination` and `Event`
/// D_r = ln[B(b + r w, b + w - r w)/B(b, b+w)]/(r-1).
///
/// # Domain
/// r > 1, finite.
///
/// # Units
/// Nats.
///
/// # Guarantee
/// D_r(P||Q) <= the value returned, for every pair of neighbouring logs and each way round: the largest of the adjacency's patterns.
///
/// # Special values
/// +infinity from [`renyi_order_end`] on. Never negative.
///
/// # Accuracy
/// Above the true value by less than 1e-12 (1 + 1/(r-1)) relative for one release at w, a from 1e-3 to 1e4: over 18,000 random cases with mpmath
/// 1.1e-12 at the most from r = 1.1 on, 1.4e-4 at r - 1 = 2e-9 (a second difference, not three log-gammas: at b = 1e8, w = 1 those lose
/// every digit).
///
/// # Errors
/// [`Error::Domain`]: r is not a finite number above 1.
///
/// # Example
/// ```
/// use dpmarkov::domain::Releases;
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, renyi::renyi_divergence_upper};
/// // Beta(b+1, b) against Beta(b, b+1) at b = 10^8: D_2 = ln((b+1)/(b-1))
/// let p = DirichletParameters::new(1.0, 1e8)?;
/// let d = renyi_divergence_upper(Adjacency::Event, &p, Releases::ONE, 2.0)?;
/// assert!((d / 2.0000000000000000667e-8 - 1.0).abs() < 1e-13);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn renyi_divergence_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    order: f64,
) -> Result<f64> {
    if !(order > 1.0 && order.is_finite()) {
        return Err(Error::Domain);
    }
    let s = order - 1.0;
    let mut worst: f64 = 0.0;
    for pattern in patterns(adjacency) {
        let cells = pattern.cells_of(parameters);
        let losses = Losses::new(cells.as_slice(), releases.get());
        let losses = Loss::of(&losses);
        let divergence = losses.ln_moment_upper(s) / s * (1.0 + f64::EPSILON);
        // a NaN is no bound
        if s >= losses.order_end() || divergence.is_nan() {
            return Ok(f64::INFINITY);
        }
        worst = worst.max(divergence);
    }
    Ok(worst)
}

/// epsilon = D_r + ln((r-1)/r) - (ln delta + ln r)/(r-1): what a bound on one Renyi divergence proves at `delta`.
///
/// # Guarantee
/// Every mechanism whose divergence of order r is at most `divergence`, each way round between any two neighbouring logs, is
/// (epsilon, delta)-DP with the value returned, rounded up; at least 0. Proof: with c = r - 1, (1 - e^-t)_+ <= kappa e^(c t) for every
/// real t, kappa = c^c/(1+c)^(1+c) (the maximum of e^(-c t) (1 - e^-t) lies where e^-t = c/(1+c)); so
/// delta(eps) = E (1 - e^(eps-L))_+ <= kappa e^(-c eps) E e^(c L) = kappa e^(c (D_r - eps)), L the loss under the first log, and
/// this is delta at eps = D_r + (ln kappa - ln delta)/c, where ln kappa/c = ln((r-1)/r) - ln r/(r-1).
///
/// # Errors
/// [`Error::Domain`]: r is not a finite number above 1, or the divergence is NaN or negative.
///
/// # Example
/// ```
/// use dpmarkov::{domain::Delta, privacy::renyi::epsilon_from_renyi};
/// // r = 2 and D_2 = 0.1: epsilon = 0.1 + ln(1/2) - ln(2e-6)
/// let epsilon = epsilon_from_renyi(2.0, 0.1, Delta::new(1e-6)?)?;
/// assert!((epsilon - (0.1 - 4e-6_f64.ln())).abs() < 1e-12);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_from_renyi(order: f64, divergence: f64, delta: Delta) -> Result<f64> {
    if !(order > 1.0 && order.is_finite() && divergence >= 0.0) {
        return Err(Error::Domain);
    }
    let s = order - 1.0;
    let cost = (-ln(delta.get()) - ln(order)) / s;
    let gain = ln_1p(-1.0 / order);
    let epsilon = divergence + gain + cost;
    // each term within 4 roundings of its size; s = order - 1 is exact or within one
    let slack =
        8.0 * f64::EPSILON * (divergence + gain.abs() + (ln(delta.get()).abs() + ln(order)) / s);
    Ok((epsilon + slack).max(0.0))
}

/// An epsilon proved by the best single Renyi order: the cheap alternative to the exact accounting on a small device.
///
/// # Guarantee
/// The mechanism is (epsilon, delta)-DP over all releases together. Never below the exact epsilon.
///
/// # Accuracy
/// Looser than the exact accounting: at (w, a) = (0.3188, 15.8), delta = 1e-6, `Event`, after 1, 10, 365 releases 1.144, 3.349, 27.6
/// against 1.000, 3.107, 26.110.
///
/// # Cost
/// 16 evaluations of ln M on the real line for each pattern; no sum.
///
/// # Example
/// ```
/// use dpmarkov::domain::{Delta, Releases};
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, renyi::renyi_epsilon_upper};
/// let p = DirichletParameters::new(0.3188, 15.8)?;
/// let epsilon = renyi_epsilon_upper(Adjacency::Event, &p, Releases::new(10)?, Delta::new(1e-6)?);
/// assert!((epsilon - 3.349).abs() < 1e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn renyi_epsilon_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    delta: Delta,
) -> f64 {
    let mut worst: f64 = 0.0;
    for pattern in patterns(adjacency) {
        let cells = pattern.cells_of(parameters);
        let losses = Losses::new(cells.as_slice(), releases.get());
        let losses = Loss::of(&losses);
        worst = worst.max(chernoff_epsilon(losses, ln(delta.get())).0);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::{digamma, ln_beta};

    fn parameters(weight: f64, pseudo_count: f64) -> DirichletParameters {
        DirichletParameters::new(weight, pseudo_count).unwrap()
    }

    fn divergence(
        adjacency: Adjacency,
        weight: f64,
        pseudo_count: f64,
        releases: u32,
        order: f64,
    ) -> f64 {
        let releases = Releases::new(releases).unwrap();
        renyi_divergence_upper(
            adjacency,
            &parameters(weight, pseudo_count),
            releases,
            order,
        )
        .unwrap()
    }

    #[test]
    #[allow(clippy::excessive_precision)] // the reference as its source gives it
    fn never_negative_at_large_bases() {
        let d = divergence(Adjacency::Event, 1.0, 1e8, 1, 2.0);
        assert!(
            (d / 2.0000000000000000667e-8 - 1.0).abs() < 1e-13 && d >= 2.0e-8,
            "{d:e}"
        );
        for order in [1.0 + 1e-9, 1.001, 1.5, 7.0, 1e3, 1e6] {
            let d = divergence(Adjacency::Event, 1.0, 1e8, 1, order);
            assert!(
                d > 0.0 && (d / (order * 1e-8) - 1.0).abs() < 0.01,
                "{order}: {d:e}"
            );
        }
    }

    #[test]
    fn infinite_from_the_order_end_on() {
        // Dir(3,1,1) from Dir(2,2,1), weight 1 above a pseudo-count of 1: KL is finite, D_2 is not
        let kl = ln_beta(2.0, 2.0) - ln_beta(3.0, 1.0) + digamma(3.0) - digamma(1.0);
        assert!((kl - 0.806_852_819_440_054_7).abs() < 1e-15, "{kl}");
        // order 1 is KL: of the dominating pair Beta(2,1) from Beta(1,2), where it is psi(2) - psi(1) = 1
        for s in [1e-9, 1e-6, 1e-3] {
            let d = divergence(Adjacency::Destination, 1.0, 1.0, 1, 1.0 + s);
            // half the loss's variance is (psi'(1) + psi'(2))/2 = 1.15
            let most = 1.0 + 1.2 * s + 1e-12 * (1.0 + 1.0 / s);
            assert!(d > kl && (1.0..=most).contains(&d), "{s}: {d}");
        }
        assert_eq!(
            divergence(Adjacency::Destination, 1.0, 1.0, 1, 2.0),
            f64::INFINITY
        );
        assert!(divergence(Adjacency::Destination, 1.0, 1.0, 1, 1.99).is_finite());
        assert_eq!(
            divergence(Adjacency::Visit, 0.5, 3.0, 1, 2.5),
            f64::INFINITY
        );
        assert!(divergence(Adjacency::Visit, 0.5, 3.0, 1, 2.49).is_finite());
        for order in [1.0, 0.5, f64::NAN, f64::INFINITY] {
            let r = renyi_divergence_upper(
                Adjacency::Event,
                &parameters(1.0, 1.0),
                Releases::ONE,
                order,
            );
            assert_eq!(r, Err(Error::Domain));
        }
    }

    /// D_r = ln[B(b + r w, b + w - r w)/B(b, b+w)]/(r-1), by three log-betas.
    #[test]
    fn closed_form_of_a_moved_event() {
        for (w, a, order) in [
            (0.3188, 15.8, 3.0),
            (1.0, 4.0, 4.5),
            (2.5, 7.0, 1.25),
            (0.05, 30.0, 17.0),
        ] {
            let b = w * a;
            let want =
                (ln_beta(b + order * w, b + w - order * w) - ln_beta(b, b + w)) / (order - 1.0);
            let d = divergence(Adjacency::Event, w, a, 1, order);
            assert!(
                (d / want - 1.0).abs() < 1e-10,
                "{w} {a} {order}: {d} {want}"
            );
            assert!(
                (divergence(Adjacency::Event, w, a, 365, order) / (365.0 * want) - 1.0).abs()
                    < 1e-10
            );
        }
    }

    #[test]
    fn values_of_the_cheap_epsilon() {
        let p = parameters(0.3188, 15.8);
        let delta = Delta::new(1e-6).unwrap();
        for (releases, want) in [(1, 1.144), (10, 3.349), (365, 27.6)] {
            let releases = Releases::new(releases).unwrap();
            let e = renyi_epsilon_upper(Adjacency::Event, &p, releases, delta);
            assert!(
                (e - want).abs() < 0.06 && (want > 20.0 || (e - want).abs() < 1e-3),
                "{releases:?}: {e}"
            );
            for adjacency in Adjacency::ALL {
                let cheap = renyi_epsilon_upper(adjacency, &p, releases, delta);
                let exact = super::super::engine::adjacency_epsilon_upper(
                    adjacency,
                    &p,
                    releases,
                    ln(delta.get()),
                );
                assert!(
                    cheap >= exact && cheap < 1.3 * exact,
                    "{adjacency:?} {releases:?}: {cheap} {exact}"
                );
            }
        }
    }

    /// The order that the search picks is one of those that the conversion accepts; no order does better.
    #[test]
    fn conversion_agrees() {
        let delta = Delta::new(1e-6).unwrap();
        let best = renyi_epsilon_upper(
            Adjacency::Event,
            &parameters(0.3188, 15.8),
            Releases::ONE,
            delta,
        );
        let mut least = f64::INFINITY;
        for i in 1..1600 {
            let order = 1.0 + f64::from(i) * 0.01;
            let d = divergence(Adjacency::Event, 0.3188, 15.8, 1, order);
            least = least.min(epsilon_from_renyi(order, d, delta).unwrap());
        }
        assert!((best / least - 1.0).abs() < 1e-4, "{best} {least}");
        // Gaussian mechanism, rho = 1/2: D_r = r/2
        let e = epsilon_from_renyi(6.0, 3.0, Delta::new(1e-5).unwrap()).unwrap();
        assert!((e - 4.761_911_642_354).abs() < 1e-9, "{e}");
        assert_eq!(epsilon_from_renyi(2.0, f64::NAN, delta), Err(Error::Domain));
    }
}
