//! The stationary distribution and the expected error of a release.
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dpmarkov::chain::{
    StochasticMatrix, classes, ergodicity, group_inverse, mixing, mixing_time, passage, predict,
    stationary,
};
use dpmarkov::counts::Support;
use dpmarkov::domain::{ExpectedRowTotal, GeometricRate, Level};
use dpmarkov::privacy::DirichletParameters;
use dpmarkov::utility::interval::{self, Interval, Target};
use dpmarkov::utility::noisy::CellNoise;
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::{RowNoise, expected_kl, expected_total_variation, stationary_error};
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

/// What is said after a release.
fn error_bars(c: &mut Criterion) {
    let level = Level::new(0.95).unwrap();
    let total = ExpectedRowTotal::new(1000.0).unwrap();
    let parameters = DirichletParameters::new(0.3188, 15.8).unwrap();
    let noise = CellNoise::Geometric(GeometricRate::new(1, 10).unwrap());
    c.bench_function("interval_dirichlet/59", |b| {
        b.iter(|| interval::dirichlet(black_box(0.03), 59, total, &parameters, Target::Log, level))
    });
    c.bench_function("interval_geometric/59", |b| {
        b.iter(|| interval::noisy(black_box(30), 1000, 59, noise, Target::Log, level))
    });
    for n in [59, 260] {
        let cells = dense(n);
        let m = StochasticMatrix::new(&cells, n).unwrap();
        let laws = vec![RowLaw::dirichlet(&parameters, n, 5000.0).unwrap(); n];
        let noises = vec![RowNoise::dirichlet(&parameters, n, 5000.0).unwrap(); n];
        let size = group_inverse::work_len(n).max(interval::stationary_chain_work_len(n));
        let (mut work, mut inverse, mut pi) = (vec![0.0; size], vec![0.0; n * n], vec![0.0; n]);
        group_inverse::group_inverse(m, &mut work, &mut inverse, &mut pi).unwrap();
        let (mut out, mut intervals) = (vec![0.0; n], vec![Interval::ALL; n]);
        c.bench_with_input(BenchmarkId::new("variances", n), &m, |b, m| {
            b.iter(|| {
                let m = black_box(*m);
                stationary_error::variances(m, &pi, &inverse, &noises, &mut work, &mut out)
            })
        });
        c.bench_with_input(BenchmarkId::new("weighted_bound", n), &m, |b, m| {
            let full = Support::full(n).unwrap();
            b.iter(|| {
                let m = black_box(*m);
                stationary_error::weighted_bound(m, full, &pi, &inverse, &laws, &mut work)
            })
        });
        c.bench_with_input(BenchmarkId::new("interval_stationary", n), &m, |b, m| {
            b.iter(|| {
                let m = black_box(*m);
                let (out, intervals) = (&mut out, &mut intervals);
                interval::stationary_chain(m, &cells, &laws, level, &mut work, out, intervals)
            })
        });
        c.bench_with_input(BenchmarkId::new("mixing_time_upper", n), &m, |b, m| {
            b.iter(|| mixing_time::mixing_time_upper(black_box(*m), 0.01, &mut work))
        });
        c.bench_with_input(BenchmarkId::new("predict_a_million", n), &m, |b, m| {
            b.iter(|| predict::predict(black_box(*m), &pi, 1_000_000, &mut work, &mut out))
        });
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

criterion_group!(benches, chains, inverses, error_bars, utility);
criterion_main!(benches);
