//! Releases on a support: bit for bit the dense ones where it is full, ones in rows of one cell, and nothing written on a refusal.
use dpmarkov::chain::SparseMatrix;
use dpmarkov::counts::{Counts, SparseCounts, Support};
use dpmarkov::domain::{Floor, PseudoCount};
use dpmarkov::mechanism::{
    Dirichlet, DirichletRows, Gaussian, Geometric, Polya, PublishedDirichlet, polya_work_len,
};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, generator::POSITION_END};
use dpmarkov::{Error, Result};
use proptest::prelude::*;
use support::supports::{compressed, mask_of, rows};

mod support;

fn guarantee() -> Guarantee {
    Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("valid")
}

/// The mechanisms that take any row, each as one call; states for the urn's bound.
#[derive(Clone, Copy, Debug)]
enum Mechanism {
    Dirichlet(Dirichlet),
    Geometric(Geometric),
    Gaussian(Gaussian),
    Polya(Polya),
}

impl Mechanism {
    fn all() -> [Mechanism; 4] {
        let polya = Polya::new(guarantee(), 2, PseudoCount::new(15.8).expect("valid"), 60);
        let dirichlet = Dirichlet::new(guarantee(), PseudoCount::new(15.8).expect("valid"));
        [
            Mechanism::Dirichlet(dirichlet.expect("reachable")),
            Mechanism::Geometric(Geometric::new(guarantee()).expect("reachable")),
            Mechanism::Gaussian(Gaussian::new(guarantee()).expect("reachable")),
            Mechanism::Polya(polya.expect("reachable")),
        ]
    }

    fn sparse<'m>(
        &self,
        rng: &mut Generator,
        counts: SparseCounts<'m, '_>,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>> {
        let most = counts.support().most_cells();
        let (mut noise, mut work) = (vec![0; most], vec![0; polya_work_len(most)]);
        let floor = Floor::new(300).expect("valid");
        match self {
            Mechanism::Dirichlet(m) => m.release_sparse(rng, counts, values),
            Mechanism::Geometric(m) => m.release_sparse(rng, counts, floor, &mut noise, values),
            Mechanism::Gaussian(m) => m.release_sparse(rng, counts, floor, &mut noise, values),
            Mechanism::Polya(m) => m.release_sparse(rng, counts, &mut work, values),
        }
    }

