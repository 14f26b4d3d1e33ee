//! Expected errors of noisy rows against simulation.
use dpmarkov::domain::{ExpectedRowTotal, Floor, GeometricRate, Variance};
use dpmarkov::mechanism::{Gaussian, Geometric, noisy};
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::utility::noisy::{CellNoise, RowError, expected_error_at};

/// Mean error of `runs` rows, and the standard error of its total variation.
fn simulated(counts: &[u32], noise: CellNoise, floor: Floor, runs: u32) -> (RowError, f64, f64) {
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    let n = counts.len();
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    let shares: Vec<f64> = counts.iter().map(|c| f64::from(*c) / total).collect();
    let mut rng = Generator::from_seed_for_tests([5; 32], n as u64);
    let (mut y, mut row) = (vec![0; n], vec![0.0; n]);
    let (mut tv, mut kl, mut tv2, mut kl2) = (0.0, 0.0, 0.0, 0.0);
    let geometric = |r| Geometric::checked(anything, r).expect("anything goes");
    let gaussian = |v| Gaussian::checked(anything, v).expect("anything goes");
    for _ in 0..runs {
        match noise {
            CellNoise::Geometric(r) => geometric_row(&geometric_cached(r, &geometric), &mut rng, counts, &mut y),
            CellNoise::Gaussian(v) => gaussian(v).release_counts(&mut rng, counts, &mut y).expect("released"),
        }
        noisy::to_row(&y, floor, &mut row).expect("a row");
        let t: f64 = 0.5 * row.iter().zip(&shares).map(|(x, c)| (x - c).abs()).sum::<f64>();
        let k: f64 = row.iter().zip(&shares).filter(|(_, c)| **c > 0.0).map(|(x, c)| c * (c / x).ln()).sum();
        tv += t;
        kl += k;
        tv2 += t * t;
        kl2 += k * k;
    }
    let m = f64::from(runs);
    let se = |s: f64, s2: f64| ((s2 / m - (s / m).powi(2)).max(0.0) / m).sqrt();
    (RowError { total_variation: tv / m, kl: kl / m }, se(tv, tv2), se(kl, kl2))
}
fn geometric_cached(r: GeometricRate, f: &dyn Fn(GeometricRate) -> Geometric) -> Geometric { f(r) }
fn geometric_row(m: &Geometric, rng: &mut Generator, counts: &[u32], y: &mut [i64]) {
    m.release_counts(rng, counts, y).expect("released");
}

#[test]
fn close_to_simulation() {
    let mut worst = (0.0f64, 0.0f64);
    for n in [2usize, 3, 5, 20, 59, 260] {
        for total in [50u32, 1000, 4468, 1_000_000] {
            let uniform = vec![total / n as u32 + 1; n];
            let halving: Vec<u32> = (0..n).map(|i| if i < 31 { total >> (i + 1) } else { 0 }).collect();
            let mut one_hot = vec![0; n];
            one_hot[n / 2] = total;
            for (name, counts) in [("uniform", &uniform), ("halving", &halving), ("one hot", &one_hot)] {
                for scale in [20u32, 2] {
                    for noise in [
                        CellNoise::Geometric(GeometricRate::new(1, scale).expect("in range")),
                        CellNoise::Gaussian(Variance::new(2 * u64::from(scale * scale), 1).expect("in range")),
                    ] {
                        for floor in [Floor::NONE, Floor::new(512).expect("in range")] {
                            let sum: f64 = counts.iter().map(|c| f64::from(*c)).sum();
                            let shares: Vec<f64> = counts.iter().map(|c| f64::from(*c) / sum).collect();
                            let (s, se, kse) = simulated(counts, noise, floor, 4000);
                            let e = expected_error_at(&shares, ExpectedRowTotal::new(sum).expect("in range"), noise, floor).expect("an error");
                            let d = e.total_variation / s.total_variation - 1.0;
                            let k = e.kl / s.kl - 1.0;
                            if d.abs() > 0.02 + 2.0 * se / s.total_variation || k.abs() > 0.03 + 2.0 * kse / s.kl {
                                println!("{n} {total} {name} {scale} {noise:?} {} tv {:e} ({d:.3} +- {:.3}) kl {:e} ({k:.3} +- {:.3})", floor.units(), s.total_variation, se / s.total_variation, s.kl, kse / s.kl);
                            }
                            worst.0 = worst.0.max(d.abs());
                            worst.1 = worst.1.max(k.abs());
                        }
                    }
                }
            }
        }
    }
    println!("{worst:?}");
}
