//! delta(epsilon) and epsilon(delta) of the smoothed Dirichlet mechanism.
use super::pair::{Change, LnDelta, Pair, U};
use super::{Adjacency, DirichletParameters, closed_form, engine, quadrature, series};
use crate::domain::{Delta, EPSILON, Epsilon, Releases};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{exp, ln};

/// The smallest delta that is ever returned: 0 would be a claim.
pub(crate) const SMALLEST: f64 = f64::MIN_POSITIVE;

/// An upper bound on delta(epsilon) over all releases of the same log together, in (0, 1].
///
/// ```text
/// delta(eps) = sup over neighbouring logs D, D' and events S of P(M(D) in S) - e^eps P(M(D') in S)
/// ```
///
/// **Domain.** [`crate::domain`] states every range; b = w a is the smallest value of a Dirichlet parameter.
///
/// **Guarantee.** The result is never below the supremum, and the supremum over all rows, totals and numbers of states is the
/// value that is bounded: delta of the dominating pair (proved in the source, `src/privacy/pair.rs`). It falls as epsilon
/// grows, never rises with the pseudo-count and never falls as the weight grows. The last: V = w ln g with
/// g ~ Gamma(w alpha) is an exponential family in alpha, and ln Gamma(w alpha) has second derivative
/// integral of tau^2 e^(-alpha tau) / (tau (1 - e^(-tau/w))) dtau, which grows with w under the integral; so
/// Gamma(w2 alpha)/Gamma(w1 alpha), w1 < w2, is the Laplace transform of an infinitely divisible law (Levy-Khintchine), the
/// V at w2 splits its information into the V at w1 plus an independent part of the same family, and the V at w1 is got from the V at w2 by
/// a kernel that does not know alpha: post-processing.
///
/// **Special values.** As w -> 0 the limit is a floor above 0, see [`super::smallest_pseudo_count`]. Never 0: the smallest result is
/// 2.2e-308.
///
/// **Accuracy.** One release of `Destination`, `Event` and `AddRemove`: at most 2e-9 relative above the truth for weights 1e-3 to 1e3,
/// pseudo-counts 0.1 to 1e4 and delta above 1e-290 (`tests/data/profile_closed.csv`, 40 digits); the bound of the rounding error is
/// part of the result everywhere. All else: the certified bracket of the line integral.
///
/// **Method.** A positive series, an integral without cancellation or the closed form, whichever is good at this point; they
/// check each other in the tests.
///
/// **Errors.** None for one release of the three adjacencies named.
///
/// **Cost.** About 10 to 100 multiplications at ordinary parameters; at most a few thousand exponentials. Constant memory.
///
/// ```
/// use dpmarkov::domain::{Epsilon, Releases};
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, delta_upper};
/// let parameters = DirichletParameters::new(0.2102, 7.154)?;
/// let delta = delta_upper(Adjacency::Event, &parameters, Releases::ONE, Epsilon::new(1.0)?)?;
/// assert!((delta / 1.9271773989531e-4 - 1.0).abs() < 1e-9);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn delta_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    match pairs(adjacency, parameters, releases) {
        Some(pairs) => Ok(pairs
            .iter()
            .flatten()
            .map(|p| upper(p, epsilon.get()))
            .fold(SMALLEST, f64::max)),
        None => Ok(engine::adjacency_delta_upper(
            adjacency,
            parameters,
            releases,
            epsilon.get(),
        )),
    }
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
///
/// ```text
/// the smallest eps >= 0 with delta(eps) <= delta, rounded up
/// ```
///
/// **Guarantee.** [`delta_upper`] at the returned epsilon is at most `delta`.
///
/// **Special values.** 0 where `delta` is at least the total variation of neighbours.
///
/// **Accuracy.** Exceeds the smallest such epsilon by less than 0.1 % (measured: 1e-9 for one release).
///
/// **Method.** ln delta(eps) is concave and falls, so a tangent's root is never below the root: Newton's iterates come down to it
/// on the safe side; a bracket guards each step, and the last value is evaluated again.
///
/// **Errors.** [`Error::NoEpsilon`] where no epsilon up to 1e6 suffices.
///
/// **Cost.** About ten evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::{Delta, Releases};
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, epsilon_upper};
/// let parameters = DirichletParameters::new(0.3188, 15.8)?;
/// let epsilon = epsilon_upper(Adjacency::Event, &parameters, Releases::ONE, Delta::new(1e-6)?)?;
/// assert!((epsilon - 1.0000333).abs() < 1e-7);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    let target = ln(delta.above_zero()?);
    let found = match pairs(adjacency, parameters, releases) {
        Some(pairs) => {
            let mut found = 0.0;
            for pair in pairs.iter().flatten() {
                let root = safe_root(pair, target)?;
                found = if root > found { root } else { found };
            }
            found
        }
        // the last logarithm and exponential round as well: aim below the target by as much
        None => engine::adjacency_epsilon_upper(
            adjacency,
            parameters,
            releases,
            target - 8.0 * U * (1.0 + target.abs()),
        ),
    };
    // The target's logarithm was rounded: what is returned is checked as a user would check it.
    let mut step = 4.0 * U;
    let mut epsilon = found;
    for _ in 0..40 {
        if !EPSILON.contains(&epsilon) {
            break;
        }
        if delta_upper(adjacency, parameters, releases, Epsilon::new(epsilon)?)? <= delta.get() {
            return Ok(epsilon);
        }
        epsilon += step * if found > 0.0 { found } else { 1e-9 };
        step *= 2.0;
    }
    Err(Error::NoEpsilon)
}

