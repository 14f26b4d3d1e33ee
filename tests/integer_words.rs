//! The integer samplers on chosen words: where each threshold stands, word by word, and that every loop ends.
//!
//! A law tested on random draws cannot see a threshold that is off by one word in 2^64; here both sides of it are drawn.
use dpmarkov::Error;
use dpmarkov::domain::{GeometricRate, PolyaParameters, Variance};
use dpmarkov::random::bernoulli::{COMPARISONS, TERMS, UNITS, bernoulli, bernoulli_exp};
use dpmarkov::random::discrete_gaussian::DiscreteGaussian;
use dpmarkov::random::uniform_below::{TRIALS, uniform_below};
use dpmarkov::random::{
    Generator, Words, discrete_gaussian, discrete_laplace, generator::POSITION_END, polya,
};
use std::num::NonZeroU64;

/// The given words, then an endless repetition of the last.
struct Script<'a> {
    words: &'a [u64],
    drawn: usize,
}
impl Words for Script<'_> {
    fn next_word(&mut self) -> u64 {
        let i = self.drawn.min(self.words.len() - 1);
        self.drawn += 1;
        assert!(self.drawn < 100_000_000, "does not end");
        self.words[i]
    }
}
fn script(words: &[u64]) -> Script<'_> {
    Script { words, drawn: 0 }
}
fn nonzero(x: u64) -> NonZeroU64 {
    NonZeroU64::new(x).unwrap()
}
/// Numbers of every size from a fixed stream.
fn numbers(stream: u64) -> impl FnMut() -> u64 {
    let mut g = Generator::from_seed_for_tests([0x11; 32], stream);
    move || {
        let bits = g.next_u64() % 64;
        g.next_u64() >> bits
    }
}

/// Every value has the same number of words, floor(2^64 / bound): the law is exactly uniform.
///
/// The words of value r run from ceil(2^64 r / bound) to ceil(2^64 (r+1) / bound) - 1; the first may be rejected, no other.
#[test]
fn every_value_has_the_same_number_of_words() {
    let mut next = numbers(0);
    let special = [1, 2, 3, 5, 10, 1 << 32, 1 << 63, u64::MAX, u64::MAX - 1];
    let more: Vec<u64> = (0..2000).map(|_| next().max(1)).collect();
    for bound in special
        .into_iter()
        .chain([3 << 62, (1 << 63) + 1])
        .chain(more)
    {
        let share = (1u128 << 64) / u128::from(bound);
        let mut values = vec![0, bound - 1, bound / 2];
        values.extend((0..8).map(|_| next() % bound));
        for r in values {
            let start = |r: u64| (u128::from(r) << 64).div_ceil(u128::from(bound));
            let (first, end) = (start(r), start(r + 1));
            let accepts = |x: u128| {
                // A word that is never rejected follows.
                let pair = [x as u64, u64::MAX];
                let mut words = script(&pair);
                let drawn = uniform_below(&mut words, nonzero(bound)).unwrap();
                assert!(words.drawn > 1 || drawn == r, "{bound}: {x} gives {drawn}");
                words.drawn == 1
            };
            for inside in [first + 1, end - 1] {
                assert!(inside == first || inside >= end || accepts(inside));
            }
            let accepted = end - first - u128::from(!accepts(first));
            assert_eq!(accepted, share, "{bound}: value {r}");
        }
    }
}

/// True exactly below p/q, to 128 binary digits, which division gives here.
#[test]
fn coins_fall_where_the_fraction_is() {
    let mut next = numbers(1);
    let mut cases = vec![
        (0, 1),
        (1, 1),
        (1, 3),
        (u64::MAX - 1, u64::MAX),
        (1, u64::MAX),
    ];
    for _ in 0..20_000 {
        let q = next().max(1);
        cases.push((next() % q, q));
    }
    for (p, q) in cases {
        let (wide_q, q) = (u128::from(q), nonzero(q));
        let toss = |words: &[u64]| bernoulli(&mut script(words), p, q);
        let digits = (u128::from(p) << 64) / wide_q;
        if p == q.get() {
            assert_eq!(toss(&[u64::MAX]), Ok(true));
            continue;
        }
        let x = digits as u64;
        let rest = (u128::from(p) << 64) % wide_q;
        let second = ((rest << 64) / wide_q) as u64;
        let last = (rest << 64) % wide_q;
        if x > 0 {
            assert_eq!(toss(&[x - 1, u64::MAX]), Ok(true), "{p}/{q}");
        }
        if x < u64::MAX {
            assert_eq!(toss(&[x + 1, 0]), Ok(false), "{p}/{q}");
        }
        if second > 0 {
            assert_eq!(toss(&[x, second - 1]), Ok(true), "{p}/{q}");
        }
        // Where all 128 digits agree the answer is known only if no digit follows.
        let open = if last == 0 {
            Ok(false)
        } else {
            Err(Error::Trials)
        };
        assert_eq!(toss(&[x, second]), open, "{p}/{q}");
        assert_ne!(toss(&[x, second.saturating_add(1)]), Ok(true), "{p}/{q}");
    }
    assert_eq!(
        bernoulli(&mut script(&[0]), 4, nonzero(3)),
        Err(Error::Fraction)
    );
}

