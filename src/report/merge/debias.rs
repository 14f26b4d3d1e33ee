//! From what a mechanism released to unbiased counts, and how much of their variance is noise.
//!
//! c is the true count of a cell of the device's log, N its row's total, n the cells of the row; y what is made of the report, v the estimate of
//! Var y. For each: E y = c and E v = Var y (an urn of one draw: at least) over the mechanism's randomness, the log fixed; never E v < Var y.
//!
//! # Noisy counts
//! y = c + k, E k = 0: y is unbiased as it is. v = Var k, which is public: 2 x/(1 - x)^2 with x = e^-e0 (geometric), that of the discrete Gaussian.
//!
//! # Shares
//! A share X with mean mu = (c + a)/T0, T0 = N + n a, and a total: T = N' + n a with N' = N where it is known, else the report's noisy total, N' = N + k
//! with noise k of its own, E k = 0, Var k = t2 (0 where N is known). So T is independent of X, E T = T0, E T^2 = T0^2 + t2, and
//! ```text
//! y = X T - a,    E y = mu T0 - a = c
//! ```
//! For the variance condition on X: E(y | X) = X T0 - a, Var(y | X) = X^2 t2, so
//! ```text
//! Var y = T0^2 Var X + t2 E X^2                                                     (1)
//! ```
//! and the second term is estimated by t2 X^2. The first needs Var X from X alone, by E X(1 - X) = mu (1 - mu) - Var X. With alpha0 = w T0:
//!
//! - **Dirichlet**: Var X = mu (1 - mu)/(alpha0 + 1), hence E X(1 - X) = alpha0 Var X, and T0^2 Var X = E X(1 - X) T0/w:
//!   `v = X (1 - X) T/w + X^2 t2`.
//! - **Polya**, X = m/M: Var X = mu (1 - mu) (M + alpha0)/(M (1 + alpha0)) [Dirichlet-multinomial], hence
//!   E X(1 - X) = mu (1 - mu) alpha0 (M - 1)/(M (1 + alpha0)), and for M >= 2 Var X = E X(1 - X) (M + alpha0)/(alpha0 (M - 1)). So
//!   T0^2 Var X = E X(1 - X) (T0 M/w + T0^2)/(M - 1), where T estimates T0 and T^2 - t2 estimates T0^2:
//!   `v = X (1 - X) (T M/w + T^2 - t2)/(M - 1) + X^2 t2`.
//! - **Polya with M = 1**: X is 0 or 1 and says nothing on its own variance. Var X = mu (1 - mu) <= mu = E X^2, and with (1)
//!   Var y <= (T0^2 + t2) E X^2 = E X^2 T^2: `v = X^2 T^2`, an upper bound on average. In a row of one cell X is 1, and v = t2.
//!
//! All but the last are exact: no term is left out, with a noisy total no less. Where noise takes a total so far down that the first term of a v came out below 0, which no variance is, it is taken as 0: then, and
//! only then, E v is above Var y. With T0 many times the root of t2, as the pseudo-counts of a guarantee make it, that does not happen.
//!
//! # What is rounded
//! - **A released row.** The mechanism gives every entry one unit and splits the others at rounded cumulative sums (`mechanism/quantise.rs`). The
//!   unit that every entry got is no rounding but a bias, and is taken off: X = (units - 1)/(2^bits - n), which is within 1/(2^bits - n) of what was drawn (an entry is the
//!   difference of two edges, each half a unit off at most). Rows of 16 bits were made the same way of those of 32 bits.
//! - **y**, to multiples of 2^-16 event: the cumulative sums of the exact y are rounded to nearest, half up, and y is the difference of two. So each y is
//!   within one unit, and the y of a row sum to its N' rounded the same way: R is exact for whole N'. All in integers.
//! - **v**, in `f64`, rounded up to 2^-32 event^2.
use super::sums::{CellPart, RowPart, UNITS, VARIANCE_MAX};
use crate::domain::GeometricRate;
use crate::error::{Error, Result};
use crate::mechanism::noisy::{gaussian_deviation, geometric_deviation};
use crate::privacy::MechanismParameters;
use crate::special::float::ceil;
use core::num::{NonZeroU32, NonZeroU64};

/// 2^48: the fixed point of totals and pseudo-counts.
const TWO_48: f64 = 281_474_976_710_656.0;
/// 2^32: the fixed point of variances.
const TWO_32: f64 = 4_294_967_296.0;
/// 2^33 events.
const TOTAL_MAX: f64 = 8_589_934_592.0;

/// How the raw numbers of a report are read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Law {
    /// Counts with noise of this variance, cut off at +-`largest`.
    Noisy { variance: f64, largest: i64 },
    /// Parts of a whole.
    Shares(Shares),
}

/// Shares of a row: Dirichlet or urn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    weight: f64,
    pseudo_count: f64,
    /// The pseudo-count in 2^-48 event; at most 2^79.
    prior: i128,
    /// The draws of an urn; none: a Dirichlet row of `bits`.
    draws: Option<NonZeroU32>,
    bits: u32,
}

