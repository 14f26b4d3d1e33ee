//! Attacks on the bounds of the stationary distribution and of the ergodicity coefficients: simulation must never pass them.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, ergodicity};
use dpmarkov::counts::Support;
use dpmarkov::domain::{Floor, GeometricRate, Level, PolyaParameters, Variance};
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::stationary_error::{
    after_release_bound, after_release_row_bound, after_release_weighted_bound, bound,
    tau_inf_change_bound, tau_one_change_bound, weighted_bound, weighted_bound_work_len,
};
use support::chains::{gth, total_variation};
use support::releases::{self, Mean, Mechanism, Numbers, World, analysed, geometric};

mod support;

/// How near simulation comes to each bound: E TV, tau_1, tau_inf; and the failures of the bound after the release.
#[derive(Default, Debug)]
struct Worst {
    total_variation: f64,
    weighted: f64,
    /// The simple bound over the weighted one.
    gain: f64,
    gain_after: f64,
    tau_one: f64,
    tau_inf: f64,
    after: f64,
}

fn near(worst: &mut f64, mean: Mean, bound: f64, what: &str) {
    let (value, error) = (mean.value(), mean.error());
    // four standard errors are taken off: an excess is no accident
    assert!(
        value - 4.0 * error <= bound,
        "{what}: {value} +- {error} against {bound}"
    );
    if bound > 0.0 {
        *worst = worst.max(value / bound);
    }
}

fn attack(world: &World, mechanism: Mechanism, runs: u32, worst: &mut Worst) {
    let (n, truth) = (world.n, world.truth());
    let matrix = StochasticMatrix::new(&truth, n).expect("a chain");
    let (pi, inverse, tau) = analysed(&truth, n);
    let laws = world.laws(mechanism);
    let coefficients = |m: StochasticMatrix<'_>| {
        let inf = ergodicity::tau_inf(m, &mut vec![0.0; n]).expect("scratch");
        (ergodicity::tau_one(m), inf)
    };
    let (one, inf) = coefficients(matrix);
    let level = Level::new(0.9).expect("in range");
    let (mut tv, mut ones, mut infs) = (Mean::default(), Mean::default(), Mean::default());
    let (mut failures, mut checked) = (0u32, 0u32);
    world.releases(mechanism, runs, |cells| {
        let m = StochasticMatrix::new(cells, n).expect("a chain");
        let private = gth(cells, n).expect("one class");
        let distance = total_variation(&private, &pi);
        tv.push(distance);
        let (a, b) = coefficients(m);
        ones.push((a - one).abs());
        infs.push((b - inf).abs());
        if checked < 50 {
            checked += 1;
            let (private, inverse, tau) = analysed(cells, n);
            let limit = after_release_bound(m, tau, &laws, level).expect("a bound");
            let sharp = after_release_weighted_bound(
                m,
                &private,
                &inverse,
                &laws,
                level,
                &mut vec![f64::NAN; 2 * n],
            );
            let sharp = sharp.expect("a bound");
            assert!(sharp <= limit * (1.0 + 1e-12));
            worst.gain_after = worst.gain_after.max(limit / sharp);
            failures += u32::from(distance > sharp);
            let rows = after_release_row_bound(m, &laws, level).expect("a bound");
            let largest = cells
                .chunks(n)
                .zip(truth.chunks(n))
                .map(|(a, b)| 2.0 * total_variation(a, b))
                .fold(0.0, f64::max);
            failures += u32::from(largest > rows && distance <= sharp);
        }
    });
    let what = format!("{} {mechanism:?}", world.name);
    let b = bound(matrix, tau, &laws).expect("a bound");
    near(&mut worst.total_variation, tv, b, &format!("{what}, TV"));
    let mut work = vec![f64::NAN; weighted_bound_work_len(n)];
    let w = weighted_bound(matrix, world.support(), &pi, &inverse, &laws, &mut work);
    let w = w.expect("a bound");
    assert!(w <= b * (1.0 + 1e-12));
    near(&mut worst.weighted, tv, w, &format!("{what}, weighted"));
    worst.gain = worst.gain.max(b / w);
    let b = tau_one_change_bound(matrix, &laws).expect("a bound");
    near(&mut worst.tau_one, ones, b, &format!("{what}, tau_1"));
    let b = tau_inf_change_bound(matrix, &laws, &mut vec![0.0; n]).expect("a bound");
    near(&mut worst.tau_inf, infs, b, &format!("{what}, tau_inf"));
    let share = f64::from(failures) / f64::from(checked);
    // 0.1 and four standard deviations of 50 trials
    assert!(
        share <= 0.1 + 4.0 * (0.09f64 / f64::from(checked)).sqrt(),
        "{what}: {share}"
    );
    worst.after = worst.after.max(share);
}

