//! What accounting costs: delta(epsilon), epsilon(delta), the solvers and the rule that chooses the parameters.
//!
//!     cargo bench --bench privacy
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dpmarkov::domain::{
    Delta, Epsilon, ExpectedRowTotal, GeometricRate, PseudoCount, Releases, Variance,
};
use dpmarkov::plan;
use dpmarkov::privacy::{
    Adjacency, DirichletParameters, Guarantee, MechanismParameters, compose, delta_upper,
    epsilon_upper, smallest_pseudo_count, solve_weight,
};
use std::hint::black_box;

const ADJACENCIES: [Adjacency; 5] = [
    Adjacency::Destination,
    Adjacency::AddRemove,
    Adjacency::Event,
    Adjacency::Visit,
    Adjacency::VisitPresence,
];

fn profile(c: &mut Criterion) {
    let parameters = DirichletParameters::new(0.3188, 15.8).unwrap();
    let one = Epsilon::new(1.0).unwrap();
    let delta = Delta::new(1e-6).unwrap();
    for (releases, epsilon) in [(1, one), (365, Epsilon::new(26.0).unwrap())] {
        let releases = Releases::new(releases).unwrap();
        let mut group = c.benchmark_group(format!("delta, {} releases", releases.get()));
        for adjacency in ADJACENCIES {
            group.bench_function(BenchmarkId::from_parameter(adjacency.name()), |b| {
                b.iter(|| {
                    delta_upper(adjacency, black_box(&parameters), releases, epsilon).unwrap()
                })
            });
        }
        group.finish();
        let mut group = c.benchmark_group(format!("epsilon, {} releases", releases.get()));
        for adjacency in ADJACENCIES {
            group.bench_function(BenchmarkId::from_parameter(adjacency.name()), |b| {
                b.iter(|| {
                    epsilon_upper(adjacency, black_box(&parameters), releases, delta).unwrap()
                })
            });
        }
        group.finish();
    }
}

fn solvers(c: &mut Criterion) {
    let rows = ExpectedRowTotal::new(1000.0).unwrap();
    for releases in [1, 365] {
        for adjacency in [Adjacency::Event, Adjacency::Visit] {
            let epsilon = if releases == 1 { 1.0 } else { 26.0 };
            let guarantee = Guarantee::new(adjacency, epsilon, 1e-6, releases).unwrap();
            // Twice the least that can meet the guarantee.
            let least = smallest_pseudo_count(&guarantee).unwrap().get();
            let pseudo_count = PseudoCount::new(2.0 * least).unwrap();
            let name = format!("{}, {releases} releases", adjacency.name());
            let mut group = c.benchmark_group(format!("solvers, {name}"));
            group.sample_size(10);
            group.bench_function("solve_weight", |b| {
                b.iter(|| solve_weight(black_box(&guarantee), pseudo_count).unwrap())
            });
            group.bench_function("choose", |b| {
                b.iter(|| plan::choose(black_box(&guarantee), 60, rows).unwrap())
            });
            group.finish();
        }
    }
}

fn composition(c: &mut Criterion) {
    let delta = Delta::new(1e-9).unwrap();
    let times = |n| Releases::new(n).unwrap();
    let dirichlet = MechanismParameters::Dirichlet(DirichletParameters::new(0.3188, 15.8).unwrap());
    let geometric = |p, q| MechanismParameters::Geometric(GeometricRate::new(p, q).unwrap());
    let gaussian = MechanismParameters::Gaussian(Variance::new(400, 1).unwrap());
    let lists: [(&str, &[(MechanismParameters, Releases)]); 3] = [
        (
            "30 dirichlet, 5 geometric, 2 gaussian",
            &[
                (dirichlet, times(30)),
                (geometric(1, 20), times(5)),
                (gaussian, times(2)),
            ],
        ),
        ("365 geometric", &[(geometric(1, 20), times(365))]),
        (
            "365 geometric of two rates",
            &[
                (geometric(1, 20), times(182)),
                (geometric(1, 30), times(183)),
            ],
        ),
    ];
    let mut group = c.benchmark_group("composition, event, delta 1e-9");
    group.sample_size(10);
    for (name, list) in lists {
        group.bench_function(BenchmarkId::new("epsilon", name), |b| {
            b.iter(|| compose::epsilon_upper(Adjacency::Event, black_box(list), delta).unwrap())
        });
        group.bench_function(BenchmarkId::new("renyi", name), |b| {
            b.iter(|| {
                compose::renyi_epsilon_upper(Adjacency::Event, black_box(list), delta).unwrap()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, profile, solvers, composition);
criterion_main!(benches);
