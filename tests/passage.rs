//! Mean first-passage times.
use dpmarkov::Error;
use dpmarkov::chain::passage::{
    all_mean_first_passage, all_work_len, mean_first_passage, work_len,
};
use dpmarkov::chain::{StochasticMatrix, group_inverse};
use dpmarkov::random::{Generator, Words};
use proptest::prelude::*;
use support::chains::reference_chain;

mod support;

const NEVER: f64 = f64::INFINITY;

fn to(cells: &[f64], n: usize, target: usize) -> Result<Vec<f64>, Error> {
    let m = StochasticMatrix::new(cells, n).unwrap();
    let mut times = vec![7.0; n];
    let result = mean_first_passage(m, target, &mut vec![f64::NAN; work_len(n)], &mut times);
    if result.is_err() {
        assert!(times.iter().all(|t| *t == 7.0));
    }
    result.map(|()| times)
}

fn all(cells: &[f64], n: usize) -> Result<Vec<f64>, Error> {
    let m = StochasticMatrix::new(cells, n).unwrap();
    let mut times = vec![7.0; n * n];
    let result = all_mean_first_passage(m, &mut vec![f64::NAN; all_work_len(n)], &mut times);
    if result.is_err() {
        assert!(times.iter().all(|t| *t == 7.0));
    }
    result.map(|()| times)
}

#[track_caller]
fn assert_close(got: &[f64], want: &[f64], relative: f64) {
    assert_eq!(got.len(), want.len());
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!(
            g == w || (g - w).abs() <= relative * w,
            "{i}: {g:e}, expected {w:e}"
        );
    }
}

/// Two algorithms without subtraction, in different orders of elimination.
#[test]
fn all_pairs_agree_with_one_target_after_another() {
    let mut cases: Vec<(&str, usize)> = (2..24).map(|n| ("dense", n)).collect();
    cases.extend([
        ("coupled", 6),
        ("coupled", 60),
        ("graded", 7),
        ("graded", 61),
        ("sparse", 101),
        ("ladder", 50),
        ("dense", 130),
    ]);
    for (kind, n) in cases {
        let cells = reference_chain(kind, n);
        let times = all(&cells, n).unwrap();
        for target in 0..n {
            let column: Vec<f64> = (0..n).map(|i| times[i * n + target]).collect();
            assert_close(&column, &to(&cells, n, target).unwrap(), 1e-14);
        }
    }
}

/// m_ij pi_j = A#_jj - A#_ij [Meyer 1975], where that difference keeps its digits.
#[test]
fn agree_with_the_group_inverse() {
    for (kind, n) in [
        ("dense", 5),
        ("dense", 64),
        ("sparse", 101),
        ("graded", 7),
        ("ladder", 20),
        ("coupled", 30),
    ] {
        let cells = reference_chain(kind, n);
        let (mut inverse, mut pi) = (vec![0.0; n * n], vec![0.0; n]);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        group_inverse::group_inverse(
            m,
            &mut vec![0.0; group_inverse::work_len(n)],
            &mut inverse,
            &mut pi,
        )
        .unwrap();
        let times = all(&cells, n).unwrap();
        for i in 0..n {
            for j in 0..n {
                let (own, other) = (inverse[j * n + j], inverse[i * n + j]);
                let got = times[i * n + j] * pi[j];
                let rounding = 2.3e-16 * (own.abs() + other.abs()) + 2e-15 * got;
                assert!(
                    (got - (own - other)).abs() <= rounding,
                    "{kind} {n} {i} {j}: {got:e} {:e}",
                    own - other
                );
            }
        }
    }
}

/// Up a ladder: the time from k to k + 1 is (1 + q_k t_{k-1})/p_k, a sum of positive terms.
#[test]
fn a_ladder_in_closed_form() {
    let n = 60;
    let mut cells = vec![0.0; n * n];
    let up = |k: usize| 0.1 + 0.001 * k as f64;
    for k in 0..n {
        if k + 1 < n {
            cells[k * n + k + 1] = up(k);
        }
        if k > 0 {
            cells[k * n + k - 1] = 0.5;
        }
        cells[k * n + k] = 1.0 - cells[k * n..(k + 1) * n].iter().sum::<f64>();
    }
    let mut step = vec![1.0 / up(0)];
    for k in 1..n - 1 {
        step.push((1.0 + 0.5 * step[k - 1]) / up(k));
    }
    let want: Vec<f64> = (0..n).map(|i| step[i..].iter().sum()).collect();
    assert!(want[0] > 1e25);
    assert_close(&to(&cells, n, n - 1).unwrap(), &want, 1e-14);
}

