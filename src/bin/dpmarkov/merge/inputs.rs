//! Which reports are to be merged: files, folders, lists of names.
use crate::args::MergeArgs;
use crate::failure::{Failure, printable};
use crate::report::read::fault;
use crate::source;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Names of reports in a folder end with this.
const ENDING: &str = "cbor";
/// The longest list of names, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The files, in the order of the arguments; those of a folder in the order of their names.
pub fn inputs(args: &MergeArgs) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in &args.reports {
        match path.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(list) => names(Path::new(list), &mut files)?,
            None if path.is_dir() => folder(path, &mut files)?,
            None => files.push(path.clone()),
        }
    }
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::Usage(
            "standard input (\"-\") is one report: expected it once".to_string(),
        ));
    }
    Ok(files)
}

/// The reports of a folder; not those of folders in it.
fn folder(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let name = printable(&path.to_string_lossy());
    let failed = |e: std::io::Error| Failure::io("read it", &name, &e);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ending| ending == ENDING) {
            found.push(file);
        }
    }
    if found.is_empty() {
        return Err(fault(
            &name,
            "this folder holds no report",
            "files whose names end with .cbor",
        )
        .into());
    }
    found.sort();
    files.append(&mut found);
    Ok(())
}

/// The names in a file, one a line; those that are not absolute begin where the program runs.
fn names(list: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let source = source::open_as(list, "names of reports, one a line, plain or gzip")?;
    let name = source.name.clone();
    let mut text = String::new();
    let read = source.text.take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|e| match source.gzip {
        true => source::gzip_fault(&name, None),
        false => Failure::io("read it", &name, &e),
    })?;
    let before = files.len();
    files.extend(
        text.lines()
            .filter(|line| !line.is_empty())
            .map(PathBuf::from),
    );
    if files.len() == before {
        return Err(fault(&name, "this list is empty", "names of reports, one a line").into());
    }
    Ok(())
}
