//! The accounting engine against the golden profile (45 digits), a second engine, and formulas that it does not use.
use dpmarkov::domain::{Epsilon, Releases};
use dpmarkov::privacy::cells::{CellList, GammaCell, patterns};
use dpmarkov::privacy::engine::{
    Bounds, adjacency_delta_upper, adjacency_epsilon_upper, adjacency_ln_delta_upper, delta_bounds,
};
use dpmarkov::privacy::{Adjacency, DirichletParameters, delta_upper};
use dpmarkov::special::ln_gamma_ratio;
use std::fs;

fn adjacency(name: &str) -> Adjacency {
    Adjacency::ALL
        .into_iter()
        .find(|a| a.name() == name)
        .unwrap()
}

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

fn times(releases: u32) -> Releases {
    Releases::new(releases).unwrap()
}

fn bounds(cells: &[GammaCell], releases: u32, epsilon: f64) -> Bounds {
    delta_bounds(cells, times(releases), epsilon)
}

/// The worst pattern's bracket.
fn worst(adjacency: Adjacency, w: f64, a: f64, releases: u32, epsilon: f64) -> Bounds {
    let mut worst = Bounds {
        ln_lower: f64::NEG_INFINITY,
        ln_upper: f64::MIN,
    };
    for pattern in patterns(adjacency) {
        let b = bounds(pattern.cells(w * a, w).as_slice(), releases, epsilon);
        worst.ln_lower = worst.ln_lower.max(b.ln_lower);
        worst.ln_upper = worst.ln_upper.max(b.ln_upper);
    }
    worst
}

/// How many golden values an engine undercuts by more than 1e-12, or exceeds by more than 1e-6, relative.
fn violations(engine: impl Fn(Adjacency, f64, f64, u32, f64) -> Bounds) -> usize {
    let table = rows("profile.csv");
    assert!(table.len() > 90);
    let wrong = |row: &Vec<String>| {
        let [name, w, a, epsilon, releases, delta] = &row[..] else {
            panic!()
        };
        let truth = number(delta).ln();
        let b = engine(
            adjacency(name),
            number(w),
            number(a),
            releases.parse().unwrap(),
            number(epsilon),
        );
        b.ln_upper < truth - 1e-12 || b.ln_upper > truth + 1e-6 || b.ln_lower > truth + 1e-12
    };
    table.iter().filter(|row| wrong(row)).count()
}

#[test]
fn golden_profile() {
    assert_eq!(violations(worst), 0);
    let mut widest: f64 = 0.0;
    for row in rows("profile.csv") {
        let [name, w, a, epsilon, releases, delta] = &row[..] else {
            panic!()
        };
        let b = worst(
            adjacency(name),
            number(w),
            number(a),
            releases.parse().unwrap(),
            number(epsilon),
        );
        widest = widest.max(b.ln_upper - number(delta).ln());
    }
    assert!(widest < 1e-10, "{widest:e}");
}

/// The same check must be able to fail: each of these bugs, planted, is caught.
#[test]
fn golden_profile_catches_planted_bugs() {
    let with = |change: fn(&mut f64, &mut f64, &mut u32, &mut f64)| {
        violations(move |adjacency, mut w, mut a, mut releases, mut epsilon| {
            change(&mut w, &mut a, &mut releases, &mut epsilon);
            worst(adjacency, w, a, releases, epsilon)
        })
    };
    assert!(with(|w, _, _, _| *w *= 1.0 + 1e-5) > 80);
    assert!(with(|_, a, _, _| *a += 1.0) > 80);
    assert!(with(|_, _, releases, _| *releases += 1) > 80);
    assert!(with(|_, _, _, epsilon| *epsilon *= 1.0 + 1e-4) > 80);
    // the loops of `Visit` forgotten
    let no_loops = |adjacency, w: f64, a: f64, releases, epsilon| match adjacency {
        Adjacency::Visit => worst(Adjacency::Event, w, a, 2 * releases, epsilon),
        other => worst(other, w, a, releases, epsilon),
    };
    assert!(violations(no_loops) > 20);
    // only one direction of `AddRemove`
    let one_way = |adjacency, w: f64, a: f64, releases, epsilon| match adjacency {
        Adjacency::AddRemove => bounds(&[GammaCell::gained(w * a, w, 1, 1)], releases, epsilon),
        other => worst(other, w, a, releases, epsilon),
    };
    let other_way = |adjacency, w: f64, a: f64, releases, epsilon| match adjacency {
        Adjacency::AddRemove => bounds(&[GammaCell::lost(w * a, w, 1, 1)], releases, epsilon),
        other => worst(other, w, a, releases, epsilon),
    };
    assert!(violations(one_way) + violations(other_way) > 10);
    // the bound made a little smaller
    let eager = |adjacency, w, a, releases, epsilon| {
        let b = worst(adjacency, w, a, releases, epsilon);
        Bounds {
            ln_upper: b.ln_lower - 1e-11,
            ..b
        }
    };
    assert!(violations(eager) > 80);
}

