//! The error of one row: moments against simulation, and attacks on every bound.
use dpmarkov::Error;
use dpmarkov::domain::{Floor, GeometricRate, Level, PolyaParameters, Variance};
use dpmarkov::mechanism::noisy;
use dpmarkov::privacy::DirichletParameters;
use dpmarkov::utility::RowNoise;
use dpmarkov::utility::row_error::RowLaw;
use proptest::prelude::*;
use support::releases::{Mean, Mechanism, Numbers, World};

mod support;

/// A row as the first of two: the second is never looked at.
fn world(counts: &[u32]) -> World {
    let n = counts.len();
    World::new("row", &vec![counts.to_vec(); n], |_, _| true)
}

fn shares(counts: &[u32]) -> Vec<f64> {
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    counts.iter().map(|c| f64::from(*c) / total).collect()
}

fn floor(units: u32) -> Floor {
    Floor::new(units).expect("in range")
}

fn gaussian(v: u64, units: u32) -> Mechanism {
    Mechanism::Gaussian(Variance::new(v, 1).expect("in range"), floor(units))
}

fn geometric(p: u32, q: u32, units: u32) -> Mechanism {
    Mechanism::Geometric(GeometricRate::new(p, q).expect("in range"), floor(units))
}

fn urn(e: u32, p: u32, d: u32, m: u32) -> Mechanism {
    Mechanism::Polya(PolyaParameters::new(e, p, d, m).expect("in range"))
}

/// Every row of each release is one more draw of the same row.
fn rows(counts: &[u32], mechanism: Mechanism, runs: u32, mut each: impl FnMut(&[f64])) {
    let n = counts.len();
    world(counts).releases(mechanism, runs.div_ceil(n as u32), |cells| {
        cells.chunks(n).for_each(&mut each);
    });
}

/// Exactly for Dirichlet and urn; for noisy counts far from 0 to first order.
#[test]
fn moments_of_an_entry() {
    for (counts, mechanism, off) in [
        (vec![7, 0, 3], Mechanism::Dirichlet(0.5, 2.0), 0.0),
        (vec![1, 1000], Mechanism::Dirichlet(2.0, 0.3), 0.0),
        (vec![90, 5, 0, 5], Mechanism::Dirichlet(0.01, 15.8), 0.0),
        (vec![90, 5, 1, 5], Mechanism::Published(0.4), 0.0),
        (vec![7, 0, 3], urn(1, 2, 1, 5), 0.0),
        (vec![30, 0, 70], urn(2, 30, 5, 40), 0.0),
        (vec![500, 300, 200], geometric(1, 5, 0), 0.01),
        (vec![5000, 300, 200, 400], gaussian(400, 2048), 0.01),
        (vec![5000, 3000], geometric(1, 20, 50_000), 0.01),
    ] {
        let law = world(&counts).laws(mechanism)[0];
        let truth = shares(&counts);
        let n = counts.len();
        let (mut means, mut squares) = (vec![Mean::default(); n], vec![Mean::default(); n]);
        rows(&counts, mechanism, 40_000, |row| {
            for l in 0..n {
                means[l].push(row[l]);
                squares[l].push((row[l] - law.mean(truth[l])).powi(2));
            }
        });
        for l in 0..n {
            let (mean, square) = (means[l], squares[l]);
            let what = format!("{mechanism:?} {counts:?} {l}");
            let slack = off * law.deviation(truth[l]) + 3e-9;
            assert!(
                (mean.value() - law.mean(truth[l])).abs() < 4.5 * mean.error() + slack,
                "{what}"
            );
            assert!(
                (law.mean(truth[l]) - truth[l] - law.bias(truth[l])).abs() < 1e-15,
                "{what}"
            );
            let slack = 2.0 * off * law.variance(truth[l]) + 1e-9;
            assert!(
                (square.value() - law.variance(truth[l])).abs() < 4.5 * square.error() + slack,
                "{what}: {} {}",
                square.value(),
                law.variance(truth[l])
            );
        }
    }
}

