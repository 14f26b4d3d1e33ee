//! Merges at their limits: what a report that anyone may have made can do to one, and what it cannot.
mod support;
use dpmarkov::Error;
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, Level};
use dpmarkov::mechanism::Geometric;
use dpmarkov::privacy::{Adjacency, Guarantee, ledger::Window};
use dpmarkov::report::Width::{Bits16, Bits32};
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, RowSums};
use dpmarkov::report::{About, Report, Totals, encode};
use support::fleet::{Mechanisms, TABLE};

const EVENT: Adjacency = Adjacency::Event;

fn about() -> About {
    About {
        state_table: TABLE,
        window: Window::new(3, 4).unwrap(),
        generation: 1,
        id: None,
    }
}

/// Noisy counts of every transition of `n` states.
fn noisy(n: usize, counts: &[i64]) -> Vec<u8> {
    let mechanism = Geometric::new(Guarantee::new(EVENT, 1.0, 0.0, 1).unwrap()).unwrap();
    let mut out = vec![0; 300 + 4 * counts.len()];
    let support = Support::full(n).unwrap();
    let len = encode::geometric(&about(), &mechanism, &support, counts, Bits32, &mut out).unwrap();
    out.truncate(len);
    out
}

/// A row of 2^33 events and more is nobody's, though each of its numbers fits its field: refused, and nothing is moved.
#[test]
fn a_row_of_the_largest_numbers_leaves_the_merge_as_it_was() {
    const N: usize = 5;
    let support = Support::full(N).unwrap();
    let (mut cells, mut rows) = ([CellSums::default(); N * N], [RowSums::default(); N]);
    let mut merge = Merge::new(support, EVENT, TABLE, &mut cells, &mut rows).unwrap();
    let most = i64::from(i32::MAX);
    merge
        .add(
            &Report::decode(&noisy(N, &[7; N * N])).unwrap(),
            KnownTotals::None,
        )
        .unwrap();
    let before = (
        merge.state(),
        merge.sums().0.to_vec(),
        merge.sums().1.to_vec(),
    );
    let last_row = |value: i64, cells: usize| {
        let mut counts = [0; N * N];
        counts[N * (N - 1)..][..cells].fill(value);
        noisy(N, &counts)
    };
    for value in [most, -most] {
        // only the last row is too much
        let refused = merge.add(
            &Report::decode(&last_row(value, N)).unwrap(),
            KnownTotals::None,
        );
        assert_eq!(refused, Err(Error::MergeFull));
        let (c, r) = merge.sums();
        assert_eq!((merge.state(), c.to_vec(), r.to_vec()), before);
    }
    // four such numbers a row are just below 2^33: added, and the two of opposite signs cancel exactly
    for value in [most, -most] {
        merge
            .add(
                &Report::decode(&last_row(value, 4)).unwrap(),
                KnownTotals::None,
            )
            .unwrap();
    }
    assert_eq!(merge.row(N - 1).unwrap().total().events, 35.0);
    assert_eq!(
        merge.row(N - 1).unwrap().cell(0).unwrap().count().events,
        7.0
    );
}

/// Combining compares all that adding compares.
#[test]
fn merges_of_another_adjacency_or_support_are_not_combined() {
    let full = Support::full(2).unwrap();
    let one_way = Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2).unwrap();
    // the same numbers of cells and rows, and other transitions
    let other_way = Support::from_csr(&[0, 2, 3], &[0, 1, 1], 2).unwrap();
    let sums = [CellSums::default(); 4];
    for (mine, theirs, adjacency, fits) in [
        (full, full, EVENT, true),
        (full, full, Adjacency::Visit, false),
        (full, one_way, EVENT, false),
        (one_way, other_way, EVENT, false),
        (one_way, one_way, EVENT, true),
    ] {
        let (mut a, mut b) = (sums, sums);
        let (mut of_a, mut of_b) = ([RowSums::default(); 2], [RowSums::default(); 2]);
        let mut merge = Merge::new(mine, EVENT, TABLE, &mut a[..mine.cells()], &mut of_a).unwrap();
        let other = Merge::new(
            theirs,
            adjacency,
            TABLE,
            &mut b[..theirs.cells()],
            &mut of_b,
        )
        .unwrap();
        let expected = if fits {
            Ok(())
        } else {
            Err(Error::ReportMismatch)
        };
        assert_eq!(merge.combine(&other), expected);
    }
}

