//! What `inspect` claims of the log is true, and what it cannot know it does not claim.
use crate::inspect::PUBLIC;
use crate::{TAXI, run_with};
use serde_json::{Value, json};

fn release(log: &str, more: &[&str]) -> Value {
    let mut args = vec!["release", "-", "--format", "json"];
    args.extend_from_slice(more);
    run_with(&args, log.as_bytes()).json()
}

fn inspected(release: &Value, more: &[&str]) -> crate::Ran {
    let args = [&["inspect", "-"], more].concat();
    run_with(&args, release.to_string().as_bytes())
}

/// The text without its line breaks.
fn text(release: &Value, more: &[&str]) -> String {
    let text = inspected(release, more).ok();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn two_states([aa, ab, ba, bb]: [u32; 4]) -> String {
    format!("from,to,count\na,a,{aa}\na,b,{ab}\nb,a,{ba}\nb,b,{bb}\n")
}

/// How often the bound is passed in `releases` releases, and how often it is below 1.
fn passed(counts: [u32; 4], releases: u32, more: &[&str]) -> (u32, u32) {
    let [aa, ab, ba, bb] = counts.map(f64::from);
    let (leaves_a, leaves_b) = (ab / (aa + ab), ba / (ba + bb));
    let truth = leaves_b / (leaves_a + leaves_b);
    let log = two_states(counts);
    let (mut passed, mut below) = (0, 0);
    for _ in 0..releases {
        let release = release(&log, more);
        let report = inspected(&release, &["--format", "json"]).json();
        // total variation of two states
        let distance = (release["stationary"][0].as_f64().unwrap() - truth).abs();
        if let Some(bound) = report["long_run"]["tv_at_most"].as_f64() {
            passed += u32::from(distance > bound);
            below += u32::from(bound < 1.0);
        }
    }
    (passed, below)
}

/// Where row totals are guessed, a bound that rests on them is passed far more often than its level allows: it is not called proved.
#[test]
fn a_bound_on_guessed_totals_is_not_called_proved() {
    let (counts, args) = (
        [1, 2, 1000, 1000],
        [
            "--mechanism",
            "dirichlet",
            "--epsilon",
            "4",
            "--delta",
            "1e-6",
        ],
    );
    let (wrong, below) = passed(counts, 20, &args);
    assert!(
        below == 20 && wrong > 3,
        "{wrong} {below}: no longer the case that this test is about"
    );
    let release = release(&two_states(counts), &args);
    let report = inspected(&release, &["--format", "json"]).json();
    assert_eq!(report["long_run"]["tv_rests_on"], "expected");
    for (more, total, why) in [
        (&[][..], "1000", "a guess made before the log was read"),
        (&["--row-total", "900"], "900", "as you said"),
    ] {
        let text = text(&release, more);
        let row = format!("{total} events");
        for words in [
            format!("with probability 95 %, if no row holds fewer than {row}"),
            format!("95 % if every row holds {row}, each for itself"),
            format!(
                "the intervals assume {row} in every row, {why}: where a row holds another number they can miss altogether, and 95 % is not their level"
            ),
        ] {
            assert!(text.contains(&words), "{words:?} is not in {text}");
        }
        assert!(!text.contains("proved"), "{text}");
    }
    let report = inspected(&release, &["--format", "json", "--row-total", "3"]).json();
    assert_eq!(report["long_run"]["tv_rests_on"], "given");
}

/// Public totals, and lower limits from noisy sums: never passed more often than the level allows. More than 5 of 16 at 95 % has probability 1e-4;
/// both bounds are wide, and 0 is what is met.
#[test]
fn proved_bounds_hold() {
    let public = ["--adjacency", "destination", "--publish-row-totals"];
    let plain = ["--epsilon", "1", "--delta", "1e-6", "--mechanism"];
    for mechanism in ["dirichlet", "geometric", "gaussian"] {
        for (adjacency, rests_on) in [
            (&public[..], "public"),
            (&["--adjacency", "event"], "noisy"),
        ] {
            if mechanism == "dirichlet" && rests_on == "noisy" {
                continue;
            }
            let args = [&plain[..], &[mechanism], adjacency].concat();
            // rows of 3 events: their noisy sums may be 3 or 60
            for (counts, wide) in [([1, 2, 1000, 1000], true), ([900, 300, 500, 1500], false)] {
                let (wrong, below) = passed(counts, 16, &args);
                assert!(wrong <= 5, "{mechanism} {rests_on}: {wrong} of 16");
                assert!(
                    wide || below == 16,
                    "{mechanism} {rests_on}: {below} of 16 below 1"
                );
            }
            let release = release(&two_states([900, 300, 500, 1500]), &args);
            let report = inspected(&release, &["--format", "json"]).json();
            assert_eq!(report["long_run"]["tv_rests_on"], rests_on);
            let text = text(&release, &[]);
            let words = match rests_on {
                "public" => "with probability 95 % (proved) Intervals",
                _ => {
                    "with probability 95 % (proved, from lower confidence limits of the rows' totals)"
                }
            };
            assert!(text.contains(words), "{words:?} is not in {text}");
            assert!(text.contains("95 %, each for itself"), "{text}");
        }
    }
}

/// At the highest levels nothing is left to split between totals and bound.
#[test]
fn a_bound_of_one_says_nothing() {
    let args = [
        "--mechanism",
        "geometric",
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
    ];
    let release = release(&two_states([900, 300, 500, 1500]), &args);
    let level = ["--level", "0.999999"];
    let report = inspected(&release, &[&level[..], &["--format", "json"]].concat()).json();
    assert_eq!(report["long_run"]["tv_at_most"], json!(1.0));
    let text = text(&release, &level);
    assert!(
        text.contains("from the log's own says nothing (1)"),
        "{text}"
    );
}

/// A total that the noisy counts contradict would make intervals that contradict each other.
#[test]
fn a_row_total_that_the_counts_contradict_is_refused() {
    let taxi = std::fs::read_to_string(TAXI).unwrap();
    for mechanism in ["geometric", "gaussian"] {
        let args = [
            "--mechanism",
            mechanism,
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
        ];
        let far = release(&taxi, &args);
        inspected(&far, &["--row-total", "1000"]).failed(
            2,
            &[
                "--row-total 1000",
                "the row of \"Alphabet City\" sum to ",
                "; expected a total within",
            ],
        );
        let near = release(&two_states([600, 400, 500, 500]), &args);
        let report = inspected(&near, &["--row-total", "1000", "--format", "json"]).json();
        assert_eq!(report["row_totals_from"], "given");
        inspected(&near, &["--row-total", "2000"]).failed(2, &["the row of \"a\" sum to"]);
        inspected(&near, &["--row-total", "1"]).failed(2, &["the row of \"a\" sum to"]);
    }
}

#[test]
fn structure_is_said_to_be_that_of_the_released_matrix() {
    let args = ["--epsilon", "1", "--delta", "1e-6"];
    // a chain that never leaves its states
    let release = release(&two_states([1000, 0, 0, 1000]), &args);
    let text = text(&release, &[]);
    for words in [
        "Structure of the released matrix: irreducible",
        "it says nothing of the log: every entry is at least 2^-32",
        "Mixing of the released matrix",
    ] {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
}

/// The reason that applies, and no other.
#[test]
fn why_there_are_no_intervals() {
    let args = ["--epsilon", "1", "--delta", "1e-6", "--mechanism"];
    let folder = crate::Folder::new();
    let states = folder.file("states", b"a\nb\nc\n");
    let log = "from,to,count\na,b,700\na,a,300\nb,a,400\n";
    for mechanism in ["geometric", "dirichlet", "polya", "gaussian"] {
        let more = ["--states", states.to_str().unwrap(), "--adjacency"];
        let args = [&args[..], &[mechanism], &more, &PUBLIC].concat();
        let text = text(&release(log, &args), &[]);
        let words = "without intervals: the row of c holds no event and has no shares";
        assert!(text.contains(words), "{mechanism}: {text}");
    }
    let mut seen = false;
    for _ in 0..30 {
        let release = release(
            &two_states([0, 1, 500, 500]),
            &[&args[..], &["gaussian"]].concat(),
        );
        let sum: i64 = [0, 1]
            .map(|j| release["noisy_counts"][0][j].as_i64().unwrap())
            .iter()
            .sum();
        let text = text(&release, &[]);
        let words =
            format!("without intervals: the noisy counts of the row of a sum to {sum}, which");
        assert_eq!(text.contains(&words), sum <= 0, "{text}");
        seen |= sum <= 0;
    }
    // each of 30 has a chance of two in five at least
    assert!(seen);
}
