//! How many events each row holds: what intervals rest on, and where it is known from.
use crate::chosen::{Chosen, Integers};
use crate::failure::{Failure, shown};
use crate::release::{NoisyTotals, Released};
use dpmarkov::counts::Support;
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::utility::interval;
use dpmarkov::utility::noisy::CellNoise;
use dpmarkov::utility::row_error::RowLaw;

/// Where the row totals come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The release: published by its owner, under adjacency `destination`.
    Public,
    /// Whoever asks says so, of every row.
    Given(u64),
    /// The sums of the noisy counts, with their noise.
    Noisy,
    /// The public guess that the release was made with.
    Expected(u64),
    /// The noisy totals of a report.
    Report,
    /// Nobody says: a report of shares alone.
    Unknown,
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Source::Public => "public",
            Source::Given(_) => "given",
            Source::Noisy => "noisy",
            Source::Expected(_) => "expected",
            Source::Report => "report",
            Source::Unknown => "unknown",
        }
    }

    /// The total that every row is taken to hold, where nothing that was released says so.
    pub fn assumed(self) -> Option<u64> {
        match self {
            Source::Given(total) | Source::Expected(total) => Some(total),
            Source::Public | Source::Noisy | Source::Report | Source::Unknown => None,
        }
    }
}

/// How rarely noise alone may part a row's noisy sum from its total before a given total is refused.
const CHANCE: f64 = 1e-9;

/// The totals of a release's rows.
#[derive(Debug, Clone)]
pub struct Totals {
    pub source: Source,
    /// One for each row; of noisy counts the sum, of noisy totals the total, at least 1; 0 where nobody says.
    pub rows: Vec<f64>,
}

impl Totals {
    /// What is best known: what the user says, what is public, what the counts say, what was expected.
    pub fn of(
        released: &Released,
        support: &Support<'_>,
        given: Option<u64>,
    ) -> Result<Self, Failure> {
        if let Some(total) = given {
            fits(released, support, total)?;
        }
        Ok(Self::known(released, support, given))
    }

    fn known(released: &Released, support: &Support<'_>, given: Option<u64>) -> Self {
        let n = released.states.len();
        let same = |total: u64| vec![total as f64; n];
        if let Some(total) = given {
            return Totals {
                source: Source::Given(total),
                rows: same(total),
            };
        }
        if let Some(totals) = &released.row_totals {
            return Totals {
                source: Source::Public,
                rows: totals.iter().map(|total| *total as f64).collect(),
            };
        }
        if let Integers::NoisyCounts(counts) = &released.integers {
            let ranges = (0..n).map(|from| support.row_range(from).unwrap_or_default());
            let rows = ranges.map(|range| counts.get(range).map_or(0, noisy_sum).max(1) as f64);
            return Totals {
                source: Source::Noisy,
                rows: rows.collect(),
            };
        }
        if let Some(totals) = &released.noisy_totals {
            return Totals {
                source: Source::Report,
                rows: totals.rows.iter().map(|n| (*n).max(1) as f64).collect(),
            };
        }
        if released.expected_row_total == 0 {
            return Totals {
                source: Source::Unknown,
                rows: same(0),
            };
        }
        Totals {
            source: Source::Expected(released.expected_row_total),
            rows: same(released.expected_row_total),
        }
    }

    /// The total of row `i`, where it is a number that an interval can rest on.
    pub fn row(&self, i: usize) -> Option<ExpectedRowTotal> {
        self.rows
            .get(i)
            .and_then(|total| ExpectedRowTotal::new(*total).ok())
    }

    /// The law of row `i` of `cells` cells.
    pub fn law(&self, released: &Released, i: usize, cells: usize) -> dpmarkov::Result<RowLaw> {
        law(released, cells, self.rows.get(i).copied().unwrap_or(0.0))
    }
}

/// The law of a row of `cells` cells whose noisy counts sum to `sum`, for a total that it falls below with probability `failure` at most.
pub fn law_from_below(
    released: &Released,
    sum: i64,
    cells: usize,
    failure: f64,
) -> dpmarkov::Result<RowLaw> {
    let lower = match cell_noise(&released.choice.mechanism) {
        Some(noise) => interval::noisy_total_lower(sum, cells, noise, failure)?,
        None => 0.0,
    };
    law(released, cells, lower)
}

/// The law of row `i` of `cells` cells, for a total that the report's noisy one leaves it below with probability `failure` at most.
pub fn law_from_report(
    released: &Released,
    totals: &NoisyTotals,
    i: usize,
    cells: usize,
    failure: f64,
) -> dpmarkov::Result<RowLaw> {
    let noisy = totals.rows.get(i).copied().unwrap_or(0);
    let noise = CellNoise::Geometric(totals.rate);
    let lower = interval::noisy_total_lower(noisy, 1, noise, failure)?;
    law(released, cells, lower)
}

fn law(released: &Released, cells: usize, total: f64) -> dpmarkov::Result<RowLaw> {
    match &released.choice.mechanism {
        Chosen::Dirichlet(m) => RowLaw::dirichlet(m.parameters(), cells, total),
        Chosen::Polya(m) => RowLaw::polya(m.parameters(), cells, total),
        Chosen::Geometric(m, floor) => RowLaw::geometric(m.rate(), *floor, cells, total),
        Chosen::Gaussian(m, floor) => RowLaw::gaussian(m.variance(), *floor, cells, total),
    }
}

/// Refuses a total that the noisy counts contradict: intervals of both would contradict each other.
fn fits(released: &Released, support: &Support<'_>, total: u64) -> Result<(), Failure> {
    let (Integers::NoisyCounts(counts), Some(noise)) =
        (&released.integers, cell_noise(&released.choice.mechanism))
    else {
        return Ok(());
    };
    for (from, name) in released.states.iter().enumerate() {
        let range = support.row_range(from).unwrap_or_default();
        let (cells, sum) = (range.len(), counts.get(range).map_or(0, noisy_sum));
        let reach = interval::noisy_sum_reach(cells, noise, CHANCE)?;
        if (sum as f64 - total as f64).abs() > reach {
            return Err(Failure::Usage(format!(
                "--row-total {total}: the noisy counts of the row of {} sum to {sum}, which noise alone would part from {total} less than twice in 10^9 releases; expected a total within {} events of that sum, or no --row-total, for intervals that need none",
                shown(name.as_bytes()),
                reach.floor()
            )));
        }
    }
    Ok(())
}

/// The sum of a row's noisy counts.
pub fn noisy_sum(row: &[i64]) -> i64 {
    row.iter()
        .fold(0, |sum: i64, count| sum.saturating_add(*count))
}

/// The noise of one count, where the mechanism has one.
pub fn cell_noise(mechanism: &Chosen) -> Option<CellNoise> {
    match mechanism {
        Chosen::Geometric(m, _) => Some(CellNoise::Geometric(m.rate())),
        Chosen::Gaussian(m, _) => Some(CellNoise::Gaussian(m.variance())),
        Chosen::Dirichlet(_) | Chosen::Polya(_) => None,
    }
}
