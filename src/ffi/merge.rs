//! A merge of reports in the caller's storage: one array of words, which holds the support and the sums.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::opaque::seal;
use super::report::Feasible;
use super::status::{DPM_ERR_OBJECT, Status, dpm_status};
use crate::counts::Support;
use crate::domain::{ExpectedRowTotal, STATES};
use crate::error::{Error, Result};
use crate::privacy::Adjacency;
use crate::report::merge::{CellSums, KnownTotals, Merge, MergeState, Merged, RowSums};
use crate::report::{Report, StateTable};
use core::ffi::c_int;
use core::ptr::null;

/// What a merge was begun with, and what is in it.
#[repr(C)]
pub struct dpm_merge_state {
    /// The state table of all reports.
    pub state_table: [u8; 16],
    /// The largest epsilon of any report, rows and row totals together; 0 before the first. Each report has its own promise, which a merge does not touch; several reports of one log by one device compose.
    pub epsilon: f64,
    /// The largest delta.
    pub delta: f64,
    /// The number of feasible transitions.
    pub cells: usize,
    /// The number of states n.
    pub states: u32,
    /// The adjacency of all reports.
    pub adjacency: c_int,
    /// Reports added.
    pub reports: u32,
    /// Those that were turned into counts by a row total that you knew.
    pub known_totals: u32,
    /// The first time bucket of any report; 4294967295 before the first.
    pub window_first: u32,
    /// The last one.
    pub window_last: u32,
}

const KIND: u64 = 0x6470_6d5f_6d65_7267; // "dpm_merg"
/// Words before the sums.
const HEAD: usize = 12;
/// Words of the sums of a row or a cell.
const SUMS: usize = 9;
const _: () = assert!(
    size_of::<RowSums>() == 8 * SUMS
        && size_of::<CellSums>() == 8 * SUMS
        && align_of::<RowSums>() <= align_of::<u64>()
        && align_of::<CellSums>() <= align_of::<u64>()
);

/// Words of a merge.
const fn words(n: usize, cells: usize) -> usize {
    n.saturating_mul(SUMS)
        .saturating_add(cells.saturating_mul(SUMS))
        .saturating_add(HEAD)
        .saturating_add(n.saturating_add(2) / 2)
        .saturating_add(cells.saturating_add(3) / 4)
}

/// The first `len` numbers of a smaller type among the words.
fn cast<T: Copy>(words: &[u64], len: usize) -> &[T] {
    let len = len.min(size_of_val(words) / size_of::<T>().max(1));
    // SAFETY: the bytes of initialised integers, no more than there are, for as long as they are borrowed. T is u16, u32 or a struct of 64-bit integers: aligned no
    // stricter than a word (above), and every bit pattern is a value.
    unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), len) }
}

/// The same, to be written.
fn cast_mut<T: Copy>(words: &mut [u64], len: usize) -> &mut [T] {
    let len = len.min(size_of_val(words) / size_of::<T>().max(1));
    // SAFETY: as `cast`, borrowed exclusively.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) }
}

/// What the words before the sums say.
struct Head {
    adjacency: Adjacency,
    full: bool,
    n: usize,
    cells: usize,
    state_table: StateTable,
    state: MergeState,
}

impl Head {
    fn write(&self, words: &mut [u64; HEAD]) {
        let StateTable(table) = &self.state_table;
        let (low, high) = table.split_at(8);
        let word = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0u64, |word, byte| (word << 8) | u64::from(*byte))
        };
        let state = &self.state;
        *words = [
            0,
            self.adjacency as u64 | (u64::from(self.full) << 32),
            self.n as u64,
            self.cells as u64,
            word(low),
            word(high),
            u64::from(state.reports) | (u64::from(state.known_totals) << 32),
            u64::from(state.first) | (u64::from(state.last) << 32),
            state.epsilon.to_bits(),
            state.delta.to_bits(),
            0,
            0,
        ];
    }

    /// Every cast keeps the half that it names.
    fn read(words: &[u64; HEAD]) -> Checked<Self> {
        let [
            _,
            kind,
            n,
            cells,
            low,
            high,
            reports,
            window,
            epsilon,
            delta,
            ..,
        ] = *words;
        let mut table = [0; 16];
        let bytes = low.to_le_bytes().into_iter().chain(high.to_le_bytes());
        for (to, from) in table.iter_mut().zip(bytes) {
            *to = from;
        }
        Ok(Head {
            adjacency: Adjacency::from_code(kind as u32 as c_int)?,
            full: kind >> 32 != 0,
            n: n as usize,
            cells: cells as usize,
            state_table: StateTable(table),
            state: MergeState {
                reports: reports as u32,
                known_totals: (reports >> 32) as u32,
                first: window as u32,
                last: (window >> 32) as u32,
                epsilon: f64::from_bits(epsilon),
                delta: f64::from_bits(delta),
            },
        })
    }

    fn support<'a>(&self, set: &'a [u64]) -> Checked<Support<'a>> {
        if self.full {
            return Ok(Support::full(self.n)?);
        }
        // n + 1 numbers of 32 bits
        let (starts, targets) = set
            .split_at_checked(self.n.saturating_add(2) / 2)
            .ok_or(Status(DPM_ERR_OBJECT))?;
        let starts = cast(starts, self.n.saturating_add(1));
        Ok(Support::accepted_before(
            starts,
            cast(targets, self.cells),
            self.n,
        )?)
    }
}

