//! Urns from a guarantee.
use super::{delta_upper, pure_epsilon_upper};
use crate::domain::{DRAWS, MASS, PRIOR_MASS, PolyaParameters, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::Guarantee;
use crate::special::float::Within;
use crate::special::float::{ceil, sqrt};

/// The largest number of draws at which these masses meet the guarantee's epsilon over all its releases with delta = 0.
///
/// ```text
/// the largest M with pure_epsilon(M) <= epsilon
/// ```
///
/// The guarantee's own delta is not used: the answer holds with delta = 0.
///
/// **Guarantee.** [`pure_epsilon_upper`] at the result is at most `guarantee.epsilon`, so [`delta_upper`] is exactly 0.
///
/// **Method.** Bisection: the bound rises with M.
///
/// **Errors.** [`Error::Mass`], [`Error::States`]; [`Error::Unreachable`] where one draw tells more than epsilon: take a larger prior mass.
///
/// ```
/// use dpmarkov::privacy::{Adjacency, Guarantee, urn};
/// let guarantee = Guarantee::new(Adjacency::Destination, 1.0, 0.0, 1)?;
/// assert_eq!(urn::largest_pure_draws(&guarantee, 3985, 62963, 12500, 59)?, 103);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn largest_pure_draws(
    guarantee: &Guarantee,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    states: usize,
) -> Result<u32> {
    let met = |draws: u32| -> Result<bool> {
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        Ok(
            pure_epsilon_upper(guarantee.adjacency, &urn, states, guarantee.releases)?
                <= guarantee.epsilon.get(),
        )
    };
    let (mut low, mut high) = (*DRAWS.start(), *DRAWS.end());
    if !met(low)? {
        return Err(Error::Unreachable);
    }
    if met(high)? {
        return Ok(high);
    }
    while high - low > 1 {
        let mid = low + (high - low) / 2;
        if met(mid)? { low = mid } else { high = mid }
    }
    Ok(low)
}

/// The urn of `draws` draws with the largest event weight that meets `guarantee` at this pseudo-count.
///
/// ```text
/// the largest event_mass/draw_mass with delta(epsilon) <= delta,  prior_mass = the least integer >= pseudo_count event_mass
/// ```
///
/// **Domain.** `draws` in [`DRAWS`], `states` in [`STATES`]. The guarantee's delta may be 0: then the pure bound decides.
///
/// **Guarantee.** [`delta_upper`] of the result is at most `guarantee.delta`: it was evaluated at these very integers.
///
/// **Accuracy.** Masses are integers up to 2^15: weights from 2^-15 to 2^15. The weight is the nearest fraction at or below the largest
/// one: the loss is below 1e-6 for weights from 2e-3 to 500, and up to one part in event_mass or draw_mass beyond (3 % at 1e-3, a half at 2^-14).
/// The effective pseudo-count is never below `pseudo_count`, and above it by less than 1/event_mass: at most 1 part in 16,384 a from weights of 1/2
/// on, but up to one whole event at the smallest weights.
///
/// **Method.** Bisection on the weight, which takes the best fraction below it from its continued fraction. delta never falls with the weight
/// under the Dirichlet profile and the pure bound (proved), nor anywhere in the finite sums that were looked at; the guarantee does not
/// rest on that, since every candidate is checked as it stands.
///
/// **Errors.** [`Error::States`], [`Error::Draws`]; [`Error::Unreachable`] where no weight from 2^-15 on meets the guarantee: take a larger pseudo-count,
/// or fewer draws.
///
/// **Cost.** About 35 evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::PseudoCount;
/// use dpmarkov::privacy::{Adjacency, Guarantee, urn};
/// let guarantee = Guarantee::new(Adjacency::Destination, 1.0, 1e-6, 1)?;
/// // 0.3188 is the Dirichlet mechanism's weight, and so the urn's for many draws; with 200 it may be larger
/// let urn = urn::solve(&guarantee, 59, PseudoCount::new(15.8)?, 200)?;
/// let weight = f64::from(urn.event_mass()) / f64::from(urn.draw_mass());
/// assert!(weight > 0.40 && weight < 0.41, "{weight}");
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn solve(
    guarantee: &Guarantee,
    states: usize,
    pseudo_count: PseudoCount,
    draws: u32,
) -> Result<PolyaParameters> {
    solve_near(guarantee, states, pseudo_count, draws, 0.1, 1e-9)
}

