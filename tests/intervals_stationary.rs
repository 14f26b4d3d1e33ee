//! Intervals of the stationary distribution cover it: of the log's own chain, from a release alone.
//!
//! Coverage is taken over all states of a chain together, and state by state with more room: states share the noise, so that the mean over them
//! varies less than one state and more than as many independent ones.
use dpmarkov::Error;
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::domain::{Floor, GeometricRate, Level, Variance};
use dpmarkov::mechanism::{Gaussian, Geometric, noisy};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::utility::debias;
use dpmarkov::utility::interval::{Interval, stationary_chain, stationary_chain_work_len};
use dpmarkov::utility::row_error::RowLaw;
use support::releases::{self, Mechanism, World, analysed};

mod support;

/// How often the intervals of every state covered.
struct Tally {
    name: String,
    truth: Vec<f64>,
    hits: Vec<u32>,
    runs: u32,
    work: Vec<f64>,
}

impl Tally {
    fn new(name: String, world: &World) -> Self {
        let n = world.n;
        Tally {
            name,
            truth: analysed(&world.truth(), n).0,
            hits: vec![0; n],
            runs: 0,
            work: vec![f64::NAN; stationary_chain_work_len(n)],
        }
    }

    fn add(&mut self, released: &[f64], unbiased: &[f64], laws: &[RowLaw]) {
        let n = self.truth.len();
        let m = StochasticMatrix::new(released, n).expect("a chain");
        let (mut pi, mut intervals) = (vec![0.0; n], vec![Interval::ALL; n]);
        let at = Level::new(0.95).expect("a level");
        stationary_chain(
            m,
            unbiased,
            laws,
            at,
            &mut self.work,
            &mut pi,
            &mut intervals,
        )
        .expect("intervals");
        self.runs += 1;
        for ((hits, i), (p, truth)) in self
            .hits
            .iter_mut()
            .zip(&intervals)
            .zip(pi.iter().zip(&self.truth))
        {
            assert!(
                i.contains(*p) && 0.0 <= i.lower && i.upper <= 1.0,
                "{i:?} {p}"
            );
            *hits += u32::from(i.contains(*truth));
        }
    }

    fn check(&self, least: f64) {
        let each = |hits: &u32| f64::from(*hits) / f64::from(self.runs);
        let mean = self.hits.iter().map(each).sum::<f64>() / self.hits.len() as f64;
        let worst = self.hits.iter().map(each).fold(1.0, f64::min);
        println!("{}: mean {mean:.4}, worst {worst:.4}", self.name);
        assert!((0.93..=0.97).contains(&mean), "{}: {mean}", self.name);
        assert!(worst >= least, "{}: {worst}", self.name);
    }
}

#[test]
fn rows_of_the_dirichlet_mechanism() {
    let d = Mechanism::Dirichlet;
    for (world, mechanism, runs) in [
        (
            releases::random("random", 6, 1.0, 50, 500, 1),
            d(0.3, 15.8),
            2000,
        ),
        (
            releases::random("random sparse", 30, 0.2, 20, 500, 2),
            d(1.0, 1.0),
            2000,
        ),
        (
            releases::random("two states", 2, 1.0, 30, 900, 3),
            d(0.5, 2.0),
            2000,
        ),
        (releases::hub(12), d(0.3, 15.8), 2000),
        (releases::near_decomposable(10, 40), d(2.0, 1.0), 2000),
        (releases::birth_death(15), d(1.0, 1.0), 2000),
        (releases::ring(20), d(0.3, 30.0), 2000),
        (releases::taxi(), d(1.0, 1.0), 1000),
    ] {
        let laws = world.laws(mechanism);
        let mut tally = Tally::new(format!("{} {mechanism:?}", world.name), &world);
        let mut unbiased = vec![0.0; world.n * world.n];
        world.releases(mechanism, runs, |cells| {
            let m = StochasticMatrix::new(cells, world.n).expect("a chain");
            debias::chain(m, &laws, &mut unbiased).expect("events in every row");
            tally.add(cells, &unbiased, &laws);
        });
        tally.check(0.925);
    }
}

