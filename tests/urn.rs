//! The urn's exact guarantee, through the public functions.
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon, PolyaParameters, Releases};
use dpmarkov::privacy::{Adjacency, DirichletParameters, delta_upper, urn};

/// w = 0.3188, a = 15.8, exactly.
fn example(draws: u32) -> PolyaParameters {
    PolyaParameters::new(3985, 62963, 12500, draws).expect("in range")
}

fn delta(adjacency: Adjacency, draws: u32, states: usize, releases: u32, epsilon: f64) -> f64 {
    let t = Releases::new(releases).expect("in range");
    let e = Epsilon::new(epsilon).expect("in range");
    urn::delta_upper(adjacency, &example(draws), states, t, e).expect("a bound")
}

#[test]
fn the_sum_has_its_known_values() {
    assert_eq!(3985.0 / 12500.0, 0.3188);
    assert_eq!(62963.0 / 3985.0, 15.8);
    for states in [2, 59, 65_535] {
        for (draws, want) in [(50, 0.0), (200, 1.5577258e-7), (1000, 7.368742e-7)] {
            let d = delta(Adjacency::Destination, draws, states, 1, 1.0);
            assert!((d - want).abs() <= 1e-7 * want, "{draws}: {d:e}");
        }
    }
}

/// It grows with the draws, to the Dirichlet mechanism's.
#[test]
fn more_draws_tell_more() {
    let p = DirichletParameters::new(0.3188, 15.8).expect("in range");
    for epsilon in [0.0, 0.5, 1.0] {
        let e = Epsilon::new(epsilon).expect("in range");
        for adjacency in Adjacency::ALL {
            let limit = delta_upper(adjacency, &p, Releases::ONE, e).expect("a bound");
            let mut before = 0.0;
            for draws in [1, 2, 5, 20, 103, 104, 300, 3000, 30_000, 1 << 18, 1 << 24] {
                let d = delta(adjacency, draws, 59, 1, epsilon);
                assert!(
                    d >= before && d <= limit * (1.0 + 1e-9),
                    "{adjacency:?} {draws}"
                );
                before = d;
            }
            assert!(
                before > 0.8 * limit,
                "{adjacency:?} {epsilon}: {before:e} {limit:e}"
            );
        }
    }
}

/// An added or removed event is never told better than a moved one.
#[test]
fn add_remove_stays_below_destination() {
    for draws in [1, 3, 50, 200, 1000, 20_000] {
        for states in [2, 3, 59] {
            for i in 0..12 {
                let epsilon = 0.1 * f64::from(i);
                let one = delta(Adjacency::AddRemove, draws, states, 1, epsilon);
                let other = delta(Adjacency::Destination, draws, states, 1, epsilon);
                assert!(one <= other * (1.0 + 1e-9), "{draws} {states} {epsilon}");
            }
        }
    }
}

#[test]
fn epsilon_is_the_inverse_on_the_safe_side() {
    for adjacency in Adjacency::ALL {
        for (draws, states, releases) in [(30, 3, 1), (200, 59, 1), (3000, 59, 1), (40, 5, 20)] {
            for target in [0.0, 1e-300, 1e-12, 1e-6, 1e-2, 0.3] {
                let t = Releases::new(releases).expect("in range");
                let epsilon = urn::epsilon_upper(
                    adjacency,
                    &example(draws),
                    states,
                    t,
                    Delta::new(target).expect("in range"),
                )
                .expect("below the pure bound at least");
                let at = |e: f64| delta(adjacency, draws, states, releases, e);
                assert!(at(epsilon) <= target, "{adjacency:?} {draws} {target}");
                // a little less does not do
                assert!(
                    epsilon == 0.0 || at(epsilon * (1.0 - 1e-3)) > target,
                    "{adjacency:?} {draws} {target}: {epsilon}"
                );
            }
        }
    }
}

#[test]
fn refusals() {
    let t = Releases::ONE;
    let e = Epsilon::new(1.0).expect("in range");
    for states in [0, 1, 65_536] {
        let d = urn::delta_upper(Adjacency::Event, &example(9), states, t, e);
        assert_eq!(d, Err(Error::States));
        let p = urn::pure_epsilon_upper(Adjacency::Event, &example(9), states, t);
        assert_eq!(p, Err(Error::States));
        let delta = Delta::new(0.1).expect("in range");
        let e = urn::epsilon_upper(Adjacency::Event, &example(9), states, t, delta);
        assert_eq!(e, Err(Error::States));
    }
    // no epsilon up to 1e6 is pure for 4 billion releases of 32768 draws each
    let loud = PolyaParameters::new(1 << 15, 1, 1, 1 << 15).expect("in range");
    let many = Releases::new(u32::MAX).expect("in range");
    let zero = Delta::new(0.0).expect("in range");
    let e = urn::epsilon_upper(Adjacency::Visit, &loud, 5, many, zero);
    assert_eq!(e, Err(Error::NoEpsilon));
}

/// Close to the pure epsilon, and for long urns, the stated accuracy is what there is: values and P(L > epsilon) with 60 digits.
#[test]
fn the_accuracy_is_as_stated_close_to_the_pure_epsilon() {
    for (masses, draws, epsilon, want, tail) in [
        (
            (234, 611, 189),
            300,
            5.5805239849557715,
            1.2888959194712766e-14,
            2.309632582e-6,
        ),
        (
            (1, 96, 25),
            8192,
            0.3118300906216347,
            1.6272523978015085e-22,
            5.218394571e-13,
        ),
        (
            (32768, 13239, 140),
            5,
            6.154315765912008,
            1.749579114501832e-9,
            0.2842849147,
        ),
        (
            (10159, 76516011, 2),
            20_000,
            0.058671120877785796,
            4.709081340677967e-6,
            8.956889537e-4,
        ),
    ] {
        let (event, prior, draw) = masses;
        let urn = PolyaParameters::new(event, prior, draw, draws).expect("in range");
        let e = Epsilon::new(epsilon).expect("in range");
        let adjacency = Adjacency::Destination;
        let largest = urn::pure_epsilon_upper(adjacency, &urn, 2, Releases::ONE).expect("a bound");
        let got = urn::delta_upper(adjacency, &urn, 2, Releases::ONE, e).expect("a bound");
        let (w, b) = (
            f64::from(event) / f64::from(draw),
            f64::from(prior) / f64::from(draw),
        );
        let rounding = if draws <= 8192 {
            4e-15 * (1.0 + largest)
        } else {
            1e-13 * (1.0 + w) * (1.0 + (b + w + f64::from(draws)).ln())
        };
        assert!(got >= want * (1.0 - 1e-15), "{got:e} {want:e}");
        assert!(
            got <= want * (1.0 + 1e-10) + rounding * tail,
            "{got:e} {want:e}"
        );
    }
}
