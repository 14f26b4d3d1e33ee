//! `dpmarkov ledger`, and releases that a ledger counts.
use crate::{Folder, TAXI, command, run};
use std::path::{Path, PathBuf};
use std::process::Stdio;

pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A new ledger in `folder`.
pub fn ledger(folder: &Folder, epsilon: &str, delta: &str) -> PathBuf {
    let file = folder.path().join("ledger");
    let args = [
        "ledger",
        "init",
        text(&file),
        "--epsilon",
        epsilon,
        "--delta",
        delta,
    ];
    assert_eq!(run(&args).ok(), "");
    file
}

pub fn charge(file: &Path, more: &[&str]) -> crate::Ran {
    let mut args = vec!["ledger", "charge", text(file)];
    args.extend_from_slice(more);
    run(&args)
}

pub fn show(file: &Path) -> serde_json::Value {
    run(&["ledger", "show", text(file), "--format", "json"]).json()
}

pub fn release(file: &Path, more: &[&str]) -> crate::Ran {
    let mut args = vec!["release", TAXI, "--ledger", text(file), "--format", "json"];
    args.extend_from_slice(more);
    run(&args)
}

#[test]
fn eleven_elevenths_fit_and_no_more() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "1e-9");
    for i in 1..=11 {
        let said = charge(&file, &["--epsilon", "1/11"]).ok();
        assert!(said.starts_with(&format!("charge {i}: epsilon ")), "{said}");
    }
    assert_eq!(show(&file)["spent_epsilon"], "1");
    for more in ["1/11", "0.000001", "1e-19", "1/18446744073709551615"] {
        charge(&file, &["--epsilon", more]).failed(6, &["this release would pass the budget"]);
    }
    // Delta is left, and is spent by itself.
    charge(&file, &["--epsilon", "0", "--delta", "1e-9"]).ok();
    charge(&file, &["--epsilon", "0", "--delta", "1e-18"]).failed(6, &["budget"]);
    let shown = show(&file);
    assert_eq!(shown["generation"], 12);
    assert_eq!(
        (&shown["spent_delta"], &shown["budget_delta"]),
        (&"1e-9".into(), &"1e-9".into())
    );
    assert_eq!(shown["entries"][0]["epsilon"], "1/11");
    assert_eq!(shown["entries"][0]["releases"], 11);
    let words = run(&["ledger", "show", text(&file)]).ok();
    for word in [
        "Budget      epsilon 1, delta 1e-9",
        "Spent       epsilon 1 at delta 1e-9",
        "11 x  epsilon 1/11",
        "Generation  12",
    ] {
        assert!(words.contains(word), "{word:?} in {words}");
    }
}

#[test]
fn windows_spend_in_parallel_and_closed_time_stays_closed() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    for window in ["1..7", "8..14", "15..15"] {
        charge(&file, &["--epsilon", "1", "--window", window]).ok();
        charge(&file, &["--epsilon", "0.1", "--window", window]).failed(6, &["budget"]);
    }
    charge(&file, &["--epsilon", "0.1", "--window", "7..8"]).failed(6, &["budget"]);
    charge(&file, &["--epsilon", "0.1"]).failed(6, &["budget"]);
    charge(
        &file,
        &[
            "--epsilon",
            "0.5",
            "--window",
            "20..29",
            "--close-before",
            "15",
        ],
    )
    .ok();
    let shown = show(&file);
    assert_eq!(shown["open_from"], 15);
    assert_eq!(shown["entries"].as_array().unwrap().len(), 2);
    charge(&file, &["--epsilon", "0.1", "--window", "14..14"]).failed(6, &["closed"]);
    for wrong in [
        "",
        "..",
        "3",
        "3..",
        "..3",
        "5..4",
        "-1..2",
        "1..4294967296",
        "a..b",
        "1...2",
    ] {
        charge(&file, &["--epsilon", "1", "--window", wrong]).failed(2, &["--window"]);
    }
}

#[test]
fn numbers_that_are_no_fractions() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "1e-9");
    let before = std::fs::read(&file).unwrap();
    for wrong in [
        "",
        " ",
        "-1",
        "+1",
        "1/0",
        "0/0",
        "1/",
        "/2",
        "1/2/3",
        "nan",
        "inf",
        "1e400",
        "1e-400",
        "0x1",
        "1,5",
        "1/-2",
        "99999999999999999999",
        "\u{bd}",
    ] {
        charge(&file, &["--epsilon", wrong]).failed(2, &["--epsilon", "1/11"]);
        charge(&file, &["--epsilon", "1/11", "--delta", wrong]).failed(2, &["--delta", "1/11"]);
    }
    // In form, but no cost: nothing at all, more than the ranges hold.
    for (epsilon, delta) in [
        ("0", "0"),
        ("0/7", "0.0"),
        ("1000001", "0"),
        ("1", "1"),
        ("1", "3/2"),
    ] {
        charge(&file, &["--epsilon", epsilon, "--delta", delta])
            .failed(2, &["the cost of a release"]);
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let other = folder.path().join("other");
    for (epsilon, delta) in [
        ("0", "0"),
        ("1000001", "0"),
        ("1", "1"),
        ("x", "0"),
        ("1", "1/0"),
    ] {
        let args = [
            "ledger",
            "init",
            text(&other),
            "--epsilon",
            epsilon,
            "--delta",
            delta,
        ];
        run(&args).failed(2, &[]);
    }
    assert_eq!(folder.names(), ["ledger"]);
}

