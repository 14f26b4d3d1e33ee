//! The stable mode as it runs: the law of its noise, and privacy audits of a million releases on neighbouring lists of votes, which must see
//! planted bugs.
mod support;

use dpmarkov::domain::{Delta, Epsilon, GeometricRate};
use dpmarkov::learner::truncated_laplace::{ROUNDS_LAPLACE, ROUNDS_UNIFORM};
use dpmarkov::learner::{StableMode, TruncatedLaplace, tally};
use dpmarkov::random::{Generator, Words};
use dpmarkov::{Error, Result};
use support::{audit, fit};

// -- the noise -----------------------------------------------------------------------------------------------------------------

fn law(numerator: u32, denominator: u32, delta: f64) -> TruncatedLaplace {
    let rate = GeometricRate::new(numerator, denominator).unwrap();
    TruncatedLaplace::new(rate, Delta::new(delta).unwrap()).unwrap()
}

fn probabilities(rate: f64, half_width: i64) -> Vec<f64> {
    let weight = |j: i64| (-rate * j.abs() as f64).exp();
    let sum: f64 = (-half_width..=half_width).map(weight).sum();
    (-half_width..=half_width)
        .map(|j| weight(j) / sum)
        .collect()
}

fn fits(draws: &[i64], rate: f64, half_width: i64) -> std::result::Result<(), String> {
    fit::integers(
        draws,
        -half_width,
        &probabilities(rate, half_width),
        0.0,
        0.0,
    )
}

/// Both ways of drawing, and the seam between them at rate K = 1. Refused: the law with another rate, another end, or without one.
#[test]
fn noise_follows_its_law() {
    for (stream, (p, q, delta)) in [
        (1, 1, 1e-3),
        (1, 10, 1e-2),
        (7, 3, 1e-9),
        (1, 1, 0.25), // K = 1: rate K = 1
        (1, 2, 0.3),  // K = 1, from the uniform law
        (1, 100, 0.01),
        (1, 1 << 20, 0.1),
        (1, 1 << 30, 1e-3),
        (999, 1000, 0.25),
        (64, 1, 1e-9),
    ]
    .into_iter()
    .enumerate()
    {
        let law = law(p, q, delta);
        let (rate, k) = (law.rate().get(), i64::from(law.half_width()));
        let mut rng = Generator::from_seed_for_tests([0x5A; 32], stream as u64);
        let draws: Vec<i64> = (0..400_000)
            .map(|_| law.sample(&mut rng).unwrap())
            .collect();
        assert!(draws.iter().all(|z| z.abs() <= k));
        let fit = fits(&draws, rate, k);
        assert!(fit.is_ok(), "{p}/{q}, {delta}: {fit:?}");
        if rate * (k as f64) > 0.3 && rate < 3.0 {
            assert!(fits(&draws, rate * 1.2, k).is_err());
        }
        // One integer more at each end, which the law at hand never shows.
        if *probabilities(rate, k + 1).first().unwrap() > 1e-3 {
            assert!(fits(&draws, rate, k + 1).is_err());
        }
    }
}

