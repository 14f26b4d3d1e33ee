//! One release: the log goes in, what may be published comes out.
use crate::args::{AdjacencyName, ReleaseArgs, ReleaseFormat};
use crate::chosen::Integers;
use crate::failure::Failure;
use crate::ledger::{self, Charged};
use crate::log_reader::{Log, Public, zeros};
use crate::long_run::{self, LongRun};
use crate::parameters::{self, Choice};
use crate::report::write::Reported;
use crate::states::{self, MOST_STATES, MOST_STATES_ON_SUPPORT};
use crate::support_file::{self, Feasible, OutsideChoice};
use dpmarkov::chain::SparseMatrix;
use dpmarkov::counts::SparseCounts;
use dpmarkov::domain::GeometricRate;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;

/// Where the list of states came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatesFrom {
    /// A public file.
    File,
    /// The log: the list itself is not protected.
    Log,
    /// The public support.
    Support,
    /// Numbers alone: a report holds no names.
    Report,
}

impl StatesFrom {
    pub fn name(self) -> &'static str {
        match self {
            StatesFrom::File => "file",
            StatesFrom::Log => "log",
            StatesFrom::Support => "support",
            StatesFrom::Report => "report",
        }
    }
}

/// Everything that may be published. `matrix`, `integers` and `stationary` depend on the log through the mechanism
/// alone; `row_totals` stand there by the user's choice and are the same for neighbours; the rest depends on options, on the list of states and on the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Released {
    pub states: Vec<String>,
    pub states_from: StatesFrom,
    /// Public: the cells that `matrix` and `integers` have an element for.
    pub feasible: Feasible,
    /// What became of events outside the support; `None` without one.
    pub outside: Option<OutsideChoice>,
    pub matrix: Vec<f64>,
    pub integers: Integers,
    /// Empty where it was left out.
    pub stationary: Vec<f64>,
    /// Why it was left out, or how it was computed if not by elimination.
    pub long_run: LongRun,
    /// The true events of each row, where the user says that they are public: under adjacency `destination`, whose neighbours share them.
    pub row_totals: Option<Vec<u64>>,
    /// The row totals with noise that stand in a report.
    pub noisy_totals: Option<NoisyTotals>,
    pub choice: Choice,
    /// 0 where a report was read, which does not say.
    pub expected_row_total: u64,
    pub charged: Option<Charged>,
    /// The report that was written beside it.
    pub reported: Option<Reported>,
}

/// Row totals with two-sided geometric noise.
#[derive(Debug, Clone, PartialEq)]
pub struct NoisyTotals {
    pub guarantee: Guarantee,
    pub rate: GeometricRate,
    pub rows: Vec<i64>,
}

/// What the release says beside its numbers.
pub struct Settings {
    pub expected_row_total: u64,
    pub states_from: StatesFrom,
    pub outside: Option<OutsideChoice>,
    /// Whether the true row totals are published: the user's choice, under adjacency `destination` alone.
    pub publish_row_totals: bool,
    pub charged: Option<Charged>,
}

/// Refuses to publish row totals where a neighbour's may be others, and where the output has no place for them.
pub fn row_totals_fit(args: &ReleaseArgs) -> Result<(), Failure> {
    if !args.publish_row_totals {
        return Ok(());
    }
    if args.guarantee.adjacency != AdjacencyName::Destination {
        return Err(Failure::Usage(format!(
            "--publish-row-totals writes the true number of events of each row, which --adjacency {} protects: expected it beside --adjacency destination alone",
            Adjacency::from(args.guarantee.adjacency).name()
        )));
    }
    if outside(args) == &OutsideChoice::Drop {
        return Err(Failure::Usage(
            "--publish-row-totals with --outside drop: an event that is dropped leaves its row's total, which then tells of it; expected --outside refuse or other:STATE beside it"
                .to_string(),
        ));
    }
    if args.format != ReleaseFormat::Json {
        return Err(Failure::Usage(
            "--publish-row-totals: only the JSON has a place for row totals; expected --format json beside it".to_string(),
        ));
    }
    Ok(())
}

