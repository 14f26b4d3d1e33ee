//! Where seeds come from.
use crate::error::Result;

/// A cryptographically secure source of random bytes, given by the caller.
pub trait EntropySource {
    /// Fills all of `out`, or fails with [`crate::Error::Entropy`].
    fn fill(&mut self, out: &mut [u8]) -> Result<()>;
}

/// The operating system's generator.
#[cfg(feature = "os-rng")]
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

#[cfg(feature = "os-rng")]
impl EntropySource for OsEntropy {
    fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        getrandom::fill(out).map_err(|_| crate::Error::Entropy)
    }
}
