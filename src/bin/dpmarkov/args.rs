//! The options.
use clap::{Parser, Subcommand, ValueEnum};
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon, PseudoCount, Releases, STATES};
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
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = epsilon)]
    pub epsilon: f64,
    /// Delta of the guarantee
    #[arg(long, value_name = "D", allow_hyphen_values = true, value_parser = delta)]
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
    #[arg(long, value_name = "T", default_value_t = 1, allow_hyphen_values = true, value_parser = releases)]
    pub releases: u32,
    /// Events that every cell is given before the first is logged: a number, or "auto" to
    /// choose it from the expected row total
    #[arg(
        long,
        value_name = "A",
        default_value = "auto",
        allow_hyphen_values = true
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
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EXPECTED_ROW_TOTAL, allow_hyphen_values = true, value_parser = row_total)]
    pub expected_row_total: u64,
    /// The public list of states, one a line, in the order of the output
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = ReleaseFormat::Text)]
    pub format: ReleaseFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
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
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = state_count)]
    pub states: usize,
    /// How many events a row is expected to hold
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = row_total)]
    pub expected_row_total: u64,
    #[command(flatten)]
    pub guarantee: GuaranteeArgs,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = PlanFormat::Text)]
    pub format: PlanFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The value where it parses and is accepted, else what was expected. (The parser's own words for a
/// number that it cannot read do not say.)
fn accepted<T: FromStr + Copy>(
    text: &str,
    accepts: impl Fn(T) -> bool,
    expected: &str,
) -> Result<T, String> {
    let value = text.parse().ok().filter(|value| accepts(*value));
    value.ok_or_else(|| expected.to_string())
}

fn epsilon(text: &str) -> Result<f64, String> {
    let value = accepted(text, |e| Epsilon::new(e).is_ok(), Error::Epsilon.message())?;
    Ok(value + 0.0) // -0 becomes 0
}

fn delta(text: &str) -> Result<f64, String> {
    accepted(text, |d| Delta::new(d).is_ok(), Error::Delta.message())
}

fn releases(text: &str) -> Result<u32, String> {
    accepted(
        text,
        |t| Releases::new(t).is_ok(),
        "the number of releases must be at least 1 and at most 4294967295, in digits",
    )
}

fn row_total(text: &str) -> Result<u64, String> {
    accepted(
        text,
        |total| ROW_TOTALS.contains(&total),
        "the expected row total must be a whole number from 1 to 1000000000000000, in digits",
    )
}

fn state_count(text: &str) -> Result<usize, String> {
    accepted(
        text,
        |n| STATES.contains(&n),
        "the number of states must be from 2 to 65535, in digits",
    )
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
        let a: f64 = text
            .parse()
            .map_err(|_| "expected a number or \"auto\"".to_string())?;
        PseudoCount::new(a)
            .map(|a| PseudoCountChoice::Value(a.get()))
            .map_err(|error| error.message().to_string())
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