/// The same words for ever.
struct Cycle(&'static [u64], usize);
impl Words for Cycle {
    fn next_word(&mut self) -> u64 {
        self.1 += 1;
        self.0[(self.1 - 1) % self.0.len()]
    }
}

/// A source that is rejected in every round: an error, not a biased answer, and not for ever.
#[test]
fn rejection_ends() {
    let narrow = law(1, 1, 0.25);
    assert_eq!(narrow.half_width(), 1);
    // A positive sign, two units and no third: Z = 2.
    let mut two = Cycle(&[0, 0, 0, u64::MAX], 0);
    assert_eq!(narrow.sample(&mut two), Err(Error::Trials));
    assert_eq!(two.1, 4 * ROUNDS_LAPLACE as usize);
    let flat = law(1, 1 << 20, 0.5);
    assert_eq!(flat.half_width(), 1);
    // Z = -1; the first coin of the series is heads, the second tails: refused.
    let mut refused = Cycle(&[1, 0, u64::MAX], 0);
    assert_eq!(flat.sample(&mut refused), Err(Error::Trials));
    assert_eq!(refused.1, 3 * ROUNDS_UNIFORM as usize);
    // The caps are beyond what a working generator meets.
    let inverse_e = (-1f64).exp();
    assert!(inverse_e.powf(f64::from(ROUNDS_LAPLACE)) < 2f64.powi(-128));
    assert!((1.0 - inverse_e).powf(f64::from(ROUNDS_UNIFORM)) < 2f64.powi(-128));
}

/// Words drawn a variate: the documented rounds.
#[test]
fn cost_of_a_variate() {
    for (p, q, delta, most) in [
        (1, 1, 0.25, 6.5),
        (1, 10, 1e-6, 6.0),
        (1, 100, 0.01, 6.0),
        (1, 64, 8e-3, 6.0),
    ] {
        let law = law(p, q, delta);
        let mut rng = Generator::from_seed_for_tests([3; 32], 0);
        for _ in 0..20_000 {
            law.sample(&mut rng).unwrap();
        }
        let words = rng.position() as f64 / 20_000.0;
        assert!(words > 1.0 && words < most, "{words} at {p}/{q}");
    }
}

// -- audits --------------------------------------------------------------------------------------------------------------------

const EPSILON: f64 = 0.5;
const DELTA: f64 = 0.07;

/// (the mode or an error, d + Z): everything that a release shows.
type Seen = (std::result::Result<u32, Error>, u32);

fn seen(answer: Result<u32>, out: u32) -> Seen {
    match answer {
        Ok(noisy) => (Ok(out), noisy),
        Err(error) => (Err(error), 0),
    }
}

fn stable() -> StableMode {
    StableMode::new(Epsilon::new(EPSILON).unwrap(), Delta::new(DELTA).unwrap()).unwrap()
}

fn released(mode: &StableMode, rng: &mut Generator, votes: &[u32]) -> Seen {
    let mut out = [0];
    let mut work = [0; 16];
    let answer = mode.release(rng, votes, 1, &mut work, &mut out);
    seen(answer, out[0])
}

/// A lower bound on delta(epsilon) of a mechanism for two lists of votes.
fn audited(mechanism: impl Fn(&mut Generator, &[u32]) -> Seen, pair: &[Vec<u32>; 2]) -> f64 {
    let [first, second] = pair;
    let first = audit::outputs(1, |rng| mechanism(rng, first));
    let second = audit::outputs(2, |rng| mechanism(rng, second));
    audit::both_ways(&first, &second, |a, b| audit::event_delta(a, b, EPSILON))
}

/// At every distance that eight to fourteen votes can have: printed as often as `success` says, with d + Z of the noise's law.
#[test]
fn success_rate_of_releases() {
    let mode = stable();
    let (k, rate) = (i64::from(mode.half_width()), mode.rate().get());
    let mut distances = Vec::new();
    for (equal, others) in [
        (4, 4),
        (5, 4),
        (5, 3),
        (6, 3),
        (7, 2),
        (8, 0),
        (10, 0),
        (12, 0),
        (14, 0),
    ] {
        let votes: Vec<u32> = [vec![6; equal], vec![5; others]].concat();
        let d = tally::tally(&votes, 1, &mut [0; 28]).unwrap().distance;
        distances.push(d);
        let mut rng = Generator::from_seed_for_tests([8; 32], u64::from(d));
        let (mut out, mut work) = ([0], [0; 28]);
        let mut noises = Vec::new();
        for _ in 0..100_000 {
            match mode.release(&mut rng, &votes, 1, &mut work, &mut out) {
                Ok(noisy) => noises.push(i64::from(noisy) - i64::from(d)),
                Err(error) => assert_eq!(error, Error::NotStable),
            }
        }
        if mode.success(d) == 1.0 {
            assert_eq!(noises.len(), 100_000);
        } else {
            fit::rate(noises.len(), 100_000, mode.success(d)).unwrap();
        }
        // Of the noise's law above K + 1 - d.
        let low = (k + 1 - i64::from(d)).max(-k);
        let law = probabilities(rate, k).split_off((low + k) as usize);
        let sum: f64 = law.iter().sum();
        let law: Vec<f64> = law.iter().map(|p| p / sum).collect();
        fit::integers(&noises, low, &law, 0.0, 0.0).unwrap();
    }
    distances.sort_unstable();
    distances.dedup();
    assert!(distances.len() >= 7, "{distances:?}");
}

/// Seven votes, of which one is replaced: another mode, the same mode, one unanimous, a new sequence.
fn pairs() -> [[Vec<u32>; 2]; 4] {
    [
        [vec![4, 4, 4, 4, 9, 9, 9], vec![4, 4, 4, 9, 9, 9, 9]],
        [vec![4, 4, 4, 4, 4, 9, 9], vec![4, 4, 4, 4, 4, 4, 9]],
        [vec![9; 7], vec![9, 9, 9, 4, 9, 9, 9]],
        [vec![1, 2, 3, 4, 5, 6, 7], vec![1, 2, 3, 4, 5, 6, 6]],
    ]
}

#[test]
fn a_million_releases_stay_below_the_claim() {
    let mode = stable();
    assert_eq!(mode.votes_needed(), 7);
    let found = pairs().map(|pair| audited(|rng, votes| released(&mode, rng, votes), &pair));
    for (pair, delta) in found.iter().enumerate() {
        assert!(*delta <= mode.delta_upper(), "pair {pair}: {delta}");
    }
    // The audit is sharp: where the mode changes it finds nearly all of it.
    assert!(found[0] > 0.95 * mode.delta_upper(), "{found:?}");
}

/// The release again, from the library's parts, with a bug in one.
fn broken(
    rng: &mut Generator,
    votes: &[u32],
    noise: &TruncatedLaplace,
    threshold: i64,
    publish: impl Fn(&tally::Tally, i64) -> u32,
) -> Seen {
    let mut work = [0; 16];
    let t = tally::tally(votes, 1, &mut work).unwrap();
    let noisy = i64::from(t.distance) + noise.sample(rng).unwrap();
    if noisy >= threshold {
        (Ok(votes[t.mode]), publish(&t, noisy))
    } else {
        (Err(Error::NotStable), 0)
    }
}

#[test]
fn audits_see_planted_bugs() {
    let noise = *stable().noise();
    let loud = law(1, 1, DELTA); // half the noise, with an end of its own
    let from = i64::from(noise.half_width()) + 1;
    let noisy = |_: &tally::Tally, noisy: i64| noisy as u32;
    // Another mode in one pair, the same in the other.
    let [changed, same, ..] = pairs();
    let worst = |mechanism: &dyn Fn(&mut Generator, &[u32]) -> Seen| {
        audited(mechanism, &changed).max(audited(mechanism, &same))
    };
    let sound = worst(&|rng, votes| broken(rng, votes, &noise, from, noisy));
    assert!(sound <= DELTA, "{sound}");
    let half = i64::from(loud.half_width()) + 1;
    let halved = worst(&|rng, votes| broken(rng, votes, &loud, half, noisy));
    assert!(halved > DELTA * 1.2, "half the noise: {halved}");
    let off_by_one = worst(&|rng, votes| broken(rng, votes, &noise, from - 1, noisy));
    assert!(off_by_one > DELTA * 1.5, "threshold K: {off_by_one}");
    let count = worst(&|rng, votes| broken(rng, votes, &noise, from, |t, _| t.count));
    assert!(count > DELTA * 2.0, "the exact count: {count}");
    // Noise from a seed that the attacker knows, the largest here: he subtracts it.
    let seeded = |seed| Generator::from_seed_for_tests([seed; 32], 0);
    let largest = |seed: &u8| noise.sample(&mut seeded(*seed)) == Ok(from - 1);
    let seed = (0..=u8::MAX).find(largest).unwrap();
    let known = worst(&|_, votes| broken(&mut seeded(seed), votes, &noise, from, noisy));
    assert!(known > 0.9, "known noise: {known}");
}
