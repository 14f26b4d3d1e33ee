//! Theorem 1 of [A]: the formula at the paper's own inputs, its assumptions, its solver, and what the exact profile says beside it.
use dpmarkov::Error;
use dpmarkov::domain::{Delta, Epsilon, Releases};
use dpmarkov::privacy::{Adjacency, delta_upper, epsilon_upper, published};

const ETA: f64 = 0.073;
const GAMMA: f64 = 0.0004;

#[test]
fn section_6_1_of_the_paper() {
    let mut rows = 0;
    for line in include_str!("data/paper_section_6_1.csv")
        .lines()
        .filter(|l| !l.starts_with(['#', 'k']))
    {
        let (k, eps) = line.split_once(',').expect("two columns");
        let (k, eps): (f64, f64) = (k.parse().expect("k"), eps.parse().expect("epsilon"));
        let got = published::epsilon(k, ETA, 98, 5, GAMMA).expect("inside the assumptions");
        assert!(
            got >= eps * (1.0 - 1e-15) && got < eps * (1.0 + 1e-12),
            "{k}: {got} {eps}"
        );
        let back = published::solve_k(got, ETA, 98, 5, GAMMA).expect("reachable");
        assert!((back / k - 1.0).abs() < 1e-11, "{back} {k}");
        rows += 1;
    }
    assert_eq!(rows, 7);
    let d = published::delta_bounds(20.6, ETA, 5, GAMMA).expect("inside the assumptions");
    // 30 digits: 1 - product and sum of the q_i; delta_A itself, by its contour integral, lies between them
    let (lower, exact, upper) = (
        0.001_995_179_085_774_892,
        0.001_995_349_296_406_657,
        0.001_996_673_602_881_294,
    );
    assert!(d.lower <= lower && d.lower > lower * (1.0 - 3e-12), "{d:?}");
    assert!(d.upper >= upper && d.upper < upper * (1.0 + 3e-12), "{d:?}");
    assert!(d.lower < exact && exact < d.upper);
}

#[test]
fn sharpened_is_equal_at_three_states_and_smaller_above() {
    let at = |n: usize| {
        (
            published::epsilon(60.0, 0.05, 200, n, 1e-3),
            published::epsilon_sharpened(60.0, 0.05, 200, n, 1e-3),
        )
    };
    let (p, s) = at(3);
    assert!((p.expect("three") / s.expect("three") - 1.0).abs() < 1e-12);
    for n in 4..=19 {
        let (p, s) = at(n);
        assert!(s.expect("sharpened") < p.expect("published"));
    }
    // at two states only the sharpened one holds, and it is the larger: the published formula would understate
    let s = published::epsilon_sharpened(60.0, 0.05, 200, 2, 1e-3).expect("two states");
    assert_eq!(
        published::epsilon(60.0, 0.05, 200, 2, 1e-3),
        Err(Error::PublishedStates)
    );
    assert!(s > 0.0);
}

/// The sharpened bound is attacked: the largest loss inside the cut over all rows and neighbours, on a grid.
#[test]
fn no_row_inside_the_border_has_a_larger_loss() {
    let ln_gamma = dpmarkov::special::ln_gamma;
    let (k, eta, total, gamma) = (60.0, 0.1, 50.0, 1e-3);
    for n in [2_usize, 3, 4, 5] {
        let (mut worst, steps) = (f64::NEG_INFINITY, 50);
        // shares c_i, c_j on the lattice 1/50; the other n - 2 shares need at least eta each
        for i in 5..=steps {
            for j in 5..=steps {
                let (ci, cj) = (i as f64 / total, (j as f64) / total);
                if ci + cj + (n as f64 - 2.0) * eta > 1.0 + 1e-9
                    || cj - 1.0 / total < eta - 1e-9
                    || (n == 2 && i + j != steps)
                {
                    continue;
                }
                let (u, v, w) = (k * ci, k * cj, k / total);
                let normaliser = ln_gamma(u + w) - ln_gamma(u) + ln_gamma(v - w) - ln_gamma(v);
                let cut = w * ((1.0 - (n as f64 - 1.0) * gamma) / gamma).ln();
                worst = worst
                    .max(normaliser.abs().max(-normaliser) + cut)
                    .max(cut - normaliser);
                worst = worst.max(cut + normaliser);
            }
        }
        let bound = published::epsilon_sharpened(k, eta, 50, n, gamma).expect("in range");
        assert!(worst <= bound + 1e-12, "n = {n}: {worst} above {bound}");
        assert!(
            worst >= bound * (1.0 - 1e-9),
            "n = {n}: the bound {bound} is not attained: {worst}"
        );
    }
}

