//! The file of a ledger: two slots, 4096 bytes apart, so that no sector holds a part of both.
//!
//! A charge writes one slot in place and never touches the other; the file's length is fixed when it is made. What the slots hold,
//! and which of them counts, is for the library to say.
use crate::failure::{Failure, printable};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Each slot begins a sector of its own, on every disk that is in use.
const STRIDE: usize = 4096;

/// A ledger's file, locked: no other process reads or writes it until this one lets go.
pub struct Store {
    file: File,
    name: String,
}

impl Store {
    /// Makes the file, whole or not at all; one that is there is left alone.
    pub fn create(path: &Path, slots: [&[u8]; 2]) -> Result<(), Failure> {
        let name = printable(&path.to_string_lossy());
        let bytes = layout(slots).ok_or_else(|| {
            Failure::Internal("a slot of the ledger is longer than its sector".to_string())
        })?;
        create_new(path, &bytes).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::Usage(format!(
                "{name}: it is there already, and a ledger is never replaced: give the name of a new file"
            )),
            _ => Failure::io("make it", &name, &error),
        })
    }

    /// Opens and locks the file, for writing too if `charge`.
    pub fn open(path: &Path, charge: bool) -> Result<Self, Failure> {
        let name = printable(&path.to_string_lossy());
        let fault = |error: &io::Error| Failure::io("open it as a ledger", &name, error);
        // Before it is opened: a pipe would wait for its other end.
        let facts = fs::metadata(path).map_err(|e| fault(&e))?;
        if !facts.is_file() {
            return Err(fault(&io::Error::new(
                ErrorKind::InvalidInput,
                "not a regular file",
            )));
        }
        let file = OpenOptions::new()
            .read(true)
            .write(charge)
            .open(path)
            .map_err(|e| fault(&e))?;
        let locked = if charge {
            fs4::FileExt::lock(&file)
        } else {
            fs4::FileExt::lock_shared(&file)
        };
        locked.map_err(|e| Failure::io("lock it", &name, &e))?;
        Ok(Store { file, name })
    }

    /// Both slots as they are stored. A file of another length was cut or is no ledger: its slots are returned
    /// as zeros, which is no ledger's slot.
    pub fn read<const SLOT: usize>(&mut self) -> Result<[[u8; SLOT]; 2], Failure> {
        let mut bytes = Vec::new();
        let limit = 2 * STRIDE as u64;
        self.file
            .seek(SeekFrom::Start(0))
            .and_then(|_| (&mut self.file).take(limit + 1).read_to_end(&mut bytes))
            .map_err(|e| Failure::io("read it", &self.name, &e))?;
        let mut slots = [[0; SLOT]; 2];
        if bytes.len() == 2 * STRIDE {
            for (slot, sector) in slots.iter_mut().zip(bytes.chunks(STRIDE)) {
                for (to, from) in slot.iter_mut().zip(sector) {
                    *to = *from;
                }
            }
        }
        Ok(slots)
    }

    /// Writes one slot where it stands, and waits until the disk has it.
    pub fn write(&mut self, slot: usize, bytes: &[u8]) -> Result<(), Failure> {
        self.file
            .seek(SeekFrom::Start((slot * STRIDE) as u64))
            .and_then(|_| self.file.write_all(bytes))
            .and_then(|()| self.file.sync_all())
            .map_err(|e| Failure::io("write it", &self.name, &e))
    }
}

/// The bytes of a whole new file; `None` where a slot is too long.
fn layout(slots: [&[u8]; 2]) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 2 * STRIDE];
    for (sector, slot) in bytes.chunks_mut(STRIDE).zip(slots) {
        sector.get_mut(..slot.len())?.copy_from_slice(slot);
    }
    Some(bytes)
}

fn create_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::metadata(folder)?;
    // As private as can be: what is spent tells how often the log was released.
    let mut file = tempfile::Builder::new()
        .prefix(".dpmarkov-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|e| e.error)?;
    sync_folder(folder)
}

/// A new name survives a power cut only once its folder is on the disk too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
