//! Supports: which transitions are feasible at all.
use super::Targets;
use crate::domain::InParts;
use crate::domain::{self, STATES};
use crate::error::{Error, Result};
use core::fmt;
use core::ops::Range;

/// A public set of feasible transitions, row = from, column = to: every other transition has probability 0, before and after any release.
///
/// - **Domain**: 2 to 65,535 states; every row has at least one feasible target. Rows may have different numbers of them, n_i.
/// - **Units**: feasible cells are numbered 0, 1, .. row by row, in rising order of their target: the order of every slice of counts or
///   values that goes with a support.
/// - **Public**: a support must be known without the log (a map, a timetable, a state machine). One that was read off the log says which
///   transitions occurred, and no guarantee covers that.
/// - **Forms**: [`Support::full`]; a bit mask; compressed rows (CSR). The same set in two forms is equal (`==`), and gives the same
///   results to the last bit.
/// - **Cost**: `contains` is O(1), O(log n_i) in compressed rows. `position`, and with it every recorded event, is O(1), O(log n_i) in
///   compressed rows, and O(n^2/32) in a mask, which counts the bits before: make compressed rows of it ([`Support::write_csr`]) where events are many.
///
/// ```
/// use dpmarkov::{Error, counts::Support};
/// // a walk on a line of three: 0 -> 0, 1;  1 -> 0, 1, 2;  2 -> 1, 2
/// let mask = Support::from_mask(&[0b011, 0b111, 0b110], 3)?;
/// let csr = Support::from_csr(&[0, 2, 5, 7], &[0, 1, 0, 1, 2, 1, 2], 3)?;
/// assert_eq!(mask, csr);
/// assert_eq!((csr.cells(), csr.row_len(2)), (7, Some(2)));
/// assert_eq!((csr.position(2, 1), csr.position(2, 0)), (Some(5), None));
/// assert!(csr.row(0).unwrap().eq([0, 1]));
/// // a row without a target
/// assert_eq!(Support::from_mask(&[0b01, 0b00], 2), Err(Error::Support));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Support<'a> {
    form: Form<'a>,
    n: usize,
    cells: usize,
}

#[derive(Clone, Copy)]
enum Form<'a> {
    Full,
    Mask(&'a [u32]),
    Csr {
        starts: &'a [u32],
        targets: &'a [u16],
    },
}

impl<'a> Support<'a> {
    /// Every transition of n states.
    ///
    /// # Errors
    /// [`Error::States`], also where n * n does not fit the machine's `usize`.
    pub fn full(n: usize) -> Result<Self> {
        Ok(Support {
            form: Form::Full,
            n,
            cells: domain::cells(n)?,
        })
    }

    /// From a bit mask: each row is ceil(n/32) words, target j is bit j % 32 of word j / 32.
    ///
    /// # Errors
    /// [`Error::States`]; [`Error::Length`] unless `mask` has [`Support::mask_len`]`(n)` words; [`Error::Support`] for a row without any
    /// bit, or for a bit beyond state n - 1.
    pub fn from_mask(mask: &'a [u32], n: usize) -> Result<Self> {
        if !STATES.contains(&n) {
            return Err(Error::States);
        }
        if mask.len() != Self::mask_len(n) {
            return Err(Error::Length);
        }
        let mut cells = 0usize;
        for row in mask.parts(row_words(n)) {
            let used = (n as u32) & 31; // bits of the last word; 0: all 32
            let beyond = if used == 0 { 0 } else { u32::MAX << used };
            if row.last().is_none_or(|word| word & beyond != 0) {
                return Err(Error::Support);
            }
            let ones = count_ones(row);
            if ones == 0 {
                return Err(Error::Support);
            }
            cells = cells.checked_add(ones).ok_or(Error::States)?;
        }
        Ok(Support {
            form: Form::Mask(mask),
            n,
            cells,
        })
    }

