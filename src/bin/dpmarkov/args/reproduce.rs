//! The options of `reproduce`.
use clap::ValueEnum;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Where the pictures go where nothing else is said.
pub const DEFAULT_FOLDER: &str = "dpmarkov-reproduction";

/// The seed of the pictures in the documentation.
pub const DEFAULT_SEED: u64 = 1;

/// A standard error needs two runs; the memory for the stationary distributions of more than these would be felt.
const RUNS: RangeInclusive<u32> = 2..=100_000;

#[derive(clap::Args, Debug)]
pub struct ReproduceArgs {
    /// The experiment of the paper
    #[arg(value_enum, value_name = "SECTION")]
    pub section: Section,
    /// The folder for the pictures (SVG) and their numbers (CSV); made where it is missing, files of the same names are replaced
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    pub out: PathBuf,
    /// How many privatised forms are drawn at each setting; the paper's number where it is not given
    #[arg(long, value_name = "R", allow_hyphen_values = true, value_parser = runs)]
    pub runs: Option<u32>,
    /// The seed of the simulation: the same seed gives the same numbers, on any number of cores
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = DEFAULT_SEED, value_parser = seed)]
    pub seed: u64,
}

/// The paper's two experiments.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Grades of one course: KL divergence against epsilon
    #[value(name = "section-6.1")]
    Grades,
    /// Taxi trips: the stationary distribution against epsilon
    #[value(name = "section-6.2")]
    Taxis,
}

fn runs(text: &str) -> Result<u32, String> {
    let value = text.parse().ok().filter(|value| RUNS.contains(value));
    value.ok_or_else(|| "the number of runs must be from 2 to 100000, in digits".to_string())
}

fn seed(text: &str) -> Result<u64, String> {
    let expected = "the seed must be a whole number from 0 to 18446744073709551615, in digits";
    text.parse().map_err(|_| expected.to_string())
}
