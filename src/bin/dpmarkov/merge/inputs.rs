//! Which reports are to be merged: files, folders, lists of names.
use crate::args::MergeArgs;
use crate::failure::{Failure, InputFault, printable, shown};
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
    if lists(args).any(|list| list.as_os_str().is_empty()) {
        return Err(Failure::Usage(
            "\"@\" alone: expected @LIST, the name of a file after it, or @-".to_string(),
        ));
    }
    one_standard_input(args, &[])?;
    let mut files = Vec::new();
    for path in &args.reports {
        match list(path) {
            Some(list) => names(list, &mut files)?,
            None if path.is_dir() => folder(path, &mut files)?,
            None => files.push(path.clone()),
        }
    }
    one_standard_input(args, &files)?;
    Ok(files)
}

/// The files that `@LIST` arguments name.
pub fn lists(args: &MergeArgs) -> impl Iterator<Item = &Path> {
    args.reports.iter().filter_map(|path| list(path))
}

/// LIST, if the argument is `@LIST`.
fn list(argument: &Path) -> Option<&Path> {
    let name = argument.to_str()?.strip_prefix('@')?;
    Some(Path::new(name))
}

/// Standard input can be read once: as a report (an argument, or a name in a list: `files`), as a list of names or as the list of states.
fn one_standard_input(args: &MergeArgs, files: &[PathBuf]) -> Result<(), Failure> {
    let piped = |path: &&Path| path.as_os_str() == "-";
    let of_files = files.iter().map(PathBuf::as_path).filter(piped).count();
    let of_arguments = args.reports.iter().map(PathBuf::as_path).filter(piped);
    let of_states = args.states.as_deref().filter(piped).iter().count();
    // `files` holds the arguments too
    let reports = of_files.max(of_arguments.count());
    if reports + lists(args).filter(piped).count() + of_states > 1 {
        return Err(Failure::Usage(
            "standard input can be one report (\"-\"), one list of names (\"@-\") or the list of states: expected it once".to_string(),
        ));
    }
    Ok(())
}

/// The reports of a folder; not those of folders in it.
fn folder(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let name = printable(&path.to_string_lossy());
    let failed = |e: std::io::Error| Failure::io("read it", &name, &e);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ending| ending == ENDING) && !file.is_dir() {
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
    let mut text = Vec::new();
    let read = source.text.take(MOST_BYTES).read_to_end(&mut text);
    read.map_err(|e| match source.gzip {
        true => source::gzip_fault(&name, None),
        false => Failure::io("read it", &name, &e),
    })?;
    let before = files.len();
    for (line, number) in text.split(|byte| *byte == b'\n').zip(1..) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.is_empty() {
            files.push(path(line).ok_or_else(|| InputFault {
                file: name.clone(),
                line: Some(number),
                found: format!("{} is not UTF-8", shown(line)),
                expected: "the name of a report, in UTF-8".to_string(),
            })?);
        }
    }
    if files.len() == before {
        return Err(fault(&name, "this list is empty", "names of reports, one a line").into());
    }
    Ok(())
}

/// A name as the system has it: any bytes.
#[cfg(unix)]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

/// A name as the system has it: text.
#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}
