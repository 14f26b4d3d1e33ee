//! Reports written row by row into a sink: a device without the memory for a whole chain.
use super::gaussian::dpm_gaussian;
use super::geometric::dpm_geometric;
use super::guard::{Checked, Extent, Input, Output, disjoint, status};
use super::mechanism::dpm_dirichlet;
use super::object::Object;
use super::opaque::{check_seal, seal};
use super::polya::dpm_polya;
use super::report::{Feasible, dpm_report_about, width};
use super::sparse_releases::Set;
use super::status::{DPM_ERR_NULL, DPM_ERR_REPORT_SINK, Status, dpm_status};
use crate::error::{Error, Result};
use crate::report::{ENCODER_WORDS, Encoder, Mechanism};
use core::ffi::{c_int, c_void};
use core::ptr::null;

/// Where the bytes of a report go, piece by piece, in order: takes all `len` of them and returns 0, or returns anything else. `ctx` is passed through. It must return: no longjmp(), no C++ exception.
/// It may call this library, but not with the writer that it is called for: DPM_ERR_OBJECT, while a row or the end is written. It must not write to what the call was given.
pub type dpm_sink_fn =
    Option<unsafe extern "C" fn(ctx: *mut c_void, bytes: *const u8, len: usize) -> c_int>;

/// Size of a `dpm_report_writer`, in bytes.
pub const DPM_REPORT_WRITER_SIZE: usize = 192;

/// A report that is being written, in your storage. It belongs to its address: a copy is refused. It holds nothing secret.
#[repr(C)]
pub struct dpm_report_writer {
    /// Private: seal, what the next row is checked against, the checksum so far, spare.
    pub opaque: [u64; 24],
}

const _: () = assert!(
    size_of::<dpm_report_writer>() == DPM_REPORT_WRITER_SIZE
        && 8 * (1 + ENCODER_WORDS) <= DPM_REPORT_WRITER_SIZE
);

const KIND: u64 = 0x6470_6d5f_7265_706f; // "dpm_repo"

impl dpm_report_writer {
    fn store(&mut self, words: [u64; ENCODER_WORDS]) {
        let address: *const dpm_report_writer = self;
        self.opaque = [0; 24];
        let [first, rest @ ..] = &mut self.opaque;
        for (place, word) in rest.iter_mut().zip(words) {
            *place = word;
        }
        *first = seal(KIND, address, rest);
    }

    fn words(&self) -> Checked<[u64; ENCODER_WORDS]> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let mut words = [0; ENCODER_WORDS];
        for (place, word) in words.iter_mut().zip(rest) {
            *place = *word;
        }
        Ok(words)
    }
}

/// Size of a `dpm_report_writer`, in bytes: DPM_REPORT_WRITER_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_report_writer_size() -> usize {
    DPM_REPORT_WRITER_SIZE
}

/// Hands bytes to the caller's sink; the flag remembers that it took none.
fn to_sink(
    (sink, ctx): (dpm_sink_fn, *mut c_void),
) -> Checked<impl Fn(&[u8], &mut bool) -> Result<()>> {
    let function = sink.ok_or(Status(DPM_ERR_NULL))?;
    Ok(move |bytes: &[u8], failed: &mut bool| {
        // SAFETY: the caller of the C function promises a function of this type; the bytes can be read.
        if unsafe { function(ctx, bytes.as_ptr(), bytes.len()) } == 0 {
            Ok(())
        } else {
            *failed = true;
            Err(Error::ReportCapacity)
        }
    })
}

/// The body of the four beginnings.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (two objects, the description, the support) and written (one object); `sink` is a function.
unsafe fn begin<O: Object>(
    writer: *mut dpm_report_writer,
    (mechanism, about): (*const O, *const dpm_report_about),
    set: Set,
    noise: *const dpm_geometric,
    bits: c_int,
    sink: (dpm_sink_fn, *mut c_void),
    kind: fn(&O::Mechanism) -> Mechanism<'_>,
) -> dpm_status {
    status(|| {
        let width = width(bits)?;
        let writer = Output::new(writer, 1)?;
        let (mechanism, about) = (Input::new(mechanism, 1)?, Input::new(about, 1)?);
        let feasible = Feasible::new(set)?;
        let noise = if noise.is_null() {
            None
        } else {
            Some(Input::new(noise, 1)?)
        };
        let [starts, targets] = feasible.extents();
        let of_noise = noise.as_ref().map_or(Extent::EMPTY, |noise| noise.extent);
        disjoint(
            &[writer.extent],
            &[mechanism.extent, about.extent, starts, targets, of_noise],
        )?;
        // SAFETY: checked above; promised by this function's caller.
        let (support, about, mechanism) = unsafe {
            (
                feasible.checked()?,
                about.object().checked()?,
                mechanism.object().open()?,
            )
        };
        let noise = match &noise {
            None => None,
            // SAFETY: as above.
            Some(noise) => Some(unsafe { noise.object() }.open()?),
        };
        let function = to_sink(sink)?;
        let mut failed = false;
        let words = {
            let mut sink = |bytes: &[u8]| function(bytes, &mut failed);
            let mechanism = kind(&mechanism);
            Encoder::begin(
                &about,
                mechanism,
                &support,
                width,
                noise.as_ref(),
                &mut sink,
            )
            .map(Encoder::park)
        };
        if failed {
            return Err(Status(DPM_ERR_REPORT_SINK));
        }
        // SAFETY: as above.
        unsafe { writer.object() }.store(words?);
        Ok(())
    })
}

