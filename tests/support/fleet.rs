//! Fleets of simulated devices that log, release and report, for tests of the merge.
use dpmarkov::counts::{Outside, SparseCountsMut, Support};
use dpmarkov::domain::PseudoCount;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
use dpmarkov::random::Generator;
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, RowSums};
use dpmarkov::report::{About, Report, StateTable, Totals, Width, encode};

pub const STATES: usize = 8;
pub const TABLE: StateTable = StateTable(*b"the fleet's maps");
/// Every row but two is full; from 5 there are three ways, from 6 one.
pub const STARTS: [u32; STATES + 1] = [0, 8, 16, 24, 32, 40, 43, 44, 52];
pub const TARGETS: [u16; 52] = [
    0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
    0, 1, 2, 3, 4, 5, 6, 7, 0, 5, 7, 7, 0, 1, 2, 3, 4, 5, 6, 7,
];
pub const CELLS: usize = TARGETS.len();
/// The population's chain, cell by cell: with rare transitions, and states that are visited in 2 to 40 % of all steps.
pub const CHAIN: [f64; CELLS] = [
    0.55, 0.2, 0.1, 0.05, 0.04, 0.03, 0.01, 0.02, //
    0.3, 0.3, 0.25, 0.001, 0.049, 0.05, 0.02, 0.03, //
    0.2, 0.1, 0.5, 0.1, 0.0005, 0.0495, 0.03, 0.02, //
    0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, //
    0.9, 0.02, 0.01, 0.01, 0.03, 0.01, 0.005, 0.015, //
    0.3, 0.6, 0.1, //
    1.0, //
    0.002, 0.7, 0.05, 0.148, 0.04, 0.03, 0.02, 0.01,
];

pub fn support() -> Support<'static> {
    Support::from_csr(&STARTS, &TARGETS, STATES).expect("a support")
}

/// (from, to) of every cell.
pub fn transitions() -> Vec<(usize, usize)> {
    let rows = support().rows().enumerate();
    rows.flat_map(|(from, row)| row.map(move |to| (from, to)))
        .collect()
}

/// How a device releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Geometric(Width),
    Gaussian(Width),
    /// Tallies, with known totals or noisy ones.
    Polya(bool, Width),
    Dirichlet(bool, Width),
}

/// The mechanisms of one kind of fleet, planned once.
pub struct Mechanisms {
    pub adjacency: Adjacency,
    pub geometric: Geometric,
    pub gaussian: Gaussian,
    pub polya: Polya,
    pub dirichlet: Dirichlet,
    pub totals: Geometric,
}

impl Mechanisms {
    pub fn new(adjacency: Adjacency) -> Self {
        let guarantee = |epsilon, delta| Guarantee::new(adjacency, epsilon, delta, 1).expect("one");
        let a = PseudoCount::new(15.8).expect("a pseudo-count");
        Mechanisms {
            adjacency,
            geometric: Geometric::new(guarantee(1.0, 0.0)).expect("noise"),
            gaussian: Gaussian::new(guarantee(1.0, 1e-6)).expect("noise"),
            // the fewest cells of a row of two or more
            polya: Polya::new(guarantee(1.0, 1e-6), 3, a, 60).expect("an urn"),
            dirichlet: Dirichlet::new(guarantee(1.0, 1e-6), a).expect("a weight"),
            totals: Geometric::new(guarantee(0.5, 0.0)).expect("noise"),
        }
    }
}

/// One device's walk of `events` steps, added to `counts`.
pub fn walk(rng: &mut Generator, events: usize, counts: &mut [u32; CELLS]) {
    let mut at = rng.next_u64() as usize % STATES;
    let mut session = vec![at];
    for _ in 0..events {
        let row = STARTS[at] as usize..STARTS[at + 1] as usize;
        let mut u = rng.uniform();
        let mut cell = row.end - 1;
        for k in row {
            u -= CHAIN[k];
            if u < 0.0 {
                cell = k;
                break;
            }
        }
        at = usize::from(TARGETS[cell]);
        session.push(at);
    }
    let mut log = SparseCountsMut::new(support(), Outside::Refuse, counts).expect("counts");
    log.record_session(&session).expect("on the support");
}

