//! What the sums of a merge say: counts of the fleet, and shares of the population.
use super::sums::{CellSums, RowSums, Sum};
use crate::counts::Targets;
use crate::domain::Level;
use crate::error::Result;
use crate::special::double_double::DoubleDouble;
use crate::special::float::Within;
use crate::special::float::sqrt;
use crate::special::{beta_inc, root};
use crate::utility::interval::{Interval, two_sided_quantile};

/// Events of one unit of a sum of counts, and events^2 of one of a sum of squares.
const UNIT: f64 = 1.0 / 65_536.0;
const UNIT_SQUARED: f64 = 1.0 / 4_294_967_296.0;
/// A row's total is resolved where it is above so many of its standard errors by noise: by noise alone it is so once in 700 (normal law; more often with one or two reports) at a true total of 0.
const RESOLVED: f64 = 3.0;

/// The unbiased estimate of how many events all devices of a merge logged, in one cell or one row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Count {
    /// Sum of the reports' unbiased counts, in events. It can be below 0.
    pub events: f64,
    /// The standard error by the mechanisms' noise alone, the logs fixed, in events.
    pub standard_error: f64,
    /// A bound on what rounding of the reports moved `events` by, in events; in no way random, and not part of the standard error.
    pub rounding: f64,
    /// Reports in which the noisy number was as large as its field holds and was cut off there: `events` is then biased towards 0, by an amount that nobody
    /// knows. 0 is what devices should make sure of, by a field of 32 bits. A row's total of noisy counts is biased where one of its cells says so, a cell made of
    /// shares where its row's total says so.
    pub saturated: u64,
}

impl Count {
    /// events -+ (z standard_error + rounding), z the normal quantile of the level.
    #[must_use]
    pub fn interval(&self, confidence: &Confidence) -> (f64, f64) {
        let reach = confidence.normal * self.standard_error + self.rounding;
        (self.events - reach, self.events + reach)
    }
}

/// The estimate of a transition probability of the population, p = sum y/sum R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// p. It can lie outside [0, 1] by noise.
    pub share: f64,
    /// Its standard error over the population of devices; `None` where one report alone is merged.
    pub standard_error: Option<f64>,
}

/// A confidence level, and its quantiles for a number of reports: made once by [`Merge::confidence`](super::Merge::confidence), for every interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    normal: f64,
    /// Student's quantile of reports - 1 degrees of freedom, where there is one.
    student: Option<f64>,
}

impl Confidence {
    pub(super) fn new(level: Level, reports: u32) -> Result<Self> {
        let student = match reports.checked_sub(1) {
            Some(degrees) if degrees > 0 => Some(student_quantile(level, f64::from(degrees))?),
            _ => None,
        };
        Ok(Confidence {
            normal: two_sided_quantile(level)?,
            student,
        })
    }
}

/// P(|T| > t), T of Student's law with nu degrees of freedom: I_(nu/(nu + t^2))(nu/2, 1/2) [Abramowitz & Stegun 26.7.1].
fn student_outside(t: f64, nu: f64) -> f64 {
    let square = t * t;
    // by the end that is known without cancellation
    if square > nu {
        beta_inc(0.5 * nu, 0.5, nu / (nu + square)).lower
    } else {
        beta_inc(0.5, 0.5 * nu, square / (nu + square)).upper
    }
}

/// t with P(|T| <= t) = level.
fn student_quantile(level: Level, nu: f64) -> Result<f64> {
    let outside = 1.0 - level.get();
    // at nu = 1 and the largest level t is 636,620
    let f = |t| student_outside(t, nu) - outside;
    Ok(root::bracket(f, 0.0, 1e6, 1e-12, 120)?.hi)
}

/// One row of a merge.
#[derive(Clone, Debug)]
pub struct RowEstimate<'a> {
    pub(super) reports: u32,
    pub(super) targets: Targets<'a>,
    pub(super) sums: RowSums,
    pub(super) cells: &'a [CellSums],
}

impl<'a> RowEstimate<'a> {
    /// The number of events that all devices logged out of the row's state.
    #[must_use]
    pub fn total(&self) -> Count {
        count(
            self.sums.total,
            self.sums.noise,
            self.sums.rounding,
            self.sums.saturated,
        )
    }

    /// Whether the total is above 0 beyond doubt: above three of its standard errors by noise. Shares of a row that is not are noise over noise, and none
    /// is given.
    #[must_use]
    pub fn is_resolved(&self) -> bool {
        let total = self.total();
        total.events > RESOLVED * total.standard_error
    }

    /// The number of its feasible targets.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // no row is
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells, in order of their target.
    pub fn cells(&self) -> impl Iterator<Item = CellEstimate<'a>> + use<'a> {
        let row = RowContext {
            reports: self.reports,
            sums: self.sums,
            resolved: self.is_resolved(),
        };
        let cells = self.targets.clone().zip(self.cells);
        cells.map(move |(to, sums)| CellEstimate { to, sums, row })
    }

    /// The cell of this target; `None` where the transition is not feasible.
    #[must_use]
    pub fn cell(&self, to: usize) -> Option<CellEstimate<'a>> {
        self.cells().find(|cell| cell.to == to)
    }
}

#[derive(Clone, Copy, Debug)]
struct RowContext {
    reports: u32,
    sums: RowSums,
    resolved: bool,
}

/// One cell of a merge.
#[derive(Clone, Copy, Debug)]
pub struct CellEstimate<'a> {
    to: usize,
    sums: &'a CellSums,
    row: RowContext,
}

