//! Theorem 1 of "Differentially Private Data-Driven Markov Chain Modeling" (arXiv 2602.22443), for reproduction.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::opaque::{check_seal, seal};
use super::privacy::one_number;
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::domain;
use crate::domain::InParts;
use crate::mechanism::PublishedDirichlet;
use crate::privacy::published;

/// Size of a `dpm_published`, in bytes.
pub const DPM_PUBLISHED_SIZE: usize = 96;

/// One row's published (bordered) Dirichlet mechanism, in your storage. Initialise it where it stays: a copy is refused. It holds
/// nothing secret.
#[repr(C)]
pub struct dpm_published {
    /// Private: seal, parameters, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_published>() == DPM_PUBLISHED_SIZE);

const KIND: u64 = 0x7075_626c_6973_6865; // "publishe"

impl dpm_published {
    fn store(&mut self, concentration: f64, eta: f64, row_total: u64, n: usize) {
        self.opaque = [
            0,
            concentration.to_bits(),
            eta.to_bits(),
            row_total,
            n as u64,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        let address: *const dpm_published = self;
        let [first, rest @ ..] = &mut self.opaque;
        *first = seal(KIND, address, rest);
    }

    pub(super) fn open(&self) -> Checked<PublishedDirichlet> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let [concentration, eta, row_total, n, ..] = *rest;
        Ok(PublishedDirichlet::new(
            f64::from_bits(concentration),
            f64::from_bits(eta),
            row_total,
            n as usize,
        )?)
    }
}

/// epsilon (nats) of Theorem 1 as published, rounded up, into `*epsilon`: concentration `k`, border `eta` (the smallest share of an
/// entry), public row total, n entries, cut `gamma`. Holds together with dpm_published_delta() under DPM_ADJACENCY_DESTINATION, for
/// rows inside the border. The theorem's assumptions are enforced, each with its code: n >= 3 (DPM_ERR_PUBLISHED_STATES), gamma > 0,
/// gamma <= 1/(n-1) and n gamma <= 1 (DPM_ERR_ASSUMPTION_GAMMA), 0 < eta < 1/4 and n eta <= 1 (DPM_ERR_ASSUMPTION_BORDER), k >=
/// 3/(2 eta) (DPM_ERR_ASSUMPTION_CONCENTRATION), n eta + 1/row_total <= 1 (DPM_ERR_ROW_TOTAL). At the paper's own inputs (k = 20.6, eta =
/// 0.073, row_total 98, n = 5, gamma = 0.0004) the formula gives 2.2119; the 2.255 that the paper prints comes out if the neighbour is put at eta -
/// 1/row_total, outside the set that the theorem allows. The exact profile (dpm_dirichlet_epsilon()) is far tighter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_epsilon(
    k: f64,
    eta: f64,
    row_total: u64,
    n: usize,
    gamma: f64,
    epsilon: *mut f64,
) -> dpm_status {
    let compute = || {
        domain::cells(n)?;
        Ok(published::epsilon(k, eta, row_total, n, gamma)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon, compute) }
}

/// The guarantee of dpm_published_epsilon() with a smaller, proved epsilon: equal at n = 3, 2 to 77 % smaller above, and valid at n = 2 and for every k > 0
/// too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_epsilon_sharpened(
    k: f64,
    eta: f64,
    row_total: u64,
    n: usize,
    gamma: f64,
    epsilon: *mut f64,
) -> dpm_status {
    let compute = || {
        domain::cells(n)?;
        Ok(published::epsilon_sharpened(k, eta, row_total, n, gamma)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon, compute) }
}

/// A rigorous upper bound on the delta of Theorem 1, into `*delta_upper`. Arguments and codes as in dpm_published_epsilon().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_delta(
    k: f64,
    eta: f64,
    n: usize,
    gamma: f64,
    delta_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        domain::cells(n)?;
        Ok(published::delta_upper(k, eta, n, gamma)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(delta_upper, compute) }
}

