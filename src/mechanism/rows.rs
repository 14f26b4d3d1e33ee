//! Chains of the smoothed form with parameters of their own for every row.
use super::dirichlet::draw_row;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain;
use crate::error::{Error, Result};
use crate::privacy::rows::RowParameters;
use crate::privacy::{DirichletParameters, Guarantee};
use crate::random::Generator;

/// A mechanism x_i ~ Dir(w_i (c_i + a_i)), row by row, whose parameters meet its guarantee; all of them public and not computed
/// from the private counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DirichletRows<'a> {
    guarantee: Guarantee,
    rows: RowParameters<'a>,
}

impl<'a> DirichletRows<'a> {
    /// Takes planned parameters, one pair a row, and verifies that they meet `guarantee` ([`RowParameters::delta_upper`]).
    ///
    /// **Errors.** [`Error::States`]; [`Error::GuaranteeNotMet`].
    pub fn checked(guarantee: Guarantee, rows: &'a [DirichletParameters]) -> Result<Self> {
        let rows = RowParameters::new(rows)?;
        if rows.delta_upper(guarantee.adjacency, guarantee.releases, guarantee.epsilon)?
            <= guarantee.delta.get()
        {
            Ok(DirichletRows { guarantee, rows })
        } else {
            Err(Error::GuaranteeNotMet)
        }
    }

    /// What it promises.
    pub fn guarantee(&self) -> &Guarantee {
        &self.guarantee
    }

    /// The parameters, row by row.
    pub fn parameters(&self) -> &RowParameters<'a> {
        &self.rows
    }

    /// Releases a chain [A, Algorithm 2]. Multiples of 2^-32; each row sums to exactly 1.
    ///
    /// Errors: [`Error::Length`], [`Error::StreamExhausted`]; `matrix` (n * n) is untouched then.
    pub fn release_chain<'m>(
        &self,
        rng: &mut Generator,
        counts: Counts<'_>,
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        let n = counts.states();
        if self.rows.as_slice().len() != n || domain::cells(n)? != matrix.len() {
            return Err(Error::Length);
        }
        rng.ready()?;
        for ((parameters, c), row) in self
            .rows
            .as_slice()
            .iter()
            .zip(counts.rows())
            .zip(matrix.chunks_exact_mut(n))
        {
            draw_row(rng, parameters, c, row);
        }
        StochasticMatrix::new(matrix, n)
    }
}
