//! Reading what anyone may have made: whatever is damaged, cut off, longer, or not the one encoding is refused.
use dpmarkov::Error;
use dpmarkov::report::Report;
use support::reports::small;
use support::rewrite::{rewrite, with_checksum};

mod support;

/// A refusal of bytes that are no report.
fn refused(bytes: &[u8]) -> bool {
    let refusals = [
        Error::ReportFormat,
        Error::ReportChecksum,
        Error::ReportVersion,
    ];
    Report::decode(bytes).is_err_and(|error| refusals.contains(&error))
}

/// Where the version stands: after the tag, the map's head and the key.
const VERSION: usize = 5;

#[test]
fn every_flipped_bit_and_every_cut_is_refused() {
    for bytes in small() {
        assert!(Report::decode(&bytes).is_ok());
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = Report::decode(&flipped).unwrap_err();
            let expected: &[Error] = match bit / 8 {
                // what says that this is a report, and of which version
                0..VERSION => &[Error::ReportFormat, Error::ReportChecksum],
                VERSION => &[Error::ReportFormat, Error::ReportVersion],
                _ => &[Error::ReportChecksum],
            };
            assert!(expected.contains(&error), "bit {bit}: {error:?}");
        }
        for end in 0..bytes.len() {
            assert!(refused(&bytes[..end]), "cut at {end}");
            assert!(refused(&bytes[end + 1..]), "begun at {}", end + 1);
            // cut, and the checksum made to fit again
            assert!(refused(&with_checksum(bytes[..end].to_vec())), "{end}");
        }
        for more in 0..=255 {
            let mut longer = bytes.clone();
            longer.push(more);
            assert!(refused(&longer));
            assert!(refused(&with_checksum(longer)));
            let mut later = vec![more];
            later.extend(&bytes);
            assert!(refused(&later));
        }
        // two in a row are not one
        assert!(refused(&[&bytes[..], &bytes].concat()));
    }
}

/// Every burst of up to 32 bits, for a few patterns, at every place.
#[test]
fn bursts_are_refused() {
    for bytes in small().iter().step_by(3) {
        for start in VERSION * 8 + 8..bytes.len() * 8 - 32 {
            for pattern in [0x8000_0001u32, 0xFFFF_FFFF, 0xDEAD_BEEF, 0xA000_0003] {
                let mut damaged = bytes.clone();
                for bit in (0..32).filter(|bit| pattern >> bit & 1 == 1) {
                    let at = start + bit;
                    damaged[at / 8] ^= 1 << (at % 8);
                }
                assert_eq!(Report::decode(&damaged), Err(Error::ReportChecksum));
            }
        }
    }
}

/// What passes with a checksum that fits is a report all the same, in the one encoding.
fn is_sound(bytes: &[u8]) -> bool {
    match Report::decode(bytes) {
        Ok(report) => {
            assert_eq!(rewrite(&report), bytes);
            let _ = (report.whole_guarantee(), report.saturated());
            true
        }
        Err(_) => {
            assert!(refused(bytes));
            false
        }
    }
}

#[test]
fn every_byte_changed_behind_the_checksum() {
    let (mut sound, mut tried) = (0, 0);
    for bytes in small() {
        for at in 0..bytes.len() - 4 {
            for value in 0..=255 {
                let mut changed = bytes.clone();
                changed[at] = value;
                tried += 1;
                let changed = with_checksum(changed);
                if changed != bytes {
                    sound += usize::from(is_sound(&changed));
                }
            }
        }
    }
    // other noisy counts, other generations: many are reports
    assert!(
        sound > tried / 20 && sound < tried * 3 / 4,
        "{sound} of {tried}"
    );
}

#[test]
fn pairs_of_bytes_changed_behind_the_checksum() {
    let mut state = 1u64;
    let mut random = move || {
        state = state
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 33) as usize
    };
    let reports = small();
    for _ in 0..200_000 {
        let mut bytes = reports[random() % reports.len()].clone();
        for _ in 0..2 + random() % 3 {
            let at = random() % bytes.len();
            match random() % 4 {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, random() as u8),
                // the heads of CBOR's items
                2 => {
                    bytes[at] =
                        [0, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x5B, 0x9F, 0xFB, 0xFF][random() % 10]
                }
                _ => bytes[at] = random() as u8,
            }
        }
        is_sound(&with_checksum(bytes));
    }
}

/// The report with one piece replaced; the checksum fits.
fn replaced(bytes: &[u8], piece: &[u8], by: &[u8]) -> Vec<u8> {
    let at = bytes.windows(piece.len()).position(|w| w == piece);
    let at = at.expect("the piece");
    with_checksum([&bytes[..at], by, &bytes[at + piece.len()..]].concat())
}

