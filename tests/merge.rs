//! The merge of reports: what it adds up, what it refuses, and what it says of little data.
mod support;
use dpmarkov::Error;
use dpmarkov::chain::stationary;
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, Level};
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
use dpmarkov::random::Generator;
use dpmarkov::report::Width::{self, Bits16, Bits32};
use dpmarkov::report::merge::{
    CellSums, KnownTotals, Merge, MergeState, REPORTS_MAX, RowSums, Unresolved,
};
use dpmarkov::report::{About, Report, StateTable, encode};
use support::fleet::{self, CELLS, CHAIN, How, Mechanisms, STATES, Storage, TABLE};

const MIX: [How; 5] = [
    How::Geometric(Bits32),
    How::Dirichlet(false, Bits16),
    How::Gaussian(Bits16),
    How::Polya(false, Bits16),
    How::Dirichlet(false, Bits32),
];

fn about(state_table: StateTable, bucket: u32) -> About {
    About {
        state_table,
        window: Window::new(bucket, bucket + 1).unwrap(),
        generation: 1,
        id: None,
    }
}

/// A report of noisy counts, as a device with geometric noise of this rate sends it.
fn noisy_report(
    about: &About,
    adjacency: Adjacency,
    epsilon: f64,
    support: &Support<'_>,
    noisy: &[i64],
    width: Width,
) -> Vec<u8> {
    let guarantee = Guarantee::new(adjacency, epsilon, 0.0, 1).unwrap();
    let mechanism = Geometric::new(guarantee).unwrap();
    let mut out = vec![0; 200 + 4 * support.states() + 8 * noisy.len()];
    let len = encode::geometric(about, &mechanism, support, noisy, width, &mut out).unwrap();
    out.truncate(len);
    out
}

/// All that a merge holds.
fn all(merge: &Merge<'_>) -> (MergeState, Vec<CellSums>, Vec<RowSums>) {
    let (cells, rows) = merge.sums();
    (merge.state(), cells.to_vec(), rows.to_vec())
}

#[test]
fn any_tree_of_merges_has_the_same_bits() {
    let mechanisms = Mechanisms::new(Adjacency::Event);
    let mut leaves: Vec<Storage> = (0..24).map(|_| Storage::new()).collect();
    let mut rng = Generator::from_seed_for_tests([5; 32], 0);
    let mut states = Vec::new();
    let mut together = Storage::new();
    let mut whole = together.merge(Adjacency::Event);
    for (i, leaf) in leaves.iter_mut().enumerate() {
        let mut merge = leaf.merge(Adjacency::Event);
        let (stream, how) = (i as u64, [MIX[i % 5]]);
        fleet::fleet(&how, &mechanisms, 1 + i % 3, stream, &mut merge);
        states.push(merge.state());
        fleet::fleet(&how, &mechanisms, 1 + i % 3, stream, &mut whole);
    }
    let want = all(&whole);
    assert_eq!(want.0.reports, 48);
    assert!(want.0.epsilon > 1.0 && want.0.delta == 1e-6 && want.0.known_totals == 0);
    for _ in 0..50 {
        // (state, cells, rows) of every part; any two become one, in either order
        let mut parts: Vec<(MergeState, Storage)> = leaves
            .iter()
            .zip(&states)
            .map(|(leaf, state)| (*state, copy(leaf)))
            .collect();
        while parts.len() > 1 {
            let i = rng.next_u64() as usize % parts.len();
            let mut a = parts.swap_remove(i);
            let j = rng.next_u64() as usize % parts.len();
            let b = &mut parts[j];
            let mut left = resumed(&mut a);
            let right = resumed(b);
            left.combine(&right).unwrap();
            let state = left.state();
            parts[j] = (state, a.1);
        }
        let mut last = parts.pop().unwrap();
        assert_eq!(all(&resumed(&mut last)), want);
    }
}

fn copy(storage: &Storage) -> Storage {
    Storage {
        cells: storage.cells,
        rows: storage.rows,
    }
}