    /// From compressed rows: row i has the targets `targets[starts[i]..starts[i + 1]]`, strictly rising.
    ///
    /// # Errors
    /// [`Error::States`]; [`Error::Length`] unless `starts` has n + 1 elements and its last one is the length of `targets`;
    /// [`Error::Support`] where `starts` does not begin with 0 or does not rise (a row without any target), or the targets of a row do not
    /// rise or are not below n.
    pub fn from_csr(starts: &'a [u32], targets: &'a [u16], n: usize) -> Result<Self> {
        if !STATES.contains(&n) {
            return Err(Error::States);
        }
        // n + 1: no overflow from 65,535
        let last = starts.last().map(|end| *end as usize);
        if starts.len() != n.saturating_add(1) || last != Some(targets.len()) {
            return Err(Error::Length);
        }
        if starts.first() != Some(&0) {
            return Err(Error::Support);
        }
        for (start, end) in starts.iter().zip(starts.iter().skip(1)) {
            let row = targets.get(*start as usize..*end as usize);
            let row = row.ok_or(Error::Support)?;
            let below_n = row.last().is_some_and(|to| usize::from(*to) < n);
            let rising = row.iter().zip(row.iter().skip(1)).all(|(a, b)| a < b);
            if !(below_n && rising) {
                return Err(Error::Support);
            }
        }
        Ok(Support {
            form: Form::Csr { starts, targets },
            n,
            cells: targets.len(),
        })
    }

    /// Compressed rows that [`Support::from_csr`] accepted before, for a call per event: the sizes are looked at, O(1), and nothing else. Every
    /// read of this module is checked, so other content gives wrong cells, below `targets.len()` all the same, and no more harm.
    ///
    /// # Errors
    /// [`Error::States`], [`Error::Length`], as there.
    #[cfg(feature = "capi")]
    pub(crate) fn accepted_before(starts: &'a [u32], targets: &'a [u16], n: usize) -> Result<Self> {
        if !STATES.contains(&n) {
            return Err(Error::States);
        }
        let last = starts.last().map(|end| *end as usize);
        if starts.len() != n.saturating_add(1) || last != Some(targets.len()) {
            return Err(Error::Length);
        }
        Ok(Support {
            form: Form::Csr { starts, targets },
            n,
            cells: targets.len(),
        })
    }

    /// Words of a mask of n states: n ceil(n/32).
    ///
    /// ```
    /// assert_eq!(dpmarkov::counts::Support::mask_len(263), 263 * 9);
    /// ```
    pub const fn mask_len(n: usize) -> usize {
        n.saturating_mul(row_words(n))
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.n
    }

    /// The number of feasible cells of all rows.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Is every transition feasible?
    pub fn is_full(&self) -> bool {
        self.cells.checked_div(self.n) == Some(self.n)
    }

    /// The number of feasible targets of row `from`; `None` where there is no such state.
    pub fn row_len(&self, from: usize) -> Option<usize> {
        if from >= self.n {
            return None;
        }
        match self.form {
            Form::Full => Some(self.n),
            Form::Mask(mask) => mask_row(mask, self.n, from).map(count_ones),
            Form::Csr { starts, targets } => csr_row(starts, targets, from).map(<[u16]>::len),
        }
    }

