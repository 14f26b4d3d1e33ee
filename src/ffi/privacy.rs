//! What is promised: exact accounting of the smoothed Dirichlet mechanism.
use super::guard::{Checked, Output, number, status};
use super::status::dpm_status;
use crate::domain::{Delta, Epsilon, PseudoCount, Releases};
use crate::privacy::{self, Adjacency, DirichletParameters, Guarantee};
use core::ffi::c_int;

/// One event keeps its source and goes elsewhere; row totals are public.
pub const DPM_ADJACENCY_DESTINATION: c_int = 0;
/// One event is present in one log only.
pub const DPM_ADJACENCY_ADD_REMOVE: c_int = 1;
/// One event is replaced by any other, its source included.
pub const DPM_ADJACENCY_EVENT: c_int = 2;
/// One visited state inside a session is replaced.
pub const DPM_ADJACENCY_VISIT: c_int = 3;
/// One visited state is inserted into or dropped from a session.
pub const DPM_ADJACENCY_VISIT_PRESENCE: c_int = 4;

/// From the code of the header.
pub(super) fn adjacency(code: c_int) -> Checked<Adjacency> {
    Ok(Adjacency::from_code(code)?)
}

/// The four numbers of a guarantee, checked.
pub(super) fn guarantee(
    code: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
) -> Checked<Guarantee> {
    Ok(Guarantee::new(adjacency(code)?, epsilon, delta, releases)?)
}

/// Computes one number and writes it.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be written.
pub(super) unsafe fn one_number(
    out: *mut f64,
    compute: impl FnOnce() -> Checked<f64>,
) -> dpm_status {
    status(|| {
        let out = Output::new(out, 1)?;
        let value = number(compute()?)?;
        // SAFETY: checked above; promised by this function's caller.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// An upper bound on delta at `epsilon` (nats, 0 to 1e6) over all `releases` of the same log together, for the smoothed
/// Dirichlet mechanism with event weight `weight` (1e-9 to 1e9) and pseudo-count `pseudo_count` (1e-6 to 1e9, in events).
/// Never below the truth, never 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_delta(
    adjacency: c_int,
    weight: f64,
    pseudo_count: f64,
    releases: u32,
    epsilon: f64,
    delta_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        let (releases, epsilon) = (Releases::new(releases)?, Epsilon::new(epsilon)?);
        Ok(privacy::delta_upper(
            self::adjacency(adjacency)?,
            &parameters,
            releases,
            epsilon,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(delta_upper, compute) }
}

/// An epsilon (nats) at which the guarantee holds with `delta` over all `releases` of the same log together: the smallest, up
/// to less than 0.1 %, rounded up. Parameters as in dpm_dirichlet_delta().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_epsilon(
    adjacency: c_int,
    weight: f64,
    pseudo_count: f64,
    releases: u32,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        let (releases, delta) = (Releases::new(releases)?, Delta::new(delta)?);
        Ok(privacy::epsilon_upper(
            self::adjacency(adjacency)?,
            &parameters,
            releases,
            delta,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}

/// The largest event weight at which (epsilon, delta) holds over all `releases`, up to less than 0.1 %, rounded down.
/// DPM_ERR_UNREACHABLE where no weight does at this pseudo-count: dpm_smallest_pseudo_count() says which do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_solve_weight(
    adjacency: c_int,
    pseudo_count: f64,
    releases: u32,
    epsilon: f64,
    delta: f64,
    weight: *mut f64,
) -> dpm_status {
    let compute = || {
        let guarantee = guarantee(adjacency, epsilon, delta, releases)?;
        Ok(privacy::solve_weight(&guarantee, PseudoCount::new(pseudo_count)?)?.get())
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(weight, compute) }
}

/// The smallest pseudo-count (in events) at which some event weight meets (epsilon, delta) over all `releases`, rounded up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_smallest_pseudo_count(
    adjacency: c_int,
    epsilon: f64,
    delta: f64,
    releases: u32,
    pseudo_count: *mut f64,
) -> dpm_status {
    let compute = || {
        Ok(privacy::smallest_pseudo_count(&guarantee(adjacency, epsilon, delta, releases)?)?.get())
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(pseudo_count, compute) }
}

/// An upper bound on the Renyi divergence (nats) of order `order` (> 1, else DPM_ERR_DOMAIN) between neighbouring logs over all
/// `releases`, into `*divergence_upper`; infinity at orders where there is none. Parameters as in dpm_dirichlet_delta(). For ledgers:
/// divergences of one order add up over different mechanisms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_renyi(
    adjacency: c_int,
    weight: f64,
    pseudo_count: f64,
    releases: u32,
    order: f64,
    divergence_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        let releases = Releases::new(releases)?;
        Ok(privacy::renyi::renyi_divergence_upper(
            self::adjacency(adjacency)?,
            &parameters,
            releases,
            order,
        )?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(divergence_upper, compute) }
}

/// An epsilon (nats) that the best single Renyi order proves at `delta` over all `releases`: cheaper than dpm_dirichlet_epsilon() on
/// a small device, and looser. Arguments as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_dirichlet_renyi_epsilon(
    adjacency: c_int,
    weight: f64,
    pseudo_count: f64,
    releases: u32,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let parameters = DirichletParameters::new(weight, pseudo_count)?;
        let (releases, delta) = (Releases::new(releases)?, Delta::new(delta)?);
        Ok(privacy::renyi::renyi_epsilon_upper(
            self::adjacency(adjacency)?,
            &parameters,
            releases,
            delta,
        ))
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}
