//! One of the mechanisms, made from a guarantee that its parameters meet.
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::counts::SparseCounts;
use dpmarkov::domain::Floor;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, noisy, polya_work_len};
use dpmarkov::plan::Offer;
use dpmarkov::privacy::{Guarantee, MechanismParameters};
use dpmarkov::random::Generator;

/// The mechanism of this run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chosen {
    Dirichlet(Dirichlet),
    Polya(Polya),
    Geometric(Geometric, Floor),
    Gaussian(Gaussian, Floor),
}

/// What a mechanism gives: a chain, and the integers that it was made from where there are some. One element for each feasible cell.
pub struct Drawn {
    pub matrix: Vec<f64>,
    pub integers: Integers,
}

/// What the integer mechanisms release; the matrix is computed from it alone.
#[derive(Debug, Clone, PartialEq)]
pub enum Integers {
    None,
    /// Counts with noise, any integers: unbiased.
    NoisyCounts(Vec<i64>),
    /// How often each next state was drawn.
    Tallies(Vec<u32>),
}

impl Chosen {
    /// Checks that what is offered meets `guarantee`.
    pub fn checked(guarantee: Guarantee, offer: &Offer) -> dpmarkov::Result<Self> {
        Ok(match offer.parameters {
            MechanismParameters::Dirichlet(p) => {
                Chosen::Dirichlet(Dirichlet::checked(guarantee, p)?)
            }
            MechanismParameters::Polya(p, states) => {
                Chosen::Polya(Polya::checked(guarantee, states, p)?)
            }
            MechanismParameters::Geometric(rate) => {
                Chosen::Geometric(Geometric::checked(guarantee, rate)?, offer.floor)
            }
            MechanismParameters::Gaussian(variance) => {
                Chosen::Gaussian(Gaussian::checked(guarantee, variance)?, offer.floor)
            }
        })
    }

    pub fn guarantee(&self) -> &Guarantee {
        match self {
            Chosen::Dirichlet(m) => m.guarantee(),
            Chosen::Polya(m) => m.guarantee(),
            Chosen::Geometric(m, _) => m.guarantee(),
            Chosen::Gaussian(m, _) => m.guarantee(),
        }
    }

    /// The chain; all randomness comes from `rng`.
    pub fn release(
        &self,
        counts: SparseCounts<'_, '_>,
        rng: &mut Generator,
    ) -> Result<Drawn, Failure> {
        let support = counts.support();
        let cells = support.cells();
        let mut matrix = zeros::<f64>(cells)?;
        let noisy = |floor, matrix: &mut [f64], draw: &mut DrawCounts<'_>| {
            let mut released = zeros::<i64>(cells)?;
            draw(&mut released)?;
            // computed from the noisy counts alone
            noisy::to_sparse(support, &released, floor, matrix)?;
            Ok::<_, Failure>(Integers::NoisyCounts(released))
        };
        let integers = match self {
            Chosen::Dirichlet(m) => {
                m.release_sparse(rng, counts, &mut matrix)?;
                Integers::None
            }
            Chosen::Polya(m) => {
                let mut tallies = zeros::<u32>(cells)?;
                let mut work = zeros::<u32>(polya_work_len(support.most_cells()))?;
                m.release_sparse_tallies(rng, counts, &mut work, &mut tallies)?;
                m.sparse_of_tallies(support, &tallies, &mut matrix)?;
                Integers::Tallies(tallies)
            }
            Chosen::Geometric(m, floor) => noisy(*floor, &mut matrix, &mut |out| {
                m.release_sparse_counts(rng, counts, out)
            })?,
            Chosen::Gaussian(m, floor) => noisy(*floor, &mut matrix, &mut |out| {
                m.release_sparse_counts(rng, counts, out)
            })?,
        };
        Ok(Drawn { matrix, integers })
    }
}

type DrawCounts<'a> = dyn FnMut(&mut [i64]) -> dpmarkov::Result<()> + 'a;
