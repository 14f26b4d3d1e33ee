//! Accounting of integer noise against closed forms and finite sums.
mod support;
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon, GeometricRate, Releases, Variance};
use dpmarkov::privacy::{Adjacency, Guarantee, gaussian, geometric};

fn eps(e: f64) -> Epsilon {
    Epsilon::new(e).expect("in range")
}

#[test]
fn one_geometric_release_has_a_closed_form() {
    for (p, q) in [(1, 4), (1, 2), (1, 1), (3, 1), (1, 1 << 20), (64, 1)] {
        let rate = GeometricRate::new(p, q).expect("in range");
        let e0 = rate.get();
        let x = (-e0).exp();
        let part = |l: f64, e: f64| if l > e { -(e - l).exp_m1() } else { 0.0 };
        for share in [0.0, 0.1, 0.5, 0.9, 0.99, 1.3, 1.9, 2.1, 3.5, 3.99, 4.0, 5.0] {
            let e = share * e0;
            let truth = [
                (Adjacency::AddRemove, part(e0, e) / (1.0 + x)),
                (Adjacency::Event, part(2.0 * e0, e) / (1.0 + x).powi(2)),
                (
                    Adjacency::Destination,
                    part(2.0 * e0, e) / (1.0 + x).powi(2),
                ),
                (
                    Adjacency::Visit,
                    (part(4.0 * e0, e) + x * (3.0 - x) * part(2.0 * e0, e)) / (1.0 + x).powi(3),
                ),
                (
                    Adjacency::VisitPresence,
                    (part(3.0 * e0, e) + 3.0 * x * part(e0, e)) / (1.0 + x).powi(3),
                ),
            ];
            for (adjacency, want) in truth {
                let got = geometric::delta_upper(adjacency, rate, Releases::ONE, eps(e))
                    .expect("a bound");
                assert!(got >= want * (1.0 - 1e-15) && got <= want * (1.0 + 1e-12));
            }
        }
    }
}

/// (releases, the truth, the bound) for every line of the table: finite sums of 50 digits, made without any line integral.
#[test]
fn never_below_the_exact_sums_and_close_to_them() {
    let mut worst = 0.0f64;
    for line in support::golden::lines("noise_profile.csv") {
        let adjacency = Adjacency::ALL
            .into_iter()
            .find(|a| a.name() == line.text("adjacency"))
            .expect("a name");
        let part = |column: &str| line.text(column).parse::<u32>().expect("a whole number");
        let (p, q) = (part("numerator"), part("denominator"));
        let releases = Releases::new(part("releases")).expect("in range");
        let e = eps(line.input("epsilon"));
        let got = if line.text("noise") == "geometric" {
            let rate = GeometricRate::new(p, q).expect("in range");
            geometric::delta_upper(adjacency, rate, releases, e)
        } else {
            let variance = Variance::new(u64::from(p), q).expect("in range");
            gaussian::delta_upper(adjacency, variance, releases, e)
        }
        .expect("a bound");
        let truth = line.reference("delta");
        let excess = (got - truth.high - truth.low) / truth.high;
        assert!(
            (0.0..1e-11).contains(&excess),
            "{line:?}: {got:e}, {excess:e} above"
        );
        worst = worst.max(excess);
    }
    println!("at most {worst:e} above the truth");
    assert!(worst > 0.0);
}

/// ln of the binomial probability, Loader's way: ln C(n, a) x^a/(1+x)^n.
fn ln_binomial(n: f64, a: f64, x: f64) -> f64 {
    let rest = |n: f64| {
        if n < 16.0 {
            let factorial: f64 = (1..=n as u32).map(f64::from).product();
            return factorial.ln() - if n > 0.0 { n * n.ln() - n } else { 0.0 };
        }
        0.5 * (2.0 * std::f64::consts::PI * n).ln() + 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3))
            + 1.0 / (1260.0 * n.powi(5))
    };
    // n p h(d/(n p)) + n q h(-d/(n q)), d = a - n p: the rounding of p counts in the second order only
    let h = |t: f64| (1.0 + t) * t.ln_1p() - t;
    let part = |mean: f64, d: f64| {
        if mean + d > 0.5 {
            mean * h(d / mean)
        } else {
            mean
        }
    };
    let (p, q) = (n * x / (1.0 + x), n / (1.0 + x));
    rest(n) - rest(a) - rest(n - a) - part(p, a - p) - part(q, p - a)
}

