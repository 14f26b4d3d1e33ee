//! How many events each row holds: what intervals rest on, and where it is known from.
use crate::chosen::{Chosen, Integers};
use crate::release::Released;
use dpmarkov::counts::Support;
use dpmarkov::domain::ExpectedRowTotal;
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
}

impl Source {
    pub fn name(self) -> &'static str {
        match self {
            Source::Public => "public",
            Source::Given(_) => "given",
            Source::Noisy => "noisy",
            Source::Expected(_) => "expected",
        }
    }
}

/// The totals of a release's rows.
#[derive(Debug, Clone)]
pub struct Totals {
    pub source: Source,
    /// One for each row; of noisy counts the sum, at least 1.
    pub rows: Vec<f64>,
}

impl Totals {
    /// What is best known: what the user says, what is public, what the counts say, what was expected.
    pub fn of(released: &Released, support: &Support<'_>, given: Option<u64>) -> Self {
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
        let total = self.rows.get(i).copied().unwrap_or(0.0);
        match &released.choice.mechanism {
            Chosen::Dirichlet(m) => RowLaw::dirichlet(m.parameters(), cells, total),
            Chosen::Polya(m) => RowLaw::polya(m.parameters(), cells, total),
            Chosen::Geometric(m, floor) => RowLaw::geometric(m.rate(), *floor, cells, total),
            Chosen::Gaussian(m, floor) => RowLaw::gaussian(m.variance(), *floor, cells, total),
        }
    }
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
