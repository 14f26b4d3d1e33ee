//! The ledger's arithmetic, as its users meet it.
use dpmarkov::domain::{Delta, GeometricRate, PseudoCount, Releases, Variance};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use dpmarkov::privacy::ledger::{
    Budget, Charge, Cost, DELTA_UNITS, EPSILON_UNITS, Ledger, Permit, Slot, Window,
};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, MechanismParameters, compose};
use dpmarkov::{Error, Result};
use num_rational::BigRational;

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
    assert_eq!(device.ledger.spent_at(19).unwrap().epsilon_micro, 600_001);
    assert_eq!(device.ledger.spent_at(20).unwrap().epsilon_micro, 1);
    assert_eq!(device.ledger.spent_at(21).unwrap().epsilon_micro, 0);
}

/// What each mechanism's own solver makes of the whole budget, charged release by release.
#[test]
fn a_mechanism_solved_for_the_budget_fits_it() {
    let dirichlet = |guarantee| {
        let pseudo_count = PseudoCount::new(90.0).expect("in range");
        let mechanism = Dirichlet::new(guarantee, pseudo_count).expect("reachable");
        MechanismParameters::Dirichlet(*mechanism.parameters())
    };
    let polya = |guarantee| {
        let pseudo_count = PseudoCount::new(90.0).expect("in range");
        let mechanism = Polya::new(guarantee, 5, pseudo_count, 60).expect("reachable");
        MechanismParameters::Polya(*mechanism.parameters(), 5)
    };
    let geometric = |guarantee| {
        let mechanism = Geometric::new(guarantee).expect("reachable");
        MechanismParameters::Geometric(mechanism.rate())
    };
    let gaussian = |guarantee| {
        let mechanism = Gaussian::new(guarantee).expect("reachable");
        MechanismParameters::Gaussian(mechanism.variance())
    };
    let solve: [&dyn Fn(Guarantee) -> MechanismParameters; 4] =
        [&dirichlet, &polya, &geometric, &gaussian];
    for (k, solve) in solve.into_iter().enumerate() {
        for delta in [1_000_000_000, 0] {
            if delta == 0 && k != 2 {
                continue; // the others promise nothing at delta = 0 for every plan
            }
            let budget = Budget::new(1_000_000, delta).expect("a budget");
            for (adjacency, releases) in [
                (Adjacency::Event, 1),
                (Adjacency::Destination, 7),
                (Adjacency::Visit, 4),
            ] {
                let count = Releases::new(releases).expect("some");
                let guarantee = budget.guarantee(adjacency, count).expect("in range");
                let one = Charge::mechanism(solve(guarantee), Releases::ONE, DAY);
                let mut device = Device::new(adjacency, budget);
                for i in 0..releases {
                    let permit = device.charge(one);
                    let answer = permit.map(|_| ()).map_err(|e| (e, i));
                    assert_eq!(answer, Ok(()), "{one:?}");
                }
                let more = device.charge(one).err();
                // urns compose a little better than their solver knows
                if k != 1 {
                    assert_eq!(more, Some(Error::BudgetExceeded), "{one:?}");
                }
            }
        }
    }
}

/// Stated costs, and what they leave for the composition of three mechanisms.
#[test]
fn mechanisms_are_composed_at_what_stated_costs_leave() {
    let kinds = [
        (
            MechanismParameters::Dirichlet(DirichletParameters::new(0.02, 60.0).unwrap()),
            30,
        ),
        (
            MechanismParameters::Geometric(GeometricRate::new(1, 50).unwrap()),
            5,
        ),
        (
            MechanismParameters::Gaussian(Variance::new(2500, 1).unwrap()),
            2,
        ),
    ]
    .map(|(kind, count)| (kind, Releases::new(count).unwrap()));
    let left = Delta::new(6e-10_f64.next_down()).unwrap();
    let composed = compose::epsilon_upper(Adjacency::Event, &kinds, left).unwrap();
    let micro = (composed.value * 1e6).ceil() as u64;

    let mut last = Vec::new();
    for spare in [0, -2] {
        let epsilon = (micro + 100_000).checked_add_signed(spare).unwrap();
        let budget = Budget::new(epsilon, 1_000_000_000).unwrap();
        let mut device = Device::new(Adjacency::Event, budget);
        let stated = Cost::new(1_000_000, 4_000_000_000, 10).unwrap();
        let _ = device.charge(Charge::stated(stated, DAY)).expect("room");
        let charges = kinds.map(|(kind, count)| Charge::mechanism(kind, count, DAY));
        for charge in &charges[..2] {
            let _ = device.charge(*charge).expect("room");
        }
        last.push(device.charge(charges[2]).err());
        if spare == 0 {
            let spent = device.ledger.spent_at(7).unwrap();
            assert!(spent.epsilon_micro <= epsilon && spent.epsilon_micro + 1 >= epsilon);
            assert_eq!(spent.delta_units, 1_000_000_000);
        }
    }
    assert_eq!(last, [None, Some(Error::BudgetExceeded)]);
}

