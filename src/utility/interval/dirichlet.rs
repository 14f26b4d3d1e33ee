//! Intervals from a row that the Dirichlet mechanism drew.
use super::{Interval, Target, check_cells, half, invert};
use crate::domain::{ExpectedRowTotal, Level};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::beta_inc;

/// 2^-32.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// The interval for a share from the entry `share` of a row that [`Dirichlet`](crate::mechanism::Dirichlet) released.
///
/// ```text
/// x ~ Beta(w (N C + a), w (N (1 - C) + (n - 1) a)):   every C in [0, 1] with P(X >= x) >= (1 - level)/2 and P(X <= x) >= (1 - level)/2
/// ```
///
/// - **Domain**: `cells` = n, the feasible cells of the row, 1 to 65,535; `row_total` = N, at least 1.
/// - **Units**: N and a in events.
/// - **The row's total**: public under `Destination`, where the interval is exact. Under the other adjacencies N is private: give a public guess, and the
///   interval is that of a row of so many events. A guess that is f times N moves the interval by a (n x - 1)(1/f - 1)/N, and its width goes with about 1/sqrt(f)
///   at small a: never take the true total of a log whose totals are private.
/// - **Guarantee** ([`Target::Log`]): for 0 < C < 1 the interval contains C with probability `level` exactly where both ends can be reached, and with at least
///   `level` everywhere; at C = 0 and C = 1 with at least (1 + level)/2. Proof: the ratio of the densities of Beta(p + d, q - d) and Beta(p, q) is
///   proportional to (x/(1 - x))^d, which rises, so that X rises stochastically with C, both tails are monotone in C, continuous, and
///   the C of either test are an interval; a continuous X has each tail below (1 - level)/2 with that probability. QED. The rounding of a released
///   entry, at most (n x + 2) 2^-32, widens the interval and takes nothing off.
/// - **Guarantee** ([`Target::Process`]): approximate. X has the mean above, and its variance is that of the Beta law and of N binomial events
///   together; a Beta law with both moments is inverted. Measured: 0.93 to 0.97 at 0.95.
/// - **Special values**: [1, 1] for n = 1. An entry of one unit, 2^-32, has the lower end 0. Rows with few events for their a reach an end of [0, 1] often.
/// - **Accuracy**: an end is outside the exact one by at most 1e-13.
/// - **Cost**: about 25 evaluations of [`beta_inc()`]; no scratch.
///
/// # Errors
/// [`Error::States`]; [`Error::Domain`] unless 0 <= x <= 1, and x = 1 for n = 1.
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, Level}, privacy::DirichletParameters, utility::interval::{Target, dirichlet}};
/// let parameters = DirichletParameters::new(0.5, 15.8)?;
/// let i = dirichlet(0.4, 3, ExpectedRowTotal::new(1000.0)?, &parameters, Target::Log, Level::new(0.95)?)?;
/// // sd of x is 0.0213, of its estimate of C 0.0223, and that is 0.4 + 0.2 * 15.8/1000
/// assert!((i.lower - 0.3599).abs() < 2e-3 && (i.upper - 0.4472).abs() < 2e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn dirichlet(
    share: f64,
    cells: usize,
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
    target: Target,
    level: Level,
) -> Result<Interval> {
    let (n, total) = (check_cells(cells)?, row_total.get());
    let (w, a) = (parameters.weight.get(), parameters.pseudo_count.get());
    check_share(share, cells)?;
    if cells == 1 {
        return Ok(Interval::ONE);
    }
    of_beta(share, n, level, |c| {
        let rest = total * (1.0 - c) + (n - 1.0) * a;
        let shape = (w * (total * c + a), w * rest);
        match target {
            Target::Log => shape,
            Target::Process => with_sampling(shape, c, total, total / (total + n * a)),
        }
    })
}

