//! Chains with counts and supports, and simulated releases of them.
use dpmarkov::Error;
use dpmarkov::chain::{SparseMatrix, StochasticMatrix, group_inverse};
use dpmarkov::counts::{SparseCounts, Support};
use dpmarkov::domain::{Floor, GeometricRate, PolyaParameters, Variance};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, polya_work_len};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, dirichlet};
use dpmarkov::utility::row_error::RowLaw;
use std::collections::BTreeMap;

/// A mean and its standard error.
#[derive(Clone, Copy, Default)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    pub fn push(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }
    pub fn value(self) -> f64 {
        self.sum / self.count
    }
    pub fn error(self) -> f64 {
        let variance = self.squares / self.count - self.value().powi(2);
        (variance.max(0.0) / self.count).sqrt()
    }
}

/// Counts on a support.
pub struct World {
    pub name: String,
    pub n: usize,
    starts: Vec<u32>,
    targets: Vec<u16>,
    counts: Vec<u32>,
}

impl World {
    /// `feasible` besides the cells that have counts.
    pub fn new(name: &str, rows: &[Vec<u32>], feasible: impl Fn(usize, usize) -> bool) -> Self {
        let (mut starts, mut targets, mut counts) = (vec![0], vec![], vec![]);
        for (i, row) in rows.iter().enumerate() {
            for (j, c) in row.iter().enumerate() {
                if *c > 0 || feasible(i, j) {
                    targets.push(j as u16);
                    counts.push(*c);
                }
            }
            starts.push(targets.len() as u32);
        }
        World {
            name: name.to_owned(),
            n: rows.len(),
            starts,
            targets,
            counts,
        }
    }

    /// Only what was counted is feasible.
    pub fn on_its_support(name: &str, rows: &[Vec<u32>]) -> Self {
        Self::new(name, rows, |_, _| false)
    }

