//! Every wrong release is named with what was found and what was expected.
use crate::inspect::released;
use crate::{run, run_with};
use serde_json::{Value, json};

fn fault(input: &[u8], words: &[&str]) {
    let mut all = vec!["standard input", "; expected "];
    all.extend_from_slice(words);
    run_with(&["inspect", "-"], input).failed(3, &all);
}

/// `release` after `change`.
fn changed(release: &Value, change: impl FnOnce(&mut Value), words: &[&str]) {
    let mut wrong = release.clone();
    change(&mut wrong);
    assert_ne!(&wrong, release, "{words:?}");
    fault(wrong.to_string().as_bytes(), words);
}

#[test]
fn what_is_no_release() {
    for input in ["", "{", "[", "{\"states\": [\"a\""] {
        fault(
            input.as_bytes(),
            &["ends too early", "dpmarkov release --format json"],
        );
    }
    for input in [
        "from,to\na,b\n",
        "nothing",
        "{\"states\": [\"a\",]}",
        "\u{0}",
    ] {
        fault(
            input.as_bytes(),
            &["this is not JSON", "dpmarkov release --format json"],
        );
    }
    fault(
        b"{}",
        &[
            "the key \"states\" is missing",
            "dpmarkov release --format json",
        ],
    );
    fault(b"PK\x03\x04", &["a zip archive", "the JSON that"]);
    let two = format!("{}{}", released(&[]), released(&[]));
    fault(two.as_bytes(), &["this is not JSON"]);
    let plan = run(&[
        "plan",
        "--states",
        "3",
        "--expected-row-total",
        "100",
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
        "--format",
        "json",
    ])
    .ok();
    fault(plan.as_bytes(), &["states", "expected a list"]);
    run(&["inspect", "no/such/file.json"]).failed(5, &["no/such/file.json", "cannot open it"]);
    run(&["inspect", "."]).failed(5, &["is a directory"]);
}

#[test]
fn missing_repeated_and_wrong_keys() {
    let release = released(&["--mechanism", "geometric"]);
    for key in [
        "states",
        "matrix",
        "noisy_counts",
        "states_from",
        "mechanism",
        "adjacency",
        "epsilon",
        "delta",
        "releases",
        "expected_row_total",
        "pure",
        "rate_numerator",
        "rate_denominator",
        "version",
    ] {
        let words = match key {
            "noisy_counts" => vec!["it has neither", "\"noisy_counts\""],
            _ => vec!["the key", key, "is missing"],
        };
        changed(
            &release,
            |r| drop(r.as_object_mut().unwrap().remove(key)),
            &words,
        );
    }
    let twice = release.to_string().replacen('{', "{\"epsilon\": 1,", 1);
    fault(
        twice.as_bytes(),
        &["the key \"epsilon\" stands here again", "each key once"],
    );
    changed(
        &release,
        |r| r["epsilon"] = json!("1"),
        &["epsilon is string", "expected a number"],
    );
    changed(
        &release,
        |r| r["matrix"] = json!(7),
        &["matrix is integer", "expected a list"],
    );
    changed(
        &release,
        |r| r["matrix"][1][2] = json!("x"),
        &["matrix[1][2] is string", "expected a number"],
    );
    changed(
        &release,
        |r| r["matrix"][1][2] = Value::Null,
        &["matrix[1][2] is null", "expected a number"],
    );
    changed(
        &release,
        |r| r["noisy_counts"][0][0] = json!(1.5),
        &["noisy_counts[0][0] is floating point", "a whole number"],
    );
    changed(
        &release,
        |r| r["states"][0] = json!(1),
        &["states[0] is integer", "a text in quotes"],
    );
    changed(
        &release,
        |r| r["pure"] = json!(1),
        &["pure is integer", "true or false"],
    );
    changed(
        &release,
        |r| r["releases"] = json!(-1),
        &["releases is integer", "a whole number from 0 to 4294967295"],
    );
}

#[test]
fn shapes() {
    let release = released(&["--mechanism", "geometric"]);
    changed(
        &release,
        |r| r["states"] = json!([]),
        &["0 names in \"states\"", "from 2 to 4096 states"],
    );
    changed(
        &release,
        |r| r["states"] = json!(["a"]),
        &["1 name in \"states\""],
    );
    changed(
        &release,
        |r| r["states"][1] = json!(""),
        &["states[1] is empty", "a name for each state"],
    );
    changed(
        &release,
        |r| r["states"][1] = r["states"][0].clone(),
        &["\"Home\" stands in \"states\" twice", "each state once"],
    );
    changed(
        &release,
        |r| r["states"] = json!(["a", "b"]),
        &["3 rows in \"matrix\"", "2, one for each state"],
    );
    changed(
        &release,
        |r| drop(r["matrix"][1].as_array_mut().unwrap().pop()),
        &["2 numbers in matrix[1]", "3, one for each state"],
    );
    changed(
        &release,
        |r| drop(r["noisy_counts"].as_array_mut().unwrap().pop()),
        &["2 rows in \"noisy_counts\""],
    );
    changed(
        &release,
        |r| drop(r["stationary"].as_array_mut().unwrap().pop()),
        &["2 numbers in \"stationary\""],
    );
    let public = released(&["--adjacency", "destination", "--publish-row-totals"]);
    changed(
        &public,
        |r| r["row_totals"] = json!([1, 2]),
        &["2 numbers in \"row_totals\"", "3, one for each state"],
    );
    changed(
        &public,
        |r| r["row_totals"][0] = json!(-1),
        &["row_totals[0]", "not negative"],
    );
    changed(
        &release,
        |r| r["row_totals"] = json!([1, 2, 3]),
        &["it has \"row_totals\"", "destination alone"],
    );
}

