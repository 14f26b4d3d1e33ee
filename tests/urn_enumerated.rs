//! The urn's claims against the truth: small chains, every outcome of every release, every neighbour.
//!
//! The law of a row's tallies is a product of rising factorials, so delta(epsilon) of two logs is a finite sum. No claim may be below it:
//! under no adjacency, for no counts, whether the event moves inside a row or between rows.
use dpmarkov::domain::{Epsilon, PolyaParameters, Releases};
use dpmarkov::privacy::{Adjacency, urn};
use std::collections::HashMap;
use support::urn_law::{changes, delta, law, product};

mod support;

/// The largest delta over all neighbours whose rows start from `bases`, for each epsilon; and the largest loss.
fn truth(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    bases: &[Vec<u32>],
    releases: u32,
    epsilons: &[f64],
) -> (Vec<f64>, f64) {
    let n = bases[0].len();
    let mut laws: HashMap<Vec<u32>, Vec<f64>> = HashMap::new();
    let mut law_of = |counts: Vec<u32>| {
        laws.entry(counts.clone())
            .or_insert_with(|| law(&counts, urn))
            .clone()
    };
    let (mut worst, mut loss) = (vec![0.0_f64; epsilons.len()], 0.0_f64);
    for change in changes(adjacency, n) {
        let mut rows: Vec<usize> = change.iter().map(|(i, _, _)| *i).collect();
        rows.sort_unstable();
        rows.dedup();
        for choice in 0..bases.len().pow(rows.len() as u32) {
            let mut parts = Vec::new();
            for (place, row) in rows.iter().enumerate() {
                let base = &bases[choice / bases.len().pow(place as u32) % bases.len()];
                // the first log has what is lost, the second what is gained
                let (mut first, mut second) = (base.clone(), base.clone());
                let mut net = vec![0; n];
                let here = change.iter().filter(|(i, _, _)| i == row);
                here.for_each(|(_, j, by)| net[*j] += by);
                for (j, by) in net.iter().enumerate() {
                    let by: i64 = *by;
                    first[j] += (-by).max(0) as u32;
                    second[j] += by.max(0) as u32;
                }
                if first != second {
                    for _ in 0..releases {
                        parts.push((law_of(first.clone()), law_of(second.clone())));
                    }
                }
            }
            let pairs = product(&parts);
            for (worst, epsilon) in worst.iter_mut().zip(epsilons) {
                *worst = worst.max(delta(&pairs, *epsilon));
            }
            for (p, q) in pairs {
                loss = loss.max((p / q).ln());
            }
        }
    }
    (worst, loss)
}

/// Compares claim and truth; returns the largest truth/claim, and the largest loss over the pure bound.
fn attack(
    adjacency: Adjacency,
    urn: &PolyaParameters,
    bases: &[Vec<u32>],
    releases: u32,
) -> (f64, f64) {
    let n = bases[0].len();
    let t = Releases::new(releases).expect("in range");
    let pure = urn::pure_epsilon_upper(adjacency, urn, n, t).expect("in range");
    let parts = [0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.999, 1.0, 1.5];
    let mut epsilons = parts.map(|x| x * pure).to_vec();
    epsilons.push(2.0_f64.ln());
    let (worst, loss) = truth(adjacency, urn, bases, releases, &epsilons);
    assert!(
        loss <= pure + 1e-13,
        "{adjacency:?} {urn:?} {releases}: loss {loss} above {pure}"
    );
    let mut attained = 0.0_f64;
    for (truth, epsilon) in worst.into_iter().zip(epsilons) {
        let e = Epsilon::new(epsilon).expect("in range");
        let claim = urn::delta_upper(adjacency, urn, n, t, e).expect("in range");
        // the enumeration itself rounds
        assert!(
            claim >= truth - 1e-14,
            "{adjacency:?} {urn:?} {releases} eps {epsilon}: {truth:e} above the claim {claim:e}"
        );
        assert!(epsilon < pure || claim == 0.0);
        if claim > 1e-9 {
            attained = attained.max(truth / claim);
        }
    }
    (attained, loss / pure)
}

