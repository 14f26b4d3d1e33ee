//! The bound on the mixing time against the powers themselves.
use dpmarkov::Error;
use dpmarkov::chain::mixing_time::{mixing_time_upper, work_len};
use dpmarkov::chain::{StochasticMatrix, stationary};
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Rows of random numbers, some of them tiny, and a step back to the state before so that the chain is irreducible.
fn random_chain(n: usize, seed: u64) -> Vec<f64> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut cells = vec![0.0; n * n];
    for (i, row) in cells.chunks_mut(n).enumerate() {
        for (j, p) in row.iter_mut().enumerate() {
            let u = f64::from(rng.next_u32()) / 4_294_967_296.0;
            *p = u.powi(1 + (seed % 12) as i32) + if j == (i + n - 1) % n { 0.2 } else { 0.0 };
        }
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    cells
}

fn upper(cells: &[f64], n: usize, distance: f64) -> Option<u64> {
    let mut work = vec![0.0; work_len(n)];
    mixing_time_upper(
        StochasticMatrix::new(cells, n).unwrap(),
        distance,
        &mut work,
    )
    .unwrap()
}

/// The least m with TV(P^m's rows, pi) <= distance, one step at a time.
fn least(cells: &[f64], n: usize, distance: f64) -> u64 {
    let mut pi = vec![0.0; n];
    let mut work = vec![0.0; n * n];
    stationary::gth(StochasticMatrix::new(cells, n).unwrap(), &mut work, &mut pi).unwrap();
    let mut power = cells.to_vec();
    for m in 1.. {
        let far = power
            .chunks(n)
            .map(|row| 0.5 * row.iter().zip(&pi).map(|(x, y)| (x - y).abs()).sum::<f64>());
        if far.fold(0.0, f64::max) <= distance {
            return m;
        }
        let mut next = vec![0.0; n * n];
        for (row, out) in power.chunks(n).zip(next.chunks_mut(n)) {
            for (x, p) in row.iter().zip(cells.chunks(n)) {
                for (out, p) in out.iter_mut().zip(p) {
                    *out += x * p;
                }
            }
        }
        power = next;
    }
    unreachable!()
}

#[test]
fn never_below_the_truth_and_not_far_above() {
    for seed in 0..60 {
        let n = 2 + seed as usize % 9;
        let cells = random_chain(n, seed);
        for distance in [0.3, 0.01, 1e-6] {
            let (bound, truth) = (
                upper(&cells, n, distance).unwrap(),
                least(&cells, n, distance),
            );
            assert!(
                bound >= truth,
                "seed {seed} distance {distance}: {bound} < {truth}"
            );
            assert!(
                bound <= 4 * truth + 4,
                "seed {seed} distance {distance}: {bound}, {truth}"
            );
        }
    }
}

#[test]
fn slow_periodic_and_split_chains() {
    // lambda_2 = 1 - 2e-9: ln 0.01/ln lambda_2 = 2.3026e9 steps
    let e = 1e-9;
    let slow = upper(&[1.0 - e, e, e, 1.0 - e], 2, 0.01).unwrap() as f64;
    assert!((2.302e9..5.0e9).contains(&slow), "{slow}");
    assert_eq!(upper(&[0.0, 1.0, 1.0, 0.0], 2, 0.01), None);
    assert_eq!(upper(&[1.0, 0.0, 0.0, 1.0], 2, 0.01), None);
    assert_eq!(upper(&[0.3, 0.7, 0.3, 0.7], 2, 0.01), Some(1));
    // a transient state, then one absorbing one: 0.5^7 < 0.01
    assert_eq!(upper(&[1.0, 0.0, 0.5, 0.5], 2, 0.01), Some(7));
    // period 2 inside the class that a transient state leads to
    assert_eq!(
        upper(&[0.5, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0], 3, 0.01),
        None
    );
}

#[test]
fn wrong_arguments() {
    let p = StochasticMatrix::new(&[0.5, 0.5, 0.5, 0.5], 2).unwrap();
    for distance in [0.0, 1.0, -0.1, f64::NAN] {
        assert_eq!(
            mixing_time_upper(p, distance, &mut [0.0; work_len(2)]),
            Err(Error::Tolerance)
        );
    }
    assert_eq!(
        mixing_time_upper(p, 0.5, &mut [0.0; work_len(2) - 1]),
        Err(Error::WorkLength)
    );
}