fn resumed(part: &mut (MergeState, Storage)) -> Merge<'_> {
    let (state, storage) = part;
    let (cells, rows) = (&mut storage.cells[..], &mut storage.rows[..]);
    Merge::resume(
        fleet::support(),
        Adjacency::Event,
        TABLE,
        *state,
        cells,
        rows,
    )
    .unwrap()
}

#[test]
fn what_does_not_belong_is_refused_and_changes_nothing() {
    let full = Support::full(2).unwrap();
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let mut merge = Merge::new(full, Adjacency::Event, TABLE, &mut cells, &mut rows).unwrap();
    let event = Adjacency::Event;
    let good = noisy_report(&about(TABLE, 3), event, 1.0, &full, &[5, 6, 7, -8], Bits16);
    merge
        .add(&Report::decode(&good).unwrap(), KnownTotals::None)
        .unwrap();
    let before = all(&merge);
    assert_eq!((before.0.first, before.0.last, before.0.reports), (3, 4, 1));
    assert_eq!((before.0.epsilon, before.0.delta), (1.0, 0.0));

    // state table, adjacency, support, states
    let other = StateTable([0; 16]);
    let one_way = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2).unwrap();
    let three = Support::full(3).unwrap();
    for bytes in [
        noisy_report(&about(other, 3), event, 1.0, &full, &[5, 6, 7, 8], Bits16),
        noisy_report(
            &about(TABLE, 3),
            Adjacency::Visit,
            1.0,
            &full,
            &[5, 6, 7, 8],
            Bits16,
        ),
        noisy_report(&about(TABLE, 3), event, 1.0, &one_way, &[5, 6, 7], Bits16),
        noisy_report(&about(TABLE, 3), event, 1.0, &three, &[5; 9], Bits16),
    ] {
        let report = Report::decode(&bytes).unwrap();
        assert_eq!(
            merge.add(&report, KnownTotals::None),
            Err(Error::ReportMismatch)
        );
    }
    // a report of shares, with and without totals, and with more events than devices log
    let mechanism = Mechanisms::new(event).dirichlet;
    let mut out = [0; 256];
    let shares = [0.5, 0.5, 0.25, 0.75];
    let len = encode::dirichlet(
        &about(TABLE, 3),
        &mechanism,
        &full,
        &shares,
        Bits32,
        None,
        &mut out,
    );
    let report = Report::decode(&out[..len.unwrap()]).unwrap();
    let total = |n| KnownTotals::EveryRow(ExpectedRowTotal::new(n).unwrap());
    assert_eq!(
        merge.add(&report, KnownTotals::None),
        Err(Error::ReportTotals)
    );
    assert_eq!(merge.add(&report, total(9e9)), Err(Error::MergeFull));
    assert_eq!(
        merge.add(&report, KnownTotals::Rows(&[3])),
        Err(Error::Length)
    );
    // combining
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let stranger = Merge::new(full, event, other, &mut cells, &mut rows).unwrap();
    assert_eq!(merge.combine(&stranger), Err(Error::ReportMismatch));
    assert_eq!(all(&merge), before);
    // and what belongs is taken
    merge.add(&report, total(100.0)).unwrap();
    merge
        .add(&report, KnownTotals::Rows(&[0, 4_294_967_295]))
        .unwrap();
    assert_eq!((merge.state().reports, merge.state().known_totals), (3, 2));
    let row = |i| merge.row(i).unwrap().total().events;
    assert_eq!(
        (row(0), row(1)),
        (11.0 + 100.0, -1.0 + 100.0 + 4_294_967_295.0)
    );
}

