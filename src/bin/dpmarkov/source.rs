//! Opens an input: a file or standard input, plain or gzip, with progress where someone watches.
use crate::failure::{Failure, InputFault};
use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// Files below this many bytes are read without a progress bar.
const SHORT: u64 = 8 << 20;

/// An opened input.
pub struct Source {
    /// The name for messages.
    pub name: String,
    /// The text: decompressed, without a byte order mark.
    pub text: Box<dyn Read>,
    /// Whether it came compressed.
    pub gzip: bool,
}

/// First bytes of files that are often mistaken for CSV.
const FOREIGN: [(&[u8], &str); 8] = [
    (b"PK\x03\x04", "a zip archive or a spreadsheet"),
    (b"\x28\xb5\x2f\xfd", "a zstd stream"),
    (b"\xfd7zXZ\0", "an xz stream"),
    (b"BZh", "a bzip2 stream"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
];

/// What a log or a list of states is.
const TEXT: &str = "CSV text in UTF-8, plain or gzip";
/// What a release is.
pub const JSON: &str = "the JSON that `dpmarkov release --format json` writes, plain or gzip";

/// Opens `path`, or standard input where it is `-`.
pub fn open(path: &Path) -> Result<Source, Failure> {
    open_as(path, TEXT)
}

/// The same, where the file holds something else than CSV.
pub fn open_as(path: &Path, expected: &str) -> Result<Source, Failure> {
    if path.as_os_str() == "-" {
        let bar = progress(None);
        return decode(
            bar.wrap_read(io::stdin().lock()),
            "standard input".to_string(),
            expected,
        );
    }
    let name = crate::failure::printable(&path.to_string_lossy());
    let file = File::open(path).map_err(|e| Failure::io("open it", &name, &e))?;
    let data = file
        .metadata()
        .map_err(|e| Failure::io("read it", &name, &e))?;
    if data.is_dir() {
        return Err(Failure::System(format!(
            "{name}: is a directory, expected a file"
        )));
    }
    let bar = progress(data.is_file().then_some(data.len()));
    decode(bar.wrap_read(file), name, expected)
}

/// Undoes gzip and the byte order mark, refuses what is plainly something else.
pub fn decode(raw: impl Read + 'static, name: String, expected: &str) -> Result<Source, Failure> {
    let (start, raw) = peek(raw, &name)?;
    let gzip = start.starts_with(b"\x1f\x8b");
    let text: Box<dyn Read> = if gzip {
        Box::new(MultiGzDecoder::new(raw))
    } else {
        Box::new(raw)
    };
    let (start, mut text) = if gzip {
        peek(text, &name).map_err(|_| gzip_fault(&name, None))?
    } else {
        (start, Box::new(text) as Box<dyn Read>)
    };
    for (magic, what) in FOREIGN {
        if start.starts_with(magic) {
            return Err(Failure::Input(InputFault {
                file: name,
                line: None,
                found: format!("this is {what}"),
                expected: expected.to_string(),
            }));
        }
    }
    if start.starts_with(b"\xef\xbb\xbf") {
        text.read_exact(&mut [0; 3])
            .map_err(|e| Failure::io("read it", &name, &e))?;
    }
    Ok(Source { name, text, gzip })
}

/// What to say of a damaged gzip stream.
pub fn gzip_fault(name: &str, line: Option<u64>) -> Failure {
    Failure::Input(InputFault {
        file: name.to_string(),
        line,
        found: "the gzip stream is cut short or damaged".to_string(),
        expected: "a whole gzip file".to_string(),
    })
}

fn peek(mut raw: impl Read + 'static, name: &str) -> Result<(Vec<u8>, Box<dyn Read>), Failure> {
    let mut start = Vec::new();
    raw.by_ref()
        .take(16)
        .read_to_end(&mut start)
        .map_err(|e| Failure::io("read it", name, &e))?;
    let whole = Cursor::new(start.clone()).chain(raw);
    Ok((start, Box::new(whole)))
}

/// A bar on standard error, hidden where that is no terminal, and for short files.
fn progress(length: Option<u64>) -> ProgressBar {
    match length {
        Some(length) if length < SHORT => ProgressBar::hidden(),
        Some(length) => {
            let bar = ProgressBar::new(length);
            if let Ok(style) =
                ProgressStyle::with_template("reading {wide_bar} {bytes}/{total_bytes}, {eta} left")
            {
                bar.set_style(style);
            }
            bar
        }
        None => {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("reading {spinner} {bytes}") {
                bar.set_style(style);
            }
            bar
        }
    }
}
