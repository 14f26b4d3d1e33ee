//! The merge of many devices' reports: counts of the fleet, and the chain of the population it comes from.
//!
//! | question | answer | its error |
//! |---|---|---|
//! | how many such transitions did all devices log? | [`CellEstimate::count`] | the mechanisms' noise alone; the logs are fixed |
//! | what is the transition's probability in the population? | [`CellEstimate::share`], [`CellEstimate::share_interval`] | all that differs between devices: noise, sampling, chains of their own |
//! | the chain, for analysis | [`Merge::chain`] | |
//!
//! # Premises
//! 1. **Each device once.** A report that is added twice counts twice. Reports carry a random id for that: the collector keeps the ids it has seen.
//! 2. **Independent devices**: those of the second question are drawn from the population, one independently of the other. What goes on within one device is free.
//! 3. **Honest reports.** A report is what its sender says. One of 10,000 devices can move a count by up to 2^33 events: a collector that fears forgery authenticates
//!    its devices. [`Report::verify`] checks that the stated parameters meet the stated guarantee; `add` does not call it, for the cost of an accountant's run.
//!
//! # Privacy
//! A guarantee is that of one report; several reports of the same events by one device compose, which its ledger adds up; a merge is a function of the reports, so that nothing is lost by it and nothing gained. [`Merge::state`] holds the
//! largest epsilon and delta seen.
//!
//! # Formulas
//! Unbiased counts and their noise, with proofs: `debias.rs`; sums and why none overflows: `sums.rs`.
mod chain;
mod debias;
mod estimates;
mod merged;
mod sums;

pub use chain::Unresolved;
pub use estimates::{CellEstimate, Confidence, Count, RowEstimate, Share};
pub use merged::Merged;
pub use sums::{CellSums, REPORTS_MAX, RowSums, Sum};

use super::{Content, Report, StateTable, Width};
use crate::counts::Support;
use crate::domain::{ExpectedRowTotal, Level};
use crate::error::{Error, Result};
use crate::privacy::Adjacency;
use debias::{Law, Total, noisy_variance};

/// What the collector knows of a report's row totals from elsewhere, to turn shares into counts. Noisy counts need none.
///
/// Public knowledge only: under `Destination` totals are public, and a device may tell them; under the other adjacencies it must not. What is given here goes before the report's own
/// noisy totals. Given wrongly, it makes counts wrong in proportion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownTotals<'a> {
    /// Nothing: a report of shares must hold noisy totals.
    None,
    /// Every row has so many events.
    EveryRow(ExpectedRowTotal),
    /// The events of each row; 0 is one of a row without.
    Rows(&'a [u32]),
}

/// What a merge remembers besides its sums. Plain numbers: to be stored with them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct MergeState {
    /// Reports merged, at most [`REPORTS_MAX`].
    pub reports: u32,
    /// The first bucket of time of any report's window; `u32::MAX` before the first report.
    pub first: u32,
    /// The last bucket of any.
    pub last: u32,
    /// Reports whose counts were made with totals that the collector knew.
    pub known_totals: u32,
    /// The largest epsilon of any report, rows and totals together; 0 before the first.
    pub epsilon: f64,
    /// The largest delta of any, likewise.
    pub delta: f64,
}

impl MergeState {
    /// Before the first report.
    pub const EMPTY: MergeState = MergeState {
        reports: 0,
        first: u32::MAX,
        last: 0,
        known_totals: 0,
        epsilon: 0.0,
        delta: 0.0,
    };

    fn combine(&mut self, other: &Self) {
        // at most 2^29 together: checked
        self.reports = self.reports.saturating_add(other.reports);
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
        self.known_totals = self.known_totals.saturating_add(other.known_totals);
        self.epsilon = self.epsilon.max(other.epsilon);
        self.delta = self.delta.max(other.delta);
    }
}

