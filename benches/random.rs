//! Variates and releases beside rand_distr on the same ChaCha20.
//!
//!     cargo bench --bench random
//!
//! Compare within one run: `ours` against `rand_distr` of the same group.
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dpmarkov::counts::Counts;
use dpmarkov::domain::{GeometricRate, PolyaParameters, PseudoCount, Variance};
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, Guarantee};
use dpmarkov::random::{
    Generator, dirichlet, discrete_gaussian::DiscreteGaussian, discrete_laplace, exponential,
    gamma, normal, polya, uniform_below::uniform_below,
};
use rand_distr::{
    Distribution, Exp, Exp1, Gamma, StandardNormal, Uniform,
    multi::{Dirichlet as PeerDirichlet, MultiDistribution},
    weighted::WeightedTreeIndex,
};
use std::hint::black_box;
use std::num::NonZeroU64;
use std::time::Duration;

const STATES: usize = 260;

fn ours() -> Generator {
    Generator::from_seed_for_tests([1; 32], 0)
}
fn peer() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([1; 32])
}

fn words(c: &mut Criterion) {
    let mut group = c.benchmark_group("word");
    let (mut g, mut p, mut old) = (ours(), peer(), rand_chacha::ChaCha20Rng::from_seed([1; 32]));
    group.bench_function("ours", |b| b.iter(|| g.next_u64()));
    group.bench_function("chacha20", |b| b.iter(|| p.next_u64()));
    group.bench_function("rand_chacha", |b| b.iter(|| old.next_u64()));
    group.bench_function("rebuild", |b| {
        b.iter(|| Generator::from_parts(black_box(&[1; 32]), 1, 5).map(|mut g| g.next_u64()))
    });
}

fn variates(c: &mut Criterion) {
    let (mut g, mut p) = (ours(), peer());
    let mut group = c.benchmark_group("normal");
    group.bench_function("ours", |b| b.iter(|| normal::sample(&mut g)));
    group.bench_function("rand_distr", |b| {
        b.iter(|| -> f64 { StandardNormal.sample(&mut p) })
    });
    group.finish();
    let mut group = c.benchmark_group("exponential");
    group.bench_function("ours", |b| b.iter(|| exponential::sample(&mut g)));
    group.bench_function("rand_distr", |b| b.iter(|| -> f64 { Exp1.sample(&mut p) }));
    group.finish();
    for shape in [0.1, 1.0, 1.5, 5.0, 100.0] {
        let mut group = c.benchmark_group(format!("gamma {shape}"));
        let (law, peer_law) = (
            gamma::Gamma::new(shape).unwrap(),
            Gamma::new(shape, 1.0).unwrap(),
        );
        group.bench_function("ours", |b| b.iter(|| black_box(&law).sample(&mut g)));
        group.bench_function("rand_distr", |b| {
            b.iter(|| black_box(&peer_law).sample(&mut p))
        });
        // The law made anew for each draw.
        group.bench_function("ours, one draw", |b| {
            b.iter(|| gamma::sample(&mut g, black_box(shape)))
        });
        group.bench_function("rand_distr, one draw", |b| {
            b.iter(|| Gamma::new(black_box(shape), 1.0).unwrap().sample(&mut p))
        });
        group.finish();
    }
}

fn rows(c: &mut Criterion) {
    let (mut g, mut p) = (ours(), peer());
    for a in [0.05, 0.5, 5.0] {
        let mut group = c.benchmark_group(format!("dirichlet 260 x {a}"));
        group.throughput(Throughput::Elements(STATES as u64));
        let alpha = [a; STATES];
        let mut x = [0.0; STATES];
        group.bench_function("ours", |b| {
            b.iter(|| dirichlet::sample(&mut g, black_box(&alpha), &mut x))
        });
        let law = PeerDirichlet::new(&alpha).unwrap();
        group.bench_function("rand_distr", |b| {
            b.iter(|| law.sample_to_slice(&mut p, &mut x))
        });
        group.finish();
    }
    // Every parameter another: nothing can be kept from one entry to the next.
    let mut group = c.benchmark_group("dirichlet 260 x mixed");
    group.throughput(Throughput::Elements(STATES as u64));
    let alpha: [f64; STATES] = core::array::from_fn(|i| 0.3 + 0.1 * (i % 50) as f64);
    let mut x = [0.0; STATES];
    group.bench_function("ours", |b| {
        b.iter(|| dirichlet::sample(&mut g, black_box(&alpha), &mut x))
    });
    let law = PeerDirichlet::new(&alpha).unwrap();
    group.bench_function("rand_distr", |b| {
        b.iter(|| law.sample_to_slice(&mut p, &mut x))
    });
    group.finish();
}

/// A sparse log, as logs are: a few frequent next states, most never seen.
fn counts() -> Vec<u32> {
    (0..STATES * STATES)
        .map(|i| if i % 17 == 0 { (i % 101) as u32 } else { 0 })
        .collect()
}

