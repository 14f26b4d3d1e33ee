//! Fit of every sampler to its law.
//!
//! The distance of empirical and true distribution function is at most sqrt(ln(2/alpha)/(2 N)) but with
//! probability alpha (Dvoretzky, Kiefer, Wolfowitz; Massart 1990): alpha = 1e-9 for each comparison, seeds
//! fixed. Moments are held to 6.1 standard deviations (false alarm 1.1e-9). Two tests show that the
//! comparisons can fail.
use dpmarkov::random::{Generator, beta, dirichlet, exponential, gamma, normal};
use dpmarkov::special::{beta_inc, gamma_inc, ln_gamma_inc_ln};
use libm::{erfc, expm1 as exp_m1};

const N: usize = 1_000_000;
const SIGMAS: f64 = 6.1;

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests([0xA5; 32], stream)
}
/// sup |F_N - F| over every 500th order statistic, in units of the bound: above 1 is a failure.
fn distance(mut x: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    let n = x.len() as f64;
    x.sort_unstable_by(f64::total_cmp);
    let bound = ((2e9f64).ln() / (2.0 * n)).sqrt();
    let worst = (0..x.len())
        .step_by(500)
        .map(|k| (cdf(x[k]) - (k as f64 + 0.5) / n).abs())
        .fold(0.0, f64::max);
    assert!(worst.is_finite());
    worst / bound
}
/// Mean of `x` minus `mean`, in units of the allowed error for one draw's standard deviation `sd`.
fn mean_error(x: impl ExactSizeIterator<Item = f64>, mean: f64, sd: f64) -> f64 {
    let n = x.len() as f64;
    ((x.sum::<f64>() / n - mean) / (SIGMAS * sd / n.sqrt())).abs()
}
fn phi(z: f64) -> f64 {
    0.5 * erfc(-z * core::f64::consts::FRAC_1_SQRT_2)
}

#[test]
fn normal_law() {
    let mut g = generator(1);
    let x: Vec<f64> = (0..N).map(|_| normal::sample(&mut g).unwrap()).collect();
    for (power, mean, second) in [
        (1, 0.0, 1.0),
        (2, 1.0, 3.0),
        (3, 0.0, 15.0),
        (4, 3.0, 105.0),
        (6, 15.0, 10395.0),
    ] {
        let sd = f64::sqrt(second - mean * mean);
        assert!(
            mean_error(x.iter().map(|z| z.powi(power)), mean, sd) < 1.0,
            "moment {power}"
        );
    }
    // The tail beyond the last layer, each side: its rate, and its shape given that it was reached.
    let r = 3.654_152_885_361_009;
    for side in [1.0, -1.0] {
        let mut g = generator(2);
        let n = 20_000_000;
        let tail: Vec<f64> = (0..n)
            .map(|_| side * normal::sample(&mut g).unwrap())
            .filter(|z| *z > r)
            .collect();
        let p = phi(-r);
        let expected = n as f64 * p;
        assert!(
            (tail.len() as f64 - expected).abs() < SIGMAS * expected.sqrt(),
            "{} for {expected}",
            tail.len()
        );
        let mut k = tail;
        k.sort_unstable_by(f64::total_cmp);
        let bound = ((2e9f64).ln() / (2.0 * k.len() as f64)).sqrt();
        for (i, z) in k.iter().enumerate() {
            assert!((1.0 - phi(-z) / p - (i as f64 + 0.5) / k.len() as f64).abs() < bound);
        }
    }
    assert!(distance(x, phi) < 1.0);
}

#[test]
fn exponential_law() {
    let mut g = generator(3);
    let x: Vec<f64> = (0..N)
        .map(|_| exponential::sample(&mut g).unwrap())
        .collect();
    let factorial = |k: i32| (1..=k).map(f64::from).product::<f64>();
    for k in 1..=5 {
        let (mean, second) = (factorial(k), factorial(2 * k));
        assert!(
            mean_error(
                x.iter().map(|e| e.powi(k)),
                mean,
                (second - mean * mean).sqrt()
            ) < 1.0,
            "moment {k}"
        );
    }
    // Beyond the last layer, and beyond twice that (the tail starts afresh).
    for t in [7.697_117_470_131_05, 10.0, 12.0] {
        let mut g = generator(4);
        let n = 10_000_000;
        let count = (0..n)
            .filter(|_| exponential::sample(&mut g).unwrap() > t)
            .count() as f64;
        let expected = f64::from(n) * (-t).exp();
        assert!(
            (count - expected).abs() < SIGMAS * expected.sqrt() + 1.0,
            "{count} for {expected} beyond {t}"
        );
    }
    assert!(distance(x, |e| -exp_m1(-e)) < 1.0);
}

#[test]
fn gamma_law() {
    for (i, a) in [
        0.01, 0.05, 0.1, 0.5, 0.999, 1.0, 1.001, 1.5, 2.0, 5.0, 100.0, 1e4,
    ]
    .into_iter()
    .enumerate()
    {
        let mut g = generator(10 + i as u64);
        let x: Vec<f64> = (0..N).map(|_| gamma::sample(&mut g, a).unwrap()).collect();
        assert!(
            mean_error(x.iter().copied(), a, a.sqrt()) < 1.0,
            "mean at {a}"
        );
        // (G - a)^2 has mean a and variance 2 a^2 + 6 a.
        assert!(
            mean_error(
                x.iter().map(|x| (x - a).powi(2)),
                a,
                (2.0 * a * a + 6.0 * a).sqrt()
            ) < 1.0,
            "variance at {a}"
        );
        let d = distance(x, |x| gamma_inc(a, x).lower);
        assert!(d < 1.0, "{d} at {a}");
    }
}