/// A merge of reports, over the caller's storage.
///
/// - **Storage**: 72 bytes a feasible cell and 72 a row.
/// - **Guarantee**: after any sequence of [`Merge::add`] and [`Merge::combine`] in any order and any tree the storage is the same, to the last bit, on every processor.
/// - **Errors** leave it as it was.
/// - **Cost**: two passes over a report's cells, each a few multiplications of 128 bits.
///
/// ```
/// use dpmarkov::{Error, counts::Support, domain::Level, mechanism::Geometric};
/// use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
/// use dpmarkov::report::{About, Report, StateTable, Width, encode};
/// use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, RowSums, Unresolved};
/// let (support, table) = (Support::full(2)?, StateTable([7; 16]));
/// let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
/// let mut merge = Merge::new(support, Adjacency::Event, table, &mut cells, &mut rows)?;
///
/// // three devices' noisy counts, as their reports
/// let mechanism = Geometric::new(Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?)?;
/// let about = About { state_table: table, window: Window::new(3, 3)?, generation: 1, id: None };
/// for noisy in [[93, 41, 4, -2], [160, 85, 9, 1], [38, 19, -6, 7]] {
///     let mut bytes = [0; 256];
///     let len = encode::geometric(&about, &mechanism, &support, &noisy, Width::Bits16, &mut bytes)?;
///     merge.add(&Report::decode(&bytes[..len])?, KnownTotals::None)?;
/// }
///
/// let confidence = merge.confidence(Level::new(0.95)?)?;
/// let cell = merge.row(0).unwrap().cell(1).unwrap();
/// assert_eq!(cell.count().events, 145.0);
/// // noise of rate 1/2 on each of three counts: sqrt(3) 2.80
/// assert!((cell.count().standard_error - 4.848).abs() < 1e-3);
/// let share = cell.share().unwrap();
/// assert!((share.share - 145.0 / 436.0).abs() < 1e-15 && (share.standard_error.unwrap() - 0.01407).abs() < 1e-4);
/// // three devices of such unlike totals do not tell enough for an interval
/// assert!(cell.share_interval(&confidence).is_none());
/// // 13 events in all with an error of 6.9: nothing is said of row 1
/// assert_eq!(merge.row(1).unwrap().cell(0).unwrap().share(), None);
/// let mut values = [0.0; 4];
/// assert_eq!(merge.chain(Unresolved::Uniform, &mut values)?.row(1), Some(&[0.5, 0.5][..]));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Merge<'a> {
    support: Support<'a>,
    adjacency: Adjacency,
    state_table: StateTable,
    state: MergeState,
    cells: &'a mut [CellSums],
    rows: &'a mut [RowSums],
}

impl<'a> Merge<'a> {
    /// An empty merge: sets all storage to 0.
    ///
    /// # Errors
    /// [`Error::Length`] unless there is one of `cells` for each feasible cell and one of `rows` for each state; both untouched then.
    pub fn new(
        support: Support<'a>,
        adjacency: Adjacency,
        state_table: StateTable,
        cells: &'a mut [CellSums],
        rows: &'a mut [RowSums],
    ) -> Result<Self> {
        let merge = Self::resume(
            support,
            adjacency,
            state_table,
            MergeState::EMPTY,
            cells,
            rows,
        )?;
        merge.cells.fill(CellSums::default());
        merge.rows.fill(RowSums::default());
        Ok(merge)
    }

    /// Goes on with what an earlier merge of the same support, adjacency and state table left in its storage and its [`Merge::state`].
    ///
    /// # Errors
    /// [`Error::Length`] as [`Merge::new`]; [`Error::MergeFull`] for more than [`REPORTS_MAX`] reports.
    pub fn resume(
        support: Support<'a>,
        adjacency: Adjacency,
        state_table: StateTable,
        state: MergeState,
        cells: &'a mut [CellSums],
        rows: &'a mut [RowSums],
    ) -> Result<Self> {
        merged::fits(&support, &state, cells.len(), rows.len())?;
        Ok(Merge {
            support,
            adjacency,
            state_table,
            state,
            cells,
            rows,
        })
    }

    /// Adds one report.
    ///
    /// # Errors
    /// [`Error::ReportMismatch`] for another state table, number of states, support or adjacency; [`Error::ReportTotals`] for a report of shares without totals, where none
    /// is known; [`Error::Length`] unless there is one known total a row; [`Error::MergeFull`] beyond [`REPORTS_MAX`] reports, for counts of 2^33 events and more, and for noise of a standard
    /// deviation above 2^32; [`Error::Epsilon`], [`Error::Delta`] where rows and totals together promise nothing.
    pub fn add(&mut self, report: &Report<'_>, known: KnownTotals<'_>) -> Result<()> {
        let about = report.about();
        if report.guarantee().adjacency != self.adjacency
            || about.state_table != self.state_table
            || !report.support_is(&self.support)
        {
            return Err(Error::ReportMismatch);
        }
        let whole = report.whole_guarantee()?;
        let content = report.content();
        let shares = content != Content::NoisyCounts;
        let known = if shares { known } else { KnownTotals::None };
        if let KnownTotals::Rows(totals) = known
            && totals.len() != self.support.states()
        {
            return Err(Error::Length);
        }
        // the unit that every entry of a row got is no share of it
        let unit = i64::from(content == Content::Units);
        let law = Law::new(&report.parameters(), report.width().bits());
        self.add_rows(&law, || {
            let rows = report.rows().zip(totals(report, known));
            rows.map(|(row, total)| {
                (
                    row.values().map(move |value| value.saturating_sub(unit)),
                    total,
                )
            })
        })?;
        self.state.combine(&MergeState {
            reports: 1,
            first: about.window.first(),
            last: about.window.last(),
            known_totals: u32::from(known != KnownTotals::None),
            epsilon: whole.epsilon.get(),
            delta: whole.delta.get(),
        });
        Ok(())
    }

