//! The feasible targets of one row, one after the other.
use core::iter::FusedIterator;
use core::ops::Range;

/// The states that one row of a [`Support`](super::Support) may reach, rising.
///
/// ```
/// use dpmarkov::counts::Support;
/// let support = Support::from_mask(&[0b110, 0b001, 0b101], 3)?;
/// let mut targets = support.row(2).unwrap();
/// assert_eq!(targets.len(), 2);
/// assert_eq!((targets.next(), targets.next(), targets.next()), (Some(0), Some(2), None));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Targets<'a>(Form<'a>);

#[derive(Clone, Debug)]
enum Form<'a> {
    Range(Range<usize>),
    List(core::slice::Iter<'a, u16>),
    Bits {
        /// What is left of the word in hand, and the state of its lowest bit.
        word: u32,
        base: usize,
        rest: core::slice::Iter<'a, u32>,
    },
}

impl<'a> Targets<'a> {
    /// 0, 1, .., n - 1.
    pub(super) fn all(n: usize) -> Self {
        Targets(Form::Range(0..n))
    }
    /// These, which rise.
    pub(super) fn list(targets: &'a [u16]) -> Self {
        Targets(Form::List(targets.iter()))
    }
    /// Bit j % 32 of word j / 32.
    pub(super) fn bits(words: &'a [u32]) -> Self {
        let mut rest = words.iter();
        let word = rest.next().copied().unwrap_or(0);
        Targets(Form::Bits {
            word,
            base: 0,
            rest,
        })
    }
}

impl Iterator for Targets<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match &mut self.0 {
            Form::Range(range) => range.next(),
            Form::List(list) => list.next().map(|to| usize::from(*to)),
            Form::Bits { word, base, rest } => {
                while *word == 0 {
                    *word = *rest.next()?;
                    *base = base.saturating_add(32);
                }
                let bit = word.trailing_zeros();
                *word &= word.wrapping_sub(1); // the lowest bit off
                // below 65,536
                Some(base.saturating_add(bit as usize))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Form::Range(range) => range.len(),
            Form::List(list) => list.len(),
            Form::Bits { word, rest, .. } => {
                // at most 65,535 bits
                let ones = rest.clone().map(|w| w.count_ones()).sum::<u32>();
                ones.saturating_add(word.count_ones()) as usize
            }
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Targets<'_> {
    // Said here: the default compares two bounds and panics where they differ.
    fn len(&self) -> usize {
        self.size_hint().0
    }
}
impl FusedIterator for Targets<'_> {}
