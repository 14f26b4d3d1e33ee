//! What a ledger has spent, and what is left.
use super::guard::{Input, Output, disjoint, status};
use super::ledger::{Book, dpm_ledger};
use super::status::dpm_status;
use crate::error::Result;
use crate::privacy::Adjacency;
use crate::privacy::ledger::Cost;

/// Two amounts, written together.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object) and written (one number each).
unsafe fn amounts(
    ledger: *const dpm_ledger,
    epsilon_micro: *mut u64,
    delta_units: *mut u64,
    compute: impl FnOnce(&Book) -> Result<(u64, u64)>,
) -> dpm_status {
    status(|| {
        let ledger = Input::new(ledger, 1)?;
        let (epsilon, delta) = (Output::new(epsilon_micro, 1)?, Output::new(delta_units, 1)?);
        disjoint(&[epsilon.extent, delta.extent], &[ledger.extent])?;
        // SAFETY: checked above; promised by this function's caller.
        unsafe {
            let (e, d) = ledger.object().ask(compute)?;
            epsilon.write(e);
            delta.write(d);
        }
        Ok(())
    })
}

/// The ledger's budget: `*epsilon_micro` and `*delta_units`, as in dpm_ledger_create().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_budget(
    ledger: *const dpm_ledger,
    epsilon_micro: *mut u64,
    delta_units: *mut u64,
) -> dpm_status {
    let compute = |book: &Book| {
        let budget = book.budget();
        Ok((budget.epsilon_micro(), budget.delta_units()))
    };
    // SAFETY: the caller of the C function promises one readable object and two writable numbers.
    unsafe { amounts(ledger, epsilon_micro, delta_units, compute) }
}

/// What the releases that read the events of time bucket `bucket` have spent, a prepared charge included, rounded up: `*epsilon_micro` and `*delta_units`.
/// DPM_ERR_BUDGET_EXCEEDED for a stored ledger that another version of the library accepted and that this one bounds less tightly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_spent(
    ledger: *const dpm_ledger,
    bucket: u32,
    epsilon_micro: *mut u64,
    delta_units: *mut u64,
) -> dpm_status {
    let compute = |book: &Book| {
        let spent = book.spent_at(bucket)?;
        Ok((spent.epsilon_micro, spent.delta_units))
    };
    // SAFETY: the caller of the C function promises one readable object and two writable numbers.
    unsafe { amounts(ledger, epsilon_micro, delta_units, compute) }
}

/// What is left for the events of time bucket `bucket`: the budget less dpm_ledger_spent(), 0 where nothing is. A charge by mechanism parameters can cost less
/// than its own epsilon: dpm_ledger_prepare_release() alone decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_remaining(
    ledger: *const dpm_ledger,
    bucket: u32,
    epsilon_micro: *mut u64,
    delta_units: *mut u64,
) -> dpm_status {
    let compute = |book: &Book| book.remaining_at(bucket);
    // SAFETY: the caller of the C function promises one readable object and two writable numbers.
    unsafe { amounts(ledger, epsilon_micro, delta_units, compute) }
}

/// The number of the last charge that this object saw, prepared and given up ones included, into `*generation`: where a new ledger must begin above. Not for
/// a monotonic counter: that is dpm_permit_number().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_generation(
    ledger: *const dpm_ledger,
    generation: *mut u64,
) -> dpm_status {
    status(|| {
        let (ledger, generation) = (Input::new(ledger, 1)?, Output::new(generation, 1)?);
        disjoint(&[generation.extent], &[ledger.extent])?;
        // SAFETY: checked above; the caller promises one readable object and one writable number.
        unsafe { generation.write(ledger.object().ask(|book| Ok(book.generation()))?) };
        Ok(())
    })
}

/// A stated cost as the (epsilon, delta) that one release may promise, rounded down to doubles, so that a mechanism made from them never spends more than was
/// charged: `*epsilon` (nats) and `*delta` of dpm_ledger_prepare_cost()'s first three numbers. With parts = 1, a whole budget.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_cost_guarantee(
    epsilon_micro: u64,
    delta_units: u64,
    parts: u32,
    epsilon: *mut f64,
    delta: *mut f64,
) -> dpm_status {
    status(|| {
        let (epsilon, delta) = (Output::new(epsilon, 1)?, Output::new(delta, 1)?);
        disjoint(&[epsilon.extent, delta.extent], &[])?;
        let cost = Cost::new(epsilon_micro, delta_units, parts)?;
        // A cost says nothing of an adjacency: any one gives the same two numbers.
        let promise = cost.guarantee(Adjacency::Destination)?;
        // SAFETY: checked above; the caller promises two writable doubles.
        unsafe {
            epsilon.write(promise.epsilon.get());
            delta.write(promise.delta.get());
        }
        Ok(())
    })
}
