//! Quantiles, residuals without cancellation, and what is not known.
use super::*;
use std::vec::Vec;

#[test]
fn quantiles_of_the_tables() {
    for (level, nu, want) in [
        (0.95, 1.0, 12.706_204_736_432_1),
        (0.95, 2.0, 4.302_652_729_911_28),
        (0.95, 9.0, 2.262_157_162_740_99),
        (0.99, 30.0, 2.749_995_653_567_23),
        (0.999_999, 1.0, 636_619.772_367_5),
        // the normal law's
        (0.95, 536_870_911.0, 1.959_963_988_96),
    ] {
        let got = student_quantile(Level::new(level).unwrap(), nu).unwrap();
        assert!(
            (got / want - 1.0).abs() < 1e-9,
            "{level} {nu}: {got} {want}"
        );
    }
}

fn sum(value: i128) -> Sum {
    let mut sum = Sum::default();
    sum.add(value);
    sum
}

/// One cell of a row, of pairs (y, R) in units.
fn cell(pairs: &[(i64, i64)]) -> (CellSums, RowContext) {
    let of = |f: fn(i128, i128) -> i128| {
        sum(pairs.iter().map(|(y, r)| f((*y).into(), (*r).into())).sum())
    };
    let cell = CellSums {
        count: of(|y, _| y),
        square: of(|y, _| y * y),
        product: of(|y, r| y * r),
        ..CellSums::default()
    };
    let row = RowSums {
        total: of(|_, r| r),
        square: of(|_, r| r * r),
        ..RowSums::default()
    };
    let context = RowContext {
        reports: pairs.len() as u32,
        sums: row,
        resolved: true,
    };
    (cell, context)
}

/// The same in rationals of 128 bits, on numbers that are small enough, and in two ways: by the sum of squares, and by the test that an interval's ends
/// must lie on.
#[test]
fn residuals_without_cancellation() {
    let small = [(3, 10), (5, 11), (-2, 9), (4, 12), (7, 20)];
    let large = [1i64 << 47, (1 << 47) - 3, (1 << 47) + 11, 1 << 46];
    // nearly all of the row: y^2 - 2 p y R + p^2 R^2 loses 48 bits
    let near: Vec<(i64, i64)> = large
        .iter()
        .zip([1, 3, 0, 2])
        .map(|(r, k)| (r - (k << 23), *r))
        .collect();
    for pairs in [&small[..], &near] {
        let (sums, row) = cell(pairs);
        let ratio = Ratio::new(&sums, &row).unwrap();
        let (y, r): (i128, i128) = pairs.iter().fold((0, 0), |(a, b), (y, r)| {
            (a + i128::from(*y), b + i128::from(*r))
        });
        // y_d R - Y R_d over R, each term without rounding but the last
        let residuals = pairs.iter().map(|(a, b)| {
            let exact = if r < 1 << 60 {
                i128::from(*a) * r - y * i128::from(*b)
            } else {
                // with y = r - k: -k_d R + K R_d
                (i128::from(*b) - i128::from(*a)) * -r + (r - y) * i128::from(*b)
            };
            exact as f64 / r as f64
        });
        let want: f64 = residuals.map(|e| e * e).sum();
        assert!(
            (ratio.residual / want - 1.0).abs() < 1e-12,
            "{} {want}",
            ratio.residual
        );
        let estimate = CellEstimate {
            to: 0,
            sums: &sums,
            row,
        };
        let se = estimate.share().unwrap().standard_error.unwrap();
        let d = pairs.len() as f64;
        assert!((se / (sqrt(d / (d - 1.0) * want) / r as f64) - 1.0).abs() < 1e-12);
    }
    // the ends of an interval lie on the test's edge
    let (sums, row) = cell(&small);
    let estimate = CellEstimate {
        to: 0,
        sums: &sums,
        row,
    };
    let confidence = Confidence::new(Level::new(0.95).unwrap(), 5).unwrap();
    let interval = estimate.share_interval(&confidence).unwrap();
    let t = confidence.student.unwrap();
    let p = interval.upper;
    let errors: Vec<f64> = small
        .iter()
        .map(|(y, r)| *y as f64 - p * *r as f64)
        .collect();
    let mean = errors.iter().sum::<f64>() / 5.0;
    let variance = errors.iter().map(|e| (e - mean) * (e - mean)).sum::<f64>() / 4.0;
    assert!((mean * mean * 5.0 / (t * t * variance) - 1.0).abs() < 1e-9);
}

#[test]
fn what_is_not_known_is_said_by_type() {
    let confidence = |reports| Confidence::new(Level::new(0.95).unwrap(), reports).unwrap();
    // one report
    let (sums, row) = cell(&[(5, 10)]);
    let one = CellEstimate {
        to: 0,
        sums: &sums,
        row,
    };
    assert_eq!(
        one.share(),
        Some(Share {
            share: 0.5,
            standard_error: None
        })
    );
    assert_eq!(one.share_interval(&confidence(1)), None);
    assert_eq!(confidence(0).student, None);
    // a total of 0 and below
    for pairs in [[(5, 10), (3, -10)], [(0, 0), (0, 0)], [(1, -7), (2, 3)]] {
        let (sums, row) = cell(&pairs);
        let cell = CellEstimate {
            to: 0,
            sums: &sums,
            row,
        };
        assert_eq!(cell.share(), None);
        assert_eq!(cell.share_interval(&confidence(2)), None);
    }
    // two reports of unlike totals: the share has an error, and the total is not certain enough for an interval
    let (sums, row) = cell(&[(5, 100), (3, 10)]);
    let two = CellEstimate {
        to: 0,
        sums: &sums,
        row,
    };
    assert!(two.share().unwrap().standard_error.is_some());
    assert_eq!(two.share_interval(&confidence(2)), None);
}

#[test]
fn the_whole_row_is_certain() {
    let (sums, row) = cell(&[(10, 10), (11, 11), (35, 35)]);
    let cell = CellEstimate {
        to: 0,
        sums: &sums,
        row,
    };
    assert_eq!(
        cell.share(),
        Some(Share {
            share: 1.0,
            standard_error: Some(0.0)
        })
    );
}
