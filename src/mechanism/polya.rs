//! Polya's urn as a mechanism: the release that no rounding touches.
use super::quantise::quantise_integers;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::InParts;
use crate::domain::{self, PolyaParameters, PseudoCount};
use crate::error::{Error, Result};
use crate::privacy::{Guarantee, urn};
use crate::random::{Generator, polya};

/// The Polya mechanism: a row of counts c becomes the tallies m of M synthetic events, drawn with integers alone.
///
/// ```text
/// m ~ DirichletMultinomial(M; alpha),  alpha_i = (event_mass c_i + prior_mass) / draw_mass,  the released share is m_i / M
/// ```
///
/// - **Domain**: every count vector of the stated number of states, zeros included.
/// - **Units**: masses are integers without a unit; w = event_mass/draw_mass, a = prior_mass/event_mass in events.
/// - **Guarantee**: for all neighbouring logs c ~ c' (see [`crate::privacy::Adjacency`]) and every set S of outputs,
///   P(M(c) in S) <= e^epsilon P(M(c') in S) + delta, over all `releases` together: [`urn::delta_upper`]. delta may be 0.
/// - **Exact**: the tallies have the law above to the last bit, given perfect random bits: [`polya::tallies`] uses no floating point and no
///   rounding. The guarantee is that of the program and not only of a real-valued law. [`Polya::release_tallies`] contains no
///   floating-point operation at all; rows are made from tallies by integer division, and every entry is an exact `f64`.
/// - **A tally may be 0.** A row gives such an entry one unit, 2^-32, so that the chain is strictly positive: the entry then says "not drawn in
///   M draws", and its logarithm says nothing. Expected errors: [`crate::utility`].
/// - **Not counted**: the object has no memory of what it released, see [`Guarantee`].
/// - **Public**: the number of states, the masses and M must not be computed from the counts.
/// - **Not hidden**: time. The number of random words drawn and the memory touched depend on the counts a little; an observer with a
///   clock is outside the guarantee.
///
/// ```
/// use dpmarkov::{domain::PseudoCount, mechanism::Polya, privacy::{Adjacency, Guarantee}, random::Generator};
/// // delta = 0: a pure guarantee
/// let guarantee = Guarantee::new(Adjacency::Destination, 1.0, 0.0, 1)?;
/// let mechanism = Polya::new(guarantee, 3, PseudoCount::new(15.8)?, 50)?;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let (mut work, mut tallies) = ([0; 64], [0; 3]);
/// assert!(mechanism.work_len() <= work.len());
/// mechanism.release_tallies(&mut rng, &[90, 0, 10], &mut work, &mut tallies)?;
/// assert_eq!(tallies.iter().sum::<u32>(), 50);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polya {
    guarantee: Guarantee,
    states: usize,
    parameters: PolyaParameters,
}

