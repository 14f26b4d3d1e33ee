//! Reports on the collector's side: read out of bytes that anyone may have made.
use super::compose::dpm_release;
use super::guard::{Checked, Extent, Input, Output, disjoint, status};
use super::report::dpm_report_about;
use super::status::dpm_status;
use crate::error::Error;
use crate::report::{Content, Report};
use core::ffi::c_int;

/// What a report says of itself: everything but the support and the values.
#[repr(C)]
pub struct dpm_report_info {
    /// What the device was asked to say.
    pub about: dpm_report_about,
    /// The mechanism of the rows and its parameters; for Polya's urn `states` is the number that its guarantee was computed for.
    pub mechanism: dpm_release,
    /// The device's promise for the rows: epsilon (nats), over all releases.
    pub epsilon: f64,
    /// And its delta.
    pub delta: f64,
    /// The promise for rows and row totals together: epsilon (nats); INFINITY where that is out of range. Without row totals that of the rows.
    pub whole_epsilon: f64,
    /// And its delta; 1 where that is out of range.
    pub whole_delta: f64,
    /// The promise for the noisy row totals alone: epsilon (nats); 0 where there are none.
    pub totals_epsilon: f64,
    /// And its delta; 0 where there are none.
    pub totals_delta: f64,
    /// The rate of the totals' noise: its numerator; 0 where there are none.
    pub totals_numerator: u32,
    /// The rate's denominator; 0 where there are no totals.
    pub totals_denominator: u32,
    /// The number of feasible transitions: values in the report.
    pub cells: usize,
    /// Noisy counts that did not fit their bits and were cut off at the largest number; 0 for the mechanisms without noise on counts.
    pub saturated: usize,
    /// The number of states n.
    pub states: u32,
    /// DPM_ADJACENCY_...: who the promise is for.
    pub adjacency: c_int,
    /// Bits of a value: 16 or 32.
    pub bits: c_int,
    /// Whether some transition is infeasible: 0 or 1.
    pub has_support: c_int,
    /// Whether there are noisy row totals: 0 or 1.
    pub has_totals: c_int,
}

impl dpm_report_info {
    fn of(report: &Report<'_>) -> Self {
        let rows = report.guarantee();
        let (whole_epsilon, whole_delta) = report
            .whole_guarantee()
            .map_or((f64::INFINITY, 1.0), |g| (g.epsilon.get(), g.delta.get()));
        let totals = report.totals();
        let noise = totals.as_ref().map(|t| (t.guarantee(), t.rate()));
        dpm_report_info {
            about: dpm_report_about::of(&report.about()),
            mechanism: dpm_release::of(&report.parameters(), rows.releases.get()),
            epsilon: rows.epsilon.get(),
            delta: rows.delta.get(),
            whole_epsilon,
            whole_delta,
            totals_epsilon: noise.map_or(0.0, |(g, _)| g.epsilon.get()),
            totals_delta: noise.map_or(0.0, |(g, _)| g.delta.get()),
            totals_numerator: noise.map_or(0, |(_, rate)| rate.numerator()),
            totals_denominator: noise.map_or(0, |(_, rate)| rate.denominator()),
            cells: report.cells(),
            saturated: report.saturated(),
            states: report.states() as u32, // at most 65,535
            adjacency: rows.adjacency as c_int,
            bits: report.width().bits() as c_int, // 16 or 32
            has_support: c_int::from(!report.is_full()),
            has_totals: c_int::from(totals.is_some()),
        }
    }
}

/// The report, all of it checked, after a look that no output shares memory with it.
///
/// # Safety
/// A pointer that is not NULL can be read (`len` bytes).
unsafe fn open<'a>(report: *const u8, len: usize, outputs: &[Extent]) -> Checked<Report<'a>> {
    let bytes = Input::new(report, len)?;
    disjoint(outputs, &[bytes.extent])?;
    // SAFETY: checked above; promised by this function's caller.
    Ok(Report::decode(unsafe { bytes.elements() })?)
}

/// Reads a report, report[len], and checks all of it; bytes that anyone may have made. DPM_ERR_REPORT_VERSION for a later version of the format,
/// DPM_ERR_REPORT_CHECKSUM where bytes were changed on the way, DPM_ERR_REPORT_FORMAT for everything else. The library accepts the one encoding that it writes. Whether the parameters keep the promise:
/// dpm_report_verify().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_read(
    report: *const u8,
    len: usize,
    info: *mut dpm_report_info,
) -> dpm_status {
    status(|| {
        let info = Output::new(info, 1)?;
        // SAFETY: the caller of the C function promises `len` readable bytes and one writable object.
        unsafe { info.write(dpm_report_info::of(&open(report, len, &[info.extent])?)) };
        Ok(())
    })
}

/// Whether the stated parameters keep the stated promise, of the rows and of the row totals: DPM_ERR_GUARANTEE_NOT_MET where they do not. It finds a wrong plan, not a
/// device that lies. Work: that of the `..._init_checked` function of the mechanism.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_verify(report: *const u8, len: usize) -> dpm_status {
    status(|| {
        // SAFETY: the caller of the C function promises `len` readable bytes; nothing is written.
        Ok(unsafe { open(report, len, &[])? }.verify()?)
    })
}

