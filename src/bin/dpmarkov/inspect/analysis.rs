//! What a released chain says, and how far to trust it: the library's figures, gathered.
use super::long_run::{LongRun, Missing, long_run};
use super::totals::{Source, Totals, cell_noise, noisy_sum};
use crate::chosen::{Chosen, Integers};
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::release::Released;
use dpmarkov::chain::{StochasticMatrix, classes, ergodicity, mixing, mixing_time};
use dpmarkov::counts::Support;
use dpmarkov::domain::Level;
use dpmarkov::utility::interval::{self, Interval, Target};

/// The most states for which everything is computed; beyond it what takes n^3 steps many times over is left out.
pub const MOST_STATES: usize = 1024;
/// The same of the bounds that multiply matrices.
pub const MOST_SQUARED: usize = 512;
/// Iterations for |lambda_2|.
const ITERATIONS: u32 = 10_000;
/// Squarings for its bound.
const SQUARINGS: u32 = 12;
/// How near its long run a chain is called mixed, in total variation.
const DISTANCE: f64 = 0.01;

/// Everything that is told of a release.
pub struct Analysis<'a> {
    pub released: &'a Released,
    pub support: Support<'a>,
    pub level: Level,
    pub totals: Totals,
    pub structure: Structure,
    pub mixing: Mixing,
    /// Or why there is none.
    pub long_run: Result<LongRun, Missing>,
}

/// What can be reached from where.
pub struct Structure {
    /// The recurrent class of each state, or [`classes::TRANSIENT`].
    pub labels: Vec<u32>,
    /// How many recurrent classes there are.
    pub classes: usize,
    pub irreducible: bool,
    /// The period of each class, where it is known.
    pub periods: Vec<usize>,
    pub absorbing: Vec<usize>,
}

/// How fast the chain forgets where it started.
pub struct Mixing {
    pub second: mixing::SecondEigenvalue,
    pub second_upper: Option<f64>,
    pub tau_one: Option<f64>,
    pub tau_inf: f64,
    /// Where it could be proved.
    pub steps: Option<Steps>,
}

/// After that many steps the chain is within `distance` of its long run, in total variation, from every start.
pub struct Steps {
    pub distance: f64,
    pub steps: u64,
}

/// Looks into `released`; every interval at `level`, each for itself.
pub fn analyse(
    released: &Released,
    level: Level,
    row_total: Option<u64>,
) -> Result<Analysis<'_>, Failure> {
    let n = released.states.len();
    let support = released.feasible.view()?;
    let dense = match support.is_full() {
        true => Vec::new(), // the values are the matrix
        false => released.dense()?,
    };
    let chain = match support.is_full() {
        true => StochasticMatrix::new(&released.matrix, n)?,
        false => StochasticMatrix::new(&dense, n)?,
    };
    let totals = Totals::of(released, &support, row_total)?;
    let structure = structure(chain)?;
    let long_run = long_run(released, &support, chain, &totals, level)?;
    Ok(Analysis {
        released,
        support,
        level,
        structure,
        mixing: how_it_mixes(chain)?,
        long_run,
        totals,
    })
}

fn structure(chain: StochasticMatrix<'_>) -> Result<Structure, Failure> {
    let n = chain.states();
    let mut work = zeros::<f64>(classes::classes_work_len(n))?;
    let mut labels = zeros::<u32>(n)?;
    let count = classes::class_labels(chain, &mut work, &mut labels)?;
    let mut periods = Vec::new();
    for class in 0..count {
        if let Some(state) = labels.iter().position(|label| *label as usize == class) {
            periods.push(classes::period(chain, state, &mut work)?);
        }
    }
    let mut absorbing = Vec::new();
    for state in 0..n {
        if classes::is_absorbing(chain, state)? {
            absorbing.push(state);
        }
    }
    Ok(Structure {
        irreducible: classes::is_irreducible(chain, &mut work)?,
        labels,
        classes: count,
        periods,
        absorbing,
    })
}

