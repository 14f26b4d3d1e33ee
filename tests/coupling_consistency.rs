//! What privacy rests on: whose data a vote depends on, and that the law of some blocks' votes is the coupling of those blocks alone.
mod support;

use dpmarkov::learner::coupling::{Scheme, couple, mixture, poisson, race};
use dpmarkov::learner::{Law, SecretSeed, SharedSeed};
use dpmarkov::random::Generator;
use support::coupled::{cell, cells, law, power};
use support::{coupled, fit};

const LAWS: [&[u32]; 4] = [&[5, 3, 2], &[2, 3, 5], &[1, 8, 1], &[4, 3, 3]];

fn rng(stream: u64) -> Generator {
    Generator::from_seed_for_tests([23; 32], stream)
}

/// The votes for one seed of the collector's generator.
fn votes(scheme: Scheme, stream: u64, laws: &[&[u32]], length: usize) -> Vec<u32> {
    let mut votes = vec![u32::MAX; laws.len() * length];
    let (rows, symbols) = (laws.concat(), laws[0].len());
    let mut work = vec![0; laws.len()];
    couple(
        scheme,
        &mut rng(stream),
        &rows,
        symbols,
        &mut votes,
        &mut work,
    )
    .unwrap();
    votes
}

fn joint_votes(stream: u64, laws: &[&[u32]], length: usize) -> Vec<u32> {
    let mut votes = vec![u32::MAX; laws.len() * length];
    let (rows, symbols) = (laws.concat(), laws[0].len());
    let mut work = vec![0; mixture::joint_work_len(laws.len(), length)];
    let secret = SecretSeed::draw(&mut rng(stream)).unwrap();
    mixture::couple_joint(secret, &rows, symbols, &mut votes, &mut work).unwrap();
    votes
}

/// For every seed: a vote is a function of the seed, the round and its own law.
#[test]
fn a_race_or_couple_i_vote_depends_on_its_own_law_alone() {
    let lengths = [1, 4];
    for scheme in [Scheme::Race, Scheme::Poisson] {
        for stream in 0..2000 {
            let length = lengths[stream as usize % 2];
            let all = votes(scheme, stream, &LAWS, length);
            // Another law in block 0, other blocks in another order, fewer blocks: nothing moves.
            let changed = votes(
                scheme,
                stream,
                &[&[0, 0, 1], LAWS[1], LAWS[2], LAWS[3]],
                length,
            );
            assert_eq!(all[length..], changed[length..], "{scheme:?} {stream}");
            let turned = votes(
                scheme,
                stream,
                &[LAWS[3], LAWS[0], LAWS[1], LAWS[2]],
                length,
            );
            assert_eq!(all[..3 * length], turned[length..], "{scheme:?} {stream}");
            assert_eq!(all[3 * length..], turned[..length], "{scheme:?} {stream}");
            let pair = votes(scheme, stream, &[LAWS[1], LAWS[3]], length);
            assert_eq!(
                pair[..length],
                all[length..2 * length],
                "{scheme:?} {stream}"
            );
            assert_eq!(pair[length..], all[3 * length..], "{scheme:?} {stream}");
            // And of its own law only the probabilities count, not the unit of its weights.
            let tenfold = votes(scheme, stream, &[&[50, 30, 20]], length);
            assert_eq!(tenfold, all[..length], "{scheme:?} {stream}");
        }
    }
}

/// What the collector computes is what the devices compute, and equal laws vote the same for every seed.
#[test]
fn the_collector_draws_what_devices_draw() {
    for stream in 0..500 {
        let seed = SharedSeed::draw(&mut rng(stream)).unwrap();
        for scheme in [Scheme::Race, Scheme::Poisson] {
            let all = votes(scheme, stream, &LAWS, 3);
            for (weights, expected) in LAWS.iter().zip(all.chunks(3)) {
                let (law, mut sequence) = (Law::new(weights).unwrap(), [u32::MAX; 3]);
                match scheme {
                    Scheme::Poisson => poisson::vote(&seed, 0, law, &mut sequence).unwrap(),
                    _ => race::vote(&seed, 0, law, &mut sequence).unwrap(),
                }
                assert_eq!(sequence, expected);
            }
        }
        for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
            let same = votes(scheme, stream, &[LAWS[0]; 5], 2);
            assert!(same.chunks(2).all(|v| v == &same[..2]), "{scheme:?}");
        }
    }
}

/// The reason for `SecretSeed`: under Couple_II there are seeds where a change of one block changes another block's vote. Whoever knew
/// such a seed could tell the two data sets apart with certainty.
#[test]
fn algorithm_6_couple_ii_is_not_private_for_a_known_seed() {
    let moved = (0..2000)
        .filter(|stream| {
            let all = votes(Scheme::Mixture, *stream, &LAWS, 1);
            let changed = [&[0, 0, 10], LAWS[1], LAWS[2], LAWS[3]];
            votes(Scheme::Mixture, *stream, &changed, 1)[1..] != all[1..]
        })
        .count();
    assert!(moved > 100, "{moved} of 2000 seeds");
}

