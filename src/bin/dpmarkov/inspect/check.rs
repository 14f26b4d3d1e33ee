//! From a file to a release: everything that its numbers must agree on is computed anew.
use super::file::{File, fault};
use super::report::Facts;
use crate::chosen::{Chosen, Integers};
use crate::failure::{Failure, shown};
use crate::log_reader::zeros;
use crate::long_run;
use crate::output::promise::number;
use crate::parameters::Choice;
use crate::release::{Released, StatesFrom};
use crate::source::JSON;
use crate::states::MOST_STATES;
use crate::support_file::{Feasible, OutsideChoice};
use dpmarkov::Error;
use dpmarkov::chain::SparseMatrix;
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, Floor, GeometricRate, PolyaParameters, Variance};
use dpmarkov::mechanism::noisy;
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
    /// What stands in it beside the chain, where it is a report.
    pub report: Option<Facts>,
}

struct Checker<'a> {
    file: File,
    name: &'a str,
}

/// Checks what was read from `name`.
pub fn check(file: File, name: &str) -> Result<Checked, Failure> {
    let mut checker = Checker { file, name };
    checker.states()?;
    let (feasible, matrix) = checker.matrix()?;
    let support = feasible.view()?;
    let integers = checker.integers(&support)?;
    let choice = checker.choice(&feasible)?;
    let matrix_follows = checker.follows(support, &matrix, &integers, &choice)?;
    let chain = SparseMatrix::new(support, &matrix)?;
    let (stationary, long_run) = long_run::Room::on(&support)?.compute(chain)?;
    checker.stationary(&stationary)?;
    let outside = checker.outside(&feasible)?;
    let row_totals = checker.row_totals(&choice, outside.as_ref())?;
    let states_from = match checker.file.states_from.as_str() {
        "file" => StatesFrom::File,
        "log" => StatesFrom::Log,
        "support" => StatesFrom::Support,
        other => {
            let found = format!("states_from is {}", shown(other.as_bytes()));
            return Err(checker.fault(found, "\"file\", \"support\" or \"log\""));
        }
    };
    Ok(Checked {
        version: checker.file.version,
        matrix_follows,
        report: None,
        released: Released {
            states: checker.file.states,
            states_from,
            outside,
            feasible: feasible.clone(),
            matrix,
            integers,
            stationary,
            long_run,
            row_totals,
            noisy_totals: None,
            expected_row_total: checker.file.expected_row_total,
            choice,
            charged: None,
            reported: None,
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
                "from 2 to 4096 states",
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

    /// Rows as long as those of the support, in one piece.
    fn in_shape<T: Clone + Default>(
        &self,
        key: &str,
        rows: Vec<Vec<T>>,
        support: &Support<'_>,
    ) -> Result<Vec<T>, Failure> {
        self.rows_of_states(key, rows.len())?;
        for (i, (row, targets)) in rows.iter().zip(support.rows()).enumerate() {
            if row.len() != targets.len() {
                let found = format!("{} in {key}[{i}]", counted(row.len(), "number"));
                let expected = match self.file.targets {
                    None => format!("{}, one for each state", targets.len()),
                    Some(_) => format!("{}, one for each of its targets", targets.len()),
                };
                return Err(self.fault(found, &expected));
            }
        }
        let mut cells = zeros::<T>(support.cells())?;
        for (cell, value) in cells.iter_mut().zip(rows.into_iter().flatten()) {
            *cell = value;
        }
        Ok(cells)
    }

    fn rows_of_states(&self, key: &str, rows: usize) -> Result<(), Failure> {
        let n = self.file.states.len();
        if rows == n {
            return Ok(());
        }
        let found = format!("{} in \"{key}\"", counted(rows, "row"));
        Err(self.fault(found, &format!("{n}, one for each state")))
    }

    /// The feasible cells and their probabilities.
    fn matrix(&mut self) -> Result<(Feasible, Vec<f64>), Failure> {
        const FORMS: &str = "either \"matrix\", or \"targets\" and \"probabilities\"";
        let file = &mut self.file;
        let (feasible, key, rows) =
            match (file.matrix.take(), &file.targets, file.probabilities.take()) {
                (Some(rows), None, None) => (Feasible::all(file.states.len()), "matrix", rows),
                (None, Some(_), Some(rows)) => (self.support()?, "probabilities", rows),
                (None, None, None) => {
                    return Err(self.fault("the key \"matrix\" is missing".to_string(), JSON));
                }
                (Some(_), ..) => {
                    return Err(self.fault("it has \"matrix\" and more".to_string(), FORMS));
                }
                (None, ..) => {
                    return Err(self.fault(
                        "it has one of \"targets\" and \"probabilities\"".to_string(),
                        FORMS,
                    ));
                }
            };
        let support = feasible.view()?;
        let cells = self.in_shape(key, rows, &support)?;
        for i in 0..support.states() {
            let row = cells
                .get(support.row_range(i).unwrap_or_default())
                .unwrap_or_default();
            for (j, p) in row.iter().enumerate() {
                let found = format!("{key}[{i}][{j}] is {p}");
                if !(0.0..=1.0).contains(p) {
                    return Err(self.fault(found, "a probability, from 0 to 1"));
                }
                if (p * STEPS).fract() != 0.0 {
                    return Err(self.fault(
                        format!("{found}, no multiple of 2^-32"),
                        "the numbers as they were released (has another program rounded them?)",
                    ));
                }
            }
            let sum: f64 = row.iter().sum();
            if sum != 1.0 {
                return Err(self.fault(format!("{key}[{i}] sums to {sum}"), "rows that sum to 1"));
            }
        }
        Ok((feasible, cells))
    }

    /// The support that `targets` lists.
    fn support(&self) -> Result<Feasible, Failure> {
        let n = self.file.states.len();
        let rows = self.file.targets.as_deref().unwrap_or_default();
        self.rows_of_states("targets", rows.len())?;
        let mut starts = vec![0u32];
        let mut end = 0u32;
        for (i, row) in rows.iter().enumerate() {
            let rising = row.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
            if !rising || row.is_empty() || row.iter().any(|to| usize::from(*to) >= n) {
                return Err(self.fault(
                    format!("targets[{i}] is no row of a support"),
                    "the numbers of at least one state, rising, counted from 0",
                ));
            }
            end += row.len() as u32; // at most n n, below 2^24
            starts.push(end);
        }
        Ok(Feasible::of_rows(n, starts, rows.concat()))
    }

    fn integers(&mut self, support: &Support<'_>) -> Result<Integers, Failure> {
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
            ("polya", None, Some(rows)) => {
                Ok(Integers::Tallies(self.in_shape("tallies", rows, support)?))
            }
            ("geometric" | "gaussian", Some(rows), None) => Ok(Integers::NoisyCounts(
                self.in_shape("noisy_counts", rows, support)?,
            )),
            _ => Err(self.fault(format!("it has {has}"), wants)),
        }
    }

    /// The mechanism, after its parameters were proved to meet the guarantee.
    fn choice(&self, feasible: &Feasible) -> Result<Choice, Failure> {
        let file = &self.file;
        // where every row is 1 nothing is at stake
        let (fewest, typical) = feasible
            .row_cells()?
            .map_or((2, 2), |cells| (cells.fewest, cells.mean.round() as usize));
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
        let parameters = self.parameters(fewest)?;
        let offer = Offer::new(
            parameters,
            self.floor()?.unwrap_or(Floor::NONE),
            file.pure,
            typical,
            total,
        )?;
        let promise = |delta: f64| {
            format!(
                "the {} mechanism at these parameters does not meet epsilon {}, delta {}, adjacency {}, releases {}, for rows of {fewest} cells and more",
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

    fn parameters(&self, fewest: usize) -> Result<MechanismParameters, Failure> {
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
                fewest,
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
        support: Support<'_>,
        matrix: &[f64],
        integers: &Integers,
        choice: &Choice,
    ) -> Result<bool, Failure> {
        let mut made = zeros::<f64>(support.cells())?;
        let (key, done) = match (integers, &choice.mechanism) {
            (Integers::Tallies(tallies), Chosen::Polya(urn)) => (
                "tallies",
                urn.sparse_of_tallies(support, tallies, &mut made).map(drop),
            ),
            (
                Integers::NoisyCounts(counts),
                Chosen::Geometric(_, floor) | Chosen::Gaussian(_, floor),
            ) if self.file.floor.is_some() => (
                "noisy_counts",
                noisy::to_sparse(support, counts, *floor, &mut made).map(drop),
            ),
            _ => return Ok(false),
        };
        done.map_err(|error| self.fault(format!("\"{key}\" makes no chain"), error.message()))?;
        let differs = |i: &usize| {
            let range = support.row_range(*i).unwrap_or_default();
            matrix.get(range.clone()) != made.get(range)
        };
        match (0..support.states()).find(differs) {
            None => Ok(true),
            Some(i) => Err(self.fault(
                format!("row {i} of the matrix is not what {key}[{i}] makes"),
                "a matrix computed from the integers that were released",
            )),
        }
    }

    /// The shares that stand in the file against those of its matrix; none may stand there.
    fn stationary(&self, pi: &[f64]) -> Result<(), Failure> {
        let Some(stands) = &self.file.stationary else {
            return Ok(());
        };
        if stands.len() != pi.len() {
            let found = format!("{} in \"stationary\"", counted(stands.len(), "number"));
            return Err(match pi.len() {
                0 => self.fault(found, "none: this matrix has no long run of its own"),
                n => self.fault(found, &format!("{n}, one for each state")),
            });
        }
        let near = |(_, (a, b)): &(usize, (&f64, &f64))| (*a - *b).abs() <= SHARES; // not so of NaN
        let wrong = stands.iter().zip(pi).enumerate().find(|pair| !near(pair));
        match wrong {
            None => Ok(()),
            Some((i, (stands, pi))) => Err(self.fault(
                format!("stationary[{i}] is {stands}"),
                &format!("{pi}, the long-run share under this matrix"),
            )),
        }
    }

    /// What became of events outside the support, where there is one.
    fn outside(&self, feasible: &Feasible) -> Result<Option<OutsideChoice>, Failure> {
        let given = feasible.is_given();
        match self.file.outside.as_deref() {
            None if !given => Ok(None),
            None => Err(self.fault("the key \"outside\" is missing".to_string(), JSON)),
            Some(_) if !given => Err(self.fault(
                "it has \"outside\"".to_string(),
                "none: every transition is feasible",
            )),
            Some(text) => text.parse().map(Some).map_err(|expected: String| {
                self.fault(format!("outside is {}", shown(text.as_bytes())), &expected)
            }),
        }
    }

    fn row_totals(
        &self,
        choice: &Choice,
        outside: Option<&OutsideChoice>,
    ) -> Result<Option<Vec<u64>>, Failure> {
        let Some(totals) = &self.file.row_totals else {
            return Ok(None);
        };
        let public = choice.mechanism.guarantee().adjacency == Adjacency::Destination;
        if !public || outside == Some(&OutsideChoice::Drop) {
            return Err(self.fault(
                "it has \"row_totals\"".to_string(),
                "none: they may be published under the adjacency destination alone, where no event is dropped",
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
