//! A million random histories, added up in exact rationals: the budget is never passed, and nothing is refused that it holds.
use dpmarkov::domain::{Epsilon, GeometricRate, Releases};
use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Spend, Window};
use dpmarkov::privacy::{Adjacency, DirichletParameters, MechanismParameters, compose};
use dpmarkov::{Error, Result};
use num_rational::Ratio;

type Book = Ledger<3>;
const LEN: usize = Book::SLOT_LEN;
const BUCKETS: u32 = 3;
/// A multiple of every number of parts in the fast histories.
const PARTS: u64 = 27_720;

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }
    fn window(&mut self) -> Window {
        let first = self.below(u64::from(BUCKETS)) as u32;
        let last = first + self.below(u64::from(BUCKETS - first)) as u32;
        Window::new(first, last).expect("in order")
    }
}

fn open(budget: Budget, adjacency: Adjacency) -> Book {
    let mut bytes = [0; LEN];
    Book::create(adjacency, budget, 0, &mut bytes).expect("the right length");
    Book::load(&bytes, &bytes, 0).expect("whole")
}

fn charge(ledger: &mut Book, charge: Charge) -> Result<()> {
    let mut bytes = [0; LEN];
    let _ = ledger.prepare(charge, &mut bytes)?;
    let permit = ledger.commit(&bytes).expect("stored");
    assert_eq!(permit.charge(), &charge);
    Ok(())
}

/// Costs whose denominators divide [`PARTS`]: the sums are integers, the ledger's exact, and its answer is `sum <= budget` to the last fraction of a unit.
fn history(seed: u64) -> (u32, u32) {
    let mut dice = Dice(seed);
    let (epsilon, delta) = (dice.below(12) + 1, dice.below(4));
    let budget = Budget::new(epsilon, delta).expect("a budget");
    let mut ledger = open(budget, Adjacency::Event);
    let mut spent = [[0_u64; 2]; BUCKETS as usize];
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..6 {
        let parts = [1, 2, 3, 4, 7, 9, 11, 12][dice.below(8) as usize];
        let amounts = [dice.below(15) + 1, dice.below(8) / 5];
        let releases = 1 + dice.below(9) / 6;
        let window = dice.window();
        let cost = Cost::new(amounts[0], amounts[1], parts).expect("a cost");
        let mut then = spent;
        for bucket in window.first()..=window.last() {
            for (sum, amount) in then[bucket as usize].iter_mut().zip(amounts) {
                *sum += releases * amount * (PARTS / u64::from(parts));
            }
        }
        let holds = then
            .iter()
            .all(|[e, d]| *e <= epsilon * PARTS && *d <= delta * PARTS);
        let asked = Charge {
            spend: Spend::Stated(cost),
            window,
            releases: Releases::new(releases as u32).expect("some"),
        };
        match charge(&mut ledger, asked) {
            Ok(()) => {
                assert!(holds, "history {seed}: beyond the budget");
                spent = then;
                accepted += 1;
            }
            Err(Error::BudgetExceeded) => {
                assert!(!holds, "history {seed}: refused what the budget holds");
                refused += 1;
            }
            Err(Error::LedgerFull) => assert_eq!(ledger.entries().len(), 3),
            Err(error) => panic!("{error}"),
        }
    }
    (accepted, refused)
}

#[test]
fn a_million_histories_never_pass_the_budget() {
    let half = |from: u64| {
        move || {
            let (mut accepted, mut refused) = (0_u64, 0_u64);
            for seed in from..from + 500_000 {
                let (a, r) = history(seed);
                accepted += u64::from(a);
                refused += u64::from(r);
            }
            (accepted, refused)
        }
    };
    let other = std::thread::spawn(half(500_000));
    let mine = half(0)();
    let other = other.join().expect("the other half");
    let (accepted, refused) = (mine.0 + other.0, mine.1 + other.1);
    // the histories do happen
    assert!(accepted > 1_000_000, "{accepted}");
    assert!(refused > 1_000_000, "{refused}");
}