    pub fn support(&self) -> Support<'_> {
        Support::from_csr(&self.starts, &self.targets, self.n).expect("a support")
    }

    pub fn row(&self, from: usize) -> &[u32] {
        &self.counts[self.starts[from] as usize..self.starts[from + 1] as usize]
    }

    pub fn row_total(&self, from: usize) -> f64 {
        self.row(from).iter().map(|c| f64::from(*c)).sum()
    }

    /// The true chain, dense.
    pub fn truth(&self) -> Vec<f64> {
        let mut cells = vec![0.0; self.n * self.n];
        for (i, row) in cells.chunks_mut(self.n).enumerate() {
            let targets = self.support().row(i).expect("a row");
            for (to, c) in targets.zip(self.row(i)) {
                row[to] = f64::from(*c) / self.row_total(i);
            }
        }
        cells
    }

    pub fn laws(&self, mechanism: Mechanism) -> Vec<RowLaw> {
        (0..self.n)
            .map(|i| {
                let (cells, total) = (self.row(i).len(), self.row_total(i));
                match mechanism {
                    Mechanism::Dirichlet(w, a) => {
                        let p = DirichletParameters::new(w, a).expect("in range");
                        RowLaw::dirichlet(&p, cells, total)
                    }
                    Mechanism::Published(ratio) => RowLaw::published(ratio * total, cells),
                    Mechanism::Polya(urn) => RowLaw::polya(&urn, cells, total),
                    Mechanism::Geometric(rate, floor) => {
                        RowLaw::geometric(rate, floor, cells, total)
                    }
                    Mechanism::Gaussian(variance, floor) => {
                        RowLaw::gaussian(variance, floor, cells, total)
                    }
                }
                .expect("a law")
            })
            .collect()
    }

    /// One release after the other, as dense matrices.
    pub fn releases(&self, mechanism: Mechanism, runs: u32, mut each: impl FnMut(&[f64])) {
        let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
        let mut rng = Generator::from_seed_for_tests([6; 32], self.n as u64);
        let counts = SparseCounts::new(self.support(), &self.counts).expect("counts");
        let n = self.n;
        let mut values = vec![0.0; self.counts.len()];
        let mut dense = vec![0.0; n * n];
        let (mut words, mut integers) = (vec![0u32; polya_work_len(n)], vec![0i64; n]);
        for _ in 0..runs {
            let (r, v) = (&mut rng, &mut values[..]);
            let released = match mechanism {
                Mechanism::Dirichlet(w, a) => self.dirichlet(w, a, r, v),
                // a pseudo-count of 1e-6 is none
                Mechanism::Published(ratio) => self.dirichlet(ratio, 1e-6, r, v),
                Mechanism::Polya(urn) => Polya::checked(anything, 2, urn)
                    .expect("anything goes")
                    .release_sparse(r, counts, &mut words, v),
                Mechanism::Geometric(rate, floor) => Geometric::checked(anything, rate)
                    .expect("anything goes")
                    .release_sparse(r, counts, floor, &mut integers, v),
                Mechanism::Gaussian(variance, floor) => Gaussian::checked(anything, variance)
                    .expect("anything goes")
                    .release_sparse(r, counts, floor, &mut integers, v),
            }
            .expect("released");
            released.expand(&mut dense).expect("a matrix");
            each(&dense);
        }
    }

    /// The mechanism, or its law where no guarantee could allow such parameters: the same rows, quantised as its documentation says.
    fn dirichlet<'m>(
        &'m self,
        w: f64,
        a: f64,
        rng: &mut Generator,
        values: &'m mut [f64],
    ) -> Result<SparseMatrix<'m>, Error> {
        let anything = Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range");
        let p = DirichletParameters::new(w, a).expect("in range");
        if let Ok(mechanism) = Dirichlet::checked(anything, p) {
            let counts = SparseCounts::new(self.support(), &self.counts).expect("counts");
            return mechanism.release_sparse(rng, counts, values);
        }
        for i in 0..self.n {
            let alpha: Vec<f64> = self
                .row(i)
                .iter()
                .map(|c| w * (f64::from(*c) + a))
                .collect();
            let row = &mut values[self.starts[i] as usize..self.starts[i + 1] as usize];
            if row.len() == 1 {
                row[0] = 1.0;
                continue;
            }
            dirichlet::sample(rng, &alpha, row)?;
            let (end, last) = (4_294_967_296.0 - row.len() as f64, row.len() - 1);
            let (mut sum, mut before) = (0.0, 0.0);
            for (l, x) in row.iter_mut().enumerate() {
                sum += *x;
                let edge = if l == last {
                    end
                } else {
                    (sum * end).round().min(end)
                };
                *x = (edge - before + 1.0) / 4_294_967_296.0;
                before = edge;
            }
        }
        SparseMatrix::new(self.support(), values)
    }
}

/// A mechanism with its parameters; what it promises does not matter here.
#[derive(Clone, Copy, Debug)]
pub enum Mechanism {
    /// w, a.
    Dirichlet(f64, f64),
    /// k_i/N_i.
    Published(f64),
    Polya(PolyaParameters),
    Geometric(GeometricRate, Floor),
    Gaussian(Variance, Floor),
}

pub fn geometric(numerator: u32, denominator: u32) -> Mechanism {
    let rate = GeometricRate::new(numerator, denominator).expect("in range");
    Mechanism::Geometric(rate, Floor::NONE)
}

/// pi, A# and tau_1(A#).
pub fn analysed(cells: &[f64], n: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let matrix = StochasticMatrix::new(cells, n).expect("a chain");
    let (mut pi, mut inverse) = (vec![0.0; n], vec![0.0; n * n]);
    let mut work = vec![0.0; group_inverse::work_len(n)];
    group_inverse::group_inverse(matrix, &mut work, &mut inverse, &mut pi).expect("one class");
    let tau = group_inverse::tau_one(&inverse, n).expect("a coefficient");
    (pi, inverse, tau)
}

/// Numbers in [0, 1) that are the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