/// The digits of e^-1 are those of the series 1/2! - 1/3! + 1/4! - .., summed here in 192 bits.
#[test]
fn the_digits_of_e_inverse() {
    // 64-bit digits, the most significant first; the last one takes up the rounding of 40 divisions.
    type Digits = [u64; 3];
    fn divide(x: Digits, by: u64) -> Digits {
        let mut rest = 0u128;
        x.map(|digit| {
            let part = rest << 64 | u128::from(digit);
            rest = part % u128::from(by);
            (part / u128::from(by)) as u64
        })
    }
    fn add(x: Digits, y: Digits, negative: bool) -> Digits {
        let mut carry = negative;
        let mut sum = [0; 3];
        for i in (0..3).rev() {
            let y = if negative { !y[i] } else { y[i] };
            let s = u128::from(x[i]) + u128::from(y) + u128::from(carry);
            sum[i] = s as u64;
            carry = s >> 64 != 0;
        }
        sum
    }
    let mut term: Digits = [1 << 63, 0, 0]; // 1/2!
    let mut sum = term;
    for k in 3..60 {
        term = divide(term, k);
        sum = add(sum, term, k % 2 == 1);
    }
    // p = q = 1 takes the coins 1, 1/2, 1/3, ..; p = 2, q = 1 one factor e^-1 first: true only if it is.
    let toss = |words: &[u64]| bernoulli_exp(&mut script(words), 2, nonzero(1));
    let [a, b, c] = sum;
    assert!(
        c > 1000 && c < u64::MAX - 1000,
        "the third digit is certain"
    );
    // After the factor the coins 1/1 and 1/2 are true (words 0), 1/3 false (all ones): its number is odd.
    for (first, second, factor) in [
        (a - 1, u64::MAX, true),
        (a + 1, 0, false),
        (a, b - 1, true),
        (a, b + 1, false),
    ] {
        let words: &[u64] = if first == a {
            &[first, second, 0, 0, u64::MAX]
        } else {
            &[first, 0, 0, u64::MAX]
        };
        assert_eq!(toss(words), Ok(factor), "{first:x} {second:x}");
    }
    assert_eq!(toss(&[a, b, 0]), Err(Error::Trials));
}

/// One law, two ways of computing it: denominators that fit 58 bits, and the same fraction with larger ones. The same words give
/// the same coins.
#[test]
fn narrow_and_wide_fractions_agree() {
    let mut next = numbers(2);
    for round in 0..3000 {
        let q = (next() >> 20).max(1);
        let p = next() % (3 * q + 1);
        for shift in [15, 18, 19] {
            let scale = |x: u64| x.checked_shl(shift).filter(|y| y >> shift == x);
            let (Some(wide_p), Some(wide_q)) = (scale(p), scale(q)) else {
                continue;
            };
            let toss = |p, q| {
                let mut g = Generator::from_seed_for_tests([3; 32], round);
                let coins: Vec<_> = (0..4)
                    .map(|_| bernoulli_exp(&mut g, p, nonzero(q)))
                    .collect();
                (coins, g.position())
            };
            assert_eq!(toss(p, q), toss(wide_p, wide_q), "{p}/{q}");
        }
    }
}

