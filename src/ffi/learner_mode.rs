//! The stable mode: an object made from a guarantee, and the tally that it releases.
use super::guard::{Checked, Input, Output, disjoint, number, scratch, status};
use super::object::{WORDS, halves, pair};
use super::opaque::{check_seal, seal};
use super::random::dpm_rng;
use super::status::{DPM_ERR_SIZE, Status, dpm_status};
use crate::domain::{Delta, Epsilon, GeometricRate, SEQUENCE, VOTES};
use crate::error::Error;
use crate::learner::{StableMode, TruncatedLaplace, tally};

/// Size of a `dpm_stable_mode`, in bytes.
pub const DPM_STABLE_MODE_SIZE: usize = 96;

/// The release of the most frequent of k votes, and what it promises, in your storage. Initialise it where it stays: a copy is refused. It holds nothing secret.
#[repr(C)]
pub struct dpm_stable_mode {
    /// Private: seal, guarantee, noise, spare.
    pub opaque: [u64; 12],
}

const _: () = assert!(size_of::<dpm_stable_mode>() == DPM_STABLE_MODE_SIZE);

const KIND: u64 = 0x7374_6162_6c65_6d6f; // "stablemo"

impl dpm_stable_mode {
    fn store(&mut self, epsilon: Epsilon, delta: Delta, mode: &StableMode) {
        let address: *const Self = self;
        self.opaque = [0; WORDS];
        let [first, rest @ ..] = &mut self.opaque;
        let [stored_epsilon, stored_delta, rate, half_width, ..] = rest;
        *stored_epsilon = epsilon.get().to_bits();
        *stored_delta = delta.get().to_bits();
        *rate = pair(mode.rate().numerator(), mode.rate().denominator());
        *half_width = u64::from(mode.half_width());
        *first = seal(KIND, address, rest);
    }

    /// The guarantee that was asked for, and the mode, without an operation on floats.
    fn parts(&self) -> Checked<(f64, f64, StableMode)> {
        let [found, rest @ ..] = &self.opaque;
        check_seal(KIND, self, *found, rest)?;
        let [epsilon, delta, rate, half_width, ..] = *rest;
        let (numerator, denominator) = halves(rate);
        let (epsilon, delta) = (f64::from_bits(epsilon), f64::from_bits(delta));
        // The half width is one that was stored from a u32.
        let noise = TruncatedLaplace::made_before(
            GeometricRate::new(numerator, denominator)?,
            half_width as u32,
            delta,
        );
        Ok((epsilon, delta, StableMode::made_before(noise)))
    }

    /// The mode.
    pub(super) fn open(&self) -> Checked<StableMode> {
        Ok(self.parts()?.2)
    }
}

/// Size of a `dpm_stable_mode`, in bytes: DPM_STABLE_MODE_SIZE.
#[unsafe(no_mangle)]
pub extern "C" fn dpm_stable_mode_size() -> usize {
    DPM_STABLE_MODE_SIZE
}

/// Makes the stable mode that promises (epsilon, delta): for all lists of k votes that differ in one, whoever cast it and however it came about, P(S) <=
/// e^epsilon P'(S) + delta for every set S of answers. So with one vote a person a whole person is protected. epsilon 2^-30 or more, delta above 0
/// (DPM_ERR_NOT_PURE); DPM_ERR_UNREACHABLE where more than 2^24 votes would be needed. Both must be public facts. The object does not count its releases:
/// charge a ledger for each (dpm_ledger_prepare_cost()).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stable_mode_init(
    mode: *mut dpm_stable_mode,
    epsilon: f64,
    delta: f64,
) -> dpm_status {
    status(|| {
        let out = Output::new(mode, 1)?;
        let (epsilon, delta) = (Epsilon::new(epsilon)?, Delta::new(delta)?);
        let made = StableMode::new(epsilon, delta)?;
        // SAFETY: checked above; the caller promises one writable object.
        unsafe { out.object() }.store(epsilon, delta, &made);
        Ok(())
    })
}

