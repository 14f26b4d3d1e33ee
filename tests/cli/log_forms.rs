//! Every form of a log is read as what it means. The counts are seen through `--show-private-diagnostics`
//! and through releases at an epsilon so large that no noise is left.
use crate::{Folder, Ran, gzip, release, run, run_with};

/// At this epsilon the release lies within 0.02 of the truth where a row has many events.
const NOISELESS: [&str; 10] = [
    "release",
    "-",
    "--epsilon",
    "1e5",
    "--delta",
    "1e-6",
    "--mechanism",
    "dirichlet",
    "--pseudo-count",
    "0.001",
];

fn noiseless(input: &[u8]) -> Vec<Vec<f64>> {
    let mut args = NOISELESS.to_vec();
    args.extend(["--format", "json"]);
    matrix(run_with(&args, input))
}

fn matrix(ran: Ran) -> Vec<Vec<f64>> {
    serde_json::from_value(ran.json()["matrix"].clone()).expect("rows of numbers")
}

fn near(found: &[Vec<f64>], expected: &[&[f64]]) {
    assert_eq!(found.len(), expected.len());
    for (row, expected) in found.iter().zip(expected) {
        for (p, q) in row.iter().zip(*expected) {
            assert!((p - q).abs() < 0.02, "{found:?} is not {expected:?}");
        }
    }
}

#[test]
fn counted_pairs() {
    near(
        &noiseless(b"from,to,count\na,b,300\na,a,100\nb,a,50\n"),
        &[&[0.25, 0.75], &[1.0, 0.0]],
    );
}

#[test]
fn a_count_of_zero_only_names_states() {
    let json = release(b"from,to,count\nb,a,0\n", &["--format", "json"]).json();
    assert_eq!(json["states"], serde_json::json!(["a", "b"]));
}

#[test]
fn pairs() {
    let log = format!(
        "from,to\n{}{}",
        "x,y\n".repeat(60),
        "y,x\ny,y\n".repeat(100)
    );
    near(&noiseless(log.as_bytes()), &[&[0.0, 1.0], &[0.5, 0.5]]);
}

#[test]
fn columns_in_any_order_and_case() {
    near(
        &noiseless(b"Count,TO,From\n300,b,a\n100,a,a\n50,a,b\n"),
        &[&[0.25, 0.75], &[1.0, 0.0]],
    );
}

#[test]
fn sessions_are_grouped_by_id_however_they_interleave() {
    let together = "session,state\n1,a\n1,b\n1,a\n2,b\n2,b\n";
    let apart = "session,state\n1,a\n2,b\n1,b\n2,b\n1,a\n";
    for log in [together, apart] {
        let ran = release(log.as_bytes(), &["--show-private-diagnostics"]);
        assert!(
            ran.stderr
                .contains("events 3, empty rows 0, empty cells 1 of 4"),
            "{}",
            ran.stderr
        );
    }
    // No event joins the end of one session to the start of the next: only a -> b here.
    let log: String = std::iter::once("session,state\n".to_string())
        .chain((0..200).map(|i| format!("{i},a\n{i},b\n")))
        .collect();
    let ran = release(log.as_bytes(), &["--show-private-diagnostics"]);
    assert!(
        ran.stderr
            .contains("events 200, empty rows 1, empty cells 3 of 4"),
        "{}",
        ran.stderr
    );
}

#[test]
fn byte_order_mark_crlf_quotes_and_blank_lines() {
    let log = "\u{feff}from,to,count\r\n\r\n\"a, \"\"first\"\"\",\"two\r\nlines\",300\r\n\"two\r\nlines\",ünï,5";
    let json = release(log.as_bytes(), &["--format", "json"]).json();
    assert_eq!(
        json["states"],
        serde_json::json!(["a, \"first\"", "two\r\nlines", "ünï"])
    );
}

#[test]
fn gzip_is_recognised_by_its_bytes() {
    let log = b"from,to,count\na,b,300\na,a,100\nb,a,50\n";
    near(&noiseless(&gzip(log)), &[&[0.25, 0.75], &[1.0, 0.0]]);
    // Two members, as `cat a.gz b.gz` makes them, and a byte order mark inside.
    let mut two = gzip("\u{feff}from,to,count\na,b,300\n".as_bytes());
    two.extend(gzip(b"a,a,100\nb,a,50\n"));
    near(&noiseless(&two), &[&[0.25, 0.75], &[1.0, 0.0]]);
}

#[test]
fn a_public_list_of_states_sets_the_order() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to\nb,a\n");
    let states = folder.file("states.txt", "\u{feff}b\r\nnever seen\r\na\r\n".as_bytes());
    let args = ["--epsilon", "1", "--delta", "1e-6", "--format", "json"];
    let (log, states) = (log.to_str().unwrap(), states.to_str().unwrap());
    let mut all = vec!["release", log, "--states", states];
    all.extend(args);
    let ran = run(&all);
    assert!(!ran.stderr.contains("not protected"), "{}", ran.stderr);
    let json = ran.json();
    assert_eq!(json["states"], serde_json::json!(["b", "never seen", "a"]));
    assert_eq!(json["states_from"], "file");
    // A device that logged nothing releases too: to refuse would tell.
    let nothing = folder.file("nothing.csv", b"from,to\n");
    all[1] = nothing.to_str().unwrap();
    assert_eq!(matrix(run(&all)).len(), 3);
}

#[test]
fn states_from_the_log_are_sorted_and_said_to_be_unprotected() {
    let ran = release(
        b"from,to\nzebra,apple\nmango,zebra\n",
        &["--format", "json"],
    );
    assert!(ran.stderr.contains("not protected"), "{}", ran.stderr);
    let json = ran.json();
    assert_eq!(
        json["states"],
        serde_json::json!(["apple", "mango", "zebra"])
    );
    assert_eq!(json["states_from"], "log");
}

/// A visit takes part in two events: whoever asks for less than a visit is told, whatever the log holds.
#[test]
fn sessions_under_an_adjacency_of_one_event_are_told_of_visits() {
    let sessions = b"session,state\n1,a\n1,b\n1,a\n";
    let pairs = b"from,to\na,b\nb,a\n";
    for (adjacency, told) in [
        ("destination", true),
        ("add_remove", true),
        ("event", true),
        ("visit", false),
        ("visit_presence", false),
    ] {
        let says = |log: &[u8]| {
            let ran = release(log, &["--adjacency", adjacency]);
            ran.stderr.contains("--adjacency visit protects a visit")
        };
        assert_eq!(says(sessions), told, "{adjacency}");
        assert!(!says(pairs), "{adjacency}");
    }
    assert!(
        release(sessions, &[])
            .stderr
            .contains("--adjacency visit protects a visit")
    );
}
