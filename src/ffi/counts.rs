//! Counting transitions in the caller's n * n array.
use super::guard::{Input, Output, disjoint, status};
use super::status::dpm_status;
use crate::counts::{Counts, CountsMut, Session};
use crate::domain;

/// DPM_NO_STATE of the header, which cbindgen cannot say: it stands in cbindgen.toml.
const NO_STATE: usize = usize::MAX;

/// Adds `count` events that went from state `from` to state `to`: counts[from * n + to] += count. States are numbered from 0
/// to n - 1. DPM_ERR_COUNT_OVERFLOW leaves `counts` as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_counts_record(
    counts: *mut u32,
    n: usize,
    from: usize,
    to: usize,
    count: u32,
) -> dpm_status {
    status(|| {
        let counts = Output::new(counts, domain::cells(n)?)?;
        // SAFETY: checked above; the caller promises n * n readable and writable counts.
        let mut counts = CountsMut::new(unsafe { counts.elements() }, n)?;
        counts.record(from, to, count)?;
        Ok(())
    })
}

/// Records a whole session: states[0], states[1], ..., states[len - 1] in the order of the visits are len - 1 events. All or
/// nothing: on an error `counts` (n * n) is as it was. Do not go on without a session that was refused, whatever the error: one visit could
/// then take a whole session out of the counts, which no guarantee covers. `len` may be 0 or 1 (no event); `states` is not NULL even then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_counts_record_session(
    counts: *mut u32,
    n: usize,
    states: *const usize,
    len: usize,
) -> dpm_status {
    status(|| {
        let (counts, states) = (
            Output::new(counts, domain::cells(n)?)?,
            Input::new(states, len)?,
        );
        disjoint(&[counts.extent], &[states.extent])?;
        // SAFETY: checked above; the caller promises n * n readable and writable counts and len readable states.
        let (counts, states) = unsafe { (counts.elements(), states.elements()) };
        CountsMut::new(counts, n)?.record_session(states)?;
        Ok(())
    })
}

/// Visits `state` in a running session that you keep in `*current`: start it with DPM_NO_STATE. From the second visit on one
/// event from `*current` to `state` is added to `counts` (n * n); then `*current` becomes `state`. After an error it stays
/// behind: set it to DPM_NO_STATE before the next visit, as else states would be joined that never followed each other. To start
/// the next session, set `*current` to DPM_NO_STATE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_counts_visit(
    counts: *mut u32,
    n: usize,
    current: *mut usize,
    state: usize,
) -> dpm_status {
    status(|| {
        let (counts, current) = (
            Output::new(counts, domain::cells(n)?)?,
            Output::new(current, 1)?,
        );
        disjoint(&[counts.extent, current.extent], &[])?;
        // SAFETY: checked above; the caller promises n * n readable and writable counts and one state.
        let (counts, current) = unsafe { (counts.elements(), current.object()) };
        let mut counts = CountsMut::new(counts, n)?;
        let mut session = Session::new();
        if *current != NO_STATE {
            session.visit(&mut counts, *current)?;
        }
        session.visit(&mut counts, state)?;
        *current = state;
        Ok(())
    })
}

/// Adds all of `other` (n * n) to `counts` (n * n). All or nothing: on DPM_ERR_COUNT_OVERFLOW `counts` is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_counts_merge(
    counts: *mut u32,
    other: *const u32,
    n: usize,
) -> dpm_status {
    status(|| {
        let cells = domain::cells(n)?;
        let (counts, other) = (Output::new(counts, cells)?, Input::new(other, cells)?);
        disjoint(&[counts.extent], &[other.extent])?;
        // SAFETY: checked above; the caller promises n * n readable and writable counts and n * n readable ones.
        let (counts, other) = unsafe { (counts.elements(), other.elements()) };
        CountsMut::new(counts, n)?.merge(Counts::new(other, n)?)?;
        Ok(())
    })
}

/// Sets all counts (n * n) to 0 by writes that are not optimised away: for the next window of time, and before the memory is
/// given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_counts_clear(counts: *mut u32, n: usize) -> dpm_status {
    status(|| {
        let counts = Output::new(counts, domain::cells(n)?)?;
        // SAFETY: checked above; the caller promises n * n readable and writable counts.
        CountsMut::new(unsafe { counts.elements() }, n)?.wipe();
        Ok(())
    })
}
