//! E y = c and E v = Var y, by enumeration of whole laws.
use super::*;
use crate::domain::{GeometricRate, PolyaParameters, Variance};
use crate::privacy::DirichletParameters;
use proptest::prelude::*;
use std::vec::Vec;

fn polya(event: u32, prior: u32, draw: u32, draws: u32) -> MechanismParameters {
    MechanismParameters::Polya(PolyaParameters::new(event, prior, draw, draws).unwrap(), 3)
}

fn dirichlet(weight: f64, pseudo_count: f64) -> MechanismParameters {
    MechanismParameters::Dirichlet(DirichletParameters::new(weight, pseudo_count).unwrap())
}

fn geometric(numerator: u32, denominator: u32) -> MechanismParameters {
    MechanismParameters::Geometric(GeometricRate::new(numerator, denominator).unwrap())
}

fn known(events: f64) -> Total {
    Total {
        events,
        variance: 0.0,
        saturated: false,
    }
}

/// (y, v) of every cell in events, and R.
fn read(law: &Law, values: &[i64], total: Option<Total>) -> Result<(Vec<(f64, f64)>, RowPart)> {
    let mut cells = Vec::new();
    let row = law.row(values.len(), values.iter().copied(), total, |part, row| {
        cells.push((part.y, part.noise, row));
    })?;
    assert!(cells.iter().all(|(_, _, total)| *total == row.total));
    assert_eq!(cells.iter().map(|(y, _, _)| y).sum::<i64>(), row.total);
    let events = |(y, v, _): &(i64, i128, i64)| (*y as f64 / 65_536.0, *v as f64 / TWO_32);
    Ok((cells.iter().map(events).collect(), row))
}

/// A total's law: of noise at rate e0 about `total`, or known.
fn totals(total: u32, rate: Option<f64>) -> Vec<(f64, Total)> {
    let Some(e0) = rate else {
        return Vec::from([(1.0, known(f64::from(total)))]);
    };
    let x = (-e0).exp();
    let variance = 2.0 * x / ((1.0 - x) * (1.0 - x));
    let of = |k: i32| {
        let p = (1.0 - x) / (1.0 + x) * x.powi(k.abs());
        let events = f64::from(total) + f64::from(k);
        (
            p,
            Total {
                events,
                variance,
                saturated: false,
            },
        )
    };
    (-60..=60).map(of).collect()
}

/// Mean of y, variance of y and mean of v of the first cell, over a law of (probability, values) and one of totals.
fn moments(law: &Law, c: f64, rows: &[(f64, Vec<i64>)], totals: &[(f64, Total)]) -> [f64; 3] {
    let (mut mean, mut variance, mut estimate) = (0.0, 0.0, 0.0);
    for (p, values) in rows {
        for (q, total) in totals {
            let (cells, _) = read(law, values, Some(*total)).unwrap();
            let (y, v) = cells[0];
            mean += p * q * y;
            variance += p * q * (y - c) * (y - c);
            estimate += p * q * v;
        }
    }
    [mean, variance, estimate]
}

/// Every row of M draws from an urn of three, with its probability.
fn urn_law(
    counts: [u32; 3],
    event: u32,
    prior: u32,
    draw: u32,
    draws: u32,
) -> Vec<(f64, Vec<i64>)> {
    let alpha = counts.map(|c| f64::from(event * c + prior) / f64::from(draw));
    let rising = |a: f64, m: u32| {
        (0..m)
            .map(|i| (a + f64::from(i)) / f64::from(i + 1))
            .product::<f64>()
    };
    let whole = rising(alpha.iter().sum(), draws);
    let mut law = Vec::new();
    for m0 in 0..=draws {
        for m1 in 0..=draws - m0 {
            let m = [m0, m1, draws - m0 - m1];
            let p: f64 = alpha.iter().zip(m).map(|(a, m)| rising(*a, m)).product();
            law.push((p / whole, m.map(i64::from).to_vec()));
        }
    }
    assert!((law.iter().map(|(p, _)| p).sum::<f64>() - 1.0).abs() < 1e-12);
    law
}

