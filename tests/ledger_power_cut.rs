//! The power is cut at every byte of every write of 1,000 random histories. Whatever the store holds then, the ledger that is loaded from it counts every release
//! that happened, and no permit comes twice.
use dpmarkov::domain::Releases;
use dpmarkov::privacy::Adjacency;
use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Permit, Slot, Spend, Window};
use dpmarkov::random::EntropySource;
use dpmarkov::{Error, Result};
use std::collections::HashSet;

type Book = Ledger<2>;
const LEN: usize = Book::SLOT_LEN;
type Bytes = [u8; LEN];

const HISTORIES: u64 = 1000;
const STEPS: usize = 6;
const BUCKETS: u32 = 3;
/// Every cost is a fraction of this many micro-units' parts, so that the test adds integers.
const PARTS: u64 = 720_720;

/// SplitMix64: enough for histories.
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
}

/// The same seed at every start: what the stream number is for.
struct StuckSource;

impl EntropySource for StuckSource {
    fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        out.fill(7);
        Ok(())
    }
}

/// What a store may do to a write of which `done` bytes were under way.
#[derive(Clone, Copy, Debug)]
enum Tear {
    /// In order.
    Forwards,
    /// From the end.
    Backwards,
    /// In order, after the whole slot was erased.
    Erased,
    /// In pages of 16 bytes, in any order.
    Pages(u64),
    /// In order, the byte under way half programmed.
    HalfProgrammed(u64),
}

fn torn(old: &Bytes, new: &Bytes, done: usize, tear: Tear) -> Bytes {
    let mut out = *old;
    match tear {
        Tear::Forwards => out[..done].copy_from_slice(&new[..done]),
        Tear::Backwards => out[LEN - done..].copy_from_slice(&new[LEN - done..]),
        Tear::Erased => {
            out = [0xff; LEN];
            out[..done].copy_from_slice(&new[..done]);
        }
        Tear::Pages(seed) => {
            let mut pages: Vec<usize> = (0..LEN.div_ceil(16)).collect();
            let mut dice = Dice(seed);
            for i in (1..pages.len()).rev() {
                pages.swap(i, dice.below(i as u64 + 1) as usize);
            }
            let order = pages.iter().flat_map(|p| p * 16..(p * 16 + 16).min(LEN));
            order.take(done).for_each(|i| out[i] = new[i]);
        }
        Tear::HalfProgrammed(seed) => {
            out[..done].copy_from_slice(&new[..done]);
            if let Some(byte) = out.get_mut(done) {
                *byte = Dice(seed).roll() as u8;
            }
        }
    }
    out
}

/// The store, and what the outside world has seen.
struct World {
    slots: [Bytes; 2],
    /// Stays 0 on devices without a monotonic counter.
    counter: u64,
    has_counter: bool,
    budget: Budget,
    released: Vec<Charge>,
    numbers: HashSet<u64>,
    /// Every slot that was ever prepared.
    prepared: HashSet<Bytes>,
    cuts: u64,
}

impl World {
    fn new(dice: &mut Dice) -> Self {
        let budget = Budget::new(dice.below(60) + 10, dice.below(9) + 1).expect("a budget");
        let adjacency = Adjacency::ALL[dice.below(5) as usize];
        let mut bytes = [0; LEN];
        let first = dice.below(3);
        Book::create(adjacency, budget, first, &mut bytes).expect("the right length");
        World {
            slots: [bytes; 2],
            counter: 0,
            has_counter: dice.below(2) == 0,
            budget,
            released: Vec::new(),
            numbers: HashSet::new(),
            prepared: HashSet::new(),
            cuts: 0,
        }
    }

    fn restart(&self) -> Book {
        let [a, b] = &self.slots;
        Book::load(a, b, self.counter).expect("one slot is whole")
    }

    /// Every release is counted, and what was released is within the budget: in integers.
    fn check(&self, ledger: &Book) {
        for charge in &self.released {
            let like = |c: &&Charge| c.spend == charge.spend && c.window == charge.window;
            let done: u32 = self
                .released
                .iter()
                .filter(like)
                .map(|c| c.releases.get())
                .sum();
            let entry = ledger.entries().iter().find(like).expect("an entry");
            assert!(
                entry.releases.get() >= done,
                "a release that is not counted"
            );
        }
        for bucket in 0..BUCKETS {
            let (mut epsilon, mut delta) = (0, 0);
            for charge in self.released.iter().filter(|c| c.window.holds(bucket)) {
                let Spend::Stated(cost) = charge.spend else {
                    panic!("only stated costs here");
                };
                let each = u64::from(charge.releases.get()) * PARTS / u64::from(cost.parts());
                epsilon += each * cost.epsilon_micro();
                delta += each * cost.delta_units();
            }
            assert!(epsilon <= PARTS * self.budget.epsilon_micro());
            assert!(delta <= PARTS * self.budget.delta_units());
        }
    }

