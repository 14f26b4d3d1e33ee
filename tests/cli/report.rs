//! `release --report` and `inspect` of what it writes, as a user meets them.
use crate::{Folder, Ran, gzip, run, run_with};
use dpmarkov::report::{Content, Report};
use serde_json::{Value, json};

pub const LOG: &str = "from,to,count\nHome,Home,500\nHome,Work,300\nWork,Home,400\nWork,Work,390\nWork,Shop,110\nShop,Home,600\n";
pub const SUPPORT: &str =
    "from,to\nHome,Home\nHome,Work\nWork,Home\nWork,Work\nWork,Shop\nShop,Home\n";
pub const STATES: &str = "Home\nShop\nWork\n"; // sorted, as from the log

const MECHANISMS: [&str; 4] = ["dirichlet", "polya", "geometric", "gaussian"];

/// `release` of the log in `folder` with a report, as JSON; the report's bytes. States are those of STATES, or the support's.
pub fn reported(folder: &Folder, more: &[&str]) -> (Value, Vec<u8>) {
    let log = folder.file("log.csv", LOG.as_bytes());
    let list = folder.file("list.txt", STATES.as_bytes());
    let report = folder.path().join("r.cbor");
    let fixed = ["--epsilon", "1", "--delta", "1e-6", "--format", "json"];
    let mut args = vec!["release", log.to_str().unwrap()];
    args.extend(fixed);
    args.extend(["--report", report.to_str().unwrap()]);
    args.extend_from_slice(more);
    if !more.iter().any(|m| ["--states", "--support"].contains(m)) {
        args.extend(["--states", list.to_str().unwrap()]);
    }
    let json = run(&args).json();
    (json, std::fs::read(report).unwrap())
}

fn inspected(bytes: &[u8], more: &[&str]) -> Ran {
    run_with(&[&["inspect", "-"], more].concat(), bytes)
}

/// All mechanisms, both widths, dense and on a support: the report holds the release, and the release says so.
#[test]
fn a_report_holds_the_release() {
    let folder = Folder::new();
    let support = folder.file("support.csv", SUPPORT.as_bytes());
    let states = folder.file("states.txt", STATES.as_bytes());
    let on = ["--support", support.to_str().unwrap()];
    for (mechanism, bits) in MECHANISMS.iter().flat_map(|m| [(m, "16"), (m, "32")]) {
        for sparse in [&[][..], &on] {
            let options = ["--mechanism", mechanism, "--report-bits", bits];
            let (release, bytes) = reported(&folder, &[&options, sparse].concat());
            let read = Report::decode(&bytes).unwrap();
            read.verify().unwrap();
            assert_eq!(read.width().bits().to_string(), bits);
            assert_eq!(read.is_full(), sparse.is_empty());
            let key = match read.content() {
                Content::Units => "matrix",
                Content::Tallies => "tallies",
                Content::NoisyCounts => "noisy_counts",
            };
            let key = match (key, sparse) {
                ("matrix", [_, ..]) => "probabilities",
                (key, _) => key,
            };
            for (row, released) in read.rows().zip(release[key].as_array().unwrap()) {
                let released: Vec<f64> = serde_json::from_value(released.clone()).unwrap();
                let values: Vec<f64> = row.values().map(|v| v as f64).collect();
                match read.content() {
                    Content::Units => {
                        let whole = 2f64.powi(read.width().bits() as i32);
                        assert_eq!(values.iter().sum::<f64>(), whole);
                        // one unit to every entry, the rest split at rounded cumulative sums: within one unit of its part of the rest
                        let (n, fine) = (values.len() as f64, 2f64.powi(32));
                        let part = |x: f64| (x * fine - 1.0) / (fine - n) * (whole - n);
                        let near = |(v, x): (&f64, &f64)| (v - 1.0 - part(*x)).abs() <= 1.0 + 1e-9;
                        assert!(
                            values.iter().zip(&released).all(near),
                            "{values:?} {released:?}"
                        );
                        assert!(
                            bits == "16"
                                || values.iter().zip(&released).all(|(v, x)| v / whole == *x)
                        );
                    }
                    _ => assert_eq!(values, released),
                }
            }
            let about = &release["report"];
            assert_eq!(about["bytes"], bytes.len());
            assert_eq!(about["bits"].to_string(), bits);
            assert_eq!(about["epsilon"], 1.0);
            // and `inspect` says the same as of the JSON
            let more = ["--format", "json", "--states", states.to_str().unwrap()];
            let seen = inspected(&bytes, &more).json();
            assert_eq!(seen["report"]["id"], about["id"]);
            assert_eq!(seen["report"]["bits"], about["bits"]);
            assert_eq!(seen["guarantee"]["epsilon"], 1.0);
            assert_eq!(seen["mechanism"]["name"], **mechanism);
            assert_eq!(seen["report_bytes"], bytes.len());
            let noisy = matches!(read.content(), Content::NoisyCounts);
            assert_eq!(
                seen["row_totals_from"],
                if noisy { "noisy" } else { "unknown" }
            );
            assert_eq!(seen["states"][1]["state"], "Shop");
            if bits == "32" || !mechanism.starts_with('d') {
                for (i, state) in seen["states"].as_array().unwrap().iter().enumerate() {
                    let near = state["stationary"].as_f64().unwrap()
                        - release["stationary"][i].as_f64().unwrap();
                    assert!(near.abs() < 1e-12, "{mechanism} {bits}");
                }
            }
            let text = inspected(&bytes, &[]).ok();
            for word in [
                "Report",
                "Guarantee",
                "state table",
                "state 0",
                "holds no names",
            ] {
                assert!(text.contains(word), "{word}: {text}");
            }
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
            assert_eq!(text.contains("nobody says how many"), !noisy, "{text}");
            if !noisy {
                let given = inspected(&bytes, &["--row-total", "900"]).ok();
                assert!(given.contains("as --row-total says"), "{given}");
            }
        }
    }
}

