//! Two devices, one in Rust and one in Python (`scripts/learner_vote.py`), with the same seed and the same law vote the same.
use dpmarkov::learner::coupling::{poisson, race};
use dpmarkov::learner::{Law, SharedSeed};

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let parsed = text.split(' ').map(|n| n.parse().ok());
    parsed.collect::<Option<_>>().expect("numbers")
}

#[test]
fn a_device_in_python_votes_the_same() {
    let mut rows = csv::Reader::from_path("tests/data/learner_votes.csv").expect("the votes");
    let mut seen = [0; 3];
    for row in rows.records() {
        let row = row.expect("a row");
        let mut seed = [0; 32];
        for (i, byte) in seed.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&row[1][2 * i..2 * i + 2], 16).expect("hexadecimal");
        }
        let (seed, round) = (SharedSeed::new(seed), row[2].parse().expect("a round"));
        let (weights, expected): (Vec<u32>, Vec<u32>) = (numbers(&row[3]), numbers(&row[4]));
        let law = Law::new(&weights).expect("a law");
        let mut sequence = vec![u32::MAX; expected.len()];
        let scheme = match &row[0] {
            "race" => race::vote(&seed, round, law, &mut sequence).map(|()| 0),
            "poisson" => poisson::vote(&seed, round, law, &mut sequence).map(|()| 1),
            _ => poisson::joint_vote(&seed, round, law, &mut sequence).map(|()| 2),
        };
        assert_eq!(sequence, expected, "{} {weights:?}", &row[0]);
        seen[scheme.expect("a vote")] += 1;
    }
    assert!(seen[0] >= 40 && seen[1] >= 40 && seen[2] >= 20, "{seen:?}");
}