/// The totals of the rows.
pub fn totals_of(counts: &[u32; CELLS]) -> [u32; STATES] {
    std::array::from_fn(|i| {
        let row = STARTS[i] as usize..STARTS[i + 1] as usize;
        counts[row].iter().sum()
    })
}

/// Releases, writes the report, reads it back and adds it.
pub fn report(
    how: How,
    mechanisms: &Mechanisms,
    rng: &mut Generator,
    counts: &mut [u32; CELLS],
    merge: &mut Merge<'_>,
) {
    let support = support();
    let about = About {
        state_table: TABLE,
        window: Window::new(7, 7).expect("a window"),
        generation: 1,
        id: None,
    };
    let known = totals_of(counts);
    let log = SparseCountsMut::new(support, Outside::Refuse, counts).expect("counts");
    let log = log.as_counts();
    let mut out = [0; 1024];
    let mut noisy_totals = [0; STATES];
    let with_totals = matches!(how, How::Polya(false, _) | How::Dirichlet(false, _));
    if with_totals {
        let noise = mechanisms
            .totals
            .release_counts(rng, &known, &mut noisy_totals);
        noise.expect("noise");
    }
    let totals = with_totals.then_some(Totals {
        mechanism: &mechanisms.totals,
        noisy: &noisy_totals,
    });
    let mut noisy = [0; CELLS];
    let len = match how {
        How::Geometric(width) => {
            let m = &mechanisms.geometric;
            m.release_sparse_counts(rng, log, &mut noisy)
                .expect("noise");
            encode::geometric(&about, m, &support, &noisy, width, &mut out)
        }
        How::Gaussian(width) => {
            let m = &mechanisms.gaussian;
            m.release_sparse_counts(rng, log, &mut noisy)
                .expect("noise");
            encode::gaussian(&about, m, &support, &noisy, width, &mut out)
        }
        How::Polya(_, width) => {
            let m = &mechanisms.polya;
            let (mut work, mut tallies) = ([0; 64], [0; CELLS]);
            let release = m.release_sparse_tallies(rng, log, &mut work, &mut tallies);
            release.expect("draws");
            encode::polya(&about, m, &support, &tallies, width, totals, &mut out)
        }
        How::Dirichlet(_, width) => {
            let m = &mechanisms.dirichlet;
            let mut values = [0.0; CELLS];
            m.release_sparse(rng, log, &mut values).expect("a row");
            encode::dirichlet(&about, m, &support, &values, width, totals, &mut out)
        }
    };
    let bytes = &out[..len.expect("a report")];
    let known = match how {
        How::Polya(true, _) | How::Dirichlet(true, _) => KnownTotals::Rows(&known),
        _ => KnownTotals::None,
    };
    let report = Report::decode(bytes).expect("what was written");
    merge.add(&report, known).expect("of this fleet");
}

/// The storage of a merge.
pub struct Storage {
    pub cells: [CellSums; CELLS],
    pub rows: [RowSums; STATES],
}

impl Storage {
    pub fn new() -> Self {
        Storage {
            cells: [CellSums::default(); CELLS],
            rows: [RowSums::default(); STATES],
        }
    }
    pub fn merge(&mut self, adjacency: Adjacency) -> Merge<'_> {
        let merge = Merge::new(support(), adjacency, TABLE, &mut self.cells, &mut self.rows);
        merge.expect("storage of this support")
    }
}

/// Devices of 50 to 500 events, most of them with few, that release in turn as `how` says; and what they logged.
pub fn fleet(
    how: &[How],
    mechanisms: &Mechanisms,
    devices: usize,
    stream: u64,
    merge: &mut Merge<'_>,
) -> [u64; CELLS] {
    let mut rng = Generator::from_seed_for_tests([61; 32], stream);
    let mut logged = [0; CELLS];
    for device in 0..devices {
        let u = rng.uniform();
        let mut counts = [0; CELLS];
        walk(&mut rng, (50.0 * 10f64.powf(u)) as usize, &mut counts);
        for (sum, count) in logged.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
        report(
            how[device % how.len()],
            mechanisms,
            &mut rng,
            &mut counts,
            merge,
        );
    }
    logged
}
