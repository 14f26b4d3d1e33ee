//! [A, Theorems 4 and 5] as published: what they say, and where they fail.
use dpmarkov::Error;
use dpmarkov::chain::{StochasticMatrix, ergodicity};
use dpmarkov::random::{Generator, dirichlet};
use dpmarkov::special::digamma;
use dpmarkov::utility::row_error::RowLaw;
use dpmarkov::utility::stationary_error::{
    PublishedRow, bound, fundamental_norm, published_loss, published_theorem_4,
    published_theorem_5, published_z_norm, tau_inf_change_bound,
};
use support::chains::{gth, total_variation};
use support::releases::{Mean, Mechanism, Numbers, World, analysed};

mod support;

fn tau_inf(cells: &[f64], n: usize) -> f64 {
    let m = StochasticMatrix::new(cells, n).expect("a chain");
    ergodicity::tau_inf(m, &mut vec![0.0; n]).expect("scratch")
}

/// k_i = ratio N_i.
fn published_rows(world: &World, ratio: f64) -> Vec<PublishedRow> {
    (0..world.n)
        .map(|i| PublishedRow {
            k: ratio * world.row_total(i),
            row_total: world.row_total(i) as u64,
            cells: world.row(i).len(),
        })
        .collect()
}

/// E |tau_inf(P) - tau_inf(P~)| with k_i = ratio N_i: simulated, as published, and the bound.
fn change(world: &World, ratio: f64, runs: u32) -> (Mean, f64, f64) {
    let (n, truth) = (world.n, world.truth());
    let before = tau_inf(&truth, n);
    let mut mean = Mean::default();
    world.releases(Mechanism::Published(ratio), runs, |cells| {
        mean.push((tau_inf(cells, n) - before).abs());
    });
    let rows = published_rows(world, ratio);
    let pi = gth(&truth, n).expect("irreducible");
    let published = published_theorem_5(&pi, &rows).expect("in range");
    let laws = world.laws(Mechanism::Published(ratio));
    let matrix = StochasticMatrix::new(&truth, n).expect("a chain");
    let bound = tau_inf_change_bound(matrix, &laws, &mut vec![0.0; n]).expect("a bound");
    (mean, published, bound)
}

#[test]
fn theorem_5_is_exceeded_where_rows_differ_in_size() {
    let rows = [vec![999_998, 1, 1], vec![8, 1, 1], vec![1, 8, 1]];
    let (simulated, published, bound) = change(&World::on_its_support("three", &rows), 1.5, 20_000);
    println!(
        "{:.5} +- {:.5}, published {published:.6}, bound {bound:.4}",
        simulated.value(),
        simulated.error()
    );
    assert!((published - 0.0014).abs() < 5e-5, "{published}");
    assert!((simulated.value() - 0.058).abs() < 1e-3);
    assert!(simulated.value() > 40.0 * published);
    assert!(simulated.value() < bound && bound < 1.0);
}

#[test]
fn theorem_5_is_exceeded_by_ten_uniform_rows() {
    let world = World::on_its_support("ten", &vec![vec![10; 10]; 10]);
    let (simulated, published, bound) = change(&world, 15.0, 4_000);
    println!(
        "{:.5} +- {:.5}, published {published:.6}, bound {bound:.4}",
        simulated.value(),
        simulated.error()
    );
    assert!((published - 0.0779).abs() < 5e-5, "{published}");
    assert!((simulated.value() - 0.0806).abs() < 3e-4);
    assert!(simulated.value() - 8.0 * simulated.error() > published);
    assert!(simulated.value() < bound && bound < 5.0);
}

/// A walk on 0 .. d that stays or goes one step either way, and leaves 0 through a rare gate: (target, count) of every row.
fn gate(d: usize, events: u64) -> Vec<[(usize, f64); 3]> {
    (0..=d)
        .map(|i| match i {
            0 => [(0, (events - 2) as f64), (1, 1.0), (2, 1.0)],
            _ if i == d => [(d - 2, 1.0), (d - 1, 1.0), (d, 3.0)],
            _ => [(i - 1, 1.0), (i, 3.0), (i + 1, 1.0)],
        })
        .collect()
}

