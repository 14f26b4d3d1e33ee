//! A report written from what its accessors say, by a writer that shares nothing with the library's. The fuzzing targets use it too.
use dpmarkov::privacy::MechanismParameters;
use dpmarkov::report::{Content, Report};

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

/// CRC-32/ISO-HDLC of one byte, bit by bit.
const BYTES: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut crc, mut bit) = (i as u32, 0);
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
};

/// CRC-32/ISO-HDLC.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        crc >> 8 ^ BYTES[((crc ^ u32::from(*byte)) & 0xFF) as usize]
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
