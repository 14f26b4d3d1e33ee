//! Where the output goes: to standard output, or to a file that appears whole or not at all.
use super::staged::{Staged, folder_of};
use crate::failure::{Failure, printable};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Bytes, and the file that they go to; `None` and "-" are standard output.
pub type Output<'a> = (&'a [u8], Option<&'a Path>);

/// Writes `bytes`; a reader that has gone away (a closed pipe) is no failure.
pub fn write(bytes: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    write_all(&[(bytes, output)])
}

/// Writes all of `outputs` or none: every file is complete on the disk before the first takes its place, and what cannot be taken
/// back (a pipe, a device) comes last.
pub fn write_all(outputs: &[Output<'_>]) -> Result<(), Failure> {
    let (streams, files): (Vec<Output<'_>>, Vec<Output<'_>>) =
        outputs.iter().partition(|(_, to)| is_stream(*to));
    let mut staged = Vec::new();
    for (bytes, path) in files {
        let Some(path) = path else { continue }; // not so: that is a stream
        staged.push((Staged::new(bytes, path).map_err(failed(path))?, path));
    }
    if outputs.len() == 1
        && let Some((file, path)) = staged.pop()
    {
        return file.place().map_err(failed(path));
    }
    let mut placed = Vec::new();
    let mut place = |(file, path): (Staged, &Path)| {
        placed.push(file.place_for_now().map_err(failed(path))?);
        Ok(())
    };
    let done = staged.into_iter().try_for_each(&mut place).and_then(|()| {
        let mut streams = streams.into_iter();
        streams.try_for_each(|(bytes, to)| stream(bytes, to))
    });
    if done.is_err() {
        for file in placed {
            // The failure that led here is the one to tell.
            let _ = file.take_back();
        }
    }
    done
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Failure {
    let name = printable(&path.to_string_lossy());
    move |e| Failure::io("write it", &name, &e)
}

/// Whether what is written there cannot be taken back, and must not be replaced by a file.
fn is_stream(output: Option<&Path>) -> bool {
    match output {
        Some(path) if path.as_os_str() != "-" => {
            fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
        }
        _ => true,
    }
}

fn stream(bytes: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        let mut out = io::stdout().lock();
        return match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::io("write it", "standard output", &e))
            }
            _ => Ok(()),
        };
    };
    let opened = fs::OpenOptions::new().write(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(bytes));
    written.map_err(failed(path))
}

/// Refuses an output that could not be written, before a budget is spent on it: no folder, a folder in its place, no permission.
/// What fills up later still fails later.
pub fn is_possible(output: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        return Ok(());
    };
    let name = printable(&path.to_string_lossy());
    let tried = match fs::metadata(path) {
        Ok(data) if data.is_file() => fs::OpenOptions::new().write(true).open(path).map(drop),
        Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // A device or a pipe: to open it may wait for its reader.
        Ok(_) => return Ok(()),
        Err(_) => Ok(()),
    };
    tried
        .and_then(|()| {
            let behind = path.canonicalize();
            tempfile::tempfile_in(folder_of(behind.as_deref().unwrap_or(path))).map(drop)
        })
        .map_err(|e| Failure::io("write it", &name, &e))
}

/// Whether both are one file, by whatever names and links, whether it is there or not.
pub fn are_the_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = folder_of(path).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    a == b || real(a).is_some_and(|a| Some(a) == real(b))
}

/// Refuses to write over one of the inputs what `option` names.
pub fn differs_from(
    option: &str,
    output: Option<&Path>,
    inputs: &[Option<&Path>],
) -> Result<(), Failure> {
    let Some(real) = output.and_then(|path| path.canonicalize().ok()) else {
        return Ok(());
    };
    for input in inputs.iter().flatten() {
        let opened = if input.as_os_str() == "-" {
            Path::new("/dev/stdin")
        } else {
            input
        };
        if real.is_file() && opened.canonicalize().is_ok_and(|path| path == real) {
            let name = printable(&input.to_string_lossy());
            return Err(Failure::Usage(format!(
                "{option} would overwrite the input {name}: give another name"
            )));
        }
    }
    Ok(())
}
