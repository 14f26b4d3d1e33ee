//! Parameters from a guarantee.
use super::loss::SMALLEST;
use super::{Adjacency, DirichletParameters, Guarantee, delta_upper};
use crate::domain::{PSEUDO_COUNT, PseudoCount, Releases, WEIGHT, Weight};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{exp, ln, ln_1p, sqrt};

/// The largest event weight that meets `guarantee` at this pseudo-count, rounded down.
///
/// ```text
/// the largest w with delta(epsilon; w, a) <= delta
/// ```
///
/// **Guarantee.** [`delta_upper`] at the returned weight is at most `guarantee.delta`.
///
/// **Accuracy.** The largest such weight exceeds the result by less than 0.1 % (measured: 1e-9 for one release).
///
/// **Method.** delta never falls as w grows (proof: [`delta_upper`]), so one bracket holds the answer; its lower end is kept where the guarantee
/// was evaluated and holds.
///
/// **Errors.** [`Error::Unreachable`] below the floor of this pseudo-count ([`smallest_pseudo_count`] says where it ends).
///
/// **Cost.** About fifteen evaluations of [`delta_upper`].
///
/// ```
/// use dpmarkov::domain::PseudoCount;
/// use dpmarkov::privacy::{Adjacency, Guarantee, solve_weight};
/// let guarantee = Guarantee::new(Adjacency::Event, 1.0000333, 1e-6, 1)?;
/// let weight = solve_weight(&guarantee, PseudoCount::new(15.8)?)?.get();
/// assert!((weight / 0.3188 - 1.0).abs() < 1e-6);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn solve_weight(guarantee: &Guarantee, pseudo_count: PseudoCount) -> Result<Weight> {
    let guess = (guarantee.epsilon.get() / 3.0).within(1e-3, 1e3);
    solve_weight_near(guarantee, pseudo_count, guess, 1e-11)
}

/// [`solve_weight`] from a first guess, down to a relative `tolerance`; the guarantee holds at the result whatever the tolerance.
pub(crate) fn solve_weight_near(
    guarantee: &Guarantee,
    pseudo_count: PseudoCount,
    guess: f64,
    tolerance: f64,
) -> Result<Weight> {
    let delta = guarantee.delta.above_zero()?;
    let target = ln(delta);
    if ln_floor(guarantee, pseudo_count.get()).is_some_and(|f| f > target) {
        return Err(Error::Unreachable);
    }
    // ln delta - target; at most 0 exactly where the guarantee holds
    let at = |w: f64| -> Result<f64> {
        let p = DirichletParameters {
            weight: Weight::new(w)?,
            pseudo_count,
        };
        let d = delta_upper(
            guarantee.adjacency,
            &p,
            guarantee.releases,
            guarantee.epsilon,
        )?;
        let v = ln(d) - target;
        Ok(if d <= delta { v.min(0.0) } else { v.max(1e-16) })
    };
    let (start, end) = (*WEIGHT.start(), *WEIGHT.end());
    let (mut low, mut high) = (guess, guess);
    let first = at(guess)?;
    let (mut low_value, mut high_value) = (first, first);
    let mut factor = 1.5;
    if first <= 0.0 {
        while high_value <= 0.0 {
            if high >= end {
                return Weight::new(end);
            }
            (low, low_value) = (high, high_value);
            high = (high * factor).min(end);
            high_value = at(high)?;
            factor = (factor * factor).min(16.0);
        }
    } else {
        while low_value > 0.0 {
            if low <= start {
                return Err(Error::Unreachable);
            }
            (high, high_value) = (low, low_value);
            low = (low / factor).max(start);
            low_value = at(low)?;
            factor = (factor * factor).min(16.0);
        }
    }
    // Secant in (ln w, ln delta) with halved weights (Dowell & Jarratt 1971), every third step a bisection.
    let (mut low_weight, mut high_weight) = (1.0, 1.0);
    // near delta = 1 weights far apart have values within any fixed distance of 0
    let near = -tolerance * target.abs().min(1.0);
    for round in 0..120 {
        if high <= low * (1.0 + tolerance) || low_value > near {
            break;
        }
        let width = ln(high / low);
        let (l, h) = (low_value * low_weight, high_value * high_weight);
        let part = if round % 3 == 2 { 0.5 } else { -l / (h - l) };
        let next = low * exp(width * part.within(1e-9, 1.0 - 1e-9));
        if !(next > low && next < high) {
            break;
        }
        let v = at(next)?;
        if v <= 0.0 {
            (low, low_value, low_weight, high_weight) = (next, v, 1.0, 0.5 * high_weight);
        } else {
            (high, high_value, high_weight, low_weight) = (next, v, 1.0, 0.5 * low_weight);
        }
    }
    Weight::new(low)
}

