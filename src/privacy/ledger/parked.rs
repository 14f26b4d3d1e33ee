//! A ledger between two calls of the C interface: the bytes of its state, and what they do not say.
use super::book::{Ledger, Pending, Slot};
use super::charge::Charge;
use super::cost::Budget;
use super::wire::{self, State};
use crate::domain::Releases;
use crate::error::{Error, Result};
use crate::privacy::Adjacency;
use heapless::Vec;

/// What the bytes of a ledger do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parked {
    /// The slot that holds the newest state that was read back.
    pub newest: Slot,
    /// The entry that a prepared charge is part of, and the releases that the charge added to it.
    pub pending: Option<(usize, Releases)>,
}

impl<const N: usize> Ledger<N> {
    /// Writes the bytes of the state, a prepared charge included, and says the rest.
    pub(crate) fn park(&self, bytes: &mut [u8]) -> Result<Parked> {
        let pending = match &self.pending {
            None => None,
            Some(pending) => {
                let mut entries = self.state.entries.iter();
                let at = entries.position(|entry| entry.is_like(&pending.charge));
                Some((at.ok_or(Error::LedgerCorrupt)?, pending.charge.releases))
            }
        };
        wire::write(&self.state, bytes)?;
        Ok(Parked {
            newest: self.newest,
            pending,
        })
    }

    /// A ledger to [unpark](Ledger::unpark) into: a small device's stack holds it once.
    pub(crate) const fn blank() -> Self {
        Ledger {
            state: State {
                generation: 0,
                budget: Budget::LEAST,
                adjacency: Adjacency::Destination,
                open_from: 0,
                entries: Vec::new(),
            },
            newest: Slot::A,
            pending: None,
        }
    }

    /// Becomes the ledger that was parked.
    ///
    /// **Errors.** [`Error::LedgerCorrupt`] for anything that [`Ledger::park`] does not write; the ledger is of no use then.
    #[inline(never)]
    pub(crate) fn unpark(&mut self, bytes: &[u8], parked: Parked) -> Result<()> {
        self.state = wire::read_header(bytes)?;
        self.newest = parked.newest;
        wire::read_entries(bytes, &mut self.state)?;
        self.pending = None;
        if let Some((at, added)) = parked.pending {
            let entry = self.state.entries.get(at).ok_or(Error::LedgerCorrupt)?;
            let before = entry.releases.get().checked_sub(added.get());
            self.pending = Some(Pending {
                charge: Charge {
                    releases: added,
                    ..*entry
                },
                before: match before.ok_or(Error::LedgerCorrupt)? {
                    0 => None,
                    before => Some(Releases::new(before)?),
                },
            });
        }
        Ok(())
    }
}
