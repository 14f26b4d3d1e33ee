//! Chains of the smoothed form with parameters of their own for every row.
use super::dirichlet::release_rows;
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::error::{Error, Result};
use crate::privacy::rows::RowParameters;
use crate::privacy::{DirichletParameters, Guarantee};
use crate::random::Generator;

/// A mechanism x_i ~ Dir(w_i (c_i + a_i)), row by row, whose parameters meet its guarantee; all of them public and not computed
/// from the private counts.
///
/// **Guarantee.** As [`super::Dirichlet`]'s, for the whole chain; how the rows combine under each adjacency:
/// [`crate::privacy::rows`].
///
/// ```
/// use dpmarkov::{Error, counts::Counts, mechanism::DirichletRows, random::Generator};
/// use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
/// let guarantee = Guarantee::new(Adjacency::Destination, 1.0, 1e-6, 1)?;
/// let rows = [DirichletParameters::new(0.3, 15.8)?, DirichletParameters::new(0.1, 14.0)?];
/// let mechanism = DirichletRows::checked(guarantee, &rows)?;
/// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
/// let mut matrix = [0.0; 4];
/// let chain = mechanism.release_chain(&mut rng, Counts::new(&[90, 10, 0, 5], 2)?, &mut matrix)?;
/// assert!(chain.rows().all(|row| row.iter().sum::<f64>() == 1.0));
/// let loud = [rows[0], DirichletParameters::new(3.0, 15.8)?];
/// assert_eq!(DirichletRows::checked(guarantee, &loud), Err(Error::GuaranteeNotMet));
/// # Ok::<(), Error>(())
/// ```
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

    /// Releases a chain [A, Algorithm 2]; `matrix` (n * n) untouched on an error. Multiples of 2^-32, each row sums to exactly 1.
    /// What is and is not proved about floating point: see [`super::Dirichlet`].
    pub fn release_chain<'m>(
        &self,
        rng: &mut Generator,
        counts: Counts<'_>,
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        let n = counts.states();
        if self.rows.as_slice().len() != n {
            return Err(Error::Length);
        }
        release_rows(rng, self.rows.as_slice().iter(), counts, matrix)
    }
}
