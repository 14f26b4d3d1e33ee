//! The length of a report, from public facts alone.
use super::about::{About, Mechanism, Width};
use super::head::Head;
use super::output::Output;
use super::stream::head_of;
use crate::counts::Support;
use crate::error::{Error, Result};
use crate::mechanism::Geometric;

/// The most that everything but the support and the values takes.
const HEAD_MAX: usize = 4 // tag and map
    + 2 + 2 + 2 // version, mechanism, adjacency
    + 10 + 10 + 6 // epsilon, delta, releases
    + 2 + 19 // parameters: at most 3 + 5 + 3 + 5 + 3
    + 4 + 18 + 12 + 10 + 18 // states, state table, window, generation, id
    + 2 + 7 + 11 // support: its two arrays' heads
    + 1 + 11 // rows
    + 2 + 9 + 9 + 5 + 5 + 5 + 7 // totals
    + 6; // checksum

/// The exact length in bytes of the report that these make.
///
/// **Privacy.** Every argument is public, and nothing else decides: the length tells nothing of the counts.
///
/// **Errors.** As [`Encoder::begin`](super::Encoder::begin); [`Error::ReportCapacity`] where no memory of this machine could hold it.
pub fn len(
    about: &About,
    mechanism: Mechanism<'_>,
    support: &Support<'_>,
    width: Width,
    totals: Option<&Geometric>,
) -> Result<usize> {
    len_of(&head_of(about, mechanism, support, width, totals)?)
}

/// The same of a head.
pub(super) fn len_of(head: &Head) -> Result<usize> {
    let mut nowhere = |_: &[u8]| Ok(());
    let mut out = Output::plain(&mut nowhere);
    head.start(&mut out)?;
    let mut values = head.cells.checked_mul(head.width.bytes());
    let mut add = |items: usize, bytes: usize| {
        values = values.and_then(|v| items.checked_mul(bytes).and_then(|k| v.checked_add(k)));
    };
    if head.sparse {
        head.row_lengths(&mut out)?;
        head.targets(&mut out)?;
        add(head.states, 2);
        add(head.cells, 2);
    }
    head.rows(&mut out)?;
    if head.totals.is_some() {
        head.totals(&mut out)?;
        add(head.states, 4);
    }
    head.end(&mut out)?;
    values
        .and_then(|values| values.checked_add(out.written()))
        .ok_or(Error::ReportCapacity)
}

/// An upper bound on the length in bytes of every report of `states` states and `cells` feasible transitions, for a buffer of fixed size; at most 230 bytes above the
/// exact [`len`]. `usize::MAX` where no memory could hold the report.
///
/// ```
/// use dpmarkov::report::{Width, len_bound};
/// // every transition of 16 states is feasible
/// const LEN: usize = len_bound(16, 16 * 16, Width::Bits16, false);
/// assert!(LEN < 750);
/// let mut report = [0; LEN];
/// # let _ = &mut report;
/// ```
pub const fn len_bound(states: usize, cells: usize, width: Width, totals: bool) -> usize {
    let mut len = cells.saturating_mul(width.bytes()).saturating_add(HEAD_MAX);
    if cells != states.saturating_mul(states) {
        len = len
            .saturating_add(states.saturating_mul(2))
            .saturating_add(cells.saturating_mul(2));
    }
    if totals {
        len = len.saturating_add(states.saturating_mul(4));
    }
    len
}