/// Proposition A.5 (4) on the recursion itself: the sum over the others' votes is the coupling of the rest. It holds to rounding.
#[test]
fn proposition_a_5_projective_consistency_of_the_recursion() {
    let all = coupled::poisson(&LAWS.map(law));
    for pair in [[0, 1], [1, 3], [2, 0]] {
        let mut projected = [0.0; 9];
        for (votes, p) in &all {
            projected[3 * votes[pair[0]] + votes[pair[1]]] += p;
        }
        let direct = cells(&coupled::poisson(&pair.map(|i| law(LAWS[i]))), 3, 2);
        for (a, b) in projected.iter().zip(direct) {
            assert!((a - b).abs() < 1e-14, "{pair:?}");
        }
    }
}

/// Proposition A.5 (4) for the code: with any third block, and when it changes, two blocks' votes have the same law exactly. This is what
/// the privacy of Couple_II rests on.
#[test]
fn proposition_a_5_couple_ii_pairs_do_not_see_the_third_block() {
    let direct = cells(&coupled::poisson(&[law(LAWS[1]), law(LAWS[2])]), 3, 2);
    let thirds: [&[u32]; 4] = [&[5, 3, 2], &[0, 0, 10], &[10, 0, 0], LAWS[1]];
    for (run, third) in thirds.into_iter().enumerate() {
        let mut seen = vec![0; 9];
        for stream in 0..60_000 {
            let stream = stream + 100_000 * run as u64;
            let votes = votes(Scheme::Mixture, stream, &[third, LAWS[1], LAWS[2]], 1);
            seen[cell(votes[1..].iter().map(|y| *y as usize), 3)] += 1;
        }
        fit::categories(&seen, &direct).unwrap_or_else(|e| panic!("{third:?}: {e}"));
    }
}

#[test]
fn proposition_a_5_couple_ii_on_sequences_as_one_draw() {
    let (p, q): ([u32; 2], [u32; 2]) = ([6, 4], [3, 7]);
    let powers = [power(&law(&p), 2), power(&law(&q), 2)];
    let direct = cells(&coupled::poisson(&powers), 4, 2);
    for (run, third) in [[5, 5], [10, 0]].into_iter().enumerate() {
        let mut seen = vec![0; 16];
        for stream in 0..60_000 {
            let votes = joint_votes(stream + 100_000 * run as u64, &[&third, &p, &q], 2);
            seen[cell(votes[2..].iter().map(|y| *y as usize), 2)] += 1;
        }
        fit::categories(&seen, &direct).unwrap_or_else(|e| panic!("{third:?}: {e}"));
    }
}

/// Proposition A.5 (5): the law of permuted blocks is the permuted law.
#[test]
fn proposition_a_5_permutation_equivariance_of_couple_ii() {
    let order = [2, 0, 1];
    let expected = cells(
        &coupled::poisson(&[law(LAWS[0]), law(LAWS[1]), law(LAWS[2])]),
        3,
        3,
    );
    let mut seen = vec![0; 27];
    for stream in 0..100_000 {
        let turned = votes(Scheme::Mixture, stream, &order.map(|i| LAWS[i]), 1);
        let mut back = [0; 3];
        for (place, block) in order.into_iter().enumerate() {
            back[block] = turned[place] as usize;
        }
        seen[cell(back.into_iter(), 3)] += 1;
    }
    fit::categories(&seen, &expected).unwrap();
}

/// The comparison can fail: two votes by inversion of one uniform number have the right marginals and another joint law.
#[test]
fn another_coupling_is_refused() {
    let laws = [LAWS[0], LAWS[1]];
    let expected = cells(&coupled::poisson(&laws.map(law)), 3, 2);
    let mut words = rng(7);
    let mut seen = vec![0; 9];
    for _ in 0..60_000 {
        let u = (words.uniform() * 10.0) as u32;
        let invert = |w: &[u32]| usize::from(u >= w[0]) + usize::from(u >= w[0] + w[1]);
        seen[3 * invert(laws[0]) + invert(laws[1])] += 1;
    }
    for block in 0..2 {
        let marginal: Vec<u64> = (0..3)
            .map(|y| {
                (0..9)
                    .filter(|c| [c / 3, c % 3][block] == y)
                    .map(|c| seen[c])
                    .sum()
            })
            .collect();
        fit::categories(&marginal, &law(laws[block])).unwrap();
    }
    assert!(fit::categories(&seen, &expected).is_err());
}
