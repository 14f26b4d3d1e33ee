//! The privacy audit of the geometric and the discrete Gaussian mechanism: a million runs of each of two neighbouring logs give a lower
//! bound on delta(epsilon), which must stay below the claim under each adjacency; and the same audit must catch planted bugs.
mod support;
use dpmarkov::Error;
use dpmarkov::counts::Counts;
use dpmarkov::domain::{Epsilon, Floor, GeometricRate, Releases, Variance};
use dpmarkov::mechanism::{Gaussian, Geometric};
use dpmarkov::privacy::{Adjacency, Guarantee, gaussian, geometric};
use dpmarkov::random::Generator;
use support::audit::{both_ways, event_delta, outputs, statistic_delta};

/// Neighbouring cells, boundary counts of 0 included: (adjacency, cells of log 1, cells of log 2).
const PAIRS: [(Adjacency, &[u32], &[u32]); 6] = [
    (Adjacency::AddRemove, &[0, 7], &[1, 7]),
    (Adjacency::Destination, &[1, 0], &[0, 1]),
    (Adjacency::Event, &[0, u32::MAX], &[1, u32::MAX - 1]),
    (Adjacency::Visit, &[2, 0, 0], &[0, 1, 1]),
    (Adjacency::Visit, &[1, 1, 0, 0], &[0, 0, 1, 1]),
    (Adjacency::VisitPresence, &[1, 0, 0], &[0, 1, 1]),
];

#[derive(Clone, Copy, Debug)]
enum Mechanism {
    Geometric(Geometric),
    Gaussian(Gaussian),
}

impl Mechanism {
    fn geometric(numerator: u32, denominator: u32) -> Self {
        let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
        let rate = GeometricRate::new(numerator, denominator).expect("in range");
        Mechanism::Geometric(Geometric::checked(anything, rate).expect("hardly a promise"))
    }

    fn gaussian(numerator: u64, denominator: u32) -> Self {
        let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
        let variance = Variance::new(numerator, denominator).expect("in range");
        Mechanism::Gaussian(Gaussian::checked(anything, variance).expect("hardly a promise"))
    }

    fn claim(self, adjacency: Adjacency, epsilon: f64) -> f64 {
        let e = Epsilon::new(epsilon).expect("in range");
        match self {
            Mechanism::Geometric(m) => {
                geometric::delta_upper(adjacency, m.rate(), Releases::ONE, e)
            }
            Mechanism::Gaussian(m) => {
                gaussian::delta_upper(adjacency, m.variance(), Releases::ONE, e)
            }
        }
        .expect("a bound")
    }

    fn counts(self, rng: &mut Generator, counts: &[u32]) -> [i64; 4] {
        let mut noisy = [0; 4];
        let out = &mut noisy[..counts.len()];
        match self {
            Mechanism::Geometric(m) => m.release_counts(rng, counts, out),
            Mechanism::Gaussian(m) => m.release_counts(rng, counts, out),
        }
        .expect("released");
        noisy
    }

    fn row(self, rng: &mut Generator, counts: &[u32], floor: Floor, row: &mut [f64]) {
        let mut work = [0; 4];
        match self {
            Mechanism::Geometric(m) => m.release_row(rng, counts, floor, &mut work, row),
            Mechanism::Gaussian(m) => m.release_row(rng, counts, floor, &mut work, row),
        }
        .expect("released");
    }

    /// ln P(noisy | first)/P(noisy | second) of the mechanism as claimed.
    fn loss(self, noisy: &[i64; 4], first: &[u32], second: &[u32]) -> f64 {
        let cells = || noisy.iter().zip(first.iter().zip(second));
        let far = |y: i64, c: u32| (y - i64::from(c)) as f64;
        match self {
            Mechanism::Geometric(m) => {
                let steps: f64 = cells()
                    .map(|(y, (c, d))| far(*y, *d).abs() - far(*y, *c).abs())
                    .sum();
                steps * m.rate().get()
            }
            Mechanism::Gaussian(m) => {
                let squares: f64 = cells()
                    .map(|(y, (c, d))| far(*y, *d).powi(2) - far(*y, *c).powi(2))
                    .sum();
                squares / (2.0 * m.variance().get())
            }
        }
    }