/// The largest concentration at which dpm_published_epsilon() is at most `epsilon`, rounded down, into `*k`. DPM_ERR_UNREACHABLE where
/// already k = 3/(2 eta) costs more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_solve_k(
    epsilon: f64,
    eta: f64,
    row_total: u64,
    n: usize,
    gamma: f64,
    k: *mut f64,
) -> dpm_status {
    let compute = || {
        domain::cells(n)?;
        Ok(published::solve_k(epsilon, eta, row_total, n, gamma)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(k, compute) }
}

/// The event weight and the pseudo-count (`*weight`, `*pseudo_count`) whose exact profile is that of the published mechanism (k, eta,
/// row_total): feed them to dpm_dirichlet_epsilon() or dpm_dirichlet_delta() with DPM_ADJACENCY_DESTINATION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_parameters(
    k: f64,
    eta: f64,
    row_total: u64,
    weight: *mut f64,
    pseudo_count: *mut f64,
) -> dpm_status {
    status(|| {
        let (weight, pseudo_count) = (Output::new(weight, 1)?, Output::new(pseudo_count, 1)?);
        disjoint(&[weight.extent, pseudo_count.extent], &[])?;
        let parameters = published::parameters(k, eta, row_total)?;
        // SAFETY: checked above; the caller promises two writable doubles.
        unsafe {
            weight.write(parameters.weight.get());
            pseudo_count.write(parameters.pseudo_count.get());
        }
        Ok(())
    })
}

/// Size of a `dpm_published`, in bytes: DPM_PUBLISHED_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_published_size() -> usize {
    DPM_PUBLISHED_SIZE
}

/// Makes the published mechanism with concentration `k` (dpm_published_solve_k() gives one) and border `eta` for one row of n entries
/// whose total `row_total` is public. All arguments must be public facts. The theorem's assumptions are enforced as in
/// dpm_published_epsilon().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_init(
    mechanism: *mut dpm_published,
    k: f64,
    eta: f64,
    row_total: u64,
    n: usize,
) -> dpm_status {
    status(|| {
        let out = Output::new(mechanism, 1)?;
        domain::cells(n)?;
        PublishedDirichlet::new(k, eta, row_total, n)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store(k, eta, row_total, n);
        Ok(())
    })
}

/// Releases one row: counts[n] into row[n], multiples of 2^-32 that sum to exactly 1. A row with another total
/// (DPM_ERR_ROW_TOTAL) or with a count below eta * row_total (DPM_ERR_BELOW_BORDER) is refused, and that refusal is NOT protected:
/// do not publish it. dpm_dirichlet_release_row() refuses no row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_release_row(
    mechanism: *const dpm_published,
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
        let (mechanism, mut generator) = (mechanism.open()?, rng.open()?);
        let outcome = mechanism.release_row(&mut generator, counts, row);
        rng.store(&generator);
        Ok(outcome?)
    })
}

/// Releases a whole chain, row i by its own mechanism rows[i] (n of them): counts[n * n] into matrix[n * n]. All rows are looked at
/// before the first is released. As dpm_published_release_row() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_published_release_chain(
    rows: *const dpm_published,
    rng: *mut dpm_rng,
    counts: *const u32,
    n: usize,
    matrix: *mut f64,
) -> dpm_status {
    status(|| {
        let cells = domain::cells(n)?;
        let (rows, rng) = (Input::new(rows, n)?, Output::new(rng, 1)?);
        let (counts, matrix) = (Input::new(counts, cells)?, Output::new(matrix, cells)?);
        disjoint(&[rng.extent, matrix.extent], &[rows.extent, counts.extent])?;
        // SAFETY: checked above; the caller promises n + 1 objects, n * n readable counts and n * n writable doubles.
        let (rows, rng, counts, matrix) = unsafe {
            (
                rows.elements(),
                rng.object(),
                counts.elements(),
                matrix.elements(),
            )
        };
        let mut generator = rng.open()?;
        for (mechanism, counts) in rows.iter().zip(counts.parts(n)) {
            mechanism.open()?.check(counts)?;
        }
        for ((mechanism, counts), row) in rows.iter().zip(counts.parts(n)).zip(matrix.parts_mut(n))
        {
            // Opened and checked above, and drawing does not fail: all of the matrix is written, or nothing.
            mechanism.open()?.draw(&mut generator, counts, row);
        }
        rng.store(&generator);
        Ok(())
    })
}
