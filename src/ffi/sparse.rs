//! Counts and chains on a support: one element for each feasible cell.
use super::guard::{Checked, Extent, Input, Output, disjoint, status};
use super::status::dpm_status;
use super::support::Rows;
use crate::chain::SparseMatrix;
use crate::counts::{Outside, Session, SparseCounts, SparseCountsMut, Support};
use crate::error::Error;
use zeroize::Zeroize;

// DPM_OUTSIDE_REFUSE, DPM_OUTSIDE_DROP and DPM_NO_STATE of the header, which cbindgen cannot say: they stand in cbindgen.toml.
const REFUSE: usize = usize::MAX;
const DROP: usize = usize::MAX - 1;
const NO_STATE: usize = usize::MAX;

/// What a call says of transitions outside the support.
fn outside(code: usize) -> Outside {
    match code {
        REFUSE => Outside::Refuse,
        DROP => Outside::Drop,
        other => Outside::Other(other),
    }
}

/// The counts of a call that records, and the bytes that they and the support cover.
struct Recording {
    counts: Output<u32>,
    rows: Rows,
    outside: Outside,
}

impl Recording {
    fn new(
        counts: *mut u32,
        (starts, targets, n, cells): (*const u32, *const u16, usize, usize),
        code: usize,
    ) -> Checked<Self> {
        Ok(Recording {
            rows: Rows::new(starts, targets, n, cells)?,
            counts: Output::new(counts, cells)?,
            outside: outside(code),
        })
    }

    /// The bytes of the counts, starts and targets.
    fn extents(&self) -> [Extent; 3] {
        let [starts, targets] = self.rows.extents();
        [self.counts.extent, starts, targets]
    }

    /// The counts, ready for events.
    ///
    /// # Safety
    /// As [`Output::elements`] for the counts and [`Input::elements`] for the support.
    unsafe fn open<'a>(&self) -> Checked<SparseCountsMut<'a, 'a>> {
        // SAFETY: promised by this function's caller.
        let (support, counts) = unsafe { (self.rows.trusted()?, self.counts.elements()) };
        let counts = SparseCountsMut::accepted_before(support, self.outside, counts)?;
        Ok(counts)
    }
}

/// Adds `count` events that went from state `from` to state `to` to the counts of a support, counts[cells] in the order of its cells (see dpm_support_check()). `outside`
/// says what becomes of a transition that is not feasible: DPM_OUTSIDE_REFUSE (DPM_ERR_INFEASIBLE), DPM_OUTSIDE_DROP (not counted, DPM_OK), or a public state, which
/// every row of the support must hold: the event counts as one into that state (DPM_ERR_SUPPORT where its row has it not). Neither a refusal nor a
/// number of dropped events is protected: keep both on the device. With DPM_OUTSIDE_DROP the totals of rows are private under every adjacency. Logs that are neighbours stay neighbours under each of the three, if
/// every event is recorded by the same one. Work: a binary search in one row. The support is not checked again: check it once with dpm_support_check(). Over arrays that
/// were not accepted there the counts mean nothing, but nothing outside of counts[cells] is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_record(
    counts: *mut u32,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    outside: usize,
    from: usize,
    to: usize,
    count: u32,
) -> dpm_status {
    status(|| {
        let recording = Recording::new(counts, (starts, targets, n, cells), outside)?;
        let [counts, starts, targets] = recording.extents();
        disjoint(&[counts], &[starts, targets])?;
        // SAFETY: checked above; the caller promises `cells` readable and writable counts and the support.
        unsafe { recording.open()? }.record(from, to, count)?;
        Ok(())
    })
}

/// Records a whole session on a support: states[0], states[1], ..., states[len - 1] in the order of the visits are len - 1 events. All or nothing: on an error
/// `counts` is as it was. Do not go on without a session that was refused, whatever the error: one visit could then take a whole session out of the counts, which no
/// guarantee covers; refuse the log, or map event by event (DPM_OUTSIDE_DROP, a state). The support and `outside` as in dpm_sparse_record(). `len` may be 0 or 1 (no event); `states` is not NULL even then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_record_session(
    counts: *mut u32,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    outside: usize,
    states: *const usize,
    len: usize,
) -> dpm_status {
    status(|| {
        let recording = Recording::new(counts, (starts, targets, n, cells), outside)?;
        let states = Input::new(states, len)?;
        let [counts, starts, targets] = recording.extents();
        disjoint(&[counts], &[starts, targets, states.extent])?;
        // SAFETY: checked above; the caller promises `cells` readable and writable counts, the support and len readable states.
        unsafe { recording.open()?.record_session(states.elements())? };
        Ok(())
    })
}

