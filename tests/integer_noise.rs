//! Fit of the discrete Laplace and the discrete Gaussian law: chi-square and Kolmogorov-Smirnov comparisons, moments, tails. The same
//! comparisons are put to samplers with planted bugs, and must refuse them.
mod support;

use dpmarkov::Result;
use dpmarkov::domain::{GeometricRate, Variance};
use dpmarkov::random::bernoulli::{bernoulli, bernoulli_exp};
use dpmarkov::random::{
    Generator, discrete_gaussian, discrete_laplace, uniform_below::uniform_below,
};
use std::num::NonZeroU64;
use support::fit;

const N: usize = 400_000;
type Outcome = std::result::Result<(), String>;

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests([0xC3; 32], stream)
}
fn nonzero(x: u64) -> NonZeroU64 {
    NonZeroU64::new(x).unwrap()
}
fn draws<T>(stream: u64, n: usize, mut draw: impl FnMut(&mut Generator) -> Result<T>) -> Vec<T> {
    let mut g = generator(stream);
    (0..n).map(|_| draw(&mut g).unwrap()).collect()
}
#[track_caller]
fn fits(outcome: Outcome, what: &str) {
    if let Err(why) = outcome {
        panic!("{what}: {why}");
    }
}
#[track_caller]
fn refused(outcome: Outcome, what: &str) {
    assert!(outcome.is_err(), "{what} is not seen");
}

// -- discrete Laplace ---------------------------------------------------------------------------------------------------------

/// Chi-square on the integers near 0, distribution function, the first four moments.
fn laplace_fits(rate: f64, k: &[i64]) -> Outcome {
    let x = (-rate).exp();
    let one_minus = -(-rate).exp_m1();
    let tail = |j: i64| (-rate * j as f64).exp() / (1.0 + x); // P(K >= j), j >= 1
    let cdf = |j: i64| if j < 0 { tail(-j) } else { 1.0 - tail(j + 1) };
    let reach = (20.0 / rate).ceil().min(200.0) as i64;
    let p: Vec<f64> = (-reach..=reach)
        .map(|j| one_minus / (1.0 + x) * (-rate * j.abs() as f64).exp())
        .collect();
    fit::integers(k, -reach, &p, tail(reach + 1), tail(reach + 1))?;
    fit::distribution(k.to_vec(), cdf)?;
    let second = 2.0 * x / one_minus.powi(2);
    let fourth = 2.0 * x * (1.0 + 10.0 * x + x * x) / one_minus.powi(4);
    // Below, a handful of values other than 0: the rate of those is what can be compared.
    fit::rate(
        k.iter().filter(|k| **k != 0).count(),
        k.len(),
        2.0 * x / (1.0 + x),
    )?;
    fit::rate(k.iter().filter(|k| **k > 0).count(), k.len(), x / (1.0 + x))?;
    if rate < 5.0 {
        let f = |power| k.iter().map(move |k| (*k as f64).powi(power));
        fit::mean(f(1), 0.0, second.sqrt())?;
        fit::mean(f(2), second, (fourth - second * second).sqrt())?;
        // E k^6: where 0 is rare it is that of the continuous law, 90 (E k^2)^3.
        let sixth: f64 = if rate < 0.1 {
            90.0 * second.powi(3)
        } else {
            (-reach..=reach)
                .zip(&p)
                .map(|(j, p)| p * (j as f64).powi(6))
                .sum()
        };
        fit::mean(f(3), 0.0, sixth.sqrt())?;
    }
    // The far tail, where one draw in 10,000 lies, each side.
    let far = ((1e4f64).ln() / rate).ceil() as i64;
    fit::rate(k.iter().filter(|k| **k >= far).count(), k.len(), tail(far))?;
    fit::rate(k.iter().filter(|k| **k <= -far).count(), k.len(), tail(far))
}
fn laplace(stream: u64, s: u32, t: u32) -> Vec<i64> {
    let rate = GeometricRate::new(s, t).unwrap();
    draws(stream, N, |g| discrete_laplace::sample(g, rate))
}

