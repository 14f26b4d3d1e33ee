//! Polya's urn at the ends of every range, its refusals, and what it may assume of its scratch.
mod support;

use dpmarkov::Error;
use dpmarkov::domain::PolyaParameters;
use dpmarkov::random::{Generator, polya};
use dpmarkov::special::beta_inc;
use support::fit;

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
    let need = polya::work_len(3);
    assert_eq!(need, 12);
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
    let need = polya::work_len(59);
    let mut results = Vec::new();
    for fill in [0, u32::MAX, 0x1234_5678] {
        let (mut work, mut tallies) = (vec![fill; need + 3], vec![0; 59]);
        polya::tallies(&mut generator(91), &counts, &urn, &mut work, &mut tallies).unwrap();
        assert_eq!(work[need..], [fill; 3]);
        results.push(tallies);
    }
    assert!(results.windows(2).all(|r| r[0] == r[1]));
}
