//! The couplings as Definition 3.1 asks for: exact marginals, agreement, and the joint laws of the paper's constructions.
mod support;

use dpmarkov::learner::coupling::{Scheme, couple, disagreement_bound, mixture, poisson, race};
use dpmarkov::learner::{Law, SecretSeed, SharedSeed};
use dpmarkov::random::Generator;
use support::coupled::{cell, cells, law, power, race_all_at, race_pair, total_variation};
use support::{coupled, fit};

const SCHEMES: [Scheme; 3] = [Scheme::Race, Scheme::Poisson, Scheme::Mixture];

/// `runs` draws of the votes of all blocks, `length` symbols each.
fn votes(scheme: Scheme, laws: &[&[u32]], length: usize, runs: usize) -> Vec<Vec<u32>> {
    let (blocks, symbols) = (laws.len(), laws[0].len());
    let mut rng = Generator::from_seed_for_tests([blocks as u8; 32], symbols as u64);
    let (laws, mut work) = (laws.concat(), vec![0; blocks]);
    let draw = |_| {
        let mut votes = vec![u32::MAX; blocks * length];
        couple(scheme, &mut rng, &laws, symbols, &mut votes, &mut work).unwrap();
        votes
    };
    (0..runs).map(draw).collect()
}

/// The same with whole sequences as one draw.
fn joint_votes(scheme: Scheme, laws: &[&[u32]], length: usize, runs: usize) -> Vec<Vec<u32>> {
    let (blocks, symbols) = (laws.len(), laws[0].len());
    let mut rng = Generator::from_seed_for_tests([40 + blocks as u8; 32], symbols as u64);
    let (rows, mut work) = (
        laws.concat(),
        vec![0; mixture::joint_work_len(blocks, length)],
    );
    let draw = |round| {
        let mut votes = vec![u32::MAX; blocks * length];
        if scheme == Scheme::Mixture {
            let secret = SecretSeed::draw(&mut rng).unwrap();
            mixture::couple_joint(secret, &rows, symbols, &mut votes, &mut work).unwrap();
        } else {
            let seed = SharedSeed::new([9; 32]);
            for (weights, vote) in laws.iter().zip(votes.chunks_exact_mut(length)) {
                poisson::joint_vote(&seed, round as u64, Law::new(weights).unwrap(), vote).unwrap();
            }
        }
        votes
    };
    (0..runs).map(draw).collect()
}

/// How often each cell was drawn.
fn count(draws: impl Iterator<Item = usize>, cells: usize) -> Vec<u64> {
    let mut counts = vec![0; cells];
    draws.for_each(|c| counts[c] += 1);
    counts
}

fn numbers(votes: &[u32]) -> impl Iterator<Item = usize> {
    votes.iter().map(|y| *y as usize)
}

/// Each sequence as the number of a cell of the alphabet of sequences.
fn sequences(votes: &[u32], symbols: usize, length: usize) -> Vec<usize> {
    let rows = votes.chunks_exact(length);
    rows.map(|sequence| cell(numbers(sequence), symbols))
        .collect()
}

/// Pairs of laws of one total: close, far, disjoint, equal, with zeros, one symbol alone.
fn pairs() -> Vec<[Vec<u32>; 2]> {
    let wide: Vec<u32> = (0..40).map(|y| 1 + y % 7).collect();
    let mut moved = wide.clone();
    moved.rotate_right(3);
    vec![
        [vec![5, 3, 2], vec![2, 3, 5]],
        [vec![50, 30, 20], vec![48, 31, 21]],
        [vec![1, 1], vec![2, 0]],
        [vec![1, 0, 0], vec![0, 0, 1]],
        [vec![3, 1, 0, 4], vec![3, 1, 0, 4]],
        [vec![0, 6, 1, 1], vec![5, 0, 3, 0]],
        [vec![999, 1], vec![1, 999]],
        [vec![4_000_000_000, 5], vec![3_000_000_000, 1_000_000_005]],
        [wide, moved],
    ]
}