#[test]
fn a_merge_holds_so_many_reports_and_no_more() {
    let full = Support::full(2).unwrap();
    let state = MergeState {
        reports: REPORTS_MAX - 1,
        ..MergeState::EMPTY
    };
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let mut one = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let event = Adjacency::Event;
    let mut merge = Merge::resume(full, event, TABLE, state, &mut cells, &mut rows).unwrap();
    let bytes = noisy_report(&about(TABLE, 3), event, 1.0, &full, &[5, 6, 7, -8], Bits16);
    let report = Report::decode(&bytes).unwrap();
    let mut single = Merge::new(full, event, TABLE, &mut one.0, &mut one.1).unwrap();
    single.add(&report, KnownTotals::None).unwrap();
    merge.add(&report, KnownTotals::None).unwrap();
    let before = all(&merge);
    assert_eq!(merge.add(&report, KnownTotals::None), Err(Error::MergeFull));
    assert_eq!(merge.combine(&single), Err(Error::MergeFull));
    assert_eq!(all(&merge), before);
    let state = MergeState {
        reports: REPORTS_MAX + 1,
        ..MergeState::EMPTY
    };
    let refused = Merge::resume(full, event, TABLE, state, &mut one.0, &mut one.1);
    assert_eq!(refused.err(), Some(Error::MergeFull));
    let refused = Merge::new(full, event, TABLE, &mut one.0[..3], &mut one.1);
    assert_eq!(refused.err(), Some(Error::Length));
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    let full = Support::full(2).unwrap();
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let event = Adjacency::Event;
    let mut merge = Merge::new(full, event, TABLE, &mut cells, &mut rows).unwrap();
    let confidence = merge.confidence(Level::new(0.95).unwrap()).unwrap();
    // no report
    for row in merge.rows() {
        assert!(!row.is_resolved());
        assert_eq!((row.total().events, row.total().standard_error), (0.0, 0.0));
        for cell in row.cells() {
            assert_eq!(
                (cell.share(), cell.share_interval(&confidence)),
                (None, None)
            );
        }
    }
    assert!(merge.row(2).is_none() && merge.row(1).unwrap().cell(2).is_none());
    // noise of rate 1/2: deviation 2.8 a cell; row 0 has much more than that, row 1 has not
    let noisy = [90, 10, 9, -3];
    let bytes = noisy_report(&about(TABLE, 3), event, 1.0, &full, &noisy, Bits16);
    let report = Report::decode(&bytes).unwrap();
    merge.add(&report, KnownTotals::None).unwrap();
    let confidence = merge.confidence(Level::new(0.95).unwrap()).unwrap();
    let cell = merge.row(0).unwrap().cell(0).unwrap();
    let share = cell.share().unwrap();
    assert_eq!((share.share, share.standard_error), (0.9, None));
    assert_eq!(cell.share_interval(&confidence), None);
    let x = (-0.5f64).exp();
    let deviation = (2.0 * x).sqrt() / (1.0 - x);
    assert!((cell.count().standard_error - deviation).abs() < 1e-9);
    let (low, high) = cell.count().interval(&confidence);
    assert!((high - low - 2.0 * 1.959_963_985 * deviation).abs() < 1e-7);
    assert!(!merge.row(1).unwrap().is_resolved());
    assert_eq!(merge.row(1).unwrap().cell(0).unwrap().share(), None);
    // chains
    let mut values = [-1.0; 4];
    let refused = merge.chain(Unresolved::Refuse, &mut values);
    assert_eq!(refused.err(), Some(Error::EmptyRow));
    assert_eq!(values, [-1.0; 4]);
    assert_eq!(
        merge.chain(Unresolved::Uniform, &mut values[..3]).err(),
        Some(Error::Length)
    );
    let chain = merge.chain(Unresolved::Uniform, &mut values).unwrap();
    assert_eq!(chain.as_slice(), [0.9, 0.1, 0.5, 0.5]);
    // two reports
    merge.add(&report, KnownTotals::None).unwrap();
    let cell = merge.row(0).unwrap().cell(0).unwrap();
    assert_eq!(cell.share().unwrap().standard_error, Some(0.0));
    assert_eq!(merge.row(1).unwrap().total().events, 12.0);
}