#[test]
fn numbers_that_do_not_agree() {
    let release = released(&["--mechanism", "geometric"]);
    let p = |r: &Value, i: usize, j: usize| r["matrix"][i][j].as_f64().unwrap();
    changed(
        &release,
        |r| r["matrix"][0][1] = json!(-0.25),
        &["matrix[0][1] is -0.25", "a probability, from 0 to 1"],
    );
    changed(
        &release,
        |r| r["matrix"][0][1] = json!(1.5),
        &["matrix[0][1] is 1.5"],
    );
    changed(
        &release,
        |r| r["matrix"][0][1] = json!(0.1),
        &["no multiple of 2^-32", "as they were released"],
    );
    changed(
        &release,
        |r| r["matrix"][2][0] = json!(p(r, 2, 0) + 0.125),
        &["matrix[2] sums to 1.125", "rows that sum to 1"],
    );
    let moved = |r: &mut Value| {
        let unit = 1.0 / 4_294_967_296.0;
        (r["matrix"][2][0], r["matrix"][2][1]) =
            (json!(p(r, 2, 0) + unit), json!(p(r, 2, 1) - unit));
    };
    changed(
        &release,
        moved,
        &[
            "row 2 of the matrix is not what noisy_counts[2] makes",
            "computed from the integers",
        ],
    );
    changed(
        &release,
        |r| r["noisy_counts"][1][1] = json!(7),
        &["row 1 of the matrix is not what noisy_counts[1] makes"],
    );
    changed(
        &release,
        |r| r["stationary"][2] = json!(0.5),
        &[
            "stationary[2] is 0.5",
            "the long-run share under this matrix",
        ],
    );
    changed(
        &release,
        |r| r["floor"] = json!(0.3),
        &["floor is 0.3", "in steps of 1/1024"],
    );
    changed(
        &release,
        |r| r["floor"] = json!(5),
        &["row 0 of the matrix is not what noisy_counts[0] makes"],
    );
    changed(
        &release,
        |r| r["noisy_counts"][0][0] = json!(i64::MAX),
        &["\"noisy_counts\" makes no chain"],
    );
    let polya = released(&["--mechanism", "polya"]);
    changed(
        &polya,
        |r| r["tallies"][0] = json!([1, 2, 3]),
        &["\"tallies\" makes no chain"],
    );
}

#[test]
fn guarantees_that_are_not_met() {
    for mechanism in ["dirichlet", "polya", "geometric", "gaussian"] {
        let release = released(&["--mechanism", mechanism]);
        changed(
            &release,
            |r| r["epsilon"] = json!(0.5),
            &[mechanism, "does not meet epsilon 0.5", "that they meet"],
        );
        changed(
            &release,
            |r| r["epsilon"] = json!(-1),
            &["the guarantee is epsilon -1", "epsilon must be"],
        );
        changed(
            &release,
            |r| r["delta"] = json!(2),
            &["delta 2", "delta must be"],
        );
        changed(&release, |r| r["releases"] = json!(0), &["0 releases"]);
        changed(
            &release,
            |r| r["releases"] = json!(50),
            &["does not meet", "releases 50"],
        );
        changed(
            &release,
            |r| r["adjacency"] = json!("everyone"),
            &[
                "the adjacency \"everyone\"",
                "destination, add_remove, event",
            ],
        );
        changed(
            &release,
            |r| r["mechanism"] = json!("laplace"),
            &[
                "the mechanism \"laplace\"",
                "dirichlet, polya, geometric or gaussian",
            ],
        );
        changed(
            &release,
            |r| r["states_from"] = json!("web"),
            &["states_from is \"web\""],
        );
        changed(
            &release,
            |r| r["expected_row_total"] = json!(0),
            &["expected_row_total is 0"],
        );
    }
    let gaussian = released(&["--mechanism", "gaussian"]);
    changed(
        &gaussian,
        |r| r["pure"] = json!(true),
        &["\"pure\" is true", "does not meet", "delta 0"],
    );
    changed(
        &gaussian,
        |r| r["variance_denominator"] = json!(0),
        &["variance_numerator and variance_denominator cannot be"],
    );
    changed(
        &gaussian,
        |r| r["tallies"] = r["noisy_counts"].clone(),
        &["tallies"],
    );
    changed(
        &released(&["--mechanism", "dirichlet"]),
        |r| r["weight"] = json!(0),
        &["weight and pseudo_count cannot be"],
    );
    changed(
        &released(&["--mechanism", "polya"]),
        |r| r["draws"] = json!(0),
        &["event_mass, prior_mass, draw_mass and draws cannot be"],
    );
    changed(
        &released(&["--mechanism", "geometric"]),
        |r| r["rate_numerator"] = json!(0),
        &["rate_numerator and rate_denominator cannot be"],
    );
}

