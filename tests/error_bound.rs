//! The a-posteriori bound on a stationary distribution, attacked.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, group_inverse, stationary};
use support::chains::{reference_chain, references, total_variation};

mod support;

struct Solved<'a> {
    matrix: StochasticMatrix<'a>,
    inverse: Vec<f64>,
    tau: f64,
}

fn solved(cells: &[f64], n: usize) -> Solved<'_> {
    let matrix = StochasticMatrix::new(cells, n).unwrap();
    let (mut inverse, mut pi) = (vec![0.0; n * n], vec![0.0; n]);
    let mut work = vec![f64::NAN; group_inverse::work_len(n)];
    group_inverse::group_inverse(matrix, &mut work, &mut inverse, &mut pi).unwrap();
    let tau = group_inverse::tau_one(&inverse, n).unwrap();
    Solved {
        matrix,
        inverse,
        tau,
    }
}

impl Solved<'_> {
    fn bound(&self, x: &[f64]) -> f64 {
        stationary::error_bound(self.matrix, x, self.tau, &mut vec![f64::NAN; 2 * x.len()]).unwrap()
    }
}

fn residual(m: StochasticMatrix<'_>, x: &[f64]) -> f64 {
    let image = |j: usize| m.rows().zip(x).map(|(row, x)| x * row[j]).sum::<f64>();
    (0..x.len()).map(|j| (image(j) - x[j]).abs()).sum()
}

/// Two groups of ten states, coupled by 1e-8: the residual of 7e-9 says "converged", and a quarter of the probability is in the
/// wrong group.
#[test]
fn a_residual_misleads_where_the_bound_does_not() {
    let n = 20;
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let inside = 0.02 + 0.01 * ((i * 7 + j * 3) % 5) as f64;
            let across = if i < 10 { 1.3e-9 } else { 1.0e-9 };
            cells[i * n + j] = if (i < 10) == (j < 10) { inside } else { across };
        }
        let row = &mut cells[i * n..(i + 1) * n];
        row[i] = 0.0;
        row[i] = 1.0 - row.iter().sum::<f64>();
    }
    let chain = solved(&cells, n);
    let mut pi = vec![0.0; n];
    stationary::gth(chain.matrix, &mut vec![0.0; n * n], &mut pi).unwrap();
    let group: f64 = pi[..10].iter().sum();
    let shift = 0.27;
    let x: Vec<f64> = (0..n)
        .map(|i| {
            pi[i]
                * if i < 10 {
                    1.0 + shift / group
                } else {
                    1.0 - shift / (1.0 - group)
                }
        })
        .collect();
    let (residual, error, bound) = (
        residual(chain.matrix, &x),
        total_variation(&x, &pi),
        chain.bound(&x),
    );
    println!("residual {residual:e}, error {error}, bound {bound}");
    assert!((6e-9..3e-8).contains(&residual) && (error - 0.27).abs() < 1e-9);
    assert!(error <= bound && bound < 0.3, "{bound}");
    // What is accurate is certified as far as the residual's own rounding allows.
    let bound = chain.bound(&pi);
    assert!(bound < 1e-8, "{bound:e}");
}

/// For two states the bound is an equality: every rounding must go up. Exact integers decide.
#[test]
fn two_states_in_exact_arithmetic() {
    let mut state = 7_u64;
    let mut next = |bits: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> (64 - bits)) as i128 + 1
    };
    let mut tightest = f64::INFINITY;
    for round in 0..20_000 {
        let bits = 3 + round % 36;
        let (a, b, c) = (next(bits), next(bits), next(19));
        let unit = f64::powi(2.0, -40);
        let (p, q, x) = (
            a as f64 * unit,
            b as f64 * unit,
            c as f64 * f64::powi(2.0, -20),
        );
        let cells = [1.0 - p, p, q, 1.0 - q];
        let bound = solved(&cells, 2).bound(&[x, 1.0 - x]);
        // TV = abs(x - q/(p + q)) <= bound, times 2^80 (a + b), bound rounded down to 2^-80.
        let error = (c * (a + b) - (b << 20)).abs() << 60;
        let floor = (bound * f64::powi(2.0, 80)).floor() as i128 * (a + b);
        assert!(error <= floor, "p {p:e} q {q:e} x {x}: {bound:e}");
        if error > 1 << 100 {
            tightest = tightest.min(floor as f64 / error as f64);
        }
    }
    assert!(tightest < 1.0 + 1e-14, "{tightest}");
}

