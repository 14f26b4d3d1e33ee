//! What is refused on the way in leaves the buffer as it was; and reports at the ends of every range.
use dpmarkov::counts::Support;
use dpmarkov::domain::{GeometricRate, PolyaParameters, Variance};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::report::{
    About, Encoder, Mechanism, Report, StateTable, Totals, Width, encode, len, len_bound,
};
use dpmarkov::{Error, Result};
use support::reports::{about, guarantee, mechanisms};
use support::rewrite::{rewrite, with_checksum};

mod support;

/// The error of a call that must not write.
fn refusal(call: impl Fn(&mut [u8]) -> Result<usize>) -> Error {
    let mut out = [0x55; 600];
    let error = call(&mut out).unwrap_err();
    assert_eq!(out, [0x55; 600], "{error:?}: written to");
    error
}

const BOTH: [Width; 2] = [Width::Bits16, Width::Bits32];

#[test]
fn the_encoders_refusals() {
    let (m, about) = (mechanisms(), about(None));
    let full = Support::full(2).unwrap();
    let even = [0.5; 4];
    for w in BOTH {
        for noisy in [&[0i64; 3][..], &[0; 5], &[]] {
            let refused =
                refusal(|out| encode::geometric(&about, &m.geometric, &full, noisy, w, out));
            assert_eq!(refused, Error::Length);
            let refused =
                refusal(|out| encode::gaussian(&about, &m.gaussian, &full, noisy, w, out));
            assert_eq!(refused, Error::Length);
        }
        let polya = |tallies: &[u32]| {
            refusal(|out| encode::polya(&about, &m.polya, &full, tallies, w, None, out))
        };
        assert_eq!(polya(&[300, 0, 300]), Error::Length);
        for tallies in [
            [300, 0, 299, 0],
            [300, 0, 300, 1],
            [150; 4].map(|t| t + 1),
            [u32::MAX; 4],
        ] {
            assert_eq!(polya(&tallies), Error::Domain);
        }
        let dirichlet = |row: &[f64]| {
            refusal(|out| encode::dirichlet(&about, &m.dirichlet, &full, row, w, None, out))
        };
        assert_eq!(dirichlet(&even[1..]), Error::Length);
        let unit = 1.0 / 4_294_967_296.0;
        for first in [
            [0.5, 0.5 - unit],
            [0.5, 0.5 + unit],
            [0.0, 1.0],
            [1.5, -0.5],
            [f64::NAN, 0.5],
            [f64::INFINITY, 0.5],
            // finer than a unit, though the sum is 1
            [0.5 + unit / 2.0, 0.5 - unit / 2.0],
            [0.5 + f64::EPSILON, 0.5 - f64::EPSILON],
            [1.0 - unit / 4.0, unit / 4.0],
            [f64::MIN_POSITIVE, 1.0],
            [2.0, -1.0],
            [-0.0, 1.0],
        ] {
            assert_eq!(
                dirichlet(&[0.5, 0.5, first[0], first[1]]),
                Error::NotStochastic,
                "{first:?}"
            );
        }
        // one byte short
        let exact = len(&about, Mechanism::Geometric(&m.geometric), &full, w, None).unwrap();
        let mut short = vec![0x55; exact - 1];
        let noisy = [1, 2, 3, 4];
        let refused = encode::geometric(&about, &m.geometric, &full, &noisy, w, &mut short);
        assert_eq!(
            (refused, short),
            (Err(Error::ReportCapacity), vec![0x55; exact - 1])
        );
    }
}

#[test]
fn totals_belong_to_the_rows() {
    let (m, about) = (mechanisms(), about(None));
    let full = Support::full(2).unwrap();
    let with = |noise: &Geometric, noisy: &[i64]| {
        let totals = Totals {
            mechanism: noise,
            noisy,
        };
        let totals = Some(totals);
        let w = Width::Bits32;
        refusal(|out| encode::dirichlet(&about, &m.dirichlet, &full, &[0.5; 4], w, totals, out))
    };
    assert_eq!(with(&m.noise, &[1]), Error::Length);
    let rate = GeometricRate::new(1, 1000).unwrap();
    let noise = |adjacency, releases| {
        Geometric::checked(Guarantee::new(adjacency, 1.0, 0.0, releases).unwrap(), rate).unwrap()
    };
    assert_eq!(with(&noise(Adjacency::Visit, 1), &[1, 2]), Error::Adjacency);
    assert_eq!(with(&noise(Adjacency::Event, 2), &[1, 2]), Error::Releases);
    // noisy counts have totals of their own
    let geometric = Mechanism::Geometric(&m.geometric);
    let refused = len(&about, geometric, &full, Width::Bits16, Some(&m.noise));
    assert_eq!(refused, Err(Error::ReportTotals));
}

