//! The ledger in the caller's storage: a budget of (epsilon, delta) that no power cut can overdraw.
use super::compose::{dpm_release, kind};
use super::guard::{Checked, Input, Output, disjoint, status};
use super::opaque::{check_seal, seal};
use super::permit::dpm_permit;
use super::privacy::adjacency;
use super::status::dpm_status;
use crate::domain::Releases;
use crate::error::{Error, Result};
use crate::privacy::ledger::parked::Parked;
use crate::privacy::ledger::{Budget, Charge, Cost, Ledger, Prepared, Slot, Spend, Window};
use core::ffi::c_int;

/// The most kinds of charges that a `dpm_ledger` holds at a time.
pub const DPM_LEDGER_ENTRIES: usize = 16;
/// Bytes of one stored slot of a ledger.
pub const DPM_LEDGER_SLOT_LEN: usize = 692;
/// Size of a `dpm_ledger`, in bytes.
pub const DPM_LEDGER_SIZE: usize = 768;

pub(super) type Book = Ledger<DPM_LEDGER_ENTRIES>;

/// A loaded ledger, in your storage. Load it where it stays: a copy is refused. It holds nothing secret.
///
/// What cannot be seen from inside, and is yours to avoid: two objects that are loaded from one store at the same time, and an object
/// that is put back where it came from (a saved image of the memory). Either can charge once and get two permits with the same number.
///
/// Your store: the slots lie in different sectors, so that erasing one leaves the other; what was flushed is on the medium, and no older write arrives after it.
#[repr(C)]
pub struct dpm_ledger {
    /// Private: seal, what the stored bytes do not say, the stored bytes, spare.
    pub opaque: [u64; 96],
}

const _: () = assert!(
    size_of::<dpm_ledger>() == DPM_LEDGER_SIZE
        && Book::SLOT_LEN == DPM_LEDGER_SLOT_LEN
        && 3 * 8 + DPM_LEDGER_SLOT_LEN <= DPM_LEDGER_SIZE
);

const KIND: u64 = 0x6470_6d5f_6c65_6467; // "dpm_ledg"

/// The stored bytes among the words of an object, where they are: a copy of them would double the stack.
fn bytes(words: &[u64]) -> &[u8] {
    let len = DPM_LEDGER_SLOT_LEN.min(size_of_val(words));
    // SAFETY: the bytes of initialised integers, no more than there are, for as long as they are borrowed.
    unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), len) }
}

/// The same, to be written.
fn bytes_mut(words: &mut [u64]) -> &mut [u8] {
    let len = DPM_LEDGER_SLOT_LEN.min(size_of_val(words));
    // SAFETY: as `bytes`, borrowed exclusively; every bit pattern is an integer.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) }
}

impl dpm_ledger {
    fn store(&mut self, ledger: &Book) -> Checked<()> {
        let address: *const dpm_ledger = self;
        let [first, rest @ ..] = &mut self.opaque;
        let [slot, charge, words @ ..] = rest;
        let Parked { newest, pending } = ledger.park(bytes_mut(words))?;
        // An entry's index is below 2^16, so that no charge at all is told from every charge.
        let pending = pending.map_or(0, |(at, added)| {
            (at as u64 + 1) | (u64::from(added.get()) << 32)
        });
        (*slot, *charge) = (newest as u64, pending);
        *first = seal(KIND, address, rest);
        Ok(())
    }

    /// Reads this object into `book`.
    fn open(&self, book: &mut Book) -> Checked<()> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let [slot, charge, words @ ..] = rest;
        let newest = if *slot == 0 { Slot::A } else { Slot::B };
        let pending = match *charge {
            0 => None,
            // Both casts keep the half that they name.
            charge => Some((
                (charge as u32).saturating_sub(1) as usize,
                Releases::new((charge >> 32) as u32)?,
            )),
        };
        Ok(book.unpark(bytes(words), Parked { newest, pending })?)
    }

    /// What can be said of the ledger.
    pub(super) fn ask<T>(&self, question: impl FnOnce(&Book) -> Result<T>) -> Checked<T> {
        let mut book = Book::blank();
        self.open(&mut book)?;
        Ok(question(&book)?)
    }
}

