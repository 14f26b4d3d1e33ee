//! A privacy budget in a file: the library's ledger, and the order of its protocol.
//!
//! Reserve, write, flush, read back, commit; only then is there a generator to release with. What a crash leaves is a charge too many, never a release too many.
mod cost;
mod store;

use crate::args::{ChargeArgs, InitArgs, ShowArgs, SpendingArgs};
use crate::exact::Fraction;
use crate::failure::{Failure, printable};
use crate::output::ledger as output;
use dpmarkov::Error;
use dpmarkov::domain::Releases;
use dpmarkov::privacy::MechanismParameters;
use dpmarkov::privacy::ledger::{Budget, Charge, Ledger, Permit, Spent, Window};
use std::path::Path;
use store::Store;

/// Kinds of charges that one file holds.
pub const KINDS: usize = 100;
/// The library's ledger at that size.
pub type Book = Ledger<KINDS>;
const SLOT: usize = Book::SLOT_LEN;

/// What was charged, as a release or `ledger charge` may tell it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Charged {
    pub generation: u64,
    pub window: Window,
    pub budget: Budget,
    /// What is spent on the worst event of the window, this charge included.
    pub spent: Spent,
}

/// `ledger init`.
pub fn init(args: &InitArgs) -> Result<(), Failure> {
    let budget = cost::budget(args.epsilon, args.delta)?;
    let mut bytes = [0; SLOT];
    Book::create(
        args.adjacency.into(),
        budget,
        args.first_generation,
        &mut bytes,
    )?;
    Store::create(&args.file, [&bytes, &bytes])
}

/// `ledger show`.
pub fn show(args: &ShowArgs) -> Result<Book, Failure> {
    let mut store = Store::open(&args.file, false)?;
    load(&mut store, &args.file, args.at_least_generation)
}

/// `ledger charge`: the permit is for a release that another program makes.
pub fn charge(args: &ChargeArgs) -> Result<Charged, Failure> {
    let cost = cost::cost(args.epsilon, args.delta)?;
    let window = window(&args.spending);
    let (charged, _) = spend(&args.file, Charge::stated(cost, window), &args.spending)?;
    Ok(charged)
}

/// Charges a stated cost for a release that this program makes itself.
pub fn charge_stated(
    file: &Path,
    spending: &SpendingArgs,
    epsilon: Fraction,
    delta: Fraction,
) -> Result<(Charged, Permit), Failure> {
    let cost = cost::cost(epsilon, delta)?;
    spend(file, Charge::stated(cost, window(spending)), spending)
}

/// Charges one release of a mechanism, which must protect whom the ledger counts for, and one of `beside` where there is something to release beside it: both, or neither.
pub fn charge_release(
    file: &Path,
    spending: &SpendingArgs,
    parameters: MechanismParameters,
    beside: Option<MechanismParameters>,
) -> Result<(Charged, Permit, Option<Permit>), Failure> {
    let of = |parameters| Charge::mechanism(parameters, Releases::ONE, window(spending));
    let Some(beside) = beside else {
        let (charged, permit) = spend(file, of(parameters), spending)?;
        return Ok((charged, permit, None));
    };
    let mut desk = Desk::open(file, spending)?;
    desk.holds_all(&[of(parameters), of(beside)], spending)?;
    let (charged, permit) = desk.spend(of(parameters))?;
    let (after, second) = desk.spend(of(beside))?;
    let charged = Charged {
        spent: after.spent,
        ..charged
    };
    Ok((charged, permit, Some(second)))
}

/// The ledger's budget and adjacency, to plan with before anything is charged.
pub fn peek(file: &Path, spending: &SpendingArgs) -> Result<Book, Failure> {
    let mut store = Store::open(file, false)?;
    load(&mut store, file, spending.at_least_generation)
}

/// What is spent on the events of `window` that were released most. A set of windows that share a moment share the latest of their beginnings.
pub fn worst(book: &Book, window: Window) -> Spent {
    let order = |s: &Spent| (s.epsilon_micro, s.delta_units);
    let begins = book.entries().iter().map(|entry| entry.window.first());
    let inside = begins.filter(|bucket| window.holds(*bucket));
    let nothing = Spent {
        epsilon_micro: 0,
        delta_units: 0,
    };
    std::iter::once(window.first())
        .chain(inside)
        .filter_map(|bucket| book.spent_at(bucket).ok())
        .max_by_key(order)
        .unwrap_or(nothing)
}