#[test]
fn each_assumption_has_its_error() {
    let eps = |k: f64, eta: f64, total: u64, n: usize, gamma: f64| {
        published::epsilon(k, eta, total, n, gamma)
    };
    assert_eq!(eps(20.6, ETA, 98, 2, GAMMA), Err(Error::PublishedStates));
    assert_eq!(eps(20.6, ETA, 98, 0, GAMMA), Err(Error::PublishedStates));
    assert_eq!(eps(20.6, 1e-6, 98, 65_536, 1e-6), Err(Error::States));
    for gamma in [0.0, -1.0, 0.26, f64::NAN, f64::INFINITY, 0.21] {
        assert_eq!(
            eps(20.6, ETA, 98, 5, gamma),
            Err(Error::AssumptionGamma),
            "{gamma}"
        );
    }
    for eta in [0.0, -0.1, 0.25, 0.21, f64::NAN, f64::INFINITY] {
        assert_eq!(
            eps(1000.0, eta, 98, 5, GAMMA),
            Err(Error::AssumptionBorder),
            "{eta}"
        );
    }
    for k in [20.5, 0.0, -1.0, f64::NAN, f64::INFINITY, 1e13] {
        assert_eq!(
            eps(k, ETA, 98, 5, GAMMA),
            Err(Error::AssumptionConcentration),
            "{k}"
        );
        assert_eq!(
            published::delta_upper(k, ETA, 5, GAMMA),
            Err(Error::AssumptionConcentration),
            "{k}"
        );
    }
    assert_eq!(eps(20.6, ETA, 0, 5, GAMMA), Err(Error::RowTotal));
    assert_eq!(eps(20.6, 0.2, 98, 5, GAMMA), Err(Error::RowTotal));
    assert_eq!(
        published::solve_k(0.5, ETA, 98, 5, GAMMA),
        Err(Error::Unreachable)
    );
    assert_eq!(
        published::solve_k(f64::NAN, ETA, 98, 5, GAMMA),
        Err(Error::Epsilon)
    );
    assert_eq!(
        published::solve_k(-1.0, ETA, 98, 5, GAMMA),
        Err(Error::Epsilon)
    );
}

#[test]
fn solved_k_keeps_its_promise() {
    for epsilon in [2.3, 2.7, 3.31, 5.0, 50.0, 1e4] {
        let k = published::solve_k(epsilon, ETA, 98, 5, GAMMA).expect("reachable");
        assert!(k >= 1.5 / ETA);
        assert!(published::epsilon(k, ETA, 98, 5, GAMMA).expect("in range") <= epsilon);
        assert!(published::epsilon(k * 1.001, ETA, 98, 5, GAMMA).expect("in range") > epsilon);
    }
}

#[test]
fn the_exact_profile_of_the_same_noise() {
    let p = published::parameters(20.6, ETA, 98).expect("in range");
    let d = delta_upper(
        Adjacency::Destination,
        &p,
        Releases::ONE,
        Epsilon::new(2.255).expect("in range"),
    )
    .expect("one release");
    assert!(d > 2.4e-8 && d < 2.6e-8, "{d:e}");
    let e = epsilon_upper(
        Adjacency::Destination,
        &p,
        Releases::ONE,
        Delta::new(0.0026).expect("in range"),
    )
    .expect("one release");
    assert!(e > 0.62 && e < 0.64, "{e}");
}

/// The exact profile's parameters err on the safe side: weight at least k/N, pseudo-count at most eta N, smallest parameter at most k eta.
#[test]
fn exact_parameters_are_rounded_to_the_safe_side() {
    for i in 0..2000 {
        let x = f64::from(i);
        let (k, eta, total) = (20.6 + 0.37 * x, 0.073 + 7.1e-5 * x, 98 + 31 * i as u64);
        let p = dpmarkov::privacy::published::parameters(k, eta, total).expect("in range");
        let (w, a, n) = (p.weight.get(), p.pseudo_count.get(), total as f64);
        // the sign of a fused difference is exact
        assert!(w.mul_add(n, -k) >= 0.0, "{k} {total}");
        assert!(eta.mul_add(n, -a) >= 0.0);
        let (base, border) = (w * a, k * eta);
        let (low, border_low) = (w.mul_add(a, -base), k.mul_add(eta, -border));
        assert!(
            (base - border) + (low - border_low) <= 0.0,
            "{k} {eta} {total}"
        );
    }
}