/// What a stable mode promises and asks for; all of it public.
#[repr(C)]
pub struct dpm_stable_mode_figures {
    /// The epsilon of the guarantee, in nats.
    pub epsilon: f64,
    /// The delta of the guarantee.
    pub delta: f64,
    /// The delta that is attained, rounded up.
    pub delta_upper: f64,
    /// The rate of the noise, numerator/denominator, at most epsilon; exactly.
    pub numerator: u32,
    /// The rate's denominator.
    pub denominator: u32,
    /// K: the noise is from -K to K.
    pub half_width: u32,
    /// 2 K + 1: fewer votes are refused with DPM_ERR_TOO_FEW_VOTES, since even when all are equal there would be an answer less than half of the time.
    pub votes_needed: u32,
    /// 4 K - 1: so many votes, all equal, or a mode that is so many votes ahead of the second, are answered with probability 1 - delta or more.
    pub enough_votes: u32,
    /// Reserved: 0.
    pub spare: u32,
}

/// The parameters of a stable mode, into `*figures`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stable_mode_parameters(
    mode: *const dpm_stable_mode,
    figures: *mut dpm_stable_mode_figures,
) -> dpm_status {
    status(|| {
        let (mode, figures) = (Input::new(mode, 1)?, Output::new(figures, 1)?);
        disjoint(&[figures.extent], &[mode.extent])?;
        // SAFETY: checked above; the caller promises one readable object.
        let (epsilon, delta, mode) = unsafe { mode.object() }.parts()?;
        let found = dpm_stable_mode_figures {
            epsilon,
            delta,
            delta_upper: number(mode.delta_upper())?,
            numerator: mode.rate().numerator(),
            denominator: mode.rate().denominator(),
            half_width: mode.half_width(),
            votes_needed: mode.votes_needed(),
            enough_votes: mode.enough_votes(),
            spare: 0,
        };
        // SAFETY: checked above; the caller promises one writable struct.
        unsafe { figures.write(found) };
        Ok(())
    })
}

/// The probability that the mode is answered where `distance` votes would have to change to make another sequence the mode (half of its lead over the second,
/// about), rounded down, into `*success`; and that it is not, rounded up, into `*failure`. With the distance of the data itself they are as secret as the
/// data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_stable_mode_success(
    mode: *const dpm_stable_mode,
    distance: u32,
    success: *mut f64,
    failure: *mut f64,
) -> dpm_status {
    status(|| {
        let mode = Input::new(mode, 1)?;
        let (success, failure) = (Output::new(success, 1)?, Output::new(failure, 1)?);
        disjoint(&[success.extent, failure.extent], &[mode.extent])?;
        // SAFETY: checked above; the caller promises one readable object.
        let mode = unsafe { mode.object() }.open()?;
        let answered = number(mode.success(distance))?;
        let not = number(mode.failure(distance))?;
        // SAFETY: checked above; the caller promises two writable doubles.
        unsafe {
            success.write(answered);
            failure.write(not);
        }
        Ok(())
    })
}

/// The number of symbols of k votes of `length` each, or of any k * length, whose factors have been accepted.
pub(super) fn product(k: usize, length: usize) -> Checked<usize> {
    k.checked_mul(length).ok_or(Status(DPM_ERR_SIZE))
}

/// The number of symbols of k votes.
pub(super) fn votes_len(k: usize, length: usize) -> Checked<usize> {
    if !VOTES.contains(&k) {
        return Err(Error::Votes.into());
    }
    if !SEQUENCE.contains(&length) {
        return Err(Error::Sequence.into());
    }
    product(k, length)
}

/// Scratch words (uint32_t) that dpm_learner_tally() needs for k votes: DPM_LEARNER_TALLY_WORK_LEN(k).
#[unsafe(no_mangle)]
pub extern "C" fn dpm_learner_tally_work_len(k: usize) -> usize {
    tally::work_len(k)
}

