//! The random generator in the caller's storage, and the raw samplers.
use super::guard::{Checked, Input, Output, disjoint, number, status};
use super::opaque::{check_seal, seal};
use super::status::{DPM_ERR_NULL, Status, dpm_status};
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::random::{EntropySource, Generator, dirichlet, gamma};
use core::ffi::{c_int, c_void};
use zeroize::{Zeroize, Zeroizing};

/// Size of a `dpm_rng`, in bytes.
pub const DPM_RNG_SIZE: usize = 96;

/// A random generator (ChaCha20) in your storage. Initialise it where it stays: a copy is refused, since it would repeat the
/// same noise. What cannot be seen from inside, and is yours to avoid: a copy that is put back where it came from (a saved
/// image of the memory), and the child of a fork(); both go on with noise that was used. Initialise anew there, with a new stream.
/// It holds a secret: dpm_rng_clear() wipes it.
#[repr(C)]
pub struct dpm_rng {
    /// Private: seal, seed, stream, word position, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_rng>() == DPM_RNG_SIZE);

/// A source of cryptographically secure random bytes: fills all `len` bytes of `out` and returns 0, or returns anything else.
/// `ctx` is passed through. mbedTLS's `mbedtls_ctr_drbg_random` fits as it is. It must return: no longjmp(), no C++ exception.
/// It may call this library.
pub type dpm_entropy_fn =
    Option<unsafe extern "C" fn(ctx: *mut c_void, out: *mut u8, len: usize) -> c_int>;

const KIND: u64 = 0x6470_6d5f_726e_6721; // "dpm_rng!"

impl dpm_rng {
    fn seal_now(&mut self) {
        let address: *const dpm_rng = self;
        let [first, rest @ ..] = &mut self.opaque;
        *first = seal(KIND, address, rest);
    }

    pub(super) fn start(&mut self, seed: &[u8; 32], stream: u64) {
        self.opaque = [0; 12];
        let [_, rest @ ..] = &mut self.opaque;
        for (word, bytes) in rest.iter_mut().zip(seed.parts(8)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, byte| (word << 8) | u64::from(*byte));
        }
        let [_, _, _, _, _, stored_stream, ..] = &mut self.opaque;
        *stored_stream = stream;
        self.seal_now();
    }

    /// The generator that this object stands for, rebuilt.
    pub(super) fn open(&self) -> Checked<Generator> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let [_, _, _, _, stream, position, ..] = *rest;
        let mut seed = Zeroizing::new([0; 32]);
        for (bytes, word) in seed.parts_mut(8).zip(rest) {
            bytes
                .iter_mut()
                .zip(word.to_le_bytes())
                .for_each(|(to, from)| *to = from);
        }
        Ok(Generator::from_parts(&seed, stream, position)?)
    }

    /// Stores how far the generator has gone.
    pub(super) fn store(&mut self, generator: &Generator) {
        let [_, _, _, _, _, _, position, ..] = &mut self.opaque;
        *position = generator.position();
        self.seal_now();
    }

    /// Draws, and stores how far the generator has gone, whatever came of it: a refusal that is itself an answer must not leave noise that is drawn again.
    pub(super) fn draw<T>(&mut self, run: impl FnOnce(&mut Generator) -> Result<T>) -> Checked<T> {
        let mut generator = self.open()?;
        let outcome = run(&mut generator);
        self.store(&generator);
        Ok(outcome?)
    }
}

/// The callback, once it is known not to be NULL.
pub(super) type EntropyFunction =
    unsafe extern "C" fn(ctx: *mut c_void, out: *mut u8, len: usize) -> c_int;

/// The caller's callback as an entropy source.
struct Callback {
    function: EntropyFunction,
    ctx: *mut c_void,
}

/// A seed from the caller's callback, wiped when it is dropped.
pub(super) fn seed_from(
    function: EntropyFunction,
    ctx: *mut c_void,
) -> Checked<Zeroizing<[u8; 32]>> {
    let mut seed = Zeroizing::new([0; 32]);
    Callback { function, ctx }.fill(seed.as_mut_slice())?;
    Ok(seed)
}

