//! Polya's urn as an object made from a guarantee.
use super::guard::{Checked, Input, Output, disjoint, scratch, status};
use super::object::{Object, WORDS, halves, pair, write_guarantee};
use super::privacy::guarantee;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::counts::Counts;
use crate::domain::{self, PolyaParameters, PseudoCount};
use crate::error::Result;
use crate::mechanism::Polya;
use crate::privacy::Guarantee;
use crate::random::Generator;
use core::ffi::c_int;
use zeroize::Zeroize;

/// Size of a `dpm_polya`, in bytes.
pub const DPM_POLYA_SIZE: usize = 96;

/// A mechanism of Polya's urn whose parameters meet its guarantee, in your storage. Initialise it where it stays: a copy is refused.
/// It holds nothing secret.
#[repr(C)]
pub struct dpm_polya {
    /// Private: seal, guarantee, states, masses, draws, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_polya>() == DPM_POLYA_SIZE);

impl Object for dpm_polya {
    type Mechanism = Polya;
    const KIND: u64 = 0x706f_6c79_615f_7572; // "polya_ur"
    fn words(&self) -> &[u64; WORDS] {
        &self.opaque
    }
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.opaque
    }
    fn rebuilt(guarantee: Guarantee, [states, start, draw]: [u64; 3]) -> Checked<Polya> {
        let ((event_mass, prior_mass), (draw_mass, draws)) = (halves(start), halves(draw));
        let parameters = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        Ok(Polya::accepted_before(
            guarantee,
            states as usize,
            parameters,
        ))
    }
}

impl dpm_polya {
    fn store_mechanism(&mut self, mechanism: &Polya) {
        let urn = mechanism.parameters();
        let numbers = [
            mechanism.states() as u64,
            pair(urn.event_mass(), urn.prior_mass()),
            pair(urn.draw_mass(), urn.draws()),
        ];
        self.store(mechanism.guarantee(), numbers);
    }
}

/// Size of a `dpm_polya`, in bytes: DPM_POLYA_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_polya_size() -> usize {
    DPM_POLYA_SIZE
}

/// Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log of n states together, with `draws` draws a row
/// and about the largest weight that does; `pseudo_count` in events, for every cell; delta may be 0. All arguments must be public facts. On a small device plan ahead and use
/// dpm_polya_init_checked(). The object does not count its releases: that is the ledger's part (dpm_ledger_create()).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_init(
    mechanism: *mut dpm_polya,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    n: usize,
    pseudo_count: f64,
    draws: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        domain::cells(n)?;
        let made = Polya::new(
            guarantee(adjacency, epsilon, delta, releases)?,
            n,
            PseudoCount::new(pseudo_count)?,
            draws,
        )?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// dpm_polya_init() with planned masses and draws, which are verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_init_checked(
    mechanism: *mut dpm_polya,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        domain::cells(n)?;
        let made = Polya::checked(
            guarantee(adjacency, epsilon, delta, releases)?,
            n,
            PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?,
        )?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// The mechanism's parameters, for the report that goes with a release: the number of states that its guarantee was computed for, the masses of an event, of a cell
/// without events and of a draw, and the draws a row. Public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_parameters(
    mechanism: *const dpm_polya,
    n: *mut usize,
    event_mass: *mut u32,
    prior_mass: *mut u32,
    draw_mass: *mut u32,
    draws: *mut u32,
) -> dpm_status {
    status(|| {
        let (mechanism, n) = (Input::new(mechanism, 1)?, Output::new(n, 1)?);
        let (event_mass, prior_mass) = (Output::new(event_mass, 1)?, Output::new(prior_mass, 1)?);
        let (draw_mass, draws) = (Output::new(draw_mass, 1)?, Output::new(draws, 1)?);
        let outputs = [
            n.extent,
            event_mass.extent,
            prior_mass.extent,
            draw_mass.extent,
            draws.extent,
        ];
        disjoint(&outputs, &[mechanism.extent])?;
        // SAFETY: checked above; the caller promises one readable object and five writable numbers.
        unsafe {
            let mechanism = mechanism.object().open()?;
            let urn = mechanism.parameters();
            n.write(mechanism.states());
            event_mass.write(urn.event_mass());
            prior_mass.write(urn.prior_mass());
            draw_mass.write(urn.draw_mass());
            draws.write(urn.draws());
        }
        Ok(())
    })
}

