//! The ledger itself: load, prepare, commit.
use super::charge::{Charge, Window};
use super::cost::Budget;
use super::permit::Permit;
use super::spent::{self, Account, Spent};
use super::wire::{self, State, slot_len};
use crate::domain::Releases;
use crate::error::{Error, Result};
use crate::privacy::Adjacency;
use heapless::Vec;

/// One of the two places in which a ledger is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The first.
    A = 0,
    /// The second.
    B = 1,
}

impl Slot {
    const fn other(self) -> Self {
        match self {
            Slot::A => Slot::B,
            Slot::B => Slot::A,
        }
    }
}

/// Where prepared bytes belong.
#[must_use = "the bytes are to be written to this slot"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The slot to overwrite: the one that does not hold the newest state.
    pub slot: Slot,
    /// The generation that the bytes carry, and the number of the permit to come.
    pub generation: u64,
}

/// What [`Ledger::abort`] takes back: the entry, and its count before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub charge: Charge,
    /// `None` where the entry is new, and so the last one.
    pub before: Option<Releases>,
}

/// A budget and what was spent of it, with room for `N` kinds of charges (1 to 65,535). See the [module](super).
///
/// `N` is part of what is stored: a ledger is loaded with the `N` that it was made with, for all of its life.
///
/// ```compile_fail
/// fn two(ledger: dpmarkov::privacy::ledger::Ledger<4>) {
///     let copy = ledger.clone(); // a copy would spend the same budget again
/// }
/// ```
#[derive(Debug)]
pub struct Ledger<const N: usize> {
    pub(super) state: State<N>,
    /// The slot that holds the newest state that was read back.
    pub(super) newest: Slot,
    pub(super) pending: Option<Pending>,
}

impl<const N: usize> Ledger<N> {
    /// The length of one stored slot, in bytes.
    pub const SLOT_LEN: usize = slot_len(N);

    /// A 16-bit number holds the capacity; an empty ledger cannot be charged.
    const CAPACITY: () = assert!(N >= 1 && N <= 65_535);

    /// The bytes of a new ledger, to be written to **both** slots; [`Ledger::load`] then reads it. The only way to begin a budget.
    ///
    /// **Domain.** `first_generation`: 0 for a new device. Where the store held a ledger before: above its [`Ledger::generation`], so that numbers of permits never come back and the new
    /// ledger wins over the old one; and write the slot that is not the old one's [`Ledger::newest`] first, so that a cut leaves the old ledger or the new one.
    ///
    /// **Errors.** [`Error::Length`] unless `bytes` is [`Ledger::SLOT_LEN`] long.
    pub fn create(
        adjacency: Adjacency,
        budget: Budget,
        first_generation: u64,
        bytes: &mut [u8],
    ) -> Result<()> {
        let () = Self::CAPACITY;
        let state = State::<N> {
            generation: first_generation,
            budget,
            adjacency,
            open_from: 0,
            entries: Vec::new(),
        };
        wire::write(&state, bytes)
    }

    /// The stored ledger: the newest whole slot.
    ///
    /// **Domain.** `monotonic_counter`: the value of a counter that no restart or restored image can lower, or 0 where there is none.
    ///
    /// **Errors.** [`Error::Length`] for slots of another length; [`Error::LedgerCorrupt`] where no slot is whole, where both are of one generation and differ, where the newest
    /// was made for another capacity or format, holds what no ledger writes, or stated costs above its budget; [`Error::LedgerRollback`] where it is older than the counter.
    ///
    /// **Cost.** Two passes over each slot. The composition of mechanisms is not computed again here; every charge computes it anew.
    pub fn load(slot_a: &[u8], slot_b: &[u8], monotonic_counter: u64) -> Result<Self> {
        let () = Self::CAPACITY;
        if slot_a.len() != Self::SLOT_LEN || slot_b.len() != Self::SLOT_LEN {
            return Err(Error::Length);
        }
        let (newest, bytes) = match (wire::generation(slot_a), wire::generation(slot_b)) {
            (None, None) => return Err(Error::LedgerCorrupt),
            (Some(_), None) => (Slot::A, slot_a),
            (None, Some(_)) => (Slot::B, slot_b),
            (Some(a), Some(b)) if a == b && slot_a != slot_b => return Err(Error::LedgerCorrupt),
            (Some(a), Some(b)) if a >= b => (Slot::A, slot_a),
            (Some(_), Some(_)) => (Slot::B, slot_b),
        };
        let corrupt = |_| Error::LedgerCorrupt;
        let mut ledger = Ledger {
            state: wire::read_header(bytes).map_err(corrupt)?,
            newest,
            pending: None,
        };
        wire::read_entries(bytes, &mut ledger.state).map_err(corrupt)?;
        if ledger.state.generation < monotonic_counter {
            return Err(Error::LedgerRollback);
        }
        if ledger.is_possible() {
            Ok(ledger)
        } else {
            Err(Error::LedgerCorrupt)
        }
    }

