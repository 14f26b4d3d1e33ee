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
    for delta in ["0", "1", "nan", "2", "inf"] {
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
            &[&found, "delta must be a number from 2.3e-308 to below 1"],
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
    with(&["--mechanism", "laplace"], &["dirichlet"]);
    with(&["--format", "xml"], &["text, json, csv"]);
}

#[test]
fn out_of_reach_names_the_smallest_pseudo_count_that_works() {
    let ran = release(LOG, &["--pseudo-count", "0.5"]);
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
    release(LOG, &["--pseudo-count", named]).ok();
    // It is the smallest: a little less is out of reach.
    let less = (0.99 * named.parse::<f64>().unwrap()).to_string();
    release(LOG, &["--pseudo-count", &less]).failed(4, &[]);
}

/// Minus zero is zero, a tiny number has an exponent.
#[test]
fn numbers_are_shown_as_one_reads_them() {
    for (epsilon, shown) in [
        ("-0", "e^0 "),
        ("1e-300", "e^1e-300 "),
        ("0.1", "e^0.1 "),
        ("0.00001", "e^1e-5 "),
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
    for words in ["Exit codes", "release", "plan", "3 the log"] {
        assert!(help.contains(words), "{help}");
    }
    assert!(run(&["--version"]).ok().contains(env!("CARGO_PKG_VERSION")));
    assert!(
        run(&["release", "--help"])
            .ok()
            .contains("--show-private-diagnostics")
    );
}
