//! The simulation of the plan: against exact probabilities, against its own limits, and one vote against several.
mod support;
use dpmarkov::domain::{Delta, Epsilon, Level};
use dpmarkov::learner::plan::{self, Crowd, Expected, best_split, expect_work_len, per_round};
use dpmarkov::learner::{Law, StableMode};
use dpmarkov::random::Generator;
use dpmarkov::special::beta_inc;
use dpmarkov::{Error, Result};
use support::fit;

fn mode(epsilon: f64, delta: f64) -> StableMode {
    let epsilon = Epsilon::new(epsilon).expect("an epsilon");
    StableMode::new(epsilon, Delta::new(delta).expect("a delta")).expect("a mode")
}
fn crowd(users: usize, events: u32, length: usize, rounds: usize) -> Crowd {
    Crowd {
        users,
        events,
        length,
        rounds,
    }
}
fn expect(weights: &[u32], crowd: &Crowd, mode: &StableMode, repetitions: u32) -> Result<Expected> {
    let (narrow, wide) = expect_work_len(weights.len(), crowd)?;
    plan::expect(
        &mut Generator::from_seed_for_tests([21; 32], 1),
        Law::new(weights)?,
        crowd,
        mode,
        repetitions,
        Level::new(0.99)?,
        // Whatever the scratch held.
        &mut vec![0xdead_beef; narrow],
        &mut vec![u64::MAX; wide],
    )
}

#[test]
fn a_certain_law_is_always_answered() {
    let found = expect(&[0, 7, 0], &crowd(100, 50, 3, 2), &mode(1.0, 1e-9), 200).expect("a plan");
    assert_eq!(
        (found.complete, found.exact, found.answers),
        (200, 200, 400)
    );
    assert_eq!((found.success, found.mismatch), (1.0, 0.0));
    // Clopper & Pearson at 200 of 200: p^200 = 0.01.
    assert!((found.success_lower - 0.01_f64.powf(1.0 / 200.0)).abs() < 1e-9);
    assert_eq!(found.mismatch_upper, 1.0 - found.success_lower);
}

/// One event a user: its law is a point, its vote that symbol, whatever the race. So the votes are binomial and the ghost is independent of them.
#[test]
fn one_event_a_user_is_exact() {
    let mode = mode(1.0, 1e-9);
    for (users, length, weights) in [(60, 1, [9, 1]), (60, 2, [8, 2]), (51, 1, [1, 4])] {
        let p: f64 = f64::from(weights[0]) / f64::from(weights[0] + weights[1]);
        let (mut answered, mut exact) = (0.0, 0.0);
        for zeros in 0..=users as u64 {
            let ones = users as u64 - zeros;
            // A gap, and the order of the two sequences (0, 0) and (1, 1).
            let distance = if zeros >= ones {
                // Also the unseen ones that precede: ceil(count/2).
                ((zeros - ones) / 2 + 1).min(zeros.div_ceil(2))
            } else {
                (ones - zeros).div_ceil(2).min(ones.div_ceil(2))
            };
            let ln_choose = |n: u64, k: u64| {
                (1..=k)
                    .map(|i| ((n - k + i) as f64 / i as f64).ln())
                    .sum::<f64>()
            };
            let probability = (ln_choose(users as u64, zeros)
                + zeros as f64 * p.ln()
                + ones as f64 * (1.0 - p).ln())
            .exp();
            let printed = probability * mode.success(distance as u32);
            answered += printed;
            let same = if zeros >= ones { p } else { 1.0 - p };
            exact += printed * same.powi(length as i32);
        }
        let found = expect(&weights, &crowd(users, 1, length, 1), &mode, 3_000).expect("a plan");
        println!("{answered} {exact} {found:?}");
        assert!(answered > 0.05 && answered < 0.995);
        fit::rate(found.complete as usize, 3_000, answered).expect("the rate of answers");
        fit::rate(found.exact as usize, 3_000, exact).expect("the rate of the ghost's answers");
        assert!(found.success_lower < answered && 1.0 - exact < found.mismatch_upper);
    }
}

