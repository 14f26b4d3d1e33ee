//! |lambda_2|: estimate and bound; prediction.
use dpmarkov::Error;
use dpmarkov::chain::mixing::{SecondEigenvalue, second_eigenvalue, second_eigenvalue_upper};
use dpmarkov::chain::predict::{self, predict};
use dpmarkov::chain::{StochasticMatrix, stationary};
use support::chains::{reference_chain, total_variation};

mod support;

fn estimate(cells: &[f64], n: usize, iterations: u32) -> SecondEigenvalue {
    let m = StochasticMatrix::new(cells, n).unwrap();
    second_eigenvalue(m, iterations, &mut vec![f64::NAN; 3 * n]).unwrap()
}

fn upper(cells: &[f64], n: usize, squarings: u32) -> f64 {
    let m = StochasticMatrix::new(cells, n).unwrap();
    second_eigenvalue_upper(m, squarings, &mut vec![f64::NAN; 2 * n * n]).unwrap()
}

/// The walk round n seats: forward p, backward q, else stays. Eigenvalues r + p w + q / w, w^n = 1.
fn ring(n: usize, p: f64, q: f64) -> (Vec<f64>, f64) {
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        cells[i * n + i] = 1.0 - p - q;
        cells[i * n + (i + 1) % n] += p;
        cells[i * n + (i + n - 1) % n] += q;
    }
    let modulus = |k: usize| {
        let angle = 2.0 * std::f64::consts::PI * k as f64 / n as f64;
        (1.0 - p - q + (p + q) * angle.cos()).hypot((p - q) * angle.sin())
    };
    (cells, (1..n).map(modulus).fold(0.0, f64::max))
}

#[test]
fn complex_pairs_real_ones_and_opposite_ones() {
    for (n, p, q) in [
        (3, 0.5, 0.2),
        (5, 0.9, 0.0),
        (7, 0.3, 0.3),
        (12, 0.6, 0.1),
        (4, 0.45, 0.45),
        (31, 0.7, 0.1),
    ] {
        let (cells, want) = ring(n, p, q);
        let got = estimate(&cells, n, 20_000);
        let bound = upper(&cells, n, 12);
        println!("{n} {p} {q}: {want} {got:?} {bound}");
        assert!((got.modulus - want).abs() <= 1e-9, "{got:?} {want}");
        assert!(got.residual <= 1e-4);
        assert!(
            want * (1.0 - 1e-15) <= bound && bound <= want + 0.01,
            "{bound} {want}"
        );
    }
    // l and -l: 0 <-> {1, 2}, nearly.
    let cells = [0.1, 0.45, 0.45, 0.9, 0.1, 0.0, 0.9, 0.0, 0.1];
    let got = estimate(&cells, 3, 1000);
    assert!((got.modulus - 0.8).abs() < 1e-14, "{got:?}");
}

/// Two states: tau_1(P^m) = abs(lambda_2)^m exactly, so every rounding must go up.
#[test]
fn the_bound_is_never_below_two_states() {
    let mut state = 5_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 24) as f64 + 1.0) * f64::powi(2.0, -40)
    };
    for round in 0..20_000 {
        let shrink = f64::powi(2.0, -(round % 12));
        let (p, q) = (next(), next() * shrink);
        let exact = (1.0 - p - q).abs(); // no rounding: multiples of 2^-51 below 2
        for squarings in [0, 3, 30] {
            let bound = upper(&[1.0 - p, p, q, 1.0 - q], 2, squarings);
            assert!(
                bound >= exact && bound <= exact + 2e-14,
                "{p} {q} {bound} {exact}"
            );
        }
    }
}

#[test]
fn exactly_one_where_the_structure_says_so() {
    let one = SecondEigenvalue {
        modulus: 1.0,
        residual: 0.0,
        iterations: 0,
    };
    for n in [2, 3, 5, 8] {
        let (cycle, _) = ring(n, 1.0, 0.0);
        assert_eq!(estimate(&cycle, n, 10), one);
        assert_eq!(upper(&cycle, n, 20), 1.0);
        let mut identity = vec![0.0; n * n];
        (0..n).for_each(|i| identity[i * n + i] = 1.0);
        assert_eq!(estimate(&identity, n, 10), one);
        assert_eq!(upper(&identity, n, 5), 1.0);
    }
}