/// The covariance (I - m 1^T)(I - 1 m^T) v, by the matrices.
#[test]
fn the_variance_of_noisy_counts_is_the_product_of_matrices() {
    let noise =
        RowNoise::gaussian(Variance::new(100, 1).expect("in range"), 50.0).expect("in range");
    let m = [0.5, 0.3, 0.2, 0.0];
    for (l, share) in m.iter().enumerate() {
        let row: Vec<f64> = (0..4)
            .map(|j| f64::from(u8::from(j == l)) - share)
            .collect();
        let want = 0.04 * row.iter().map(|x| x * x).sum::<f64>();
        assert!((noise.variance(*share, 4) - want).abs() < 1e-15);
    }
}

/// Small and large n, even, skewed and empty rows, every mechanism: E max and E l1 are never passed, and the level holds.
#[test]
fn no_bound_is_passed() {
    let mut numbers = Numbers(3);
    let (mut nearest_l1, mut nearest_max, mut most_failures) = (0.0f64, 0.0f64, 0.0f64);
    for n in [2usize, 3, 5, 10, 30, 100] {
        for power in [0.0, 2.0, 30.0] {
            for scale in [1.0, 30.0, 10_000.0] {
                let mut counts: Vec<u32> = (0..n)
                    .map(|_| (scale * numbers.next().powf(power)) as u32)
                    .collect();
                counts[0] = counts[0].max(1);
                let truth = shares(&counts);
                for mechanism in [
                    Mechanism::Dirichlet(1.0, 1.0),
                    Mechanism::Dirichlet(0.01, 1e-2),
                    Mechanism::Dirichlet(0.3, 15.8),
                    urn(1, 1, 1, 3),
                    urn(1, 1, 10, 300),
                    geometric(1, 10, 0),
                    geometric(2, 1, 512),
                    gaussian(50, 0),
                    gaussian(1, 10_000),
                ] {
                    let law = world(&counts).laws(mechanism)[0];
                    let levels = [0.5, 0.9, 0.99].map(|l| Level::new(l).expect("in range"));
                    let limits = levels.map(|level| law.l1_bound(&truth, level).expect("a bound"));
                    let (mut l1, mut max) = (Mean::default(), Mean::default());
                    let (mut failures, mut after) = ([0.0; 3], [0.0; 3]);
                    let mut draws = 0.0;
                    rows(&counts, mechanism, 500, |row| {
                        let off = || row.iter().zip(&truth).map(|(x, c)| (x - c).abs());
                        let norm: f64 = off().sum();
                        l1.push(norm);
                        max.push(off().fold(0.0, f64::max));
                        draws += 1.0;
                        for (i, limit) in limits.iter().enumerate() {
                            failures[i] += f64::from(u8::from(norm > *limit));
                            let limit =
                                law.l1_bound_after_release(row, levels[i]).expect("a bound");
                            after[i] += f64::from(u8::from(norm > limit));
                        }
                    });
                    let what = format!("{n} {power} {scale} {mechanism:?}");
                    let e = law.expected_l1_bound(&truth).expect("a bound");
                    assert!(
                        l1.value() - 4.0 * l1.error() <= e,
                        "{what}: {} {e}",
                        l1.value()
                    );
                    nearest_l1 = nearest_l1.max(l1.value() / e);
                    let e = law.expected_max_bound(&truth).expect("a bound");
                    assert!(
                        max.value() - 4.0 * max.error() <= e,
                        "{what}: {} {e}",
                        max.value()
                    );
                    nearest_max = nearest_max.max(max.value() / e);
                    for (i, level) in levels.iter().enumerate() {
                        let allowed = 1.0 - level.get();
                        let limit = allowed + 4.0 * (allowed * level.get() / draws).sqrt();
                        for share in [failures[i] / draws, after[i] / draws] {
                            assert!(share <= limit, "{what}: {share} at {level:?}");
                            most_failures = most_failures.max(share / allowed);
                        }
                    }
                }
            }
        }
    }
    println!("nearest: {nearest_l1} {nearest_max}; failures {most_failures} of those allowed");
    assert!(nearest_l1 > 0.75 && nearest_max > 0.6 && most_failures > 0.3);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]
    /// ||x - m||_1 <= (||k||_1 + |sum k|)/N' + 4 n 2^-32, for every count and every noise.
    #[test]
    fn noisy_rows_are_no_further_than_their_noise(
        cells in prop::collection::vec((prop_oneof![0..4u32, 0..1000u32], prop_oneof![-3..4i64, -2000..2000i64]), 2..40),
        units in prop_oneof![Just(0u32), 1..100_000u32],
    ) {
        let noise: Vec<i64> = cells.iter().map(|c| c.1).collect();
        let counts: Vec<u32> = cells.iter().map(|c| c.0).collect();
        let n = cells.len();
        let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
        prop_assume!(total > 0.0);
        let y: Vec<i64> = cells.iter().map(|(c, k)| i64::from(*c) + k).collect();
        let mut row = vec![0.0; n];
        noisy::to_row(&y, floor(units), &mut row).unwrap();
        let rate = GeometricRate::new(1, 1).unwrap();
        let law = RowLaw::geometric(rate, floor(units), n, total).unwrap();
        let distance: f64 = row.iter().zip(&counts).map(|(x, c)| (x - law.mean(f64::from(*c) / total)).abs()).sum();
        let size = noise.iter().map(|k| k.abs()).sum::<i64>() + noise.iter().sum::<i64>().abs();
        let all = total + n as f64 * floor(units).get();
        let limit = size as f64 / all + 4.0 * n as f64 / 4_294_967_296.0;
        prop_assert!(distance <= limit * (1.0 + 1e-12), "{} {}", distance, limit);
    }
}

