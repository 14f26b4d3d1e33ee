//! What Polya's urn promises.
use super::guard::{Output, status};
use super::privacy::{guarantee, one_number};
use super::status::dpm_status;
use crate::domain::{self, Delta, Epsilon, PolyaParameters, Releases};
use crate::privacy::urn;
use core::ffi::c_int;

/// An upper bound on delta at `epsilon` over all `releases` of the same log of n states together, for Polya's urn with these masses
/// (dpm_polya_release_row_unchecked() says what they are) and `draws` draws a row. Exactly 0 where the guarantee is pure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_delta(
    adjacency: c_int,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    releases: u32,
    epsilon: f64,
    delta_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        let (releases, epsilon) = (Releases::new(releases)?, Epsilon::new(epsilon)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        domain::cells(n)?;
        Ok(urn::delta_upper(adjacency, &urn, n, releases, epsilon)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(delta_upper, compute) }
}

/// An epsilon (nats) at which the guarantee holds with `delta` (0 too) over all `releases` together, rounded up. Parameters as in dpm_polya_delta().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_epsilon(
    adjacency: c_int,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    releases: u32,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        let (releases, delta) = (Releases::new(releases)?, Delta::new(delta)?);
        let adjacency = super::privacy::adjacency(adjacency)?;
        domain::cells(n)?;
        Ok(urn::epsilon_upper(adjacency, &urn, n, releases, delta)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}

/// The epsilon (nats) that holds with delta = 0 over all `releases` together, rounded up. It can lie above 1e6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_pure_epsilon(
    adjacency: c_int,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    draws: u32,
    releases: u32,
    epsilon_upper: *mut f64,
) -> dpm_status {
    let compute = || {
        let urn = PolyaParameters::new(event_mass, prior_mass, draw_mass, draws)?;
        let (adjacency, releases) = (
            super::privacy::adjacency(adjacency)?,
            Releases::new(releases)?,
        );
        domain::cells(n)?;
        Ok(urn::pure_epsilon_upper(adjacency, &urn, n, releases)?)
    };
    // SAFETY: the caller of the C function promises one writable double.
    unsafe { one_number(epsilon_upper, compute) }
}

/// The largest number of draws a row at which the urn meets `epsilon` over all `releases` with delta = 0, into `*draws`.
/// DPM_ERR_UNREACHABLE where one draw is too many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_polya_largest_pure_draws(
    adjacency: c_int,
    n: usize,
    event_mass: u32,
    prior_mass: u32,
    draw_mass: u32,
    releases: u32,
    epsilon: f64,
    draws: *mut u32,
) -> dpm_status {
    status(|| {
        let draws = Output::new(draws, 1)?;
        domain::cells(n)?;
        let pure = guarantee(adjacency, epsilon, 0.0, releases)?;
        let largest = urn::largest_pure_draws(&pure, event_mass, prior_mass, draw_mass, n)?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { draws.write(largest) };
        Ok(())
    })
}