#[test]
fn an_urn_must_cover_its_support_and_its_width() {
    let about = about(None);
    let g = Guarantee::new(Adjacency::Destination, 1e3, 0.5, 1).unwrap();
    let urn = |states, draws| {
        Polya::checked(g, states, PolyaParameters::new(1, 64, 1, draws).unwrap()).unwrap()
    };
    let two = Support::full(2).unwrap();
    let refused = refusal(|out| {
        encode::polya(
            &about,
            &urn(3, 9),
            &two,
            &[9, 0, 9, 0],
            Width::Bits16,
            None,
            out,
        )
    });
    assert_eq!(refused, Error::GuaranteeNotMet);
    for draws in [65_535, 65_536, 1 << 24] {
        let (urn, mut out) = (urn(2, draws), [0; 300]);
        let tallies = [draws, 0, 1, draws - 1];
        for w in BOTH {
            let written = encode::polya(&about, &urn, &two, &tallies, w, None, &mut out);
            if w == Width::Bits16 && draws > 65_535 {
                assert_eq!(written, Err(Error::Draws));
                continue;
            }
            let report = Report::decode(&out[..written.unwrap()]).unwrap();
            assert!(report.values().eq(tallies.map(i64::from)));
            assert_eq!(report.verify(), Ok(()));
        }
    }
}

/// Row by row: a wrong row is not written, and the right one may follow; nothing goes on after a sink that failed.
#[test]
fn the_order_of_a_streamed_report() {
    let (m, about) = (mechanisms(), about(None));
    let full = Support::full(2).unwrap();
    let mut sent = Vec::new();
    {
        let mut sink = |bytes: &[u8]| {
            sent.extend_from_slice(bytes);
            Ok(())
        };
        let polya = Mechanism::Polya(&m.polya);
        let mut e = Encoder::begin(
            &about,
            polya,
            &full,
            Width::Bits16,
            Some(&m.noise),
            &mut sink,
        )
        .unwrap();
        assert_eq!(e.noisy_counts(&[1, 2]), Err(Error::Domain));
        assert_eq!(e.probabilities(&[0.5, 0.5]), Err(Error::Domain));
        assert_eq!(e.tallies(&[300]), Err(Error::Length));
        assert_eq!(e.tallies(&[300, 1]), Err(Error::Domain));
        e.tallies(&[300, 0]).unwrap();
        e.tallies(&[0, 300]).unwrap();
        assert_eq!(e.tallies(&[0, 300]), Err(Error::Domain));
        e.finish(Some(&[5, -5])).unwrap();
    }
    let report = Report::decode(&sent).unwrap();
    assert!(report.values().eq([300, 0, 0, 300]));
    assert!(report.totals().unwrap().values().eq([5, -5]));

    let begun = |totals: Option<&Geometric>, rows: usize, given: Option<&[i64]>| {
        let mut nowhere = |_: &[u8]| Ok(());
        let polya = Mechanism::Polya(&m.polya);
        let mut e =
            Encoder::begin(&about, polya, &full, Width::Bits16, totals, &mut nowhere).unwrap();
        (0..rows).for_each(|_| e.tallies(&[1, 299]).unwrap());
        e.finish(given)
    };
    assert_eq!(begun(None, 1, None), Err(Error::Length));
    assert_eq!(begun(None, 2, Some(&[1, 2])), Err(Error::ReportTotals));
    assert_eq!(begun(Some(&m.noise), 2, None), Err(Error::ReportTotals));
    assert_eq!(begun(Some(&m.noise), 2, Some(&[1])), Err(Error::Length));

    let mut left = 180;
    let mut full_sink = |bytes: &[u8]| {
        left -= bytes.len() as i64;
        if left >= 0 {
            Ok(())
        } else {
            Err(Error::ReportCapacity)
        }
    };
    let geometric = Mechanism::Geometric(&m.geometric);
    let wide = Support::full(40).unwrap();
    let mut e = Encoder::begin(
        &about,
        geometric,
        &wide,
        Width::Bits32,
        None,
        &mut full_sink,
    )
    .unwrap();
    assert_eq!(e.noisy_counts(&[0; 40]), Err(Error::ReportCapacity));
    assert_eq!(e.noisy_counts(&[0; 40]), Err(Error::Domain));
    assert_eq!(e.finish(None), Err(Error::Domain));
}

