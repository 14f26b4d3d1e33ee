//! The group inverse: identities, references with 500 bits and more.
use dpmarkov::chain::{StochasticMatrix, classes, group_inverse};
use dpmarkov::{Error, Result};
use proptest::prelude::*;
use support::chains;
use support::golden::Reference;

mod support;

fn solve(cells: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let m = StochasticMatrix::new(cells, n)?;
    let (mut inverse, mut pi) = (vec![7.0; n * n], vec![7.0; n]);
    let mut work = vec![f64::NAN; group_inverse::work_len(n)];
    let result = group_inverse::group_inverse(m, &mut work, &mut inverse, &mut pi);
    if result.is_err() {
        assert!(inverse.iter().chain(&pi).all(|x| *x == 7.0));
    }
    result.map(|()| (inverse, pi))
}

/// The chains of tests/data/group_inverse.py, bit by bit.
fn reference_chain(kind: &str, power: usize, n: usize) -> Vec<f64> {
    let mut state = 20_251_130_u64;
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut bits = (state >> 44) + 1;
            let mut e = 30;
            match kind {
                "coupled" if (3 * i < n) != (3 * j < n) => e += power,
                "nested" if (3 * i < n) != (3 * j < n) => e += power,
                "nested" if 3 * i >= n && (3 * i < 2 * n) != (3 * j < 2 * n) => e += power / 2,
                "graded" => e += power * j / n,
                "both" => e += power * j / n + if i % 2 == j % 2 { 0 } else { 30 },
                "sparse" if !bits.is_multiple_of(power as u64) && (i + 1) % n != j => bits = 0,
                "ladder" if i.abs_diff(j) != 1 => bits = 0,
                "ladder" if j > i => e += power,
                _ => {}
            }
            if i != j {
                cells[i * n + j] = bits as f64 * f64::powi(2.0, -(e as i32));
            }
        }
        let row = &mut cells[i * n..(i + 1) * n];
        row[i] = 1.0 - row.iter().sum::<f64>();
    }
    cells
}

/// (kind, power, states) and its (row, column, entry).
type Case = ((String, usize, usize), Vec<(usize, usize, Reference)>);

fn references() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("data/group_inverse.csv").lines().skip(1) {
        let field: Vec<&str> = line.split(',').collect();
        let number = |k: usize| field[k].parse::<usize>().unwrap();
        let key = (field[0].to_owned(), number(1), number(2));
        let entry = (number(3), number(4), Reference::parse(field[5]));
        match cases.last_mut() {
            Some((k, entries)) if *k == key => entries.push(entry),
            _ => cases.push((key, vec![entry])),
        }
    }
    cases
}

/// Relative to the entry itself, however small a difference it is. Measured: 1.08e-16.
fn agree_with_arb(wanted: impl Fn(usize) -> bool) {
    let (mut worst, mut count) = (0.0_f64, 0);
    for ((kind, power, n), entries) in references().into_iter().filter(|(k, _)| wanted(k.2)) {
        let (inverse, _) = solve(&reference_chain(&kind, power, n), n).unwrap();
        let errors = entries
            .iter()
            .map(|(i, j, want)| want.relative(inverse[i * n + j]));
        let largest = errors.fold(0.0, f64::max);
        println!("{kind} {power} {n}: {largest:e}, {} entries", entries.len());
        worst = worst.max(largest);
        count += entries.len();
    }
    assert!(worst <= 1.12e-16, "{worst:e}");
    assert!(worst >= 5e-17 && count > 60, "{worst:e} {count}");
}

#[test]
fn every_entry_agrees_with_arb() {
    agree_with_arb(|n| n < 1000);
}

#[test]
fn a_thousand_states_nearly_uncoupled_and_graded() {
    agree_with_arb(|n| n == 1000);
}

#[test]
fn the_stationary_distribution_is_rounded_once() {
    for (kind, n, want) in chains::references() {
        let (_, pi) = solve(&chains::reference_chain(&kind, n), n).unwrap();
        for (p, w) in pi.iter().zip(&want) {
            assert!((p - w).abs() <= 2.3e-16 * w, "{kind} {n}: {p:e} {w:e}");
        }
    }
}

