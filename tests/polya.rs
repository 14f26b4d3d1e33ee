//! The urn as a mechanism: releases, scratch, errors, expected error against simulation.
use dpmarkov::Error;
use dpmarkov::counts::Counts;
use dpmarkov::domain::{ExpectedRowTotal, PolyaParameters, PseudoCount};
use dpmarkov::mechanism::{Polya, polya_work_len};
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

/// The same seed: tallies, row and chain are one release, and a row is its tallies rounded by integers.
#[test]
fn rows_are_tallies_and_chains_are_rows() {
    let urn = PolyaParameters::new(3985, 62963, 12500, 777).expect("in range");
    let mechanism = Polya::checked(anything(), 3, urn).expect("an urn");
    assert_eq!(
        (mechanism.work_len(), mechanism.states()),
        (polya_work_len(3), 3)
    );
    assert_eq!(mechanism.parameters(), &urn);
    let cells = [7, 0, 900, 0, 0, 0, u32::MAX, 1, 2];
    let mut work = vec![0; mechanism.work_len()];
    let mut rngs: Vec<Generator> = (0..3)
        .map(|_| Generator::from_seed_for_tests([1; 32], 2))
        .collect();
    let mut chain = [0.0; 9];
    let counts = Counts::new(&cells, 3).expect("3 x 3");
    mechanism
        .release_chain(&mut rngs[0], counts, &mut work, &mut chain)
        .expect("released");
    for (c, released) in cells.chunks(3).zip(chain.chunks(3)) {
        let (mut tallies, mut row) = ([0; 3], [0.0; 3]);
        mechanism
            .release_tallies(&mut rngs[1], c, &mut work, &mut tallies)
            .expect("released");
        mechanism
            .release_row(&mut rngs[2], c, &mut work, &mut row)
            .expect("released");
        assert_eq!(
            row.map(f64::to_bits),
            [0, 1, 2].map(|i| released[i].to_bits())
        );
        assert_eq!(tallies.iter().sum::<u32>(), 777);
        // one unit each, the others by rounded cumulative sums
        let (mut sum, mut before) = (0u128, 0);
        for (m, x) in tallies.iter().zip(row) {
            sum += u128::from(*m);
            let edge = (((1u128 << 32) - 3) * sum + 388) / 777;
            assert_eq!(x * 4_294_967_296.0, (edge - before + 1) as f64);
            before = edge;
        }
    }
    assert!(rngs.iter().all(|rng| rng.position() == rngs[0].position()));
}

/// Corners of masses, counts, states and draws: every release has the right sum, and a row is strictly positive.
#[test]
fn extremes() {
    for (event, prior, draw) in [
        (1, 1, 1),
        (1 << 15, 1, 1),
        (1, 1 << 31, 1),
        (1, 1, 1 << 15),
        (1 << 15, 1 << 31, 1 << 15),
    ] {
        for (n, draws) in [(2, 1), (2, 1000), (3, 1), (65_535, 1), (65_535, 2000)] {
            let urn = PolyaParameters::new(event, prior, draw, draws).expect("in range");
            let mechanism = Polya::checked(anything(), n, urn).expect("an urn");
            let (mut work, mut row) = (vec![0; mechanism.work_len()], vec![0.0; n]);
            for fill in [0, 1, u32::MAX] {
                let mut counts = vec![fill; n];
                counts[n - 1] = u32::MAX - fill;
                let mut rng = Generator::from_seed_for_tests([4; 32], u64::from(fill));
                let mut tallies = vec![0; n];
                mechanism
                    .release_tallies(&mut rng, &counts, &mut work, &mut tallies)
                    .expect("released");
                assert_eq!(tallies.iter().sum::<u32>(), draws);
                mechanism
                    .release_row(&mut rng, &counts, &mut work, &mut row)
                    .expect("released");
                assert_eq!(row.iter().sum::<f64>(), 1.0);
                assert!(row.iter().all(|x| *x >= 1.0 / 4_294_967_296.0));
            }
        }
    }
    // the most draws
    let urn = PolyaParameters::new(1, 1, 1, 1 << 24).expect("in range");
    let mechanism = Polya::checked(anything(), 2, urn).expect("an urn");
    let (mut work, mut tallies) = (vec![0; mechanism.work_len()], [0; 2]);
    let mut rng = Generator::from_seed_for_tests([4; 32], 9);
    mechanism
        .release_tallies(&mut rng, &[5, 0], &mut work, &mut tallies)
        .expect("released");
    assert_eq!(tallies[0] + tallies[1], 1 << 24);
}

/// A mechanism exists only if its urn meets its guarantee.
#[test]
fn a_mechanism_is_a_promise_kept() {
    let pure = Guarantee::new(Adjacency::Destination, 1.0, 0.0, 1).expect("in range");
    let urn = |draws| PolyaParameters::new(3985, 62963, 12500, draws).expect("in range");
    assert!(Polya::checked(pure, 59, urn(103)).is_ok());
    assert_eq!(
        Polya::checked(pure, 59, urn(104)),
        Err(Error::GuaranteeNotMet)
    );
    assert_eq!(Polya::checked(pure, 1, urn(5)), Err(Error::States));
    let twice = Guarantee::new(Adjacency::Destination, 1.0, 0.0, 2).expect("in range");
    assert_eq!(
        Polya::checked(twice, 59, urn(103)),
        Err(Error::GuaranteeNotMet)
    );
    let event = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1).expect("in range");
    assert_eq!(
        Polya::checked(event, 59, urn(103)),
        Err(Error::GuaranteeNotMet)
    );
    let a = PseudoCount::new(15.8).expect("in range");
    let solved = Polya::new(pure, 59, a, 103).expect("solvable");
    assert!(solved.parameters().event_mass() * 12500 >= 3984 * solved.parameters().draw_mass());
    assert_eq!(Polya::new(pure, 59, a, 0), Err(Error::Draws));
    assert_eq!(
        Polya::new(
            Guarantee {
                epsilon: dpmarkov::domain::Epsilon::new(0.0).expect("0"),
                ..pure
            },
            59,
            a,
            9
        ),
        Err(Error::Unreachable)
    );
}
