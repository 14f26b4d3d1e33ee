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
        "mechanism",
        "chosen_by",
        "rate_numerator",
        "rate_denominator",
        "standard_error",
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
        "> geometric",
        "  gaussian",
        "  polya",
        "  dirichlet",
        "Recommended  geometric: the smallest expected total variation",
        "Mechanism    geometric: every count + k, P(k) ~ e^(-r |k|), r = 1/2",
        "standard error of a released count 2.79",
        "total variation",
        "13924 bytes",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn an_urn_says_up_to_how_many_draws_it_is_pure() {
    let more = [
        "--adjacency",
        "destination",
        "--mechanism",
        "polya",
        "--draws",
    ];
    let json = |draws: &str| {
        let mut args = more.to_vec();
        args.extend([draws, "--pseudo-count", "15.8", "--format", "json"]);
        plan(&args).json()
    };
    let planned = json("200");
    let most = planned["largest_pure_draws"].as_u64().expect("a number");
    assert!(most < 200 && planned["pure"] == false, "{planned}");
    let mut args = more.to_vec();
    args.extend(["200", "--pseudo-count", "15.8"]);
    let text = plan(&args).ok();
    assert!(
        text.contains(&format!("delta is 0 up to {most} draws")),
        "{text}"
    );
    let geometric = plan(&["--format", "json"]).json();
    assert!(geometric.get("largest_pure_draws").is_none());
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
    let ran = plan(&["--mechanism", "dirichlet", "--pseudo-count", "1"]);
    ran.failed(
        4,
        &[
            "at pseudo-count 1 no event weight meets",
            "take --pseudo-count",
        ],
    );
}

/// The header compiles as C99 for every mechanism, and every constant is the very number of the JSON plan.
#[test]
fn the_c_header_round_trips() {
    for (mechanism, constants) in [
        ("dirichlet", &["pseudo_count", "weight"][..]),
        ("polya", &["event_mass", "prior_mass", "draw_mass", "draws"]),
        ("geometric", &["rate_numerator", "rate_denominator"]),
        ("gaussian", &["variance_numerator", "variance_denominator"]),
    ] {
        let more = ["--mechanism", mechanism];
        let header = plan(&[&more[..], &["--format", "c-header"]].concat()).ok();
        let call = format!("dpm_{mechanism}_init_checked(&mechanism, ");
        assert!(header.contains(&call), "{header}");
        let mut names = vec!["epsilon", "delta", "states", "adjacency", "releases"];
        names.extend(constants);
        let Some(printed) = compiled(&header, mechanism, &names) else {
            return;
        };
        let mut json = plan(&[&more[..], &["--format", "json"]].concat()).json();
        json["adjacency"] = 2.into();
        for (name, found) in names.iter().zip(printed) {
            let expected = json[name].as_f64().unwrap();
            assert_eq!(found.to_bits(), expected.to_bits(), "{mechanism} {name}");
        }
    }
}

/// What a C program prints for these constants, which includes the header twice; `None` without a compiler.
fn compiled(header: &str, mechanism: &str, names: &[&str]) -> Option<Vec<f64>> {
    let folder = Folder::new();
    folder.file("plan.h", header.as_bytes());
    let mut program = "#include \"plan.h\"\n#include \"plan.h\"\n#include <stdio.h>\n#include <string.h>\nint main(void) {\n".to_string();
    program += &format!(
        "    if (!DPM_PLAN_IS_{} || strcmp(DPM_PLAN_MECHANISM, \"{mechanism}\") != 0) return 1;\n",
        mechanism.to_uppercase()
    );
    program += "    if (DPM_PLAN_IS_DIRICHLET + DPM_PLAN_IS_POLYA + DPM_PLAN_IS_GEOMETRIC + DPM_PLAN_IS_GAUSSIAN != 1) return 2;\n";
    for name in names {
        let name = name.to_uppercase();
        program += &format!("    printf(\"%.17g\\n\", (double)DPM_PLAN_{name});\n");
    }
    program += "    return 0;\n}\n";
    let source = folder.file("main.c", program.as_bytes());
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
        return None;
    };
    assert!(compiled.success());
    let ran = Command::new(&binary).output().unwrap();
    assert!(ran.status.success(), "{mechanism}: {:?}", ran.status);
    let printed = String::from_utf8(ran.stdout).unwrap();
    Some(
        printed
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect(),
    )
}

#[test]
fn all_four_are_compared_at_the_same_promise() {
    let json = plan(&["--format", "json"]).json();
    let candidates = json["candidates"].as_array().unwrap();
    let names: Vec<&str> = candidates
        .iter()
        .map(|c| c["mechanism"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["dirichlet", "polya", "geometric", "gaussian"]);
    let mean = |c: &serde_json::Value| -> f64 {
        let rows = ["uniform", "halving", "one_hot"];
        rows.iter()
            .map(|row| c["expected_tv"][row].as_f64().unwrap())
            .sum::<f64>()
            / 3.0
    };
    let best = candidates
        .iter()
        .min_by(|a, b| mean(a).total_cmp(&mean(b)))
        .unwrap();
    assert_eq!(json["recommended"], best["mechanism"]);
    assert_eq!(json["mechanism"], best["mechanism"]);
    assert_eq!(json["chosen_by"], json["reason"]);
    // Another one is asked for: the recommendation stays.
    let asked = plan(&["--format", "json", "--mechanism", "gaussian"]).json();
    assert_eq!(asked["mechanism"], "gaussian");
    assert_eq!(asked["chosen_by"], "the options");
    assert_eq!(asked["candidates"], json["candidates"]);
    assert_eq!(asked["recommended"], json["recommended"]);
    // At delta 0 two of them promise nothing.
    let pure = run(&[
        "plan",
        "--states",
        "59",
        "--expected-row-total",
        "5000",
        "--epsilon",
        "1",
        "--delta",
        "0",
        "--format",
        "json",
    ])
    .json();
    for (candidate, refused) in pure["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .zip([true, false, false, true])
    {
        assert_eq!(candidate["refused"].is_string(), refused, "{candidate}");
    }
}

/// More releases under one promise cost more noise; at very many of them Gaussian noise is the smaller one.
#[test]
fn releases_change_the_choice() {
    let with = |releases: &str| plan(&["--format", "json", "--releases", releases]).json();
    let mut before = 0.0;
    for releases in ["1", "3", "1000", "1000000"] {
        let error = with(releases)["expected_tv"]["halving"].as_f64().unwrap();
        assert!(error > before, "{releases}: {error}");
        before = error;
    }
    assert_eq!(with("1")["recommended"], "geometric");
    assert_eq!(with("1000")["recommended"], "gaussian");
    // The most that is accepted: an answer or a named refusal, and soon.
    let most = plan(&["--releases", "4294967295"]);
    assert!([0, 4].contains(&most.code), "{} {}", most.code, most.stderr);
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
                "--mechanism",
                "dirichlet",
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
        run(&args).failed(4, &["no mechanism meets"]);
        let dirichlet = [&args[..], &["--mechanism", "dirichlet"]].concat();
        run(&dirichlet).failed(4, &["no larger pseudo-count helps"]);
    }
}