#[test]
fn laplace_law() {
    let one = 1 << 30;
    for (i, (s, t)) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 10),
        (3, 7),
        (7, 3),
        (1, 1000),
        (5, 1),
        (12, 1),
        (999_983, 1_000_003),
        (one, one),
        (one - 1, one),
        (1, one),
        (3, one),
        (one, one / 64),
        (64, 1),
        (one, one / 3),
        (20, 1),
    ]
    .into_iter()
    .enumerate()
    {
        fits(
            laplace_fits(f64::from(s) / f64::from(t), &laplace(100 + i as u64, s, t)),
            &format!("rate {s}/{t}"),
        );
    }
}

/// Algorithm 2 with one thing wrong.
#[derive(Clone, Copy, PartialEq)]
enum LaplaceBug {
    None,
    NegativeZeroKept,
    SignOfUnits,
    RateUpsideDown,
    FractionAlwaysAccepted,
    UnitsFromOne,
    RoundedUp,
    LastFractionNever,
    OneMoreFraction,
}

fn buggy_laplace(g: &mut Generator, s: u64, t: u64, bug: LaplaceBug) -> Result<i64> {
    use LaplaceBug::*;
    let (s, t) = if bug == RateUpsideDown {
        (t, s)
    } else {
        (s, t)
    };
    loop {
        let below = match bug {
            LastFractionNever => t - 1,
            OneMoreFraction => t + 1,
            _ => t,
        };
        let u = uniform_below(g, nonzero(below))?;
        if bug != FractionAlwaysAccepted && !bernoulli_exp(g, u, nonzero(t))? {
            continue;
        }
        let mut v = u64::from(bug == UnitsFromOne);
        while bernoulli_exp(g, 1, nonzero(1))? {
            v += 1;
        }
        let x = u + t * v;
        let y = if bug == RoundedUp {
            x.div_ceil(s)
        } else {
            x / s
        } as i64;
        let negative = if bug == SignOfUnits {
            v % 2 == 1
        } else {
            bernoulli(g, 1, nonzero(2))?
        };
        if y != 0 || !negative || bug == NegativeZeroKept {
            return Ok(if negative { -y } else { y });
        }
    }
}

#[test]
fn planted_bugs_of_the_laplace_law() {
    use LaplaceBug::*;
    let test = |s: u64, t: u64, bug| {
        laplace_fits(
            s as f64 / t as f64,
            &draws(130, N, |g| buggy_laplace(g, s, t, bug)),
        )
    };
    for (s, t) in [(1, 10), (3, 7), (5, 3)] {
        fits(test(s, t, None), "no bug");
        for bug in [
            NegativeZeroKept,
            SignOfUnits,
            RateUpsideDown,
            FractionAlwaysAccepted,
            UnitsFromOne,
            RoundedUp,
            LastFractionNever,
            OneMoreFraction,
        ] {
            // With s = 1 nothing is rounded.
            if (s, bug as u8) != (1, RoundedUp as u8) {
                refused(test(s, t, bug), &format!("bug {} at {s}/{t}", bug as u8));
            }
        }
    }
    refused(laplace_fits(0.51, &laplace(131, 1, 2)), "2 %");
}

// -- discrete Gaussian --------------------------------------------------------------------------------------------------------

