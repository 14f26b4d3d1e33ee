//! Releases on a support with noise on every count, and what is made of noisy counts afterwards.
use super::gaussian::dpm_gaussian;
use super::geometric::dpm_geometric;
use super::guard::{Input, Output, disjoint, status};
use super::object::Object;
use super::random::dpm_rng;
use super::sparse_releases::{Set, nothing, release};
use super::status::dpm_status;
use super::support::Rows;
use crate::counts::{SparseCounts, Support};
use crate::domain::Floor;
use crate::error::Result;
use crate::mechanism::{Gaussian, Geometric, noisy};
use crate::random::Generator;

/// The body of both `..._release_sparse` with noise on every count.
///
/// # Safety
/// As [`release`].
unsafe fn noisy_chain<O: Object>(
    objects: (*const O, *mut dpm_rng),
    set: Set,
    (counts, floor): (*const u32, u32),
    work: (*mut i64, usize),
    values: *mut f64,
    run: impl FnOnce(
        &O::Mechanism,
        &mut Generator,
        SparseCounts<'_, '_>,
        Floor,
        &mut [i64],
        &mut [f64],
    ) -> Result<()>,
) -> dpm_status {
    let floor = match Floor::new(floor) {
        Ok(floor) => floor,
        Err(error) => return status(|| Err(error.into())),
    };
    let needed = |support: &Support<'_>| support.most_cells();
    // SAFETY: promised by this function's caller.
    unsafe {
        release(
            objects,
            set,
            counts,
            work,
            needed,
            values,
            |mechanism, rng, counts, work, values| run(mechanism, rng, counts, floor, work, values),
        )
    }
}

/// Releases a chain on a support: counts[cells] (secret) with noise on each, made rows as by dpm_noisy_counts_row(), into values[cells]; a row of one cell is 1.
/// Scratch: work[work_len], work_len >= `*most` of dpm_support_row_lens() (n is always enough). The support is checked as by dpm_support_check(). As
/// dpm_geometric_release_chain() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_release_sparse(
    mechanism: *const dpm_geometric,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    floor: u32,
    work: *mut i64,
    work_len: usize,
    values: *mut f64,
) -> dpm_status {
    let (objects, set, work) = (
        (mechanism, rng),
        (starts, targets, n, cells),
        (work, work_len),
    );
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts, work_len writable integers and `cells` writable doubles.
    unsafe {
        noisy_chain(
            objects,
            set,
            (counts, floor),
            work,
            values,
            |m: &Geometric, rng, counts, floor, work, values| {
                m.release_sparse(rng, counts, floor, work, values).map(drop)
            },
        )
    }
}

/// Releases the counts of a support as integers: counts[cells] (secret) with noise on each, rows of one cell included, into noisy[cells]. The support is checked as by
/// dpm_support_check(). As dpm_geometric_release_counts() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_geometric_release_sparse_counts(
    mechanism: *const dpm_geometric,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    noisy: *mut i64,
) -> dpm_status {
    let (objects, set) = ((mechanism, rng), (starts, targets, n, cells));
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts and `cells` writable integers.
    unsafe {
        release(
            objects,
            set,
            counts,
            nothing(),
            |_| 0,
            noisy,
            |m: &Geometric, rng, counts, _, noisy| m.release_sparse_counts(rng, counts, noisy),
        )
    }
}

/// As dpm_geometric_release_sparse(), with Gaussian noise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_release_sparse(
    mechanism: *const dpm_gaussian,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    floor: u32,
    work: *mut i64,
    work_len: usize,
    values: *mut f64,
) -> dpm_status {
    let (objects, set, work) = (
        (mechanism, rng),
        (starts, targets, n, cells),
        (work, work_len),
    );
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts, work_len writable integers and `cells` writable doubles.
    unsafe {
        noisy_chain(
            objects,
            set,
            (counts, floor),
            work,
            values,
            |m: &Gaussian, rng, counts, floor, work, values| {
                m.release_sparse(rng, counts, floor, work, values).map(drop)
            },
        )
    }
}

/// As dpm_geometric_release_sparse_counts(), with Gaussian noise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_gaussian_release_sparse_counts(
    mechanism: *const dpm_gaussian,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    noisy: *mut i64,
) -> dpm_status {
    let (objects, set) = ((mechanism, rng), (starts, targets, n, cells));
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts and `cells` writable integers.
    unsafe {
        release(
            objects,
            set,
            counts,
            nothing(),
            |_| 0,
            noisy,
            |m: &Gaussian, rng, counts, _, noisy| m.release_sparse_counts(rng, counts, noisy),
        )
    }
}

/// dpm_noisy_counts_row() for every row of a support: noisy[cells], of one release or added up over many, into values[cells]; a row of one cell is 1. The support is checked as by
/// dpm_support_check().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_noisy_counts_sparse(
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    noisy: *const i64,
    floor: u32,
    values: *mut f64,
) -> dpm_status {
    status(|| {
        let floor = Floor::new(floor)?;
        let rows = Rows::new(starts, targets, n, cells)?;
        let (noisy, values) = (Input::new(noisy, cells)?, Output::new(values, cells)?);
        let [starts, targets] = rows.extents();
        disjoint(&[values.extent], &[starts, targets, noisy.extent])?;
        // SAFETY: checked above; the caller promises the support, `cells` readable integers and `cells` writable doubles.
        unsafe { noisy::to_sparse(rows.checked()?, noisy.elements(), floor, values.elements())? };
        Ok(())
    })
}