#[test]
fn published_check_values() {
    let p = DirichletParameters::new(0.3188, 15.8).unwrap();
    for (releases, epsilon, tolerance) in [
        (1, 1.0000333, 1e-7),
        (10, 3.1071982, 1e-7),
        (365, 26.1102637, 1e-7),
    ] {
        let e = adjacency_epsilon_upper(Adjacency::Event, &p, times(releases), 1e-6f64.ln());
        assert!((e - epsilon).abs() < tolerance, "{releases}: {e}");
    }
    let deltas: Vec<f64> = patterns(Adjacency::Visit)
        .iter()
        .map(|pattern| {
            bounds(pattern.cells_of(&p).as_slice(), 1, 1.0)
                .ln_upper
                .exp()
        })
        .collect();
    let [gained, lost, four] = deltas[..] else {
        panic!()
    };
    assert!(
        (four - 7.116e-5).abs() < 1e-8 && (lost - 2.747e-4).abs() < 1e-7,
        "{deltas:?}"
    );
    assert!((gained - 1.147773304e-3).abs() < 1e-12, "{deltas:?}");
    assert!(
        (adjacency_delta_upper(Adjacency::Visit, &p, Releases::ONE, 1.0) - 1.147773304e-3).abs()
            < 1e-12
    );
    let p = DirichletParameters::new(0.2102, 7.154).unwrap();
    let delta = adjacency_delta_upper(Adjacency::Event, &p, Releases::ONE, 1.0);
    assert!((delta / 1.9271773989531e-4 - 1.0).abs() < 1e-11 && delta >= 1.92717739895310e-4);
}

/// Several hundred random lists, w = 1e-4..1e4, a = 0.05..1e4, up to 10,000 releases, every pattern: this engine's bracket and the bracket of
/// a second engine (numpy, other steps, up to 65,536 points) must overlap.
#[test]
fn second_engine() {
    let table = rows("engine.csv");
    assert!(table.len() >= 300, "{}", table.len());
    let (mut tight, mut loose) = (0, 0);
    for row in &table {
        let [name, pattern, w, a, epsilon, releases, lower, upper] = &row[..] else {
            panic!()
        };
        let pattern = patterns(adjacency(name))[pattern.parse::<usize>().unwrap()];
        let (w, a, lower, upper) = (number(w), number(a), number(lower), number(upper));
        let b = bounds(
            pattern.cells(w * a, w).as_slice(),
            releases.parse().unwrap(),
            number(epsilon),
        );
        let slack = 1e-12 * (1.0 + lower.abs().min(1e4));
        assert!(
            b.ln_upper >= lower - slack && b.ln_lower <= upper + slack,
            "{row:?} {b:?}"
        );
        assert!(b.ln_upper >= b.ln_lower && b.ln_upper <= 0.0);
        // where both have no excuse: delta above 1e-1300 and the other engine sure of nine digits
        if upper - lower < 1e-9 && upper > -3000.0 {
            if b.ln_upper - b.ln_lower < 1e-9 {
                tight += 1
            } else {
                loose += 1
            }
        }
    }
    assert!(tight > 360 && loose == 0, "{tight} tight, {loose} loose");
}

