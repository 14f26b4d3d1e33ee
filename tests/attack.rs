//! An attack on the guarantee: a million releases of each of two neighbouring logs, through the public release path, give a lower
//! bound on delta(epsilon). It must stay below the claim; and the same attack must catch a mechanism whose weight is doubled.
//!
//! A region S of outputs shows delta >= P(S) - e^eps Q(S). P(S) from below and Q(S) from above are bounded by Chernoff's inequality,
//! each wrong with probability at most 1e-7, and a region found by looking at releases is tested on others: one region
//! raises a false alarm with probability below 2e-7, the whole file below 1e-5. (The seeds are fixed: a pass stays a pass.)
use dpmarkov::counts::Counts;
use dpmarkov::domain::{Epsilon, PseudoCount, Releases};
use dpmarkov::mechanism::{Dirichlet, DirichletRows, PublishedDirichlet};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper};
use support::audit::{chernoff, outputs, statistic_delta};

mod support;

/// -ln of the probability with which one of the two bounds is wrong.
const LN_CONFIDENCE: f64 = 16.118_095_650_958_32; // -ln 1e-7

#[test]
fn the_confidence_bounds_are_what_they_say() {
    // n = 1000, no hit: (1 - p)^n = 1e-7
    assert!((chernoff(0, 1000, true) - (1.0 - (-LN_CONFIDENCE / 1000.0).exp())).abs() < 1e-12);
    assert_eq!(chernoff(0, 1000, false), 0.0);
    assert!(
        chernoff(500, 1000, false) < 0.5 - 2.7 / 31.6
            && chernoff(500, 1000, true) > 0.5 + 2.7 / 31.6
    );
}

/// The largest lower bound on delta(epsilon) of the log-likelihood ratio over w, on which the attacker decides.
fn empirical_delta(first: &[f64], second: &[f64], w: f64, epsilon: f64) -> f64 {
    statistic_delta(first, second, epsilon / w, epsilon)
}

/// The mechanism with k times the weight of `mechanism`.
fn heavier(mechanism: &Dirichlet, k: f64) -> Dirichlet {
    let p = mechanism.parameters();
    let p = DirichletParameters::new(k * p.weight.get(), p.pseudo_count.get()).expect("in range");
    let anything = Guarantee::new(Adjacency::Event, 100.0, 0.999, 1).expect("in range");
    Dirichlet::checked(anything, p).expect("hardly a promise")
}

fn boundary_rows(mechanism: &Dirichlet, epsilon: f64, w: f64) -> f64 {
    let attack = |seed: u8, counts: [u32; 3]| {
        let mut row = [0.0; 3];
        outputs(seed, |rng| {
            mechanism
                .release_row(rng, &counts, &mut row)
                .expect("released");
            (row[0] / row[1]).ln()
        })
    };
    empirical_delta(&attack(1, [1, 0, 0]), &attack(2, [0, 1, 0]), w, epsilon)
}

#[test]
fn boundary_counts_of_one_row() {
    for (epsilon, delta, a) in [(0.5, 3e-2, 5.0), (1.0, 1e-2, 4.0), (2.0, 2e-2, 1.5)] {
        let g = Guarantee::new(Adjacency::Event, epsilon, delta, 1).expect("in range");
        let mechanism =
            Dirichlet::new(g, PseudoCount::new(a).expect("in range")).expect("above the floor");
        let w = mechanism.parameters().weight.get();
        let found = boundary_rows(&mechanism, epsilon, w);
        println!("eps {epsilon}: {found:e} of {delta:e} claimed");
        assert!(found <= delta, "{found:e} above the claim {delta:e}");
        // the pair is attained: the attack comes close to the claim, so it has power
        assert!(found > 0.6 * delta, "{found:e}: the attack is blunt");
        let planted = boundary_rows(&heavier(&mechanism, 2.0), epsilon, 2.0 * w);
        println!("   weight doubled: {planted:e}");
        assert!(
            planted > delta,
            "a doubled weight goes unnoticed: {planted:e}"
        );
    }
}

#[test]
fn an_event_that_moves_to_another_row() {
    let (epsilon, delta) = (1.0, 1e-2);
    let g = Guarantee::new(Adjacency::Event, epsilon, delta, 1).expect("in range");
    let mechanism =
        Dirichlet::new(g, PseudoCount::new(5.0).expect("in range")).expect("above the floor");
    let w = mechanism.parameters().weight.get();
    // cell (0, 0) against cell (1, 0); the rest of both rows is large, which hides least
    let attack = |mechanism: &Dirichlet, seed: u8, event: [u32; 2]| {
        let cells = [event[0], 30_000, event[1], 30_000];
        let mut matrix = [0.0; 4];
        outputs(seed, |rng| {
            mechanism
                .release_chain(rng, Counts::new(&cells, 2).expect("2 x 2"), &mut matrix)
                .expect("released");
            (matrix[0] / matrix[2]).ln()
        })
    };
    let run = |m: &Dirichlet, w: f64| {
        empirical_delta(&attack(m, 3, [1, 0]), &attack(m, 4, [0, 1]), w, epsilon)
    };
    let found = run(&mechanism, w);
    println!("two rows: {found:e} of {delta:e}");
    assert!(found <= delta && found > 0.6 * delta, "{found:e}");
    assert!(run(&heavier(&mechanism, 2.0), 2.0 * w) > delta);
}

