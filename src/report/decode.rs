//! Reading a report out of bytes that anyone may have made.
use super::about::{About, StateTable, Width};
use super::head::{Head, SELF_DESCRIBED, VERSION, key, rows_tag, tag};
use super::output::Output;
use super::totals::NoisyTotals;
use super::values::{Content, Form, Row, RowTargets, Values};
use crate::counts::Support;
use crate::domain::{self, GeometricRate, PolyaParameters, Variance};
use crate::error::{Error, Result};
use crate::privacy::ledger::CRC32;
use crate::privacy::ledger::Window;
use crate::privacy::{Adjacency, DirichletParameters, Guarantee, MechanismParameters};
use minicbor::Decoder;

/// A report that was read and found whole, in place: it borrows the bytes and copies none of the values.
///
/// Everything in it is in the range of its own type, the support is one, rows sum to what they must, and the bytes are those that [`super::encode`] writes.
/// Whether the parameters keep the stated guarantee is a question of its own: [`Report::verify`].
///
/// ```
/// use dpmarkov::{Error, counts::Support, mechanism::Geometric, random::Generator};
/// use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
/// use dpmarkov::report::{About, Report, StateTable, Width, encode};
/// let mechanism = Geometric::new(Guarantee::new(Adjacency::Visit, 1.0, 0.0, 1)?)?;
/// let about = About { state_table: StateTable([7; 16]), window: Window::new(3, 3)?, generation: 1, id: None };
/// let (support, mut bytes) = (Support::full(2)?, [0; 256]);
/// let len = encode::geometric(&about, &mechanism, &support, &[93, -1, 4, 40_000], Width::Bits16, &mut bytes)?;
/// let bytes = &mut bytes[..len];
///
/// let report = Report::decode(bytes)?;
/// report.verify()?;
/// assert_eq!(report.guarantee(), *mechanism.guarantee());
/// assert!(report.row(0).unwrap().values().eq([93, -1]));
/// assert!(report.row(1).unwrap().values().eq([4, 32_767])); // cut off
/// assert_eq!((report.saturated(), report.about()), (1, about));
///
/// bytes[60] ^= 1;
/// assert_eq!(Report::decode(bytes), Err(Error::ReportChecksum));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report<'a> {
    guarantee: Guarantee,
    parameters: MechanismParameters,
    about: About,
    states: usize,
    width: Width,
    /// Row lengths and targets, two bytes each; `None` where every transition is feasible.
    support: Option<(&'a [u8], &'a [u8])>,
    rows: Values<'a>,
    totals: Option<NoisyTotals<'a>>,
}

impl<'a> Report<'a> {
    /// Reads and checks a whole report: nothing may stand before or after it.
    ///
    /// **Errors.** [`Error::ReportVersion`] for a later version of the format, which is looked at first. [`Error::ReportChecksum`] where the checksum does not fit: no
    /// flipped bit, no 32 neighbouring bits and no cut end pass it. [`Error::ReportFormat`] for everything else, whether bytes are no CBOR,
    /// a number is out of its range or a row does not sum to what it must: there is nothing a reader could mend.
    ///
    /// **Cost.** Two passes over the bytes; no allocation, no recursion.
    pub fn decode(bytes: &'a [u8]) -> Result<Self> {
        let version = version(bytes).ok_or(Error::ReportFormat)?;
        if version > u64::from(VERSION) {
            return Err(Error::ReportVersion);
        }
        let (body, stored) = bytes.split_last_chunk::<4>().ok_or(Error::ReportFormat)?;
        if CRC32.checksum(body) != u32::from_le_bytes(*stored) {
            return Err(Error::ReportChecksum);
        }
        let report = parse(bytes).ok_or(Error::ReportFormat)?;
        if report.is_encoded(bytes) && report.support_is_one() && report.rows_are_released() {
            Ok(report)
        } else {
            Err(Error::ReportFormat)
        }
    }

