//! The rule that chooses (weight, pseudo-count).
use crate::domain::{ExpectedRowTotal, PSEUDO_COUNT, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, Guarantee, smallest_pseudo_count, solve_weight, solve_weight_near};
use crate::special::float::{exp, ln, sqrt};

/// The proxy of a row's expected total variation that [`choose`] minimises: bias of a one-hot row plus spread of a uniform one.
///
/// ```text
/// (n-1) a/(N + n a) + sqrt(2 (n-1) / (pi (w (N + n a) + 1))) / 2
/// ```
pub fn proxy(parameters: &DirichletParameters, states: usize, expected_row_total: ExpectedRowTotal) -> f64 {
    let (n, w, a) = (states as f64, parameters.weight.get(), parameters.pseudo_count.get());
    let total = expected_row_total.get() + n * a;
    (n - 1.0) * a / total + 0.5 * sqrt(2.0 * (n - 1.0) / (core::f64::consts::PI * (w * total + 1.0)))
}

/// The (weight, pseudo-count) that meet `guarantee` and make [`proxy`] smallest.
///
/// A larger pseudo-count allows a larger weight, so less spread, and costs bias: the best lies between. Nothing here depends on the private
/// counts; measured, the choice is within 18 % of the best in hindsight on all but uniform rows.
///
/// **Guarantee.** [`crate::privacy::delta_upper`] at the result is at most the guarantee's delta.
///
/// **Method.** Over ln a from [`smallest_pseudo_count`] upwards, to about 20 times that, with growing steps until the proxy has risen twice; then
/// golden-section search around the best; w(a) by [`solve_weight`]. Where the proxy still falls there (rows so short that no
/// choice tells much about them) the search ends there.
///
/// **Errors.** [`Error::States`]; [`Error::Unreachable`] where no pseudo-count meets the guarantee.
///
/// **Cost.** About 25 runs of [`solve_weight`] to 1e-4 and one to the end.
///
/// ```
/// use dpmarkov::domain::ExpectedRowTotal;
/// use dpmarkov::privacy::{Adjacency, Guarantee};
/// let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1)?;
/// let chosen = dpmarkov::plan::choose(&guarantee, 20, ExpectedRowTotal::new(1000.0)?)?;
/// assert!(chosen.pseudo_count.get() > 10.7 && chosen.weight.get() > 0.01);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn choose(guarantee: &Guarantee, states: usize, expected_row_total: ExpectedRowTotal) -> Result<DirichletParameters> {
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let least = smallest_pseudo_count(guarantee)?.get();
    let mut guess = 0.1;
    let mut at = |ln_a: f64| -> Option<(f64, PseudoCount)> {
        let pseudo_count = PseudoCount::new(exp(ln_a).max(least).min(*PSEUDO_COUNT.end())).ok()?;
        let weight = solve_weight_near(guarantee, pseudo_count, guess, 1e-4).ok()?;
        guess = weight.get();
        Some((proxy(&DirichletParameters { weight, pseudo_count }, states, expected_row_total), pseudo_count))
    };
    let start = ln(least) + FIRST;
    let mut best = at(start).ok_or(Error::Unreachable)?;
    let (mut left, mut right, mut here, mut step, mut worse) = (ln(least) + LEAST, start, start, 0.1, 0);
    while worse < 2 && here < start + SPAN {
        let next = here + step;
        right = next;
        match at(next) {
            Some(candidate) if candidate.0 < best.0 => {
                best = candidate;
                (left, worse) = (here, 0);
            }
            _ => worse += 1,
        }
        here = next;
        step = (step * 1.5).min(0.4);
    }
    // golden section between the neighbours of the best point
    const RATIO: f64 = 0.618_033_988_749_894_9;
    let mut value = |x: f64| -> f64 {
        match at(x) {
            Some(candidate) => {
                if candidate.0 < best.0 {
                    best = candidate;
                }
                candidate.0
            }
            None => f64::INFINITY,
        }
    };
    let (mut x, mut y) = (right - RATIO * (right - left), left + RATIO * (right - left));
    let (mut value_x, mut value_y) = (value(x), value(y));
    while right - left > 0.02 {
        if value_x <= value_y {
            (right, y, value_y) = (y, x, value_x);
            x = right - RATIO * (right - left);
            value_x = value(x);
        } else {
            (left, x, value_x) = (x, y, value_y);
            y = left + RATIO * (right - left);
            value_y = value(y);
        }
    }
    let pseudo_count = best.1;
    Ok(DirichletParameters { weight: solve_weight(guarantee, pseudo_count)?, pseudo_count })
}

/// No pseudo-count below e^0.02 times the smallest is tried: the weight is next to nothing there, and costly to find.
const LEAST: f64 = 0.02;
/// The search begins at e^0.25 times the smallest pseudo-count.
const FIRST: f64 = 0.25;
/// It ends e^2.5 = 12 times higher: beyond, weight and pseudo-count grow in proportion and the row's own events drown.
const SPAN: f64 = 2.5;
