//! Stationary distributions with scratch of their own.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, stationary};

pub fn gth(cells: &[f64], n: usize) -> Result<Vec<f64>, Error> {
    let mut pi = vec![7.0; n];
    let result = stationary::gth(
        StochasticMatrix::new(cells, n)?,
        &mut vec![f64::NAN; n * n],
        &mut pi,
    );
    if result.is_err() {
        assert_eq!(pi, vec![7.0; n], "an error must leave the output untouched");
    }
    result.map(|()| pi)
}

pub fn power(
    cells: &[f64],
    n: usize,
    tolerance: f64,
    iterations: u32,
) -> Result<(Vec<f64>, f64), Error> {
    let mut pi = vec![7.0; n];
    let result = stationary::power(
        StochasticMatrix::new(cells, n)?,
        tolerance,
        iterations,
        &mut vec![f64::NAN; 2 * n],
        &mut pi,
    );
    if result.is_err() {
        assert_eq!(pi, vec![7.0; n], "an error must leave the output untouched");
    }
    result.map(|bound| (pi, bound))
}

pub fn total_variation(x: &[f64], y: &[f64]) -> f64 {
    0.5 * x.iter().zip(y).map(|(x, y)| (x - y).abs()).sum::<f64>()
}