    /// What the mechanism of the rows promises, as the device states it.
    pub fn guarantee(&self) -> Guarantee {
        self.guarantee
    }
    /// The mechanism of the rows. An urn's number of states is the one that its guarantee was computed for: at most the number of feasible targets of any row of two or more.
    pub fn parameters(&self) -> MechanismParameters {
        self.parameters
    }
    /// State table, window, generation and id.
    pub fn about(&self) -> About {
        self.about
    }
    /// The number of states n.
    pub fn states(&self) -> usize {
        self.states
    }
    /// The number of feasible transitions, of which each has a value.
    pub fn cells(&self) -> usize {
        self.rows.len()
    }
    /// Bits of a value.
    pub fn width(&self) -> Width {
        self.width
    }
    /// What the values are.
    pub fn content(&self) -> Content {
        self.rows.content
    }
    /// Whether every transition is feasible.
    pub fn is_full(&self) -> bool {
        self.support.is_none()
    }
    /// Whether the report is on this support.
    ///
    /// Cost: one pass over the cells of both; none where both are full.
    pub fn support_is(&self, support: &Support<'_>) -> bool {
        if self.states != support.states() || self.cells() != support.cells() {
            return false;
        }
        // as many cells as a full support has: it is full
        self.is_full()
            || self
                .rows()
                .zip(support.rows())
                .all(|(own, row)| own.targets().eq(row))
    }
    /// The numbers of feasible targets, row by row.
    pub fn row_lens(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (states, lens) = (self.states, self.support.map(|(lens, _)| lens));
        let mut listed = RowTargets(Form::List(lens.unwrap_or(&[])));
        (0..states).map(move |_| match lens {
            None => states,
            Some(_) => listed.next().unwrap_or(0), // as many as states
        })
    }
    /// The rows in order of their "from" state.
    pub fn rows(&self) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let (states, width) = (self.states, self.width);
        let mut targets = self.support.map(|(_, targets)| targets);
        let (mut values, content) = (self.rows.bytes, self.rows.content);
        self.row_lens().enumerate().map_while(move |(from, len)| {
            let (own, rest) = values.split_at_checked(len.checked_mul(width.bytes())?)?;
            values = rest;
            let form = match &mut targets {
                None => Form::All(0..states),
                Some(bytes) => {
                    let (row, after) = bytes.split_at_checked(len.checked_mul(2)?)?;
                    *bytes = after;
                    Form::List(row)
                }
            };
            Some(Row {
                from,
                targets: RowTargets(form),
                values: Values {
                    bytes: own,
                    width,
                    content,
                },
            })
        })
    }
    /// Row `from`; `None` where there is no such state. Cost: the rows before are walked past, so read many by [`Report::rows`].
    pub fn row(&self, from: usize) -> Option<Row<'a>> {
        self.rows().nth(from)
    }
    /// All values, row by row.
    pub fn values(&self) -> Values<'a> {
        self.rows.clone()
    }
    /// The noisy row totals, where there are any.
    pub fn totals(&self) -> Option<NoisyTotals<'a>> {
        self.totals.clone()
    }
    /// How many noisy counts stand at +-[`Width::saturation`], where they were cut off; 0 for probabilities and tallies, which are not.
    pub fn saturated(&self) -> usize {
        if self.content() != Content::NoisyCounts {
            return 0;
        }
        let end = self.width.saturation();
        self.values().filter(|y| y.abs() == end).count()
    }

    /// What is written before and after the values.
    fn head(&self) -> Head {
        Head {
            guarantee: self.guarantee,
            parameters: self.parameters,
            about: self.about,
            states: self.states,
            cells: self.cells(),
            sparse: self.support.is_some(),
            width: self.width,
            totals: self.totals.as_ref().map(|t| (t.guarantee, t.rate)),
        }
    }

    /// Whether `bytes` are what this report is written as, up to the checksum, which was compared before.
    fn is_encoded(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        let mut compare = |piece: &[u8]| {
            rest = rest.strip_prefix(piece).ok_or(Error::ReportFormat)?;
            Ok(())
        };
        let mut out = Output::plain(&mut compare);
        let write = |out: &mut Output<'_>| {
            let head = self.head();
            head.start(out)?;
            if let Some((lens, targets)) = self.support {
                head.row_lengths(out)?;
                out.put(lens)?;
                head.targets(out)?;
                out.put(targets)?;
            }
            head.rows(out)?;
            out.put(self.rows.bytes)?;
            if let Some(totals) = &self.totals {
                head.totals(out)?;
                out.put(totals.values.bytes)?;
            }
            out.cbor(|e| {
                e.u8(key::CHECKSUM)?.bytes_len(4)?;
                Ok(())
            })
        };
        write(&mut out).is_ok() && rest.len() == 4
    }

    /// Whether the support is one, and is written only where not every transition is feasible.
    fn support_is_one(&self) -> bool {
        let full = domain::cells(self.states).ok();
        let Some((lens, targets)) = self.support else {
            return full == Some(self.cells());
        };
        let sum = self.row_lens().fold(0usize, usize::saturating_add);
        let rows = |row: Row<'_>| {
            let rising = row.targets().zip(row.targets().skip(1)).all(|(a, b)| a < b);
            rising && row.targets().last().is_some_and(|to| to < self.states)
        };
        lens.len().checked_div(2) == Some(self.states)
            && targets.len().checked_div(2) == Some(self.cells())
            && sum == self.cells()
            && full != Some(self.cells())
            && self.rows().all(rows)
    }

    /// Whether the values are what the mechanism can have released.
    fn rows_are_released(&self) -> bool {
        let sums = |to: u64| {
            // at most 65,535 2^32
            let sum = |row: Row<'_>| row.values().map(i64::unsigned_abs).sum::<u64>();
            self.rows().all(|row| sum(row) == to)
        };
        let least = |values: Values<'_>| {
            let end = values.width.saturation();
            values.into_iter().all(|y| y >= end.saturating_neg())
        };
        let rows = match &self.parameters {
            MechanismParameters::Dirichlet(_) => sums(1 << self.width.bits()),
            MechanismParameters::Polya(urn, states) => {
                let fewest = self.row_lens().filter(|len| *len >= 2).min();
                domain::STATES.contains(states)
                    && fewest.is_none_or(|fewest| *states <= fewest)
                    && sums(u64::from(urn.draws()))
            }
            _ => least(self.values()),
        };
        rows && self.totals.iter().all(|t| least(t.values()))
    }
}

