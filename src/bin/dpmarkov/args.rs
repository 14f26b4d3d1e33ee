//! The options.
use clap::{Parser, Subcommand, ValueEnum};
use dpmarkov::privacy::Adjacency;
use std::path::PathBuf;
use std::str::FromStr;

/// The events that a row is expected to hold where nothing else is said: a public constant, so that
/// `--pseudo-count auto` never looks at the log.
pub const DEFAULT_EXPECTED_ROW_TOTAL: u64 = 1000;

/// What the library accepts as an expected row total.
const ROW_TOTALS: std::ops::RangeInclusive<u64> = 1..=1_000_000_000_000_000;

/// Differentially private Markov chains from logs of transitions.
#[derive(Parser, Debug)]
#[command(name = "dpmarkov", version, about, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done; 2 an option is wrong; 3 the log or the list of states is wrong;
4 no parameters meet the guarantee; 5 a file, memory or entropy could not be had;
70 a fault of the program itself.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Turn a log of transitions into a private Markov chain
    Release(ReleaseArgs),
    /// Choose the parameters before anything is logged, from public facts only
    Plan(PlanArgs),
}

/// The promise, common to both commands.
#[derive(clap::Args, Debug, Clone)]
pub struct GuaranteeArgs {
    /// Epsilon of the guarantee, in nats, for all releases together
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub epsilon: f64,
    /// Delta of the guarantee
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub delta: f64,
    /// Who is protected: when two logs are neighbours. A visit of a session,state log is protected
    /// by visit and visit_presence alone
    #[arg(long, value_enum, default_value_t = AdjacencyName::Event)]
    pub adjacency: AdjacencyName,
    /// How the chain is made private
    #[arg(long, value_enum, default_value_t = MechanismName::Dirichlet)]
    pub mechanism: MechanismName,
    /// How often this log is released in all; the guarantee covers all of them together. Nothing
    /// counts the runs but you
    #[arg(long, value_name = "T", default_value_t = 1)]
    pub releases: u32,
    /// Events that every cell is given before the first is logged: a number, or "auto" to
    /// choose it from the expected row total
    #[arg(
        long,
        value_name = "A",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    pub pseudo_count: PseudoCountChoice,
}

#[derive(clap::Args, Debug)]
pub struct ReleaseArgs {
    /// The log: CSV with the header from,to or from,to,count or session,state; "-" is standard
    /// input; gzip is recognised
    #[arg(value_name = "LOG.csv")]
    pub log: PathBuf,
    #[command(flatten)]
    pub guarantee: GuaranteeArgs,
    /// How many events a row is expected to hold: your public guess, not a figure from the log
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EXPECTED_ROW_TOTAL, value_parser = clap::value_parser!(u64).range(ROW_TOTALS))]
    pub expected_row_total: u64,
    /// The public list of states, one a line, in the order of the output
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = ReleaseFormat::Text)]
    pub format: ReleaseFormat,
    /// Write here, whole or not at all, instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print facts about the raw log (row totals, true error) on standard error. They are NOT
    /// private and must not be published
    #[arg(long)]
    pub show_private_diagnostics: bool,
}

#[derive(clap::Args, Debug)]
pub struct PlanArgs {
    /// The number of states
    #[arg(long, value_name = "N")]
    pub states: usize,
    /// How many events a row is expected to hold
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(ROW_TOTALS))]
    pub expected_row_total: u64,
    #[command(flatten)]
    pub guarantee: GuaranteeArgs,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = PlanFormat::Text)]
    pub format: PlanFormat,
    /// Write here, whole or not at all, instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The names of [`Adjacency`] on the command line.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjacencyName {
    /// An event keeps its source and goes elsewhere; row totals are public
    Destination,
    /// An event is present in one log only
    #[value(name = "add_remove", alias = "add-remove")]
    AddRemove,
    /// An event is replaced by any other, its source included
    Event,
    /// A visited state inside a session is replaced by another
    Visit,
    /// A visited state is inserted into or dropped from a session
    #[value(name = "visit_presence", alias = "visit-presence")]
    VisitPresence,
}

impl From<AdjacencyName> for Adjacency {
    fn from(name: AdjacencyName) -> Self {
        match name {
            AdjacencyName::Destination => Adjacency::Destination,
            AdjacencyName::AddRemove => Adjacency::AddRemove,
            AdjacencyName::Event => Adjacency::Event,
            AdjacencyName::Visit => Adjacency::Visit,
            AdjacencyName::VisitPresence => Adjacency::VisitPresence,
        }
    }
}

/// The mechanisms.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MechanismName {
    /// Each row is drawn from Dir(weight (counts + pseudo-count))
    Dirichlet,
}

impl MechanismName {
    pub fn name(self) -> &'static str {
        match self {
            MechanismName::Dirichlet => "dirichlet",
        }
    }
}

/// `auto` or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PseudoCountChoice {
    Auto,
    Value(f64),
}

impl FromStr for PseudoCountChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(PseudoCountChoice::Auto);
        }
        text.parse()
            .map(PseudoCountChoice::Value)
            .map_err(|_| "expected a number or \"auto\"".to_string())
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReleaseFormat {
    /// One screen to read
    Text,
    /// Everything, at full precision
    Json,
    /// The matrix: from,to,probability
    Csv,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFormat {
    /// To read
    Text,
    /// To process
    Json,
    /// For firmware to include
    CHeader,
}
