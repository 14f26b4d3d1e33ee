//! The options of `dpmarkov learn`.
use super::Typed;
use super::numbers::{delta, epsilon, events, repetitions, rounds, state_count, synthetic, users};
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct LearnCommand {
    #[command(subcommand)]
    pub command: Option<LearnSubcommand>,
    #[command(flatten)]
    pub args: Option<LearnArgs>,
}

#[derive(Subcommand, Debug)]
pub enum LearnSubcommand {
    /// How often a release would have an answer, and how many users it takes, from public facts only
    Plan(LearnPlanArgs),
}

#[derive(clap::Args, Debug)]
pub struct LearnArgs {
    /// The log, with a column of users beside from,to or from,to,count or session,state or state alone;
    /// "-" is standard input; gzip is recognised. (A log called "plan" is ./plan)
    #[arg(value_name = "LOG.csv")]
    pub log: PathBuf,
    /// The column that says whose line it is
    #[arg(long, value_name = "NAME", default_value = "user", value_parser = column)]
    pub user_column: String,
    /// Epsilon of the guarantee, in nats, for all rounds together: a decimal, or a fraction such as 1/11
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = epsilon)]
    pub epsilon: Typed,
    /// Delta of the guarantee, above 0
    #[arg(long, value_name = "D", allow_hyphen_values = true, value_parser = delta)]
    pub delta: Typed,
    /// How many synthetic transitions are released
    #[arg(long, value_name = "L", allow_hyphen_values = true, value_parser = synthetic)]
    pub synthetic: u32,
    /// Learn the next states of this state alone; without it, transitions (from, to) of the whole log
    #[arg(long, value_name = "STATE")]
    pub from: Option<String>,
    /// In how many rounds the transitions are drawn, L/R in each, with its part of epsilon and delta: more rounds
    /// ask users to agree on fewer transitions at once; `learn plan` compares them
    #[arg(long, value_name = "R", default_value_t = 1, allow_hyphen_values = true, value_parser = rounds)]
    pub rounds: u32,
    /// The public list of states, one a line, in the order of the output
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = LearnFormat::Text)]
    pub format: LearnFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Charge epsilon and delta to the ledger in FILE, before anything is drawn; refused (code 6) where the budget is
    /// spent. Without an answer (code 9) the charge stays
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// Refuse a ledger of a generation below G: a counter of your own that outlives the file
    #[arg(long, value_name = "G", default_value_t = 0, requires = "ledger")]
    pub at_least_generation: u64,
}

/// The promise to each user, as it was typed.
#[derive(Clone, Copy, Debug)]
pub struct LearnPromise<'a> {
    pub epsilon: &'a Typed,
    pub delta: &'a Typed,
}

// (clap does not find an optional group that holds another one, so the options stand in both.)
impl LearnArgs {
    pub fn promise(&self) -> LearnPromise<'_> {
        LearnPromise {
            epsilon: &self.epsilon,
            delta: &self.delta,
        }
    }
}

impl LearnPlanArgs {
    pub fn promise(&self) -> LearnPromise<'_> {
        LearnPromise {
            epsilon: &self.epsilon,
            delta: &self.delta,
        }
    }
}

#[derive(clap::Args, Debug)]
pub struct LearnPlanArgs {
    /// The number of states
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = state_count)]
    pub states: usize,
    /// The number of users
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = users)]
    pub users: u32,
    /// How many transitions of a user are expected to count; with --from, out of that state
    #[arg(long, value_name = "B", allow_hyphen_values = true, value_parser = events)]
    pub events: u32,
    /// Epsilon of the guarantee, in nats, for all rounds together: a decimal, or a fraction such as 1/11
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = epsilon)]
    pub epsilon: Typed,
    /// Delta of the guarantee, above 0
    #[arg(long, value_name = "D", allow_hyphen_values = true, value_parser = delta)]
    pub delta: Typed,
    /// How many synthetic transitions are released
    #[arg(long, value_name = "L", allow_hyphen_values = true, value_parser = synthetic)]
    pub synthetic: u32,
    /// Plan for the next states of this state (of any one, where the guess is not a release), and not for
    /// transitions (from, to)
    #[arg(long, value_name = "STATE")]
    pub from: Option<String>,
    /// What all users' transitions together are guessed to be, from public knowledge: "uniform", "skewed", or
    /// what `dpmarkov release --format json` wrote
    #[arg(
        long,
        value_name = "uniform|skewed|RELEASE.json",
        default_value = "skewed"
    )]
    pub guess: Guess,
    /// Look at this number of rounds only; without it, several are compared
    #[arg(long, value_name = "R", allow_hyphen_values = true, value_parser = rounds)]
    pub rounds: Option<u32>,
    /// How often the mechanism is simulated for each line; as often as some ten seconds allow, from 20 to 1000
    /// times, if it is left out
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = repetitions)]
    pub repetitions: Option<u32>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = LearnPlanFormat::Text)]
    pub format: LearnPlanFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The law that a plan is made for: public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Every transition alike: the hardest law.
    Uniform,
    /// Few states are left often, and each goes on to few others: 1/i, and 1/2, 1/4, 1/8, ...
    Skewed,
    /// An earlier release.
    Release(PathBuf),
}

impl FromStr for Guess {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "" => Err("expected uniform, skewed or the file of a release".to_string()),
            "uniform" => Ok(Guess::Uniform),
            "skewed" => Ok(Guess::Skewed),
            file => Ok(Guess::Release(file.into())),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnFormat {
    /// To read
    Text,
    /// Everything
    Json,
    /// The transitions: from,to (with --from: to)
    Csv,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnPlanFormat {
    /// To read
    Text,
    /// To process
    Json,
}

fn column(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the users' column needs a name".to_string()),
        name => Ok(name.to_string()),
    }
}
