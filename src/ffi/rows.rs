//! Chains whose rows have parameters of their own.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::privacy::guarantee;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::counts::Counts;
use crate::domain;
use crate::mechanism::DirichletRows;
use crate::privacy::DirichletParameters;
use core::ffi::c_int;

/// The parameters of one row: its Dirichlet parameters are weight * (count + pseudo_count). Public, and not computed from the log.
#[repr(C)]
pub struct dpm_dirichlet_row {
    /// The event weight, as in dpm_dirichlet_init_checked().
    pub weight: f64,
    /// The pseudo-count, in events.
    pub pseudo_count: f64,
}

// What `parameters` relies on: the same two doubles in the same places.
const _: () = assert!(
    size_of::<dpm_dirichlet_row>() == size_of::<DirichletParameters>()
        && align_of::<dpm_dirichlet_row>() == align_of::<DirichletParameters>()
        && core::mem::offset_of!(dpm_dirichlet_row, weight)
            == core::mem::offset_of!(DirichletParameters, weight)
        && core::mem::offset_of!(dpm_dirichlet_row, pseudo_count)
            == core::mem::offset_of!(DirichletParameters, pseudo_count)
);

/// Checks every row, and only then calls them parameters.
pub(super) fn parameters(rows: &[dpm_dirichlet_row]) -> Checked<&[DirichletParameters]> {
    for row in rows {
        DirichletParameters::new(row.weight, row.pseudo_count)?;
    }
    // SAFETY: DirichletParameters is repr(C) of two repr(transparent) doubles, laid out as dpm_dirichlet_row (asserted above), and each
    // pair of values was accepted by its constructor in the loop; length and lifetime are those of `rows`.
    Ok(unsafe {
        core::slice::from_raw_parts(rows.as_ptr().cast::<DirichletParameters>(), rows.len())
    })
}

/// Releases a whole chain whose rows have parameters of their own, rows[n], privately: counts[n * n], row by row (secret) into
/// matrix[n * n]. The promise (epsilon, delta) under `adjacency` over all `releases` of the same log together is verified for the
/// rows as they stand together, at every call: DPM_ERR_GUARANTEE_NOT_MET where it would not hold. Under DPM_ADJACENCY_DESTINATION
/// and DPM_ADJACENCY_ADD_REMOVE the worst row counts; under the others an event may leave one row for another, and that is
/// counted too. All arguments but `counts` must be public facts. `rng` must be fresh for this release (see dpm_rng_init()); it is left
/// further along its stream. Each row consists of positive multiples of 2^-32 that sum to exactly 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_release_chain_rows(
    rng: *mut dpm_rng,
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    rows: *const dpm_dirichlet_row,
    counts: *const u32,
    n: usize,
    matrix: *mut f64,
) -> dpm_status {
    status(|| {
        let cells = domain::cells(n)?;
        let (rng, rows) = (Output::new(rng, 1)?, Input::new(rows, n)?);
        let (counts, matrix) = (Input::new(counts, cells)?, Output::new(matrix, cells)?);
        disjoint(&[rng.extent, matrix.extent], &[rows.extent, counts.extent])?;
        // SAFETY: checked above; the caller promises one object, n readable rows, n * n readable counts and n * n writable doubles.
        let (rng, rows, counts, matrix) = unsafe {
            (
                rng.object(),
                rows.elements(),
                counts.elements(),
                matrix.elements(),
            )
        };
        let mut generator = rng.open()?;
        let mechanism = DirichletRows::checked(
            guarantee(adjacency, epsilon, delta, releases)?,
            parameters(rows)?,
        )?;
        let outcome = mechanism
            .release_chain(&mut generator, Counts::new(counts, n)?, matrix)
            .map(|_| ());
        rng.store(&generator);
        Ok(outcome?)
    })
}