fn mechanisms() -> Vec<Mechanism> {
    let floor = |units| Floor::new(units).expect("in range");
    let urn = |e, p, d, m| Mechanism::Polya(PolyaParameters::new(e, p, d, m).expect("in range"));
    let gaussian = |v, f| Mechanism::Gaussian(Variance::new(v, 1).expect("in range"), floor(f));
    let with_floor = GeometricRate::new(1, 4).expect("in range");
    vec![
        Mechanism::Dirichlet(1.0, 1.0),
        Mechanism::Dirichlet(0.01, 1e-3),
        Mechanism::Dirichlet(1e-4, 1e-6),
        Mechanism::Dirichlet(3.0, 15.8),
        Mechanism::Dirichlet(0.3, 500.0),
        Mechanism::Dirichlet(1e6, 1e-3),
        urn(1, 1, 1, 1),
        urn(1, 2, 3, 7),
        urn(1, 1, 100, 1000),
        urn(10, 30, 3, 60),
        geometric(1, 50),
        geometric(1, 4),
        geometric(3, 1),
        Mechanism::Geometric(with_floor, floor(1024)),
        Mechanism::Geometric(with_floor, floor(50_000)),
        gaussian(1, 0),
        gaussian(900, 0),
        gaussian(100, 5000),
    ]
}

/// Counts of a random chain of any kind: dense or sparse, even or skewed, tiny or large rows.
fn any_world(numbers: &mut Numbers, n: usize) -> World {
    let power = [0.0, 1.0, 4.0, 12.0][numbers.below(4)];
    let scale = [1.0, 5.0, 60.0, 4000.0][numbers.below(4)];
    let density = [0.3, 1.0][numbers.below(2)];
    let also = numbers.next() < 0.5;
    let rows: Vec<Vec<u32>> = (0..n)
        .map(|i| {
            let size = scale * (1.0 + 9.0 * numbers.next());
            (0..n)
                .map(|j| {
                    let there = numbers.next() < density;
                    let count = (size * numbers.next().powf(power)) as u32;
                    // one class: the ring
                    if j == (i + 1) % n {
                        count.max(1)
                    } else if there {
                        count
                    } else {
                        0
                    }
                })
                .collect()
        })
        .collect();
    World::new(
        &format!("{n} states, {power} {scale} {density} {also}"),
        &rows,
        |_, _| also,
    )
}

#[test]
fn small_chains_of_every_kind() {
    let mut worst = Worst::default();
    let mut numbers = Numbers(11);
    for turn in 0..15 {
        let n = [2, 2, 3, 4, 7][turn % 5];
        let world = any_world(&mut numbers, n);
        for mechanism in mechanisms() {
            attack(&world, mechanism, 250, &mut worst);
        }
    }
    println!("{worst:?}");
    // the attack comes near: else it would prove nothing
    assert!(worst.total_variation > 0.6 && worst.tau_one > 0.6 && worst.tau_inf > 0.6);
}

#[test]
fn chains_of_a_kind() {
    let mut worst = Worst::default();
    for world in [
        releases::near_decomposable(6, 1),
        releases::hub(8),
        releases::birth_death(10),
        releases::ring(12),
        releases::graded(6),
        releases::random("random sparse", 15, 0.2, 1, 100, 4),
        // transient and absorbing states, which the release makes recurrent
        World::new(
            "transient",
            &[vec![5, 5, 0], vec![5, 5, 0], vec![3, 3, 4]],
            |_, _| true,
        ),
        World::new("absorbing", &[vec![10, 0], vec![3, 7]], |_, _| true),
        World::on_its_support(
            "one way round",
            &[vec![0, 5, 0], vec![0, 0, 3], vec![1, 0, 0]],
        ),
        World::on_its_support(
            "a row of one cell",
            &[vec![0, 5, 0], vec![9, 1, 3], vec![1, 1, 0]],
        ),
    ] {
        for mechanism in mechanisms() {
            attack(&world, mechanism, 150, &mut worst);
        }
    }
    println!("{worst:?}");
}

