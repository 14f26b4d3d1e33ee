//! The programs of `examples/`.
use super::*;
use dpmarkov::report::Report;

/// The programs of the README: each prints a chain of 3 states.
#[test]
fn examples_release_a_chain() {
    let check = |program: PathBuf| {
        let said = run(&mut Command::new(program));
        let rows: Vec<Vec<f64>> = said
            .lines()
            .map(|line| {
                line.split_whitespace()
                    .filter_map(|word| word.parse().ok())
                    .take(3)
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), 3, "{said}");
        for row in rows {
            assert!(
                row.len() == 3 && (row.iter().sum::<f64>() - 1.0).abs() < 2e-4,
                "{said}"
            );
            assert!(row.iter().all(|x| *x > 0.0 && *x < 1.0), "{said}");
        }
    };
    if let Some(cc) = cc() {
        check(compile(
            &cc,
            "examples/c/first_chain.c",
            "first_chain_c",
            &["-std=c99"],
            &[&static_library()],
        ));
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            "examples/c/first_chain.cpp",
            "first_chain_cpp",
            &["-std=c++17"],
            &[&static_library()],
        ));
    }
}

/// Devices vote, a collector tallies: transitions of the three states, or no answer, and never one for twenty devices.
#[test]
fn devices_vote_and_a_collector_tallies() {
    let check = |program: PathBuf| {
        let said = run(&mut Command::new(program));
        let mut lines = said.lines();
        assert_eq!(lines.next(), Some("400 devices, 41 needed"), "{said}");
        let rest: Vec<&str> = lines.collect();
        let (last, answer) = rest.split_last().expect("lines");
        assert!(last.starts_with("20 devices: too few votes: "), "{said}");
        if answer.len() == 1 {
            assert!(
                answer[0].starts_with("no answer: the votes do not agree"),
                "{said}"
            );
            return;
        }
        let (noisy, transitions) = answer.split_last().expect("an answer");
        assert_eq!(transitions.len(), 3, "{said}");
        for transition in transitions {
            let (from, to) = transition.split_once(" -> ").expect("a transition");
            let state = |text: &str| text.parse::<usize>().is_ok_and(|state| state < 3);
            assert!(state(from) && state(to), "{said}");
        }
        let distance: u32 = noisy
            .split_once(' ')
            .and_then(|(number, _)| number.parse().ok())
            .expect("a number");
        // 200 at most, and the noise is within 20.
        assert!((21..=220).contains(&distance), "{said}");
    };
    if let Some(cc) = cc() {
        check(compile(
            &cc,
            "examples/c/private_votes.c",
            "private_votes",
            &["-std=c99"],
            &[&static_library()],
        ));
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            "examples/c/private_votes.c",
            "private_votes_cpp",
            &["-std=c++17", "-xc++"],
            &[Path::new("-xnone"), &static_library()],
        ));
    }
}

/// A fleet's reports, written, read and merged: a damaged one is refused, and every share is the truth within six standard errors (once in 1e8 it is not).
#[test]
fn a_fleet_reports_and_a_collector_merges() {
    let check = |program: PathBuf| {
        let said = run(&mut Command::new(program));
        assert!(
            said.starts_with("a damaged report: the report's checksum does not fit"),
            "{said}"
        );
        assert!(
            said.contains("\n400 reports, epsilon 1 at most\n"),
            "{said}"
        );
        let shares: Vec<Vec<f64>> = said
            .lines()
            .filter(|line| line.contains(" -> "))
            .filter_map(|line| line.split_once(": "))
            .map(|(_, rest)| {
                rest.split([' ', ',', '[', ']'])
                    .filter_map(|word| word.parse().ok())
                    .collect()
            })
            .collect();
        assert_eq!(shares.len(), 9, "{said}");
        for numbers in shares {
            let [share, error, _, lower, upper, truth] = numbers[..] else {
                panic!("{said}")
            };
            assert!(error > 0.0 && error < 0.02, "{said}");
            assert!((share - truth).abs() <= 6.0 * error, "{said}");
            assert!(lower < share && share < upper, "{said}");
        }
    };
    if let Some(cc) = cc() {
        check(compile(
            &cc,
            "examples/c/fleet_report.c",
            "fleet_report",
            &["-std=c99"],
            &[&static_library()],
        ));
    }
    if let Some(cxx) = cxx() {
        check(compile(
            &cxx,
            "examples/c/fleet_report.c",
            "fleet_report_cpp",
            &["-std=c++17", "-xc++"],
            &[Path::new("-xnone"), &static_library()],
        ));
    }
}

