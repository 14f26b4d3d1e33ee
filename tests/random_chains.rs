//! Classes, stationary distributions and ergodicity coefficients of random sparse chains, against definitions.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, classes, ergodicity, stationary};
use proptest::prelude::*;
use support::chains::{gth, power, total_variation};

mod support;

/// By transitive closure: reach[i] as bits.
fn closure(cells: &[f64], n: usize) -> Vec<u32> {
    let mut reach: Vec<u32> = (0..n)
        .map(|i| (0..n).fold(1 << i, |m, j| m | u32::from(cells[i * n + j] > 0.0) << j))
        .collect();
    for k in 0..n {
        for i in 0..n {
            if reach[i] >> k & 1 == 1 {
                reach[i] |= reach[k];
            }
        }
    }
    reach
}

fn random_chain(n: usize, edges: &[u8]) -> Vec<f64> {
    let mut cells: Vec<f64> = edges[..n * n]
        .iter()
        .map(|e| if *e < 200 { 0.0 } else { f64::from(*e - 199) })
        .collect();
    for (i, row) in cells.chunks_mut(n).enumerate() {
        if row.iter().all(|p| *p == 0.0) {
            row[i] = 1.0;
        }
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn classes_agree_with_the_transitive_closure(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let reach = closure(&cells, n);
        // Recurrent: everything reached reaches back, so it reaches the same set.
        let recurrent = |i: usize| (0..n).all(|j| reach[i] >> j & 1 == 0 || reach[j] == reach[i]);
        let mut found: Vec<u32> = (0..n).filter(|i| recurrent(*i)).map(|i| reach[i]).collect();
        found.sort_unstable();
        found.dedup();
        let mut work = vec![f64::NAN; 2 * n];
        prop_assert_eq!(classes::recurrent_classes(m, &mut work), Ok(found.len()));
        for (state, reached) in reach.iter().enumerate() {
            let mine: Vec<u32> = found.iter().copied().filter(|c| c & reached == *c).collect();
            let mut members = vec![false; n];
            let got = classes::recurrent_class_of(m, state, &mut work, &mut members);
            let mut pi = vec![0.0; n];
            let solved = stationary::gth_from(m, state, &mut vec![f64::NAN; n * n], &mut pi);
            if let [class] = mine[..] {
                prop_assert_eq!(got, Ok(class.count_ones() as usize));
                prop_assert!((0..n).all(|j| members[j] == (class >> j & 1 == 1) && (pi[j] > 0.0) == members[j]));
                let image: Vec<f64> = (0..n).map(|j| (0..n).map(|i| pi[i] * cells[i * n + j]).sum()).collect();
                prop_assert!(solved.is_ok() && total_variation(&pi, &image) < 1e-14);
            } else {
                prop_assert_eq!(got, Err(Error::SeveralClasses));
                prop_assert_eq!(solved, Err(Error::SeveralClasses));
            }
        }
    }

    #[test]
    fn power_bounds_its_error_on_sparse_chains(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64), iterations in 1u32..400) {
        let cells = random_chain(n, &edges);
        if let Ok(want) = gth(&cells, n) {
            let (got, bound) = power(&cells, n, 1e-12, iterations).unwrap();
            prop_assert!(total_variation(&got, &want) <= bound + 1e-15, "{} > {}", total_variation(&got, &want), bound);
        }
    }

    #[test]
    fn tau_inf_agrees_with_brute_force(n in 2usize..8, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        // max over z in {-1, 0, 1}^n with sum 0 of max_j abs((z P)_j): the extreme points.
        let mut want = 0.0_f64;
        for code in 0..3_usize.pow(n as u32) {
            let z: Vec<i32> = (0..n).map(|i| (code / 3_usize.pow(i as u32) % 3) as i32 - 1).collect();
            if z.iter().sum::<i32>() == 0 {
                for j in 0..n {
                    want = want.max((0..n).map(|i| f64::from(z[i]) * cells[i * n + j]).sum());
                }
            }
        }
        let got = ergodicity::tau_inf(m, &mut vec![f64::NAN; n]).unwrap();
        prop_assert!((got - want).abs() <= 1e-14, "{} {}", got, want);
    }

    #[test]
    fn tau_one_contracts_and_stays_below_one(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let tau = ergodicity::tau_one(StochasticMatrix::new(&cells, n).unwrap());
        prop_assert!((0.0..=1.0).contains(&tau));
        let mut best = 0.0_f64;
        for i in 0..n {
            for j in 0..n {
                let distance = total_variation(&cells[i * n..(i + 1) * n], &cells[j * n..(j + 1) * n]);
                prop_assert!(distance <= tau + 1e-15);
                best = best.max(distance);
            }
        }
        prop_assert!((best - tau).abs() <= 1e-15);
    }
}