/// [`solve`] from a first guess of the weight, down to a relative `tolerance`; the guarantee holds at the result whatever the tolerance.
pub(crate) fn solve_near(
    guarantee: &Guarantee,
    states: usize,
    pseudo_count: PseudoCount,
    draws: u32,
    guess: f64,
    tolerance: f64,
) -> Result<PolyaParameters> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    if !DRAWS.contains(&draws) {
        return Err(Error::Draws);
    }
    let at = |w: f64| -> Result<Option<PolyaParameters>> {
        let Some(urn) = urn_below(w, pseudo_count, draws) else {
            return Ok(None);
        };
        let (adjacency, releases) = (guarantee.adjacency, guarantee.releases);
        let epsilon = guarantee.epsilon;
        let holds = if guarantee.delta.get() > 0.0 {
            delta_upper(adjacency, &urn, states, releases, epsilon)? <= guarantee.delta.get()
        } else {
            // exactly where delta_upper is 0
            pure_epsilon_upper(adjacency, &urn, states, releases)? <= epsilon.get()
        };
        Ok(holds.then_some(urn))
    };
    let most = f64::from(*MASS.end());
    let guess = guess.within(1.0 / most, most);
    let (mut low, mut high, mut factor) = (guess, guess, 1.2);
    let mut found = at(guess)?;
    if found.is_some() {
        loop {
            if high >= most {
                return found.ok_or(Error::Unreachable);
            }
            (low, high) = (high, (high * factor).min(most));
            match at(high)? {
                Some(urn) => found = Some(urn),
                None => break,
            }
            factor *= factor;
        }
    } else {
        while found.is_none() {
            if low <= 1.0 / most {
                return Err(Error::Unreachable);
            }
            (high, low) = (low, (low / factor).max(1.0 / most));
            found = at(low)?;
            factor *= factor;
        }
    }
    for _ in 0..60 {
        if high <= low * (1.0 + tolerance) {
            break;
        }
        let mid = sqrt(low * high);
        match at(mid)? {
            Some(urn) => (found, low) = (Some(urn), mid),
            None => high = mid,
        }
    }
    found.ok_or(Error::Unreachable)
}

/// The urn whose weight is the largest fraction at or below w, its pseudo-count rounded up; `None` where the prior mass has no room.
fn urn_below(w: f64, pseudo_count: PseudoCount, draws: u32) -> Option<PolyaParameters> {
    // the prior mass bounds the event mass
    let room = f64::from(*PRIOR_MASS.end()) / pseudo_count.get();
    let most = u64::from(*MASS.end());
    let events = if room < most as f64 {
        room as u64
    } else {
        most
    };
    let (event, draw) = fraction_below(w, events, most)?;
    // larger masses round the pseudo-count less
    let times = events
        .checked_div(event)
        .unwrap_or(1)
        .min(most.checked_div(draw).unwrap_or(1))
        .max(1);
    let (event, draw) = ((event * times) as u32, (draw * times) as u32);
    let prior = ceil(pseudo_count.get() * f64::from(event)).max(1.0);
    PolyaParameters::new(event, prior as u32, draw, draws).ok()
}

/// The largest p/q <= x with 1 <= p <= `p_most` and 1 <= q <= `q_most`.
///
/// The descent of the Stern-Brocot tree, a run of equal turns at a time: neighbours p/q < P/Q with P q - p Q = 1 enclose x, and every
/// fraction between them has a numerator of at least p + P and a denominator of at least q + Q.
fn fraction_below(x: f64, p_most: u64, q_most: u64) -> Option<(u64, u64)> {
    let fits = |p: u64, q: u64| p <= p_most && q <= q_most;
    let below = |p: u64, q: u64| p as f64 <= x * q as f64;
    let (mut low, mut high) = ((0u64, 1u64), (1u64, 0u64));
    loop {
        // as far as low can go towards high
        let step = longest(|t| {
            let (p, q) = (low.0 + t * high.0, low.1 + t * high.1);
            fits(p, q) && below(p, q)
        });
        low = (low.0 + step * high.0, low.1 + step * high.1);
        if !fits(low.0 + high.0, low.1 + high.1) {
            break;
        }
        let turns = longest(|t| {
            let (p, q) = (high.0 + t * low.0, high.1 + t * low.1);
            fits(p, q) && !below(p, q)
        });
        if turns == 0 {
            break;
        }
        high = (high.0 + turns * low.0, high.1 + turns * low.1);
    }
    (low.0 > 0).then_some(low)
}

