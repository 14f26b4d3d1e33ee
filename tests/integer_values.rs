//! Fixed seed, fixed draws: every integer sampler against an implementation of its definition in Python's integers and fractions
//! (`scripts/integer_reference.py`), words drawn included. A change here changes what a seed means.
use dpmarkov::domain::{GeometricRate, PolyaParameters, Variance};
use dpmarkov::random::bernoulli::{bernoulli, bernoulli_exp};
use dpmarkov::random::discrete_gaussian::{self, DiscreteGaussian};
use dpmarkov::random::{Generator, discrete_laplace, polya, uniform_below::uniform_below};
use dpmarkov::{Error, Result};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

fn fnv(values: &[i64]) -> u64 {
    let bytes = values.iter().flat_map(|x| x.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    })
}
fn small(x: u64) -> Result<u32> {
    u32::try_from(x).map_err(|_| Error::Domain)
}
fn nonzero(x: u64) -> Result<NonZeroU64> {
    NonZeroU64::new(x).ok_or(Error::Domain)
}

fn draw(law: &str, parameters: &[u64], n: usize, g: &mut Generator) -> Result<Vec<i64>> {
    let mut many =
        |f: &mut dyn FnMut(&mut Generator) -> Result<i64>| (0..n).map(|_| f(g)).collect();
    match (law, parameters) {
        ("uniform_below", [bound]) => {
            let bound = nonzero(*bound)?;
            // Modulo 2^64, as the hash takes it.
            many(&mut |g| Ok(uniform_below(g, bound)? as i64))
        }
        ("bernoulli", [p, q]) => many(&mut |g| Ok(bernoulli(g, *p, nonzero(*q)?)?.into())),
        ("bernoulli_exp", [p, q]) => many(&mut |g| Ok(bernoulli_exp(g, *p, nonzero(*q)?)?.into())),
        ("discrete_laplace", [s, t]) => {
            let rate = GeometricRate::new(small(*s)?, small(*t)?)?;
            many(&mut |g| discrete_laplace::sample(g, rate))
        }
        ("discrete_gaussian", [p, q]) => {
            let variance = Variance::new(*p, small(*q)?)?;
            let law = DiscreteGaussian::new(variance);
            let mut odd = false;
            many(&mut |g| {
                odd = !odd;
                if odd {
                    law.sample(g)
                } else {
                    discrete_gaussian::sample(g, variance)
                }
            })
        }
        ("urn", [n, multiplier, event, prior, mass, draws]) => {
            let urn = PolyaParameters::new(
                small(*event)?,
                small(*prior)?,
                small(*mass)?,
                small(*draws)?,
            )?;
            let counts = (0..*n)
                .map(|i| small(i * i % 23 * multiplier))
                .collect::<Result<Vec<u32>>>()?;
            let (mut work, mut tallies) = (
                vec![0; polya::work_len(counts.len())],
                vec![0; counts.len()],
            );
            polya::tallies(g, &counts, &urn, &mut work, &mut tallies)?;
            Ok(tallies.into_iter().map(i64::from).collect())
        }
        _ => Err(Error::Domain),
    }
}

#[test]
fn draws_are_those_of_the_definition() {
    let mut lines = BTreeMap::new();
    let table = include_str!("data/integer_values.csv");
    for line in table.lines().skip(1) {
        let [law, parameters, n, first, hash, words] = line.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        let parameters: Vec<u64> = parameters.split(' ').map(|x| x.parse().unwrap()).collect();
        let mut g =
            Generator::from_seed_for_tests(core::array::from_fn(|i| i as u8), parameters[0]);
        let drawn = draw(law, &parameters[1..], n.parse().unwrap(), &mut g).expect(line);
        let shown = |x: &i64| {
            if law == "uniform_below" {
                (*x as u64).to_string()
            } else {
                x.to_string()
            }
        };
        assert_eq!(
            drawn
                .iter()
                .take(5)
                .map(shown)
                .collect::<Vec<_>>()
                .join(" "),
            first,
            "{line}"
        );
        assert_eq!(format!("{:016x}", fnv(&drawn)), hash, "{line}");
        assert_eq!(g.position().to_string(), words, "{line}");
        *lines.entry(law).or_insert(0) += 1;
    }
    let expected = [
        ("bernoulli", 4),
        ("bernoulli_exp", 9),
        ("discrete_gaussian", 10),
        ("discrete_laplace", 9),
        ("uniform_below", 6),
        ("urn", 6),
    ];
    assert_eq!(lines, expected.into());
}
