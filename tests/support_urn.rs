//! The urn's claims on a support against the truth: rows of one, two and three cells side by side, every outcome, every neighbour.
//!
//! The claim is taken at the smallest row of two or more cells. No chain on any support of three states may be above it.
use dpmarkov::Error;
use dpmarkov::counts::{Outside, Support};
use dpmarkov::domain::{Epsilon, PolyaParameters, PseudoCount, Releases};
use dpmarkov::mechanism::Polya;
use dpmarkov::privacy::{Adjacency, Guarantee, urn};
use std::collections::{BTreeSet, HashMap};
use support::supports::{all_masks, outsides};
use support::urn_law::{changes, delta, law, product};

mod support;

/// What changes in one row of two or more cells, cell by cell.
type RowChange = Vec<i64>;

/// How neighbours can differ on a support: the rows that change, and the smallest row of two or more cells of the whole support.
fn situations(
    adjacency: Adjacency,
    n: usize,
    masks: &[Vec<u32>],
) -> BTreeSet<(usize, Vec<RowChange>)> {
    let mut found = BTreeSet::new();
    let changes = changes(adjacency, n);
    for mask in masks {
        let support = Support::from_mask(mask, n).expect("a support");
        let Some(fewest) = support.fewest_cells(2) else {
            continue; // every row is 1
        };
        for outside in outsides(&support) {
            for change in &changes {
                let mut cells = vec![0i64; support.cells()];
                for (from, to, by) in change {
                    let at = match (support.position(*from, *to), outside) {
                        (None, Outside::Other(other)) => support.position(*from, other),
                        (at, _) => at,
                    };
                    if let Some(at) = at {
                        cells[at] += by;
                    }
                }
                let mut rows: Vec<RowChange> = (0..n)
                    .map(|from| cells[support.row_range(from).expect("a row")].to_vec())
                    .filter(|row| row.len() > 1 && row.iter().any(|by| *by != 0))
                    .collect();
                // rows and cells have no order of their own
                rows.iter_mut().for_each(|row| row.sort_unstable());
                rows.sort();
                if !rows.is_empty() {
                    found.insert((fewest, rows));
                }
            }
        }
    }
    found
}

/// Counts from which a row may start: none, few, and many in one cell.
fn bases(cells: usize) -> Vec<Vec<u32>> {
    let mut list = vec![vec![0; cells], vec![2; cells]];
    for at in 0..cells {
        let mut one = vec![0; cells];
        one[at] = 1000;
        list.push(one);
    }
    list
}

/// The largest delta of each epsilon over all bases, and the largest loss.
fn truth(
    laws: &mut HashMap<Vec<u32>, Vec<f64>>,
    urn: &PolyaParameters,
    rows: &[RowChange],
    epsilons: &[f64],
) -> (Vec<f64>, f64) {
    let choices: Vec<Vec<Vec<u32>>> = rows.iter().map(|row| bases(row.len())).collect();
    let all: usize = choices.iter().map(Vec::len).product();
    let (mut worst, mut loss) = (vec![0.0_f64; epsilons.len()], 0.0_f64);
    for mut choice in 0..all {
        let mut parts = Vec::new();
        for (row, bases) in rows.iter().zip(&choices) {
            let base = &bases[choice % bases.len()];
            choice /= bases.len();
            // the first log has what is lost, the second what is gained
            let with = |sign: i64| -> Vec<u32> {
                let cells = base.iter().zip(row);
                cells.map(|(c, by)| c + (sign * by).max(0) as u32).collect()
            };
            let mut law_of = |counts: Vec<u32>| {
                let law = || law(&counts, urn);
                laws.entry(counts.clone()).or_insert_with(law).clone()
            };
            parts.push((law_of(with(-1)), law_of(with(1))));
        }
        let pairs = product(&parts);
        for (worst, epsilon) in worst.iter_mut().zip(epsilons) {
            *worst = worst.max(delta(&pairs, *epsilon));
        }
        loss = pairs
            .iter()
            .fold(loss, |most, (p, q)| most.max((p / q).ln()));
    }
    (worst, loss)
}

/// Compares claim and truth in every situation; returns the largest loss over the pure bound.
fn attack(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    situations: &BTreeSet<(usize, Vec<RowChange>)>,
) -> f64 {
    let (mut closest, mut laws) = (0.0_f64, HashMap::new());
    for (fewest, rows) in situations {
        let once = Releases::ONE;
        let pure = urn::pure_epsilon_upper(adjacency, urn, *fewest, once).expect("in range");
        let epsilons = [0.0, 0.1, 0.4, 0.7, 0.9, 0.99, 1.0].map(|x| x * pure);
        let (worst, loss) = truth(&mut laws, urn, rows, &epsilons);
        assert!(
            loss <= pure + 1e-13,
            "{adjacency:?} {urn:?} {rows:?}: {loss} > {pure}"
        );
        closest = closest.max(loss / pure);
        for (truth, epsilon) in worst.into_iter().zip(epsilons) {
            let e = Epsilon::new(epsilon).expect("in range");
            let claim = urn::delta_upper(adjacency, urn, *fewest, once, e).expect("in range");
            // the enumeration itself rounds
            assert!(
                claim >= truth - 1e-14,
                "{adjacency:?} {urn:?} fewest {fewest} {rows:?} eps {epsilon}: {truth:e} > {claim:e}"
            );
        }
    }
    closest
}