fn window(spending: &SpendingArgs) -> Window {
    spending.window.map_or(Window::ALL, |typed| typed.0)
}

fn load(store: &mut Store, file: &Path, at_least_generation: u64) -> Result<Book, Failure> {
    let [a, b] = store.read::<SLOT>()?;
    Book::load(&a, &b, at_least_generation).map_err(|error| named(file, error))
}

/// The whole protocol, under the file's lock.
fn spend(
    file: &Path,
    charge: Charge,
    spending: &SpendingArgs,
) -> Result<(Charged, Permit), Failure> {
    Desk::open(file, spending)?.spend(charge)
}

/// A ledger whose file is locked for charges.
struct Desk<'a> {
    file: &'a Path,
    store: Store,
    book: Book,
}

impl<'a> Desk<'a> {
    fn open(file: &'a Path, spending: &SpendingArgs) -> Result<Self, Failure> {
        let mut store = Store::open(file, true)?;
        let book = opened(&mut store, file, spending)?;
        Ok(Desk { file, store, book })
    }

    /// Refuses charges that the budget does not hold together, before the first of them is made.
    fn holds_all(&mut self, charges: &[Charge], spending: &SpendingArgs) -> Result<(), Failure> {
        let mut tried = opened(&mut self.store, self.file, spending)?;
        let mut bytes = [0; SLOT];
        for charge in charges {
            let _ = tried
                .prepare(*charge, &mut bytes)
                .map_err(|error| self.refused(*charge, error))?;
            // in memory alone: nothing is stored, and the permit is dropped
            let _ = tried
                .commit(&bytes)
                .map_err(|error| named(self.file, error))?;
        }
        Ok(())
    }

    fn spend(&mut self, charge: Charge) -> Result<(Charged, Permit), Failure> {
        let mut bytes = [0; SLOT];
        let prepared = self.book.prepare(charge, &mut bytes);
        let prepared = prepared.map_err(|error| self.refused(charge, error))?;
        let slot = prepared.slot as usize;
        self.store.write(slot, &bytes)?;
        let [a, b] = self.store.read::<SLOT>()?;
        let permit = self
            .book
            .commit(if slot == 0 { &a } else { &b })
            .map_err(|error| named(self.file, error))?;
        Ok((
            Charged {
                generation: permit.number(),
                window: charge.window,
                budget: self.book.budget(),
                spent: worst(&self.book, charge.window),
            },
            permit,
        ))
    }

    /// Why nothing is charged.
    fn refused(&self, charge: Charge, error: Error) -> Failure {
        let Error::BudgetExceeded = error else {
            return named(self.file, error);
        };
        let (spent, budget) = (worst(&self.book, charge.window), self.book.budget());
        Failure::Spent(format!(
            "{}: this release would pass the budget ({} spent of {}): nothing was released or charged",
            printable(&self.file.to_string_lossy()),
            output::spent(&spent),
            output::budget(budget)
        ))
    }
}

/// The ledger as it stands, with the time closed that is to be closed.
fn opened(store: &mut Store, file: &Path, spending: &SpendingArgs) -> Result<Book, Failure> {
    let mut book = load(store, file, spending.at_least_generation)?;
    if let Some(bucket) = spending.close_before {
        book.close_before(bucket)
            .map_err(|error| named(file, error))?;
    }
    Ok(book)
}

/// A refusal of the library, with the name of the file.
fn named(file: &Path, error: Error) -> Failure {
    let name = printable(&file.to_string_lossy());
    let message = format!("{name}: {}", error.message());
    match error {
        Error::BudgetExceeded | Error::LedgerFull => Failure::Spent(message),
        Error::Window => Failure::Spent(format!(
            "{name}: the window begins in time that is closed (--close-before)"
        )),
        Error::LedgerCorrupt | Error::LedgerRollback | Error::LedgerNotStored => {
            Failure::Ledger(message)
        }
        other => other.into(),
    }
}
