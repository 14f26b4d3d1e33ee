//! Composition of mixed and repeated releases, against brackets by convolution (`tests/data/compose.py`) that know nothing of the line integral.
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon, GeometricRate, PolyaParameters, Releases, Variance};
use dpmarkov::privacy::compose::{self, Bound, Composition, Stated};
use dpmarkov::privacy::{Adjacency, DirichletParameters, MechanismParameters};
use std::fs;

type List = Vec<(MechanismParameters, Releases)>;
type StatedList = Vec<(Stated, Releases)>;

fn times(n: u32) -> Releases {
    Releases::new(n).unwrap()
}
fn delta(x: f64) -> Delta {
    Delta::new(x).unwrap()
}
fn epsilon(x: f64) -> Epsilon {
    Epsilon::new(x).unwrap()
}
fn dirichlet(w: f64, a: f64) -> MechanismParameters {
    MechanismParameters::Dirichlet(DirichletParameters::new(w, a).unwrap())
}
fn geometric(p: u32, q: u32) -> MechanismParameters {
    MechanismParameters::Geometric(GeometricRate::new(p, q).unwrap())
}
fn gaussian(p: u64, q: u32) -> MechanismParameters {
    MechanismParameters::Gaussian(Variance::new(p, q).unwrap())
}
fn urn(event: u32, prior: u32, draw: u32, draws: u32) -> MechanismParameters {
    MechanismParameters::Polya(PolyaParameters::new(event, prior, draw, draws).unwrap(), 5)
}

struct Row {
    name: String,
    adjacency: Adjacency,
    releases: List,
    stated: StatedList,
    epsilon: f64,
    lower: f64,
    upper: f64,
}

impl Row {
    fn composition(&self) -> Composition<'_> {
        Composition::new(self.adjacency, &self.releases).with_stated(&self.stated)
    }
}

fn rows() -> Vec<Row> {
    let path = format!("{}/tests/data/compose.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let parse = |line: &str| {
        let [name, adjacency, list, eps, lower, upper] = line.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let (mut releases, mut stated) = (List::new(), StatedList::new());
        for entry in list.split(';') {
            let fields: Vec<&str> = entry.split(':').collect();
            let n = |i: usize| fields[i].parse::<f64>().unwrap();
            let t = times(fields.last().unwrap().parse().unwrap());
            match fields[0] {
                "D" => releases.push((dirichlet(n(1), n(2)), t)),
                "G" => releases.push((geometric(n(1) as u32, n(2) as u32), t)),
                "N" => releases.push((gaussian(n(1) as u64, n(2) as u32), t)),
                "U" => releases.push((urn(n(1) as u32, n(2) as u32, n(3) as u32, n(4) as u32), t)),
                "S" => stated.push((
                    Stated::Approximate {
                        epsilon: epsilon(n(1)),
                        delta: delta(n(2)),
                    },
                    t,
                )),
                "M" => stated.push((Stated::Gaussian { mu: epsilon(n(1)) }, t)),
                other => panic!("{other}"),
            }
        }
        let adjacency = Adjacency::ALL
            .into_iter()
            .find(|a| a.name() == adjacency)
            .unwrap();
        let number = |text: &str| text.parse::<f64>().unwrap();
        Row {
            name: name.to_owned(),
            adjacency,
            releases,
            stated,
            epsilon: number(eps),
            lower: number(lower),
            upper: number(upper),
        }
    };
    text.lines().skip(1).map(parse).collect()
}