/// The dominating pairs, where one release of this adjacency has one of [`super::pair`]'s form.
fn pairs(
    adjacency: Adjacency,
    parameters: &DirichletParameters,
    releases: Releases,
) -> Option<[Option<Pair>; 2]> {
    if releases != Releases::ONE {
        return None;
    }
    let w = parameters.weight.get();
    let b = w * parameters.pseudo_count.get();
    match adjacency {
        Adjacency::Destination | Adjacency::Event => {
            Some([Some(Pair::new(Change::Moved, b, w)), None])
        }
        Adjacency::AddRemove => Some([
            Some(Pair::new(Change::Added, b, w)),
            Some(Pair::new(Change::Removed, b, w)),
        ]),
        Adjacency::Visit | Adjacency::VisitPresence => None,
    }
}

/// The closed form is taken where its error bound is below this; the integral costs ten times as much.
const CLOSED_FORM_ERROR: f64 = 3e-10;

/// ln delta of one pair by the method that is good there.
pub(crate) fn ln_delta(pair: &Pair, epsilon: f64) -> LnDelta {
    let x = pair.at(epsilon);
    let r = x.exponent_slope(0.0);
    if x.ln_density < -1500.0 && r > 0.0 {
        // far below every f64 (and every target): E is convex, so E(v) >= r v and the integral is at most w/(r (r + w))
        let ln_delta = x.ln_density + ln(x.w / (r + x.w)) - ln(r);
        return LnDelta {
            ln: ln_delta,
            error: x.error,
            slope: -r / x.w,
        };
    }
    let d = if x.depth < 40.0 {
        series::ln_delta(&x).unwrap_or_else(|| {
            let closed = closed_form::ln_delta(&x);
            if closed.error <= CLOSED_FORM_ERROR {
                closed
            } else {
                quadrature::ln_delta(&x).unwrap_or(closed)
            }
        })
    } else {
        // the mode of the density is e^40 times as high as the crossing: delta is 1 but for two small tails
        closed_form::ln_delta(&x)
    };
    if d.ln + d.error <= 0.0 {
        d
    } else {
        // delta is at most 1 (also where a tail is NaN)
        LnDelta {
            ln: 0.0,
            error: 0.0,
            slope: if d.slope < 0.0 { d.slope } else { 0.0 },
        }
    }
}

/// delta of one pair, rounded up.
fn upper(pair: &Pair, epsilon: f64) -> f64 {
    let d = ln_delta(pair, epsilon);
    let ln = d.ln + d.error + 2.0 * U * d.ln.abs();
    (exp(ln) * (1.0 + 4.0 * U)).within(SMALLEST, 1.0)
}

/// An end of the bracket of [`safe_root`].
#[derive(Clone, Copy)]
struct End {
    at: f64,
    value: f64,
    slope: f64,
}

impl End {
    /// Where the tangent meets 0; infinite where it is flat.
    fn tangent_root(&self) -> f64 {
        if self.slope < 0.0 {
            self.at - self.value / self.slope
        } else {
            f64::INFINITY
        }
    }
}