/// Rows with fewer events than pseudo-counts, or a few dozen events in all: what is left of the log is noise for some states; the mean over states holds.
#[test]
fn rows_that_are_mostly_pseudo_counts() {
    for (world, mechanism, runs) in [
        (releases::taxi(), Mechanism::Dirichlet(0.3, 15.8), 1000),
        (releases::bike(), Mechanism::Dirichlet(1.0, 1.0), 500),
    ] {
        let laws = world.laws(mechanism);
        let mut tally = Tally::new(format!("{} {mechanism:?}", world.name), &world);
        let mut unbiased = vec![0.0; world.n * world.n];
        world.releases(mechanism, runs, |cells| {
            let m = StochasticMatrix::new(cells, world.n).expect("a chain");
            debias::chain(m, &laws, &mut unbiased).expect("events in every row");
            tally.add(cells, &unbiased, &laws);
        });
        tally.check(0.90);
    }
}

#[test]
fn noisy_counts() {
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    for (world, rate, runs) in [
        (releases::hub(12), 2, 2000),
        (releases::birth_death(15), 4, 2000),
        (releases::random("random", 6, 1.0, 50, 500, 1), 10, 2000),
        (releases::taxi(), 2, 500),
    ] {
        let n = world.n;
        let rate = GeometricRate::new(1, rate).expect("in range");
        let variance =
            Variance::new(2 * u64::from(rate.denominator()).pow(2), 1).expect("in range");
        let geometric = Geometric::checked(anything, rate).expect("anything goes");
        let gaussian = Gaussian::checked(anything, variance).expect("anything goes");
        for name in ["geometric", "gaussian"] {
            let mut rng = Generator::from_seed_for_tests([8; 32], n as u64);
            let mut tally = Tally::new(format!("{} {name} {rate:?}", world.name), &world);
            for _ in 0..runs {
                let (mut released, mut unbiased) = (vec![0.0; n * n], vec![0.0; n * n]);
                let mut laws = Vec::new();
                for i in 0..n {
                    let c = world.row(i);
                    let (mut y, mut x, mut q) =
                        (vec![0; c.len()], vec![0.0; c.len()], vec![0.0; c.len()]);
                    if name == "geometric" {
                        geometric
                            .release_counts(&mut rng, c, &mut y)
                            .expect("released");
                    } else {
                        gaussian
                            .release_counts(&mut rng, c, &mut y)
                            .expect("released");
                    }
                    noisy::to_row(&y, Floor::NONE, &mut x).expect("a row");
                    debias::noisy_row(&y, &mut q).expect("a positive sum");
                    for ((to, x), q) in world.support().row(i).expect("a row").zip(&x).zip(&q) {
                        released[i * n + to] = *x;
                        unbiased[i * n + to] = *q;
                    }
                    let sum = y.iter().sum::<i64>() as f64;
                    laws.push(
                        if name == "geometric" {
                            RowLaw::geometric(rate, Floor::NONE, c.len(), sum)
                        } else {
                            RowLaw::gaussian(variance, Floor::NONE, c.len(), sum)
                        }
                        .expect("a law"),
                    );
                }
                tally.add(&released, &unbiased, &laws);
            }
            tally.check(0.91);
        }
    }
}

