//! What the sums say: the library's estimates, and the chain that they make.
use super::gate::Gate;
use super::{Frame, Merged};
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::long_run::{self, LongRun};
use dpmarkov::domain::Level;
use dpmarkov::report::merge::{CellEstimate, Confidence, Merge, RowEstimate, Unresolved};

/// A fleet, as its reports show it.
pub struct Estimate<'a> {
    pub frame: &'a Frame,
    pub gate: &'a Gate,
    pub merge: Merge<'a>,
    pub level: Level,
    pub confidence: Confidence,
    /// The chain of the counts, none of them below 0; uniform where a row is not resolved.
    pub chain: Vec<f64>,
    /// Its long-run shares; empty where there are none.
    pub stationary: Vec<f64>,
    /// Why there are none.
    pub no_long_run: Option<&'static str>,
    /// Rows of two cells or more whose total noise hides.
    pub unresolved: Vec<usize>,
}

/// Everything that is told of a merge.
pub fn estimate(merged: &mut Merged, level: Level) -> Result<Estimate<'_>, Failure> {
    let Merged {
        frame,
        state,
        cells,
        rows,
        gate,
    } = merged;
    let support = frame.feasible.view()?;
    let merge = Merge::resume(support, frame.adjacency, frame.table, *state, cells, rows)?;
    let hidden = |row: &RowEstimate<'_>| row.cells().nth(1).is_some() && !row.is_resolved();
    let unresolved: Vec<usize> = merge
        .rows()
        .enumerate()
        .filter(|(_, row)| hidden(row))
        .map(|(i, _)| i)
        .collect();
    let mut chain = zeros::<f64>(support.cells())?;
    let view = merge.chain(Unresolved::Uniform, &mut chain)?;
    let (stationary, no_long_run) = match unresolved.is_empty() {
        true => {
            let (shares, how) = long_run::Room::on(&support)?.compute(view)?;
            (shares, why(how))
        }
        false => (
            Vec::new(),
            Some("there is none without the rows that are not resolved"),
        ),
    };
    Ok(Estimate {
        confidence: merge.confidence(level)?,
        frame,
        gate,
        merge,
        level,
        chain,
        stationary,
        no_long_run,
        unresolved,
    })
}

/// Why there are no long-run shares.
fn why(how: LongRun) -> Option<&'static str> {
    match how {
        LongRun::SeveralClasses => Some(
            "the chain ends in one of several groups of states: its long run depends on where it begins",
        ),
        how => how.omitted(),
    }
}

impl Estimate<'_> {
    /// The name of state `i`.
    pub fn name(&self, i: usize) -> &str {
        self.frame.states.get(i).map_or("", String::as_str)
    }

    /// The row of `from`, each cell with its probability in the chain.
    pub fn row(&self, from: usize) -> Vec<(CellEstimate<'_>, f64)> {
        let range = self.merge.support().row_range(from).unwrap_or_default();
        let probabilities = self.chain.get(range).unwrap_or_default();
        let cells = self.merge.row(from);
        let cells = cells.iter().flat_map(|row| row.cells());
        cells.zip(probabilities.iter().copied()).collect()
    }

    /// Noisy numbers that were cut off at the end of their range.
    pub fn saturated(&self) -> u64 {
        let rows = self.merge.rows();
        rows.map(|row| {
            let cells: u64 = row.cells().map(|cell| cell.count().saturated).sum();
            cells + row.total().saturated
        })
        .sum()
    }
}
