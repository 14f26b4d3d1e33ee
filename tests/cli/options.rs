//! Options out of range, guarantees out of reach, help.
use crate::{TAXI, release, run};

const LOG: &[u8] = b"from,to\na,b\nb,a\n";

fn usage(args: &[&str], words: &[&str]) {
    run(args).failed(2, words);
}

#[test]
fn a_wrong_option_is_named() {
    let with = |epsilon: &str, delta: &str, words: &[&str]| {
        usage(
            &["release", TAXI, "--epsilon", epsilon, "--delta", delta],
            words,
        );
    };
    for epsilon in ["-1", "nan", "inf", "1e7"] {
        with(epsilon, "1e-6", &["epsilon must be a number from 0 to 1e6"]);
    }
    for delta in ["1", "nan", "2", "inf"] {
        with("1", delta, &["delta must be"]);
    }
    // Whatever is wrong with a number: the option, what was found, what was expected.
    for wrong in ["one", "-inf", "", " ", "0x1", "1_0", "--delta"] {
        let found = format!("invalid value '{wrong}' for '--epsilon");
        with(
            wrong,
            "1e-6",
            &[&found, "epsilon must be a number from 0 to 1e6"],
        );
        let found = format!("invalid value '{wrong}' for '--delta");
        with(
            "1",
            wrong,
            &[
                &found,
                "delta must be 0 or a number from 2.3e-308 to below 1",
            ],
        );
    }
    usage(&["release", TAXI, "--epsilon", "1"], &["--delta"]);
    usage(&["release"], &["LOG.csv"]);
    usage(&["publish"], &["publish"]);
    usage(&[], &["Usage"]);
}

#[test]
fn other_options_out_of_range() {
    let with = |more: &[&str], words: &[&str]| release(LOG, more).failed(2, words);
    with(&["--pseudo-count", "0"], &["the pseudo-count must be"]);
    with(&["--pseudo-count", "-3"], &["the pseudo-count must be"]);
    with(&["--pseudo-count", "nan"], &["the pseudo-count must be"]);
    with(&["--pseudo-count", "some"], &["a number or \"auto\""]);
    with(&["--expected-row-total", "0"], &["--expected-row-total"]);
    with(
        &["--expected-row-total", "1000000000000001"],
        &["--expected-row-total"],
    );
    for wrong in ["0", "-1", "1.5", "1e3", "", "nan", "4294967296"] {
        let found = format!("invalid value '{wrong}' for '--releases");
        with(
            &["--releases", wrong],
            &[&found, "releases must be at least 1 and at most 4294967295"],
        );
    }
    for wrong in ["0", "-1", "1.5", "1e3", "", "nan", "18446744073709551616"] {
        let found = format!("invalid value '{wrong}' for '--expected-row-total");
        with(
            &["--expected-row-total", wrong],
            &[&found, "a whole number from 1 to 1000000000000000"],
        );
    }
    with(
        &["--pseudo-count", "-inf"],
        &["'-inf' for '--pseudo-count", "the pseudo-count must be"],
    );
    with(
        &["--adjacency", "person"],
        &["destination, add_remove, event, visit, visit_presence"],
    );
    with(
        &["--mechanism", "laplace"],
        &["auto, dirichlet, polya, geometric, gaussian"],
    );
    for wrong in ["0", "-1", "1.5", "16777217", "some", ""] {
        let found = format!("invalid value '{wrong}' for '--draws");
        with(
            &["--mechanism", "polya", "--draws", wrong],
            &[&found, "draws must be from 1 to 16777216"],
        );
    }
    for wrong in ["-1", "nan", "inf", "1048577", "some", ""] {
        let found = format!("invalid value '{wrong}' for '--floor");
        with(
            &["--mechanism", "geometric", "--floor", wrong],
            &[&found, "a number of events from 0 to 1048576"],
        );
    }
    with(&["--format", "xml"], &["text, json, csv"]);
}

/// A promise with delta = 0 is kept by those mechanisms that have one.
#[test]
fn delta_zero_is_for_pure_mechanisms() {
    let with = |mechanism: &str| {
        let args = [
            "release",
            TAXI,
            "--epsilon",
            "1",
            "--delta",
            "0",
            "--format",
            "json",
        ];
        run(&[&args[..], &["--mechanism", mechanism]].concat())
    };
    for mechanism in ["auto", "geometric", "polya"] {
        let json = with(mechanism).json();
        assert_eq!((&json["delta"], &json["pure"]), (&0.0.into(), &true.into()));
    }
    for mechanism in ["dirichlet", "gaussian"] {
        let name = format!("the {mechanism} mechanism promises nothing at delta 0");
        with(mechanism).failed(4, &[&name, "--mechanism geometric"]);
    }
    // Subnormal numbers have too few digits to promise anything by.
    for delta in ["1e-320", "-0.1"] {
        let args = ["release", TAXI, "--epsilon", "1", "--delta", delta];
        usage(&args, &["delta must be 0 or"]);
    }
}