/// Any 32-bit denominators: their common one soon passes 64 bits and the ledger rounds up. Three kinds are at most 96 bits, and u128 holds the sum exactly.
/// Geometric noise among them counts as its pure cost, a fraction of its own.
#[test]
fn any_fractions_never_pass_the_budget() {
    let rational = |n: u64, d: u64| Ratio::new(u128::from(n), u128::from(d));
    let (mut accepted, mut refused, mut close) = (0, 0, 0);
    for seed in 0..10_000 {
        let mut dice = Dice(seed);
        let size = [10, 1000, 1_000_000][dice.below(3) as usize];
        let epsilon = dice.below(size) + 1;
        let budget = Budget::new(epsilon, 0).expect("a budget");
        let mut ledger = open(budget, Adjacency::AddRemove);
        let mut spent = rational(0, 1);
        for _ in 0..6 {
            let denominator = (dice.roll() as u32 >> dice.below(32)).max(1);
            // up to about half the budget
            let amount = dice
                .below(u64::from(denominator) * epsilon / 2 + 1)
                .min(1_000_000_000_000);
            let noise = u64::from(denominator).min(1 << 30);
            let rate = GeometricRate::new(1, noise as u32);
            let (spend, cost) = match rate {
                Ok(rate) if dice.below(4) == 0 => (
                    Spend::Mechanism(MechanismParameters::Geometric(rate)),
                    rational(1_000_000, noise),
                ),
                _ if amount > 0 => (
                    Spend::Stated(Cost::new(amount, 0, denominator).expect("a cost")),
                    rational(amount, u64::from(denominator)),
                ),
                _ => continue,
            };
            let asked = Charge {
                spend,
                window: Window::ALL,
                releases: Releases::ONE,
            };
            match charge(&mut ledger, asked) {
                Ok(()) => {
                    spent += cost;
                    accepted += 1;
                    assert!(
                        spent <= rational(epsilon, 1),
                        "history {seed}: beyond the budget"
                    );
                    let left = rational(epsilon, 1) - spent;
                    close += usize::from(left < rational(1, 10));
                }
                Err(Error::BudgetExceeded) => {
                    // at most three roundings to a whole unit
                    assert!(
                        spent + cost + rational(3, 1) > rational(epsilon, 1),
                        "history {seed}"
                    );
                    refused += 1;
                }
                Err(Error::LedgerFull) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(
        accepted > 10_000 && refused > 3_000,
        "{accepted}, {refused}"
    );
    assert!(close > 100, "{close}");
}

/// However the fractions are rounded: what was accepted and stored is loaded again, after every charge and every closing.
#[test]
fn what_was_accepted_is_loaded_again() {
    let mut closed = 0;
    for seed in 0..20_000 {
        let mut dice = Dice(seed);
        let budget = Budget::new(dice.below(4) + 1, 0).expect("a budget");
        let mut bytes = [0; SIX_LEN];
        Six::create(Adjacency::Event, budget, 0, &mut bytes).expect("the right length");
        let mut ledger = Six::load(&bytes, &bytes, 0).expect("whole");
        for _ in 0..9 {
            let denominator = dice.roll() as u32 | 1 << 31;
            let amount = dice.below(u64::from(denominator)) + 1;
            let cost = Cost::new(amount, 0, denominator).expect("a cost");
            if dice.below(8) == 0 {
                ledger.close_before(ledger.open_from() + 1).expect("idle");
                closed += 1;
            }
            if ledger
                .prepare(Charge::stated(cost, dice.window()), &mut bytes)
                .is_ok()
            {
                let _ = ledger.commit(&bytes).expect("stored");
                ledger = Six::load(&bytes, &bytes, 0).expect("what was accepted");
            }
        }
    }
    assert!(closed > 1000);
}

/// Stated costs and mechanisms over overlapping windows: afterwards the budget holds in every bucket, not only where a window begins.
#[test]
fn mechanisms_hold_in_every_bucket() {
    let kinds = [(0.02, 60.0), (0.05, 40.0)].map(|(weight, pseudo_count)| {
        let parameters = DirichletParameters::new(weight, pseudo_count);
        MechanismParameters::Dirichlet(parameters.expect("in range"))
    });
    let budget = Budget::new(1_000_000, 1_000_000_000).expect("a budget");
    let (mut refused, mut composed) = (0, 0);
    for seed in 0..150 {
        let mut dice = Dice(seed);
        let mut bytes = [0; SIX_LEN];
        Six::create(Adjacency::Event, budget, 0, &mut bytes).expect("the right length");
        let mut ledger = Six::load(&bytes, &bytes, 0).expect("whole");
        for _ in 0..7 {
            let (first, length) = (dice.below(8) as u32, dice.below(5) as u32);
            let window = Window::new(first, first + length).expect("a window");
            let releases = Releases::new(1 + dice.below(12) as u32).expect("some");
            let asked = match dice.below(3) {
                2 => Charge::stated(Cost::new(150_000, 3, 2).expect("a cost"), window),
                k => Charge::mechanism(kinds[k as usize], releases, window),
            };
            match ledger.prepare(asked, &mut bytes) {
                Ok(_) => drop(ledger.commit(&bytes).expect("stored")),
                Err(Error::BudgetExceeded) => refused += 1,
                Err(error) => assert_eq!(error, Error::LedgerFull),
            }
        }
        for bucket in 0..13 {
            let read = |e: &&Charge| e.window.holds(bucket);
            let (mut epsilon, mut delta, mut list) = (0.0, 0.0, Vec::new());
            for entry in ledger.entries().iter().filter(read) {
                match entry.spend {
                    Spend::Stated(_) => {
                        epsilon += 0.075 * f64::from(entry.releases.get());
                        delta += 1.5e-18 * f64::from(entry.releases.get());
                    }
                    Spend::Mechanism(kind) => list.push((kind, entry.releases)),
                }
            }
            let left = Epsilon::new(1.0 - epsilon).expect("within the budget");
            if !list.is_empty() {
                let needed = compose::delta_upper(Adjacency::Event, &list, left);
                delta += needed.expect("a bound").value;
                composed += 1;
            }
            assert!(
                delta <= 1e-9 * (1.0 + 1e-9),
                "history {seed}, bucket {bucket}"
            );
        }
    }
    assert!(refused > 100 && composed > 500, "{refused}, {composed}");
}

/// 1/2^31 + (2^30 - 1)/2^31 is 1/2, and two more fractions still have a common denominator of 64 bits; without the first they have none and are rounded up.
#[test]
fn a_part_that_rounds_higher_than_the_whole_is_loaded_again() {
    let (half, p, q) = (1 << 30, 2_147_483_629, 2_147_483_587);
    let mut bytes = [0; SIX_LEN];
    let budget = Budget::new(1, 0).expect("a budget");
    Six::create(Adjacency::Event, budget, 0, &mut bytes).expect("the right length");
    let mut ledger = Six::load(&bytes, &bytes, 0).expect("whole");
    let mut spend = |ledger: &mut Six, amount, parts, first, last| {
        let cost = Cost::new(amount, 0, parts).expect("a cost");
        let window = Window::new(first, last).expect("a window");
        let _ = ledger
            .prepare(Charge::stated(cost, window), &mut bytes)
            .expect("room");
        let _ = ledger.commit(&bytes).expect("stored");
        Six::load(&bytes, &bytes, 0).expect("what was accepted")
    };
    for (amount, parts, last) in [
        (1, 2 * half, 0),
        (half as u64 - 1, 2 * half, 1),
        (1, p, 1),
        (1, q, 1),
    ] {
        ledger = spend(&mut ledger, amount, parts, 0, last);
    }
    ledger.close_before(1).expect("idle");
    ledger = spend(&mut ledger, 1, 1, 2, 2);
    assert_eq!(ledger.entries().len(), 4);
}

type Six = Ledger<6>;
const SIX_LEN: usize = Six::SLOT_LEN;
