//! The generator: ChaCha20 keyed by a 256-bit seed; the stream number is the caller's release counter.
use super::EntropySource;
use crate::error::Result;
use rand_core::{Rng, SeedableRng};

/// A ChaCha20 keystream; see the module.
pub struct Generator {
    inner: rand_chacha::ChaCha20Rng,
}

impl Generator {
    /// Takes 32 bytes from `source`; `stream` is the persisted release counter.
    pub fn from_entropy(source: &mut dyn EntropySource, stream: u64) -> Result<Self> {
        let mut seed = [0; 32];
        source.fill(&mut seed)?;
        let g = Self::from_seed_for_tests(seed, stream);
        zeroize::Zeroize::zeroize(&mut seed);
        Ok(g)
    }
    /// A known seed: for tests only.
    pub fn from_seed_for_tests(seed: [u8; 32], stream: u64) -> Self {
        let mut inner = rand_chacha::ChaCha20Rng::from_seed(seed);
        inner.set_stream(stream);
        Generator { inner }
    }
    /// The next 64 bits of the stream.
    pub fn next_u64(&mut self) -> u64 {
        self.inner.next_u64()
    }
    /// Uniform on the open interval (0, 1), 53 bits.
    pub fn uniform(&mut self) -> f64 {
        ((self.next_u64() >> 11) as f64 + 0.5) * (1.0 / 9_007_199_254_740_992.0)
    }
}
