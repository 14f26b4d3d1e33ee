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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the 24 orders of four as often as the others, by Pearson's chi-square: below 70 with 23 degrees of freedom but for 1e-6.
    #[test]
    fn every_order_is_as_likely() {
        let mut rng = Generator::from_seed_for_tests([2; 32], 0);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut order = [9; 4];
            shuffle(&mut rng, &mut order).expect("four");
            *seen.entry(order).or_insert(0) += 1;
        }
        let chi: f64 = seen
            .values()
            .map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(seen.len() == 24 && chi < 70.0, "{chi}");
        assert!(seen.keys().all(|order| {
            let mut sorted = *order;
            sorted.sort();
            sorted == [0, 1, 2, 3]
        }));
    }

    #[test]
    fn short_ones_cost_no_words() {
        let mut rng = Generator::from_seed_for_tests([2; 32], 0);
        let mut one = [7];
        assert_eq!(shuffle(&mut rng, &mut []), Ok(()));
        assert_eq!(shuffle(&mut rng, &mut one), Ok(()));
        assert_eq!((one, rng.position()), ([0], 0));
    }
}
