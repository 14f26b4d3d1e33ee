//! Composition of mixed and repeated releases.
use dpmarkov::domain::{Delta, Epsilon, GeometricRate, Releases, Variance};
use dpmarkov::privacy::compose::{self, Bound, Composition, Stated};
use dpmarkov::privacy::{Adjacency, DirichletParameters, MechanismParameters};

fn times(n: u32) -> Releases {
    Releases::new(n).unwrap()
}

#[test]
fn gaussian_365() {
    let stated = [(
        Stated::Gaussian {
            mu: Epsilon::new(0.05).unwrap(),
        },
        times(365),
    )];
    let c = Composition::new(Adjacency::AddRemove, &[]).with_stated(&stated);
    let e = c.epsilon_upper(Delta::new(1e-9).unwrap()).unwrap();
    println!("{e:?} {:?}", c.renyi_epsilon_upper(Delta::new(1e-9).unwrap()));
    let list = [(
        MechanismParameters::Gaussian(Variance::new(400, 1).unwrap()),
        times(365),
    )];
    let t = std::time::Instant::now();
    let d = compose::epsilon_upper(Adjacency::AddRemove, &list, Delta::new(1e-9).unwrap()).unwrap();
    println!("{d:?} {:?}", t.elapsed());
    for mechanism in [
        MechanismParameters::Geometric(GeometricRate::new(1, 20).unwrap()),
        MechanismParameters::Geometric(GeometricRate::new(1, 100).unwrap()),
        MechanismParameters::Geometric(GeometricRate::new(1, 2).unwrap()),
        MechanismParameters::Gaussian(Variance::new(1, 4).unwrap()),
    ] {
        for adjacency in Adjacency::ALL {
            let t = std::time::Instant::now();
            let list = [(mechanism, times(365))];
            let d = compose::epsilon_upper(adjacency, &list, Delta::new(1e-9).unwrap()).unwrap();
            println!("{mechanism:?} {adjacency:?} {d:?} {:?} renyi {:?}", t.elapsed(), compose::renyi_epsilon_upper(adjacency, &list, Delta::new(1e-9).unwrap()));
        }
    }
    let list = [(
        MechanismParameters::Gaussian(Variance::new(400, 1).unwrap()),
        times(2),
    ),
    (MechanismParameters::Dirichlet(DirichletParameters::new(0.3188, 15.8).unwrap()), times(30)),
    (MechanismParameters::Geometric(GeometricRate::new(1, 20).unwrap()), times(5))];
        for adjacency in Adjacency::ALL {
            let t = std::time::Instant::now();
            let d = compose::epsilon_upper(adjacency, &list, Delta::new(1e-9).unwrap()).unwrap();
            println!("{adjacency:?} {d:?} {:?} renyi {:?}", t.elapsed(), compose::renyi_epsilon_upper(adjacency, &list, Delta::new(1e-9).unwrap()));
        }
    let _ = Bound::Basic;
}