/// Sum over a <= J of P(a) (1 - e^(eps - e0 (N - 2a))), A ~ Binomial(N, x/(1+x)): positive terms, downwards from J.
fn binomial_delta(cells: u32, rate: f64, releases: u32, epsilon: f64) -> f64 {
    let (n, x) = (f64::from(cells) * f64::from(releases), (-rate).exp());
    let first = ((n - epsilon / rate) / 2.0).ceil() - 1.0;
    let (mut sum, mut a, mut ratio) = (0.0, first, 1.0);
    while a >= 0.0 {
        let term = -ratio * (epsilon - rate * (n - 2.0 * a)).exp_m1();
        sum += term;
        if ratio < 1e-18 * sum {
            break;
        }
        ratio *= a / ((n - a + 1.0) * x);
        a -= 1.0;
    }
    sum * ln_binomial(n, first, x).exp()
}

/// Cells that change by 1, any number of releases.
#[test]
fn binomial_tails_of_many_releases() {
    let mut worst = 0.0f64;
    for (adjacency, cells) in [
        (Adjacency::AddRemove, 1),
        (Adjacency::Event, 2),
        (Adjacency::VisitPresence, 3),
    ] {
        for releases in [50u32, 1000, 365_000, 40_000_000] {
            for (p, q) in [(1, 10_000), (1, 100), (1, 3), (4, 1)] {
                let rate = GeometricRate::new(p, q).expect("in range");
                let n = f64::from(cells) * f64::from(releases);
                let x = (-rate.get()).exp();
                let mean = rate.get() * n * (1.0 - x) / (1.0 + x);
                let spread = 2.0 * rate.get() * (n * x).sqrt() / (1.0 + x);
                for far in [0.0, 1.0, 4.0, 10.0] {
                    let e = mean + far * spread + 0.3 * rate.get();
                    if e > 1e6 || e >= rate.get() * (n - 1.0) {
                        continue;
                    }
                    let want = binomial_delta(cells, rate.get(), releases, e);
                    let got = geometric::delta_upper(
                        adjacency,
                        rate,
                        Releases::new(releases).expect("in range"),
                        eps(e),
                    )
                    .expect("a bound");
                    let excess = got / want - 1.0;
                    // what f64 leaves of epsilon and of the two sums
                    let slack = 1e-11 + 1e-14 * n.sqrt() * (1.0 + far);
                    assert!(
                        excess > -slack && excess < 1e-9 + 40.0 * slack,
                        "{adjacency:?} {releases} {p}/{q} {far}: {excess:e}"
                    );
                    worst = worst.max(excess);
                }
            }
        }
    }
    println!("at most {worst:e} above the binomial sums");
}

/// The law of the sum of `copies` variates, by repeated squaring; all terms positive.
fn convolved(law: &[f64], copies: u32) -> Vec<f64> {
    let multiply = |a: &[f64], b: &[f64]| {
        let mut out = vec![0.0; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate().filter(|(_, x)| **x > 1e-40) {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += x * y;
            }
        }
        out
    };
    let (mut out, mut base, mut n) = (vec![1.0], law.to_vec(), copies);
    while n > 0 {
        if n & 1 == 1 {
            out = multiply(&out, &base);
        }
        n >>= 1;
        if n > 0 {
            base = multiply(&base, &base);
        }
    }
    out
}

/// A stay that becomes a visit elsewhere, 60 releases: (trinomial x binomial x binomial)^60.
#[test]
fn the_loop_of_a_visit_by_convolution() {
    for (p, q) in [(1, 50), (1, 4), (2, 1)] {
        let rate = GeometricRate::new(p, q).expect("in range");
        let (e0, x) = (rate.get(), (-rate.get()).exp());
        let one = [1.0 / (1.0 + x), x / (1.0 + x)];
        let two = [
            1.0 / (1.0 + x),
            x * (1.0 - x) / (1.0 + x),
            x * x / (1.0 + x),
        ];
        let mut release = vec![0.0; 5];
        for (i, a) in two.iter().enumerate() {
            for (j, b) in one.iter().enumerate() {
                for (k, c) in one.iter().enumerate() {
                    release[i + j + k] += a * b * c;
                }
            }
        }
        let law = convolved(&release, 60);
        for share in [0.0, 0.2, 0.5, 0.9] {
            let e = share * 240.0 * e0;
            let want: f64 = law
                .iter()
                .enumerate()
                .map(|(a, w)| (e0 * (240.0 - 2.0 * a as f64), w))
                .filter(|(l, _)| *l > e)
                .map(|(l, w)| -w * (e - l).exp_m1())
                .sum();
            let got = geometric::delta_upper(
                Adjacency::Visit,
                rate,
                Releases::new(60).expect("in range"),
                eps(e),
            )
            .expect("a bound");
            assert!(
                got >= want * (1.0 - 1e-12) && got <= want * (1.0 + 1e-10),
                "{p}/{q} {e}: {got:e} {want:e}"
            );
        }
    }
}