    fn release(&mut self, permit: Permit) {
        let charge = *permit.charge();
        let number = permit.number();
        assert!(self.numbers.insert(number), "a permit twice");
        let rng = permit.into_generator(&mut StuckSource).expect("a seed");
        assert_eq!(rng.stream(), number);
        self.released.push(charge);
    }

    /// Cuts the power everywhere in the write of `new` to `slot`. What is loaded must be one of the states that were whole before, or the new one.
    fn cut_everywhere(&mut self, pending: &mut Book, slot: usize, new: &Bytes, dice: &mut Dice) {
        let before = self.restart();
        let kept = {
            let other = &self.slots[1 - slot];
            Book::load(other, other, self.counter).ok()
        };
        let old = self.slots[slot];
        let tears = [
            Tear::Forwards,
            Tear::Backwards,
            Tear::Erased,
            Tear::Pages(dice.roll()),
            Tear::HalfProgrammed(dice.roll()),
        ];
        for tear in tears {
            for done in 0..=LEN {
                self.slots[slot] = torn(&old, new, done, tear);
                let is_new = self.slots[slot] == *new;
                let loaded = self.restart();
                let is = |state: &Book| {
                    loaded.generation() == state.generation() && loaded.entries() == state.entries()
                };
                let valid = if is_new {
                    is(pending)
                } else if self.slots[slot] == old {
                    is(&before)
                } else if self.prepared.contains(&self.slots[slot]) {
                    // What was missing of an earlier write that was cut is just what this one writes first.
                    loaded.generation() > kept.as_ref().map_or(0, Book::generation)
                } else {
                    kept.as_ref().is_some_and(is)
                };
                assert!(valid, "{tear:?} at byte {done}");
                self.check(&loaded);
                if !is_new {
                    let refused = pending.commit(&self.slots[slot]);
                    assert_eq!(refused.err(), Some(Error::LedgerNotStored));
                }
                self.cuts += 1;
            }
        }
        self.slots[slot] = old;
    }
}

fn random_charge(dice: &mut Dice) -> Charge {
    let first = dice.below(u64::from(BUCKETS)) as u32;
    let last = first + dice.below(u64::from(BUCKETS - first)) as u32;
    // few different ones, so that some are repeated
    let parts = [1, 3, 11][dice.below(3) as usize];
    let epsilon = [1, 10][dice.below(2) as usize];
    Charge {
        spend: Spend::Stated(Cost::new(epsilon, dice.below(2), parts).expect("a cost")),
        window: Window::new(first, last).expect("a window"),
        releases: Releases::new(1 + dice.below(2) as u32).expect("some"),
    }
}

/// One charge and whatever happens to it; the ledger that is in memory afterwards.
fn step(world: &mut World, mut ledger: Book, dice: &mut Dice) -> Book {
    let mut bytes = [0; LEN];
    let prepared = match ledger.prepare(random_charge(dice), &mut bytes) {
        Ok(prepared) => prepared,
        Err(Error::BudgetExceeded | Error::LedgerFull) => return ledger,
        Err(error) => panic!("{error}"),
    };
    let slot = match prepared.slot {
        Slot::A => 0,
        Slot::B => 1,
    };
    world.cut_everywhere(&mut ledger, slot, &bytes, dice);
    world.prepared.insert(bytes);

    let fate = dice.below(6);
    if fate < 3 {
        // The write does not go through, or only afterwards.
        let done = dice.below(LEN as u64 + 1) as usize;
        let tear = Tear::Pages(dice.roll());
        world.slots[slot] = torn(&world.slots[slot], &bytes, done, tear);
        if fate == 0 {
            return world.restart();
        }
        if fate == 1 {
            world.slots[slot] = bytes; // all there, but nobody knows
        }
        ledger.abort();
        return ledger;
    }
    world.slots[slot] = bytes;
    let permit = ledger.commit(&world.slots[slot]).expect("stored");
    if world.has_counter {
        world.counter = permit.number();
    }
    if fate == 3 {
        return world.restart(); // before the release: counted all the same
    }
    world.release(permit);
    world.check(&ledger);
    if fate == 4 { world.restart() } else { ledger }
}

#[test]
fn a_power_cut_never_makes_a_release_uncounted() {
    let (mut cuts, mut releases) = (0, 0);
    for seed in 0..HISTORIES {
        let mut dice = Dice(seed);
        let mut world = World::new(&mut dice);
        let mut ledger = world.restart();
        for _ in 0..STEPS {
            ledger = step(&mut world, ledger, &mut dice);
            world.check(&world.restart());
        }
        cuts += world.cuts;
        releases += world.released.len();
    }
    // the histories do happen
    assert!(cuts > 1_000_000, "{cuts} cuts");
    assert!(releases > 1000, "{releases} releases");
    println!("{cuts} cuts, {releases} releases");
}
