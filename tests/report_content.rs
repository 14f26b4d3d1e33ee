//! What no mechanism releases is refused, though it is CBOR in the right form and the checksum fits.
use dpmarkov::Error;
use dpmarkov::report::Report;
use support::reports::small;
use support::rewrite::with_checksum;

mod support;

// of `small`: on two states Dirichlet, Polya and geometric noise, then the same on a support of three, each at 16 and 32 bits
const DIRICHLET: usize = 0;
const POLYA: usize = 2;
const GEOMETRIC: usize = 4;
const SPARSE: usize = 8;
/// Key, head and bytes of the checksum.
const END: usize = 6;

/// The report with bytes replaced, and a checksum that fits.
fn replaced(bytes: &[u8], piece: &[u8], by: &[u8]) -> Vec<u8> {
    let mut places = bytes.windows(piece.len()).enumerate();
    let (at, _) = places.find(|(_, w)| *w == piece).expect("the piece");
    with_checksum([&bytes[..at], by, &bytes[at + piece.len()..]].concat())
}

fn refused(bytes: &[u8]) {
    assert_eq!(Report::decode(bytes), Err(Error::ReportFormat));
}

fn accepted(bytes: &[u8]) {
    assert!(Report::decode(bytes).is_ok());
}

/// The report with its last values, in bytes, replaced.
fn with_values(bytes: &[u8], values: &[u8]) -> Vec<u8> {
    let end = bytes.len() - END;
    let mut bytes = bytes.to_vec();
    bytes[end - values.len()..end].copy_from_slice(values);
    with_checksum(bytes)
}

#[test]
fn the_most_negative_pattern_is_no_noisy_count() {
    let reports = small();
    refused(&with_values(&reports[GEOMETRIC], &[0x00, 0x80]));
    accepted(&with_values(&reports[GEOMETRIC], &[0x01, 0x80]));
    refused(&with_values(&reports[GEOMETRIC + 1], &[0, 0, 0, 0x80]));
    accepted(&with_values(&reports[GEOMETRIC + 1], &[1, 0, 0, 0x80]));
    // nor a noisy total
    refused(&with_values(&reports[SPARSE], &[0, 0, 0, 0x80]));
    accepted(&with_values(&reports[SPARSE], &[1, 0, 0, 0x80]));
}

#[test]
fn rows_sum_to_what_they_must() {
    let reports = small();
    let le16 = |x: [u16; 2]| x.map(u16::to_le_bytes).concat();
    let le32 = |x: [u32; 2]| x.map(u32::to_le_bytes).concat();
    for (first, right) in [
        (0, true),
        (1, true),
        (30_000, true),
        (65_534, true),
        (65_535, false),
    ] {
        let values = le16([first, 65_534u16.wrapping_sub(first)]);
        let report = with_values(&reports[DIRICHLET], &values);
        if right {
            accepted(&report)
        } else {
            refused(&report)
        }
    }
    for first in [0, 1, 1 << 31, u32::MAX - 1] {
        accepted(&with_values(
            &reports[DIRICHLET + 1],
            &le32([first, u32::MAX - 1 - first]),
        ));
        refused(&with_values(
            &reports[DIRICHLET + 1],
            &le32([first, u32::MAX - first]),
        ));
    }
    for first in [0, 1, 299, 300] {
        accepted(&with_values(&reports[POLYA], &le16([first, 300 - first])));
        refused(&with_values(&reports[POLYA], &le16([first, 301 - first])));
        let wide = u32::from(first);
        accepted(&with_values(&reports[POLYA + 1], &le32([wide, 300 - wide])));
        // a sum that is right but for 2^32
        refused(&with_values(
            &reports[POLYA + 1],
            &le32([wide, 299u32.wrapping_sub(wide)]),
        ));
    }
}