/// The smallest epsilon with ln delta(epsilon) <= target, from above.
///
/// ln delta is concave and falls: both ends' tangents lie above it, so the nearer of their roots is a new safe end. Every third step
/// halves the bracket.
fn safe_root(pair: &Pair, target: f64) -> Result<f64> {
    let limit = *EPSILON.end();
    let end = |at: f64| {
        let d = ln_delta(pair, at);
        End {
            at,
            value: d.ln + d.error - target,
            slope: d.slope,
        }
    };
    let mut low = end(0.0);
    if low.value <= 0.0 {
        return Ok(0.0);
    }
    let first = low.tangent_root();
    let mut at = if first < limit { first } else { 0.25 };
    let mut high = loop {
        let e = end(at.min(limit));
        if e.value <= 0.0 {
            break e;
        }
        if at >= limit {
            return Err(Error::NoEpsilon);
        }
        low = e;
        at *= 4.0;
    };
    for round in 0..200 {
        let width = high.at - low.at;
        if width <= 1e-13 * high.at || high.value > -1e-12 {
            break;
        }
        let next = high.tangent_root().min(low.tangent_root());
        let next = if round % 3 == 2 || !(next > low.at && next < high.at) {
            low.at + 0.5 * width
        } else {
            next
        };
        let e = end(next);
        if e.value <= 0.0 {
            high = e;
        } else {
            low = e;
        }
    }
    Ok(high.at)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::println;

    fn hex(text: &str) -> f64 {
        let (mantissa, exponent) = text
            .trim_start_matches("0x")
            .split_once('p')
            .expect("a hex float");
        let (whole, fraction) = mantissa.split_once('.').expect("a point");
        let bits = u64::from_str_radix(whole, 16).expect("hex") as f64
            + u64::from_str_radix(fraction, 16).expect("hex") as f64 / 4_503_599_627_370_496.0;
        bits * 2f64.powi(exponent.parse().expect("an exponent"))
    }

    #[test]
    fn three_evaluations_agree_with_forty_digits() {
        let (mut rows, mut worst) = ([0; 3], [0.0_f64; 3]);
        for line in include_str!("../../tests/data/profile_closed.csv")
            .lines()
            .filter(|l| !l.starts_with(['#', 'c']))
        {
            let mut f = line.split(',');
            let mut next = || f.next().expect("a field");
            let change = match next() {
                "moved" => Change::Moved,
                "added" => Change::Added,
                _ => Change::Removed,
            };
            let (w, a, eps, truth) = (
                hex(next()),
                hex(next()),
                hex(next()),
                ln(next().parse::<f64>().expect("a number")),
            );
            let x = Pair::new(change, w * a, w).at(eps);
            let all = [
                series::ln_delta(&x),
                quadrature::ln_delta(&x),
                Some(closed_form::ln_delta(&x)),
            ];
            for (i, d) in all.iter().enumerate() {
                if let Some(d) = d {
                    let off = (d.ln - truth).abs();
                    // each keeps its own bound (the truth's own logarithm is rounded); the first two agree to 1e-10 everywhere
                    assert!(
                        off <= d.error + 4.0 * U * truth.abs(),
                        "{i} {line}: {off:e} above {:e}",
                        d.error
                    );
                    assert!(
                        i == 2 || d.error < 1e-9 && off < 1e-10,
                        "{i} {line}: {off:e}"
                    );
                    worst[i] = worst[i].max(off);
                    rows[i] += 1;
                }
            }
        }
        println!("{rows:?} rows: {worst:?}");
        assert!(rows.iter().all(|r| *r > 150));
    }

    /// The slopes that Newton's steps use, against a difference.
    #[test]
    fn slopes_are_derivatives() {
        for change in [Change::Moved, Change::Added, Change::Removed] {
            for (w, a, eps) in [(0.3, 15.0, 1.0), (0.1, 2.0, 0.3), (5.0, 30.0, 2.0)] {
                let pair = Pair::new(change, w * a, w);
                let difference =
                    (ln_delta(&pair, eps + 1e-5).ln - ln_delta(&pair, eps - 1e-5).ln) / 2e-5;
                let x = pair.at(eps);
                for d in [
                    series::ln_delta(&x),
                    quadrature::ln_delta(&x),
                    Some(closed_form::ln_delta(&x)),
                ]
                .into_iter()
                .flatten()
                {
                    assert!(
                        (d.slope / difference - 1.0).abs() < 1e-6,
                        "{change:?} {w} {a}: {} {difference}",
                        d.slope
                    );
                }
            }
        }
    }
}
