//! The chosen parameters meet their guarantee, are close to the best, and come quickly.
use dpmarkov::Error;
use dpmarkov::domain::{ExpectedRowTotal, PseudoCount};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use dpmarkov::plan::{
    Comparison, Kind, Plan, Reason, ReferenceRow, choose, compare, expected_error, proxy,
};
use dpmarkov::privacy::{
    Adjacency, DirichletParameters, Guarantee, MechanismParameters, delta_upper,
    smallest_pseudo_count, solve_weight,
};
use dpmarkov::utility::{expected_kl, expected_total_variation};
use std::time::Instant;

#[test]
fn the_choice_meets_the_guarantee_and_a_grid_is_no_better() {
    for (adjacency, releases) in [
        (Adjacency::Event, 1),
        (Adjacency::AddRemove, 1),
        (Adjacency::Visit, 1),
        (Adjacency::VisitPresence, 1),
        (Adjacency::Event, 10),
    ] {
        for (states, total) in [(5, 98.0), (260, 1000.0), (60, 1e6), (2, 3.0)] {
            let g = Guarantee::new(adjacency, 1.0, 1e-6, releases).expect("in range");
            let total = ExpectedRowTotal::new(total).expect("in range");
            let clock = Instant::now();
            let chosen = choose(&g, states, total).expect("reachable");
            println!(
                "{adjacency:?} x{releases} {states} {}: {chosen:?} in {:?}",
                total.get(),
                clock.elapsed()
            );
            assert!(
                delta_upper(adjacency, &chosen, g.releases, g.epsilon).expect("a bound")
                    <= g.delta.get()
            );
            let least = smallest_pseudo_count(&g).expect("reachable").get();
            let best = proxy(&chosen, states, total);
            for i in 0..12 {
                let pseudo_count =
                    PseudoCount::new(least * 1.04 * 1.23_f64.powi(i)).expect("in range");
                let weight = solve_weight(&g, pseudo_count).expect("above the floor");
                let other = proxy(
                    &DirichletParameters {
                        weight,
                        pseudo_count,
                    },
                    states,
                    total,
                );
                assert!(
                    best <= other * 1.001,
                    "{adjacency:?} {states}: {best} at {chosen:?}, {other} at {pseudo_count:?} {weight:?}"
                );
            }
        }
    }
}

#[test]
fn wrong_states_and_impossible_targets() {
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("in range");
    let total = ExpectedRowTotal::new(100.0).expect("in range");
    for n in [0, 1, 65_536, usize::MAX] {
        assert_eq!(choose(&g, n, total), Err(Error::States));
    }
    let g = Guarantee::new(Adjacency::Event, 0.0, 1e-300, 1).expect("in range");
    assert_eq!(choose(&g, 5, total), Err(Error::Unreachable));
    assert_eq!(smallest_pseudo_count(&g), Err(Error::Unreachable));
}

#[test]
fn expected_errors_are_those_of_the_rows_they_stand_for() {
    let p = DirichletParameters::new(0.3188, 15.8).expect("in range");
    let total = ExpectedRowTotal::new(400.0).expect("in range");
    for (row, counts) in [
        (ReferenceRow::Uniform, [100, 100, 100, 100]),
        (ReferenceRow::Halving, [200, 100, 50, 50]),
        (ReferenceRow::OneHot, [400, 0, 0, 0]),
    ] {
        let e = expected_error(row, &p, 4, total).expect("in range");
        let (kl, tv) = (
            expected_kl(&counts, &p).expect("a row"),
            expected_total_variation(&counts, &p).expect("a row"),
        );
        assert!((e.kl / kl - 1.0).abs() < 1e-12, "{row:?}: {e:?} {kl}");
        assert!(
            (e.total_variation / tv - 1.0).abs() < 1e-12,
            "{row:?}: {e:?} {tv}"
        );
    }
}

#[test]
fn a_plan_states_its_memory() {
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("in range");
    let plan =
        Plan::new(g, 260, ExpectedRowTotal::new(1000.0).expect("in range")).expect("reachable");
    assert_eq!((plan.counts_bytes, plan.matrix_bytes), (270_400, 540_800));
    assert!(plan.uniform.total_variation < plan.one_hot.total_variation);
    assert!(plan.halving.total_variation < 1.0 && plan.halving.kl > 0.0);
}

fn compared(n: usize, total: f64, epsilon: f64, delta: f64, releases: u32) -> Comparison {
    let g = Guarantee::new(Adjacency::Event, epsilon, delta, releases).expect("in range");
    let total = ExpectedRowTotal::new(total).expect("in range");
    compare(&g, n, total).expect("reachable")
}

