//! What a merge of reports says: counts of the fleet, shares of the population, and a chain.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::merge::open;
use super::status::dpm_status;
use crate::domain::Level;
use crate::error::Error;
use crate::report::merge::{CellEstimate, Confidence, Count, Unresolved};
use core::ffi::c_int;

/// No chain where a row's total is not resolved: DPM_ERR_EMPTY_ROW.
pub const DPM_UNRESOLVED_REFUSE: c_int = 0;
/// A row whose total is not resolved becomes uniform over its feasible targets.
pub const DPM_UNRESOLVED_UNIFORM: c_int = 1;

/// How many events of one kind all devices of a merge logged together: unbiased, and below 0 where the noise is.
#[repr(C)]
pub struct dpm_merge_count {
    /// The estimate.
    pub events: f64,
    /// Its standard error by the noise of the mechanisms alone: the devices' logs are what they are.
    pub standard_error: f64,
    /// At most so much rounding has moved it, in no random way.
    pub rounding: f64,
    /// Lower end of the interval at the level asked for.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
    /// Reports in which this number was cut off at the largest that fits: by what is lost there the estimate is too near to 0. A row's total of noisy counts is where one of its cells says so; a cell made of shares where its row's total says so.
    pub saturated: u64,
}

/// A row of a merge: the events out of one state.
#[repr(C)]
pub struct dpm_merge_row {
    /// All of them.
    pub total: dpm_merge_count,
    /// The number of feasible next states.
    pub cells: u32,
    /// Whether the total is above three of its standard errors: 0 or 1. Where it is not there are no shares.
    pub resolved: c_int,
}

/// A feasible transition of a merge.
#[repr(C)]
pub struct dpm_merge_cell {
    /// The transitions that were logged.
    pub count: dpm_merge_count,
    /// Its probability in the population that the devices come from; it can lie outside 0 to 1 by noise. 0 where the row is not resolved.
    pub share: f64,
    /// Its standard error, over devices: noise, sampling, and how devices differ. INFINITY where the row is not resolved, and for one report alone.
    pub share_standard_error: f64,
    /// Lower end of the interval for the probability, at the level asked for; 0 where nothing is refuted.
    pub share_lower: f64,
    /// Upper end; 1 where nothing is refuted.
    pub share_upper: f64,
    /// The state left.
    pub from: u32,
    /// The next state.
    pub to: u32,
}

fn of_count(count: &Count, confidence: &Confidence) -> Checked<dpm_merge_count> {
    let (lower, upper) = count.interval(confidence);
    Ok(dpm_merge_count {
        events: number(count.events)?,
        standard_error: number(count.standard_error)?,
        rounding: number(count.rounding)?,
        lower: number(lower)?,
        upper: number(upper)?,
        saturated: count.saturated,
    })
}

fn of_cell(from: u32, cell: &CellEstimate<'_>, confidence: &Confidence) -> Checked<dpm_merge_cell> {
    let share = cell.share();
    let error = share.and_then(|share| share.standard_error);
    let (lower, upper) = cell
        .share_interval(confidence)
        .map_or((0.0, 1.0), |interval| (interval.lower, interval.upper));
    Ok(dpm_merge_cell {
        count: of_count(&cell.count(), confidence)?,
        share: number(share.map_or(0.0, |share| share.share))?,
        share_standard_error: number(error.unwrap_or(f64::INFINITY))?,
        share_lower: number(lower)?,
        share_upper: number(upper)?,
        from,
        to: cell.to() as u32, // at most 65,534
    })
}

/// The rows of a merge, into rows[n]: n its number of states, else DPM_ERR_LENGTH. `level` of the intervals: 0.5 to 0.999999, else DPM_ERR_LEVEL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_rows(
    merge: *const u64,
    merge_len: usize,
    level: f64,
    n: usize,
    rows: *mut dpm_merge_row,
) -> dpm_status {
    status(|| {
        let (merge, rows) = (Input::new(merge, merge_len)?, Output::new(rows, n)?);
        disjoint(&[rows.extent], &[merge.extent])?;
        let level = Level::new(level)?;
        // SAFETY: checked above; the caller promises `merge_len` readable words.
        let (merged, state) = open(unsafe { merge.elements() })?;
        if state.states as usize != n {
            return Err(Error::Length.into());
        }
        let confidence = merged.confidence(level)?;
        let each = |row: crate::report::merge::RowEstimate<'_>| -> Checked<dpm_merge_row> {
            Ok(dpm_merge_row {
                total: of_count(&row.total(), &confidence)?,
                cells: row.len() as u32, // at most 65,535
                resolved: c_int::from(row.is_resolved()),
            })
        };
        // All of them before the first is written.
        merged.rows().try_for_each(|row| each(row).map(drop))?;
        // SAFETY: checked above; the caller promises n writable objects.
        for (place, row) in unsafe { rows.elements() }.iter_mut().zip(merged.rows()) {
            *place = each(row)?;
        }
        Ok(())
    })
}

/// The feasible transitions of a merge, row by row, into out[cells]: `cells` their number, else DPM_ERR_LENGTH. `level` as in dpm_merge_rows().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_cells(
    merge: *const u64,
    merge_len: usize,
    level: f64,
    cells: usize,
    out: *mut dpm_merge_cell,
) -> dpm_status {
    status(|| {
        let (merge, out) = (Input::new(merge, merge_len)?, Output::new(out, cells)?);
        disjoint(&[out.extent], &[merge.extent])?;
        let level = Level::new(level)?;
        // SAFETY: checked above; the caller promises `merge_len` readable words.
        let (merged, state) = open(unsafe { merge.elements() })?;
        if state.cells != cells {
            return Err(Error::Length.into());
        }
        let confidence = merged.confidence(level)?;
        let all = || {
            (0..state.states)
                .zip(merged.rows())
                .flat_map(|(from, row)| row.cells().map(move |cell| (from, cell)))
        };
        // All of them before the first is written.
        all().try_for_each(|(from, cell)| of_cell(from, &cell, &confidence).map(drop))?;
        // SAFETY: checked above; the caller promises `cells` writable objects.
        for (place, (from, cell)) in unsafe { out.elements() }.iter_mut().zip(all()) {
            *place = of_cell(from, &cell, &confidence)?;
        }
        Ok(())
    })
}

/// The chain that a merge estimates, into values[cells] in the order of the support's cells: counts below 0 taken as 0, every row divided by its sum; a row of one cell is 1. `cells` as in dpm_merge_cells().
/// `unresolved`: DPM_UNRESOLVED_REFUSE or DPM_UNRESOLVED_UNIFORM, else DPM_ERR_DOMAIN. For statements on single transitions take the shares of dpm_merge_cells(), which are not biased by what is cut at 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_merge_chain(
    merge: *const u64,
    merge_len: usize,
    unresolved: c_int,
    cells: usize,
    values: *mut f64,
) -> dpm_status {
    status(|| {
        let unresolved = match unresolved {
            DPM_UNRESOLVED_REFUSE => Unresolved::Refuse,
            DPM_UNRESOLVED_UNIFORM => Unresolved::Uniform,
            _ => return Err(Error::Domain.into()),
        };
        let (merge, values) = (Input::new(merge, merge_len)?, Output::new(values, cells)?);
        disjoint(&[values.extent], &[merge.extent])?;
        // SAFETY: checked above; the caller promises `merge_len` readable words and `cells` writable doubles.
        let (words, values) = unsafe { (merge.elements(), values.elements()) };
        let (merged, _) = open(words)?;
        merged.chain(unresolved, values).map(drop)?;
        Ok(())
    })
}
