//! The finite sum against exact arithmetic, and against another formula.
use super::sum::{Pair, delta_upper};
use super::*;
use crate::special::double_double::DoubleDouble;
use crate::special::float::{exp, exp_m1};
use crate::special::ln_beta;
use std::vec::Vec;
use std::{eprintln, string::String};

struct Row {
    urn: PolyaParameters,
    states: usize,
    epsilon: f64,
    delta: f64,
    exact_zero: bool,
}

fn rows() -> Vec<Row> {
    let text: String = std::fs::read_to_string(std::format!(
        "{}/tests/data/urn.csv",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap();
    text.lines()
        .filter(|line| !line.starts_with(['#', 'e']))
        .map(|line| {
            let f: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
            let [event, prior, draw, draws, states, epsilon, delta] = f[..] else {
                panic!("{line}")
            };
            let whole = |x: f64| x as u32;
            Row {
                urn: PolyaParameters::new(whole(event), whole(prior), whole(draw), whole(draws))
                    .unwrap(),
                states: states as usize,
                epsilon,
                delta,
                exact_zero: line.ends_with(",0.0"),
            }
        })
        .collect()
}

/// The sum's own answer: 0 where the pure bound says so.
fn finite(row: &Row) -> f64 {
    let pure = pure::ln_rising_ratio_upper(u64::from(row.urn.prior_mass()), &row.urn);
    if row.states > 0 {
        add_remove(&row.urn, row.states, row.epsilon).unwrap()
    } else if pure <= row.epsilon {
        0.0
    } else {
        destination(&row.urn, row.epsilon).unwrap()
    }
}

/// P(k) and Q(k) from log-beta functions: ln C(M, k) + ln B(b+w+k, v+M-k) - ln B(b+w, v).
fn by_ln_beta(b: f64, v: f64, w: f64, draws: f64, epsilon: f64) -> f64 {
    let mut sum = 0.0;
    let mut k = 0.0;
    while k <= draws {
        let ways = -ln_beta(k + 1.0, draws - k + 1.0) - crate::special::float::ln(draws + 1.0);
        let p = ways + ln_beta(b + w + k, v + draws - k) - ln_beta(b + w, v);
        let q = ways + ln_beta(b + k, v + w + draws - k) - ln_beta(b, v + w);
        if p - q > epsilon {
            sum += -exp(p) * exp_m1(epsilon + q - p);
        }
        k += 1.0;
    }
    sum
}

#[test]
fn never_below_sixty_digits_and_close_above() {
    let (mut worst, mut at) = (0.0_f64, String::new());
    let all = rows();
    assert!(all.len() > 500);
    for row in &all {
        let claim = finite(row);
        let name = std::format!("{:?} {} {}", row.urn, row.states, row.epsilon);
        // the file's own digits are rounded by half a unit of 2^-53
        assert!(
            claim >= row.delta * (1.0 - 3e-16),
            "{name}: {claim:e} below {:e}",
            row.delta
        );
        if row.exact_zero {
            assert_eq!(claim, 0.0, "{name}");
        } else if row.delta < 1e-290 {
            assert!(claim > 0.0 && claim < 1e-285, "{name}: {claim:e}");
        } else {
            // losses below a hundredth of a nat are as small as the rounding of 1 - r
            let f = pure::ln_rising_ratio_upper(u64::from(row.urn.prior_mass()), &row.urn);
            let floor = if f < 1e-2 { 4e-15 } else { 0.0 };
            let excess = (claim - row.delta - floor) / row.delta;
            if excess > worst {
                (worst, at) = (excess, name);
            }
        }
    }
    eprintln!("{worst:e} at {at}");
    assert!(worst < 1e-10, "{worst:e} at {at}");
}

#[test]
fn another_formula_agrees() {
    let mut compared = 0;
    for row in rows() {
        let d = f64::from(row.urn.draw_mass());
        let (b, w) = (
            f64::from(row.urn.prior_mass()) / d,
            f64::from(row.urn.event_mass()) / d,
        );
        let draws = f64::from(row.urn.draws());
        if draws > 5000.0 || b > 1e3 || row.delta < 1e-200 {
            continue;
        }
        let other = if row.states == 0 {
            by_ln_beta(b, b, w, draws, row.epsilon)
        } else {
            let v = b * (row.states as f64 - 1.0);
            by_ln_beta(b, v, w, draws, row.epsilon).max(by_ln_beta(v, b, w, draws, row.epsilon))
        };
        let claim = finite(&row);
        assert!(
            (other - claim).abs() <= 1e-7 * claim + 1e-12,
            "{:?} {} {}: {other:e} {claim:e}",
            row.urn,
            row.states,
            row.epsilon
        );
        compared += 1;
    }
    assert!(compared > 250, "{compared}");
}

/// A sum that is given up leaves a bound, and one that is not ends at its most terms.
#[test]
fn the_longest_sums() {
    for (event, prior, draw, draws) in [
        (3985, 62963, 12500, 1 << 24),
        (1, 1, 1 << 15, 1 << 24),
        (1 << 15, 1, 1, 1 << 24),
        (1 << 15, 1 << 31, 1, 1 << 24),
        (1, 1 << 31, 1 << 15, 7),
        (1 << 15, 1 << 31, 1 << 15, 1 << 24),
    ] {
        let urn = PolyaParameters::new(event, prior, draw, draws).unwrap();
        for adjacency in [
            Adjacency::Destination,
            Adjacency::AddRemove,
            Adjacency::Event,
        ] {
            for states in [2, 65_535] {
                for epsilon in [0.0, 0.5, 1e3] {
                    let e = Epsilon::new(epsilon).unwrap();
                    let delta =
                        super::delta_upper(adjacency, &urn, states, Releases::ONE, e).unwrap();
                    assert!(
                        (0.0..=1.0).contains(&delta),
                        "{urn:?} {adjacency:?} {epsilon}: {delta}"
                    );
                }
            }
        }
    }
}

/// Terms of every size: none may turn into NaN or be left out.
#[test]
fn steep_laws() {
    // w = 32768, b = 1: losses of thousands of nats
    let steep = PolyaParameters::new(1 << 15, 1, 1, 1000).unwrap();
    let pair = Pair::new(&steep, 1, 1);
    let mut before = 1.0;
    for i in 0..60 {
        let epsilon = 100.0 * f64::from(i);
        let delta = delta_upper(&pair, epsilon).unwrap();
        assert!(
            delta > 0.0 && delta <= before,
            "{epsilon}: {delta:e} {before:e}"
        );
        before = delta;
    }
}

/// The log-gammas of long rising factorials keep their bound, against the sum of all factors.
#[test]
fn long_rising_factorials() {
    for base in [1, 77, 1 << 15, 62963, 1 << 31, 65_534 << 31] {
        for event in [1, 500, 1 << 15] {
            for draw in [1, 250, 1 << 15] {
                for k in [8193, 30_000, 200_000] {
                    let (got, error) = pure::ln_rising_ratio(base, event, draw, k);
                    let mut sum = DoubleDouble::from(0.0);
                    for i in 0..k {
                        let mass = (base + i * draw) as f64;
                        sum = sum + crate::special::float::ln_1p(event as f64 / mass);
                    }
                    let want = sum.value();
                    let off = (got - want).abs();
                    assert!(
                        off <= 0.5 * error + 1e-15 * want,
                        "{base} {event} {draw} {k}: {off:e} of {error:e}"
                    );
                }
            }
        }
    }
}

/// The product of two pairs in one pass, against all pairs of indices.
#[test]
fn products_of_two_pairs() {
    let law = |b: f64, v: f64, w: f64, draws: f64| -> Vec<(f64, f64)> {
        let ln = crate::special::float::ln;
        (0..=draws as u32)
            .map(|k| {
                let k = f64::from(k);
                let ways = -ln_beta(k + 1.0, draws - k + 1.0) - ln(draws + 1.0);
                let p = ways + ln_beta(b + w + k, v + draws - k) - ln_beta(b + w, v);
                let q = ways + ln_beta(b + k, v + w + draws - k) - ln_beta(b, v + w);
                (exp(p), exp(q))
            })
            .collect()
    };
    for (event, prior, draw, states) in [
        (1, 1, 1, 2),
        (1, 1, 1, 5),
        (3, 1, 40, 3),
        (40, 3, 1, 2),
        (3985, 62963, 12500, 59),
        (500, 9000, 20, 4),
    ] {
        for draws in [1, 2, 9, 150] {
            let urn = PolyaParameters::new(event, prior, draw, draws).unwrap();
            let others = u64::from(prior) * (states - 1);
            let first = Pair::new(&urn, u64::from(prior), others);
            let second = Pair::new(&urn, others, u64::from(prior));
            let d = f64::from(draw);
            let (b, v, w) = (
                f64::from(prior) / d,
                others as f64 / d,
                f64::from(event) / d,
            );
            let (one, two) = (
                law(b, v, w, f64::from(draws)),
                law(v, b, w, f64::from(draws)),
            );
            for part in [0.0, 0.1, 0.3, 0.6, 0.9] {
                let epsilon = part
                    * (pure::ln_rising_ratio_upper(u64::from(prior), &urn)
                        + pure::ln_rising_ratio_upper(others, &urn));
                let mut want = 0.0;
                for (p, q) in &one {
                    for (x, y) in &two {
                        want += (p * x - exp(epsilon) * q * y).max(0.0);
                    }
                }
                let got = product::delta_upper(&first, &second, epsilon).unwrap();
                assert!(
                    (got - want).abs() <= 1e-8 * want + 1e-13,
                    "{urn:?} {states} {epsilon}: {got:e} {want:e}"
                );
            }
        }
    }
    // losses that no exponential holds, and sums too long, have no answer here
    let wild = PolyaParameters::new(1 << 15, 1, 1, 1000).unwrap();
    assert_eq!(
        product::delta_upper(&Pair::new(&wild, 1, 1), &Pair::new(&wild, 1, 1), 1.0),
        None
    );
    let long = PolyaParameters::new(1, 1, 1, 1 << 17).unwrap();
    assert_eq!(
        product::delta_upper(&Pair::new(&long, 1, 1), &Pair::new(&long, 1, 1), 1.0),
        None
    );
    let short = PolyaParameters::new(1, 1, 1, 3).unwrap();
    let pair = Pair::new(&short, 1, 1);
    for epsilon in [f64::NAN, 1e3, f64::INFINITY] {
        assert_eq!(product::delta_upper(&pair, &pair, epsilon), None);
    }
}
