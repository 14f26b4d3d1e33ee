//! The options.
mod inspect;
mod learn;
mod ledger;
mod numbers;
mod report;
mod reproduce;
pub use inspect::{DEFAULT_LEVEL, InspectArgs, InspectFormat};
pub use learn::{
    Guess, LearnArgs, LearnCommand, LearnFormat, LearnPlanArgs, LearnPlanFormat, LearnPromise,
    LearnSubcommand,
};
pub use ledger::{
    ChargeArgs, InitArgs, LedgerArgs, LedgerCommand, LedgerFormat, ShowArgs, SpendingArgs,
};
pub use numbers::{DrawsChoice, PseudoCountChoice, Typed};
pub use report::{Bits, MergeArgs, MergeFormat, ReportArgs, StatesArgs, StatesFormat};
pub use reproduce::{ReproduceArgs, Section};

use crate::support_file::OutsideChoice;
use clap::{Parser, Subcommand, ValueEnum};
use dpmarkov::domain::Floor;
use dpmarkov::privacy::Adjacency;
use numbers::{delta, epsilon, floor, releases, row_cells, row_total, state_count};
use std::path::PathBuf;

/// The events that a row is expected to hold where nothing else is said: a public constant, so that
/// what is chosen from it never looks at the log.
pub const DEFAULT_EXPECTED_ROW_TOTAL: u64 = 1000;

/// Differentially private Markov chains from logs of transitions.
#[derive(Parser, Debug)]
#[command(name = "dpmarkov", version, about, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done; 2 an option is wrong; 3 the log, the list of states, the release or a report is wrong;
4 no parameters meet the guarantee; 5 a file, memory or entropy could not be had;
6 the ledger refuses: its budget is spent; 7 the ledger is damaged or older than it should be;
8 learn: too few users, nothing was drawn; 9 learn: the users do not agree well enough, which is a release;
70 a fault of the program itself.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Turn a log of transitions into a private Markov chain
    Release(ReleaseArgs),
    /// Look into a release: its structure, how fast it mixes, its long-run shares and how far to trust them
    Inspect(InspectArgs),
    /// Add up the reports of many devices: counts and shares of the whole fleet, with standard errors
    Merge(MergeArgs),
    /// Draw synthetic transitions from the votes of all users, each user protected as a whole
    Learn(LearnCommand),
    /// Compare the mechanisms and choose their parameters before anything is logged, from public facts only
    Plan(PlanArgs),
    /// Print the hash of a list of states, which reports carry in place of the names
    States(StatesArgs),
    /// Keep a privacy budget in a file that survives a power cut
    Ledger(LedgerArgs),
    /// Repeat the numerical experiments of the paper, as pictures and numbers
    Reproduce(ReproduceArgs),
}

/// The promise, common to both commands.
#[derive(clap::Args, Debug, Clone)]
pub struct GuaranteeArgs {
    /// Epsilon of the guarantee, in nats, for all releases together: a decimal, or a fraction such as 1/11
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = epsilon)]
    pub epsilon: Typed,
    /// Delta of the guarantee; 0 for a pure one, which the geometric mechanism and short urns have
    #[arg(long, value_name = "D", allow_hyphen_values = true, value_parser = delta)]
    pub delta: Typed,
    /// Who is protected: when two logs are neighbours. A visit of a session,state log is protected
    /// by visit and visit_presence alone
    #[arg(long, value_enum, default_value_t = AdjacencyName::Event)]
    pub adjacency: AdjacencyName,
    /// How often this log is released in all; the guarantee covers all of them together. Nothing
    /// counts the runs but you, or a ledger
    #[arg(long, value_name = "T", default_value_t = 1, allow_hyphen_values = true, value_parser = releases)]
    pub releases: u32,
    #[command(flatten)]
    pub mechanism: MechanismArgs,
}

/// How the chain is made private.
#[derive(clap::Args, Debug, Clone)]
pub struct MechanismArgs {
    /// How the chain is made private; "auto" compares them by public numbers and takes the most accurate
    #[arg(long, value_enum, default_value_t = MechanismName::Auto)]
    pub mechanism: MechanismName,
    /// For dirichlet and polya: events that every cell is given before the first is logged; a number,
    /// or "auto" to choose it from the expected row total (the default)
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    pub pseudo_count: Option<PseudoCountChoice>,
    /// For polya: how many synthetic events are drawn for each row; a number, or "auto" (the default)
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub draws: Option<DrawsChoice>,
    /// For geometric and gaussian: events that are added to every cell after the noise, before a row is
    /// normalised; in steps of 1/1024
    #[arg(long, value_name = "F", allow_hyphen_values = true, value_parser = floor)]
    pub floor: Option<Floor>,
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
    /// The public set of feasible transitions: CSV with the header from,to, each once. Every other
    /// transition has probability 0, costs no noise, and is not in the output
    #[arg(long, value_name = "FILE")]
    pub support: Option<PathBuf>,
    /// What becomes of an event outside the support: refuse the log, drop the event, or count it as
    /// one into a state that every state can reach: other:STATE
    #[arg(long, value_name = "refuse|drop|other:STATE", requires = "support")]
    pub outside: Option<OutsideChoice>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = ReleaseFormat::Text)]
    pub format: ReleaseFormat,
    /// Under --adjacency destination: write the true number of events of each row into the JSON,
    /// without noise. Nothing protects them: only where they are public anyway
    #[arg(long)]
    pub publish_row_totals: bool,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the released chain into this file too, an SVG or a PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    #[command(flatten)]
    pub report: ReportArgs,
    /// Charge this release to the ledger in FILE, before anything is released; refused (code 6) where the budget is spent
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    #[command(flatten)]
    pub spending: SpendingArgs,
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
    /// The number of feasible next states of a row, where not every state is one: the smallest row of
    /// two or more
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = row_cells)]
    pub row_cells: Option<usize>,
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
    /// The most accurate of the four by public numbers: the number of states, the expected row total, the guarantee
    Auto,
    /// Each row is drawn from Dir(weight (counts + pseudo-count)), in floating point
    Dirichlet,
    /// The tallies of Polya's urn: the Dirichlet mechanism with integers alone
    Polya,
    /// Two-sided geometric noise on every count, with integers alone
    Geometric,
    /// Discrete Gaussian noise on every count, with integers alone
    Gaussian,
}

impl MechanismName {
    pub fn name(self) -> &'static str {
        match self {
            MechanismName::Auto => "auto",
            MechanismName::Dirichlet => "dirichlet",
            MechanismName::Polya => "polya",
            MechanismName::Geometric => "geometric",
            MechanismName::Gaussian => "gaussian",
        }
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