/// Eleven releases of geometric noise of rate 1/11 are epsilon 1 exactly, with no delta.
#[test]
fn geometric_noise_is_summed_in_fractions() {
    for (adjacency, change) in [
        (Adjacency::AddRemove, 1),
        (Adjacency::Destination, 2),
        (Adjacency::Event, 2),
        (Adjacency::Visit, 4),
    ] {
        let rate = GeometricRate::new(1, 11 * change).unwrap();
        let noise = MechanismParameters::Geometric(rate);
        let charge = Charge::mechanism(noise, Releases::ONE, DAY);
        for delta in [0, 1] {
            let budget = Budget::new(1_000_000, delta).unwrap();
            let mut device = Device::new(adjacency, budget);
            for _ in 0..11 {
                let _ = device.charge(charge).expect("an eleventh");
            }
            let spent = device.ledger.spent_at(0).unwrap();
            assert_eq!((spent.epsilon_micro, spent.delta_units), (1_000_000, 0));
            assert!(device.spend(1, u32::MAX, DAY).is_err());
        }
    }
}

/// What a permit hands out is never more than what was charged, in exact rationals.
#[test]
fn a_permit_promises_no_more_than_was_charged() {
    let within = |p: f64, scale: u64, amount: u64, parts: u32| {
        let whole = |n: u128| BigRational::from_integer(n.into());
        let p = BigRational::from_float(p).expect("finite");
        p * whole(u128::from(scale) * u128::from(parts)) <= whole(u128::from(amount))
    };
    let mut word = 1_u64;
    let mut roll = || {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        word >> 32
    };
    for _ in 0..500 {
        let epsilon = (1 + roll() % 1_000_000_000_000) >> (roll() % 40);
        let delta = 1 + ((roll() << 28 | roll()) >> (roll() % 56)) % 999_999_999_999_999_999;
        let parts = (roll() as u32 >> (roll() % 32)).max(1);
        let cost = Cost::new(epsilon.max(1), delta, parts).unwrap();
        let guarantee = cost.guarantee(Adjacency::Event).unwrap();
        let (e, d) = (guarantee.epsilon.get(), guarantee.delta.get());
        let (e_in, d_in) = (cost.epsilon_micro(), cost.delta_units());
        assert!(within(e, EPSILON_UNITS, e_in, parts) && within(d, DELTA_UNITS, d_in, parts));
        // and the next number would be more
        assert!(!within(e.next_up(), EPSILON_UNITS, e_in, parts));
        assert!(!within(d.next_up(), DELTA_UNITS, d_in, parts));
        // there and back: at most the whole units of one part
        let back = Cost::from_f64(e, d).unwrap();
        assert!(back.epsilon_micro() <= e_in.div_ceil(u64::from(parts)));
        assert!(back.delta_units() <= d_in.div_ceil(u64::from(parts)));
    }
}

/// Where an `f64` is the exact quotient, it is the answer.
#[test]
fn exact_quotients_stay_exact() {
    for (micro, parts, epsilon) in [
        (500_000, 1, 0.5),
        (1_500_000, 4, 0.375),
        (3_000_000, 1, 3.0),
    ] {
        let cost = Cost::new(micro, DELTA_UNITS / 4, parts).expect("a cost");
        let guarantee = cost.guarantee(Adjacency::Event).expect("in range");
        assert_eq!(guarantee.epsilon.get(), epsilon);
        assert_eq!(guarantee.delta.get(), 0.25 / f64::from(parts));
    }
}