/// Every row, both ways: delta(epsilon) is never below the bracket and hardly above it; epsilon(delta) is never below where the bracket's
/// lower end already needs it, and meets the upper end where that allows it.
#[test]
fn inside_the_brackets() {
    let rows = rows();
    assert!(rows.len() >= 200, "{}", rows.len());
    let (mut tight, mut loose, mut worst) = (0, Vec::new(), 0.0_f64);
    for (i, row) in rows.iter().enumerate() {
        let c = row.composition();
        let d = c.delta_upper(epsilon(row.epsilon)).unwrap();
        // the convolution's own rounding: about 1e-15 of the tilted mass
        assert!(
            d.value.ln() >= row.lower - 1e-9,
            "{}: {d:?} {} below {}",
            row.name,
            d.value.ln(),
            row.lower
        );
        let above = d.value.ln() - row.upper.min(0.0);
        if above < 1e-3 {
            tight += 1
        } else {
            loose.push((row.name.clone(), d.by, above))
        }
        worst = worst.max(above);
        // epsilon(delta)
        let low = (row.lower - 1e-9).exp();
        if low < 1.0 && low > 1e-300 && (i % 2 == 0 || !row.name.starts_with("seed")) {
            let e = match c.epsilon_upper(delta(low)) {
                // the stated deltas alone are all of it
                Err(Error::NoEpsilon) if !row.stated.is_empty() => continue,
                e => e.unwrap(),
            };
            assert!(
                e.value >= row.epsilon - 1e-12 * (1.0 + row.epsilon),
                "{}: {e:?} below {}",
                row.name,
                row.epsilon
            );
            let renyi = c.renyi_epsilon_upper(delta(low)).unwrap();
            assert!(
                renyi >= e.value * (1.0 - 1e-9),
                "{}: {renyi} {e:?}",
                row.name
            );
        }
        let high = (row.upper + 1e-3).exp();
        if high < 1.0 && !row.name.starts_with("seed") {
            let e = c.epsilon_upper(delta(high)).unwrap();
            assert!(
                e.value <= row.epsilon + 1e-3,
                "{}: {e:?} above {}",
                row.name,
                row.epsilon
            );
        }
    }
    println!("{tight} tight, loosest {worst:e}: {loose:?}");
    assert!(loose.len() * 20 <= rows.len(), "{loose:?}");
}

#[test]
fn a_year_of_gaussian_releases() {
    // N(0, 20^2) on one count, 365 times: N(0, 1) against N(sqrt(365)/20, 1)
    let stated = [(Stated::Gaussian { mu: epsilon(0.05) }, times(365))];
    let c = Composition::new(Adjacency::AddRemove, &[]).with_stated(&stated);
    let e = c.epsilon_upper(delta(1e-9)).unwrap();
    assert!(
        (e.value - 5.869959).abs() < 1e-6 && e.by == Bound::LineIntegral,
        "{e:?}"
    );
    // one release of the whole
    let whole = [(
        Stated::Gaussian {
            mu: epsilon(365f64.sqrt() / 20.0),
        },
        Releases::ONE,
    )];
    let one = Composition::new(Adjacency::AddRemove, &[]).with_stated(&whole);
    assert!((one.epsilon_upper(delta(1e-9)).unwrap().value - e.value).abs() < 1e-8);
    // discrete noise of the same variance, by its own accounting, and in a list that hides that it is the only mechanism
    let list = [(gaussian(400, 1), times(365))];
    let d = compose::epsilon_upper(Adjacency::AddRemove, &list, delta(1e-9)).unwrap();
    assert!(
        (d.value - e.value).abs() < 1e-4 && d.by == Bound::Single,
        "{d:?}"
    );
    let nothing = [(
        Stated::Approximate {
            epsilon: epsilon(0.0),
            delta: delta(0.0),
        },
        Releases::ONE,
    )];
    let c = Composition::new(Adjacency::AddRemove, &list).with_stated(&nothing);
    let line = c.epsilon_upper(delta(1e-9)).unwrap();
    assert!(
        line.value >= d.value - 1e-9
            && line.value - d.value < 1e-4
            && line.by == Bound::LineIntegral,
        "{line:?} {d:?}"
    );
}

