//! Chains on a support: checked, expanded, stepped; and what follows from released integers.
use dpmarkov::Error;
use dpmarkov::chain::{SparseMatrix, StochasticMatrix};
use dpmarkov::counts::{SparseCounts, Support};
use dpmarkov::domain::{Floor, PseudoCount};
use dpmarkov::mechanism::{Geometric, Polya, noisy, polya_work_len};
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;

fn guarantee() -> Guarantee {
    Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("valid")
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

/// 0 -> 0, 1;  1 -> 2;  2 -> 0, 1, 2
fn three() -> Support<'static> {
    Support::from_csr(&[0, 2, 3, 6], &[0, 1, 2, 0, 1, 2], 3).expect("a support")
}

#[test]
fn sparse_matrices_are_checked() {
    let good = [0.25, 0.75, 1.0, 0.5, 0.25, 0.25];
    let matrix = SparseMatrix::new(three(), &good).expect("stochastic");
    let mut dense = [f64::NAN; 9];
    let expanded = matrix.expand(&mut dense).expect("nine");
    let expected = [0.25, 0.75, 0.0, 0.0, 0.0, 1.0, 0.5, 0.25, 0.25];
    assert_eq!(
        expanded,
        StochasticMatrix::new(&expected, 3).expect("stochastic")
    );
    for from in 0..4 {
        for to in 0..4 {
            let dense = expanded.row(from).and_then(|row| row.get(to)).copied();
            assert_eq!(matrix.get(from, to), dense);
        }
    }
    let (x, mut out) = ([0.5, 0.25, 0.25], [0.0; 3]);
    matrix.step(&x, &mut out).expect("three");
    assert_eq!(out, [0.25, 0.4375, 0.3125]);
    assert_eq!(matrix.step(&x[..2], &mut out), Err(Error::Length));
    assert_eq!(matrix.step(&x, &mut [0.0; 2]), Err(Error::Length));
    let mut short = [0.5; 8];
    assert_eq!(matrix.expand(&mut short).err(), Some(Error::Length));
    assert_eq!(short, [0.5; 8]);
    assert_eq!(
        SparseMatrix::new(three(), &good[..5]).err(),
        Some(Error::Length)
    );
    for (at, value) in [(2, 0.999), (0, f64::NAN), (1, -0.75), (3, f64::INFINITY)] {
        let mut bad = good;
        bad[at] = value;
        assert_eq!(
            SparseMatrix::new(three(), &bad).err(),
            Some(Error::NotStochastic)
        );
    }
}

/// What a row of noisy counts becomes does not depend on how the support was given.
#[test]
fn rows_of_noisy_counts() {
    let cells = [40, 2, 7, 1, 1, 1];
    let counts = SparseCounts::new(three(), &cells).expect("cells");
    let mechanism = Geometric::new(guarantee()).expect("reachable");
    let mut noisy_cells = [0; 6];
    let mut rng = Generator::from_seed_for_tests([2; 32], 0);
    mechanism
        .release_sparse_counts(&mut rng, counts, &mut noisy_cells)
        .expect("released");
    // the cell of a one-cell row has noise like every other: unbiased around 7
    let mut sum = 0.0;
    for stream in 0..4000 {
        let mut rng = Generator::from_seed_for_tests([2; 32], stream);
        mechanism
            .release_sparse_counts(&mut rng, counts, &mut noisy_cells)
            .expect("released");
        sum += (noisy_cells[2] - 7) as f64;
    }
    let deviation = noisy::geometric_deviation(mechanism.rate());
    let mean = sum / 4000.0;
    assert!(mean.abs() < 5.0 * deviation / 4000.0_f64.sqrt(), "{mean}");
    assert!(deviation > 1.0);
}

/// The integers of a chain, and the chain that is computed from them.
#[test]
fn chains_follow_from_their_integers() {
    // rows of two and three cells: noise is drawn for every one of them, in the same order
    let support = Support::from_csr(&[0, 2, 5, 7], &[0, 1, 0, 1, 2, 1, 2], 3).expect("a support");
    let cells = [40, 2, 7, 1, 1, 1, 900];
    let counts = SparseCounts::new(support, &cells).expect("cells");
    let floor = Floor::new(300).expect("valid");
    let (mut direct, mut values, mut noise) = ([0.0; 7], [0.0; 7], [0; 7]);
    let rng = || Generator::from_seed_for_tests([8; 32], 0);
    let geometric = Geometric::new(guarantee()).expect("reachable");
    let mut work = [0; 3];
    let made = geometric.release_sparse(&mut rng(), counts, floor, &mut work, &mut direct);
    made.expect("released");
    geometric
        .release_sparse_counts(&mut rng(), counts, &mut noise)
        .expect("released");
    noisy::to_sparse(support, &noise, floor, &mut values).expect("in range");
    assert_eq!(bits(&direct), bits(&values));
    // one-cell rows too: nothing is drawn for them
    let counts = SparseCounts::new(three(), &cells[..6]).expect("cells");
    let polya = Polya::new(guarantee(), 2, PseudoCount::new(15.8).expect("valid"), 60);
    let polya = polya.expect("reachable");
    let mut work = [0; polya_work_len(3)];
    let (direct, values) = (&mut direct[..6], &mut values[..6]);
    polya
        .release_sparse(&mut rng(), counts, &mut work, direct)
        .expect("released");
    let mut tallies = [0; 6];
    let made = polya.release_sparse_tallies(&mut rng(), counts, &mut work[..12], &mut tallies);
    made.expect("released");
    assert_eq!((tallies[2], tallies.iter().sum::<u32>()), (60, 180));
    polya
        .sparse_of_tallies(three(), &tallies, values)
        .expect("sums");
    assert_eq!(bits(direct), bits(values));
    // refused, and nothing written
    let mut out = [0.5; 6];
    tallies[0] ^= 1;
    assert_eq!(
        polya.sparse_of_tallies(three(), &tallies, &mut out).err(),
        Some(Error::Domain)
    );
    let short = polya
        .sparse_of_tallies(three(), &tallies[..5], &mut out)
        .err();
    assert_eq!(short, Some(Error::Length));
    let short = polya.release_sparse_tallies(&mut rng(), counts, &mut work[..11], &mut tallies);
    assert_eq!(short, Err(Error::WorkLength));
    let far = [0, 0, i64::MIN, 0, 0, 0];
    assert_eq!(
        noisy::to_sparse(three(), &far, floor, &mut out).err(),
        Some(Error::Domain)
    );
    assert_eq!(
        noisy::to_sparse(three(), &far[..5], floor, &mut out).err(),
        Some(Error::Length)
    );
    assert_eq!(out, [0.5; 6]);
}