/// Size of a `dpm_ledger`, in bytes: DPM_LEDGER_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_ledger_size() -> usize {
    DPM_LEDGER_SIZE
}

/// The bytes of a new ledger into slot[DPM_LEDGER_SLOT_LEN]: write them to BOTH slots of your store, once in a device's life, and call dpm_ledger_load().
/// The budget, for all of an event's releases together under `adjacency`: epsilon in micro-units (1e-6 nats, up to 1e12), delta in units of
/// 1e-18 (below 1e18); not both 0. `first_generation`: 0 for a new device; where a ledger was kept before, above its dpm_ledger_generation(), so that
/// the numbers of permits never come back. Several ledgers of one device begin far apart (at multiples of 2^32), so that none gives a number of another's. A missing or broken ledger is never a reason to make a new one: that would be a new budget for the same events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_create(
    adjacency: c_int,
    epsilon_micro: u64,
    delta_units: u64,
    first_generation: u64,
    slot: *mut u8,
) -> dpm_status {
    status(|| {
        let slot = Output::new(slot, DPM_LEDGER_SLOT_LEN)?;
        let adjacency = self::adjacency(adjacency)?;
        let budget = Budget::new(epsilon_micro, delta_units)?;
        // SAFETY: checked above; the caller promises that many writable bytes.
        let slot = unsafe { slot.elements() };
        Book::create(adjacency, budget, first_generation, slot)?;
        Ok(())
    })
}

/// Loads a ledger at every start, from both slots as the store holds them: slot_a[DPM_LEDGER_SLOT_LEN] (slot 0) and slot_b[DPM_LEDGER_SLOT_LEN] (slot 1); for a slot that could
/// not be read give bytes of any content. The newest whole one counts. `monotonic_counter`: the value of a counter that no restart and no restored image can lower, or 0
/// where there is none. DPM_ERR_LEDGER_CORRUPT where no slot is whole or the newest is none of this library's: fail closed, release nothing.
/// DPM_ERR_LEDGER_ROLLBACK where it is older than the counter. Without a counter an old image, and rot in the newest slot after its commit, go unseen: the older slot counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_load(
    ledger: *mut dpm_ledger,
    slot_a: *const u8,
    slot_b: *const u8,
    monotonic_counter: u64,
) -> dpm_status {
    status(|| {
        let ledger = Output::new(ledger, 1)?;
        let (a, b) = (
            Input::new(slot_a, DPM_LEDGER_SLOT_LEN)?,
            Input::new(slot_b, DPM_LEDGER_SLOT_LEN)?,
        );
        disjoint(&[ledger.extent], &[a.extent, b.extent])?;
        // SAFETY: checked above; the caller promises one writable object and that many readable bytes twice.
        let (ledger, a, b) = unsafe { (ledger.object(), a.elements(), b.elements()) };
        let book = Book::load(a, b, monotonic_counter)?;
        ledger.opaque = [0; 96];
        ledger.store(&book)
    })
}

/// Works on a ledger and stores it where that succeeds.
///
/// # Safety
/// A pointer that is not NULL and is aligned can be read and written (one object).
unsafe fn changed<T>(
    ledger: &Output<dpm_ledger>,
    work: impl FnOnce(&mut Book) -> Result<T>,
) -> Checked<T> {
    // SAFETY: promised by this function's caller.
    let ledger = unsafe { ledger.object() };
    let mut book = Book::blank();
    ledger.open(&mut book)?;
    let outcome = work(&mut book)?;
    ledger.store(&book)?;
    Ok(outcome)
}

/// The charge of a stated cost.
fn stated(
    (epsilon_micro, delta_units, parts): (u64, u64, u32),
    releases: u32,
    (first, last): (u32, u32),
) -> Checked<Charge> {
    Ok(Charge {
        spend: Spend::Stated(Cost::new(epsilon_micro, delta_units, parts)?),
        window: Window::new(first, last)?,
        releases: Releases::new(releases)?,
    })
}