/// 365 releases with sigma = 20: the law of the sum of the noise by convolution, 12 deviations of each.
#[test]
fn a_year_of_gaussian_releases() {
    let variance = Variance::new(400, 1).expect("in range");
    let year = Releases::new(365).expect("in range");
    let delta = Delta::new(1e-9).expect("in range");
    let e = gaussian::epsilon_upper(Adjacency::AddRemove, variance, year, delta).expect("found");
    let reach = 240i32;
    let weight = |y: i32| (-f64::from(y * y) / 800.0).exp();
    let total: f64 = (-reach..=reach).map(weight).sum();
    let noise: Vec<f64> = (-reach..=reach).map(|y| weight(y) / total).collect();
    let law = convolved(&noise, 365);
    let at = |e: f64| -> f64 {
        law.iter()
            .enumerate()
            .map(|(i, w)| ((182.5 - (i as f64 - 365.0 * 240.0)) / 400.0, w))
            .filter(|(l, _)| *l > e)
            .map(|(l, w)| -w * (e - l).exp_m1())
            .sum()
    };
    println!("{e}: {:e}", at(e));
    assert!(at(e) <= 1e-9 && at(e) > 1e-9 * (1.0 - 1e-9));
    // the continuous mechanism's
    assert!((e / 5.869_959 - 1.0).abs() < 1e-5);
    let solved = gaussian::solve_variance(
        &Guarantee::new(Adjacency::AddRemove, e, 1e-9, 365).expect("in range"),
    )
    .expect("a variance");
    assert!((solved.get() / 400.0 - 1.0).abs() < 3e-6, "{solved:?}");
}

/// Pure guarantees are decided exactly: delta is 0 from the largest loss on, and not before.
#[test]
fn pure_exactly_from_the_largest_loss_on() {
    for (adjacency, changes) in [
        (Adjacency::AddRemove, 1),
        (Adjacency::Destination, 2),
        (Adjacency::Event, 2),
        (Adjacency::Visit, 4),
        (Adjacency::VisitPresence, 3),
    ] {
        for releases in [1u32, 7, 365, 100_000] {
            for (p, q) in [(1u32, 10u32), (1, 3), (1, 1), (333_333, 1_000_000_007)] {
                let rate = GeometricRate::new(p, q).expect("in range");
                let t = Releases::new(releases).expect("in range");
                let n = u128::from(releases) * changes;
                // the doubles around n p/q, compared in integers: e = m 2^-k exactly
                let near = n as f64 * f64::from(p) / f64::from(q);
                for e in [near.next_down(), near, near.next_up()] {
                    let k = 70;
                    let scaled = e * 2f64.powi(k);
                    let exact = scaled as u128 * u128::from(q) >= (n * u128::from(p)) << k;
                    let d = geometric::delta_upper(adjacency, rate, t, eps(e)).expect("a bound");
                    assert_eq!(d == 0.0, exact, "{adjacency:?} {releases} {p}/{q} {e}");
                }
                let zero = Delta::new(0.0).expect("in range");
                let e = geometric::epsilon_upper(adjacency, rate, t, zero).expect("finite");
                assert!(e >= near * (1.0 - 1e-15) && e <= near * (1.0 + 1e-15));
                let guarantee = Guarantee::new(adjacency, e, 0.0, releases).expect("in range");
                let solved = geometric::solve_rate(&guarantee).expect("a rate");
                let steps = solved.get() / (e / n as f64);
                assert!(
                    steps <= 1.0 + 1e-15
                        && steps >= 1.0 - 1e-6 - 1.0 / (e / n as f64 * (1u64 << 30) as f64)
                );
            }
        }
    }
}

#[test]
fn refusals() {
    let g = |e: f64, d: f64, t: u32| Guarantee::new(Adjacency::Visit, e, d, t).expect("in range");
    assert_eq!(
        geometric::solve_rate(&g(0.0, 0.0, 1)),
        Err(Error::Unreachable)
    );
    assert_eq!(
        gaussian::solve_variance(&g(1.0, 0.0, 1)),
        Err(Error::NotPure)
    );
    assert_eq!(
        gaussian::solve_variance(&g(0.0, 1e-9, 1)),
        Err(Error::Unreachable)
    );
    let (rate, variance) = (GeometricRate::new(64, 1), Variance::new(1, 1024));
    let (rate, variance) = (rate.expect("in range"), variance.expect("in range"));
    let many = Releases::new(u32::MAX).expect("in range");
    let zero = Delta::new(0.0).expect("in range");
    let a = Adjacency::Visit;
    assert_eq!(
        geometric::epsilon_upper(a, rate, many, zero),
        Err(Error::NoEpsilon)
    );
    assert_eq!(
        gaussian::epsilon_upper(a, variance, many, zero),
        Err(Error::NotPure)
    );
    let small = Delta::new(1e-9).expect("in range");
    assert_eq!(
        gaussian::epsilon_upper(a, variance, many, small),
        Err(Error::NoEpsilon)
    );
}

