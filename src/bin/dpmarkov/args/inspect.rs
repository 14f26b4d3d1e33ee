//! `dpmarkov inspect`.
use super::numbers::{inspected_row_total, level};
use clap::ValueEnum;
use std::path::PathBuf;

/// The confidence level where none is asked for.
pub const DEFAULT_LEVEL: f64 = 0.95;

#[derive(clap::Args, Debug)]
pub struct InspectArgs {
    /// What `dpmarkov release --format json` wrote, or a report (CBOR); "-" is standard input; gzip is recognised
    #[arg(value_name = "RELEASE.json|REPORT.cbor")]
    pub release: PathBuf,
    /// For a report: the public list of states that it is about, one a line. It gives them their names, and is refused if it is another list
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// The confidence level of every interval, each for itself
    #[arg(long, value_name = "L", default_value_t = DEFAULT_LEVEL, allow_hyphen_values = true, value_parser = level)]
    pub level: f64,
    /// How many events each row holds, from public knowledge: intervals rest on it, and are no more
    /// private than it is. The release's own
    /// figures are used where it has them, else its expected row total
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = inspected_row_total)]
    pub row_total: Option<u64>,
    /// Draw the chain into this file, an SVG or a PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = InspectFormat::Text)]
    pub format: InspectFormat,
    /// Write here, whole or not at all, instead of to standard output ("-")
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum InspectFormat {
    /// To read
    Text,
    /// Everything, at full precision
    Json,
}
