//! Releases on a support: noise and probability for the feasible cells alone.
use super::guard::{Checked, Input, Output, disjoint, scratch, status};
use super::mechanism::dpm_dirichlet;
use super::object::{Object, draw};
use super::polya::dpm_polya;
use super::privacy::guarantee;
use super::published::dpm_published;
use super::random::dpm_rng;
use super::rows::{dpm_dirichlet_row, parameters};
use super::status::dpm_status;
use super::support::Rows;
use crate::counts::{SparseCounts, Support};
use crate::error::Result;
use crate::mechanism::{DirichletRows, Polya, PublishedDirichlet, polya_work_len};
use crate::random::Generator;
use core::ffi::c_int;
use core::ptr::NonNull;
use zeroize::Zeroize;

/// starts, targets, n, cells.
pub(super) type Set = (*const u32, *const u16, usize, usize);

/// What every release on a support asks for but its mechanism.
struct Parts<'a, W, T> {
    rng: &'a mut dpm_rng,
    counts: SparseCounts<'a, 'a>,
    work: &'a mut [W],
    out: &'a mut [T],
}

/// Checks and opens them. `mechanism` is checked for overlap; `needed`: elements of scratch.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n + 1 starts, `cells` targets and counts) and read and written (one generator, `work_len` elements, `cells`
/// elements of the output).
unsafe fn parts<'a, M, W, T>(
    mechanism: &Input<M>,
    rng: *mut dpm_rng,
    (starts, targets, n, cells): Set,
    counts: *const u32,
    (work, work_len): (*mut W, usize),
    needed: impl FnOnce(&Support<'_>) -> usize,
    out: *mut T,
) -> Checked<Parts<'a, W, T>> {
    let rows = Rows::new(starts, targets, n, cells)?;
    let (rng, counts) = (Output::new(rng, 1)?, Input::new(counts, cells)?);
    let out = Output::new(out, cells)?;
    // SAFETY: checked above; promised by this function's caller. It is only read, and nothing is written before `disjoint` is asked.
    let support: Support<'a> = unsafe { rows.checked()? };
    let work = scratch(work, work_len, needed(&support))?;
    let [starts, targets] = rows.extents();
    disjoint(
        &[rng.extent, work.extent, out.extent],
        &[mechanism.extent, starts, targets, counts.extent],
    )?;
    // SAFETY: checked above; promised by this function's caller.
    unsafe {
        Ok(Parts {
            rng: rng.object(),
            counts: SparseCounts::new(support, counts.elements())?,
            work: work.elements(),
            out: out.elements(),
        })
    }
}

/// No scratch.
pub(super) fn nothing() -> (*mut u8, usize) {
    (NonNull::dangling().as_ptr(), 0)
}

/// The body of the releases of one sealed mechanism.
///
/// # Safety
/// As [`parts`]; a mechanism that is not NULL and is aligned can be read.
pub(super) unsafe fn release<O: Object, W, T>(
    (mechanism, rng): (*const O, *mut dpm_rng),
    support: Set,
    counts: *const u32,
    work: (*mut W, usize),
    needed: impl FnOnce(&Support<'_>) -> usize,
    out: *mut T,
    run: impl FnOnce(
        &O::Mechanism,
        &mut Generator,
        SparseCounts<'_, '_>,
        &mut [W],
        &mut [T],
    ) -> Result<()>,
) -> dpm_status {
    status(|| {
        let mechanism = Input::new(mechanism, 1)?;
        // SAFETY: checked above; promised by this function's caller.
        unsafe {
            let parts = parts(&mechanism, rng, support, counts, work, needed, out)?;
            draw(mechanism.object(), parts.rng, |mechanism, generator| {
                run(mechanism, generator, parts.counts, parts.work, parts.out)
            })
        }
    })
}

/// Releases a chain on a support privately: counts[cells] (secret) into values[cells], both in the order of the support's cells (see dpm_support_check(), as which it
/// checks it here). As dpm_dirichlet_release_chain() otherwise, with the same guarantee whatever the support; a row of one cell is 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_release_sparse(
    mechanism: *const dpm_dirichlet,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    values: *mut f64,
) -> dpm_status {
    let (objects, set) = ((mechanism, rng), (starts, targets, n, cells));
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts and `cells` writable doubles.
    unsafe {
        release(
            objects,
            set,
            counts,
            nothing(),
            |_| 0,
            values,
            |mechanism, rng, counts, _, values| {
                mechanism.release_sparse(rng, counts, values).map(drop)
            },
        )
    }
}

