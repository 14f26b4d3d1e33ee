//! The geometric mechanism: two-sided geometric noise on every count.
use super::noisy;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::{Delta, Floor, GeometricRate, Releases, STATES};
use crate::error::{Error, Result};
use crate::privacy::{Adjacency, Guarantee, geometric, micro};
use crate::random::{Generator, discrete_laplace};

/// The geometric mechanism: every count c_i of a row becomes c_i + k_i, k_i independent, P(k) = (1-x)/(1+x) x^|k|, x = e^-e0.
///
/// - **Domain**: every count vector; 2 to 65,535 states. No overflow: |k| < 2^37.
/// - **Units**: counts in events; the rate e0 = p/q per event, an exact fraction.
/// - **Guarantee**: for all neighbouring logs and every set S of outputs, P(M(c) in S) <= e^epsilon P(M(c') in S) + delta, over all `releases`
///   together; pure (delta = 0) where T m e0 <= epsilon, see [`crate::privacy::geometric`]. Row totals are private: no total is public, and every
///   cell gets noise of its own.
/// - **Integers**: the noise is drawn exactly, with integers ([`crate::random::discrete_laplace`]): no floating-point operation lies between
///   the counts and the noisy counts, or the units of a row; the last step alone turns units of 2^-32 into `f64`, exactly. Only the
///   generator's pseudorandomness and timing remain outside the proof.
/// - **Rows**: [`noisy::to_row`] makes them of the noisy counts, which is post-processing.
/// - **Not counted**: the object has no memory of what it released. `releases` is the application's promise to stop after so many.
/// - **Public**: n, rate, floor, epsilon and delta must not be computed from the counts.
/// - **Method**: noise on counts as in Dwork, McSherry, Nissim & Smith 2006, two-sided geometric as in Ghosh, Roughgarden & Sundararajan 2012;
///   [`geometric::delta_upper`] for the guarantee.
/// - **Errors**: [`Error::Trials`] in the middle of a release (probability below 2^-100) is the one error that leaves something written: zeros.
///
/// ```
/// use dpmarkov::{domain::Floor, mechanism::Geometric, privacy::{Adjacency, Guarantee}, random::Generator};
/// // pure: delta = 0
/// let mechanism = Geometric::new(Guarantee::new(Adjacency::Event, 1.0, 0.0, 1)?)?;
/// assert_eq!((mechanism.rate().numerator(), mechanism.rate().denominator()), (1, 2));
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut noisy = [0; 3];
/// mechanism.release_counts(&mut rng, &[90, 0, 10], &mut noisy)?;
/// assert!((noisy[0] - 90).abs() < 40);
/// // half an event as the floor of every entry
/// let (mut work, mut row) = ([0; 3], [0.0; 3]);
/// mechanism.release_row(&mut rng, &[90, 0, 10], Floor::new(512)?, &mut work, &mut row)?;
/// assert_eq!(row.iter().sum::<f64>(), 1.0);
/// assert!(row.iter().all(|x| *x > 0.0));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometric {
    guarantee: Guarantee,
    rate: GeometricRate,
}

impl Geometric {
    /// Solves for the least noise that meets `guarantee`; errors of [`geometric::solve_rate`].
    pub fn new(guarantee: Guarantee) -> Result<Self> {
        let rate = geometric::solve_rate(&guarantee)?;
        Ok(Geometric { guarantee, rate })
    }
    /// Takes a planned rate and verifies that it meets `guarantee`: [`Error::GuaranteeNotMet`] if not.
    pub fn checked(guarantee: Guarantee, rate: GeometricRate) -> Result<Self> {
        let Guarantee {
            adjacency,
            epsilon,
            delta,
            releases,
        } = guarantee;
        if geometric::delta_upper(adjacency, rate, releases, epsilon)? <= delta.get() {
            Ok(Geometric { guarantee, rate })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// Takes a planned rate and verifies, in integers alone, that it is pure: T m e0 <= `micro_epsilon`/10^6, the ledger's unit of epsilon. The guarantee's epsilon
    /// is the smallest `f64` that is not below. For a processor to which floating point is foreign: it needs a tenth of the code of [`Geometric::checked`].
    ///
    /// Errors: [`Error::GuaranteeNotMet`], [`Error::Epsilon`] above 10^6 nats.
    ///
    /// ```
    /// use dpmarkov::{domain::{GeometricRate, Releases}, mechanism::Geometric, privacy::Adjacency, Error};
    /// // a visit changes up to four counts: 4/16 for each release
    /// let (rate, once) = (GeometricRate::new(1, 16)?, Releases::ONE);
    /// let mechanism = Geometric::pure(Adjacency::Visit, 250_000, once, rate)?;
    /// assert_eq!(mechanism.guarantee().epsilon.get(), 0.25);
    /// assert_eq!(Geometric::pure(Adjacency::Visit, 249_999, once, rate), Err(Error::GuaranteeNotMet));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pure(
        adjacency: Adjacency,
        micro_epsilon: u64,
        releases: Releases,
        rate: GeometricRate,
    ) -> Result<Self> {
        let guarantee = Guarantee {
            adjacency,
            epsilon: micro::epsilon_up(micro_epsilon)?,
            delta: Delta::new(0.0)?,
            releases,
        };
        if micro::is_pure(adjacency, rate, releases, micro_epsilon) {
            Ok(Geometric { guarantee, rate })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// From a rate that [`Geometric::new`] or [`Geometric::checked`] accepted before: the C ABI keeps it in the caller's storage
    /// between two calls, under a seal.
    #[cfg(feature = "capi")]
    #[allow(dead_code)]
    pub(crate) const fn accepted_before(guarantee: Guarantee, rate: GeometricRate) -> Self {
        Geometric { guarantee, rate }
    }
    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }
    /// Its rate; public.
    pub fn rate(&self) -> GeometricRate {
        self.rate
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
        let rate = self.rate;
        move |rng| discrete_laplace::draw(rng, rate)
    }
}