/// The two ways to draw a user's records give one law: next to the number of events at which they change over.
#[test]
fn few_and_many_events() {
    let weights = [30, 20, 10, 5, 1, 1, 1, 1];
    // 16 events a symbol is the border.
    let [below, above] = [16 * 8, 16 * 8 + 16].map(|events| {
        expect(&weights, &crowd(200, events, 2, 1), &mode(1.0, 1e-9), 800).expect("a plan")
    });
    assert!(
        (below.success - above.success).abs() < 0.08,
        "{below:?} {above:?}"
    );
    assert!((below.mismatch - above.mismatch).abs() < 0.08);
    // Nobody's law is known better than from 100,000 events, and without events all are uniform.
    let many = expect(&weights, &crowd(200, 100_000, 2, 1), &mode(1.0, 1e-9), 60).expect("a plan");
    assert!(many.mismatch < 0.1 && many.mismatch < above.mismatch);
    let none = expect(&weights, &crowd(200, 0, 2, 1), &mode(1.0, 1e-9), 100).expect("a plan");
    assert!(none.success == 1.0 && none.mismatch > 0.4);
}

#[test]
fn the_limits_are_those_of_clopper_and_pearson() {
    let found = expect(&[5, 3, 2], &crowd(80, 4, 2, 1), &mode(2.0, 1e-9), 400).expect("a plan");
    let check = |x: u32, lower: f64| {
        let (a, b) = (f64::from(x), f64::from(400 - x) + 1.0);
        let tail = beta_inc(a, b, lower).lower;
        assert!(
            tail <= 0.01 && tail > 0.01 * (1.0 - 1e-6),
            "{x} {lower} {tail}"
        );
    };
    println!("{found:?}");
    assert!(found.complete > found.exact && found.exact > 0 && found.complete < 400);
    check(found.complete, found.success_lower);
    check(found.exact, 1.0 - found.mismatch_upper);
    // Repeated with the same seed: the same.
    assert_eq!(
        expect(&[5, 3, 2], &crowd(80, 4, 2, 1), &mode(2.0, 1e-9), 400),
        Ok(found)
    );
}

#[test]
fn what_is_refused() {
    let good = mode(1.0, 1e-9);
    for (crowd, error) in [
        (crowd(0, 9, 1, 1), Error::Votes),
        (crowd((1 << 24) + 1, 9, 1, 1), Error::Votes),
        (crowd(100, 9, 0, 1), Error::Sequence),
        (crowd(100, 9, 1, 0), Error::Sequence),
        (crowd(100, 9, 65_537, 1), Error::Sequence),
        (crowd(40, 9, 1, 1), Error::TooFewVotes),
    ] {
        let law = Law::new(&[1, 2]).expect("a law");
        let mut rng = Generator::from_seed_for_tests([1; 32], 0);
        let level = Level::new(0.99).expect("a level");
        let refused = plan::expect(&mut rng, law, &crowd, &good, 5, level, &mut [], &mut []);
        assert_eq!(refused, Err(error), "{crowd:?}");
        assert_eq!(rng.position(), 0);
    }
    assert_eq!(
        expect(&[1, 2], &crowd(100, 9, 1, 1), &good, 0),
        Err(Error::Iterations)
    );
    let (narrow, wide) = expect_work_len(2, &crowd(100, 9, 3, 2)).expect("scratch");
    assert_eq!((narrow, wide), (2 * 2 + 101 * 6 + 200 + 3, 2 * 7));
    for (narrow, wide) in [(narrow - 1, wide), (narrow, wide - 1)] {
        let law = Law::new(&[1, 2]).expect("a law");
        let mut rng = Generator::from_seed_for_tests([1; 32], 0);
        let level = Level::new(0.99).expect("a level");
        let (mut a, mut b) = (vec![0; narrow], vec![0; wide]);
        let refused = plan::expect(
            &mut rng,
            law,
            &crowd(100, 9, 3, 2),
            &good,
            5,
            level,
            &mut a,
            &mut b,
        );
        assert_eq!(refused, Err(Error::WorkLength));
    }
    let huge = crowd(usize::MAX / 2, 9, 4, 1);
    assert_eq!(expect_work_len(2, &huge), Err(Error::Unreachable));
}