/// Values made with 40 digits (mpmath, two contours that agree to 19 digits), w = 1e-3..1e3, a = 0.1..1e4, up to 10,000 releases, every
/// pattern, delta down to 1e-300: never undercut, and bracketed.
#[test]
fn forty_digits() {
    let table = rows("engine_truth.csv");
    assert!(table.len() >= 50, "{}", table.len());
    let mut widest: f64 = 0.0;
    for row in &table {
        let [name, pattern, w, a, epsilon, releases, truth] = &row[..] else {
            panic!()
        };
        let pattern = patterns(adjacency(name))[pattern.parse::<usize>().unwrap()];
        let (w, a, truth) = (number(w), number(a), number(truth));
        let b = bounds(
            pattern.cells(w * a, w).as_slice(),
            releases.parse().unwrap(),
            number(epsilon),
        );
        // the truth itself is only an f64 here
        let slack = 2.0 * f64::EPSILON * truth.abs();
        assert!(
            b.ln_upper >= truth - slack && b.ln_lower <= truth + slack,
            "{row:?} {b:?}"
        );
        widest = widest.max(b.ln_upper - truth);
    }
    assert!(widest < 2e-9, "{widest:e}");
}

/// f(y), the density of logit U under U ~ Beta(b + w, b), without a Gamma function of the engine's lists.
fn moved_event(w: f64, b: f64, epsilon: f64) -> f64 {
    // delta = integral over y > eps/w of f(y) (1 - e^(eps - w y)); y = eps/w + e^t, trapezoidal in t
    let ln_beta = libm_ln_gamma(b + w) + libm_ln_gamma(b) - libm_ln_gamma(2.0 * b + w);
    let softplus = |t: f64| t.max(0.0) + (-t.abs()).exp().ln_1p();
    let h = 1.0 / 64.0;
    // far enough that e^(-b y) has died out
    (-64 * 40..(64.0 * (60.0 / b).ln().max(8.0)) as i32)
        .map(|i| {
            let t = f64::from(i) * h;
            let y = epsilon / w + t.exp();
            let ln_f = -(b + w) * softplus(-y) - b * softplus(y) - ln_beta;
            ln_f.exp() * -(-w * t.exp()).exp_m1() * t.exp() * h
        })
        .sum()
}

/// delta of one cell, by the same quadrature over v = ln g, g ~ Gamma(p).
fn one_cell(p: f64, d: f64, epsilon: f64) -> f64 {
    let q = p - d;
    let (ln_p, ln_q) = (libm_ln_gamma(p), libm_ln_gamma(q));
    // L = ln Gamma(q) - ln Gamma(p) + d v > eps
    let edge = (epsilon + ln_p - ln_q) / d;
    // fine enough for the bend of e^(-e^v) at v = 0, |edge| away
    let steps = 64.0 + 32.0 * edge.abs().min(1e4);
    let h = 1.0 / steps;
    ((-40.0 * steps) as i32..(steps * (60.0 / p).ln().max(7.0)) as i32)
        .map(|i| {
            let t = f64::from(i) * h;
            let v = edge + d.signum() * t.exp();
            let ln_f = p * v - v.exp() - ln_p;
            ln_f.exp() * -(-d.abs() * t.exp()).exp_m1() * t.exp() * h
        })
        .sum()
}

fn libm_ln_gamma(x: f64) -> f64 {
    dpmarkov::special::ln_gamma(x)
}

/// The upper bound is never below the closed form by quadrature, and the bracket holds it.
#[test]
fn closed_forms() {
    let mut state = 1u64;
    let mut uniform = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut used = 0;
    for _ in 0..400 {
        let w = 10f64.powf(uniform() * 4.0 - 2.0);
        let b = w * 10f64.powf(uniform() * 2.5 - 0.7);
        if b > 500.0 {
            continue; // the quadrature's own log-gammas lose too much
        }
        let epsilon = 10f64.powf(uniform() * 2.5 - 1.5);
        for (cells, truth) in [
            (
                vec![GammaCell::lost(b, w, 1, 1), GammaCell::gained(b, w, 1, 1)],
                moved_event(w, b, epsilon),
            ),
            (
                vec![GammaCell::lost(b, w, 1, 1)],
                one_cell(b + w, w, epsilon),
            ),
            (
                vec![GammaCell::gained(b, w, 1, 1)],
                one_cell(b, -w, epsilon),
            ),
            (
                vec![GammaCell::gained(b, w, 2, 1)],
                one_cell(b, -2.0 * w, epsilon),
            ),
        ] {
            if truth < 1e-280 {
                continue;
            }
            used += 1;
            let e = bounds(&cells, 1, epsilon);
            let slack = 1e-11 + 4e-15 * (b + w) * (b + w).ln().abs();
            assert!(
                e.ln_upper >= truth.ln() - slack,
                "{w} {b} {epsilon} {cells:?}: {e:?} {}",
                truth.ln()
            );
            assert!(
                e.ln_lower <= truth.ln() + slack,
                "{w} {b} {epsilon} {cells:?}: {e:?} {}",
                truth.ln()
            );
        }
    }
    assert!(used > 600, "{used}");
}

