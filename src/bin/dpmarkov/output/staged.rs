//! A file that is complete beside its place, and then takes it in one step.
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Names of files that are not yet in their place begin with this.
const PREFIX: &str = ".dpmarkov-";

/// All bytes are on the disk, under another name; gone again when it is dropped.
pub struct Staged {
    file: NamedTempFile,
    path: PathBuf,
}

/// What takes a file away again, or puts back the one that it replaced.
pub struct Placed {
    path: PathBuf,
    /// The file that was there, under another name; gone when it is dropped.
    old: Option<TempPath>,
}

impl Staged {
    /// Writes `bytes` beside `path`, with the permissions that they will have there.
    pub fn new(bytes: &[u8], path: &Path) -> io::Result<Self> {
        // A link stays a link: the file behind it is replaced, and keeps its permissions.
        let behind = path.canonicalize();
        let path = behind.as_deref().unwrap_or(path);
        let old = match fs::metadata(path) {
            Ok(data) if data.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(data) => Some(data),
            Err(_) => None,
        };
        if old.is_some() {
            // A file that may not be written to is not replaced either.
            fs::OpenOptions::new().write(true).open(path)?;
        }
        let folder = folder_of(path);
        // Named here, since the name of the temporary file would tell nobody anything.
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
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
        Ok(Staged {
            file,
            path: path.to_path_buf(),
        })
    }

    /// Takes its place, for good.
    pub fn place(self) -> io::Result<()> {
        self.file.persist(&self.path).map_err(|e| e.error)?;
        Ok(())
    }

    /// Takes its place until it is known whether all else could be written too.
    pub fn place_for_now(self) -> io::Result<Placed> {
        let old = match fs::symlink_metadata(&self.path) {
            Ok(_) => Some(second_name(&self.path)?),
            Err(_) => None,
        };
        let path = self.path.clone();
        self.place()?;
        Ok(Placed { path, old })
    }
}

impl Placed {
    /// As it was before.
    pub fn take_back(self) -> io::Result<()> {
        match self.old {
            None => fs::remove_file(&self.path),
            Some(old) => old.persist(&self.path).map_err(|e| e.error),
        }
    }
}

/// The same file under another name; a copy, where the file system has one name for a file.
fn second_name(path: &Path) -> io::Result<TempPath> {
    let mut builder = tempfile::Builder::new();
    let made = builder.prefix(PREFIX).make_in(folder_of(path), |other| {
        match fs::hard_link(path, other) {
            Err(e) if e.kind() != ErrorKind::AlreadyExists => fs::copy(path, other).map(drop),
            done => done,
        }
    })?;
    Ok(made.into_temp_path())
}

pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