#[test]
fn urns_without_bias_and_with_their_own_variance() {
    for (counts, event, prior, draw, draws) in [
        ([3, 0, 9], 2, 5, 3, 4),
        ([0, 7, 1], 1, 1, 1, 7),
        ([12, 1, 0], 3, 40, 8, 2),
    ] {
        let law = Law::new(&polya(event, prior, draw, draws), 32);
        let rows = urn_law(counts, event, prior, draw, draws);
        let total = counts.iter().sum::<u32>();
        for rate in [None, Some(1.0), Some(0.7)] {
            let c = f64::from(counts[0]);
            let totals = totals(total, rate);
            let [mean, variance, estimate] = moments(&law, c, &rows, &totals);
            assert!((mean - c).abs() < 2e-5, "{counts:?} {rate:?}: {mean}");
            assert!(
                (estimate / variance - 1.0).abs() < 1e-4,
                "{counts:?} {rate:?}: {estimate} {variance}"
            );
            // the test could fail: T^2 in place of T^2 - t2, and no term for the total
            let t2 = totals[0].1.variance;
            let spread: f64 = rows
                .iter()
                .map(|(p, m)| {
                    let x = m[0] as f64 / f64::from(draws);
                    p * x * (1.0 - x)
                })
                .sum();
            let wrong = estimate + t2 * spread / f64::from(draws - 1);
            assert!(rate.is_none() || (wrong / variance - 1.0).abs() > 5e-4);
        }
    }
}

/// Noise that takes totals below 0: v is never below 0, and on average never below the variance.
#[test]
fn variances_err_to_the_safe_side_where_totals_are_lost() {
    let rows = urn_law([0, 0, 1], 1, 1, 1, 3);
    let law = Law::new(&polya(1, 1, 1, 3), 32);
    for rate in [0.5, 0.25] {
        let totals = totals(1, Some(rate));
        let [mean, variance, estimate] = moments(&law, 0.0, &rows, &totals);
        assert!(mean.abs() < 1e-3, "{mean}");
        assert!(
            estimate > variance && estimate < 1.5 * variance,
            "{estimate} {variance}"
        );
        for (_, total) in totals {
            let (cells, _) = read(&law, &[1, 2, 0], Some(total)).unwrap();
            assert!(cells.iter().all(|(_, v)| *v >= 0.0));
        }
    }
}

#[test]
fn one_draw_has_an_upper_bound() {
    let rows = urn_law([3, 4, 1], 2, 3, 5, 1);
    let law = Law::new(&polya(2, 3, 5, 1), 16);
    for rate in [None, Some(1.0)] {
        let [mean, variance, estimate] = moments(&law, 3.0, &rows, &totals(8, rate));
        assert!((mean - 3.0).abs() < 2e-5 && estimate >= variance && estimate < 2.0 * variance);
        // alone in its row a cell is the total
        let (cells, row) = read(&law, &[1], Some(totals(8, rate)[0].1)).unwrap();
        assert_eq!(cells[0].1, row.noise as f64 / TWO_32);
        assert_eq!(row.noise == 0, rate.is_none());
    }
}

/// A row's first entry ~ Beta(p, q), by the midpoint rule on its density; the rest is split in two.
fn beta_law(p: f64, q: f64, bits: u32, cells: i64) -> Vec<(f64, Vec<i64>)> {
    let whole = (1i64 << bits) - cells;
    let points = 4000;
    let mut law: Vec<(f64, Vec<i64>)> = (0..points)
        .map(|i| {
            let x = (f64::from(i) + 0.5) / f64::from(points);
            let density = ((p - 1.0) * x.ln() + (q - 1.0) * (1.0 - x).ln()).exp();
            let first = (x * whole as f64).round() as i64;
            let second = (whole - first) / 3;
            (density, Vec::from([first, second, whole - first - second]))
        })
        .collect();
    let sum: f64 = law.iter().map(|(density, _)| density).sum();
    law.iter_mut().for_each(|(density, _)| *density /= sum);
    law
}

