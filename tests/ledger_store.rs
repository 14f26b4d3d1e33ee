//! What the store may hold, and what is made of it.
use crc::{CRC_32_ISO_HDLC, Crc};
use dpmarkov::domain::{GeometricRate, PolyaParameters, Releases, Variance};
use dpmarkov::privacy::ledger::{Budget, Charge, Cost, Ledger, Spend, Window, slot_len};
use dpmarkov::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use dpmarkov::{Error, Result};
use proptest::prelude::*;
use std::sync::OnceLock;

type Book = Ledger<5>;
const LEN: usize = Book::SLOT_LEN;
type Bytes = [u8; LEN];

fn budget() -> Budget {
    Budget::new(20_000_000, 1_000_000_000).expect("a budget")
}

fn charges() -> Result<[Charge; 5]> {
    let days = Window::new(2, 9)?;
    let week = Releases::new(7)?;
    let polya = MechanismParameters::Polya(PolyaParameters::new(1, 40, 3, 100)?, 59);
    Ok([
        Charge::stated(Cost::new(1_000_000, 5, 11)?, Window::ALL),
        Charge::mechanism(
            MechanismParameters::Dirichlet(DirichletParameters::new(0.05, 60.0)?),
            Releases::ONE,
            days,
        ),
        Charge::mechanism(
            MechanismParameters::Geometric(GeometricRate::new(1, 90)?),
            week,
            Window::new(4, 4)?,
        ),
        Charge::mechanism(
            MechanismParameters::Gaussian(Variance::new(90_000, 7)?),
            Releases::ONE,
            days,
        ),
        Charge::mechanism(polya, Releases::ONE, Window::new(10, 10)?),
    ])
}

/// The two slots after every charge, the newest first, and the newest ledger.
fn filled() -> (Bytes, Bytes, Book) {
    let (newest, older) = *FILLED.get_or_init(fill);
    let ledger = Book::load(&newest, &older, 12).expect("whole");
    (newest, older, ledger)
}

static FILLED: OnceLock<(Bytes, Bytes)> = OnceLock::new();

fn fill() -> (Bytes, Bytes) {
    let mut bytes = [0; LEN];
    Book::create(Adjacency::Event, budget(), 7, &mut bytes).expect("the right length");
    let mut older = bytes;
    let mut ledger = Book::load(&bytes, &bytes, 0).expect("whole");
    for charge in charges().expect("valid") {
        older = bytes;
        let _ = ledger.prepare(charge, &mut bytes).expect("room");
        let _ = ledger.commit(&bytes).expect("stored");
    }
    assert_eq!(ledger.entries(), charges().expect("valid"));
    (bytes, older)
}

fn load(a: &[u8], b: &[u8], counter: u64) -> Result<(u64, Vec<Charge>)> {
    Book::load(a, b, counter).map(|l| (l.generation(), l.entries().to_vec()))
}