/// Noisy row totals: their delta is part of what a merge promises, and one that was cut off is counted, at either end.
#[test]
fn what_noisy_totals_add() {
    let full = Support::full(2).unwrap();
    let dirichlet = Mechanisms::new(EVENT).dirichlet;
    let rows_promise = *dirichlet.guarantee();
    let releases = rows_promise.releases.get();
    let noise = Guarantee::new(EVENT, 0.5, 1e-7, releases).unwrap();
    let mechanism = Geometric::new(noise).unwrap();
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let mut merge = Merge::new(full, EVENT, TABLE, &mut cells, &mut rows).unwrap();
    for noisy in [
        [1 << 40, 100],
        [i64::from(i32::MAX) - 1, -(1 << 40)],
        [90, i64::from(-i32::MAX)],
    ] {
        let totals = Totals {
            mechanism: &mechanism,
            noisy: &noisy,
        };
        let mut out = [0; 300];
        let shares = [0.5, 0.5, 0.25, 0.75];
        let len = encode::dirichlet(
            &about(),
            &dirichlet,
            &full,
            &shares,
            Bits32,
            Some(totals),
            &mut out,
        );
        let report = Report::decode(&out[..len.unwrap()]).unwrap();
        merge.add(&report, KnownTotals::None).unwrap();
    }
    let state = merge.state();
    assert!(state.epsilon >= rows_promise.epsilon.get() + 0.5);
    assert!(state.delta >= rows_promise.delta.get() + 1e-7);
    assert!(state.delta < rows_promise.delta.get() + 1.1e-7);
    let marks: Vec<u64> = merge.rows().map(|row| row.total().saturated).collect();
    assert_eq!(marks, [1, 2]);
}

/// A bound of rounding widens an interval by itself over R at either end: of reports that are all the same nothing else does.
#[test]
fn rounding_is_part_of_an_interval() {
    let full = Support::full(2).unwrap();
    let dirichlet = Mechanisms::new(EVENT).dirichlet;
    let (mut cells, mut rows) = ([CellSums::default(); 4], [RowSums::default(); 2]);
    let mut merge = Merge::new(full, EVENT, TABLE, &mut cells, &mut rows).unwrap();
    let mut out = [0; 300];
    let shares = [0.5, 0.5, 0.25, 0.75];
    let len = encode::dirichlet(&about(), &dirichlet, &full, &shares, Bits16, None, &mut out);
    let report = Report::decode(&out[..len.unwrap()]).unwrap();
    let known = KnownTotals::EveryRow(ExpectedRowTotal::new(1e6).unwrap());
    for _ in 0..10 {
        merge.add(&report, known).unwrap();
    }
    let confidence = merge.confidence(Level::new(0.95).unwrap()).unwrap();
    let row = merge.row(1).unwrap();
    let cell = row.cell(0).unwrap();
    let (count, share) = (cell.count(), cell.share().unwrap());
    // a row of 16 bits moves each of these ten counts by up to 1e6/(2^16 - 2)
    assert!(count.rounding > 10.0 * 15.0 && share.standard_error.unwrap() < 1e-9);
    let slack = count.rounding / row.total().events;
    let interval = cell.share_interval(&confidence).unwrap();
    assert!((share.share - interval.lower - slack).abs() < 1e-3 * slack);
    assert!((interval.upper - share.share - slack).abs() < 1e-3 * slack);
    let (lower, upper) = count.interval(&confidence);
    assert!(upper - lower >= 2.0 * (count.rounding + count.standard_error));
}