/// The words that are used of a merge: those that its head asks for, under their seal. The seal does not hold the address: a merge holds nothing secret, and a copy does no harm.
fn used(merge: &[u64]) -> Checked<(Head, &[u64])> {
    let object = Status(DPM_ERR_OBJECT);
    let (head, _) = merge.split_first_chunk::<HEAD>().ok_or(object)?;
    let head = Head::read(head).map_err(|_| object)?;
    if !STATES.contains(&head.n) {
        return Err(object);
    }
    let words = merge
        .get(..words(head.n, head.cells))
        .ok_or(Status(DPM_ERR_OBJECT))?;
    match words {
        [found, rest @ ..] if *found == seal(KIND, null::<u64>(), rest) => Ok((head, words)),
        _ => Err(object),
    }
}

/// The merge, to be read.
pub(super) fn open(merge: &[u64]) -> Checked<(Merged<'_>, dpm_merge_state)> {
    let (head, words) = used(merge)?;
    let object = Status(DPM_ERR_OBJECT);
    let (_, rest) = words.split_at_checked(HEAD).ok_or(object)?;
    let (rows, rest) = rest
        .split_at_checked(head.n.saturating_mul(SUMS))
        .ok_or(object)?;
    let (cells, set) = rest
        .split_at_checked(head.cells.saturating_mul(SUMS))
        .ok_or(object)?;
    let merged = Merged::new(
        head.support(set)?,
        head.adjacency,
        head.state_table,
        head.state,
        cast(cells, head.cells),
        cast(rows, head.n),
    )?;
    let state = dpm_merge_state {
        state_table: head.state_table.0,
        epsilon: head.state.epsilon,
        delta: head.state.delta,
        cells: head.cells,
        states: head.n as u32, // at most 65,535
        adjacency: head.adjacency as c_int,
        reports: head.state.reports,
        known_totals: head.state.known_totals,
        window_first: head.state.first,
        window_last: head.state.last,
    };
    Ok((merged, state))
}

/// Changes a merge and seals it again, where that succeeds; on an error it is as it was.
fn change(merge: &mut [u64], work: impl FnOnce(&mut Merge<'_>) -> Result<()>) -> Checked<()> {
    let (mut head, _) = used(merge)?;
    let object = Status(DPM_ERR_OBJECT);
    let words = merge
        .get_mut(..words(head.n, head.cells))
        .ok_or(Status(DPM_ERR_OBJECT))?;
    let (_, rest) = words.split_at_mut_checked(HEAD).ok_or(object)?;
    let (rows, rest) = rest
        .split_at_mut_checked(head.n.saturating_mul(SUMS))
        .ok_or(object)?;
    let (cells, set) = rest
        .split_at_mut_checked(head.cells.saturating_mul(SUMS))
        .ok_or(object)?;
    let mut merged = Merge::resume(
        head.support(set)?,
        head.adjacency,
        head.state_table,
        head.state,
        cast_mut(cells, head.cells),
        cast_mut(rows, head.n),
    )?;
    work(&mut merged)?;
    head.state = merged.state();
    close(&head, words)
}

/// Writes the head of `words` and seals them.
fn close(head: &Head, words: &mut [u64]) -> Checked<()> {
    let place = words
        .first_chunk_mut::<HEAD>()
        .ok_or(Status(DPM_ERR_OBJECT))?;
    head.write(place);
    if let Some((first, rest)) = words.split_first_mut() {
        *first = seal(KIND, null::<u64>(), rest);
    }
    Ok(())
}

/// Words (uint64_t) of a merge of reports of n states and `cells` feasible transitions: DPM_MERGE_LEN(n, cells). SIZE_MAX where no memory could hold it.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_merge_len(n: usize, cells: usize) -> usize {
    words(n, cells)
}

