//! `dpmarkov learn plan`.
use crate::ledger::text;
use crate::{Folder, Ran, run, run_with};

fn plan(more: &[&str]) -> Ran {
    let mut args = vec!["learn", "plan"];
    for (option, value) in [
        ("--states", "5"),
        ("--users", "600"),
        ("--events", "100"),
        ("--epsilon", "1"),
        ("--delta", "1e-9"),
        ("--synthetic", "2"),
        ("--repetitions", "60"),
    ] {
        if !more.contains(&option) {
            args.extend([option, value]);
        }
    }
    args.extend_from_slice(more);
    run(&args)
}

#[test]
fn what_to_expect_and_what_is_proved() {
    let json = plan(&["--format", "json"]).json();
    assert_eq!(json["symbols"], 25);
    assert_eq!(json["rounds"].as_array().unwrap().len(), 2);
    for line in json["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .chain(json["by_users"].as_array().unwrap())
    {
        let number = |key: &str| line[key].as_f64().unwrap();
        assert!(number("success_lower") <= number("success"));
        assert!(number("deviation") <= number("deviation_upper"));
        assert!(number("deviation") >= 1.0 - number("success") - 1e-12);
        assert_eq!(number("gap_for_success"), 4.0 * number("half_width") - 1.0);
        assert_eq!(number("repetitions"), 60.0);
    }
    assert_eq!(json["rounds"][0]["half_width"], 20);
    assert_eq!(json["rounds"][1]["half_width"], 41);
    // A quarter, half, one, two and four times the users.
    let users: Vec<u64> = json["by_users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["users"].as_u64().unwrap())
        .collect();
    assert_eq!(users, [150, 300, 600, 1200, 2400]);
    // The paper's sizes are above the direct ones, and those for one law below those for every law.
    let size = |key: &str| {
        let sizes = &json["proved"][key];
        sizes["users"].as_f64().unwrap() * sizes["events"].as_f64().unwrap()
    };
    assert!(size("guess") <= size("every_law") && 10.0 * size("every_law") < size("paper"));
    assert_eq!(json["proved"]["at_these_users"]["users"], 600);
    let words = plan(&[]).ok();
    for word in [
        "A plan for 2 synthetic transitions of 5 states from the votes of 600 users",
        "Simulated  60 times each",
        "no answer costs epsilon and delta too",
        "by the paper (Cor. B.7)",
        "all that one user did is replaced by anything else",
    ] {
        assert!(words.contains(word), "{word:?} is not in {words}");
    }
}

/// Few users, no answers; many who hardly differ, nearly always one.
#[test]
fn it_depends_on_users_and_events() {
    let success = |more: &[&str]| {
        let fixed = ["--format", "json", "--rounds", "1", "--repetitions", "20"];
        let json = plan(&[more, &fixed].concat()).json();
        json["rounds"][0]["success"].as_f64().unwrap()
    };
    assert!(success(&["--users", "41", "--guess", "uniform"]) < 0.3);
    assert!(success(&["--users", "600", "--events", "1000"]) > 0.7);
    assert!(success(&["--from", "any", "--users", "600"]) > 0.5);
}

/// A plan keeps what it promises: the same users, made up from the same guess, get an answer about as often.
#[test]
fn the_program_answers_as_often_as_planned() {
    // Two states, three transitions in shares 1/2, 1/4, 1/4 of 40 events: every user draws them anew.
    let folder = Folder::new();
    let file = folder.path().join("guess.json");
    let log = "from,to,count\na,b,100000\nb,a,50000\nb,b,50000\n";
    let args = "release - --epsilon 1 --delta 0 --format json --output";
    let mut args: Vec<&str> = args.split(' ').collect();
    args.push(text(&file));
    run_with(&args, log.as_bytes()).ok();
    let more = [
        "--states",
        "2",
        "--users",
        "120",
        "--events",
        "40",
        "--rounds",
        "1",
        "--guess",
        text(&file),
    ];
    let json = plan(&[&more[..], &["--format", "json", "--repetitions", "2000"]].concat()).json();
    let planned = json["rounds"][0]["success"].as_f64().unwrap();
    // The chain's long run: a 1/3, b 2/3, so the pairs have 1/3 each.
    let mut state = 7u64;
    let mut third = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % 3
    };
    let times = 150;
    let answers = (0..times)
        .filter(|_| {
            let mut log = "user,from,to\n".to_string();
            for user in 0..120 {
                for _ in 0..40 {
                    let pair = ["a,b", "b,a", "b,b"][third() as usize];
                    log.push_str(&format!("{user},{pair}\n"));
                }
            }
            let ran = crate::learn::learn(log.as_bytes(), &["--synthetic", "2"]);
            assert!(ran.code == 0 || ran.code == 9);
            ran.code == 0
        })
        .count();
    let rate = answers as f64 / f64::from(times);
    // Five standard errors of the two frequencies.
    let error = 5.0 * (0.25 / f64::from(times) + 0.25 / 2000.0f64).sqrt();
    assert!(
        (0.1..0.95).contains(&planned),
        "{planned} tells nothing apart"
    );
    assert!((rate - planned).abs() < error, "{rate} against {planned}");
}

#[test]
fn wrong_arguments() {
    for (more, words) in [
        (&["--users", "0"][..], &["--users"][..]),
        (&["--users", "16777217"], &["--users"]),
        (&["--events", "0"], &["--events"]),
        (&["--states", "1"], &["--states"]),
        (&["--states", "4097"], &["at most 4096"]),
        (&["--synthetic", "0"], &["--synthetic"]),
        (&["--rounds", "3"], &["does not divide"]),
        (&["--repetitions", "0"], &["--repetitions"]),
        (&["--guess", ""], &["--guess"]),
        (&["--states", "4096", "--users", "1000000"], &["hours"]),
    ] {
        plan(more).failed(2, words);
    }
    plan(&["--users", "40"]).failed(8, &["not enough users", "it takes 41"]);
    plan(&["--users", "50", "--rounds", "2"]).failed(8, &["it takes 83"]);
    plan(&["--delta", "0"]).failed(4, &["delta 0"]);
    plan(&["--guess", "none.json"]).failed(5, &["none.json"]);
    let folder = Folder::new();
    let file = folder.path().join("r.json");
    let args = [
        "release",
        crate::TAXI,
        "--epsilon",
        "1",
        "--delta",
        "0",
        "--format",
        "json",
        "--output",
    ];
    run(&[&args[..], &[text(&file)]].concat()).ok();
    plan(&["--guess", text(&file)]).failed(2, &["--states 5", "59 states"]);
    let more = ["--guess", text(&file), "--states", "59", "--from", "Mars"];
    plan(&more).failed(2, &["--from \"Mars\"", "no such state"]);
    let more = [
        "--guess",
        text(&file),
        "--states",
        "59",
        "--from",
        "Midtown Center",
    ];
    plan(&more).ok();
}
