//! The private learner at the ends of its domain: a right value or the right error, and soon.
use dpmarkov::domain::{Delta, Epsilon, Level};
use dpmarkov::learner::coupling::{poisson, race};
use dpmarkov::learner::plan::{self, Crowd, Sizes, expect_work_len};
use dpmarkov::learner::{
    AddConstant, Empirical, FiniteClass, Law, Learner, SharedSeed, StableMode, permute_and_flip,
};
use dpmarkov::random::Generator;
use dpmarkov::{Error, Result};

const EPSILONS: [f64; 7] = [0.0, 1e-9, 1e-8, 1e-3, 1.0, 64.0, 1e6];
const DELTAS: [f64; 6] = [
    0.0,
    f64::MIN_POSITIVE,
    1e-300,
    1e-9,
    0.5,
    1.0 - f64::EPSILON / 2.0,
];
const SHARES: [f64; 7] = [
    5e-324,
    1e-310,
    f64::MIN_POSITIVE,
    1e-30,
    1e-3,
    0.5,
    1.0 - f64::EPSILON / 2.0,
];

fn at(epsilon: f64, delta: f64) -> (Epsilon, Delta) {
    (
        Epsilon::new(epsilon).expect("an epsilon"),
        Delta::new(delta).expect("a delta"),
    )
}

/// Sizes with their product, or the one error that an argument in its domain may have.
fn sound(found: Result<Sizes>, delta: f64, what: &str) -> bool {
    match found {
        Ok(s) => {
            let product = u128::from(s.block) * u128::from(s.blocks) * u128::from(s.runs);
            assert_eq!(product, u128::from(s.records), "{what}");
            assert!(s.records >= 1 && s.length >= 1, "{what}");
            assert!(s.mode_delta > 0.0 && s.mode_delta <= delta, "{what}");
            assert!(s.accuracy > 0.0 && s.accuracy < 1.0, "{what}");
            assert!(s.target_tv > 0.0 && s.target_tv < 1.0, "{what}");
            true
        }
        Err(Error::NotPure) => {
            assert_eq!(delta, 0.0, "{what}");
            false
        }
        Err(error) => {
            assert_eq!(error, Error::Unreachable, "{what}");
            false
        }
    }
}

/// A class of one law asks for no accuracy: what remains are the sizes of the mode and the numbers themselves.
#[test]
fn plans_are_sizes_or_out_of_reach() {
    let one = FiniteClass::new(&[1, 2], 2).expect("a class");
    let all = Empirical::new(1 << 24).expect("an alphabet");
    let smoothed = AddConstant::new(1 << 24, u32::MAX, 1).expect("an alphabet");
    let (mut reached, mut asked) = (0, 0);
    for epsilon in EPSILONS {
        for delta in DELTAS {
            let (e, d) = at(epsilon, delta);
            for beta in SHARES {
                for length in [1, 1 << 16, 1 << 53, u64::MAX] {
                    let what = format!("{epsilon:e} {delta:e} {beta:e} {length}");
                    for found in [
                        plan::sampler(&one, length, beta, e, d),
                        plan::sampler(&all, length, beta, e, d),
                        plan::sampler(&smoothed, length, beta, e, d),
                    ] {
                        asked += 1;
                        reached += u32::from(sound(found, delta, &what));
                    }
                }
                for alpha in SHARES {
                    let what = format!("{epsilon:e} {delta:e} {alpha:e} {beta:e}");
                    for found in [
                        plan::black_box(&one, alpha, beta, e, d),
                        plan::boosted(&one, alpha, beta, e, d),
                        plan::agnostic(|a, b| one.samples(a, b), 1.0, alpha, beta, e, d),
                        plan::agnostic(|a, b| all.samples(a, b), 3.0, alpha, beta, e, d),
                        plan::agnostic(|a, b| one.samples(a, b), 1e308, alpha, beta, e, d),
                    ] {
                        asked += 1;
                        reached += u32::from(sound(found, delta, &what));
                    }
                }
            }
        }
    }
    println!("{reached} of {asked} in reach");
    assert!(reached > 1_000 && reached < asked);
}

