//! The Dirichlet mechanism, smoothed form: x ~ Dir(w (c + a)).
use super::quantise::quantise;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain::{self, PseudoCount, STATES};
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, Guarantee, delta_upper, solve_weight};
use crate::random::{Generator, dirichlet};

/// A mechanism whose parameters meet its guarantee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dirichlet {
    guarantee: Guarantee,
    parameters: DirichletParameters,
}

impl Dirichlet {
    /// Solves for the largest weight that meets `guarantee`.
    pub fn new(guarantee: Guarantee, pseudo_count: PseudoCount) -> Result<Self> {
        let weight = solve_weight(&guarantee, pseudo_count)?;
        Ok(Dirichlet { guarantee, parameters: DirichletParameters { weight, pseudo_count } })
    }
    /// Takes planned parameters and verifies that they meet `guarantee`.
    pub fn checked(guarantee: Guarantee, parameters: DirichletParameters) -> Result<Self> {
        if delta_upper(guarantee.adjacency, &parameters, guarantee.releases, guarantee.epsilon)? <= guarantee.delta.get() {
            Ok(Dirichlet { guarantee, parameters })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }
    /// From parameters that [`Dirichlet::new`] or [`Dirichlet::checked`] accepted before: the C ABI keeps them in the
    /// caller's storage between two calls, under a seal.
    #[cfg(feature = "capi")]
    pub(crate) const fn accepted_before(guarantee: Guarantee, parameters: DirichletParameters) -> Self {
        Dirichlet { guarantee, parameters }
    }
    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }
    /// Its parameters; public.
    pub fn parameters(&self) -> &DirichletParameters {
        &self.parameters
    }
    /// Releases one row; `row` untouched on an error.
    pub fn release_row(&self, rng: &mut Generator, counts: &[u32], row: &mut [f64]) -> Result<()> {
        if !STATES.contains(&counts.len()) {
            return Err(Error::States);
        }
        if counts.len() != row.len() {
            return Err(Error::Length);
        }
        let (w, a) = (self.parameters.weight.get(), self.parameters.pseudo_count.get());
        dirichlet::sample_with(rng, counts.iter().map(|c| w * (f64::from(*c) + a)), row);
        quantise(row);
        Ok(())
    }
    /// Releases every row; `matrix` (n * n) untouched on an error.
    pub fn release_chain<'m>(&self, rng: &mut Generator, counts: Counts<'_>, matrix: &'m mut [f64]) -> Result<StochasticMatrix<'m>> {
        let n = counts.states();
        if domain::cells(n)? != matrix.len() {
            return Err(Error::Length);
        }
        for (c, row) in counts.rows().zip(matrix.chunks_exact_mut(n)) {
            self.release_row(rng, c, row)?;
        }
        StochasticMatrix::new(matrix, n)
    }
}
