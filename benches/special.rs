//! Special functions beside `libm` and `statrs`.
//!
//!     cargo bench --bench special
//!
//! Compare within one run: `ours` against the peer of the same group. Each iteration evaluates 64 points spread
//! over the region that the group's name states, so the time is that of 64 calls.
use criterion::{Criterion, criterion_group, criterion_main};
use dpmarkov::special;
use statrs::function as peer;
use std::hint::black_box;

const POINTS: usize = 64;

/// Fractional parts of multiples of an irrational: spread over (0, 1) evenly, the same in each run.
fn spread(step: f64) -> [f64; POINTS] {
    core::array::from_fn(|i| (0.5 + i as f64 * step).fract())
}

/// From `lo` to `hi`, evenly in the logarithm.
fn between(lo: f64, hi: f64, step: f64) -> [f64; POINTS] {
    spread(step).map(|u| lo * (hi / lo).powf(u))
}

const GOLDEN: f64 = 0.618_033_988_749_894_9;
const SILVER: f64 = 0.414_213_562_373_095_1;
const ROOT_THREE: f64 = 0.732_050_807_568_877_2;

fn compare<const N: usize>(
    c: &mut Criterion,
    name: &str,
    points: &[[f64; N]],
    ours: impl Fn(&[f64; N]) -> f64,
    peer: &str,
    theirs: impl Fn(&[f64; N]) -> f64,
) {
    let mut group = c.benchmark_group(name);
    group.bench_function("ours", |b| {
        b.iter(|| black_box(points).iter().map(&ours).sum::<f64>())
    });
    group.bench_function(peer, |b| {
        b.iter(|| black_box(points).iter().map(&theirs).sum::<f64>())
    });
    group.finish();
}

fn one_argument(c: &mut Criterion) {
    for (lo, hi) in [
        (1e-3, 0.9),
        (0.9, 3.0),
        (3.0, 20.0),
        (20.0, 1e6),
        (1e10, 1e100),
    ] {
        let points = between(lo, hi, GOLDEN).map(|x| [x]);
        let name = format!("ln_gamma {lo} to {hi}");
        compare(
            c,
            &name,
            &points,
            |[x]| special::ln_gamma(*x),
            "libm",
            |[x]| libm::lgamma(*x),
        );
    }
    for (lo, hi) in [(1e-3, 1.0), (1.0, 3.0), (3.0, 20.0), (20.0, 1e6)] {
        let points = between(lo, hi, GOLDEN).map(|x| [x]);
        let name = format!("digamma {lo} to {hi}");
        compare(
            c,
            &name,
            &points,
            |[x]| special::digamma(*x),
            "statrs",
            |[x]| peer::gamma::digamma(*x),
        );
    }
    let points = between(0.1, 20.0, GOLDEN).map(|x| [-x]);
    compare(
        c,
        "ln_gamma negative",
        &points,
        |[x]| special::ln_gamma(*x),
        "libm",
        |[x]| libm::lgamma(*x),
    );
}

/// (a, b, x) with x within some widths of the mean, or anywhere.
fn beta_points(lo: f64, hi: f64, near_mean: bool) -> Vec<[f64; 3]> {
    let a = between(lo, hi, GOLDEN);
    let b = between(lo, hi, SILVER);
    let u = spread(ROOT_THREE);
    let x = |i: usize| {
        if near_mean {
            let mean = a[i] / (a[i] + b[i]);
            let width = (mean * (1.0 - mean) / (a[i] + b[i] + 1.0)).sqrt();
            (mean + (6.0 * u[i] - 3.0) * width).clamp(0.01 * mean, 1.0 - 0.01 * (1.0 - mean))
        } else {
            u[i]
        }
    };
    (0..POINTS).map(|i| [a[i], b[i], x(i)]).collect()
}

fn beta(c: &mut Criterion) {
    for (lo, hi) in [(0.01, 1.0), (1.0, 20.0), (20.0, 1e4), (1e4, 1e6)] {
        let points = beta_points(lo, hi, true).into_iter();
        let points: Vec<[f64; 2]> = points.map(|[a, b, _]| [a, b]).collect();
        let name = format!("ln_beta {lo} to {hi}");
        compare(
            c,
            &name,
            &points,
            |[a, b]| special::ln_beta(*a, *b),
            "statrs",
            |[a, b]| peer::beta::ln_beta(*a, *b),
        );
    }
    for (lo, hi, near_mean) in [
        (0.01, 1.0, false),
        (0.1, 20.0, false),
        (1.0, 20.0, false),
        (1.0, 20.0, true),
        (20.0, 1e3, true),
        (20.0, 1e3, false),
        (1e3, 1e6, true),
    ] {
        let points = beta_points(lo, hi, near_mean);
        let place = if near_mean {
            "near the mean"
        } else {
            "anywhere"
        };
        let name = format!("beta_inc {lo} to {hi} {place}");
        let sum = |t: special::Tails| t.lower + t.upper;
        compare(
            c,
            &name,
            &points,
            |[a, b, x]| sum(special::beta_inc(*a, *b, *x)),
            "statrs",
            |[a, b, x]| peer::beta::beta_reg(*a, *b, *x),
        );
    }
    let points = beta_points(1.0, 20.0, false);
    let mut group = c.benchmark_group("ln_beta_inc_logit 1 to 20 anywhere");
    group.bench_function("ours", |b| {
        b.iter(|| {
            let points = black_box(&points).iter();
            points
                .map(|[a, b, x]| special::ln_beta_inc_logit(*a, *b, 8.0 * x - 4.0).ln_lower)
                .sum::<f64>()
        })
    });
    group.finish();
}

fn gamma(c: &mut Criterion) {
    for (lo, hi, near_mean) in [
        (0.01, 1.0, false),
        (1.0, 20.0, false),
        (1.0, 20.0, true),
        (20.0, 1e3, true),
        (20.0, 1e3, false),
        (1e3, 1e6, true),
    ] {
        let a = between(lo, hi, GOLDEN);
        let u = spread(SILVER);
        let points: Vec<[f64; 2]> = (0..POINTS)
            .map(|i| {
                let x = if near_mean {
                    a[i] + (6.0 * u[i] - 3.0) * a[i].sqrt()
                } else {
                    3.0 * u[i] * a[i]
                };
                [a[i], x.max(0.01 * a[i])]
            })
            .collect();
        let place = if near_mean {
            "near the mean"
        } else {
            "to three means"
        };
        let name = format!("gamma_inc {lo} to {hi} {place}");
        compare(
            c,
            &name,
            &points,
            |[a, x]| special::gamma_inc(*a, *x).lower,
            "statrs",
            |[a, x]| peer::gamma::gamma_lr(*a, *x),
        );
    }
}

criterion_group!(benches, one_argument, beta, gamma);
criterion_main!(benches);