/// The support of a report as compressed rows, into starts[n + 1] and targets[cells]: n and `cells` those of dpm_report_read(), else DPM_ERR_LENGTH. Where every transition is feasible all n * n are
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_support(
    report: *const u8,
    len: usize,
    n: usize,
    cells: usize,
    starts: *mut u32,
    targets: *mut u16,
) -> dpm_status {
    status(|| {
        crate::domain::cells(n)?;
        // n is at most 65,535
        let (starts, targets) = (
            Output::new(starts, n.saturating_add(1))?,
            Output::new(targets, cells)?,
        );
        disjoint(&[starts.extent, targets.extent], &[])?;
        // SAFETY: checked above; the caller of the C function promises `len` readable bytes, n + 1 and `cells` writable elements.
        let report = unsafe { open(report, len, &[starts.extent, targets.extent])? };
        if report.states() != n || report.cells() != cells || u32::try_from(cells).is_err() {
            return Err(Error::Length.into());
        }
        // SAFETY: as above.
        let (starts, targets) = unsafe { (starts.elements(), targets.elements()) };
        let (mut ends, mut end) = (starts.iter_mut(), 0u32);
        if let Some(first) = ends.next() {
            *first = 0;
        }
        for (row, place) in report.rows().zip(ends) {
            end = end.saturating_add(row.cells() as u32); // at most `cells`
            *place = end;
        }
        let all = report.rows().flat_map(|row| row.targets());
        for (to, place) in all.zip(targets) {
            *place = to as u16; // below n
        }
        Ok(())
    })
}

/// Writes all values of a report of this kind, converted, or nothing.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (`len` bytes) and written (`cells` elements).
unsafe fn values<T>(
    (report, len): (*const u8, usize),
    (out, cells): (*mut T, usize),
    kind: Content,
    convert: impl Fn(i64, &Report<'_>) -> T,
) -> dpm_status {
    status(|| {
        let out = Output::new(out, cells)?;
        // SAFETY: checked above; promised by this function's caller.
        let report = unsafe { open(report, len, &[out.extent])? };
        if report.content() != kind {
            return Err(Error::Domain.into());
        }
        if report.cells() != cells {
            return Err(Error::Length.into());
        }
        // SAFETY: as above.
        let out = unsafe { out.elements() };
        for (place, value) in out.iter_mut().zip(report.values()) {
            *place = convert(value, &report);
        }
        Ok(())
    })
}

/// The noisy counts of a report of the geometric or Gaussian mechanism, else DPM_ERR_DOMAIN, into noisy[cells]: `cells` that of dpm_report_read(), else DPM_ERR_LENGTH. Those at +-(2^(bits - 1) - 1) were cut off there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_noisy_counts(
    report: *const u8,
    len: usize,
    cells: usize,
    noisy: *mut i64,
) -> dpm_status {
    let (bytes, out) = ((report, len), (noisy, cells));
    // SAFETY: the caller of the C function promises `len` readable bytes and `cells` writable numbers.
    unsafe { values(bytes, out, Content::NoisyCounts, |value, _| value) }
}

/// The tallies of a report of Polya's urn, else DPM_ERR_DOMAIN, into tallies[cells]; as dpm_report_noisy_counts() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_tallies(
    report: *const u8,
    len: usize,
    cells: usize,
    tallies: *mut u32,
) -> dpm_status {
    let (bytes, out) = ((report, len), (tallies, cells));
    // SAFETY: as in dpm_report_noisy_counts(). A tally is at most 2^24.
    unsafe { values(bytes, out, Content::Tallies, |value, _| value as u32) }
}

/// The probabilities of a report of the Dirichlet mechanism, else DPM_ERR_DOMAIN, into values[cells]: positive multiples of 2^-bits whose rows sum to exactly 1; as dpm_report_noisy_counts() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_probabilities(
    report: *const u8,
    len: usize,
    cells: usize,
    values: *mut f64,
) -> dpm_status {
    let (bytes, out) = ((report, len), (values, cells));
    let convert = |units: i64, report: &Report<'_>| {
        // Exact: at most 2^32 units, of a power of two.
        units as f64 / (1u64 << report.width().bits()) as f64
    };
    // SAFETY: as in dpm_report_noisy_counts().
    unsafe { self::values(bytes, out, Content::Units, convert) }
}

/// The noisy row totals of a report, into row_totals[n]: n that of dpm_report_read(), else DPM_ERR_LENGTH; DPM_ERR_REPORT_TOTALS where it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_row_totals(
    report: *const u8,
    len: usize,
    n: usize,
    row_totals: *mut i64,
) -> dpm_status {
    status(|| {
        let out = Output::new(row_totals, n)?;
        // SAFETY: checked above; the caller of the C function promises `len` readable bytes and n writable numbers.
        let report = unsafe { open(report, len, &[out.extent])? };
        let totals = report.totals().ok_or(Error::ReportTotals)?;
        if report.states() != n {
            return Err(Error::Length.into());
        }
        // SAFETY: as above.
        let out = unsafe { out.elements() };
        for (place, value) in out.iter_mut().zip(totals.values()) {
            *place = value;
        }
        Ok(())
    })
}