#[test]
fn a_release_is_charged_before_it_is_made() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "1e-9");
    let json = release(&file, &["--epsilon", "0.5", "--delta", "0"]).json();
    assert_eq!(
        (&json["mechanism"], &json["pure"]),
        (&"geometric".into(), &true.into())
    );
    assert_eq!(json["ledger"]["generation"], 1);
    let spent: f64 = json["ledger"]["spent_epsilon"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(spent > 0.49 && spent <= 0.500001, "{spent}");
    release(&file, &["--epsilon", "0.5", "--delta", "0"]).ok();
    let before = std::fs::read(&file).unwrap();
    release(&file, &["--epsilon", "0.5", "--delta", "0"])
        .failed(6, &["ledger", "this release would pass the budget"]);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // Without it the log would be released.
    run(&["release", TAXI, "--epsilon", "0.5", "--delta", "0"]).ok();
}

/// Whatever fails after the charge: it stays spent, and nothing was released.
#[cfg(target_os = "linux")]
#[test]
fn what_fails_after_the_charge_leaves_it_spent() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "1e-9");
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let args = [
        "release",
        TAXI,
        "--ledger",
        text(&file),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ];
    let ran = command().args(args).stdout(full).output().unwrap();
    assert_eq!(ran.status.code(), Some(5));
    run(&args).failed(6, &["budget"]);
    // What fails before it: a wrong log, an option, a guarantee out of reach.
    let file = folder.path().join("second");
    run(&[
        "ledger",
        "init",
        text(&file),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ])
    .ok();
    let log = folder.file("log.csv", b"from,to\na\n");
    run(&[
        "release",
        text(&log),
        "--ledger",
        text(&file),
        "--epsilon",
        "1",
        "--delta",
        "0",
    ])
    .failed(3, &["line 2"]);
    release(
        &file,
        &["--epsilon", "1", "--delta", "0", "--mechanism", "dirichlet"],
    )
    .failed(4, &["delta 0"]);
    release(
        &file,
        &["--epsilon", "1", "--delta", "0", "--releases", "2"],
    )
    .failed(2, &["--releases"]);
    release(
        &file,
        &["--epsilon", "1", "--delta", "0", "--adjacency", "visit"],
    )
    .failed(2, &["adjacency event"]);
    let nowhere = folder.path().join("no folder/chain.json");
    for output in [text(&nowhere), text(folder.path())] {
        release(
            &file,
            &["--epsilon", "1", "--delta", "0", "--output", output],
        )
        .failed(5, &["cannot write it"]);
    }
    assert_eq!(show(&file)["generation"], 0);
    release(&file, &["--epsilon", "1", "--delta", "0"]).ok();
}

/// The power goes while the release is under way: a process that is killed once its charge is on the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_release_stays_spent() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "1e-9");
    let new = std::fs::read(&file).unwrap();
    // Its output is a pipe that nobody reads: CSV of 59 states is more than a pipe holds, so that it waits there.
    let mut child = command()
        .args([
            "release",
            TAXI,
            "--ledger",
            text(&file),
            "--epsilon",
            "1",
            "--delta",
            "0",
            "--format",
            "csv",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = std::time::Instant::now();
    while std::fs::read(&file).unwrap() == new {
        assert!(start.elapsed().as_secs() < 60, "no charge");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    release(&file, &["--epsilon", "0.01", "--delta", "0"]).failed(6, &["budget"]);
    assert_eq!(show(&file)["generation"], 1);
}

#[test]
fn two_at_once_never_spend_the_same() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    let spawn = |i: usize| {
        // Every second one is a whole release.
        let mut args = if i.is_multiple_of(2) {
            vec!["ledger", "charge", text(&file)]
        } else {
            vec![
                "release",
                TAXI,
                "--ledger",
                text(&file),
                "--delta",
                "0",
                "--mechanism",
                "geometric",
            ]
        };
        args.extend(["--epsilon", "1/8"]);
        let mut command = command();
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let children: Vec<_> = (0..24).map(spawn).collect();
    let codes: Vec<i32> = children
        .into_iter()
        .map(|child| child.wait_with_output().unwrap().status.code().unwrap())
        .collect();
    assert_eq!(codes.iter().filter(|c| **c == 0).count(), 8, "{codes:?}");
    assert!(codes.iter().all(|c| [0, 6].contains(c)), "{codes:?}");
    assert_eq!(show(&file)["generation"], 8);
}
