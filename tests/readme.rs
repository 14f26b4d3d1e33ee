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

/// What the README's command for a fleet prints, from the counts on: it has no noise of its own, and is shown to the letter.
fn merge_output(readme: &str) -> String {
    let commands = blocks(readme, "sh").into_iter();
    let mut merges =
        commands.filter_map(|(_, block)| Some(block.split_once(" -- merge ")?.1.to_string()));
    let args = merges.next().expect("a merge");
    let ran = Command::new(env!("CARGO_BIN_EXE_dpmarkov"))
        .arg("merge")
        .args(args.split_whitespace())
        .current_dir(ROOT)
        .output()
        .expect("the program starts");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let output = String::from_utf8(ran.stdout).expect("UTF-8");
    let from = output.find("Counts ").expect("the counts");
    output[from..].to_string()
}

/// Copies the example programs and the merge's output into the README.
fn embed(mut readme: String) -> String {
    let (range, _) = blocks(&readme, "text")
        .into_iter()
        .nth(1)
        .expect("the merge's output");
    let output = merge_output(&readme);
    readme.replace_range(range, &output);
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
        "the README's programs or its merge differ from the files under examples/ and what is printed"
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
                let what = format!("{setting:?} {name} {row}");
                shown_is(shown, &found["expected_tv"][row], &what);
                let bracket = line
                    .split('|')
                    .skip(3)
                    .nth(columns.iter().position(|c| c == name).unwrap());
                let kl = bracket
                    .unwrap()
                    .split(['(', ')'])
                    .nth(1)
                    .expect("KL in brackets");
                shown_is(
                    kl.parse().unwrap(),
                    &found["expected_kl"][row],
                    &format!("KL {what}"),
                );
            }
        }
    }
}

const MECHANISMS: [&str; 4] = ["geometric", "gaussian", "polya", "dirichlet"];

/// README.md with its lines joined: a sentence may break anywhere.
fn prose() -> String {
    readme().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number that stands in the README's prose between two pieces of it.
fn stated(prose: &str, before: &str, after: &str) -> f64 {
    let at = prose.find(before).unwrap_or_else(|| panic!("{before}")) + before.len();
    let number = prose[at..].split(after).next().expect("a number");
    number.parse().unwrap_or_else(|e| panic!("{number:?}: {e}"))
}

/// The true error of one release of the taxi log, averaged over its rows, as the program prints it for the owner.
fn error_of_a_release(mechanism: &str) -> f64 {
    let ran = Command::new(env!("CARGO_BIN_EXE_dpmarkov"))
        .args(["release", "examples/data/manhattan_taxi/transitions.csv"])
        .args([
            "--epsilon",
            "1",
            "--delta",
            "1e-9",
            "--mechanism",
            mechanism,
        ])
        .args(["--expected-row-total", "4468", "--show-private-diagnostics"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    assert!(ran.status.success());
    let said = String::from_utf8(ran.stderr).unwrap();
    stated(&said.replace([',', '('], " , "), "mean ", " ")
}

/// The last column of the README's table is measured here: five releases each, whose mean varies by 2 % at most (one sigma): 12 %
/// are six of them.
#[test]
fn the_taxi_column_is_measured() {
    let readme = readme();
    for name in MECHANISMS {
        let start = format!("| `{name}` |");
        let line = readme.lines().find(|l| l.starts_with(&start)).unwrap();
        let cell = line
            .trim_end_matches([' ', '|'])
            .rsplit('|')
            .next()
            .unwrap();
        let shown: f64 = cell.trim().trim_matches('*').parse().unwrap();
        let mean = (0..5).map(|_| error_of_a_release(name)).sum::<f64>() / 5.0;
        assert!(
            (mean / shown - 1.0).abs() < 0.12,
            "{name}: {shown} is shown, {mean} is measured"
        );
    }
}

/// So are the figures in the prose below the table.
#[test]
fn the_figures_of_the_prose_are_the_programs() {
    let prose = prose();
    let of = |json: &serde_json::Value, name: &str| -> serde_json::Value {
        let candidates = json["candidates"].as_array().unwrap();
        candidates
            .iter()
            .find(|c| c["mechanism"] == name)
            .unwrap()
            .clone()
    };
    let tv = |c: &serde_json::Value, row: &str| c["expected_tv"][row].as_f64().unwrap();
    let close = |shown: f64, right: f64, unit: f64, what: &str| {
        assert!(
            (shown - right).abs() <= 0.55 * unit,
            "{what}: {shown} is stated, {right} is right"
        );
    };

    let once = plan("59", "4468", "1", "1");
    let (geometric, dirichlet) = (of(&once, "geometric"), of(&once, "dirichlet"));
    let ratios = ROWS.map(|row| tv(&dirichlet, row) / tv(&geometric, row));
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let counts = "geometric noise on the counts has ";
    close(stated(&prose, counts, " to "), least, 1.0, "least ratio");
    let upper = format!("{counts}{} to ", stated(&prose, counts, " to "));
    close(stated(&prose, &upper, " times"), most, 1.0, "most ratio");

    let often = plan("59", "4468", "1", "52");
    assert_eq!(often["recommended"], "gaussian");
    let gaussian = stated(&prose, "becomes `gaussian` (", " against");
    let mean = |name: &str| {
        ROWS.map(|row| tv(&of(&often, name), row))
            .iter()
            .sum::<f64>()
            / 3.0
    };
    close(gaussian, mean("gaussian"), 1e-3, "52 gaussian");
    close(
        stated(
            &prose,
            &format!("becomes `gaussian` ({gaussian} against "),
            " of `geometric` for 52",
        ),
        mean("geometric"),
        1e-3,
        "52 geometric",
    );

    let short = plan("59", "59", "1", "1");
    let (geometric, dirichlet) = (of(&short, "geometric"), of(&short, "dirichlet"));
    close(
        stated(&prose, "its expected error of an even row is ", ", that"),
        tv(&dirichlet, "uniform"),
        1e-3,
        "short even rows, dirichlet",
    );
    close(
        stated(&prose, "that of geometric noise ", ". -"),
        tv(&geometric, "uniform"),
        1e-3,
        "short even rows, geometric",
    );
    let kl = |c: &serde_json::Value, row: &str| c["expected_kl"][row].as_f64().unwrap();
    close(
        stated(&prose, "expected KL divergence is ", " nats"),
        kl(&dirichlet, "uniform"),
        1e-4,
        "KL, dirichlet",
    );
    close(
        stated(&prose, "nats against ", " (on rows"),
        kl(&geometric, "uniform"),
        0.1,
        "KL, geometric",
    );
    // "on rows that lean to few states it is the other way round"
    assert!(kl(&dirichlet, "halving") > kl(&geometric, "halving"));
    assert!(kl(&dirichlet, "one_hot") > kl(&geometric, "one_hot"));
    // A cell on the floor of 2^-32: ln 2^32 nats at most, times its share.
    close(
        stated(&prose, "costs up to ", " nats times"),
        32.0 * 2f64.ln(),
        1.0,
        "nats of a floored cell",
    );
}
