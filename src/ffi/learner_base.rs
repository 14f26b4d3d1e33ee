//! Base learners: what makes a law of one block of records.
use super::guard::{Checked, Extent, Input, Output, disjoint, number, status};
use super::status::{DPM_ERR_LEARNER, DPM_ERR_SIZE, Status, dpm_status};
use crate::domain::{ALPHABET, HYPOTHESES};
use crate::error::{Error, Result};
use crate::learner::{AddConstant, Empirical, FiniteClass, Learner};
use core::ffi::c_int;

/// The base learner that takes the shares of the records as they are.
pub const DPM_LEARNER_EMPIRICAL: c_int = 0;
/// The base learner that adds a constant to every count: numerator/denominator.
pub const DPM_LEARNER_ADD_CONSTANT: c_int = 1;
/// The base learner that chooses one of finitely many laws, by minimum distance.
pub const DPM_LEARNER_CLASS: c_int = 2;

/// A base learner: how a block of records becomes a law on n symbols. A plain struct: fill it with your public choices; what it points to must stay while it is used.
#[repr(C)]
pub struct dpm_learner {
    /// DPM_LEARNER_...: else DPM_ERR_LEARNER.
    pub kind: c_int,
    /// The constant that DPM_LEARNER_ADD_CONSTANT adds to every count, as a fraction (DPM_ERR_FRACTION); the others ignore it.
    pub numerator: u32,
    /// The constant's denominator.
    pub denominator: u32,
    /// The number of laws of DPM_LEARNER_CLASS, 1 to 4096 (DPM_ERR_HYPOTHESES); the others ignore it.
    pub hypotheses: u32,
    /// The number n of symbols, 2 to 2^24 (DPM_ERR_ALPHABET).
    pub n: usize,
    /// laws[hypotheses * n] of DPM_LEARNER_CLASS: weights, row by row, each row with the same sum (DPM_ERR_LAWS); the others ignore it.
    pub laws: *const u32,
}

/// A base learner of any kind.
pub(super) enum Base<'a> {
    Empirical(Empirical),
    AddConstant(AddConstant),
    Class(FiniteClass<'a>),
}

impl Learner for Base<'_> {
    fn symbols(&self) -> usize {
        match self {
            Base::Empirical(one) => one.symbols(),
            Base::AddConstant(one) => one.symbols(),
            Base::Class(one) => one.symbols(),
        }
    }
    fn learn(&self, histogram: &[u32], law: &mut [u32]) -> Result<()> {
        match self {
            Base::Empirical(one) => one.learn(histogram, law),
            Base::AddConstant(one) => one.learn(histogram, law),
            Base::Class(one) => one.learn(histogram, law),
        }
    }
    fn common_total(&self, records: u64) -> Option<u64> {
        match self {
            Base::Empirical(one) => one.common_total(records),
            Base::AddConstant(one) => one.common_total(records),
            Base::Class(one) => one.common_total(records),
        }
    }
    fn samples(&self, alpha: f64, beta: f64) -> Result<u64> {
        match self {
            Base::Empirical(one) => one.samples(alpha, beta),
            Base::AddConstant(one) => one.samples(alpha, beta),
            Base::Class(one) => one.samples(alpha, beta),
        }
    }
}

/// A learner of the caller's whose pointers were checked; its laws are read only once [`Described::base`] is asked.
pub(super) struct Described {
    kind: Kind,
    /// The number of symbols, accepted.
    pub n: usize,
    /// What no output may share memory with: the struct, and its laws (or the struct once more).
    pub extents: [Extent; 2],
}

enum Kind {
    Empirical,
    AddConstant(u32, u32),
    Class(Input<u32>),
}

/// The weights of `hypotheses` laws on n symbols.
pub(super) fn class(laws: *const u32, hypotheses: usize, n: usize) -> Checked<Input<u32>> {
    if !ALPHABET.contains(&n) {
        return Err(Error::Alphabet.into());
    }
    if !HYPOTHESES.contains(&hypotheses) {
        return Err(Error::Hypotheses.into());
    }
    Input::new(laws, hypotheses.checked_mul(n).ok_or(Status(DPM_ERR_SIZE))?)
}

impl Described {
    /// Reads the struct and checks what it points to.
    ///
    /// # Safety
    /// A pointer that is not NULL and is aligned can be read (one struct).
    pub unsafe fn new(learner: *const dpm_learner) -> Checked<Self> {
        let input = Input::new(learner, 1)?;
        // SAFETY: checked above; promised by this function's caller.
        let learner = unsafe { input.object() };
        if !ALPHABET.contains(&learner.n) {
            return Err(Error::Alphabet.into());
        }
        let mut extents = [input.extent; 2];
        let kind = match learner.kind {
            DPM_LEARNER_EMPIRICAL => Kind::Empirical,
            DPM_LEARNER_ADD_CONSTANT => Kind::AddConstant(learner.numerator, learner.denominator),
            DPM_LEARNER_CLASS => {
                let hypotheses =
                    usize::try_from(learner.hypotheses).map_err(|_| Error::Hypotheses)?;
                let laws = class(learner.laws, hypotheses, learner.n)?;
                extents = [input.extent, laws.extent];
                Kind::Class(laws)
            }
            _ => return Err(Status(DPM_ERR_LEARNER)),
        };
        Ok(Described {
            kind,
            n: learner.n,
            extents,
        })
    }