#[test]
fn an_event_that_is_present_in_one_log_only() {
    let (epsilon, delta) = (0.5, 2e-2);
    let g = Guarantee::new(Adjacency::AddRemove, epsilon, delta, 1).expect("in range");
    let mechanism =
        Dirichlet::new(g, PseudoCount::new(5.0).expect("in range")).expect("above the floor");
    let w = mechanism.parameters().weight.get();
    // x_0/(1 - x_0) over its level: a Gamma variate over a nearly constant one
    let attack = |m: &Dirichlet, seed: u8, event: u32| {
        let mut row = [0.0; 2];
        outputs(seed, |rng| {
            m.release_row(rng, &[event, 1_000_000], &mut row)
                .expect("released");
            (row[0] / row[1]).ln()
        })
    };
    // removed: the small values tell; the crossing is where the likelihoods' ratio is e^eps, which the data-driven regions find
    let run = |m: &Dirichlet, sign: f64| {
        let flip = |v: Vec<f64>| v.into_iter().map(|x| sign * x).collect::<Vec<f64>>();
        let (with, without) = (flip(attack(m, 5, 1)), flip(attack(m, 6, 0)));
        if sign > 0.0 {
            empirical_delta(&with, &without, w, epsilon)
        } else {
            empirical_delta(&without, &with, w, epsilon)
        }
    };
    let (added, removed) = (run(&mechanism, 1.0), run(&mechanism, -1.0));
    println!("added {added:e}, removed {removed:e} of {delta:e}");
    assert!(added <= delta && removed <= delta);
    assert!(added.max(removed) > 0.5 * delta);
    let heavy = heavier(&mechanism, 2.0);
    assert!(run(&heavy, 1.0).max(run(&heavy, -1.0)) > delta);
}

/// Rows with parameters of their own: the event moves between a row of small and a row of large weight.
#[test]
fn rows_of_different_weight() {
    let rows = [
        DirichletParameters::new(0.2, 4.0).expect("in range"),
        DirichletParameters::new(0.35, 6.0).expect("in range"),
    ];
    let epsilon = 1.0;
    let e = Epsilon::new(epsilon).expect("in range");
    let claim = dpmarkov::privacy::rows::RowParameters::new(&rows)
        .expect("two rows")
        .delta_upper(Adjacency::Event, Releases::ONE, e)
        .expect("a bound");
    let chain = DirichletRows::checked(
        Guarantee::new(Adjacency::Event, epsilon, claim, 1).expect("in range"),
        &rows,
    )
    .expect("it is the claim");
    let attack = |seed: u8, cells: [u32; 4]| {
        let mut matrix = [0.0; 4];
        let shape = |i: usize| rows[i].weight.get();
        outputs(seed, |rng| {
            chain
                .release_chain(rng, Counts::new(&cells, 2).expect("2 x 2"), &mut matrix)
                .expect("released");
            // the log-likelihood ratio up to a constant: w_0 ln g_0 - w_1 ln g_1
            shape(0) * (matrix[0] / matrix[1]).ln() - shape(1) * (matrix[2] / matrix[3]).ln()
        })
    };
    let (first, second) = (
        attack(7, [1, 30_000, 0, 30_000]),
        attack(8, [0, 30_000, 1, 30_000]),
    );
    let minus = |v: &[f64]| v.iter().map(|x| -x).collect::<Vec<f64>>();
    let found = empirical_delta(&first, &second, 1.0, epsilon).max(empirical_delta(
        &minus(&second),
        &minus(&first),
        1.0,
        epsilon,
    ));
    println!("different rows: {found:e} of {claim:e}");
    assert!(found <= claim && found > 0.0);
}

/// The bordered form against its exact profile, and the paper's own (larger) claim.
#[test]
fn published_form_at_its_border() {
    // a border that a count attains: eta N = 8
    let (k, eta, total) = (20.6, 8.0 / 98.0, 98);
    let mechanism = PublishedDirichlet::new(k, eta, total, 5).expect("inside the assumptions");
    let epsilon = 0.3;
    let claim = delta_upper(
        Adjacency::Destination,
        mechanism.parameters(),
        Releases::ONE,
        Epsilon::new(epsilon).expect("in range"),
    )
    .expect("a bound");
    let attack = |seed: u8, counts: [u32; 5]| {
        let mut row = [0.0; 5];
        outputs(seed, |rng| {
            mechanism
                .release_row(rng, &counts, &mut row)
                .expect("inside the border");
            (row[0] / row[1]).ln()
        })
    };
    let found = empirical_delta(
        &attack(9, [9, 8, 27, 27, 27]),
        &attack(10, [8, 9, 27, 27, 27]),
        k / 98.0,
        epsilon,
    );
    println!("published: {found:e} of {claim:e}");
    assert!(found <= claim && found > 0.7 * claim, "{found:e} {claim:e}");
}
