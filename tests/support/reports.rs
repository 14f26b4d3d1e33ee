//! Reports for tests: made by the mechanisms, and written by another hand.
use super::supports;
use dpmarkov::counts::{SparseCounts, Support};
use dpmarkov::domain::PseudoCount;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, polya_work_len};
use dpmarkov::privacy::ledger::Window;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::report::{About, Encoder, Mechanism, StateTable, Totals, Width, encode, len};
use std::sync::OnceLock;

pub const DRAWS: u32 = 300;

/// One of each, for the same guarantee; the urn's covers every support.
pub struct Mechanisms {
    pub dirichlet: Dirichlet,
    pub polya: Polya,
    pub geometric: Geometric,
    pub gaussian: Gaussian,
    /// For row totals.
    pub noise: Geometric,
}

pub fn guarantee(epsilon: f64, delta: f64) -> Guarantee {
    Guarantee::new(Adjacency::Event, epsilon, delta, 1).unwrap()
}

pub fn mechanisms() -> &'static Mechanisms {
    static MADE: OnceLock<Mechanisms> = OnceLock::new();
    MADE.get_or_init(|| {
        let (g, a) = (guarantee(1.0, 1e-6), PseudoCount::new(30.0).unwrap());
        Mechanisms {
            dirichlet: Dirichlet::new(g, a).unwrap(),
            polya: Polya::new(g, 2, a, DRAWS).unwrap(),
            geometric: Geometric::new(g).unwrap(),
            gaussian: Gaussian::new(g).unwrap(),
            noise: Geometric::new(guarantee(0.25, 0.0)).unwrap(),
        }
    })
}

pub fn about(id: Option<[u8; 16]>) -> About {
    About {
        state_table: StateTable([0xA5; 16]),
        window: Window::new(3, 20_000).unwrap(),
        generation: 77,
        id,
    }
}

pub const KINDS: [Kind; 4] = [
    Kind::Dirichlet,
    Kind::Polya,
    Kind::Geometric,
    Kind::Gaussian,
];

/// Which mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Dirichlet,
    Polya,
    Geometric,
    Gaussian,
}

impl Kind {
    pub fn mechanism(self) -> Mechanism<'static> {
        let m = mechanisms();
        match self {
            Kind::Dirichlet => Mechanism::Dirichlet(&m.dirichlet),
            Kind::Polya => Mechanism::Polya(&m.polya),
            Kind::Geometric => Mechanism::Geometric(&m.geometric),
            Kind::Gaussian => Mechanism::Gaussian(&m.gaussian),
        }
    }
    pub fn takes_totals(self) -> bool {
        matches!(self, Kind::Dirichlet | Kind::Polya)
    }
}

/// What was released, before it is written.
#[derive(Clone, Debug)]
pub enum Released {
    Probabilities(Vec<f64>),
    Tallies(Vec<u32>),
    Noisy(Vec<i64>),
}

/// One release of `counts`.
pub fn release(kind: Kind, support: Support<'_>, counts: &[u32], seed: u64) -> Released {
    let m = mechanisms();
    let mut rng = Generator::from_seed_for_tests([9; 32], seed);
    let counts = SparseCounts::new(support, counts).unwrap();
    let cells = support.cells();
    match kind {
        Kind::Dirichlet => {
            let mut values = vec![0.0; cells];
            m.dirichlet
                .release_sparse(&mut rng, counts, &mut values)
                .unwrap();
            Released::Probabilities(values)
        }
        Kind::Polya => {
            let mut work = vec![0; polya_work_len(support.most_cells())];
            let mut tallies = vec![0; cells];
            m.polya
                .release_sparse_tallies(&mut rng, counts, &mut work, &mut tallies)
                .unwrap();
            Released::Tallies(tallies)
        }
        Kind::Geometric => {
            let mut noisy = vec![0; cells];
            m.geometric
                .release_sparse_counts(&mut rng, counts, &mut noisy)
                .unwrap();
            Released::Noisy(noisy)
        }
        Kind::Gaussian => {
            let mut noisy = vec![0; cells];
            m.gaussian
                .release_sparse_counts(&mut rng, counts, &mut noisy)
                .unwrap();
            Released::Noisy(noisy)
        }
    }
}