#[test]
fn what_is_no_release_is_refused() {
    let world = releases::ring(5);
    let n = world.n;
    let laws = world.laws(Mechanism::Dirichlet(1.0, 1.0));
    let released = world.truth();
    let mut unbiased = vec![0.0; n * n];
    let m = StochasticMatrix::new(&released, n).expect("a chain");
    debias::chain(m, &laws, &mut unbiased).expect("events in every row");
    let run = |cells: &[f64], unbiased: &[f64], laws: &[RowLaw], room: usize| {
        let m = StochasticMatrix::new(cells, n).expect("a chain");
        let (mut pi, mut intervals) = (vec![7.0; n], vec![Interval::ONE; n]);
        let at = Level::new(0.95).expect("a level");
        let mut work = vec![f64::NAN; room];
        let done = stationary_chain(m, unbiased, laws, at, &mut work, &mut pi, &mut intervals);
        assert_eq!(done.is_err(), pi == vec![7.0; n]);
        assert_eq!(done.is_err(), intervals == vec![Interval::ONE; n]);
        done
    };
    let room = stationary_chain_work_len(n);
    assert_eq!(run(&released, &unbiased, &laws, room), Ok(()));
    assert_eq!(
        run(&released, &unbiased, &laws, room - 1),
        Err(Error::WorkLength)
    );
    assert_eq!(
        run(&released, &unbiased, &laws[1..], room),
        Err(Error::Length)
    );
    assert_eq!(
        run(&released, &unbiased[1..], &laws, room),
        Err(Error::Length)
    );
    // rows that do not sum to 1, are not finite, or have what the release has not
    let cell = released.iter().position(|p| *p > 0.0).expect("a row");
    for wrong in [
        unbiased[cell] + 1e-3,
        f64::NAN,
        f64::INFINITY,
        -f64::INFINITY,
    ] {
        let mut q = unbiased.clone();
        q[cell] = wrong;
        assert_eq!(run(&released, &q, &laws, room), Err(Error::NotStochastic));
    }
    let zero = released.iter().position(|p| *p == 0.0).expect("a ring");
    let mut q = unbiased.clone();
    q[zero] = 0.1;
    assert_eq!(run(&released, &q, &laws, room), Err(Error::Infeasible));
    // a row without events; a chain of several classes
    let mut empty = laws.clone();
    let p = DirichletParameters::new(1.0, 1.0).expect("in range");
    empty[2] = RowLaw::dirichlet(&p, 3, 0.0).expect("a law");
    assert_eq!(
        run(&released, &unbiased, &empty, room),
        Err(Error::EmptyRow)
    );
    let still: Vec<f64> = (0..n * n)
        .map(|i| f64::from(u8::from(i % (n + 1) == 0)))
        .collect();
    assert_eq!(run(&still, &still, &laws, room), Err(Error::SeveralClasses));
    // estimates far outside the simplex: an answer all the same
    let mut far = unbiased.clone();
    let cells: Vec<usize> = (0..n).filter(|j| released[*j] > 0.0).collect();
    far[cells[0]] += 50.0;
    far[cells[1]] -= 50.0;
    assert_eq!(run(&released, &far, &laws, room), Ok(()));
}

/// A law that has the release's floor in it and one that leaves it out come to the same intervals: 1/(1 - s) takes off what the floor put on.
#[test]
fn the_floor_of_a_law_cancels() {
    let world = releases::taxi();
    let n = world.n;
    let rate = GeometricRate::new(1, 3).expect("in range");
    let variance = Variance::new(18, 1).expect("in range");
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    let geometric = Geometric::checked(anything, rate).expect("anything goes");
    let mut rng = Generator::from_seed_for_tests([9; 32], 0);
    let law = |gaussian: bool, floor: Floor, cells: usize, sum: f64| {
        if gaussian {
            RowLaw::gaussian(variance, floor, cells, sum)
        } else {
            RowLaw::geometric(rate, floor, cells, sum)
        }
        .expect("a law")
    };
    for (gaussian, floor) in [
        (false, 1),
        (false, Floor::PER_EVENT),
        (true, 100 * Floor::PER_EVENT),
    ] {
        let floor = Floor::new(floor).expect("in range");
        let (mut released, mut unbiased) = (vec![0.0; n * n], vec![0.0; n * n]);
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for i in 0..n {
            let c = world.row(i);
            let (mut y, mut x, mut q) = (vec![0; c.len()], vec![0.0; c.len()], vec![0.0; c.len()]);
            geometric
                .release_counts(&mut rng, c, &mut y)
                .expect("released");
            noisy::to_row(&y, floor, &mut x).expect("a row");
            debias::noisy_row(&y, &mut q).expect("a positive sum");
            for ((to, x), q) in world.support().row(i).expect("a row").zip(&x).zip(&q) {
                released[i * n + to] = *x;
                unbiased[i * n + to] = *q;
            }
            let sum = y.iter().sum::<i64>() as f64;
            with.push(law(gaussian, floor, c.len(), sum));
            without.push(law(gaussian, Floor::NONE, c.len(), sum));
        }
        assert!(with.iter().any(|law| law.shrink() > 0.0));
        let run = |laws: &[RowLaw]| {
            let m = StochasticMatrix::new(&released, n).expect("a chain");
            let (mut pi, mut intervals) = (vec![0.0; n], vec![Interval::ALL; n]);
            let mut work = vec![f64::NAN; stationary_chain_work_len(n)];
            let at = Level::new(0.95).expect("a level");
            stationary_chain(m, &unbiased, laws, at, &mut work, &mut pi, &mut intervals)
                .expect("intervals");
            (pi, intervals)
        };
        let ((pi, intervals), (same, others)) = (run(&with), run(&without));
        assert_eq!(pi, same);
        for (a, b) in intervals.iter().zip(&others) {
            let near = |x: f64, y: f64| (x - y).abs() <= 1e-12 * a.width();
            assert!(
                a.width() > 0.0 && near(a.lower, b.lower) && near(a.upper, b.upper),
                "{a:?} {b:?}"
            );
        }
    }
}

