//! The urn's exact guarantee.
use dpmarkov::domain::{Epsilon, PolyaParameters, Releases};
use dpmarkov::privacy::{Adjacency, urn};

fn delta(m: u32) -> f64 {
    let p = PolyaParameters::new(3985, 62963, 12500, m).unwrap();
    urn::delta_upper(
        Adjacency::Destination,
        &p,
        59,
        Releases::ONE,
        Epsilon::new(1.0).unwrap(),
    )
    .unwrap()
}

#[test]
fn design_values() {
    for (m, want) in [(50, 0.0), (200, 1.5577258e-7), (1000, 7.368742e-7)] {
        let d = delta(m);
        println!("{m} {d:e}");
        assert!((d - want).abs() <= 1e-7 * want, "{m}: {d:e}");
    }
    println!("{:e} {:e}", delta(1 << 18), delta(1 << 24));
}
