//! All of a report but its values: keys, numbers and lengths, in the one order and encoding that the format allows.
use super::about::{About, Width};
use super::output::Output;
use super::values::Content;
use crate::counts::Support;
use crate::domain::GeometricRate;
use crate::error::Result;
use crate::privacy::{Guarantee, MechanismParameters};

/// The version of the format.
pub(super) const VERSION: u8 = 1;
/// Self-described CBOR.
pub(super) const SELF_DESCRIBED: u64 = 55799;

pub(super) mod key {
    pub const VERSION: u8 = 0;
    pub const MECHANISM: u8 = 1;
    pub const ADJACENCY: u8 = 2;
    pub const EPSILON: u8 = 3;
    pub const DELTA: u8 = 4;
    pub const RELEASES: u8 = 5;
    pub const PARAMETERS: u8 = 6;
    pub const STATES: u8 = 7;
    pub const STATE_TABLE: u8 = 8;
    pub const WINDOW: u8 = 9;
    pub const GENERATION: u8 = 10;
    pub const ID: u8 = 11;
    pub const SUPPORT: u8 = 12;
    pub const ROWS: u8 = 13;
    pub const TOTALS: u8 = 14;
    pub const CHECKSUM: u8 = 23;
}

/// Tags of typed arrays, RFC 8746: little-endian.
pub(super) mod tag {
    pub const UINT16: u64 = 69;
    pub const UINT32: u64 = 70;
    pub const SINT16: u64 = 77;
    pub const SINT32: u64 = 78;
}

/// The numbers of a mechanism as they are written: `f64` by their bits, so that no floating-point routine is linked for integers.
struct Numbers {
    code: u8,
    floats: bool,
    len: usize,
    values: [u64; 5],
}

impl Numbers {
    fn new(parameters: &MechanismParameters) -> Self {
        let numbers = |code, floats, len, values| Numbers {
            code,
            floats,
            len,
            values,
        };
        match parameters {
            MechanismParameters::Dirichlet(p) => {
                let (w, a) = (p.weight.get().to_bits(), p.pseudo_count.get().to_bits());
                numbers(0, true, 2, [w, a, 0, 0, 0])
            }
            MechanismParameters::Polya(p, states) => numbers(
                1,
                false,
                5,
                [
                    u64::from(p.event_mass()),
                    u64::from(p.prior_mass()),
                    u64::from(p.draw_mass()),
                    u64::from(p.draws()),
                    *states as u64,
                ],
            ),
            MechanismParameters::Geometric(rate) => numbers(2, false, 2, parts(rate)),
            MechanismParameters::Gaussian(variance) => {
                let (p, q) = (variance.numerator(), variance.denominator());
                numbers(3, false, 2, [p, u64::from(q), 0, 0, 0])
            }
        }
    }
}

fn parts(rate: &GeometricRate) -> [u64; 5] {
    let (p, q) = (rate.numerator(), rate.denominator());
    [u64::from(p), u64::from(q), 0, 0, 0]
}

/// What a report says beside its values; their number and width.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) guarantee: Guarantee,
    pub(super) parameters: MechanismParameters,
    pub(super) about: About,
    pub(super) states: usize,
    pub(super) cells: usize,
    /// Whether the support is written: it is where not every transition is feasible.
    pub(super) sparse: bool,
    pub(super) width: Width,
    /// Guarantee and rate of the noise on the row totals.
    pub(super) totals: Option<(Guarantee, GeometricRate)>,
}

impl Head {
    pub(super) fn content(&self) -> Content {
        Content::of(&self.parameters)
    }

