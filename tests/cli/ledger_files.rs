//! Files that are no ledgers, or were.
use crate::{Folder, TAXI, run};
use std::path::Path;

fn all(file: &Path, code: i32, words: &[&str]) {
    let file = file.to_str().unwrap();
    run(&["ledger", "show", file]).failed(code, words);
    run(&["ledger", "charge", file, "--epsilon", "1"]).failed(code, words);
    let release = [
        "release",
        TAXI,
        "--ledger",
        file,
        "--epsilon",
        "1",
        "--delta",
        "0",
    ];
    run(&release).failed(code, words);
}

fn new(folder: &Folder, name: &str) -> std::path::PathBuf {
    let file = folder.path().join(name);
    run(&[
        "ledger",
        "init",
        file.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ])
    .ok();
    file
}

#[test]
fn what_is_cut_longer_or_something_else_fails_closed() {
    let folder = Folder::new();
    let file = new(&folder, "ledger");
    run(&["ledger", "charge", file.to_str().unwrap(), "--epsilon", "1"]).ok();
    let whole = std::fs::read(&file).unwrap();
    let damaged = ["no stored copy of the ledger is whole"];
    for length in [0, 1, 40, 4095, 4096, 4097, 8148, 8191] {
        std::fs::write(&file, &whole[..length]).unwrap();
        all(&file, 7, &damaged);
        assert_eq!(
            std::fs::read(&file).unwrap(),
            whole[..length],
            "it is left as it was"
        );
    }
    for other in [
        [&whole[..], b"x"].concat(),
        vec![0; 8192],
        vec![0xff; 8192],
        b"from,to\na,b\n".repeat(700),
        (0..8192u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect(),
    ] {
        std::fs::write(&file, &other).unwrap();
        all(&file, 7, &damaged);
        assert_eq!(std::fs::read(&file).unwrap(), other);
    }
    // One bit in each slot.
    let mut flipped = whole.clone();
    flipped[30] ^= 4;
    flipped[4096 + 30] ^= 4;
    std::fs::write(&file, &flipped).unwrap();
    all(&file, 7, &damaged);
    // The same generation twice, with different contents.
    let second = new(&folder, "second");
    run(&[
        "ledger",
        "charge",
        second.to_str().unwrap(),
        "--epsilon",
        "0.5",
    ])
    .ok();
    let mut mixed = whole.clone();
    mixed[..4096].copy_from_slice(&std::fs::read(&second).unwrap()[4096..]);
    std::fs::write(&file, &mixed).unwrap();
    all(&file, 7, &damaged);
}

#[test]
fn what_is_no_file() {
    let folder = Folder::new();
    all(
        &folder.path().join("missing"),
        5,
        &["cannot open it as a ledger"],
    );
    all(
        folder.path(),
        5,
        &["cannot open it as a ledger", "not a regular file"],
    );
    #[cfg(target_os = "linux")]
    {
        all(Path::new("/dev/null"), 5, &["not a regular file"]);
        let fifo = folder.path().join("fifo");
        let made = std::process::Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap();
        assert!(made.success());
        all(&fifo, 5, &["not a regular file"]);
    }
    let nowhere = folder.path().join("no").join("ledger");
    let args = [
        "ledger",
        "init",
        nowhere.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ];
    run(&args).failed(5, &["cannot make it"]);
    run(&["ledger"]).failed(2, &["Usage"]);
}

#[test]
fn a_ledger_is_never_replaced() {
    let folder = Folder::new();
    let file = new(&folder, "ledger");
    run(&["ledger", "charge", file.to_str().unwrap(), "--epsilon", "1"]).ok();
    let before = std::fs::read(&file).unwrap();
    let again = [
        "ledger",
        "init",
        file.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ];
    run(&again).failed(2, &["a ledger is never replaced"]);
    let output = [
        "release",
        TAXI,
        "--epsilon",
        "1",
        "--delta",
        "0",
        "--ledger",
        file.to_str().unwrap(),
        "--output",
        file.to_str().unwrap(),
    ];
    run(&output).failed(2, &["would overwrite the input"]);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(folder.names(), ["ledger"]);
}

/// Whoever may not write to the file cannot release; root may write to everything.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = new(&folder, "ledger");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "private to its owner");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o400)).unwrap();
    let name = file.to_str().unwrap();
    if std::fs::OpenOptions::new().write(true).open(&file).is_ok() {
        // Root, then: a file system that is read-only refuses everybody.
        let read_only = Path::new("/sys/kernel/notes");
        if read_only.is_file() {
            run(&[
                "ledger",
                "charge",
                read_only.to_str().unwrap(),
                "--epsilon",
                "1",
            ])
            .failed(5, &[]);
        }
        return;
    }
    run(&["ledger", "show", name]).ok();
    run(&["ledger", "charge", name, "--epsilon", "1"]).failed(5, &["cannot open it as a ledger"]);
    run(&[
        "release",
        TAXI,
        "--ledger",
        name,
        "--epsilon",
        "1",
        "--delta",
        "0",
    ])
    .failed(5, &["cannot open it as a ledger"]);
    run(&["ledger", "show", name]).ok();
}
