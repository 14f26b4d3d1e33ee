//! Accounting of integer noise against closed forms and finite sums.
use dpmarkov::domain::{Delta, Epsilon, GeometricRate, Releases, Variance};
use dpmarkov::privacy::{Adjacency, Guarantee, gaussian, geometric};

fn eps(e: f64) -> Epsilon {
    Epsilon::new(e).expect("in range")
}

#[test]
fn one_geometric_release_has_a_closed_form() {
    for (p, q) in [(1, 4), (1, 2), (1, 1), (3, 1), (1, 1 << 20), (64, 1)] {
        let rate = GeometricRate::new(p, q).expect("in range");
        let e0 = rate.get();
        let x = (-e0).exp();
        let part = |l: f64, e: f64| if l > e { -(e - l).exp_m1() } else { 0.0 };
        for share in [0.0, 0.1, 0.5, 0.9, 0.99, 1.3, 1.9, 2.1, 3.5, 3.99, 4.0, 5.0] {
            let e = share * e0;
            let truth = [
                (Adjacency::AddRemove, part(e0, e) / (1.0 + x)),
                (Adjacency::Event, part(2.0 * e0, e) / (1.0 + x).powi(2)),
                (
                    Adjacency::Destination,
                    part(2.0 * e0, e) / (1.0 + x).powi(2),
                ),
                (
                    Adjacency::Visit,
                    (part(4.0 * e0, e) + x * (3.0 - x) * part(2.0 * e0, e)) / (1.0 + x).powi(3),
                ),
                (
                    Adjacency::VisitPresence,
                    (part(3.0 * e0, e) + 3.0 * x * part(e0, e)) / (1.0 + x).powi(3),
                ),
            ];
            for (adjacency, want) in truth {
                let got = geometric::delta_upper(adjacency, rate, Releases::ONE, eps(e))
                    .expect("a bound");
                println!(
                    "{adjacency:?} {e0} {e}: {got:e} {want:e} {:e}",
                    got / want - 1.0
                );
                assert!(got >= want * (1.0 - 1e-15) && got <= want * (1.0 + 1e-12));
            }
        }
    }
}

#[test]
fn a_year_of_gaussian_releases() {
    let variance = Variance::new(400, 1).expect("in range");
    let year = Releases::new(365).expect("in range");
    let t = std::time::Instant::now();
    let e = gaussian::epsilon_upper(
        Adjacency::AddRemove,
        variance,
        year,
        Delta::new(1e-9).expect("in range"),
    )
    .expect("found");
    println!("{e} {:?}", t.elapsed());
    assert!((e - 5.869959).abs() < 1e-4);
    let t = std::time::Instant::now();
    let v = gaussian::solve_variance(
        &Guarantee::new(Adjacency::AddRemove, 5.869959, 1e-9, 365).expect("g"),
    );
    println!("{v:?} {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let v = geometric::solve_rate(&Guarantee::new(Adjacency::Visit, 1.0, 1e-9, 365).expect("g"));
    println!("{v:?} {:?}", t.elapsed());
    let v = geometric::solve_rate(&Guarantee::new(Adjacency::Visit, 1.0, 0.0, 365).expect("g"));
    println!("{v:?} {:?}", t.elapsed());
}
