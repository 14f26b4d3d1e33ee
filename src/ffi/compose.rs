//! What several releases of the same events promise together.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::privacy::adjacency;
use super::status::{DPM_ERR_MECHANISM, Status, dpm_status};
use crate::domain::{self, Delta, Epsilon, GeometricRate, PolyaParameters, Releases, Variance};
use crate::error::{Error, Result};
use crate::privacy::compose::{self, Bound, Composed};
use crate::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use core::ffi::c_int;
use heapless::Vec;

/// The smoothed Dirichlet mechanism: dpm_dirichlet.
pub const DPM_MECHANISM_DIRICHLET: c_int = 0;
/// Polya's urn: dpm_polya.
pub const DPM_MECHANISM_POLYA: c_int = 1;
/// Two-sided geometric noise on every count: dpm_geometric.
pub const DPM_MECHANISM_GEOMETRIC: c_int = 2;
/// Discrete Gaussian noise on every count: dpm_gaussian.
pub const DPM_MECHANISM_GAUSSIAN: c_int = 3;

/// The line integral over the product of all moment functions.
pub const DPM_BOUND_LINE_INTEGRAL: c_int = 0;
/// One Renyi order of the same product.
pub const DPM_BOUND_RENYI: c_int = 1;
/// The sum of the pure epsilons of all mechanisms: all there is at delta = 0.
pub const DPM_BOUND_BASIC: c_int = 2;
/// The mechanism's own accounting: all releases are of one kind.
pub const DPM_BOUND_SINGLE: c_int = 3;

/// The most kinds of releases that are composed at once.
pub const DPM_COMPOSE_MAX: usize = 16;

/// One kind of release and how often it happens: public, and not computed from the log. Which members count depends on `mechanism`; the
/// others are not looked at. Ranges as in the functions of each mechanism.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dpm_release {
    /// DPM_MECHANISM_DIRICHLET, ... (else DPM_ERR_MECHANISM).
    pub mechanism: c_int,
    /// How often it is released.
    pub releases: u32,
    /// Dirichlet: the event weight.
    pub weight: f64,
    /// Dirichlet: the pseudo-count.
    pub pseudo_count: f64,
    /// Geometric: the rate's numerator. Gaussian: the variance's.
    pub numerator: u64,
    /// Geometric: the rate's denominator. Gaussian: the variance's.
    pub denominator: u32,
    /// Polya: the number of states n.
    pub states: u32,
    /// Polya: the mass of an event.
    pub event_mass: u32,
    /// Polya: the mass of a cell without events.
    pub prior_mass: u32,
    /// Polya: the mass of a draw.
    pub draw_mass: u32,
    /// Polya: the draws a row.
    pub draws: u32,
}

impl dpm_release {
    /// No release: every member 0.
    pub(super) const EMPTY: dpm_release = dpm_release {
        mechanism: 0,
        releases: 0,
        weight: 0.0,
        pseudo_count: 0.0,
        numerator: 0,
        denominator: 0,
        states: 0,
        event_mass: 0,
        prior_mass: 0,
        draw_mass: 0,
        draws: 0,
    };

    /// The release of these parameters; what does not count is 0.
    pub(super) fn of(parameters: &MechanismParameters, releases: u32) -> Self {
        let empty = dpm_release {
            releases,
            ..Self::EMPTY
        };
        match parameters {
            MechanismParameters::Dirichlet(p) => dpm_release {
                mechanism: DPM_MECHANISM_DIRICHLET,
                weight: p.weight.get(),
                pseudo_count: p.pseudo_count.get(),
                ..empty
            },
            MechanismParameters::Polya(p, states) => dpm_release {
                mechanism: DPM_MECHANISM_POLYA,
                // At most 65,535.
                states: *states as u32,
                event_mass: p.event_mass(),
                prior_mass: p.prior_mass(),
                draw_mass: p.draw_mass(),
                draws: p.draws(),
                ..empty
            },
            MechanismParameters::Geometric(rate) => dpm_release {
                mechanism: DPM_MECHANISM_GEOMETRIC,
                numerator: u64::from(rate.numerator()),
                denominator: rate.denominator(),
                ..empty
            },
            MechanismParameters::Gaussian(variance) => dpm_release {
                mechanism: DPM_MECHANISM_GAUSSIAN,
                numerator: variance.numerator(),
                denominator: variance.denominator(),
                ..empty
            },
        }
    }
}

/// Every member that counts is checked before it is called a parameter.
pub(super) fn kind(release: &dpm_release) -> Checked<(MechanismParameters, Releases)> {
    let parameters = match release.mechanism {
        DPM_MECHANISM_DIRICHLET => MechanismParameters::Dirichlet(DirichletParameters::new(
            release.weight,
            release.pseudo_count,
        )?),
        DPM_MECHANISM_POLYA => {
            let states = release.states as usize;
            domain::cells(states)?;
            let urn = PolyaParameters::new(
                release.event_mass,
                release.prior_mass,
                release.draw_mass,
                release.draws,
            )?;
            MechanismParameters::Polya(urn, states)
        }
        DPM_MECHANISM_GEOMETRIC => {
            let numerator = u32::try_from(release.numerator).map_err(|_| Error::Rate)?;
            MechanismParameters::Geometric(GeometricRate::new(numerator, release.denominator)?)
        }
        DPM_MECHANISM_GAUSSIAN => {
            MechanismParameters::Gaussian(Variance::new(release.numerator, release.denominator)?)
        }
        _ => return Err(Status(DPM_ERR_MECHANISM)),
    };
    Ok((parameters, Releases::new(release.releases)?))
}