/// An option of one mechanism is not silently ignored by another.
#[test]
fn options_of_other_mechanisms() {
    for (mechanism, option, value) in [
        ("auto", "--pseudo-count", "30"),
        ("geometric", "--pseudo-count", "auto"),
        ("dirichlet", "--draws", "100"),
        ("auto", "--draws", "100"),
        ("auto", "--floor", "1"),
        ("polya", "--floor", "1"),
    ] {
        let words = [option, "is an option of the mechanism", "add --mechanism"];
        release(LOG, &["--mechanism", mechanism, option, value]).failed(2, &words);
    }
}

/// What is asked for is what is done, and holds.
#[test]
fn options_of_the_mechanisms() {
    let json = |more: &[&str]| release(LOG, &[&["--format", "json"], more].concat()).json();
    let polya = json(&[
        "--mechanism",
        "polya",
        "--pseudo-count",
        "20",
        "--draws",
        "77",
    ]);
    assert_eq!(polya["draws"], 77);
    let a = polya["prior_mass"].as_f64().unwrap() / polya["event_mass"].as_f64().unwrap();
    assert!((20.0..20.1).contains(&a), "{a}");
    for row in polya["tallies"].as_array().unwrap() {
        let sum: u64 = row
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_u64().unwrap())
            .sum();
        assert_eq!(sum, 77);
    }
    assert_eq!(json(&["--mechanism", "polya", "--draws", "1"])["draws"], 1);
    json(&["--mechanism", "polya", "--pseudo-count", "3"]);
    // A floor of a million events leaves nothing but the uniform row.
    for mechanism in ["geometric", "gaussian"] {
        let floored = json(&["--mechanism", mechanism, "--floor", "1000000"]);
        for row in floored["matrix"].as_array().unwrap() {
            for x in row.as_array().unwrap() {
                assert!((x.as_f64().unwrap() - 0.5).abs() < 1e-3, "{floored}");
            }
        }
    }
}

/// A fraction is rounded downwards: the promise that is kept is no weaker than the one that was typed.
#[test]
fn fractions_are_numbers() {
    let args = [
        "plan",
        "--states",
        "5",
        "--expected-row-total",
        "100",
        "--format",
        "json",
    ];
    let plan = |epsilon: &str, delta: &str| {
        run(&[&args[..], &["--epsilon", epsilon, "--delta", delta]].concat()).json()
    };
    let plan_1 = plan("1/10", "1/1000000000");
    assert_eq!(plan_1["epsilon"].as_f64().unwrap(), 0.1f64.next_down());
    assert!(plan_1["delta"].as_f64().unwrap() <= 1e-9);
    for wrong in ["1/0", "/", "1/-2", "2000001/1"] {
        let more = ["--epsilon", wrong, "--delta", "0"];
        usage(&[&args[..], &more].concat(), &["epsilon must be"]);
    }
}

#[test]
fn out_of_reach_names_the_smallest_pseudo_count_that_works() {
    let dirichlet = |a: &str| release(LOG, &["--mechanism", "dirichlet", "--pseudo-count", a]);
    let ran = dirichlet("0.5");
    let stderr = ran.stderr.clone();
    ran.failed(
        4,
        &["at pseudo-count 0.5 no event weight meets epsilon 1, delta 1e-6, adjacency event"],
    );
    let named = stderr
        .split("--pseudo-count ")
        .nth(1)
        .and_then(|s| s.split(' ').next())
        .expect("a number");
    assert!(named.parse::<f64>().expect("a number") > 0.5);
    dirichlet(named).ok();
    // It is the smallest: a little less is out of reach.
    let less = (0.99 * named.parse::<f64>().unwrap()).to_string();
    dirichlet(&less).failed(4, &[]);
}

/// Minus zero is zero, a tiny number has an exponent.
#[test]
fn numbers_are_shown_as_one_reads_them() {
    for (epsilon, shown) in [
        ("-0", "e^0 "),
        ("1e-300", "e^(1e-300) "),
        ("0.1", "e^0.1 "),
        ("0.00001", "e^(1e-5) "),
        // rounded up: the promise that is shown follows from the one that is made
        ("1/11", "e^0.0909091 "),
        ("100/3", "e^33.3334 "),
        ("1/18446744073709551615", "e^(5.42102e-20) "),
    ] {
        let plan = [
            "plan",
            "--states",
            "3",
            "--expected-row-total",
            "9",
            "--delta",
            "1e-6",
            "--epsilon",
            epsilon,
        ];
        assert!(
            run(&plan).ok().contains(&format!("P(S) <= {shown}P'(S)")),
            "{epsilon}"
        );
    }
}

#[test]
fn both_spellings_of_an_adjacency() {
    for (spelling, name) in [
        ("add_remove", "add_remove"),
        ("add-remove", "add_remove"),
        ("destination", "destination"),
    ] {
        let ran = release(LOG, &["--adjacency", spelling, "--format", "json"]);
        assert_eq!(ran.json()["adjacency"], name);
    }
}

#[test]
fn help_says_what_the_exit_codes_are() {
    let help = run(&["--help"]).ok();
    for words in [
        "Exit codes",
        "release",
        "plan",
        "ledger",
        "3 the log",
        "6 the ledger",
    ] {
        assert!(help.contains(words), "{help}");
    }
    assert!(run(&["--version"]).ok().contains(env!("CARGO_PKG_VERSION")));
    assert!(
        run(&["release", "--help"])
            .ok()
            .contains("--show-private-diagnostics")
    );
}
