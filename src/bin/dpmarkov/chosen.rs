//! One of the mechanisms, made from a guarantee that its parameters meet.
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::counts::Counts;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, noisy};
use dpmarkov::privacy::{Guarantee, MechanismParameters};
use dpmarkov::random::Generator;

/// The mechanism of this run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chosen {
    Dirichlet(Dirichlet),
    Polya(Polya),
    Geometric(Geometric),
    Gaussian(Gaussian),
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
    /// Checks that `parameters` meet `guarantee`.
    pub fn checked(
        guarantee: Guarantee,
        parameters: MechanismParameters,
    ) -> dpmarkov::Result<Self> {
        Ok(match parameters {
            MechanismParameters::Dirichlet(p) => {
                Chosen::Dirichlet(Dirichlet::checked(guarantee, p)?)
            }
            MechanismParameters::Polya(p, states) => {
                Chosen::Polya(Polya::checked(guarantee, states, p)?)
            }
            MechanismParameters::Geometric(rate) => {
                Chosen::Geometric(Geometric::checked(guarantee, rate)?)
            }
            MechanismParameters::Gaussian(variance) => {
                Chosen::Gaussian(Gaussian::checked(guarantee, variance)?)
            }
        })
    }

    pub fn guarantee(&self) -> &Guarantee {
        match self {
            Chosen::Dirichlet(m) => m.guarantee(),
            Chosen::Polya(m) => m.guarantee(),
            Chosen::Geometric(m) => m.guarantee(),
            Chosen::Gaussian(m) => m.guarantee(),
        }
    }

    /// Its name on the command line.
    pub fn name(&self, parameters: &MechanismParameters) -> &'static str {
        parameters.name()
    }

    /// The chain; all randomness comes from `rng`.
    pub fn release(&self, counts: Counts<'_>, rng: &mut Generator) -> Result<Drawn, Failure> {
        let n = counts.states();
        let mut matrix = zeros::<f64>(n.saturating_mul(n))?;
        let integers = match self {
            Chosen::Dirichlet(m) => {
                m.release_chain(rng, counts, &mut matrix)?;
                Integers::None
            }
            Chosen::Polya(_) => Integers::None,
            Chosen::Geometric(_) => Integers::None,
            Chosen::Gaussian(_) => Integers::None,
        };
        Ok(Drawn { matrix, integers })
    }
}
