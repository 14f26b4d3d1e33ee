//! The right to release, once: from a committed charge to a generator.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::opaque::{check_seal, seal};
use super::random::{dpm_entropy_fn, dpm_rng, seed_from};
use super::status::{DPM_ERR_NULL, Status, dpm_status};
use crate::privacy::ledger::Permit;
use core::ffi::c_void;

/// Size of a `dpm_permit`, in bytes.
pub const DPM_PERMIT_SIZE: usize = 64;

/// The right to the releases of one charge, in your storage: dpm_ledger_commit() makes it, dpm_rng_init_with_permit() uses it up. It belongs to its address: a
/// copy is refused. What cannot be seen from inside: a copy that is put back where it came from. It is not stored: after a restart the charge stays
/// spent and the permit is gone.
#[repr(C)]
pub struct dpm_permit {
    /// Private: seal, number, spare.
    pub opaque: [u64; 8],
}

const _: () = assert!(size_of::<dpm_permit>() == DPM_PERMIT_SIZE);

const KIND: u64 = 0x6470_6d5f_7065_726d; // "dpm_perm"

impl dpm_permit {
    pub(super) fn store(&mut self, permit: &Permit) {
        self.put(permit.number());
    }

    fn put(&mut self, number: u64) {
        let address: *const dpm_permit = self;
        self.opaque = [0, number, 0, 0, 0, 0, 0, 0];
        let [first, rest @ ..] = &mut self.opaque;
        *first = seal(KIND, address, rest);
    }

    fn number(&self) -> Checked<u64> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let [number, ..] = *rest;
        Ok(number)
    }
}

/// Size of a `dpm_permit`, in bytes: DPM_PERMIT_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_permit_size() -> usize {
    DPM_PERMIT_SIZE
}

/// The permit's number, into `*number`: the generation of the ledger that counts it, which no other permit of the ledger has. Set a monotonic counter to it
/// before anything is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_permit_number(
    permit: *const dpm_permit,
    number: *mut u64,
) -> dpm_status {
    status(|| {
        let (permit, number) = (Input::new(permit, 1)?, Output::new(number, 1)?);
        disjoint(&[number.extent], &[permit.extent])?;
        // SAFETY: checked above; the caller promises one readable object and one writable number.
        unsafe { number.write(permit.object().number()?) };
        Ok(())
    })
}

/// Initialises `rng` for the releases of this permit, and uses the permit up: it is refused from then on. As dpm_rng_init(), with the
/// permit's number as the stream, so that not even a source that repeats itself gives two releases the same noise. With DPM_ERR_ENTROPY the permit stays good and `rng` is untouched: nothing
/// was drawn, so call again. While `entropy` runs the permit is void, so that no call from inside it can use it too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_rng_init_with_permit(
    rng: *mut dpm_rng,
    permit: *mut dpm_permit,
    entropy: dpm_entropy_fn,
    ctx: *mut c_void,
) -> dpm_status {
    status(|| {
        let (rng, permit) = (Output::new(rng, 1)?, Output::new(permit, 1)?);
        disjoint(&[rng.extent, permit.extent], &[])?;
        let function = entropy.ok_or(Status(DPM_ERR_NULL))?;
        // SAFETY: checked above; the caller promises one object. This reference ends before the callback, which may use the object.
        let number = unsafe { permit.object() }.number()?;
        // SAFETY: as above.
        unsafe { permit.object() }.opaque = [0; 8];
        match seed_from(function, ctx) {
            Ok(seed) => {
                // SAFETY: checked above; the caller promises one writable object.
                unsafe { rng.object() }.start(&seed, number);
                Ok(())
            }
            Err(error) => {
                // SAFETY: as above.
                unsafe { permit.object() }.put(number);
                Err(error)
            }
        }
    })
}
