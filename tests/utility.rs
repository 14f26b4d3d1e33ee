//! Utility: expected KL divergence and total variation against 60 digits.
use dpmarkov::Error;
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::privacy::DirichletParameters;
use dpmarkov::utility::*;
use proptest::prelude::*;

struct Reference {
    parameters: DirichletParameters,
    counts: Vec<u32>,
    kl: f64,
    tv: f64,
}

fn references() -> Vec<Reference> {
    let parse = |line: &str| {
        let field: Vec<&str> = line.split(',').collect();
        Reference {
            parameters: DirichletParameters::new(
                field[0].parse().unwrap(),
                field[1].parse().unwrap(),
            )
            .unwrap(),
            counts: field[2].split(' ').map(|c| c.parse().unwrap()).collect(),
            kl: field[3].parse().unwrap(),
            tv: field[4].parse().unwrap(),
        }
    };
    include_str!("data/utility.csv")
        .lines()
        .skip(1)
        .map(parse)
        .collect()
}

#[test]
fn kl_agrees_with_sixty_digits() {
    let mut worst = 0.0_f64;
    for r in references() {
        let got = expected_kl(&r.counts, &r.parameters).unwrap();
        let error = (got / r.kl - 1.0).abs();
        if error > 1e-14 {
            println!(
                "{:?} {:?}: {got:e}, expected {:e}",
                r.parameters, r.counts, r.kl
            );
        }
        worst = worst.max(error);
    }
    println!("worst {worst:e}");
    assert!(worst <= 1e-15, "{worst:e}");
    assert!(
        worst >= 1e-16,
        "the documented bound is far too generous: {worst:e}"
    );
}

#[test]
fn total_variation_agrees_with_sixty_digits() {
    let (mut worst, mut worst_absolute) = (0.0_f64, 0.0_f64);
    for r in references() {
        let got = expected_total_variation(&r.counts, &r.parameters).unwrap();
        assert!((0.0..=1.0).contains(&got));
        let error = (got / r.tv - 1.0).abs();
        if error > 1.5e-15 {
            println!(
                "{:?} {:?}: {got:e}, expected {:e}, relative {error:e}",
                r.parameters, r.counts, r.tv
            );
        }
        worst = worst.max(error);
        worst_absolute = worst_absolute.max((got - r.tv).abs());
    }
    println!("worst {worst:e}, absolute {worst_absolute:e}");
    assert!(worst <= 1e-14, "{worst:e}");
    assert!(
        worst >= 1e-15,
        "the documented bound is far too generous: {worst:e}"
    );
    assert!(worst_absolute <= 4e-15, "{worst_absolute:e}");
}

#[test]
fn the_functions_of_public_parameters_agree_with_those_of_counts() {
    for r in references() {
        let total: f64 = r.counts.iter().map(|c| f64::from(*c)).sum();
        let shares: Vec<f64> = r.counts.iter().map(|c| f64::from(*c) / total).collect();
        let total = ExpectedRowTotal::new(total).unwrap();
        let (kl, tv) = (
            expected_kl_at(&shares, total, &r.parameters).unwrap(),
            expected_total_variation_at(&shares, total, &r.parameters).unwrap(),
        );
        // c = C N rounds here, which the smallest biases feel.
        assert!(
            (kl - r.kl).abs() <= 1e-9 * r.kl + 1e-24,
            "{:?} {:?} {kl:e} {:e}",
            r.parameters,
            r.counts,
            r.kl
        );
        assert!(
            (tv - r.tv).abs() <= 1e-9 * r.tv + 1e-15,
            "{:?} {:?} {tv:e} {:e}",
            r.parameters,
            r.counts,
            r.tv
        );
    }
}

#[test]
fn figures_of_section_6_1() {
    // [A, 6.1]: k = 20.6, n = 5, N = 98. Uniform row, worst row of the bordered simplex (eta = 0.073), Corollary 1.
    let uniform = published_expected_kl(&[0.2; 5], 20.6).unwrap();
    let eta = 0.073;
    let worst = published_expected_kl(&[eta, eta, eta, eta, 1.0 - 4.0 * eta], 20.6).unwrap();
    let corollary = published_worst_kl(5, 98, 20.6).unwrap();
    assert!(
        (uniform - 0.1018).abs() < 5e-5
            && (worst - 0.1075).abs() < 5e-5
            && (corollary - 0.1418).abs() < 5e-5,
        "{uniform} {worst} {corollary}"
    );
    // The printed 0.103 lies between.
    assert!(uniform < 0.103 && 0.103 < worst);
}