#[test]
fn two_states_in_closed_form() {
    for (p, q) in [
        (0.3, 0.2),
        (1e-8, 3e-8),
        (1e-17, 3e-17),
        (1.0, 1.0),
        (1e-100, 0.5),
    ] {
        let (a, pi) = solve(&[1.0 - p, p, q, 1.0 - q], 2).unwrap();
        let s = p + q;
        let want = [p / s / s, -p / s / s, -q / s / s, q / s / s];
        for (a, w) in a.iter().zip(want) {
            assert!((a - w).abs() <= 4e-16 * w.abs(), "{a:e} {w:e}");
        }
        assert!((pi[0] - q / s).abs() <= 4e-16 * q / s);
    }
    assert_eq!(solve(&[1.0, 0.0, 0.0, 1.0], 2), Err(Error::SeveralClasses));
}

/// Sparse where `edges` says so, transient states included.
fn random_chain(n: usize, edges: &[u8]) -> Vec<f64> {
    let mut cells: Vec<f64> = edges[..n * n]
        .iter()
        .map(|e| if *e < 150 { 0.0 } else { f64::from(*e - 149) })
        .collect();
    for (i, row) in cells.chunks_mut(n).enumerate() {
        if row.iter().all(|p| *p == 0.0) {
            row[(i * 7 + 3) % n] = 1.0;
        }
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    cells
}

fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let cell = |i: usize, j: usize| (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
    (0..n * n).map(|c| cell(c / n, c % n)).collect()
}

#[track_caller]
fn assert_near(a: &[f64], b: &[f64], tolerance: f64) {
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= tolerance, "{a:e} {b:e} {tolerance:e}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The three equations that define A#, and A A# = I - 1 pi [Meyer 1975].
    #[test]
    fn definition(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let classes = classes::recurrent_classes(m, &mut vec![0.0; 2 * n]).unwrap();
        let solved = solve(&cells, n);
        if classes > 1 {
            prop_assert_eq!(solved, Err(Error::SeveralClasses));
        } else {
            let (inverse, pi) = solved.unwrap();
            let unit = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
            let a: Vec<f64> = (0..n * n).map(|c| unit(c / n, c % n) - cells[c]).collect();
            let size = inverse.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            let projector: Vec<f64> = (0..n * n).map(|c| unit(c / n, c % n) - pi[c % n]).collect();
            let (left, right) = (product(&a, &inverse, n), product(&inverse, &a, n));
            assert_near(&left, &projector, 4e-15 * size);
            assert_near(&right, &projector, 4e-15 * size);
            assert_near(&product(&left, &a, n), &a, 1e-14 * size);
            assert_near(&product(&right, &inverse, n), &inverse, 1e-14 * size * size);
            // tau_1: its definition over all pairs; each of the n - 1 eigenvalues 1/(1 - l) has a modulus of at most tau_1.
            let tau = group_inverse::tau_one(&inverse, n).unwrap();
            let mut most = 0.0_f64;
            for i in 0..n {
                for k in 0..n {
                    most = most.max(0.5 * (0..n).map(|j| (inverse[i * n + j] - inverse[k * n + j]).abs()).sum::<f64>());
                }
            }
            prop_assert!(tau >= most && tau <= most * (1.0 + 60.0 * f64::EPSILON), "{} {}", tau, most);
            let trace: f64 = (0..n).map(|i| inverse[i * n + i]).sum();
            prop_assert!(trace <= tau * (n - 1) as f64 * (1.0 + 1e-14));
        }
    }
}

#[test]
fn transient_states_are_visited_as_often_as_it_says() {
    // 2 -> 1 -> 0 <-> 3, with stays: A#_ij for a transient j is the expected number of visits.
    let cells = [
        0.5, 0.0, 0.0, 0.5, //
        0.25, 0.75, 0.0, 0.0, //
        0.0, 0.5, 0.5, 0.0, //
        1.0, 0.0, 0.0, 0.0,
    ];
    let (a, pi) = solve(&cells, 4).unwrap();
    assert_near(&pi, &[2.0 / 3.0, 0.0, 0.0, 1.0 / 3.0], 2e-16);
    assert_eq!([a[5], a[9], a[10]], [4.0, 4.0, 2.0]);
    assert_eq!([a[1], a[2], a[6], a[13], a[14]], [0.0; 5]);
}

#[test]
fn absorbing_and_periodic_chains() {
    // One absorbing state: A#_i0 = -(time to absorption).
    let (a, pi) = solve(&[1.0, 0.0, 0.125, 0.875], 2).unwrap();
    assert_eq!((a, pi), (vec![0.0, 0.0, -8.0, 8.0], vec![1.0, 0.0]));
    let (a, pi) = solve(&[0.0, 1.0, 1.0, 0.0], 2).unwrap();
    assert_eq!((a, pi), (vec![0.25, -0.25, -0.25, 0.25], vec![0.5, 0.5]));
}

#[test]
fn wrong_arguments_are_named_and_outputs_stay() {
    let cells = [0.5; 4];
    let m = StochasticMatrix::new(&cells, 2).unwrap();
    let (mut a, mut pi) = ([7.0; 4], [7.0; 2]);
    let mut work = [0.0; group_inverse::work_len(2)];
    let short = work.len() - 1;
    let refused = group_inverse::group_inverse(m, &mut work[..short], &mut a, &mut pi);
    assert_eq!(refused, Err(Error::WorkLength));
    let refused = group_inverse::group_inverse(m, &mut work, &mut a[..3], &mut pi);
    assert_eq!(refused, Err(Error::Length));
    let refused = group_inverse::group_inverse(m, &mut work, &mut a, &mut pi[..1]);
    assert_eq!(refused, Err(Error::Length));
    assert_eq!((a, pi), ([7.0; 4], [7.0; 2]));
    for n in [0, 1, 65_536] {
        assert_eq!(group_inverse::tau_one(&[1.0], n), Err(Error::States));
    }
    assert_eq!(group_inverse::tau_one(&[1.0; 5], 2), Err(Error::Length));
    for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
        let cells = [bad, 0.0, -bad, 0.0];
        assert_eq!(group_inverse::tau_one(&cells, 2), Err(Error::Domain));
    }
    assert_eq!(
        group_inverse::work_len(65_535),
        2 * 65_535 * 65_535 + 8 * 65_535
    );
    assert_eq!(group_inverse::work_len(usize::MAX), usize::MAX);
}

