//! Where the integer samplers take their words from.
use super::Generator;
use crate::error::Result;

/// A source of uniform 64-bit words, from which the integer samplers draw.
///
/// [`Generator`] is the one that releases are made from: every mechanism takes that type. The trait is there for tests, which can hand a
/// sampler the very words that decide its edge cases, or words that a broken generator would give.
///
/// ```
/// use core::num::NonZeroU64;
/// use dpmarkov::{Error, random::{Words, uniform_below::uniform_below}};
/// /// A generator that is stuck.
/// struct Zeros;
/// impl Words for Zeros {
///     fn next_word(&mut self) -> u64 { 0 }
/// }
/// let three = NonZeroU64::new(3).ok_or(Error::Domain)?;
/// assert_eq!(uniform_below(&mut Zeros, three), Err(Error::Trials));
/// # Ok::<(), Error>(())
/// ```
pub trait Words {
    /// The next word.
    fn next_word(&mut self) -> u64;
    /// Refuses to begin where the source is used up.
    fn ready(&self) -> Result<()> {
        Ok(())
    }
}

impl Words for Generator {
    #[inline]
    fn next_word(&mut self) -> u64 {
        self.next_u64()
    }
    #[inline]
    fn ready(&self) -> Result<()> {
        Generator::ready(self)
    }
}