/// Every number at both ends of its range is written, read and written again.
#[test]
fn the_ends_of_every_range() {
    let full = Support::full(2).unwrap();
    let mut out = [0; 400];
    let check = |written: Result<usize>, out: &[u8]| {
        let bytes = &out[..written.unwrap()];
        let report = Report::decode(bytes).unwrap();
        assert_eq!(rewrite(&report), bytes);
        assert!(bytes.len() <= len_bound(2, 4, report.width(), report.totals().is_some()));
    };
    let windows = [
        (0, 0),
        (0, u32::MAX),
        (u32::MAX, u32::MAX),
        (23, 24),
        (255, 65_536),
    ];
    for (generation, (first, last)) in [0, 23, 24, 1 << 32, u64::MAX].into_iter().zip(windows) {
        let about = About {
            state_table: StateTable([0xFF; 16]),
            window: dpmarkov::privacy::ledger::Window::new(first, last).unwrap(),
            generation,
            id: Some([0; 16]),
        };
        for releases in [1, 255, u32::MAX] {
            // (epsilon, delta) at the ends; what no mechanism meets is not made
            for (e, d) in [
                (1e6, 0.0),
                (1e6, 2.3e-308),
                (0.0, 0.999),
                (-0.0, 0.999),
                (1e6, 0.999),
            ] {
                let g = Guarantee::new(Adjacency::AddRemove, e, d, releases).unwrap();
                for (p, q) in [(1, 1 << 30), (64, 1), (1 << 30, 1 << 30)] {
                    if let Ok(m) = Geometric::checked(g, GeometricRate::new(p, q).unwrap()) {
                        for w in BOTH {
                            let noisy = [i64::MIN, i64::MAX, 0, -1];
                            let written = encode::geometric(&about, &m, &full, &noisy, w, &mut out);
                            check(written, &out);
                            let report = Report::decode(&out[..written.unwrap()]).unwrap();
                            let end = w.saturation();
                            assert!(report.values().eq([-end, end, 0, -1]));
                            assert_eq!(report.saturated(), 2);
                        }
                    }
                }
                for (p, q) in [(1, 1024), (1 << 40, 1)] {
                    if let Ok(m) = Gaussian::checked(g, Variance::new(p, q).unwrap()) {
                        check(
                            encode::gaussian(&about, &m, &full, &[7; 4], BOTH[0], &mut out),
                            &out,
                        );
                    }
                }
                for (w, a) in [(1e-9, 1e-6), (1e9, 1e9)] {
                    if let Ok(m) = Dirichlet::checked(g, DirichletParameters::new(w, a).unwrap()) {
                        let row = [1.0 - 1.0 / 4_294_967_296.0, 1.0 / 4_294_967_296.0, 0.5, 0.5];
                        for w in BOTH {
                            check(
                                encode::dirichlet(&about, &m, &full, &row, w, None, &mut out),
                                &out,
                            );
                        }
                    }
                }
            }
        }
    }
}

/// 65,535 states with a row of one cell each but for one row of all; and 65,535 entries at 16 bits, where one unit is left over.
#[test]
fn the_most_states() {
    let (m, about) = (mechanisms(), about(None));
    let n = 65_535usize;
    let starts: Vec<u32> = (0..=n as u32)
        .map(|i| if i == 0 { 0 } else { i + n as u32 - 1 })
        .collect();
    let targets: Vec<u16> = (0..n as u16).chain((1..n as u16).rev()).collect();
    let support = Support::from_csr(&starts, &targets, n).unwrap();
    let cells = support.cells();
    let mut row = vec![1.0 / 4_294_967_296.0; n];
    row[17] = 1.0 - 65_534.0 / 4_294_967_296.0;
    let values: Vec<f64> = row.into_iter().chain(vec![1.0; n - 1]).collect();
    let noisy = vec![-3; n];
    let totals = Some(Totals {
        mechanism: &m.noise,
        noisy: &noisy,
    });
    for w in BOTH {
        let mut out = vec![0; len_bound(n, cells, w, true)];
        let len = encode::dirichlet(&about, &m.dirichlet, &support, &values, w, totals, &mut out);
        let report = Report::decode(&out[..len.unwrap()]).unwrap();
        assert_eq!((report.states(), report.cells()), (n, cells));
        assert!(report.support_is(&support));
        let first: Vec<i64> = report.row(0).unwrap().values().collect();
        let one = 1i64 << w.bits();
        assert_eq!((first[17], first[16]), (one - 65_534, 1));
        assert!(report.rows().skip(1).all(|r| r.values().eq([one])));
        assert_eq!(report.totals().unwrap().values().len(), n);
    }
    // every transition of so many states: no buffer of this size is made, but its length is known
    if usize::BITS > 32 {
        let full = Support::full(n).unwrap();
        let geometric = Mechanism::Geometric(&m.geometric);
        let exact = len(&about, geometric, &full, Width::Bits32, None).unwrap();
        assert!(exact > n * n * 4 && exact <= len_bound(n, n * n, Width::Bits32, false));
    }
    // a report that says so, and is short
    let small = &support::reports::small()[0];
    let at = small.windows(2).position(|w| w == [7, 2]).unwrap();
    let lie = [&small[..at], &[7, 0x19, 0xFF, 0xFF], &small[at + 2..]].concat();
    assert_eq!(
        Report::decode(&with_checksum(lie)),
        Err(Error::ReportFormat)
    );
}

