//! The whole way inside the program, with fixed randomness: what a log can change in the output.
use crate::args::{AdjacencyName, GuaranteeArgs, MechanismArgs, MechanismName, Typed};
use crate::chosen::{Chosen, Integers};
use crate::log_reader::{self, Log, Public};
use crate::output::{every_state, json, matrix_csv, release_text};
use crate::release::{Released, Settings, StatesFrom, release};
use crate::{parameters, source, states, support_file};
use dpmarkov::domain::Floor;
use dpmarkov::mechanism::noisy::to_row;
use dpmarkov::random::Generator;
use proptest::prelude::*;
use std::io::Cursor;

const MECHANISMS: [MechanismName; 4] = [
    MechanismName::Dirichlet,
    MechanismName::Polya,
    MechanismName::Geometric,
    MechanismName::Gaussian,
];

fn options(mechanism: MechanismName) -> GuaranteeArgs {
    GuaranteeArgs {
        epsilon: Typed::new(1.0),
        delta: Typed::new(1e-9),
        adjacency: AdjacencyName::Event,
        releases: 1,
        mechanism: MechanismArgs {
            mechanism,
            pseudo_count: None,
            draws: None,
            floor: None,
        },
    }
}

fn log(text: &str, public: Option<&str>) -> Log {
    let source = source::decode(
        Cursor::new(text.as_bytes().to_vec()),
        "test".to_string(),
        "CSV",
    )
    .unwrap();
    let public = public.map_or(Public::Nothing, |list| {
        Public::States(states::parse(list.as_bytes(), "states", states::MOST_STATES).unwrap())
    });
    log_reader::read(source, public).unwrap()
}

fn released(log: &Log, seed: u8) -> Released {
    released_by(MechanismName::Dirichlet, log, seed)
}

fn released_by(mechanism: MechanismName, log: &Log, seed: u8) -> Released {
    let settings = Settings {
        expected_row_total: 1000,
        states_from: StatesFrom::Log,
        outside: None,
        publish_row_totals: false,
        charged: None,
    };
    let options = options(mechanism);
    let guarantee = parameters::guarantee(&options).unwrap();
    let choice = parameters::choose(&options, guarantee, log.states.len(), 1000).unwrap();
    let mut rng = Generator::from_seed_for_tests([seed; 32], 0);
    release(log, choice, settings, &mut rng).unwrap()
}