#[test]
fn what_underflows_is_refused() {
    // Exit rates of 1e-280 and times of 1e305: named, not guessed.
    let (p, q) = (1e-280, 1e-305);
    assert_eq!(solve(&[1.0, p, p, 1.0], 2), Err(Error::Underflow));
    assert_eq!(solve(&[1.0, q, 0.5, 0.5], 2).map(|x| x.1[0]), Ok(1.0));
    // Two steps of 1e-150 each on the only way out.
    let t = 1e-150;
    let cells = [0.5, 0.5, 0.0, 1.0, t, t, t, 1.0, 0.0];
    assert!(solve(&cells, 3).is_ok());
    let mut cells = [0.0; 36];
    for (i, j, p) in [
        (0, 0, 0.5),
        (0, 2, t),
        (0, 4, 0.5),
        (1, 1, 0.5),
        (1, 3, t),
        (1, 5, 0.5),
    ] {
        cells[i * 6 + j] = p;
    }
    for (i, j, p) in [
        (2, 0, 1.0),
        (2, 1, t),
        (3, 1, 1.0),
        (3, 0, t),
        (4, 0, 1.0),
        (5, 1, 1.0),
    ] {
        cells[i * 6 + j] = p;
    }
    assert_eq!(solve(&cells, 6), Err(Error::Underflow));
}