    /// The learner itself.
    ///
    /// # Safety
    /// As [`Input::elements`], for the laws of a class.
    pub unsafe fn base<'a>(&self) -> Checked<Base<'a>> {
        Ok(match &self.kind {
            Kind::Empirical => Base::Empirical(Empirical::new(self.n)?),
            Kind::AddConstant(numerator, denominator) => {
                Base::AddConstant(AddConstant::new(self.n, *numerator, *denominator)?)
            }
            // SAFETY: promised by this function's caller.
            Kind::Class(laws) => Base::Class(FiniteClass::new(unsafe { laws.elements() }, self.n)?),
        })
    }
}

/// The law that a base learner makes of counts[n], as weights, into law[n], n = learner->n. Every histogram has one, the empty one too: a device that counted
/// nothing has its vote as well. dpm_learner_vote() takes it. Integers alone. As secret as the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_law(
    learner: *const dpm_learner,
    counts: *const u32,
    law: *mut u32,
) -> dpm_status {
    status(|| {
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let (counts, law) = (Input::new(counts, learner.n)?, Output::new(law, learner.n)?);
        let [own, laws] = learner.extents;
        disjoint(&[law.extent], &[own, laws, counts.extent])?;
        // SAFETY: checked above; the caller promises the readable laws of a class, n readable counts and n writable weights.
        let (base, counts, law) = unsafe { (learner.base()?, counts.elements(), law.elements()) };
        Ok(base.learn(counts, law)?)
    })
}

/// A number of independent records with which a base learner errs by less than `alpha` in total variation distance, with probability 1 - beta or more,
/// whatever the true law (of the class, for DPM_LEARNER_CLASS), into `*samples`; rounded up. alpha and beta strictly between 0 and 1 (DPM_ERR_DOMAIN);
/// DPM_ERR_UNREACHABLE where no number below 2^53 is enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_learner_samples(
    learner: *const dpm_learner,
    alpha: f64,
    beta: f64,
    samples: *mut u64,
) -> dpm_status {
    status(|| {
        // SAFETY: the caller of the C function promises one readable struct.
        let learner = unsafe { Described::new(learner)? };
        let out = Output::new(samples, 1)?;
        disjoint(&[out.extent], &learner.extents)?;
        // SAFETY: checked above; the caller promises the readable laws of a class.
        let enough = unsafe { learner.base()? }.samples(alpha, beta)?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { out.write(enough) };
        Ok(())
    })
}

/// The law of a class, laws[hypotheses * n], that is nearest to counts[n] by minimum distance (Yatracos), by its number from 0, into `*chosen`: in total
/// variation distance no farther from the truth than three times the nearest law, and the error of the counts on the class's sets twice. Integers alone. The
/// first for counts of 0. Not a private release: as secret as the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_minimum_distance(
    counts: *const u32,
    n: usize,
    laws: *const u32,
    hypotheses: usize,
    chosen: *mut usize,
) -> dpm_status {
    status(|| {
        let laws = class(laws, hypotheses, n)?;
        let (counts, chosen) = (Input::new(counts, n)?, Output::new(chosen, 1)?);
        disjoint(&[chosen.extent], &[laws.extent, counts.extent])?;
        // SAFETY: checked above; the caller promises hypotheses * n readable weights and n readable counts.
        let (laws, counts) = unsafe { (laws.elements(), counts.elements()) };
        let nearest = FiniteClass::new(laws, n)?.choose(counts)?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { chosen.write(nearest) };
        Ok(())
    })
}

/// The smallest total variation distance of two laws of a class, laws[hypotheses * n], rounded down, into `*separation`: with errors below it the right law
/// is found. 1 for one law alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_class_separation(
    laws: *const u32,
    hypotheses: usize,
    n: usize,
    separation: *mut f64,
) -> dpm_status {
    status(|| {
        let laws = class(laws, hypotheses, n)?;
        let out = Output::new(separation, 1)?;
        disjoint(&[out.extent], &[laws.extent])?;
        // SAFETY: checked above; the caller promises hypotheses * n readable weights.
        let class = FiniteClass::new(unsafe { laws.elements() }, n)?;
        let least = number(class.separation())?;
        // SAFETY: checked above; the caller promises one writable double.
        unsafe { out.write(least) };
        Ok(())
    })
}

/// dpm_learner_samples() for any true law at all: with so many records the law chosen of the class errs by less than three times the nearest law and `alpha`,
/// with probability 1 - beta or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpm_class_samples_agnostic(
    laws: *const u32,
    hypotheses: usize,
    n: usize,
    alpha: f64,
    beta: f64,
    samples: *mut u64,
) -> dpm_status {
    status(|| {
        let laws = class(laws, hypotheses, n)?;
        let out = Output::new(samples, 1)?;
        disjoint(&[out.extent], &[laws.extent])?;
        // SAFETY: checked above; the caller promises hypotheses * n readable weights.
        let class = FiniteClass::new(unsafe { laws.elements() }, n)?;
        let enough = class.samples_agnostic(alpha, beta)?;
        // SAFETY: checked above; the caller promises one writable number.
        unsafe { out.write(enough) };
        Ok(())
    })
}