#[test]
fn gamma_law_where_only_the_logarithm_survives() {
    for (i, a) in [1e-3, 1e-2, 0.2].into_iter().enumerate() {
        let mut g = generator(30 + i as u64);
        let x: Vec<f64> = (0..N)
            .map(|_| gamma::ln_sample(&mut g, a).unwrap())
            .collect();
        let d = distance(x, |l| ln_gamma_inc_ln(a, l).ln_lower.exp());
        assert!(d < 1.0, "{d} at {a}");
    }
    // Far below, -a ln G tends to an exponential variate (error of order a).
    for (i, a) in [1e-10, 1e-100, 1e-300].into_iter().enumerate() {
        let mut g = generator(40 + i as u64);
        let x: Vec<f64> = (0..N)
            .map(|_| -a * gamma::ln_sample(&mut g, a).unwrap())
            .collect();
        let d = distance(x, |e| -exp_m1(-e));
        assert!(d < 1.0, "{d} at {a}");
    }
}

#[test]
fn gamma_law_at_large_shapes() {
    // Standardised, with the first Edgeworth term: error of order 1/a. Textbook Marsaglia-Tsang decides by
    // noise at 1e15; here the result shows only the spacing of doubles.
    for (i, a) in [1e6, 1e9, 1e12, 1e15].into_iter().enumerate() {
        let mut g = generator(50 + i as u64);
        let x: Vec<f64> = (0..N)
            .map(|_| (gamma::sample(&mut g, a).unwrap() - a) / a.sqrt())
            .collect();
        let skew = 1.0 / (3.0 * a.sqrt());
        let density = |z: f64| (-0.5 * z * z).exp() / (2.0 * core::f64::consts::PI).sqrt();
        let d = distance(x, |z| phi(z) - skew * (z * z - 1.0) * density(z));
        assert!(d < 1.0, "{d} at {a}");
    }
}

#[test]
fn dirichlet_law() {
    // Marginals Beta(a_i, a_0 - a_i), and the pair x_i / (x_i + x_j) Beta(a_i, a_j), independent of the sum.
    for (i, alpha) in [
        vec![0.15, 0.15, 0.2],
        vec![0.05, 5.0, 1.0, 1.0],
        vec![30.0, 0.5],
        vec![2.0; 10],
    ]
    .into_iter()
    .enumerate()
    {
        let mut g = generator(60 + i as u64);
        let mut rows = vec![0.0; alpha.len() * (N / 4)];
        for row in rows.chunks_mut(alpha.len()) {
            dirichlet::sample(&mut g, &alpha, row).unwrap();
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-14);
        }
        let total: f64 = alpha.iter().sum();
        for (k, a) in alpha.iter().enumerate() {
            let x: Vec<f64> = rows.chunks(alpha.len()).map(|r| r[k]).collect();
            let m = a / total;
            assert!(
                mean_error(x.iter().copied(), m, (m * (1.0 - m) / (total + 1.0)).sqrt()) < 1.0,
                "mean {k} of {alpha:?}"
            );
            let d = distance(x, |x| beta_inc(*a, total - a, x).lower);
            assert!(d < 1.0, "{d}: entry {k} of {alpha:?}");
        }
        let pair: Vec<f64> = rows
            .chunks(alpha.len())
            .map(|r| r[0] / (r[0] + r[1]))
            .filter(|x| x.is_finite())
            .collect();
        let d = distance(pair, |x| beta_inc(alpha[0], alpha[1], x).lower);
        assert!(d < 1.0, "{d}: pair of {alpha:?}");
    }
}

#[test]
fn beta_law() {
    for (i, (a, b)) in [(0.5, 0.5), (2.0, 3.0), (0.1, 40.0), (1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        let mut g = generator(70 + i as u64);
        let x: Vec<f64> = (0..N / 2)
            .map(|_| beta::sample(&mut g, a, b).unwrap()[0])
            .collect();
        let d = distance(x, |x| beta_inc(a, b, x).lower);
        assert!(d < 1.0, "{d} at {a}, {b}");
    }
}

/// The comparisons can fail: a shape that is 2 % off, and a normal law cut at 3.
#[test]
fn a_planted_bug_is_seen() {
    let mut g = generator(80);
    let x: Vec<f64> = (0..N)
        .map(|_| gamma::sample(&mut g, 1.02).unwrap())
        .collect();
    assert!(distance(x.clone(), |x| gamma_inc(1.0, x).lower) > 1.0);
    assert!(mean_error(x.iter().copied(), 1.0, 1.0) > 1.0);
    let x: Vec<f64> = (0..N)
        .map(|_| normal::sample(&mut g).unwrap().clamp(-3.0, 3.0))
        .collect();
    assert!(mean_error(x.iter().map(|z| z.powi(6)), 15.0, 10170.0f64.sqrt()) > 1.0);
}
