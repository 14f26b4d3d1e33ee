//! The README's first screen is true: its programs are the example files, its commands run and print what it shows.
//!
//! Released numbers differ from run to run; what the numbers stand in does not. After a change of the
//! output: `UPDATE_README=1 cargo test --all-features --test readme` writes the new blocks.
#![cfg(feature = "cli")]

use std::process::{Command, Stdio};

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Lines of the output that the README shows; the rest of the list of states is cut.
const SHOWN: usize = 28;

/// The blocks fenced by ```language, each with the byte range of its body.
fn blocks(text: &str, language: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let fence = format!("```{language}\n");
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(&fence).map(|i| at + i + fence.len()) {
        let end = start + text[start..].find("```").expect("the block is closed");
        found.push((start..end, text[start..end].to_string()));
        at = end + 3;
    }
    found
}

fn readme() -> String {
    std::fs::read_to_string(README).expect("README.md")
}

fn file(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Runs the README's first command, with the program that cargo has built for this test.
fn first_output() -> String {
    let readme = readme();
    let (_, command) = blocks(&readme, "sh").into_iter().next().expect("a command");
    let args = command
        .trim()
        .strip_prefix("cargo run --release --features cli -- ")
        .expect("the documented command");
    let ran = Command::new(env!("CARGO_BIN_EXE_dpmarkov"))
        .args(args.split_whitespace())
        .current_dir(ROOT)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    String::from_utf8(ran.stdout).expect("UTF-8")
}

fn abridged(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let shown = &lines[..SHOWN];
    format!(
        "{}\n  ... and {} more lines of the list\n",
        shown.join("\n"),
        lines.len() - SHOWN
    )
}

/// What does not depend on the noise: all above the table of states, its head, the legend of the list, and how much was cut.
fn stable(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.lines().collect();
    let table = lines
        .iter()
        .position(|l| l.contains("Long run"))
        .expect("the table");
    let legend = lines
        .iter()
        .position(|l| l.starts_with("Every state"))
        .expect("the list of all states");
    let mut kept: Vec<String> = lines[..=table].iter().map(|l| l.to_string()).collect();
    // The table's names change width with the names that are listed.
    kept[table] = kept[table].split_whitespace().collect::<Vec<_>>().join(" ");
    kept.push(format!("{} states listed", legend - table));
    kept.push(lines[legend].to_string());
    kept.extend(lines.last().map(|l| l.to_string()));
    kept
}

#[test]
fn the_command_prints_what_the_readme_shows() {
    let output = abridged(&first_output());
    let readme = readme();
    let (range, shown) = blocks(&readme, "text")
        .into_iter()
        .next()
        .expect("an output block");
    if std::env::var_os("UPDATE_README").is_some() {
        let mut updated = readme.clone();
        updated.replace_range(range, &output);
        std::fs::write(README, embed(updated)).expect("README.md");
        return;
    }
    assert_eq!(stable(&shown), stable(&output));
}

/// Copies the example programs into the README.
fn embed(mut readme: String) -> String {
    for (language, path) in [
        ("c", "examples/c/first_chain.c"),
        ("rust", "examples/first_chain.rs"),
    ] {
        let (range, _) = blocks(&readme, language)
            .into_iter()
            .next()
            .expect("a program");
        readme.replace_range(range, &file(path));
    }
    readme
}

#[test]
fn the_programs_are_the_example_files() {
    if std::env::var_os("UPDATE_README").is_some() {
        return;
    }
    let readme = readme();
    assert_eq!(
        embed(readme.clone()),
        readme,
        "the README's programs differ from the files under examples/"
    );
}

#[test]
fn the_test_command_is_marked_for_ci() {
    let readme = readme();
    let marked = readme
        .lines()
        .find_map(|line| {
            line.strip_prefix("<!-- test-command: ")?
                .strip_suffix(" -->")
        })
        .expect("the marker");
    assert!(
        blocks(&readme, "sh")
            .iter()
            .any(|(_, block)| block.trim() == marked)
    );
}

#[test]
fn every_file_that_the_readme_names_is_there() {
    let readme = readme();
    let links: Vec<&str> = readme
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|l| !l.starts_with("http"))
        .collect();
    assert!(links.len() >= 5);
    for link in links {
        assert!(std::path::Path::new(ROOT).join(link).exists(), "{link}");
    }
}