/// The charge of a mechanism's releases.
fn by_parameters(release: Option<&dpm_release>, (first, last): (u32, u32)) -> Checked<Charge> {
    let (parameters, releases) = kind(release.ok_or(Error::Domain)?)?;
    let window = Window::new(first, last)?;
    Ok(Charge::mechanism(parameters, releases, window))
}

/// The body of every `..._prepare_...`.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read and written (one object, one slot, one number); `input` is a readable release or nothing.
unsafe fn prepare(
    ledger: *mut dpm_ledger,
    input: Option<&Input<dpm_release>>,
    (slot, which): (*mut u8, *mut usize),
    charge: impl FnOnce(Option<&dpm_release>) -> Checked<Charge>,
    accept: impl FnOnce(&mut Book, Charge, &mut [u8]) -> Result<Prepared>,
) -> dpm_status {
    status(|| {
        let ledger = Output::new(ledger, 1)?;
        let (slot, which) = (
            Output::new(slot, DPM_LEDGER_SLOT_LEN)?,
            Output::new(which, 1)?,
        );
        let outputs = [ledger.extent, slot.extent, which.extent];
        match input {
            Some(release) => disjoint(&outputs, &[release.extent])?,
            None => disjoint(&outputs, &[])?,
        }
        // SAFETY: checked above; promised by this function's caller.
        let charge = charge(input.map(|release| unsafe { release.object() }))?;
        // SAFETY: as above. The slot is written last, and only if the charge was accepted.
        let Prepared { slot: place, .. } =
            unsafe { changed(&ledger, |book| accept(book, charge, slot.elements())) }?;
        // SAFETY: as above.
        unsafe { which.write(place as usize) };
        Ok(())
    })
}

/// Charges `releases` releases at a stated cost each, exactly epsilon_micro/parts and delta_units/parts (units as in dpm_ledger_create(); eleven
/// charges of 1000000/11 are exactly epsilon 1), out of the events of the time buckets `first` to `last` (days, boots: your unit; 0 and UINT32_MAX for all of
/// time). Costs add up; windows that share no bucket spend from budgets of their own. That needs an event to lie in one bucket, which nothing that is to be protected
/// decides: count a session whole in the bucket in which it was opened, and where the time is secret itself charge all of time. Nothing may be released yet: write slot[DPM_LEDGER_SLOT_LEN] to slot number `*which` (0 or 1) of your
/// store, flush, read back, and call dpm_ledger_commit(). DPM_ERR_BUDGET_EXCEEDED where the budget does not hold it, DPM_ERR_LEDGER_PENDING where a charge is prepared
/// already, DPM_ERR_COST, DPM_ERR_WINDOW.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_prepare_cost(
    ledger: *mut dpm_ledger,
    epsilon_micro: u64,
    delta_units: u64,
    parts: u32,
    releases: u32,
    first: u32,
    last: u32,
    slot: *mut u8,
    which: *mut usize,
) -> dpm_status {
    let charge = || stated((epsilon_micro, delta_units, parts), releases, (first, last));
    // SAFETY: the caller of the C function promises one object, one writable slot and one writable number.
    unsafe { prepare(ledger, None, (slot, which), |_| charge(), Book::prepare) }
}

/// dpm_ledger_prepare_cost() by sums of integers alone: the same answer where the same events are charged stated costs and geometric noise and nothing else; DPM_ERR_BUDGET_EXCEEDED where
/// only a composition could show that the budget holds. A program that prepares by the two functions of this kind alone is spared some 180 kB of code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_prepare_cost_summed(
    ledger: *mut dpm_ledger,
    epsilon_micro: u64,
    delta_units: u64,
    parts: u32,
    releases: u32,
    first: u32,
    last: u32,
    slot: *mut u8,
    which: *mut usize,
) -> dpm_status {
    let charge = || stated((epsilon_micro, delta_units, parts), releases, (first, last));
    // SAFETY: as dpm_ledger_prepare_cost().
    unsafe {
        prepare(
            ledger,
            None,
            (slot, which),
            |_| charge(),
            Book::prepare_summed,
        )
    }
}

