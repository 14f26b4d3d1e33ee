//! Reports are read as they were written, whichever way, and their length and keys tell nothing of the log.
use dpmarkov::counts::Support;
use dpmarkov::report::{Content, Report, Width, len_bound};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use support::reports::{self, Facts, KINDS, Kind, Released, mechanisms};
use support::rewrite::rewrite;
use support::supports;

mod support;

/// What a value of a row is read back as.
fn expected(released: &Released, width: Width) -> Vec<i64> {
    match (released, width) {
        (Released::Probabilities(p), Width::Bits32) => {
            p.iter().map(|x| (x * 4_294_967_296.0) as i64).collect()
        }
        (Released::Probabilities(_), Width::Bits16) => vec![], // rounded: a test of its own
        (Released::Tallies(t), _) => t.iter().map(|m| i64::from(*m)).collect(),
        (Released::Noisy(y), width) => {
            let end = width.saturation();
            y.iter().map(|y| (*y).clamp(-end, end)).collect()
        }
    }
}

fn facts() -> impl Strategy<Value = Facts> {
    (0..4usize, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(kind, wide, id, totals)| {
        let kind = KINDS[kind];
        Facts {
            kind,
            width: if wide { Width::Bits32 } else { Width::Bits16 },
            id: id.then_some([0x3C; 16]),
            totals: totals && kind.takes_totals(),
        }
    })
}

