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

/// The chains of tests/data/stationary.py, bit by bit.
pub fn reference_chain(kind: &str, n: usize) -> Vec<f64> {
    let mut state = 20_251_129_u64;
    let mut cells = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut bits = (state >> 44) + 1;
            let mut e = -30;
            match kind {
                "coupled" if (i < n / 2) != (j < n / 2) => e -= 40,
                "graded" => e -= 3 * j as i32 / 5,
                "sparse" if !bits.is_multiple_of(16) && (i + 1) % n != j => bits = 0,
                "ladder" if i.abs_diff(j) != 1 => bits = 0,
                "ladder" if j > i => e -= 3,
                _ => {}
            }
            if i != j {
                cells[i * n + j] = bits as f64 * f64::powi(2.0, e);
            }
        }
        let row = &mut cells[i * n..(i + 1) * n];
        row[i] = 1.0 - row.iter().sum::<f64>();
    }
    cells
}

/// Their stationary distributions: (kind, states, pi).
pub fn references() -> Vec<(String, usize, Vec<f64>)> {
    let mut cases: Vec<(String, usize, Vec<f64>)> = Vec::new();
    for line in include_str!("../data/stationary.csv").lines().skip(1) {
        let field: Vec<&str> = line.split(',').collect();
        let (kind, n, value) = (
            field[0],
            field[1].parse().unwrap(),
            field[3].parse().unwrap(),
        );
        match cases.last_mut() {
            Some((k, m, pi)) if k == kind && *m == n => pi.push(value),
            _ => cases.push((kind.into(), n, vec![value])),
        }
    }
    cases
}
