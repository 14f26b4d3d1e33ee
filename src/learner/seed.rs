//! Two kinds of seeds that must not be confused: one that everybody may know, and one that nobody may.
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::random::{EntropySource, Generator};
use zeroize::Zeroizing;

/// The seed that all devices share, from which they draw their votes: public.
///
/// The guarantee of a tally holds for every value of it, known to everyone, so it may be sent in the clear, published and kept. It must be
/// chosen without a look at the data, and new for every release whose draws shall be independent of the last one's (or with another
/// `round`). It is never the source of a mechanism's noise: that takes a [`Generator`], another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedSeed([u8; 32]);

impl SharedSeed {
    /// From bytes that were agreed upon.
    pub const fn new(bytes: [u8; 32]) -> Self {
        SharedSeed(bytes)
    }
    /// 32 bytes of `source`; [`Error::Entropy`] where it fails or gives zeros alone.
    pub fn from_entropy(source: &mut dyn EntropySource) -> Result<Self> {
        let mut bytes = [0; 32];
        source.fill(&mut bytes).map_err(|_| Error::Entropy)?;
        if bytes.iter().all(|b| *b == 0) {
            return Err(Error::Entropy);
        }
        Ok(SharedSeed(bytes))
    }
    /// The next four words of a release's generator.
    ///
    /// - **Errors**: [`Error::StreamExhausted`].
    pub fn draw(rng: &mut Generator) -> Result<Self> {
        rng.ready()?;
        Ok(SharedSeed(bytes(rng)))
    }
    /// The bytes, to be sent to the devices.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The seed of a coupling by the mixture (Couple_II): fresh, secret, and good for one use.
///
/// One changed block changes the mixture and with it the other blocks' draws: the guarantee holds only on average over a seed that nobody
/// knows. So there is no constructor from bytes, no copy and no `Clone`; what uses it takes it by value; and it is wiped when dropped.
pub struct SecretSeed(Generator);

impl SecretSeed {
    /// 32 bytes of `source`, which must be a secure one; [`Error::Entropy`] where it fails.
    pub fn from_entropy(source: &mut dyn EntropySource) -> Result<Self> {
        Ok(SecretSeed(Generator::from_entropy(source, 0)?))
    }
    /// The next four words of a release's generator, which must have come from a secure source.
    ///
    /// - **Errors**: [`Error::StreamExhausted`].
    pub fn draw(rng: &mut Generator) -> Result<Self> {
        rng.ready()?;
        let seed = Zeroizing::new(bytes(rng));
        Ok(SecretSeed(Generator::from_parts(&seed, 0, 0)?))
    }
    /// The generator, for one use.
    pub(crate) fn into_generator(self) -> Generator {
        self.0
    }
}

impl core::fmt::Debug for SecretSeed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("SecretSeed { .. }")
    }
}

fn bytes(rng: &mut Generator) -> [u8; 32] {
    let mut bytes = [0; 32];
    for eight in bytes.parts_mut(8) {
        for (byte, word) in eight.iter_mut().zip(rng.next_u64().to_le_bytes()) {
            *byte = word;
        }
    }
    bytes
}