    /// The audit: what `run` releases, judged by the loss of the mechanism that is claimed.
    fn audit(
        self,
        epsilon: f64,
        first: &[u32],
        second: &[u32],
        run: impl Fn(&mut Generator, &[u32]) -> [i64; 4],
    ) -> f64 {
        let losses = |seed: u8, counts: &[u32]| {
            outputs(seed, |rng| self.loss(&run(rng, counts), first, second))
        };
        // a rounding below epsilon, so that a loss of exactly epsilon is outside
        let threshold = epsilon * (1.0 + 1e-12);
        let (p, q) = (losses(1, first), losses(2, second));
        let minus = |v: &[f64]| v.iter().map(|x| -x).collect::<Vec<f64>>();
        statistic_delta(&p, &q, threshold, epsilon).max(statistic_delta(
            &minus(&q),
            &minus(&p),
            threshold,
            epsilon,
        ))
    }
}

fn every_adjacency(mechanism: Mechanism, epsilon: f64) {
    for (adjacency, first, second) in PAIRS {
        let claim = mechanism.claim(adjacency, epsilon);
        let found = mechanism.audit(epsilon, first, second, |rng, c| mechanism.counts(rng, c));
        println!("{adjacency:?} {first:?}: {found:e} of {claim:e}");
        assert!(found <= claim, "{adjacency:?}: {found:e} above {claim:e}");
        // the worst pattern is attained: the audit has power
        if first.len() < 4 {
            assert!(found > 0.7 * claim, "{adjacency:?}: {found:e} of {claim:e}");
        }
    }
}

#[test]
fn geometric_under_each_adjacency() {
    every_adjacency(Mechanism::geometric(1, 1), 0.5);
}

#[test]
fn gaussian_under_each_adjacency() {
    every_adjacency(Mechanism::gaussian(9, 4), 0.5);
}

/// Pure: no output of the one log is more than e^eps times as likely under the other.
#[test]
fn a_pure_guarantee_is_pure() {
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1).expect("in range");
    let mechanism = Geometric::new(guarantee).expect("a rate");
    assert_eq!(
        (mechanism.rate().numerator(), mechanism.rate().denominator()),
        (1, 2)
    );
    let m = Mechanism::Geometric(mechanism);
    assert_eq!(m.claim(Adjacency::Event, 1.0), 0.0);
    let found = m.audit(1.0, &[1, 0], &[0, 1], |rng, c| m.counts(rng, c));
    assert!(found <= 0.0, "{found:e}");
    let tighter = m.audit(0.9, &[1, 0], &[0, 1], |rng, c| m.counts(rng, c));
    assert!(tighter > 0.0);
}

fn planted(mechanism: Mechanism, louder: Mechanism, epsilon: f64) {
    let (adjacency, first, second) = (Adjacency::Event, [1, 0], [0, 1]);
    let claim = mechanism.claim(adjacency, epsilon);
    let twice = mechanism.audit(epsilon, &first, &second, |rng, c| louder.counts(rng, c));
    println!("{mechanism:?}: half the noise {twice:e} of {claim:e}");
    assert!(twice > claim, "half the noise goes unnoticed: {twice:e}");
    let bare = mechanism.audit(epsilon, &first, &second, |rng, c| {
        let mut noisy = mechanism.counts(rng, c);
        noisy[1] = i64::from(c[1]);
        noisy
    });
    println!("one cell bare {bare:e}");
    assert!(
        bare > claim,
        "a cell without noise goes unnoticed: {bare:e}"
    );
    let reused = |seed: u8, counts: &[u32]| {
        outputs(seed, |rng| {
            let mut noisy = mechanism.counts(rng, counts);
            noisy[1] = i64::from(counts[1]) + noisy[0] - i64::from(counts[0]);
            noisy
        })
    };
    let found = both_ways(&reused(3, &first), &reused(4, &second), |p, q| {
        event_delta(p, q, epsilon)
    });
    println!("reused {found:e}");
    assert!(found > claim, "noise used twice goes unnoticed: {found:e}");
    // and the same events of the true mechanism stay below the claim
    let honest = |seed: u8, counts: &[u32]| outputs(seed, |rng| mechanism.counts(rng, counts));
    let found = both_ways(&honest(3, &first), &honest(4, &second), |p, q| {
        event_delta(p, q, epsilon)
    });
    assert!(found <= claim, "{found:e} of {claim:e}");
}

