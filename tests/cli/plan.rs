//! `dpmarkov plan`: parameters before anything is logged.
use crate::{Folder, run};
use std::process::Command;

const PLAN: [&str; 9] = [
    "plan",
    "--states",
    "59",
    "--expected-row-total",
    "5000",
    "--epsilon",
    "1",
    "--delta",
    "1e-9",
];

fn plan(more: &[&str]) -> crate::Ran {
    let mut args = PLAN.to_vec();
    args.extend_from_slice(more);
    run(&args)
}

#[test]
fn json_and_a_release_agree_on_the_parameters() {
    let json = plan(&["--format", "json"]).json();
    let released = run(&[
        "release",
        crate::TAXI,
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--expected-row-total",
        "5000",
        "--format",
        "json",
    ])
    .json();
    for key in [
        "weight",
        "pseudo_count",
        "expected_tv",
        "expected_kl",
        "epsilon",
        "delta",
        "adjacency",
        "releases",
    ] {
        assert_eq!(json[key], released[key], "{key}");
    }
    assert_eq!(json["states"], 59);
    assert_eq!(json["memory_bytes"]["counts"], 59 * 59 * 4);
    assert_eq!(json["memory_bytes"]["matrix"], 59 * 59 * 8);
}

#[test]
fn text_says_what_is_promised_and_what_it_costs() {
    let text = plan(&[]).ok();
    for words in [
        "P(S) <= e^1 P'(S) + 1e-9",
        "Weight",
        "Pseudo-count",
        "total variation",
        "13924 bytes",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn numbers_out_of_range() {
    let with = |states: &str, total: &str, words: &[&str]| {
        run(&[
            "plan",
            "--states",
            states,
            "--expected-row-total",
            total,
            "--epsilon",
            "1",
            "--delta",
            "1e-9",
        ])
        .failed(2, words);
    };
    with("1", "10", &["the number of states must be from 2 to 65535"]);
    with("0", "10", &["the number of states must be from 2 to 65535"]);
    with(
        "65536",
        "10",
        &["the number of states must be from 2 to 65535"],
    );
    for wrong in ["-4", "1e3", "two", "", "18446744073709551616"] {
        let found = format!("invalid value '{wrong}' for '--states");
        with(
            wrong,
            "10",
            &[&found, "the number of states must be from 2 to 65535"],
        );
    }
    with("4", "0", &["--expected-row-total"]);
    with("4", "nan", &["--expected-row-total"]);
}

#[test]
fn out_of_reach() {
    let ran = plan(&["--pseudo-count", "1"]);
    ran.failed(
        4,
        &[
            "at pseudo-count 1 no event weight meets",
            "take --pseudo-count",
        ],
    );
}

/// The header compiles as C99, and every constant is the very double of the JSON plan.
#[test]
fn the_c_header_round_trips() {
    let folder = Folder::new();
    let header = plan(&["--format", "c-header"]).ok();
    folder.file("plan.h", header.as_bytes());
    let program = br#"
#include "plan.h"
#include "plan.h"
#include <stdio.h>
int main(void) {
    printf("%u %d %.17g %.17g %u %.17g %.17g\n", DPM_PLAN_STATES, DPM_PLAN_ADJACENCY, DPM_PLAN_EPSILON,
           DPM_PLAN_DELTA, DPM_PLAN_RELEASES, DPM_PLAN_PSEUDO_COUNT, DPM_PLAN_WEIGHT);
    return 0;
}
"#;
    let source = folder.file("main.c", program);
    let binary = folder.path().join("main");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let compiled = Command::new(&compiler)
        .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o"])
        .arg(&binary)
        .arg(&source)
        .status();
    let Ok(compiled) = compiled else {
        assert!(
            std::env::var_os("CI").is_none(),
            "no C compiler ({compiler}): CI must have one"
        );
        println!("SKIPPED: no C compiler ({compiler}), so the header was not compiled");
        return;
    };
    assert!(compiled.success());
    let printed = String::from_utf8(Command::new(&binary).output().unwrap().stdout).unwrap();
    let json = plan(&["--format", "json"]).json();
    let expected = [
        59.0,
        2.0,
        json["epsilon"].as_f64().unwrap(),
        json["delta"].as_f64().unwrap(),
        1.0,
        json["pseudo_count"].as_f64().unwrap(),
        json["weight"].as_f64().unwrap(),
    ];
    let found: Vec<f64> = printed
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    let bits = |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|x| x.to_bits()).collect() };
    assert_eq!(bits(&found), bits(&expected), "{printed}");
}

/// Where the floor has no elementary form (epsilon below the shift of a visit), large pseudo-counts were once said not to help.
#[test]
fn a_visit_at_epsilon_zero_has_parameters() {
    for adjacency in ["event", "visit", "visit_presence"] {
        for (epsilon, delta) in [("0", "1e-6"), ("1e-6", "1e-6"), ("1e-3", "1e-300")] {
            let args = [
                "plan",
                "--states",
                "59",
                "--expected-row-total",
                "1000",
                "--epsilon",
                epsilon,
                "--delta",
                delta,
                "--adjacency",
                adjacency,
                "--format",
                "json",
            ];
            let plan = run(&args).json();
            let a = plan["pseudo_count"].as_f64().unwrap();
            assert!(a > 1e6 && a < 1e9, "{adjacency} {epsilon} {delta}: {a}");
        }
        // Out of reach for every pseudo-count that is accepted, and said so.
        let args = [
            "plan",
            "--states",
            "59",
            "--expected-row-total",
            "1000",
            "--epsilon",
            "0",
            "--delta",
            "1e-12",
            "--adjacency",
            adjacency,
        ];
        run(&args).failed(4, &["no larger pseudo-count helps"]);
    }
}