#[test]
fn what_was_cut_off_is_counted() {
    let full = Support::full(2).unwrap();
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let event = Adjacency::Event;
    let mut merge = Merge::new(full, event, TABLE, &mut cells, &mut rows).unwrap();
    for noisy in [[40_000, 6, -40_000, 32_766], [32_767, 6, 9, 9]] {
        let bytes = noisy_report(&about(TABLE, 3), event, 1.0, &full, &noisy, Bits16);
        merge
            .add(&Report::decode(&bytes).unwrap(), KnownTotals::None)
            .unwrap();
    }
    let marks: Vec<u64> = merge
        .rows()
        .flat_map(|row| {
            row.cells()
                .map(|cell| cell.count().saturated)
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(marks, [2, 0, 1, 0]);
}

/// A ring of 65,535 states: two ways on from every state.
#[test]
fn as_many_states_as_there_can_be() {
    let n = 65_535usize;
    let starts: Vec<u32> = (0..=n as u32).map(|i| 2 * i).collect();
    let ways = |i: usize| {
        let mut row = [i as u16, ((i + 1) % n) as u16];
        row.sort_unstable();
        row
    };
    let targets: Vec<u16> = (0..n).flat_map(ways).collect();
    let support = Support::from_csr(&starts, &targets, n).unwrap();
    let mut cells = vec![CellSums::default(); 2 * n];
    let mut rows = vec![RowSums::default(); n];
    let visit = Adjacency::Visit;
    let mut merge = Merge::new(support, visit, TABLE, &mut cells, &mut rows).unwrap();
    let noisy: Vec<i64> = (0..2 * n as i64).map(|k| 1000 + k).collect();
    for _ in 0..3 {
        let bytes = noisy_report(&about(TABLE, 3), visit, 1.0, &support, &noisy, Bits32);
        merge
            .add(&Report::decode(&bytes).unwrap(), KnownTotals::None)
            .unwrap();
    }
    let last = merge.row(n - 1).unwrap();
    let counts: Vec<(usize, f64)> = last
        .cells()
        .map(|cell| (cell.to(), cell.count().events))
        .collect();
    let k = 2.0 * n as f64;
    assert_eq!(counts, [(0, 3.0 * (998.0 + k)), (n - 1, 3.0 * (999.0 + k))]);
    let mut values = vec![0.0; 2 * n];
    let chain = merge.chain(Unresolved::Refuse, &mut values).unwrap();
    assert_eq!(chain.states(), n);
}

/// One log released 20,000 times by each mechanism: y has the mean c, and its variance is what v says.
#[test]
fn counts_without_bias_and_with_their_own_noise() {
    let releases = 20_000u32;
    let mut rng = Generator::from_seed_for_tests([9; 32], 1);
    let mut log = [0; CELLS];
    fleet::walk(&mut rng, 400, &mut log);
    for (adjacency, how) in [
        (Adjacency::Event, How::Geometric(Bits16)),
        (Adjacency::Event, How::Gaussian(Bits32)),
        (Adjacency::Event, How::Polya(false, Bits16)),
        (Adjacency::Destination, How::Polya(true, Bits32)),
        (Adjacency::Event, How::Dirichlet(false, Bits16)),
        (Adjacency::Destination, How::Dirichlet(true, Bits32)),
    ] {
        let mechanisms = Mechanisms::new(adjacency);
        let mut storage = Storage::new();
        let mut merge = storage.merge(adjacency);
        for _ in 0..releases {
            fleet::report(how, &mechanisms, &mut rng, &mut log, &mut merge);
        }
        let d = f64::from(releases);
        let (cells, _) = merge.sums();
        for ((from, to), (sums, c)) in fleet::transitions().into_iter().zip(cells.iter().zip(log)) {
            let count = merge.row(from).unwrap().cell(to).unwrap().count();
            let bias = count.events - d * f64::from(c);
            // 312 of them: 4.5 standard errors are passed once in 500
            assert!(
                bias.abs() <= 4.5 * count.standard_error + count.rounding,
                "{how:?} {from} {to}: {bias} {}",
                count.standard_error
            );
            if count.standard_error == 0.0 {
                assert_eq!(from, 6, "the row of one cell with a known total");
                continue;
            }
            let (y, y2) = (sums.count.get() as f64, sums.square.get() as f64);
            let variance = (y2 - y * y / d) / (d - 1.0);
            let estimate = sums.noise.get() as f64 / d;
            // a variance of 20,000 normal numbers has a relative standard error of 1 %, heavier tails up to 2 %
            let ratio = variance / estimate;
            assert!((ratio - 1.0).abs() < 0.08, "{how:?} {from} {to}: {ratio}");
        }
    }
}

/// The same releases in both widths: they differ by what is stated, and on the worst rows by most of it.
#[test]
fn rounding_stays_within_its_bound() {
    let mechanism = Mechanisms::new(Adjacency::Event).dirichlet;
    let full = Support::full(3).unwrap();
    let unit = 1.0 / 4_294_967_296.0;
    let mut rng = Generator::from_seed_for_tests([8; 32], 0);
    let mut worst = 0.0f64;
    for _ in 0..2000 {
        let row: [f64; 3] = {
            let a = (rng.next_u64() % (1 << 31)) as f64 * unit + unit;
            let b = (rng.next_u64() % (1 << 30)) as f64 * unit + unit;
            [a, b, 1.0 - a - b]
        };
        let shares = [row; 3].concat();
        let counts = |width| {
            let (mut cells, mut rows) = ([CellSums::default(); 9], [RowSums::default(); 3]);
            let mut merge =
                Merge::new(full, Adjacency::Event, TABLE, &mut cells, &mut rows).unwrap();
            let mut out = [0; 256];
            let about = about(TABLE, 3);
            let len = encode::dirichlet(&about, &mechanism, &full, &shares, width, None, &mut out);
            let report = Report::decode(&out[..len.unwrap()]).unwrap();
            merge
                .add(&report, KnownTotals::Rows(&[1_000_000; 3]))
                .unwrap();
            let row = merge.row(1).unwrap();
            row.cells().map(|cell| cell.count()).collect::<Vec<_>>()
        };
        for (fine, coarse) in counts(Bits32).iter().zip(counts(Bits16)) {
            let ratio = (fine.events - coarse.events).abs() / (fine.rounding + coarse.rounding);
            assert!(ratio <= 1.0 && fine.rounding < coarse.rounding);
            worst = worst.max(ratio);
        }
    }
    assert!(worst > 0.9, "{worst}");
}

#[test]
fn the_chain_of_a_merge_is_the_populations() {
    let mechanisms = Mechanisms::new(Adjacency::Event);
    let mut storage = Storage::new();
    let mut merge = storage.merge(Adjacency::Event);
    fleet::fleet(&MIX, &mechanisms, 4000, 77, &mut merge);
    let mut values = [0.0; CELLS];
    let chain = merge.chain(Unresolved::Refuse, &mut values).unwrap();
    let of = |chain: &dpmarkov::chain::SparseMatrix<'_>| {
        let (mut cells, mut work, mut pi) = ([0.0; 64], [0.0; 64], [0.0; STATES]);
        stationary::gth(chain.expand(&mut cells).unwrap(), &mut work, &mut pi).unwrap();
        pi
    };
    let estimate = of(&chain);
    let truth = of(&dpmarkov::chain::SparseMatrix::new(fleet::support(), &CHAIN).unwrap());
    let distance: f64 = estimate
        .iter()
        .zip(truth)
        .map(|(a, b)| (a - b).abs())
        .sum::<f64>()
        / 2.0;
    assert!(distance < 0.02, "{distance}");
    let farthest = values
        .iter()
        .zip(CHAIN)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    assert!(farthest < 0.05, "{farthest}");
}