#[test]
fn what_may_never_happen_takes_for_ever() {
    // The gambler: either end may be missed; from an end the other is never reached.
    let mut gambler = vec![0.0; 25];
    (gambler[0], gambler[24]) = (1.0, 1.0);
    for i in 1..4 {
        (gambler[i * 5 + i - 1], gambler[i * 5 + i + 1]) = (0.5, 0.5);
    }
    assert_eq!(
        to(&gambler, 5, 0).unwrap(),
        [0.0, NEVER, NEVER, NEVER, NEVER]
    );
    assert_eq!(
        to(&gambler, 5, 2).unwrap(),
        [NEVER, NEVER, 0.0, NEVER, NEVER]
    );
    // One end only: (a - k)... from k the time is k (2 m + 1 - k) with a wall that reflects at m = 4.
    let mut wall = gambler.clone();
    (wall[23], wall[24]) = (0.5, 0.5);
    assert_close(
        &to(&wall, 5, 0).unwrap(),
        &[0.0, 8.0, 14.0, 18.0, 20.0],
        1e-15,
    );
    let times = all(&wall, 5).unwrap();
    assert_close(&times[20..], &[20.0, 12.0, 6.0, 2.0, 0.0], 1e-15);
    assert_eq!(times[..5], [0.0, NEVER, NEVER, NEVER, NEVER]);
    // A state that is surely passed on the way into a trap has a finite time before it, none after it.
    let path = [0.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 1.0];
    assert_eq!(
        all(&path, 3).unwrap(),
        [0.0, 1.0, 3.0, NEVER, 0.0, 2.0, NEVER, NEVER, 0.0]
    );
    // Periodic.
    assert_eq!(all(&[0.0, 1.0, 1.0, 0.0], 2).unwrap(), [0.0, 1.0, 1.0, 0.0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Finite times solve their equation; infinite ones are those from which the target may be missed.
    #[test]
    fn sparse_chains(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64)) {
        let mut cells: Vec<f64> = edges[..n * n].iter().map(|e| if *e < 190 { 0.0 } else { f64::from(*e - 189) }).collect();
        for (i, row) in cells.chunks_mut(n).enumerate() {
            if row.iter().all(|p| *p == 0.0) {
                row[(i * 7 + 3) % n] = 1.0;
            }
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|p| *p /= sum);
        }
        let times = all(&cells, n).unwrap();
        for j in 0..n {
            let column: Vec<f64> = (0..n).map(|i| times[i * n + j]).collect();
            assert_close(&to(&cells, n, j).unwrap(), &column, 1e-14);
            // May be missed: some state that does not lead to j is reached without passing through j.
            let reach = |avoid: usize, from: usize| {
                let mut seen = vec![from];
                let mut next = 0;
                while next < seen.len() {
                    let i = seen[next];
                    let new = (0..n).filter(|k| i != avoid && cells[i * n + k] > 0.0 && !seen.contains(k));
                    let new: Vec<usize> = new.collect();
                    seen.extend(new);
                    next += 1;
                }
                seen
            };
            let missed = |i: usize| reach(j, i).iter().any(|k| !reach(n, *k).contains(&j));
            for i in 0..n {
                prop_assert_eq!(column[i] == NEVER, missed(i), "{} {}", i, j);
                if i != j && column[i] < NEVER {
                    let next: f64 = (0..n).filter(|k| cells[i * n + k] > 0.0).map(|k| cells[i * n + k] * column[k]).sum();
                    prop_assert!((column[i] - 1.0 - next).abs() <= 1e-13 * column[i], "{} {}: {} {}", i, j, column[i], next);
                }
            }
        }
    }
}

#[test]
fn agree_with_simulation() {
    let n = 7;
    let cells = reference_chain("sparse", n);
    // The diagonals are near 1: take the chain of the moves, which is quicker.
    let mut moves = cells.clone();
    for (i, row) in moves.chunks_mut(n).enumerate() {
        row[i] = 0.0;
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    let want = to(&moves, n, 3).unwrap();
    let mut rng = Generator::from_seed_for_tests([3; 32], 1);
    let runs = 40_000;
    for start in [0, 5] {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..runs {
            let (mut state, mut steps) = (start, 0.0);
            while state != 3 {
                let mut u = (rng.next_word() >> 11) as f64 / f64::powi(2.0, 53);
                let mut next = 0;
                while next + 1 < n && u >= moves[state * n + next] {
                    u -= moves[state * n + next];
                    next += 1;
                }
                state = next;
                steps += 1.0;
            }
            sum += steps;
            squares += steps * steps;
        }
        let mean = sum / f64::from(runs);
        let deviation = ((squares / f64::from(runs) - mean * mean) / f64::from(runs)).sqrt();
        assert!(
            (mean - want[start]).abs() < 5.0 * deviation,
            "{mean} {} {deviation}",
            want[start]
        );
    }
}

#[test]
fn wrong_arguments_are_named() {
    let cells = [0.5; 4];
    let m = StochasticMatrix::new(&cells, 2).unwrap();
    let mut times = [7.0; 4];
    assert_eq!(
        mean_first_passage(m, 2, &mut [0.0; 10], &mut times[..2]),
        Err(Error::StateIndex)
    );
    assert_eq!(
        mean_first_passage(m, 0, &mut [0.0; 9], &mut times[..2]),
        Err(Error::WorkLength)
    );
    assert_eq!(
        mean_first_passage(m, 0, &mut [0.0; 10], &mut times[..3]),
        Err(Error::Length)
    );
    assert_eq!(
        all_mean_first_passage(m, &mut [0.0; 19], &mut times),
        Err(Error::WorkLength)
    );
    assert_eq!(
        all_mean_first_passage(m, &mut [0.0; 20], &mut times[..2]),
        Err(Error::Length)
    );
    assert_eq!(times, [7.0; 4]);
    // A time beyond the largest double is not "never".
    assert_eq!(to(&[1.0, 5e-324, 0.5, 0.5], 2, 1), Err(Error::Underflow));
    assert_eq!(all(&[1.0, 5e-324, 0.5, 0.5], 2), Err(Error::Underflow));
}
