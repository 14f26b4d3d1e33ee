//! Polya's urn: the law of its tallies path by path, by chi-square and by its marginals, every category's share, and planted bugs that the same
//! comparisons must refuse.
mod support;

use dpmarkov::Result;
use dpmarkov::domain::PolyaParameters;
use dpmarkov::random::uniform_below::uniform_below;
use dpmarkov::random::{Generator, Words, polya};
use dpmarkov::special::ln_gamma;
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
    let mut work = vec![0xAAAA_AAAA; polya::work_len(counts.len())];
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

/// Words in a row, each once.
struct Script(std::vec::IntoIter<u64>);
impl Words for Script {
    fn next_word(&mut self) -> u64 {
        self.0.next().unwrap()
    }
}

/// The law exactly, in integers: every point on which the draws can fall, one path after the other. A tally m has
/// M!/prod m_i! prod a_i (a_i + d) .. (a_i + (m_i - 1) d) of the paths, a_i = event_mass c_i + prior_mass, d = draw_mass.
#[test]
fn every_path_of_small_urns() {
    for (counts, urn) in [
        (vec![0, 0], parameters(1, 1, 1, 5)),
        (vec![0, 0], parameters(1, 1, 3, 5)),
        (vec![1, 0, 2], parameters(1, 1, 2, 4)),
        (vec![0, 3, 0], parameters(2, 1, 1, 4)),
        (vec![2, 0], parameters(1, 2, 5, 4)),
        (vec![0, 1, 0, 1], parameters(2, 1, 3, 4)),
        (vec![1, 0, 0, 0, 1], parameters(1, 1, 1, 4)),
        (vec![20, 0, 1], parameters(1, 1, 4, 3)),
    ] {
        let mass =
            |c: &u32| u64::from(urn.event_mass()) * u64::from(*c) + u64::from(urn.prior_mass());
        let (total, d) = (
            counts.iter().map(mass).sum::<u64>(),
            u64::from(urn.draw_mass()),
        );
        let totals: Vec<u64> = (0..u64::from(urn.draws())).map(|k| total + k * d).collect();
        let mut seen: HashMap<Vec<u32>, u64> = HashMap::new();
        let mut work = vec![0; polya::work_len(counts.len())];
        for path in 0..totals.iter().product::<u64>() {
            let mut rest = path;
            let word = |total: &u64| {
                let point = rest % total;
                rest /= total;
                // The middle of the words of this point.
                ((u128::from(2 * point + 1) << 63) / u128::from(*total)) as u64
            };
            let words: Vec<u64> = totals.iter().map(word).collect();
            let mut drawn = vec![0; counts.len()];
            polya::tallies(
                &mut Script(words.into_iter()),
                &counts,
                &urn,
                &mut work,
                &mut drawn,
            )
            .unwrap();
            *seen.entry(drawn).or_default() += 1;
        }
        let factorial = |k: u32| (1..=u64::from(k)).product::<u64>();
        for m in compositions(counts.len(), urn.draws()) {
            let orders = factorial(urn.draws()) / m.iter().map(|k| factorial(*k)).product::<u64>();
            let rising =
                |(c, k): (&u32, &u32)| (0..u64::from(*k)).map(|j| mass(c) + j * d).product::<u64>();
            let paths = orders * counts.iter().zip(&m).map(rising).product::<u64>();
            assert_eq!(seen.remove(&m), Some(paths), "{counts:?} {urn:?}: {m:?}");
        }
        assert!(seen.is_empty());
    }
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
    ] {
        assert!(test(bug).is_err(), "{bug:?} is not seen in the marginals");
    }
    // Not a bug: a copy of the latest draw instead of any earlier one gives the tallies the same law.
    assert_eq!(test(CopyOfLast), Ok(()));
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