/// (G1) of Definition 3.1 for laws of all kinds.
#[test]
fn every_vote_follows_its_own_law() {
    let rising: Vec<u32> = (0..300).collect();
    let mut sparse = vec![0; 500];
    for (y, weight) in [(3, 7), (70, 1), (71, 30), (300, 2), (499, 10)] {
        sparse[y] = weight;
    }
    for scheme in SCHEMES {
        for [p, q] in pairs().into_iter().chain([
            [rising.clone(), rising.iter().rev().copied().collect()],
            [sparse.clone(), sparse.iter().rev().copied().collect()],
        ]) {
            let runs = if p.len() > 40 { 5_000 } else { 30_000 };
            let draws = votes(scheme, &[&p, &q], 1, runs);
            for (block, weights) in [p, q].iter().enumerate() {
                let seen = count(draws.iter().map(|v| v[block] as usize), weights.len());
                fit::categories(&seen, &law(weights))
                    .unwrap_or_else(|e| panic!("{scheme:?} {weights:?}: {e}"));
                assert!(seen.iter().zip(weights).all(|(s, w)| *w > 0 || *s == 0));
            }
        }
    }
}

/// The coordinates of a sequence are independent, and so are rounds.
#[test]
fn sequences_follow_the_power_of_the_law() {
    let (p, q) = ([5, 3, 2], [1, 3, 6]);
    for scheme in SCHEMES {
        for (length, joint) in [(3, false), (3, true)] {
            let draws = match (joint, scheme) {
                (true, Scheme::Race) => continue,
                (true, _) => joint_votes(scheme, &[&p, &q], length, 60_000),
                _ => votes(scheme, &[&p, &q], length, 60_000),
            };
            let tuples: Vec<Vec<usize>> = draws.iter().map(|v| sequences(v, 3, length)).collect();
            for (block, weights) in [p, q].iter().enumerate() {
                let expected = power(&law(weights), length);
                let seen = count(tuples.iter().map(|t| t[block]), expected.len());
                fit::categories(&seen, &expected).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
            }
        }
    }
    let seed = SharedSeed::new([1; 32]);
    let draw = |round| {
        let mut symbol = [0];
        race::vote(&seed, round, Law::new(&p).unwrap(), &mut symbol).unwrap();
        symbol[0] as usize
    };
    let rounds: Vec<usize> = (0..60_001).map(draw).collect();
    let seen = count(rounds.windows(2).map(|w| 3 * w[0] + w[1]), 9);
    fit::categories(&seen, &power(&law(&p), 2)).unwrap();
}

/// (G2): agreement is what the exact law of each scheme says, and that is never below (1 - TV)/(1 + TV).
#[test]
fn theorem_a_2_disagreement_is_at_most_2_tv_over_1_plus_tv() {
    let known = race_pair(&law(&[5, 3, 2]), &law(&[2, 3, 5]));
    let agree = known[0] + known[4] + known[8];
    assert!((agree - 0.6307692307692307).abs() < 1e-15);
    for [p, q] in pairs() {
        let n = p.len();
        let both = [law(&p), law(&q)];
        let tv = total_variation(&both[0], &both[1]);
        for scheme in SCHEMES {
            let agree = if scheme == Scheme::Race {
                (0..n).map(|y| race_all_at(&both, y)).sum::<f64>()
            } else {
                let joint = coupled::poisson(&both);
                joint
                    .iter()
                    .filter(|(v, _)| v[0] == v[1])
                    .map(|(_, p)| p)
                    .sum()
            };
            assert!(
                1.0 - agree <= disagreement_bound(tv) + 1e-12,
                "{scheme:?} {p:?}"
            );
            let runs = 40_000;
            let draws = votes(scheme, &[&p, &q], 1, runs);
            let same = draws.iter().filter(|v| v[0] == v[1]).count();
            let exact = agree.clamp(0.0, 1.0);
            if !(1e-9..=1.0 - 1e-9).contains(&exact) {
                assert_eq!(same, if exact < 0.5 { 0 } else { runs }, "{scheme:?} {p:?}");
            } else {
                fit::rate(same, runs, exact).unwrap_or_else(|e| panic!("{scheme:?} {p:?}: {e}"));
            }
        }
    }
}

