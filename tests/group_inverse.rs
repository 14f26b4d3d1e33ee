//! The group inverse: identities, references with 500 bits and more.
use dpmarkov::chain::{StochasticMatrix, group_inverse};
use dpmarkov::{Error, Result};
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

/// Relative to the entry itself, however small a difference it is.
#[test]
fn every_entry_agrees_with_arb() {
    let mut worst = 0.0_f64;
    for ((kind, power, n), entries) in references() {
        let started = std::time::Instant::now();
        let (inverse, _) = solve(&reference_chain(&kind, power, n), n).unwrap();
        let mut largest = 0.0_f64;
        for (i, j, want) in &entries {
            let error = want.relative(inverse[i * n + j]);
            if error > largest {
                largest = error;
                println!("   {i} {j} {:e} {:e}", want.high, error);
            }
        }
        println!(
            "{kind} {power} {n}: {largest:e}, {} entries, {:?}",
            entries.len(),
            started.elapsed()
        );
        worst = worst.max(largest);
    }
    assert!(worst <= 1.2e-16, "{worst:e}");
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
