//! The stored bytes of a ledger: a fixed layout, little-endian, every byte under the checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | "DPML" |
//! | 4..6, 6..8 | format version 1; capacity N |
//! | 8..16 | generation |
//! | 16..24, 24..32 | budget: epsilon in micro-units, delta in units of 1e-18 |
//! | 32..36 | the first open bucket |
//! | 36..38, 38, 39 | number of entries; adjacency; 0 |
//! | 40.. | N entries of 40 bytes, the unused ones 0 |
//! | last 12 | generation again; CRC-32/ISO-HDLC of all before it |
//!
//! | entry | what |
//! |---|---|
//! | 0, 1..4 | kind: 1 stated, 2 Dirichlet, 3 Polya, 4 geometric, 5 Gaussian; 0 |
//! | 4..8, 8..12, 12..16 | window: first and last bucket; releases |
//! | 16..40 | the kind's numbers in the order of their declaration, `f64` by its bits, padded with 0 |
//!
//! The generation stands at both ends, so that a write that stops half-way is seen without trusting to the checksum's luck. CRC-32 sees every change within 32
//! neighbouring bits, every change of up to 3 bits in slots of up to 91,607 bits (Koopman 2002; 280 entries), and any other with probability 1 - 2^-32.
//!
//! An own layout and no serialisation crate: a slot needs one length whatever it holds (varint formats such as CBOR and postcard do not have one), unknown bits
//! must be refused, and the checked types have to be rebuilt through their constructors anyway.
use super::charge::{Charge, Spend, Window};
use super::cost::{Budget, Cost};
use crate::domain::{GeometricRate, PolyaParameters, Releases, Variance};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

const MAGIC: [u8; 4] = *b"DPML";
const VERSION: u16 = 1;
const HEADER: usize = 40;
const ENTRY: usize = 40;
const TAIL: usize = 12;

/// The checksum of slots and reports. Without a table, which would be 1 KiB of a small device's flash: eight short steps a byte.
pub(crate) static CRC32: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The length of one stored slot of a ledger with room for `capacity` entries, in bytes: 52 + 40 capacity.
pub const fn slot_len(capacity: usize) -> usize {
    HEADER + TAIL + capacity.saturating_mul(ENTRY)
}

/// All that is stored.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State<const N: usize> {
    pub generation: u64,
    pub budget: Budget,
    pub adjacency: Adjacency,
    /// The first bucket that may still be charged.
    pub open_from: u32,
    pub entries: Vec<Charge, N>,
}

/// Gives the bytes of a slot to `sink`, piece by piece. One piece of code for all that it is given to.
#[inline(never)]
fn encode<const N: usize>(state: &State<N>, sink: &mut dyn FnMut(&[u8])) {
    let mut digest = CRC32.digest();
    let mut summed = |bytes: &[u8]| {
        digest.update(bytes);
        sink(bytes);
    };
    let put: &mut dyn FnMut(&[u8]) = &mut summed;
    put(&MAGIC);
    put(&VERSION.to_le_bytes());
    put(&(N as u16).to_le_bytes());
    put(&state.generation.to_le_bytes());
    put(&state.budget.epsilon_micro().to_le_bytes());
    put(&state.budget.delta_units().to_le_bytes());
    put(&state.open_from.to_le_bytes());
    put(&(state.entries.len() as u16).to_le_bytes());
    put(&[state.adjacency as u8, 0]);
    for entry in &state.entries {
        let (kind, [a, b, c]) = numbers(&entry.spend);
        put(&[kind, 0, 0, 0]);
        put(&entry.window.first().to_le_bytes());
        put(&entry.window.last().to_le_bytes());
        put(&entry.releases.get().to_le_bytes());
        put(&a.to_le_bytes());
        put(&b.to_le_bytes());
        put(&c.to_le_bytes());
    }
    for _ in state.entries.len()..N {
        put(&[0; ENTRY]);
    }
    put(&state.generation.to_le_bytes());
    sink(&digest.finalize().to_le_bytes());
}

/// Writes the slot; [`Error::Length`] unless `bytes` is as long.
pub(super) fn write<const N: usize>(state: &State<N>, bytes: &mut [u8]) -> Result<()> {
    if bytes.len() != slot_len(N) {
        return Err(Error::Length);
    }
    let mut rest = bytes;
    encode(state, &mut |piece| {
        if let Some((place, after)) = core::mem::take(&mut rest).split_at_mut_checked(piece.len()) {
            place
                .iter_mut()
                .zip(piece)
                .for_each(|(to, from)| *to = *from);
            rest = after;
        }
    });
    Ok(())
}

/// Two 32-bit numbers in one of 64, the first in the lower half, which little-endian bytes put first.
fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) | (u64::from(second) << 32)
}

