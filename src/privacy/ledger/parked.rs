//! A ledger between two calls of the C interface: the bytes of its state, and what they do not say.
use super::book::{Ledger, Pending, Slot};
use super::charge::Charge;
use super::wire;
use crate::domain::Releases;
use crate::error::{Error, Result};

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

    /// The ledger that was parked.
    ///
    /// **Errors.** [`Error::LedgerCorrupt`] for anything that [`Ledger::park`] does not write.
    pub(crate) fn unpark(bytes: &[u8], parked: Parked) -> Result<Self> {
        let mut ledger = Ledger {
            state: wire::read_header(bytes)?,
            newest: parked.newest,
            pending: None,
        };
        wire::read_entries(bytes, &mut ledger.state)?;
        if let Some((at, added)) = parked.pending {
            let entry = ledger.state.entries.get(at).ok_or(Error::LedgerCorrupt)?;
            let before = entry.releases.get().checked_sub(added.get());
            ledger.pending = Some(Pending {
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
        Ok(ledger)
    }
}
