//! The generator: a ChaCha20 keystream, one stream for each release.
use super::EntropySource;
use crate::error::{Error, Result};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use zeroize::Zeroizing;

/// The position, in 64-bit words, from which a stream counts as used up: 2^63, some 300 years of drawing.
///
/// It is checked once on entry to every sampler and every release, before anything is written. No call
/// can draw the 2^63 words that are left at that moment, so the keystream never wraps round.
pub const POSITION_END: u64 = 1 << 63;

/// A cryptographically secure generator: the ChaCha20 keystream (20 rounds, Bernstein's layout: 64-bit
/// block counter, 64-bit stream number) under a 256-bit seed, read as little-endian 64-bit words.
///
/// `state = (seed, stream, position)`; position = the number of 64-bit words drawn so far.
///
/// - **Domain**: any seed that a cryptographic entropy source gave, any stream number.
/// - **Guarantee**: words are never repeated within a stream, and two streams of one seed are independent
///   as far as ChaCha20 is a pseudorandom function. The privacy proofs assume perfect randomness; this is
///   where the assumption enters.
/// - **Stream number**: the caller's *persisted* release counter. The seed comes fresh from the entropy
///   source each time; the counter is what still separates two releases if the source ever repeats itself
///   (a restored snapshot, a cloned image, a fork).
/// - **Splitting work**: every sampler draws whole words and keeps nothing back, so drawing k words, taking
///   the position, rebuilding with [`Generator::from_parts`] and drawing m more gives the same k + m words
///   as one run. No word is repeated or skipped.
/// - **Same bits everywhere**: with and without SSE2, AVX2 or NEON, big-endian and little-endian.
/// - **Copies**: a `Generator` is neither `Clone` nor `Copy` (a copied generator repeats its noise, and the
///   difference of two releases with the same noise reveals the counts), and [`core::fmt::Debug`] shows no
///   state. After `fork()` parent and child hold the same generator: make a new one in the child.
/// - **Wiped**: key, counter and buffered keystream are overwritten when it is dropped.
/// - **Errors**: [`Error::Entropy`] where the source failed; [`Error::StreamExhausted`] at [`POSITION_END`].
/// - **Cost**: 320 bytes of state; four blocks (32 words) at a time.
///
/// ```
/// use dpmarkov::random::Generator;
/// // draft-agl-tls-chacha20poly1305, section 7: key 0, nonce 0 gives 76 b8 e0 ad a0 f1 3d 90 ...
/// let mut g = Generator::from_seed_for_tests([0; 32], 0);
/// assert_eq!(g.next_u64().to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
/// ```
pub struct Generator {
    inner: ChaCha20Rng,
    position: u64,
}

impl Generator {
    /// Takes 32 bytes from `source`; `stream` is the persisted release counter.
    ///
    /// Where the source fails nothing is created, and the bytes it did write are wiped. Thirty-two zero
    /// bytes count as a failure: a working source gives them with probability 2^-256, a source that
    /// reports success without writing gives them always.
    pub fn from_entropy(source: &mut dyn EntropySource, stream: u64) -> Result<Self> {
        let mut seed = Zeroizing::new([0; 32]);
        source
            .fill(seed.as_mut_slice())
            .map_err(|_| Error::Entropy)?;
        if seed.iter().all(|b| *b == 0) {
            return Err(Error::Entropy);
        }
        Self::from_parts(&seed, stream, 0)
    }
    /// A known seed, position 0: for tests only. A release from a known seed protects nobody.
    pub fn from_seed_for_tests(seed: [u8; 32], stream: u64) -> Self {
        let seed = Zeroizing::new(seed);
        Self::rebuilt(&seed, stream, 0)
    }
    /// Rebuilds a generator from its three parts, as the C ABI does in each call.
    ///
    /// The caller who keeps the parts takes over two duties: wiping the seed, and never going on twice
    /// from one position. [`Error::StreamExhausted`] where `position` is [`POSITION_END`] or more.
    pub fn from_parts(seed: &[u8; 32], stream: u64, position: u64) -> Result<Self> {
        if position >= POSITION_END {
            return Err(Error::StreamExhausted);
        }
        Ok(Self::rebuilt(seed, stream, position))
    }
    fn rebuilt(seed: &[u8; 32], stream: u64, position: u64) -> Self {
        let mut inner = ChaCha20Rng::from_seed(*seed);
        inner.set_stream(stream);
        // Eight words of 64 bits a block. Not `set_word_pos`: it divides numbers of 128 bits, and keeps a panic where it is not inlined.
        inner.set_block_pos(position / 8);
        for _ in 0..position % 8 {
            inner.next_u64();
        }
        Generator { inner, position }
    }
    /// The number of 64-bit words drawn so far.
    pub fn position(&self) -> u64 {
        self.position
    }
    /// The stream number.
    pub fn stream(&self) -> u64 {
        self.inner.get_stream()
    }
    /// Refuses to begin where the stream is used up: see [`POSITION_END`].
    #[inline]
    pub(crate) fn ready(&self) -> Result<()> {
        if self.position < POSITION_END {
            Ok(())
        } else {
            Err(Error::StreamExhausted)
        }
    }
    /// The next 64 bits of the stream.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.position = self.position.wrapping_add(1);
        self.inner.next_u64()
    }
    /// Uniform on the open interval (0, 1): an odd multiple of 2^-53, never 0 and never 1.
    ///
    /// 52 bits and a half: every value is exact in an `f64` (53 bits and a half would round up to 1).
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        open_unit(self.next_u64())
    }
}

/// (k + 1/2) 2^-52 for the top 52 bits k of `word`.
#[inline]
pub(super) fn open_unit(word: u64) -> f64 {
    ((word >> 12) as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0)
}

impl core::fmt::Debug for Generator {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Generator { .. }")
    }
}