/// The searches over k, where the noise is as wide as it may be and where it is one vote wide.
#[test]
fn direct_plans_are_sizes_or_out_of_reach() {
    let one = FiniteClass::new(&[1, 2], 2).expect("a class");
    let guess = Law::new(&[u32::MAX, 1, 0]).expect("a law");
    let mut reached = 0;
    for (epsilon, delta) in [
        (1e-5, f64::MIN_POSITIVE),
        (1.0, 1e-300),
        (1e6, 0.999),
        (1e-9, 1e-9),
        (0.0, 0.1),
    ] {
        let (e, d) = at(epsilon, delta);
        for beta in SHARES {
            for length in [1, 1 << 16, u64::MAX] {
                let what = format!("{epsilon:e} {delta:e} {beta:e} {length}");
                for found in [
                    plan::direct(&one, length, beta, e, d),
                    plan::direct_empirical(1 << 24, length, beta, e, d),
                    plan::direct_guess(guess, length, beta, e, d),
                ] {
                    reached += u32::from(sound(found, delta, &what));
                }
                for blocks in [1, 1 << 24, 1 << 53, u64::MAX] {
                    match plan::direct_block(2, blocks, length, beta, e, d) {
                        Err(Error::TooFewVotes) => {}
                        found => reached += u32::from(sound(found, delta, &what)),
                    }
                }
            }
        }
    }
    assert!(reached > 20, "{reached}");
}

/// The widest noise: 2 K + 1 votes are still in the domain, and one more halving of epsilon is refused.
#[test]
fn the_widest_noise() {
    let width = |epsilon, delta| {
        let (e, d) = at(epsilon, delta);
        StableMode::new(e, d).map(|m| m.half_width())
    };
    // K rate = ln(1/delta), nearly: 708 for the smallest delta.
    let widest = width(1e-4, f64::MIN_POSITIVE).expect("a mode");
    assert!(widest > 6_900_000 && widest < 1 << 23, "{widest}");
    assert_eq!(width(5e-5, f64::MIN_POSITIVE), Err(Error::Unreachable));
    // The smallest rate, 2^-30: the uniform law, nearly, and one value of 3 has probability 1/3.
    assert_eq!(width(1e-9, 0.5), Ok(1));
    assert_eq!(width(9e-10, 0.5), Err(Error::Unreachable));
    assert_eq!(width(1e6, 1.0 - f64::EPSILON / 2.0), Ok(1));
    let (e, d) = at(1e-4, f64::MIN_POSITIVE);
    let mode = StableMode::new(e, d).expect("a mode");
    let mut rng = Generator::from_seed_for_tests([4; 32], 0);
    let bound = i64::from(widest);
    for _ in 0..2_000 {
        let z = mode.noise().sample(&mut rng).expect("noise");
        assert!((-bound..=bound).contains(&z));
    }
    let all = [
        0,
        1,
        widest,
        widest + 1,
        2 * widest,
        2 * widest + 1,
        u32::MAX,
    ];
    assert!(all.map(|d| mode.success(d)).is_sorted());
    assert!(all.iter().rev().map(|d| mode.failure(*d)).is_sorted());
    assert_eq!((mode.success(0), mode.failure(u32::MAX)), (0.0, 0.0));
}

/// The largest alphabet with the largest weights: a total just below 2^56.
#[test]
fn the_largest_law() {
    let mut weights = vec![u32::MAX; 1 << 24];
    let seed = SharedSeed::new([6; 32]);
    let law = Law::new(&weights).expect("a law");
    assert_eq!(law.total(), (1 << 56) - (1 << 24));
    let mut symbol = [0];
    race::vote(&seed, u64::MAX, law, &mut symbol).expect("a vote");
    let first = symbol;
    // All others at their least: the leader, with nearly all of the weight of a pair, stays.
    weights.fill(1);
    weights[first[0] as usize] = u32::MAX;
    let law = Law::new(&weights).expect("a law");
    race::vote(&seed, u64::MAX, law, &mut symbol).expect("a vote");
    assert_eq!(symbol, first);
    // Couple_I takes n candidates on average: 2^18 symbols are enough here.
    let part = Law::new(&[u32::MAX; 1 << 18]).map(|law| {
        poisson::vote(&seed, u64::MAX, law, &mut symbol).expect("a vote");
        law.total()
    });
    assert_eq!(part, Ok((1 << 50) - (1 << 18)));
    assert!(symbol[0] < 1 << 18);
    weights.push(1);
    assert_eq!(Law::new(&weights), Err(Error::Alphabet));
    // Longest sequences, of the smallest alphabet.
    let mut long = vec![9; 1 << 16];
    let law = Law::new(&[0, u32::MAX]).expect("a law");
    race::vote(&seed, 0, law, &mut long).expect("a vote");
    poisson::vote(&seed, 0, law, &mut long).expect("a vote");
    assert!(long.iter().all(|y| *y == 1));
    long.push(9);
    assert_eq!(race::vote(&seed, 0, law, &mut long), Err(Error::Sequence));
    assert_eq!(long.last(), Some(&9));
}

