//! Intervals from a row that the Dirichlet mechanism drew.
use super::{Interval, Target, check_cells, half, invert};
use crate::domain::{ExpectedRowTotal, Level};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::beta_inc;

/// 2^-32.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// The interval for a share from the entry `share` of a row that [`Dirichlet`](crate::mechanism::Dirichlet) released.
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

/// The interval for a share from the entry `share` of a row that [`PublishedDirichlet`](crate::mechanism::PublishedDirichlet) released: x ~ Beta(k C, k (1 - C)).
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
    // every share of a row that is not refused lies inside the border
    let most = (1.0 - (n - 1.0) * border).max(border);
    Ok(Interval {
        lower: free.lower.max(border).min(most),
        upper: free.upper.min(most).max(border),
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
        if most == 1.0 {
            1.0
        } else if !(p > 0.0) {
            1.0
        } else if !(q > 0.0) {
            0.0
        } else {
            beta_inc(p, q, most).lower
        }
    };
    invert(half(level), upper_tail, lower_tail)
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
