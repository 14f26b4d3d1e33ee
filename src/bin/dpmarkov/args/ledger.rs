//! The options of `dpmarkov ledger`.
use super::AdjacencyName;
use crate::exact::Fraction;
use clap::{Subcommand, ValueEnum};
use dpmarkov::privacy::ledger::Window;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(clap::Args, Debug)]
pub struct LedgerArgs {
    #[command(subcommand)]
    pub command: LedgerCommand,
}

#[derive(Subcommand, Debug)]
pub enum LedgerCommand {
    /// Make a new ledger; a file that is there already is never touched
    Init(InitArgs),
    /// Print the budget, what is spent and what is left
    Show(ShowArgs),
    /// Spend from the budget for a release that another program makes
    Charge(ChargeArgs),
}

#[derive(clap::Args, Debug)]
pub struct InitArgs {
    /// The file to make
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The whole budget's epsilon: a decimal or a fraction, read exactly
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = fraction)]
    pub epsilon: Fraction,
    /// The whole budget's delta
    #[arg(long, value_name = "D", allow_hyphen_values = true, value_parser = fraction)]
    pub delta: Fraction,
    /// Who is protected; every release that is charged here must protect the same
    #[arg(long, value_enum, default_value_t = AdjacencyName::Event)]
    pub adjacency: AdjacencyName,
    /// The generation to begin with: above that of a ledger which this one replaces
    #[arg(long, value_name = "G", default_value_t = 0)]
    pub first_generation: u64,
}

#[derive(clap::Args, Debug)]
pub struct ShowArgs {
    /// The ledger
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Refuse a ledger of a generation below G: a counter of your own that outlives the file
    #[arg(long, value_name = "G", default_value_t = 0)]
    pub at_least_generation: u64,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = LedgerFormat::Text)]
    pub format: LedgerFormat,
}

#[derive(clap::Args, Debug)]
pub struct ChargeArgs {
    /// The ledger
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The release's epsilon: a decimal or a fraction such as 1/11, read exactly
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = fraction)]
    pub epsilon: Fraction,
    /// The release's delta
    #[arg(long, value_name = "D", default_value = "0", allow_hyphen_values = true, value_parser = fraction)]
    pub delta: Fraction,
    #[command(flatten)]
    pub spending: SpendingArgs,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = LedgerFormat::Text)]
    pub format: LedgerFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerFormat {
    /// To read
    Text,
    /// To process
    Json,
}

/// On which events a charge is spent, and what the ledger must be.
#[derive(clap::Args, Debug, Clone, Copy)]
pub struct SpendingArgs {
    /// The time window A..B (B included) that the released events are from, in whole numbers of your own: days, say.
    /// Disjoint windows do not add up; without this option the release is taken to have seen the events of all time
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    pub window: Option<TimeWindow>,
    /// Close all time before B: what was spent there is forgotten, and no window that begins there is charged again
    #[arg(long, value_name = "B")]
    pub close_before: Option<u32>,
    /// Refuse a ledger of a generation below G: a counter of your own that outlives the file
    #[arg(long, value_name = "G", default_value_t = 0)]
    pub at_least_generation: u64,
}

impl SpendingArgs {
    /// Whether any of them was given.
    pub fn is_given(&self) -> bool {
        self.window.is_some() || self.close_before.is_some() || self.at_least_generation > 0
    }
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::parse(text).map_err(|expected| format!("expected {expected}"))
}

/// `first..last` as it is typed, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWindow(pub Window);

impl FromStr for TimeWindow {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let whole = |text: &str| -> Option<u32> {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| plain)
        };
        text.split_once("..")
            .and_then(|(first, last)| Window::new(whole(first)?, whole(last)?).ok())
            .map(TimeWindow)
            .ok_or_else(|| {
                "expected A..B, two whole numbers in digits up to 4294967295, A not above B; both are included".to_string()
            })
    }
}
