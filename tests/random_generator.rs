//! The generator: published keystream, splitting, end of stream, sources that fail.
use dpmarkov::random::generator::POSITION_END;
use dpmarkov::random::{EntropySource, Generator, beta, dirichlet, exponential, gamma, normal};
use dpmarkov::{Error, Result};
use rand_chacha::rand_core::{Rng, SeedableRng};

fn words(g: &mut Generator, n: usize) -> Vec<u64> {
    (0..n).map(|_| g.next_u64()).collect()
}
fn keystream(hex: &str) -> Vec<u64> {
    let bytes: Vec<u8> = hex
        .split_whitespace()
        .map(|b| u8::from_str_radix(b, 16).unwrap())
        .collect();
    bytes
        .chunks(8)
        .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
        .collect()
}

/// RFC 8439, appendix A.1: vectors 1, 2 (key 0, nonce 0, blocks 0 and 1) and 5 (last byte of the nonce 2,
/// which is the last byte of the 64-bit stream number here).
#[test]
fn keystream_of_rfc_8439() {
    let first = keystream(
        "76 b8 e0 ad a0 f1 3d 90 40 5d 6a e5 53 86 bd 28 bd d2 19 b8 a0 8d ed 1a a8 36 ef cc 8b 77 0d c7
         da 41 59 7c 51 57 48 8d 77 24 e0 3f b8 d8 4a 37 6a 43 b8 f4 15 18 a1 1c c3 87 b6 69 b2 ee 65 86
         9f 07 e7 be 55 51 38 7a 98 ba 97 7c 73 2d 08 0d cb 0f 29 a0 48 e3 65 69 12 c6 53 3e 32 ee 7a ed
         29 b7 21 76 9c e6 4e 43 d5 71 33 b0 74 d8 39 d5 31 ed 1f 28 51 0a fb 45 ac e1 0a 1f 4b 79 4d 6f",
    );
    assert_eq!(
        words(&mut Generator::from_seed_for_tests([0; 32], 0), 16),
        first
    );
    let fifth = keystream(
        "c2 c6 4d 37 8c d5 36 37 4a e2 04 b9 ef 93 3f cd 1a 8b 22 88 b3 df a4 96 72 ab 76 5b 54 ee 27 c7
         8a 97 0e 0e 95 5c 14 f3 a8 8e 74 1b 97 c2 86 f7 5f 8f c2 99 e8 14 83 62 fa 19 8a 39 53 1b ed 6d",
    );
    assert_eq!(
        words(&mut Generator::from_seed_for_tests([0; 32], 2 << 56), 8),
        fifth
    );
}

/// A second implementation of the same cipher: far into the stream and across the carry of the counter.
#[test]
fn same_stream_as_rand_chacha() {
    for (seed, stream, position) in [
        ([1; 32], 0, 0),
        ([2; 32], 5, 3),
        ([3; 32], u64::MAX, (1 << 35) - 3),
        ([4; 32], 1, POSITION_END - 100),
    ] {
        let mut peer = rand_chacha::ChaCha20Rng::from_seed(seed);
        peer.set_stream(stream);
        peer.set_word_pos(2 * u128::from(position));
        let mut g = Generator::from_parts(&seed, stream, position).unwrap();
        assert_eq!(g.stream(), stream);
        for k in 0..100 {
            assert_eq!(g.position(), position + k);
            assert_eq!(g.next_u64(), peer.next_u64());
        }
    }
}

#[test]
fn splitting_the_work_repeats_and_skips_nothing() {
    let seed = [9; 32];
    let whole = words(&mut Generator::from_seed_for_tests(seed, 4), 200);
    for cut in 0..100 {
        let mut g = Generator::from_seed_for_tests(seed, 4);
        let mut parts = words(&mut g, cut);
        let mut h = Generator::from_parts(&seed, 4, g.position()).unwrap();
        assert_eq!(h.position(), cut as u64);
        parts.extend(words(&mut h, 200 - cut));
        assert_eq!(parts, whole);
    }
    // And through the samplers: their draws are whole words, nothing is kept back.
    let law = |g: &mut Generator, i: u32| match i % 5 {
        0 => normal::sample(g).unwrap(),
        1 => exponential::sample(g).unwrap(),
        2 => gamma::sample(g, 0.3).unwrap(),
        3 => beta::sample(g, 2.5, 0.1).unwrap()[0],
        _ => gamma::sample(g, 7.0).unwrap(),
    };
    let mut one = Generator::from_seed_for_tests(seed, 5);
    let mut position = 0;
    for i in 0..2000 {
        let mut rebuilt = Generator::from_parts(&seed, 5, position).unwrap();
        assert_eq!(law(&mut rebuilt, i).to_bits(), law(&mut one, i).to_bits());
        position = rebuilt.position();
        assert_eq!(position, one.position());
    }
}

