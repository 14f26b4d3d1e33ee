//! The values of a report's rows, read in place.
use super::about::Width;
use crate::privacy::MechanismParameters;
use core::ops::Range;

/// What the values of the rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Of the Dirichlet mechanism: probabilities in units of 2^-[`Width::bits`], each at least 1; every row sums to 2^[`Width::bits`].
    Units,
    /// Of Polya's urn: tallies; every row sums to the number of draws.
    Tallies,
    /// Of geometric and Gaussian noise: noisy counts, cut off at +-[`Width::saturation`].
    NoisyCounts,
}

impl Content {
    pub(super) fn of(parameters: &MechanismParameters) -> Self {
        match parameters {
            MechanismParameters::Dirichlet(_) => Content::Units,
            MechanismParameters::Polya(..) => Content::Tallies,
            MechanismParameters::Geometric(_) | MechanismParameters::Gaussian(_) => {
                Content::NoisyCounts
            }
        }
    }
}

/// The values of one row, or of all rows: units, tallies or noisy counts, as [`Content`] says.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) width: Width,
    pub(super) content: Content,
}

impl Iterator for Values<'_> {
    type Item = i64;
    #[inline(never)] // where there is little flash: its code is there once
    fn next(&mut self) -> Option<i64> {
        let signed = self.content == Content::NoisyCounts;
        let written = match self.width {
            Width::Bits16 => {
                let (first, rest) = self.bytes.split_first_chunk::<2>()?;
                self.bytes = rest;
                if signed {
                    i64::from(i16::from_le_bytes(*first))
                } else {
                    i64::from(u16::from_le_bytes(*first))
                }
            }
            Width::Bits32 => {
                let (first, rest) = self.bytes.split_first_chunk::<4>()?;
                self.bytes = rest;
                if signed {
                    i64::from(i32::from_le_bytes(*first))
                } else {
                    i64::from(u32::from_le_bytes(*first))
                }
            }
        };
        let least = i64::from(self.content == Content::Units);
        Some(written.saturating_add(least))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let shift = self.width.bytes() >> 1; // 1 or 2: the binary logarithm
        let len = self.bytes.len() >> shift;
        (len, Some(len))
    }
}
impl ExactSizeIterator for Values<'_> {
    // its own: the provided one asserts
    fn len(&self) -> usize {
        self.size_hint().0
    }
}

/// The feasible targets of a row, rising.
#[derive(Clone, Debug, PartialEq)]
pub struct RowTargets<'a>(pub(super) Form<'a>);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form<'a> {
    All(Range<usize>),
    List(&'a [u8]),
}

impl Iterator for RowTargets<'_> {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        match &mut self.0 {
            Form::All(range) => range.next(),
            Form::List(bytes) => {
                let (first, rest) = bytes.split_first_chunk::<2>()?;
                *bytes = rest;
                Some(usize::from(u16::from_le_bytes(*first)))
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = match &self.0 {
            Form::All(range) => range.len(),
            Form::List(bytes) => bytes.len() >> 1,
        };
        (len, Some(len))
    }
}
impl ExactSizeIterator for RowTargets<'_> {
    fn len(&self) -> usize {
        self.size_hint().0
    }
}

/// One row of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    pub(super) from: usize,
    pub(super) targets: RowTargets<'a>,
    pub(super) values: Values<'a>,
}

impl<'a> Row<'a> {
    /// The state that its transitions go out of.
    pub fn from(&self) -> usize {
        self.from
    }
    /// The number of its feasible targets.
    pub fn cells(&self) -> usize {
        self.values.len()
    }
    /// Its feasible targets, rising.
    pub fn targets(&self) -> RowTargets<'a> {
        self.targets.clone()
    }
    /// One value for each of them.
    pub fn values(&self) -> Values<'a> {
        self.values.clone()
    }
}

/// The rows of a report, in order of their "from" state.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows<'a> {
    pub(super) next: usize,
    pub(super) states: usize,
    /// Lengths and targets of what is left, two bytes each; `None` where every transition is feasible.
    pub(super) support: Option<(&'a [u8], &'a [u8])>,
    pub(super) values: Values<'a>,
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;
    #[inline(never)] // as Values::next
    fn next(&mut self) -> Option<Row<'a>> {
        if self.next >= self.states {
            return None;
        }
        let from = self.next;
        let (len, form) = match &mut self.support {
            None => (self.states, Form::All(0..self.states)),
            Some((lens, targets)) => {
                let (len, rest) = lens.split_first_chunk::<2>()?;
                *lens = rest;
                let len = usize::from(u16::from_le_bytes(*len));
                let (own, rest) = targets.split_at_checked(len.checked_mul(2)?)?;
                *targets = rest;
                (len, Form::List(own))
            }
        };
        let bytes = len.checked_mul(self.values.width.bytes())?;
        let (own, rest) = self.values.bytes.split_at_checked(bytes)?;
        self.values.bytes = rest;
        self.next = from.saturating_add(1); // at most the number of states
        Some(Row {
            from,
            targets: RowTargets(form),
            values: Values {
                bytes: own,
                ..self.values
            },
        })
    }
}
