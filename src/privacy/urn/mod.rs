//! The guarantee of Polya's urn with a finite number of draws.
//!
//! The tallies of M draws are the tallies of M independent draws from one x ~ Dir(alpha) (de Finetti), alpha_i = w (c_i + a): a
//! post-processing of the Dirichlet mechanism, so that its profile ([`crate::privacy::delta_upper`]) is a bound under every adjacency and for any number of
//! releases. A finite number of draws tells less, in two ways that are proved here: the privacy loss is bounded (delta = 0 from some epsilon
//! on, and below that no more than randomised response tells), and one moved, added or removed event has a finite sum of its own.
//!
//! # A moved event: the dominating pair
//!
//! Under `Destination` two alphas change: (u + w, v) becomes (u, v + w), u, v >= b = w a. The pair
//!
//! ```text
//! P = BetaBinomial(M; b+w, b),  Q = BetaBinomial(M; b, b+w)
//! ```
//!
//! dominates: from M draws of the two-coloured urn that starts with (b + w, b) or (b, b + w) one can simulate M draws of the whole row, without
//! knowing which. *Proof.* The M colours are independent given y ~ Dir(b + w, b) or Dir(b, b + w). Draw (R, S_1, S_2, rest) ~
//! Dir(2b + w, u - b, v - b, other alphas) once, on one's own. For each draw in turn, with probability R keep its colour (first colour: cell i;
//! second: cell j), with S_1 put cell i, with S_2 cell j, with the rest the other cells. Given y and R, S the results are independent with
//! probabilities (R y_1 + S_1, R y_2 + S_2, rest), which is Dir(u + w, v, other alphas) or Dir(u, v + w, ..) by the aggregation
//! property. The simulation is the same under both hypotheses, so no test of the tallies beats a test of the colours; the number of
//! colours is sufficient for them, since they are exchangeable. It is attained by the rows (1, 0) and (0, 1). QED
//!
//! # An added or removed event
//!
//! One alpha changes: (u + w, v) against (u, v), v the sum of the others, at least (n - 1) b. The pair of the moved event (u + w, v) against
//! (u, v + w) dominates. *Proof.* With k the tally of the cell, each of the ratios of BetaBinomial(u + w, v) to (u, v) and of (u, v) to
//! (u, v + w) rises in k: they are (u+w)_k/(u)_k and (v)_(M-k)/(v+w)_(M-k) up to a factor, so the three laws are ordered stochastically. By
//! Neyman and Pearson the best test of the first against the second is k > t for some t, and
//! P_1(k > t) - e^eps P_2(k > t) <= P_1(k > t) - e^eps P_3(k > t); the best test of the second against the first is k <= t, and
//! P_2(k <= t) <= P_3(k <= t). QED. By the simulation above, u = b and v = (n - 1) b are the worst.
//!
//! # A replaced event
//!
//! Inside a row it is a moved event. Between rows one row loses an event and another gains one; the rows are independent, and each pair of laws
//! is dominated by its pair above (the bound holds for every eps, negative ones too, so it is Blackwell's order), hence both together by
//! the product of the two pairs.
//!
//! Neither of the first two sums holds for an event that moves between rows: at w = a = 1, M = 1, epsilon = ln 2 and two states `Destination` has delta = 0 and `Event`
pub(crate) mod moments;
mod product;
mod pure;
mod response;
mod solve;
mod sum;
#[cfg(test)]
mod tests;
pub(crate) use solve::solve_near;
pub use solve::{largest_pure_draws, solve};

use crate::domain::{Delta, EPSILON, Epsilon, PSEUDO_COUNT, PolyaParameters, Releases, STATES};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, DirichletParameters, loss};
use crate::special::float::ln;
use crate::special::root;
use sum::Pair;

/// The Dirichlet mechanism of which the urn's tallies are a post-processing: (w, a).
///
/// Both quotients err on the safe side: delta falls as a grows and never falls as w grows.
fn dirichlet(urn: &PolyaParameters) -> Result<DirichletParameters> {
    let event = f64::from(urn.event_mass());
    DirichletParameters::new(
        event / f64::from(urn.draw_mass()) * (1.0 + f64::EPSILON),
        (f64::from(urn.prior_mass()) / event * (1.0 - 4.0 * f64::EPSILON)).min(*PSEUDO_COUNT.end()),
    )
}

/// A moved event: both colours a cell without events.
fn destination(urn: &PolyaParameters, epsilon: f64) -> Option<f64> {
    let prior = u64::from(urn.prior_mass());
    sum::delta_upper(&Pair::new(urn, prior, prior), epsilon)
}

/// An added and a removed event: a cell without events against the other n - 1, in both orders.
fn add_remove(urn: &PolyaParameters, states: usize, epsilon: f64) -> Option<f64> {
    let prior = u64::from(urn.prior_mass());
    let others = prior.saturating_mul((states as u64).saturating_sub(1));
    let one = |first: u64, second: u64| {
        if pure::ln_rising_ratio_upper(first, urn) <= epsilon {
            Some(0.0)
        } else {
            sum::delta_upper(&Pair::new(urn, first, second), epsilon)
        }
    };
    Some(one(prior, others)?.max(one(others, prior)?))
}