#[test]
fn rows_and_totals_together() {
    let (m, about) = (mechanisms(), about(None));
    let (full, mut out) = (Support::full(2).unwrap(), [0; 400]);
    let mut whole = |rows: Guarantee, noise: Guarantee| {
        let rate = GeometricRate::new(1, 1 << 20).unwrap();
        let noise = Geometric::checked(noise, rate).unwrap();
        let p = DirichletParameters::new(1e-7, 1e4).unwrap();
        let rows = Dirichlet::checked(rows, p).unwrap();
        let totals = Some(Totals {
            mechanism: &noise,
            noisy: &[1, 2],
        });
        let w = Width::Bits16;
        let len = encode::dirichlet(&about, &rows, &full, &[0.5; 4], w, totals, &mut out).unwrap();
        Report::decode(&out[..len]).unwrap().whole_guarantee()
    };
    let sum = whole(guarantee(1.0, 1e-6), guarantee(0.25, 0.5e-6)).unwrap();
    assert_eq!((sum.epsilon.get(), sum.releases.get()), (1.25, 1));
    assert!(sum.delta.get() >= 1.5e-6 && sum.delta.get() < 1.5e-6 * (1.0 + 1e-15));
    // 0.1 + 0.2 and others: never below the exact sum, which integers of 2^-120 hold
    let exact = |x: f64| {
        (x * 2f64.powi(60)) as i128 * (1 << 60)
            + ((x * 2f64.powi(60)).fract() * 2f64.powi(60)) as i128
    };
    let (mut rounded_up, mut x) = (0, 0.1f64);
    for _ in 0..300 {
        x = (x * 1.37 + 0.01) % 3.0 + 0.01;
        let y = (x * 7.7) % 1.0 + 1e-3;
        let sum = whole(guarantee(x, 1e-6), guarantee(y, 0.0))
            .unwrap()
            .epsilon
            .get();
        assert!(exact(sum) >= exact(x) + exact(y));
        assert!(sum <= (x + y).next_up());
        rounded_up += usize::from(sum > x + y);
    }
    assert!(rounded_up > 30, "{rounded_up}");
    // out of range together
    assert_eq!(
        whole(guarantee(1e6, 1e-6), guarantee(1e6, 0.0)),
        Err(Error::Epsilon)
    );
    assert_eq!(
        whole(guarantee(1.0, 0.75), guarantee(1.0, 0.75)),
        Err(Error::Delta)
    );
    // without totals it is the rows' own
    let noisy = [1, 2, 3, 4];
    let len = encode::geometric(&about, &m.geometric, &full, &noisy, Width::Bits16, &mut out);
    let report = Report::decode(&out[..len.unwrap()]).unwrap();
    assert_eq!(report.whole_guarantee(), Ok(report.guarantee()));
}

/// A device that states parameters which do not keep its guarantee is found out; so is one whose totals do not.
#[test]
fn parameters_that_do_not_keep_the_guarantee() {
    let mut found = 0;
    for bytes in support::reports::small() {
        let report = Report::decode(&bytes).unwrap();
        assert_eq!(report.verify(), Ok(()));
        // every epsilon of the report in turn becomes 1/1024: 1 and 1/4 begin with 0x3F
        for at in 0..bytes.len() - 4 {
            let [0xFB, 0x3F, high] = bytes[at..at + 3] else {
                continue;
            };
            if !((high == 0xF0 || high == 0xD0) && bytes[at + 3..at + 9] == [0; 6]) {
                continue;
            }
            let mut loud = bytes.clone();
            loud[at + 2] = 0x50;
            let loud = with_checksum(loud);
            let report = Report::decode(&loud).unwrap();
            assert!(report.verify().is_err(), "{at}");
            found += 1;
        }
    }
    assert_eq!(found, 16 + 4, "sixteen reports, four of them with totals");
}