impl Polya {
    /// Solves for the largest weight that meets `guarantee` with `draws` draws a row; errors of [`urn::solve`].
    pub fn new(
        guarantee: Guarantee,
        states: usize,
        pseudo_count: PseudoCount,
        draws: u32,
    ) -> Result<Self> {
        let parameters = urn::solve(&guarantee, states, pseudo_count, draws)?;
        Ok(Polya {
            guarantee,
            states,
            parameters,
        })
    }
    /// Takes planned parameters and verifies that they meet `guarantee`.
    ///
    /// Errors: [`Error::States`]; [`Error::GuaranteeNotMet`] if they do not.
    pub fn checked(
        guarantee: Guarantee,
        states: usize,
        parameters: PolyaParameters,
    ) -> Result<Self> {
        let delta = urn::delta_upper(
            guarantee.adjacency,
            &parameters,
            states,
            guarantee.releases,
            guarantee.epsilon,
        )?;
        if delta <= guarantee.delta.get() {
            Ok(Polya {
                guarantee,
                states,
                parameters,
            })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// From parameters that [`Polya::new`] or [`Polya::checked`] accepted before: the C ABI keeps them in the caller's storage between two
    /// calls, under a seal.
    #[cfg(feature = "capi")]
    #[allow(dead_code)]
    pub(crate) const fn accepted_before(
        guarantee: Guarantee,
        states: usize,
        parameters: PolyaParameters,
    ) -> Self {
        Polya {
            guarantee,
            states,
            parameters,
        }
    }
    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }
    /// Its parameters; public.
    pub fn parameters(&self) -> &PolyaParameters {
        &self.parameters
    }
    /// The number of states n; public.
    pub fn states(&self) -> usize {
        self.states
    }
    /// Words (`u32`) of scratch that every release of this mechanism needs, whatever the numbers of rows and draws; it holds secrets afterwards.
    pub fn work_len(&self) -> usize {
        work_len(self.states)
    }

    /// Releases the tallies of one row: n integers with the sum M. No floating point, no rounding.
    ///
    /// Errors: [`Error::Length`] (`counts`, `tallies`), [`Error::WorkLength`], [`Error::StreamExhausted`]; [`Error::Trials`] with probability at
    /// most M 2^-128. `tallies` is untouched then.
    pub fn release_tallies(
        &self,
        rng: &mut Generator,
        counts: &[u32],
        work: &mut [u32],
        tallies: &mut [u32],
    ) -> Result<()> {
        if counts.len() != self.states {
            return Err(Error::Length);
        }
        polya::tallies(rng, counts, &self.parameters, work, tallies)
    }

    /// The row of tallies that [`Polya::release_tallies`] released: tally/M, rounded to multiples of 2^-32 with one unit to every entry, as
    /// [`Polya::release_row`] does it. Post-processing of what is public.
    ///
    /// # Errors
    /// [`Error::Length`] for another length; [`Error::Domain`] unless the tallies sum to the number of draws. `row` is untouched then.
    pub fn row_of_tallies(&self, tallies: &[u32], row: &mut [f64]) -> Result<()> {
        if tallies.len() != self.states || row.len() != self.states {
            return Err(Error::Length);
        }
        let total = u64::from(self.parameters.draws());
        if tallies.iter().map(|m| u64::from(*m)).sum::<u64>() != total {
            return Err(Error::Domain);
        }
        quantise_integers(tallies.iter().map(|m| u64::from(*m)), total, row);
        Ok(())
    }

    /// Releases one row: m_i/M rounded to multiples of 2^-32, each at least 2^-32, with the sum exactly 1.
    ///
    /// A chain that is released row by row, every row once and in order from one generator, is the release of
    /// [`Polya::release_chain`], bit for bit, without its n x n output.
    ///
    /// Errors: those of [`Polya::release_tallies`]; `row` is untouched then.
    pub fn release_row(
        &self,
        rng: &mut Generator,
        counts: &[u32],
        work: &mut [u32],
        row: &mut [f64],
    ) -> Result<()> {
        if row.len() != self.states {
            return Err(Error::Length);
        }
        let (tallies, work) = work
            .split_at_mut_checked(self.states)
            .ok_or(Error::WorkLength)?;
        self.release_tallies(rng, counts, work, tallies)?;
        let total = u64::from(self.parameters.draws());
        quantise_integers(tallies.iter().map(|m| u64::from(*m)), total, row);
        Ok(())
    }

    /// Releases every row, as [A, Algorithm 2] does, with one common urn.
    ///
    /// Errors: those of [`Polya::release_row`], and `matrix` (n * n) is untouched; but where [`Error::Trials`] strikes in the middle of a chain
    /// (probability at most n M 2^-128) `matrix` is left all zero.
    pub fn release_chain<'m>(
        &self,
        rng: &mut Generator,
        counts: Counts<'_>,
        work: &mut [u32],
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        let n = counts.states();
        if n != self.states || domain::cells(n)? != matrix.len() {
            return Err(Error::Length);
        }
        if work.len() < self.work_len() {
            return Err(Error::WorkLength);
        }
        rng.ready()?;
        let mut done = Ok(());
        for (c, row) in counts.rows().zip(matrix.parts_mut(n)) {
            done = self.release_row(rng, c, work, row);
            if done.is_err() {
                break;
            }
        }
        if let Err(error) = done {
            matrix.fill(0.0);
            return Err(error);
        }
        StochasticMatrix::new(matrix, n)
    }
}

/// Words (`u32`) of scratch that a release of n states needs, whatever the number of draws: 5 n.
///
/// ```
/// assert_eq!(dpmarkov::mechanism::polya_work_len(59), 295);
/// ```
pub const fn work_len(states: usize) -> usize {
    polya::work_len(states).saturating_add(states)
}