/// Charges the releases of a mechanism with these parameters: they are composed exactly with the other mechanisms that read the same events, which is far
/// cheaper than adding up stated costs. Premise: which charges are made to the same events, stated ones included, how often and for which window does not depend on what was
/// released before. Where it does, make stated charges only, or a budget of delta 0. Release what was charged, which nothing checks. As dpm_ledger_prepare_cost() otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_prepare_release(
    ledger: *mut dpm_ledger,
    release: *const dpm_release,
    first: u32,
    last: u32,
    slot: *mut u8,
    which: *mut usize,
) -> dpm_status {
    let release = match Input::new(release, 1) {
        Ok(release) => release,
        Err(error) => return status(|| Err(error)),
    };
    let charge = |release: Option<&dpm_release>| by_parameters(release, (first, last));
    // SAFETY: the caller of the C function promises two objects, one writable slot and one writable number.
    unsafe { prepare(ledger, Some(&release), (slot, which), charge, Book::prepare) }
}

/// dpm_ledger_prepare_release() by sums of integers alone, for geometric noise at its pure cost; DPM_ERR_BUDGET_EXCEEDED for every other mechanism. As dpm_ledger_prepare_cost_summed()
/// otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_prepare_release_summed(
    ledger: *mut dpm_ledger,
    release: *const dpm_release,
    first: u32,
    last: u32,
    slot: *mut u8,
    which: *mut usize,
) -> dpm_status {
    let release = match Input::new(release, 1) {
        Ok(release) => release,
        Err(error) => return status(|| Err(error)),
    };
    let charge = |release: Option<&dpm_release>| by_parameters(release, (first, last));
    // SAFETY: the caller of the C function promises two objects, one writable slot and one writable number.
    unsafe {
        prepare(
            ledger,
            Some(&release),
            (slot, which),
            charge,
            Book::prepare_summed,
        )
    }
}

/// The permit for the prepared charge, if read_back[DPM_LEDGER_SLOT_LEN] (what the store now holds in that slot, read from the medium and not from the
/// buffer that was written) is what was prepared; else DPM_ERR_LEDGER_NOT_STORED, and the charge stays prepared: write again, or dpm_ledger_abort(). DPM_ERR_LEDGER_PENDING where nothing is
/// prepared. Where there is a monotonic counter, set it to dpm_permit_number() before anything is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_commit(
    ledger: *mut dpm_ledger,
    read_back: *const u8,
    permit: *mut dpm_permit,
) -> dpm_status {
    status(|| {
        let (ledger, permit) = (Output::new(ledger, 1)?, Output::new(permit, 1)?);
        let read_back = Input::new(read_back, DPM_LEDGER_SLOT_LEN)?;
        disjoint(&[ledger.extent, permit.extent], &[read_back.extent])?;
        // SAFETY: checked above; the caller promises two objects and that many readable bytes.
        let granted = unsafe { changed(&ledger, |book| book.commit(read_back.elements())) }?;
        // SAFETY: as above.
        unsafe { permit.object() }.store(&granted);
        Ok(())
    })
}

/// Gives a prepared charge up; nothing where none is prepared. Its bytes may be in the store all the same: found there at the next start, the charge counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_abort(ledger: *mut dpm_ledger) -> dpm_status {
    status(|| {
        let ledger = Output::new(ledger, 1)?;
        // SAFETY: checked above; the caller promises one object.
        unsafe {
            changed(&ledger, |book| {
                book.abort();
                Ok(())
            })
        }
    })
}

/// Forgets what windows that end before `bucket` have spent, to make room; from then on nothing can be charged to events before `bucket` (DPM_ERR_WINDOW). Stored with
/// the next charge. DPM_ERR_LEDGER_PENDING where a charge is prepared.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_ledger_close_before(
    ledger: *mut dpm_ledger,
    bucket: u32,
) -> dpm_status {
    status(|| {
        let ledger = Output::new(ledger, 1)?;
        // SAFETY: checked above; the caller promises one object.
        unsafe { changed(&ledger, |book| book.close_before(bucket)) }
    })
}
