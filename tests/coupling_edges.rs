//! Laws at the ends of what is accepted, and every wrong argument: a named error, and outputs as they were.
mod support;

use dpmarkov::Error;
use dpmarkov::learner::coupling::{Scheme, couple, mixture, poisson, race, work_len};
use dpmarkov::learner::{Law, SecretSeed, SharedSeed};
use dpmarkov::random::Generator;
use support::coupled::law;
use support::fit;

const SCHEMES: [Scheme; 3] = [Scheme::Race, Scheme::Poisson, Scheme::Mixture];
const SEED: SharedSeed = SharedSeed::new([77; 32]);

fn secret(stream: u64) -> SecretSeed {
    let mut rng = Generator::from_seed_for_tests([78; 32], stream);
    SecretSeed::draw(&mut rng).unwrap()
}

fn run(scheme: Scheme, stream: u64, laws: &[u32], symbols: usize, votes: &mut [u32]) {
    let mut rng = Generator::from_seed_for_tests([79; 32], stream);
    let mut work = vec![0; work_len(laws.len() / symbols)];
    couple(scheme, &mut rng, laws, symbols, votes, &mut work).unwrap();
}

#[test]
fn a_symbol_with_all_the_weight_is_always_drawn() {
    for scheme in SCHEMES {
        for symbols in [2, 3, 70, 1000] {
            for at in [0, symbols / 2, symbols - 1] {
                for weight in [1, u32::MAX] {
                    let mut laws = vec![0; 3 * symbols];
                    laws[at] = weight;
                    laws[symbols] = weight;
                    laws[3 * symbols - 1] = weight;
                    let mut votes = [u32::MAX; 6];
                    run(scheme, at as u64, &laws, symbols, &mut votes);
                    let last = symbols as u32 - 1;
                    assert_eq!(
                        votes,
                        [at as u32, at as u32, 0, 0, last, last],
                        "{scheme:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn disjoint_laws_never_agree_and_keep_their_laws() {
    let (p, q) = ([1, 0, 9, 0], [0, 6, 0, 4]);
    for scheme in SCHEMES {
        let mut seen = [[0; 4]; 2];
        for stream in 0..20_000 {
            let mut votes = [0; 2];
            run(scheme, stream, &[p, q].concat(), 4, &mut votes);
            seen[0][votes[0] as usize] += 1;
            seen[1][votes[1] as usize] += 1;
        }
        for (seen, weights) in seen.iter().zip([p, q]) {
            fit::categories(seen, &law(&weights)).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
        }
    }
}

/// A weight of 1 against 2^32 - 1: the fraction is compared exactly, down to 2^-32.
#[test]
fn the_smallest_share_beside_the_largest() {
    for scheme in SCHEMES {
        let mut rare = 0;
        for stream in 0..300_000 {
            let mut votes = [0];
            run(scheme, stream, &[u32::MAX, 100_000], 2, &mut votes);
            rare += votes[0] as usize;
        }
        let p = 1e5 / (f64::from(u32::MAX) + 1e5);
        fit::rate(rare, 300_000, p).unwrap_or_else(|e| panic!("{scheme:?}: {e}"));
    }
}

/// The largest alphabet with the largest weights: a total of 2^24 (2^32 - 1), next to 2^56. Thirds of the alphabet are drawn alike, and
/// the race's second law, which loses all weight in the last third, keeps every other vote.
#[test]
fn the_largest_law() {
    let n = 1 << 24;
    let mut weights = vec![u32::MAX; n];
    let whole = Law::new(&weights).unwrap();
    assert_eq!(whole.total(), (1 << 24) * (u64::from(u32::MAX)));
    let (mut a, mut b) = ([u32::MAX; 3], [u32::MAX]);
    race::vote(&SEED, 1, whole, &mut a).unwrap();
    // Couple_I waits for n candidates on average: a sixteenth of the alphabet is enough.
    let part = Law::new(&weights[..n / 16]).unwrap();
    poisson::vote(&SEED, 1, part, &mut b).unwrap();
    assert!(a.iter().chain(&b).all(|y| (*y as usize) < n));
    let mut one = [u32::MAX];
    mixture::couple(secret(0), &weights, n, &mut one, &mut [0]).unwrap();
    assert!((one[0] as usize) < n && a[0] != a[1]);
    let cut = n / 3 * 2;
    weights[cut..].fill(0);
    let mut cut_votes = [u32::MAX; 3];
    race::vote(&SEED, 1, Law::new(&weights).unwrap(), &mut cut_votes).unwrap();
    for (before, after) in a.iter().zip(cut_votes) {
        assert!((after as usize) < cut && ((*before as usize) >= cut || *before == after));
    }
}

/// Sparse laws go through the keystream in jumps, and draw what the same law draws with its zeros replaced by next to nothing.
#[test]
fn jumps_over_zeros_change_nothing() {
    let n = 3000;
    for gap in [1, 2, 31, 62, 63, 64, 65, 66, 127, 128, 129, 1000] {
        for round in 0..30 {
            let heavy: Vec<u32> = (0..n)
                .map(|y| if y % gap == gap / 2 { 4_000_000_000 } else { 0 })
                .collect();
            let filled: Vec<u32> = heavy.iter().map(|w| (*w).max(1)).collect();
            let (mut sparse, mut dense) = ([0; 2], [1; 2]);
            race::vote(&SEED, round, Law::new(&heavy).unwrap(), &mut sparse).unwrap();
            race::vote(&SEED, round, Law::new(&filled).unwrap(), &mut dense).unwrap();
            assert_eq!(sparse, dense, "{gap}");
        }
    }
}

/// The longest sequence, the first and the last round; a prefix is what a shorter sequence would have been.
#[test]
fn the_longest_sequence() {
    let weights = [3, 1];
    let law = Law::new(&weights).unwrap();
    for round in [0, u64::MAX] {
        let (mut long, mut short) = (vec![9; 1 << 16], vec![9; 100]);
        for vote in [race::vote, poisson::vote] {
            vote(&SEED, round, law, &mut long).unwrap();
            vote(&SEED, round, law, &mut short).unwrap();
            assert_eq!(long[..100], short);
            let ones = long.iter().filter(|y| **y == 1).count();
            fit::rate(ones, long.len(), 0.25).unwrap();
        }
    }
}

#[test]
fn wrong_arguments_have_their_errors_and_leave_outputs_alone() {
    let weights = [3, 1];
    let law = Law::new(&weights).unwrap();
    for vote in [race::vote, poisson::vote, poisson::joint_vote] {
        assert_eq!(vote(&SEED, 0, law, &mut []), Err(Error::Sequence));
        let mut long = vec![9; (1 << 16) + 1];
        assert_eq!(vote(&SEED, 0, law, &mut long), Err(Error::Sequence));
        assert!(long.iter().all(|y| *y == 9));
    }
    // 2^24 cells are the most; a total to the power of the length has to stay below 2^127.
    let mut sequence = [9; 25];
    assert_eq!(
        poisson::joint_vote(&SEED, 0, law, &mut sequence),
        Err(Error::Sequence)
    );
    let heavy = [u32::MAX; 2];
    let heavy = Law::new(&heavy).unwrap();
    assert_eq!(
        poisson::joint_vote(&SEED, 0, heavy, &mut sequence[..4]),
        Err(Error::Sequence)
    );
    assert_eq!(sequence, [9; 25]);
    poisson::joint_vote(&SEED, 0, heavy, &mut sequence[..3]).unwrap();
    poisson::joint_vote(&SEED, 0, law, &mut sequence[..12]).unwrap();

    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut refused = |laws: &[u32], symbols, votes: usize, work: usize| {
        let errors = SCHEMES.map(|scheme| {
            let mut out = vec![9; votes];
            let error = couple(
                scheme,
                &mut rng,
                laws,
                symbols,
                &mut out,
                &mut vec![0; work],
            );
            assert!(error.is_ok() || out.iter().all(|y| *y == 9));
            error.err()
        });
        let mut out = vec![9; votes];
        let joint = mixture::couple_joint(secret(1), laws, symbols, &mut out, &mut vec![0; work]);
        assert!(joint.is_ok() || out.iter().all(|y| *y == 9));
        (errors, joint.err())
    };
    let all = |error| ([Some(error); 3], Some(error));
    assert_eq!(refused(&[1, 1, 1], 1, 3, 9), all(Error::Alphabet));
    assert_eq!(refused(&[1, 1, 1], 2, 1, 9), all(Error::Length));
    assert_eq!(refused(&[1, 1, 1, 1], 2, 3, 9), all(Error::Length));
    assert_eq!(refused(&[], 2, 0, 9), all(Error::Votes));
    assert_eq!(refused(&[1, 1, 1, 1], 2, 0, 9), all(Error::Sequence));
    assert_eq!(refused(&[1, 1, 0, 0], 2, 2, 9), all(Error::Laws));
    // Only the mixture needs one total and a work space.
    let mixed = |error| ([None, None, Some(error)], Some(error));
    assert_eq!(refused(&[1, 1, 2, 1], 2, 2, 9), mixed(Error::Laws));
    assert_eq!(refused(&[1, 1, 1, 1], 2, 2, 1), mixed(Error::WorkLength));
    assert_eq!(
        refused(&[1, 1, 1, 1], 2, 2, 2),
        ([None; 3], Some(Error::WorkLength))
    );
    assert_eq!(refused(&[1, 1, 1, 1], 2, 2, 3), ([None; 3], None));
    // (2^33 - 2)^l is below 2^128 for l up to 3, and not for 4.
    let heavy = [u32::MAX; 4];
    assert_eq!(refused(&heavy, 2, 6, 9).1, None);
    assert_eq!(refused(&heavy, 2, 8, 9).1, Some(Error::Sequence));
}

/// A law by its symbols votes as the whole law does: with gaps shorter and longer than a jump, zeros among the weights, and the last symbol.
#[test]
fn a_sparse_law_votes_as_the_dense_one() {
    let seed = SharedSeed::new([9; 32]);
    let n = 5000;
    for (case, step) in [1, 2, 63, 64, 65, 700, 4999].into_iter().enumerate() {
        let symbols: Vec<u32> = (0..n).step_by(step).collect();
        let weights: Vec<u32> = symbols.iter().map(|y| (y * 7 + 1) % 5).collect();
        let mut dense = vec![0; n as usize];
        for (y, w) in symbols.iter().zip(&weights) {
            dense[*y as usize] = *w;
        }
        let (mut one, mut other) = ([0; 50], [1; 50]);
        race::vote_sparse(&seed, case as u64, &symbols, &weights, &mut one).expect("a vote");
        let law = Law::new(&dense).expect("a law");
        race::vote(&seed, case as u64, law, &mut other).expect("a vote");
        assert_eq!(one, other, "{step}");
    }
}

#[test]
fn a_sparse_law_that_is_none_is_refused() {
    let seed = SharedSeed::new([9; 32]);
    let refused = |symbols: &[u32], weights: &[u32], length: usize| {
        let mut sequence = vec![77; length];
        let error = race::vote_sparse(&seed, 0, symbols, weights, &mut sequence).unwrap_err();
        assert!(sequence.iter().all(|y| *y == 77));
        error
    };
    assert_eq!(refused(&[1, 2], &[1], 3), Error::Length);
    assert_eq!(refused(&[], &[], 3), Error::Laws);
    assert_eq!(refused(&[1, 2], &[0, 0], 3), Error::Laws);
    assert_eq!(refused(&[2, 1], &[1, 1], 3), Error::Symbol);
    assert_eq!(refused(&[1, 1], &[1, 1], 3), Error::Symbol);
    assert_eq!(refused(&[1, 1 << 24], &[1, 1], 3), Error::Symbol);
    assert_eq!(refused(&[1, 2], &[1, 1], 0), Error::Sequence);
}
