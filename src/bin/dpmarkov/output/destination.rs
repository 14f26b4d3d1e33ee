//! Where the output goes: to standard output, or to a file that appears whole or not at all.
use crate::failure::{Failure, printable};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes `bytes`; a reader that has gone away (a closed pipe) is no failure.
pub fn write(bytes: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        let mut out = io::stdout().lock();
        return match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::io("write it", "standard output", &e))
            }
            _ => Ok(()),
        };
    };
    let name = printable(&path.to_string_lossy());
    write_file(bytes, path).map_err(|e| Failure::io("write it", &name, &e))
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

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn write_file(bytes: &[u8], path: &Path) -> io::Result<()> {
    // A device or a pipe must not be replaced by a file.
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes);
    }
    // A link stays a link: the file behind it is replaced, and keeps its permissions.
    let behind = path.canonicalize();
    let path = behind.as_deref().unwrap_or(path);
    let old = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    if old.is_some() {
        // A file that may not be written to is not replaced either.
        fs::OpenOptions::new().write(true).open(path)?;
    }
    let folder = folder_of(path);
    // Named here, since the name of the temporary file would tell nobody anything.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".dpmarkov-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: what the umask leaves.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
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