/// The closed forms of one release and the engine check each other over the whole range that both serve.
#[test]
fn engine_and_closed_form_agree() {
    let mut state = 99u64;
    let mut uniform = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut tight = 0;
    for round in 0..600 {
        let adjacency = [Adjacency::Event, Adjacency::AddRemove][round % 2];
        let (w, a) = (
            10f64.powf(uniform() * 5.0 - 2.0),
            10f64.powf(uniform() * 4.0 - 0.5),
        );
        let p = DirichletParameters::new(w, a).unwrap();
        // about uniform in sqrt(-ln delta)
        let epsilon = uniform() * 10.0 / a.sqrt() + uniform() * 3.0 / a;
        let closed =
            delta_upper(adjacency, &p, Releases::ONE, Epsilon::new(epsilon).unwrap()).unwrap();
        if closed < 1e-290 {
            continue;
        }
        let b = worst(adjacency, w, a, 1, epsilon);
        assert!(
            closed.ln() >= b.ln_lower - 1e-13,
            "{adjacency:?} {w} {a} {epsilon}: {closed:e} {b:?}"
        );
        assert!(
            closed.ln() <= b.ln_upper + 4e-9,
            "{adjacency:?} {w} {a} {epsilon}: {closed:e} {b:?}"
        );
        tight += u32::from(b.ln_upper - b.ln_lower < 1e-9);
    }
    assert!(tight > 450, "{tight}");
}

/// Composition by hand: delta of two lists together is E over one list's loss of the other's delta(eps - loss),
/// also at negative epsilon. Here: one moved event (quadrature) and one lost cell (engine) against `VisitPresence`.
#[test]
fn convolution() {
    for (w, b, epsilon) in [
        (0.3188, 5.0, 1.0),
        (1.0, 1.0, 0.3),
        (2.5, 20.0, 3.0),
        (0.5, 8.0, -0.7),
    ] {
        let ln_beta = libm_ln_gamma(b + w) + libm_ln_gamma(b) - libm_ln_gamma(2.0 * b + w);
        let softplus = |t: f64| t.max(0.0) + (-t.abs()).exp().ln_1p();
        let h = 1.0 / 16.0;
        let (mut lower, mut upper) = (0.0, 0.0);
        for i in -16 * 60..16 * 60 {
            let y = f64::from(i) * h;
            let f = (-(b + w) * softplus(-y) - b * softplus(y) - ln_beta).exp() * h;
            if f > 1e-19 {
                let rest = bounds(&[GammaCell::lost(b, w, 1, 1)], 1, epsilon - w * y);
                lower += f * rest.ln_lower.exp();
                upper += f * rest.ln_upper.exp();
            }
        }
        let whole = bounds(
            &[GammaCell::lost(b, w, 1, 2), GammaCell::gained(b, w, 1, 1)],
            1,
            epsilon,
        );
        assert!(
            whole.ln_upper >= lower.ln() - 1e-10,
            "{w} {b} {epsilon}: {whole:?} {}",
            lower.ln()
        );
        assert!(
            whole.ln_lower <= upper.ln() + 1e-10,
            "{w} {b} {epsilon}: {whole:?} {}",
            upper.ln()
        );
        assert!(whole.ln_upper - whole.ln_lower < 1e-9 && upper / lower < 1.0 + 1e-9);
    }
}