/// The checksum at the end made right.
fn sealed(mut bytes: Bytes) -> Bytes {
    let (body, tail) = bytes.split_at_mut(LEN - 4);
    let sum = Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(body);
    tail.copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn every_kind_of_charge_comes_back() {
    let (newest, older, ledger) = filled();
    assert_eq!(LEN, slot_len(5));
    for (a, b) in [(&newest, &older), (&older, &newest), (&newest, &newest)] {
        let (generation, entries) = load(a, b, 12).expect("whole");
        assert_eq!(generation, 12);
        assert_eq!(entries, charges().expect("valid"));
    }
    assert_eq!(ledger.entries(), charges().expect("valid"));
    assert_eq!(ledger.budget(), budget());
    assert_eq!(ledger.adjacency(), Adjacency::Event);
}

/// The layout is a promise to stored ledgers: these bytes must be readable for ever.
#[test]
fn the_layout_stays() {
    let (newest, ..) = filled();
    let sum = Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(&newest[..LEN - 4]);
    assert_eq!(&newest[LEN - 4..], sum.to_le_bytes());
    assert_eq!(&newest[..16], b"DPML\x01\0\x05\0\x0c\0\0\0\0\0\0\0");
    let first = &newest[40..80];
    assert_eq!(first[0], 1);
    assert_eq!(&first[16..24], 1_000_000_u64.to_le_bytes());
    assert_eq!(sum, STORED_SUM);
}

/// CRC-32 of the ledger of this file, as version 1 stores it: put together by hand with Python's `struct` and `zlib.crc32`.
const STORED_SUM: u32 = 0xa1ca_1f43;

#[test]
fn every_flipped_bit_is_seen() {
    let (newest, older, _) = filled();
    let before = load(&older, &older, 0).expect("whole");
    let now = load(&newest, &newest, 0).expect("whole");
    for bit in 0..LEN * 8 {
        let flip = |bytes: &Bytes| {
            let mut flipped = *bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        };
        let (bad_newest, bad_older) = (flip(&newest), flip(&older));
        assert_eq!(load(&bad_newest, &older, 0), Ok(before.clone()));
        assert_eq!(load(&older, &bad_newest, 12), Err(Error::LedgerRollback));
        assert_eq!(load(&newest, &bad_older, 12), Ok(now.clone()));
        assert_eq!(load(&bad_newest, &bad_older, 0), Err(Error::LedgerCorrupt));
    }
}

/// A checksum of 32 bits lets one in 2^32 through: 10^5 random slots pass with probability 3e-5.
#[test]
fn what_is_no_ledger_is_refused() {
    let mut word = 1_u64;
    let mut noise = || {
        let mut bytes = [0; LEN];
        for byte in &mut bytes {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (word >> 56) as u8;
        }
        bytes
    };
    for _ in 0..50_000 {
        assert_eq!(load(&noise(), &noise(), 0), Err(Error::LedgerCorrupt));
        // a checksum that is right is not enough
        let refused = load(&sealed(noise()), &noise(), 0);
        assert_eq!(refused, Err(Error::LedgerCorrupt));
    }
    for fill in [0, 0xff] {
        let blank = [fill; LEN];
        assert_eq!(load(&blank, &blank, 0), Err(Error::LedgerCorrupt));
        let blank = sealed(blank);
        assert_eq!(load(&blank, &blank, 0), Err(Error::LedgerCorrupt));
    }
    assert_eq!(load(&[0; LEN - 1], &[0; LEN], 0), Err(Error::Length));
    assert_eq!(load(&[0; LEN], &[0; LEN + 1], 0), Err(Error::Length));
}

/// One generation has one content.
#[test]
fn two_ledgers_of_one_generation_are_refused() {
    let (newest, ..) = filled();
    let mut other = newest;
    other[40 + 12] += 1; // one release more
    let other = sealed(other);
    assert!(load(&other, &other, 0).is_ok());
    assert_eq!(load(&newest, &other, 0), Err(Error::LedgerCorrupt));
    assert_eq!(load(&other, &newest, 0), Err(Error::LedgerCorrupt));
}

/// The newest slot is whole and says what no ledger writes: not a torn write, so the older slot is no way out.
#[test]
fn whole_slots_with_impossible_content_are_refused() {
    let (newest, older, _) = filled();
    let entry = |k: usize, at: usize| 40 + 40 * k + at;
    let changes: &[(usize, u8, &str)] = &[
        (4, 2, "version"),
        (6, 4, "capacity"),
        (16 + 7, 1, "epsilon above its range"),
        (24 + 7, 0x7f, "delta above its range"),
        (32, 9, "an entry in closed time"),
        (36, 6, "more entries than there is room for"),
        (36, 4, "fewer entries than there are"),
        (38, 5, "adjacency"),
        (39, 1, "the byte that is 0"),
        (entry(0, 0), 6, "kind"),
        (entry(0, 1), 1, "padding"),
        (entry(0, 12), 0, "no release"),
        (entry(0, 14), 200, "above the budget"),
        (entry(0, 32), 0, "no parts"),
        (entry(0, 37), 1, "parts of more than 32 bits"),
        (entry(1, 4), 10, "a window that ends before it begins"),
        (entry(1, 23), 0xff, "a weight of NaN"),
        (entry(2, 23), 0xff, "a rate out of range"),
        (entry(3, 24), 0, "a variance without denominator"),
        (entry(4, 32), 1, "one state"),
    ];
    for (at, value, what) in changes {
        let mut bytes = newest;
        assert_ne!(bytes[*at], *value, "{what}");
        bytes[*at] = *value;
        let bytes = sealed(bytes);
        assert_eq!(load(&bytes, &older, 0), Err(Error::LedgerCorrupt), "{what}");
        assert_eq!(load(&older, &bytes, 0), Err(Error::LedgerCorrupt), "{what}");
    }
    // the same kind twice
    let mut twice = newest;
    twice.copy_within(40..80, 80);
    assert_eq!(load(&sealed(twice), &older, 0), Err(Error::LedgerCorrupt));
    // generations that differ: the write stopped between them, and the older slot counts
    let mut halves = newest;
    halves[LEN - 12] += 1;
    assert_eq!(load(&sealed(halves), &older, 0), load(&older, &older, 0));
}

/// The steps of the protocol, out of order.
#[test]
fn one_charge_at_a_time() {
    let mut bytes = [0; LEN];
    Book::create(Adjacency::Event, budget(), 0, &mut bytes).expect("the right length");
    let mut ledger = Book::load(&bytes, &bytes, 0).expect("whole");
    let [charge, other, ..] = charges().expect("valid");
    let fresh = bytes;
    assert_eq!(ledger.commit(&bytes).err(), Some(Error::LedgerPending));
    let short = ledger.prepare(charge, &mut [0; LEN - 1]);
    assert_eq!(short.err(), Some(Error::Length));

    let first = ledger.prepare(charge, &mut bytes).expect("room");
    let prepared = bytes;
    assert_eq!(
        ledger.prepare(other, &mut bytes).err(),
        Some(Error::LedgerPending)
    );
    assert_eq!(ledger.close_before(1).err(), Some(Error::LedgerPending));
    assert_eq!(bytes, prepared);
    for wrong in [&fresh[..], &prepared[..LEN - 1], &[]] {
        assert_eq!(ledger.commit(wrong).err(), Some(Error::LedgerNotStored));
    }
    // given up: it costs nothing, and its number is not used again
    ledger.abort();
    ledger.abort();
    assert_eq!(ledger.commit(&prepared).err(), Some(Error::LedgerPending));
    assert!(ledger.entries().is_empty() && !ledger.is_pending());
    let second = ledger.prepare(charge, &mut bytes).expect("room");
    assert_eq!(second.slot, first.slot);
    assert_eq!(second.generation, first.generation + 1);
    let permit = ledger.commit(&bytes).expect("stored");
    assert_eq!(permit.number(), second.generation);

    // a write that was given up and comes late, over the slot that counts a release: only a monotonic counter knows
    assert!(Book::load(&fresh, &bytes, permit.number()).is_ok());
    let late = Book::load(&fresh, &prepared, permit.number());
    assert_eq!(late.err(), Some(Error::LedgerRollback));
}

/// A new budget over an old ledger: the cut leaves one of the two.
#[test]
fn a_renewal_is_the_old_ledger_or_the_new_one() {
    let (newest, older, ledger) = filled();
    let mut new = [0; LEN];
    let budget = Budget::new(1, 0).expect("a budget");
    Book::create(Adjacency::Visit, budget, ledger.generation() + 1, &mut new).expect("length");
    for done in 0..=LEN {
        let mut slot = older;
        slot[..done].copy_from_slice(&new[..done]);
        let loaded = Book::load(&newest, &slot, ledger.generation()).expect("whole");
        assert_eq!(loaded.budget() == budget, done == LEN);
        let mut slot = newest;
        slot[..done].copy_from_slice(&new[..done]);
        let loaded = Book::load(&slot, &new, ledger.generation()).expect("whole");
        assert_eq!(loaded.budget(), budget);
    }
}

/// Full, and made room.
#[test]
fn closed_time_makes_room_and_is_not_charged_again() {
    let (mut newest, _, mut ledger) = filled();
    let mut bytes = [0; LEN];
    let cost = Cost::new(1, 0, 1).expect("a cost");
    let at = |bucket| Charge::stated(cost, Window::new(bucket, bucket).expect("a window"));
    let full = ledger.prepare(at(11), &mut bytes);
    assert_eq!(full.err(), Some(Error::LedgerFull));
    assert_eq!(bytes, [0; LEN]);
    ledger.close_before(10).expect("nothing is pending");
    ledger.close_before(3).expect("nothing is pending"); // and does nothing
    assert_eq!((ledger.open_from(), ledger.entries().len()), (10, 2));
    assert_eq!(ledger.prepare(at(9), &mut bytes).err(), Some(Error::Window));
    let across = Charge::stated(cost, Window::new(9, 12).expect("a window"));
    let refused = ledger.prepare(across, &mut bytes);
    assert_eq!(refused.err(), Some(Error::Window));
    // a restart before the next charge forgets the closing, and nothing else
    assert_eq!(load(&newest, &newest, 12).expect("whole").1.len(), 5);
    let _ = ledger.prepare(at(10), &mut bytes).expect("room");
    let _ = ledger.commit(&bytes).expect("stored");
    newest = bytes;
    let again = Book::load(&newest, &newest, 13).expect("whole");
    assert_eq!(again.open_from(), 10);
    assert_eq!(again.entries(), ledger.entries());
}

#[test]
fn the_last_generation_has_no_successor() {
    let mut bytes = [0; LEN];
    Book::create(Adjacency::Event, budget(), u64::MAX, &mut bytes).expect("length");
    let mut ledger = Book::load(&bytes, &bytes, u64::MAX).expect("whole");
    let charge = charges().expect("valid")[0];
    let refused = ledger.prepare(charge, &mut bytes);
    assert_eq!(refused.err(), Some(Error::StreamExhausted));
    assert!(ledger.entries().is_empty());
}

proptest! {
    /// Any bytes under a right checksum: an answer, and what is accepted is worth a charge.
    #[test]
    fn any_bytes_have_an_answer(
        places in prop::collection::vec((0..LEN, any::<u8>()), 0..12),
        cut in 0..=LEN,
    ) {
        let (newest, older, _) = filled();
        let mut bytes = newest;
        for (at, value) in places {
            bytes[at] = value;
        }
        let (first, rest) = (bytes[8..16].to_vec(), LEN - 12);
        bytes[rest..rest + 8].copy_from_slice(&first);
        let bytes = sealed(bytes);
        if let Ok(mut ledger) = Book::load(&bytes, &bytes, 0) {
            prop_assert!(ledger.entries().len() <= 5);
            for entry in ledger.entries() {
                if let Spend::Stated(cost) = entry.spend {
                    prop_assert!(cost.parts() > 0);
                }
            }
            let mut out = [0; LEN];
            let cost = Cost::new(1, 0, 1).expect("a cost");
            let bucket = u32::MAX;
            let charge = Charge::stated(cost, Window::new(bucket, bucket).expect("a window"));
            if ledger.prepare(charge, &mut out).is_ok() {
                prop_assert!(ledger.commit(&out).is_ok());
            }
        }
        let _ = Book::load(&bytes, &older, 3).is_ok();
        let _ = Book::load(bytes.get(..cut).unwrap_or(&[]), &older, 3).is_ok();
    }
}