/// The interval for a share from the entry `share` of a row that [`PublishedDirichlet`](crate::mechanism::PublishedDirichlet) released.
///
/// ```text
/// x ~ Beta(k C, k (1 - C)),  border <= C <= 1 - (n - 1) border;  inverted as in [`dirichlet`]
/// ```
///
/// - **Domain**: k = `concentration` in (0, 1e12]; `border` = eta, 0 where it is not known; k, eta and `row_total` are public in this form.
/// - **Guarantee**: as [`dirichlet`]. [`Target::Log`] is cut to the border, a few 2^-52 outwards, which holds every row that is not refused; [`Target::Process`] is not, since
///   a process inside the border can make rows outside, which are refused.
///
/// # Errors
/// [`Error::States`]; [`Error::AssumptionConcentration`]; [`Error::AssumptionBorder`] unless 0 <= n eta <= 1; [`Error::Domain`] as [`dirichlet`].
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, Level}, utility::interval::{Target, published}};
/// // [A, Section 6.1]: k = 20.6, eta = 0.073, N = 98, five states
/// let total = ExpectedRowTotal::new(98.0)?;
/// let i = published(0.1, 5, 20.6, 0.073, total, Target::Log, Level::new(0.95)?)?;
/// assert!((i.lower - 0.073).abs() < 1e-15 && i.upper > 0.2 && i.upper < 0.35);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn published(
    share: f64,
    cells: usize,
    concentration: f64,
    border: f64,
    row_total: ExpectedRowTotal,
    target: Target,
    level: Level,
) -> Result<Interval> {
    let n = check_cells(cells)?;
    if !(concentration > 0.0 && concentration <= crate::domain::CONCENTRATION_MAX) {
        return Err(Error::AssumptionConcentration);
    }
    if !(border >= 0.0 && border * n <= 1.0) {
        return Err(Error::AssumptionBorder);
    }
    check_share(share, cells)?;
    if cells == 1 {
        return Ok(Interval::ONE);
    }
    let total = row_total.get();
    let free = of_beta(share, n, level, |c| {
        let shape = (concentration * c, concentration * (1.0 - c));
        match target {
            Target::Log => shape,
            Target::Process => with_sampling(shape, c, total, 1.0),
        }
    })?;
    if target == Target::Process {
        return Ok(free);
    }
    // Every share of a row that is not refused lies inside the border: c >= eta N after rounding, so c/N >= eta (1 - 2^-52). Rows at the corner do
    // occur, and then the interval may be one end of the border: it must hold that share whatever the end is rounded to.
    let slack = 4.0 * f64::EPSILON;
    let most = (1.0 - (n - 1.0) * border).max(border);
    Ok(Interval {
        lower: free.lower.max(border * (1.0 - slack)).min(most - slack),
        upper: free.upper.min(most + slack).max(border * (1.0 + slack)),
    })
}

/// An entry that a release can hold.
fn check_share(share: f64, cells: usize) -> Result<()> {
    if (0.0..=1.0).contains(&share) && (cells > 1 || share == 1.0) {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}

/// Test inversion of x ~ Beta(shape(C)); x is known to (n x + 2) 2^-32, the error of its rounding.
fn of_beta(
    share: f64,
    n: f64,
    level: Level,
    shape: impl Fn(f64) -> (f64, f64),
) -> Result<Interval> {
    let slack = (n * share + 2.0) * UNIT;
    let (least, most) = ((share - slack).max(0.0), (share + slack).min(1.0));
    let upper_tail = |c: f64| {
        let (p, q) = shape(c);
        if least == 0.0 {
            1.0
        } else if !(p > 0.0) {
            0.0
        } else if !(q > 0.0) {
            1.0
        } else {
            beta_inc(p, q, least).upper
        }
    };
    let lower_tail = |c: f64| {
        let (p, q) = shape(c);
        if most == 1.0 || !(p > 0.0) {
            1.0
        } else if !(q > 0.0) {
            0.0
        } else {
            beta_inc(p, q, most).lower
        }
    };
    Ok(invert(half(level), upper_tail, lower_tail))
}

/// The Beta law with the mean of `shape` and its variance, where the count itself is binomial with probability `share`; `slope` = d mean/d share.
///
/// Var = E Var + Var E: with m = p/A, v = slope^2 share (1 - share)/N, it is (m (1 - m) + A v)/(A + 1).
pub(super) fn with_sampling((p, q): (f64, f64), share: f64, total: f64, slope: f64) -> (f64, f64) {
    let sum = p + q;
    let spread = (p / sum) * (q / sum);
    let sampling = slope * slope * share * (1.0 - share) / total;
    if !(spread > 0.0 && sampling > 0.0) {
        return (p, q);
    }
    // A' + 1 = m (1 - m)/Var
    let factor = (spread * (sum + 1.0) / (spread + sum * sampling) - 1.0) / sum;
    (p * factor, q * factor)
}
