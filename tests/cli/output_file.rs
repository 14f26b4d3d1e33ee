//! `--output` appears whole or not at all.
use crate::{Folder, TAXI, command, run};
use std::process::Stdio;

const GUARANTEE: [&str; 4] = ["--epsilon", "1", "--delta", "1e-6"];

#[test]
fn the_file_holds_what_standard_output_would() {
    let folder = Folder::new();
    let output = folder.path().join("chain.json");
    let mut args = vec![
        "release",
        TAXI,
        "--format",
        "json",
        "--output",
        output.to_str().unwrap(),
    ];
    args.extend(GUARANTEE);
    assert_eq!(run(&args).ok(), "");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&output).unwrap()).unwrap();
    assert_eq!(json["states"].as_array().unwrap().len(), 59);
    assert_eq!(folder.names(), ["chain.json"]);
    // Again: replaced.
    run(&args).ok();
    let again: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&output).unwrap()).unwrap();
    assert_ne!(
        json["matrix"], again["matrix"],
        "two releases must not share their randomness"
    );
}

#[test]
fn a_failure_leaves_the_old_file_and_no_other() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to\na,b\nb\n");
    let output = folder.file("chain.json", b"old");
    let mut args = vec![
        "release",
        log.to_str().unwrap(),
        "--output",
        output.to_str().unwrap(),
    ];
    args.extend(GUARANTEE);
    run(&args).failed(3, &["line 3"]);
    assert_eq!(std::fs::read(&output).unwrap(), b"old");
    assert_eq!(folder.names(), ["chain.json", "log.csv"]);
}

#[test]
fn the_log_is_not_overwritten() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to\na,b\n");
    let same = folder.path().join(".").join("log.csv");
    let mut args = vec![
        "release",
        log.to_str().unwrap(),
        "--output",
        same.to_str().unwrap(),
    ];
    args.extend(GUARANTEE);
    run(&args).failed(2, &["would overwrite the input"]);
    assert_eq!(std::fs::read(&log).unwrap(), b"from,to\na,b\n");
}

#[test]
fn a_folder_that_is_not_there() {
    let folder = Folder::new();
    let output = folder.path().join("no").join("chain.json");
    let mut args = vec!["release", TAXI, "--output", output.to_str().unwrap()];
    args.extend(GUARANTEE);
    run(&args).failed(5, &["cannot write it"]);
    let mut args = vec!["release", TAXI, "--output", folder.path().to_str().unwrap()];
    args.extend(GUARANTEE);
    run(&args).failed(5, &["cannot write it"]);
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let mut args = vec!["release", TAXI, "--output", "/dev/null"];
    args.extend(GUARANTEE);
    run(&args).ok();
    use std::os::unix::fs::FileTypeExt;
    assert!(
        std::fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let ran = command()
        .args(["release", TAXI])
        .args(GUARANTEE)
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("standard output: cannot write it"));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = command()
        .args(["release", TAXI, "--format", "csv"])
        .args(GUARANTEE)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(0));
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(
        !stderr.contains("error") && !stderr.contains("panicked"),
        "{stderr}"
    );
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let output = folder.file("chain.txt", b"old");
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    std::fs::set_permissions(&output, PermissionsExt::from_mode(0o640)).unwrap();
    let link = folder.path().join("latest");
    symlink("chain.txt", &link).unwrap();
    let mut args = vec!["release", TAXI, "--output", link.to_str().unwrap()];
    args.extend(GUARANTEE);
    run(&args).ok();
    assert_eq!(mode(&output), 0o640);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let text = std::fs::read_to_string(&output).unwrap();
    assert!(text.starts_with("A private Markov chain"), "{text}");
    assert_eq!(folder.names(), ["chain.txt", "latest"]);
    // A new file has what the umask leaves: never more than a program that opens it gets.
    let plain = folder.file("plain", b"");
    let new = folder.path().join("new.txt");
    args[3] = new.to_str().unwrap();
    run(&args).ok();
    assert_eq!(mode(&new), mode(&plain));
}

/// `release - --output log.csv < log.csv` would lose the log.
#[cfg(target_os = "linux")]
#[test]
fn the_log_on_standard_input_is_not_overwritten() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to\na,b\n");
    let ran = command()
        .args(["release", "-", "--output", log.to_str().unwrap()])
        .args(GUARANTEE)
        .stdin(std::fs::File::open(&log).unwrap())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("overwrite the input"));
    assert_eq!(std::fs::read(&log).unwrap(), b"from,to\na,b\n");
}

#[test]
fn a_dash_is_standard_output() {
    let mut args = vec!["release", TAXI, "--output", "-"];
    args.extend(GUARANTEE);
    assert!(run(&args).ok().starts_with("A private Markov chain"));
    assert!(!std::path::Path::new("-").exists());
}

/// A system without entropy or memory: code 5, no file, and no fault of the program itself.
#[cfg(target_os = "linux")]
#[test]
fn no_entropy_and_no_memory() {
    let folder = Folder::new();
    let source = folder.file(
        "none.c",
        b"#include <errno.h>\n#include <stddef.h>\n\
          long getrandom(void *b, size_t n, unsigned f) { (void)b, (void)n, (void)f; errno = EIO; return -1; }\n",
    );
    let library = folder.path().join("none.so");
    let built = std::process::Command::new("cc")
        .args([
            "-shared",
            "-fPIC",
            "-o",
            library.to_str().unwrap(),
            source.to_str().unwrap(),
        ])
        .status()
        .unwrap();
    assert!(built.success());
    let output = folder.path().join("chain.json");
    let ran = command()
        .args(["release", TAXI, "--output", output.to_str().unwrap()])
        .args(GUARANTEE)
        .env("LD_PRELOAD", &library)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(5), "{stderr}");
    assert!(stderr.contains("entropy"), "{stderr}");
    assert!(!output.exists());
    // 1500 states: the matrices fit into 160 MB, the CSV of 2.25 million lines does not.
    let log: String = std::iter::once("from,to\n".to_string())
        .chain((0..1500).map(|i| format!("state {i},state {}\n", (i + 1) % 1500)))
        .collect();
    let log = folder.file("log.csv", log.as_bytes());
    let ran = std::process::Command::new("sh")
        .args([
            "-c",
            "ulimit -v 160000; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_dpmarkov"),
        ])
        .args(["release", log.to_str().unwrap(), "--format", "csv"])
        .args(GUARANTEE)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(5), "{:?} {stderr}", ran.status);
    assert!(
        stderr.contains("no memory") && ran.stdout.is_empty(),
        "{stderr}"
    );
}