#[test]
fn order_and_splitting_do_not_matter() {
    let list = [
        (dirichlet(0.3188, 15.8), times(5)),
        (geometric(1, 20), times(7)),
        (gaussian(900, 7), times(3)),
        (urn(100, 1580, 314, 100), times(2)),
    ];
    let turned: List = list.iter().rev().copied().collect();
    let split = [
        (geometric(1, 20), times(3)),
        (dirichlet(0.3188, 15.8), times(2)),
        (gaussian(900, 7), times(3)),
        (geometric(1, 20), times(4)),
        (urn(100, 1580, 314, 100), times(2)),
        (dirichlet(0.3188, 15.8), times(3)),
    ];
    for adjacency in [
        Adjacency::Destination,
        Adjacency::AddRemove,
        Adjacency::Visit,
    ] {
        let d = |l: &[(MechanismParameters, Releases)]| {
            compose::delta_upper(adjacency, l, epsilon(1.5))
                .unwrap()
                .value
        };
        let e = |l: &[(MechanismParameters, Releases)]| {
            compose::epsilon_upper(adjacency, l, delta(1e-7))
                .unwrap()
                .value
        };
        for other in [&turned[..], &split[..]] {
            assert!((d(other) / d(&list) - 1.0).abs() < 1e-8, "{adjacency:?}");
            assert!((e(other) / e(&list) - 1.0).abs() < 1e-8, "{adjacency:?}");
        }
        // never below the largest part, whatever it is joined with
        for part in &list {
            assert!(
                d(&list) >= d(&[*part]) && e(&list) >= e(&[*part]),
                "{adjacency:?} {part:?}"
            );
        }
    }
    // one mechanism in pieces is that mechanism
    for m in [dirichlet(0.3188, 15.8), geometric(1, 20), gaussian(400, 1)] {
        let whole =
            compose::epsilon_upper(Adjacency::Event, &[(m, times(5))], delta(1e-7)).unwrap();
        let pieces = [(m, times(2)), (m, times(3))];
        assert_eq!(
            compose::epsilon_upper(Adjacency::Event, &pieces, delta(1e-7)),
            Ok(whole)
        );
        assert_eq!(whole.by, Bound::Single);
    }
}

/// A list of one entry says what the mechanism's own module says, to the bit.
#[test]
fn one_entry_is_the_mechanism() {
    use dpmarkov::privacy::{delta_upper, epsilon_upper, gaussian as g, geometric as l};
    let (p, r, v) = (
        DirichletParameters::new(0.5, 20.0).unwrap(),
        GeometricRate::new(1, 3).unwrap(),
        Variance::new(50, 3).unwrap(),
    );
    for adjacency in Adjacency::ALL {
        for t in [1, 12] {
            let (t, e, d) = (times(t), epsilon(1.0), delta(1e-6));
            let list = |m| [(m, t)];
            let value = |m| compose::delta_upper(adjacency, &list(m), e).unwrap().value;
            let inverse = |m| {
                compose::epsilon_upper(adjacency, &list(m), d)
                    .unwrap()
                    .value
            };
            let m = MechanismParameters::Dirichlet(p);
            assert_eq!(value(m), delta_upper(adjacency, &p, t, e).unwrap());
            assert_eq!(inverse(m), epsilon_upper(adjacency, &p, t, d).unwrap());
            let m = MechanismParameters::Geometric(r);
            assert_eq!(value(m), l::delta_upper(adjacency, r, t, e).unwrap());
            assert!(inverse(m) <= l::epsilon_upper(adjacency, r, t, d).unwrap());
            let m = MechanismParameters::Gaussian(v);
            assert_eq!(value(m), g::delta_upper(adjacency, v, t, e).unwrap());
            assert_eq!(inverse(m), g::epsilon_upper(adjacency, v, t, d).unwrap());
        }
    }
}

