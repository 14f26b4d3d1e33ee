//! Releases on a public support.
use crate::{Folder, release, run};
use serde_json::json;

const SUPPORT: &[u8] = b"from,to\na,b\na,a\nb,c\nc,a\nc,b\nc,c\n";
/// b -> a is outside.
const LOG: &[u8] = b"from,to,count\na,b,900\nb,c,20\nc,a,400\nc,c,100\nb,a,7\n";

/// `release -` with the support in a file.
fn on(support: &[u8], log: &[u8], more: &[&str]) -> crate::Ran {
    let folder = Folder::new();
    let file = folder.file("support.csv", support);
    let mut args = vec!["--support", file.to_str().expect("UTF-8")];
    args.extend_from_slice(more);
    release(log, &args)
}

#[test]
fn json_has_the_feasible_cells_alone() {
    for mechanism in ["dirichlet", "polya", "geometric", "gaussian"] {
        let more = [
            "--outside",
            "drop",
            "--format",
            "json",
            "--mechanism",
            mechanism,
        ];
        let json = on(SUPPORT, LOG, &more).json();
        assert_eq!(json["states"], json!(["a", "b", "c"]));
        assert_eq!(json["states_from"], "support");
        assert_eq!(json["outside"], "drop");
        assert_eq!(json["targets"], json!([[0, 1], [2], [0, 1, 2]]));
        assert!(json.get("matrix").is_none());
        let rows: Vec<Vec<f64>> =
            serde_json::from_value(json["probabilities"].clone()).expect("rows");
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 3]);
        assert_eq!(rows[1], [1.0]);
        assert!(rows.iter().all(|row| row.iter().sum::<f64>() == 1.0));
        assert_eq!(
            json["row_cells"],
            json!({ "fewest": 2, "mean": 2.5, "most": 3 })
        );
        assert_eq!(json["stationary"].as_array().expect("shares").len(), 3);
        for key in ["noisy_counts", "tallies"] {
            if let Some(integers) = json.get(key) {
                let rows: Vec<Vec<i64>> = serde_json::from_value(integers.clone()).expect("rows");
                assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 3]);
            }
        }
    }
}

#[test]
fn csv_and_text() {
    let csv = on(SUPPORT, LOG, &["--outside", "drop", "--format", "csv"]).ok();
    let cells: Vec<&str> = csv
        .lines()
        .map(|l| l.rsplit_once(',').expect("three").0)
        .collect();
    assert_eq!(cells, ["from,to", "a,a", "a,b", "b,c", "c,a", "c,b", "c,c"]);
    assert!(csv.contains("b,c,1\n"));
    let text = on(SUPPORT, LOG, &["--outside", "other:b"]).failed_with_support_of_b();
    assert!(
        text.contains("which the support does not have from \"b\""),
        "{text}"
    );
    let text = on(SUPPORT, LOG, &["--outside", "drop"]).ok();
    for words in [
        "6 of 9 transitions are feasible, 2 to 3 in a row",
        "Events outside it are dropped",
        "a blank is infeasible",
    ] {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
}

impl crate::Ran {
    fn failed_with_support_of_b(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""));
        self.stderr
    }
}

