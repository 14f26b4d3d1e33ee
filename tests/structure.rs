//! Classes, periods, ergodicity coefficients and mixing, each against its definition.
use dpmarkov::Error;
use dpmarkov::chain::classes::{
    TRANSIENT, class_labels, is_absorbing, is_irreducible, period, recurrent_classes,
};
use dpmarkov::chain::{StochasticMatrix, ergodicity, mixing};
use proptest::prelude::*;

/// Sparse where `edges` says so.
fn random_chain(n: usize, edges: &[u8]) -> Vec<f64> {
    let mut cells: Vec<f64> = edges[..n * n]
        .iter()
        .map(|e| if *e < 190 { 0.0 } else { f64::from(*e - 189) })
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

/// step[k][i]: the states that i can be in after exactly k steps, as bits.
fn steps(cells: &[f64], n: usize, count: usize) -> Vec<Vec<u32>> {
    let edges: Vec<u32> = (0..n)
        .map(|i| (0..n).fold(0, |m, j| m | u32::from(cells[i * n + j] > 0.0) << j))
        .collect();
    let mut all = vec![(0..n).map(|i| 1 << i).collect::<Vec<u32>>()];
    for _ in 0..count {
        let next =
            |set: &u32| (0..n).fold(0, |m, j| m | if set >> j & 1 == 1 { edges[j] } else { 0 });
        all.push(all[all.len() - 1].iter().map(next).collect());
    }
    all
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The cycle 0 -> 1 -> .. -> 0.
fn cycle(n: usize) -> Vec<f64> {
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        cells[i * n + (i + 1) % n] = 1.0;
    }
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn labels_and_periods_agree_with_walks(n in 2usize..9, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let walks = steps(&cells, n, 128);
        let reach: Vec<u32> = (0..n).map(|i| walks.iter().fold(0, |m, w| m | w[i])).collect();
        let recurrent = |i: usize| (0..n).all(|j| reach[i] >> j & 1 == 0 || reach[j] == reach[i]);
        let mut seen: Vec<u32> = Vec::new();
        let mut want = vec![TRANSIENT; n];
        for i in (0..n).filter(|i| recurrent(*i)) {
            let known = seen.iter().position(|c| *c == reach[i]);
            want[i] = known.unwrap_or_else(|| { seen.push(reach[i]); seen.len() - 1 }) as u32;
        }
        let mut work = vec![f64::NAN; 2 * n];
        let mut labels = vec![7; n];
        prop_assert_eq!(class_labels(m, &mut work, &mut labels), Ok(seen.len()));
        prop_assert_eq!(&labels, &want);
        prop_assert_eq!(recurrent_classes(m, &mut work), Ok(seen.len()));
        prop_assert_eq!(is_irreducible(m, &mut work), Ok(reach.iter().all(|r| *r == (1 << n) - 1)));
        for i in 0..n {
            let returns = (1..walks.len()).filter(|k| walks[*k][i] >> i & 1 == 1).fold(0, gcd);
            prop_assert_eq!(period(m, i, &mut work), Ok(returns));
            prop_assert_eq!(is_absorbing(m, i), Ok(cells[i * n + i] == 1.0));
        }
    }

    #[test]
    fn tau_one_and_tau_inf_agree_with_brute_force(n in 2usize..=8, edges in prop::collection::vec(any::<u8>(), 64)) {
        let cells = random_chain(n, &edges);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        // tau_1: the largest difference in the probability of any set of next states.
        let mut one = 0.0_f64;
        for set in 0..1_u32 << n {
            let p: Vec<f64> = cells.chunks(n).map(|row| (0..n).filter(|j| set >> j & 1 == 1).map(|j| row[j]).sum()).collect();
            let top = p.iter().fold(0.0_f64, |m, p| m.max(*p));
            one = one.max(top - p.iter().fold(1.0_f64, |m, p| m.min(*p)));
        }
        prop_assert!((one - ergodicity::tau_one(m)).abs() <= 1e-14);
        // tau_inf: the vertices of {max abs(z_i) = 1, sum z = 0} are -1 and 1 in equal number, one 0 where n is odd.
        let mut inf = 0.0_f64;
        for code in 0..3_usize.pow(n as u32) {
            let z: Vec<i32> = (0..n).map(|i| (code / 3_usize.pow(i as u32) % 3) as i32 - 1).collect();
            if z.iter().sum::<i32>() == 0 && z.iter().filter(|z| **z == 0).count() == n % 2 {
                for j in 0..n {
                    inf = inf.max((0..n).map(|i| f64::from(z[i]) * cells[i * n + j]).sum());
                }
            }
        }
        let got = ergodicity::tau_inf(m, &mut vec![f64::NAN; n]).unwrap();
        prop_assert!((inf - got).abs() <= 1e-14, "{} {}", inf, got);
    }
}

#[test]
fn labels_of_many_classes() {
    let n = 300;
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        // Pairs (0, 299), (1, 298), ..: classes of two, but 100 to 199 are transient.
        let j = if (100..200).contains(&i) {
            i - 100
        } else {
            n - 1 - i
        };
        cells[i * n + j] = 1.0;
    }
    let m = StochasticMatrix::new(&cells, n).unwrap();
    let mut labels = vec![0; n];
    assert_eq!(
        class_labels(m, &mut vec![f64::NAN; 2 * n], &mut labels),
        Ok(100)
    );
    for (i, label) in labels.iter().enumerate() {
        let want = match i {
            0..100 => i as u32,
            100..200 => TRANSIENT,
            _ => (n - 1 - i) as u32,
        };
        assert_eq!(*label, want, "{i}");
    }
}

#[test]
fn wrong_arguments_are_named() {
    let cells = [0.5; 4];
    let m = StochasticMatrix::new(&cells, 2).unwrap();
    let mut labels = [9; 2];
    assert_eq!(
        class_labels(m, &mut [0.0; 3], &mut labels),
        Err(Error::WorkLength)
    );
    assert_eq!(
        class_labels(m, &mut [0.0; 4], &mut labels[..1]),
        Err(Error::Length)
    );
    assert_eq!(labels, [9; 2]);
    assert_eq!(is_irreducible(m, &mut [0.0; 3]), Err(Error::WorkLength));
    assert_eq!(period(m, 0, &mut [0.0; 3]), Err(Error::WorkLength));
    assert_eq!(period(m, 2, &mut [0.0; 4]), Err(Error::StateIndex));
    assert_eq!(is_absorbing(m, 2), Err(Error::StateIndex));
    assert_eq!(
        mixing::second_eigenvalue(m, 0, &mut [0.0; 6]),
        Err(Error::Iterations)
    );
    assert_eq!(
        mixing::second_eigenvalue(m, 9, &mut [0.0; 5]),
        Err(Error::WorkLength)
    );
    assert_eq!(
        mixing::second_eigenvalue_upper(m, 1, &mut [0.0; 7]),
        Err(Error::WorkLength)
    );
}

#[test]
fn periods_of_long_cycles() {
    for n in [2, 3, 30, 64] {
        let mut cells = cycle(n);
        let mut work = vec![f64::NAN; 2 * n];
        let of = |cells: &[f64], work: &mut [f64]| {
            period(StochasticMatrix::new(cells, n).unwrap(), n / 2, work)
        };
        assert_eq!(of(&cells, &mut work), Ok(n));
        // A short cut by two states makes cycles of n and of n - 1.
        if n > 2 {
            (cells[1], cells[2]) = (0.5, 0.5);
            assert_eq!(of(&cells, &mut work), Ok(1));
        }
    }
}