/// dpm_dirichlet_release_sparse() for rows that have parameters of their own: rows[n], as in dpm_dirichlet_release_chain_rows(). The parameters of a row of one cell count in the guarantee all
/// the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_release_sparse_rows(
    rng: *mut dpm_rng,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    rows: *const dpm_dirichlet_row,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    values: *mut f64,
) -> dpm_status {
    status(|| {
        crate::domain::cells(n)?;
        let rows = Input::new(rows, n)?;
        let set = (starts, targets, n, cells);
        // SAFETY: checked above; the caller promises one object, n readable rows, the support, `cells` readable counts and `cells` writable doubles.
        let (rows, parts) = unsafe {
            let parts = parts(&rows, rng, set, counts, nothing(), |_| 0, values)?;
            (rows.elements(), parts)
        };
        let mut generator = parts.rng.open()?;
        let promise = guarantee(adjacency, epsilon, delta, releases)?;
        let outcome = DirichletRows::checked(promise, parameters(rows)?)?
            .release_sparse(&mut generator, parts.counts, parts.out)
            .map(drop);
        parts.rng.store(&generator);
        Ok(outcome?)
    })
}

/// Releases a chain on a support by the published mechanism: one object for each row of two or more cells, in order, in rows[rows_len], made for that row's number of
/// cells, border and public row total (of the events counted in it); a row of one cell is 1 and has none. counts[cells] into values[cells]; the support is checked
/// as by dpm_support_check(). DPM_ERR_PUBLISHED_STATES where a row has two cells: the theorem says nothing there. DPM_ERR_LENGTH where the objects are not
/// one for each such row, each made for its number of cells. Refusals as in dpm_published_release_row(), not protected. With DPM_OUTSIDE_DROP an event that
/// leaves the support changes a row total, which the theorem does not allow: record with a public state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_release_sparse(
    rows: *const dpm_published,
    rows_len: usize,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    values: *mut f64,
) -> dpm_status {
    status(|| {
        let rows = Input::new(rows, rows_len)?;
        let set = (starts, targets, n, cells);
        // SAFETY: checked above; the caller promises `rows_len` + 1 objects, the support, `cells` readable counts and `cells` writable doubles.
        let (rows, parts) = unsafe {
            let parts = parts(&rows, rng, set, counts, nothing(), |_| 0, values)?;
            (rows.elements(), parts)
        };
        let mut generator = parts.rng.open()?;
        for row in rows {
            row.open()?;
        }
        // All open: nothing is left out.
        let opened = rows.iter().filter_map(|row| row.open().ok());
        let outcome =
            PublishedDirichlet::release_sparse_of(opened, &mut generator, parts.counts, parts.out)
                .map(drop);
        parts.rng.store(&generator);
        Ok(outcome?)
    })
}

/// Releases a chain on a support: counts[cells] (secret) into values[cells], every row with the same urn; a row of one cell is 1. Made with n states the mechanism's
/// promise holds for rows of n or more cells: make it with `*fewest` of dpm_support_row_lens(), else DPM_ERR_GUARANTEE_NOT_MET. Scratch: work[work_len], work_len >=
/// DPM_POLYA_WORK_LEN(`*most`); what is used of it is wiped. As dpm_polya_release_chain() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_sparse(
    mechanism: *const dpm_polya,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    work: *mut u32,
    work_len: usize,
    values: *mut f64,
) -> dpm_status {
    let (objects, set, work) = (
        (mechanism, rng),
        (starts, targets, n, cells),
        (work, work_len),
    );
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts, work_len writable words and `cells` writable doubles.
    unsafe {
        release(
            objects,
            set,
            counts,
            work,
            urn_work,
            values,
            |urn: &Polya, rng, counts, work, values| {
                let outcome = urn.release_sparse(rng, counts, work, values).map(drop);
                work.zeroize();
                outcome
            },
        )
    }
}

/// dpm_polya_release_sparse() as integers, the tallies of every row with the sum `draws`, into tallies[cells]; a row of one cell has them all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_release_sparse_tallies(
    mechanism: *const dpm_polya,
    rng: *mut dpm_rng,
    starts: *const u32,
    targets: *const u16,
    n: usize,
    cells: usize,
    counts: *const u32,
    work: *mut u32,
    work_len: usize,
    tallies: *mut u32,
) -> dpm_status {
    let (objects, set, work) = (
        (mechanism, rng),
        (starts, targets, n, cells),
        (work, work_len),
    );
    // SAFETY: the caller of the C function promises two objects, the support, `cells` readable counts, work_len and `cells` writable words.
    unsafe {
        release(
            objects,
            set,
            counts,
            work,
            urn_work,
            tallies,
            |urn: &Polya, rng, counts, work, tallies| {
                let outcome = urn.release_sparse_tallies(rng, counts, work, tallies);
                work.zeroize();
                outcome
            },
        )
    }
}

fn urn_work(support: &Support<'_>) -> usize {
    polya_work_len(support.most_cells())
}