/// The largest t from 0 to 2^16 for which `holds`, which is true up to some t and false beyond.
fn longest(holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0u64, 1u64 << 16);
    while low < high {
        let mid = (low + high).div_ceil(2);
        if holds(mid) {
            low = mid
        } else {
            high = mid - 1
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::Adjacency;

    #[test]
    fn fractions_are_the_best_below() {
        for (p_most, q_most) in [(1, 1), (5, 9), (40, 40), (7, 60)] {
            for i in 1..400 {
                let x = 0.007 * f64::from(i) * f64::from(i) / 17.0;
                let mut best: Option<(u64, u64)> = None;
                for p in 1..=p_most {
                    for q in 1..=q_most {
                        if p as f64 <= x * q as f64 && best.is_none_or(|(a, b)| p * b > a * q) {
                            best = Some((p, q));
                        }
                    }
                }
                let got = fraction_below(x, p_most, q_most);
                assert_eq!(
                    got.map(|(p, q)| p as f64 / q as f64),
                    best.map(|(p, q)| p as f64 / q as f64),
                    "{x} {p_most} {q_most}: {got:?} {best:?}"
                );
            }
        }
    }

    #[test]
    fn solved_urns_hold_and_waste_little() {
        for (adjacency, epsilon, delta, releases, a, draws) in [
            (Adjacency::Destination, 1.0, 1e-6, 1, 15.8, 200),
            (Adjacency::Destination, 1.0, 0.0, 1, 15.8, 50),
            (Adjacency::Destination, 0.2, 1e-9, 1, 200.0, 10_000),
            (Adjacency::AddRemove, 2.0, 1e-6, 1, 12.0, 3000),
            (Adjacency::Event, 1.0, 1e-6, 1, 15.8, 1000),
            (Adjacency::Event, 1.0, 0.0, 1, 30.0, 300),
            (Adjacency::Visit, 1.0, 1e-4, 3, 150.0, 500),
            (Adjacency::VisitPresence, 4.0, 0.0, 2, 10.0, 1 << 24),
            (Adjacency::Destination, 1e3, 1e-6, 1, 1e9, 100),
            (Adjacency::Destination, 9.0, 1e-3, 1, 1e-6, 100),
        ] {
            let g = Guarantee::new(adjacency, epsilon, delta, releases).unwrap();
            let urn = solve(&g, 20, PseudoCount::new(a).unwrap(), draws).unwrap();
            let held = |urn: &PolyaParameters| {
                delta_upper(adjacency, urn, 20, g.releases, g.epsilon).unwrap() <= delta
            };
            assert!(held(&urn), "{g:?} {urn:?}");
            let w = f64::from(urn.event_mass()) / f64::from(urn.draw_mass());
            let effective = f64::from(urn.prior_mass()) / f64::from(urn.event_mass());
            assert!(
                effective >= a * (1.0 - 1e-15)
                    && effective <= a + 1.0 / f64::from(urn.event_mass())
            );
            // a few parts in a thousand more do not hold (unless the masses end there)
            let more = urn_below(w * 1.003, PseudoCount::new(a).unwrap(), draws).unwrap();
            let wider = f64::from(more.event_mass()) / f64::from(more.draw_mass());
            assert!(
                wider <= w * (1.0 + 1e-6) || !held(&more),
                "{g:?} {urn:?} {more:?}"
            );
        }
    }

    #[test]
    fn what_cannot_be_met_is_an_error() {
        let pure = |epsilon| Guarantee::new(Adjacency::Destination, epsilon, 0.0, 1).unwrap();
        let a = PseudoCount::new(1.0).unwrap();
        assert_eq!(solve(&pure(1e-3), 5, a, 1 << 20), Err(Error::Unreachable));
        assert_eq!(solve(&pure(1.0), 1, a, 5), Err(Error::States));
        assert_eq!(solve(&pure(1.0), 5, a, 0), Err(Error::Draws));
        assert_eq!(
            largest_pure_draws(&pure(0.5), 1, 1, 1, 5),
            Err(Error::Unreachable)
        );
        assert_eq!(largest_pure_draws(&pure(0.5), 0, 1, 1, 5), Err(Error::Mass));
        assert_eq!(
            largest_pure_draws(&pure(0.5), 1, 1, 1, 70_000),
            Err(Error::States)
        );
        assert_eq!(largest_pure_draws(&pure(1e6), 1, 1, 1, 5), Ok(1 << 24));
        // exactly at the edge: w = a = 1, f = ln(M + 1)
        for draws in [1, 2, 7, 1000] {
            let g = pure(f64::from(draws + 1).ln() * (1.0 + 1e-13));
            assert_eq!(largest_pure_draws(&g, 1, 1, 1, 5), Ok(draws));
        }
    }
}
