//! One release: the log goes in, what may be published comes out.
use crate::args::{GuaranteeArgs, ReleaseArgs};
use crate::expected_errors::{self, Expected};
use crate::failure::Failure;
use crate::log_reader::{Log, zeros};
use crate::parameters;
use dpmarkov::chain::stationary;
use dpmarkov::counts::Counts;
use dpmarkov::mechanism::Dirichlet;
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

/// Everything that may be published. `matrix` and `stationary` depend on the log through the mechanism
/// alone; the rest depends on options and on the list of states.
#[derive(Debug, Clone, PartialEq)]
pub struct Released {
    pub states: Vec<String>,
    pub states_from: StatesFrom,
    pub matrix: Vec<f64>,
    pub stationary: Vec<f64>,
    pub mechanism_name: &'static str,
    pub mechanism: Dirichlet,
    pub expected_row_total: u64,
    pub expected: [Expected; 3],
}

/// What the options say about the numbers.
pub struct Settings<'a> {
    pub guarantee: &'a GuaranteeArgs,
    pub expected_row_total: u64,
    pub states_from: StatesFrom,
}

impl<'a> Settings<'a> {
    pub fn new(args: &'a ReleaseArgs) -> Self {
        Settings {
            guarantee: &args.guarantee,
            expected_row_total: args.expected_row_total,
            states_from: if args.states.is_some() {
                StatesFrom::File
            } else {
                StatesFrom::Log
            },
        }
    }
}

/// Releases `log`; all randomness comes from `rng`.
pub fn release(
    log: &Log,
    settings: &Settings<'_>,
    rng: &mut Generator,
) -> Result<Released, Failure> {
    let n = log.states.len();
    let mechanism = parameters::mechanism(settings.guarantee, n, settings.expected_row_total)?;
    let counts = Counts::new(&log.counts, n)?;
    let mut matrix = zeros::<f64>(log.counts.len())?;
    let mut pi = zeros::<f64>(n)?;
    let mut work = zeros::<f64>(stationary::gth_work_len(n))?;
    // From here on `chain` stands between the counts and everything that is computed.
    let chain = mechanism.release_chain(rng, counts, &mut matrix)?;
    stationary::gth(chain, &mut work, &mut pi)?;
    let (_, expected) = expected_errors::expected(&mechanism, n, settings.expected_row_total)?;
    Ok(Released {
        states: log.states.clone(),
        states_from: settings.states_from,
        matrix,
        stationary: pi,
        mechanism_name: settings.guarantee.mechanism.name(),
        mechanism,
        expected_row_total: settings.expected_row_total,
        expected,
    })
}