fn attack_all(n: usize, masks: &[Vec<u32>], urns: &[(u32, u32, u32)], draws: &[u32], least: usize) {
    for adjacency in Adjacency::ALL {
        let situations = situations(adjacency, n, masks);
        let mut closest = 0.0_f64;
        for (event, prior, draw) in urns {
            for draws in draws {
                let urn = PolyaParameters::new(*event, *prior, *draw, *draws).expect("in range");
                closest = closest.max(attack(adjacency, &urn, &situations));
            }
        }
        println!(
            "{adjacency:?}: {} situations, loss {closest} of the bound",
            situations.len()
        );
        assert!(situations.len() >= least && closest > 0.6);
    }
}

#[test]
fn no_support_is_worse_than_its_smallest_row() {
    let urns = [(1, 1, 1), (1, 3, 1), (40, 10, 1)];
    attack_all(3, &all_masks(3), &urns, &[1, 3], 5);
}

/// Rows of up to four cells: events come to and leave rows of three, some of whose targets are infeasible.
#[test]
fn nor_is_one_of_four_states() {
    let masks: Vec<Vec<u32>> = all_masks(4).into_iter().step_by(97).collect();
    attack_all(4, &masks, &[(1, 1, 1)], &[2], 10);
}

/// Rows of different length: taken at three states, where the smallest row has two cells, the claim would be below the truth.
#[test]
fn at_a_larger_row_the_claim_would_be_false() {
    let urn = PolyaParameters::new(1, 1, 1, 1).expect("in range");
    let rows = [vec![-1, 0, 0], vec![0, 1]];
    let at = |states| {
        urn::pure_epsilon_upper(Adjacency::Event, &urn, states, Releases::ONE).expect("in range")
    };
    let (_, loss) = truth(&mut HashMap::new(), &urn, &rows, &[]);
    assert!(
        loss > at(3) + 0.01 && loss <= at(2),
        "{loss} {} {}",
        at(3),
        at(2)
    );
}

/// The bounds fall with the number of states, so that the smallest row decides: every formula, from two states to 65,535.
#[test]
fn claims_fall_with_the_number_of_states() {
    let sizes = [2, 3, 7, 59, 4096, 65_535];
    for (event, prior, draw, draws) in [
        (1, 1, 1, 1),
        (1, 1, 1, 40),
        (3985, 62963, 12500, 200),
        (3985, 62963, 12500, 20_000),
        (7, 3, 900, 3),
        (32_768, 5, 1, 50),
    ] {
        let urn = PolyaParameters::new(event, prior, draw, draws).expect("in range");
        for (adjacency, releases) in Adjacency::ALL.into_iter().flat_map(|a| [(a, 1), (a, 3)]) {
            let t = Releases::new(releases).expect("in range");
            let pure = |n| urn::pure_epsilon_upper(adjacency, &urn, n, t).expect("in range");
            for pair in sizes.windows(2) {
                // rounded up by at most 4e-15, and a few parts in 1e13 beyond 8,192 draws
                assert!(pure(pair[1]) <= pure(pair[0]) * (1.0 + 1e-12));
                for part in [0.0, 0.6, 0.95] {
                    let e = Epsilon::new(part * pure(pair[0])).expect("in range");
                    let claim = |n| urn::delta_upper(adjacency, &urn, n, t, e).expect("in range");
                    let (small, large) = (claim(pair[0]), claim(pair[1]));
                    assert!(
                        large <= small * (1.0 + 2e-10) + 1e-13,
                        "{adjacency:?} x {releases} {urn:?} {pair:?} {part}: {large:e} > {small:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_urn_for_larger_rows_is_refused() {
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1).expect("in range");
    let of = |states| {
        Polya::new(
            guarantee,
            states,
            PseudoCount::new(30.0).expect("in range"),
            50,
        )
    };
    // rows of 3, 2 and 1 cells
    let support = Support::from_csr(&[0, 3, 5, 6], &[0, 1, 2, 0, 1, 2], 3).expect("a support");
    assert_eq!(support.fewest_cells(2), Some(2));
    assert_eq!(
        of(3).expect("reachable").covers(&support),
        Err(Error::GuaranteeNotMet)
    );
    assert_eq!(of(2).expect("reachable").covers(&support), Ok(()));
    // rows of one cell alone: nothing to protect
    let fixed = Support::from_csr(&[0, 1, 2, 3], &[1, 2, 0], 3).expect("a support");
    assert_eq!(fixed.fewest_cells(2), None);
    assert_eq!(of(65_535).expect("reachable").covers(&fixed), Ok(()));
}
