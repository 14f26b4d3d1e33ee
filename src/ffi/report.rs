//! Reports: what leaves the device, written into the caller's buffer.
use super::gaussian::dpm_gaussian;
use super::geometric::dpm_geometric;
use super::guard::{Checked, Extent, Input, Output, disjoint, status};
use super::mechanism::dpm_dirichlet;
use super::object::Object;
use super::polya::dpm_polya;
use super::sparse_releases::Set;
use super::status::dpm_status;
use super::support::Rows;
use crate::counts::Support;
use crate::error::{Error, Result};
use crate::privacy::ledger::Window;
use crate::report::{self, About, StateTable, Totals, Width, encode};
use core::ffi::c_int;
use core::ptr::null;

/// What a report says beside what the mechanism knows. All of it is public and leaves the device: nothing here may depend on the counts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dpm_report_about {
    /// Which names the states have, a constant of the firmware: the first 16 bytes of SHA-256 over, for each state in order, the length of its name in bytes
    /// of UTF-8 as a 32-bit little-endian number, and the name. Reports of different tables are not merged.
    pub state_table: [u8; 16],
    /// 16 bytes chosen at random for this one report, so that a collector sees a report that it gets twice. Never a number of the device: one that stays the
    /// same joins a device's reports to each other, which no guarantee covers.
    pub id: [u8; 16],
    /// dpm_permit_number() of the permit; 0 without a ledger.
    pub generation: u64,
    /// The first time bucket whose events were released; as charged to the ledger.
    pub window_first: u32,
    /// The last one, itself included.
    pub window_last: u32,
    /// Whether there is an `id`: 0 or 1. Where it is 0 the 16 bytes are not looked at.
    pub has_id: c_int,
}

impl dpm_report_about {
    pub(super) fn checked(&self) -> Result<About> {
        Ok(About {
            state_table: StateTable(self.state_table),
            window: Window::new(self.window_first, self.window_last)?,
            generation: self.generation,
            id: match self.has_id {
                0 => None,
                1 => Some(self.id),
                _ => return Err(Error::Domain),
            },
        })
    }

    pub(super) fn of(about: &About) -> Self {
        dpm_report_about {
            state_table: about.state_table.0,
            id: about.id.unwrap_or([0; 16]),
            generation: about.generation,
            window_first: about.window.first(),
            window_last: about.window.last(),
            has_id: c_int::from(about.id.is_some()),
        }
    }
}

/// 16 or 32.
pub(super) fn width(bits: c_int) -> Result<Width> {
    match bits {
        16 => Ok(Width::Bits16),
        32 => Ok(Width::Bits32),
        _ => Err(Error::Domain),
    }
}

/// The support of a report: compressed rows, or every transition.
pub(super) enum Feasible {
    Full(usize, usize),
    Rows(Rows),
}

impl Feasible {
    pub fn new((starts, targets, n, cells): Set) -> Checked<Self> {
        if starts.is_null() && targets.is_null() {
            Ok(Feasible::Full(n, cells))
        } else {
            Ok(Feasible::Rows(Rows::new(starts, targets, n, cells)?))
        }
    }

    /// The bytes that the two arrays cover: nothing where there are none.
    pub fn extents(&self) -> [Extent; 2] {
        match self {
            Feasible::Full(..) => [Extent::EMPTY; 2],
            Feasible::Rows(rows) => rows.extents(),
        }
    }

    /// The support, every cell of it checked.
    ///
    /// # Safety
    /// As [`Rows::checked`].
    pub unsafe fn checked<'a>(&self) -> Checked<Support<'a>> {
        match self {
            Feasible::Full(n, cells) => {
                let support = Support::full(*n)?;
                if support.cells() == *cells {
                    Ok(support)
                } else {
                    Err(Error::Length.into())
                }
            }
            // SAFETY: promised by this function's caller.
            Feasible::Rows(rows) => unsafe { rows.checked() },
        }
    }
}

/// An upper bound on the bytes of every report of n states and `cells` feasible transitions, for a buffer: DPM_REPORT_LEN_BOUND(n, cells, bits, has_totals). `bits`: 16 or 32;
/// `has_totals`: whether there are noisy row totals in it. SIZE_MAX where no memory could hold it.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_report_len_bound(
    n: usize,
    cells: usize,
    bits: c_int,
    has_totals: c_int,
) -> usize {
    let width = width(bits).unwrap_or(Width::Bits32);
    report::len_bound(n, cells, width, has_totals != 0)
}

/// Noisy row totals: their mechanism, the totals.
type NoisyTotals = (*const dpm_geometric, *const i64);
const NO_TOTALS: NoisyTotals = (null(), null());