/// A replaced event: moved inside a row, or removed from one row and added to another, each row's pair as in [`add_remove`].
fn event(urn: &PolyaParameters, states: usize, epsilon: f64) -> Option<f64> {
    let prior = u64::from(urn.prior_mass());
    let others = prior.saturating_mul((states as u64).saturating_sub(1));
    let inside = if pure::ln_rising_ratio_upper(prior, urn) <= epsilon {
        0.0
    } else {
        destination(urn, epsilon)?
    };
    let removed = Pair::new(urn, prior, others);
    let added = Pair::new(urn, others, prior);
    Some(inside.max(product::delta_upper(&removed, &added, epsilon)?))
}

/// An upper bound on delta(epsilon) of an urn over all releases of the same log together, in [0, 1].
///
/// ```text
/// delta(eps) = sup over neighbouring logs D, D' and events S of P(M(D) in S) - e^eps P(M(D') in S)
/// ```
///
/// **Domain.** [`crate::domain`] states every range; `states` is the number n of cells of every row. On a support
/// ([`crate::counts::Support`]) it is that of the smallest row of two or more cells: the bound falls with n.
///
/// **Guarantee.** The result is never below the supremum over all rows and totals. It is the smallest of what is proved:
///
/// | adjacency | one release | T releases |
/// |---|---|---|
/// | all | 0 from [`pure_epsilon_upper`] on; the Dirichlet mechanism's, [`crate::privacy::delta_upper`]; that of randomised response with the same largest loss | the same |
/// | `Destination` | sum over k of (P(k) - e^eps Q(k))_+, P = BetaBinomial(M; b+w, b), Q = BetaBinomial(M; b, b+w); attained at n = 2 | |
/// | `AddRemove` | the same with (n-1) b for the second b, in both orders | |
/// | `Event` | the larger of `Destination`'s and of the product of `AddRemove`'s two pairs, for M up to 65,536 | |
///
/// with w = event_mass/draw_mass and b = prior_mass/draw_mass. The proofs are in the source, `src/privacy/urn`.
///
/// **Special values.** Exactly 0 where the guarantee is pure. Elsewhere at least 2.2e-308. As M grows, the Dirichlet mechanism's value.
///
/// **Accuracy.** The sum of one pair exceeds its value by at most 1e-10 of it and 4e-15 (1 + f) P(L > epsilon) more, f the largest loss ln[(b+w)_M/(b)_M]: 1 - e^(epsilon - L) cannot be
/// had more exactly in `f64` close to the pure epsilon. Beyond 8,192 draws it is 1e-13 (1 + w)(1 + ln((n-1) b + w + M)) P(L > epsilon), with `AddRemove`'s (n-1) b also
/// under `Destination`; for a product (5e-11 + 4e-15 M) P(L > epsilon). (`tests/data/urn.csv`, exact integers and 60 digits.) Its own rounding is bounded and added
/// everywhere. A sum of more than 2^18 terms that matter (M above 2^18 and a small b) is not formed, nor a product with a loss or an epsilon of 300 or more, or with M above some 600 n: the Dirichlet
/// mechanism's value stands there, larger by about 40 b/M at delta = 1e-9.
///
/// **Method.** `src/privacy/urn/sum.rs`.
///
/// **Errors.** [`Error::States`].
///
/// **Cost.** One division or two a term, at most 2^18 terms for one pair, 2^17 for a product; constant memory.
///
/// ```
/// use dpmarkov::domain::{Epsilon, PolyaParameters, Releases};
/// use dpmarkov::privacy::{Adjacency, urn};
/// // w = 0.3188, a = 15.8
/// let delta = |draws| -> dpmarkov::Result<f64> {
///     let parameters = PolyaParameters::new(3985, 62963, 12500, draws)?;
///     urn::delta_upper(Adjacency::Destination, &parameters, 59, Releases::ONE, Epsilon::new(1.0)?)
/// };
/// assert_eq!(delta(50)?, 0.0);
/// assert!((delta(200)? / 1.5577258e-7 - 1.0).abs() < 1e-7);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn delta_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
    epsilon: Epsilon,
) -> Result<f64> {
    if pure_epsilon_upper(adjacency, urn, states, releases)? <= epsilon.get() {
        return Ok(0.0);
    }
    let finite = match (adjacency, releases) {
        (Adjacency::Destination, Releases::ONE) => destination(urn, epsilon.get()),
        (Adjacency::AddRemove, Releases::ONE) => add_remove(urn, states, epsilon.get()),
        (Adjacency::Event, Releases::ONE) => event(urn, states, epsilon.get()),
        _ => None,
    };
    match finite {
        // A finite number of draws tells less: the smallest of the three without a look at the others.
        Some(delta) if adjacency == Adjacency::Destination => Ok(delta),
        _ => {
            let loss = pure::ln_ratio_upper(adjacency, urn, states);
            let response = response::delta_upper(loss, releases.get(), epsilon.get());
            let infinite = loss::delta_upper(adjacency, &dirichlet(urn)?, releases, epsilon)?;
            Ok(infinite
                .min(finite.unwrap_or(1.0))
                .min(response.unwrap_or(1.0)))
        }
    }
}