/// delta(eps) = 1 - e^eps + e^eps delta_reverse(-eps): the two directions agree where they must.
#[test]
fn reversal() {
    for (w, b) in [(0.3188, 5.0), (4.0, 0.8), (0.02, 1.5)] {
        let one = [GammaCell::gained(b, w, 2, 1), GammaCell::lost(b, w, 1, 2)];
        let other = [GammaCell::lost(b, w, 2, 1), GammaCell::gained(b, w, 1, 2)];
        for releases in [1, 7, 300] {
            let (x, y) = (bounds(&one, releases, 0.0), bounds(&other, releases, 0.0));
            assert!(
                x.ln_upper >= y.ln_lower && y.ln_upper >= x.ln_lower,
                "{x:?} {y:?}"
            );
            for epsilon in [-3.0, -0.4, -1e-3] {
                let forward = bounds(&other, releases, -epsilon);
                let back = bounds(&one, releases, epsilon);
                let from = |ln: f64| (epsilon.exp() * ln.exp_m1()).ln_1p();
                assert!(
                    back.ln_upper >= from(forward.ln_lower) - 1e-12
                        && back.ln_lower <= from(forward.ln_upper) + 1e-12
                );
            }
        }
    }
}

/// epsilon(delta) is safe and wastes next to nothing.
#[test]
fn epsilon_is_safe_and_tight() {
    for (w, a) in [
        (0.3188, 15.8),
        (1.0, 1.0),
        (10.0, 100.0),
        (0.05, 30.0),
        (1e-3, 20.0),
    ] {
        let p = DirichletParameters::new(w, a).unwrap();
        for adjacency in Adjacency::ALL {
            for releases in [1, 12, 1000] {
                for delta in [1e-2f64, 1e-6, 1e-15] {
                    let e = adjacency_epsilon_upper(adjacency, &p, times(releases), delta.ln());
                    assert!(
                        e.is_finite() && e >= 0.0,
                        "{w} {a} {adjacency:?} {releases} {delta}: {e}"
                    );
                    let at = |e| adjacency_ln_delta_upper(adjacency, &p, times(releases), e);
                    assert!(
                        at(e) <= delta.ln(),
                        "{w} {a} {adjacency:?} {releases} {delta}: {e} {}",
                        at(e)
                    );
                    assert!(
                        e == 0.0 || at(e * (1.0 - 1e-7) - 1e-12) > delta.ln(),
                        "{w} {a} {adjacency:?} {releases} {delta}: {e}"
                    );
                }
            }
        }
    }
}

/// Every corner of the accepted ranges: a bound between 0 and 1, never NaN, no hang.
#[test]
fn corners() {
    for w in [1e-9, 1e-3, 1.0, 1e9] {
        for a in [1e-6, 1e-2, 1.0, 1e9] {
            let p = DirichletParameters::new(w, a).unwrap();
            for adjacency in [Adjacency::AddRemove, Adjacency::Event, Adjacency::Visit] {
                for releases in [1, 1000, u32::MAX] {
                    for epsilon in [0.0, 1.0, 50.0, 1e6] {
                        let ln_delta =
                            adjacency_ln_delta_upper(adjacency, &p, times(releases), epsilon);
                        assert!(
                            ln_delta <= 0.0 && ln_delta.is_finite(),
                            "{w} {a} {adjacency:?} {releases} {epsilon}: {ln_delta}"
                        );
                        let delta = adjacency_delta_upper(adjacency, &p, times(releases), epsilon);
                        assert!(delta > 0.0 && delta <= 1.0);
                    }
                }
            }
        }
    }
    assert_eq!(bounds(&[], 3, 1.0).ln_upper, f64::MIN);
    assert!((bounds(&[], 3, -1.0).ln_upper - (-(-1f64).exp_m1()).ln()).abs() < 1e-14);
    assert_eq!(
        bounds(&[GammaCell::lost(1.0, 1.0, 1, 1)], 1, f64::NAN).ln_upper,
        0.0
    );
    assert_eq!(
        bounds(&[GammaCell::lost(1.0, f64::NAN, 1, 1)], 1, 1.0).ln_upper,
        0.0
    );
    let mut list = CellList::EMPTY;
    assert_eq!(
        (0..10)
            .filter(|_| list.push(GammaCell::lost(1.0, 1.0, 1, 1)))
            .count(),
        8
    );
    assert!(ln_gamma_ratio(1.0, 1.0, 0.0).0.abs() < 1e-14);
}