fn gaussian_fits(variance: f64, k: &[i64]) -> Outcome {
    let sigma = variance.sqrt();
    let reach = (12.0 * sigma).ceil() + 2.0;
    if sigma > 300.0 {
        // The sum over the integers is the integral to 1e-1000, and the distribution function the normal one to 1e-6 of a step.
        let phi = |z: f64| 0.5 * libm::erfc(-z * core::f64::consts::FRAC_1_SQRT_2);
        fit::distribution(k.to_vec(), |j| phi((j as f64 + 0.5) / sigma))?;
        for (power, moment, next) in [
            (1, 0.0, 1.0),
            (2, 1.0, 3.0),
            (3, 0.0, 15.0),
            (4, 3.0, 105.0),
        ] {
            fit::mean(
                k.iter().map(|k| (*k as f64 / sigma).powi(power)),
                moment,
                f64::sqrt(next - moment * moment),
            )?;
        }
        for z in [3.5, -3.5] {
            let far = k.iter().filter(|k| **k as f64 / z > sigma).count();
            fit::rate(far, k.len(), phi(-3.5))?;
        }
        return Ok(());
    }
    let reach = reach as i64;
    let weight = |j: i64| (-((j * j) as f64) / (2.0 * variance)).exp();
    let total: f64 = (-reach..=reach).map(weight).sum();
    let p: Vec<f64> = (-reach..=reach).map(|j| weight(j) / total).collect();
    fit::integers(k, -reach, &p, 0.0, 0.0)?;
    let moment = |power: i32| {
        (-reach..=reach)
            .zip(&p)
            .map(|(j, p)| p * (j as f64).powi(power))
            .sum::<f64>()
    };
    for power in 1..=4 {
        let (m, s) = (moment(power), moment(2 * power));
        // Where nothing but a few draws differ from 0, their rate below is the comparison.
        if N as f64 * p[reach as usize + 1] > 1000.0 {
            fit::mean(
                k.iter().map(|k| (*k as f64).powi(power)),
                m,
                (s - m * m).sqrt(),
            )?;
        }
    }
    for j in 1..=3 {
        let tail: f64 = (j..=reach).map(|j| weight(j) / total).sum();
        fit::rate(k.iter().filter(|k| **k >= j).count(), k.len(), tail)?;
        fit::rate(k.iter().filter(|k| **k <= -j).count(), k.len(), tail)?;
    }
    Ok(())
}
fn gaussian(stream: u64, p: u64, q: u32) -> Vec<i64> {
    let variance = Variance::new(p, q).unwrap();
    draws(stream, N, |g| discrete_gaussian::sample(g, variance))
}

#[test]
fn gaussian_law() {
    for (i, (p, q)) in [
        (1, 1024),
        (1, 60),
        (1, 10),
        (1, 6),
        (1, 4),
        (1, 2),
        (999, 1000),
        (1, 1),
        (3, 2),
        (4, 1),
        (15, 4),
        (10, 1),
        (400, 1),
        (4001, 10),
        (1 << 20, 1),
        (1 << 28, 1),
        (1 << 29, 1),
        (1 << 40, 1),
        ((1 << 40) - 1, 1024),
        (1 << 40, 1023),
    ]
    .into_iter()
    .enumerate()
    {
        fits(
            gaussian_fits(p as f64 / f64::from(q), &gaussian(150 + i as u64, p, q)),
            &format!("variance {p}/{q}"),
        );
    }
}

#[derive(Clone, Copy, PartialEq)]
enum GaussianBug {
    None,
    WrongSign,
    NotSquared,
    NoTwo,
    SmallerScale,
    ScaleForVariance,
    AlwaysAccepted,
    OneSided,
}

fn buggy_gaussian(g: &mut Generator, p: u64, q: u64, bug: GaussianBug) -> Result<i64> {
    use GaussianBug::*;
    let root = (p / q).isqrt();
    let t = if bug == SmallerScale { root } else { root + 1 };
    loop {
        let mut y = buggy_laplace(g, 1, t, LaplaceBug::None)?;
        if bug == OneSided {
            y = y.abs();
        }
        let a = y.unsigned_abs() * t * q;
        let distance = if bug == WrongSign {
            a + p
        } else {
            a.abs_diff(p)
        };
        let square = if bug == NotSquared {
            distance
        } else {
            distance * distance
        };
        let over = if bug == ScaleForVariance {
            2 * p * q * t
        } else {
            2 * p * q * t * t
        };
        let over = if bug == NoTwo { over / 2 } else { over };
        if bug == AlwaysAccepted || bernoulli_exp(g, square, nonzero(over))? {
            return Ok(y);
        }
    }
}

#[test]
fn planted_bugs_of_the_gaussian_law() {
    use GaussianBug::*;
    let test = |p: u64, q: u64, bug| {
        gaussian_fits(
            p as f64 / q as f64,
            &draws(190, N / 2, |g| buggy_gaussian(g, p, q, bug)),
        )
    };
    for (p, q) in [(5, 1), (15, 4), (400, 1)] {
        fits(test(p, q, None), "no bug");
        for bug in [
            WrongSign,
            NotSquared,
            NoTwo,
            ScaleForVariance,
            AlwaysAccepted,
            OneSided,
        ] {
            refused(test(p, q, bug), &format!("bug {} at {p}/{q}", bug as u8));
        }
    }
    // Any scale is right as long as the acceptance knows it: no bug, only slower.
    fits(test(400, 1, SmallerScale), "another scale");
    refused(gaussian_fits(4.05, &gaussian(191, 4, 1)), "1 %");
}
