//! [A, Section 6.2]: the stationary distribution of taxi trips.
use super::bounds::{Known, Structure};
use super::simulate::{Experiment, Mean, Plan, middle_95};
use super::taxi::{Chain, stationary_distribution};
use crate::failure::Failure;
use dpmarkov::chain::stationary::gth_work_len;
use dpmarkov::domain::{Delta, Floor, Releases};
use dpmarkov::mechanism::{Geometric, PublishedDirichlet};
use dpmarkov::privacy::rows::RowParameters;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::utility::total_variation_distance;

/// The cut of Theorem 1, in every row.
pub const GAMMA: f64 = 1e-8;
/// The simulations of each concentration in the paper.
pub const RUNS: u32 = 1000;
/// k_i = k_min,i (1 + j/10) for j up to this.
const STEPS: u32 = 20;

/// Which transitions are kept: [A, Section 6.2] prepared its data first, in a supplement that is not at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All that occur.
    Every,
    /// Those with at least [`Kept::fewest_trips`] trips, and the zones that still have enough of them.
    Frequent,
}

impl Kept {
    /// A transition with fewer trips counts as infeasible.
    pub fn fewest_trips(self) -> u32 {
        match self {
            Kept::Every => 1,
            Kept::Frequent => 10,
        }
    }

    /// For a title.
    pub fn words(self) -> &'static str {
        match self {
            Kept::Every => "Every transition that occurs",
            Kept::Frequent => "Transitions of at least 10 trips",
        }
    }

    /// In the names of files.
    pub fn ending(self) -> &'static str {
        match self {
            Kept::Every => "",
            Kept::Frequent => "-frequent",
        }
    }

    fn dirichlet(self) -> Experiment {
        let (number, label) = match self {
            Kept::Every => (2, "every transition, Dirichlet"),
            Kept::Frequent => (3, "frequent transitions, Dirichlet"),
        };
        Experiment { number, label }
    }

    fn geometric(self) -> Experiment {
        let (number, label) = match self {
            Kept::Every => (4, "every transition, geometric"),
            Kept::Frequent => (5, "frequent transitions, geometric"),
        };
        Experiment { number, label }
    }
}

/// What the paper prints, on data of its own: (epsilon, delta), and E TV at the first.
pub struct Printed {
    pub epsilon: f64,
    pub delta: f64,
    pub mean_tv: f64,
}

/// [A, Section 6.2] at the strongest privacy.
pub const PRINTED: Printed = Printed {
    epsilon: 3.73,
    delta: 3e-6,
    mean_tv: 0.017,
};

/// All rows at k_min,i (1 + j/10).
pub struct Level {
    /// k_i / k_min,i.
    pub multiple: f64,
    /// Theorem 1 and Lemma 1: the largest of any row.
    pub published_epsilon: f64,
    pub published_delta: f64,
    /// The exact profile of the same chain, at the published delta.
    pub exact_epsilon: f64,
    /// TV(pi, pi~), simulated.
    pub tv: Mean,
    /// Bounds and estimate of its mean.
    pub known: Known,
    /// The geometric mechanism at (exact_epsilon, published_delta): its noise, and TV(pi, pi~), simulated.
    pub geometric_rate: f64,
    pub geometric_tv: Mean,
}

/// One zone at the strongest privacy.
pub struct Share {
    pub truth: f64,
    pub mean: Mean,
    /// The middle 95 % of the simulations.
    pub middle: (f64, f64),
}

/// The whole experiment on one chain.
pub struct Taxis {
    pub kept: Kept,
    pub chain: Chain,
    pub levels: Vec<Level>,
    /// The stationary distribution at the first level, zone by zone.
    pub strongest: Vec<Share>,
}

/// One run: TV(pi, pi~), and pi~ where it is wanted.
type Run = (f64, Option<Vec<f64>>);