/// The corners of every range: bounds in range and in order, solvers whose answers hold.
#[test]
fn extremes() {
    let rates = [(1, 1 << 30), (1, 1000), (1, 1), (64, 1)];
    let rates = rates.map(|(p, q)| GeometricRate::new(p, q).expect("in range"));
    let variances = [(1, 1024), (1, 1), (1000, 1), (1 << 40, 1)];
    let variances = variances.map(|(p, q)| Variance::new(p, q).expect("in range"));
    for adjacency in Adjacency::ALL {
        for releases in [1, 1000, u32::MAX] {
            let t = Releases::new(releases).expect("in range");
            let mut last = [1.0; 8];
            for e in [0.0, 1e-300, 1e-9, 1e-3, 1.0, 100.0, 1e4, 1e6] {
                let geometric = rates.map(|r| geometric::delta_upper(adjacency, r, t, eps(e)));
                let gaussian = variances.map(|v| gaussian::delta_upper(adjacency, v, t, eps(e)));
                for (i, d) in geometric.into_iter().chain(gaussian).enumerate() {
                    let d = d.expect("a bound");
                    assert!((if i < 4 { 0.0 } else { f64::MIN_POSITIVE }..=1.0).contains(&d));
                    assert!(
                        d <= last[i] * (1.0 + 1e-9),
                        "{adjacency:?} {releases} {e} {i}: {d}"
                    );
                    last[i] = d;
                }
            }
            for delta in [0.0, 2.3e-308, 0.999] {
                for e in [0.0, 1.0, 1e6] {
                    let g = Guarantee::new(adjacency, e, delta, releases).expect("in range");
                    let rate = geometric::solve_rate(&g);
                    if let Ok(r) = rate {
                        let d = geometric::delta_upper(adjacency, r, t, eps(e)).expect("a bound");
                        assert!(d <= delta);
                    }
                    assert!(rate.is_ok() || delta < 0.5);
                    let variance = gaussian::solve_variance(&g);
                    if let Ok(v) = variance {
                        let d = gaussian::delta_upper(adjacency, v, t, eps(e)).expect("a bound");
                        assert!(d <= delta);
                    }
                    assert!(variance.is_ok() || delta < 0.5);
                }
            }
        }
    }
}

/// Geometric noise: delta never rises as the noise grows (proved at `solve_rate`).
#[test]
fn delta_falls_as_geometric_noise_grows() {
    for adjacency in Adjacency::ALL {
        for releases in [1, 3, 100] {
            let t = Releases::new(releases).expect("in range");
            for e in [0.0, 0.3, 2.0] {
                let mut last = 0.0;
                for k in 1..200 {
                    let rate = GeometricRate::new(k, 100).expect("in range");
                    let d = geometric::delta_upper(adjacency, rate, t, eps(e)).expect("a bound");
                    assert!(d >= last * (1.0 - 1e-9), "{adjacency:?} {releases} {e} {k}");
                    last = d;
                }
            }
        }
    }
}

/// Discrete Gaussian noise: delta may rise with the variance where the lattice is coarse. One event added, epsilon = 2: at sigma^2 = 1/4 the
/// losses are 2 (1 - 2y), and only y <= -1 is above epsilon; at sigma^2 = 5/16 as well, and there y = -1 is more likely.
#[test]
fn delta_may_rise_with_the_variance() {
    let at = |p: u64, q: u32| {
        let variance = Variance::new(p, q).expect("in range");
        gaussian::delta_upper(Adjacency::AddRemove, variance, Releases::ONE, eps(2.0))
            .expect("a bound")
    };
    let (less, more) = (at(1, 4), at(5, 16));
    let direct = |v: f64| {
        let weight = |y: f64| (-y * y / (2.0 * v)).exp();
        let total: f64 = (-20..=20).map(|y| weight(f64::from(y))).sum();
        let part = |y: i32| weight(f64::from(y)) * -(2.0 - (0.5 - f64::from(y)) / v).exp_m1();
        (-20..=-1).map(part).sum::<f64>() / total
    };
    assert!(
        (less / direct(0.25) - 1.0).abs() < 1e-11 && (more / direct(0.3125) - 1.0).abs() < 1e-11
    );
    assert!(more > 1.25 * less, "{less} {more}");
    // the solver's answer is evaluated, so it holds all the same
    for delta in [0.05, 0.08, 0.1, 0.12, 0.15] {
        let g = Guarantee::new(Adjacency::AddRemove, 2.0, delta, 1).expect("in range");
        let solved = gaussian::solve_variance(&g).expect("a variance");
        let d = gaussian::delta_upper(g.adjacency, solved, g.releases, g.epsilon);
        assert!(d.expect("a bound") <= delta);
    }
}