/// Masses (event, prior, draw).
const MASSES: [(u32, u32, u32); 7] = [
    (1, 1, 1),
    (2, 1, 1),
    (1, 3, 1),
    (1, 2, 4),
    (5, 1, 7),
    (3985, 62963, 12500),
    (40, 10, 1),
];

fn all_urns(draws: impl Iterator<Item = u32> + Clone, check: impl Fn(&PolyaParameters)) {
    for (event, prior, draw) in MASSES {
        for m in draws.clone() {
            check(&PolyaParameters::new(event, prior, draw, m).expect("in range"));
        }
    }
}

fn vectors(n: usize, values: &[u32]) -> Vec<Vec<u32>> {
    (0..values.len().pow(n as u32))
        .map(|i| {
            let digit = |j: usize| values[i / values.len().pow(j as u32) % values.len()];
            (0..n).map(digit).collect()
        })
        .collect()
}

#[test]
fn two_states() {
    let bases = vectors(2, &[0, 1, 2, 5, 1000, 100_000]);
    for adjacency in Adjacency::ALL {
        all_urns([1, 2, 3, 6].into_iter(), |urn| {
            let (attained, loss) = attack(adjacency, urn, &bases, 1);
            assert!(
                loss > 0.6,
                "{adjacency:?} {urn:?}: a pure bound far off: {loss}"
            );
            if adjacency == Adjacency::Destination {
                // the dominating pair is this very pair of rows
                assert!(attained > 1.0 - 1e-9, "{urn:?}: {attained}");
                assert!(loss > 1.0 - 1e-12, "{urn:?}: {loss}");
            }
            if adjacency == Adjacency::AddRemove {
                assert!(loss > 0.99, "{urn:?}: {loss}");
            }
        });
    }
}

#[test]
fn three_states() {
    let bases = vectors(3, &[0, 7]);
    let few = [vec![0, 0, 0], vec![0, 0, 3000], vec![2, 0, 1]];
    for adjacency in Adjacency::ALL {
        all_urns([1, 2, 3].into_iter(), |urn| {
            let bases = if matches!(adjacency, Adjacency::Visit | Adjacency::VisitPresence) {
                &few[..]
            } else {
                &bases[..]
            };
            attack(adjacency, urn, bases, 1);
        });
    }
}

#[test]
fn several_releases() {
    let bases = vectors(2, &[0, 3, 1000]);
    for adjacency in Adjacency::ALL {
        all_urns([1, 2].into_iter(), |urn| {
            for releases in [2, 3] {
                let (_, loss) = attack(adjacency, urn, &bases, releases);
                assert!(loss > 0.6, "{adjacency:?} {urn:?}: {loss}");
            }
        });
    }
}

/// w = a = 1, M = 1, epsilon = ln 2: pure inside a row, delta = 1/30 where the event moves to another row.
#[test]
fn an_event_between_rows_is_not_what_it_is_inside_one() {
    let one = PolyaParameters::new(1, 1, 1, 1).expect("in range");
    let epsilon = 2.0_f64.ln();
    let claim = |adjacency| {
        let e = Epsilon::new(epsilon * (1.0 + 1e-12)).expect("in range");
        urn::delta_upper(adjacency, &one, 2, Releases::ONE, e).expect("in range")
    };
    let bases = vectors(2, &[0, 1, 2, 3, 4, 5, 10]);
    let inside = truth(Adjacency::Destination, &one, &bases, 1, &[epsilon]).0[0];
    let between = truth(Adjacency::Event, &one, &bases, 1, &[epsilon]).0[0];
    println!(
        "{inside:e} {between}, claims {} {}",
        claim(Adjacency::Destination),
        claim(Adjacency::Event)
    );
    assert!(inside < 1e-15 && claim(Adjacency::Destination) == 0.0);
    assert!((between - 1.0 / 30.0).abs() < 1e-12, "{between}");
    assert!(claim(Adjacency::Event) >= between);
}
