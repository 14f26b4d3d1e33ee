//! `dpmarkov merge`: the reports of many devices, added up.
//!
//! One report is in memory at a time: what stays of it are sums, its id, and what kind of report it was.
mod estimate;
mod gate;
mod inputs;
mod known;

pub use estimate::{Estimate, estimate};
pub use gate::{Kind, LeftOut};
pub use inputs::{inputs, lists};

use crate::args::MergeArgs;
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::report::read::{self, fault};
use crate::state_table::hex;
use crate::states::{self, MOST_STATES_ON_SUPPORT};
use crate::support_file::Feasible;
use dpmarkov::Error;
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::privacy::Adjacency;
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, MergeState, RowSums};
use dpmarkov::report::{Report, StateTable};
use gate::Gate;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};

/// Fewer reports are merged without a progress bar.
const SHORT: usize = 1000;

/// What all reports of a merge have in common.
pub struct Frame {
    pub feasible: Feasible,
    pub adjacency: Adjacency,
    pub table: StateTable,
    pub states: Vec<String>,
    /// Whether `states` came from a list.
    pub named: bool,
}

/// The sums, and what was not added.
pub struct Merged {
    pub frame: Frame,
    pub state: MergeState,
    pub cells: Vec<CellSums>,
    pub rows: Vec<RowSums>,
    pub gate: Gate,
}

/// Reads, checks and adds up `files`.
pub fn merge(args: &MergeArgs, files: &[PathBuf]) -> Result<Merged, Failure> {
    let list = match &args.states {
        Some(path) => Some((
            path.as_path(),
            states::read(path, MOST_STATES_ON_SUPPORT)?.into_names(),
        )),
        None => None,
    };
    let list = list.as_ref().map(|(path, names)| (*path, names.as_slice()));
    let known = match args.row_total {
        Some(total) => KnownTotals::EveryRow(ExpectedRowTotal::new(total as f64)?),
        None => KnownTotals::None,
    };
    let mut gate = Gate::new(args.skip_damaged, args.skip_duplicates);
    let bar = progress(files.len());
    let mut files = files.iter();
    // The first sound report says what is merged.
    let Some((first, bytes, name)) = first(&mut files, &mut gate, &bar)? else {
        return Err(Failure::Input(fault(
            "merge",
            &match (gate.damaged.count, gate.damaged.first.first()) {
                (1, Some(why)) => format!("the only file is no sound report ({why})"),
                (count, why) => format!(
                    "none of the {count} files is a sound report (the first: {})",
                    why.map_or("", String::as_str)
                ),
            },
            "at least one",
        )));
    };
    let report = read::decode(&bytes, &name)?;
    let frame = Frame {
        feasible: read::feasible(&report)?,
        adjacency: report.guarantee().adjacency,
        table: report.about().state_table,
        states: read::names(&report, &name, list)?,
        named: list.is_some(),
    };
    let support = frame.feasible.view()?;
    let mut cells = zeros::<CellSums>(support.cells())?;
    let mut rows = zeros::<RowSums>(support.states())?;
    let mut merge = Merge::new(support, frame.adjacency, frame.table, &mut cells, &mut rows)?;
    let mut add = |report: &Report<'_>, file: &Path, name: &str, gate: &mut Gate| {
        if gate.is_new(report, name)? {
            if let Some(total) = args.row_total
                && report.states() == frame.states.len()
            {
                known::fits(report, &frame.states, total, name)?;
            }
            merge
                .add(report, known)
                .map_err(|error| refused(error, report, &frame, name, &first))?;
            gate.added(report, file);
        }
        Ok::<(), Failure>(())
    };
    add(&report, &first, &name, &mut gate)?;
    drop(bytes);
    for file in files {
        bar.inc(1);
        let Some((bytes, name)) = gate.bytes(file)? else {
            continue;
        };
        if let Some(report) = gate.sound(&bytes, &name)? {
            add(&report, file, &name, &mut gate)?;
        }
    }
    bar.finish_and_clear();
    let state = merge.state();
    Ok(Merged {
        state,
        cells,
        rows,
        gate,
        frame,
    })
}

/// The first sound report: its file, its bytes and its name for messages.
fn first<'f>(
    files: &mut impl Iterator<Item = &'f PathBuf>,
    gate: &mut Gate,
    bar: &ProgressBar,
) -> Result<Option<(PathBuf, Vec<u8>, String)>, Failure> {
    for file in files {
        bar.inc(1);
        let Some((bytes, name)) = gate.bytes(file)? else {
            continue;
        };
        if gate.sound(&bytes, &name)?.is_some() {
            return Ok(Some((file.clone(), bytes, name)));
        }
    }
    Ok(None)
}

/// Why a report cannot be added.
fn refused(error: Error, report: &Report<'_>, frame: &Frame, name: &str, first: &Path) -> Failure {
    let first = crate::failure::printable(&first.to_string_lossy());
    match error {
        Error::ReportMismatch => mismatch(report, frame, name, &first),
        Error::ReportTotals => fault(
            name,
            &format!(
                "a report of {} that holds no row totals: its shares are shares of nobody knows how many events",
                report.parameters().name()
            ),
            "noisy row totals in the report (release --report-totals), or --row-total N where everybody knows how many events a row holds",
        ),
        Error::MergeFull => fault(
            name,
            "its numbers are too large to be added, or there are more than 536870912 reports",
            "counts and row totals of at most 2^33 events",
        ),
        other => return other.into(),
    }
    .into()
}

/// In what it differs from the first report.
fn mismatch(
    report: &Report<'_>,
    frame: &Frame,
    name: &str,
    first: &str,
) -> crate::failure::InputFault {
    let (adjacency, table) = (report.guarantee().adjacency, report.about().state_table);
    let n = frame.states.len();
    if report.states() != n {
        return fault(
            name,
            &format!("a report of {} states", report.states()),
            &format!("{n}, as in {first}: reports of one fleet are about the same states"),
        );
    }
    if table != frame.table {
        return fault(
            name,
            &format!("its state table is {}", hex(&table.0)),
            &format!(
                "{}, as in {first}: other names, or another order (another firmware?)",
                hex(&frame.table.0)
            ),
        );
    }
    if adjacency != frame.adjacency {
        return fault(
            name,
            &format!("it protects adjacency {}", adjacency.name()),
            &format!(
                "{}, as in {first}: one result makes one promise",
                frame.adjacency.name()
            ),
        );
    }
    fault(
        name,
        "its support is another: other transitions are feasible",
        &format!("that of {first}"),
    )
}

/// A bar on standard error, hidden where that is no terminal, and for few reports.
fn progress(files: usize) -> ProgressBar {
    if files < SHORT {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) =
        ProgressStyle::with_template("merging {wide_bar} {pos}/{len} reports, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}
