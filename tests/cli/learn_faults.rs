//! `dpmarkov learn` with wrong arguments and wrong logs: named, and nothing is written.
use crate::learn::{alike, learn};
use crate::ledger::{ledger, text};
use crate::{Folder, run, run_with};

#[test]
fn wrong_arguments() {
    let log = alike(100);
    for (more, words) in [
        (
            &["--synthetic", "0"][..],
            &["--synthetic", "from 1 to 65536"][..],
        ),
        (&["--synthetic", "65537"], &["--synthetic"]),
        (&["--synthetic", "-1"], &["--synthetic"]),
        (&["--synthetic", "1.5"], &["--synthetic"]),
        (&["--rounds", "0"], &["--rounds"]),
        (
            &["--rounds", "2"],
            &["--rounds 2 does not divide --synthetic 1"],
        ),
        (&["--synthetic", "7", "--rounds", "3"], &["does not divide"]),
        (&["--epsilon", "-1"], &["--epsilon"]),
        (&["--epsilon", "nan"], &["--epsilon"]),
        (&["--epsilon", "1e7"], &["--epsilon"]),
        (&["--delta", "1"], &["--delta"]),
        (&["--user-column", ""], &["--user-column"]),
        (&["--user-column", "  "], &["--user-column"]),
        (&["--from", "nobody"], &["--from \"nobody\"", "--states"]),
        (&["--at-least-generation", "3"], &["--ledger"]),
        (&["--seed", "1"], &["--seed"]),
        (&["--window", "1..2"], &["--window"]),
        (&["--format", "xml"], &["--format"]),
    ] {
        learn(log.as_bytes(), more).failed(2, words);
    }
    // No noise meets them.
    learn(log.as_bytes(), &["--delta", "0"]).failed(4, &["nothing at delta 0"]);
    learn(log.as_bytes(), &["--epsilon", "0"]).failed(
        4,
        &["no noise meets epsilon 0e0 and delta 1e-9 in 1 round: allow more of them"],
    );
    learn(log.as_bytes(), &["--epsilon", "1e-12"]).failed(4, &["no noise meets"]);
    // What is missing.
    run(&["learn"]).failed(2, &["Usage: dpmarkov learn"]);
    run_with(&["learn", "-", "--epsilon", "1", "--delta", "1e-9"], b"").failed(2, &["--synthetic"]);
    run_with(&["learn", "-", "--synthetic", "1", "--delta", "1e-9"], b"").failed(2, &["--epsilon"]);
    run(&["learn", "plan", "x.csv"]).failed(2, &["x.csv"]);
}

#[test]
fn wrong_logs() {
    for (log, words) in [
        (
            "",
            &["the file is empty", "user,from,to", "--user-column"][..],
        ),
        (
            "from,to\na,b\n",
            &[
                "line 1",
                "the header has \"from\", \"to\"",
                "user,from,to",
                "--user-column",
            ],
        ),
        ("user\n1\n", &["line 1", "the header has"]),
        ("user,from,to,weight\n", &["the header has"]),
        ("user,user,state\n", &["the header has"]),
        ("user;state\n1;a\n", &["separated by commas"]),
        (
            "user,state\n",
            &["no event in the log", "at least two states"],
        ),
        ("user,state\n1,a\n1,a\n", &["one state in the log"]),
        ("user,state\n1,a\n1\n", &["line 3", "1 field"]),
        ("user,state\n,a\n", &["line 2", "an empty field"]),
        ("user,state\n1,\n", &["line 2", "an empty field"]),
        (
            "user,from,to,count\n1,a,b,-1\n",
            &["line 2", "the count \"-1\""],
        ),
        ("user,from,to,count\n1,a,b,1.5\n", &["line 2", "the count"]),
        (
            "user,from,to,count\n1,a,b,4294967296\n",
            &["line 2", "the count"],
        ),
        ("user,state\n1,\"a\n", &["never closed"]),
        ("user,state\n1,a\0\n", &["NUL"]),
    ] {
        learn(log.as_bytes(), &[]).failed(3, words);
    }
    learn(b"user,state\n1,\xff\n", &[]).failed(3, &["line 2", "not UTF-8"]);
    learn(b"\x1f\x8b\x08\0\0", &[]).failed(3, &["gzip"]);
    learn(b"PK\x03\x04", &[]).failed(3, &["zip archive"]);
    // The column that was asked for is not there.
    let more = ["--user-column", "person"];
    learn(alike(100).as_bytes(), &more).failed(3, &["person,from,to", "the header has \"user\""]);
    // Shown as it is, but for what would steer a terminal.
    let more = ["--user-column", "per\u{1b}[31mson"];
    learn(alike(100).as_bytes(), &more).failed(3, &["per\\u{1b}[31mson,from,to"]);
    // A name that is another column's leaves the forms in which it stands once.
    learn(b"from,to\n1,a\n", &["--user-column", "from"]).failed(3, &["from,session,state"]);
}

