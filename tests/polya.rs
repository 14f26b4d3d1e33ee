//! The urn as a mechanism: releases, scratch, errors, expected error against simulation.
use dpmarkov::domain::{ExpectedRowTotal, PolyaParameters};
use dpmarkov::mechanism::Polya;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::utility::{polya_expected_kl_at, polya_expected_total_variation_at};

/// Some promise that every urn keeps.
fn anything() -> Guarantee {
    Guarantee::new(Adjacency::Destination, 1e6, 0.999, 1).expect("in range")
}

/// Mean and standard error of the total variation and of the divergence, over `runs` released rows.
fn simulated(counts: &[u32], urn: PolyaParameters, runs: usize, seed: u8) -> [(f64, f64); 2] {
    let n = counts.len();
    let mechanism = Polya::checked(anything(), n, urn).expect("an urn");
    let (mut work, mut row) = (vec![0; mechanism.work_len()], vec![0.0; n]);
    let mut rng = Generator::from_seed_for_tests([seed; 32], 1);
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    let mut sums = [(0.0, 0.0); 2];
    for _ in 0..runs {
        mechanism
            .release_row(&mut rng, counts, &mut work, &mut row)
            .expect("released");
        let mut both = [0.0; 2];
        for (c, x) in counts.iter().zip(&row) {
            let share = f64::from(*c) / total;
            both[0] += 0.5 * (x - share).abs();
            if share > 0.0 {
                both[1] += share * (share / x).ln();
            }
        }
        for (sum, x) in sums.iter_mut().zip(both) {
            *sum = (sum.0 + x, sum.1 + x * x);
        }
    }
    let runs = runs as f64;
    sums.map(|(first, second)| {
        let mean = first / runs;
        (mean, ((second / runs - mean * mean) / runs).sqrt())
    })
}

#[test]
fn expected_errors_are_those_of_a_simulation() {
    let rows: [(&str, Vec<u32>); 4] = [
        ("uniform", vec![40; 12]),
        ("halving", (0..12).map(|i| 2048u32 >> i).collect()),
        ("one-hot", [vec![500], vec![0; 11]].concat()),
        ("uneven", vec![2900, 900, 31, 7, 0, 5, 1, 0, 0, 12, 80, 532]),
    ];
    let urns = [
        (3985, 62963, 12500, 2000, 4000),
        (3985, 62963, 12500, 20_000, 2000),
        (1, 1, 4, 300, 4000),
        (500, 50, 250, 3000, 1000),
        (1, 1, 100, 200_000, 40),
    ];
    for (name, counts) in &rows {
        let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
        let shares: Vec<f64> = counts.iter().map(|c| f64::from(*c) / total).collect();
        for (i, (event, prior, draw, draws, runs)) in urns.into_iter().enumerate() {
            let urn = PolyaParameters::new(event, prior, draw, draws).expect("in range");
            let row_total = ExpectedRowTotal::new(total).expect("in range");
            let claims = [
                polya_expected_total_variation_at(&shares, row_total, &urn).expect("shares"),
                polya_expected_kl_at(&shares, row_total, &urn).expect("shares"),
            ];
            for (claim, (mean, error)) in claims
                .into_iter()
                .zip(simulated(counts, urn, runs, i as u8))
            {
                println!("{name} {i}: {claim:.5}, {mean:.5} +- {error:.5}");
                assert!(
                    (claim - mean).abs() <= 4.5 * error + 1e-3 * claim,
                    "{name} {i}: {claim} {mean} +- {error}"
                );
                // standard errors that make 5 % visible
                assert!(error < 0.015 * mean || i > 1, "{name} {i}: too few");
            }
        }
    }
}