#[test]
fn events_outside() {
    // refused, with the line; the default
    for more in [&[][..], &["--outside", "refuse"]] {
        let said = [
            "line 6",
            "from \"b\" to \"a\" is not in the support",
            "--outside drop",
        ];
        on(SUPPORT, LOG, more).failed(3, &said);
    }
    let support = b"from,to\na,b\na,a\nb,c\nb,b\nc,a\nc,b\nc,c\n";
    let more = [
        "--outside",
        "other:b",
        "--format",
        "json",
        "--show-private-diagnostics",
    ];
    let ran = on(support, LOG, &more);
    assert!(
        ran.stderr.contains("events outside the support 7"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("events 1427"), "{}", ran.stderr);
    assert_eq!(ran.json()["outside"], "other:b");
    let ran = on(
        SUPPORT,
        LOG,
        &["--outside", "drop", "--show-private-diagnostics"],
    );
    assert!(ran.stderr.contains("events 1420"), "{}", ran.stderr);
    // from the state really visited: a -> c is outside and dropped, c -> a is counted
    let log = b"session,state\n1,a\n1,c\n1,a\n1,b\n";
    let ran = on(
        SUPPORT,
        log,
        &["--outside", "drop", "--show-private-diagnostics"],
    );
    assert!(ran.stderr.contains("events 2, "), "{}", ran.stderr);
    // a count that overflows where it is counted as another
    let log = b"from,to,count\nb,b,4294967295\nb,a,1\n";
    on(support, log, &["--outside", "other:b"]).failed(3, &["line 3", "passes 4294967295"]);
}

#[test]
fn wrong_options() {
    release(LOG, &["--outside", "drop"]).failed(2, &["--support"]);
    for wrong in ["", "keep", "other", "other:"] {
        on(SUPPORT, LOG, &["--outside", wrong]).failed(2, &["refuse, drop, or other:"]);
    }
    on(SUPPORT, LOG, &["--outside", "other:nowhere"]).failed(2, &["\"nowhere\"", "no state"]);
    release(LOG, &["--support", "-"]).failed(2, &["the log and --support", "standard input"]);
    let folder = Folder::new();
    let file = folder.file("support.csv", SUPPORT);
    let file = file.to_str().expect("UTF-8");
    release(LOG, &["--support", file, "--output", file]).failed(2, &["overwrite the input"]);
    let plan = [
        "plan",
        "--states",
        "5",
        "--expected-row-total",
        "9",
        "--epsilon",
        "1",
    ];
    let plan = [&plan[..], &["--delta", "1e-6", "--row-cells"]].concat();
    for (cells, said) in [
        ("6", "more than --states 5"),
        ("1", "from 2 to 65535"),
        ("x", "from 2"),
    ] {
        run(&[&plan[..], &[cells]].concat()).failed(2, &[said]);
    }
}

#[test]
fn supports_that_are_none() {
    let wrong = |support: &str, said: &[&str]| on(support.as_bytes(), LOG, &[]).failed(3, said);
    wrong("", &["the file is empty"]);
    wrong("from,to,count\na,b,1\n", &["the header from,to"]);
    wrong("session,state\na,b\n", &["the header from,to"]);
    wrong("from,to\na,b\na,b\nb,a\n", &["line 3", "stands here again"]);
    wrong(
        "from,to\na,b\nb,c\n",
        &["the state \"c\" has no feasible transition"],
    );
    wrong("from,to\na,a\n", &["one state in the support"]);
    wrong("from,to\na\n", &["line 2"]);
    // a state that --states does not name, and one that the support leaves without a transition
    let folder = Folder::new();
    let states = folder.file("states.txt", b"c\nb\na\n");
    let states = ["--states", states.to_str().expect("UTF-8")];
    let known = |support: &str| on(support.as_bytes(), b"from,to\n", &states);
    known("from,to\na,d\n").failed(3, &["line 2", "\"d\" is not in the list"]);
    known("from,to\na,b\nb,a\n").failed(3, &["\"c\" has no feasible transition"]);
    // in the order of the list
    let more = [&states[..], &["--outside", "drop", "--format", "json"]].concat();
    let json = on(SUPPORT, LOG, &more).json();
    assert_eq!(json["states"], json!(["c", "b", "a"]));
    assert_eq!(json["targets"], json!([[0, 1, 2], [0], [1, 2]]));
    assert_eq!(json["states_from"], "file");
    // the log knows no other states
    on(SUPPORT, b"from,to\na,z\n", &[]).failed(3, &["\"z\" is not in the list"]);
}

#[test]
fn the_shares_are_left_out_where_there_are_none() {
    // two traps
    let support = b"from,to\na,a\nb,b\nc,a\nc,b\n";
    let json = on(support, b"from,to\nc,a\n", &["--format", "json"]).json();
    assert_eq!(json["stationary"], serde_json::Value::Null);
    let reason = json["stationary_omitted"].as_str().expect("why");
    assert!(reason.contains("several recurrent classes"));
    let text = on(support, b"from,to\nc,a\n", &[]).ok();
    assert!(
        text.contains("Long run   left out") && !text.contains("NaN"),
        "{text}"
    );
    // rows of one cell alone: 1, whatever the log holds
    let ring = b"from,to\na,b\nb,a\n";
    for mechanism in ["dirichlet", "polya", "geometric", "gaussian"] {
        let json = on(
            ring,
            b"from,to\n",
            &["--format", "json", "--mechanism", mechanism],
        )
        .json();
        assert_eq!(json["probabilities"], json!([[1.0], [1.0]]), "{mechanism}");
        assert_eq!(json["stationary"], json!([0.5, 0.5]));
        assert_eq!(json["row_cells"], serde_json::Value::Null);
    }
}

#[test]
fn the_most_states() {
    let mut support = String::from("from,to\n");
    let n = 65_535;
    for i in 0..n {
        support.push_str(&format!("s{i:05},s{:05}\ns{i:05},s{i:05}\n", (i + 1) % n));
    }
    let log = b"from,to,count\ns00001,s00002,5\ns65534,s00000,100000\n";
    let csv = on(support.as_bytes(), log, &["--format", "csv"]).ok();
    assert_eq!(csv.lines().count(), 2 * n + 1);
    let last = csv
        .lines()
        .find(|l| l.starts_with("s65534,s00000,"))
        .expect("a cell");
    let p: f64 = last
        .rsplit_once(',')
        .expect("three")
        .1
        .parse()
        .expect("a number");
    assert!(p > 0.99, "{p}");
    let json = on(support.as_bytes(), log, &["--format", "json"]).json();
    assert_eq!(json["targets"].as_array().map(Vec::len), Some(n));
    assert_eq!(json["stationary"], serde_json::Value::Null);
    // one more
    support.push_str("one,more\n");
    let said = ["more than 65535 states", "from 2 to 65535 states"];
    on(support.as_bytes(), log, &[]).failed(3, &said);
}

#[test]
fn a_plan_for_rows_of_few_cells() {
    let plan = |cells: &[&str]| {
        let fixed = [
            "plan",
            "--states",
            "263",
            "--expected-row-total",
            "2000",
            "--epsilon",
            "1",
        ];
        let more = ["--delta", "1e-6", "--mechanism", "polya", "--format"];
        run(&[&fixed[..], &more, cells].concat())
    };
    let full = plan(&["json"]).json();
    let few = plan(&["json", "--row-cells", "13"]).json();
    assert_eq!(
        (&full["row_cells"], &few["row_cells"]),
        (&serde_json::Value::Null, &json!(13))
    );
    let tv = |plan: &serde_json::Value| plan["expected_tv"]["one_hot"].as_f64().expect("a number");
    assert!(tv(&few) < 0.5 * tv(&full), "{} {}", tv(&few), tv(&full));
    assert_eq!(few["memory_bytes"]["counts"], json!(4 * 263 * 13));
    assert_eq!(
        few["memory_bytes"]["support"],
        json!(4 * 264 + 2 * 263 * 13)
    );
    let header = plan(&["c-header", "--row-cells", "13"]).ok();
    assert!(header.contains("#define DPM_PLAN_ROW_CELLS 13u"));
    assert!(header.contains("DPM_PLAN_RELEASES, DPM_PLAN_ROW_CELLS, DPM_PLAN_EVENT_MASS"));
    let text = plan(&["text", "--row-cells", "13"]).ok();
    assert!(text.contains("with 13 feasible next states each"), "{text}");
}

/// A dropped event leaves its row's total, which is public under `destination` only where none is dropped.
#[test]
fn row_totals_are_not_published_where_events_are_dropped() {
    let destination = [
        "--adjacency",
        "destination",
        "--format",
        "json",
        "--publish-row-totals",
        "--outside",
    ];
    let of = |outside| on(SUPPORT, LOG, &[&destination[..], &[outside]].concat());
    of("drop").failed(
        2,
        &[
            "--publish-row-totals with --outside drop",
            "expected --outside refuse or other:STATE",
        ],
    );
    let quiet = [&destination[..4], &["--outside", "drop"]].concat();
    let quiet = on(SUPPORT, LOG, &quiet).json();
    assert!(quiet.get("row_totals").is_none());
    of("refuse").failed(3, &["not in the support"]);
    let support = b"from,to\na,b\na,a\nb,c\nb,b\nc,a\nc,b\nc,c\n";
    let json = on(support, LOG, &[&destination[..], &["other:b"]].concat()).json();
    assert_eq!(json["row_totals"], json!([900, 27, 500]));
}
