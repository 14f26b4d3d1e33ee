//! The body of the functions of a chain and the laws of its rows.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::row_law::{Laws, dpm_row_law};
use super::status::{Status, dpm_status};
use crate::chain::StochasticMatrix;
use crate::counts::Support;
use crate::domain;
use crate::error::{Error, Result};
use crate::utility::row_error::RowLaw;

/// A chain and the laws of its n rows.
pub(super) struct Chain {
    pub matrix: *const f64,
    pub n: usize,
    pub laws: *const dpm_row_law,
}

/// Which transitions are feasible.
pub(super) enum Feasible {
    All,
    /// starts[n + 1], targets[cells]
    Rows(*const u32, *const u16, usize),
}

/// The support in the caller's arrays.
enum Arrays {
    All,
    Rows(Input<u32>, Input<u16>),
}

impl Feasible {
    fn arrays(&self, n: usize) -> Checked<Arrays> {
        Ok(match *self {
            Feasible::All => Arrays::All,
            Feasible::Rows(starts, targets, cells) => Arrays::Rows(
                Input::new(starts, n.saturating_add(1))?, // n is at most 65,535
                Input::new(targets, cells)?,
            ),
        })
    }
}

/// What a call computes from: the chain, the support, further arrays, the opened laws and the function's own scratch.
pub(super) struct Given<'a, const I: usize> {
    pub matrix: StochasticMatrix<'a>,
    pub support: Support<'a>,
    pub inputs: [&'a [f64]; I],
    pub laws: &'a [RowLaw],
    pub work: &'a mut [f64],
}

/// Checks everything, opens everything, and lets `compute` write.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (n * n doubles, n laws, the support, each of `inputs` of its length) and written (`work_len` doubles,
/// each of `outs` of its length).
pub(super) unsafe fn of_chain<const I: usize, const O: usize>(
    chain: &Chain,
    feasible: &Feasible,
    inputs: [(*const f64, usize); I],
    work: (*mut f64, usize),
    own_work: usize,
    outs: [(*mut f64, usize); O],
    compute: impl FnOnce(Given<'_, I>, [&mut [f64]; O]) -> Checked<()>,
) -> Checked<()> {
    let n = chain.n;
    let matrix = Input::new(chain.matrix, domain::cells(n)?)?;
    let laws = Laws::new(chain.laws, n, work, own_work)?;
    let arrays = feasible.arrays(n)?;
    let mut inputs_found: [&[f64]; I] = [&[]; I];
    let mut found: [&mut [f64]; O] = core::array::from_fn(|_| Default::default());
    let mut rest = outs.as_slice();
    while let Some(((pointer, len), others)) = rest.split_first() {
        let out = Output::new(*pointer, *len)?.extent;
        disjoint(&[out], &[laws.scratch, matrix.extent, laws.input])?;
        if let Arrays::Rows(starts, targets) = &arrays {
            disjoint(&[out], &[starts.extent, targets.extent])?;
        }
        for (pointer, len) in inputs {
            disjoint(&[out], &[Input::new(pointer, len)?.extent])?;
        }
        for (pointer, len) in others {
            disjoint(&[out], &[Output::new(*pointer, *len)?.extent])?;
        }
        rest = others;
    }
    disjoint(&[laws.scratch], &[matrix.extent, laws.input])?;
    if let Arrays::Rows(starts, targets) = &arrays {
        disjoint(&[laws.scratch], &[starts.extent, targets.extent])?;
    }
    for (place, (pointer, len)) in inputs_found.iter_mut().zip(inputs) {
        let input = Input::new(pointer, len)?;
        disjoint(&[laws.scratch], &[input.extent])?;
        // SAFETY: checked here and above; promised by this function's caller.
        *place = unsafe { input.elements() };
    }
    let support = match &arrays {
        Arrays::All => Support::full(n)?,
        // SAFETY: checked above; promised by this function's caller.
        Arrays::Rows(starts, targets) => unsafe {
            Support::from_csr(starts.elements(), targets.elements(), n)?
        },
    };
    for (place, (pointer, len)) in found.iter_mut().zip(outs) {
        // SAFETY: checked above, each against each; promised by this function's caller.
        *place = unsafe { Output::new(pointer, len)?.elements() };
    }
    // SAFETY: checked above; promised by this function's caller.
    let matrix = StochasticMatrix::new(unsafe { matrix.elements() }, n)?;
    // SAFETY: checked above, `laws.scratch` and `laws.input` included; promised by this function's caller.
    let (laws, work) = unsafe { laws.open()? };
    let given = Given {
        matrix,
        support,
        inputs: inputs_found,
        laws,
        work,
    };
    compute(given, found)
}

/// One number, which is not NaN.
///
/// # Safety
/// As [`of_chain`], with one double.
pub(super) unsafe fn number_of_chain<const I: usize>(
    chain: &Chain,
    feasible: &Feasible,
    inputs: [(*const f64, usize); I],
    work: (*mut f64, usize),
    own_work: usize,
    out: *mut f64,
    compute: impl FnOnce(Given<'_, I>) -> Result<f64>,
) -> dpm_status {
    let write = |given: Given<'_, I>, [out]: [&mut [f64]; 1]| {
        let value = number(compute(given)?)?;
        out.fill(value);
        Ok(())
    };
    // SAFETY: promised by this function's caller.
    status(|| unsafe { of_chain(chain, feasible, inputs, work, own_work, [(out, 1)], write) })
}

/// n finite numbers: computed in n doubles of scratch more, and written once they are looked at.
///
/// # Safety
/// As [`of_chain`], with n doubles.
pub(super) unsafe fn numbers_of_chain<const I: usize>(
    chain: &Chain,
    feasible: &Feasible,
    inputs: [(*const f64, usize); I],
    work: (*mut f64, usize),
    own_work: usize,
    out: *mut f64,
    compute: impl FnOnce(Given<'_, I>, &mut [f64]) -> Result<()>,
) -> dpm_status {
    let n = chain.n;
    let write = |given: Given<'_, I>, [out]: [&mut [f64]; 1]| {
        let (values, work) = given
            .work
            .split_at_mut_checked(n)
            .ok_or(Status::from(Error::WorkLength))?;
        compute(Given { work, ..given }, values)?;
        if !values.iter().all(|value| value.is_finite()) {
            return Err(Error::Domain.into());
        }
        for (out, value) in out.iter_mut().zip(values) {
            *out = *value;
        }
        Ok(())
    };
    let own_work = n.saturating_add(own_work);
    // SAFETY: promised by this function's caller.
    status(|| unsafe { of_chain(chain, feasible, inputs, work, own_work, [(out, n)], write) })
}

/// A chain: n * n numbers that the library writes once all else is checked.
///
/// # Safety
/// As [`of_chain`], with n * n doubles.
pub(super) unsafe fn chain_of_chain(
    chain: &Chain,
    feasible: &Feasible,
    work: (*mut f64, usize),
    out: *mut f64,
    compute: impl FnOnce(Given<'_, 0>, &mut [f64]) -> Result<()>,
) -> dpm_status {
    let write = |given: Given<'_, 0>, [out]: [&mut [f64]; 1]| Ok(compute(given, out)?);
    let n = chain.n;
    status(|| {
        let cells = domain::cells(n)?;
        // SAFETY: promised by this function's caller.
        unsafe { of_chain(chain, feasible, [], work, 0, [(out, cells)], write) }
    })
}