/// The body of what goes on with a writer. Where the sink fails the writer is void; after any other error it is as it was.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read and written (one object) and read (the support); `sink` is a function.
unsafe fn go_on<T>(
    writer: &Output<dpm_report_writer>,
    feasible: &Feasible,
    sink: (dpm_sink_fn, *mut c_void),
    work: impl FnOnce(Encoder<'_>) -> Result<(T, Option<[u64; ENCODER_WORDS]>)>,
) -> Checked<T> {
    let function = to_sink(sink)?;
    // SAFETY: promised by this function's caller. These references end before the sink is called.
    let (support, words) = unsafe { (feasible.checked()?, writer.object().words()?) };
    // SAFETY: as above. Void meanwhile: a sink that goes on with the writer it was called for is refused.
    unsafe { writer.object() }.opaque = [0; 24];
    let mut failed = false;
    let outcome = {
        let mut sink = |bytes: &[u8]| function(bytes, &mut failed);
        Encoder::resume(&words, &support, &mut sink).and_then(work)
    };
    if failed {
        return Err(Status(DPM_ERR_REPORT_SINK));
    }
    let kept = match &outcome {
        Ok((_, parked)) => parked.as_ref(),
        Err(_) => Some(&words),
    };
    if let Some(words) = kept {
        // SAFETY: as above.
        unsafe { writer.object() }.store(*words);
    }
    Ok(outcome?.0)
}

/// The body of the three rows.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read and written (one object) and read (the support, `len` values); `sink` is a function.
unsafe fn row<T>(
    writer: *mut dpm_report_writer,
    set: Set,
    (values, len): (*const T, usize),
    sink: (dpm_sink_fn, *mut c_void),
    write: impl FnOnce(&mut Encoder<'_>, &[T]) -> Result<()>,
) -> dpm_status {
    status(|| {
        let feasible = Feasible::new(set)?;
        let (writer, values) = (Output::new(writer, 1)?, Input::new(values, len)?);
        let [starts, targets] = feasible.extents();
        disjoint(&[writer.extent], &[starts, targets, values.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        unsafe {
            let values = values.elements();
            go_on(&writer, &feasible, sink, |mut encoder| {
                write(&mut encoder, values)?;
                Ok(((), Some(encoder.park())))
            })
        }
    })
}

/// Begins the report of a release of noisy counts that is written row by row: no buffer for the chain, none for the report. Then dpm_report_row_noisy() for every row in order, and dpm_report_finish(). Together
/// they give `sink` the bytes of dpm_report_write_geometric(), in pieces of a few; arguments as there, and the same support in every call. With DPM_ERR_REPORT_SINK (`sink` returned anything but 0) the report is lost.
/// What reaches the other end without its last piece is refused there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_begin_geometric(
    writer: *mut dpm_report_writer,
    mechanism: *const dpm_geometric,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    bits: c_int,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let set = (starts, targets, n, cells);
    // SAFETY: the caller of the C function promises three objects, the support and a function.
    unsafe {
        begin(
            writer,
            (mechanism, about),
            set,
            null(),
            bits,
            (sink, ctx),
            |m| Mechanism::Geometric(m),
        )
    }
}

/// dpm_report_begin_geometric() for Gaussian noise: dpm_report_write_gaussian().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_begin_gaussian(
    writer: *mut dpm_report_writer,
    mechanism: *const dpm_gaussian,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    bits: c_int,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let set = (starts, targets, n, cells);
    // SAFETY: as in dpm_report_begin_geometric().
    unsafe {
        begin(
            writer,
            (mechanism, about),
            set,
            null(),
            bits,
            (sink, ctx),
            |m| Mechanism::Gaussian(m),
        )
    }
}

/// dpm_report_begin_geometric() for tallies, dpm_report_write_polya(), each row by dpm_report_row_tallies(). `totals_mechanism`: that of the noisy row totals that dpm_report_finish() will be given; NULL: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_begin_polya(
    writer: *mut dpm_report_writer,
    mechanism: *const dpm_polya,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    totals_mechanism: *const dpm_geometric,
    bits: c_int,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let set = (starts, targets, n, cells);
    // SAFETY: as in dpm_report_begin_geometric(), and one more object.
    unsafe {
        begin(
            writer,
            (mechanism, about),
            set,
            totals_mechanism,
            bits,
            (sink, ctx),
            |m| Mechanism::Polya(m),
        )
    }
}

/// dpm_report_begin_geometric() for probabilities, dpm_report_write_dirichlet(), each row by dpm_report_row_probabilities().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_begin_dirichlet(
    writer: *mut dpm_report_writer,
    mechanism: *const dpm_dirichlet,
    about: *const dpm_report_about,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    totals_mechanism: *const dpm_geometric,
    bits: c_int,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let set = (starts, targets, n, cells);
    // SAFETY: as in dpm_report_begin_polya().
    unsafe {
        begin(
            writer,
            (mechanism, about),
            set,
            totals_mechanism,
            bits,
            (sink, ctx),
            |m| Mechanism::Dirichlet(m),
        )
    }
}

