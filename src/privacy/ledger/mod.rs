//! A budget of (epsilon, delta) for a device's whole life, which no power cut can overdraw.
//!
//! The order is the protection: a charge is **stored first**, read back, and only then is there a [`Permit`], without which there is no generator. Whatever the moment of a
//! crash, the stored ledger counts every release that happened, and at most one that did not.
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
mod book;
mod charge;
mod composed;
mod cost;
mod exact_sum;
#[cfg(feature = "capi")]
pub(crate) mod parked;
mod permit;
mod spent;
mod units;
mod wire;

pub use book::{Ledger, Prepared, Slot};
pub use charge::{Charge, Spend, Window};
pub use cost::{Budget, Cost, DELTA_UNITS_MAX, EPSILON_MICRO_MAX};
pub use permit::Permit;
pub use spent::Spent;
pub use units::{DELTA_UNITS, EPSILON_UNITS};
pub use wire::slot_len;