    /// A dense row of any number of cells.
    fn row(&self, rng: &mut Generator, counts: &[u32], row: &mut [f64]) -> Result<()> {
        let (mut noise, mut work) = (vec![0; counts.len()], vec![0; polya_work_len(counts.len())]);
        let floor = Floor::new(300).expect("valid");
        match self {
            Mechanism::Dirichlet(m) => m.release_row(rng, counts, row),
            Mechanism::Geometric(m) => m.release_row(rng, counts, floor, &mut noise, row),
            Mechanism::Gaussian(m) => m.release_row(rng, counts, floor, &mut noise, row),
            // the same masses, for as many states as the row has
            Mechanism::Polya(m) => {
                let own = Polya::checked(*m.guarantee(), counts.len(), *m.parameters())?;
                own.release_row(rng, counts, &mut work, row)
            }
        }
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn on_the_full_support_the_dense_release_bit_for_bit() {
    for n in [2, 5, 33] {
        let cells: Vec<u32> = (0..n * n).map(|i| (i * i % 91) as u32).collect();
        let dense = Counts::new(&cells, n).expect("cells");
        let every = vec![(0..n).collect(); n];
        let mask = mask_of(&every);
        let (starts, targets) = compressed(&every);
        for support in [
            Support::full(n).expect("full"),
            Support::from_mask(&mask, n).expect("a mask"),
            Support::from_csr(&starts, &targets, n).expect("rows"),
        ] {
            let counts = SparseCounts::new(support, &cells).expect("cells");
            for mechanism in Mechanism::all() {
                let (mut values, mut matrix) = (vec![0.0; n * n], vec![0.0; n * n]);
                let mut rng = Generator::from_seed_for_tests([5; 32], 3);
                mechanism
                    .sparse(&mut rng, counts, &mut values)
                    .expect("released");
                let mut again = Generator::from_seed_for_tests([5; 32], 3);
                let (mut noise, mut work) = (vec![0; n], vec![0; polya_work_len(n)]);
                let floor = Floor::new(300).expect("valid");
                match mechanism {
                    Mechanism::Dirichlet(m) => m.release_chain(&mut again, dense, &mut matrix),
                    Mechanism::Geometric(m) => {
                        m.release_chain(&mut again, dense, floor, &mut noise, &mut matrix)
                    }
                    Mechanism::Gaussian(m) => {
                        m.release_chain(&mut again, dense, floor, &mut noise, &mut matrix)
                    }
                    Mechanism::Polya(m) => Polya::checked(*m.guarantee(), n, *m.parameters())
                        .expect("met")
                        .release_chain(&mut again, dense, &mut work, &mut matrix),
                }
                .expect("released");
                assert_eq!(bits(&values), bits(&matrix), "{mechanism:?}");
                assert_eq!(rng.position(), again.position());
            }
        }
    }
}

#[test]
fn noisy_counts_of_the_full_support() {
    let (n, cells) = (3, [5, 0, 9, 1, 1, 1, 0, 0, 70]);
    let counts = SparseCounts::new(Support::full(n).expect("full"), &cells).expect("cells");
    let (mut sparse, mut dense) = ([0; 9], [0; 9]);
    let mechanism = Geometric::new(guarantee()).expect("reachable");
    let mut rng = Generator::from_seed_for_tests([5; 32], 3);
    mechanism
        .release_sparse_counts(&mut rng, counts, &mut sparse)
        .expect("released");
    let mut again = Generator::from_seed_for_tests([5; 32], 3);
    mechanism
        .release_counts(&mut again, &cells, &mut dense)
        .expect("released");
    assert_eq!(sparse, dense);
    let gaussian = Gaussian::new(guarantee()).expect("reachable");
    gaussian
        .release_sparse_counts(&mut rng, counts, &mut sparse)
        .expect("released");
    gaussian
        .release_counts(&mut again, &cells, &mut dense)
        .expect("released");
    assert_eq!(sparse, dense);
}

proptest! {
    /// A chain is its rows: those of two cells and more from the dense release of a row, the others 1, in both forms of the support.
    #[test]
    fn row_by_row(rows in rows(2..20), seed in any::<u8>(), first in any::<u16>()) {
        let n = rows.len();
        let mask = mask_of(&rows);
        let (starts, targets) = compressed(&rows);
        let a = Support::from_mask(&mask, n).expect("a mask");
        let b = Support::from_csr(&starts, &targets, n).expect("rows");
        let cells: Vec<u32> = (0..a.cells() as u32).map(|i| i.wrapping_mul(2_654_435_761) % (u32::from(first) + 1)).collect();
        for mechanism in Mechanism::all() {
            let (mut x, mut y) = (vec![0.0; cells.len()], vec![0.0; cells.len()]);
            let mut rng = Generator::from_seed_for_tests([seed; 32], 0);
            let chain = mechanism.sparse(&mut rng, SparseCounts::new(a, &cells).expect("cells"), &mut x).expect("released");
            for (from, row) in chain.rows() .map(|(_, row)| row).enumerate() {
                prop_assert_eq!(row.iter().sum::<f64>(), 1.0);
                prop_assert!(row.iter().all(|p| *p > 0.0));
                prop_assert_eq!(Some(row), chain.row(from));
            }
            let mut again = Generator::from_seed_for_tests([seed; 32], 0);
            mechanism.sparse(&mut again, SparseCounts::new(b, &cells).expect("cells"), &mut y).expect("released");
            prop_assert_eq!(bits(&x), bits(&y));
            let mut again = Generator::from_seed_for_tests([seed; 32], 0);
            for from in 0..n {
                let range = a.row_range(from).expect("a row");
                let mut row = vec![1.0; range.len()];
                if row.len() > 1 {
                    mechanism.row(&mut again, &cells[range.clone()], &mut row).expect("released");
                }
                prop_assert_eq!(bits(&x[range]), bits(&row));
            }
            prop_assert_eq!(rng.position(), again.position());
        }
    }
}

/// 0 -> 0, 1;  1 -> 2;  2 -> 0, 1, 2
fn three() -> Support<'static> {
    Support::from_csr(&[0, 2, 3, 6], &[0, 1, 2, 0, 1, 2], 3).expect("a support")
}

#[test]
fn refusals_write_nothing() {
    let cells = [40, 2, 7, 1, 1, 1];
    let counts = SparseCounts::new(three(), &cells).expect("cells");
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut used_up = Generator::from_parts(&[1; 32], 0, POSITION_END - 1).expect("one word");
    used_up.next_u64();
    for mechanism in Mechanism::all() {
        for len in [0, 5, 7, 9] {
            let mut values = vec![0.5; len];
            let refused = mechanism.sparse(&mut rng, counts, &mut values).err();
            assert_eq!(refused, Some(Error::Length), "{mechanism:?}");
            assert!(values.iter().all(|x| *x == 0.5));
        }
        let mut values = [0.5; 6];
        let refused = mechanism.sparse(&mut used_up, counts, &mut values).err();
        assert_eq!(refused, Some(Error::StreamExhausted));
        assert_eq!(values, [0.5; 6]);
    }
    let mut values = [0.5; 6];
    let floor = Floor::NONE;
    let short = [
        Geometric::new(guarantee()).and_then(|m| {
            m.release_sparse(&mut rng, counts, floor, &mut [0; 2], &mut values)
                .map(|_| ())
        }),
        Gaussian::new(guarantee()).and_then(|m| {
            m.release_sparse(&mut rng, counts, floor, &mut [0; 2], &mut values)
                .map(|_| ())
        }),
        Polya::new(guarantee(), 2, PseudoCount::new(15.8).expect("valid"), 60).and_then(|m| {
            m.release_sparse(&mut rng, counts, &mut [0; 14], &mut values)
                .map(|_| ())
        }),
    ];
    assert_eq!(short, [Err(Error::WorkLength); 3]);
    // an urn whose bound was taken at three states
    let refused =
        Polya::new(guarantee(), 3, PseudoCount::new(15.8).expect("valid"), 60).and_then(|m| {
            m.release_sparse(&mut rng, counts, &mut [0; 15], &mut values)
                .map(|_| ())
        });
    assert_eq!(refused, Err(Error::GuaranteeNotMet));
    assert_eq!(values, [0.5; 6]);
    let mut noisy = [7; 5];
    for refused in [
        Geometric::new(guarantee())
            .and_then(|m| m.release_sparse_counts(&mut rng, counts, &mut noisy)),
        Gaussian::new(guarantee())
            .and_then(|m| m.release_sparse_counts(&mut rng, counts, &mut noisy)),
    ] {
        assert_eq!(refused, Err(Error::Length));
    }
    assert_eq!(noisy, [7; 5]);
    let parameters = [DirichletParameters::new(0.3, 15.8).expect("valid"); 2];
    let rows = DirichletRows::checked(guarantee(), &parameters).expect("met");
    assert_eq!(
        rows.release_sparse(&mut rng, counts, &mut values).err(),
        Some(Error::Length)
    );
}

#[test]
fn rows_with_parameters_of_their_own() {
    let cells = [40, 2, 7, 1, 1, 1];
    let counts = SparseCounts::new(three(), &cells).expect("cells");
    let parameters = [(0.3, 15.8), (0.01, 900.0), (0.1, 30.0)]
        .map(|(w, a)| DirichletParameters::new(w, a).expect("valid"));
    let mechanism = DirichletRows::checked(guarantee(), &parameters).expect("met");
    let mut values = [0.0; 6];
    let mut rng = Generator::from_seed_for_tests([9; 32], 0);
    mechanism
        .release_sparse(&mut rng, counts, &mut values)
        .expect("released");
    let mut again = Generator::from_seed_for_tests([9; 32], 0);
    let mut expected = [1.0; 6];
    let mut one = |p: DirichletParameters, range: std::ops::Range<usize>| {
        let m = Dirichlet::checked(guarantee(), p).expect("met");
        let row = &mut expected[range.clone()];
        m.release_row(&mut again, &cells[range], row)
            .expect("released");
    };
    one(parameters[0], 0..2);
    one(parameters[2], 3..6);
    assert_eq!(bits(&values), bits(&expected));
}

/// [A, Theorem 1] row by row: its own n_i, eta_i, N_i; rows of two cells are outside it.
#[test]
fn the_published_form() {
    let support = Support::from_csr(&[0, 3, 4, 8, 11], &[0, 1, 2, 2, 0, 1, 2, 3, 0, 2, 3], 4);
    let support = support.expect("a support");
    let cells = [40, 30, 30, 17, 20, 20, 20, 20, 500, 300, 200];
    let counts = SparseCounts::new(support, &cells).expect("cells");
    let of = |k, eta, total, n| PublishedDirichlet::new(k, eta, total, n).expect("valid");
    let rows = [
        of(25.0, 0.1, 100, 3),
        of(15.0, 0.2, 80, 4),
        of(40.0, 0.15, 1000, 3),
    ];
    let mut values = [0.5; 11];
    let mut rng = Generator::from_seed_for_tests([9; 32], 0);
    let mut try_with = |rows: &[PublishedDirichlet], counts: SparseCounts<'_, '_>| {
        let mut values = [0.5; 11];
        let values = &mut values[..counts.support().cells()];
        let done = PublishedDirichlet::release_sparse(rows, &mut rng, counts, values).err();
        assert!(done.is_none() || values.iter().all(|x| *x == 0.5));
        done
    };
    assert_eq!(try_with(&rows, counts), None);
    assert_eq!(try_with(&rows[..2], counts), Some(Error::Length));
    assert_eq!(
        try_with(&[rows[0], rows[1], rows[2], rows[2]], counts),
        Some(Error::Length)
    );
    assert_eq!(
        try_with(&[rows[1], rows[0], rows[2]], counts),
        Some(Error::Length)
    );
    assert_eq!(
        try_with(&[rows[0], rows[1], rows[0]], counts),
        Some(Error::RowTotal)
    );
    let mut low = cells;
    (low[8], low[10]) = (560, 140);
    let low = SparseCounts::new(support, &low).expect("cells");
    assert_eq!(try_with(&rows, low), Some(Error::BelowBorder));
    let two = SparseCounts::new(three(), &[40, 2, 7, 1, 1, 1]).expect("cells");
    assert_eq!(try_with(&rows[..2], two), Some(Error::PublishedStates));
    // each row as its own mechanism releases it
    let mut rng = Generator::from_seed_for_tests([4; 32], 0);
    PublishedDirichlet::release_sparse(&rows, &mut rng, counts, &mut values).expect("released");
    let mut again = Generator::from_seed_for_tests([4; 32], 0);
    let mut expected = [1.0; 11];
    for (mechanism, range) in rows.iter().zip([0..3, 4..8, 8..11]) {
        let row = &mut expected[range.clone()];
        mechanism
            .release_row(&mut again, &cells[range], row)
            .expect("released");
    }
    assert_eq!(bits(&values), bits(&expected));
}

/// 65,535 states, two or three cells a row: half a megabyte of counts where the dense table would take 17 gigabytes.
#[test]
fn the_most_states() {
    let n = 65_535;
    let rows: Vec<Vec<usize>> = (0..n)
        .map(|i| {
            let mut row = vec![i, (i + 1) % n];
            row.extend((i % 3 == 0).then_some((i + 777) % n));
            row.sort_unstable();
            row
        })
        .collect();
    let (starts, targets) = compressed(&rows);
    let support = Support::from_csr(&starts, &targets, n).expect("a support");
    let cells: Vec<u32> = (0..support.cells() as u32).map(|i| i % 1000).collect();
    let counts = SparseCounts::new(support, &cells).expect("cells");
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut values = vec![0.0; cells.len()];
    for mechanism in Mechanism::all() {
        let chain = mechanism
            .sparse(&mut rng, counts, &mut values)
            .expect("released");
        assert!(chain.rows().all(|(_, row)| row.iter().sum::<f64>() == 1.0));
        assert_eq!(chain.get(65_534, 1), Some(0.0));
    }
    let mut noisy = vec![0; cells.len()];
    assert!(noisy.len() > 65_535);
    let geometric = Geometric::new(guarantee()).expect("reachable");
    geometric
        .release_sparse_counts(&mut rng, counts, &mut noisy)
        .expect("released");
    // a wide row: all 65,535 states from the first, one from every other
    let wide: Vec<Vec<usize>> = (0..n)
        .map(|i| if i == 0 { (0..n).collect() } else { vec![0] })
        .collect();
    let (starts, targets) = compressed(&wide);
    let support = Support::from_csr(&starts, &targets, n).expect("a support");
    let cells = vec![3; support.cells()];
    let counts = SparseCounts::new(support, &cells).expect("cells");
    let mut values = vec![0.0; cells.len()];
    for mechanism in Mechanism::all() {
        let chain = mechanism
            .sparse(&mut rng, counts, &mut values)
            .expect("released");
        assert!(chain.as_slice().iter().skip(n).all(|p| *p == 1.0));
    }
}