#[test]
fn the_corollary_is_the_theorem_at_its_row() {
    for (n, total, k) in [
        (2_usize, 2_u64, 0.5),
        (3, 10, 3.0),
        (5, 98, 20.6),
        (40, 1000, 1e4),
        (4, 1_000_000, 1e-3),
    ] {
        let mut shares = vec![1.0 / total as f64; n];
        shares[n - 1] = (total - n as u64 + 1) as f64 / total as f64;
        let (direct, worst) = (
            published_expected_kl(&shares, k).unwrap(),
            published_worst_kl(n, total, k).unwrap(),
        );
        assert!(
            (direct / worst - 1.0).abs() < 1e-12,
            "{n} {total} {k}: {direct} {worst}"
        );
    }
}

#[test]
fn the_published_form_is_the_smoothed_one_without_pseudo_count() {
    // w = k/N and a = 1e-6: alpha = k C up to 1e-6/N.
    let shares = [0.5, 0.3, 0.2];
    let parameters = DirichletParameters::new(30.0 / 1e6, 1e-6).unwrap();
    let smoothed =
        expected_kl_at(&shares, ExpectedRowTotal::new(1e6).unwrap(), &parameters).unwrap();
    assert!((smoothed / published_expected_kl(&shares, 30.0).unwrap() - 1.0).abs() < 1e-10);
}

#[test]
fn a_row_of_65535_states() {
    let mut counts = vec![0_u32; 65_535];
    (counts[0], counts[7], counts[65_534]) = (1_000_000, 5, u32::MAX);
    let parameters = DirichletParameters::new(0.3188, 15.8).unwrap();
    let (kl, tv) = (
        expected_kl(&counts, &parameters).unwrap(),
        expected_total_variation(&counts, &parameters).unwrap(),
    );
    assert!(kl > 0.0 && kl < 1e-2 && tv > 0.0 && tv < 1e-2, "{kl} {tv}");
    let counts = vec![1_u32; 65_535];
    let direct = expected_total_variation(&counts, &parameters).unwrap();
    let uniform = expected_total_variation_uniform(
        65_535,
        ExpectedRowTotal::new(65_535.0).unwrap(),
        &parameters,
    )
    .unwrap();
    assert!((direct / uniform - 1.0).abs() < 1e-11, "{direct} {uniform}");
    let none = vec![1_u32; 65_536];
    assert_eq!(expected_kl(&none, &parameters), Err(Error::States));
    assert_eq!(
        expected_total_variation(&none, &parameters),
        Err(Error::States)
    );
}

#[test]
fn the_ends_of_every_range_give_numbers() {
    for w in [1e-9, 1.0, 1e9] {
        for a in [1e-6, 1.0, 1e9] {
            for total in [1.0, 1e3, 1e15] {
                let (p, total) = (
                    DirichletParameters::new(w, a).unwrap(),
                    ExpectedRowTotal::new(total).unwrap(),
                );
                for shares in [
                    [1.0 + 2e-16, 0.0, 0.0],
                    [1.0, 0.0, 1e-300],
                    [0.5, 0.5, 1e-17],
                    [0.3, 0.3, 0.4],
                    [1e-9, 1e-9, 1.0 - 2e-9],
                ] {
                    let (kl, tv) = (
                        expected_kl_at(&shares, total, &p).unwrap(),
                        expected_total_variation_at(&shares, total, &p).unwrap(),
                    );
                    assert!(
                        kl >= 0.0 && kl.is_finite() && tv > 0.0 && tv <= 1.0,
                        "{w} {a} {total:?} {shares:?}: {kl} {tv}"
                    );
                    assert!(
                        tv <= (0.5 * kl).sqrt() * (1.0 + 1e-9),
                        "{w} {a} {total:?} {shares:?}: {kl} {tv}"
                    );
                    for k in [1e-300, 1e-12, w, 1e300, 1e308] {
                        let published = published_expected_kl(&shares, k).unwrap();
                        assert!(
                            published >= 0.0 && published.is_finite(),
                            "{k} {shares:?}: {published}"
                        );
                        let worst = published_worst_kl(3, total.get() as u64 + 2, k).unwrap();
                        assert!(worst >= 0.0 && worst.is_finite(), "{k} {total:?}: {worst}");
                    }
                }
            }
        }
    }
}