fn run<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[6; 32]);
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let result = runner.run(&strategy, |value| {
        test(value);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn every_report_is_read_as_it_was_written() {
    let strategy = (facts(), supports::rows(2..12), any::<u64>(), 0..33u32);
    run(600, strategy, |(facts, rows, seed, bits)| {
        let n = rows.len();
        let (starts, targets) = supports::compressed(&rows);
        let csr = Support::from_csr(&starts, &targets, n).unwrap();
        let mask = supports::mask_of(&rows);
        let mask = Support::from_mask(&mask, n).unwrap();
        // counts of every size
        let counts: Vec<u32> = (0..csr.cells() as u64)
            .map(|i| (i.wrapping_mul(seed | 1) >> 31) as u32 >> (32 - bits).min(31))
            .collect();
        let released = reports::release(facts.kind, csr, &counts, seed);
        let noisy: Vec<i64> = (0..n as i64)
            .map(|i| i * (seed >> 20) as i64 - 500)
            .collect();

        let bytes = reports::write(facts, &csr, &released, &noisy);
        assert_eq!(bytes, reports::write(facts, &mask, &released, &noisy));
        assert_eq!(bytes, reports::stream(facts, &csr, &released, &noisy));
        assert!(bytes.len() <= len_bound(n, csr.cells(), facts.width, facts.totals));

        let report = Report::decode(&bytes).unwrap();
        assert_eq!(report.guarantee(), facts.kind.mechanism().guarantee());
        assert_eq!(report.parameters(), facts.kind.mechanism().parameters());
        assert_eq!(report.about(), reports::about(facts.id));
        assert_eq!((report.states(), report.cells()), (n, csr.cells()));
        assert_eq!(report.width(), facts.width);
        assert!(report.support_is(&csr) && report.support_is(&mask));
        assert_eq!(report.is_full(), csr.is_full());
        let read: Vec<Vec<usize>> = report.rows().map(|row| row.targets().collect()).collect();
        assert_eq!(read, rows);
        assert!(report.row_lens().eq(rows.iter().map(Vec::len)));
        let last = report.row(n - 1).unwrap();
        assert_eq!((last.from(), last.cells()), (n - 1, rows[n - 1].len()));
        assert_eq!(report.row(n), None);
        let values: Vec<i64> = report.rows().flat_map(|row| row.values()).collect();
        assert!(report.values().eq(values.iter().copied()));
        let expected = expected(&released, facts.width);
        assert!(expected.is_empty() || values == expected, "{values:?}");
        let end = facts.width.saturation();
        let cut = |y: &i64| report.content() == Content::NoisyCounts && y.abs() == end;
        assert_eq!(
            report.saturated(),
            values.iter().copied().filter(cut).count()
        );
        match report.totals() {
            None => assert!(!facts.totals),
            Some(totals) => {
                assert_eq!(totals.guarantee(), *mechanisms().noise.guarantee());
                assert_eq!(totals.rate(), mechanisms().noise.rate());
                let end = i64::from(i32::MAX);
                assert!(
                    totals
                        .values()
                        .eq(noisy.iter().map(|y| (*y).clamp(-end, end)))
                );
                let cut = noisy.iter().filter(|y| y.abs() >= end).count();
                assert_eq!(totals.saturated(), cut);
            }
        }
        assert_eq!(rewrite(&report), bytes);
    });
}

/// The keys of the map, by a reader that knows lengths alone.
fn keys(bytes: &[u8]) -> Vec<u8> {
    fn head(bytes: &[u8], at: &mut usize) -> (u8, u64) {
        let first = bytes[*at];
        *at += 1;
        let long = match first & 31 {
            short @ 0..=23 => return (first >> 5, u64::from(short)),
            info => 1 << (info - 24),
        };
        let value = bytes[*at..*at + long].iter();
        *at += long;
        (first >> 5, value.fold(0, |x, b| x << 8 | u64::from(*b)))
    }
    fn skip(bytes: &[u8], at: &mut usize) {
        match head(bytes, at) {
            (2, len) => *at += len as usize,
            (4, len) => (0..len).for_each(|_| skip(bytes, at)),
            (6, _) => skip(bytes, at),
            _ => {}
        }
    }
    let mut at = 3;
    let (_, entries) = head(bytes, &mut at);
    (0..entries)
        .map(|_| {
            let (_, key) = head(bytes, &mut at);
            skip(bytes, &mut at);
            key as u8
        })
        .collect()
}

/// The length of a payload in the shortest integers of CBOR: what must not be.
fn shortest(values: impl Iterator<Item = i64>) -> usize {
    let one = |v: i64| match v.unsigned_abs() {
        0..=23 => 1,
        24..=0xFF => 2,
        0x100..=0xFFFF => 3,
        _ => 5,
    };
    values.map(one).sum()
}

#[test]
fn length_and_keys_are_public_facts() {
    let strategy = (facts(), supports::rows(2..8));
    let told = std::cell::Cell::new(0);
    run(150, strategy, |(facts, rows)| {
        let (starts, targets) = supports::compressed(&rows);
        let csr = Support::from_csr(&starts, &targets, rows.len()).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        let mut lengths = std::collections::BTreeSet::new();
        for seed in 0..8u64 {
            // from an empty log to one that is full
            let count = [0, 1, 30, 300, 70_000, 3_000_000, 1 << 31, u32::MAX][seed as usize];
            let released = reports::release(facts.kind, csr, &vec![count; csr.cells()], seed);
            let noisy = vec![i64::from(count) - 3; rows.len()];
            let bytes = reports::write(facts, &csr, &released, &noisy);
            seen.insert((bytes.len(), keys(&bytes)));
            lengths.insert(shortest(Report::decode(&bytes).unwrap().values()));
        }
        assert_eq!(seen.len(), 1, "{seen:?}");
        let keys = &seen.first().unwrap().1;
        let mut own: Vec<u8> = (0..=10).collect();
        own.extend(facts.id.map(|_| 11));
        own.extend((!csr.is_full()).then_some(12));
        own.push(13);
        own.extend(facts.totals.then_some(14));
        own.push(23);
        assert_eq!(keys, &own);
        told.set(told.get() + usize::from(lengths.len() > 1));
    });
    let told = told.get();
    // the same releases in integers of variable width would have told: the test can fail
    assert!(told > 60, "{told}");
}

#[test]
fn sixteen_bits_are_the_rounded_rows() {
    run(
        200,
        (supports::rows(2..30), any::<u64>()),
        |(rows, seed)| {
            let (starts, targets) = supports::compressed(&rows);
            let csr = Support::from_csr(&starts, &targets, rows.len()).unwrap();
            let counts: Vec<u32> = (0..csr.cells() as u32).map(|i| i * i % 997).collect();
            let released = reports::release(Kind::Dirichlet, csr, &counts, seed);
            let Released::Probabilities(p) = &released else {
                unreachable!()
            };
            let facts = Facts {
                kind: Kind::Dirichlet,
                width: Width::Bits16,
                id: None,
                totals: false,
            };
            let bytes = reports::write(facts, &csr, &released, &[]);
            let report = Report::decode(&bytes).unwrap();
            let mut p = p.iter();
            for row in report.rows() {
                let n = row.cells() as f64;
                assert_eq!(row.values().sum::<i64>(), 65_536);
                // the definition, in floats: every product is below 2^53 and exact
                let (mut sum, mut before) = (0.0, 0.0);
                for (v, x) in row.values().zip(p.by_ref()) {
                    sum += x;
                    let edge = ((65_536.0 - n) * sum + 0.5).floor();
                    assert_eq!(v as f64, 1.0 + edge - before);
                    before = edge;
                    assert!((v as f64 / 65_536.0 - x).abs() <= (n * x + 2.0) / 65_536.0);
                    // what docs/report.md says of an estimate without the unit
                    assert!(((v - 1) as f64 - (65_536.0 - n) * x).abs() <= 1.0);
                }
            }
        },
    );
}

#[test]
fn the_bound_is_one_and_close() {
    let mut closest = usize::MAX;
    for bytes in reports::small() {
        let report = Report::decode(&bytes).unwrap();
        let totals = report.totals().is_some();
        let bound = len_bound(report.states(), report.cells(), report.width(), totals);
        assert!(
            bytes.len() <= bound && bound - bytes.len() <= 230,
            "{bound} {}",
            bytes.len()
        );
        closest = closest.min(bound - bytes.len());
    }
    assert!(closest < 100, "{closest}");
    // what no memory holds
    assert_eq!(
        len_bound(usize::MAX, usize::MAX, Width::Bits32, true),
        usize::MAX
    );
}
