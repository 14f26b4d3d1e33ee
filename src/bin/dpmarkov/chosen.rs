//! One of the mechanisms, made from a guarantee that its parameters meet.
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::counts::Counts;
use dpmarkov::domain::Floor;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, noisy};
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

/// What a mechanism gives: a chain, and the integers that it was made from where there are some.
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
    pub fn release(&self, counts: Counts<'_>, rng: &mut Generator) -> Result<Drawn, Failure> {
        let n = counts.states();
        let cells = n.saturating_mul(n);
        let mut matrix = zeros::<f64>(cells)?;
        let integers = match self {
            Chosen::Dirichlet(m) => {
                m.release_chain(rng, counts, &mut matrix)?;
                Integers::None
            }
            Chosen::Polya(m) => {
                let mut tallies = zeros::<u32>(cells)?;
                let mut work = zeros::<u32>(m.work_len())?;
                for (c, row) in counts.rows().zip(tallies.chunks_exact_mut(n)) {
                    m.release_tallies(rng, c, &mut work, row)?;
                }
                for (row, out) in tallies.chunks_exact(n).zip(matrix.chunks_exact_mut(n)) {
                    m.row_of_tallies(row, out)?;
                }
                Integers::Tallies(tallies)
            }
            Chosen::Geometric(m, floor) => noisy_chain(counts, *floor, &mut matrix, |c, row| {
                m.release_counts(rng, c, row)
            })?,
            Chosen::Gaussian(m, floor) => noisy_chain(counts, *floor, &mut matrix, |c, row| {
                m.release_counts(rng, c, row)
            })?,
        };
        Ok(Drawn { matrix, integers })
    }
}

/// Noise on every row; the matrix is computed from the noisy counts alone.
fn noisy_chain(
    counts: Counts<'_>,
    floor: Floor,
    matrix: &mut [f64],
    mut draw: impl FnMut(&[u32], &mut [i64]) -> dpmarkov::Result<()>,
) -> Result<Integers, Failure> {
    let n = counts.states();
    let mut released = zeros::<i64>(matrix.len())?;
    for (c, row) in counts.rows().zip(released.chunks_exact_mut(n)) {
        draw(c, row)?;
    }
    for (row, out) in released.chunks_exact(n).zip(matrix.chunks_exact_mut(n)) {
        noisy::to_row(row, floor, out)?;
    }
    Ok(Integers::NoisyCounts(released))
}
