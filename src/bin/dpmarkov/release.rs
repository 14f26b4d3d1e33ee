//! One release: the log goes in, what may be published comes out.
use crate::args::ReleaseArgs;
use crate::chosen::Integers;
use crate::failure::Failure;
use crate::ledger::{self, Charged};
use crate::log_reader::{Log, zeros};
use crate::parameters::{self, Choice};
use dpmarkov::chain::{StochasticMatrix, stationary};
use dpmarkov::counts::Counts;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;

/// Where the list of states came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatesFrom {
    /// A public file.
    File,
    /// The log: the list itself is not protected.
    Log,
}

impl StatesFrom {
    pub fn name(self) -> &'static str {
        match self {
            StatesFrom::File => "file",
            StatesFrom::Log => "log",
        }
    }
}

/// Everything that may be published. `matrix`, `integers` and `stationary` depend on the log through the mechanism
/// alone; `row_totals` are the same for neighbours; the rest depends on options, on the list of states and on the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Released {
    pub states: Vec<String>,
    pub states_from: StatesFrom,
    pub matrix: Vec<f64>,
    pub integers: Integers,
    pub stationary: Vec<f64>,
    /// The events of each row where they are public: under adjacency `destination`, whose neighbours share them.
    pub row_totals: Option<Vec<u64>>,
    pub choice: Choice,
    pub expected_row_total: u64,
    pub charged: Option<Charged>,
}

/// What the release says beside its numbers.
pub struct Settings {
    pub expected_row_total: u64,
    pub states_from: StatesFrom,
    pub charged: Option<Charged>,
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

/// Releases `log`; all randomness comes from `rng`.
pub fn release(
    log: &Log,
    choice: Choice,
    settings: Settings,
    rng: &mut Generator,
) -> Result<Released, Failure> {
    let n = log.states.len();
    let counts = Counts::new(&log.counts, n)?;
    let mut pi = zeros::<f64>(n)?;
    let mut work = zeros::<f64>(stationary::gth_work_len(n))?;
    // From here on `drawn` stands between the counts and everything that is computed.
    let drawn = choice.mechanism.release(counts, rng)?;
    let public_totals = choice.mechanism.guarantee().adjacency == Adjacency::Destination;
    let row_totals = public_totals.then(|| totals(counts));
    let chain = StochasticMatrix::new(&drawn.matrix, n)?;
    stationary::gth(chain, &mut work, &mut pi)?;
    Ok(Released {
        states: log.states.clone(),
        states_from: settings.states_from,
        matrix: drawn.matrix,
        integers: drawn.integers,
        stationary: pi,
        row_totals,
        choice,
        expected_row_total: settings.expected_row_total,
        charged: settings.charged,
    })
}

/// The events of each row.
fn totals(counts: Counts<'_>) -> Vec<u64> {
    let total = |row: &[u32]| row.iter().map(|c| u64::from(*c)).sum();
    counts.rows().map(total).collect()
}