/// Public facts of a report.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub kind: Kind,
    pub width: Width,
    pub id: Option<[u8; 16]>,
    pub totals: bool,
}

/// The report of a release, with these noisy totals where there are any.
pub fn write(facts: Facts, support: &Support<'_>, released: &Released, noisy: &[i64]) -> Vec<u8> {
    let (m, about) = (mechanisms(), about(facts.id));
    let totals = facts.totals.then_some(Totals {
        mechanism: &m.noise,
        noisy,
    });
    let expected = len(
        &about,
        facts.kind.mechanism(),
        support,
        facts.width,
        facts.totals.then_some(&m.noise),
    )
    .unwrap();
    let (w, mut out) = (facts.width, vec![0xEE; expected + 3]);
    let out_ = &mut out;
    let written = match (facts.kind, released) {
        (Kind::Dirichlet, Released::Probabilities(p)) => {
            encode::dirichlet(&about, &m.dirichlet, support, p, w, totals, out_)
        }
        (Kind::Polya, Released::Tallies(t)) => {
            encode::polya(&about, &m.polya, support, t, w, totals, out_)
        }
        (Kind::Geometric, Released::Noisy(y)) => {
            encode::geometric(&about, &m.geometric, support, y, w, out_)
        }
        (Kind::Gaussian, Released::Noisy(y)) => {
            encode::gaussian(&about, &m.gaussian, support, y, w, out_)
        }
        _ => panic!("another kind of release"),
    };
    assert_eq!(written, Ok(expected));
    assert_eq!(out[expected..], [0xEE; 3], "beyond the report");
    out.truncate(expected);
    out
}

/// The same, row by row.
pub fn stream(facts: Facts, support: &Support<'_>, released: &Released, noisy: &[i64]) -> Vec<u8> {
    let mut sent = Vec::new();
    let mut sink = |bytes: &[u8]| {
        sent.extend_from_slice(bytes);
        Ok(())
    };
    let noise = facts.totals.then_some(&mechanisms().noise);
    let mut encoder = Encoder::begin(
        &about(facts.id),
        facts.kind.mechanism(),
        support,
        facts.width,
        noise,
        &mut sink,
    )
    .unwrap();
    let mut at = 0;
    for row in support.rows() {
        let range = at..at + row.len();
        at += row.len();
        match released {
            Released::Probabilities(p) => encoder.probabilities(&p[range]).unwrap(),
            Released::Tallies(t) => encoder.tallies(&t[range]).unwrap(),
            Released::Noisy(y) => encoder.noisy_counts(&y[range]).unwrap(),
        }
    }
    let written = encoder.finish(facts.totals.then_some(noisy)).unwrap();
    assert_eq!(written, sent.len());
    sent
}

/// A report of every kind and width on a small support, with and without what is optional.
pub fn small() -> Vec<Vec<u8>> {
    let rows: [Vec<usize>; 3] = [vec![0, 1, 2], vec![2], vec![0, 2]];
    let (starts, targets) = supports::compressed(&rows);
    let sparse = Support::from_csr(&starts, &targets, 3).unwrap();
    let mut reports = Vec::new();
    for (i, support) in [Support::full(2).unwrap(), sparse].into_iter().enumerate() {
        for kind in KINDS {
            for width in [Width::Bits16, Width::Bits32] {
                let facts = Facts {
                    kind,
                    width,
                    id: (i == 1).then_some([0x1D; 16]),
                    totals: i == 1 && kind.takes_totals(),
                };
                let released = release(kind, support, &vec![40; support.cells()], 5);
                let noisy = vec![-7, 40, 90];
                reports.push(write(facts, &support, &released, &noisy));
            }
        }
    }
    reports
}