    /// The feasible targets of row `from`, rising; `None` where there is no such state.
    pub fn row(&self, from: usize) -> Option<Targets<'a>> {
        if from >= self.n {
            return None;
        }
        match self.form {
            Form::Full => Some(Targets::all(self.n)),
            Form::Mask(mask) => mask_row(mask, self.n, from).map(Targets::bits),
            Form::Csr { starts, targets } => csr_row(starts, targets, from).map(Targets::list),
        }
    }

    /// The rows in order of their "from" state.
    pub fn rows(&self) -> impl Iterator<Item = Targets<'a>> + use<'a> {
        let support = *self;
        (0..self.n).map_while(move |from| support.row(from))
    }

    /// The fewest feasible targets among the rows that have at least `least`; `None` where no row has. With `least` = 2: the number of
    /// states that a bound must be taken at if it falls with the number of states, since a row of one cell releases 1 whatever it holds.
    pub fn fewest_cells(&self, least: usize) -> Option<usize> {
        let lens = self.rows().map(|row| row.len());
        lens.filter(|len| *len >= least).min()
    }

    /// The most feasible targets of a row.
    pub fn most_cells(&self) -> usize {
        self.rows().map(|row| row.len()).max().unwrap_or(0)
    }

    /// Is `from` -> `to` feasible? `false` where there is no such state.
    pub fn contains(&self, from: usize, to: usize) -> bool {
        if from >= self.n || to >= self.n {
            return false;
        }
        match self.form {
            Form::Full => true,
            Form::Mask(mask) => {
                let word = mask_row(mask, self.n, from).and_then(|row| row.get(to >> 5));
                word.is_some_and(|word| word >> (to as u32 & 31) & 1 == 1)
            }
            Form::Csr { .. } => self.position(from, to).is_some(),
        }
    }

    /// The number of the cell `from` -> `to` among all feasible cells; `None` where it is none of them.
    pub fn position(&self, from: usize, to: usize) -> Option<usize> {
        match self.form {
            // below n * n, which fits
            Form::Full if from < self.n && to < self.n => {
                Some(from.wrapping_mul(self.n).wrapping_add(to))
            }
            Form::Full => None,
            Form::Mask(mask) => {
                if !self.contains(from, to) {
                    return None;
                }
                let row = mask_row(mask, self.n, from)?;
                let below = row.get(to >> 5)? & !(u32::MAX << (to as u32 & 31));
                let before = count_ones(row.get(..to >> 5)?);
                let start = self.row_range(from)?.start;
                Some(
                    start
                        .saturating_add(before)
                        .saturating_add(below.count_ones() as usize),
                )
            }
            Form::Csr { starts, targets } => {
                let to = u16::try_from(to).ok()?;
                let index = csr_row(starts, targets, from)?.binary_search(&to).ok()?;
                Some((*starts.get(from)? as usize).saturating_add(index))
            }
        }
    }

    /// The numbers of the cells of row `from`; `None` where there is no such state. Cost: as [`Support::position`].
    pub fn row_range(&self, from: usize) -> Option<Range<usize>> {
        let len = self.row_len(from)?;
        let start = match self.form {
            Form::Full => from.wrapping_mul(self.n), // below n * n, which fits
            Form::Mask(mask) => count_ones(mask.get(..from.saturating_mul(row_words(self.n)))?),
            Form::Csr { starts, .. } => *starts.get(from)? as usize,
        };
        Some(start..start.saturating_add(len))
    }

    /// Writes the set as compressed rows and returns it in that form.
    ///
    /// # Errors
    /// [`Error::Length`] unless `starts` has n + 1 elements and `targets` [`Support::cells`]; both untouched then.
    pub fn write_csr<'b>(
        &self,
        starts: &'b mut [u32],
        targets: &'b mut [u16],
    ) -> Result<Support<'b>> {
        if starts.len() != self.n.saturating_add(1) || targets.len() != self.cells {
            return Err(Error::Length);
        }
        let (mut places, mut end) = (targets.iter_mut(), 0u32);
        let mut ends = starts.iter_mut();
        if let Some(first) = ends.next() {
            *first = 0;
        }
        for (row, place) in self.rows().zip(ends) {
            for (to, target) in row.zip(places.by_ref()) {
                *target = to as u16; // below n, at most 65,534
                end = end.saturating_add(1); // at most 65,535^2
            }
            *place = end;
        }
        Support::from_csr(starts, targets, self.n)
    }
}

/// Words of one row's mask; at least 1.
const fn row_words(n: usize) -> usize {
    let words = n.div_ceil(32);
    if words == 0 { 1 } else { words }
}

fn count_ones(words: &[u32]) -> usize {
    // bits of a slice of words: at most 65,535^2 of a checked mask
    words.iter().fold(0usize, |sum, word| {
        sum.saturating_add(word.count_ones() as usize)
    })
}

fn mask_row(mask: &[u32], n: usize, from: usize) -> Option<&[u32]> {
    mask.parts(row_words(n)).nth(from)
}

fn csr_row<'a>(starts: &[u32], targets: &'a [u16], from: usize) -> Option<&'a [u16]> {
    let (start, end) = (starts.get(from)?, starts.get(from.checked_add(1)?)?);
    targets.get(*start as usize..*end as usize)
}

impl PartialEq for Support<'_> {
    fn eq(&self, other: &Self) -> bool {
        let sizes = self.n == other.n && self.cells == other.cells;
        let both_full = self.is_full() && other.is_full();
        sizes && (both_full || self.rows().zip(other.rows()).all(|(a, b)| a.eq(b)))
    }
}

impl Eq for Support<'_> {}

impl fmt::Debug for Support<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Support")
            .field("states", &self.n)
            .field("cells", &self.cells)
            .finish_non_exhaustive()
    }
}
