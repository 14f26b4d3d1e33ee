//! Writing a report row by row: a device without the memory for a whole chain.
#[cfg(feature = "capi")]
pub(crate) mod parked;
use super::about::{About, Mechanism, Width};
use super::head::{Head, row_len};
use super::output::{Output, Sink};
use super::quantise::{To16, units_of};
use super::totals;
use super::values::Content;
use crate::counts::Support;
use crate::error::{Error, Result};
use crate::mechanism::Geometric;
use crate::privacy::MechanismParameters;

/// Writes a report in pieces of a few bytes into a sink: a buffer, a UART, a radio. No buffer is needed.
///
/// The order: [`Encoder::begin`]; every row in order, by the one of [`Encoder::noisy_counts`], [`Encoder::tallies`] and [`Encoder::probabilities`] that goes with
/// the mechanism; [`Encoder::finish`], with the noisy totals where they were announced. A row that is refused is not written, and the right one may follow. An
/// error of the sink is final: what it got is no report (its checksum is missing).
///
/// ```
/// use dpmarkov::counts::{Counts, Support};
/// use dpmarkov::mechanism::Geometric;
/// use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
/// use dpmarkov::random::Generator;
/// use dpmarkov::report::{About, Encoder, Mechanism, Report, StateTable, Width};
/// let mechanism = Geometric::new(Guarantee::new(Adjacency::Visit, 1.0, 0.0, 1)?)?;
/// let about = About { state_table: StateTable([7; 16]), window: Window::new(3, 3)?, generation: 1, id: None };
/// let counts = Counts::new(&[90, 0, 10, 5], 2)?;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
///
/// let mut sent = Vec::new();
/// let mut uart = |bytes: &[u8]| { sent.extend_from_slice(bytes); Ok(()) };
/// let support = Support::full(2)?;
/// let mut encoder = Encoder::begin(&about, Mechanism::Geometric(&mechanism), &support, Width::Bits16, None, &mut uart)?;
/// let mut noisy = [0; 2]; // one row is all the memory that the release takes
/// for row in counts.rows() {
///     mechanism.release_counts(&mut rng, row, &mut noisy)?;
///     encoder.noisy_counts(&noisy)?;
/// }
/// let len = encoder.finish(None)?;
/// assert_eq!(len, sent.len());
/// assert_eq!(Report::decode(&sent)?.states(), 2);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
///
/// Raw counts, of another type, do not go in by mistake:
///
/// ```compile_fail
/// fn leak(encoder: &mut dpmarkov::report::Encoder, counts: dpmarkov::counts::Counts) {
///     encoder.noisy_counts(counts);
/// }
/// ```
pub struct Encoder<'a> {
    output: Output<'a>,
    support: Support<'a>,
    head: Head,
    next: usize,
    broken: bool,
}

/// Checks all that is known before the first row.
pub(super) fn head_of(
    about: &About,
    mechanism: Mechanism<'_>,
    support: &Support<'_>,
    width: Width,
    totals: Option<&Geometric>,
) -> Result<Head> {
    let guarantee = mechanism.guarantee();
    if let Mechanism::Polya(urn) = mechanism {
        urn.covers(support)?;
        if width == Width::Bits16 && urn.parameters().draws() > u32::from(u16::MAX) {
            return Err(Error::Draws);
        }
    }
    let head = Head {
        guarantee,
        parameters: mechanism.parameters(),
        about: *about,
        states: support.states(),
        cells: support.cells(),
        sparse: !support.is_full(),
        width,
        totals: totals.map(|t| (*t.guarantee(), t.rate())),
    };
    if let Some(noise) = totals {
        totals::check(&guarantee, noise.guarantee())?;
        if head.content() == Content::NoisyCounts {
            return Err(Error::ReportTotals);
        }
    }
    Ok(head)
}

