//! Mechanisms in the caller's storage: what they promise and three numbers more, all public, behind a seal.
use super::guard::{Checked, Input, Output, disjoint, status};
use super::opaque::{check_seal, seal};
use super::random::dpm_rng;
use super::status::dpm_status;
use crate::error::Result;
use crate::privacy::{Adjacency, Guarantee};
use crate::random::Generator;
use core::ffi::c_int;

/// Words of every mechanism's object.
pub(super) const WORDS: usize = 12;

/// An object of the header that stands for a mechanism.
pub(super) trait Object: Sized {
    /// The mechanism.
    type Mechanism;
    /// Tells the kinds of objects apart.
    const KIND: u64;
    fn words(&self) -> &[u64; WORDS];
    fn words_mut(&mut self) -> &mut [u64; WORDS];
    /// The mechanism that this guarantee and these numbers were stored for.
    fn rebuilt(guarantee: Guarantee, numbers: [u64; 3]) -> Checked<Self::Mechanism>;

    /// Stores a mechanism.
    fn store(&mut self, guarantee: &Guarantee, [a, b, c]: [u64; 3]) {
        let address: *const Self = self;
        let words = self.words_mut();
        *words = [
            0,
            guarantee.adjacency as u64,
            guarantee.epsilon.get().to_bits(),
            guarantee.delta.get().to_bits(),
            u64::from(guarantee.releases.get()),
            a,
            b,
            c,
            0,
            0,
            0,
            0,
        ];
        let [first, rest @ ..] = words;
        *first = seal(Self::KIND, address, rest);
    }

    /// The guarantee and the numbers, without an operation on floats.
    fn parts(&self) -> Checked<(Guarantee, [u64; 3])> {
        let [found, rest @ ..] = self.words();
        check_seal(Self::KIND, self, *found, rest)?;
        let [adjacency, epsilon, delta, releases, a, b, c, ..] = *rest;
        let adjacency = Adjacency::from_code(adjacency as c_int)?;
        let guarantee = Guarantee::accepted_before(adjacency, epsilon, delta, releases as u32)?;
        Ok((guarantee, [a, b, c]))
    }

    /// The mechanism.
    fn open(&self) -> Checked<Self::Mechanism> {
        let (guarantee, numbers) = self.parts()?;
        Self::rebuilt(guarantee, numbers)
    }
}

/// Two `u32` in a word, the first in its lower half.
pub(super) fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) | (u64::from(second) << 32)
}

/// The reverse of [`pair`].
pub(super) fn halves(word: u64) -> (u32, u32) {
    // Each cast keeps the half that it names.
    (word as u32, (word >> 32) as u32)
}

/// The body of every `dpm_..._guarantee` function.
///
/// # Safety
/// Pointers that are not NULL and are aligned can be read (one object) and written (one number each).
pub(super) unsafe fn write_guarantee<O: Object>(
    mechanism: *const O,
    adjacency: *mut c_int,
    epsilon: *mut f64,
    delta: *mut f64,
    releases: *mut u32,
) -> dpm_status {
    status(|| {
        let (mechanism, adjacency) = (Input::new(mechanism, 1)?, Output::new(adjacency, 1)?);
        let (epsilon, delta, releases) = (
            Output::new(epsilon, 1)?,
            Output::new(delta, 1)?,
            Output::new(releases, 1)?,
        );
        disjoint(
            &[
                adjacency.extent,
                epsilon.extent,
                delta.extent,
                releases.extent,
            ],
            &[mechanism.extent],
        )?;
        // SAFETY: checked above; promised by this function's caller.
        unsafe {
            let (promise, _) = mechanism.object().parts()?;
            adjacency.write(promise.adjacency as c_int);
            epsilon.write(promise.epsilon.get());
            delta.write(promise.delta.get());
            releases.write(promise.releases.get());
        }
        Ok(())
    })
}

/// Opens both objects, draws, and stores how far the generator has gone, whatever came of it.
pub(super) fn draw<O: Object>(
    mechanism: &O,
    rng: &mut dpm_rng,
    release: impl FnOnce(&O::Mechanism, &mut Generator) -> Result<()>,
) -> Checked<()> {
    let mechanism = mechanism.open()?;
    rng.draw(|generator| release(&mechanism, generator))
}