/// At delta = 0 pure mechanisms add up, and only they.
#[test]
fn pure_composition() {
    let list = [(geometric(1, 2), times(10)), (geometric(2, 1), times(4))];
    for (adjacency, events) in [
        (Adjacency::AddRemove, 1.0),
        (Adjacency::Destination, 2.0),
        (Adjacency::Event, 2.0),
        (Adjacency::VisitPresence, 3.0),
        (Adjacency::Visit, 4.0),
    ] {
        let e = compose::epsilon_upper(adjacency, &list, delta(0.0)).unwrap();
        assert!(
            e.value >= 13.0 * events && e.value < 13.0 * events * (1.0 + 1e-14),
            "{e:?}"
        );
        assert_eq!(e.by, Bound::Basic);
        let d = compose::delta_upper(adjacency, &list, epsilon(e.value)).unwrap();
        assert_eq!((d.value, d.by), (0.0, Bound::Basic));
        let d = compose::delta_upper(adjacency, &list, epsilon(e.value * 0.999)).unwrap();
        assert!(d.value > 0.0, "{d:?}");
    }
    for other in [dirichlet(1.0, 10.0), gaussian(4, 1)] {
        let mixed = [list[0], (other, Releases::ONE)];
        assert_eq!(
            compose::epsilon_upper(Adjacency::Event, &mixed, delta(0.0)),
            Err(Error::NotPure)
        );
        assert_eq!(
            compose::renyi_epsilon_upper(Adjacency::Event, &mixed, delta(0.0)),
            Err(Error::NotPure)
        );
    }
    // nothing released
    assert_eq!(
        compose::epsilon_upper(Adjacency::Visit, &[], delta(0.0))
            .unwrap()
            .value,
        0.0
    );
    assert_eq!(
        compose::epsilon_upper(Adjacency::Visit, &[], delta(1e-9))
            .unwrap()
            .value,
        0.0
    );
    assert_eq!(
        compose::delta_upper(Adjacency::Visit, &[], epsilon(0.0))
            .unwrap()
            .value,
        0.0
    );
    // an urn of a chain that cannot be
    let wrong = [(
        MechanismParameters::Polya(PolyaParameters::new(1, 1, 1, 1).unwrap(), 1),
        Releases::ONE,
    )];
    assert_eq!(
        compose::delta_upper(Adjacency::Event, &wrong, epsilon(1.0)),
        Err(Error::States)
    );
}

/// Stated guarantees: the secret with probability delta, else randomised response.
#[test]
fn stated_guarantees() {
    let one = |e: f64, d: f64, t: u32| {
        [(
            Stated::Approximate {
                epsilon: epsilon(e),
                delta: delta(d),
            },
            times(t),
        )]
    };
    // its own point is reproduced, and what lies below it is that of Kairouz, Oh & Viswanath: 1 - (1 - d)(1 - tv)
    let stated = one(1.0, 1e-6, 1);
    let c = Composition::new(Adjacency::Event, &[]).with_stated(&stated);
    assert_eq!(c.delta_upper(epsilon(1.0)).unwrap().value, 1e-6);
    assert_eq!(c.epsilon_upper(delta(1e-6)).unwrap().value, 1.0);
    assert_eq!(c.epsilon_upper(delta(0.9e-6)), Err(Error::NoEpsilon));
    let at = c.delta_upper(epsilon(0.25)).unwrap().value;
    let e = 1f64.exp();
    let finite = e / (1.0 + e) * (1.0 - (0.25f64 - 1.0).exp());
    let truth = 1.0 - (1.0 - 1e-6) * (1.0 - finite);
    assert!(
        at >= truth * (1.0 - 1e-12) && at < truth * 1.01,
        "{at} {truth}"
    );
    // randomised response and geometric noise on one cell are the same thing
    let stated = one(0.1, 0.0, 100);
    let c = Composition::new(Adjacency::AddRemove, &[]).with_stated(&stated);
    let same = [(geometric(1, 10), times(100))];
    let (a, b) = (
        c.epsilon_upper(delta(1e-6)).unwrap().value,
        compose::epsilon_upper(Adjacency::AddRemove, &same, delta(1e-6))
            .unwrap()
            .value,
    );
    assert!(a >= b * (1.0 - 1e-9) && a - b < 1e-4, "{a} {b}");
}

