//! What reaches standard output is complete, right, and nothing but what may be published.
use crate::{TAXI, release, run};
use serde_json::Value;

fn taxi(format: &str) -> String {
    run(&[
        "release",
        TAXI,
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--format",
        format,
    ])
    .ok()
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .expect("an array")
        .iter()
        .map(|v| v.as_f64().expect("a number"))
        .collect()
}

#[test]
fn json_has_every_key() {
    let json: Value = serde_json::from_str(&taxi("json")).unwrap();
    let keys: Vec<&str> = json
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut expected = vec![
        "states",
        "matrix",
        "stationary",
        "states_from",
        "mechanism",
        "adjacency",
        "epsilon",
        "delta",
        "releases",
        "noisy_counts",
        "chosen_by",
        "rate_numerator",
        "rate_denominator",
        "pure",
        "standard_error",
        "floor",
        "expected_row_total",
        "expected_tv",
        "expected_kl",
        "work_bytes",
        "version",
    ];
    expected.sort_unstable();
    let mut found = keys.clone();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(json["mechanism"], "geometric");
    assert_eq!(json["adjacency"], "event");
    assert_eq!(json["epsilon"], 1.0);
    assert_eq!(json["delta"], 1e-9);
    assert_eq!(json["releases"], 1);
    assert_eq!(json["expected_row_total"], 1000);
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn rows_are_quantised_and_the_stationary_distribution_is_theirs() {
    let json: Value = serde_json::from_str(&taxi("json")).unwrap();
    let rows: Vec<Vec<f64>> = json["matrix"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    let pi = numbers(&json["stationary"]);
    assert_eq!((rows.len(), pi.len()), (59, 59));
    for row in &rows {
        // Multiples of 2^-32 that sum to exactly 1, none zero, also after JSON.
        let units: Vec<f64> = row.iter().map(|p| p * 4_294_967_296.0).collect();
        assert!(units.iter().all(|u| *u >= 1.0 && u.fract() == 0.0));
        assert_eq!(units.iter().sum::<f64>(), 4_294_967_296.0);
    }
    for j in 0..59 {
        let next: f64 = pi.iter().zip(&rows).map(|(p, row)| p * row[j]).sum();
        assert!((next - pi[j]).abs() < 1e-14, "{next} {}", pi[j]);
    }
    assert!((pi.iter().sum::<f64>() - 1.0).abs() < 1e-14);
}

#[test]
fn csv_has_every_cell() {
    let text = taxi("csv");
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(
        csv.headers().unwrap(),
        &csv::StringRecord::from(vec!["from", "to", "probability"])
    );
    let sum: f64 = csv
        .records()
        .map(|r| r.unwrap()[2].parse::<f64>().unwrap())
        .sum();
    assert_eq!(sum, 59.0);
    assert_eq!(text.lines().count(), 59 * 59 + 1);
}

#[test]
fn text_fits_one_screen_and_says_what_is_promised() {
    let text = taxi("text");
    assert!(text.lines().count() <= 55, "{} lines", text.lines().count());
    for line in text.lines() {
        assert!(line.chars().count() <= 91, "{line}");
    }
    // Every state has its place in the list, by number, in the order of the names.
    let list = text.split("Every state").nth(1).expect("a list");
    for entry in [
        "\n 1 Alphabet City ",
        " 31 Manhattan Valley ",
        "\n30 Lower East Side ",
        " 59 Yorkville West ",
    ] {
        assert!(list.contains(entry), "{entry:?} in {list}");
    }
    assert_eq!(list.lines().count(), 1 + 30);
    for words in [
        "P(S) <= e^1 P'(S) + 1e-9",
        "one event is replaced by any other",
        "not protected",
        "Upper East Side",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn raw_facts_need_to_be_asked_for_and_stay_off_standard_output() {
    // 300,073 events, row totals 114, 4,468 and 14,723: none of it may be seen.
    for format in ["text", "json", "csv"] {
        let ran = run(&[
            "release",
            TAXI,
            "--epsilon",
            "1",
            "--delta",
            "1e-9",
            "--format",
            format,
        ]);
        for fact in ["300073", "14723", "4468"] {
            assert!(!ran.stderr.contains(fact), "{}", ran.stderr);
        }
        assert!(!ran.stderr.contains("private"), "{}", ran.stderr);
    }
    let ran = run(&[
        "release",
        TAXI,
        "--epsilon",
        "1",
        "--delta",
        "1e-9",
        "--show-private-diagnostics",
    ]);
    for words in [
        "WARNING",
        "NOT private",
        "events 300073",
        "least 114, median 4468, most 14723",
        "true total variation",
    ] {
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
        assert!(!ran.stdout.contains(words));
    }
}

#[test]
fn the_automatic_choice_never_sees_the_log() {
    let small = release(b"from,to\na,b\nb,a\n", &["--format", "json"]).json();
    let large = release(
        b"from,to,count\na,b,4000000\nb,a,5\n",
        &["--format", "json"],
    )
    .json();
    for key in [
        "mechanism",
        "chosen_by",
        "rate_numerator",
        "expected_tv",
        "expected_kl",
        "expected_row_total",
    ] {
        assert_eq!(small[key], large[key], "{key}");
    }
    let told = release(
        b"from,to\na,b\nb,a\n",
        &["--format", "json", "--expected-row-total", "100000"],
    )
    .json();
    assert_ne!(small["expected_tv"], told["expected_tv"]);
}

#[test]
fn every_size_has_its_picture() {
    for n in [2, 3, 20, 21, 60, 61, 150] {
        let log: String = std::iter::once("from,to,count\n".to_string())
            .chain((0..n).map(|i| format!("state {i},state {},{}\n", (i + 1) % n, 40 * (i + 1))))
            .collect();
        let text = release(log.as_bytes(), &[]).ok();
        assert!(text.contains(&format!("chain of {n} states")), "{text}");
        assert!(
            text.lines().count() <= 60,
            "{n}: {} lines",
            text.lines().count()
        );
    }
}
