//! Slots, generations, room: the protocol as the file shows it.
use crate::ledger::{charge, ledger, release, show, text};
use crate::{Folder, TAXI, run};

/// Where the second slot begins, and half the length of the file.
const SECTOR: usize = 4096;

#[test]
fn one_slot_is_written_and_the_other_left_alone() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    let mut before = std::fs::read(&file).unwrap();
    assert_eq!(before.len(), 2 * SECTOR);
    for i in 0..6 {
        charge(&file, &["--epsilon", "0.1"]).ok();
        let after = std::fs::read(&file).unwrap();
        let changed = |s: usize| before[s * SECTOR..][..SECTOR] != after[s * SECTOR..][..SECTOR];
        assert_eq!((changed(0), changed(1)), (i % 2 == 1, i % 2 == 0));
        before = after;
    }
    assert_eq!(folder.names(), ["ledger"], "no other file");
}

/// A write that was cut off: the older slot counts, and the next charge goes where the broken one is.
#[test]
fn a_torn_write_falls_back_by_one() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    charge(&file, &["--epsilon", "0.25"]).ok();
    let first = std::fs::read(&file).unwrap();
    charge(&file, &["--epsilon", "0.5"]).ok();
    let second = std::fs::read(&file).unwrap();
    for cut in [1, 17, 100, 2000, 4051] {
        let mut torn = first.clone();
        torn[..cut].copy_from_slice(&second[..cut]);
        std::fs::write(&file, &torn).unwrap();
        let shown = show(&file);
        assert_eq!(
            (&shown["generation"], &shown["spent_epsilon"]),
            (&1.into(), &"0.25".into()),
            "{cut}"
        );
        charge(&file, &["--epsilon", "0.5"]).ok();
        assert_eq!(std::fs::read(&file).unwrap(), second);
    }
}

#[test]
fn an_older_ledger_is_refused_to_who_keeps_a_counter() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    let old = std::fs::read(&file).unwrap();
    charge(&file, &["--epsilon", "1"]).ok();
    std::fs::write(&file, old).unwrap();
    let at_least = ["--epsilon", "1", "--at-least-generation", "1"];
    charge(&file, &at_least).failed(7, &["older than the monotonic counter"]);
    release(&file, &[&at_least[..], &["--delta", "0"]].concat()).failed(7, &["older"]);
    run(&["ledger", "show", text(&file), "--at-least-generation", "1"]).failed(7, &["older"]);
    run(&[
        "release",
        TAXI,
        "--epsilon",
        "1",
        "--delta",
        "0",
        "--window",
        "1..2",
    ])
    .failed(2, &["--ledger"]);
}

/// A kind is a mechanism or a cost and its window; 100 of them are a full ledger, until time is closed.
#[test]
fn a_full_ledger() {
    let folder = Folder::new();
    let file = ledger(&folder, "1", "0");
    for day in 0..100 {
        charge(
            &file,
            &["--epsilon", "1", "--window", &format!("{day}..{day}")],
        )
        .ok();
    }
    charge(&file, &["--epsilon", "1", "--window", "100..100"])
        .failed(6, &["no room for another kind"]);
    charge(
        &file,
        &[
            "--epsilon",
            "1",
            "--window",
            "100..100",
            "--close-before",
            "90",
        ],
    )
    .ok();
    assert_eq!(show(&file)["entries"].as_array().unwrap().len(), 11);
}
