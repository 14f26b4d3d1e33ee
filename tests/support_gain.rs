//! A network of 263 zones in which a zone leads to 13 others (5 %) does not pay for the other 95 %: the same log, the same guarantee, on the
//! support and on all 69,169 cells.
use dpmarkov::counts::{Outside, SparseCounts, SparseCountsMut, Support};
use dpmarkov::domain::{ExpectedRowTotal, Floor};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, polya_work_len};
use dpmarkov::plan::{Kind, offer};
use dpmarkov::privacy::{Adjacency, Guarantee, MechanismParameters};
use dpmarkov::random::Generator;
use support::supports::compressed;

mod support;

const ZONES: usize = 263;
const NEXT: usize = 13;
const EVENTS: u32 = 2000;

/// Zones on a torus of streets: each leads to itself and to 12 others near it.
fn network() -> Vec<Vec<usize>> {
    let steps = [0, 1, 2, 3, 16, 17, 18, 33, 245, 246, 247, 261, 262];
    let row = |i: usize| {
        let mut row: Vec<usize> = steps.iter().map(|s| (i + s) % ZONES).collect();
        row.sort_unstable();
        row
    };
    (0..ZONES).map(row).collect()
}

/// About 2,000 events a row, most of them to a few of its targets.
fn log(support: Support<'_>) -> Vec<u32> {
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut cells = vec![0; support.cells()];
    let mut counts = SparseCountsMut::new(support, Outside::Refuse, &mut cells).expect("cells");
    for from in 0..ZONES {
        let weights: Vec<f64> = (0..NEXT).map(|_| rng.uniform().powi(3)).collect();
        let total: f64 = weights.iter().sum();
        for (to, weight) in support.row(from).expect("a row").zip(weights) {
            let count = (f64::from(EVENTS) * weight / total) as u32;
            counts.record(from, to, count).expect("feasible");
        }
    }
    cells
}

/// Mean total variation of a row of the released chain.
fn error(
    kind: Kind,
    guarantee: &Guarantee,
    row_cells: usize,
    counts: SparseCounts<'_, '_>,
    releases: u64,
) -> f64 {
    let total = ExpectedRowTotal::new(f64::from(EVENTS)).expect("in range");
    let offered = offer(kind, guarantee, row_cells, total).expect("reachable");
    let support = counts.support();
    let mut values = vec![0.0; support.cells()];
    let (mut noise, mut work) = (vec![0; ZONES], vec![0; polya_work_len(ZONES)]);
    let mut sum = 0.0;
    for stream in 0..releases {
        let rng = &mut Generator::from_seed_for_tests([2; 32], stream);
        let (g, f, v) = (*guarantee, Floor::NONE, &mut values);
        match offered.parameters {
            MechanismParameters::Dirichlet(p) => {
                Dirichlet::checked(g, p).and_then(|m| m.release_sparse(rng, counts, v).map(|_| ()))
            }
            MechanismParameters::Polya(p, n) => Polya::checked(g, n, p)
                .and_then(|m| m.release_sparse(rng, counts, &mut work, v).map(|_| ())),
            MechanismParameters::Geometric(r) => Geometric::checked(g, r)
                .and_then(|m| m.release_sparse(rng, counts, f, &mut noise, v).map(|_| ())),
            MechanismParameters::Gaussian(r) => Gaussian::checked(g, r)
                .and_then(|m| m.release_sparse(rng, counts, f, &mut noise, v).map(|_| ())),
        }
        .expect("released");
        for from in 0..ZONES {
            let range = support.row_range(from).expect("a row");
            let row = counts.row(from).expect("a row");
            let events = counts.row_total(from).expect("a row") as f64;
            let distance = row.iter().zip(&values[range]);
            let distance = distance.map(|(c, p)| (f64::from(*c) / events - p).abs());
            sum += 0.5 * distance.sum::<f64>();
        }
    }
    sum / (releases as f64 * ZONES as f64)
}

#[test]
fn the_other_95_percent_cost_nothing() {
    let (starts, targets) = compressed(&network());
    let support = Support::from_csr(&starts, &targets, ZONES).expect("a support");
    assert_eq!(support.cells(), ZONES * NEXT);
    let cells = log(support);
    let sparse = SparseCounts::new(support, &cells).expect("cells");
    // the same log with every transition feasible
    let full = Support::full(ZONES).expect("full");
    let mut all = vec![0; full.cells()];
    let mut dense = SparseCountsMut::new(full, Outside::Refuse, &mut all).expect("cells");
    for (from, row) in sparse.rows().enumerate() {
        for (to, count) in support.row(from).expect("a row").zip(row) {
            dense.record(from, to, *count).expect("feasible");
        }
    }
    let dense = dense.as_counts();
    println!("mechanism   epsilon  support    full   ratio");
    for (epsilon, releases) in [(0.2, 1), (1.0, 1)] {
        let guarantee = Guarantee::new(Adjacency::Event, epsilon, 1e-6, 1).expect("valid");
        for (kind, least) in [
            (Kind::Dirichlet, 5.0),
            (Kind::Polya, 3.0),
            (Kind::Geometric, 3.0),
            (Kind::Gaussian, 3.0),
        ] {
            let on = error(kind, &guarantee, NEXT, sparse, releases);
            let off = error(kind, &guarantee, ZONES, dense, releases);
            println!(
                "{:<10} {epsilon:>8} {on:>8.4} {off:>7.4} {:>7.2}",
                kind.name(),
                off / on
            );
            assert!(off > least * on, "{kind:?}: {off} against {on}");
        }
    }
    // counts, released values and the support itself, in bytes
    let compressed = 4 * starts.len() + 2 * targets.len();
    let on = support.cells() * (4 + 8) + compressed;
    let off = full.cells() * (4 + 8);
    println!("bytes: {on} against {off}");
    assert!(15 * on < off);
}