/// What a file says cannot steer the terminal.
#[test]
fn names_are_escaped() {
    let mut release = released(&[]);
    release["states"][0] = json!("\u{1b}[31m");
    let text = run_with(&["inspect", "-"], release.to_string().as_bytes()).ok();
    assert!(!text.contains('\u{1b}') && text.contains("u{1b}"), "{text}");
    release["mechanism"] = json!("\u{1b}[31m");
    let ran = run_with(&["inspect", "-"], release.to_string().as_bytes());
    assert!(!ran.stderr.contains('\u{1b}'));
    ran.failed(3, &["the mechanism"]);
}

/// A release on a public support, and what may be wrong with its rows.
#[test]
fn supports() {
    let folder = crate::Folder::new();
    let list =
        b"from,to\nHome,Home\nHome,Work\nWork,Home\nWork,Shop\nWork,Work\nShop,Home\nShop,Shop\n";
    let support = folder.file("support.csv", list);
    let log =
        b"from,to,count\nHome,Home,40\nHome,Work,50\nWork,Home,400\nWork,Shop,110\nShop,Home,600\n";
    for mechanism in ["dirichlet", "polya", "geometric"] {
        let args = [
            "release",
            "-",
            "--support",
            support.to_str().unwrap(),
            "--mechanism",
            mechanism,
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--format",
            "json",
        ];
        let release = run_with(&args, log).json();
        let input = release.to_string();
        let report = run_with(&["inspect", "-", "--format", "json"], input.as_bytes()).json();
        let lens: Vec<usize> = report["states"]
            .as_array()
            .unwrap()
            .iter()
            .map(|state| state["next"].as_array().unwrap().len())
            .collect();
        let rows = release["targets"].as_array().unwrap();
        let wanted: Vec<usize> = rows
            .iter()
            .map(|row| row.as_array().unwrap().len())
            .collect();
        assert_eq!(lens, wanted);
        let picture = folder.path().join("a.svg");
        let picture = picture.to_str().unwrap();
        run_with(&["inspect", "-", "--picture", picture], input.as_bytes()).ok();
        let svg = std::fs::read_to_string(picture).unwrap();
        assert!(svg.contains("not in the public support"));
        for (wrong, words) in [
            (json!([]), ["targets[0] is no row of a support", "rising"]),
            (
                json!([1, 0]),
                ["targets[0] is no row of a support", "rising"],
            ),
            (
                json!([0, 3]),
                ["targets[0] is no row of a support", "counted from 0"],
            ),
            (
                json!([0, 1, 2]),
                ["in probabilities[0]", "one for each of its targets"],
            ),
            (
                json!([0, -1]),
                ["targets[0][1] is integer", "the number of a state"],
            ),
        ] {
            changed(&release, |r| r["targets"][0] = wrong, &words);
        }
        let forms = "either \"matrix\", or \"targets\" and \"probabilities\"";
        changed(
            &release,
            |r| r["matrix"] = r["probabilities"].clone(),
            &["it has \"matrix\" and more", forms],
        );
        changed(
            &release,
            |r| r["targets"] = Value::Null,
            &["it has one of", forms],
        );
        changed(
            &release,
            |r| r["probabilities"] = Value::Null,
            &["it has one of", forms],
        );
    }
}

/// A list that is longer than any release's is refused before it takes the memory: 40 million numbers, packed into 80 kB.
#[test]
fn lists_that_unpack_to_much() {
    let long = |head: &str, item: &str| {
        let text = format!("{head}{}", item.repeat(40_000_000 / item.len()));
        fault(
            &crate::gzip(text.as_bytes()),
            &["is a list of more than 4096", "at most 4096"],
        );
    };
    long("{\"matrix\": [[", "0,");
    long("{\"noisy_counts\": [", "[],");
    long("{\"states\": [", "\"\",");
    let names: Vec<String> = (0..4097).map(|i| i.to_string()).collect();
    let mut release = released(&[]);
    release["states"] = json!(names);
    fault(
        release.to_string().as_bytes(),
        &[
            "states is a list of more than 4096",
            "4096 states, on a support too",
        ],
    );
}
