//! The chain of taxi trips that [A, Section 6.2] is repeated on: public data, inside the program.
use crate::failure::Failure;
use crate::log_reader::{self, Public};
use crate::source;
use crate::states;
use dpmarkov::chain::{StochasticMatrix, stationary};
use dpmarkov::privacy::published;

const TRIPS: &[u8] = include_bytes!("../../../../examples/data/manhattan_taxi/transitions.csv");
const ZONES: &[u8] = include_bytes!("../../../../examples/data/manhattan_taxi/states.txt");

/// A zone with fewer feasible destinations is left out. With five the smallest share is below 1/4, as Assumption 3 asks.
const FEWEST_EXITS: usize = 5;

/// The trips out of one zone.
pub struct Row {
    /// The feasible destinations, rising: those with a trip, as [A, Assumption 6] asks.
    pub cells: Vec<usize>,
    /// Their trips.
    pub counts: Vec<u32>,
    pub total: u64,
    /// The smallest feasible share.
    pub eta: f64,
    /// The smallest concentration of [A, Assumption 4].
    pub smallest_k: f64,
}

/// The chain, and the truth about it.
pub struct Chain {
    pub zones: Vec<String>,
    pub rows: Vec<Row>,
    /// The transition probabilities, row by row.
    pub shares: Vec<f64>,
    /// The stationary distribution.
    pub pi: Vec<f64>,
}

impl Chain {
    /// The chain of the transitions with at least `fewest_trips` trips; 1 keeps all.
    ///
    /// Zones without enough destinations left, or without an entry, are left out with all their trips, until none is left to leave out. What is
    /// feasible is read off the counts: this repeats an experiment on public data and protects nobody.
    pub fn new(fewest_trips: u32) -> Result<Self, Failure> {
        let zones = states::parse(ZONES, "states.txt", states::MOST_STATES)?;
        let trips = source::decode(TRIPS, "transitions.csv".to_string(), "CSV")?;
        let log = log_reader::read(trips, Public::States(zones))?;
        let n = log.states.len();
        let count = |from: usize, to: usize| {
            let trips = log.counts.get(from * n + to).copied().unwrap_or(0);
            Some(trips).filter(|trips| *trips >= fewest_trips)
        };
        let mut kept: Vec<usize> = (0..n).collect();
        loop {
            let stays = |zone: &usize| {
                let exits = kept.iter().filter(|to| count(*zone, **to).is_some());
                let entered = kept.iter().any(|from| count(*from, *zone).is_some());
                exits.count() >= FEWEST_EXITS && entered
            };
            let next: Vec<usize> = kept.iter().copied().filter(stays).collect();
            if next.len() == kept.len() {
                break;
            }
            kept = next;
        }
        let rows = kept
            .iter()
            .map(|from| {
                let cells = (0..).zip(&kept);
                Row::new(cells.filter_map(|(cell, to)| Some((cell, count(*from, *to)?))))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let names = kept.iter().filter_map(|zone| log.states.get(*zone));
        let n = kept.len();
        let mut shares = vec![0.0; n * n];
        for (row, dense) in rows.iter().zip(shares.chunks_exact_mut(n)) {
            let share = |count: &u32| f64::from(*count) / row.total as f64;
            row.spread(row.counts.iter().map(share), dense);
        }
        let pi = stationary_distribution(&shares, &mut vec![0.0; stationary::gth_work_len(n)], n)?;
        if !pi.iter().all(|share| *share > 0.0) {
            // Assumption 5
            return Err(Failure::Internal(
                "the chain of trips is reducible".to_string(),
            ));
        }
        Ok(Chain {
            zones: names.cloned().collect(),
            rows,
            shares,
            pi,
        })
    }

    pub fn trips(&self) -> u64 {
        self.rows.iter().map(|row| row.total).sum()
    }

    pub fn feasible_cells(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).sum()
    }
}

impl Row {
    fn new(cells: impl Iterator<Item = (usize, u32)>) -> Result<Self, dpmarkov::Error> {
        let (cells, counts): (Vec<usize>, Vec<u32>) = cells.unzip();
        let total: u64 = counts.iter().map(|c| u64::from(*c)).sum();
        let least = f64::from(counts.iter().copied().min().unwrap_or(0));
        let mut eta = least / total as f64;
        // rounded so that the smallest count lies inside the border
        while eta * total as f64 > least {
            eta = eta.next_down();
        }
        Ok(Row {
            cells,
            counts,
            total,
            eta,
            smallest_k: published::smallest_concentration(eta)?,
        })
    }

    /// Writes the values of the feasible cells to their places in `dense`; zeros elsewhere.
    pub fn spread(&self, values: impl Iterator<Item = f64>, dense: &mut [f64]) {
        dense.fill(0.0);
        for (cell, value) in self.cells.iter().zip(values) {
            if let Some(place) = dense.get_mut(*cell) {
                *place = value;
            }
        }
    }
}

/// The stationary distribution of a matrix of n rows.
pub fn stationary_distribution(
    matrix: &[f64],
    work: &mut [f64],
    n: usize,
) -> Result<Vec<f64>, dpmarkov::Error> {
    let mut pi = vec![0.0; n];
    stationary::gth(StochasticMatrix::new(matrix, n)?, work, &mut pi)?;
    Ok(pi)
}