/// The fixed point is the stationary distribution of the unbiased chain: against GTH where that is a chain.
#[test]
fn the_estimate_is_the_stationary_distribution_of_the_unbiased_chain() {
    for world in [
        releases::hub(12),
        releases::random("random", 6, 1.0, 50, 500, 1),
        releases::birth_death(9),
    ] {
        let n = world.n;
        // shrunk as the release is on average
        let laws = world.laws(Mechanism::Dirichlet(1.0, 15.8));
        let truth = world.truth();
        let mut mean = vec![0.0; n * n];
        for ((out, row), law) in mean.chunks_mut(n).zip(truth.chunks(n)).zip(&laws) {
            for (out, share) in out.iter_mut().zip(row) {
                *out = if *share > 0.0 { law.mean(*share) } else { 0.0 };
            }
        }
        let m = StochasticMatrix::new(&mean, n).expect("a chain");
        let mut unbiased = vec![0.0; n * n];
        debias::chain(m, &laws, &mut unbiased).expect("events in every row");
        let (mut pi, mut intervals) = (vec![0.0; n], vec![Interval::ALL; n]);
        let mut work = vec![f64::NAN; stationary_chain_work_len(n)];
        let at = Level::new(0.95).expect("a level");
        stationary_chain(m, &unbiased, &laws, at, &mut work, &mut pi, &mut intervals)
            .expect("intervals");
        for (got, want) in pi.iter().zip(analysed(&truth, n).0) {
            assert!((got - want).abs() < 1e-11, "{} {got} {want}", world.name);
        }
    }
}

/// A floor of many events draws the released chain to equal shares; the intervals are those of the log all the same, whether the laws know of it or not.
#[test]
fn a_floor_of_many_events() {
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    let count = |i: usize, j: usize| match (i, j) {
        (_, 0) | (0, 1) => 900,
        _ => 40 + 10 * ((i + j) as u32 % 3),
    };
    // nearly always to one state: equal shares are far from every row
    let n = 8;
    let rows: Vec<Vec<u32>> = (0..n)
        .map(|i| (0..n).map(|j| count(i, j)).collect())
        .collect();
    let world = releases::World::new("to one state", &rows, |_, _| true);
    let rate = GeometricRate::new(1, 4).expect("in range");
    let geometric = Geometric::checked(anything, rate).expect("anything goes");
    for events in [1, 100, 10_000] {
        let floor = Floor::new(events * Floor::PER_EVENT).expect("in range");
        for in_the_laws in [Floor::NONE, floor] {
            let mut rng = Generator::from_seed_for_tests([9; 32], n as u64);
            let name = format!("{} floor {floor:?} {in_the_laws:?}", world.name);
            let mut tally = Tally::new(name, &world);
            for _ in 0..2000 {
                let (mut released, mut unbiased) = (vec![0.0; n * n], vec![0.0; n * n]);
                let mut laws = Vec::new();
                for (i, (x, q)) in released
                    .chunks_mut(n)
                    .zip(unbiased.chunks_mut(n))
                    .enumerate()
                {
                    let mut y = vec![0; n];
                    geometric
                        .release_counts(&mut rng, world.row(i), &mut y)
                        .expect("released");
                    noisy::to_row(&y, floor, x).expect("a row");
                    debias::noisy_row(&y, q).expect("a positive sum");
                    let sum = y.iter().sum::<i64>() as f64;
                    laws.push(RowLaw::geometric(rate, in_the_laws, n, sum).expect("a law"));
                }
                tally.add(&released, &unbiased, &laws);
            }
            tally.check(0.92);
        }
    }
}