/// What stands in the buffer before the callback is asked: 8 neighbouring bytes of it that are still there afterwards mean
/// that the buffer was not filled (a good source leaves them there once in 2^59 calls).
const UNFILLED: u8 = 0xa5;

impl EntropySource for Callback {
    fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        out.fill(UNFILLED);
        // SAFETY: `out` can be written over its whole length; the caller of dpm_rng_init promises that the function may be
        // called with its context.
        let answer = unsafe { (self.function)(self.ctx, out.as_mut_ptr(), out.len()) };
        let unfilled = out
            .windows(8)
            .any(|window| window.iter().all(|byte| *byte == UNFILLED));
        let stuck = out
            .first()
            .is_some_and(|first| out.iter().all(|byte| byte == first));
        if answer != 0 || unfilled || stuck {
            Err(Error::Entropy)
        } else {
            Ok(())
        }
    }
}

/// Size of a `dpm_rng`, in bytes: DPM_RNG_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_rng_size() -> usize {
    DPM_RNG_SIZE
}

/// Initialises `rng` with 32 bytes from `entropy(ctx, ...)`. `stream` is your persisted count of releases: give each release
/// a number that was never used before, so that even a source that repeats itself (a cloned virtual machine) gives fresh noise.
/// Where a ledger keeps the count, dpm_rng_init_with_permit() gives it. There is no default source and no fallback. DPM_ERR_ENTROPY where the source returned anything but 0, left 8 or more
/// neighbouring bytes unwritten, or gave 32 equal bytes; `rng` is untouched then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_rng_init(
    rng: *mut dpm_rng,
    entropy: dpm_entropy_fn,
    ctx: *mut c_void,
    stream: u64,
) -> dpm_status {
    status(|| {
        let rng = Output::new(rng, 1)?;
        let function = entropy.ok_or(Status(DPM_ERR_NULL))?;
        let seed = seed_from(function, ctx)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { rng.object() }.start(&seed, stream);
        Ok(())
    })
}

/// Initialises `rng` with a known seed of 32 bytes. FOR TESTS ONLY: noise from a known seed protects nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_rng_init_deterministic_for_tests(
    rng: *mut dpm_rng,
    seed32: *const u8,
    stream: u64,
) -> dpm_status {
    status(|| {
        let (rng, seed) = (
            Output::new(rng, 1)?,
            Input::new(seed32.cast::<[u8; 32]>(), 1)?,
        );
        disjoint(&[rng.extent], &[seed.extent])?;
        // SAFETY: checked above; the caller promises one writable object and 32 readable bytes.
        let (rng, seed) = unsafe { (rng.object(), seed.object()) };
        rng.start(seed, stream);
        Ok(())
    })
}

/// Wipes `rng`, whatever it holds; afterwards it is refused until it is initialised again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_rng_clear(rng: *mut dpm_rng) -> dpm_status {
    status(|| {
        let rng = Output::new(rng, 1)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { rng.object() }.opaque.zeroize();
        Ok(())
    })
}

/// One Gamma(shape, 1) variate into `*out`; shape from 1e-300 to 1e308. The raw sampler: not a private release.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_gamma(
    rng: *mut dpm_rng,
    shape: f64,
    out: *mut f64,
) -> dpm_status {
    status(|| {
        let (rng, out) = (Output::new(rng, 1)?, Output::new(out, 1)?);
        disjoint(&[rng.extent, out.extent], &[])?;
        // SAFETY: checked above; the caller promises one writable object.
        let rng = unsafe { rng.object() };
        let mut generator = rng.open()?;
        let value = number(gamma::sample(&mut generator, shape)?)?;
        rng.store(&generator);
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { out.write(value) };
        Ok(())
    })
}

