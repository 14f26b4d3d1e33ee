//! Intervals of the stationary distribution cover it: of the log's own chain, from a release alone.
//!
//! Coverage is taken over all states of a chain together, and state by state with more room: states share the noise, so that the mean over them
//! varies less than one state and more than as many independent ones.
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::domain::{Floor, GeometricRate, Level, Variance};
use dpmarkov::mechanism::{Gaussian, Geometric, noisy};
use dpmarkov::privacy::{Adjacency, Guarantee};
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
        (releases::taxi(), d(1.0, 1.0), 2000),
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

/// Rows of as few events as a seventh of their pseudo-counts: what is left of the log is noise for some states, and the mean over states holds.
#[test]
fn taxi_rows_that_are_mostly_pseudo_counts() {
    let world = releases::taxi();
    let mechanism = Mechanism::Dirichlet(0.3, 15.8);
    let laws = world.laws(mechanism);
    let mut tally = Tally::new("taxi, a = 15.8".to_owned(), &world);
    let mut unbiased = vec![0.0; world.n * world.n];
    world.releases(mechanism, 2000, |cells| {
        let m = StochasticMatrix::new(cells, world.n).expect("a chain");
        debias::chain(m, &laws, &mut unbiased).expect("events in every row");
        tally.add(cells, &unbiased, &laws);
    });
    tally.check(0.90);
}

#[test]
fn noisy_counts() {
    let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
    for (world, rate, runs) in [
        (releases::hub(12), 2, 2000),
        (releases::birth_death(15), 4, 2000),
        (releases::random("random", 6, 1.0, 50, 500, 1), 10, 2000),
        (releases::taxi(), 2, 1000),
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
            tally.check(0.92);
        }
    }
}
