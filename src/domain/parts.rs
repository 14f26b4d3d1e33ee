//! A slice in parts of one length: the rows of a matrix.
use core::iter::FusedIterator;
use core::num::NonZeroUsize;

/// The parts of one length of a slice, one after the other: the rows of a matrix, as [`Counts::rows`](crate::counts::Counts::rows)
/// gives them. What is left over behind the last whole part is not seen.
///
/// Not the standard library's `ChunksExact`: that one panics at a length of 0 and divides by a length that only a compiler which looks
/// through all of it knows to be another. Small firmware is built without so much inlining, and must not hold a panic either.
///
/// ```
/// use dpmarkov::counts::Counts;
/// let counts = Counts::new(&[1, 2, 3, 4], 2)?;
/// let mut rows = counts.rows();
/// assert_eq!((rows.len(), rows.next_back(), rows.next(), rows.next()), (2, Some(&[3, 4][..]), Some(&[1, 2][..]), None));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Debug)]
pub struct Parts<'a, T> {
    cells: &'a [T],
    each: NonZeroUsize,
    left: usize,
}

/// The same, by exclusive reference.
#[derive(Debug)]
pub(crate) struct PartsMut<'a, T> {
    cells: &'a mut [T],
    each: NonZeroUsize,
}

/// Slices that can be cut so.
pub(crate) trait InParts<T> {
    /// Parts of `each` elements; of 1 where `each` is 0.
    fn parts(&self, each: usize) -> Parts<'_, T>;
    /// The same, by exclusive reference.
    fn parts_mut(&mut self, each: usize) -> PartsMut<'_, T>;
}

impl<T> InParts<T> for [T] {
    #[inline]
    fn parts(&self, each: usize) -> Parts<'_, T> {
        let each = NonZeroUsize::new(each).unwrap_or(NonZeroUsize::MIN);
        Parts {
            cells: self,
            each,
            left: self.len() / each,
        }
    }
    #[inline]
    fn parts_mut(&mut self, each: usize) -> PartsMut<'_, T> {
        let each = NonZeroUsize::new(each).unwrap_or(NonZeroUsize::MIN);
        PartsMut { cells: self, each }
    }
}

// Not derived: the elements are only referred to.
impl<T> Clone for Parts<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        Parts { ..*self }
    }
}

impl<'a, T> Iterator for Parts<'a, T> {
    type Item = &'a [T];

    #[inline]
    fn next(&mut self) -> Option<&'a [T]> {
        let (part, rest) = self.cells.split_at_checked(self.each.get())?;
        self.cells = rest;
        self.left = self.left.saturating_sub(1); // at least 1: there was a part
        Some(part)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<&'a [T]> {
        let start = skipped.checked_mul(self.each.get());
        let rest = start.and_then(|start| self.cells.get(start..));
        self.cells = rest.unwrap_or_default();
        self.left = self.left.saturating_sub(skipped);
        self.next()
    }
}

impl<'a, T> DoubleEndedIterator for Parts<'a, T> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a [T]> {
        let before = self.left.checked_sub(1)?;
        // No overflow: within the slice.
        let start = before.saturating_mul(self.each.get());
        let (rest, last) = self.cells.split_at_checked(start)?;
        self.cells = rest;
        self.left = before;
        last.get(..self.each.get())
    }
}

impl<T> ExactSizeIterator for Parts<'_, T> {
    // Said here: the default compares two bounds and panics where they differ.
    #[inline]
    fn len(&self) -> usize {
        self.left
    }
}
impl<T> FusedIterator for Parts<'_, T> {}

impl<'a, T> PartsMut<'a, T> {
    /// What [`Iterator::next`] has not given: after the last whole part what is left over.
    pub(crate) fn into_remainder(self) -> &'a mut [T] {
        self.cells
    }
}

impl<'a, T> Iterator for PartsMut<'a, T> {
    type Item = &'a mut [T];

    #[inline]
    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.cells.len() < self.each.get() {
            return None;
        }
        let cells = core::mem::take(&mut self.cells);
        let (part, rest) = cells.split_at_mut_checked(self.each.get())?;
        self.cells = rest;
        Some(part)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.cells.len() / self.each;
        (left, Some(left))
    }
    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<&'a mut [T]> {
        let start = skipped.checked_mul(self.each.get());
        let cells = core::mem::take(&mut self.cells);
        self.cells = start
            .and_then(|start| cells.get_mut(start..))
            .unwrap_or_default();
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The standard library's chunks, from both ends, for every length and part.
    #[test]
    fn as_chunks_exact() {
        for len in 0..20_u8 {
            let mut cells: Vec<u8> = (0..len).collect();
            for each in 1..22 {
                let copy = cells.clone();
                let (mut parts, mut chunks) = (copy.parts(each), copy.chunks_exact(each));
                assert!(parts.clone().eq(chunks.clone()));
                assert!(parts.clone().rev().eq(chunks.clone().rev()));
                for turn in 0..20 {
                    assert_eq!(parts.len(), chunks.len());
                    assert_eq!(parts.size_hint(), chunks.size_hint());
                    match turn % 3 {
                        0 => assert_eq!(parts.next(), chunks.next()),
                        1 => assert_eq!(parts.next_back(), chunks.next_back()),
                        _ => assert_eq!(parts.nth(1), chunks.nth(1)),
                    }
                }
                for skipped in [0, 1, 5, usize::MAX] {
                    let found = copy.parts(each).nth(skipped);
                    assert_eq!(found, copy.chunks_exact(each).nth(skipped));
                    let found = cells.parts_mut(each).nth(skipped).map(|part| part.to_vec());
                    assert_eq!(
                        found,
                        copy.chunks_exact(each).nth(skipped).map(|p| p.to_vec())
                    );
                }
                let mut parts = cells.parts_mut(each);
                assert_eq!(parts.size_hint(), copy.chunks_exact(each).size_hint());
                let given: Vec<Vec<u8>> = parts.by_ref().map(|part| part.to_vec()).collect();
                assert!(given.iter().eq(copy.chunks_exact(each)));
                assert_eq!(parts.into_remainder(), copy.chunks_exact(each).remainder());
            }
            assert!(cells.parts(0).eq(cells.chunks_exact(1)));
            let copy = cells.clone();
            let single = cells.parts_mut(0).map(|part| part.to_vec());
            assert!(single.eq(copy.chunks_exact(1)));
        }
    }
}
