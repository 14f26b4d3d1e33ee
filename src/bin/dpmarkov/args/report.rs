//! The options about reports: what `release` writes, `merge` adds up, and the list of states that both must share.
use super::inspect::DEFAULT_LEVEL;
use super::numbers::{Typed, inspected_row_total, level, totals_epsilon};
use clap::ValueEnum;
use std::path::PathBuf;

/// What `dpmarkov release` is told of its report.
#[derive(clap::Args, Debug, Default)]
pub struct ReportArgs {
    /// Write the release into this file too, as a report to send to a collector (CBOR): merge and inspect read it. Needs a
    /// public list of states: --states or --support
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Bits of each number in the report [default: 32]
    #[arg(long, value_enum, value_name = "16|32", requires = "report")]
    pub report_bits: Option<Bits>,
    /// For dirichlet and polya: put the row totals into the report, with two-sided geometric noise that costs this epsilon
    /// more, for all releases together. Without them only a collector that knows the row totals can merge such reports
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = totals_epsilon, requires = "report")]
    pub report_totals: Option<Typed>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    #[value(name = "16")]
    Bits16,
    #[value(name = "32")]
    Bits32,
}

/// `dpmarkov merge`.
#[derive(clap::Args, Debug)]
pub struct MergeArgs {
    /// Reports: files, folders (their *.cbor), @LIST for the names in a file, one a line ("@-" for standard
    /// input), "-" for one report on standard input
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// The public list of states that the reports are about, one a line: gives them their names, and is refused if it is another list
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// How many events each row of each report holds, from public knowledge: for reports of dirichlet and polya without totals of their
    /// own. Refused where noisy counts or totals of a report contradict it
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = inspected_row_total)]
    pub row_total: Option<u64>,
    /// Count reports that are damaged and go on, instead of refusing them all
    #[arg(long)]
    pub skip_damaged: bool,
    /// Count reports that were sent twice (whose id was there before) and go on, instead of refusing them all
    #[arg(long)]
    pub skip_duplicates: bool,
    /// The confidence level of every interval, each for itself
    #[arg(long, value_name = "L", default_value_t = DEFAULT_LEVEL, allow_hyphen_values = true, value_parser = level)]
    pub level: f64,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = MergeFormat::Text)]
    pub format: MergeFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeFormat {
    /// To read
    Text,
    /// Everything, at full precision
    Json,
    /// The cells: from,to,count,count_standard_error,share,share_standard_error,lower,upper,probability
    Csv,
}

/// `dpmarkov states`.
#[derive(clap::Args, Debug)]
pub struct StatesArgs {
    /// The public list of states, one a line
    #[arg(value_name = "STATES.txt")]
    pub states: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = StatesFormat::Text)]
    pub format: StatesFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatesFormat {
    /// The hash, in hexadecimal digits
    Text,
    /// Hash, number of states and names
    Json,
    /// For firmware to include
    CHeader,
}
