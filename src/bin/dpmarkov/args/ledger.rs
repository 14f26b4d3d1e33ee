//! The options of `dpmarkov ledger`.
use super::AdjacencyName;
use crate::exact::Fraction;
use clap::Subcommand;
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
}

#[derive(clap::Args, Debug)]
pub struct ShowArgs {
    /// The ledger
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Refuse a ledger of a generation below G
    #[arg(long, value_name = "G")]
    pub at_least_generation: Option<u64>,
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
    /// The time window A..B (B not included) that the released events are from; without it the release is
    /// taken to have seen the events of every window
    #[arg(long, value_name = "A..B")]
    pub window: Option<Window>,
    /// Refuse a ledger of a generation below G: a counter of your own that outlives the file
    #[arg(long, value_name = "G")]
    pub at_least_generation: Option<u64>,
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::parse(text).map_err(|expected| format!("expected {expected}"))
}

/// A window of time, in units of the user's own: `start..end`, the end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub start: u64,
    pub end: u64,
}

impl FromStr for Window {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let whole = |text: &str| -> Option<u64> {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| plain)
        };
        text.split_once("..")
            .and_then(|(start, end)| Some((whole(start)?, whole(end)?)))
            .map(|(start, end)| Window { start, end })
            .filter(|w| w.start < w.end)
            .ok_or_else(|| {
                "expected A..B, two whole numbers in digits, A below B; B is not included".to_string()
            })
    }
}
