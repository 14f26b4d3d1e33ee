//! The JSON of a release, as it stands in a file: the types of its values, and what is said where they are others.
use super::bounded;
use crate::failure::{Failure, InputFault, shown};
use crate::source::{self, JSON, Source};
use serde::Deserialize;
use serde_json::error::Category;
use std::io::{BufReader, Read};

/// More than the longest release: 4096 states with their noisy counts.
const MOST_BYTES: u64 = 1 << 30;

/// The keys that are read; others may stand beside them.
#[derive(Deserialize, Debug)]
pub struct File {
    #[serde(deserialize_with = "bounded::list")]
    pub states: Vec<String>,
    /// Every cell, where every transition is feasible.
    #[serde(default, deserialize_with = "bounded::rows")]
    pub matrix: Option<Vec<Vec<f64>>>,
    /// The feasible transitions of each row, where a support was given, and their probabilities.
    #[serde(default, deserialize_with = "bounded::rows")]
    pub targets: Option<Vec<Vec<u16>>>,
    #[serde(default, deserialize_with = "bounded::rows")]
    pub probabilities: Option<Vec<Vec<f64>>>,
    #[serde(default, deserialize_with = "bounded::rows")]
    pub noisy_counts: Option<Vec<Vec<i64>>>,
    #[serde(default, deserialize_with = "bounded::rows")]
    pub tallies: Option<Vec<Vec<u32>>>,
    pub stationary: Option<Vec<f64>>,
    pub outside: Option<String>,
    pub row_totals: Option<Vec<u64>>,
    pub states_from: String,
    pub mechanism: String,
    pub adjacency: String,
    pub epsilon: f64,
    pub delta: f64,
    pub releases: u32,
    pub expected_row_total: u64,
    pub pure: bool,
    pub weight: Option<f64>,
    pub pseudo_count: Option<f64>,
    pub event_mass: Option<u32>,
    pub prior_mass: Option<u32>,
    pub draw_mass: Option<u32>,
    pub draws: Option<u32>,
    pub rate_numerator: Option<u32>,
    pub rate_denominator: Option<u32>,
    pub variance_numerator: Option<u64>,
    pub variance_denominator: Option<u32>,
    pub floor: Option<f64>,
    pub version: String,
}

/// Reads a release that is open; the second value is its name for messages.
pub fn read(source: Source) -> Result<(File, String), Failure> {
    let name = source.name;
    let mut text = BufReader::new(source.text.take(MOST_BYTES));
    let mut reader = serde_json::Deserializer::from_reader(&mut text);
    let file = serde_path_to_error::deserialize(&mut reader)
        .map_err(|e| (e.path().to_string(), e.into_inner()))
        .and_then(|file| {
            reader
                .end()
                .map(|()| file)
                .map_err(|e| (".".to_string(), e))
        });
    match file {
        Ok(file) => Ok((file, name)),
        Err(_) if text.get_ref().limit() == 0 => Err(fault(
            &name,
            None,
            "more than 1 GiB".to_string(),
            "a release of at most 4096 states",
        )),
        Err((_, e)) if e.classify() == Category::Io => Err(match source.gzip {
            true => source::gzip_fault(&name, None),
            false => Failure::System(format!("{name}: cannot read it: {e}")),
        }),
        Err((path, e)) => Err(misread(&name, &path, &e)),
    }
}

/// A fault of the file `name`.
pub fn fault(name: &str, line: Option<u64>, found: String, expected: &str) -> Failure {
    Failure::Input(InputFault {
        file: name.to_string(),
        line,
        found,
        expected: expected.to_string(),
    })
}

/// The parser's words, in this program's.
fn misread(name: &str, path: &str, error: &serde_json::Error) -> Failure {
    let line = Some(error.line() as u64).filter(|line| *line > 0);
    let said = error.to_string();
    let said = said
        .rsplit_once(" at line ")
        .map_or(said.as_str(), |(said, _)| said);
    if error.classify() != Category::Data {
        let found = match error.classify() {
            Category::Eof => "it ends too early".to_string(),
            _ => format!("this is not JSON: {}", quoted(said)),
        };
        return fault(name, line, found, JSON);
    }
    if let Some(key) = said.strip_prefix("missing field ") {
        let found = format!("the key {} is missing", key.replace('`', "\""));
        return fault(name, line, found, JSON);
    }
    if let Some(key) = said.strip_prefix("duplicate field ") {
        let found = format!("the key {} stands here again", key.replace('`', "\""));
        return fault(name, line, found, "each key once");
    }
    let (found, expected) = said.split_once(", expected ").unwrap_or((said, ""));
    let found = found.split_once(": ").map_or(found, |(_, found)| found);
    let place = match path {
        "." => String::new(),
        path => format!("{} is ", quoted(path)),
    };
    let expected = match expected {
        "f64" => "a number",
        "i64" => "a whole number",
        "u16" => "the number of a state, counted from 0",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number that is not negative",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list",
        bounded::EXPECTED => bounded::EXPECTED,
        _ => JSON,
    };
    fault(name, line, format!("{place}{}", quoted(found)), expected)
}

/// Words that may hold some of the file: safe for a terminal, and not long.
fn quoted(words: &str) -> String {
    shown(words.as_bytes()).trim_matches('"').to_string()
}
