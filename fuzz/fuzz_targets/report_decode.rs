//! Bytes that anyone may have made: `Report::decode` does not panic, and what it accepts is written again as the very same bytes, by a writer
//! that shares nothing with the library's.
//!
//! A random change fails the checksum, and the fuzzer would never see what lies behind. So the checksum is not the mutator's to change: it mutates all bytes before
//! the last four and then writes the checksum that fits. One input in sixteen keeps a wrong one.
#![no_main]
use dpmarkov::counts::Support;
use dpmarkov::report::Report;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

#[path = "../../tests/support/rewrite.rs"]
#[allow(dead_code)]
mod rewrite;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if max_size < 8 {
        return fuzzer_mutate(data, size, max_size);
    }
    let body = fuzzer_mutate(data, size.saturating_sub(4), max_size - 4);
    let checksum = rewrite::crc32(&data[..body]).to_le_bytes();
    data[body..body + 4].copy_from_slice(&checksum);
    if seed % 16 == 0 {
        data[body] ^= 1;
    }
    body + 4
});

fuzz_target!(|data: &[u8]| {
    let Ok(report) = Report::decode(data) else {
        return;
    };
    assert_eq!(rewrite::rewrite(&report), data);
    assert_eq!(report.rows().count(), report.states());
    assert_eq!(report.values().count(), report.cells());
    let n = report.states();
    for row in [report.row(0), report.row(n - 1)] {
        let row = row.expect("a row");
        assert_eq!(row.targets().count(), row.cells());
        assert_eq!(row.values().count(), row.cells());
    }
    assert!(report.row(n).is_none());
    let _ = report.whole_guarantee();
    assert!(report.saturated() <= report.cells());
    if let Some(totals) = report.totals() {
        assert_eq!(totals.values().count(), n);
        assert!(totals.saturated() <= n);
    }
    if let Ok(full) = Support::full(n) {
        assert_eq!(report.support_is(&full), report.is_full());
    }
    // the accountant takes milliseconds: now and then
    if data[data.len() - 1] < 4 {
        let _ = report.verify();
    }
});
