//! From a report to a release: the chain that its numbers make, and what it says beside them.
use super::check::Checked;
use crate::args::DEFAULT_EXPECTED_ROW_TOTAL;
use crate::chosen::{Chosen, Integers};
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::long_run;
use crate::parameters::Choice;
use crate::release::{NoisyTotals, Released, StatesFrom};
use crate::report::read::{self, fault};
use crate::states::MOST_STATES;
use dpmarkov::chain::SparseMatrix;
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, Floor};
use dpmarkov::mechanism::noisy;
use dpmarkov::plan::Offer;
use dpmarkov::privacy::Guarantee;
use dpmarkov::report::{About, Content, Report, Width};
use serde_json::Value;
use std::path::Path;

/// What stands in a report beside the chain.
pub struct Facts {
    pub bytes: usize,
    pub about: About,
    pub width: Width,
    /// Noisy counts and totals that stand at the end of their range.
    pub saturated: usize,
    /// What chain and totals promise together, if that is a promise.
    pub whole: Option<Guarantee>,
    /// Everything, as it stands there.
    pub json: Value,
}

/// Checks the report in `bytes`, which were read from `name`.
pub fn check(
    bytes: &[u8],
    name: &str,
    list: Option<(&Path, &[String])>,
) -> Result<Checked, Failure> {
    let report = read::decode(bytes, name)?;
    if report.states() > MOST_STATES {
        let found = format!("a report of {} states", report.states());
        return Err(fault(name, &found, "at most 4096: inspect takes no more").into());
    }
    read::verify(&report, name)?;
    let names = read::names(&report, name, list)?;
    let feasible = read::feasible(&report)?;
    let support = feasible.view()?;
    let cells = feasible.row_cells()?;
    let choice = choice(
        &report,
        cells.map_or(2, |cells| cells.mean.round() as usize),
    )?;
    let (matrix, integers) = chain(&report, support, &choice)?;
    let matrix_view = SparseMatrix::new(support, &matrix)?;
    let (stationary, long_run) = long_run::Room::on(&support)?.compute(matrix_view)?;
    let totals = report.totals();
    Ok(Checked {
        version: String::new(),
        matrix_follows: true,
        report: Some(Facts {
            bytes: bytes.len(),
            about: report.about(),
            width: report.width(),
            saturated: report.saturated() + totals.as_ref().map_or(0, |totals| totals.saturated()),
            whole: report.whole_guarantee().ok(),
            json: read::json(&report),
        }),
        released: Released {
            states: names,
            states_from: match list {
                Some(_) => StatesFrom::File,
                None => StatesFrom::Report,
            },
            outside: None,
            feasible: feasible.clone(),
            matrix,
            integers,
            stationary,
            long_run,
            row_totals: None,
            noisy_totals: totals.map(|totals| NoisyTotals {
                guarantee: totals.guarantee(),
                rate: totals.rate(),
                rows: totals.values().collect(),
            }),
            choice,
            expected_row_total: 0,
            charged: None,
            reported: None,
        },
    })
}

/// The mechanism, which was verified.
fn choice(report: &Report<'_>, typical: usize) -> Result<Choice, Failure> {
    let promised = report.guarantee();
    // the errors to expect are not shown: a report does not say for which totals
    let total = ExpectedRowTotal::new(DEFAULT_EXPECTED_ROW_TOTAL as f64)?;
    let offer = |pure| Offer::new(report.parameters(), Floor::NONE, pure, typical, total);
    let mut offered = offer(promised.delta.get() == 0.0)?;
    if !offered.pure {
        let pure = Guarantee::new(
            promised.adjacency,
            promised.epsilon.get(),
            0.0,
            promised.releases.get(),
        )?;
        offered = offer(Chosen::checked(pure, &offered).is_ok())?;
    }
    Ok(Choice {
        mechanism: Chosen::checked(promised, &offered)?,
        offer: offered,
        reason: None,
    })
}

/// The chain that the report's numbers make, and these where they are integers of their own.
fn chain(
    report: &Report<'_>,
    support: Support<'_>,
    choice: &Choice,
) -> Result<(Vec<f64>, Integers), Failure> {
    let mut matrix = zeros::<f64>(report.cells())?;
    let values = report.values();
    let integers = match (report.content(), &choice.mechanism) {
        (Content::NoisyCounts, _) => {
            let counts: Vec<i64> = values.collect();
            noisy::to_sparse(support, &counts, Floor::NONE, &mut matrix)?;
            Integers::NoisyCounts(counts)
        }
        (Content::Tallies, Chosen::Polya(urn)) => {
            let tallies: Vec<u32> = values.map(|m| u32::try_from(m).unwrap_or(0)).collect();
            urn.sparse_of_tallies(support, &tallies, &mut matrix)?;
            Integers::Tallies(tallies)
        }
        _ => {
            // units of 2^-bits, at most 2^32 of them: exact
            let whole = 2f64.powi(report.width().bits() as i32);
            for (x, units) in matrix.iter_mut().zip(values) {
                *x = units as f64 / whole;
            }
            Integers::None
        }
    };
    Ok((matrix, integers))
}