fn releases(c: &mut Criterion) {
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).unwrap();
    let mechanism = Dirichlet::new(guarantee, PseudoCount::new(15.8).unwrap()).unwrap();
    let (weight, pseudo_count) = (
        mechanism.parameters().weight.get(),
        mechanism.parameters().pseudo_count.get(),
    );
    let cells = counts();
    let (mut g, mut p) = (ours(), peer());
    let peer_row = |p: &mut ChaCha20Rng, counts: &[u32], row: &mut [f64]| {
        let mut sum = 0.0;
        for (x, c) in row.iter_mut().zip(counts) {
            *x = Gamma::new(weight * (f64::from(*c) + pseudo_count), 1.0)
                .unwrap()
                .sample(p);
            sum += *x;
        }
        row.iter_mut().for_each(|x| *x /= sum);
    };
    let mut group = c.benchmark_group("release row 260");
    group.throughput(Throughput::Elements(STATES as u64));
    let mut row = vec![0.0; STATES];
    let counts = &cells[..STATES];
    group.bench_function("ours", |b| {
        b.iter(|| mechanism.release_row(&mut g, black_box(counts), &mut row))
    });
    group.bench_function("rand_distr", |b| {
        b.iter(|| peer_row(&mut p, black_box(counts), &mut row))
    });
    group.finish();

    let mut group = c.benchmark_group("release chain 260 x 260");
    group.throughput(Throughput::Elements((STATES * STATES) as u64));
    let mut chain = vec![0.0; STATES * STATES];
    group.bench_function("ours", |b| {
        b.iter(|| {
            mechanism
                .release_chain(
                    &mut g,
                    Counts::new(black_box(&cells), STATES).unwrap(),
                    &mut chain,
                )
                .map(|m| m.states())
        })
    });
    group.bench_function("rand_distr", |b| {
        b.iter_batched(
            || (),
            |()| {
                cells
                    .chunks(STATES)
                    .zip(chain.chunks_mut(STATES))
                    .for_each(|(c, row)| peer_row(&mut p, c, row))
            },
            BatchSize::SmallInput,
        )
    });
    group.finish();
}

/// Beside the nearest of rand_distr: rounded reals in place of exact noise, and a weighted tree that is updated after each draw.
fn integers(c: &mut Criterion) {
    let (mut g, mut p) = (ours(), peer());
    let mut group = c.benchmark_group("uniform below 1000003");
    let bound = NonZeroU64::new(1_000_003).unwrap();
    let law = Uniform::new(0, bound.get()).unwrap();
    group.bench_function("ours", |b| {
        b.iter(|| uniform_below(&mut g, black_box(bound)))
    });
    group.bench_function("rand_distr", |b| b.iter(|| black_box(&law).sample(&mut p)));
    group.finish();

    for (s, t) in [(1, 10), (1, 1), (7, 3), (1, 1 << 30)] {
        let mut group = c.benchmark_group(format!("discrete laplace {s}/{t}"));
        let rate = GeometricRate::new(s, t).unwrap();
        group.bench_function("ours", |b| {
            b.iter(|| discrete_laplace::sample(&mut g, black_box(rate)))
        });
        // Two reals, one floor each.
        let peer_law = Exp::new(rate.get()).unwrap();
        group.bench_function("rand_distr, not exact", |b| {
            b.iter(|| {
                let mut one = || -> f64 { black_box(&peer_law).sample(&mut p).floor() };
                one() - one()
            })
        });
        group.finish();
    }
    for variance in [1, 400, 1 << 40] {
        let mut group = c.benchmark_group(format!("discrete gaussian {variance}"));
        let law = DiscreteGaussian::new(Variance::new(variance, 1).unwrap());
        group.bench_function("ours", |b| b.iter(|| black_box(&law).sample(&mut g)));
        let sigma = (variance as f64).sqrt();
        group.bench_function("rand_distr, not exact", |b| {
            b.iter(|| -> f64 {
                let z: f64 = StandardNormal.sample(&mut p);
                (sigma * z).round()
            })
        });
        group.finish();
    }
    for (n, draws) in [(59, 4468), (260, 4468), (65_535, 100_000)] {
        let mut group = c.benchmark_group(format!("urn {n} states, {draws} draws"));
        group.throughput(Throughput::Elements(u64::from(draws)));
        let urn = PolyaParameters::new(5, 79, 16, draws).unwrap();
        let counts: Vec<u32> = (0..n as u32).map(|i| i * i % 151).collect();
        let (mut work, mut tallies) = (vec![0; polya::work_len(n)], vec![0; n]);
        group.bench_function("ours", |b| {
            b.iter(|| polya::tallies(&mut g, black_box(&counts), &urn, &mut work, &mut tallies))
        });
        group.bench_function("rand_distr", |b| {
            b.iter(|| {
                let weights = counts.iter().map(|c| 5 * u64::from(*c) + 79);
                let mut tree = WeightedTreeIndex::new(weights).unwrap();
                for _ in 0..draws {
                    let i = tree.sample(&mut p);
                    tree.update(i, tree.get(i) + 16).unwrap();
                }
                tree.get(0)
            })
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(1000));
    targets = words, variates, rows, releases, integers
}
criterion_main!(benches);