/// Computes and simulates.
pub fn run(plan: &Plan, kept: Kept) -> Result<Taxis, Failure> {
    let chain = Chain::new(kept.fewest_trips())?;
    let multiples: Vec<f64> = (0..=STEPS).map(|j| f64::from(10 + j) / 10.0).collect();
    let mechanisms = multiples
        .iter()
        .map(|multiple| mechanisms(&chain, *multiple))
        .collect::<Result<Vec<_>, _>>()?;
    let mut costs = Vec::new();
    let mut geometrics = Vec::new();
    for rows in &mechanisms {
        let cost = cost(rows)?;
        let (published_epsilon, delta, exact_epsilon) = cost;
        let promise = Guarantee::new(Adjacency::Destination, exact_epsilon, delta, 1)?;
        geometrics.push(Geometric::new(promise)?);
        costs.push((published_epsilon, delta, exact_epsilon));
    }
    let dirichlet = simulate(plan, kept.dirichlet(), &chain, |setting, row, rng, out| {
        let mechanism = mechanisms.get(setting).and_then(|rows| rows.get(row));
        let counts = chain.rows.get(row).map(|row| row.counts.as_slice());
        match (mechanism, counts) {
            (Some(mechanism), Some(counts)) => mechanism.release_row(rng, counts, out),
            _ => Err(dpmarkov::Error::StateIndex),
        }
    })?;
    let geometric = simulate(plan, kept.geometric(), &chain, |setting, row, rng, out| {
        let mechanism = geometrics.get(setting);
        let counts = chain.rows.get(row).map(|row| row.counts.as_slice());
        match (mechanism, counts) {
            (Some(mechanism), Some(counts)) => {
                let mut noisy = vec![0; counts.len()];
                mechanism.release_row(rng, counts, Floor::new(0)?, &mut noisy, out)
            }
            _ => Err(dpmarkov::Error::StateIndex),
        }
    })?;
    let structure = Structure::new(&chain)?;
    let mut levels = Vec::new();
    let settings = mechanisms
        .iter()
        .zip(&multiples)
        .zip(costs)
        .zip(&geometrics);
    for (((((rows, multiple), cost), geometric), runs), geometric_runs) in
        settings.zip(&dirichlet).zip(&geometric)
    {
        let (published_epsilon, published_delta, exact_epsilon) = cost;
        let concentrations: Vec<f64> = rows.iter().map(PublishedDirichlet::concentration).collect();
        levels.push(Level {
            multiple: *multiple,
            published_epsilon,
            published_delta,
            exact_epsilon,
            tv: mean_distance(runs),
            known: structure.known(&concentrations)?,
            geometric_rate: geometric.rate().get(),
            geometric_tv: mean_distance(geometric_runs),
        });
    }
    let strongest = dirichlet.first().map(|runs| shares(&chain.pi, runs));
    Ok(Taxis {
        kept,
        chain,
        levels,
        strongest: strongest.unwrap_or_default(),
    })
}

/// [A, Algorithm 2]: every row with its own concentration.
fn mechanisms(chain: &Chain, multiple: f64) -> Result<Vec<PublishedDirichlet>, dpmarkov::Error> {
    let rows = chain.rows.iter();
    rows.map(|row| {
        let k = multiple * row.smallest_k;
        PublishedDirichlet::new(k, row.eta, row.total, row.cells.len())
    })
    .collect()
}

/// Published epsilon and delta of the chain, and its exact epsilon at that delta.
fn cost(rows: &[PublishedDirichlet]) -> Result<(f64, f64, f64), dpmarkov::Error> {
    let (mut epsilon, mut delta) = (0.0f64, 0.0f64);
    for row in rows {
        epsilon = epsilon.max(row.epsilon(GAMMA)?);
        delta = delta.max(row.delta_upper(GAMMA)?);
    }
    let parameters: Vec<_> = rows.iter().map(|row| *row.parameters()).collect();
    let exact = RowParameters::new(&parameters)?.epsilon_upper(
        Adjacency::Destination,
        Releases::ONE,
        Delta::new(delta)?,
    )?;
    Ok((epsilon, delta, exact))
}

/// Draws every row by `release(setting, row, rng, out)`, `out` the feasible cells, and solves for the stationary distribution.
fn simulate(
    plan: &Plan,
    experiment: Experiment,
    chain: &Chain,
    release: impl Fn(
        usize,
        usize,
        &mut dpmarkov::random::Generator,
        &mut [f64],
    ) -> Result<(), dpmarkov::Error>
    + Sync,
) -> Result<Vec<Vec<Run>>, Failure> {
    let n = chain.zones.len();
    let scratch = || (vec![0.0; n], vec![0.0; n * n], vec![0.0; gth_work_len(n)]);
    let settings = STEPS as usize + 1;
    plan.simulate(experiment, settings, scratch, |setting, rng, scratch| {
        let (released, matrix, work) = scratch;
        for (number, (row, dense)) in chain
            .rows
            .iter()
            .zip(matrix.chunks_exact_mut(n))
            .enumerate()
        {
            let feasible = released
                .get_mut(..row.cells.len())
                .ok_or(dpmarkov::Error::Length)?;
            release(setting, number, rng, feasible)?;
            row.spread(feasible.iter().copied(), dense);
        }
        let pi = stationary_distribution(matrix, work, n)?;
        let distance = total_variation_distance(&chain.pi, &pi)?;
        Ok((distance, (setting == 0).then_some(pi)))
    })
}

fn mean_distance(runs: &[Run]) -> Mean {
    let distances: Vec<f64> = runs.iter().map(|(distance, _)| *distance).collect();
    Mean::of(&distances)
}

fn shares(truth: &[f64], runs: &[Run]) -> Vec<Share> {
    let zones = truth.iter().enumerate();
    zones
        .map(|(zone, truth)| {
            let drawn = runs.iter().filter_map(|(_, pi)| pi.as_ref()?.get(zone));
            let mut drawn: Vec<f64> = drawn.copied().collect();
            Share {
                truth: *truth,
                mean: Mean::of(&drawn),
                middle: middle_95(&mut drawn),
            }
        })
        .collect()
}