/// The total of a row as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Total {
    pub events: f64,
    /// The variance of its noise; 0: known.
    pub variance: f64,
    pub saturated: bool,
}

/// The variance of geometric noise, in events^2.
pub(super) fn noisy_variance(rate: GeometricRate) -> f64 {
    let deviation = geometric_deviation(rate);
    deviation * deviation
}

impl Law {
    /// `bits`: 16 or 32, the width of one raw number.
    pub fn new(parameters: &MechanismParameters, bits: u32) -> Self {
        // 2^15 - 1 or 2^31 - 1
        let largest = (1i64 << (bits.saturating_sub(1) & 31)).saturating_sub(1);
        let shares = |weight, pseudo_count, prior, draws| {
            Law::Shares(Shares {
                weight,
                pseudo_count,
                prior,
                draws,
                bits: bits.min(32),
            })
        };
        match parameters {
            MechanismParameters::Geometric(rate) => Law::Noisy {
                variance: noisy_variance(*rate),
                largest,
            },
            MechanismParameters::Gaussian(variance) => {
                let deviation = gaussian_deviation(*variance);
                Law::Noisy {
                    variance: deviation * deviation,
                    largest,
                }
            }
            MechanismParameters::Dirichlet(p) => {
                let a = p.pseudo_count.get();
                shares(p.weight.get(), a, (a * TWO_48 + 0.5) as i128, None)
            }
            MechanismParameters::Polya(p, _) => {
                // at least 1
                let event = NonZeroU32::new(p.event_mass()).unwrap_or(NonZeroU32::MIN);
                shares(
                    f64::from(p.event_mass()) / f64::from(p.draw_mass()),
                    f64::from(p.prior_mass()) / f64::from(p.event_mass()),
                    floor_div(i128::from(p.prior_mass()) << 48, event),
                    NonZeroU32::new(p.draws()),
                )
            }
        }
    }

    /// One row of `cells` raw numbers: what it adds to the row, and to each of its cells. The total is needed for shares: [`Error::ReportTotals`].
    ///
    /// `values` are looked at twice. Nothing is given to `sink` where the row is refused for its total or noise ([`Error::MergeFull`]); where it is for one
    /// of its cells, `sink` has seen some.
    pub fn row(
        &self,
        cells: usize,
        values: impl Iterator<Item = i64> + Clone,
        total: Option<Total>,
        sink: impl FnMut(CellPart, i64),
    ) -> Result<RowPart> {
        match self {
            Law::Noisy { variance, largest } => noisy(cells, values, *variance, *largest, sink),
            Law::Shares(shares) => {
                shares.row(cells, values, total.ok_or(Error::ReportTotals)?, sink)
            }
        }
    }
}

fn noisy(
    cells: usize,
    values: impl Iterator<Item = i64> + Clone,
    variance: f64,
    largest: i64,
    mut sink: impl FnMut(CellPart, i64),
) -> Result<RowPart> {
    let part = |value: i64| within(i128::from(value) << 16);
    let mut sum = 0i64;
    for value in values.clone().take(cells) {
        // 65,535 numbers below 2^33: no overflow
        part(value)?;
        sum = sum.saturating_add(value);
    }
    let row = RowPart {
        total: part(sum)?,
        noise: units_of_variance(variance * cells as f64)?,
        rounding: 0,
        saturated: false,
    };
    let noise = units_of_variance(variance)?;
    for value in values.take(cells) {
        let cell = CellPart {
            y: part(value)?,
            noise,
            saturated: value >= largest || value <= largest.saturating_neg(),
        };
        sink(cell, row.total);
    }
    Ok(row)
}