#[test]
fn files_that_are_in_the_way() {
    let folder = Folder::new();
    let log = folder.file("log.csv", alike(100).as_bytes());
    let states = folder.file("states.txt", b"a\nb\n");
    let budget = ledger(&folder, "1", "1e-9");
    let args = [
        "learn",
        text(&log),
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--synthetic",
        "1",
    ];
    let with = |more: &[&str]| run(&[&args[..], more].concat());
    let before = folder.names();
    with(&["--output", text(&log)]).failed(2, &["would overwrite the input"]);
    with(&["--states", text(&states), "--output", text(&states)]).failed(2, &["would overwrite"]);
    with(&["--ledger", text(&budget), "--output", text(&budget)]).failed(2, &["would overwrite"]);
    let nowhere = folder.path().join("none/out");
    with(&["--output", text(&nowhere)]).failed(5, &["cannot write it"]);
    with(&["--ledger", text(&log)]).failed(7, &["no stored copy of the ledger is whole"]);
    let few = folder.file("few.txt", b"a\nc\n");
    with(&["--states", text(&few)]).failed(3, &["line 2", "is not in the list"]);
    run_with(
        &[
            "learn",
            "-",
            "--states",
            "-",
            "--epsilon",
            "1",
            "--delta",
            "1e-9",
            "--synthetic",
            "1",
        ],
        b"",
    )
    .failed(2, &["cannot both be standard input"]);
    run(&[
        "learn",
        "none.csv",
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--synthetic",
        "1",
    ])
    .failed(5, &["none.csv", "cannot open it"]);
    std::fs::remove_file(few).unwrap();
    assert_eq!(folder.names(), before);
    // A number that a ledger cannot add up exactly.
    let more = ["--ledger", text(&budget), "--delta", "1e-30"];
    let args = ["learn", text(&log), "--epsilon", "1", "--synthetic", "1"];
    run(&[&args[..], &more].concat()).failed(2, &["with --ledger", "1/11"]);
}

/// What a user did shows in the drawn transitions alone: with a public list of states neither standard error nor the code, the length or
/// the shape of the output depends on how much, or what, one user did.
#[test]
fn one_users_log_shows_in_no_message() {
    let folder = Folder::new();
    let states = folder.file("states.txt", b"a\nb\nc\nd\n");
    let others = alike(200);
    let every_pair: String = ["a", "b", "c", "d"]
        .iter()
        .flat_map(|p| ["a", "b", "c", "d"].map(|q| format!("x,{p},{q},1\n")))
        .collect();
    let logs = [
        "x,a,b,0\n".to_string(),
        "x,a,b,1\n".to_string(),
        "\"x\",\"c\",\"c\",4294967295\nx,d,d,4294967295\nx,d,d,1\n".to_string(),
        every_pair.repeat(500),
    ];
    for (more, code) in [
        (&["--format", "csv", "--synthetic", "4"][..], 0),
        (&["--from", "c"], 9),
        (&["--epsilon", "1/1000"], 8),
        (&["--from", "z"], 2),
    ] {
        let more = [more, &["--states", text(&states)]].concat();
        let shown = logs.each_ref().map(|one| {
            // its lines stand first: the other users' places in the log change too
            let log = others.replacen('\n', &format!("\n{one}"), 1);
            let ran = learn(log.as_bytes(), &more);
            assert_eq!(ran.code, code, "{}", ran.stderr);
            (ran.stderr, ran.stdout.lines().count())
        });
        assert!(shown.iter().all(|one| *one == shown[0]), "{shown:?}");
    }
}

/// How much memory the votes take follows from the number of users and transitions: without it nothing is charged.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_costs_nothing() {
    let folder = Folder::new();
    let log = folder.file("log.csv", alike(5000).as_bytes());
    let budget = ledger(&folder, "1", "1e-9");
    let before = std::fs::read(&budget).unwrap();
    // 5,000 users, 65,536 transitions: 1.3 GB, of 1 GB
    let ran = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
        .args([env!("CARGO_BIN_EXE_dpmarkov"), "learn", text(&log)])
        .args(["--epsilon", "1", "--delta", "1e-9", "--synthetic", "65536"])
        .args(["--ledger", text(&budget)])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(5), "{stderr}");
    assert!(
        stderr.contains("no memory for 1310720000 bytes"),
        "{stderr}"
    );
    assert_eq!(std::fs::read(&budget).unwrap(), before);
}