/// A device's life: four releases out of a budget for four, a power cut and two restarts between them, and the fifth refused.
#[test]
fn a_devices_life() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "examples/telemetry_device.c",
        "telemetry_device",
        &["-std=c99"],
        &[&static_library()],
    );
    let folder = tempfile::tempdir().expect("a folder");
    let life = |more: &[&str]| {
        Command::new(&program)
            .arg(folder.path().join("ledger"))
            .args(more)
            .output()
            .expect("a run")
    };
    let first = life(&["new"]);
    let said = String::from_utf8(first.stdout).expect("text");
    assert!(first.status.success(), "{said}");
    let left: Vec<u64> = said
        .lines()
        .filter_map(|line| line.strip_prefix("  left: epsilon "))
        .map(|rest| rest.trim_end_matches("e-6").parse().expect("a number"))
        .collect();
    // The noise is solved for a quarter each; what the power cut tore is not counted.
    assert_eq!(left, [1_000_000, 500_000, 250_000], "{said}");
    // The reports, as a collector reads them.
    let reports: Vec<Vec<u8>> = said
        .lines()
        .filter(|line| line.contains("what leaves the device"))
        .filter_map(|line| line.split_once("): "))
        .map(|(_, hex)| {
            let digits = hex.as_bytes().chunks(2);
            digits
                .map(|two| {
                    let two = std::str::from_utf8(two).expect("ASCII");
                    u8::from_str_radix(two, 16).expect("a byte")
                })
                .collect()
        })
        .collect();
    let mut last = 0;
    let released: Vec<Vec<i64>> = reports
        .iter()
        .map(|bytes| {
            let report = Report::decode(bytes).expect("a report");
            report.verify().expect("a promise that is kept");
            assert_eq!((report.states(), report.saturated()), (3, 0));
            assert!(report.about().generation > last, "{said}");
            last = report.about().generation;
            report.values().collect()
        })
        .collect();
    // The true counts after a day: two sessions, forty times. The noise has the standard deviation 23.
    let day = [40, 80, 0, 0, 40, 80, 80, 0, 40];
    assert_eq!(released.len(), 4, "{said}");
    for (days, counts) in (1..).zip(&released) {
        assert_eq!(counts.len(), 9, "{said}");
        for (count, per_day) in counts.iter().zip(day) {
            // 500 is exceeded once in 1e12 draws
            assert!((count - days * per_day).abs() < 500, "{said}");
        }
    }
    assert!(
        said.ends_with("day 5\n  release: this release would pass the budget\n"),
        "{said}"
    );
    let torn = "  power cut: the store does not hold what was prepared";
    assert_eq!(said.matches(torn).count(), 1, "{said}");

    // Switched on again it knows what is spent, and no second budget is made over the first.
    let again = life(&[]);
    let said = String::from_utf8(again.stdout).expect("text");
    assert!(again.status.success(), "{said}");
    assert!(
        said.starts_with("start: done\n  left: epsilon 0e-6\n"),
        "{said}"
    );
    assert!(!said.contains("what leaves the device"), "{said}");
    let remade = life(&["new"]);
    let said = String::from_utf8(remade.stdout).expect("text");
    assert_eq!(remade.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("new device: ") && said.ends_with("is there already\n"),
        "{said}"
    );
}

/// The example in C++, where it must compile without a warning too.
#[test]
fn a_devices_life_in_cpp() {
    let Some(cxx) = cxx() else { return };
    compile(
        &cxx,
        "examples/telemetry_device.c",
        "telemetry_device_cpp",
        &["-std=c++17", "-xc++"],
        &[Path::new("-xnone"), &static_library()],
    );
}

/// The device's life with the power cut at every step of it and all over its writes.
#[test]
#[cfg(unix)]
fn a_devices_life_with_the_power_cut_anywhere() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/power_cut.c",
        "power_cut",
        &["-std=c99"],
        &[&static_library()],
    );
    let folder = tempfile::tempdir().expect("a folder");
    let said = run(Command::new(program).arg(folder.path()).arg("173"));
    assert!(said.ends_with(", at most 4 releases, 0 failed\n"), "{said}");
}

/// The telemetry firmware with the power cut at every word that it writes.
#[test]
fn a_firmwares_lives_with_the_power_cut_anywhere() {
    let Some(cc) = cc() else { return };
    let program = compile(
        &cc,
        "ffi-tests/embedded/cuts.c",
        "firmware_cuts",
        &["-std=c99"],
        &[&static_library()],
    );
    let said = run(&mut Command::new(program));
    assert_eq!(said, "cuts: 8445 devices, ok\n");
}

/// The commands of docs/embedded.md but the first, which has built the library before: from a folder that has what they name.
#[test]
#[cfg(unix)]
fn the_commands_of_the_page_on_devices() {
    if cc().is_none() {
        return;
    }
    static_library();
    let page = read("docs/embedded.md");
    let (_, rest) = page.split_once("```sh\n").expect("commands");
    let (commands, _) = rest.split_once("```").expect("their end");
    let commands = commands
        .strip_prefix("scripts/build-c.sh\n")
        .expect("the build");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["include", "examples", "target"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    // `run` starts in the root of the project, where nothing is to be left.
    let there = format!("cd \"$1\"\n{commands}");
    let said = run(Command::new("sh")
        .args(["-ec", &there, "sh"])
        .arg(folder.path()));
    assert_eq!(said.matches("what leaves the device").count(), 4, "{said}");
    assert_eq!(said.matches("left: epsilon 0e-6").count(), 1, "{said}");
}

/// The blocks of C++ of docs/cpp.md are one program: what they include, and the body of main().
#[test]
fn the_page_for_cpp_is_a_program() {
    let Some(cxx) = cxx() else { return };
    let page = read("docs/cpp.md");
    let blocks = page
        .split("```cpp\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```"));
    let (mut includes, mut body) = (String::new(), String::new());
    for line in blocks.flat_map(|(block, _)| block.lines()) {
        let part = if line.starts_with('#') {
            &mut includes
        } else {
            &mut body
        };
        part.push_str(line);
        part.push('\n');
    }
    let source = place("page.cpp");
    std::fs::write(&source, format!("{includes}int main() {{\n{body}}}\n")).expect("page.cpp");
    for (standard, more) in [
        ("-std=c++17", "-fexceptions"),
        ("-std=c++20", "-fno-exceptions"),
    ] {
        let program = compile(
            &cxx,
            source.to_str().expect("UTF-8"),
            "page",
            &[standard, more],
            &[&static_library()],
        );
        let said = run(&mut Command::new(program));
        assert!(
            said.contains("left: epsilon 750000 millionths\na report of epsilon 1, 9 values\n"),
            "{said}"
        );
    }
}
