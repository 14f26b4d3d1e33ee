//! Reading a report out of bytes that anyone may have made.
use super::about::{About, Width};
use super::head::{Head, VERSION};
use super::output::Output;
use super::parse::{parse, version};
use super::totals::NoisyTotals;
use super::values::{Content, Form, Row, RowTargets, Rows, Values};
use crate::counts::Support;
use crate::domain;
use crate::error::{Error, Result};
use crate::privacy::ledger::CRC32;
use crate::privacy::{Guarantee, MechanismParameters};

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
    pub(super) guarantee: Guarantee,
    pub(super) parameters: MechanismParameters,
    pub(super) about: About,
    pub(super) states: usize,
    pub(super) width: Width,
    /// Row lengths and targets, two bytes each; `None` where every transition is feasible.
    pub(super) support: Option<(&'a [u8], &'a [u8])>,
    pub(super) rows: Values<'a>,
    pub(super) totals: Option<NoisyTotals<'a>>,
}

impl<'a> Report<'a> {
    /// Reads and checks a whole report: nothing may stand before or after it.
    ///
    /// **Errors.** [`Error::ReportVersion`] for a later version of the format, which is looked at first. [`Error::ReportChecksum`] where the checksum does not fit: no
    /// flipped bit and no 32 neighbouring bits pass it, and a cut end is never accepted. [`Error::ReportFormat`] for everything else, whether bytes are no CBOR,
    /// a number is out of its range or a row does not sum to what it must: there is nothing a reader could mend.
    ///
    /// **Cost.** Three passes over the bytes; no allocation, no recursion.
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
        if report.is_encoded(bytes) && report.is_released() {
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
    pub fn rows(&self) -> Rows<'a> {
        Rows {
            next: 0,
            states: self.states,
            support: self.support,
            values: self.rows.clone(),
        }
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
            head.checksum(out)
        };
        write(&mut out).is_ok() && rest.len() == 4
    }

    /// Whether the support is one, and is written only where not every transition is feasible; and whether the values are what the mechanism can have released.
    fn is_released(&self) -> bool {
        let full = domain::cells(self.states).ok();
        if self.is_full() != (full == Some(self.cells())) {
            return false;
        }
        let sum = match &self.parameters {
            MechanismParameters::Dirichlet(_) => Some(1 << self.width.bits()),
            MechanismParameters::Polya(urn, _) => Some(i64::from(urn.draws())),
            _ => None,
        };
        let (mut rows, mut cells, mut fewest) = (0usize, 0usize, usize::MAX);
        for row in self.rows() {
            let len = row.cells();
            rows = rows.saturating_add(1); // at most the number of states
            cells = cells.saturating_add(len); // at most that of all cells
            if len >= 2 {
                fewest = fewest.min(len);
            }
            // strictly rising, the last one below n; a row without any has no last one
            let mut least = 0;
            for to in row.targets() {
                if to < least {
                    return false;
                }
                least = to.saturating_add(1);
            }
            if least == 0 || least > self.states {
                return false;
            }
            // at most 65,535 2^32
            if sum.is_some_and(|sum| row.values().sum::<i64>() != sum) {
                return false;
            }
        }
        let urn = match &self.parameters {
            MechanismParameters::Polya(urn, states) => {
                domain::STATES.contains(states)
                    && *states <= fewest
                    && (self.width == Width::Bits32 || urn.draws() <= u32::from(u16::MAX))
            }
            _ => true,
        };
        domain::STATES.contains(&self.states)
            && rows == self.states
            && cells == self.cells()
            && urn
            && (sum.is_some() || in_range(self.values()))
            && self.totals.iter().all(|t| in_range(t.values()))
    }
}

/// The most negative pattern of bits is not used.
fn in_range(mut values: Values<'_>) -> bool {
    let least = values.width.saturation().saturating_neg();
    values.all(|y| y >= least)
}