/// Releases the most frequent of k votes, votes[k * length], one after the other (secret), into sequence[length], and the noisy number of votes that would
/// have to change to change it into `*noisy_distance`: both are public once the call is done. DPM_ERR_NOT_STABLE where the votes do not agree well enough:
/// this is itself an answer, covered by the guarantee, and it spends the budget as a sequence does; the outputs are untouched, and `rng` has gone on. Who
/// asks again pays again. DPM_ERR_TOO_FEW_VOTES depends on k alone and spends nothing. k must be public: count every person that was asked, with a vote each;
/// for one that did not arrive put in symbols that nobody else has. Symbols are any numbers, whatever the devices sent: check those that come out before they
/// index anything (dpm_learner_pair() does). Integers alone. k from 1 to 2^24 (DPM_ERR_VOTES), length from 1 to 65536 (DPM_ERR_SEQUENCE). `rng` must come from a secure source, fresh for this release (see dpm_rng_init()): never from a seed that
/// devices share. Scratch: work[work_len], work_len >= DPM_LEARNER_TALLY_WORK_LEN(k); wipe it and the votes. The votes are seen in the clear: whoever runs
/// this is trusted with them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_tally(
    mode: *const dpm_stable_mode,
    rng: *mut dpm_rng,
    votes: *const u32,
    k: usize,
    length: usize,
    work: *mut u32,
    work_len: usize,
    sequence: *mut u32,
    noisy_distance: *mut u32,
) -> dpm_status {
    status(|| {
        let symbols = votes_len(k, length)?;
        let (mode, rng) = (Input::new(mode, 1)?, Output::new(rng, 1)?);
        let votes = Input::new(votes, symbols)?;
        let work = scratch(work, work_len, tally::work_len(k))?;
        let (sequence, noisy) = (
            Output::new(sequence, length)?,
            Output::new(noisy_distance, 1)?,
        );
        disjoint(
            &[rng.extent, work.extent, sequence.extent, noisy.extent],
            &[mode.extent, votes.extent],
        )?;
        // SAFETY: checked above; the caller promises two objects, k * length readable symbols, work_len and `length` writable words.
        let (mode, rng, votes) = unsafe { (mode.object(), rng.object(), votes.elements()) };
        // SAFETY: as above.
        let (work, sequence) = unsafe { (work.elements(), sequence.elements()) };
        let mode = mode.open()?;
        let distance =
            rng.draw(|generator| mode.release(generator, votes, length, work, sequence))?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { noisy.write(distance) };
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::status::{DPM_ERR_NOT_STABLE, DPM_ERR_TOO_FEW_VOTES, DPM_OK};
    use crate::random::Generator;

    /// Votes for one sequence, and votes that agree in nothing.
    const AGREED: [u32; 90] = [5; 90];
    const TORN: [u32; 90] = {
        let mut votes = [0; 90];
        let mut i = 0;
        while i < 90 {
            votes[i] = i as u32;
            i += 1;
        }
        votes
    };

    #[test]
    fn the_object_goes_on_as_the_generator_does_and_no_noise_comes_twice() {
        let mut mode = dpm_stable_mode { opaque: [0; 12] };
        // SAFETY: the pointer comes from an exclusive reference.
        let status = unsafe { dpm_stable_mode_init(&mut mode, 1.0, 1e-9) };
        assert_eq!(status, DPM_OK);
        let straight_mode = StableMode::new(
            Epsilon::new(1.0).expect("epsilon"),
            Delta::new(1e-9).expect("delta"),
        )
        .expect("a mode");
        let mut rng = dpm_rng { opaque: [0; 12] };
        let seed = core::array::from_fn(|i| i as u8);
        rng.start(&seed, 7);
        let mut straight = Generator::from_seed_for_tests(seed, 7);
        let mut refused = 0;
        let mut last = straight.position();
        for call in 0..60_usize {
            let (votes, k) = match call % 3 {
                0 => (&AGREED, 90),
                1 => (&TORN, 90),
                _ => (&AGREED, 40),
            };
            let (mut work, mut sequence, mut noisy) = ([0; 180], [77], 99);
            // SAFETY: all pointers come from references to arrays of that length.
            let status = unsafe {
                dpm_learner_tally(
                    &mode,
                    &mut rng,
                    votes.as_ptr(),
                    k,
                    1,
                    work.as_mut_ptr(),
                    180,
                    sequence.as_mut_ptr(),
                    &mut noisy,
                )
            };
            let mut expected = [77];
            let outcome = straight_mode.release(
                &mut straight,
                votes.get(..k).expect("votes"),
                1,
                &mut work,
                &mut expected,
            );
            let position = rng.open().map(|generator| generator.position());
            assert_eq!(position, Ok(straight.position()));
            assert_eq!(sequence, expected);
            match outcome {
                Ok(distance) => assert_eq!((status, noisy), (DPM_OK, distance)),
                Err(Error::NotStable) => {
                    assert_eq!((status, noisy), (DPM_ERR_NOT_STABLE, 99));
                    refused += 1;
                }
                Err(error) => {
                    assert_eq!((error, k), (Error::TooFewVotes, 40));
                    assert_eq!((status, noisy), (DPM_ERR_TOO_FEW_VOTES, 99));
                }
            }
            // Words were drawn with every answer, "not stable" too, and with nothing else.
            assert_eq!(straight.position() > last, k == 90);
            last = straight.position();
        }
        assert_eq!(refused, 20);
    }
}
