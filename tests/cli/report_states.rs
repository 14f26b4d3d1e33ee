//! Reports hold no names, but the hash of a public list of them.
use crate::report::{LOG, STATES, SUPPORT, reported};
use crate::{Folder, run};
use dpmarkov::report::Report;
use serde_json::json;

/// A hash of names that came from the log, and their number, would tell of the log.
#[test]
fn a_report_needs_a_public_list_of_states() {
    let folder = Folder::new();
    let log = folder.file("log.csv", LOG.as_bytes());
    let support = folder.file("support.csv", SUPPORT.as_bytes());
    let ledger = folder.path().join("ledger");
    let report = folder.path().join("r.cbor");
    let [log, support, ledger, report] =
        [&log, &support, &ledger, &report].map(|path| path.to_str().unwrap());
    run(&[
        "ledger",
        "init",
        ledger,
        "--epsilon",
        "3",
        "--delta",
        "1e-5",
    ])
    .ok();
    let before = std::fs::read(ledger).unwrap();
    let args = [
        "release",
        log,
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
        "--report",
        report,
    ];
    for more in [&[][..], &["--ledger", ledger]] {
        run(&[&args[..], more].concat()).failed(2, &["public list of states", "--states FILE"]);
        assert_eq!(folder.names(), ["ledger", "log.csv", "support.csv"]);
        assert_eq!(std::fs::read(ledger).unwrap(), before);
    }
    // a support is public, and so are the states that it names
    run(&[&args[..], &["--support", support]].concat()).ok();
    // what is in the report does not depend on which of the listed states the log knows
    let list = folder.file("list.txt", STATES.as_bytes());
    let list = ["--states", list.to_str().unwrap()];
    let seen = |log: &[u8]| {
        let log = folder.file("log.csv", log);
        assert!(log.exists());
        run(&[&args[..], &list].concat()).ok();
        let bytes = std::fs::read(report).unwrap();
        let read = Report::decode(&bytes).unwrap();
        (bytes.len(), read.states(), read.about().state_table)
    };
    assert_eq!(seen(LOG.as_bytes()), seen(b"from,to\nHome,Home\n"));
}

/// The hash of a list of states, for firmware: what a report carries.
#[test]
fn the_state_table_for_firmware() {
    let folder = Folder::new();
    let list = folder.file("states.txt", STATES.as_bytes());
    let list = list.to_str().unwrap();
    let hex = run(&["states", list]).ok();
    let (_, bytes) = reported(&folder, &["--states", list]);
    let own = Report::decode(&bytes).unwrap().about().state_table.0;
    let of = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    assert_eq!(hex.trim(), of(&own));
    let json = run(&["states", list, "--format", "json"]).json();
    assert_eq!(json["state_table"], hex.trim());
    assert_eq!(json["states"], json!(["Home", "Shop", "Work"]));
    let header = run(&["states", list, "--format", "c-header"]).ok();
    let digits: String = header.split("0x").skip(1).map(|b| &b[..2]).collect();
    assert_eq!(digits, hex.trim());
    assert!(header.contains("#define DPM_STATES_COUNT 3u"));
    // a name cannot leave the comment
    let wild = folder.file("wild.txt", b"a */ int x; /*\nb\n");
    let header = run(&["states", wild.to_str().unwrap(), "--format", "c-header"]).ok();
    assert_eq!(header.matches("*/").count(), 3, "{header}");
    run(&["states", folder.file("one.txt", b"a\n").to_str().unwrap()]).failed(3, &["at least 2"]);
    run(&["states", list, "--output", list]).failed(2, &["would overwrite"]);
}