impl<'a> Encoder<'a> {
    /// Writes everything before the rows. `totals`: the mechanism of the noisy totals that [`Encoder::finish`] will be given, for probabilities and tallies alone.
    ///
    /// # Errors
    /// Nothing was written then, but for an error of the sink, which is passed on. [`Error::GuaranteeNotMet`] where the urn's guarantee does not cover the support
    /// ([`Polya::covers`](crate::mechanism::Polya::covers)); [`Error::Draws`] for more than 65,535 draws in 16 bits; for totals
    /// [`Error::Adjacency`] and [`Error::Releases`] where they differ from the rows', [`Error::ReportTotals`] beside noisy counts, which have their own.
    pub fn begin(
        about: &About,
        mechanism: Mechanism<'_>,
        support: &Support<'a>,
        width: Width,
        totals: Option<&Geometric>,
        sink: &'a mut (dyn FnMut(&[u8]) -> Result<()> + 'a),
    ) -> Result<Self> {
        let head = head_of(about, mechanism, support, width, totals)?;
        Self::of(head, support, sink)
    }

    pub(super) fn of(head: Head, support: &Support<'a>, sink: &'a mut Sink<'a>) -> Result<Self> {
        let mut output = Output::new(sink);
        head.start(&mut output)?;
        head.support(support, &mut output)?;
        head.rows(&mut output)?;
        Ok(Encoder {
            output,
            support: *support,
            head,
            next: 0,
            broken: false,
        })
    }

    /// The next row of [`Geometric`] or [`Gaussian`](crate::mechanism::Gaussian): one noisy count for each feasible target; beyond +-[`Width::saturation`] it is cut off.
    ///
    /// # Errors
    /// [`Error::Domain`] for another mechanism or after the last row; [`Error::Length`]. Nothing was written then.
    pub fn noisy_counts(&mut self, noisy: &[i64]) -> Result<()> {
        self.expects(Content::NoisyCounts, noisy.len())?;
        let width = self.head.width;
        self.put(noisy.iter().map(|y| saturated(*y, width)))
    }

    /// The next row of [`Polya`](crate::mechanism::Polya): one tally for each feasible target.
    ///
    /// # Errors
    /// As [`Encoder::noisy_counts`]; [`Error::Domain`] unless they sum to the number of draws.
    pub fn tallies(&mut self, tallies: &[u32]) -> Result<()> {
        self.expects(Content::Tallies, tallies.len())?;
        check_tallies(&self.head, tallies)?;
        self.put(tallies.iter().copied())
    }

    /// The next row of [`Dirichlet`](crate::mechanism::Dirichlet): one probability for each feasible target, as released.
    ///
    /// # Errors
    /// As [`Encoder::noisy_counts`]; [`Error::NotStochastic`] unless all are positive multiples of 2^-32 that sum to exactly 1.
    pub fn probabilities(&mut self, row: &[f64]) -> Result<()> {
        self.expects(Content::Units, row.len())?;
        check_probabilities(row)?;
        // all are units: checked
        let units = row.iter().map(|x| units_of(*x).unwrap_or(1));
        match self.head.width {
            Width::Bits32 => self.put(units.map(|u| u.saturating_sub(1) as u32)),
            Width::Bits16 => {
                let mut to16 = To16::new(row.len());
                self.put(units.map(move |u| to16.next(u)))
            }
        }
    }

    /// Writes the totals, where they were announced, and the checksum; the length of the report in bytes.
    ///
    /// # Errors
    /// [`Error::Domain`] after an error of the sink; [`Error::Length`] where rows are missing, or totals are not one for each state; [`Error::ReportTotals`] where they were announced and are not given, or the reverse. The
    /// report is lost then.
    pub fn finish(mut self, totals: Option<&[i64]>) -> Result<usize> {
        if self.broken {
            return Err(Error::Domain);
        }
        if self.next != self.head.states {
            return Err(Error::Length);
        }
        match (totals, &self.head.totals) {
            (None, None) => {}
            (Some(noisy), Some(_)) => {
                if noisy.len() != self.head.states {
                    return Err(Error::Length);
                }
                self.head.totals(&mut self.output)?;
                for y in noisy {
                    self.output.put32(saturated(*y, Width::Bits32))?;
                }
            }
            _ => return Err(Error::ReportTotals),
        }
        self.head.end(&mut self.output)?;
        Ok(self.output.written())
    }

    fn expects(&self, content: Content, cells: usize) -> Result<()> {
        if self.broken || self.head.content() != content {
            return Err(Error::Domain);
        }
        let expected = row_len(&self.support, self.next).ok_or(Error::Domain)?;
        if cells == expected {
            Ok(())
        } else {
            Err(Error::Length)
        }
    }

    /// The noisy counts of all rows, as many as cells.
    pub(super) fn all_noisy_counts(&mut self, noisy: &[i64]) -> Result<()> {
        let (width, states) = (self.head.width, self.head.states);
        self.put(noisy.iter().map(|y| saturated(*y, width)))?;
        self.next = states;
        Ok(())
    }

    /// Writes a row that was checked. After an error of the sink nothing more is accepted.
    fn put(&mut self, row: impl Iterator<Item = u32>) -> Result<()> {
        self.broken = true;
        for value in row {
            match self.head.width {
                Width::Bits16 => self.output.put16(value as u16)?, // the lower half
                Width::Bits32 => self.output.put32(value)?,
            }
        }
        self.broken = false;
        self.next = self.next.saturating_add(1); // at most the number of states
        Ok(())
    }
}

/// The noisy count in two's complement, cut off; of 16 bits the lower half.
fn saturated(y: i64, width: Width) -> u32 {
    let end = width.saturation();
    y.min(end).max(end.saturating_neg()) as u32
}

pub(super) fn check_tallies(head: &Head, tallies: &[u32]) -> Result<()> {
    let MechanismParameters::Polya(urn, _) = &head.parameters else {
        return Err(Error::Domain);
    };
    // at most 65,535 (2^32 - 1): no overflow
    let sum: u64 = tallies.iter().map(|m| u64::from(*m)).sum();
    if sum == u64::from(urn.draws()) {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}

pub(super) fn check_probabilities(row: &[f64]) -> Result<()> {
    let mut sum = 0u64;
    for x in row {
        let units = units_of(*x).ok_or(Error::NotStochastic)?;
        sum = sum.saturating_add(units);
    }
    if sum == 1 << 32 {
        Ok(())
    } else {
        Err(Error::NotStochastic)
    }
}
