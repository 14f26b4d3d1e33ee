//! Unbiased estimates are unbiased, and what is refused is refused by the functions of intervals as well.
use dpmarkov::Error;
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::domain::{ExpectedRowTotal, GeometricRate, Level, PolyaParameters, Variance};
use dpmarkov::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::utility::interval::{self, Interval, Target};
use dpmarkov::utility::noisy::CellNoise;
use dpmarkov::utility::{debias, row_error::RowLaw};
use support::releases::Mean;

mod support;

const COUNTS: [u32; 5] = [70, 0, 20, 3, 7];
const RUNS: u32 = 20_000;

fn anything() -> Guarantee {
    Guarantee::new(Adjacency::AddRemove, 1e6, 0.999, 1).expect("in range")
}

fn hundred() -> ExpectedRowTotal {
    ExpectedRowTotal::new(100.0).expect("a total")
}

fn generator() -> Generator {
    Generator::from_seed_for_tests([5; 32], 0)
}

/// The mean of each estimate within 4.5 of its own standard errors of the share.
fn check(name: &str, mut estimates: impl FnMut(&mut Generator) -> [f64; 5]) {
    let mut rng = generator();
    let mut means = [Mean::default(); 5];
    for _ in 0..RUNS {
        let e = estimates(&mut rng);
        assert!((e.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{name} {e:?}");
        means.iter_mut().zip(e).for_each(|(mean, e)| mean.push(e));
    }
    for (mean, c) in means.iter().zip(COUNTS) {
        let away = (mean.value() - f64::from(c) / 100.0) / mean.error();
        assert!(away.abs() < 4.5, "{name} {c}: {} away {away}", mean.value());
    }
}

#[test]
fn means_are_the_shares() {
    let p = DirichletParameters::new(0.4, 15.8).expect("in range");
    let d = Dirichlet::checked(anything(), p).expect("anything goes");
    let mut x = [0.0; 5];
    check("dirichlet", |rng| {
        d.release_row(rng, &COUNTS, &mut x).expect("released");
        x.map(|x| debias::dirichlet(x, 5, hundred(), &p).expect("an estimate"))
    });
    let urn = PolyaParameters::new(3, 48, 10, 60).expect("an urn");
    let m = Polya::checked(anything(), 5, urn).expect("anything goes");
    let (mut work, mut tallies) = (vec![0; m.work_len()], [0; 5]);
    check("polya", |rng| {
        m.release_tallies(rng, &COUNTS, &mut work, &mut tallies)
            .expect("released");
        tallies.map(|t| debias::polya(t, 5, hundred(), &urn).expect("an estimate"))
    });
    let g = Geometric::checked(anything(), GeometricRate::new(1, 4).expect("a rate"));
    let g = g.expect("anything goes");
    let n = Gaussian::checked(anything(), Variance::new(30, 1).expect("a variance"));
    let n = n.expect("anything goes");
    for gaussian in [false, true] {
        let mut y = [0; 5];
        check("noisy", |rng| {
            if gaussian {
                n.release_counts(rng, &COUNTS, &mut y).expect("released");
            } else {
                g.release_counts(rng, &COUNTS, &mut y).expect("released");
            }
            let sum = y.iter().sum();
            y.map(|y| debias::noisy_of_total(y, sum, 5, hundred()).expect("an estimate"))
        });
    }
    // the same test sees a release that is not debiased
    let mut biased = Mean::default();
    let mut rng = generator();
    for _ in 0..RUNS {
        d.release_row(&mut rng, &COUNTS, &mut x).expect("released");
        biased.push(x[0]);
    }
    assert!((biased.value() - 0.7).abs() > 20.0 * biased.error());
}

#[test]
fn a_chain_is_debiased_row_by_row_on_its_cells() {
    let law = |a, cells, total| {
        let p = DirichletParameters::new(1.0, a).expect("in range");
        RowLaw::dirichlet(&p, cells, total).expect("a law")
    };
    let released = [0.5, 0.5, 0.0, 0.25, 0.25, 0.5, 0.0, 0.0, 1.0];
    let m = StochasticMatrix::new(&released, 3).expect("a chain");
    let laws = [law(10.0, 2, 100.0), law(30.0, 3, 90.0), law(1.0, 1, 5.0)];
    let mut q = [7.0; 9];
    debias::chain(m, &laws, &mut q).expect("estimates");
    let p = DirichletParameters::new(1.0, 30.0).expect("in range");
    let total = ExpectedRowTotal::new(90.0).expect("a total");
    for (x, q) in released[3..6].iter().zip(&q[3..6]) {
        let alone = debias::dirichlet(*x, 3, total, &p).expect("an estimate");
        assert!((q - alone).abs() < 1e-15);
    }
    assert_eq!((q[0], q[1], q[2], q[6], q[8]), (0.5, 0.5, 0.0, 0.0, 1.0));
    // a row of no event, or the wrong lengths: nothing is written
    let empty = [law(10.0, 2, 0.0), laws[1], laws[2]];
    let mut untouched = [7.0; 9];
    assert_eq!(
        debias::chain(m, &empty, &mut untouched),
        Err(Error::EmptyRow)
    );
    assert_eq!(
        debias::chain(m, &laws[1..], &mut untouched),
        Err(Error::Length)
    );
    assert_eq!(
        debias::chain(m, &laws, &mut untouched[1..]),
        Err(Error::Length)
    );
    // laws of fewer and of more feasible cells than the row has
    for cells in [1, 3] {
        let other = [law(10.0, cells, 100.0), laws[1], laws[2]];
        assert_eq!(
            debias::chain(m, &other, &mut untouched),
            Err(Error::Infeasible)
        );
    }
    assert_eq!(untouched, [7.0; 9]);
    for beyond in [[1 << 41, 2], [i64::MAX, i64::MIN], [i64::MAX, 1]] {
        assert_eq!(
            debias::noisy_row(&beyond, &mut untouched[..2]),
            Err(Error::Domain)
        );
    }
    assert_eq!(
        debias::noisy_row(&[5, -5], &mut untouched[..2]),
        Err(Error::EmptyRow)
    );
    assert_eq!(
        debias::noisy_row(&[5, 5], &mut untouched[..3]),
        Err(Error::Length)
    );
    assert_eq!(untouched, [7.0; 9]);
}

#[test]
fn tallies_are_read_off_released_rows() {
    let mut rng = generator();
    for (n, draws) in [(2, 1), (3, 7), (5, 1 << 24), (59, 1000), (300, 65_521)] {
        let urn = PolyaParameters::new(3, 48, 10, draws).expect("an urn");
        let m = Polya::checked(anything(), n, urn).expect("anything goes");
        let (mut work, mut tallies, mut row) = (vec![0; m.work_len()], vec![0; n], vec![0.0; n]);
        // the largest number of draws is slow to draw: tallies of its own
        if draws > 1 << 20 {
            tallies = vec![draws - 12_345_678 - 3, 1, 2, 0, 12_345_678];
        } else {
            m.release_tallies(&mut rng, &vec![9; n], &mut work, &mut tallies)
                .expect("released");
        }
        m.row_of_tallies(&tallies, &mut row).expect("a row");
        for (x, t) in row.iter().zip(&tallies) {
            assert_eq!(debias::polya_tally(*x, n, &urn), Ok(*t));
        }
    }
}

#[test]
fn what_is_no_release_is_refused() {
    let (at, total, log) = (Level::new(0.95).expect("a level"), hundred(), Target::Log);
    let p = DirichletParameters::new(1.0, 1.0).expect("in range");
    let urn = PolyaParameters::new(1, 1, 1, 50).expect("an urn");
    let rate = CellNoise::Geometric(GeometricRate::new(1, 1).expect("a rate"));
    let domain = Err(Error::Domain);
    for level in [f64::NAN, -1.0, 0.0, 0.4, 1.0, f64::INFINITY] {
        assert_eq!(Level::new(level), Err(Error::Level));
    }
    for none in [f64::NAN, 0.0, -5.0, f64::INFINITY] {
        assert_eq!(ExpectedRowTotal::new(none), Err(Error::ExpectedRowTotal));
    }
    assert_eq!(interval::simultaneous(at, 0), Err(Error::Level));
    assert_eq!(interval::simultaneous(at, 1_000_000), Err(Error::Level));
    for share in [f64::NAN, -1e-300, 1.0 + 1e-15, f64::INFINITY] {
        for target in [Target::Log, Target::Process] {
            assert_eq!(interval::dirichlet(share, 3, total, &p, target, at), domain);
            assert_eq!(
                interval::published(share, 3, 9.0, 0.1, total, target, at),
                domain
            );
        }
        assert_eq!(interval::stationary(share, 0.1, at), domain);
        assert_eq!(debias::dirichlet(share, 3, total, &p), Err(Error::Domain));
        assert_eq!(debias::polya_tally(share, 3, &urn), Err(Error::Domain));
    }
    for variance in [f64::NAN, -1.0, f64::INFINITY] {
        assert_eq!(interval::stationary(0.5, variance, at), domain);
    }
    for k in [f64::NAN, 0.0, 1e13] {
        let refused = Err(Error::AssumptionConcentration);
        assert_eq!(interval::published(0.5, 3, k, 0.1, total, log, at), refused);
    }
    for border in [f64::NAN, -0.1, 0.34] {
        let refused = Err(Error::AssumptionBorder);
        assert_eq!(
            interval::published(0.5, 3, 9.0, border, total, log, at),
            refused
        );
    }
    assert_eq!(interval::polya(51, 3, total, &urn, log, at), domain);
    assert_eq!(debias::polya(51, 3, total, &urn), Err(Error::Domain));
    for (count, sum) in [
        (1 << 41, 5),
        (-(1 << 41), 5),
        (i64::MIN, 5),
        (5, i64::MAX),
        (5, i64::MIN),
    ] {
        assert_eq!(interval::noisy(count, sum, 3, rate, log, at), domain);
        assert_eq!(
            interval::noisy_of_total(count, sum, 3, total, rate, log, at),
            domain
        );
        assert_eq!(
            debias::noisy_of_total(count, sum, 3, total),
            Err(Error::Domain)
        );
    }
    for cells in [0, 65_536] {
        let states = Err(Error::States);
        assert_eq!(interval::dirichlet(0.5, cells, total, &p, log, at), states);
        assert_eq!(
            interval::published(0.5, cells, 9.0, 0.0, total, log, at),
            states
        );
        assert_eq!(interval::polya(5, cells, total, &urn, log, at), states);
        assert_eq!(interval::noisy(5, 9, cells, rate, log, at), states);
        assert_eq!(
            interval::noisy_of_total(5, 9, cells, total, rate, log, at),
            states
        );
        assert_eq!(debias::dirichlet(0.5, cells, total, &p), Err(Error::States));
    }
    // one feasible cell: its share is 1, and a release says so
    assert_eq!(
        interval::dirichlet(1.0, 1, total, &p, log, at),
        Ok(Interval::ONE)
    );
    assert_eq!(interval::dirichlet(0.9, 1, total, &p, log, at), domain);
    assert_eq!(
        interval::polya(50, 1, total, &urn, log, at),
        Ok(Interval::ONE)
    );
    assert_eq!(interval::polya(49, 1, total, &urn, log, at), domain);
    assert_eq!(interval::noisy(-3, -3, 1, rate, log, at), Ok(Interval::ONE));
    assert_eq!(interval::noisy(-3, 4, 1, rate, log, at), domain);
    assert_eq!(debias::noisy_of_total(-3, 4, 1, total), Err(Error::Domain));
    // a row: lengths, and untouched
    let mut out = [Interval::ONE; 2];
    assert_eq!(
        interval::noisy_row(&[1, 2, 3], None, rate, log, at, &mut out),
        Err(Error::Length)
    );
    assert_eq!(
        interval::noisy_row(&[], None, rate, log, at, &mut []),
        Err(Error::States)
    );
    let beyond = [1 << 41, 2];
    assert_eq!(
        interval::noisy_row(&beyond, None, rate, log, at, &mut out),
        Err(Error::Domain)
    );
    assert_eq!(out, [Interval::ONE; 2]);
    assert_eq!(
        interval::noisy_row(&[-4, -9], None, rate, log, at, &mut out),
        Ok(())
    );
    assert_eq!(out, [Interval::ALL; 2]);
}

#[test]
fn every_accepted_parameter_gives_an_interval() {
    let log_process = [Target::Log, Target::Process];
    let mut seen = 0;
    for level in [0.5, 0.95, 0.999_999] {
        let at = Level::new(level).expect("a level");
        for total in [1.0, 1e4, 1e15] {
            let total = ExpectedRowTotal::new(total).expect("a total");
            for target in log_process {
                for (w, a) in [
                    (1e-9, 1e-6),
                    (1e-9, 1e9),
                    (1e9, 1e-6),
                    (1e9, 1e9),
                    (1.0, 1.0),
                ] {
                    let p = DirichletParameters::new(w, a).expect("in range");
                    for share in [0.0, 2f64.powi(-32), 0.3, 1.0] {
                        for n in [2, 65_535] {
                            let i = interval::dirichlet(share, n, total, &p, target, at)
                                .expect("an interval");
                            assert!(
                                0.0 <= i.lower && i.lower <= i.upper && i.upper <= 1.0,
                                "{i:?}"
                            );
                            seen += 1;
                        }
                    }
                }
                for noise in [
                    CellNoise::Geometric(GeometricRate::new(1, 1 << 30).expect("a rate")),
                    CellNoise::Geometric(GeometricRate::new(64, 1).expect("a rate")),
                    CellNoise::Gaussian(Variance::new(1, 1024).expect("a variance")),
                    CellNoise::Gaussian(Variance::new(1 << 40, 1).expect("a variance")),
                ] {
                    for (y, s) in [
                        (0, 0),
                        (1, 1),
                        (-7, 3),
                        (1 << 40, 1 << 40),
                        (5, 1 << 56),
                        (-(1 << 40), 1),
                    ] {
                        for n in [2, 65_535] {
                            for i in [
                                interval::noisy(y, s, n, noise, target, at),
                                interval::noisy_of_total(y, s, n, total, noise, target, at),
                            ] {
                                let i = i.unwrap_or_else(|e| {
                                    panic!("{e} {noise:?} {y} {s} {n} {target:?} {total:?}")
                                });
                                assert!(
                                    0.0 <= i.lower && i.lower <= i.upper && i.upper <= 1.0,
                                    "{i:?}"
                                );
                                seen += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(seen > 2000);
}