/// Sources that no working generator is: every sampler ends, with an answer or with the error, at every parameter.
#[test]
fn every_loop_ends() {
    let rates: Vec<GeometricRate> = [
        (1, 1 << 30),
        (64, 1),
        (1, 1),
        (1 << 30, 1 << 30),
        (1 << 30, 1 << 24),
        (7, 3),
        (1, 10),
    ]
    .map(|(s, t)| GeometricRate::new(s, t).unwrap())
    .to_vec();
    let variances: Vec<Variance> = [
        (1, 1024),
        (1, 1),
        (1 << 40, 1),
        (1 << 40, 1024),
        (1 << 30, 1023),
        (400, 1),
    ]
    .map(|(p, q)| Variance::new(p, q).unwrap())
    .to_vec();
    let patterns: Vec<Vec<u64>> = {
        let mut next = numbers(3);
        let mut all = vec![
            vec![0],
            vec![u64::MAX],
            vec![1],
            vec![1 << 63],
            vec![0x5E2D_58D8_B3BC_DF1A],
            vec![0x5E2D_58D8_B3BC_DF19],
        ];
        all.extend((0..60).map(|_| vec![next(), next(), next()]));
        all.extend((0..60).map(|_| vec![next(), 0, u64::MAX, next(), next()]));
        all
    };
    let mut trials = 0;
    let mut check = |what: &str, drawn: usize, most: usize, error: Option<Error>| {
        assert!(drawn <= most, "{what}: {drawn} words");
        assert!(error.is_none_or(|e| e == Error::Trials));
        trials += usize::from(error.is_some());
    };
    let coin_words = (UNITS * COMPARISONS + TERMS * COMPARISONS) as usize;
    let laplace_words = discrete_laplace::ROUNDS as usize * (TRIALS as usize + 2 * coin_words);
    for words in &patterns {
        for bound in [1, 2, 3, (1 << 63) + 1, u64::MAX] {
            let mut s = script(words);
            let error = uniform_below(&mut s, nonzero(bound)).err();
            check("uniform", s.drawn, TRIALS as usize, error);
        }
        for (p, q) in [
            (0, 1),
            (1, 1),
            (1, 2),
            (u64::MAX, 1),
            (u64::MAX, u64::MAX),
            (1, u64::MAX),
            (88, 1),
            (89, 1),
        ] {
            let mut s = script(words);
            let error = bernoulli_exp(&mut s, p, nonzero(q)).err();
            check("exp", s.drawn, coin_words, error);
        }
        for rate in &rates {
            let mut s = script(words);
            let error = discrete_laplace::sample(&mut s, *rate).err();
            check("laplace", s.drawn, laplace_words, error);
        }
        for variance in &variances {
            let mut s = script(words);
            let drawn = discrete_gaussian::sample(&mut s, *variance);
            check(
                "gaussian",
                s.drawn,
                discrete_gaussian::ROUNDS as usize * (laplace_words + coin_words),
                drawn.err(),
            );
            assert!(drawn.map_or(0, i64::unsigned_abs) <= discrete_gaussian::LARGEST);
        }
        for prior in [1, 1 << 31] {
            let urn = PolyaParameters::new(1 << 15, prior, 3, 100).unwrap();
            let (mut work, mut tallies) = (vec![0; polya::work_len(4)], [7; 4]);
            let mut s = script(words);
            let drawn = polya::tallies(&mut s, &[u32::MAX, 0, 5, 0], &urn, &mut work, &mut tallies);
            check("urn", s.drawn, 100 * TRIALS as usize, drawn.err());
            assert!(if drawn.is_ok() {
                tallies.iter().sum::<u32>() == 100
            } else {
                tallies == [7; 4]
            });
        }
    }
    assert!(trials > 20, "the error is reached");
}

/// The largest noise: u = t - 1 accepted and 88 units, and the next unit is the error.
#[test]
fn the_largest_noise() {
    let rate = GeometricRate::new(1, 1 << 30).unwrap();
    // 2 u + 1 = 2^31 - 1 from the word of all ones; the coin u/t: all ones again are beyond it, and the first coin's number is odd.
    let mut words = vec![u64::MAX, u64::MAX];
    words.extend([0; 88]);
    words.push(u64::MAX);
    let largest = (1i64 << 30) * 89 - 1;
    assert_eq!(
        discrete_laplace::sample(&mut script(&words), rate),
        Ok(-largest)
    );
    words[0] = u64::MAX - (1 << 33);
    assert_eq!(
        discrete_laplace::sample(&mut script(&words), rate),
        Ok(largest)
    );
    words[90] = 0;
    words.push(u64::MAX);
    assert_eq!(
        discrete_laplace::sample(&mut script(&words), rate),
        Err(Error::Trials)
    );
    assert!(largest.unsigned_abs() < discrete_laplace::LARGEST);
    assert!(i64::from(u32::MAX).checked_add(largest).is_some());
}

/// A stream that is used up is refused on entry, and nothing is written.
#[test]
fn a_used_up_stream_is_refused() {
    let parts = |back| Generator::from_parts(&[1; 32], 0, POSITION_END - back);
    let mut g = parts(1).unwrap();
    assert!(uniform_below(&mut g, nonzero(2)).is_ok());
    let refused = Err(Error::StreamExhausted);
    let (rate, variance) = (
        GeometricRate::new(1, 1).unwrap(),
        Variance::new(1, 1).unwrap(),
    );
    assert_eq!(uniform_below(&mut g, nonzero(1)), refused);
    assert_eq!(
        bernoulli(&mut g, 0, nonzero(1)).err(),
        Some(Error::StreamExhausted)
    );
    assert_eq!(
        bernoulli_exp(&mut g, 0, nonzero(1)).err(),
        Some(Error::StreamExhausted)
    );
    assert_eq!(
        discrete_laplace::sample(&mut g, rate).err(),
        Some(Error::StreamExhausted)
    );
    assert_eq!(
        DiscreteGaussian::new(variance).sample(&mut g).err(),
        Some(Error::StreamExhausted)
    );
    let urn = PolyaParameters::new(1, 1, 1, 1).unwrap();
    let mut tallies = [9; 2];
    let drawn = polya::tallies(&mut g, &[0, 0], &urn, &mut [0; 8], &mut tallies);
    assert_eq!((drawn, tallies), (Err(Error::StreamExhausted), [9; 2]));
}