/// P(||k||_1 + |k_1 + k_2| >= t) over all pairs of geometric noise, and over all pairs of Gaussian noise.
#[test]
fn tails_of_two_noisy_counts() {
    type Weight = fn(f64) -> f64;
    let laws: [(Mechanism, Weight); 4] = [
        (geometric(1, 10, 0), |k: f64| (-0.1 * k.abs()).exp()),
        (geometric(2, 1, 0), |k: f64| (-2.0 * k.abs()).exp()),
        (gaussian(400, 0), |k: f64| (-k * k / 800.0).exp()),
        (gaussian(1, 0), |k: f64| (-k * k / 2.0).exp()),
    ];
    let total = 1e6;
    for (mechanism, weight) in laws {
        let law = match mechanism {
            Mechanism::Geometric(rate, floor) => RowLaw::geometric(rate, floor, 2, total),
            Mechanism::Gaussian(variance, floor) => RowLaw::gaussian(variance, floor, 2, total),
            _ => unreachable!(),
        }
        .expect("in range");
        let range = -400i32..=400;
        let sum: f64 = range.clone().map(|k| weight(f64::from(k))).sum();
        for level in [0.5, 0.9, 0.99, 0.9999, 0.999_999] {
            let bound = law
                .l1_bound(&[0.5, 0.5], Level::new(level).expect("in range"))
                .expect("a bound");
            let t = (bound - 8.0 / 4_294_967_296.0) * total;
            let mut tail = 0.0;
            for a in range.clone() {
                for b in range.clone() {
                    if f64::from(a.abs() + b.abs() + (a + b).abs()) > t * (1.0 + 1e-9) {
                        tail += weight(f64::from(a)) * weight(f64::from(b)) / (sum * sum);
                    }
                }
            }
            println!("{mechanism:?} {level} t {t:.2}: {tail:.3e}");
            assert!(tail <= 1.0 - level);
        }
    }
}

/// The tails of two Dirichlet cells are those of a Beta law: exactly.
#[test]
fn tails_of_two_dirichlet_cells() {
    let mut nearest = 0.0f64;
    for (w, a, counts) in [
        (1.0, 1.0, [10, 10]),
        (0.1, 0.5, [1, 0]),
        (0.01, 0.1, [3, 1]),
        (2.0, 3.0, [500, 2]),
        (1.0, 0.01, [1, 0]),
        (1e-3, 1e-3, [1, 1]),
    ] {
        let p = DirichletParameters::new(w, a).expect("in range");
        let total = f64::from(counts[0] + counts[1]);
        let law = RowLaw::dirichlet(&p, 2, total).expect("in range");
        let truth = shares(&counts);
        let alpha = counts.map(|c| w * (f64::from(c) + a));
        for level in [0.5, 0.9, 0.95, 0.999, 0.999_999] {
            let bound = law
                .l1_bound(&truth, Level::new(level).expect("in range"))
                .expect("a bound");
            // |x - C| >= (bound - quantisation)/2 on either side
            let (low, high) = (truth[0] - 0.5 * bound, truth[0] + 0.5 * bound);
            let inc = |x: f64| dpmarkov::special::beta_inc(alpha[0], alpha[1], x);
            let below = if low > 0.0 { inc(low).lower } else { 0.0 };
            let above = if high < 1.0 { inc(high).upper } else { 0.0 };
            assert!(
                below + above <= 1.0 - level,
                "{w} {a} {counts:?} {level}: {below} {above}"
            );
            nearest = nearest.max((below + above) / (1.0 - level));
        }
    }
    println!("nearest: {nearest}");
    assert!(nearest > 0.3);
}