/// Every cell `low` to `high` counts, but only a share `density` of them; the next state in a ring always.
pub fn random(name: &str, n: usize, density: f64, low: u32, high: u32, seed: u64) -> World {
    let mut numbers = Numbers(seed);
    let rows: Vec<Vec<u32>> = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| {
                    let there = numbers.next() < density || j == (i + 1) % n;
                    let size =
                        f64::from(low) * (f64::from(high) / f64::from(low)).powf(numbers.next());
                    if there { size as u32 } else { 0 }
                })
                .collect()
        })
        .collect();
    World::on_its_support(name, &rows)
}

fn rows_of(n: usize, count: impl Fn(usize, usize) -> u32) -> Vec<Vec<u32>> {
    (0..n)
        .map(|i| (0..n).map(|j| count(i, j)).collect())
        .collect()
}

/// A star: everybody goes to state 0 and from there to anybody.
pub fn hub(n: usize) -> World {
    let count = |i: usize, j: usize| match (i, j) {
        (0, _) => 100 + 37 * j as u32,
        (_, 0) => 600,
        _ if i == j => 150,
        _ => 0,
    };
    World::on_its_support("hub", &rows_of(n, count))
}

/// Two blocks of n/2, `between` events from each state into the other block.
pub fn near_decomposable(n: usize, between: u32) -> World {
    let half = n / 2;
    let count = |i: usize, j: usize| {
        if (i < half) == (j < half) {
            400 + ((7 * i + 11 * j) % 13) as u32 * 50
        } else if i % half == j % half {
            between
        } else {
            0
        }
    };
    World::on_its_support("near-decomposable", &rows_of(n, count))
}

pub fn birth_death(n: usize) -> World {
    let count = |i: usize, j: usize| {
        if j == i + 1 {
            300
        } else if i == j + 1 {
            360
        } else if i == j {
            200
        } else {
            0
        }
    };
    World::on_its_support("birth-death", &rows_of(n, count))
}

/// Round a ring, some jumps ahead.
pub fn ring(n: usize) -> World {
    let count = |i: usize, j: usize| match (j + n - i) % n {
        1 => 800,
        2 => 150,
        5 => 40 + 3 * i as u32,
        _ => 0,
    };
    World::on_its_support("ring", &rows_of(n, count))
}

/// Rows that fall off by halves from their own state on.
pub fn graded(n: usize) -> World {
    let count = |i: usize, j: usize| (6400 >> ((j + n - i) % n)).max(1) as u32 + 20;
    World::on_its_support("graded", &rows_of(n, count))
}

fn lines(path: &str) -> Vec<[String; 3]> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(path)).expect("the data");
    text.lines()
        .skip(1)
        .map(|line| {
            let mut cells = line.split(',').map(str::to_owned);
            let mut next = || cells.next().expect("three cells");
            [next(), next(), next()]
        })
        .collect()
}

fn from_file(path: &str) -> Vec<Vec<u32>> {
    let lines = lines(path);
    let states: BTreeMap<&str, usize> = lines
        .iter()
        .flat_map(|[from, to, _]| [from.as_str(), to.as_str()])
        .map(|s| (s, 0))
        .collect();
    let place: BTreeMap<&str, usize> = states.keys().enumerate().map(|(i, s)| (*s, i)).collect();
    let mut rows = vec![vec![0; place.len()]; place.len()];
    for [from, to, count] in &lines {
        rows[place[from.as_str()]][place[to.as_str()]] = count.parse().expect("a count");
    }
    rows
}

/// The taxi chain, every transition feasible.
pub fn taxi() -> World {
    let rows = from_file("examples/data/manhattan_taxi/transitions.csv");
    World::new("taxi", &rows, |_, _| true)
}

/// The taxi chain, only transitions that occurred feasible.
pub fn taxi_on_its_support() -> World {
    let rows = from_file("examples/data/manhattan_taxi/transitions.csv");
    World::on_its_support("taxi, its support", &rows)
}

/// Bicycle trips of five towns.
pub fn bike() -> World {
    World::on_its_support("bike", &from_file("tests/data/bikeshare_bayarea.csv"))
}