/// 3 feasible cells a row, eta_i = 1/N_i < 1/4 and k_i = 3/(2 eta_i): each row meets [A, Assumptions 2 to 4], the chain Assumptions 5 and 6.
#[test]
fn theorem_4_is_exceeded_behind_a_rare_gate() {
    let (d, events) = (100, 10_000_000_000_000_000);
    let n = d + 1;
    let rows = gate(d, events);
    let dense = |mut draw: Box<dyn FnMut([f64; 3]) -> [f64; 3]>| {
        let mut cells = vec![0.0; n * n];
        for (row, out) in rows.iter().zip(cells.chunks_mut(n)) {
            for ((to, _), x) in row.iter().zip(draw(row.map(|r| r.1))) {
                out[*to] = x;
            }
        }
        cells
    };
    let normalised = |x: [f64; 3]| x.map(|v| v / x.iter().sum::<f64>());
    let truth = dense(Box::new(normalised));
    let (pi, inverse, tau) = analysed(&truth, n);
    let total = |row: &[(usize, f64); 3]| row.iter().map(|r| r.1).sum::<f64>();
    let published: Vec<PublishedRow> = rows
        .iter()
        .map(|row| PublishedRow {
            k: 1.5 * total(row),
            row_total: total(row) as u64,
            cells: 3,
        })
        .collect();
    let norm = published_z_norm(&inverse, &pi).expect("finite");
    let theorem = published_theorem_4(&pi, norm, &published).expect("in range");
    let laws: Vec<RowLaw> = published
        .iter()
        .map(|row| RowLaw::published(row.k, 3).expect("in range"))
        .collect();
    let matrix = StochasticMatrix::new(&truth, n).expect("a chain");
    let rigorous = bound(matrix, tau, &laws).expect("a bound");

    let mut simulated = Mean::default();
    for stream in 0..3000 {
        let mut rng = Generator::from_seed_for_tests([6; 32], stream);
        let cells = dense(Box::new(move |counts| {
            let mut x = [0.0; 3];
            dirichlet::sample(&mut rng, &counts.map(|c| 1.5 * c), &mut x).expect("drawn");
            normalised(x)
        }));
        let private = gth(&cells, n).expect("irreducible");
        simulated.push(total_variation(&private, &pi));
    }
    println!(
        "{:.5} +- {:.5}, published {theorem:.5}, bound {rigorous}",
        simulated.value(),
        simulated.error()
    );
    assert!(simulated.value() - 2.5 * simulated.error() > theorem);
    assert!(theorem > 0.005 && theorem < 0.0055 && rigorous == 1.0);
}

/// Dense chains of ordinary size: Theorem 4 is not exceeded, nor even come near.
#[test]
fn theorem_4_on_dense_chains() {
    let mut numbers = Numbers(17);
    let mut largest = 0.0f64;
    for _ in 0..150 {
        let n = 3 + numbers.below(6);
        let power = 1 + numbers.below(6) as i32;
        let rows: Vec<Vec<u32>> = (0..n)
            .map(|_| {
                let size = 1e4f64.powf(numbers.next());
                (0..n)
                    .map(|_| 1 + (size * numbers.next().powi(power)) as u32)
                    .collect()
            })
            .collect();
        let world = World::on_its_support("dense", &rows);
        let ratio = 1.5 + 3.0 * numbers.next();
        let (pi, inverse, _) = analysed(&world.truth(), n);
        let norm = published_z_norm(&inverse, &pi).expect("finite");
        let theorem =
            published_theorem_4(&pi, norm, &published_rows(&world, ratio)).expect("in range");
        let mut simulated = Mean::default();
        world.releases(Mechanism::Published(ratio), 200, |cells| {
            let private = gth(cells, n).expect("irreducible");
            simulated.push(total_variation(&private, &pi));
        });
        largest = largest.max(simulated.value() / theorem);
    }
    println!("largest ratio {largest:.3}");
    assert!(largest > 0.1 && largest < 0.6);
}

/// The loss as it is printed, by digammas, against the stable evaluation.
#[test]
fn the_loss_is_the_printed_one() {
    let mut numbers = Numbers(5);
    for _ in 0..200 {
        let n = 3 + numbers.below(8);
        let weights: Vec<f64> = (0..n).map(|_| numbers.next()).collect();
        let pi: Vec<f64> = weights
            .iter()
            .map(|w| w / weights.iter().sum::<f64>())
            .collect();
        let rows: Vec<PublishedRow> = (0..n)
            .map(|_| {
                let row_total = (n + numbers.below(1000)) as u64;
                PublishedRow {
                    k: row_total as f64 * (0.1 + 3.0 * numbers.next()),
                    row_total,
                    cells: n,
                }
            })
            .collect();
        let printed: f64 = pi
            .iter()
            .zip(&rows)
            .map(|(p, row)| {
                let (total, states) = (row.row_total as f64, n as f64);
                let zeta = |x: f64| ((x + 1.0) / total).ln() - digamma((x + 1.0) * row.k / total);
                let small = (states - 1.0) / total * zeta(0.0);
                let large = (total - states + 1.0) / total * zeta(total - states);
                p * (small + large + digamma(row.k))
            })
            .sum();
        let loss = published_loss(&pi, &rows).expect("in range");
        assert!((loss / printed - 1.0).abs() < 1e-9, "{loss} {printed}");
        assert_eq!(published_theorem_5(&pi, &rows), Ok((2.0 * loss).sqrt()));
        assert_eq!(
            published_theorem_4(&pi, 3.0, &rows),
            Ok(1.5 * (2.0 * loss).sqrt())
        );
    }
}

