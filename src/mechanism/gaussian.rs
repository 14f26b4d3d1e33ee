//! The discrete Gaussian mechanism: discrete Gaussian noise on every count.
use super::noisy;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::{Floor, STATES, Variance};
use crate::error::{Error, Result};
use crate::privacy::{Guarantee, gaussian};
use crate::random::{Generator, discrete_gaussian::DiscreteGaussian};

/// The discrete Gaussian mechanism: every count c_i of a row becomes c_i + k_i, k_i independent, P(k) proportional to e^(-k^2/(2 sigma^2)).
///
/// - **Domain**: every count vector; 2 to 65,535 states. No overflow: |k| < 2^37.
/// - **Units**: counts in events; the variance sigma^2 = p/q in events squared, an exact fraction.
/// - **Guarantee**: for all neighbouring logs and every set S of outputs, P(M(c) in S) <= e^epsilon P(M(c') in S) + delta, over all `releases`
///   together; never pure, see [`crate::privacy::gaussian`]. Row totals are private: no total is public, and every cell gets noise of its own.
/// - **When**: for many releases of one log; for one release, or at delta = 0, the geometric mechanism needs less noise.
/// - **Integers**: the noise is drawn exactly, with integers ([`crate::random::discrete_gaussian`]): no floating-point operation lies between
///   the counts and the noisy counts, or the units of a row; the last step alone turns units of 2^-32 into `f64`, exactly. Only the
///   generator's pseudorandomness and timing remain outside the proof.
/// - **Rows**: [`noisy::to_row`] makes them of the noisy counts, which is post-processing.
/// - **Not counted**: the object has no memory of what it released. `releases` is the application's promise to stop after so many.
/// - **Public**: n, variance, floor, epsilon and delta must not be computed from the counts.
/// - **Method**: noise on counts as in Dwork, McSherry, Nissim & Smith 2006, discrete Gaussian as in Canonne, Kamath & Steinke 2020;
///   [`gaussian::delta_upper`] for the guarantee.
/// - **Errors**: [`Error::Trials`] in the middle of a release (probability below 2^-100) is the one error that leaves something written: zeros.
///
/// ```
/// use dpmarkov::{Error, domain::Floor, mechanism::Gaussian, privacy::{Adjacency, Guarantee}, random::Generator};
/// // a year of daily releases
/// let mechanism = Gaussian::new(Guarantee::new(Adjacency::Visit, 2.0, 1e-9, 365)?)?;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let (mut work, mut row) = ([0; 3], [0.0; 3]);
/// mechanism.release_row(&mut rng, &[90_000, 0, 10_000], Floor::NONE, &mut work, &mut row)?;
/// assert_eq!(row.iter().sum::<f64>(), 1.0);
/// assert!((row[0] - 0.9).abs() < 0.05);
/// // no pure guarantee
/// let pure = Guarantee::new(Adjacency::Visit, 2.0, 0.0, 365)?;
/// assert_eq!(Gaussian::new(pure), Err(Error::NotPure));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    guarantee: Guarantee,
    variance: Variance,
}

impl Gaussian {
    /// Solves for the least noise that meets `guarantee`; errors of [`gaussian::solve_variance`].
    pub fn new(guarantee: Guarantee) -> Result<Self> {
        let variance = gaussian::solve_variance(&guarantee)?;
        Ok(Gaussian {
            guarantee,
            variance,
        })
    }
    /// Takes a planned variance and verifies that it meets `guarantee`: [`Error::GuaranteeNotMet`] if not.
    pub fn checked(guarantee: Guarantee, variance: Variance) -> Result<Self> {
        let Guarantee {
            adjacency,
            epsilon,
            delta,
            releases,
        } = guarantee;
        if gaussian::delta_upper(adjacency, variance, releases, epsilon)? <= delta.get() {
            Ok(Gaussian {
                guarantee,
                variance,
            })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// From a variance that [`Gaussian::new`] or [`Gaussian::checked`] accepted before: the C ABI keeps it in the caller's storage
    /// between two calls, under a seal.
    #[cfg(feature = "capi")]
    #[allow(dead_code)]
    pub(crate) const fn accepted_before(guarantee: Guarantee, variance: Variance) -> Self {
        Gaussian {
            guarantee,
            variance,
        }
    }
    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }
    /// Its variance; public.
    pub fn variance(&self) -> Variance {
        self.variance
    }
    /// The counts with noise: unbiased, integers, below 0 where the noise is. One row or any part of it.
    ///
    /// Errors: [`Error::States`], [`Error::Length`], [`Error::StreamExhausted`]: `noisy` is untouched then. [`Error::Trials`] (probability below
    /// 2^-100): `noisy` is zeroed.
    pub fn release_counts(
        &self,
        rng: &mut Generator,
        counts: &[u32],
        noisy: &mut [i64],
    ) -> Result<()> {
        if !STATES.contains(&counts.len()) {
            return Err(Error::States);
        }
        if counts.len() != noisy.len() {
            return Err(Error::Length);
        }
        rng.ready()?;
        noisy::add_noise(rng, counts, noisy, self.draw())
    }
    /// One row: noise on every cell, then [`noisy::to_row`]. `work`: n integers at least.
    ///
    /// Errors: [`Error::States`], [`Error::Length`], [`Error::WorkLength`], [`Error::StreamExhausted`], [`Error::Trials`] (probability below
    /// 2^-100); `row` is untouched then.
    pub fn release_row(
        &self,
        rng: &mut Generator,
        counts: &[u32],
        floor: Floor,
        work: &mut [i64],
        row: &mut [f64],
    ) -> Result<()> {
        noisy::release_row(rng, counts, floor, work, row, self.draw())
    }
    /// Every row, one after the other. `work`: n integers at least.
    ///
    /// Errors: [`Error::Length`], [`Error::WorkLength`], [`Error::StreamExhausted`]: `matrix` (n * n) is untouched then. [`Error::Trials`] in the
    /// middle (probability below 2^-100): `matrix` is zeroed.
    pub fn release_chain<'m>(
        &self,
        rng: &mut Generator,
        counts: Counts<'_>,
        floor: Floor,
        work: &mut [i64],
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        noisy::release_chain(rng, counts, floor, work, matrix, self.draw())
    }
    pub(super) fn draw(&self) -> impl FnMut(&mut Generator) -> Result<i64> + use<> {
        let law = DiscreteGaussian::new(self.variance);
        move |rng| law.draw(rng)
    }
}