/// The next row of noisy counts, noisy[row_cells]: one for each feasible next state, else DPM_ERR_LENGTH. DPM_ERR_DOMAIN for a report of another mechanism and after the last row; DPM_ERR_REPORT_MISMATCH for another support than
/// it was begun with. Refused, it is not written, and the right row may follow. With DPM_ERR_REPORT_SINK the report is lost, and the writer is void (DPM_ERR_OBJECT from then on).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_row_noisy(
    writer: *mut dpm_report_writer,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    noisy: *const i64,
    row_cells: usize,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let (set, values) = ((starts, targets, n, cells), (noisy, row_cells));
    // SAFETY: the caller of the C function promises one object, the support, `row_cells` readable numbers and a function.
    unsafe {
        row(writer, set, values, (sink, ctx), |encoder, noisy| {
            encoder.noisy_counts(noisy)
        })
    }
}

/// The next row of tallies: their sum is the number of draws, else DPM_ERR_DOMAIN. As dpm_report_row_noisy() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_row_tallies(
    writer: *mut dpm_report_writer,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    tallies: *const u32,
    row_cells: usize,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let (set, values) = ((starts, targets, n, cells), (tallies, row_cells));
    // SAFETY: as in dpm_report_row_noisy().
    unsafe {
        row(writer, set, values, (sink, ctx), |encoder, tallies| {
            encoder.tallies(tallies)
        })
    }
}

/// The next row of probabilities, as released: positive multiples of 2^-32 of sum 1, else DPM_ERR_NOT_STOCHASTIC. As dpm_report_row_noisy() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_row_probabilities(
    writer: *mut dpm_report_writer,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    values: *const f64,
    row_cells: usize,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
) -> dpm_status {
    let (set, values) = ((starts, targets, n, cells), (values, row_cells));
    // SAFETY: as in dpm_report_row_noisy().
    unsafe {
        row(writer, set, values, (sink, ctx), |encoder, values| {
            encoder.probabilities(values)
        })
    }
}

/// Writes the noisy row totals row_totals[n], where their mechanism was named at the beginning (else NULL; DPM_ERR_REPORT_TOTALS where it is the other way round), and the checksum; the length of the whole report into
/// `*length`. The writer is void afterwards. DPM_ERR_LENGTH where rows are missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_report_finish(
    writer: *mut dpm_report_writer,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    row_totals: *const i64,
    sink: dpm_sink_fn,
    ctx: *mut c_void,
    length: *mut usize,
) -> dpm_status {
    status(|| {
        let feasible = Feasible::new((starts, targets, n, cells))?;
        let (writer, length) = (Output::new(writer, 1)?, Output::new(length, 1)?);
        let totals = if row_totals.is_null() {
            None
        } else {
            Some(Input::new(row_totals, n)?)
        };
        let [starts, targets] = feasible.extents();
        let of_totals = totals.as_ref().map_or(Extent::EMPTY, |t| t.extent);
        disjoint(
            &[writer.extent, length.extent],
            &[starts, targets, of_totals],
        )?;
        // SAFETY: checked above; the caller of the C function promises one object, the support, n readable numbers, a function and one writable number.
        unsafe {
            let totals = totals.as_ref().map(|totals| totals.elements());
            let written = go_on(&writer, &feasible, (sink, ctx), |encoder| {
                Ok((encoder.finish(totals)?, None))
            })?;
            length.write(written);
        }
        Ok(())
    })
}