    /// Everything before the support, or before the rows where there is none.
    pub(super) fn start(&self, out: &mut Output<'_>) -> Result<()> {
        let optional = [self.about.id.is_some(), self.sparse, self.totals.is_some()];
        let entries = optional
            .iter()
            .fold(13, |sum: u64, there| sum.saturating_add(u64::from(*there)));
        let numbers = Numbers::new(&self.parameters);
        let (guarantee, about) = (&self.guarantee, &self.about);
        out.tag(SELF_DESCRIBED)?;
        out.map(entries)?;
        out.entry(key::VERSION, u64::from(VERSION))?;
        out.entry(key::MECHANISM, u64::from(numbers.code))?;
        out.entry(key::ADJACENCY, guarantee.adjacency as u64)?;
        out.uint(u64::from(key::EPSILON))?;
        out.float(guarantee.epsilon.get())?;
        out.uint(u64::from(key::DELTA))?;
        out.float(guarantee.delta.get())?;
        out.entry(key::RELEASES, u64::from(guarantee.releases.get()))?;
        out.list(key::PARAMETERS, numbers.len as u64)?;
        for bits in numbers.values.iter().take(numbers.len) {
            if numbers.floats {
                out.float(f64::from_bits(*bits))?;
            } else {
                out.uint(*bits)?;
            }
        }
        out.entry(key::STATES, self.states as u64)?;
        out.string(key::STATE_TABLE, &about.state_table.0)?;
        out.list(key::WINDOW, 2)?;
        out.uint(u64::from(about.window.first()))?;
        out.uint(u64::from(about.window.last()))?;
        out.entry(key::GENERATION, about.generation)?;
        match &about.id {
            Some(id) => out.string(key::ID, id),
            None => Ok(()),
        }
    }

    /// Before the row lengths of the support.
    pub(super) fn row_lengths(&self, out: &mut Output<'_>) -> Result<()> {
        out.list(key::SUPPORT, 2)?;
        typed(out, tag::UINT16, self.states, 2)
    }

    /// Before the targets of the support.
    pub(super) fn targets(&self, out: &mut Output<'_>) -> Result<()> {
        typed(out, tag::UINT16, self.cells, 2)
    }

    /// The support, where one is written.
    pub(super) fn support(&self, support: &Support<'_>, out: &mut Output<'_>) -> Result<()> {
        if !self.sparse {
            return Ok(());
        }
        self.row_lengths(out)?;
        for from in 0..self.states {
            out.put16(row_len(support, from).unwrap_or(0) as u16)?; // at most 65,535
        }
        self.targets(out)?;
        // one loop over all rows: the code of a step is there once
        let mut rows = support.rows();
        let mut row = rows.next();
        while let Some(targets) = &mut row {
            match targets.next() {
                Some(to) => out.put16(to as u16)?, // below 65,535
                None => row = rows.next(),
            }
        }
        Ok(())
    }

    /// Before the values of the rows.
    pub(super) fn rows(&self, out: &mut Output<'_>) -> Result<()> {
        out.uint(u64::from(key::ROWS))?;
        let tag = rows_tag(self.content(), self.width);
        typed(out, tag, self.cells, self.width.bytes() as u64)
    }

    /// Before the values of the row totals, where there are any.
    pub(super) fn totals(&self, out: &mut Output<'_>) -> Result<()> {
        let Some((guarantee, rate)) = &self.totals else {
            return Ok(());
        };
        out.list(key::TOTALS, 6)?;
        out.float(guarantee.epsilon.get())?;
        out.float(guarantee.delta.get())?;
        out.uint(u64::from(guarantee.releases.get()))?;
        out.uint(u64::from(rate.numerator()))?;
        out.uint(u64::from(rate.denominator()))?;
        typed(out, tag::SINT32, self.states, 4)
    }

    /// The key of the checksum and its length.
    pub(super) fn checksum(&self, out: &mut Output<'_>) -> Result<()> {
        out.uint(u64::from(key::CHECKSUM))?;
        out.bytes(4)
    }

    /// The same, and the checksum.
    pub(super) fn end(&self, out: &mut Output<'_>) -> Result<()> {
        self.checksum(out)?;
        let checksum = out.checksum();
        out.put(&checksum)
    }
}

/// [`Support::row_len`], whose code is there once.
#[inline(never)]
pub(super) fn row_len(support: &Support<'_>, from: usize) -> Option<usize> {
    support.row_len(from)
}

/// The tag of the typed array of the rows.
pub(super) fn rows_tag(content: Content, width: Width) -> u64 {
    match (content, width) {
        (Content::NoisyCounts, Width::Bits16) => tag::SINT16,
        (Content::NoisyCounts, Width::Bits32) => tag::SINT32,
        (_, Width::Bits16) => tag::UINT16,
        (_, Width::Bits32) => tag::UINT32,
    }
}

/// Tag and head of a typed array.
#[inline(never)]
fn typed(out: &mut Output<'_>, tag: u64, items: usize, bytes: u64) -> Result<()> {
    out.tag(tag)?;
    // fewer than 2^32 items of at most 4 bytes
    out.bytes((items as u64).saturating_mul(bytes))
}
