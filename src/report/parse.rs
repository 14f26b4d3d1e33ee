//! From bytes to the numbers of a report, each through its own type.
use super::about::{About, StateTable, Width};
use super::decode::Report;
use super::head::{SELF_DESCRIBED, key, rows_tag, tag};
use super::totals::NoisyTotals;
use super::values::{Content, Values};
use crate::domain::{GeometricRate, PolyaParameters, Variance};
use crate::privacy::ledger::Window;
use crate::privacy::{Adjacency, DirichletParameters, Guarantee, MechanismParameters};
use minicbor::Decoder;

/// The version: the first entry of a self-described map.
pub(super) fn version(bytes: &[u8]) -> Option<u64> {
    let mut d = Decoder::new(bytes);
    if tag_of(&mut d)? != SELF_DESCRIBED {
        return None;
    }
    d.map().ok()??;
    keyed(&mut d, key::VERSION)?;
    let version = uint::<u64>(&mut d)?;
    (version >= 1).then_some(version)
}

/// A number in range of its type. One function for all of them: the decoder's code is there once.
fn uint<T: TryFrom<u64>>(d: &mut Decoder<'_>) -> Option<T> {
    #[inline(never)]
    fn long(d: &mut Decoder<'_>) -> Option<u64> {
        d.u64().ok()
    }
    T::try_from(long(d)?).ok()
}

#[inline(never)]
fn float(d: &mut Decoder<'_>) -> Option<f64> {
    d.f64().ok()
}

#[inline(never)]
fn tag_of(d: &mut Decoder<'_>) -> Option<u64> {
    Some(d.tag().ok()?.as_u64())
}

#[inline(never)]
fn string<'a>(d: &mut Decoder<'a>) -> Option<&'a [u8]> {
    d.bytes().ok()
}

fn keyed(d: &mut Decoder<'_>, key: u8) -> Option<()> {
    (uint::<u64>(d)? == u64::from(key)).then_some(())
}

#[inline(never)]
fn array(d: &mut Decoder<'_>, len: u64) -> Option<()> {
    (d.array().ok()?? == len).then_some(())
}

fn sixteen(d: &mut Decoder<'_>) -> Option<[u8; 16]> {
    string(d)?.try_into().ok()
}

/// The bytes of a typed array with this tag.
fn typed<'a>(d: &mut Decoder<'a>, tag: u64) -> Option<&'a [u8]> {
    if tag_of(d)? != tag {
        return None;
    }
    string(d)
}

fn parameters(d: &mut Decoder<'_>, code: u8) -> Option<MechanismParameters> {
    Some(match code {
        0 => {
            array(d, 2)?;
            let (w, a) = (float(d)?, float(d)?);
            MechanismParameters::Dirichlet(DirichletParameters::new(w, a).ok()?)
        }
        1 => {
            array(d, 5)?;
            let mut next = || uint::<u32>(d);
            let urn = PolyaParameters::new(next()?, next()?, next()?, next()?).ok()?;
            MechanismParameters::Polya(urn, usize::try_from(next()?).ok()?)
        }
        2 => {
            array(d, 2)?;
            let (p, q) = (uint::<u32>(d)?, uint::<u32>(d)?);
            MechanismParameters::Geometric(GeometricRate::new(p, q).ok()?)
        }
        3 => {
            array(d, 2)?;
            let (p, q) = (uint(d)?, uint::<u32>(d)?);
            MechanismParameters::Gaussian(Variance::new(p, q).ok()?)
        }
        _ => return None,
    })
}

/// Reads what stands there; that it stands there in the one encoding is seen afterwards. `None` for anything out of its range.
pub(super) fn parse(bytes: &[u8]) -> Option<Report<'_>> {
    let mut decoder = Decoder::new(bytes);
    let d = &mut decoder;
    tag_of(d)?;
    d.map().ok()?;
    uint::<u8>(d)?;
    uint::<u64>(d)?; // the version
    keyed(d, key::MECHANISM)?;
    let code = uint::<u8>(d)?;
    keyed(d, key::ADJACENCY)?;
    let adjacency = Adjacency::from_code(i32::from(uint::<u8>(d)?)).ok()?;
    keyed(d, key::EPSILON)?;
    let epsilon = float(d)?;
    keyed(d, key::DELTA)?;
    let delta = float(d)?;
    keyed(d, key::RELEASES)?;
    let guarantee = Guarantee::new(adjacency, epsilon, delta, uint::<u32>(d)?).ok()?;
    keyed(d, key::PARAMETERS)?;
    let parameters = parameters(d, code)?;
    keyed(d, key::STATES)?;
    let states = usize::from(uint::<u16>(d)?);
    keyed(d, key::STATE_TABLE)?;
    let state_table = StateTable(sixteen(d)?);
    keyed(d, key::WINDOW)?;
    array(d, 2)?;
    let window = Window::new(uint::<u32>(d)?, uint::<u32>(d)?).ok()?;
    keyed(d, key::GENERATION)?;
    let generation = uint(d)?;
    let (mut next, mut id, mut support) = (uint::<u8>(d)?, None, None);
    if next == key::ID {
        id = Some(sixteen(d)?);
        next = uint::<u8>(d)?;
    }
    if next == key::SUPPORT {
        array(d, 2)?;
        support = Some((typed(d, tag::UINT16)?, typed(d, tag::UINT16)?));
        next = uint::<u8>(d)?;
    }
    if next != key::ROWS {
        return None;
    }
    let content = Content::of(&parameters);
    let found = tag_of(d)?;
    let width = [Width::Bits16, Width::Bits32]
        .into_iter()
        .find(|width| rows_tag(content, *width) == found)?;
    let rows = Values {
        bytes: string(d)?,
        width,
        content,
    };
    let totals = if uint::<u8>(d)? == key::TOTALS {
        if content == Content::NoisyCounts {
            return None;
        }
        array(d, 6)?;
        let (epsilon, delta) = (float(d)?, float(d)?);
        let own = Guarantee::new(adjacency, epsilon, delta, uint::<u32>(d)?).ok()?;
        if own.releases != guarantee.releases {
            return None;
        }
        Some(NoisyTotals {
            guarantee: own,
            rate: GeometricRate::new(uint::<u32>(d)?, uint::<u32>(d)?).ok()?,
            values: Values {
                bytes: typed(d, tag::SINT32)?,
                width: Width::Bits32,
                content: Content::NoisyCounts,
            },
        })
    } else {
        None
    };
    Some(Report {
        guarantee,
        parameters,
        about: About {
            state_table,
            window,
            generation,
            id,
        },
        states,
        width,
        support,
        rows,
        totals,
    })
}