#[test]
fn zero() {
    // All rows equal; and a chain that forgets everything in three steps, with no eigenvalue but 1 and 0.
    let equal = [0.2, 0.3, 0.5, 0.2, 0.3, 0.5, 0.2, 0.3, 0.5];
    let got = estimate(&equal, 3, 10);
    assert!(got.modulus == 0.0 && got.residual < 1e-15, "{got:?}");
    assert!(upper(&equal, 3, 3) < 1e-13);
    let nilpotent = [
        1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
    ];
    let got = estimate(&nilpotent, 4, 10);
    assert!(got.modulus == 0.0 && got.residual < 1e-14, "{got:?}");
    // The fourth root of what rounding leaves of tau_1(P^4) = 0.
    assert!(upper(&nilpotent, 4, 3) < 1e-3);
}

#[test]
fn what_nearly_falls_apart() {
    for coupling in [1e-3, 1e-8, 1e-14] {
        // Two pairs; exact: symmetric under exchange, the slow eigenvalue is 1 - 2 coupling.
        let (c, h) = (coupling, 0.5);
        let cells = [
            h - c,
            h,
            c,
            0.0,
            h,
            h - c,
            0.0,
            c,
            c,
            0.0,
            h - c,
            h,
            0.0,
            c,
            h,
            h - c,
        ];
        let got = estimate(&cells, 4, 200);
        assert!(
            (got.modulus - (1.0 - 2.0 * c)).abs() <= 1e-14 && got.residual < 1e-13,
            "{c:e} {got:?}"
        );
        let bound = upper(&cells, 4, 30);
        assert!(bound >= 1.0 - 2.0 * c - 1e-16 && bound <= 1.0, "{bound}");
    }
}

/// What competes is named: a nearly periodic chain has many eigenvalues of like modulus.
#[test]
fn a_crowd_of_eigenvalues_is_not_called_converged() {
    let (n, e) = (9, 1e-4);
    let (mut cells, _) = ring(n, 1.0 - e, 0.0);
    cells[0] = 2.0 * e;
    cells[1] = 1.0 - 2.0 * e;
    let got = estimate(&cells, n, 200);
    let bound = upper(&cells, n, 14);
    println!("{got:?} {bound}");
    assert!(
        got.residual > 1e-3 && (got.modulus - 0.9998).abs() < 2e-3,
        "{got:?}"
    );
    assert!((0.9995..1.0).contains(&bound));
}

#[test]
fn the_bound_is_above_the_estimate_on_random_chains() {
    for (kind, n) in [
        ("dense", 5),
        ("dense", 64),
        ("sparse", 101),
        ("graded", 7),
        ("coupled", 6),
    ] {
        let cells = reference_chain(kind, n);
        let (got, bound) = (estimate(&cells, n, 5000), upper(&cells, n, 10));
        println!("{kind} {n}: {got:?} {bound}");
        assert!(got.modulus <= bound + 1e-9);
        // Transposed products of the chain contract at the rate found: 64 steps at most like c modulus^64.
        let bounds: Vec<f64> = (0..10).map(|s| upper(&cells, n, s)).collect();
        assert!(
            bounds.windows(2).all(|b| b[1] <= b[0]),
            "more squarings never say less: {bounds:?}"
        );
    }
}

// -- prediction

fn after(cells: &[f64], start: &[f64], steps: u32) -> Result<Vec<f64>, Error> {
    let n = start.len();
    let m = StochasticMatrix::new(cells, n).unwrap();
    let mut out = vec![7.0; n];
    let result = predict(
        m,
        start,
        steps,
        &mut vec![f64::NAN; predict::work_len(n, steps)],
        &mut out,
    );
    if result.is_err() {
        assert!(out.iter().all(|x| *x == 7.0));
    }
    result.map(|()| out)
}

