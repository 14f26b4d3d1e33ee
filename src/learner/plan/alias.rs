//! Independent draws from a law in whole weights, exactly: Walker's alias method in integers.
use crate::error::{Error, Result};
use crate::learner::Law;
use crate::random::Generator;
use crate::random::uniform_below;
use core::num::NonZeroU64;

/// n columns of the height W (the law's total): column c belongs to the symbol c below its threshold and to its alias above.
///
/// Symbol y owns n w_y of the n W cells. **Exact**: a column and a height are both uniform, and every threshold is an integer.
pub(super) struct Alias<'a> {
    aliases: &'a [u32],
    thresholds: &'a [u64],
    columns: NonZeroU64,
    height: NonZeroU64,
}

impl<'a> Alias<'a> {
    /// Fills the table (n entries each); `stack`, of n entries too, is scratch.
    pub(super) fn new(
        law: Law<'_>,
        aliases: &'a mut [u32],
        thresholds: &'a mut [u64],
        stack: &mut [u32],
    ) -> Result<Self> {
        let n = law.symbols();
        let (columns, height) = (n as u64, law.total());
        let none = Error::Laws;
        // Columns that lack cells from the front of the stack on, those that have too many from its end.
        let (mut short, mut long) = (0usize, n);
        let cells = thresholds.iter_mut().zip(aliases.iter_mut());
        for ((y, weight), (cells, alias)) in (0u32..).zip(law.weights()).zip(cells) {
            // Below 2^24 2^32.
            *cells = columns.saturating_mul(u64::from(*weight));
            *alias = y;
            let place = if *cells < height {
                short = short.saturating_add(1);
                short.wrapping_sub(1)
            } else {
                long = long.saturating_sub(1);
                long
            };
            *stack.get_mut(place).ok_or(Error::WorkLength)? = y;
        }
        while short > 0 && long < n {
            short = short.saturating_sub(1);
            let lacks = *stack.get(short).ok_or(none)? as usize;
            let gives = *stack.get(long).ok_or(none)?;
            let missing = height.saturating_sub(*thresholds.get(lacks).ok_or(none)?);
            *aliases.get_mut(lacks).ok_or(none)? = gives;
            let rest = thresholds.get_mut(gives as usize).ok_or(none)?;
            *rest = rest.saturating_sub(missing);
            if *rest < height {
                *stack.get_mut(short).ok_or(none)? = gives;
                short = short.saturating_add(1);
                long = long.saturating_add(1);
            }
        }
        // The cells are n W in all: what is left over has exactly W.
        Ok(Alias {
            aliases,
            thresholds,
            columns: NonZeroU64::new(columns).ok_or(none)?,
            height: NonZeroU64::new(height).ok_or(none)?,
        })
    }

    /// The histogram of `events` draws; without any, one of each symbol: the uniform law.
    pub(super) fn histogram(
        &self,
        rng: &mut Generator,
        events: u32,
        histogram: &mut [u32],
    ) -> Result<()> {
        histogram.fill(u32::from(events == 0));
        match self.columns.checked_mul(self.height) {
            // (2^64 - n W) mod n W: so many words are one too many for their cell.
            Some(cells) => {
                let surplus = cells.get().wrapping_neg() % cells;
                for _ in 0..events {
                    let (column, height) = self.cell(rng, surplus)?;
                    self.count(column, height, histogram);
                }
            }
            None => {
                for _ in 0..events {
                    let column = uniform_below::draw(rng, self.columns)?;
                    let height = uniform_below::draw(rng, self.height)?;
                    self.count(column, height, histogram);
                }
            }
        }
        Ok(())
    }

    /// A uniform cell from one word x: floor(x n W/2^64) in two steps, column first; words beyond the common number are rejected.
    #[inline]
    fn cell(&self, rng: &mut Generator, surplus: u64) -> Result<(u64, u64)> {
        for _ in 0..uniform_below::TRIALS {
            let (column, rest) = product(rng.next_u64(), self.columns.get());
            let (height, rest) = product(rest, self.height.get());
            if rest >= surplus {
                return Ok((column, height));
            }
        }
        Err(Error::Trials)
    }

    #[inline]
    fn count(&self, column: u64, height: u64, histogram: &mut [u32]) {
        let column = column as usize; // below n
        let (Some(threshold), Some(alias)) =
            (self.thresholds.get(column), self.aliases.get(column))
        else {
            return;
        };
        let symbol = if height < *threshold {
            column
        } else {
            *alias as usize
        };
        if let Some(count) = histogram.get_mut(symbol) {
            *count = count.saturating_add(1); // at most `events`
        }
    }
}

/// The high and the low 64 bits of x y.
#[inline]
fn product(x: u64, y: u64) -> (u64, u64) {
    let xy = u128::from(x) * u128::from(y);
    ((xy >> 64) as u64, xy as u64)
}