/// The version: the first entry of a self-described map.
fn version(bytes: &[u8]) -> Option<u64> {
    let mut d = Decoder::new(bytes);
    if d.tag().ok()?.as_u64() != SELF_DESCRIBED {
        return None;
    }
    d.map().ok()??;
    keyed(&mut d, key::VERSION)?;
    let version = d.u64().ok()?;
    (version >= 1).then_some(version)
}

fn keyed(d: &mut Decoder<'_>, key: u8) -> Option<()> {
    (d.u8().ok()? == key).then_some(())
}

fn array(d: &mut Decoder<'_>, len: u64) -> Option<()> {
    (d.array().ok()?? == len).then_some(())
}

fn sixteen(d: &mut Decoder<'_>) -> Option<[u8; 16]> {
    d.bytes().ok()?.try_into().ok()
}

/// The bytes of a typed array with this tag.
fn typed<'a>(d: &mut Decoder<'a>, tag: u64) -> Option<&'a [u8]> {
    if d.tag().ok()?.as_u64() != tag {
        return None;
    }
    d.bytes().ok()
}

fn parameters(d: &mut Decoder<'_>, code: u8) -> Option<MechanismParameters> {
    Some(match code {
        0 => {
            array(d, 2)?;
            let (w, a) = (d.f64().ok()?, d.f64().ok()?);
            MechanismParameters::Dirichlet(DirichletParameters::new(w, a).ok()?)
        }
        1 => {
            array(d, 5)?;
            let mut next = || d.u32().ok();
            let urn = PolyaParameters::new(next()?, next()?, next()?, next()?).ok()?;
            MechanismParameters::Polya(urn, usize::try_from(next()?).ok()?)
        }
        2 => {
            array(d, 2)?;
            let (p, q) = (d.u32().ok()?, d.u32().ok()?);
            MechanismParameters::Geometric(GeometricRate::new(p, q).ok()?)
        }
        3 => {
            array(d, 2)?;
            let (p, q) = (d.u64().ok()?, d.u32().ok()?);
            MechanismParameters::Gaussian(Variance::new(p, q).ok()?)
        }
        _ => return None,
    })
}

/// Reads what stands there; that it stands there in the one encoding is seen afterwards. `None` for anything out of its range.
fn parse(bytes: &[u8]) -> Option<Report<'_>> {
    let mut decoder = Decoder::new(bytes);
    let d = &mut decoder;
    d.tag().ok()?;
    d.map().ok()?;
    d.u8().ok()?;
    d.u64().ok()?; // the version
    keyed(d, key::MECHANISM)?;
    let code = d.u8().ok()?;
    keyed(d, key::ADJACENCY)?;
    let adjacency = Adjacency::from_code(i32::from(d.u8().ok()?)).ok()?;
    keyed(d, key::EPSILON)?;
    let epsilon = d.f64().ok()?;
    keyed(d, key::DELTA)?;
    let delta = d.f64().ok()?;
    keyed(d, key::RELEASES)?;
    let guarantee = Guarantee::new(adjacency, epsilon, delta, d.u32().ok()?).ok()?;
    keyed(d, key::PARAMETERS)?;
    let parameters = parameters(d, code)?;
    keyed(d, key::STATES)?;
    let states = usize::from(d.u16().ok()?);
    keyed(d, key::STATE_TABLE)?;
    let state_table = StateTable(sixteen(d)?);
    keyed(d, key::WINDOW)?;
    array(d, 2)?;
    let window = Window::new(d.u32().ok()?, d.u32().ok()?).ok()?;
    keyed(d, key::GENERATION)?;
    let generation = d.u64().ok()?;
    let (mut next, mut id, mut support) = (d.u8().ok()?, None, None);
    if next == key::ID {
        id = Some(sixteen(d)?);
        next = d.u8().ok()?;
    }
    if next == key::SUPPORT {
        array(d, 2)?;
        support = Some((typed(d, tag::UINT16)?, typed(d, tag::UINT16)?));
        next = d.u8().ok()?;
    }
    if next != key::ROWS {
        return None;
    }
    let content = Content::of(&parameters);
    let found = d.tag().ok()?.as_u64();
    let width = [Width::Bits16, Width::Bits32]
        .into_iter()
        .find(|width| rows_tag(content, *width) == found)?;
    let rows = Values {
        bytes: d.bytes().ok()?,
        width,
        content,
    };
    let totals = if d.u8().ok()? == key::TOTALS {
        if content == Content::NoisyCounts {
            return None;
        }
        array(d, 6)?;
        let (epsilon, delta) = (d.f64().ok()?, d.f64().ok()?);
        let own = Guarantee::new(adjacency, epsilon, delta, d.u32().ok()?).ok()?;
        if own.releases != guarantee.releases {
            return None;
        }
        Some(NoisyTotals {
            guarantee: own,
            rate: GeometricRate::new(d.u32().ok()?, d.u32().ok()?).ok()?,
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