#[test]
fn dirichlet_rows_without_bias_and_with_their_own_variance() {
    for (counts, w, a) in [([30, 5, 45], 0.25, 16.0), ([0, 40, 0], 0.5, 10.0)] {
        let alpha = counts.map(|c: u32| w * (f64::from(c) + a));
        let total: u32 = counts.iter().sum();
        let c = f64::from(counts[0]);
        for bits in [32, 16] {
            let law = Law::new(&dirichlet(w, a), bits);
            let rows = beta_law(alpha[0], alpha[1] + alpha[2], bits, 3);
            for rate in [None, Some(0.5)] {
                let [mean, variance, estimate] = moments(&law, c, &rows, &totals(total, rate));
                assert!(
                    (mean - c).abs() < 1e-3,
                    "{counts:?} {bits} {rate:?}: {mean}"
                );
                assert!(
                    (estimate / variance - 1.0).abs() < 1e-4,
                    "{counts:?} {bits} {rate:?}: {estimate} {variance}"
                );
            }
        }
    }
}

#[test]
fn noise_has_the_variance_of_its_law() {
    let by_sum = |weight: &dyn Fn(f64) -> f64| {
        let ks = || (-3000..=3000).map(f64::from);
        let whole: f64 = ks().map(weight).sum();
        ks().map(|k| k * k * weight(k)).sum::<f64>() / whole
    };
    for (numerator, denominator) in [(1, 50), (1, 2), (3, 1)] {
        let e0 = f64::from(numerator) / f64::from(denominator);
        let want = by_sum(&|k: f64| (-e0 * k.abs()).exp());
        let law = Law::new(&geometric(numerator, denominator), 32);
        let (cells, row) = read(&law, &[-4, 9, 0], None).unwrap();
        assert_eq!(
            cells.iter().map(|cell| cell.0).collect::<Vec<_>>(),
            [-4.0, 9.0, 0.0]
        );
        assert_eq!((row.total, row.rounding), (5 << 16, 0));
        assert!(
            cells.iter().all(|cell| (cell.1 / want - 1.0).abs() < 1e-8),
            "{cells:?} {want}"
        );
        assert!((row.noise as f64 / TWO_32 / (3.0 * want) - 1.0).abs() < 1e-8);
        // rounded up
        let rate = GeometricRate::new(numerator, denominator).unwrap();
        assert_eq!(
            row.noise,
            (3.0 * noisy_variance(rate) * TWO_32).ceil() as i128
        );
    }
    for (numerator, denominator) in [(900, 1), (4, 1), (1, 8), (3, 2)] {
        let variance = Variance::new(numerator, denominator).unwrap();
        let want = by_sum(&|k: f64| (-k * k / (2.0 * variance.get())).exp());
        let law = Law::new(&MechanismParameters::Gaussian(variance), 16);
        let (cells, _) = read(&law, &[1, 2], None).unwrap();
        assert!(
            (cells[0].1 / want - 1.0).abs() < 1e-6,
            "{} {want}",
            cells[0].1
        );
    }
}

#[test]
fn what_does_not_fit_its_field_is_marked() {
    let mut marks = Vec::new();
    let law = Law::new(&geometric(1, 2), 16);
    let values = [32_766, 32_767, -32_767, -32_766, 0];
    law.row(5, values.into_iter(), None, |part, _| {
        marks.push(part.saturated)
    })
    .unwrap();
    assert_eq!(marks, [false, true, true, false, false]);
    marks.clear();
    let law = Law::new(&geometric(1, 2), 32);
    let values = [i64::from(i32::MAX), 32_767, -i64::from(i32::MAX)];
    law.row(3, values.into_iter(), None, |part, _| {
        marks.push(part.saturated)
    })
    .unwrap();
    assert_eq!(marks, [true, false, true]);
}