fn how_it_mixes(chain: StochasticMatrix<'_>) -> Result<Mixing, Failure> {
    let n = chain.states();
    let mut few =
        zeros::<f64>(mixing::second_eigenvalue_work_len(n).max(ergodicity::tau_inf_work_len(n)))?;
    let second_upper = if n <= MOST_SQUARED {
        let mut work = zeros::<f64>(mixing::second_eigenvalue_upper_work_len(n))?;
        Some(mixing::second_eigenvalue_upper(
            chain, SQUARINGS, &mut work,
        )?)
    } else {
        None
    };
    let steps = if n <= MOST_SQUARED {
        let mut work = zeros::<f64>(mixing_time::work_len(n))?;
        mixing_time::mixing_time_upper(chain, DISTANCE, &mut work)?.map(|steps| Steps {
            distance: DISTANCE,
            steps,
        })
    } else {
        None
    };
    Ok(Mixing {
        second: mixing::second_eigenvalue(chain, ITERATIONS, &mut few)?,
        second_upper,
        tau_one: (n <= MOST_STATES).then(|| ergodicity::tau_one(chain)),
        tau_inf: ergodicity::tau_inf(chain, &mut few)?,
        steps,
    })
}

/// One of the most likely next states.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    pub state: usize,
    pub probability: f64,
    pub interval: Interval,
}

impl Analysis<'_> {
    /// The intervals of the long-run shares, one for each state or none.
    pub fn shares(&self) -> &[Interval] {
        self.long_run
            .as_ref()
            .map_or(&[], |long_run| &long_run.intervals)
    }

    /// The `most` most likely states after `from`, the likeliest first.
    pub fn next(&self, from: usize, most: usize) -> Result<Vec<Next>, Failure> {
        let range = self.support.row_range(from).unwrap_or_default();
        let row = self.released.matrix.get(range.clone()).unwrap_or_default();
        let targets = self.support.row(from).into_iter().flatten();
        let mut order: Vec<(usize, usize, f64)> = range
            .zip(targets)
            .zip(row)
            .map(|((place, to), p)| (place, to, *p))
            .collect();
        order.sort_by(|a, b| b.2.total_cmp(&a.2));
        order
            .into_iter()
            .take(most)
            .map(|(place, state, probability)| {
                Ok(Next {
                    state,
                    probability,
                    interval: self.cell(from, place, probability)?,
                })
            })
            .collect()
    }

    /// The interval of one transition's share in the log; `place`: among all feasible cells.
    fn cell(&self, from: usize, place: usize, probability: f64) -> Result<Interval, Failure> {
        let cells = self.support.row_len(from).unwrap_or(0);
        if cells == 1 {
            return Ok(Interval::ONE);
        }
        let Some(total) = self.totals.row(from) else {
            return Ok(Interval::ALL); // a row without an event has no shares
        };
        let (target, level) = (Target::Log, self.level);
        let interval = match (&self.released.choice.mechanism, &self.released.integers) {
            (Chosen::Dirichlet(m), _) => {
                interval::dirichlet(probability, cells, total, m.parameters(), target, level)
            }
            (Chosen::Polya(m), Integers::Tallies(tallies)) => {
                let tally = tallies.get(place).copied().unwrap_or(0);
                interval::polya(tally, cells, total, m.parameters(), target, level)
            }
            (mechanism, Integers::NoisyCounts(counts)) => {
                let row = self
                    .support
                    .row_range(from)
                    .and_then(|range| counts.get(range));
                let sum = noisy_sum(row.unwrap_or_default());
                let count = counts.get(place).copied().unwrap_or(0);
                match (cell_noise(mechanism), self.totals.source) {
                    (None, _) => return Ok(Interval::ALL),
                    (Some(noise), Source::Noisy) => {
                        interval::noisy(count, sum, cells, noise, target, level)
                    }
                    (Some(noise), _) => {
                        interval::noisy_of_total(count, sum, cells, total, noise, target, level)
                    }
                }
            }
            _ => return Ok(Interval::ALL),
        };
        Ok(interval?)
    }
}
