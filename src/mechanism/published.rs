//! The bordered Dirichlet mechanism of [A, Algorithms 1 and 2].
use crate::chain::StochasticMatrix;
use crate::counts::Counts;
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::privacy::{DirichletParameters, published};
use crate::random::Generator;

/// One row's bordered mechanism: x ~ Dir(k C), C = c/N, every C_i >= eta; k, eta and N public
/// (k: the sum of the Dirichlet parameters; eta: a share; N: events).
///
/// **Guarantee.** Under `Destination`, between rows inside the bordered simplex: (epsilon, delta) of
/// [`Self::epsilon`] and [`Self::delta_upper`] as published, and the exact profile of [`Self::parameters`].
///
/// **Not protected.** A row with a count below eta N, or with a total other than N, is refused. That refusal depends on the
/// private counts: to publish that a row was refused, or to choose eta, k or N after looking at the counts, is outside every
/// guarantee here. The smoothed form, [`super::Dirichlet`], has no such case.
///
/// **Not counted.** One release of a row is promised; the object has no memory and refuses no further one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedDirichlet {
    k: f64,
    eta: f64,
    row_total: u64,
    states: usize,
    parameters: DirichletParameters,
}

impl PublishedDirichlet {
    /// Checks [A, Assumptions 3 and 4], n >= 3, and that a row inside the border has a neighbour.
    ///
    /// **Errors.** [`Error::PublishedStates`], [`Error::States`], [`Error::AssumptionBorder`], [`Error::AssumptionConcentration`],
    /// [`Error::RowTotal`].
    pub fn new(k: f64, eta: f64, row_total: u64, states: usize) -> Result<Self> {
        // gamma does not matter to the sampler: any admissible one lets the checks of Theorem 1 run
        published::epsilon(k, eta, row_total, states, 1e-9)?;
        Ok(PublishedDirichlet {
            k,
            eta,
            row_total,
            states,
            parameters: published::parameters(k, eta, row_total)?,
        })
    }

    /// The most accurate mechanism whose published epsilon at `gamma` is at most `epsilon` [A, Theorem 1]:
    /// k and errors of [`published::solve_k`].
    pub fn for_epsilon(
        epsilon: f64,
        eta: f64,
        row_total: u64,
        states: usize,
        gamma: f64,
    ) -> Result<Self> {
        Self::new(
            published::solve_k(epsilon, eta, row_total, states, gamma)?,
            eta,
            row_total,
            states,
        )
    }

    /// The concentration k.
    pub fn concentration(&self) -> f64 {
        self.k
    }

    /// epsilon_A at the cut `gamma`, in nats, rounded up: [`published::epsilon`].
    pub fn epsilon(&self, gamma: f64) -> Result<f64> {
        published::epsilon(self.k, self.eta, self.row_total, self.states, gamma)
    }

    /// The upper bound of delta_A at the cut `gamma`: [`published::delta_upper`].
    pub fn delta_upper(&self, gamma: f64) -> Result<f64> {
        published::delta_upper(self.k, self.eta, self.states, gamma)
    }

    /// (weight, pseudo-count) whose exact profile is this mechanism's.
    pub fn parameters(&self) -> &DirichletParameters {
        &self.parameters
    }

    /// [`Error::Length`], [`Error::RowTotal`] or [`Error::BelowBorder`] where `counts` is not a row for this mechanism.
    pub(crate) fn check(&self, counts: &[u32]) -> Result<()> {
        if counts.len() != self.states {
            return Err(Error::Length);
        }
        let total: u64 = counts.iter().map(|c| u64::from(*c)).sum();
        if total != self.row_total {
            return Err(Error::RowTotal);
        }
        let least = self.eta * self.row_total as f64;
        if counts.iter().all(|c| f64::from(*c) >= least) {
            Ok(())
        } else {
            Err(Error::BelowBorder)
        }
    }

    /// Draws a row that was checked, from a generator that is ready.
    pub(crate) fn draw(&self, rng: &mut Generator, counts: &[u32], row: &mut [f64]) {
        let (k, total) = (self.k, self.row_total as f64);
        super::dirichlet::draw(rng, counts.iter().map(|c| k * (f64::from(*c) / total)), row);
    }

    /// Releases one row [A, Algorithm 1]; `row` untouched on an error. Multiples of 2^-32 that sum to exactly 1.
    ///
    /// **Errors.** [`Error::Length`], [`Error::RowTotal`], [`Error::BelowBorder`], [`Error::StreamExhausted`].
    ///
    /// ```
    /// use dpmarkov::{Error, mechanism::PublishedDirichlet, random::Generator};
    /// // [A, Section 6.1]
    /// let mechanism = PublishedDirichlet::new(20.6, 0.073, 98, 5)?;
    /// assert!((mechanism.epsilon(0.0004)? - 2.2119075).abs() < 1e-7);
    /// let mut rng = Generator::from_seed_for_tests([7; 32], 0); // in earnest: Generator::from_entropy
    /// let mut row = [0.0; 5];
    /// mechanism.release_row(&mut rng, &[40, 20, 18, 12, 8], &mut row)?;
    /// assert_eq!(row.iter().sum::<f64>(), 1.0);
    /// // 7 < 0.073 * 98: outside the border, refused
    /// assert_eq!(mechanism.release_row(&mut rng, &[41, 20, 18, 12, 7], &mut row), Err(Error::BelowBorder));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn release_row(&self, rng: &mut Generator, counts: &[u32], row: &mut [f64]) -> Result<()> {
        if row.len() != self.states {
            return Err(Error::Length);
        }
        self.check(counts)?;
        rng.ready()?;
        self.draw(rng, counts, row);
        Ok(())
    }

    /// Releases a chain, each row by its own mechanism [A, Algorithm 2]; `matrix` (n * n) untouched on an error.
    ///
    /// **Errors.** As [`Self::release_row`].
    pub fn release_chain<'m>(
        rows: &[Self],
        rng: &mut Generator,
        counts: Counts<'_>,
        matrix: &'m mut [f64],
    ) -> Result<StochasticMatrix<'m>> {
        let n = counts.states();
        if rows.len() != n || domain::cells(n)? != matrix.len() {
            return Err(Error::Length);
        }
        for (mechanism, c) in rows.iter().zip(counts.rows()) {
            mechanism.check(c)?;
        }
        rng.ready()?;
        for ((mechanism, c), row) in rows.iter().zip(counts.rows()).zip(matrix.parts_mut(n)) {
            mechanism.draw(rng, c, row);
        }
        StochasticMatrix::new(matrix, n)
    }
}
