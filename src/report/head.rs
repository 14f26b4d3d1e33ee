//! All of a report but its values: keys, numbers and lengths, in the one order and encoding that the format allows.
use super::about::{About, Width};
use super::output::{Output, Written};
use super::values::Content;
use crate::counts::Support;
use crate::domain::GeometricRate;
use crate::error::Result;
use crate::privacy::{Guarantee, MechanismParameters};
use minicbor::data::Tag;

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

/// By its bits: epsilon and delta are written without an operation on floats. -0 is written as 0.
fn float(x: f64) -> f64 {
    const MINUS_ZERO: u64 = 1 << 63;
    match x.to_bits() {
        MINUS_ZERO => f64::from_bits(0),
        bits => f64::from_bits(bits),
    }
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
        let guarantee = &self.guarantee;
        out.cbor(|e| {
            e.tag(Tag::new(SELF_DESCRIBED))?.map(entries)?;
            e.u8(key::VERSION)?.u8(VERSION)?;
            e.u8(key::MECHANISM)?.u8(numbers.code)?;
            e.u8(key::ADJACENCY)?.u8(guarantee.adjacency as u8)?;
            e.u8(key::EPSILON)?.f64(float(guarantee.epsilon.get()))?;
            e.u8(key::DELTA)?.f64(float(guarantee.delta.get()))?;
            e.u8(key::RELEASES)?.u32(guarantee.releases.get())?;
            e.u8(key::PARAMETERS)?.array(numbers.len as u64)?;
            for bits in numbers.values.iter().take(numbers.len) {
                if numbers.floats {
                    e.f64(f64::from_bits(*bits))?;
                } else {
                    e.u64(*bits)?;
                }
            }
            e.u8(key::STATES)?.u64(self.states as u64)?;
            e.u8(key::STATE_TABLE)?.bytes(&self.about.state_table.0)?;
            e.u8(key::WINDOW)?.array(2)?;
            e.u32(self.about.window.first())?
                .u32(self.about.window.last())?;
            e.u8(key::GENERATION)?.u64(self.about.generation)?;
            if let Some(id) = &self.about.id {
                e.u8(key::ID)?.bytes(id)?;
            }
            Ok(())
        })
    }

    /// Before the row lengths of the support.
    pub(super) fn row_lengths(&self, out: &mut Output<'_>) -> Result<()> {
        out.cbor(|e| {
            e.u8(key::SUPPORT)?.array(2)?;
            typed(e, tag::UINT16, self.states as u64, 2)
        })
    }

    /// Before the targets of the support.
    pub(super) fn targets(&self, out: &mut Output<'_>) -> Result<()> {
        out.cbor(|e| typed(e, tag::UINT16, self.cells as u64, 2))
    }

    /// The support, where one is written.
    pub(super) fn support(&self, support: &Support<'_>, out: &mut Output<'_>) -> Result<()> {
        if !self.sparse {
            return Ok(());
        }
        let put = |out: &mut Output<'_>, x: usize| {
            let [low, high, ..] = (x as u32).to_le_bytes(); // at most 65,535
            out.put(&[low, high])
        };
        self.row_lengths(out)?;
        for row in support.rows() {
            put(out, row.len())?;
        }
        self.targets(out)?;
        for row in support.rows() {
            for to in row {
                put(out, to)?;
            }
        }
        Ok(())
    }

    /// Before the values of the rows.
    pub(super) fn rows(&self, out: &mut Output<'_>) -> Result<()> {
        let (tag, width) = (rows_tag(self.content(), self.width), self.width.bytes());
        out.cbor(|e| {
            e.u8(key::ROWS)?;
            typed(e, tag, self.cells as u64, width as u64)
        })
    }

    /// Before the values of the row totals, where there are any.
    pub(super) fn totals(&self, out: &mut Output<'_>) -> Result<()> {
        let Some((guarantee, rate)) = &self.totals else {
            return Ok(());
        };
        out.cbor(|e| {
            e.u8(key::TOTALS)?.array(6)?;
            e.f64(float(guarantee.epsilon.get()))?
                .f64(float(guarantee.delta.get()))?;
            e.u32(guarantee.releases.get())?;
            e.u32(rate.numerator())?.u32(rate.denominator())?;
            typed(e, tag::SINT32, self.states as u64, 4)
        })
    }

    /// The key of the checksum, its length, and it.
    pub(super) fn end(&self, out: &mut Output<'_>) -> Result<()> {
        out.cbor(|e| {
            e.u8(key::CHECKSUM)?.bytes_len(4)?;
            Ok(())
        })?;
        let checksum = out.checksum();
        out.put(&checksum)
    }
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

fn typed(e: &mut super::output::Cbor<'_, '_>, tag: u64, items: u64, bytes: u64) -> Written {
    // fewer than 2^32 items of at most 4 bytes
    e.tag(Tag::new(tag))?
        .bytes_len(items.saturating_mul(bytes))?;
    Ok(())
}