/// Checks the list and computes what its releases promise together.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be read (`len` elements).
unsafe fn of_list<T>(
    code: c_int,
    list: &Input<dpm_release>,
    compute: impl FnOnce(Adjacency, &[(MechanismParameters, Releases)]) -> Result<T>,
) -> Checked<T> {
    let adjacency = adjacency(code)?;
    // SAFETY: promised by this function's caller.
    let list = unsafe { list.elements() };
    let mut kinds = Vec::<_, DPM_COMPOSE_MAX>::new();
    for release in list {
        kinds.push(kind(release)?).map_err(|_| Error::Length)?;
    }
    Ok(compute(adjacency, &kinds)?)
}

/// The length of a list, checked before memory is looked at.
fn list(list: *const dpm_release, len: usize) -> Checked<Input<dpm_release>> {
    if (1..=DPM_COMPOSE_MAX).contains(&len) {
        Input::new(list, len)
    } else {
        Err(Error::Length.into())
    }
}

/// The body of the two functions that say which bound it was.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (`len` elements) and written (one number each).
unsafe fn composed(
    code: c_int,
    (releases, len): (*const dpm_release, usize),
    value: *mut f64,
    bound: *mut c_int,
    compute: impl FnOnce(Adjacency, &[(MechanismParameters, Releases)]) -> Result<Composed>,
) -> dpm_status {
    status(|| {
        let list = list(releases, len)?;
        let (value, bound) = (Output::new(value, 1)?, Output::new(bound, 1)?);
        disjoint(&[value.extent, bound.extent], &[list.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        let found = unsafe { of_list(code, &list, compute) }?;
        let by = match found.by {
            Bound::LineIntegral => DPM_BOUND_LINE_INTEGRAL,
            Bound::Renyi => DPM_BOUND_RENYI,
            Bound::Basic => DPM_BOUND_BASIC,
            Bound::Single => DPM_BOUND_SINGLE,
        };
        let found = number(found.value)?;
        // SAFETY: as above.
        unsafe {
            value.write(found);
            bound.write(by);
        }
        Ok(())
    })
}

/// An epsilon (nats) at which all the releases of list[len] of the same log together meet `delta`, into `*epsilon_upper`: the smallest of the valid bounds, and
/// which it was into `*bound` (DPM_BOUND_...). len from 1 to DPM_COMPOSE_MAX, else DPM_ERR_LENGTH. delta may be 0 where every mechanism has a pure guarantee.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_compose_epsilon(
    adjacency: c_int,
    list: *const dpm_release,
    len: usize,
    delta: f64,
    epsilon_upper: *mut f64,
    bound: *mut c_int,
) -> dpm_status {
    // SAFETY: the caller of the C function promises len readable elements and two writable numbers.
    unsafe {
        composed(
            adjacency,
            (list, len),
            epsilon_upper,
            bound,
            |adjacency, kinds| compose::epsilon_upper(adjacency, kinds, Delta::new(delta)?),
        )
    }
}

/// An upper bound on delta at `epsilon` of all the releases of list[len] together, into `*delta_upper`. As dpm_compose_epsilon() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_compose_delta(
    adjacency: c_int,
    list: *const dpm_release,
    len: usize,
    epsilon: f64,
    delta_upper: *mut f64,
    bound: *mut c_int,
) -> dpm_status {
    // SAFETY: the caller of the C function promises len readable elements and two writable numbers.
    unsafe {
        composed(
            adjacency,
            (list, len),
            delta_upper,
            bound,
            |adjacency, kinds| compose::delta_upper(adjacency, kinds, Epsilon::new(epsilon)?),
        )
    }
}

/// An epsilon (nats) that the best single Renyi order proves at `delta` for all the releases of list[len] together: cheaper on a small device than
/// dpm_compose_epsilon(), and looser. Arguments as there; delta > 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_compose_renyi_epsilon(
    adjacency: c_int,
    list: *const dpm_release,
    len: usize,
    delta: f64,
    epsilon_upper: *mut f64,
) -> dpm_status {
    status(|| {
        let list = self::list(list, len)?;
        let epsilon_upper = Output::new(epsilon_upper, 1)?;
        disjoint(&[epsilon_upper.extent], &[list.extent])?;
        // SAFETY: checked above; the caller promises len readable elements.
        let found = unsafe {
            of_list(adjacency, &list, |adjacency, kinds| {
                compose::renyi_epsilon_upper(adjacency, kinds, Delta::new(delta)?)
            })
        }?;
        let found = number(found)?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { epsilon_upper.write(found) };
        Ok(())
    })
}