/// The kind's code and its numbers.
fn numbers(spend: &Spend) -> (u8, [u64; 3]) {
    match spend {
        Spend::Stated(cost) => (
            1,
            [
                cost.epsilon_micro(),
                cost.delta_units(),
                u64::from(cost.parts()),
            ],
        ),
        Spend::Mechanism(MechanismParameters::Dirichlet(p)) => (
            2,
            [p.weight.get().to_bits(), p.pseudo_count.get().to_bits(), 0],
        ),
        Spend::Mechanism(MechanismParameters::Polya(p, states)) => (
            3,
            [
                pair(p.event_mass(), p.prior_mass()),
                pair(p.draw_mass(), p.draws()),
                *states as u64,
            ],
        ),
        Spend::Mechanism(MechanismParameters::Geometric(rate)) => {
            (4, [pair(rate.numerator(), rate.denominator()), 0, 0])
        }
        Spend::Mechanism(MechanismParameters::Gaussian(variance)) => (
            5,
            [variance.numerator(), u64::from(variance.denominator()), 0],
        ),
    }
}

/// The spending that [`numbers`] wrote.
fn spend(kind: u8, [a, b, c]: [u64; 3]) -> Result<Spend> {
    let low = |x: u64| x as u32; // the lower half
    let high = |x: u64| (x >> 32) as u32;
    let mechanism = match kind {
        1 => {
            let parts = u32::try_from(c).map_err(|_| Error::LedgerCorrupt)?;
            return Ok(Spend::Stated(Cost::new(a, b, parts)?));
        }
        2 => MechanismParameters::Dirichlet(DirichletParameters::new(
            f64::from_bits(a),
            f64::from_bits(b),
        )?),
        3 => MechanismParameters::Polya(
            PolyaParameters::new(low(a), high(a), low(b), high(b))?,
            usize::try_from(c).map_err(|_| Error::LedgerCorrupt)?,
        ),
        4 => MechanismParameters::Geometric(GeometricRate::new(low(a), high(a))?),
        5 => {
            let denominator = u32::try_from(b).map_err(|_| Error::LedgerCorrupt)?;
            MechanismParameters::Gaussian(Variance::new(a, denominator)?)
        }
        _ => return Err(Error::LedgerCorrupt),
    };
    Ok(Spend::Mechanism(mechanism))
}

/// Takes numbers off the front of a slice.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const K: usize>(&mut self) -> Result<[u8; K]> {
        let (first, rest) = self
            .0
            .split_first_chunk::<K>()
            .ok_or(Error::LedgerCorrupt)?;
        self.0 = rest;
        Ok(*first)
    }
    fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }
    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }
    fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }
}

/// The generation of a slot that is whole: a slot of a ledger, written to its end.
pub(super) fn generation(bytes: &[u8]) -> Option<u64> {
    let (body, stored) = bytes.split_last_chunk::<4>()?;
    if CRC32.checksum(body) != u32::from_le_bytes(*stored) {
        return None;
    }
    let (_, at_end) = body.split_last_chunk::<8>()?;
    let mut reader = Reader(body);
    if reader.take::<4>().ok()? != MAGIC {
        return None;
    }
    reader.take::<4>().ok()?; // version and capacity
    let generation = reader.u64().ok()?;
    (generation == u64::from_le_bytes(*at_end)).then_some(generation)
}

/// The state that a whole slot holds but for its entries, which [`read_entries`] adds in place: the stack of a small device holds it once.
pub(super) fn read_header<const N: usize>(bytes: &[u8]) -> Result<State<N>> {
    let mut reader = Reader(bytes);
    if reader.take::<4>()? != MAGIC || reader.u16()? != VERSION || usize::from(reader.u16()?) != N {
        return Err(Error::LedgerCorrupt);
    }
    let generation = reader.u64()?;
    let budget = Budget::new(reader.u64()?, reader.u64()?)?;
    let open_from = reader.u32()?;
    let [_, _, adjacency] = reader.take()?;
    Ok(State {
        generation,
        budget,
        adjacency: Adjacency::from_code(i32::from(adjacency))?,
        open_from,
        entries: Vec::new(),
    })
}

/// Adds the entries, every number checked by its own type.
///
/// Canonical: only what [`encode`] writes is accepted, or else two different slots could mean the same.
pub(super) fn read_entries<const N: usize>(bytes: &[u8], state: &mut State<N>) -> Result<()> {
    let mut reader = Reader(bytes);
    reader.take::<36>()?;
    let used = reader.u16()?;
    reader.take::<2>()?;
    for _ in 0..used {
        let [kind, _, _, _] = reader.take()?;
        let window = Window::new(reader.u32()?, reader.u32()?)?;
        let releases = Releases::new(reader.u32()?)?;
        let entry = Charge {
            spend: spend(kind, [reader.u64()?, reader.u64()?, reader.u64()?])?,
            window,
            releases,
        };
        let full = |_| Error::LedgerCorrupt;
        state.entries.push(entry.checked()?).map_err(full)?;
    }
    if is_encoded(state, bytes) {
        Ok(())
    } else {
        Err(Error::LedgerCorrupt)
    }
}

/// Whether `bytes` are those of this state.
pub(super) fn is_encoded<const N: usize>(state: &State<N>, bytes: &[u8]) -> bool {
    let mut rest = Some(bytes);
    encode(state, &mut |piece| {
        rest = rest.and_then(|r| r.strip_prefix(piece))
    });
    rest.is_some_and(<[u8]>::is_empty)
}