/// The race's two votes jointly, cell by cell; and three votes at once.
#[test]
fn the_race_has_its_exact_joint_law() {
    for [p, q] in pairs().into_iter().filter(|pair| pair[0].len() <= 4) {
        let expected = race_pair(&law(&p), &law(&q));
        let n = p.len();
        let draws = votes(Scheme::Race, &[&p, &q], 1, 60_000);
        let seen = count(draws.iter().map(|v| cell(numbers(v), n)), n * n);
        fit::categories(&seen, &expected).unwrap_or_else(|e| panic!("{p:?} {q:?}: {e}"));
    }
    let laws: [&[u32]; 3] = [&[5, 3, 2], &[2, 3, 5], &[1, 8, 1]];
    let each = laws.map(law);
    let draws = votes(Scheme::Race, &laws, 1, 60_000);
    for y in 0..3 {
        let all = draws.iter().filter(|v| v.iter().all(|z| *z == y)).count();
        fit::rate(all, draws.len(), race_all_at(&each, y as usize)).unwrap();
    }
}

const THREE: [&[u32]; 3] = [&[5, 3, 2], &[2, 3, 5], &[1, 8, 1]];

fn follows_the_recursion(scheme: Scheme) {
    let expected = cells(&coupled::poisson(&THREE.map(law)), 3, 3);
    let draws = votes(scheme, &THREE, 1, 200_000);
    let seen = count(draws.iter().map(|v| cell(numbers(v), 3)), 27);
    fit::categories(&seen, &expected).unwrap();
}

fn follows_the_recursion_as_one_draw(scheme: Scheme) {
    let laws: [&[u32]; 3] = [&[5, 5], &[2, 8], &[9, 1]];
    let powers = laws.map(|w| power(&law(w), 2));
    let expected = cells(&coupled::poisson(&powers), 4, 3);
    let draws = joint_votes(scheme, &laws, 2, 150_000);
    let tuple = |v: &Vec<u32>| cell(sequences(v, 2, 2).into_iter(), 4);
    let seen = count(draws.iter().map(tuple), 64);
    fit::categories(&seen, &expected).unwrap();
}

#[test]
fn algorithm_5_couple_i_has_the_law_of_construction_a_1() {
    follows_the_recursion(Scheme::Poisson);
}

#[test]
fn algorithm_6_couple_ii_has_the_law_of_construction_a_4() {
    follows_the_recursion(Scheme::Mixture);
}

#[test]
fn algorithm_5_couple_i_on_sequences_as_one_draw() {
    follows_the_recursion_as_one_draw(Scheme::Poisson);
}

#[test]
fn algorithm_6_couple_ii_on_sequences_as_one_draw() {
    follows_the_recursion_as_one_draw(Scheme::Mixture);
}

/// One draw for a whole sequence agrees at least as 2 TV(p^l, q^l) asks; coordinate by coordinate at least (agreement of one)^l.
#[test]
fn whole_sequences_agree_as_the_utility_proof_asks() {
    let (p, q, length) = ([50, 30, 20], [46, 31, 23], 3);
    let tv = total_variation(&law(&p), &law(&q));
    let powers = [power(&law(&p), length), power(&law(&q), length)];
    let joint_tv = total_variation(&powers[0], &powers[1]);
    let runs = 40_000;
    let same = |v: &&Vec<u32>| v[..length] == v[length..];
    for scheme in SCHEMES {
        let one = if scheme == Scheme::Race {
            (0..3)
                .map(|y| race_all_at(&[law(&p), law(&q)], y))
                .sum::<f64>()
        } else {
            let joint = coupled::poisson(&[law(&p), law(&q)]);
            joint
                .iter()
                .filter(|(v, _)| v[0] == v[1])
                .map(|(_, p)| p)
                .sum()
        };
        assert!(1.0 - one.powi(3) <= 2.0 * length as f64 * tv);
        let seen = votes(scheme, &[&p, &q], length, runs)
            .iter()
            .filter(same)
            .count();
        fit::rate(seen, runs, one.powi(3)).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
        if scheme != Scheme::Race {
            let joint = coupled::poisson(&powers);
            let all: f64 = joint
                .iter()
                .filter(|(v, _)| v[0] == v[1])
                .map(|(_, p)| p)
                .sum();
            assert!(1.0 - all <= disagreement_bound(joint_tv) && joint_tv <= length as f64 * tv);
            let seen = joint_votes(scheme, &[&p, &q], length, runs);
            fit::rate(seen.iter().filter(same).count(), runs, all).unwrap();
        }
    }
}