#[test]
fn bad_input_is_a_named_error() {
    let p = DirichletParameters::new(1.0, 1.0).unwrap();
    let n = ExpectedRowTotal::new(10.0).unwrap();
    for short in [&[][..], &[3]] {
        assert_eq!(expected_kl(short, &p), Err(Error::States));
        assert_eq!(expected_total_variation(short, &p), Err(Error::States));
    }
    assert_eq!(expected_kl(&[0, 0], &p), Err(Error::EmptyRow));
    assert_eq!(expected_total_variation(&[0, 0], &p), Err(Error::EmptyRow));
    for shares in [
        [0.5, 0.6],
        [f64::NAN, 1.0],
        [-0.1, 1.1],
        [f64::INFINITY, 0.0],
    ] {
        assert_eq!(expected_kl_at(&shares, n, &p), Err(Error::NotStochastic));
        assert_eq!(
            expected_total_variation_at(&shares, n, &p),
            Err(Error::NotStochastic)
        );
        assert_eq!(
            published_expected_kl(&shares, 1.0),
            Err(Error::NotStochastic)
        );
    }
    assert_eq!(expected_kl_at(&[1.0], n, &p), Err(Error::States));
    assert_eq!(
        expected_total_variation_uniform(1, n, &p),
        Err(Error::States)
    );
    assert_eq!(
        expected_total_variation_uniform(65_536, n, &p),
        Err(Error::States)
    );
    for k in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(published_expected_kl(&[0.5, 0.5], k), Err(Error::Shape));
        assert_eq!(published_worst_kl(3, 10, k), Err(Error::Shape));
    }
    assert_eq!(published_worst_kl(1, 10, 1.0), Err(Error::States));
    assert_eq!(published_worst_kl(3, 2, 1.0), Err(Error::RowTotal));
}

proptest! {
    #[test]
    fn always_a_number_in_range(
        counts in prop::collection::vec(prop_oneof![Just(0_u32), 0_u32..20, any::<u32>()], 2..12),
        ln_w in -20.7..20.7_f64,
        ln_a in -13.8..20.7_f64,
    ) {
        prop_assume!(counts.iter().any(|c| *c > 0));
        let p = DirichletParameters::new(ln_w.exp(), ln_a.exp()).unwrap();
        let (kl, tv) = (expected_kl(&counts, &p).unwrap(), expected_total_variation(&counts, &p).unwrap());
        prop_assert!(kl > 0.0 && kl.is_finite(), "{}", kl);
        prop_assert!((0.0..=1.0).contains(&tv), "{}", tv);
        // Pinsker, and Jensen: E TV <= sqrt(E KL / 2).
        prop_assert!(tv <= (0.5 * kl).sqrt() * (1.0 + 1e-12), "{} {}", tv, kl);
    }

    #[test]
    fn total_variation_is_at_least_the_bias(counts in prop::collection::vec(0_u32..1000, 2..8), a in 0.01..100.0_f64, w in 0.01..10.0_f64) {
        let total: u32 = counts.iter().sum();
        prop_assume!(total > 0);
        let (n, total) = (counts.len() as f64, f64::from(total));
        let bias: f64 = counts.iter().map(|c| ((f64::from(*c) + a) / (total + n * a) - f64::from(*c) / total).abs()).sum();
        let tv = expected_total_variation(&counts, &DirichletParameters::new(w, a).unwrap()).unwrap();
        prop_assert!(tv >= 0.5 * bias * (1.0 - 1e-12), "{} {}", tv, bias);
    }
}