#[test]
fn a_support_is_one() {
    let bytes = &small()[SPARSE + GEOMETRIC];
    let lens = [0xD8, 69, 0x46, 3, 0, 1, 0, 2, 0];
    let targets = [0xD8, 69, 0x4C, 0, 0, 1, 0, 2, 0, 2, 0, 0, 0, 2, 0];
    let with = |last: [u8; 2]| {
        let mut other = targets;
        (other[11], other[13]) = (last[0], last[1]);
        replaced(bytes, &targets, &other)
    };
    accepted(&with([0, 2]));
    accepted(&with([1, 2]));
    for last in [[2, 0], [1, 1], [0, 3], [3, 4]] {
        refused(&with(last));
    }
    for other in [
        [4, 0, 2],
        [2, 2, 2],
        [3, 1, 1],
        [3, 1, 3],
        [0, 4, 2],
        [3, 3, 0],
    ] {
        let row_lens = [0xD8, 69, 0x46, other[0], 0, other[1], 0, other[2], 0];
        refused(&replaced(bytes, &lens, &row_lens));
    }
    // rows that would be feasible as they stand, beside one that is empty; too many rows
    let rising = [0xD8, 69, 0x4C, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 2, 0];
    let full_rows = replaced(bytes, &targets, &rising);
    for other in [[3, 0, 3], [0, 3, 3], [3, 3, 0], [3, 3, 1]] {
        let row_lens = [0xD8, 69, 0x46, other[0], 0, other[1], 0, other[2], 0];
        refused(&replaced(&full_rows, &lens, &row_lens));
    }
    // one that the report has no need of: every transition is feasible
    let full = &small()[GEOMETRIC];
    let support = [
        0x0C, 0x82, 0xD8, 69, 0x44, 2, 0, 2, 0, 0xD8, 69, 0x48, 0, 0, 1, 0, 0, 0, 1, 0,
    ];
    let rows = [0x0D, 0xD8, 77];
    let spare = replaced(full, &rows, &[&support[..], &rows].concat());
    refused(&replaced(&spare, &[0xF7, 0xAD], &[0xF7, 0xAE]));
    // one that is missing
    let mut short = bytes.clone();
    let at = short.windows(2).position(|w| w == [0x0C, 0x82]).unwrap();
    short.drain(at..at + 2 + lens.len() + targets.len());
    refused(&replaced(&short, &[0xF7, short[3]], &[0xF7, short[3] - 1]));
}

/// No writer puts more than 65,535 draws into 16 bits, although each tally may fit.
#[test]
fn sixteen_bits_hold_an_urns_draws() {
    let bytes = &small()[POLYA];
    let values = |tallies: [u16; 4]| tallies.map(u16::to_le_bytes).concat();
    let of = |draws: [u8; 4]| {
        let [a, b, c, d] = draws;
        replaced(bytes, &[0x19, 0x01, 0x2C, 2, 7], &[0x1A, a, b, c, d, 2, 7])
    };
    refused(&with_values(
        &of([0, 1, 0x86, 0xA0]),
        &values([50_000, 50_000, 65_535, 34_465]),
    ));
    let most = replaced(bytes, &[0x19, 0x01, 0x2C, 2, 7], &[0x19, 0xFF, 0xFF, 2, 7]);
    accepted(&with_values(&most, &values([65_535, 0, 1, 65_534])));
}

#[test]
fn an_urn_covers_its_rows() {
    let states = |n: u8| [n, 7, 3, 8, 0x50];
    for width in 0..2 {
        let bytes = &small()[SPARSE + POLYA + width];
        accepted(&replaced(bytes, &states(2), &states(2)));
        refused(&replaced(bytes, &states(2), &states(3))); // a row has two
        refused(&replaced(bytes, &states(2), &states(1)));
        refused(&replaced(bytes, &states(2), &states(0)));
    }
}

#[test]
fn totals_go_with_their_rows() {
    let releases = |n: u8| [5, n, 6];
    let reports = small();
    accepted(&replaced(&reports[DIRICHLET], &releases(1), &releases(2)));
    refused(&replaced(&reports[DIRICHLET], &releases(1), &releases(0)));
    refused(&replaced(&reports[SPARSE], &releases(1), &releases(2)));
    // beside noisy counts
    let (with, without) = (&reports[SPARSE], &reports[SPARSE + GEOMETRIC]);
    let at = with.windows(3).position(|w| w == [14, 0x86, 0xFB]).unwrap();
    let totals = &with[at..with.len() - END];
    let spare = replaced(without, &[23, 0x44], &[totals, &[23, 0x44]].concat());
    refused(&replaced(&spare, &[0xF7, spare[3]], &[0xF7, spare[3] + 1]));
}

#[test]
fn numbers_out_of_their_ranges() {
    let bytes = &small()[GEOMETRIC];
    let window = [9, 0x82, 3, 0x19, 0x4E, 0x20];
    refused(&replaced(
        bytes,
        &window,
        &[9, 0x82, 0x19, 0x4E, 0x21, 0x19, 0x4E, 0x20],
    ));
    accepted(&replaced(
        bytes,
        &window,
        &[9, 0x82, 0x19, 0x4E, 0x20, 0x19, 0x4E, 0x20],
    ));
    for (states, cells) in [(0u8, 0x40u8), (1, 0x42)] {
        let other = replaced(bytes, &[7, 2, 8], &[7, states, 8]);
        refused(&other);
        let at = other
            .windows(3)
            .position(|w| w == [0x0D, 0xD8, 77])
            .unwrap();
        let keep = usize::from(cells & 15);
        let body = [&other[..at + 3], &[cells], &other[at + 4..at + 4 + keep]].concat();
        refused(&with_checksum(
            [&body, &other[other.len() - END..]].concat(),
        ));
    }
    // no such mechanism, no such adjacency; and the rate's denominator is beyond a variance's
    for by in [[1, 4, 2, 2], [1, 2, 2, 5], [1, 3, 2, 2]] {
        refused(&replaced(bytes, &[1, 2, 2, 2], &by));
    }
    accepted(&replaced(bytes, &[1, 2, 2, 2], &[1, 2, 2, 4]));
}