    /// What every stored ledger satisfies: no kind twice, nothing in closed time alone, stated costs within the budget everywhere.
    fn is_possible(&self) -> bool {
        let State {
            budget,
            open_from,
            entries,
            ..
        } = &self.state;
        let within = |bucket| {
            spent::stated_at_least(entries, bucket).is_some_and(|spent| spent.is_within(*budget))
        };
        entries.iter().enumerate().all(|(i, entry)| {
            entry.window.last() >= *open_from
                && within(entry.window.first())
                && !entries.iter().take(i).any(|earlier| earlier.is_like(entry))
        })
    }

    /// Accepts a charge if the budget holds it, and writes the bytes to store; nothing may be released yet.
    ///
    /// **Errors.** Nothing changes then. [`Error::LedgerPending`] where a charge is prepared already; [`Error::Length`] unless `bytes` is
    /// [`Ledger::SLOT_LEN`] long; [`Error::Window`] for a window that begins in closed time; [`Error::BudgetExceeded`]; [`Error::LedgerFull`];
    /// [`Error::States`] for an urn; [`Error::StreamExhausted`] after 2^64 permits; what the composition answers.
    ///
    /// **Cost.** One composition for each bucket at which the window's spending can be largest, if mechanisms were charged; sums of integers otherwise.
    pub fn prepare(&mut self, charge: Charge, bytes: &mut [u8]) -> Result<Prepared> {
        self.prepare_if(Self::holds, charge, bytes)
    }

