//! A budget of (epsilon, delta) for a device's whole life, which no power cut can overdraw.
//!
//! The order is the protection: a charge is **stored first**, read back, and only then is there a [`Permit`], without which the ledger gives no generator. Whatever the moment of a
//! crash, the stored ledger counts every release that happened, and for each crash at most one charge that no release used.
//!
//! # A device's life
//!
//! ```
//! use dpmarkov::domain::{PseudoCount, Releases};
//! use dpmarkov::mechanism::Dirichlet;
//! use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Slot, Window};
//! use dpmarkov::privacy::{Adjacency, MechanismParameters};
//! use dpmarkov::{Error, random::EntropySource};
//! # struct Source;
//! # impl EntropySource for Source {
//! #     fn fill(&mut self, out: &mut [u8]) -> dpmarkov::Result<()> { out.fill(9); Ok(()) }
//! # }
//! type Book = Ledger<16>; // room for 16 kinds of charges: two slots of 692 bytes
//! const LEN: usize = Book::SLOT_LEN;
//! let mut flash = [[0xff_u8; LEN]; 2]; // stands for two sectors
//! let mut counter = 0_u64; // a monotonic counter, where there is one
//! let mut bytes = [0_u8; LEN];
//!
//! // 1. In the factory, once: epsilon 1 and delta 1e-9 for every visit, over the device's whole life.
//! let budget = Budget::new(1_000_000, 1_000_000_000)?;
//! Book::create(Adjacency::Visit, budget, 0, &mut bytes)?;
//! flash = [bytes, bytes];
//! let image = flash; // a copy that somebody keeps
//!
//! // 2. At every start. What is broken or too old is refused; a missing ledger is never a new budget.
//! let mut ledger = Book::load(&flash[0], &flash[1], counter)?;
//!
//! // 3. A mechanism planned for four releases out of the budget.
//! let mechanism = Dirichlet::new(budget.guarantee(Adjacency::Visit, Releases::new(4)?)?, PseudoCount::new(60.0)?)?;
//!
//! // 4. A release of today's log: reserve, write to the slot that is named, flush, read back, commit.
//! let today = Window::new(0, 0)?;
//! let kind = MechanismParameters::Dirichlet(*mechanism.parameters());
//! let prepared = ledger.prepare(Charge::mechanism(kind, Releases::ONE, today), &mut bytes)?;
//! assert_eq!((prepared.slot, prepared.generation), (Slot::B, 1));
//! flash[prepared.slot as usize] = bytes;
//! let permit = ledger.commit(&flash[prepared.slot as usize])?;
//! counter = permit.number(); // before the release
//! let mut rng = permit.into_generator(&mut Source)?; // uses the permit up
//! let mut row = [0.0; 3];
//! mechanism.release_row(&mut rng, &[5, 0, 95], &mut row)?;
//!
//! // 5. The battery is taken out while the next charge is written: half of it is there, the older slot counts.
//! let prepared = ledger.prepare(Charge::mechanism(kind, Releases::ONE, today), &mut bytes)?;
//! flash[prepared.slot as usize][..300].copy_from_slice(&bytes[..300]);
//! let mut ledger = Book::load(&flash[0], &flash[1], counter)?;
//! assert_eq!(ledger.entries()[0].releases, Releases::ONE);
//!
//! // 6. The old image of the flash is put back: refused.
//! assert_eq!(Book::load(&image[0], &image[1], counter).unwrap_err(), Error::LedgerRollback);
//!
//! // 7. The other three at once, and nothing is left for these events.
//! let prepared = ledger.prepare(Charge::mechanism(kind, Releases::new(3)?, today), &mut bytes)?;
//! flash[prepared.slot as usize] = bytes;
//! counter = ledger.commit(&flash[prepared.slot as usize])?.number();
//! let more = Charge::mechanism(kind, Releases::ONE, today);
//! assert_eq!(ledger.prepare(more, &mut bytes), Err(Error::BudgetExceeded));
//!
//! // 8. Tomorrow's events have a budget of their own; yesterday's are closed and make room.
//! ledger.close_before(1)?;
//! let tomorrow = Window::new(1, 1)?;
//! let _ = ledger.prepare(Charge::stated(Cost::new(1_000_000, 0, 11)?, tomorrow), &mut bytes)?;
//! # let _ = counter;
//! # Ok::<(), Error>(())
//! ```
//!
//! # What is promised
//!
//! For two neighbouring logs and everything that was ever released under permits of one ledger: (epsilon, delta) of its [`Budget`], for its one [`Adjacency`](super::Adjacency). A
//! charge is accepted only if this still holds with it, by exact integers: costs rounded up, the budget down, composition ([`super::compose`]) from above.
//!
//! - **Stated costs** add up. The sums are fractions, so eleven elevenths are one, and are rounded up to a unit once.
//! - **Mechanism parameters** are composed exactly at the epsilon and delta that the stated costs leave: (e1, d1) and (e2, d2) make (e1 + e2, d1 + d2). This is
//!   tighter by far, and has a premise: **which charges are made to the same events, how often, and for which window, must not depend on what was released before**, neither
//!   those of mechanisms nor the stated ones beside them. The bound for a list that was fixed beforehand is none for a list that was chosen on the way: even a stated
//!   cost that is chosen after a look at a mechanism's release picks the (e2, d2) of that mechanism that suits what was seen, and a delta of 0.0888 becomes 0.1099 (a test).
//! - **Charges may be chosen one after the other**, after a look at what was released, where the ledger only adds up: while all charges to the same events are stated
//!   (Rogers, Roth, Ullman & Vadhan 2016, basic composition as a privacy filter), and whatever they are while the budget's delta is 0, for then only pure epsilons are added.
//! - Geometric noise alone is a sum of fractions too, as long as that sum is within the budget.
//! - What is charged must be what is released: a [`Permit`] names the charge, but cannot look into the mechanism that uses its generator.
//! - All rows of a chain together are one release. So is everything that is computed from a released chain.
//!
//! # Windows
//!
//! A [`Window`] names the time buckets of the events that a release reads. Releases whose windows overlap add up on the events that both read; disjoint windows
//! do not: what counts is the largest sum over the buckets. The reason: two neighbours differ in the events of one bucket, so every release that does not read
//! this bucket has the same law under both, whatever came before it, and only the releases that do read it are composed. Valid under these premises:
//!
//! - an event belongs to one bucket, the same in both neighbours, and a release reads no event outside its window;
//! - `Visit`, `VisitPresence`: a change of one visit touches the two events around it, so a session lies in one bucket whole, and which one must not depend on any
//!   single visit (when the session was opened, not what its first visit was). Or end sessions at the edge of a bucket and count no event across it;
//! - `Destination`, `AddRemove`, `Event`: each event alone. A neighbour in which an event **moves** to another bucket is not covered. Where this matters (the time
//!   itself is the secret) use [`Window::ALL`], which protects it.
//!
//! The largest sum is found at the first bucket of some window: if several windows have a bucket in common, so have they the latest of their first buckets.
//!
//! # What the store must do
//!
//! 1. A write that was followed by a flush is on the medium, and no older write arrives after it.
//! 2. Reading back reads the medium, not a cache.
//! 3. Two slots lie in different sectors, so that erasing one leaves the other.
//! 4. One [`Ledger`] is alive for a store at a time: two programs that load the same slots spend twice. Lock the file.
//!
//! # What is caught and what is not
//!
//! | what happens | what follows |
//! |---|---|
//! | power cut at any byte of a write; a write that was dropped or whose pages arrived in any order | the state before or after; never more releases than counted |
//! | a worn cell: the bytes read back differ | [`Error::LedgerNotStored`](crate::Error::LedgerNotStored), no permit |
//! | rot in the older slot | nothing: the newest counts |
//! | rot in the newest slot **after** its commit | looks like a torn write, and the older state has one release too few: [`Error::LedgerRollback`](crate::Error::LedgerRollback) with a monotonic counter, **unseen without** |
//! | both slots broken | [`Error::LedgerCorrupt`](crate::Error::LedgerCorrupt): never a fresh budget |
//! | an older image put back | `LedgerRollback` with a monotonic counter, unseen without |
//! | an attacker who can write the store | **not caught**: a CRC is no signature. Keep the slots where only you can write, or under a MAC of your own |
//! | a source of entropy that repeats itself | other noise all the same: the permit's number is the stream, and no two permits of a ledger share it |
//!
//! The monotonic counter, where there is one, holds the largest [`Permit::number`]: advance it after [`Ledger::commit`] and before the release.
//!
//! # Cost
//!
//! No allocation. A [`Ledger`] of 16 kinds is 872 bytes on a 64-bit machine, each of its two slots 692; loading takes 2 KiB of stack, a charge some 4 KiB, the composition
//! included. A charge rewrites one slot. Its time is that of sums of integers, or of the composition where mechanisms were charged: a Renyi order (some
//! 50 microseconds on a desktop) while much is left, one line integral (0.2 to 40 milliseconds) for each worst bucket of the window towards the end.
mod book;
mod charge;
mod cost;
mod exact_sum;
#[cfg(feature = "capi")]
pub(crate) mod parked;
mod permit;
mod spent;
mod units;
mod wire;
pub(crate) use wire::CRC32;

pub use book::{Ledger, Prepared, Slot};
pub use charge::{Charge, Spend, Window};
pub use cost::{Budget, Cost, DELTA_UNITS_MAX, EPSILON_MICRO_MAX};
pub use permit::Permit;
pub use spent::Spent;
pub use units::{DELTA_UNITS, EPSILON_UNITS};
pub use wire::slot_len;
