//! A user's records: one by one, or by halving where that is quicker.
use super::alias::Alias;
use super::multinomial::Halving;
use crate::error::Result;
use crate::learner::Law;
use crate::random::Generator;

/// Draws histograms of `events` records, exactly; both ways have the same law.
pub(super) enum Draws<'a> {
    OneByOne(Alias<'a>, u32),
    Halving(Halving<'a>, u32),
}

impl<'a> Draws<'a> {
    /// Tables and scratch of n entries each.
    pub(super) fn new(
        law: Law<'_>,
        events: u32,
        aliases: &'a mut [u32],
        thresholds: &'a mut [u64],
        stack: &mut [u32],
    ) -> Result<Self> {
        // Halving takes some events log2(n)/32 + 8 n words.
        if events as usize / 16 > law.symbols() {
            Ok(Draws::Halving(Halving::new(law, thresholds), events))
        } else {
            Alias::new(law, aliases, thresholds, stack).map(|a| Draws::OneByOne(a, events))
        }
    }
    /// One user's histogram; without any events, one of each symbol: the uniform law.
    pub(super) fn histogram(&self, rng: &mut Generator, histogram: &mut [u32]) -> Result<()> {
        match self {
            Draws::OneByOne(alias, events) => alias.histogram(rng, *events, histogram),
            Draws::Halving(halving, events) => halving.histogram(rng, *events, histogram),
        }
    }
}