#[test]
fn two_reports_of_one_log_share_neither_id_nor_noise() {
    let folder = Folder::new();
    let (a, first) = reported(&folder, &["--mechanism", "geometric"]);
    let (b, second) = reported(&folder, &["--mechanism", "geometric"]);
    assert_ne!(a["report"]["id"], b["report"]["id"]);
    assert_eq!(first.len(), second.len());
    let rows = |bytes: &[u8]| Report::decode(bytes).unwrap().values().collect::<Vec<_>>();
    assert_ne!(rows(&first), rows(&second));
}

/// The noise of row totals is a release of its own: its cost is told, charged, and part of what `inspect` says.
#[test]
fn row_totals_cost_their_own_epsilon() {
    let folder = Folder::new();
    let ledger = folder.path().join("ledger");
    let ledger = ledger.to_str().unwrap();
    run(&[
        "ledger",
        "init",
        ledger,
        "--epsilon",
        "1.5",
        "--delta",
        "1e-5",
    ])
    .ok();
    let totals = ["--mechanism", "polya", "--report-totals", "1/4"];
    let charge = ["--ledger", ledger, "--window", "3..9"];
    let (release, bytes) = reported(&folder, &[&totals[..], &charge].concat());
    assert_eq!(release["report"]["row_totals"]["epsilon"], 0.25);
    assert_eq!(release["report"]["epsilon"], 1.25);
    assert_eq!(release["epsilon"], 1.0);
    let shown = run(&["ledger", "show", ledger, "--format", "json"]).json();
    let entries = shown["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1]["mechanism"], "geometric");
    assert_eq!(shown["generation"], 2);

    let read = Report::decode(&bytes).unwrap();
    let noisy = read.totals().unwrap();
    assert_eq!(noisy.guarantee().epsilon.get(), 0.25);
    assert_eq!(read.about().generation, 1);
    assert_eq!(
        (read.about().window.first(), read.about().window.last()),
        (3, 9)
    );
    // 250 is 30 standard errors of that noise
    for (noisy, total) in noisy.values().zip([800i64, 600, 900]) {
        assert!((noisy - total).abs() < 250, "{noisy} {total}");
    }
    let seen = inspected(&bytes, &["--format", "json"]).json();
    assert_eq!(seen["whole_guarantee"]["epsilon"], 1.25);
    assert_eq!(seen["row_totals_from"], "report");
    assert_eq!(seen["report"]["window"], json!([3, 9]));
    let text = inspected(&bytes, &[]).ok();
    for word in [
        "chain and totals together (1.25, 1e-6)-DP",
        "charge 1 of its ledger",
        "events of 3..9",
    ] {
        assert!(text.contains(word), "{text}");
    }
    // Not enough left for both: neither is charged, and nothing is written.
    let log = folder.path().join("log.csv");
    let list = folder.path().join("list.txt");
    let late = folder.path().join("late.cbor");
    let args = [
        "release",
        log.to_str().unwrap(),
        "--epsilon",
        "3",
        "--delta",
        "1e-6",
    ];
    let more = [
        "--report",
        late.to_str().unwrap(),
        "--states",
        list.to_str().unwrap(),
        "--ledger",
        ledger,
        "--window",
        "3..9",
    ];
    run(&[&args[..], &totals, &more].concat()).failed(6, &["would pass the budget"]);
    let after = run(&["ledger", "show", ledger, "--format", "json"]).json();
    assert_eq!(after, shown);
    assert!(!late.exists());
}

/// By the noise's law: 400 draws of totals of one log, their mean and their variance.
#[test]
fn the_totals_are_the_logs_with_geometric_noise() {
    let folder = Folder::new();
    let runs = 60;
    let mut off = Vec::new();
    for _ in 0..runs {
        let more = ["--mechanism", "dirichlet", "--report-totals", "0.5"];
        let (_, bytes) = reported(&folder, &more);
        let read = Report::decode(&bytes).unwrap();
        let values = read.totals().unwrap().values();
        off.extend(values.zip([800i64, 600, 900]).map(|(a, b)| (a - b) as f64));
    }
    // event: two totals move by one each, so rate 1/4 and variance 2 x/(1 - x)^2 = 31.8
    let n = off.len() as f64;
    let mean = off.iter().sum::<f64>() / n;
    let square = off.iter().map(|x| x * x).sum::<f64>() / n;
    assert!(mean.abs() < 5.0 * (31.8f64 / n).sqrt(), "{mean}");
    // relative error of a mean of squares: sqrt((kurtosis - 1)/n), kurtosis about 6
    assert!(
        (square / 31.8 - 1.0).abs() < 6.0 * (5.0 / n).sqrt(),
        "{square}"
    );
}

#[test]
fn what_does_not_fit_is_said_before_anything_is_charged() {
    let folder = Folder::new();
    let log = folder.file("log.csv", LOG.as_bytes());
    let log = log.to_str().unwrap();
    let list = folder.file("list.txt", STATES.as_bytes());
    let list = list.to_str().unwrap();
    let report = folder.path().join("r.cbor");
    let report = report.to_str().unwrap();
    let fixed = ["release", log, "--epsilon", "1", "--delta", "1e-6"];
    let fails = |more: &[&str], words: &[&str]| {
        run(&[&fixed[..], &["--states", list], more].concat()).failed(2, words);
        assert_eq!(folder.names(), ["list.txt", "log.csv"]);
    };
    fails(&["--report-bits", "16"], &["--report"]);
    fails(&["--report-totals", "1"], &["--report"]);
    fails(&["--report", report, "--report-bits", "8"], &["16", "32"]);
    fails(
        &[
            "--report",
            report,
            "--report-totals",
            "0",
            "--mechanism",
            "polya",
        ],
        &["above 0"],
    );
    let most = ["--report-totals", "1e6", "--mechanism", "polya"];
    fails(
        &[&["--report", report][..], &most].concat(),
        &["--report-totals", "together"],
    );
    for mechanism in ["geometric", "gaussian", "auto"] {
        let more = [
            "--report",
            report,
            "--report-totals",
            "1",
            "--mechanism",
            mechanism,
        ];
        fails(&more, &["for dirichlet and polya"]);
    }
    let many = [
        "--mechanism",
        "polya",
        "--draws",
        "70000",
        "--report-bits",
        "16",
    ];
    fails(
        &[&["--report", report][..], &many].concat(),
        &["70000 draws", "--report-bits 32"],
    );
    fails(&["--report", log], &["would overwrite the input"]);
    fails(
        &["--report", report, "--output", report],
        &["name the same file"],
    );
    fails(&["--report", "-"], &["standard output"]);
    fails(&["--report", list], &["would overwrite the input"]);
}

/// A list of states that the log decided would make the report's length and its state table functions of the log, without noise.
#[test]
fn a_report_is_about_public_states() {
    let folder = Folder::new();
    // neighbours under `event`: one event moved, to a state that nobody was in before
    let logs = [
        &b"from,to,count\na,a,5\na,b,2\n"[..],
        b"from,to,count\na,a,5\na,b,1\na,clinic,1\n",
    ];
    let (report, states) = (
        folder.path().join("r.cbor"),
        folder.file("states.txt", b"a\nb\nclinic\n"),
    );
    let mut lengths = Vec::new();
    for (name, log) in ["one.csv", "two.csv"].iter().zip(logs) {
        let log = folder.file(name, log);
        let args = [
            "release",
            log.to_str().unwrap(),
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
        ];
        let more = [
            "--mechanism",
            "geometric",
            "--report",
            report.to_str().unwrap(),
        ];
        run(&[&args[..], &more].concat()).failed(2, &["--states FILE"]);
        assert!(!report.exists());
        let on = ["--states", states.to_str().unwrap()];
        run(&[&args[..], &more, &on].concat()).ok();
        lengths.push(std::fs::read(&report).unwrap().len());
        std::fs::remove_file(&report).unwrap();
    }
    assert_eq!(lengths[0], lengths[1]);
}

/// Noisy counts beyond the width are cut off, and whoever holds the log is told.
#[test]
fn what_does_not_fit_sixteen_bits_is_told() {
    let folder = Folder::new();
    let log = folder.file("log.csv", b"from,to,count\na,b,70000\nb,a,50\nb,b,40\n");
    let list = folder.file("list.txt", b"a\nb\n");
    let report = folder.path().join("r.cbor");
    let report = report.to_str().unwrap();
    let args = [
        "release",
        log.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
    ];
    let more = [
        "--mechanism",
        "geometric",
        "--report",
        report,
        "--report-bits",
        "16",
        "--states",
        list.to_str().unwrap(),
    ];
    let ran = run(&[&args[..], &more].concat());
    assert!(
        ran.stderr
            .contains("1 of the report's noisy counts did not fit 16 bits"),
        "{}",
        ran.stderr
    );
    assert!(ran.ok().contains("were cut off: 1"));
    let bytes = std::fs::read(report).unwrap();
    assert!(
        inspected(&bytes, &[])
            .ok()
            .contains("1 of its noisy numbers did not fit")
    );
    let merged = run(&["merge", report]).ok();
    assert!(
        merged.contains("Beware") && merged.contains("1 of the noisy numbers did not fit"),
        "{merged}"
    );
}

/// `--report` beside output and picture: all or none.
#[test]
fn a_report_that_cannot_be_made_leaves_nothing() {
    let folder = Folder::new();
    let log = folder.file("log.csv", LOG.as_bytes());
    let list = folder.file("list.txt", STATES.as_bytes());
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let fixed = [
        "release",
        log.to_str().unwrap(),
        "--states",
        list.to_str().unwrap(),
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
    ];
    for report in ["folder", "none/r.cbor"] {
        let (report, output, picture) = (path(report), path("out.json"), path("out.svg"));
        let files = [
            "--report",
            &report,
            "--output",
            &output,
            "--picture",
            &picture,
        ];
        run(&[&fixed[..], &files].concat()).failed(5, &["cannot write it"]);
        assert_eq!(folder.names(), ["folder", "list.txt", "log.csv"]);
    }
    let (report, output) = (path("r.cbor"), path("folder"));
    let files = ["--report", &report, "--output", &output];
    run(&[&fixed[..], &files].concat()).failed(5, &["cannot write it"]);
    assert_eq!(folder.names(), ["folder", "list.txt", "log.csv"]);
}

#[test]
fn the_list_of_states_is_checked() {
    let folder = Folder::new();
    let (_, bytes) = reported(&folder, &[]);
    for (states, words) in [
        ("Shop\nHome\nWork\n", &["another order", "table"][..]),
        ("Home\nShop\n", &["the 2 states of", "its 3 states"]),
        ("Home\nShop\nwork\n", &["other names"]),
    ] {
        let list = folder.file("other.txt", states.as_bytes());
        inspected(&bytes, &["--states", list.to_str().unwrap()]).failed(3, words);
    }
    let json = run_with(
        &[
            "release",
            "-",
            "--epsilon",
            "1",
            "--delta",
            "0",
            "--format",
            "json",
        ],
        LOG.as_bytes(),
    )
    .ok();
    let list = folder.file("states.txt", STATES.as_bytes());
    let args = ["inspect", "-", "--states", list.to_str().unwrap()];
    run_with(&args, json.as_bytes()).failed(2, &["has its own"]);
    // standard input is read once
    let args = ["inspect", "-", "--states", "-"];
    run_with(&args, &bytes).failed(2, &["cannot both be standard input"]);
}

#[test]
fn gzip_and_a_picture() {
    let folder = Folder::new();
    let (_, bytes) = reported(&folder, &["--mechanism", "gaussian"]);
    let plain = inspected(&bytes, &["--format", "json"]).json();
    assert_eq!(
        inspected(&gzip(&bytes), &["--format", "json"]).json(),
        plain
    );
    let picture = folder.path().join("p.svg");
    inspected(&bytes, &["--picture", picture.to_str().unwrap()]).ok();
    assert!(
        std::fs::read_to_string(&picture)
            .unwrap()
            .contains("state 0")
    );
}
