//! The C interface: the header is current and valid, the programs of `ffi-tests/` and `examples/` do what they must, nothing
//! can panic, and the libraries export what they should.
//!
//! Needs a C and a C++ compiler (`CC`, `CXX`) and Python 3 (`PYTHON`). Where one is missing the test says so on standard error and passes; with
//! `CI=true` it fails. `DPMARKOV_BLESS=1` rewrites what is generated: `include/dpmarkov.h`, `ffi-tests/symbols.txt` and
//! `ffi-tests/layout.txt`.
#![cfg(unix)]

mod examples;
mod header;
mod linking;
mod packaging;
mod programs;
mod shared_seed;

use header::{fresh_header, symbols};

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
/// What stricter projects compile with, for the header.
const MORE_WARNINGS: [&str; 4] = ["-Wsign-conversion", "-Wcast-align", "-Wundef", "-Wshadow"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a command that must succeed.
fn run(command: &mut Command) -> String {
    let output = attempt(command);
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn attempt(command: &mut Command) -> Output {
    command
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A tool, or None where it is missing: said past the test harness's capture, and a failure in CI.
fn tool(variable: &str, default: &str) -> Option<OsString> {
    let name = std::env::var_os(variable).unwrap_or_else(|| default.into());
    if Command::new(&name)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return Some(name);
    }
    let complaint = format!(
        "SKIPPED, NOT TESTED: no {} ({variable}); the C interface needs it\n",
        name.display()
    );
    assert!(std::env::var_os("CI").is_none(), "{complaint}");
    std::io::stderr()
        .write_all(complaint.as_bytes())
        .expect("standard error");
    None
}

fn cc() -> Option<OsString> {
    tool("CC", "cc")
}

fn cxx() -> Option<OsString> {
    tool("CXX", "c++")
}

/// A place for the programs of one test.
fn place(name: &str) -> PathBuf {
    let folder = root().join("target/capi/tests");
    std::fs::create_dir_all(&folder).expect("target/capi/tests");
    folder.join(name)
}

/// target/capi/lib, built once, as a user builds it.
fn libraries() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        fresh_header();
        run(Command::new("sh")
            .arg("scripts/build-c.sh")
            .env("CARGO", env!("CARGO")));
        root().join("target/capi/lib")
    })
}

fn static_library() -> PathBuf {
    libraries().join("libdpmarkov.a")
}

/// Compiles `source` with every warning an error, links `inputs`, and returns the program.
fn compile(
    compiler: &OsStr,
    source: &str,
    program: &str,
    options: &[&str],
    inputs: &[&Path],
) -> PathBuf {
    let out = place(program);
    let mut command = Command::new(compiler);
    command
        .args(WARNINGS)
        .args(options)
        .args(["-O1", "-g", "-Iinclude", source])
        .args(inputs)
        .arg("-o")
        .arg(&out);
    run(command.args(["-lm", "-pthread"]));
    out
}
