//! A privacy audit: from runs of a mechanism on two neighbouring logs, a lower bound on delta(epsilon).
//!
//! A region S of outputs shows delta >= P(S) - e^eps Q(S). P(S) from below and Q(S) from above are bounded by Chernoff's inequality (wider
//! than Clopper and Pearson's interval), each wrong with probability at most 1e-7. A region found by looking at runs is tested on others:
//! one region raises a false alarm with probability below 2e-7. Seeds are fixed, so a pass stays a pass.
use dpmarkov::random::Generator;
use std::collections::HashMap;

/// Runs of each log.
pub const RUNS: usize = 1_000_000;
const LN_CONFIDENCE: f64 = 16.118_095_650_958_32; // -ln 1e-7

/// The end of { p : n KL(hits/n || p) <= ln 1e7 } on the given side of hits/n.
pub fn chernoff(hits: usize, n: usize, above: bool) -> f64 {
    let (h, n) = (hits as f64 / n as f64, n as f64);
    let kl = |p: f64| {
        let one = if h > 0.0 { h * (h / p).ln() } else { 0.0 };
        let other = if h < 1.0 {
            (1.0 - h) * ((1.0 - h) / (1.0 - p)).ln()
        } else {
            0.0
        };
        n * (one + other)
    };
    let (mut inside, mut outside) = (h, if above { 1.0 } else { 0.0 });
    for _ in 0..100 {
        let mid = 0.5 * (inside + outside);
        if kl(mid) <= LN_CONFIDENCE {
            inside = mid
        } else {
            outside = mid
        }
    }
    outside
}

/// What `run` returns, [`RUNS`] times, from a generator of its own.
pub fn outputs<T>(seed: u8, mut run: impl FnMut(&mut Generator) -> T) -> Vec<T> {
    let mut rng = Generator::from_seed_for_tests([seed; 32], 1);
    (0..RUNS).map(|_| run(&mut rng)).collect()
}

/// A lower bound on P(S) - e^eps Q(S) for the region S.
pub fn region<T>(first: &[T], second: &[T], epsilon: f64, inside: impl Fn(&T) -> bool) -> f64 {
    let hits = |runs: &[T]| runs.iter().filter(|x| inside(x)).count();
    chernoff(hits(first), first.len(), false)
        - epsilon.exp() * chernoff(hits(second), second.len(), true)
}

/// The largest lower bound on delta(epsilon) for a statistic: over the region above `threshold` (the optimal one of the mechanism as
/// claimed), and over thresholds and histogram regions found in the first half of the runs and tested on the second.
pub fn statistic_delta(first: &[f64], second: &[f64], threshold: f64, epsilon: f64) -> f64 {
    let optimal = region(first, second, epsilon, |x| *x > threshold);
    let half = first.len() / 2;
    let (p, q) = (&first[..half], &second[..half]);
    let mut sorted = p.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let gain = |t: f64| {
        p.iter().filter(|x| **x > t).count() as f64
            - epsilon.exp() * q.iter().filter(|x| **x > t).count() as f64
    };
    let candidates = (1..60).map(|i| sorted[half - 1 - half / 3 * i * i / 3600]);
    let best = candidates
        .map(|t| (gain(t), t))
        .fold((f64::MIN, 0.0), |a, b| if b.0 > a.0 { b } else { a })
        .1;
    let tail = region(&first[half..], &second[half..], epsilon, |x| *x > best);
    let (low, width) = (sorted[0], (sorted[half - 1] - sorted[0]) / 200.0);
    let cell = |x: f64| ((x - low) / width).clamp(0.0, 200.0) as usize;
    let mut balance = vec![0.0; 201];
    p.iter().for_each(|x| balance[cell(*x)] += 1.0);
    q.iter().for_each(|x| balance[cell(*x)] -= epsilon.exp());
    let cells = region(&first[half..], &second[half..], epsilon, |x| {
        balance[cell(*x)] > 0.0
    });
    optimal.max(tail).max(cells)
}

/// The same for outputs of any countable kind: the region is the set of outputs that the first half of the runs shows more than e^eps
/// times as often under the first log. Outputs that only one log can give (a length, an error code, an exact zero) are found so.
pub fn event_delta<T: std::hash::Hash + Eq>(first: &[T], second: &[T], epsilon: f64) -> f64 {
    let half = first.len() / 2;
    let mut balance: HashMap<&T, f64> = HashMap::new();
    for x in &first[..half] {
        *balance.entry(x).or_default() += 1.0;
    }
    for x in &second[..half] {
        *balance.entry(x).or_default() -= epsilon.exp();
    }
    region(&first[half..], &second[half..], epsilon, |x| {
        balance.get(x).is_some_and(|b| *b > 0.0)
    })
}

/// Both ways round.
pub fn both_ways<T>(first: &[T], second: &[T], delta: impl Fn(&[T], &[T]) -> f64) -> f64 {
    delta(first, second).max(delta(second, first))
}
