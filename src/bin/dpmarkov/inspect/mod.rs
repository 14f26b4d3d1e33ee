//! `dpmarkov inspect`: what a released chain says, and how far to trust it.
pub mod analysis;
mod bounded;
mod check;
mod file;
pub mod long_run;
pub mod report;
pub mod totals;

pub use analysis::{Analysis, analyse};
pub use check::Checked;

use crate::failure::Failure;
use crate::report::read::{MAGIC, rest};
use crate::source;
use crate::states::{self, MOST_STATES};
use std::io::{Cursor, Read};
use std::path::Path;

/// Reads a release, JSON or report, and checks that it agrees with itself. `states`: the list of states of a report.
pub fn read(path: &Path, states: Option<&Path>) -> Result<Checked, Failure> {
    let mut source = source::open_as(path, JSON_OR_REPORT)?;
    let mut start = Vec::new();
    let read = source
        .text
        .by_ref()
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start);
    read.map_err(|e| match source.gzip {
        true => source::gzip_fault(&source.name, None),
        false => Failure::io("read it", &source.name, &e),
    })?;
    let is_report = start == MAGIC;
    source.text = Box::new(Cursor::new(start).chain(source.text));
    if is_report {
        let list = match states {
            Some(path) => Some((path, states::read(path, MOST_STATES)?.into_names())),
            None => None,
        };
        let list = list.as_ref().map(|(path, names)| (*path, names.as_slice()));
        let name = source.name.clone();
        return report::check(&rest(source)?, &name, list);
    }
    if states.is_some() {
        return Err(Failure::Usage(
            "--states names the states of a report: a release in JSON has its own".to_string(),
        ));
    }
    let (file, name) = file::read(source)?;
    check::check(file, &name)
}

/// What is read.
const JSON_OR_REPORT: &str =
    "the JSON that `dpmarkov release --format json` writes, or a report (CBOR), plain or gzip";
