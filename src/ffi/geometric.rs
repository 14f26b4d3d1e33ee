//! Two-sided geometric noise on every count: what it promises, and the mechanism as an object made from a guarantee.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::noisy::{release_chain, release_counts, release_row};
use super::object::{Object, WORDS, halves, pair, write_guarantee};
use super::privacy::{guarantee, one_number};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::{Delta, Epsilon, GeometricRate, Releases};
use crate::mechanism::Geometric;
use crate::privacy::{Guarantee, geometric};
use core::ffi::c_int;

/// An upper bound on delta at `epsilon` over all `releases` of the same log together, for two-sided geometric noise on every count, rate = numerator/denominator; can be exactly 0.
/// P(k) proportional to exp(-rate |k|); parts from 1 to 2^30, at most 64 (DPM_ERR_RATE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_delta(
    adjacency: c_int,
    numerator: u32,
    denominator: u32,
    releases: u32,
    epsilon: f64,
    delta_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let rate = GeometricRate::new(numerator, denominator)?;
        let (releases, epsilon) = (Releases::new(releases)?, Epsilon::new(epsilon)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        Ok(geometric::delta_upper(adjacency, rate, releases, epsilon)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(delta_upper, compute) }
}

/// An epsilon (nats) at which the guarantee holds with `delta` (0 too) over all `releases` together, rounded up. Parameters as in dpm_geometric_delta().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_epsilon(
    adjacency: c_int,
    numerator: u32,
    denominator: u32,
    releases: u32,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let rate = GeometricRate::new(numerator, denominator)?;
        let (releases, delta) = (Releases::new(releases)?, Delta::new(delta)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        Ok(geometric::epsilon_upper(adjacency, rate, releases, delta)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}

/// The largest rate of a fine grid, numerator/denominator, with which two-sided geometric noise meets (epsilon, delta) over all `releases`; delta may be 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_solve_rate(
    adjacency: c_int,
    releases: u32,
    epsilon: f64,
    delta: f64,
    numerator: *mut u32,
    denominator: *mut u32,
) -> dpm_status {
    status(|| {
        let (numerator, denominator) = (Output::new(numerator, 1)?, Output::new(denominator, 1)?);
        disjoint(&[numerator.extent, denominator.extent], &[])?;
        let rate = geometric::solve_rate(&guarantee(adjacency, epsilon, delta, releases)?)?;
        // SAFETY: checked above; the caller promises two writable numbers.
        unsafe {
            numerator.write(rate.numerator());
            denominator.write(rate.denominator());
        }
        Ok(())
    })
}

/// Size of a `dpm_geometric`, in bytes.
pub const DPM_GEOMETRIC_SIZE: usize = 96;

/// A mechanism of two-sided geometric noise whose rate meets its guarantee, in your storage. Initialise it where it stays: a copy is refused. It
/// holds nothing secret.
#[repr(C)]
pub struct dpm_geometric {
    /// Private: seal, guarantee, rate, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_geometric>() == DPM_GEOMETRIC_SIZE);

impl Object for dpm_geometric {
    type Mechanism = Geometric;
    const KIND: u64 = 0x6765_6f6d_6574_7269; // "geometri"
    fn words(&self) -> &[u64; WORDS] {
        &self.opaque
    }
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.opaque
    }
    fn rebuilt(guarantee: Guarantee, [rate, ..]: [u64; 3]) -> Checked<Geometric> {
        let (numerator, denominator) = halves(rate);
        let rate = GeometricRate::new(numerator, denominator)?;
        Ok(Geometric::accepted_before(guarantee, rate))
    }
}

impl dpm_geometric {
    fn store_mechanism(&mut self, mechanism: &Geometric) {
        let rate = mechanism.rate();
        self.store(
            mechanism.guarantee(),
            [pair(rate.numerator(), rate.denominator()), 0, 0],
        );
    }
}

/// Size of a `dpm_geometric`, in bytes: DPM_GEOMETRIC_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_geometric_size() -> usize {
    DPM_GEOMETRIC_SIZE
}

/// Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with about the least noise that
/// does; delta may be 0. All arguments must be public facts. On a small device plan ahead and use dpm_geometric_init_checked(). The object does not count its releases:
/// that is the ledger's part (dpm_ledger_create()).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_init(
    mechanism: *mut dpm_geometric,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let made = Geometric::new(guarantee(adjacency, epsilon, delta, releases)?)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// dpm_geometric_init() with a planned rate, numerator/denominator, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_init_checked(
    mechanism: *mut dpm_geometric,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    numerator: u32,
    denominator: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let rate = GeometricRate::new(numerator, denominator)?;
        let made = Geometric::checked(guarantee(adjacency, epsilon, delta, releases)?, rate)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// dpm_geometric_init_checked() for pure noise, delta 0, in integers alone: DPM_ERR_GUARANTEE_NOT_MET unless `releases` times the counts that one event or visit changes times the rate are at
/// most epsilon_micro/1000000, the ledger's unit of epsilon (up to 1e12). The object promises the smallest double that is not below that. For a small device: it spares the program some 30 kB of
/// floating point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_init_pure(
    mechanism: *mut dpm_geometric,
    adjacency: c_int,
    epsilon_micro: u64,
    releases: u32,
    numerator: u32,
    denominator: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let rate = GeometricRate::new(numerator, denominator)?;
        let (adjacency, releases) = (
            super::privacy::adjacency(adjacency)?,
            Releases::new(releases)?,
        );
        let made = Geometric::pure(adjacency, epsilon_micro, releases, rate)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// The mechanism's rate, exactly, for the report that goes with a release. Public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_parameters(
    mechanism: *const dpm_geometric,
    numerator: *mut u32,
    denominator: *mut u32,
) -> dpm_status {
    status(|| {
        let mechanism = Input::new(mechanism, 1)?;
        let (numerator, denominator) = (Output::new(numerator, 1)?, Output::new(denominator, 1)?);
        disjoint(&[numerator.extent, denominator.extent], &[mechanism.extent])?;
        // SAFETY: checked above; the caller promises one readable object and two writable numbers.
        unsafe {
            let rate = mechanism.object().open()?.rate();
            numerator.write(rate.numerator());
            denominator.write(rate.denominator());
        }
        Ok(())
    })
}

/// What the mechanism promises: as dpm_dirichlet_guarantee().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_guarantee(
    mechanism: *const dpm_geometric,
    adjacency: *mut c_int,
    epsilon: *mut f64,
    delta: *mut f64,
    releases: *mut u32,
) -> dpm_status {
    // SAFETY: the caller of the C function promises one readable object and four writable numbers.
    unsafe { write_guarantee(mechanism, adjacency, epsilon, delta, releases) }
}

/// Releases one row privately as integers: counts[n] (secret) with noise on each, into noisy[n]; unbiased, below 0 where the noise is. Drawn and added with
/// integers alone. `rng` must be fresh for this release (see dpm_rng_init_with_permit()); it is left further along its stream. With DPM_ERR_TRIALS
/// noisy[n] is zeroed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_release_counts(
    mechanism: *const dpm_geometric,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    noisy: *mut i64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises two objects, n readable counts and n writable integers.
    unsafe {
        release_counts(
            (mechanism, rng),
            counts,
            n,
            noisy,
            Geometric::release_counts,
        )
    }
}

/// dpm_geometric_release_counts() as a row: dpm_noisy_counts_row() of these noisy counts, `floor` as there, into row[n]. Scratch: work[work_len], work_len >= n; it
/// holds the noisy counts afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_release_row(
    mechanism: *const dpm_geometric,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    floor: u32,
    work: *mut i64,
    work_len: usize,
    row: *mut f64,
) -> dpm_status {
    let (objects, work) = ((mechanism, rng), (work, work_len));
    // SAFETY: the caller of the C function promises two objects, n readable counts, work_len writable integers and n writable doubles.
    unsafe {
        release_row(
            objects,
            (counts, n),
            floor,
            work,
            row,
            Geometric::release_row,
        )
    }
}

/// Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n]. As dpm_geometric_release_row() otherwise; the scratch is that of one row. Row by
/// row, in order and from one `rng`, it is the same chain bit for bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_release_chain(
    mechanism: *const dpm_geometric,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    floor: u32,
    work: *mut i64,
    work_len: usize,
    matrix: *mut f64,
) -> dpm_status {
    let (objects, work) = ((mechanism, rng), (work, work_len));
    // SAFETY: the caller of the C function promises two objects, n * n readable counts, work_len writable integers and n * n writable doubles.
    unsafe {
        release_chain(
            objects,
            (counts, n),
            floor,
            work,
            matrix,
            |mechanism: &Geometric, rng, counts, floor, work, matrix| {
                mechanism
                    .release_chain(rng, counts, floor, work, matrix)
                    .map(drop)
            },
        )
    }
}