/// One Dirichlet(alpha) variate of n entries, each alpha from 1e-300 to 1e308, n from 2 to 65535, into out[n]. Entries may
/// underflow to 0. The raw sampler: not quantised, not a private release.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_sample_dirichlet(
    rng: *mut dpm_rng,
    alpha: *const f64,
    n: usize,
    out: *mut f64,
) -> dpm_status {
    status(|| {
        domain::cells(n)?;
        let (rng, alpha, out) = (
            Output::new(rng, 1)?,
            Input::new(alpha, n)?,
            Output::new(out, n)?,
        );
        disjoint(&[rng.extent, out.extent], &[alpha.extent])?;
        // SAFETY: checked above; the caller promises one writable object and n readable and n writable doubles.
        let (rng, alpha, out) = unsafe { (rng.object(), alpha.elements(), out.elements()) };
        let mut generator = rng.open()?;
        dirichlet::sample(&mut generator, alpha, out)?;
        rng.store(&generator);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::status::{DPM_ERR_STREAM_EXHAUSTED, DPM_OK};
    use crate::random::generator::POSITION_END;

    #[test]
    fn a_stream_ends() {
        let mut rng = dpm_rng { opaque: [0; 12] };
        rng.start(&[1; 32], 7);
        for (position, expected) in [
            (POSITION_END - 1, DPM_OK),
            (POSITION_END, DPM_ERR_STREAM_EXHAUSTED),
            (u64::MAX, DPM_ERR_STREAM_EXHAUSTED),
        ] {
            rng.opaque[6] = position;
            rng.seal_now();
            let mut out = -1.0;
            assert_eq!(
                // SAFETY: both pointers come from exclusive references.
                unsafe { dpm_sample_gamma(&mut rng, 1.0, &mut out) },
                expected
            );
            assert_eq!(out == -1.0, expected != DPM_OK);
        }
    }

    #[test]
    fn a_chain_is_released_whole_at_the_end_of_a_stream() {
        use crate::ffi::published::{
            dpm_published, dpm_published_init, dpm_published_release_chain,
        };
        let mut rng = dpm_rng { opaque: [0; 12] };
        rng.start(&[1; 32], 7);
        let mut rows = [const { dpm_published { opaque: [0; 12] } }; 3];
        for row in &mut rows {
            // SAFETY: the pointer comes from an exclusive reference.
            let made = unsafe { dpm_published_init(row, 100.0, 0.1, 60, 3) };
            assert_eq!(made, DPM_OK);
        }
        for (position, expected) in [
            (POSITION_END - 1, DPM_OK),
            (POSITION_END, DPM_ERR_STREAM_EXHAUSTED),
        ] {
            rng.opaque[6] = position;
            rng.seal_now();
            let mut matrix = [-1.0; 9];
            // SAFETY: all pointers come from references to arrays of that length.
            let status = unsafe {
                dpm_published_release_chain(
                    rows.as_ptr(),
                    &mut rng,
                    [20; 9].as_ptr(),
                    3,
                    matrix.as_mut_ptr(),
                )
            };
            assert_eq!(status, expected);
            let written = matrix.iter().filter(|x| **x != -1.0).count();
            assert_eq!(written, if expected == DPM_OK { 9 } else { 0 });
        }
    }

    #[test]
    fn the_object_goes_on_as_the_generator_does() {
        let mut rng = dpm_rng { opaque: [0; 12] };
        let seed = core::array::from_fn(|i| i as u8);
        rng.start(&seed, 7);
        let mut straight = Generator::from_seed_for_tests(seed, 7);
        for shape in [0.01, 0.5, 1.0, 3.0, 1e9, 1e-300, 2.0] {
            let mut out = 0.0;
            assert_eq!(
                // SAFETY: both pointers come from exclusive references.
                unsafe { dpm_sample_gamma(&mut rng, shape, &mut out) },
                DPM_OK
            );
            assert_eq!(
                out.to_bits(),
                gamma::sample(&mut straight, shape).unwrap().to_bits()
            );
        }
    }
}
