//! The Dirichlet mechanism as an object made from a guarantee.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::object::{Object, WORDS, draw, write_guarantee};
use super::privacy::guarantee;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::counts::Counts;
use crate::domain::{self, PseudoCount};
use crate::mechanism::Dirichlet;
use crate::privacy::{DirichletParameters, Guarantee};
use core::ffi::c_int;

/// Size of a `dpm_dirichlet`, in bytes.
pub const DPM_DIRICHLET_SIZE: usize = 96;

/// A Dirichlet mechanism whose parameters meet its guarantee, in your storage. Initialise it where it stays: a copy is refused.
/// It holds nothing secret.
#[repr(C)]
pub struct dpm_dirichlet {
    /// Private: seal, guarantee, parameters, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_dirichlet>() == DPM_DIRICHLET_SIZE);

impl Object for dpm_dirichlet {
    type Mechanism = Dirichlet;
    const KIND: u64 = 0x6469_7269_6368_6c65; // "dirichle"
    fn words(&self) -> &[u64; WORDS] {
        &self.opaque
    }
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.opaque
    }
    fn rebuilt(guarantee: Guarantee, [weight, pseudo_count, _]: [u64; 3]) -> Checked<Dirichlet> {
        let parameters =
            DirichletParameters::new(f64::from_bits(weight), f64::from_bits(pseudo_count))?;
        Ok(Dirichlet::accepted_before(guarantee, parameters))
    }
}

impl dpm_dirichlet {
    fn store_mechanism(&mut self, mechanism: &Dirichlet) {
        let DirichletParameters {
            weight,
            pseudo_count,
        } = mechanism.parameters();
        self.store(
            mechanism.guarantee(),
            [weight.get().to_bits(), pseudo_count.get().to_bits(), 0],
        );
    }
}

/// Size of a `dpm_dirichlet`, in bytes: DPM_DIRICHLET_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_dirichlet_size() -> usize {
    DPM_DIRICHLET_SIZE
}

/// Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with
/// the largest event weight that does. All arguments must be public facts, not computed from the log. Solving takes
/// milliseconds on a desktop; on a small device plan ahead and use dpm_dirichlet_init_checked(). The object does not count its
/// releases: to stop after `releases` of them, across restarts, is the ledger's part (dpm_ledger_create()) or yours, and one more voids the promise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_init(
    mechanism: *mut dpm_dirichlet,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    pseudo_count: f64,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let made = Dirichlet::new(
            guarantee(adjacency, epsilon, delta, releases)?,
            PseudoCount::new(pseudo_count)?,
        )?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// dpm_dirichlet_init() with a planned event weight, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would
/// not hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_init_checked(
    mechanism: *mut dpm_dirichlet,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    pseudo_count: f64,
    weight: f64,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        let made = Dirichlet::checked(guarantee(adjacency, epsilon, delta, releases)?, parameters)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// The mechanism's parameters, for the report that goes with a release: `*weight` (the event weight) and `*pseudo_count` (in
/// events). Public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_parameters(
    mechanism: *const dpm_dirichlet,
    weight: *mut f64,
    pseudo_count: *mut f64,
) -> dpm_status {
    status(|| {
        let (mechanism, weight, pseudo_count) = (
            Input::new(mechanism, 1)?,
            Output::new(weight, 1)?,
            Output::new(pseudo_count, 1)?,
        );
        disjoint(&[weight.extent, pseudo_count.extent], &[mechanism.extent])?;
        // SAFETY: checked above; the caller promises one readable object and two writable doubles.
        unsafe {
            let mechanism = mechanism.object().open()?;
            weight.write(mechanism.parameters().weight.get());
            pseudo_count.write(mechanism.parameters().pseudo_count.get());
        }
        Ok(())
    })
}

/// What the mechanism promises, for the report that goes with a release: `*adjacency` (DPM_ADJACENCY_...), `*epsilon` (nats), `*delta`
/// and `*releases`. Public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_guarantee(
    mechanism: *const dpm_dirichlet,
    adjacency: *mut c_int,
    epsilon: *mut f64,
    delta: *mut f64,
    releases: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and four writable numbers.
    unsafe { write_guarantee(mechanism, adjacency, epsilon, delta, releases) }
}

/// Releases one row privately: counts[n] (the events out of one state, by next state; secret) into row[n], n from 2 to 65535.
/// `rng` must be fresh for this release (see dpm_rng_init()); it is left further along its stream. The row consists of positive
/// multiples of 2^-32 that sum to exactly 1. Released row by row, in order and from one `rng`, a chain is bit for bit that of
/// dpm_dirichlet_release_chain(), without its n * n output. Release all rows of a chain with the same mechanism: with one per row
/// the promise holds for DPM_ADJACENCY_DESTINATION and DPM_ADJACENCY_ADD_REMOVE alone (else dpm_dirichlet_release_chain_rows()). Every row may be released `releases` times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_release_row(
    mechanism: *const dpm_dirichlet,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    row: *mut f64,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let (mechanism, rng) = (Input::new(mechanism, 1)?, Output::new(rng, 1)?);
        let (counts, row) = (Input::new(counts, n)?, Output::new(row, n)?);
        disjoint(
            &[rng.extent, row.extent],
            &[mechanism.extent, counts.extent],
        )?;
        // SAFETY: checked above; the caller promises two objects, n readable counts and n writable doubles.
        let (mechanism, rng, counts, row) = unsafe {
            (
                mechanism.object(),
                rng.object(),
                counts.elements(),
                row.elements(),
            )
        };
        draw(mechanism, rng, |mechanism, generator| {
            mechanism.release_row(generator, counts, row)
        })
    })
}

/// Releases a whole chain privately: counts[n * n], row by row (row: the state left, column: the next state; secret) into
/// matrix[n * n]. As dpm_dirichlet_release_row() otherwise. One event touches one or two rows, which the guarantee accounts for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_release_chain(
    mechanism: *const dpm_dirichlet,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    matrix: *mut f64,
) -> dpm_status {
    status(|| {
        let cells = domain::cells(n)?;
        let (mechanism, rng) = (Input::new(mechanism, 1)?, Output::new(rng, 1)?);
        let (counts, matrix) = (Input::new(counts, cells)?, Output::new(matrix, cells)?);
        disjoint(
            &[rng.extent, matrix.extent],
            &[mechanism.extent, counts.extent],
        )?;
        // SAFETY: checked above; the caller promises two objects, n * n readable counts and n * n writable doubles.
        let (mechanism, rng, counts, matrix) = unsafe {
            (
                mechanism.object(),
                rng.object(),
                counts.elements(),
                matrix.elements(),
            )
        };
        draw(mechanism, rng, |mechanism, generator| {
            let counts = Counts::new(counts, n)?;
            mechanism.release_chain(generator, counts, matrix).map(drop)
        })
    })
}