impl CellEstimate<'_> {
    /// The target state.
    #[must_use]
    pub fn to(&self) -> usize {
        self.to
    }

    /// How many such transitions all devices logged.
    #[must_use]
    pub fn count(&self) -> Count {
        count(
            self.sums.count,
            self.sums.noise,
            self.row.sums.rounding,
            self.sums.saturated,
        )
    }

    /// The probability of the transition in the population that the devices come from:
    /// ```text
    /// p = Y/R,  Y = sum y, R = sum R_d;   se^2 = D/(D - 1) sum (y - p R_d)^2 / R^2
    /// ```
    /// `None` where the row is not resolved ([`RowEstimate::is_resolved`]).
    ///
    /// - **What the standard error holds**: everything that differs between devices: noise, sampling of events, length of the logs, chains of their own.
    ///   Devices are the clusters: nothing is assumed on what goes on within one. By linearisation [Cochran, Sampling Techniques, 3rd ed. 1977, 2.11, 6.3].
    /// - **Bias** of a ratio: E(p R) = E Y = p0 E R, so |E p - p0| = |Cov(p, R)|/E R <= sd(p) sd(R)/E R: a part sd(R)/E R of the standard error at
    ///   most [Hartley & Ross 1954, doi:10.1038/174270a0], which falls with the number of reports.
    /// - **Accuracy**: sums are exact, and what is subtracted is so in 106 bits: p to 2 ulp; se to 1e-12 of itself, or 2^-50 where it is that small.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        if !self.row.resolved {
            return None;
        }
        let ratio = Ratio::new(self.sums, &self.row)?;
        Some(Share {
            share: ratio.share,
            standard_error: ratio
                .correction
                .map(|correction| sqrt(correction * ratio.residual) / ratio.total),
        })
    }

    /// The interval for that probability, cut to [0, 1]: every p that the reports do not refute,
    /// ```text
    /// (Y - p R)^2 <= t^2 D/(D - 1) (sum (y - p R_d)^2 - (Y - p R)^2/D)
    /// ```
    /// t Student's quantile of D - 1 degrees of freedom. For many reports it is p -+ z se; where the total is less certain it is wider, and skew as it should be [Fieller 1954,
    /// J. R. Stat. Soc. B 16, 175-185]. `None` where the row is not resolved, for one report alone, and where the total might be 0 at this level, so that
    /// no p is refuted. Either end is moved outwards by the bound of what rounding did to the count, over R.
    #[must_use]
    pub fn share_interval(&self, confidence: &Confidence) -> Option<Interval> {
        if !self.row.resolved {
            return None;
        }
        let ratio = Ratio::new(self.sums, &self.row)?;
        let student = confidence.student?;
        let k = student * student * ratio.correction?;
        // in d = p' - p: d^2 (R^2 - k H) + 2 k G d - k Q <= 0
        let square = ratio.total * ratio.total - k * ratio.spread;
        if !(square > 0.0) {
            return None;
        }
        let middle = k * ratio.slope;
        let reach = sqrt(middle * middle + square * k * ratio.residual);
        // what rounding of the reports may have moved the count by
        let slack = exact(self.row.sums.rounding).value() / ratio.total;
        let end = |d: f64, slack: f64| (ratio.share + d / square + slack).within(0.0, 1.0);
        Some(Interval {
            lower: end(-middle - reach, -slack),
            upper: end(-middle + reach, slack),
        })
    }
}

/// The sums that a ratio's error is made of, in units.
struct Ratio {
    share: f64,
    /// R.
    total: f64,
    /// D/(D - 1), for two reports or more.
    correction: Option<f64>,
    /// Q = sum (y - p R_d)^2.
    residual: f64,
    /// G = sum (y - p R_d) R_d.
    slope: f64,
    /// H = sum R_d^2 - R^2/D.
    spread: f64,
}

impl Ratio {
    /// `None` unless the total is above 0.
    fn new(cell: &CellSums, row: &RowContext) -> Option<Self> {
        let total = exact(row.sums.total);
        if !(total.hi > 0.0) {
            return None;
        }
        let share = exact(cell.count) / total;
        let (square, product, squares) = (
            exact(cell.square),
            exact(cell.product),
            exact(row.sums.square),
        );
        let slope = product - share * squares;
        let residual = square - share * product - share * slope;
        let reports = f64::from(row.reports);
        let spread = squares - total * total / DoubleDouble::from(reports.max(1.0));
        Some(Ratio {
            share: share.value(),
            total: total.value(),
            correction: (row.reports > 1).then(|| reports / (reports - 1.0)),
            residual: residual.value().max(0.0),
            slope: slope.value(),
            spread: spread.value().max(0.0),
        })
    }
}

/// To 106 bits.
fn exact(sum: Sum) -> DoubleDouble {
    let value = sum.get();
    let hi = value as f64;
    // |value| < 2^127, and what hi lacks is below 2^74
    let lo = value.wrapping_sub(hi as i128) as f64;
    DoubleDouble { hi, lo }
}

fn count(events: Sum, noise: Sum, rounding: Sum, saturated: u64) -> Count {
    Count {
        events: events.get() as f64 * UNIT,
        standard_error: sqrt((noise.get() as f64).max(0.0) * UNIT_SQUARED),
        rounding: rounding.get() as f64 * UNIT,
        saturated,
    }
}

#[cfg(test)]
mod tests;