#[test]
fn what_is_refused() {
    let urn = Law::new(&polya(1, 1, 1, 10), 32);
    assert_eq!(read(&urn, &[4, 6], None).err(), Some(Error::ReportTotals));
    for events in [TOTAL_MAX, -TOTAL_MAX, f64::NAN, f64::INFINITY] {
        assert_eq!(
            read(&urn, &[4, 6], Some(known(events))).err(),
            Some(Error::MergeFull)
        );
    }
    assert!(read(&urn, &[4, 6], Some(known(TOTAL_MAX - 1.0))).is_ok());
    // two counts that fit, with a sum that does not
    let noise = Law::new(&geometric(1, 2), 32);
    let most = Vec::from([i64::from(i32::MAX); 4]);
    assert!(read(&noise, &most, None).is_ok());
    assert_eq!(
        read(&noise, &[most[0]; 5], None).err(),
        Some(Error::MergeFull)
    );
    // noise of a deviation above 2^32: 8 cells of 2^61 events^2
    let loud = Law::new(&geometric(1, 1 << 30), 32);
    assert!(read(&loud, &[0; 7], None).is_ok());
    assert_eq!(read(&loud, &[0; 9], None).err(), Some(Error::MergeFull));
    let loud = Law::new(&dirichlet(1e-9, 1e9), 32);
    assert!(read(&loud, &[(1 << 32) - 3, 0, 0], Some(known(5.0))).is_ok());
}

#[test]
fn the_corners_of_the_parameters() {
    for (w, a) in [(1e-9, 1e-6), (1e9, 1e-6), (1.0, 1e9), (1e9, 1e9)] {
        for (n, bits) in [(65_535usize, 32), (65_535, 16), (2, 32), (1, 16), (1, 32)] {
            let law = Law::new(&dirichlet(w, a), bits);
            let whole = (1i64 << bits) - n as i64;
            // the last cell has all but what the first has
            let mut values = std::vec![0; n];
            values[n - 1] = whole - whole / 3;
            values[0] += whole / 3;
            for events in [0.0, 1.0, 4_294_967_295.0, -100.0] {
                let total = known(events);
                let t = events + n as f64 * a;
                let want = |value: i64| value as f64 / whole as f64 * t - a;
                let result = read(&law, &values, Some(total));
                if want(values[n - 1]).abs().max(want(values[0]).abs()) > 8.5e9 {
                    assert_eq!(result.err(), Some(Error::MergeFull));
                    continue;
                }
                let (cells, row) = result.unwrap();
                assert_eq!(row.total as f64, events * 65_536.0);
                for i in [0, n / 2, n - 1] {
                    let error = (cells[i].0 - want(values[i])).abs();
                    assert!(
                        error <= 1.001 / 65_536.0 + 1e-15 * t.abs(),
                        "{w} {a} {n} {bits} {events} {i}: {error}"
                    );
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn long_division(a in any::<i128>(), shift in 0..127u32, b in 1..=u32::MAX) {
        let a = a >> shift;
        let got = floor_div(a, NonZeroU32::new(b).unwrap());
        prop_assert_eq!(got, a.div_euclid(i128::from(b)));
    }

    /// y to within a unit of the exact number, in rationals.
    #[test]
    fn urns_in_rationals(
        tallies in prop::collection::vec(0..400u32, 1..40),
        event in 1..=32_768u32, prior in 1..=1u32 << 31, total in 0..2_000_000u32,
    ) {
        let draws: u32 = tallies.iter().sum::<u32>().max(1);
        let mut tallies: Vec<i64> = tallies.iter().map(|m| i64::from(*m)).collect();
        if tallies.iter().all(|m| *m == 0) { tallies[0] = 1 }
        let law = Law::new(&polya(event, prior, 7, draws), 32);
        let Ok((cells, _)) = read(&law, &tallies, Some(known(f64::from(total)))) else {
            return Ok(()); // beyond the limits
        };
        let n = tallies.len() as i128;
        let mass = i128::from(total) * i128::from(event) + n * i128::from(prior);
        let denominator = i128::from(draws) * i128::from(event);
        for (m, (y, _)) in tallies.iter().zip(cells) {
            let exact = i128::from(*m) * mass - i128::from(prior) * i128::from(draws);
            let units = (y * 65_536.0) as i128;
            let apart = (units * denominator - (exact << 16)).abs();
            prop_assert!(apart * 1000 <= denominator * 1001, "{} of {}", apart, denominator);
        }
    }
}
