//! What a released chain says, and how far to trust it: the library's figures, gathered.
use super::totals::{Source, Totals, cell_noise, noisy_sum};
use crate::chosen::{Chosen, Integers};
use crate::failure::Failure;
use crate::log_reader::zeros;
use crate::release::Released;
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, classes, ergodicity, group_inverse, mixing, mixing_time};
use dpmarkov::domain::Level;
use dpmarkov::utility::interval::{self, Interval, Target};
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::stationary_error;

/// The most states for which everything is computed; beyond it what takes n^3 steps many times over is left out.
pub const MOST_STATES: usize = 1024;
/// The same of the bounds that multiply matrices.
pub const MOST_SQUARED: usize = 512;
/// Iterations for |lambda_2|.
const ITERATIONS: u32 = 10_000;
/// Squarings for its bound.
const SQUARINGS: u32 = 12;
/// The largest pull towards equal shares that a correction of first order is trusted with.
const MOST_SHRINK: f64 = 0.2;
/// How near its long run a chain is called mixed, in total variation.
const DISTANCE: f64 = 0.01;

/// Everything that is told of a release.
pub struct Analysis<'a> {
    pub released: &'a Released,
    pub level: Level,
    pub totals: Totals,
    pub structure: Structure,
    pub mixing: Mixing,
    /// `None` where it is not computed: several recurrent classes, or too many states.
    pub long_run: Option<LongRun>,
}

/// How far the long run of the released chain may lie from that of the log.
pub struct LongRun {
    /// One for each state.
    pub intervals: Vec<Interval>,
    /// Whether the intervals are where the log's shares are: the pull towards equal shares was taken out. Else they are about the noise alone.
    pub corrected: bool,
    /// The largest pull of a row towards equal shares, from 0 to 1.
    pub shrink: f64,
    /// The expected total variation between both long runs, where there is one.
    pub estimate: Option<f64>,
    /// What that total variation does not exceed, at the level of the intervals.
    pub bound: f64,
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
    let chain = StochasticMatrix::new(&released.matrix, n)?;
    let totals = Totals::of(released, row_total);
    let structure = structure(chain)?;
    let long_run = if structure.classes == 1 && n <= MOST_STATES {
        long_run(released, chain, &totals, level)?
    } else {
        None
    };
    Ok(Analysis {
        released,
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

/// Intervals of the long-run shares, and how far they may be off together.
fn long_run(
    released: &Released,
    chain: StochasticMatrix<'_>,
    totals: &Totals,
    level: Level,
) -> Result<Option<LongRun>, Failure> {
    let n = chain.states();
    let mut inverse = zeros::<f64>(n * n)?;
    let mut pi = zeros::<f64>(n)?;
    let mut work = zeros::<f64>(group_inverse::work_len(n))?;
    match group_inverse::group_inverse(chain, &mut work, &mut inverse, &mut pi) {
        // Too close to several classes for any error bar.
        Err(Error::Underflow) => return Ok(None),
        done => done?,
    }
    let mut laws = Vec::with_capacity(n);
    for i in 0..n {
        laws.push(totals.law(released, i, n)?);
    }
    let shrink = laws.iter().map(RowLaw::shrink).fold(0.0, f64::max);
    let noises: Vec<_> = laws.iter().map(RowLaw::noise).collect();
    let mut variances = zeros::<f64>(n)?;
    let mut few = zeros::<f64>(stationary_error::variances_work_len(n))?;
    stationary_error::variances(chain, &pi, &inverse, &noises, &mut few, &mut variances)?;
    let corrected = shrink <= MOST_SHRINK;
    let mut effect = zeros::<f64>(n)?;
    if corrected {
        let mut few = zeros::<f64>(stationary_error::bias_effect_work_len(n))?;
        stationary_error::after_release_bias_effect(
            chain,
            &pi,
            &inverse,
            &laws,
            &mut few,
            &mut effect,
        )?;
    }
    let mut intervals = Vec::with_capacity(n);
    for ((pi, effect), variance) in pi.iter().zip(&effect).zip(&variances) {
        let middle = (pi - effect).clamp(0.0, 1.0);
        intervals.push(interval::stationary(middle, *variance, level)?);
    }
    let estimate = if shrink < 1.0 {
        let mut few = zeros::<f64>(stationary_error::estimate_work_len(n))?;
        Some(stationary_error::after_release_estimate(
            chain, &pi, &inverse, &laws, &mut few,
        )?)
    } else {
        None
    };
    let tau = group_inverse::tau_one(&inverse, n)?;
    let bound = stationary_error::after_release_bound(chain, tau, &laws, level)?;
    Ok(Some(LongRun {
        intervals,
        corrected,
        shrink,
        estimate,
        bound,
    }))
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
        let n = self.released.states.len();
        let row = self.released.matrix.chunks(n).nth(from).unwrap_or_default();
        let mut order: Vec<(usize, f64)> = row.iter().copied().enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        order
            .into_iter()
            .take(most)
            .map(|(state, probability)| {
                Ok(Next {
                    state,
                    probability,
                    interval: self.cell(from, state, probability)?,
                })
            })
            .collect()
    }

    /// The interval of one transition's share in the log.
    fn cell(&self, from: usize, to: usize, probability: f64) -> Result<Interval, Failure> {
        let n = self.released.states.len();
        let Some(total) = self.totals.row(from) else {
            return Ok(Interval::ALL); // a row without an event has no shares
        };
        let (target, level) = (Target::Log, self.level);
        let interval = match (&self.released.choice.mechanism, &self.released.integers) {
            (Chosen::Dirichlet(m), _) => {
                interval::dirichlet(probability, n, total, m.parameters(), target, level)
            }
            (Chosen::Polya(m), Integers::Tallies(tallies)) => {
                let tally = tallies.get(from * n + to).copied().unwrap_or(0);
                interval::polya(tally, n, total, m.parameters(), target, level)
            }
            (mechanism, Integers::NoisyCounts(counts)) => {
                let row = counts.chunks(n).nth(from).unwrap_or_default();
                let (count, sum) = (row.get(to).copied().unwrap_or(0), noisy_sum(row));
                match (cell_noise(mechanism), self.totals.source) {
                    (None, _) => return Ok(Interval::ALL),
                    (Some(noise), Source::Noisy) => {
                        interval::noisy(count, sum, n, noise, target, level)
                    }
                    (Some(noise), _) => {
                        interval::noisy_of_total(count, sum, n, total, noise, target, level)
                    }
                }
            }
            _ => return Ok(Interval::ALL),
        };
        Ok(interval?)
    }
}
