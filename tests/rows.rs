//! Chains with parameters of their own for every row, and the releases that use them.
use dpmarkov::Error;
use dpmarkov::counts::Counts;
use dpmarkov::domain::{Delta, Epsilon, Releases};
use dpmarkov::mechanism::{DirichletRows, PublishedDirichlet};
use dpmarkov::privacy::rows::RowParameters;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee, delta_upper, epsilon_upper};
use dpmarkov::random::Generator;

fn p(w: f64, a: f64) -> DirichletParameters {
    DirichletParameters::new(w, a).expect("in range")
}

fn eps(e: f64) -> Epsilon {
    Epsilon::new(e).expect("in range")
}

#[test]
fn equal_rows_are_one_common_pair() {
    let rows = [p(0.3188, 15.8); 3];
    let chain = RowParameters::new(&rows).expect("three rows");
    for adjacency in Adjacency::ALL {
        for releases in [1, 10] {
            let releases = Releases::new(releases).expect("at least one");
            let one = delta_upper(adjacency, &rows[0], releases, eps(1.0)).expect("a bound");
            assert_eq!(chain.delta_upper(adjacency, releases, eps(1.0)), Ok(one));
            let delta = Delta::new(1e-6).expect("in range");
            assert_eq!(chain.epsilon_upper(adjacency, releases, delta), epsilon_upper(adjacency, &rows[0], releases, delta));
        }
    }
}

#[test]
fn different_rows() {
    let rows = [p(0.2, 4.0), p(0.35, 6.0), p(0.1, 7.0)];
    let chain = RowParameters::new(&rows).expect("three rows");
    assert_eq!(*chain.bound(), p(0.35, 4.0));
    let at = |adjacency, row: &DirichletParameters| delta_upper(adjacency, row, Releases::ONE, eps(1.0)).expect("a bound");
    for adjacency in [Adjacency::Destination, Adjacency::AddRemove] {
        let worst = rows.iter().map(|r| at(adjacency, r)).fold(0.0, f64::max);
        assert_eq!(chain.delta_upper(adjacency, Releases::ONE, eps(1.0)), Ok(worst));
    }
    // 40 digits by the real integral of the two Gamma cells would be one number; here: at least each row, at most the bound
    let event = chain.delta_upper(Adjacency::Event, Releases::ONE, eps(1.0)).expect("a bound");
    let bound = at(Adjacency::Event, chain.bound());
    assert!(event >= at(Adjacency::Event, &rows[0]) && event >= at(Adjacency::Event, &rows[1]));
    assert!(event < 0.9 * bound, "{event} {bound}");
    assert_eq!(chain.delta_upper(Adjacency::Visit, Releases::ONE, eps(1.0)), Ok(at(Adjacency::Visit, chain.bound())));
    for adjacency in Adjacency::ALL {
        for releases in [1, 7] {
            let releases = Releases::new(releases).expect("at least one");
            let delta = Delta::new(1e-4).expect("in range");
            let e = chain.epsilon_upper(adjacency, releases, delta).expect("finite");
            assert!(chain.delta_upper(adjacency, releases, eps(e)).expect("a bound") <= 1e-4);
            assert!(chain.delta_upper(adjacency, releases, eps(0.999 * e)).expect("a bound") > 1e-4);
        }
    }
}

/// Nine rows none of which dominates another: more than are paired.
#[test]
fn many_undominated_rows_fall_back_to_the_bound() {
    let rows: Vec<_> = (1..=9).map(|i| p(0.1 * f64::from(i), 5.0 + f64::from(i))).collect();
    let chain = RowParameters::new(&rows).expect("nine rows");
    let bound = delta_upper(Adjacency::Event, &p(0.1 * 9.0, 6.0), Releases::ONE, eps(1.0));
    assert_eq!(chain.delta_upper(Adjacency::Event, Releases::ONE, eps(1.0)), bound);
    let worst = rows.iter().map(|r| delta_upper(Adjacency::Destination, r, Releases::ONE, eps(1.0)).expect("a bound")).fold(0.0, f64::max);
    assert_eq!(chain.delta_upper(Adjacency::Destination, Releases::ONE, eps(1.0)), Ok(worst));
    // dominated ones do not count
    let rows: Vec<_> = (1..=9).map(|i| p(0.1 * f64::from(i), 5.0 - 0.1 * f64::from(i))).collect();
    let chain = RowParameters::new(&rows).expect("nine rows");
    assert_eq!(chain.delta_upper(Adjacency::Event, Releases::ONE, eps(1.0)), delta_upper(Adjacency::Event, &rows[8], Releases::ONE, eps(1.0)));
}

