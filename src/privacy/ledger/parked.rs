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
        if bytes.len() != Self::SLOT_LEN {
            return Err(Error::Length);
        }
        let pending = match &self.pending {
            None => None,
            Some(pending) => {
                let mut entries = self.state.entries.iter();
                let at = entries.position(|entry| entry.is_like(&pending.charge));
                Some((at.ok_or(Error::LedgerCorrupt)?, pending.charge.releases))
            }
        };
        let mut free = bytes.iter_mut();
        wire::encode(&self.state, &mut |byte| {
            if let Some(place) = free.next() {
                *place = byte;
            }
        });
        Ok(Parked {
            newest: self.newest,
            pending,
        })
    }

    /// The ledger that was parked.
    ///
    /// **Errors.** [`Error::LedgerCorrupt`] for anything that [`Ledger::park`] does not write.
    pub(crate) fn unpark(bytes: &[u8], parked: Parked) -> Result<Self> {
        let state = wire::decode::<N>(bytes)?;
        let pending = match parked.pending {
            None => None,
            Some((at, added)) => {
                let entry = state.entries.get(at).ok_or(Error::LedgerCorrupt)?;
                let before = entry.releases.get().checked_sub(added.get());
                Some(Pending {
                    charge: Charge {
                        releases: added,
                        ..*entry
                    },
                    before: match before.ok_or(Error::LedgerCorrupt)? {
                        0 => None,
                        before => Some(Releases::new(before)?),
                    },
                })
            }
        };
        Ok(Ledger {
            state,
            newest: parked.newest,
            pending,
        })
    }
}