/// The simulation where the cells of its table pass 2^64, and where few symbols of many have weight: what has none is never drawn.
#[test]
fn a_crowd_on_large_alphabets() -> Result<()> {
    let (e, d) = at(1.0, 0.1);
    let mode = StableMode::new(e, d)?;
    for (n, events) in [(1 << 17, 3), (4, u32::MAX)] {
        let mut weights = vec![u32::MAX; n];
        weights.iter_mut().skip(1).step_by(2).for_each(|w| *w = 0);
        let crowd = Crowd {
            users: 5,
            events,
            length: 1,
            rounds: 2,
        };
        let (narrow, wide) = expect_work_len(n, &crowd)?;
        let (mut narrow, mut wide) = (vec![7; narrow], vec![7; wide]);
        let found = plan::expect(
            &mut Generator::from_seed_for_tests([5; 32], 0),
            Law::new(&weights)?,
            &crowd,
            &mode,
            1,
            Level::new(0.9)?,
            &mut narrow,
            &mut wide,
        )?;
        assert!(found.answers <= 2 && found.complete <= 1);
        // Ghosts, answers and votes follow the table and the histogram; the hash table of the tally holds no symbols.
        let votes = &narrow[2 * n + 2 + 1 + 10..];
        assert!(votes.iter().all(|y| y % 2 == 0));
    }
    Ok(())
}

#[test]
fn permute_and_flip_at_its_ends() {
    let mut rng = Generator::from_seed_for_tests([5; 32], 0);
    for (epsilon, error) in [(0.0, true), (1e-9, true), (4e-9, false), (1e6, false)] {
        let epsilon = Epsilon::new(epsilon).expect("an epsilon");
        let counts = [0, u32::MAX, 0];
        let found = permute_and_flip::release(&mut rng, epsilon, &counts, &mut [0; 3]);
        assert_eq!(found.is_err(), error);
        // 2^32 votes ahead: e^-8 and less at the smallest epsilon.
        assert!(error || found == Ok(1));
        for beta in [0.0, -1.0, f64::NAN] {
            assert!(permute_and_flip::gap_for(3, epsilon, beta).is_infinite());
        }
    }
    let epsilon = Epsilon::new(1.0).expect("an epsilon");
    assert_eq!(permute_and_flip::gap_for(2, epsilon, f64::INFINITY), 0.0);
    // mpmath: 2 ln((2^24 - 1)/2^-1073).
    let reference = 1_520.764_914_029_310_7;
    let gap = permute_and_flip::gap_for(1 << 24, epsilon, 5e-324);
    assert!(gap >= reference && gap < reference * (1.0 + 1e-11), "{gap}");
}

#[test]
fn numbers_of_records_at_their_ends() {
    let none = f64::NAN;
    let (one, many) = (
        Empirical::new(2).expect("an alphabet"),
        AddConstant::new(1 << 24, 1, u32::MAX).expect("an alphabet"),
    );
    let laws = [3, 1, 1, 3];
    let class = FiniteClass::new(&laws, 2).expect("a class");
    for bad in [0.0, -0.0, 1.0, none, f64::INFINITY, -1e-300] {
        for (alpha, beta) in [(bad, 0.5), (0.5, bad)] {
            assert_eq!(one.samples(alpha, beta), Err(Error::Domain));
            assert_eq!(many.samples(alpha, beta), Err(Error::Domain));
            assert_eq!(class.samples(alpha, beta), Err(Error::Domain));
            assert_eq!(class.samples_agnostic(alpha, beta), Err(Error::Domain));
        }
    }
    for alpha in [5e-324, 1e-300, 1e-17] {
        assert_eq!(one.samples(alpha, 5e-324), Err(Error::Unreachable));
        assert_eq!(many.samples(alpha, 5e-324), Err(Error::Unreachable));
        assert_eq!(class.samples_agnostic(alpha, 0.5), Err(Error::Unreachable));
    }
    // The separation 1/2 takes the place of alpha: 2 ln(2/beta) 4.
    assert_eq!(class.samples(5e-324, 0.5), Ok(12));
    assert_eq!(one.samples(1.0 - f64::EPSILON / 2.0, 0.999), Ok(1));
}
