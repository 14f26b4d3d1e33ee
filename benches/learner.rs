//! Votes of the private learner: what each coupling costs, by alphabet and by number of blocks.
//!
//!     cargo bench --bench learner
//!
//! `device/..`: one vote of one symbol, by a device that has its own law. `collector/..`: all votes of one symbol, by a collector that has
//! all laws. Laws as empirical distributions are: 500 records of one law, whose weights are 1, 2, .., 7 in turn.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dpmarkov::learner::coupling::{Scheme, couple, poisson, race, work_len};
use dpmarkov::learner::{Law, SharedSeed};
use dpmarkov::random::neg_log2::neg_log2;
use dpmarkov::random::{Generator, uniform_below::uniform_below};
use std::hint::black_box;
use std::num::NonZeroU64;
use std::time::Duration;

const RECORDS: usize = 500;

/// `blocks` histograms of [`RECORDS`] records each.
fn histograms(symbols: usize, blocks: usize) -> Vec<u32> {
    let weights: Vec<u64> = (0..symbols as u64).map(|y| 1 + y % 7).collect();
    let total = NonZeroU64::new(weights.iter().sum()).unwrap();
    let mut rng = Generator::from_seed_for_tests([2; 32], 0);
    let mut laws = vec![0; symbols * blocks];
    for row in laws.chunks_exact_mut(symbols) {
        for _ in 0..RECORDS {
            let mut left = uniform_below(&mut rng, total).unwrap();
            let at = weights.iter().position(|w| {
                let found = left < *w;
                left = left.saturating_sub(*w);
                found
            });
            row[at.unwrap()] += 1;
        }
    }
    laws
}

fn logarithm(c: &mut Criterion) {
    let mut word = 1u64;
    c.bench_function("neg_log2", |b| {
        b.iter(|| {
            word = word.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            neg_log2(black_box(word))
        })
    });
}

fn device(c: &mut Criterion) {
    let mut group = c.benchmark_group("device");
    let seed = SharedSeed::new([1; 32]);
    for symbols in [2, 17, 289, 1024, 4096] {
        group.throughput(Throughput::Elements(symbols as u64));
        let sparse = histograms(symbols, 1);
        let dense: Vec<u32> = (0..symbols as u32).map(|y| 1 + y % 7).collect();
        let mut alone = vec![0; symbols];
        alone[symbols / 2] = 1;
        for (name, weights) in [("dense", dense), ("records", sparse), ("alone", alone)] {
            let law = Law::new(&weights).unwrap();
            let (mut round, mut symbol) = (0, [0]);
            group.bench_function(BenchmarkId::new(format!("race/{name}"), symbols), |b| {
                b.iter(|| {
                    round += 1;
                    race::vote(&seed, round, law, &mut symbol).unwrap();
                    symbol
                })
            });
            group.bench_function(BenchmarkId::new(format!("poisson/{name}"), symbols), |b| {
                b.iter(|| {
                    round += 1;
                    poisson::vote(&seed, round, law, &mut symbol).unwrap();
                    symbol
                })
            });
        }
    }
}

fn collector(c: &mut Criterion) {
    let mut group = c.benchmark_group("collector");
    for (symbols, blocks) in [
        (2, 2),
        (2, 4096),
        (17, 256),
        (289, 16),
        (289, 256),
        (289, 2000),
        (289, 4096),
        (4096, 2),
        (4096, 256),
        (4096, 4096),
    ] {
        let laws = histograms(symbols, blocks);
        let (mut votes, mut work) = (vec![0; blocks], vec![0; work_len(blocks)]);
        group.throughput(Throughput::Elements((symbols * blocks) as u64));
        for scheme in [Scheme::Race, Scheme::Poisson, Scheme::Mixture] {
            let mut rng = Generator::from_seed_for_tests([3; 32], 0);
            let id = BenchmarkId::new(format!("{scheme:?}"), format!("{symbols}x{blocks}"));
            group.bench_function(id, |b| {
                b.iter(|| {
                    couple(scheme, &mut rng, &laws, symbols, &mut votes, &mut work).unwrap();
                    votes[0]
                })
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500));
    targets = logarithm, device, collector
}
criterion_main!(benches);