#[test]
fn the_plan_command_runs() {
    let readme = readme();
    let command = readme
        .split('`')
        .find(|code| code.starts_with("dpmarkov plan "))
        .expect("the plan command");
    let ran = Command::new(env!("CARGO_BIN_EXE_dpmarkov"))
        .args(command.split_whitespace().skip(1))
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

/// `dpmarkov plan --format json` for these numbers.
fn plan(states: &str, total: &str, epsilon: &str, releases: &str) -> serde_json::Value {
    let ran = Command::new(env!("CARGO_BIN_EXE_dpmarkov"))
        .args(["plan", "--format", "json", "--delta", "1e-9"])
        .args(["--states", states, "--expected-row-total", total])
        .args(["--epsilon", epsilon, "--releases", releases])
        .output()
        .unwrap();
    assert!(ran.status.success());
    serde_json::from_slice(&ran.stdout).expect("JSON")
}

/// The numbers of a table's row, from its second cell on; only the first number of a cell counts, bold or not.
fn numbers(line: &str) -> Vec<f64> {
    let cells = line.split('|').skip(2);
    let first = |cell: &str| {
        cell.trim()
            .trim_matches('*')
            .split(['*', ' '])
            .next()?
            .parse()
            .ok()
    };
    cells.filter_map(first).collect()
}

const ROWS: [&str; 3] = ["uniform", "halving", "one_hot"];

fn shown_is(shown: f64, expected: &serde_json::Value, what: &str) {
    let expected = expected.as_f64().expect("a number");
    assert!(
        (shown - expected).abs() < 0.0011,
        "{what}: {shown} is shown, {expected} is right"
    );
}

/// The figures of the README's comparison are those that the program prints.
#[test]
fn the_accuracy_table_is_the_programs() {
    let json = plan("59", "4468", "1", "1");
    let readme = readme();
    for candidate in json["candidates"].as_array().unwrap() {
        let name = candidate["mechanism"].as_str().unwrap();
        let start = format!("| `{name}` |");
        let line = readme
            .lines()
            .find(|line| line.starts_with(&start))
            .expect("a row");
        let shown = numbers(line);
        assert_eq!(shown.len(), 4, "{line}");
        for (row, shown) in ROWS.iter().zip(shown) {
            shown_is(
                shown,
                &candidate["expected_tv"][row],
                &format!("{name} {row}"),
            );
        }
    }
}

/// So are those of docs/choosing.md.
#[test]
fn the_settings_are_the_programs() {
    let page = file("docs/choosing.md");
    let mut lines = page
        .lines()
        .skip_while(|line| !line.starts_with("| states, events"));
    let columns = ["geometric", "gaussian", "polya", "dirichlet"];
    lines.nth(1);
    let table: Vec<&str> = lines.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 12);
    for block in table.chunks(3) {
        let setting: Vec<&str> = block[0]
            .split('|')
            .nth(1)
            .unwrap()
            .split(',')
            .map(str::trim)
            .collect();
        let json = plan(setting[0], setting[1], setting[2], setting[3]);
        for (line, row) in block.iter().zip(ROWS) {
            let shown = numbers(line);
            assert_eq!(shown.len(), 4, "{line}");
            for (name, shown) in columns.iter().zip(shown) {
                let candidates = json["candidates"].as_array().unwrap();
                let found = candidates.iter().find(|c| c["mechanism"] == *name).unwrap();
                shown_is(
                    shown,
                    &found["expected_tv"][row],
                    &format!("{setting:?} {name} {row}"),
                );
            }
        }
    }
}