#[test]
fn other_encodings_of_the_same_numbers_are_refused() {
    let bytes = &small()[0];
    // the generation 77, in one byte more, and the window's first bucket
    let generation = [10, 0x18, 77];
    assert!(Report::decode(&replaced(bytes, &generation, &generation)).is_ok());
    for longer in [
        &[10, 0x19, 0, 77][..],
        &[10, 0x1A, 0, 0, 0, 77],
        &[10, 0x1B, 0, 0, 0, 0, 0, 0, 0, 77],
        &[0x18, 10, 0x18, 77],
    ] {
        assert_eq!(
            Report::decode(&replaced(bytes, &generation, longer)),
            Err(Error::ReportFormat)
        );
    }
    // an array and a map without a stated length
    let window = [9, 0x82, 3, 0x19, 0x4E, 0x20];
    let endless = [9, 0x9F, 3, 0x19, 0x4E, 0x20, 0xFF];
    assert_eq!(
        Report::decode(&replaced(bytes, &window, &endless)),
        Err(Error::ReportFormat)
    );
    // epsilon as a single, which holds 1.0 as well; and -0 in place of 0
    let epsilon = [3, 0xFB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0];
    let single = [3, 0xFA, 0x3F, 0x80, 0, 0];
    assert_eq!(
        Report::decode(&replaced(bytes, &epsilon, &single)),
        Err(Error::ReportFormat)
    );
    let zero = replaced(bytes, &epsilon, &[3, 0xFB, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert!(Report::decode(&zero).is_ok());
    let minus = replaced(bytes, &epsilon, &[3, 0xFB, 0x80, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(Report::decode(&minus), Err(Error::ReportFormat));
    // NaN, infinity
    for head in [[0x7F, 0xF8], [0x7F, 0xF0], [0xFF, 0xF0]] {
        let other = replaced(
            bytes,
            &epsilon,
            &[3, 0xFB, head[0], head[1], 0, 0, 0, 0, 0, 0],
        );
        assert_eq!(Report::decode(&other), Err(Error::ReportFormat));
    }
}

#[test]
fn a_later_version_is_told_from_damage() {
    let bytes = &small()[0];
    for later in [
        &[0, 2][..],
        &[0, 0x18, 200],
        &[0, 0x1B, 1, 0, 0, 0, 0, 0, 0, 0],
    ] {
        // whatever follows, and whether or not the checksum is one
        let start = [&bytes[..4], later].concat();
        assert_eq!(Report::decode(&start), Err(Error::ReportVersion));
        let whole = [&start, &bytes[6..]].concat();
        assert_eq!(Report::decode(&whole), Err(Error::ReportVersion));
    }
    let never = replaced(
        bytes,
        &[0xD9, 0xD9, 0xF7, bytes[3], 0, 1],
        &[0xD9, 0xD9, 0xF7, bytes[3], 0, 0],
    );
    assert_eq!(Report::decode(&never), Err(Error::ReportFormat));
    for no_report in [&[][..], &[0], b"DPML", &[0xD9, 0xD9, 0xF7], &[0xFF; 300]] {
        assert_eq!(Report::decode(no_report), Err(Error::ReportFormat));
    }
}

/// A payload length that no memory has, and one that overflows where cells are counted.
#[test]
fn lengths_beyond_the_bytes_are_refused() {
    for bytes in small() {
        for length in [
            u64::MAX,
            u64::MAX - 3,
            1 << 63,
            1 << 32,
            0xFFFF_FFFF,
            65_536,
        ] {
            for at in 6..bytes.len() - 4 {
                // every byte string's head in turn becomes one of this length
                if bytes[at] >> 5 == 2 {
                    let head = [&[0x5B][..], &length.to_be_bytes()].concat();
                    let changed = [&bytes[..at], &head, &bytes[at + 1..]].concat();
                    assert!(refused(&with_checksum(changed)));
                }
            }
        }
    }
}

/// The fuzzer's first inputs are these reports; `UPDATE_SEEDS=1 cargo test --test report_decode` writes them anew.
#[test]
fn the_fuzzers_seeds_are_reports() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/report_decode");
    if !folder
        .ancestors()
        .nth(2)
        .is_some_and(std::path::Path::exists)
    {
        return; // the published package has no fuzzer
    }
    for (i, bytes) in small().iter().enumerate() {
        let path = folder.join(format!("{i:02}.cbor"));
        if std::env::var_os("UPDATE_SEEDS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, bytes).unwrap();
        }
        assert_eq!(&std::fs::read(&path).unwrap(), bytes, "{}", path.display());
    }
}
