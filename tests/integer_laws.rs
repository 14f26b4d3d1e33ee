//! Fit of uniform integers and coins to their laws, by chi-square and by the exact rates of events. The same comparisons are put to
//! samplers with planted bugs, and must refuse them. The noise laws: `integer_noise.rs`.
mod support;

use dpmarkov::Result;
use dpmarkov::random::bernoulli::{bernoulli, bernoulli_exp};
use dpmarkov::random::{Generator, uniform_below::uniform_below};
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

// -- uniform ------------------------------------------------------------------------------------------------------------------

/// The value itself where there are few, else its position in 64 equal parts of the range; and its remainder modulo 6.
fn uniform_fits(bound: u64, x: &[u64]) -> Outcome {
    let parts = bound.min(64);
    let edge = |i: u64| (u128::from(bound) * u128::from(i)).div_ceil(u128::from(parts));
    let (mut observed, mut residues) = (vec![0; parts as usize], [0; 6]);
    for x in x {
        if *x >= bound {
            return Err(format!("{x}"));
        }
        observed[(u128::from(*x) * u128::from(parts) / u128::from(bound)) as usize] += 1;
        residues[(x % 6) as usize] += 1;
    }
    let share = |i| (edge(i + 1) - edge(i)) as f64 / bound as f64;
    fit::categories(&observed, &(0..parts).map(share).collect::<Vec<_>>())?;
    let of_residue = |r| (bound / 6 + u64::from(r < bound % 6)) as f64 / bound as f64;
    fit::categories(
        &residues,
        &std::array::from_fn::<_, 6, _>(|r| of_residue(r as u64)),
    )
}

#[test]
fn uniform_law() {
    for (i, bound) in [
        1,
        2,
        3,
        7,
        60,
        64,
        65,
        1000,
        1 << 33,
        3 << 62,
        (1 << 63) + 1,
        u64::MAX,
    ]
    .into_iter()
    .enumerate()
    {
        let x = draws(i as u64, N, |g| uniform_below(g, nonzero(bound)));
        fits(uniform_fits(bound, &x), &format!("{bound}"));
    }
}

#[test]
fn planted_bugs_of_the_uniform_law() {
    for bound in [3, 60] {
        // The last value never drawn (opendp #2707), one value too many, the first never drawn.
        let fewer = nonzero(bound - 1);
        for (name, x) in [
            ("last never", draws(20, N, |g| uniform_below(g, fewer))),
            (
                "one more",
                draws(21, N, |g| uniform_below(g, nonzero(bound + 1))),
            ),
            (
                "first never",
                draws(22, N, |g| Ok(1 + uniform_below(g, fewer)?)),
            ),
        ] {
            refused(uniform_fits(bound, &x), name);
        }
    }
    // The remainder of a word, or no rejection: some values twice as likely.
    let bound = 3 << 62;
    let x = draws(23, N, |g| Ok(g.next_u64() % bound));
    refused(uniform_fits(bound, &x), "modulo");
    let x = draws(24, N, |g| {
        Ok(((u128::from(g.next_u64()) * u128::from(bound)) >> 64) as u64)
    });
    refused(uniform_fits(bound, &x), "no rejection");
}

// -- coins --------------------------------------------------------------------------------------------------------------------

fn coin_fits(p: f64, coins: &[bool]) -> Outcome {
    fit::rate(coins.iter().filter(|c| **c).count(), coins.len(), p)
}

#[test]
fn coins() {
    for (i, (p, q)) in [
        (1, 2),
        (1, 3),
        (2, 3),
        (999, 1000),
        (1, 100_000),
        (u64::MAX / 7, u64::MAX),
        (5, 1 << 63),
    ]
    .into_iter()
    .enumerate()
    {
        let x = draws(30 + i as u64, N, |g| bernoulli(g, p, nonzero(q)));
        fits(coin_fits(p as f64 / q as f64, &x), &format!("{p}/{q}"));
    }
    let x = draws(40, N, |g| bernoulli(g, 0, nonzero(u64::MAX)));
    assert!(!x.contains(&true));
    let x = draws(41, N, |g| bernoulli(g, u64::MAX, nonzero(u64::MAX)));
    assert!(!x.contains(&false));
}

#[test]
fn exponential_coins() {
    let big = u64::MAX;
    for (i, (p, q)) in [
        (0, 1),
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 1000),
        (2, 1),
        (3, 2),
        (7, 2),
        (12, 1),
        (13, 10),
        (big, big),
        (big - 1, big),
        (big / 2, big),
        (1, big),
        (big / 3 * 2, big / 3),
        (big / 5 * 3, 1 << 62),
        (1 << 59, 1 << 59),
        (1 << 58, (1 << 58) + 1),
    ]
    .into_iter()
    .enumerate()
    {
        let x = draws(50 + i as u64, N, |g| bernoulli_exp(g, p, nonzero(q)));
        fits(
            coin_fits((-(p as f64 / q as f64)).exp(), &x),
            &format!("exp(-{p}/{q})"),
        );
    }
    for p in [45, 88, big] {
        assert!(!draws(80, N, |g| bernoulli_exp(g, p, nonzero(1))).contains(&true));
    }
}

#[test]
fn planted_bugs_of_the_coins() {
    // `<=` for `<` in the threshold; even for odd; the coins p/q, p/q, p/q, .. without their number; the whole units forgotten.
    let x = draws(90, N, |g| Ok(uniform_below(g, nonzero(100))? <= 10));
    refused(coin_fits(0.1, &x), "threshold");
    let series = |g: &mut Generator, p: u64, q: u64, divide: bool, odd: u64, start: u64| {
        let mut k = start;
        while bernoulli(g, p, nonzero(q * if divide { k } else { 1 }))? {
            k += 1;
        }
        Ok(k % 2 == odd)
    };
    let exp = |p: f64, q: f64| (-p / q).exp();
    fits(
        coin_fits(
            exp(1.0, 2.0),
            &draws(91, N, |g| series(g, 1, 2, true, 1, 1)),
        ),
        "the textbook's",
    );
    refused(
        coin_fits(
            exp(1.0, 2.0),
            &draws(92, N, |g| series(g, 1, 2, true, 0, 1)),
        ),
        "even",
    );
    refused(
        coin_fits(
            exp(1.0, 2.0),
            &draws(93, N, |g| series(g, 1, 2, false, 1, 1)),
        ),
        "no factorial",
    );
    refused(
        coin_fits(
            exp(1.0, 2.0),
            &draws(94, N, |g| series(g, 1, 2, true, 1, 2)),
        ),
        "starts at 2",
    );
    refused(
        coin_fits(
            exp(3.0, 2.0),
            &draws(95, N, |g| bernoulli_exp(g, 1, nonzero(2))),
        ),
        "unit forgotten",
    );
}
