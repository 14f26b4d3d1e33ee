//! The command line, as a user meets it.
#![cfg(feature = "cli")]

mod both_or_neither;
mod input_faults;
mod inspect;
mod inspect_claims;
mod inspect_faults;
mod learn;
mod learn_faults;
mod learn_plan;
mod ledger;
mod ledger_files;
mod ledger_protocol;
mod log_forms;
mod merge;
mod merge_inputs;
mod options;
mod output_file;
mod picture;
mod plan;
#[cfg(target_os = "linux")]
mod progress;
mod published;
mod report;
mod report_examples;
mod report_states;
mod reproduce;
mod reproduce_again;
mod reproduction_page;
mod support;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub const TAXI: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/examples/data/manhattan_taxi/transitions.csv"
);

/// What the program did.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    fn new(output: Output) -> Self {
        Ran {
            code: output.status.code().expect("ended by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Succeeded; the output.
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}", self.stderr);
        self.stdout
    }

    /// Failed with `code`, printed nothing on standard output, and says all of `words`.
    pub fn failed(self, code: i32, words: &[&str]) {
        assert_eq!(
            self.code, code,
            "stdout {:?} stderr {:?}",
            self.stdout, self.stderr
        );
        assert_eq!(self.stdout, "", "nothing may be printed before a failure");
        for word in words {
            assert!(
                self.stderr.contains(word),
                "{word:?} is not in {:?}",
                self.stderr
            );
        }
        assert!(
            !self.stderr.contains("panicked") && !self.stderr.contains("RUST_BACKTRACE"),
            "{}",
            self.stderr
        );
    }

    pub fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpmarkov"));
    command.stdin(Stdio::null());
    command
}

/// Runs the program with these arguments.
pub fn run(args: &[&str]) -> Ran {
    Ran::new(command().args(args).output().expect("the program starts"))
}

/// Runs the program with `input` on its standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    Ran::new(child.wait_with_output().expect("the program ends"))
}

/// `release -` at (1, 1e-6) with more arguments.
pub fn release(input: &[u8], more: &[&str]) -> Ran {
    let mut args = vec!["release", "-", "--epsilon", "1", "--delta", "1e-6"];
    args.extend_from_slice(more);
    run_with(&args, input)
}

/// A folder that is removed again.
pub struct Folder(tempfile::TempDir);

impl Folder {
    #[expect(clippy::new_without_default)]
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.path())
            .expect("a folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}