/// Visits `state` in a running session that you keep in `*current`: start it with DPM_NO_STATE. From the second visit on one event from `*current` to `state` is
/// recorded as by dpm_sparse_record(); then `*current` becomes `state`. That it does with DPM_ERR_INFEASIBLE too, the one error here that
/// writes: the event is not counted, and the session goes on where it really is. (A session that stayed behind would join states that never followed each other,
/// and one visit could change any number of counts.) After any other error set `*current` to DPM_NO_STATE before the next visit: it stays behind. To start the next session, set `*current` to DPM_NO_STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_visit(
    counts: *mut u32,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    outside: usize,
    current: *mut usize,
    state: usize,
) -> dpm_status {
    status(|| {
        let recording = Recording::new(counts, (starts, targets, n, cells), outside)?;
        let current = Output::new(current, 1)?;
        let [counts, starts, targets] = recording.extents();
        disjoint(&[counts, current.extent], &[starts, targets])?;
        // SAFETY: checked above; the caller promises `cells` readable and writable counts, the support and one state.
        let (mut counts, current) = unsafe { (recording.open()?, current.object()) };
        let mut session = Session::new();
        if *current != NO_STATE {
            session.visit_sparse(&mut counts, *current)?;
        }
        let visited = session.visit_sparse(&mut counts, state);
        if matches!(visited, Ok(()) | Err(Error::Infeasible)) {
            *current = state;
        }
        Ok(visited?)
    })
}

/// Adds all of other[cells] to counts[cells], two counts on the same support, which is checked as by dpm_support_check(). All or nothing: on DPM_ERR_COUNT_OVERFLOW
/// `counts` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_merge(
    counts: *mut u32,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    other: *const u32,
) -> dpm_status {
    status(|| {
        let rows = Rows::new(starts, targets, n, cells)?;
        let (counts, other) = (Output::new(counts, cells)?, Input::new(other, cells)?);
        let [starts, targets] = rows.extents();
        disjoint(&[counts.extent], &[starts, targets, other.extent])?;
        // SAFETY: checked above; the caller promises the support, `cells` readable and writable counts and `cells` readable ones.
        let (support, counts, other) =
            unsafe { (rows.checked()?, counts.elements(), other.elements()) };
        // `outside` is not asked here.
        SparseCountsMut::new(support, Outside::Refuse, counts)?
            .merge(SparseCounts::new(support, other)?)?;
        Ok(())
    })
}

/// Sets counts[cells] to 0 by writes that are not optimised away: for the next window of time, and before the memory is given back. `cells` may be any length;
/// DPM_ERR_LENGTH at 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_clear(counts: *mut u32, cells: usize) -> dpm_status {
    status(|| {
        let counts = Output::new(counts, cells)?;
        if cells == 0 {
            return Err(Error::Length.into());
        }
        // SAFETY: checked above; the caller promises `cells` readable and writable counts.
        unsafe { counts.elements() }.zeroize();
        Ok(())
    })
}

/// A chain on a support with its shape and values checked.
///
/// # Safety
/// As [`Input::elements`], for the support and the values.
unsafe fn chain<'a>(rows: &Rows, values: &Input<f64>) -> Checked<SparseMatrix<'a>> {
    // SAFETY: promised by this function's caller.
    let (support, values): (Support<'a>, _) = unsafe { (rows.checked()?, values.elements()) };
    Ok(SparseMatrix::new(support, values)?)
}

/// The chain values[cells] on a support, out into matrix[n * n], zeros where no transition is feasible: for the functions that take a matrix. The support is checked as by
/// dpm_support_check(), the values as a matrix is (DPM_ERR_NOT_STOCHASTIC).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_expand(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    values: *const f64,
    matrix: *mut f64,
) -> dpm_status {
    status(|| {
        let rows = Rows::new(starts, targets, n, cells)?;
        let (values, matrix) = (
            Input::new(values, cells)?,
            Output::new(matrix, crate::domain::cells(n)?)?,
        );
        let [starts, targets] = rows.extents();
        disjoint(&[matrix.extent], &[starts, targets, values.extent])?;
        // SAFETY: checked above; the caller promises the support, `cells` readable doubles and n * n writable ones.
        unsafe { chain(&rows, &values)?.expand(matrix.elements())? };
        Ok(())
    })
}

/// One step of the chain values[cells] on a support: x[n] times its matrix into out[n], at the price of its feasible cells. `x` is any vector of numbers up to 1e300 in
/// magnitude, else DPM_ERR_DOMAIN; a distribution gives the distribution one step later, and where its sum is to stay 1 over many steps divide by it now and
/// then. The support and the values are checked as in dpm_sparse_expand().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sparse_step(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    values: *const f64,
    x: *const f64,
    out: *mut f64,
) -> dpm_status {
    status(|| {
        let rows = Rows::new(starts, targets, n, cells)?;
        let (values, x, out) = (
            Input::new(values, cells)?,
            Input::new(x, n)?,
            Output::new(out, n)?,
        );
        let [starts, targets] = rows.extents();
        disjoint(&[out.extent], &[starts, targets, values.extent, x.extent])?;
        // SAFETY: checked above; the caller promises the support, `cells` and n readable doubles and n writable ones.
        let (chain, x, out) = unsafe { (chain(&rows, &values)?, x.elements(), out.elements()) };
        // 65,535 products up to this do not overflow, so no two infinities meet.
        if !x.iter().all(|x| x.abs() <= 1e300) {
            return Err(Error::Domain.into());
        }
        chain.step(x, out)?;
        Ok(())
    })
}
