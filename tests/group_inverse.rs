//! The group inverse: identities, references.
use dpmarkov::chain::{StochasticMatrix, group_inverse, stationary};
use dpmarkov::{Error, Result};

fn solve(cells: &[f64], n: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let m = StochasticMatrix::new(cells, n)?;
    let (mut inverse, mut pi) = (vec![7.0; n * n], vec![7.0; n]);
    let mut work = vec![f64::NAN; group_inverse::work_len(n)];
    let result = group_inverse::group_inverse(m, &mut work, &mut inverse, &mut pi);
    if result.is_err() {
        assert!(inverse.iter().chain(&pi).all(|x| *x == 7.0));
    }
    result.map(|()| (inverse, pi))
}

#[test]
fn two_states_in_closed_form() {
    for (p, q) in [
        (0.3, 0.2),
        (1e-8, 3e-8),
        (1e-17, 3e-17),
        (1.0, 1.0),
        (1e-100, 0.5),
    ] {
        let (a, pi) = solve(&[1.0 - p, p, q, 1.0 - q], 2).unwrap();
        let s = p + q;
        let want = [p / s / s, -p / s / s, -q / s / s, q / s / s];
        for (a, w) in a.iter().zip(want) {
            assert!((a - w).abs() <= 4e-16 * w.abs(), "{a:e} {w:e}");
        }
        assert!((pi[0] - q / s).abs() <= 4e-16 * q / s);
    }
}
