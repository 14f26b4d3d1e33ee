//! Discrete Gaussian noise on every count: what it promises, and the mechanism as an object made from a guarantee.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::noisy::{release_chain, release_counts, release_row};
use super::object::{Object, WORDS, write_guarantee};
use super::privacy::{guarantee, one_number};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain::{Delta, Epsilon, Releases, Variance};
use crate::mechanism::Gaussian;
use crate::privacy::{Guarantee, gaussian};
use core::ffi::c_int;

/// An upper bound on delta at `epsilon` over all `releases` of the same log together, for discrete Gaussian noise on every count, variance = numerator/denominator.
/// P(k) proportional to exp(-k^2/(2 variance)); numerator from 1 to 2^40, denominator from 1 to 1024 (DPM_ERR_VARIANCE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_delta(
    adjacency: c_int,
    numerator: u64,
    denominator: u32,
    releases: u32,
    epsilon: f64,
    delta_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let variance = Variance::new(numerator, denominator)?;
        let (releases, epsilon) = (Releases::new(releases)?, Epsilon::new(epsilon)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        Ok(gaussian::delta_upper(
            adjacency, variance, releases, epsilon,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(delta_upper, compute) }
}

/// An epsilon (nats) at which the guarantee holds with `delta` (> 0, else DPM_ERR_NOT_PURE) over all `releases` together, rounded up. Parameters as in dpm_gaussian_delta().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_epsilon(
    adjacency: c_int,
    numerator: u64,
    denominator: u32,
    releases: u32,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let variance = Variance::new(numerator, denominator)?;
        let (releases, delta) = (Releases::new(releases)?, Delta::new(delta)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        Ok(gaussian::epsilon_upper(
            adjacency, variance, releases, delta,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}

/// The smallest variance of a fine grid, numerator/denominator, with which discrete Gaussian noise meets (epsilon, delta) over all `releases`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_solve_variance(
    adjacency: c_int,
    releases: u32,
    epsilon: f64,
    delta: f64,
    numerator: *mut u64,
    denominator: *mut u32,
) -> dpm_status {
    status(|| {
        let (numerator, denominator) = (Output::new(numerator, 1)?, Output::new(denominator, 1)?);
        disjoint(&[numerator.extent, denominator.extent], &[])?;
        let variance = gaussian::solve_variance(&guarantee(adjacency, epsilon, delta, releases)?)?;
        // SAFETY: checked above; the caller promises two writable numbers.
        unsafe {
            numerator.write(variance.numerator());
            denominator.write(variance.denominator());
        }
        Ok(())
    })
}

/// Size of a `dpm_gaussian`, in bytes.
pub const DPM_GAUSSIAN_SIZE: usize = 96;

/// A mechanism of discrete Gaussian noise whose variance meets its guarantee, in your storage. Initialise it where it stays: a copy is refused. It
/// holds nothing secret.
#[repr(C)]
pub struct dpm_gaussian {
    /// Private: seal, guarantee, variance, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_gaussian>() == DPM_GAUSSIAN_SIZE);

impl Object for dpm_gaussian {
    type Mechanism = Gaussian;
    const KIND: u64 = 0x6761_7573_7369_616e; // "gaussian"
    fn words(&self) -> &[u64; WORDS] {
        &self.opaque
    }
    fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.opaque
    }
    fn rebuilt(guarantee: Guarantee, [numerator, denominator, _]: [u64; 3]) -> Checked<Gaussian> {
        let variance = Variance::new(numerator, denominator as u32)?;
        Ok(Gaussian::accepted_before(guarantee, variance))
    }
}

impl dpm_gaussian {
    fn store_mechanism(&mut self, mechanism: &Gaussian) {
        let variance = mechanism.variance();
        self.store(
            mechanism.guarantee(),
            [variance.numerator(), u64::from(variance.denominator()), 0],
        );
    }
}

/// Size of a `dpm_gaussian`, in bytes: DPM_GAUSSIAN_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_gaussian_size() -> usize {
    DPM_GAUSSIAN_SIZE
}

/// Makes the mechanism that promises (epsilon, delta) under `adjacency` over all `releases` of the same log together, with about the least noise that
/// does. All arguments must be public facts. On a small device plan ahead and use dpm_gaussian_init_checked(). The object does not count its releases:
/// that is the ledger's part (dpm_ledger_create()).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_init(
    mechanism: *mut dpm_gaussian,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let made = Gaussian::new(guarantee(adjacency, epsilon, delta, releases)?)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// dpm_gaussian_init() with a planned variance, numerator/denominator, which is verified, not trusted: DPM_ERR_GUARANTEE_NOT_MET where the promise would not hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_init_checked(
    mechanism: *mut dpm_gaussian,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    numerator: u64,
    denominator: u32,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        let variance = Variance::new(numerator, denominator)?;
        let made = Gaussian::checked(guarantee(adjacency, epsilon, delta, releases)?, variance)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store_mechanism(&made);
        Ok(())
    })
}

/// The mechanism's variance, exactly, for the report that goes with a release. Public.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_parameters(
    mechanism: *const dpm_gaussian,
    numerator: *mut u64,
    denominator: *mut u32,
) -> dpm_status {
    status(|| {
        let mechanism = Input::new(mechanism, 1)?;
        let (numerator, denominator) = (Output::new(numerator, 1)?, Output::new(denominator, 1)?);
        disjoint(&[numerator.extent, denominator.extent], &[mechanism.extent])?;
        // SAFETY: checked above; the caller promises one readable object and two writable numbers.
        unsafe {
            let variance = mechanism.object().open()?.variance();
            numerator.write(variance.numerator());
            denominator.write(variance.denominator());
        }
        Ok(())
    })
}

/// What the mechanism promises: as dpm_dirichlet_guarantee().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_guarantee(
    mechanism: *const dpm_gaussian,
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
pub unsafe extern "C" fn dpm_gaussian_release_counts(
    mechanism: *const dpm_gaussian,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    noisy: *mut i64,
) -> dpm_status {
    // SAFETY: the caller of the C function promises two objects, n readable counts and n writable integers.
    unsafe { release_counts((mechanism, rng), counts, n, noisy, Gaussian::release_counts) }
}

/// dpm_gaussian_release_counts() as a row: dpm_noisy_counts_row() of these noisy counts, `floor` as there, into row[n]. Scratch: work[work_len], work_len >= n; it
/// holds the noisy counts afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_release_row(
    mechanism: *const dpm_gaussian,
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
            Gaussian::release_row,
        )
    }
}

/// Releases a whole chain: counts[n * n], row by row (secret), into matrix[n * n]. As dpm_gaussian_release_row() otherwise; the scratch is that of one row. Row by
/// row, in order and from one `rng`, it is the same chain bit for bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_release_chain(
    mechanism: *const dpm_gaussian,
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
            |mechanism: &Gaussian, rng, counts, floor, work, matrix| {
                mechanism
                    .release_chain(rng, counts, floor, work, matrix)
                    .map(drop)
            },
        )
    }
}
