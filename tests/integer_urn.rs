//! Polya's urn: the joint law of its tallies, every category's share, extremes of every parameter, and planted bugs that the same
//! comparisons must refuse.
mod support;

use dpmarkov::domain::PolyaParameters;
use dpmarkov::random::uniform_below::uniform_below;
use dpmarkov::random::{Generator, polya};
use dpmarkov::special::{beta_inc, ln_gamma};
use dpmarkov::{Error, Result};
use std::collections::HashMap;
use std::num::NonZeroU64;
use support::fit;

type Outcome = std::result::Result<(), String>;

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests([0x3C; 32], stream)
}
fn parameters(event: u32, prior: u32, draw: u32, draws: u32) -> PolyaParameters {
    PolyaParameters::new(event, prior, draw, draws).unwrap()
}
fn tallies(g: &mut Generator, counts: &[u32], urn: &PolyaParameters) -> Vec<u32> {
    let mut work = vec![0xAAAA_AAAA; polya::work_len(counts.len(), urn.draws())];
    let mut out = vec![u32::MAX; counts.len()];
    polya::tallies(g, counts, urn, &mut work, &mut out).unwrap();
    assert_eq!(
        out.iter().map(|t| u64::from(*t)).sum::<u64>(),
        u64::from(urn.draws())
    );
    out
}
fn alphas(counts: &[u32], urn: &PolyaParameters) -> Vec<f64> {
    let mass = |c: &u32| f64::from(urn.event_mass()) * f64::from(*c) + f64::from(urn.prior_mass());
    counts
        .iter()
        .map(|c| mass(c) / f64::from(urn.draw_mass()))
        .collect()
}
/// ln of the rising factorial (a)_k, by its factors.
fn ln_rising(a: f64, k: u32) -> f64 {
    (0..k).map(|j| (a + f64::from(j)).ln()).sum()
}
/// The Dirichlet-multinomial probability of `m`.
fn probability(alpha: &[f64], m: &[u32]) -> f64 {
    let draws: u32 = m.iter().sum();
    let total: f64 = alpha.iter().sum();
    let cells: f64 = alpha
        .iter()
        .zip(m)
        .map(|(a, k)| ln_rising(*a, *k) - ln_gamma(f64::from(*k) + 1.0))
        .sum();
    (cells + ln_gamma(f64::from(draws) + 1.0) - ln_rising(total, draws)).exp()
}
/// Every way to write `draws` as n tallies.
fn compositions(n: usize, draws: u32) -> Vec<Vec<u32>> {
    if n == 1 {
        return vec![vec![draws]];
    }
    let with = |first: u32| {
        compositions(n - 1, draws - first)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (0..=draws).flat_map(with).collect()
}

type Sampler<'a> = &'a dyn Fn(&mut Generator, &[u32], &PolyaParameters) -> Vec<u32>;

/// Chi-square over all tallies that are possible.
fn joint_fits(stream: u64, counts: &[u32], urn: &PolyaParameters, sampler: Sampler<'_>) -> Outcome {
    let all = compositions(counts.len(), urn.draws());
    let mut seen: HashMap<Vec<u32>, u64> = HashMap::new();
    let mut g = generator(stream);
    for _ in 0..200_000 {
        *seen.entry(sampler(&mut g, counts, urn)).or_default() += 1;
    }
    let alpha = alphas(counts, urn);
    let mut cells: Vec<(f64, u64)> = all
        .iter()
        .map(|m| (probability(&alpha, m), seen.remove(m).unwrap_or(0)))
        .collect();
    if !seen.is_empty() {
        return Err(format!("impossible: {:?}", seen.keys().next()));
    }
    cells.sort_by(|x, y| y.0.total_cmp(&x.0));
    let (p, observed): (Vec<f64>, Vec<u64>) = cells.into_iter().unzip();
    fit::categories(&observed, &p)
}
/// Each tally's beta-binomial law, mean and variance, the covariance of neighbours.
fn marginals_fit(
    stream: u64,
    rows: usize,
    counts: &[u32],
    urn: &PolyaParameters,
    sampler: Sampler<'_>,
) -> Outcome {
    let mut g = generator(stream);
    let drawn: Vec<Vec<u32>> = (0..rows).map(|_| sampler(&mut g, counts, urn)).collect();
    let alpha = alphas(counts, urn);
    let (total, draws) = (alpha.iter().sum::<f64>(), f64::from(urn.draws()));
    for (i, a) in alpha.iter().enumerate() {
        let (a, b) = (*a, total - *a);
        let mut p = vec![0.0; urn.draws() as usize + 1];
        // By the ratio of neighbours, from the most likely tally, so that nothing underflows.
        let mode = (draws * a / total).floor() as usize;
        p[mode] = 1.0;
        let ratio = |k: usize| {
            let k = k as f64;
            (draws - k) * (a + k) / ((k + 1.0) * (b + draws - k - 1.0))
        };
        for k in mode..urn.draws() as usize {
            p[k + 1] = p[k] * ratio(k);
        }
        for k in (0..mode).rev() {
            p[k] = p[k + 1] / ratio(k);
        }
        let sum: f64 = p.iter().sum();
        p.iter_mut().for_each(|p| *p /= sum);
        let mut observed = vec![0; p.len()];
        drawn.iter().for_each(|m| observed[m[i] as usize] += 1);
        fit::categories(&observed, &p).map_err(|e| format!("state {i}: {e}"))?;
        let share = a / total;
        let variance = draws * share * (1.0 - share) * (total + draws) / (total + 1.0);
        fit::mean(
            drawn.iter().map(|m| f64::from(m[i])),
            draws * share,
            variance.sqrt(),
        )
        .map_err(|e| format!("state {i}: {e}"))?;
    }
    Ok(())
}

#[test]
fn joint_law() {
    for (i, (counts, urn)) in [
        (vec![0, 0], parameters(1, 1, 1, 5)),
        (vec![0, 0], parameters(1, 1, 1 << 15, 6)),
        (vec![3, 0, 1], parameters(2, 5, 7, 4)),
        (vec![0, 0, 0], parameters(1, 1, 3, 1)),
        (vec![5, 2, 0, 9], parameters(3, 2, 5, 3)),
        (vec![100, 0, 0], parameters(1, 16, 3, 3)),
        (vec![1, 2, 3, 4, 5], parameters(7, 1, 2, 2)),
        (vec![0, 1000], parameters(1, 1, 500, 8)),
        (
            vec![u32::MAX, u32::MAX, 0],
            parameters(1 << 15, 1 << 31, 1 << 15, 2),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        if let Err(why) = joint_fits(i as u64, &counts, &urn, &tallies) {
            panic!("{counts:?} {urn:?}: {why}");
        }
    }
}

#[test]
fn marginal_laws() {
    for (i, (counts, urn, rows)) in [
        (
            vec![3, 0, 1, 40, 2, 0, 0],
            parameters(3, 20, 9, 200),
            20_000,
        ),
        (vec![0; 17], parameters(1, 1, 2, 50), 40_000),
        (vec![0, 0, 7, 0], parameters(1, 1, 1 << 15, 1000), 10_000),
        (
            (0..59).map(|i| i * i % 23).collect(),
            parameters(1, 16, 3, 101),
            20_000,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        if let Err(why) = marginals_fit(20 + i as u64, rows, &counts, &urn, &tallies) {
            panic!("{counts:?} {urn:?}: {why}");
        }
    }
}

/// The urn, drawn as its definition says, with one thing wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    LastNever,
    FirstPoint,
    PointAtEdge,
    NoReturn,
    TwiceReturned,
    ReturnedBeforehand,
    ReturnedToNext,
    CopyOfFirst,
    PriorForgotten,
    CopyOfLast,
}

fn buggy(g: &mut Generator, counts: &[u32], urn: &PolyaParameters, bug: Bug) -> Result<Vec<u32>> {
    let mass = |c: &u32| u64::from(urn.event_mass()) * u64::from(*c) + u64::from(urn.prior_mass());
    let start: Vec<u64> = counts.iter().map(mass).collect();
    let mut weights = start.clone();
    if bug == Bug::PriorForgotten {
        weights[0] -= u64::from(urn.prior_mass());
    }
    let n = counts.len();
    let mut tallies = vec![0; n];
    let d = u64::from(urn.draw_mass());
    let mut drawn = Vec::new();
    for number in 0..u64::from(urn.draws()) {
        let total: u64 = weights.iter().sum();
        let bound = total
            - if bug == Bug::LastNever {
                weights[n - 1]
            } else {
                0
            };
        let mut point = uniform_below(g, NonZeroU64::new(bound).unwrap())?;
        if bug == Bug::FirstPoint {
            point = (point + 1).min(bound - 1);
        }
        let beyond = |point: u64, weight: u64| {
            if bug == Bug::PointAtEdge {
                point > weight
            } else {
                point >= weight
            }
        };
        let mut i = 0;
        while i + 1 < n && beyond(point, weights[i]) {
            point = point.saturating_sub(weights[i]);
            i += 1;
        }
        if matches!(bug, Bug::CopyOfFirst | Bug::CopyOfLast) {
            let first: u64 = start.iter().sum();
            let p = uniform_below(g, NonZeroU64::new(first + d * number).unwrap())?;
            i = if p >= first {
                *(if bug == Bug::CopyOfFirst {
                    drawn.first()
                } else {
                    drawn.last()
                })
                .unwrap()
            } else {
                let mut p = p;
                start
                    .iter()
                    .position(|w| {
                        let hit = p < *w;
                        p = p.wrapping_sub(*w);
                        hit
                    })
                    .unwrap()
            };
        }
        drawn.push(i);
        tallies[i] += 1;
        match bug {
            Bug::NoReturn => {}
            Bug::TwiceReturned => weights[i] += 2 * d,
            Bug::ReturnedToNext => weights[(i + 1) % n] += d,
            Bug::ReturnedBeforehand if number == 0 => weights[i] += 2 * d,
            _ => weights[i] += d,
        }
    }
    Ok(tallies)
}

#[test]
fn planted_bugs() {
    use Bug::*;
    let (counts, urn) = (vec![2, 0, 1, 0], parameters(2, 1, 2, 4));
    let test = |bug: Bug| joint_fits(50, &counts, &urn, &|g, c, u| buggy(g, c, u, bug).unwrap());
    assert_eq!(test(None), Ok(()));
    // A copy of the latest draw needs more draws to be seen: below.
    for bug in [
        LastNever,
        FirstPoint,
        PointAtEdge,
        NoReturn,
        TwiceReturned,
        ReturnedBeforehand,
        ReturnedToNext,
        CopyOfFirst,
        PriorForgotten,
    ] {
        assert!(test(bug).is_err(), "{bug:?} is not seen in the joint law");
    }
    let urn = parameters(2, 1, 2, 60);
    let test = |bug: Bug| {
        marginals_fit(51, 20_000, &counts, &urn, &|g, c, u| {
            buggy(g, c, u, bug).unwrap()
        })
    };
    assert_eq!(test(None), Ok(()));
    for bug in [
        LastNever,
        FirstPoint,
        PointAtEdge,
        NoReturn,
        TwiceReturned,
        ReturnedToNext,
        CopyOfFirst,
        PriorForgotten,
        CopyOfLast,
    ] {
        assert!(test(bug).is_err(), "{bug:?} is not seen in the marginals");
    }
}

/// Every category is drawn, the first and the last too, at its own rate: one draw, so that nothing else can hide it (opendp #2707).
#[test]
fn one_draw_reaches_every_category() {
    for n in [2usize, 3, 4, 5, 31, 32, 33, 59, 64, 65, 100, 257] {
        for shape in 0..4 {
            let counts: Vec<u32> = (0..n as u32)
                .map(|i| match shape {
                    0 => 0,
                    1 => i,
                    2 => {
                        if i as usize == n - 1 {
                            50
                        } else {
                            0
                        }
                    }
                    _ => 1 << (i % 12),
                })
                .collect();
            let urn = parameters(2, 3, 1, 1);
            let mut g = generator(60 + n as u64);
            let mut seen = vec![0; n];
            for _ in 0..60_000 {
                let drawn = tallies(&mut g, &counts, &urn);
                seen[drawn.iter().position(|t| *t == 1).unwrap()] += 1;
            }
            let alpha = alphas(&counts, &urn);
            let total: f64 = alpha.iter().sum();
            let p: Vec<f64> = alpha.iter().map(|a| a / total).collect();
            if let Err(why) = fit::categories(&seen, &p) {
                panic!("{n} states, shape {shape}: {why}");
            }
            for (i, (seen, p)) in seen.iter().zip(&p).enumerate() {
                if let Err(why) = fit::rate(*seen as usize, 60_000, *p) {
                    panic!("{n} states, shape {shape}, state {i}: {why}");
                }
            }
        }
    }
}

/// The largest urn that there is: 65,535 states with the largest counts and masses.
#[test]
fn the_largest_urn() {
    let n = 65_535;
    let counts = vec![u32::MAX; n];
    let urn = parameters(1 << 15, 1 << 31, 1 << 15, 1 << 20);
    let mut g = generator(70);
    let drawn = tallies(&mut g, &counts, &urn);
    // Equal shares: alpha_0 is so large that the tallies are multinomial.
    let mut parts = vec![0; 64];
    for (i, t) in drawn.iter().enumerate() {
        parts[i * 64 / n] += u64::from(*t);
    }
    let mut shares = vec![0.0; 64];
    (0..n).for_each(|i| shares[i * 64 / n] += 1.0 / n as f64);
    assert_eq!(fit::categories(&parts, &shares), Ok(()));
    for end in [&drawn[..2000], &drawn[n - 2000..]] {
        let seen = end.iter().sum::<u32>() as usize;
        assert_eq!(fit::rate(seen, 1 << 20, 2000.0 / n as f64), Ok(()));
    }
    // No two words a draw are needed on average even at a total near 2^63.
    assert!(g.position() < 2 << 20);
}

/// 2^24 draws, the most: the shares are a Dirichlet point. One row's total against the beta law of each share.
#[test]
fn the_longest_urn() {
    let counts = [7, 0, 2];
    let urn = parameters(3, 4, 5, 1 << 24);
    let drawn = tallies(&mut generator(71), &counts, &urn);
    let alpha = alphas(&counts, &urn);
    let total: f64 = alpha.iter().sum();
    for (t, a) in drawn.iter().zip(alpha) {
        let p = beta_inc(a, total - a, f64::from(*t) / f64::from(urn.draws()));
        assert!(p.lower > 1e-9 && p.upper > 1e-9);
    }
    // Many shorter ones: the share's distribution function.
    let urn = parameters(3, 4, 5, 1 << 15);
    let mut g = generator(72);
    let shares: Vec<i64> = (0..1000)
        .map(|_| i64::from(tallies(&mut g, &counts, &urn)[0]))
        .collect();
    let a = alphas(&counts, &urn)[0];
    let law = |k: i64| beta_inc(a, total - a, ((k as f64 + 0.5) / 32768.0).min(1.0)).lower;
    assert_eq!(fit::distribution(shares, law), Ok(()));
}

/// Nothing counted, one state alone counted, one event against the largest count.
#[test]
fn unbalanced_rows() {
    let urn = parameters(1 << 15, 1, 1, 1000);
    let drawn = tallies(&mut generator(80), &[0, u32::MAX, 0], &urn);
    assert_eq!(drawn, [0, 1000, 0]);
    let drawn = tallies(&mut generator(80), &[0, 0, u32::MAX], &urn);
    assert_eq!(drawn, [0, 0, 1000]);
    // With the largest return and the smallest prior the first draw takes all but a few.
    let urn = parameters(1, 1, 1 << 15, 1000);
    let mut winner = [0; 3];
    let mut g = generator(81);
    for _ in 0..3000 {
        let drawn = tallies(&mut g, &[0; 3], &urn);
        let top = (0..3).max_by_key(|i| drawn[*i]).unwrap();
        winner[top] += 1;
    }
    assert_eq!(fit::categories(&winner, &[1.0 / 3.0; 3]), Ok(()));
}

#[test]
fn refusals_leave_the_tallies() {
    let urn = parameters(1, 1, 1, 10);
    let mut g = generator(90);
    let need = polya::work_len(3, 10);
    assert_eq!(need, 6 + 2 + 5);
    let mut refuse = |counts: &[u32], work: usize, out: usize| {
        let (mut work, mut tallies) = (vec![1; work], vec![77; out]);
        let error = polya::tallies(&mut g, counts, &urn, &mut work, &mut tallies).unwrap_err();
        assert!(tallies.iter().all(|t| *t == 77));
        error
    };
    assert_eq!(refuse(&[], 100, 0), Error::States);
    assert_eq!(refuse(&[1], 100, 1), Error::States);
    assert_eq!(refuse(&vec![0; 65_536], 300_000, 65_536), Error::States);
    assert_eq!(refuse(&[1, 2, 3], 100, 2), Error::Length);
    assert_eq!(refuse(&[1, 2, 3], 100, 4), Error::Length);
    for short in 0..need {
        assert_eq!(refuse(&[1, 2, 3], short, 3), Error::WorkLength);
    }
    let mut tallies = [0; 3];
    assert_eq!(
        polya::tallies(&mut g, &[1, 2, 3], &urn, &mut vec![9; need], &mut tallies),
        Ok(())
    );
    assert_eq!(tallies.iter().sum::<u32>(), 10);
}

/// What the scratch held before does not matter, nor what lies beyond its end.
#[test]
fn scratch_is_scratch() {
    let urn = parameters(2, 3, 4, 1001);
    let counts: Vec<u32> = (0..59).map(|i| i * i % 23).collect();
    let need = polya::work_len(59, 1001);
    let mut results = Vec::new();
    for fill in [0, u32::MAX, 0x1234_5678] {
        let (mut work, mut tallies) = (vec![fill; need + 3], vec![0; 59]);
        polya::tallies(&mut generator(91), &counts, &urn, &mut work, &mut tallies).unwrap();
        assert_eq!(work[need..], [fill; 3]);
        results.push(tallies);
    }
    assert!(results.windows(2).all(|r| r[0] == r[1]));
}
