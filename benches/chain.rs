//! The stationary distribution and the expected error of a release.
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dpmarkov::chain::{
    StochasticMatrix, classes, ergodicity, group_inverse, mixing, passage, stationary,
};
use dpmarkov::privacy::DirichletParameters;
use dpmarkov::utility::{expected_kl, expected_total_variation};
use std::hint::black_box;

/// A matrix without zeros from a linear congruential generator.
fn dense(n: usize) -> Vec<f64> {
    let mut state = 1_u64;
    let mut cells: Vec<f64> = (0..n * n)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 + 1.0
        })
        .collect();
    for row in cells.chunks_mut(n) {
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= sum);
    }
    cells
}

fn chains(c: &mut Criterion) {
    for n in [16, 64, 260] {
        let cells = dense(n);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let (mut work, mut pi) = (vec![0.0; n * n], vec![0.0; n]);
        c.bench_with_input(BenchmarkId::new("stationary_gth", n), &m, |b, m| {
            b.iter(|| stationary::gth(black_box(*m), &mut work, &mut pi))
        });
        c.bench_with_input(BenchmarkId::new("stationary_power_1e-9", n), &m, |b, m| {
            b.iter(|| stationary::power(black_box(*m), 1e-9, 1000, &mut work, &mut pi))
        });
        c.bench_with_input(BenchmarkId::new("recurrent_classes", n), &m, |b, m| {
            b.iter(|| classes::recurrent_classes(black_box(*m), &mut work))
        });
        c.bench_with_input(BenchmarkId::new("tau_one", n), &m, |b, m| {
            b.iter(|| ergodicity::tau_one(black_box(*m)))
        });
        c.bench_with_input(BenchmarkId::new("tau_inf", n), &m, |b, m| {
            b.iter(|| ergodicity::tau_inf(black_box(*m), &mut work))
        });
    }
}

fn inverses(c: &mut Criterion) {
    for n in [16, 59, 260] {
        let cells = dense(n);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let mut work = vec![0.0; passage::all_work_len(n).max(group_inverse::work_len(n))];
        let (mut out, mut pi) = (vec![0.0; n * n], vec![0.0; n]);
        c.bench_with_input(BenchmarkId::new("group_inverse", n), &m, |b, m| {
            b.iter(|| group_inverse::group_inverse(black_box(*m), &mut work, &mut out, &mut pi))
        });
        let tau = group_inverse::tau_one(&out, n).unwrap();
        c.bench_with_input(BenchmarkId::new("error_bound", n), &m, |b, m| {
            b.iter(|| stationary::error_bound(black_box(*m), &pi, tau, &mut work))
        });
        c.bench_with_input(BenchmarkId::new("all_mean_first_passage", n), &m, |b, m| {
            b.iter(|| passage::all_mean_first_passage(black_box(*m), &mut work, &mut out))
        });
        c.bench_with_input(BenchmarkId::new("mean_first_passage", n), &m, |b, m| {
            b.iter(|| passage::mean_first_passage(black_box(*m), 0, &mut work, &mut pi))
        });
        c.bench_with_input(BenchmarkId::new("second_eigenvalue", n), &m, |b, m| {
            b.iter(|| mixing::second_eigenvalue(black_box(*m), 1000, &mut work))
        });
        c.bench_with_input(
            BenchmarkId::new("second_eigenvalue_upper", n),
            &m,
            |b, m| b.iter(|| mixing::second_eigenvalue_upper(black_box(*m), 4, &mut work)),
        );
    }
}

fn utility(c: &mut Criterion) {
    let counts: Vec<u32> = (0..260).map(|i| (i * 37) % 101 + 1).collect();
    let parameters = DirichletParameters::new(0.3188, 15.8).unwrap();
    c.bench_function("expected_kl/260", |b| {
        b.iter(|| expected_kl(black_box(&counts), &parameters))
    });
    c.bench_function("expected_total_variation/260", |b| {
        b.iter(|| expected_total_variation(black_box(&counts), &parameters))
    });
}

criterion_group!(benches, chains, inverses, utility);
criterion_main!(benches);