#[test]
fn sizes_and_guarantees_are_checked() {
    assert_eq!(RowParameters::new(&[]), Err(Error::States));
    assert_eq!(RowParameters::new(&[p(1.0, 1.0)]), Err(Error::States));
    let rows = [p(0.2, 4.0), p(0.35, 6.0)];
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-9, 1).expect("in range");
    assert_eq!(DirichletRows::checked(g, &rows), Err(Error::GuaranteeNotMet));
    let g = Guarantee::new(Adjacency::Event, 1.0, 0.1, 1).expect("in range");
    let chain = DirichletRows::checked(g, &rows).expect("met");
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut matrix = [7.0; 4];
    let cells = [0; 9];
    assert!(chain.release_chain(&mut rng, Counts::new(&cells, 3).expect("3 x 3"), &mut matrix).is_err());
    assert!(chain.release_chain(&mut rng, Counts::new(&cells[..4], 2).expect("2 x 2"), &mut matrix[..3]).is_err());
    assert_eq!(matrix, [7.0; 4]);
    let m = chain.release_chain(&mut rng, Counts::new(&[5, 0, 1, 9], 2).expect("2 x 2"), &mut matrix).expect("released");
    for row in m.rows() {
        assert_eq!(row.iter().sum::<f64>(), 1.0);
        assert!(row.iter().all(|x| *x >= 2f64.powi(-32) && (x * 2f64.powi(32)).fract() == 0.0));
    }
}

#[test]
fn the_bordered_form_refuses_what_it_must() {
    let m = PublishedDirichlet::new(20.6, 0.073, 98, 5).expect("the paper's inputs");
    assert_eq!(PublishedDirichlet::new(20.6, 0.073, 98, 2), Err(Error::PublishedStates));
    assert_eq!(PublishedDirichlet::new(20.0, 0.073, 98, 5), Err(Error::AssumptionConcentration));
    assert_eq!(PublishedDirichlet::new(20.6, 0.25, 98, 5), Err(Error::AssumptionBorder));
    let mut rng = Generator::from_seed_for_tests([1; 32], 0);
    let mut row = [7.0; 5];
    assert_eq!(m.release_row(&mut rng, &[7, 8, 27, 27, 29], &mut row), Err(Error::BelowBorder));
    assert_eq!(m.release_row(&mut rng, &[8, 8, 27, 27, 27], &mut row), Err(Error::RowTotal));
    assert_eq!(m.release_row(&mut rng, &[8, 8, 27, 55], &mut row), Err(Error::Length));
    assert_eq!(m.release_row(&mut rng, &[8, 8, 27, 27, 28], &mut row[..4]), Err(Error::Length));
    assert_eq!(m.release_row(&mut rng, &[u32::MAX; 5], &mut row), Err(Error::RowTotal));
    assert_eq!(row, [7.0; 5]);
    m.release_row(&mut rng, &[8, 8, 27, 27, 28], &mut row).expect("inside the border");
    assert_eq!(row.iter().sum::<f64>(), 1.0);
    let solved = PublishedDirichlet::for_epsilon(3.31, 0.073, 98, 5, 0.0004).expect("reachable");
    assert!(solved.epsilon(0.0004).expect("in range") <= 3.31 && (solved.concentration() - 31.161_338_537_14).abs() < 1e-8);
    assert!(solved.delta_upper(0.0004).expect("in range") < 1.4e-4); // the paper prints 1.3e-4

    let rows = [PublishedDirichlet::new(40.0, 0.1, 20, 3).expect("valid"), PublishedDirichlet::new(60.0, 0.05, 40, 3).expect("valid"), PublishedDirichlet::new(40.0, 0.1, 10, 3).expect("valid")];
    let mut matrix = [7.0; 9];
    let bad = Counts::new(&[5, 5, 10, 10, 10, 20, 1, 9, 0], 3).expect("3 x 3");
    assert_eq!(PublishedDirichlet::release_chain(&rows, &mut rng, bad, &mut matrix).err(), Some(Error::BelowBorder));
    assert_eq!(matrix, [7.0; 9]);
    let good = Counts::new(&[5, 5, 10, 10, 10, 20, 1, 8, 1], 3).expect("3 x 3");
    assert_eq!(PublishedDirichlet::release_chain(&rows[..2], &mut rng, good, &mut matrix).err(), Some(Error::Length));
    assert!(PublishedDirichlet::release_chain(&rows, &mut rng, good, &mut matrix).is_ok());
}