#[test]
fn planted_bugs_of_geometric_noise_are_caught() {
    planted(Mechanism::geometric(1, 1), Mechanism::geometric(2, 1), 1.5);
}

#[test]
fn planted_bugs_of_gaussian_noise_are_caught() {
    planted(Mechanism::gaussian(4, 1), Mechanism::gaussian(1, 1), 0.6);
}

/// The released row itself, exact values included: one-unit entries, whole entries, the uniform row of a total that is not positive.
#[test]
fn rows_tell_no_more_than_counts() {
    for (mechanism, epsilon) in [
        (Mechanism::geometric(1, 1), 0.8),
        (Mechanism::gaussian(2, 1), 0.8),
    ] {
        for floor in [Floor::NONE, Floor::new(512).expect("in range")] {
            let rows = |seed: u8, counts: &[u32]| {
                outputs(seed, |rng| {
                    let mut row = [0.0; 2];
                    mechanism.row(rng, counts, floor, &mut row);
                    row[0].to_bits()
                })
            };
            let claim = mechanism.claim(Adjacency::Event, epsilon);
            let found = both_ways(&rows(5, &[1, 0]), &rows(6, &[0, 1]), |p, q| {
                event_delta(p, q, epsilon)
            });
            println!("{mechanism:?} rows: {found:e} of {claim:e}");
            assert!(found <= claim && found > 0.0);
        }
    }
}

/// Neighbours get the same lengths and the same error codes, and outputs stay untouched on an error.
#[test]
fn refusals_do_not_depend_on_the_counts() {
    let Mechanism::Geometric(a) = Mechanism::geometric(1, 2) else {
        unreachable!()
    };
    let Mechanism::Gaussian(b) = Mechanism::gaussian(3, 2) else {
        unreachable!()
    };
    let floor = Floor::NONE;
    for counts in [[0u32, 0, 0, 0], [u32::MAX; 4], [1, 0, 0, 7]] {
        let mut rng = Generator::from_seed_for_tests([9; 32], 0);
        let (mut work, mut row, mut noisy) = ([0i64; 2], [0.25; 4], [77i64; 4]);
        assert_eq!(
            a.release_row(&mut rng, &counts, floor, &mut work, &mut row),
            Err(Error::WorkLength)
        );
        assert_eq!(
            b.release_row(&mut rng, &counts, floor, &mut work, &mut row[..3]),
            Err(Error::Length)
        );
        assert_eq!(
            a.release_row(&mut rng, &counts[..1], floor, &mut work, &mut row[..1]),
            Err(Error::States)
        );
        assert_eq!(
            b.release_counts(&mut rng, &counts, &mut noisy[..3]),
            Err(Error::Length)
        );
        assert_eq!(
            a.release_counts(&mut rng, &counts[..1], &mut noisy[..1]),
            Err(Error::States)
        );
        let view = Counts::new(&counts, 2).expect("2 x 2");
        assert_eq!(
            a.release_chain(&mut rng, view, floor, &mut work[..1], &mut row)
                .err(),
            Some(Error::WorkLength)
        );
        assert_eq!(
            b.release_chain(&mut rng, view, floor, &mut work, &mut row[..3])
                .err(),
            Some(Error::Length)
        );
        assert_eq!((row, noisy, rng.position()), ([0.25; 4], [77; 4], 0));
        let mut used = Generator::from_parts(&[1; 32], 0, (1 << 63) - 1).expect("one word left");
        used.next_u64();
        assert_eq!(
            a.release_row(&mut used, &counts[..2], floor, &mut work, &mut row[..2]),
            Err(Error::StreamExhausted)
        );
        assert_eq!(row, [0.25; 4]);
        let chain = b.release_chain(&mut rng, view, floor, &mut work, &mut row);
        let chain = chain.expect("released");
        for row in chain.rows() {
            assert_eq!(row.iter().sum::<f64>(), 1.0);
            assert!(row.iter().all(|x| *x >= 1.0 / 4_294_967_296.0));
        }
    }
}
