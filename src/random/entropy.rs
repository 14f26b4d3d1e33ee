//! Where seeds come from.
use crate::error::Result;

/// A cryptographically secure source of random bytes, given by the caller: there is no default source and
/// no fallback.
///
/// An implementation fills **all** of `out` with bytes that nobody can predict, or fails. What it returns
/// as an error is passed on as [`crate::Error::Entropy`], and nothing is created or released. It must not
/// be seeded from the time, a serial number or a constant.
///
/// ```
/// use dpmarkov::random::{EntropySource, Generator};
/// use dpmarkov::{Error, Result};
/// struct Broken;
/// impl EntropySource for Broken {
///     fn fill(&mut self, _: &mut [u8]) -> Result<()> { Err(Error::Entropy) }
/// }
/// assert_eq!(Generator::from_entropy(&mut Broken, 1).unwrap_err(), Error::Entropy);
/// ```
pub trait EntropySource {
    /// Fills all of `out`, or fails with [`crate::Error::Entropy`].
    fn fill(&mut self, out: &mut [u8]) -> Result<()>;
}

/// The operating system's generator (`getrandom`); feature `os-rng`.
#[cfg(feature = "os-rng")]
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

#[cfg(feature = "os-rng")]
impl EntropySource for OsEntropy {
    fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        getrandom::fill(out).map_err(|_| crate::Error::Entropy)
    }
}