/// A few states that are rarely visited and have few events: where weights matter.
#[test]
fn rare_states_with_short_rows() {
    let mut worst = Worst::default();
    let mut numbers = Numbers(29);
    for _ in 0..24 {
        let n = 3 + numbers.below(6);
        let rare = 1 + numbers.below(n - 2);
        let much = 1e3f64.powf(1.0 + numbers.next());
        let rows: Vec<Vec<u32>> = (0..n)
            .map(|i| {
                let size = if i < rare {
                    20.0 + 100.0 * numbers.next()
                } else {
                    much
                };
                (0..n)
                    .map(|j| {
                        let popular = if j < rare { 0.003 } else { 1.0 };
                        1 + (size * popular * (0.2 + numbers.next())) as u32
                    })
                    .collect()
            })
            .collect();
        let world = World::on_its_support(&format!("{rare} rare of {n}, {much}"), &rows);
        for mechanism in [
            Mechanism::Published(0.5),
            Mechanism::Published(1.5),
            Mechanism::Dirichlet(3.0, 0.1),
            Mechanism::Polya(PolyaParameters::new(3, 1, 1, 4000).expect("in range")),
            geometric(2, 1),
        ] {
            attack(&world, mechanism, 150, &mut worst);
        }
    }
    println!("{worst:?}");
    assert!(worst.weighted > 0.3 && worst.gain > 10.0 && worst.gain_after > 10.0);
}

/// Where the noise is of the size of 2^-32 the rows' quantisation decides: on chains that nearly fall apart it moves pi by much.
#[test]
fn quantisation_is_inside() {
    let mut worst = Worst::default();
    let most = 4_000_000_000;
    for rows in [
        vec![vec![most, 3], vec![5, most]],
        vec![vec![most, 1, 1], vec![2, most, 1], vec![1, 1, most]],
        vec![
            vec![most, 1, 0, 0],
            vec![1, most, 0, 0],
            vec![0, 1, most, 1],
            vec![1, 0, 1, most],
        ],
        vec![vec![40_000, 1], vec![1, 50_000]],
    ] {
        for feasible in [false, true] {
            let world = World::new("islands", &rows, |_, _| feasible);
            for mechanism in [
                Mechanism::Dirichlet(1e9, 1e-6),
                Mechanism::Published(1e9),
                geometric(64, 1),
            ] {
                attack(&world, mechanism, 50, &mut worst);
            }
        }
    }
    println!("{worst:?}");
    // without the terms 4 n 2^-32 the bound would be passed
    let world = World::on_its_support("islands", &[vec![most, 3], vec![5, most]]);
    let truth = world.truth();
    let (pi, _, tau) = analysed(&truth, 2);
    let mut tv = Mean::default();
    world.releases(geometric(64, 1), 10, |cells| {
        tv.push(total_variation(&gth(cells, 2).expect("one class"), &pi));
    });
    let laws = world.laws(geometric(64, 1));
    let matrix = StochasticMatrix::new(&truth, 2).expect("a chain");
    let inside = bound(matrix, tau, &laws).expect("a bound");
    let deviation = |i: usize| {
        laws[i]
            .expected_l1_bound(&truth[2 * i..2 * i + 2])
            .expect("a bound")
            - 8.0 / 4_294_967_296.0
    };
    let without = 0.5 * tau * (deviation(0).powi(2) + deviation(1).powi(2)).sqrt();
    println!("TV {} bound {inside} without {without}", tv.value());
    assert!(tv.value() > without && tv.value() < inside);
}

/// The bias belongs to the bound: three rows of 10 events, w = 3, a = 15.8.
#[test]
fn a_large_bias_is_inside() {
    let rows = [vec![9, 1, 0], vec![0, 9, 1], vec![1, 0, 9]];
    let world = World::new("three rows of ten", &rows, |_, _| true);
    let mechanism = Mechanism::Dirichlet(3.0, 15.8);
    attack(&world, mechanism, 3000, &mut Worst::default());
    let truth = world.truth();
    let matrix = StochasticMatrix::new(&truth, 3).expect("a chain");
    let mut change = Mean::default();
    world.releases(mechanism, 3000, |cells| {
        let m = StochasticMatrix::new(cells, 3).expect("a chain");
        change.push((ergodicity::tau_one(m) - ergodicity::tau_one(matrix)).abs());
    });
    // the same noise without its bias: k = 3 (10 + 3 15.8)
    let noise = RowLaw::published(172.2, 3).expect("in range");
    let without = tau_one_change_bound(matrix, &[noise; 3]).expect("a bound");
    let inside = tau_one_change_bound(matrix, &world.laws(mechanism)).expect("a bound");
    println!("{} bound {inside} without {without}", change.value());
    assert!(change.value() > 3.0 * without && change.value() < inside);
}