#[test]
fn an_exhausted_stream_is_refused_before_anything_is_written() {
    assert_eq!(
        Generator::from_parts(&[1; 32], 0, POSITION_END).unwrap_err(),
        Error::StreamExhausted
    );
    assert_eq!(
        Generator::from_parts(&[1; 32], 0, u64::MAX).unwrap_err(),
        Error::StreamExhausted
    );
    let mut g = Generator::from_parts(&[1; 32], 0, POSITION_END - 1).unwrap();
    let mut x = [7.0; 3];
    dirichlet::sample(&mut g, &[1.0; 3], &mut x).unwrap(); // a call that has begun may end
    x = [7.0; 3];
    assert_eq!(
        dirichlet::sample(&mut g, &[1.0; 3], &mut x),
        Err(Error::StreamExhausted)
    );
    assert_eq!(x, [7.0; 3]);
    assert_eq!(gamma::sample(&mut g, 1.0), Err(Error::StreamExhausted));
    assert_eq!(gamma::ln_sample(&mut g, 1.0), Err(Error::StreamExhausted));
    assert_eq!(beta::sample(&mut g, 1.0, 1.0), Err(Error::StreamExhausted));
    assert_eq!(normal::sample(&mut g), Err(Error::StreamExhausted));
    assert_eq!(exponential::sample(&mut g), Err(Error::StreamExhausted));
}

type Fill = fn(&mut [u8]) -> Result<()>;
struct Source(Fill);
impl EntropySource for Source {
    fn fill(&mut self, out: &mut [u8]) -> Result<()> {
        self.0(out)
    }
}

#[test]
fn sources() {
    let mut good = Source(|out| {
        assert_eq!(out.len(), 32);
        out.iter_mut().zip(0..).for_each(|(b, i)| *b = i);
        Ok(())
    });
    let mut g = Generator::from_entropy(&mut good, 77).unwrap();
    let seed: [u8; 32] = core::array::from_fn(|i| i as u8);
    assert_eq!(
        words(&mut g, 40),
        words(&mut Generator::from_seed_for_tests(seed, 77), 40)
    );
    // Fails after writing; fails with another name; says yes and writes nothing.
    let fails: [Fill; 3] = [
        |out| {
            out.fill(1);
            Err(Error::Entropy)
        },
        |_| Err(Error::Domain),
        |_| Ok(()),
    ];
    for f in fails {
        assert_eq!(
            Generator::from_entropy(&mut Source(f), 0).unwrap_err(),
            Error::Entropy
        );
    }
}

#[cfg(feature = "os-rng")]
#[test]
fn the_operating_systems_source_gives_different_seeds() {
    let draw = || {
        Generator::from_entropy(&mut dpmarkov::random::OsEntropy, 0)
            .unwrap()
            .next_u64()
    };
    assert_ne!(draw(), draw());
}

#[test]
fn streams_differ_and_debug_is_silent() {
    let mut first: Vec<u64> = (0..1000)
        .map(|s| Generator::from_seed_for_tests([5; 32], s).next_u64())
        .collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 1000);
    assert_eq!(
        format!("{:?}", Generator::from_seed_for_tests([5; 32], 1)),
        "Generator { .. }"
    );
}

#[test]
fn uniforms_are_odd_multiples_of_2_to_the_minus_53() {
    let mut g = Generator::from_seed_for_tests([6; 32], 0);
    let n = 1_000_000;
    let (mut sum, mut bins) = (0.0, [0u32; 64]);
    for _ in 0..n {
        let u = g.uniform();
        assert!(u > 0.0 && u < 1.0);
        let k = u * 9_007_199_254_740_992.0;
        assert!(k == k.trunc() && (k as u64) & 1 == 1);
        sum += u;
        bins[(u * 64.0) as usize] += 1;
    }
    // 6.1 standard deviations: false alarm 1e-9.
    assert!((sum / n as f64 - 0.5).abs() < 6.1 * (1.0 / 12.0f64 / n as f64).sqrt());
    // Chi-square, 63 degrees of freedom: above 160 with probability 1e-10.
    let expected = n as f64 / 64.0;
    let chi2: f64 = bins
        .iter()
        .map(|b| (f64::from(*b) - expected).powi(2) / expected)
        .sum();
    assert!(chi2 < 160.0, "{chi2}");
}