    /// [`Ledger::prepare`] with sums of integers alone: for stated costs and for geometric noise at its pure cost. The same answer where nothing else is charged to the
    /// same events; [`Error::BudgetExceeded`] where only the composition could show that the budget holds. A program that never calls anything else is spared the composition's code.
    ///
    /// **Errors.** As [`Ledger::prepare`].
    ///
    /// **Cost.** Sums of integers.
    ///
    /// ```
    /// use dpmarkov::domain::{GeometricRate, Releases, Variance};
    /// use dpmarkov::privacy::{Adjacency, MechanismParameters, ledger::{Budget, Charge, Ledger, Window}};
    /// use dpmarkov::Error;
    /// let mut bytes = [0; Ledger::<16>::SLOT_LEN];
    /// Ledger::<16>::create(Adjacency::AddRemove, Budget::new(1_000_000, 1_000_000_000)?, 0, &mut bytes)?;
    /// let mut ledger = Ledger::<16>::load(&bytes, &bytes, 0)?;
    /// let quarter = MechanismParameters::Geometric(GeometricRate::new(1, 4)?);
    /// let of = |kind, times| Ok::<_, Error>(Charge::mechanism(kind, Releases::new(times)?, Window::ALL));
    /// assert_eq!(ledger.prepare_summed(of(quarter, 5)?, &mut bytes), Err(Error::BudgetExceeded));
    /// // a Gaussian has no pure cost to add
    /// let gaussian = MechanismParameters::Gaussian(Variance::new(10_000, 1)?);
    /// assert_eq!(ledger.prepare_summed(of(gaussian, 1)?, &mut bytes), Err(Error::BudgetExceeded));
    /// let prepared = ledger.prepare_summed(of(quarter, 4)?, &mut bytes)?;
    /// assert_eq!(prepared.generation, 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn prepare_summed(&mut self, charge: Charge, bytes: &mut [u8]) -> Result<Prepared> {
        self.prepare_if(Self::holds_summed, charge, bytes)
    }

    /// The body of both; `holds` decides.
    fn prepare_if(
        &mut self,
        holds: impl FnOnce(&Self, Window) -> Result<()>,
        charge: Charge,
        bytes: &mut [u8],
    ) -> Result<Prepared> {
        if self.pending.is_some() {
            return Err(Error::LedgerPending);
        }
        if bytes.len() != Self::SLOT_LEN {
            return Err(Error::Length);
        }
        let charge = charge.checked()?;
        if charge.window.first() < self.state.open_from {
            return Err(Error::Window);
        }
        let generation = self
            .state
            .generation
            .checked_add(1)
            .ok_or(Error::StreamExhausted)?;
        let pending = self.enter(charge)?;
        if let Err(error) = holds(self, charge.window) {
            self.take_back(pending);
            return Err(error);
        }
        self.state.generation = generation;
        self.pending = Some(pending);
        wire::write(&self.state, bytes)?;
        Ok(Prepared {
            slot: self.newest.other(),
            generation,
        })
    }

    /// The permit, if `read_back` (the bytes that the store now holds, read from the medium and not from the buffer that was written) is what was prepared.
    ///
    /// **Errors.** [`Error::LedgerPending`] where nothing is prepared; [`Error::LedgerNotStored`] where the bytes differ: the charge stays prepared, so write and read again, or
    /// [`Ledger::abort`].
    pub fn commit(&mut self, read_back: &[u8]) -> Result<Permit> {
        let Some(pending) = self.pending else {
            return Err(Error::LedgerPending);
        };
        if !wire::is_encoded(&self.state, read_back) {
            return Err(Error::LedgerNotStored);
        }
        self.pending = None;
        self.newest = self.newest.other();
        Ok(Permit {
            charge: pending.charge,
            adjacency: self.state.adjacency,
            number: self.state.generation,
        })
    }

    /// Gives a prepared charge up; nothing where none is prepared.
    ///
    /// Its bytes may be in the store all the same. If the next start finds them there, the charge counts, although nothing was released. Until then it does not, and its
    /// generation is not used again: what is prepared next is newer than those bytes, so that a monotonic counter tells them apart should they arrive late.
    pub fn abort(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.take_back(pending);
        }
    }

    /// Forgets the entries of windows that end before `bucket`, to make room. From then on a charge whose window begins before `bucket` is refused, so nothing that was
    /// forgotten can be spent twice.
    ///
    /// Stored with the next charge. A restart before that forgets the closing and keeps the entries, which is the safe side. Time that is closed stays closed.
    ///
    /// **Errors.** [`Error::LedgerPending`] where a charge is prepared.
    pub fn close_before(&mut self, bucket: u32) -> Result<()> {
        if self.pending.is_some() {
            return Err(Error::LedgerPending);
        }
        if bucket > self.state.open_from {
            self.state.open_from = bucket;
            self.state.entries.retain(|e| e.window.last() >= bucket);
        }
        Ok(())
    }

    /// Adds the charge to the entry of its kind, or as a new one.
    fn enter(&mut self, charge: Charge) -> Result<Pending> {
        let entries = &mut self.state.entries;
        let before = match entries.iter_mut().find(|e| e.is_like(&charge)) {
            Some(entry) => {
                let before = entry.releases;
                let sum = before.get().checked_add(charge.releases.get());
                entry.releases = Releases::new(sum.ok_or(Error::BudgetExceeded)?)?;
                Some(before)
            }
            None => {
                entries.push(charge).map_err(|_| Error::LedgerFull)?;
                None
            }
        };
        Ok(Pending { charge, before })
    }

    /// The reverse of [`Ledger::enter`]. The generation stays.
    fn take_back(&mut self, pending: Pending) {
        let entries = &mut self.state.entries;
        match pending.before {
            None => {
                entries.pop();
            }
            Some(before) => {
                if let Some(entry) = entries.iter_mut().find(|e| e.is_like(&pending.charge)) {
                    entry.releases = before;
                }
            }
        }
    }

    /// [`Error::BudgetExceeded`] unless the budget holds everywhere in this window.
    fn holds(&self, window: Window) -> Result<()> {
        spent::worst_buckets(&self.state.entries, window)
            .try_for_each(|bucket| self.account(bucket)?.check::<N>())
    }

    /// The same by sums of integers alone.
    fn holds_summed(&self, window: Window) -> Result<()> {
        let State {
            adjacency,
            budget,
            entries,
            ..
        } = &self.state;
        spent::worst_buckets(entries, window).try_for_each(|bucket| {
            match spent::pure_at(*adjacency, entries, bucket) {
                Some(spent) if spent.is_within(*budget) => Ok(()),
                _ => Err(Error::BudgetExceeded),
            }
        })
    }

    fn account(&self, bucket: u32) -> Result<Account<'_>> {
        let State {
            adjacency,
            budget,
            entries,
            ..
        } = &self.state;
        Account::at(*adjacency, *budget, entries, bucket)
    }

    /// What is spent on the events of `bucket`, a prepared charge included.
    ///
    /// **Errors.** [`Error::BudgetExceeded`] for a stored ledger whose mechanisms this version's composition bounds less tightly than the version that accepted them; what the
    /// composition answers.
    pub fn spent_at(&self, bucket: u32) -> Result<Spent> {
        self.account(bucket)?.spent::<N>()
    }
    /// What is left for the events of `bucket`, (epsilon in micro-units, delta in units of 1e-18): the budget less [`Ledger::spent_at`], 0 where nothing is.
    ///
    /// **Errors.** As [`Ledger::spent_at`].
    pub fn remaining_at(&self, bucket: u32) -> Result<(u64, u64)> {
        let (budget, spent) = (self.budget(), self.spent_at(bucket)?);
        Ok((
            budget.epsilon_micro().saturating_sub(spent.epsilon_micro),
            budget.delta_units().saturating_sub(spent.delta_units),
        ))
    }
    /// The budget.
    pub const fn budget(&self) -> Budget {
        self.state.budget
    }
    /// For whom it counts.
    pub const fn adjacency(&self) -> Adjacency {
        self.state.adjacency
    }
    /// The slot that holds the newest state. Its bytes are the last to be overwritten, whatever is written.
    pub const fn newest(&self) -> Slot {
        self.newest
    }
    /// The number of the last charge, prepared and aborted ones included. Not what a monotonic counter holds: that is [`Permit::number`].
    pub const fn generation(&self) -> u64 {
        self.state.generation
    }
    /// The first bucket that may still be charged.
    pub const fn open_from(&self) -> u32 {
        self.state.open_from
    }
    /// The entries, a prepared charge included: each kind of charge once, with the number of its releases.
    pub fn entries(&self) -> &[Charge] {
        &self.state.entries
    }
    /// Whether a charge is prepared and neither committed nor given up.
    pub const fn is_pending(&self) -> bool {
        self.pending.is_some()
    }
}
