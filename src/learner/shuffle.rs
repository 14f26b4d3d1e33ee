//! The random order of the records, from which the blocks are cut.
use crate::error::{Error, Result};
use crate::random::uniform_below::uniform_below;
use crate::random::{Generator, Words};
use core::num::NonZeroU64;

/// Writes 0 .. n in a uniformly random order, each of the n! with the same probability.
///
/// - **Method**: Fisher & Yates, with [`uniform_below`], which is exact.
/// - **Errors**: [`Error::Length`] from 2^32 entries on; those of [`uniform_below`].
/// - **Cost**: n - 1 words, a few more with probability n^2/2^64.
pub(super) fn shuffle(rng: &mut Generator, indices: &mut [u32]) -> Result<()> {
    let n = u32::try_from(indices.len()).map_err(|_| Error::Length)?;
    Words::ready(rng)?;
    for (index, place) in (0..n).zip(indices.iter_mut()) {
        *place = index;
    }
    for i in 1..indices.len() {
        let among = NonZeroU64::MIN.saturating_add(i as u64);
        // Below i + 1, so the cast keeps it.
        let j = uniform_below(rng, among)? as usize;
        let Some((before, from)) = indices.split_at_mut_checked(i) else {
            return Err(Error::Length);
        };
        // Where j = i, there is nothing to exchange.
        if let (Some(a), Some(b)) = (before.get_mut(j), from.first_mut()) {
            core::mem::swap(a, b);
        }
    }
    Ok(())
}
