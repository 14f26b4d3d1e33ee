//! Fixed seed, fixed draws: the same bits on every target. A change here changes what a seed means: it is an
//! entry of the changelog.
//!
//! `tests/data/random_values.csv` was made by this test (which prints the whole file where it differs); the
//! laws themselves are tested in `random_laws.rs`.
use dpmarkov::counts::Counts;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::{Generator, beta, dirichlet, exponential, gamma, normal};
use std::fmt::Write;

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests(core::array::from_fn(|i| i as u8), stream)
}
/// FNV-1a over the bits: one number for many draws.
fn digest(x: &[f64]) -> u64 {
    let bytes = x.iter().flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    })
}
fn line(table: &mut String, name: &str, x: &[f64]) {
    let [first, second, third, ..] = x else {
        panic!("too few")
    };
    let bits = [first, second, third]
        .map(|x| format!("{:016x}", x.to_bits()))
        .join(",");
    writeln!(table, "{name},{},{bits},{:016x}", x.len(), digest(x)).unwrap();
}

#[test]
fn fixed_seed_fixed_draws() {
    let mut table = String::from("law,draws,first,second,third,fnv1a of all\n");
    let mut law = |name: &str, draw: &dyn Fn(&mut Generator) -> f64| {
        let mut g = generator(0);
        let x: Vec<f64> = (0..100_000).map(|_| draw(&mut g)).collect();
        line(&mut table, name, &x);
    };
    law("uniform", &|g| g.uniform());
    law("normal", &|g| normal::sample(g).unwrap());
    law("exponential", &|g| exponential::sample(g).unwrap());
    for a in [0.1, 0.5, 1.0, 1.5, 5.0, 100.0, 1e15] {
        law(&format!("gamma {a}"), &|g| gamma::sample(g, a).unwrap());
    }
    for a in [1e-300, 1e-3, 0.5] {
        law(&format!("ln gamma {a:e}"), &|g| {
            gamma::ln_sample(g, a).unwrap()
        });
    }
    law("beta 0.5 2", &|g| beta::sample(g, 0.5, 2.0).unwrap()[0]);

    let mut g = generator(1);
    for (name, alpha) in [
        ("dirichlet 260 x 0.05", vec![0.05; 260]),
        ("dirichlet 50 x 0.001", vec![1e-3; 50]),
        ("dirichlet 260 x 5", vec![5.0; 260]),
        ("dirichlet 0.001 1 1e3 1e300", vec![1e-3, 1.0, 1e3, 1e300]),
    ] {
        let mut rows = vec![0.0; 100 * alpha.len()];
        for row in rows.chunks_mut(alpha.len()) {
            dirichlet::sample(&mut g, &alpha, row).unwrap();
        }
        line(&mut table, name, &rows);
    }

    let weak = Guarantee::new(Adjacency::Event, 0.0, 1.0 - f64::EPSILON / 2.0, 1).unwrap();
    let m = Dirichlet::checked(weak, DirichletParameters::new(0.3188, 15.8).unwrap()).unwrap();
    let cells: Vec<u32> = (0..60 * 60).map(|i| i * i % 23).collect();
    let mut chain = vec![0.0; 60 * 60];
    m.release_chain(
        &mut generator(2),
        Counts::new(&cells, 60).unwrap(),
        &mut chain,
    )
    .unwrap();
    line(&mut table, "released chain 60 x 60", &chain);

    let expected = include_str!("data/random_values.csv");
    assert!(table == expected, "the draws differ; now:\n{table}");
}