/// Every offer meets the guarantee, by its own mechanism's account; `pure` is true exactly where delta = 0 holds.
#[test]
fn every_offer_is_a_promise() {
    for adjacency in [
        Adjacency::Destination,
        Adjacency::AddRemove,
        Adjacency::Event,
        Adjacency::Visit,
        Adjacency::VisitPresence,
    ] {
        for (epsilon, delta, releases) in [(1.0, 1e-6, 1), (1.0, 0.0, 1), (0.5, 1e-9, 30)] {
            let g = Guarantee::new(adjacency, epsilon, delta, releases).expect("in range");
            let total = ExpectedRowTotal::new(500.0).expect("in range");
            let comparison = compare(&g, 20, total).expect("reachable");
            for candidate in comparison.candidates {
                let offer = match candidate.offer {
                    Ok(offer) => offer,
                    Err(error) => {
                        assert_eq!(
                            (error, delta),
                            (Error::NotPure, 0.0),
                            "{adjacency:?} {candidate:?}"
                        );
                        continue;
                    }
                };
                assert_eq!(offer.parameters.name(), candidate.kind.name());
                assert_eq!(
                    dpmarkov::plan::offer(candidate.kind, &g, 20, total),
                    Ok(offer)
                );
                let held = |g: Guarantee| match offer.parameters {
                    MechanismParameters::Dirichlet(p) => Dirichlet::checked(g, p).map(|_| ()),
                    MechanismParameters::Polya(p, n) => Polya::checked(g, n, p).map(|_| ()),
                    MechanismParameters::Geometric(p) => Geometric::checked(g, p).map(|_| ()),
                    MechanismParameters::Gaussian(p) => Gaussian::checked(g, p).map(|_| ()),
                };
                held(g).unwrap_or_else(|e| panic!("{adjacency:?} {candidate:?}: {e}"));
                let pure = Guarantee::new(adjacency, epsilon, 0.0, releases).expect("in range");
                if offer.pure {
                    assert_eq!(held(pure), Ok(()), "{adjacency:?} {candidate:?}");
                }
                for error in [offer.uniform, offer.halving, offer.one_hot, offer.mean()] {
                    assert!(
                        (0.0..=1.0).contains(&error.total_variation),
                        "{candidate:?}"
                    );
                    assert!(error.kl >= 0.0 && error.kl < 50.0, "{candidate:?}");
                }
            }
        }
    }
}

#[test]
fn the_reasons() {
    let of = |c: Comparison| (c.recommended, c.reason);
    assert_eq!(
        of(compared(59, 1000.0, 1.0, 1e-6, 1)),
        (Kind::Geometric, Reason::MostAccurate)
    );
    assert_eq!(
        of(compared(59, 1000.0, 1.0, 1e-6, 30)),
        (Kind::Gaussian, Reason::MostAccurate)
    );
    // Gaussian noise is as small, but has no delta = 0.
    assert_eq!(
        of(compared(59, 1000.0, 1.0, 1e-2, 1)),
        (Kind::Geometric, Reason::Pure)
    );
    // Nothing to be seen through the noise: a prior is better, with integers.
    assert_eq!(
        of(compared(59, 1.0, 0.01, 1e-9, 1)),
        (Kind::Polya, Reason::Integers)
    );
    // An urn's masses end before that epsilon.
    assert_eq!(
        of(compared(59, 1000.0, 1e-6, 0.0, 1)),
        (Kind::Geometric, Reason::OnlyOne)
    );
    for reason in [
        Reason::OnlyOne,
        Reason::MostAccurate,
        Reason::Integers,
        Reason::Pure,
        Reason::Simplest,
    ] {
        assert!(reason.message().is_ascii() && !reason.message().ends_with('.'));
    }
}

#[test]
fn a_comparison_has_limits() {
    let total = ExpectedRowTotal::new(100.0).expect("in range");
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-9, 1).expect("in range");
    for n in [0, 1, 65_536] {
        assert_eq!(compare(&g, n, total), Err(Error::States));
        for kind in Kind::ALL {
            assert_eq!(
                dpmarkov::plan::offer(kind, &g, n, total),
                Err(Error::States)
            );
        }
    }
    let g = Guarantee::new(Adjacency::Event, 0.0, 1e-300, 1).expect("in range");
    assert_eq!(compare(&g, 5, total), Err(Error::Unreachable));
    // the ends of the ranges: an answer, in time, or a named refusal
    for (epsilon, delta) in [(1e6, 0.0), (1e6, 0.9), (1e-9, 1e-300), (0.0, 0.5)] {
        for releases in [1, u32::MAX] {
            let g = Guarantee::new(Adjacency::Visit, epsilon, delta, releases).expect("in range");
            for total in [1.0, 1e15] {
                let total = ExpectedRowTotal::new(total).expect("in range");
                match compare(&g, 2, total) {
                    Ok(c) => assert!(c.offer.mean().total_variation <= 1.0),
                    Err(error) => assert_eq!(error, Error::Unreachable),
                }
            }
        }
    }
}

#[test]
fn reference_rows_are_distributions() {
    for row in ReferenceRow::ALL {
        for n in [2, 3, 59, 60, 61, 1000, 65_535] {
            let shares: Vec<f64> = row.shares(n).collect();
            assert_eq!(shares.len(), n);
            assert!(
                (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12,
                "{row:?} {n}"
            );
            assert!(shares.iter().all(|c| (0.0..=1.0).contains(c)));
        }
    }
}
