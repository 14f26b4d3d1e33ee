//! What is named on the command line of `dpmarkov merge`, and how it can be wrong.
use crate::report::reported;
use crate::report_examples::FOLDER;
use crate::{Folder, gzip, run, run_with};

fn merge(args: &[&str]) -> crate::Ran {
    run(&[&["merge"], args].concat())
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new();
    let (_, bytes) = reported(&folder, &[]);
    let piped = folder.file("names.txt", b"-\n");
    let piped = format!("@{}", piped.to_str().unwrap());
    for args in [
        &["-", "-"][..],
        &["@-", "-"],
        &["@-", "@-"],
        &["-", "--states", "-"],
        &["@-", "--states", "-"],
        &["-", &piped],
        &[&piped, "--states", "-"],
    ] {
        run_with(&[&["merge"], args].concat(), &bytes).failed(2, &["standard input", "once"]);
    }
    run_with(&["merge", &piped], &bytes).ok();
    run_with(&["merge", "@-"], b"-\n").failed(2, &["once"]);
    merge(&["@"]).failed(2, &["@LIST"]);
}

/// Names are what the system takes for names; line ends of both kinds and blank lines do not matter. A folder in a folder is not a report, whatever its name.
#[test]
fn lists_and_folders() {
    let folder = Folder::new();
    let report = std::fs::read(format!("{FOLDER}/device-01.cbor")).unwrap();
    std::fs::create_dir_all(folder.path().join("fleet/folder.cbor")).unwrap();
    let one = folder.path().join("fleet/one.cbor");
    std::fs::write(&one, &report).unwrap();
    let fleet = folder.path().join("fleet");
    let want = merge(&[fleet.to_str().unwrap()]).ok();
    assert!(want.contains("merged from 1 report"), "{want}");
    let name = one.to_str().unwrap();
    let list = folder.file("list", format!("\r\n\n{name}\r\n\n").as_bytes());
    let named = format!("@{}", list.to_str().unwrap());
    assert_eq!(merge(&[&named]).ok(), want);
    merge(&[&named, "--output", list.to_str().unwrap()]).failed(2, &["would overwrite the input"]);
    assert_eq!(
        std::fs::read(&list).unwrap(),
        format!("\r\n\n{name}\r\n\n").as_bytes()
    );
    let empty = folder.path().join("empty");
    std::fs::create_dir_all(empty.join("folder.cbor")).unwrap();
    merge(&[empty.to_str().unwrap()]).failed(3, &["holds no report"]);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = std::ffi::OsStr::from_bytes(b"odd\xff.cbor");
        std::fs::write(folder.path().join(odd), &report).unwrap();
        let mut names = folder.path().join(odd).as_os_str().as_bytes().to_vec();
        names.push(b'\n');
        let list = folder.file("odd", &names);
        let named = format!("@{}", list.to_str().unwrap());
        assert_eq!(merge(&[&named]).ok(), want);
    }
}

/// Where every report is left out, the first reason is told.
#[test]
fn nothing_left_to_merge() {
    let folder = Folder::new();
    let zeros = folder.file("zeros.cbor", &[0; 100_000]);
    let zeros = zeros.to_str().unwrap();
    merge(&[zeros, "--skip-damaged"]).failed(3, &["the only file", "this is no report"]);
    merge(&[zeros, zeros, "--skip-damaged"])
        .failed(3, &["none of the 2 files", "this is no report"]);
}

/// Compressed or not, a report that is cut short is a damaged one.
#[test]
fn damaged_compression() {
    let folder = Folder::new();
    let packed = gzip(&reported(&folder, &[]).1);
    let cut = folder.file("cut.cbor", &packed[..60]);
    let cut = cut.to_str().unwrap();
    merge(&[cut]).failed(3, &["cut.cbor", "cut short", "--skip-damaged"]);
    merge(&[cut, "--skip-damaged"]).failed(3, &["the only file", "cut short"]);
    for files in [[cut, FOLDER], [FOLDER, cut]] {
        let json = merge(&[&files[..], &["--skip-damaged", "--format", "json"]].concat()).json();
        assert_eq!(json["reports"], 48);
        assert_eq!(json["damaged"]["count"], 1);
    }
}

/// A total that noise would not part from what a report says, but once in 10^12: it is not what everybody knows.
#[test]
fn a_row_total_that_reports_contradict() {
    let folder = Folder::new();
    let own = ["--mechanism", "dirichlet", "--report-totals", "1"];
    for (name, more) in [
        ("geometric.cbor", &["--mechanism", "geometric"][..]),
        ("gaussian.cbor", &["--mechanism", "gaussian"]),
        ("totals.cbor", &own),
    ] {
        let (_, bytes) = reported(&folder, more);
        let report = folder.file(name, &bytes);
        let report = report.to_str().unwrap();
        // rows of 800, 600 and 900 events
        for total in ["1", "5000", "4294967295", "99999999999999"] {
            let words = ["--row-total", name, "state 0", "noise alone"];
            merge(&[report, "--row-total", total]).failed(2, &words);
        }
    }
    // what is cut off says nothing
    let log = folder.file(
        "big.csv",
        b"from,to,count\na,a,70000\nb,a,35000\nb,b,35000\n",
    );
    let list = folder.file("ab.txt", b"a\nb\n");
    let report = folder.path().join("big.cbor");
    let report = report.to_str().unwrap();
    run(&[
        "release",
        log.to_str().unwrap(),
        "--states",
        list.to_str().unwrap(),
        "--mechanism",
        "geometric",
        "--epsilon",
        "1",
        "--delta",
        "0",
        "--report",
        report,
        "--report-bits",
        "16",
    ])
    .ok();
    merge(&[report, "--row-total", "70000"]).ok();
}
