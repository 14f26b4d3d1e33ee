//! The chosen parameters meet their guarantee, are close to the best, and come quickly.
use dpmarkov::Error;
use dpmarkov::domain::{ExpectedRowTotal, PseudoCount};
use dpmarkov::plan::{Plan, ReferenceRow, choose, expected_error, proxy};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper, smallest_pseudo_count, solve_weight};
use dpmarkov::utility::{expected_kl, expected_total_variation};
use std::time::Instant;

#[test]
fn the_choice_meets_the_guarantee_and_a_grid_is_no_better() {
    for (adjacency, releases) in [(Adjacency::Event, 1), (Adjacency::AddRemove, 1), (Adjacency::Visit, 1), (Adjacency::VisitPresence, 1), (Adjacency::Event, 10)] {
        for (states, total) in [(5, 98.0), (260, 1000.0), (60, 1e6), (2, 3.0)] {
            let g = Guarantee::new(adjacency, 1.0, 1e-6, releases).expect("in range");
            let total = ExpectedRowTotal::new(total).expect("in range");
            let clock = Instant::now();
            let chosen = choose(&g, states, total).expect("reachable");
            println!("{adjacency:?} x{releases} {states} {}: {chosen:?} in {:?}", total.get(), clock.elapsed());
            assert!(delta_upper(adjacency, &chosen, g.releases, g.epsilon).expect("a bound") <= g.delta.get());
            let least = smallest_pseudo_count(&g).expect("reachable").get();
            let best = proxy(&chosen, states, total);
            for i in 0..12 {
                let pseudo_count = PseudoCount::new(least * 1.04 * 1.23_f64.powi(i)).expect("in range");
                let weight = solve_weight(&g, pseudo_count).expect("above the floor");
                let other = proxy(&DirichletParameters { weight, pseudo_count }, states, total);
                assert!(best <= other * 1.001, "{adjacency:?} {states}: {best} at {chosen:?}, {other} at {pseudo_count:?} {weight:?}");
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
    for (row, counts) in [(ReferenceRow::Uniform, [100, 100, 100, 100]), (ReferenceRow::Halving, [200, 100, 50, 50]), (ReferenceRow::OneHot, [400, 0, 0, 0])] {
        let e = expected_error(row, &p, 4, total).expect("in range");
        let (kl, tv) = (expected_kl(&counts, &p).expect("a row"), expected_total_variation(&counts, &p).expect("a row"));
        assert!((e.kl / kl - 1.0).abs() < 1e-12, "{row:?}: {e:?} {kl}");
        assert!((e.total_variation / tv - 1.0).abs() < 1e-12, "{row:?}: {e:?} {tv}");
    }
}

#[test]
fn a_plan_states_its_memory() {
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).expect("in range");
    let plan = Plan::new(g, 260, ExpectedRowTotal::new(1000.0).expect("in range")).expect("reachable");
    assert_eq!((plan.counts_bytes, plan.matrix_bytes), (270_400, 540_800));
    assert!(plan.uniform.total_variation < plan.one_hot.total_variation);
    assert!(plan.halving.total_variation < 1.0 && plan.halving.kl > 0.0);
}