/// The data sets: where the simple bound says nothing, the weighted one is within a few times the truth.
#[test]
fn weighted_bounds_of_real_chains() {
    for (world, mechanism, times, printed) in [
        (
            releases::taxi_on_its_support(),
            Mechanism::Published(1.5),
            6.0,
            Some(0.028),
        ),
        (
            releases::taxi_on_its_support(),
            Mechanism::Published(4.5),
            3.0,
            Some(0.0077),
        ),
        (releases::taxi(), geometric(2, 1), 200.0, None),
    ] {
        let (n, truth) = (world.n, world.truth());
        let matrix = StochasticMatrix::new(&truth, n).expect("a chain");
        let (pi, inverse, tau) = analysed(&truth, n);
        let laws = world.laws(mechanism);
        let mut work = vec![f64::NAN; weighted_bound_work_len(n)];
        let w = weighted_bound(matrix, world.support(), &pi, &inverse, &laws, &mut work);
        let w = w.expect("a bound");
        let b = bound(matrix, tau, &laws).expect("a bound");
        let mut tv = Mean::default();
        world.releases(mechanism, 200, |cells| {
            tv.push(total_variation(&gth(cells, n).expect("one class"), &pi));
        });
        println!(
            "{} {mechanism:?}: E TV {:.5}, weighted {w:.5}, simple {b:.5}",
            world.name,
            tv.value()
        );
        assert!(tv.value() < w && w < times * tv.value() && w < 0.5 * b);
        // what the documentation says of it
        assert!(
            printed.is_none_or(|p: f64| (w / p - 1.0).abs() < 0.02),
            "{w}"
        );
    }
}

#[test]
fn the_weighted_bound_refuses() {
    let cells = [0.5, 0.5, 0.25, 0.75];
    let m = StochasticMatrix::new(&cells, 2).expect("a chain");
    let (pi, inverse, _) = analysed(&cells, 2);
    let laws = [RowLaw::published(50.0, 2).expect("in range"); 2];
    let full = Support::full(2).expect("in range");
    let run = |pi: &[f64], inverse: &[f64], laws: &[RowLaw], len: usize| {
        weighted_bound(m, full, pi, inverse, laws, &mut vec![f64::NAN; len]).err()
    };
    assert_eq!(run(&pi, &inverse, &laws, 12), None);
    assert_eq!(run(&pi, &inverse, &laws, 11), Some(Error::WorkLength));
    assert_eq!(run(&pi[..1], &inverse, &laws, 12), Some(Error::Length));
    assert_eq!(run(&pi, &inverse[..3], &laws, 12), Some(Error::Length));
    assert_eq!(run(&pi, &inverse, &laws[..1], 12), Some(Error::Length));
    assert_eq!(
        run(&[f64::NAN; 2], &inverse, &laws, 12),
        Some(Error::Domain)
    );
    for wrong in [f64::NAN, f64::INFINITY] {
        assert_eq!(
            run(&pi, &[1.0, wrong, 0.0, 0.0], &laws, 12),
            Some(Error::Domain)
        );
    }
    // scratch that was never filled
    assert_eq!(run(&[0.0; 2], &inverse, &laws, 12), Some(Error::Domain));
    assert_eq!(run(&pi, &[0.0; 4], &laws, 12), Some(Error::Domain));
    // a true trace and no true rows: 1 pi has no distance between them
    let flat = [pi[0], pi[1], pi[0], pi[1]];
    assert_eq!(run(&pi, &flat, &laws, 12), Some(Error::Domain));
    let level = Level::new(0.95).expect("in range");
    for wrong in [flat, [0.0; 4]] {
        let after = after_release_weighted_bound(m, &pi, &wrong, &laws, level, &mut [0.0; 4]);
        assert_eq!(after, Err(Error::Domain));
    }
    assert_eq!(
        after_release_bound(m, 0.0, &laws, level),
        Err(Error::Domain)
    );
    // what overflows is no bound, and 1 is
    let huge = [1e300, -1e300, -1e300, 1e300];
    assert_eq!(
        weighted_bound(m, full, &pi, &huge, &laws, &mut [0.0; 12]),
        Ok(1.0)
    );
}