#[test]
fn corners_and_refusals() {
    let p = DirichletParameters::new(0.5, 2.0).expect("in range");
    // a row of one cell is released as 1
    let one = RowLaw::dirichlet(&p, 1, 5.0).expect("in range");
    let level = Level::new(0.95).expect("in range");
    assert_eq!(
        (one.bias(1.0), one.variance(1.0), one.mean(1.0)),
        (0.0, 0.0, 1.0)
    );
    assert_eq!(one.expected_l1_bound(&[0.0, 1.0]), Ok(0.0));
    assert_eq!(one.l1_bound(&[1.0], level), Ok(0.0));
    assert_eq!(one.l1_bound_after_release(&[1.0], level), Ok(0.0));
    // an empty row is all bias
    let empty = RowLaw::dirichlet(&p, 4, 0.0).expect("in range");
    assert_eq!((empty.shrink(), empty.mean(0.3)), (1.0, 0.25));
    assert!(
        empty
            .l1_bound_after_release(&[0.25; 4], level)
            .expect("a bound")
            <= 2.0
    );
    // infeasible cells of a dense row do not count, feasible ones without a count do
    let law = RowLaw::dirichlet(&p, 3, 10.0).expect("in range");
    let sparse = law.expected_l1_bound(&[0.7, 0.3, 0.0]).expect("a bound");
    assert_eq!(
        law.expected_l1_bound(&[0.7, 0.0, 0.0, 0.3, 0.0]),
        Ok(sparse)
    );
    assert_eq!(law.expected_l1_bound(&[0.25; 4]), Err(Error::Infeasible));
    assert_eq!(
        law.expected_max_bound(&[0.5, f64::NAN]),
        Err(Error::NotStochastic)
    );
    assert_eq!(law.l1_bound(&[1.5, -0.5], level), Err(Error::NotStochastic));
    // counts are no shares: of (0.4, 0.6) two standard deviations
    let many = RowLaw::published(9_999.0, 2).expect("in range");
    let bound = many.expected_l1_bound(&[0.4, 0.6]).expect("a bound");
    assert!((bound - 2.0 * (0.24_f64 / 10_000.0).sqrt()).abs() < 1e-8);
    for wrong in [
        [40.0, 60.0],
        [0.0, 0.0],
        [0.4, 0.6 + 1e-14],
        [1.0, f64::MAX],
    ] {
        let refused = Err(Error::NotStochastic);
        assert_eq!(many.expected_l1_bound(&wrong), refused);
        assert_eq!(many.expected_max_bound(&wrong), refused);
        assert_eq!(many.l1_bound(&wrong, level), refused);
        assert_eq!(many.l1_bound_after_release(&wrong, level), refused);
    }
    assert!(many.expected_l1_bound(&[0.4, 0.6 + 1e-15]).is_ok());
    assert_eq!(RowLaw::dirichlet(&p, 0, 5.0), Err(Error::States));
    assert_eq!(RowLaw::dirichlet(&p, 65_536, 5.0), Err(Error::States));
    assert_eq!(RowLaw::dirichlet(&p, 3, -1.0), Err(Error::RowTotal));
    assert_eq!(RowLaw::dirichlet(&p, 3, f64::NAN), Err(Error::RowTotal));
    let rate = GeometricRate::new(1, 2).expect("in range");
    assert_eq!(
        RowLaw::geometric(rate, Floor::NONE, 3, 0.0),
        Err(Error::RowTotal)
    );
    assert!(RowLaw::geometric(rate, floor(1), 3, 0.0).is_ok());
    assert_eq!(RowNoise::geometric(rate, 0.0), Err(Error::RowTotal));
    assert_eq!(
        RowNoise::published(0.0),
        Err(Error::AssumptionConcentration)
    );
    assert_eq!(
        RowNoise::published(f64::INFINITY),
        Err(Error::AssumptionConcentration)
    );
}
