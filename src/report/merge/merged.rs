//! What a merge holds, to be read.
use super::{CellSums, Confidence, Merge, MergeState, REPORTS_MAX, RowEstimate, RowSums};
use crate::counts::Support;
use crate::domain::Level;
use crate::error::{Error, Result};
use crate::privacy::Adjacency;
use crate::report::StateTable;

/// What a [`Merge`] holds, over storage that is only read: by as many readers at once as there are.
#[derive(Clone, Copy, Debug)]
pub struct Merged<'a> {
    pub(super) support: Support<'a>,
    pub(super) adjacency: Adjacency,
    pub(super) state_table: StateTable,
    pub(super) state: MergeState,
    pub(super) cells: &'a [CellSums],
    pub(super) rows: &'a [RowSums],
}

/// Whether storage of these lengths holds such a merge.
pub(super) fn fits(
    support: &Support<'_>,
    state: &MergeState,
    cells: usize,
    rows: usize,
) -> Result<()> {
    if cells != support.cells() || rows != support.states() {
        return Err(Error::Length);
    }
    if state.reports > REPORTS_MAX {
        return Err(Error::MergeFull);
    }
    Ok(())
}

impl<'a> Merged<'a> {
    /// What an earlier merge of this support, adjacency and state table left in its storage and its [`Merge::state`].
    ///
    /// # Errors
    /// [`Error::Length`] unless there is one of `cells` for each feasible cell and one of `rows` for each state; [`Error::MergeFull`] for more than
    /// [`REPORTS_MAX`] reports.
    pub fn new(
        support: Support<'a>,
        adjacency: Adjacency,
        state_table: StateTable,
        state: MergeState,
        cells: &'a [CellSums],
        rows: &'a [RowSums],
    ) -> Result<Self> {
        fits(&support, &state, cells.len(), rows.len())?;
        Ok(Merged {
            support,
            adjacency,
            state_table,
            state,
            cells,
            rows,
        })
    }

    /// The feasible transitions.
    #[must_use]
    pub fn support(&self) -> Support<'a> {
        self.support
    }

    /// Quantiles for intervals at this level.
    ///
    /// # Errors
    /// None for an accepted level.
    pub fn confidence(&self, level: Level) -> Result<Confidence> {
        Confidence::new(level, self.state.reports)
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> impl Iterator<Item = RowEstimate<'a>> + use<'a> {
        let (mut rest, reports) = (self.cells, self.state.reports);
        let rows = self.support.rows().zip(self.rows);
        rows.map_while(move |(targets, sums)| {
            let (cells, after) = rest.split_at_checked(targets.len())?;
            rest = after;
            Some(RowEstimate {
                reports,
                targets,
                sums: *sums,
                cells,
            })
        })
    }

    /// The row of state `from`; `None` where there is no such state.
    #[must_use]
    pub fn row(&self, from: usize) -> Option<RowEstimate<'a>> {
        Some(RowEstimate {
            reports: self.state.reports,
            targets: self.support.row(from)?,
            sums: *self.rows.get(from)?,
            cells: self.cells.get(self.support.row_range(from)?)?,
        })
    }
}

impl Merge<'_> {
    /// What is held, to be read.
    #[must_use]
    pub fn merged(&self) -> Merged<'_> {
        Merged {
            support: self.support,
            adjacency: self.adjacency,
            state_table: self.state_table,
            state: self.state,
            cells: self.cells,
            rows: self.rows,
        }
    }
}
