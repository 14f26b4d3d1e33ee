//! The first-order estimate of E TV(pi, pi~) against simulation.
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::utility::stationary_error::{
    after_release_estimate, estimate, estimate_at_mean, estimate_work_len, mean_chain,
};
use support::chains::{gth, total_variation};
use support::releases::{self, Mean, Mechanism, World, analysed};

mod support;

/// (estimate, about the mean, after the release, simulation)
fn compared(world: &World, mechanism: Mechanism, runs: u32) -> (f64, f64, f64, Mean) {
    let n = world.n;
    let truth = world.truth();
    let (pi, inverse, _) = analysed(&truth, n);
    let matrix = StochasticMatrix::new(&truth, n).expect("a chain");
    let laws = world.laws(mechanism);
    let mut work = vec![f64::NAN; estimate_work_len(n)];
    let e =
        estimate(matrix, world.support(), &pi, &inverse, &laws, &mut work).expect("an estimate");
    let mut mean = vec![0.0; n * n];
    mean_chain(matrix, world.support(), &laws, &mut mean).expect("a chain");
    let (pi_of_mean, inverse_of_mean, _) = analysed(&mean, n);
    let mean = StochasticMatrix::new(&mean, n).expect("a chain");
    let at_mean = estimate_at_mean(mean, &pi_of_mean, &inverse_of_mean, &pi, &laws, &mut work)
        .expect("an estimate");
    let mut after = Mean::default();
    world.releases(mechanism, 20, |cells| {
        let (pi, inverse, _) = analysed(cells, n);
        let m = StochasticMatrix::new(cells, n).expect("a chain");
        after
            .push(after_release_estimate(m, &pi, &inverse, &laws, &mut work).expect("an estimate"));
    });
    let mut simulated = Mean::default();
    world.releases(mechanism, runs, |cells| {
        simulated.push(total_variation(&gth(cells, n).expect("irreducible"), &pi));
    });
    (e, at_mean, after.value(), simulated)
}

fn check(world: &World, mechanism: Mechanism, runs: u32) {
    let (e, m, a, simulated) = compared(world, mechanism, runs);
    let ratio = e / simulated.value();
    let (m, a) = (m / simulated.value(), a / simulated.value());
    let error = simulated.error() / simulated.value();
    println!(
        "{:20} {mechanism:?}: {e:.5} / {:.5} = {ratio:.3} +- {error:.3}, {m:.3}, {a:.3}",
        world.name,
        simulated.value()
    );
}

#[test]
fn dirichlet() {
    let d = Mechanism::Dirichlet;
    for (world, mechanism, runs) in [
        (
            releases::random("random", 6, 1.0, 50, 500, 1),
            d(1.0, 1.0),
            6000,
        ),
        (
            releases::random("random", 6, 1.0, 50, 500, 1),
            d(0.3, 15.8),
            6000,
        ),
        (
            releases::random("random sparse", 30, 0.2, 20, 500, 2),
            d(1.0, 1.0),
            2000,
        ),
        (
            releases::random("two states", 2, 1.0, 30, 900, 3),
            d(0.5, 2.0),
            6000,
        ),
        (releases::hub(12), d(0.3, 15.8), 4000),
        (releases::near_decomposable(10, 40), d(2.0, 1.0), 4000),
        (releases::birth_death(15), d(1.0, 1.0), 4000),
        (releases::ring(20), d(0.5, 5.0), 3000),
        (releases::graded(8), d(0.3, 15.8), 4000),
        (releases::taxi(), d(0.3188, 15.8), 600),
        (releases::bike(), d(5.0, 0.1), 600),
    ] {
        check(&world, mechanism, runs);
    }
}

#[test]
fn noisy() {
    use dpmarkov::domain::*;
    let g = releases::geometric;
    let gauss =
        |v: u64, f: u32| Mechanism::Gaussian(Variance::new(v, 1).unwrap(), Floor::new(f).unwrap());
    let urn = Mechanism::Polya(PolyaParameters::new(1, 2, 3, 500).unwrap());
    for (world, mechanism, runs) in [
        (
            releases::random("random", 6, 1.0, 50, 500, 1),
            g(1, 2),
            6000,
        ),
        (
            releases::random("random", 6, 1.0, 50, 500, 1),
            gauss(50, 1024),
            6000,
        ),
        (
            releases::random("random sparse", 30, 0.2, 20, 500, 2),
            g(1, 2),
            2000,
        ),
        (
            releases::random("two states", 2, 1.0, 30, 900, 3),
            g(1, 4),
            6000,
        ),
        (releases::hub(12), g(1, 8), 4000),
        (releases::near_decomposable(10, 40), g(1, 3), 4000),
        (releases::birth_death(15), g(1, 5), 4000),
        (releases::ring(20), g(1, 4), 3000),
        (releases::graded(8), g(1, 1), 4000),
        (releases::taxi(), g(1, 2), 600),
        (releases::bike(), g(1, 2), 600),
        (releases::bike(), g(1, 1), 600),
        (releases::random("random", 6, 1.0, 50, 500, 1), urn, 6000),
    ] {
        check(&world, mechanism, runs);
    }
}
