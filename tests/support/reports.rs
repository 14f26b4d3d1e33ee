//! Reports for tests: made by the mechanisms, and written by another hand.
use super::supports;
use dpmarkov::counts::{SparseCounts, Support};
use dpmarkov::domain::PseudoCount;
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya, polya_work_len};
use dpmarkov::privacy::ledger::Window;
use dpmarkov::privacy::{Adjacency, Guarantee, MechanismParameters};
use dpmarkov::random::Generator;
use dpmarkov::report::{
    About, Content, Encoder, Mechanism, Report, StateTable, Totals, Width, encode, len,
};
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

/// CBOR by hand: the head of an item, in its shortest form.
fn item(out: &mut Vec<u8>, major: u8, x: u64) {
    let major = major << 5;
    match x {
        0..=23 => out.push(major | x as u8),
        24..=0xFF => out.extend([major | 24, x as u8]),
        0x100..=0xFFFF => {
            out.push(major | 25);
            out.extend((x as u16).to_be_bytes());
        }
        0x1_0000..=0xFFFF_FFFF => {
            out.push(major | 26);
            out.extend((x as u32).to_be_bytes());
        }
        _ => {
            out.push(major | 27);
            out.extend(x.to_be_bytes());
        }
    }
}

fn float(out: &mut Vec<u8>, x: f64) {
    out.push(0xFB);
    out.extend(x.to_be_bytes());
}

fn typed(out: &mut Vec<u8>, tag: u64, bytes: &[u8]) {
    item(out, 6, tag);
    item(out, 2, bytes.len() as u64);
    out.extend(bytes);
}

/// CRC-32/ISO-HDLC, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    })
}

/// The same bytes with the checksum that fits them.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some(body) = bytes.len().checked_sub(4) {
        let crc = crc32(&bytes[..body]).to_le_bytes();
        bytes[body..].copy_from_slice(&crc);
    }
    bytes
}

/// The report again, from what its accessors say, by a writer that shares nothing with the library's.
pub fn rewrite(report: &Report<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let (about, guarantee) = (report.about(), report.guarantee());
    let full = report.cells() == report.states() * report.states();
    let optional = [about.id.is_some(), !full, report.totals().is_some()];
    item(&mut out, 6, 55799);
    item(
        &mut out,
        5,
        13 + optional.iter().filter(|there| **there).count() as u64,
    );
    let key = |out: &mut Vec<u8>, k: u64| item(out, 0, k);
    key(&mut out, 0);
    item(&mut out, 0, 1);
    let (code, numbers): (u64, Vec<u64>) = match report.parameters() {
        MechanismParameters::Dirichlet(_) => (0, vec![]),
        MechanismParameters::Polya(p, n) => (
            1,
            vec![
                p.event_mass().into(),
                p.prior_mass().into(),
                p.draw_mass().into(),
                p.draws().into(),
                n as u64,
            ],
        ),
        MechanismParameters::Geometric(r) => {
            (2, vec![r.numerator().into(), r.denominator().into()])
        }
        MechanismParameters::Gaussian(v) => (3, vec![v.numerator(), v.denominator().into()]),
    };
    key(&mut out, 1);
    item(&mut out, 0, code);
    key(&mut out, 2);
    item(&mut out, 0, guarantee.adjacency as u64);
    key(&mut out, 3);
    float(&mut out, guarantee.epsilon.get());
    key(&mut out, 4);
    float(&mut out, guarantee.delta.get());
    key(&mut out, 5);
    item(&mut out, 0, guarantee.releases.get().into());
    key(&mut out, 6);
    if let MechanismParameters::Dirichlet(p) = report.parameters() {
        item(&mut out, 4, 2);
        float(&mut out, p.weight.get());
        float(&mut out, p.pseudo_count.get());
    } else {
        item(&mut out, 4, numbers.len() as u64);
        numbers.iter().for_each(|x| item(&mut out, 0, *x));
    }
    key(&mut out, 7);
    item(&mut out, 0, report.states() as u64);
    key(&mut out, 8);
    item(&mut out, 2, 16);
    out.extend(about.state_table.0);
    key(&mut out, 9);
    item(&mut out, 4, 2);
    item(&mut out, 0, about.window.first().into());
    item(&mut out, 0, about.window.last().into());
    key(&mut out, 10);
    item(&mut out, 0, about.generation);
    if let Some(id) = about.id {
        key(&mut out, 11);
        item(&mut out, 2, 16);
        out.extend(id);
    }
    if !full {
        let pairs = |x: usize| (x as u16).to_le_bytes();
        let lens: Vec<u8> = report.row_lens().flat_map(pairs).collect();
        let targets: Vec<u8> = report
            .rows()
            .flat_map(|row| row.targets())
            .flat_map(pairs)
            .collect();
        key(&mut out, 12);
        item(&mut out, 4, 2);
        typed(&mut out, 69, &lens);
        typed(&mut out, 69, &targets);
    }
    let (least, tags) = match report.content() {
        Content::Units => (1, [69, 70]),
        Content::Tallies => (0, [69, 70]),
        Content::NoisyCounts => (0, [77, 78]),
    };
    let bytes = report.width().bytes();
    let values: Vec<u8> = report
        .rows()
        .flat_map(|row| row.values())
        .flat_map(|v| (v - least).to_le_bytes()[..bytes].to_vec())
        .collect();
    key(&mut out, 13);
    typed(&mut out, tags[bytes / 4], &values);
    if let Some(totals) = report.totals() {
        let own = totals.guarantee();
        key(&mut out, 14);
        item(&mut out, 4, 6);
        float(&mut out, own.epsilon.get());
        float(&mut out, own.delta.get());
        item(&mut out, 0, own.releases.get().into());
        item(&mut out, 0, totals.rate().numerator().into());
        item(&mut out, 0, totals.rate().denominator().into());
        let values: Vec<u8> = totals
            .values()
            .flat_map(|y| (y as i32).to_le_bytes())
            .collect();
        typed(&mut out, 78, &values);
    }
    key(&mut out, 23);
    item(&mut out, 2, 4);
    let crc = crc32(&out);
    out.extend(crc.to_le_bytes());
    out
}
