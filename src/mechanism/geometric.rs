//! The geometric mechanism: two-sided geometric noise on every count.
use super::noisy;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::{Floor, GeometricRate, STATES};
use crate::error::{Error, Result};
use crate::privacy::{Guarantee, geometric};
use crate::random::{Generator, discrete_laplace};

/// The geometric mechanism: every count c_i of a row becomes c_i + k, P(k) proportional to e^(-e0 |k|).
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
    fn draw(&self) -> impl FnMut(&mut Generator) -> Result<i64> + use<> {
        let rate = self.rate;
        move |rng| discrete_laplace::draw(rng, rate)
    }
}