/// The direction in which the bound is an equality: x = pi + t (A#_i - A#_j) for the worst pair.
#[test]
fn never_below_the_error_in_the_worst_direction() {
    for (kind, n, pi) in references().into_iter().filter(|r| r.1 <= 150) {
        let cells = reference_chain(&kind, n);
        let chain = solved(&cells, n);
        let rows: Vec<&[f64]> = chain.inverse.chunks(n).collect();
        let mut worst = (0.0, 0, 0);
        for i in 0..n {
            for j in 0..i {
                let distance = total_variation(rows[i], rows[j]);
                if distance > worst.0 {
                    worst = (distance, i, j);
                }
            }
        }
        let (_, i, j) = worst;
        for part in [1.0, 0.5, 1e-3, 1e-6] {
            // As far as the entries stay probabilities.
            let direction: Vec<f64> = (0..n).map(|k| rows[i][k] - rows[j][k]).collect();
            let far = (0..n)
                .filter(|k| direction[*k] < 0.0)
                .map(|k| -pi[k] / direction[k])
                .fold(f64::INFINITY, f64::min);
            let x: Vec<f64> = (0..n)
                .map(|k| (pi[k] + part * far * direction[k]).max(0.0))
                .collect();
            let (error, bound) = (total_variation(&x, &pi), chain.bound(&x));
            assert!(
                error * (1.0 - 1e-14) - 1e-17 <= bound,
                "{kind} {n} {part}: {error:e} {bound:e}"
            );
            assert!(
                bound <= error * 1.01 + 1e-15 * chain.tau,
                "{kind} {n} {part}: {error:e} {bound:e}"
            );
        }
    }
}

#[test]
fn any_vector_of_the_accepted_range() {
    let cells = [0.75, 0.25, 0.5, 0.5]; // pi = (2/3, 1/3), tau = 4/3
    let chain = solved(&cells, 2);
    for (x, error) in [
        ([0.0, 0.0], 0.5),
        ([1.0, 0.0], 1.0 / 3.0),
        ([0.0, 1.0], 2.0 / 3.0),
        ([2.0, 2.0], 1.5),
        ([1.0, 1.0], 0.5),
    ] {
        let bound = chain.bound(&x);
        assert!(
            bound >= error * (1.0 - 1e-16) && bound <= 1.0 + (x[0] + x[1] - 1.0).abs() + 1e-12,
            "{x:?} {bound}"
        );
    }
    let with = |x: &[f64], tau: f64| stationary::error_bound(chain.matrix, x, tau, &mut [0.0; 4]);
    assert_eq!(with(&[0.5, f64::NAN], 1.0), Err(Error::NotStochastic));
    assert_eq!(with(&[1.1, -0.1], 1.0), Err(Error::NotStochastic));
    assert_eq!(with(&[0.5, 2.5], 1.0), Err(Error::NotStochastic));
    assert_eq!(with(&[0.5], 1.0), Err(Error::Length));
    assert_eq!(with(&[0.5, 0.5], -1.0), Err(Error::Domain));
    // less than any chain's
    assert_eq!(with(&[0.5, 0.5], 0.0), Err(Error::Domain));
    assert_eq!(with(&[0.5, 0.5], 0.4989), Err(Error::Domain));
    assert_eq!(with(&[0.5, 0.5], f64::NAN), Err(Error::Domain));
    assert_eq!(
        stationary::error_bound(chain.matrix, &[0.5; 2], 1.0, &mut [0.0; 3]),
        Err(Error::WorkLength)
    );
    // Nothing known about the chain: nothing certified.
    assert!((1.0..1.0 + 1e-14).contains(&with(&[0.5, 0.5], f64::INFINITY).unwrap()));
}

/// x of a sum just above 1, all of it in the wrong place: TV is (sum x + 1)/2, which no double between 1 and 1 + 2^-52 holds.
#[test]
fn a_sum_above_one_by_less_than_a_unit_counts() {
    let chain = solved(&[1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.5], 3);
    assert_eq!(chain.bound(&[0.0, 1.0, 0.0]), 1.0);
    assert!((0.875..=1.0).contains(&chain.bound(&[0.0, 0.5, 0.25])));
    let bound = chain.bound(&[0.0, 1.0, 1e-17]);
    assert!(bound > 1.0 && bound < 1.0 + 1e-15);
}

/// The least coefficient there is: two states that change places at every step, A# of eigenvalue 1/2.
#[test]
fn the_least_coefficient_is_one_half() {
    let chain = solved(&[0.0, 1.0, 1.0, 0.0], 2);
    assert!((0.5..0.5 + 1e-14).contains(&chain.tau));
    let bound = chain.bound(&[0.25, 0.75]);
    assert!((0.25..0.25 + 1e-14).contains(&bound));
}