/// What the mechanism promises: as dpm_dirichlet_guarantee().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_guarantee(
    mechanism: *const dpm_polya,
    adjacency: *mut c_int,
    epsilon: *mut f64,
    delta: *mut f64,
    releases: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and four writable numbers.
    unsafe { write_guarantee(mechanism, adjacency, epsilon, delta, releases) }
}

/// A release: counts[cells] and scratch in, out[cells] out.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object, `cells` counts) and read and written (one object, `work_len` words,
/// `cells` elements).
unsafe fn release<T>(
    (mechanism, rng): (*const dpm_polya, *mut dpm_rng),
    counts: *const u32,
    cells: usize,
    (work, work_len): (*mut u32, usize),
    out: *mut T,
    run: impl FnOnce(&Polya, &mut Generator, &[u32], &mut [u32], &mut [T]) -> Result<()>,
) -> Checked<()> {
    let (mechanism, rng) = (Input::new(mechanism, 1)?, Output::new(rng, 1)?);
    let (counts, out) = (Input::new(counts, cells)?, Output::new(out, cells)?);
    // SAFETY: checked above; promised by this function's caller. It is only read, and nothing is written before `disjoint` is asked.
    let opened = unsafe { mechanism.object() }.open()?;
    let work = scratch(work, work_len, opened.work_len())?;
    disjoint(
        &[rng.extent, work.extent, out.extent],
        &[mechanism.extent, counts.extent],
    )?;
    // SAFETY: checked above; promised by this function's caller.
    let (rng, counts, work, out) = unsafe {
        (
            rng.object(),
            counts.elements(),
            work.elements(),
            out.elements(),
        )
    };
    let mut generator = rng.open()?;
    let outcome = run(&opened, &mut generator, counts, work, out);
    work.zeroize();
    rng.store(&generator);
    Ok(outcome?)
}

/// Releases the tallies of one row privately: counts[n] (secret) into tallies[n], integers whose sum is `draws`, drawn with integers alone. n must be the
/// mechanism's (DPM_ERR_LENGTH). `rng` must be fresh for this release (see dpm_rng_init_with_permit()); it is left further along its stream. Scratch:
/// work[work_len], work_len >= DPM_POLYA_WORK_LEN(n); what is used of it is wiped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_tallies(
    mechanism: *const dpm_polya,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    work: *mut u32,
    work_len: usize,
    tallies: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises two objects, n readable counts, work_len and n writable words.
    status(|| unsafe {
        domain::cells(n)?;
        let (objects, work) = ((mechanism, rng), (work, work_len));
        release(objects, counts, n, work, tallies, Polya::release_tallies)
    })
}

/// dpm_polya_release_tallies() as a row: tallies[i]/draws rounded to positive multiples of 2^-32 that sum to exactly 1, into row[n]. A state that was not drawn gets 2^-32.
/// Released row by row, in order and from one `rng`, a chain is bit for bit that of dpm_polya_release_chain().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_row(
    mechanism: *const dpm_polya,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    work: *mut u32,
    work_len: usize,
    row: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises two objects, n readable counts, work_len writable words and n writable doubles.
    status(|| unsafe {
        domain::cells(n)?;
        let (objects, work) = ((mechanism, rng), (work, work_len));
        release(objects, counts, n, work, row, Polya::release_row)
    })
}

/// Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n], every row with the same urn. As dpm_polya_release_row() otherwise; the scratch
/// is that of one row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_chain(
    mechanism: *const dpm_polya,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    work: *mut u32,
    work_len: usize,
    matrix: *mut f64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises two objects, n * n readable counts, work_len writable words and n * n writable doubles.
    status(|| unsafe {
        let cells = domain::cells(n)?;
        let (objects, work) = ((mechanism, rng), (work, work_len));
        release(
            objects,
            counts,
            cells,
            work,
            matrix,
            |mechanism, rng, counts, work, matrix| {
                let counts = Counts::new(counts, n)?;
                mechanism.release_chain(rng, counts, work, matrix).map(drop)
            },
        )
    })
}
