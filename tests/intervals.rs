//! Confidence intervals of interior shares cover with 93 to 97 % at 0.95.
use dpmarkov::domain::{ExpectedRowTotal, PolyaParameters};
use dpmarkov::mechanism::{Dirichlet, PublishedDirichlet};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::utility::interval::{self, Target};
use support::coverage::*;

mod support;

#[test]
fn interior_shares_of_the_dirichlet_mechanism() {
    for (n, total, share, epsilon) in INTERIOR {
        let covered = dirichlet(&counts(n, total, share), epsilon, Target::Log, level(0.95));
        expect(
            &format!("{n} {total} {share} {epsilon}"),
            covered,
            &(0.93..=0.97),
        );
    }
}

/// A row at the corner of the border: c in every cell but one. Both ends of the border are shares that rows have, whatever they round to.
#[test]
fn the_border_holds_the_rows_at_its_corner() {
    let mut rng = Generator::from_seed_for_tests([3; 32], 0);
    let mut seen = 0;
    for (total, c, n) in (3..200u32)
        .flat_map(|total| (1..total / 3).map(move |c| (total, c)))
        .flat_map(|(total, c)| (3..=8u32).map(move |n| (total, c, n)))
    {
        let shares = |c: u32| f64::from(c) / f64::from(total);
        let Some(most) = total.checked_sub((n - 1) * c).filter(|most| *most > c) else {
            continue;
        };
        let mut row = vec![c; n as usize];
        row[0] = most;
        // a border that is above c/N by a unit in the last place lets some of these rows pass as well
        for eta in [shares(c), shares(c).next_up()] {
            let k = 1.0 / eta + 5.0;
            let Ok(m) = PublishedDirichlet::new(k, eta, u64::from(total), n as usize) else {
                continue;
            };
            let mut x = vec![0.0; n as usize];
            if m.release_row(&mut rng, &row, &mut x).is_err() {
                continue;
            }
            seen += 1;
            let row_total = ExpectedRowTotal::new(f64::from(total)).expect("in range");
            let at = |x| {
                interval::published(x, n as usize, k, eta, row_total, Target::Log, level(0.95))
                    .expect("an interval")
            };
            // what is released lies so far out that the interval ends at the border
            let (low, high) = (at(1e-9), at(1.0 - 1e-9));
            assert!(low.contains(shares(c)), "{total} {c} {n} {low:?}");
            assert!(high.contains(shares(most)), "{total} {c} {n} {high:?}");
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn shares_of_the_published_form() {
    let c = [40, 20, 18, 12, 8];
    for k in [20.6, 110.6] {
        let m = PublishedDirichlet::new(k, 0.073, 98, 5).expect("[A, Section 6.1]");
        let mut x = [0.0; 5];
        for (i, count) in c.iter().enumerate() {
            let covered = coverage(f64::from(*count) / 98.0, |rng| {
                m.release_row(rng, &c, &mut x).expect("released");
                let total = ExpectedRowTotal::new(98.0).expect("a total");
                interval::published(x[i], 5, k, 0.073, total, Target::Log, level(0.95))
                    .expect("an interval")
            });
            expect(&format!("{k} {i}"), covered, &(0.93..=0.97));
        }
    }
}

#[test]
fn interior_shares_of_the_urn() {
    for (n, total, share, _) in INTERIOR {
        // w = 0.3, a = 16; w = 1, a = 2
        for (masses, draws) in [((3, 48, 10), 2500), ((1, 2, 1), 2500)] {
            let urn = PolyaParameters::new(masses.0, masses.1, masses.2, draws).expect("an urn");
            let covered = polya(&counts(n, total, share), urn, level(0.95));
            expect(
                &format!("{n} {total} {share} {masses:?} {draws}"),
                covered,
                &(0.93..=0.97),
            );
        }
    }
}

#[test]
fn interior_shares_of_noisy_counts() {
    for noise in ["geometric", "gaussian"] {
        for (n, total, share, epsilon) in INTERIOR {
            let c = counts(n, total, share);
            let [unknown, known] = noisy(&c, noise, epsilon, Target::Log, level(0.95));
            let name = format!("{noise} {n} {total} {share} {epsilon}");
            expect(&name, unknown, &(0.93..=0.97));
            expect(&format!("{name}, total known"), known, &(0.93..=0.97));
        }
    }
}

#[test]
fn a_wrong_weight_is_seen() {
    // the same test with a mechanism that is noisier than it says must fail
    let said = DirichletParameters::new(0.5, 15.8).expect("in range");
    let used = DirichletParameters::new(0.3, 15.8).expect("in range");
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    let m = Dirichlet::checked(anything, used).expect("anything goes");
    let c = counts(5, 1_000, 0.3);
    let mut x = [0.0; 5];
    let covered = coverage(0.3, |rng| {
        m.release_row(rng, &c, &mut x).expect("released");
        interval::dirichlet(x[0], 5, total_of(&c), &said, Target::Log, level(0.95))
            .expect("an interval")
    });
    assert!(covered < 0.9, "{covered}");
}