/// An epsilon at which the guarantee holds with `delta` over all releases together, in nats.
///
/// ```text
/// the smallest eps >= 0 with delta(eps) <= delta, rounded up
/// ```
///
/// **Guarantee.** [`delta_upper`] at the returned epsilon is at most `delta`. `delta` may be 0: [`pure_epsilon_upper`].
///
/// **Accuracy.** By less than 0.1 % above the smallest such epsilon (1e-11 where [`delta_upper`] is a finite sum that exact).
///
/// **Errors.** [`Error::States`]; [`Error::NoEpsilon`] where no epsilon up to 1e6 suffices.
///
/// **Cost.** About fifteen evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::{Delta, PolyaParameters, Releases};
/// use dpmarkov::privacy::{Adjacency, urn};
/// let parameters = PolyaParameters::new(3985, 62963, 12500, 200)?;
/// let of = |delta| urn::epsilon_upper(Adjacency::Destination, &parameters, 59, Releases::ONE, Delta::new(delta)?);
/// assert!((of(1.5577258e-7)? - 1.0).abs() < 1e-8);
/// // ln[(b+w)_200/(b)_200] nats are never exceeded
/// assert!((of(0.0)? - 1.2028).abs() < 1e-4);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
    delta: Delta,
) -> Result<f64> {
    let pure = pure_epsilon_upper(adjacency, urn, states, releases)?;
    let most = *EPSILON.end();
    let mut best = pure;
    if delta.get() > 0.0 {
        if let Ok(epsilon) = loss::epsilon_upper(adjacency, &dirichlet(urn)?, releases, delta) {
            best = epsilon.min(pure);
        }
        if best > 0.0 {
            // below 0 exactly where the guarantee holds
            let excess = |epsilon: f64| -> f64 {
                let at = Epsilon::new(epsilon.min(most));
                match at.and_then(|e| delta_upper(adjacency, urn, states, releases, e)) {
                    Ok(d) if d <= delta.get() => (ln(d) - ln(delta.get())).min(-1e-16),
                    Ok(d) => (ln(d) - ln(delta.get())).max(1e-16),
                    Err(_) => 1.0,
                }
            };
            if excess(0.0) <= 0.0 {
                return Ok(0.0);
            }
            // the first may be short by a rounding
            for high in [best, best * (1.0 + 1e-8), pure] {
                if let Ok(b) = root::bracket(excess, 0.0, high.min(most), 1e-12 * high, 100)
                    && b.f_hi <= 0.0
                {
                    best = b.hi;
                    break;
                }
            }
        }
    }
    let holds = EPSILON.contains(&best)
        && delta_upper(adjacency, urn, states, releases, Epsilon::new(best)?)? <= delta.get();
    if holds {
        Ok(best)
    } else {
        Err(Error::NoEpsilon)
    }
}

/// The epsilon that holds with delta = 0 over all releases together, in nats, rounded up.
///
/// ```text
/// Destination, AddRemove: T f    Event: T (f + h)    Visit: T (2 f + h)    VisitPresence: T 2 f
/// f = ln[(b+w)_M/(b)_M],  h = ln[(nb+w)_M/(nb)_M],  (x)_M = x (x+1) .. (x+M-1)
/// ```
///
/// **Guarantee.** The privacy loss of no outcome exceeds the result (proof: `src/privacy/urn/pure.rs`). f is attained under `Destination` and
/// approached under `AddRemove` in long rows. It grows like w ln(1 + M/b): epsilon and the pseudo-count set how many draws are pure.
///
/// **Accuracy.** 4e-15 relative for M up to 8,192; beyond, 3e-14 (1 + w) (1 + ln(nb + w + M)) absolute in each of f and h.
///
/// **Errors.** [`Error::States`].
///
/// ```
/// use dpmarkov::domain::{PolyaParameters, Releases};
/// use dpmarkov::privacy::{Adjacency, urn};
/// // one draw of w = a = 1: the chances of a cell are 2 to 1
/// let one = PolyaParameters::new(1, 1, 1, 1)?;
/// let pure = |adjacency| urn::pure_epsilon_upper(adjacency, &one, 2, Releases::ONE);
/// assert!((pure(Adjacency::Destination)? - 2.0_f64.ln()).abs() < 1e-14);
/// assert!((pure(Adjacency::Event)? - 3.0_f64.ln()).abs() < 1e-14);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn pure_epsilon_upper(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    states: usize,
    releases: Releases,
) -> Result<f64> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let one = pure::ln_ratio_upper(adjacency, urn, states);
    Ok(f64::from(releases.get()) * one * (1.0 + f64::EPSILON))
}
