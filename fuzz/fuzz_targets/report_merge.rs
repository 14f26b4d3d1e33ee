//! Reports that anyone may have made, merged: no panic and no overflow, nothing changed on an error, and a report added twice is the merge of it with itself.
//!
//! The last byte of the checksum chooses what the collector knows of the totals.
#![no_main]
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, Level};
use dpmarkov::report::Report;
use dpmarkov::report::merge::{CellSums, KnownTotals, Merge, RowSums, Unresolved};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

#[path = "../../tests/support/rewrite.rs"]
#[allow(dead_code)]
mod rewrite;

fuzz_mutator!(
    |data: &mut [u8], size: usize, max_size: usize, _seed: u32| {
        if max_size < 8 {
            return fuzzer_mutate(data, size, max_size);
        }
        let body = fuzzer_mutate(data, size.saturating_sub(4), max_size - 4);
        let checksum = rewrite::crc32(&data[..body]).to_le_bytes();
        data[body..body + 4].copy_from_slice(&checksum);
        body + 4
    }
);

fn known(choice: u8, totals: &[u32]) -> KnownTotals<'_> {
    let every = |total| KnownTotals::EveryRow(ExpectedRowTotal::new(total).expect("in the range"));
    match choice % 5 {
        0 => KnownTotals::None,
        1 => KnownTotals::Rows(totals),
        2 => every(1e15),
        3 => every(8_589_934_591.5),
        _ => every(f64::from(choice)),
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(report) = Report::decode(data) else {
        return;
    };
    let n = report.states();
    let (mut starts, mut targets) = (vec![0], Vec::new());
    for row in report.rows() {
        targets.extend(row.targets().map(|to| to as u16));
        starts.push(targets.len() as u32);
    }
    let support = Support::from_csr(&starts, &targets, n).expect("what was decoded");
    let (adjacency, table) = (report.guarantee().adjacency, report.about().state_table);
    let mut storage: Vec<_> = (0..2)
        .map(|_| {
            (
                vec![CellSums::default(); targets.len()],
                vec![RowSums::default(); n],
            )
        })
        .collect();
    let mut merges: Vec<_> = storage
        .iter_mut()
        .map(|(cells, rows)| Merge::new(support, adjacency, table, cells, rows).expect("storage"))
        .collect();
    let mut one = merges.remove(0);
    let mut two = merges.remove(0);
    let totals: Vec<u32> = (0..n as u32)
        .map(|i| i.wrapping_mul(2_654_435_761))
        .collect();
    let known = known(data[data.len() - 1], &totals);
    if one.add(&report, known).is_err() {
        assert_eq!(one.state().reports, 0);
        let (cells, rows) = one.sums();
        assert!(cells.iter().all(|sums| *sums == CellSums::default()));
        assert!(rows.iter().all(|sums| *sums == RowSums::default()));
        return;
    }
    two.add(&report, known).expect("the same again");
    one.combine(&two).expect("room for two");
    two.add(&report, known).expect("room for two");
    assert_eq!(one.sums(), two.sums());
    assert_eq!(one.state(), two.state());
    let confidence = one.confidence(Level::new(0.95).expect("a level"));
    let confidence = confidence.expect("an accepted level");
    for row in one.rows() {
        let total = row.total();
        assert!(total.events.is_finite() && total.standard_error >= 0.0);
        for cell in row.cells() {
            let count = cell.count();
            assert!(count.events.is_finite() && count.standard_error >= 0.0);
            assert!(count.rounding >= 0.0 && count.saturated <= 2);
            if let Some(share) = cell.share() {
                assert!(row.is_resolved() && share.share.is_finite());
                assert!(share.standard_error.is_some_and(|se| se >= 0.0));
            }
            if let Some(interval) = cell.share_interval(&confidence) {
                assert!(0.0 <= interval.lower && interval.lower <= interval.upper);
                assert!(interval.upper <= 1.0);
            }
        }
    }
    let mut values = vec![0.0; targets.len()];
    one.chain(Unresolved::Uniform, &mut values)
        .expect("a chain");
});