#[test]
fn one_vote_or_several() {
    let split = |weights: &[u32], users, events, symbols, epsilon: f64| {
        let crowd = crowd(users, events, symbols, 1);
        let (narrow, wide) = expect_work_len(weights.len(), &crowd).expect("scratch");
        best_split(
            &mut Generator::from_seed_for_tests([2; 32], 0),
            Law::new(weights).expect("a law"),
            &crowd,
            Epsilon::new(epsilon).expect("an epsilon"),
            Delta::new(1e-9).expect("a delta"),
            60,
            Level::new(0.95).expect("a level"),
            &mut vec![0; narrow],
            &mut vec![0; wide],
        )
    };
    // Users who agree well and are few: one joint vote. Rounds would need more votes than there are.
    let joint = split(&[50, 3, 1], 100, 500, 4, 1.0).expect("a split");
    assert_eq!((joint.rounds, joint.length), (1, 4));
    // Many users who agree in one symbol but not in six at once: rounds.
    let weights = [4, 4, 3, 3, 2, 2, 1, 1];
    let rounds = split(&weights, 3_000, 12, 6, 4.0).expect("a split");
    println!("{rounds:?}");
    assert!(rounds.rounds > 1 && rounds.rounds * rounds.length == 6);
    assert_eq!(split(&weights, 20, 9, 2, 1.0), Err(Error::TooFewVotes));
    assert_eq!(split(&weights, 100, 9, 0, 1.0), Err(Error::Sequence));
}

/// R rounds of (epsilon/R, delta/R): the sum never passes (epsilon, delta), and what the accountant of `privacy::compose` says of the same rounds.
#[test]
fn rounds_compose() {
    use dpmarkov::domain::Releases;
    use dpmarkov::privacy::Adjacency;
    use dpmarkov::privacy::compose::{Composition, Stated};
    for rounds in [1, 2, 3, 7, 30] {
        let (epsilon, delta) = (
            Epsilon::new(1.0).expect("an epsilon"),
            Delta::new(1e-9).expect("a delta"),
        );
        let (e, d) = per_round(epsilon, delta, rounds).expect("parts");
        assert!(e.get() * rounds as f64 <= 1.0 && d.get() * rounds as f64 <= 1e-9);
        assert!(e.get() * rounds as f64 > 1.0 - 1e-15);
        let mode = StableMode::new(e, d).expect("a mode");
        assert!(mode.rate().get() * rounds as f64 <= 1.0);
    }
    let pure = Delta::new(0.0).expect("a delta");
    assert_eq!(
        per_round(Epsilon::new(1.0).expect("an epsilon"), pure, 2).err(),
        Some(Error::NotPure)
    );
    assert_eq!(
        per_round(
            Epsilon::new(1.0).expect("an epsilon"),
            Delta::new(0.1).expect("a delta"),
            0
        )
        .err(),
        Some(Error::Sequence)
    );
    // Half of delta for the accountant: what epsilon do R rounds of 1/R cost?
    for (rounds, least, most) in [(3, 0.99, 1.0), (10, 0.99, 1.0), (100, 0.3, 0.7)] {
        let epsilon = Epsilon::new(1.0 / f64::from(rounds)).expect("an epsilon");
        let delta = Delta::new(0.5e-9 / f64::from(rounds)).expect("a delta");
        let stated = [(
            Stated::Approximate { epsilon, delta },
            Releases::new(rounds).expect("rounds"),
        )];
        let all = Composition::new(Adjacency::Event, &[]).with_stated(&stated);
        let cost = all
            .epsilon_upper(Delta::new(1e-9).expect("a delta"))
            .expect("an epsilon");
        println!("{rounds} rounds at 1/{rounds}: {cost:?}");
        assert!(
            least < cost.value && cost.value <= most + 1e-9,
            "{rounds}: {cost:?}"
        );
    }
}