/// What the options promise. A ledger counts exactly: there, numbers are rounded downwards, each run is one release, and it must protect whom the ledger counts for.
pub fn guarantee(args: &ReleaseArgs) -> Result<Guarantee, Failure> {
    let guarantee = parameters::guarantee(&args.guarantee)?;
    let Some(file) = &args.ledger else {
        if args.spending.is_given() {
            return Err(Failure::Usage(
                "--window, --close-before and --at-least-generation are about a ledger: expected --ledger FILE beside them"
                    .to_string(),
            ));
        }
        return Ok(guarantee);
    };
    if args.guarantee.releases != 1 {
        return Err(Failure::Usage(
            "with --ledger each run is one release and the ledger counts them: leave --releases out".to_string(),
        ));
    }
    let counted_for = ledger::peek(file, &args.spending)?.adjacency();
    if counted_for != guarantee.adjacency {
        return Err(Failure::Usage(format!(
            "the ledger counts for adjacency {}: expected --adjacency {} and not {}",
            counted_for.name(),
            counted_for.name(),
            guarantee.adjacency.name()
        )));
    }
    Ok(guarantee)
}

/// Refuses standard input for more than one of the inputs.
pub fn one_standard_input(args: &ReleaseArgs) -> Result<(), Failure> {
    let inputs = [
        ("the log", Some(&args.log)),
        ("--states", args.states.as_ref()),
        ("--support", args.support.as_ref()),
    ];
    let mut piped = inputs
        .iter()
        .filter(|(_, path)| path.is_some_and(|path| path.as_os_str() == "-"));
    match (piped.next(), piped.next()) {
        (Some((first, _)), Some((second, _))) => Err(Failure::Usage(format!(
            "{first} and {second} cannot both be standard input: expected a file for one of them"
        ))),
        _ => Ok(()),
    }
}

/// What the options say of events outside the support.
pub fn outside(args: &ReleaseArgs) -> &OutsideChoice {
    args.outside.as_ref().unwrap_or(&OutsideChoice::Refuse)
}

/// The public inputs: the list of states and the support.
pub fn public(args: &ReleaseArgs) -> Result<Public, Failure> {
    let most = match args.support {
        Some(_) => MOST_STATES_ON_SUPPORT,
        None => MOST_STATES,
    };
    let known = args.states.as_deref().map(|path| states::read(path, most));
    let known = known.transpose()?;
    match (&args.support, known) {
        (Some(path), known) => {
            let (states, feasible) = support_file::read(path, known)?;
            Ok(Public::Support(states, feasible, outside(args).clone()))
        }
        (None, Some(known)) => Ok(Public::States(known)),
        (None, None) => Ok(Public::Nothing),
    }
}

/// Releases `log`; all randomness comes from `rng`.
pub fn release(
    log: &Log,
    choice: Choice,
    settings: Settings,
    rng: &mut Generator,
) -> Result<Released, Failure> {
    let support = log.feasible.view()?;
    let counts = SparseCounts::new(support, &log.counts)?;
    let room = long_run::Room::on(&support)?;
    // From here on `drawn` stands between the counts and everything that is computed.
    let drawn = choice.mechanism.release(counts, rng)?;
    // By the user's choice alone, and never where a neighbour's totals may be others: an event that is dropped leaves its row's.
    let public_totals = settings.publish_row_totals
        && choice.mechanism.guarantee().adjacency == Adjacency::Destination
        && settings.outside != Some(OutsideChoice::Drop);
    let row_totals = public_totals.then(|| totals(counts));
    let chain = SparseMatrix::new(support, &drawn.matrix)?;
    let (stationary, long_run) = room.compute(chain)?;
    Ok(Released {
        states: log.states.clone(),
        states_from: settings.states_from,
        feasible: log.feasible.clone(),
        outside: settings.outside,
        matrix: drawn.matrix,
        integers: drawn.integers,
        stationary,
        long_run,
        row_totals,
        noisy_totals: None,
        choice,
        expected_row_total: settings.expected_row_total,
        charged: settings.charged,
        reported: None,
    })
}

impl Released {
    /// The released chain, its feasible cells alone.
    pub fn chain(&self) -> Result<SparseMatrix<'_>, Failure> {
        Ok(SparseMatrix::new(self.feasible.view()?, &self.matrix)?)
    }

    /// All n * n probabilities, 0 where a transition is infeasible.
    pub fn dense(&self) -> Result<Vec<f64>, Failure> {
        let chain = self.chain()?;
        let n = chain.states();
        let mut cells = zeros::<f64>(n.saturating_mul(n))?;
        chain.expand(&mut cells)?;
        Ok(cells)
    }
}

/// The true events of each row of `log`, for whoever adds noise to them.
pub fn totals_of(log: &Log) -> Result<impl FnOnce() -> Vec<u64>, Failure> {
    let counts = SparseCounts::new(log.feasible.view()?, &log.counts)?;
    Ok(move || totals(counts))
}

/// The events of each row.
fn totals(counts: SparseCounts<'_, '_>) -> Vec<u64> {
    let total = |row: &[u32]| row.iter().map(|c| u64::from(*c)).sum();
    counts.rows().map(total).collect()
}
