//! From a file to a release: everything that its numbers must agree on is computed anew.
use super::file::{File, fault};
use crate::chosen::{Chosen, Integers};
use crate::failure::{Failure, shown};
use crate::log_reader::zeros;
use crate::output::promise::number;
use crate::parameters::Choice;
use crate::release::{Released, StatesFrom};
use crate::states::{MOST_STATES, TOO_MANY};
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, stationary};
use dpmarkov::domain::{ExpectedRowTotal, Floor, GeometricRate, PolyaParameters, Variance};
use dpmarkov::mechanism::{Polya, noisy};
use dpmarkov::plan::Offer;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, MechanismParameters};
use std::collections::HashSet;

/// A row in steps of this size is what every mechanism writes.
const STEPS: f64 = 4_294_967_296.0;
/// How far the shares that stand in a file may lie from those of its matrix: another version's last digits.
const SHARES: f64 = 1e-9;

/// A release that agrees with itself.
pub struct Checked {
    pub released: Released,
    /// The version that wrote it.
    pub version: String,
    /// Whether the matrix was computed anew from the integers that it was made from.
    pub matrix_follows: bool,
}

struct Checker<'a> {
    file: File,
    name: &'a str,
}

/// Checks what was read from `name`.
pub fn check(file: File, name: &str) -> Result<Checked, Failure> {
    let mut checker = Checker { file, name };
    checker.states()?;
    let n = checker.file.states.len();
    let matrix = checker.matrix()?;
    let integers = checker.integers()?;
    let choice = checker.choice()?;
    let matrix_follows = checker.follows(&matrix, &integers, &choice)?;
    let stationary = checker.stationary(&matrix, n)?;
    let row_totals = checker.row_totals(&choice)?;
    let states_from = match checker.file.states_from.as_str() {
        "file" => StatesFrom::File,
        "log" => StatesFrom::Log,
        other => {
            let found = format!("states_from is {}", shown(other.as_bytes()));
            return Err(checker.fault(found, "\"file\" or \"log\""));
        }
    };
    Ok(Checked {
        version: checker.file.version,
        matrix_follows,
        released: Released {
            states: checker.file.states,
            states_from,
            matrix,
            integers,
            stationary,
            row_totals,
            expected_row_total: checker.file.expected_row_total,
            choice,
            charged: None,
        },
    })
}