/// The body of the four writers.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (two objects, the description, the support, `cells` values, n totals) and written
/// (`capacity` bytes, one number).
unsafe fn write<O: Object, T>(
    (mechanism, about): (*const O, *const dpm_report_about),
    set: Set,
    values: *const T,
    (noise, totals): NoisyTotals,
    bits: c_int,
    (report, capacity, length): (*mut u8, usize, *mut usize),
    run: impl FnOnce(
        &About,
        &O::Mechanism,
        &Support<'_>,
        &[T],
        Width,
        Option<Totals<'_>>,
        &mut [u8],
    ) -> Result<usize>,
) -> dpm_status {
    status(|| {
        let width = width(bits)?;
        let (mechanism, about) = (Input::new(mechanism, 1)?, Input::new(about, 1)?);
        let (_, _, n, cells) = set;
        let feasible = Feasible::new(set)?;
        let values = Input::new(values, cells)?;
        let noise = if noise.is_null() && totals.is_null() {
            None
        } else {
            Some((Input::new(noise, 1)?, Input::new(totals, n)?))
        };
        let (report, length) = (Output::new(report, capacity)?, Output::new(length, 1)?);
        let [starts, targets] = feasible.extents();
        let [of_noise, of_totals] = noise
            .as_ref()
            .map_or([Extent::EMPTY; 2], |(n, t)| [n.extent, t.extent]);
        disjoint(
            &[report.extent, length.extent],
            &[
                mechanism.extent,
                about.extent,
                starts,
                targets,
                values.extent,
                of_noise,
                of_totals,
            ],
        )?;
        // SAFETY: checked above; promised by this function's caller.
        let (support, about, values, mechanism) = unsafe {
            (
                feasible.checked()?,
                about.object().checked()?,
                values.elements(),
                mechanism.object().open()?,
            )
        };
        let noise = match &noise {
            None => None,
            // SAFETY: as above.
            Some((noise, totals)) => unsafe { Some((noise.object().open()?, totals.elements())) },
        };
        let totals = noise
            .as_ref()
            .map(|(mechanism, noisy)| Totals { mechanism, noisy });
        // SAFETY: as above.
        let out = unsafe { report.elements() };
        let written = run(&about, &mechanism, &support, values, width, totals, out)?;
        // SAFETY: as above.
        unsafe { length.write(written) };
        Ok(())
    })
}

/// Writes the report of a release of noisy counts, noisy[cells] as dpm_geometric_release_counts() or dpm_geometric_release_sparse_counts() gave them, into the first `*length` bytes of report[capacity]; the others stay as they were.
/// The support is passed as to dpm_support_check(); `starts` and `targets` both NULL: every transition is feasible, and `cells` is n * n. `bits` of each value: 16 or 32, else DPM_ERR_DOMAIN. Noisy counts beyond
/// +-(2^(bits - 1) - 1) are cut off there: take 32 where counts can come near 32767. DPM_ERR_REPORT_CAPACITY where the buffer is too short (see DPM_REPORT_LEN_BOUND). Length and layout depend on public numbers
/// alone, never on the counts. Never pass the counts themselves: what is written here leaves the device. Work: integers alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_write_geometric(
    mechanism: *const dpm_geometric,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    noisy: *const i64,
    bits: c_int,
    report: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> dpm_status {
    let (set, out) = ((starts, targets, n, cells), (report, capacity, length));
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable numbers, `capacity` writable bytes and one writable number.
    unsafe {
        write(
            (mechanism, about),
            set,
            noisy,
            NO_TOTALS,
            bits,
            out,
            |about, mechanism, support, noisy, width, _, out| {
                encode::geometric(about, mechanism, support, noisy, width, out)
            },
        )
    }
}

/// dpm_report_write_geometric() for a release with Gaussian noise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_write_gaussian(
    mechanism: *const dpm_gaussian,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    noisy: *const i64,
    bits: c_int,
    report: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> dpm_status {
    let (set, out) = ((starts, targets, n, cells), (report, capacity, length));
    // SAFETY: as in dpm_report_write_geometric().
    unsafe {
        write(
            (mechanism, about),
            set,
            noisy,
            NO_TOTALS,
            bits,
            out,
            |about, mechanism, support, noisy, width, _, out| {
                encode::gaussian(about, mechanism, support, noisy, width, out)
            },
        )
    }
}

/// dpm_report_write_geometric() for the tallies of Polya's urn, tallies[cells] as dpm_polya_release_tallies() or dpm_polya_release_sparse_tallies() gave them: each row sums to the draws, else DPM_ERR_DOMAIN. 16 bits hold up to 65535 draws, else DPM_ERR_DRAWS.
///
/// Tallies say how a row's events are split and not how many there are. With row_totals[n] a collector can turn them into counts: the totals of all rows WITH the noise of `totals_mechanism`, drawn by
/// dpm_geometric_release_counts() over the n exact totals, a release of its own that the ledger has to be charged for; never the exact totals. Its adjacency and releases are those of `mechanism`, else DPM_ERR_ADJACENCY, DPM_ERR_RELEASES. Both NULL: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_write_polya(
    mechanism: *const dpm_polya,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    tallies: *const u32,
    totals_mechanism: *const dpm_geometric,
    row_totals: *const i64,
    bits: c_int,
    report: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> dpm_status {
    let (set, out) = ((starts, targets, n, cells), (report, capacity, length));
    // SAFETY: as in dpm_report_write_geometric(), and one more object and n more readable numbers.
    unsafe {
        write(
            (mechanism, about),
            set,
            tallies,
            (totals_mechanism, row_totals),
            bits,
            out,
            encode::polya,
        )
    }
}

/// dpm_report_write_geometric() for the probabilities of the Dirichlet mechanism, values[cells] as dpm_dirichlet_release_chain() or dpm_dirichlet_release_sparse() gave them: positive multiples of 2^-32 whose rows sum to exactly 1, else
/// DPM_ERR_NOT_STOCHASTIC. 32 bits keep them as they are; 16 round to multiples of 2^-16, every one positive and every row of sum 1. Row totals as in dpm_report_write_polya().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_write_dirichlet(
    mechanism: *const dpm_dirichlet,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    values: *const f64,
    totals_mechanism: *const dpm_geometric,
    row_totals: *const i64,
    bits: c_int,
    report: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> dpm_status {
    let (set, out) = ((starts, targets, n, cells), (report, capacity, length));
    // SAFETY: as in dpm_report_write_polya().
    unsafe {
        write(
            (mechanism, about),
            set,
            values,
            (totals_mechanism, row_totals),
            bits,
            out,
            encode::dirichlet,
        )
    }
}