impl Shares {
    fn row(
        &self,
        cells: usize,
        values: impl Iterator<Item = i64>,
        total: Total,
        mut sink: impl FnMut(CellPart, i64),
    ) -> Result<RowPart> {
        let n = cells as f64;
        if !(total.events > -TOTAL_MAX && total.events < TOTAL_MAX) {
            return Err(Error::MergeFull);
        }
        let whole = self.whole(cells)?;
        // a < 2^30 with whole < 2^32 (Dirichlet), or a <= 2^31 with whole <= 2^24 (urn); n < 2^16
        let a = self.prior;
        let known = (total.events * TWO_48) as i128; // below 2^81
        let mass = known.wrapping_add(a.wrapping_mul(cells as i128)); // below 2^96
        let prior = a.wrapping_mul(i128::from(whole.get())); // below 2^110
        // Of a row in fixed point: the sum of y up to i, times whole, is S_i mass - i prior. |.| < 2^127: 2^94 2^32 twice, or 2^96 2^24 twice
        let edge = |sum: u64, number: u64| {
            let numerator = mass
                .wrapping_mul(i128::from(sum))
                .wrapping_sub(prior.wrapping_mul(i128::from(number)));
            let quotient = floor_div(numerator, whole);
            quotient.wrapping_add(1 << 31) >> 32
        };
        let row = RowPart {
            total: within(edge(u64::from(whole.get()), cells as u64))?,
            noise: units_of_variance(total.variance)?,
            rounding: self.rounding(n, whole, total.events)?,
            saturated: total.saturated,
        };
        let [spread, square] = self.variance(n, total)?;
        let (mut sum, mut before) = (0u64, 0i128);
        for (value, number) in values.take(cells).zip(1u64..) {
            let value = u64::try_from(value).unwrap_or(0);
            // a checked report's parts sum to the whole
            sum = sum.saturating_add(value).min(u64::from(whole.get()));
            let after = edge(sum, number);
            let x = value as f64 / f64::from(whole.get());
            let rest = u64::from(whole.get()).saturating_sub(value) as f64 / f64::from(whole.get());
            let cell = CellPart {
                y: within(after.wrapping_sub(before))?,
                noise: units_of_variance(x * rest * spread + x * x * square)?,
                saturated: false,
            };
            before = after;
            sink(cell, row.total);
        }
        Ok(row)
    }

    /// What the raw numbers of a row sum to: the draws, or all units but one for each entry.
    fn whole(&self, cells: usize) -> Result<NonZeroU32> {
        match self.draws {
            Some(draws) => Ok(draws),
            None => {
                let units = (1u64 << self.bits).checked_sub(cells as u64);
                let units = units.and_then(|units| u32::try_from(units).ok());
                units.and_then(NonZeroU32::new).ok_or(Error::ReportFormat)
            }
        }
    }

    /// v = X (1 - X) first + X^2 second.
    fn variance(&self, n: f64, total: Total) -> Result<[f64; 2]> {
        let t = total.events + n * self.pseudo_count;
        let factors = match self.draws.map(NonZeroU32::get) {
            None => [t / self.weight, total.variance],
            // a row of one cell is X = 1: the total's noise alone
            Some(1) if n <= 1.0 => [0.0, total.variance],
            Some(1) => [0.0, t * t],
            Some(draws) => {
                let m = f64::from(draws);
                let first = (t * (m / self.weight) + (t * t - total.variance)) / (m - 1.0);
                [first, total.variance]
            }
        };
        let [first, second] = factors;
        // below 0 by noise of the total alone: no variance is
        let first = first.max(0.0);
        if first + second <= VARIANCE_MAX {
            Ok([first, second])
        } else {
            Err(Error::MergeFull)
        }
    }

    /// A bound on |y - what an unrounded row would have given|, in 2^-16 event.
    fn rounding(&self, n: f64, whole: NonZeroU32, events: f64) -> Result<i128> {
        let t = (events + n * self.pseudo_count).abs();
        let of_share = match (self.draws, self.bits) {
            (Some(_), _) => 0.0,
            // the edges, and the sum of n floats
            (None, 32) => 1.0 / f64::from(whole.get()) + n * f64::EPSILON,
            // the same of the row of 32 bits that it was made of, whose units of one for every entry are not taken off
            (None, _) => 1.0 / f64::from(whole.get()) + (n + 3.0) / TWO_32,
        };
        // one unit for y, and less than a thousandth for the fixed point of a
        let units = ceil(t * of_share * 65_536.0 + 1.001);
        if units < VARIANCE_MAX {
            Ok(units as i128)
        } else {
            Err(Error::MergeFull)
        }
    }
}

/// |y| below 2^33 events, or [`Error::MergeFull`].
fn within(units: i128) -> Result<i64> {
    match i64::try_from(units) {
        Ok(y) if y > -UNITS && y < UNITS => Ok(y),
        _ => Err(Error::MergeFull),
    }
}

/// In 2^-32 event^2, rounded up. No variance here is below 0.
fn units_of_variance(variance: f64) -> Result<i128> {
    if variance <= VARIANCE_MAX {
        Ok(ceil(variance * TWO_32) as i128)
    } else {
        Err(Error::MergeFull)
    }
}

/// floor(a/b) by long division in base 2^32: no processor here divides 128 bits.
fn floor_div(a: i128, b: NonZeroU32) -> i128 {
    let b = NonZeroU64::from(b);
    // below 0: floor(a/b) = -1 - floor((-1 - a)/b), and -1 - a = !a
    let negative = a < 0;
    let a = if negative { !a } else { a } as u128;
    let (mut quotient, mut rest) = (0u128, 0u64);
    for shift in [96, 64, 32, 0] {
        let limb = (a >> shift) as u32;
        let part = rest << 32 | u64::from(limb); // rest < b < 2^32
        quotient = quotient << 32 | u128::from(part / b);
        rest = part % b;
    }
    let quotient = quotient as i128; // not above a
    if negative { !quotient } else { quotient }
}

#[cfg(test)]
mod tests;