/// The smallest pseudo-count at which some weight meets `guarantee`, rounded up: by at most 0.2 % for one release, 1 % for more;
/// further only where the line integral cannot resolve the floor (delta near 1, an epsilon in the thousands).
///
/// ```text
/// the smallest a with  lim (w -> 0) delta(epsilon; w, a) < delta
/// ```
///
/// delta never falls with w, so its limit at w -> 0 is a floor that no weight undercuts. There the change V = w ln g of a cell
/// becomes minus an exponential variate of rate c + a, and for one release the floor is elementary:
///
/// | adjacency | floor |
/// |---|---|
/// | `Destination`, `Event` | e^(-a eps) / (2a + 1) |
/// | `AddRemove` | (a/(a+1))^a e^(-a eps) / (a+1), or the added event's where eps < ln((a+1)/a) |
/// | `Visit` | (2/(a+2)) ((a+1)^2/(a(a+2)))^(a/2) ((a+1)/(1.5a+1))^2 e^(-a eps/2) |
/// | `VisitPresence` | the larger of ((a+1)/a)^a e^(-a eps) ((a+1)/(2a+1))^2 / (a+1) and e^(-a y) [1/(a+1) + a y/(2a+1) + a/(2a+1)^2], y = eps + ln((a+1)/a) |
///
/// **Guarantee.** [`solve_weight`] succeeds at the result.
///
/// **Method.** Bisection on the floor; where no elementary floor is known (several releases; `Visit` and `VisitPresence` near epsilon = 0),
/// on the profile at the weight 0.01 min(1, 2/a) over the releases, which lies above its floor.
///
/// **Errors.** [`Error::Unreachable`] where no pseudo-count in [`PSEUDO_COUNT`] suffices.
///
/// ```
/// use dpmarkov::privacy::{Adjacency, Guarantee, smallest_pseudo_count};
/// let a = smallest_pseudo_count(&Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?)?.get();
/// assert!(a > 10.68 && a < 10.78);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn smallest_pseudo_count(guarantee: &Guarantee) -> Result<PseudoCount> {
    let target = ln(guarantee.delta.above_zero()?);
    // the limit is near where w a is small too
    let small = |a: f64| {
        let share = (2.0 / a).min(1.0) / f64::from(guarantee.releases.get());
        (SMALL_WEIGHT * share).max(10.0 * WEIGHT.start())
    };
    let at_weight = |w: f64, a: f64| -> Result<bool> {
        let p = DirichletParameters::new(w, a)?;
        Ok(delta_upper(
            guarantee.adjacency,
            &p,
            guarantee.releases,
            guarantee.epsilon,
        )? <= guarantee.delta.get())
    };
    let met = |a: f64| -> Result<bool> {
        match ln_floor(guarantee, a) {
            Some(floor) => Ok(floor < target),
            None => at_weight(small(a), a),
        }
    };
    let (mut low, mut high) = (*PSEUDO_COUNT.start(), *PSEUDO_COUNT.end());
    if guarantee.releases > Releases::ONE {
        // more releases tell more: the answer for one is a lower end, and cheap
        low = smallest_pseudo_count(&Guarantee {
            releases: Releases::ONE,
            ..*guarantee
        })?
        .get();
        high = (2.0 * low).min(high);
        while !met(high)? && high < *PSEUDO_COUNT.end() {
            low = high;
            high = (2.0 * high).min(*PSEUDO_COUNT.end());
        }
    }
    if met(low)? {
        high = low;
    } else if !met(high)? {
        return Err(Error::Unreachable);
    }
    while high > low * 1.0005 {
        let mid = sqrt(low * high);
        if met(mid)? { high = mid } else { low = mid }
    }
    // at the floor itself only w = 0 meets the target: leave room for a weight in WEIGHT
    let mut step = 5e-4;
    for round in 0..40 {
        high = (high * (1.0 + step)).min(*PSEUDO_COUNT.end());
        if round >= 2 {
            // the line integral has no room at the floor itself: leave it soon
            step *= 2.0;
        }
        let a = PseudoCount::new(high)?;
        let room = match (guarantee.adjacency, guarantee.releases) {
            (Adjacency::Destination | Adjacency::AddRemove | Adjacency::Event, Releases::ONE) => {
                solve_weight(guarantee, a).is_ok()
            }
            _ => at_weight(0.1 * small(high), high)? || at_weight(small(high), high)?,
        };
        if room {
            return Ok(a);
        }
    }
    Err(Error::Unreachable)
}

/// Over the releases: where the line integral still converges quickly and delta is within a few per cent of its floor.
const SMALL_WEIGHT: f64 = 0.01;

/// ln of the limit of delta as w -> 0, for one release; `None` where no elementary form is known.
fn ln_floor(guarantee: &Guarantee, a: f64) -> Option<f64> {
    if guarantee.releases != Releases::ONE {
        return None;
    }
    let eps = guarantee.epsilon.get();
    let rise = ln_1p(1.0 / a); // ln((a+1)/a)
    let f = match guarantee.adjacency {
        Adjacency::Destination | Adjacency::Event => -a * eps - ln_1p(2.0 * a),
        Adjacency::AddRemove => {
            let removed = -a * (eps + rise) - ln_1p(a);
            let m = rise - eps;
            let added = if m > 0.0 {
                ln(
                    (1.0 - exp(-(a + 1.0) * m) - exp(-m) * (a + 1.0) / a * (1.0 - exp(-a * m)))
                        .max(SMALLEST),
                )
            } else {
                ln(SMALLEST)
            };
            removed.max(added)
        }
        Adjacency::Visit => {
            // valid from eps = ln((a+1)^2/(a(a+2))) on
            let twist = ln_1p(1.0 / (a * (a + 2.0)));
            if eps < twist {
                return None;
            }
            ln(2.0 / (a + 2.0)) + 0.5 * a * (twist - eps) + 2.0 * ln((a + 1.0) / (1.5 * a + 1.0))
        }
        Adjacency::VisitPresence => {
            if eps < rise {
                return None;
            }
            let y = eps + rise;
            let dropped = a * (rise - eps) + 2.0 * ln((a + 1.0) / (2.0 * a + 1.0)) - ln_1p(a);
            let inserted = -a * y
                + ln(1.0 / (a + 1.0)
                    + a * y / (2.0 * a + 1.0)
                    + a / ((2.0 * a + 1.0) * (2.0 * a + 1.0)));
            dropped.max(inserted)
        }
    };
    Some(f)
}