fn text(released: &Released) -> String {
    let mut bytes = Vec::new();
    release_text::release(&mut bytes, released, 80).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn json(released: &Released) -> String {
    String::from_utf8(json::to_bytes(|out| json::release(out, released)).unwrap()).unwrap()
}

fn csv(released: &Released) -> String {
    String::from_utf8(json::to_bytes(|out| matrix_csv::release(out, released)).unwrap()).unwrap()
}

/// Neighbours of the log in the next test.
const OTHERS: [&str; 3] = [
    "a,b,899\nb,c,20\nc,a,4\na,a,2\n",
    "a,b,900\nb,c,21\nc,a,4\na,a,0\n",
    "c,a,5\na,a,1\nb,c,20\na,b,899\n",
];

/// Logs that differ in one event give the same bytes but for what the mechanism drew.
#[test]
fn neighbours_differ_in_released_numbers_alone() {
    let one = log("from,to,count\na,b,900\nb,c,20\nc,a,4\na,a,1\n", None);
    for (mechanism, other) in MECHANISMS.into_iter().flat_map(|m| OTHERS.map(|o| (m, o))) {
        let other = log(&format!("from,to,count\n{other}"), None);
        let (p, q) = (
            released_by(mechanism, &one, 7),
            released_by(mechanism, &other, 7),
        );
        assert_ne!(p.matrix, q.matrix);
        // JSON: every key but the released ones.
        let [mut x, mut y]: [serde_json::Value; 2] =
            [&p, &q].map(|r| serde_json::from_str(&json(r)).unwrap());
        assert_ne!(x, y);
        for value in [&mut x, &mut y] {
            let map = value.as_object_mut().unwrap();
            assert!(map.remove("matrix").is_some() && map.remove("stationary").is_some());
            let integers = [map.remove("noisy_counts"), map.remove("tallies")];
            let some = integers.iter().flatten().count();
            assert_eq!(some, usize::from(mechanism != MechanismName::Dirichlet));
        }
        assert_eq!(
            serde_json::to_string(&x).unwrap(),
            serde_json::to_string(&y).unwrap()
        );
        // CSV: the last column alone.
        let names = |r: &Released| -> Vec<String> {
            csv(r)
                .lines()
                .map(|line| line.rsplit_once(',').unwrap().0.to_string())
                .collect()
        };
        assert_eq!(names(&p), names(&q));
        // Text: everything above the table.
        let head = |r: &Released| text(r).split("Long run").next().unwrap().to_string();
        assert_eq!(head(&p), head(&q));
    }
}

/// On a support, with events outside it dropped or counted elsewhere: the same.
#[test]
fn neighbours_on_a_support_differ_in_released_numbers_alone() {
    let support = "from,to\na,b\na,c\nb,c\nc,a\nc,c\n";
    let of = |mechanism, outside: &str, events: &str| {
        let decode = |text: String| {
            source::decode(Cursor::new(text.into_bytes()), "test".to_string(), "CSV").unwrap()
        };
        let (states, feasible) = support_file::parse(decode(support.to_string()), None).unwrap();
        let public = Public::Support(states, feasible, outside.parse().unwrap());
        let log = log_reader::read(decode(format!("from,to,count\n{events}")), public).unwrap();
        let options = options(mechanism);
        let guarantee = parameters::guarantee(&options).unwrap();
        let choice = parameters::choose_on(&options, guarantee, &log.feasible, 1000).unwrap();
        let settings = Settings {
            expected_row_total: 1000,
            states_from: StatesFrom::Support,
            outside: Some(outside.parse().unwrap()),
            publish_row_totals: false,
            charged: None,
        };
        let mut rng = Generator::from_seed_for_tests([7; 32], 0);
        release(&log, choice, settings, &mut rng).unwrap()
    };
    for mechanism in MECHANISMS {
        for outside in ["drop", "other:c"] {
            // an event from b to a, outside the support, and one from a to b
            let one = of(mechanism, outside, "a,b,900\nb,c,20\nc,a,4\nb,a,3\n");
            let other = of(mechanism, outside, "a,b,901\nb,c,20\nc,a,4\nb,a,2\n");
            let [mut x, mut y]: [serde_json::Value; 2] =
                [&one, &other].map(|r| serde_json::from_str(&json(r)).unwrap());
            for value in [&mut x, &mut y] {
                let map = value.as_object_mut().unwrap();
                for key in ["probabilities", "stationary", "noisy_counts", "tallies"] {
                    map.remove(key);
                }
            }
            assert_eq!(x, y, "{mechanism:?} {outside}");
            let head = |r: &Released| text(r).split("Long run").next().unwrap().to_string();
            assert_eq!(head(&one), head(&other));
        }
    }
}

/// Given what the mechanism drew, the log has no say in anything that is printed.
#[test]
fn output_is_a_function_of_the_release() {
    for mechanism in MECHANISMS {
        let one = log("from,to,count\na,b,900\nb,c,20\nc,a,4\n", None);
        let other = log("from,to,count\na,b,3\nb,c,77777\nc,c,1\n", None);
        let mut p = released_by(mechanism, &one, 1);
        let q = released_by(mechanism, &other, 1);
        assert_ne!(text(&p), text(&q));
        p.matrix.clone_from(&q.matrix);
        p.integers.clone_from(&q.integers);
        p.stationary.clone_from(&q.stationary);
        assert_eq!(json(&p), json(&q));
        assert_eq!(csv(&p), csv(&q));
        assert_eq!(text(&p), text(&q));
    }
}

/// The matrix of an integer mechanism is computed from the integers beside it.
#[test]
fn the_matrix_follows_from_the_released_integers() {
    let log = log("from,to,count\na,b,900\nb,c,20\nc,a,4\n", None);
    for mechanism in [MechanismName::Geometric, MechanismName::Gaussian] {
        let released = released_by(mechanism, &log, 5);
        let Integers::NoisyCounts(noisy) = &released.integers else {
            panic!("no noisy counts");
        };
        let mut row = [0.0; 3];
        for (y, x) in noisy.chunks(3).zip(released.matrix.chunks(3)) {
            to_row(y, Floor::NONE, &mut row).unwrap();
            assert_eq!(row, x);
        }
    }
    let released = released_by(MechanismName::Polya, &log, 5);
    let (Integers::Tallies(tallies), Chosen::Polya(urn)) =
        (&released.integers, released.choice.mechanism)
    else {
        panic!("no tallies");
    };
    let mut row = [0.0; 3];
    for (m, x) in tallies.chunks(3).zip(released.matrix.chunks(3)) {
        assert_eq!(m.iter().sum::<u32>(), urn.parameters().draws());
        urn.row_of_tallies(m, &mut row).unwrap();
        assert_eq!(row, x);
    }
}

/// The order of the events in the log never shows.
#[test]
fn the_order_of_the_log_does_not_matter() {
    let lines = ["z,a,3\n", "m,z,5\n", "a,m,2\n", "z,z,9\n"];
    let forward = format!("from,to,count\n{}", lines.concat());
    let backward = format!(
        "from,to,count\n{}",
        lines.iter().rev().copied().collect::<String>()
    );
    let (p, q) = (log(&forward, None), log(&backward, None));
    assert_eq!(p.states, ["a", "m", "z"]);
    assert_eq!((&p.states, &p.counts), (&q.states, &q.counts));
    assert_eq!(json(&released(&p, 3)), json(&released(&q, 3)));
}

#[test]
fn counts_land_in_their_cells() {
    let counted = log("to,count,from\nb,300,a\nb,5,a\na,50,b\n", None);
    assert_eq!(counted.counts, [0, 305, 50, 0]);
    let listed = log("from,to\na,b\na,b\nb,a\n", Some("b\nunseen\na\n"));
    assert_eq!(listed.states, ["b", "unseen", "a"]);
    assert_eq!(listed.counts, [0, 0, 1, 0, 0, 0, 2, 0, 0]);
    let sessions = log("session,state\n1,x\n2,y\n1,y\n2,y\n3,x\n1,x\n", None);
    assert_eq!(sessions.counts, [0, 1, 1, 1]);
}

#[test]
fn percentages_stand_under_their_numbers_and_after_wide_names() {
    let labels = ["a".to_string(), "東京".to_string()];
    let text = every_state::percentages(&[0.004, 0.996, 0.25, 0.75], &labels);
    assert_eq!(
        text,
        "             1   2\n   1 a       . 100\n   2 東京   25  75\n"
    );
}

#[test]
fn the_list_reads_downwards_and_has_every_state() {
    let labels: Vec<String> = ["a", "b", "東京"].map(String::from).into();
    let matrix = [0.9, 0.1, 0.0, 0.25, 0.0, 0.75, 0.0, 0.6, 0.4];
    let shares = [0.5, 0.25, 0.25];
    let wide = every_state::listed(&matrix, &shares, &labels, 80);
    assert_eq!(
        wide,
        " 1 a                50.0%  1:90%  2:10%  3 東京             25.0%  2:60%  3:40%\n\x20\
         2 b                25.0%  3:75%  1:25%\n"
    );
    let narrow = every_state::listed(&matrix, &shares, &labels, 40);
    assert_eq!(narrow.lines().count(), 3);
}

proptest! {
    /// No bytes make the reader fail in any other way than by a named fault.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), header in 0usize..4) {
        let mut input = ["from,to\n", "from,to,count\n", "session,state\n", ""][header].as_bytes().to_vec();
        input.extend(bytes);
        if let Ok(source) = source::decode(Cursor::new(input), "test".to_string(), "CSV")
            && let Err(failure) = log_reader::read(source, Public::Nothing)
        {
            prop_assert_eq!(failure.exit_code(), 3, "{}", failure);
        }
    }

    /// Text made of CSV's own characters: the same.
    #[test]
    fn any_csv_like_text_is_read_or_refused(body in "[ab,\"\r\n0-9]{0,60}") {
        let input = format!("from,to,count\n{body}");
        let source = source::decode(Cursor::new(input.into_bytes()), "test".to_string(), "CSV").unwrap();
        if let Err(failure) = log_reader::read(source, Public::Nothing) {
            prop_assert_eq!(failure.exit_code(), 3, "{}", failure);
        }
    }
}