    /// Adds rows of raw numbers, each with its total. `rows` is called twice, and gives the same.
    fn add_rows<V, I>(&mut self, law: &Law, rows: impl Fn() -> I) -> Result<()>
    where
        V: Iterator<Item = i64> + Clone,
        I: Iterator<Item = (V, Option<Total>)>,
    {
        if self.state.reports >= REPORTS_MAX {
            return Err(Error::MergeFull);
        }
        // all of it before the first write
        for (targets, (values, total)) in self.support.rows().zip(rows()) {
            law.row(targets.len(), values, total, |_, _| ())?;
        }
        let mut cells = self.cells.iter_mut();
        for ((targets, sums), (values, total)) in
            self.support.rows().zip(self.rows.iter_mut()).zip(rows())
        {
            let part = law.row(targets.len(), values, total, |part, row| {
                if let Some(cell) = cells.next() {
                    cell.add(part, row);
                }
            })?;
            sums.add(part);
        }
        Ok(())
    }

    /// Adds all that `other` holds.
    ///
    /// # Errors
    /// [`Error::ReportMismatch`], [`Error::MergeFull`], as [`Merge::add`].
    pub fn combine(&mut self, other: &Merge<'_>) -> Result<()> {
        self.combine_merged(&other.merged())
    }

    /// The same of what an earlier merge left.
    ///
    /// # Errors
    /// As [`Merge::combine`].
    pub fn combine_merged(&mut self, other: &Merged<'_>) -> Result<()> {
        if self.adjacency != other.adjacency
            || self.state_table != other.state_table
            || self.support != other.support
        {
            return Err(Error::ReportMismatch);
        }
        if self.state.reports.saturating_add(other.state.reports) > REPORTS_MAX {
            return Err(Error::MergeFull);
        }
        for (sums, other) in self.cells.iter_mut().zip(other.cells.iter()) {
            sums.combine(other);
        }
        for (sums, other) in self.rows.iter_mut().zip(other.rows.iter()) {
            sums.combine(other);
        }
        self.state.combine(&other.state);
        Ok(())
    }

    /// What is merged so far.
    #[must_use]
    pub fn state(&self) -> MergeState {
        self.state
    }

    /// The feasible transitions.
    #[must_use]
    pub fn support(&self) -> Support<'_> {
        self.support
    }

    /// The adjacency of all reports.
    #[must_use]
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// The state table of all reports.
    #[must_use]
    pub fn state_table(&self) -> StateTable {
        self.state_table
    }

    /// The sums, cell by cell and row by row.
    #[must_use]
    pub fn sums(&self) -> (&[CellSums], &[RowSums]) {
        (self.cells, self.rows)
    }

    /// Quantiles for intervals at this level, by the number of reports merged so far: to be made again after the next one.
    ///
    /// # Errors
    /// None for an accepted level.
    pub fn confidence(&self, level: Level) -> Result<Confidence> {
        Confidence::new(level, self.state.reports)
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> impl Iterator<Item = RowEstimate<'_>> {
        self.merged().rows()
    }

    /// The row of state `from`; `None` where there is no such state.
    #[must_use]
    pub fn row(&self, from: usize) -> Option<RowEstimate<'_>> {
        self.merged().row(from)
    }
}

/// The total of every row: what is known, else the report's noisy ones, else none.
fn totals<'r>(
    report: &Report<'r>,
    known: KnownTotals<'r>,
) -> impl Iterator<Item = Option<Total>> + use<'r> {
    let noisy = report.totals();
    let variance = noisy
        .as_ref()
        .map_or(0.0, |noisy| noisy_variance(noisy.rate()));
    let mut noisy = noisy.map(|noisy| noisy.values());
    let mut from = 0..report.states();
    core::iter::from_fn(move || {
        let row = from.next()?;
        let noisy = noisy.as_mut().and_then(Iterator::next);
        let of = |events| Total {
            events,
            variance: 0.0,
            saturated: false,
        };
        Some(match known {
            KnownTotals::EveryRow(total) => Some(of(total.get())),
            KnownTotals::Rows(totals) => totals.get(row).map(|total| of(f64::from(*total))),
            KnownTotals::None => noisy.map(|total| Total {
                events: total as f64,
                variance,
                saturated: total.abs() >= Width::Bits32.saturation(),
            }),
        })
    })
}