impl Checker<'_> {
    fn fault(&self, found: String, expected: &str) -> Failure {
        fault(self.name, None, found, expected)
    }

    fn states(&self) -> Result<(), Failure> {
        let states = &self.file.states;
        if states.len() < 2 || states.len() > MOST_STATES {
            return Err(self.fault(
                format!("{} in \"states\"", counted(states.len(), "name")),
                TOO_MANY,
            ));
        }
        let mut seen = HashSet::new();
        for (i, state) in states.iter().enumerate() {
            if state.is_empty() {
                return Err(self.fault(format!("states[{i}] is empty"), "a name for each state"));
            }
            if !seen.insert(state) {
                let found = format!(
                    "the state {} stands in \"states\" twice",
                    shown(state.as_bytes())
                );
                return Err(self.fault(found, "each state once"));
            }
        }
        Ok(())
    }

    /// n rows of n cells, in one piece.
    fn square<T: Clone + Default>(&self, key: &str, rows: Vec<Vec<T>>) -> Result<Vec<T>, Failure> {
        let n = self.file.states.len();
        let expected = format!("{n}, one for each state");
        if rows.len() != n {
            return Err(self.fault(
                format!("{} in \"{key}\"", counted(rows.len(), "row")),
                &expected,
            ));
        }
        if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != n) {
            let found = format!("{} in {key}[{i}]", counted(row.len(), "number"));
            return Err(self.fault(found, &expected));
        }
        let mut cells = zeros::<T>(n * n)?;
        for (cell, value) in cells.iter_mut().zip(rows.into_iter().flatten()) {
            *cell = value;
        }
        Ok(cells)
    }

    fn matrix(&mut self) -> Result<Vec<f64>, Failure> {
        let rows = std::mem::take(&mut self.file.matrix);
        let cells = self.square("matrix", rows)?;
        let n = self.file.states.len();
        for (i, row) in cells.chunks(n).enumerate() {
            if let Some((j, p)) = row
                .iter()
                .enumerate()
                .find(|(_, p)| !(0.0..=1.0).contains(*p))
            {
                return Err(self.fault(
                    format!("matrix[{i}][{j}] is {p}"),
                    "a probability, from 0 to 1",
                ));
            }
            if let Some((j, p)) = row
                .iter()
                .enumerate()
                .find(|(_, p)| (**p * STEPS).fract() != 0.0)
            {
                return Err(self.fault(
                    format!("matrix[{i}][{j}] is {p}, no multiple of 2^-32"),
                    "the numbers as they were released (has another program rounded them?)",
                ));
            }
            let sum: f64 = row.iter().sum();
            if sum != 1.0 {
                return Err(self.fault(format!("matrix[{i}] sums to {sum}"), "rows that sum to 1"));
            }
        }
        Ok(cells)
    }

    fn integers(&mut self) -> Result<Integers, Failure> {
        let noisy = self.file.noisy_counts.take();
        let tallies = self.file.tallies.take();
        let wants = match self.file.mechanism.as_str() {
            "dirichlet" => "neither \"noisy_counts\" nor \"tallies\" under the mechanism dirichlet",
            "polya" => "\"tallies\", and no \"noisy_counts\", under the mechanism polya",
            "geometric" | "gaussian" => {
                "\"noisy_counts\", and no \"tallies\", under the mechanisms geometric and gaussian"
            }
            other => {
                let found = format!("the mechanism {}", shown(other.as_bytes()));
                return Err(self.fault(found, "dirichlet, polya, geometric or gaussian"));
            }
        };
        let has = match (&noisy, &tallies) {
            (None, None) => "neither",
            (Some(_), None) => "\"noisy_counts\"",
            (None, Some(_)) => "\"tallies\"",
            (Some(_), Some(_)) => "both \"noisy_counts\" and \"tallies\"",
        };
        match (self.file.mechanism.as_str(), noisy, tallies) {
            ("dirichlet", None, None) => Ok(Integers::None),
            ("polya", None, Some(rows)) => Ok(Integers::Tallies(self.square("tallies", rows)?)),
            ("geometric" | "gaussian", Some(rows), None) => {
                Ok(Integers::NoisyCounts(self.square("noisy_counts", rows)?))
            }
            _ => Err(self.fault(format!("it has {has}"), wants)),
        }
    }

    /// The mechanism, after its parameters were proved to meet the guarantee.
    fn choice(&self) -> Result<Choice, Failure> {
        let file = &self.file;
        let n = file.states.len();
        let adjacency = Adjacency::ALL
            .into_iter()
            .find(|a| a.name() == file.adjacency);
        let Some(adjacency) = adjacency else {
            let names: Vec<&str> = Adjacency::ALL.iter().map(|a| a.name()).collect();
            let found = format!("the adjacency {}", shown(file.adjacency.as_bytes()));
            return Err(self.fault(found, &names.join(", ")));
        };
        let guarantee = |delta| Guarantee::new(adjacency, file.epsilon, delta, file.releases);
        let refused = |key: &'static str, value: String| {
            move |error: Error| self.fault(format!("{key} is {value}"), error.message())
        };
        let promised = guarantee(file.delta).map_err(refused(
            "the guarantee",
            format!(
                "epsilon {}, delta {}, {} releases",
                file.epsilon, file.delta, file.releases
            ),
        ))?;
        let total = ExpectedRowTotal::new(file.expected_row_total as f64).map_err(refused(
            "expected_row_total",
            file.expected_row_total.to_string(),
        ))?;
        let parameters = self.parameters()?;
        let offer = Offer::new(
            parameters,
            self.floor()?.unwrap_or(Floor::NONE),
            file.pure,
            n,
            total,
        )?;
        let promise = |delta: f64| {
            format!(
                "the {} mechanism at these parameters does not meet epsilon {}, delta {}, adjacency {}, releases {}, for {n} states",
                file.mechanism,
                number(file.epsilon),
                number(delta),
                adjacency.name(),
                file.releases
            )
        };
        const HONEST: &str =
            "the parameters that this release was made with, and the guarantee that they meet";
        let mechanism = Chosen::checked(promised, &offer)
            .map_err(|_| self.fault(promise(file.delta), HONEST))?;
        if file.pure && file.delta > 0.0 {
            let meets = guarantee(0.0).and_then(|pure| Chosen::checked(pure, &offer));
            meets.map_err(|_| self.fault(format!("\"pure\" is true: {}", promise(0.0)), HONEST))?;
        }
        Ok(Choice {
            mechanism,
            offer,
            reason: None,
        })
    }

    fn parameters(&self) -> Result<MechanismParameters, Failure> {
        let file = &self.file;
        let wrong = |keys: &'static str| {
            move |error: Error| self.fault(format!("{keys} cannot be"), error.message())
        };
        Ok(match file.mechanism.as_str() {
            "dirichlet" => MechanismParameters::Dirichlet(
                DirichletParameters::new(
                    self.key("weight", file.weight)?,
                    self.key("pseudo_count", file.pseudo_count)?,
                )
                .map_err(wrong("weight and pseudo_count"))?,
            ),
            "polya" => MechanismParameters::Polya(
                PolyaParameters::new(
                    self.key("event_mass", file.event_mass)?,
                    self.key("prior_mass", file.prior_mass)?,
                    self.key("draw_mass", file.draw_mass)?,
                    self.key("draws", file.draws)?,
                )
                .map_err(wrong("event_mass, prior_mass, draw_mass and draws"))?,
                file.states.len(),
            ),
            "geometric" => MechanismParameters::Geometric(
                GeometricRate::new(
                    self.key("rate_numerator", file.rate_numerator)?,
                    self.key("rate_denominator", file.rate_denominator)?,
                )
                .map_err(wrong("rate_numerator and rate_denominator"))?,
            ),
            _ => MechanismParameters::Gaussian(
                Variance::new(
                    self.key("variance_numerator", file.variance_numerator)?,
                    self.key("variance_denominator", file.variance_denominator)?,
                )
                .map_err(wrong("variance_numerator and variance_denominator"))?,
            ),
        })
    }

    fn key<T>(&self, key: &str, value: Option<T>) -> Result<T, Failure> {
        value.ok_or_else(|| {
            let expected = format!("it, under the mechanism {}", self.file.mechanism);
            self.fault(format!("the key \"{key}\" is missing"), &expected)
        })
    }

    fn floor(&self) -> Result<Option<Floor>, Failure> {
        let Some(events) = self.file.floor else {
            return Ok(None);
        };
        let units = events * f64::from(Floor::PER_EVENT);
        let floor = (units >= 0.0 && units <= f64::from(u32::MAX) && units.fract() == 0.0)
            .then(|| Floor::new(units as u32).ok())
            .flatten();
        floor.map(Some).ok_or_else(|| {
            self.fault(
                format!("floor is {events}"),
                "a number of events from 0 to 1048576, in steps of 1/1024",
            )
        })
    }

    /// Whether the matrix follows from the integers beside it; a fault where it does not, false where the file does not say how.
    fn follows(
        &self,
        matrix: &[f64],
        integers: &Integers,
        choice: &Choice,
    ) -> Result<bool, Failure> {
        let n = self.file.states.len();
        let mut row = zeros::<f64>(n)?;
        let mut compare = |i: usize,
                           made: &mut dyn FnMut(&mut [f64]) -> dpmarkov::Result<()>,
                           key: &str| {
            made(&mut row)
                .map_err(|error| self.fault(format!("{key}[{i}] makes no row"), error.message()))?;
            let same = matrix.chunks(n).nth(i).is_some_and(|stands| stands == row);
            same.then_some(()).ok_or_else(|| {
                self.fault(
                    format!("matrix[{i}] is not what {key}[{i}] makes"),
                    "a matrix computed from the integers that were released",
                )
            })
        };
        match (integers, &choice.mechanism) {
            (Integers::Tallies(tallies), Chosen::Polya(urn)) => {
                for (i, row) in tallies.chunks(n).enumerate() {
                    compare(
                        i,
                        &mut |out| Polya::row_of_tallies(urn, row, out),
                        "tallies",
                    )?;
                }
                Ok(true)
            }
            (
                Integers::NoisyCounts(noisy_counts),
                Chosen::Geometric(_, floor) | Chosen::Gaussian(_, floor),
            ) if self.file.floor.is_some() => {
                for (i, row) in noisy_counts.chunks(n).enumerate() {
                    compare(
                        i,
                        &mut |out| noisy::to_row(row, *floor, out),
                        "noisy_counts",
                    )?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn stationary(&self, matrix: &[f64], n: usize) -> Result<Vec<f64>, Failure> {
        let mut pi = zeros::<f64>(n)?;
        let mut work = zeros::<f64>(stationary::gth_work_len(n))?;
        stationary::gth(StochasticMatrix::new(matrix, n)?, &mut work, &mut pi)?;
        let stands = &self.file.stationary;
        if stands.len() != n {
            let found = format!("{} in \"stationary\"", counted(stands.len(), "number"));
            return Err(self.fault(found, &format!("{n}, one for each state")));
        }
        let wrong = stands
            .iter()
            .zip(&pi)
            .position(|(a, b)| !((a - b).abs() <= SHARES));
        if let Some((i, (stands, pi))) =
            wrong.and_then(|i| Some((i, stands.get(i).zip(pi.get(i))?)))
        {
            return Err(self.fault(
                format!("stationary[{i}] is {stands}"),
                &format!("{pi}, the long-run share under this matrix"),
            ));
        }
        Ok(pi)
    }

    fn row_totals(&self, choice: &Choice) -> Result<Option<Vec<u64>>, Failure> {
        let Some(totals) = &self.file.row_totals else {
            return Ok(None);
        };
        if choice.mechanism.guarantee().adjacency != Adjacency::Destination {
            return Err(self.fault(
                "it has \"row_totals\"".to_string(),
                "none: they are public under the adjacency destination alone",
            ));
        }
        let n = self.file.states.len();
        if totals.len() != n {
            let found = format!("{} in \"row_totals\"", counted(totals.len(), "number"));
            return Err(self.fault(found, &format!("{n}, one for each state")));
        }
        Ok(Some(totals.clone()))
    }
}

/// "1 row", "2 rows".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