/// Corners: huge and tiny deltas, one dominating part, one that tells nothing, poles beside lattices, 2^32 - 1 releases.
#[test]
fn corners() {
    let lists: [List; 5] = [
        vec![
            (dirichlet(0.01, 0.5), times(3)),
            (geometric(1, 3), times(4)),
        ],
        vec![
            (dirichlet(1e-3, 25.0), times(1)),
            (geometric(64, 1), times(1)),
        ],
        vec![
            (gaussian(1 << 40, 1), times(1)),
            (geometric(1, 1 << 30), times(1)),
        ],
        vec![
            (gaussian(1, 1024), times(1)),
            (geometric(30, 1), times(10_000)),
        ],
        vec![
            (dirichlet(1e-9, 1e9), times(u32::MAX)),
            (geometric(1, 1 << 30), times(u32::MAX)),
        ],
    ];
    for list in &lists {
        for adjacency in [Adjacency::AddRemove, Adjacency::Visit] {
            let mut last = f64::INFINITY;
            for e in [0.0, 1e-9, 0.1, 1.0, 30.0, 1e3, 1e6] {
                let d = compose::delta_upper(adjacency, list, epsilon(e)).unwrap();
                assert!(d.value > 0.0 && d.value <= 1.0, "{list:?} {e} {d:?}");
                assert!(
                    d.value <= last * (1.0 + 1e-3),
                    "{list:?} {adjacency:?} {e}: {d:?} {last}"
                );
                last = d.value;
                for part in list {
                    let alone = compose::delta_upper(adjacency, &[*part], epsilon(e)).unwrap();
                    assert!(
                        d.value >= alone.value * (1.0 - 1e-3),
                        "{list:?} {adjacency:?} {e}: {d:?} {alone:?}"
                    );
                }
            }
            for d in [1e-300, 1e-100, 1e-12, 1e-3, 0.5] {
                let Ok(e) = compose::epsilon_upper(adjacency, list, delta(d)) else {
                    continue;
                };
                let back = compose::delta_upper(adjacency, list, epsilon(e.value)).unwrap();
                assert!(
                    back.value <= d * (1.0 + 1e-6),
                    "{list:?} {adjacency:?} {d}: {e:?} {back:?}"
                );
            }
        }
    }
}

/// Few releases whose outcomes were all enumerated, with 40 digits: never below, and near the exact value unless single outcomes are left.
#[test]
fn a_few_releases_against_all_their_outcomes() {
    let (a, b) = (urn(176, 156, 5, 5), urn(8, 20, 428, 1));
    let one = |p, q| (p, times(q));
    for (adjacency, list, at, exact, above) in [
        (
            Adjacency::Destination,
            [one(a, 2), one(b, 1)],
            4.678574987462788,
            0.09068647625619669,
            1.01,
        ),
        (
            Adjacency::Destination,
            [one(geometric(2, 3), 1), one(urn(1, 554, 3, 9), 2)],
            0.0,
            0.3228488115195825,
            1.004,
        ),
        (
            Adjacency::Event,
            [one(geometric(377, 250), 1), one(gaussian(168, 1024), 2)],
            7.199345864287683,
            0.9283849280653322,
            1.0001,
        ),
        (
            Adjacency::Destination,
            [one(geometric(1, 7), 1), one(urn(3, 10, 4, 1), 1)],
            0.5480785496336982, // 1e-9 below the largest loss
            8.888460055254202e-11,
            f64::INFINITY,
        ),
    ] {
        let got = compose::delta_upper(adjacency, &list, epsilon(at)).unwrap();
        assert!(got.value >= exact, "{at}: {got:?}");
        assert!(got.value <= exact * above, "{at}: {got:?}");
    }
}