/// Begins a merge of reports, in your storage merge[merge_len], of any content before; merge_len >= DPM_MERGE_LEN(n, cells), else DPM_ERR_LENGTH. `adjacency`,
/// state_table[16], the support (both pointers NULL: every transition, `cells` is n * n) are those of all reports that will be added (see dpm_report_read() and dpm_report_support()).
///
/// A merge holds nothing secret and no pointer: it may be copied, moved, and stored between two runs on processors of the same byte order. Sums are exact integers: whatever the order and
/// grouping in which reports are added and merges combined, the result is the same to the last bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_init(
    merge: *mut u64,
    merge_len: usize,
    adjacency: c_int,
    state_table: *const u8,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
) -> dpm_status {
    status(|| {
        let feasible = Feasible::new((starts, targets, n, cells))?;
        let (merge, state_table) = (Output::new(merge, merge_len)?, Input::new(state_table, 16)?);
        let [starts, targets] = feasible.extents();
        disjoint(&[merge.extent], &[state_table.extent, starts, targets])?;
        let adjacency = super::privacy::adjacency(adjacency)?;
        // SAFETY: checked above; the caller promises the support, 16 readable bytes and `merge_len` writable words.
        let (support, state_table, merge) = unsafe {
            (
                feasible.checked()?,
                state_table.elements(),
                merge.elements(),
            )
        };
        let words = merge.get_mut(..words(n, cells)).ok_or(Error::Length)?;
        let state_table = state_table.try_into().map_err(|_| Error::Length)?;
        words.fill(0);
        let full = support.is_full();
        let sums = n.saturating_add(cells).saturating_mul(SUMS);
        if let Some(set) = words.get_mut(HEAD.saturating_add(sums)..).filter(|_| !full) {
            let (starts, targets) = set
                .split_at_mut_checked(n.saturating_add(2) / 2)
                .ok_or(Error::Length)?;
            support.write_csr(
                cast_mut(starts, n.saturating_add(1)),
                cast_mut(targets, cells),
            )?;
        }
        let head = Head {
            adjacency,
            full,
            n,
            cells,
            state_table: StateTable(state_table),
            state: MergeState::EMPTY,
        };
        close(&head, words)
    })
}

/// Adds one report, report[report_len], which it reads and checks as dpm_report_read() does; add each once (reports carry an `id` for that). DPM_ERR_REPORT_MISMATCH where its
/// adjacency, states, state table or support are not the merge's. Any mechanisms are mixed: every report is turned into unbiased counts.
///
/// A report of tallies or probabilities needs row totals for that, its own noisy ones or what you know publicly from elsewhere: `known_row_total`, the events of each of its rows, from 1 to 1e15, else 0; or
/// known_row_totals[n], the events row by row, else NULL; not both (DPM_ERR_DOMAIN). DPM_ERR_REPORT_TOTALS where there is neither. What you know goes before what the report holds; reports of noisy counts have no use for either.
/// DPM_ERR_MERGE_FULL beyond 2^29 reports, for counts of 2^33 events and more, and for noise of a standard deviation above 2^32; DPM_ERR_EPSILON or DPM_ERR_DELTA where rows and row totals together promise nothing. With any error the merge is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_add(
    merge: *mut u64,
    merge_len: usize,
    report: *const u8,
    report_len: usize,
    known_row_total: f64,
    known_row_totals: *const u32,
) -> dpm_status {
    status(|| {
        let (merge, report) = (
            Output::new(merge, merge_len)?,
            Input::new(report, report_len)?,
        );
        disjoint(&[merge.extent], &[report.extent])?;
        let every = if known_row_total == 0.0 {
            None
        } else {
            Some(ExpectedRowTotal::new(known_row_total)?)
        };
        // SAFETY: checked above; the caller promises `merge_len` words and `report_len` readable bytes. This reference ends before the exclusive one.
        let n = used(unsafe { merge.elements() })?.0.n;
        let rows = if known_row_totals.is_null() {
            None
        } else {
            Some(Input::new(known_row_totals, n)?)
        };
        if let Some(rows) = &rows {
            disjoint(&[merge.extent], &[rows.extent])?;
        }
        let known = match (every, &rows) {
            (None, None) => KnownTotals::None,
            (Some(total), None) => KnownTotals::EveryRow(total),
            // SAFETY: checked above; the caller promises n readable numbers, the merge's states.
            (None, Some(rows)) => KnownTotals::Rows(unsafe { rows.elements() }),
            _ => return Err(Error::Domain.into()),
        };
        // SAFETY: as above.
        let (words, bytes) = unsafe { (merge.elements(), report.elements()) };
        let report = Report::decode(bytes)?;
        change(words, |merge| merge.add(&report, known))
    })
}

/// Adds all that another merge holds, other[other_len]; of the same adjacency, states, state table and support, else DPM_ERR_REPORT_MISMATCH. DPM_ERR_MERGE_FULL beyond 2^29 reports.
/// No report may be in both: nothing here can tell a copy of a merge, or one that went on from a copy, from another fleet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_combine(
    merge: *mut u64,
    merge_len: usize,
    other: *const u64,
    other_len: usize,
) -> dpm_status {
    status(|| {
        let (merge, other) = (
            Output::new(merge, merge_len)?,
            Input::new(other, other_len)?,
        );
        disjoint(&[merge.extent], &[other.extent])?;
        // SAFETY: checked above; the caller promises `merge_len` and `other_len` words.
        let (words, other) = unsafe { (merge.elements(), other.elements()) };
        let (other, _) = open(other)?;
        change(words, |merge| merge.combine_merged(&other))
    })
}

/// What is in a merge, into `*state`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_info(
    merge: *const u64,
    merge_len: usize,
    state: *mut dpm_merge_state,
) -> dpm_status {
    status(|| {
        let (merge, state) = (Input::new(merge, merge_len)?, Output::new(state, 1)?);
        disjoint(&[state.extent], &[merge.extent])?;
        // SAFETY: checked above; the caller promises `merge_len` readable words and one writable object.
        unsafe { state.write(open(merge.elements())?.1) };
        Ok(())
    })
}