/// Z with either sign by elimination, against A# -+ 1 pi^T; both are at least tau_1(A#), and E Z = E A#.
#[test]
fn either_sign_of_z_serves() {
    let invert = |mut a: Vec<Vec<f64>>| -> Vec<Vec<f64>> {
        let n = a.len();
        for (i, row) in a.iter_mut().enumerate() {
            row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
        }
        for k in 0..n {
            let pivot = (k..n)
                .max_by(|p, q| a[*p][k].abs().total_cmp(&a[*q][k].abs()))
                .expect("a row");
            a.swap(k, pivot);
            let scale = a[k][k];
            a[k].iter_mut().for_each(|x| *x /= scale);
            let row = a[k].clone();
            for (i, other) in a.iter_mut().enumerate().filter(|(i, _)| *i != k) {
                let _ = i;
                let factor = other[k];
                for (x, r) in other.iter_mut().zip(&row) {
                    *x -= factor * r;
                }
            }
        }
        a.into_iter().map(|row| row[n..].to_vec()).collect()
    };
    let mut numbers = Numbers(9);
    let mut larger = [0; 2];
    for _ in 0..100 {
        let n = 2 + numbers.below(7);
        let mut cells: Vec<f64> = (0..n * n).map(|_| numbers.next().powi(4) + 1e-3).collect();
        for row in cells.chunks_mut(n) {
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|p| *p /= sum);
        }
        let (pi, inverse, tau) = analysed(&cells, n);
        for (sign, norm) in [
            (-1.0, published_z_norm(&inverse, &pi)),
            (1.0, fundamental_norm(&inverse, &pi)),
        ] {
            let norm = norm.expect("finite");
            let matrix: Vec<Vec<f64>> = (0..n)
                .map(|i| {
                    (0..n)
                        .map(|j| f64::from(u8::from(i == j)) - cells[i * n + j] + sign * pi[j])
                        .collect()
                })
                .collect();
            let z = invert(matrix);
            for (i, row) in z.iter().enumerate() {
                for (j, value) in row.iter().enumerate() {
                    let want = inverse[i * n + j] + sign * pi[j];
                    assert!((value - want).abs() < 1e-9 * norm, "{sign}: {value} {want}");
                }
            }
            let by_rows = |row: &Vec<f64>| row.iter().map(|x| x.abs()).sum::<f64>();
            let direct = z.iter().map(by_rows).fold(0.0, f64::max);
            assert!((direct / norm - 1.0).abs() < 1e-9);
            assert!(tau <= norm * (1.0 + 1e-12));
        }
        let (printed, kemeny) = (
            published_z_norm(&inverse, &pi).expect("finite"),
            fundamental_norm(&inverse, &pi).expect("finite"),
        );
        assert!((printed - kemeny).abs() <= 2.0 + 1e-9);
        larger[usize::from(printed > kemeny)] += 1;
    }
    println!(
        "the printed norm is the larger one in {} of 100, the smaller in {}",
        larger[1], larger[0]
    );
    // all rows uniform: 3 - 4/n against 1
    let n = 8;
    let (pi, inverse, _) = analysed(&vec![1.0 / n as f64; n * n], n);
    assert!((published_z_norm(&inverse, &pi).expect("finite") - 2.5).abs() < 1e-12);
    assert!((fundamental_norm(&inverse, &pi).expect("finite") - 1.0).abs() < 1e-12);
}

#[test]
fn refusals() {
    let row = PublishedRow {
        k: 3.0,
        row_total: 2,
        cells: 2,
    };
    let with = |change: fn(&mut PublishedRow)| {
        let mut row = row;
        change(&mut row);
        published_loss(&[0.5, 0.5], &[row, row]).err()
    };
    assert_eq!(with(|_| ()), None);
    assert_eq!(with(|row| row.cells = 0), Some(Error::States));
    assert_eq!(with(|row| row.cells = 3), Some(Error::RowTotal));
    assert_eq!(with(|row| row.k = 0.0), Some(Error::Shape));
    assert_eq!(with(|row| row.k = f64::NAN), Some(Error::Shape));
    assert_eq!(published_loss(&[0.5], &[row, row]), Err(Error::Length));
    assert_eq!(
        published_loss(&[0.5, f64::NAN], &[row, row]),
        Err(Error::Domain)
    );
    assert_eq!(
        published_theorem_4(&[0.5, 0.5], -1.0, &[row, row]),
        Err(Error::Domain)
    );
    assert_eq!(published_z_norm(&[0.0; 3], &[0.5, 0.5]), Err(Error::Length));
    assert_eq!(
        fundamental_norm(&[f64::NAN; 4], &[0.5, 0.5]),
        Err(Error::Domain)
    );
    // a row of one cell has no error
    let one = PublishedRow {
        k: 3.0,
        row_total: 1,
        cells: 1,
    };
    assert_eq!(published_loss(&[0.5, 0.5], &[one, one]), Ok(0.0));
}