#[test]
fn floating_point_is_rounded_to_the_safe_side() {
    let budget = |e, d| Budget::from_f64(e, d).map(|b| (b.epsilon_micro(), b.delta_units()));
    let cost = |e, d| Cost::from_f64(e, d).map(|c| (c.epsilon_micro(), c.delta_units()));
    assert_eq!(budget(1.0, 0.5), Ok((1_000_000, DELTA_UNITS / 2)));
    assert_eq!(cost(1.0, 0.5), Ok((1_000_000, DELTA_UNITS / 2)));
    // 0.1 is above 1/10, 1e-6 below 1/10^6, 1e-9 above 1/10^9
    assert_eq!(budget(0.1, 1e-6), Ok((100_000, 999_999_999_999)));
    assert_eq!(cost(0.1, 1e-6), Ok((100_001, 1_000_000_000_000)));
    assert_eq!(
        cost(0.1_f64.next_down(), 1e-9),
        Ok((100_000, 1_000_000_001))
    );
    assert_eq!(cost(0.0, 5e-324), Ok((0, 1)));
    assert_eq!(cost(5e-324, -0.0), Ok((1, 0)));
    assert_eq!(
        budget(1e6, 1.0_f64.next_down()).map(|b| b.0),
        Ok(1_000_000_000_000)
    );
    for bad in [-1.0, -5e-324, f64::NAN, f64::INFINITY, 1e300, 1e6 + 1.0] {
        assert_eq!(budget(bad, 0.1), Err(Error::Epsilon), "{bad}");
        assert_eq!(cost(bad, 0.1), Err(Error::Cost), "{bad}");
        assert_eq!(budget(1.0, bad), Err(Error::Delta), "{bad}");
        assert_eq!(cost(1.0, bad), Err(Error::Cost), "{bad}");
    }
    assert_eq!(budget(1.0, 1.0), Err(Error::Delta));
    assert_eq!(cost(0.0, 0.0), Err(Error::Cost));
    assert_eq!(budget(0.0, 0.0), Err(Error::Epsilon));
    assert_eq!(Cost::new(1, 0, 0), Err(Error::Cost));
}

/// What the module's page says of memory.
#[test]
fn a_ledger_is_small() {
    if size_of::<usize>() == 8 {
        assert_eq!(size_of::<Book>(), 872);
    }
    assert_eq!(LEN, 692);
}

/// Why the plan must not depend on the releases where mechanisms are composed: either of two charges fits beside the mechanism, and to choose between them
/// after a look at its release costs more than the budget. With stated costs alone the second one is refused.
#[test]
fn a_stated_cost_chosen_after_a_look_at_a_mechanisms_release_is_not_covered() -> Result<()> {
    let failure = 88_800_000_000_000_000; // 0.0888
    let budget = Budget::new(6_000_000, failure)?;
    let geometric = MechanismParameters::Geometric(GeometricRate::new(9, 8)?);
    let noise = Charge::mechanism(geometric, Releases::ONE, DAY);
    let response = Charge::stated(Cost::new(5_000_000, 0, 1)?, DAY);
    let leak = Charge::stated(Cost::new(0, failure, 1)?, DAY);
    for second in [response, leak] {
        let mut device = Device::new(Adjacency::AddRemove, budget);
        let _ = device.charge(noise)?;
        let _ = device.charge(second)?;
    }
    // Where the noisy count speaks for the first log randomised response of epsilon 5, else the secret itself with probability 0.0888:
    // the event that the answers say "first log".
    let x = (-9.0_f64 / 8.0).exp();
    let (high, low) = (1.0 / (1.0 + x), x / (1.0 + x));
    let truth = 1.0 / (1.0 + (-5.0_f64).exp());
    let first = high * truth + low * 0.0888;
    let second = low * (1.0 - truth);
    let delta = first - 6.0_f64.exp() * second;
    assert!((delta - 0.1099).abs() < 5e-5, "{delta}");

    let stated = Charge::stated(Cost::new(1_125_000, 0, 1)?, DAY);
    let mut device = Device::new(Adjacency::AddRemove, budget);
    let _ = device.charge(stated)?;
    assert_eq!(device.charge(response).err(), Some(Error::BudgetExceeded));
    // and with delta 0 the mechanism's pure epsilon is added, too
    let mut device = Device::new(Adjacency::AddRemove, Budget::new(6_000_000, 0)?);
    let _ = device.charge(noise)?;
    assert_eq!(device.charge(response).err(), Some(Error::BudgetExceeded));
    Ok(())
}