#[test]
fn two_states_after_any_number_of_steps() {
    for (p, q) in [
        (0.3, 0.2),
        (1.0, 1.0),
        (1e-10, 3e-10),
        (0.5, 1e-9),
        (0.9, 0.8),
    ] {
        let cells = [1.0 - p, p, q, 1.0 - q];
        for steps in [
            0,
            1,
            2,
            3,
            4,
            10,
            11,
            100,
            1001,
            1_000_000,
            u32::MAX - 1,
            u32::MAX,
        ] {
            let got = after(&cells, &[1.0, 0.0], steps).unwrap();
            let shrink = if p + q > 1.0 {
                (p + q - 1.0).powf(f64::from(steps)) * if steps % 2 == 0 { 1.0 } else { -1.0 }
            } else {
                (f64::from(steps) * (-p - q).ln_1p()).exp()
            };
            let want = [(q + p * shrink) / (p + q), p / (p + q) * (1.0 - shrink)];
            assert!(
                (got[0] - want[0]).abs() <= 2e-14 && (got[1] - want[1]).abs() <= 2e-14,
                "{p} {q} {steps}: {got:?} {want:?}"
            );
            assert!((got[0] + got[1] - 1.0).abs() <= 2.3e-16);
        }
    }
}

#[test]
fn both_ways_to_predict_agree_and_end_in_the_stationary_distribution() {
    for (kind, n) in [("dense", 5), ("dense", 64), ("sparse", 101), ("graded", 7)] {
        let cells = reference_chain(kind, n);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let mut start = vec![0.0; n];
        start[n - 1] = 1.0;
        // 1,000 steps one by one (or not) against ten times 100.
        let mut by_hundreds = start.clone();
        for _ in 0..10 {
            by_hundreds = after(&cells, &by_hundreds, 100).unwrap();
        }
        let at_once = after(&cells, &start, 1000).unwrap();
        let plain = |x: Vec<f64>| {
            (0..n)
                .map(|j| (0..n).map(|i| x[i] * cells[i * n + j]).sum())
                .collect::<Vec<f64>>()
        };
        let one_by_one = (0..1000).fold(start.clone(), |x, _| plain(x));
        assert!(total_variation(&at_once, &by_hundreds) < 1e-13);
        assert!(total_variation(&at_once, &one_by_one) < 1e-12);
        let mut pi = vec![0.0; n];
        stationary::gth(m, &mut vec![0.0; n * n], &mut pi).unwrap();
        let end = after(&cells, &start, u32::MAX).unwrap();
        assert!(
            total_variation(&end, &pi) < 1e-13,
            "{kind} {n}: {}",
            total_variation(&end, &pi)
        );
    }
}

#[test]
fn prediction_of_chains_with_several_ends_and_with_periods() {
    // The gambler with 2 of 4: half of the probability ends at either end.
    let mut gambler = [0.0; 25];
    (gambler[0], gambler[24]) = (1.0, 1.0);
    for i in 1..4 {
        (gambler[i * 5 + i - 1], gambler[i * 5 + i + 1]) = (0.5, 0.5);
    }
    assert_eq!(
        after(&gambler, &[0.0, 0.0, 1.0, 0.0, 0.0], 2).unwrap(),
        [0.25, 0.0, 0.5, 0.0, 0.25]
    );
    assert_eq!(
        after(&gambler, &[0.0, 0.0, 1.0, 0.0, 0.0], u32::MAX).unwrap(),
        [0.5, 0.0, 0.0, 0.0, 0.5]
    );
    let (cycle, _) = ring(3, 1.0, 0.0);
    assert_eq!(
        after(&cycle, &[1.0, 0.0, 0.0], u32::MAX).unwrap(),
        [1.0, 0.0, 0.0]
    ); // 3 divides 2^32 - 1
    assert_eq!(
        after(&cycle, &[1.0, 0.0, 0.0], u32::MAX - 1).unwrap(),
        [0.0, 0.0, 1.0]
    );
    assert_eq!(
        after(&cycle, &[0.5, 0.6, 0.0], 1),
        Err(Error::NotStochastic)
    );
    assert_eq!(
        after(&cycle, &[f64::NAN, 1.0, 0.0], 0),
        Err(Error::NotStochastic)
    );
    let m = StochasticMatrix::new(&cycle, 3).unwrap();
    let mut out = [0.0; 3];
    assert_eq!(
        predict(m, &[1.0, 0.0], 1, &mut [0.0; 3], &mut out),
        Err(Error::Length)
    );
    assert_eq!(
        predict(m, &[1.0, 0.0, 0.0], 1, &mut [0.0; 2], &mut out),
        Err(Error::WorkLength)
    );
    assert_eq!(
        predict(m, &[1.0, 0.0, 0.0], 1000, &mut [0.0; 20], &mut out),
        Err(Error::WorkLength)
    );
}
