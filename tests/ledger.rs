//! The ledger's arithmetic, as its users meet it.
use dpmarkov::domain::{PseudoCount, Releases};
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Permit, Slot, Window};
use dpmarkov::privacy::{Adjacency, MechanismParameters};
use dpmarkov::{Error, Result};

type Book = Ledger<16>;
const LEN: usize = Book::SLOT_LEN;

/// A store that never fails.
struct Device {
    flash: [[u8; LEN]; 2],
    ledger: Book,
}

impl Device {
    fn new(adjacency: Adjacency, budget: Budget) -> Self {
        let mut bytes = [0; LEN];
        Book::create(adjacency, budget, 0, &mut bytes).expect("the right length");
        let ledger = Book::load(&bytes, &bytes, 0).expect("just created");
        let flash = [bytes; 2];
        Device { flash, ledger }
    }
    fn epsilon(micro: u64) -> Self {
        Device::new(Adjacency::Event, Budget::new(micro, 0).expect("a budget"))
    }
    fn charge(&mut self, charge: Charge) -> Result<Permit> {
        let mut bytes = [0; LEN];
        let prepared = self.ledger.prepare(charge, &mut bytes)?;
        let slot = match prepared.slot {
            Slot::A => 0,
            Slot::B => 1,
        };
        self.flash[slot] = bytes;
        let permit = self.ledger.commit(&self.flash[slot])?;
        let [a, b] = &self.flash;
        let again = Book::load(a, b, permit.number()).expect("what was stored");
        assert_eq!(again.entries(), self.ledger.entries());
        Ok(permit)
    }
    fn spend(&mut self, epsilon: u64, parts: u32, window: Window) -> Result<Permit> {
        self.charge(Charge::stated(Cost::new(epsilon, 0, parts)?, window))
    }
}

const DAY: Window = Window::ALL;

/// w3c attribution #77.
#[test]
fn eleven_elevenths_are_one_and_a_twelfth_charge_is_too_much() {
    let mut device = Device::epsilon(1_000_000);
    for _ in 0..11 {
        let _ = device.spend(1_000_000, 11, DAY).expect("an eleventh");
    }
    for (epsilon, parts) in [(1_000_000, 11), (1, 1), (1, 1_000_000), (1, u32::MAX)] {
        let refused = device.spend(epsilon, parts, DAY);
        assert_eq!(refused.err(), Some(Error::BudgetExceeded));
    }
    // 1e-12 and the smallest subnormal number: openmed #2457
    for size in [1e-12, 5e-324] {
        let cost = Cost::from_f64(size, 0.0).expect("a cost");
        assert_eq!(cost.epsilon_micro(), 1);
        let refused = device.charge(Charge::stated(cost, DAY));
        assert_eq!(refused.err(), Some(Error::BudgetExceeded));
        let cost = Cost::from_f64(0.0, size).expect("a cost");
        let refused = device.charge(Charge::stated(cost, DAY));
        assert_eq!(refused.err(), Some(Error::BudgetExceeded));
    }
}

#[test]
fn ten_tenths_are_one() {
    let mut device = Device::epsilon(1_000_000);
    for _ in 0..10 {
        let _ = device.spend(100_000, 1, DAY).expect("a tenth");
    }
    assert!(device.spend(1, u32::MAX, DAY).is_err());
    assert_eq!(device.ledger.entries().len(), 1);
}

#[test]
fn different_fractions_add_up_exactly() {
    let mut device = Device::epsilon(1_000_000);
    for parts in [2, 3, 6] {
        let _ = device.spend(1_000_000, parts, DAY).expect("a fraction");
    }
    assert!(device.spend(1, u32::MAX, DAY).is_err());
}

/// The events of a bucket pay for what reads them.
#[test]
fn windows_compose_in_parallel_where_they_are_disjoint() {
    let window = |first, last| Window::new(first, last).expect("a window");
    let mut device = Device::epsilon(1_000_000);
    let _ = device.spend(600_000, 1, window(0, 9)).expect("room");
    let _ = device.spend(600_000, 1, window(10, 19)).expect("disjoint");
    // reads both: only what both have left
    assert!(device.spend(400_001, 1, window(9, 10)).is_err());
    let _ = device.spend(400_000, 1, window(9, 10)).expect("room");
    let _ = device.spend(400_000, 1, window(0, 8)).expect("room");
    assert!(device.spend(1, 1, window(0, 9)).is_err());
    assert!(device.spend(1, 1, window(19, 20)).is_ok());
    assert_eq!(
        device.ledger.spent_at(19).unwrap().epsilon_micro,
        Some(600_001)
    );
    assert_eq!(device.ledger.spent_at(20).unwrap().epsilon_micro, Some(1));
    assert_eq!(device.ledger.spent_at(21).unwrap().epsilon_micro, Some(0));
}

#[test]
fn a_mechanism_solved_for_the_budget_fits_it() {
    let budget = Budget::new(1_000_000, 1_000_000_000).expect("a budget");
    for (adjacency, releases) in [
        (Adjacency::Event, 1),
        (Adjacency::Destination, 7),
        (Adjacency::Visit, 4),
    ] {
        let count = Releases::new(releases).expect("some");
        let guarantee = budget.guarantee(adjacency, count).expect("in range");
        let pseudo_count = PseudoCount::new(90.0).expect("in range");
        let mechanism = Dirichlet::new(guarantee, pseudo_count).expect("reachable");
        let kind = MechanismParameters::Dirichlet(*mechanism.parameters());
        let one = Charge::mechanism(kind, Releases::ONE, DAY);
        let mut device = Device::new(adjacency, budget);
        for _ in 0..releases {
            let _ = device.charge(one).expect("as planned");
        }
        assert_eq!(device.charge(one).err(), Some(Error::BudgetExceeded));
        let tiny = Charge::stated(Cost::new(1, 0, u32::MAX).expect("a cost"), DAY);
        let _ = device.charge(tiny).err();
    }
}
