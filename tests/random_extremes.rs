//! Inputs that broke other libraries' samplers (the thread named at each), and every shape there is.
use dpmarkov::Error;
use dpmarkov::domain::SHAPE;
use dpmarkov::random::{Generator, beta, dirichlet, gamma};

fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests([0x5A; 32], stream)
}
/// Within 6.1 standard deviations (false alarm 1e-9).
fn near(count: usize, trials: usize, p: f64, what: &str) {
    let expected = trials as f64 * p;
    let allowed = 6.1 * (expected * (1.0 - p)).sqrt() + 1.0;
    assert!(
        (count as f64 - expected).abs() <= allowed,
        "{what}: {count} for {expected:.1} +- {allowed:.1}"
    );
}
fn simplex(row: &[f64]) {
    assert!(row.iter().all(|x| (0.0..=1.0).contains(x)), "{row:?}");
    let sum: f64 = row.iter().sum();
    assert!(
        (sum - 1.0).abs() <= row.len() as f64 * f64::EPSILON,
        "{sum}"
    );
}

/// numpy #24210, rand #1209, pytorch #76030, jax #9896: NaN, the barycentre, or zeros of another law.
#[test]
fn tiny_shapes() {
    let mut g = generator(1);
    for alpha in [
        vec![1e-3; 5],
        vec![1e-5; 260],
        vec![1e-300; 3],
        vec![1e-300; 2],
        vec![1e-17; 7],
    ] {
        let n = alpha.len();
        let trials = 40_000;
        let mut winner = vec![0; n];
        let mut row = vec![0.0; n];
        for _ in 0..trials {
            dirichlet::sample(&mut g, &alpha, &mut row).unwrap();
            simplex(&row);
            let top = (0..n).max_by(|i, j| row[*i].total_cmp(&row[*j])).unwrap();
            assert!(row[top] > 1.0 / n as f64, "barycentre");
            winner[top] += 1;
        }
        for (i, w) in winner.iter().enumerate() {
            near(
                *w,
                trials,
                1.0 / n as f64,
                &format!("entry {i} of {n} at {}", alpha[0]),
            );
        }
    }
}

/// The law's own rate of zeros, the same for each entry (breaking sticks gives 0.0005, 0.16, 0.45).
#[test]
fn zeros_come_at_the_laws_own_rate() {
    let mut g = generator(2);
    let trials = 1_000_000;
    let mut zeros = [0; 3];
    let mut row = [0.0; 3];
    for _ in 0..trials {
        dirichlet::sample(&mut g, &[0.01; 3], &mut row).unwrap();
        for (z, x) in zeros.iter_mut().zip(row) {
            *z += usize::from(x == 0.0);
        }
    }
    for z in zeros {
        near(z, trials, 0.000_387, "zeros of [0.01; 3]");
    }
}

/// The limit law: an index with probability alpha_i / alpha_0, although every Gamma variate underflows.
#[test]
fn the_categorical_limit() {
    let mut g = generator(3);
    for scale in [1e-20, 1e-150, 1e-299] {
        let alpha = [scale, 2.0 * scale, 7.0 * scale];
        let mut ones = [0; 3];
        let trials = 200_000;
        for _ in 0..trials {
            let mut row = [0.0; 3];
            dirichlet::sample(&mut g, &alpha, &mut row).unwrap();
            assert!(
                row.iter().filter(|x| **x == 1.0).count() == 1
                    && row.iter().filter(|x| **x == 0.0).count() == 2
            );
            for (o, x) in ones.iter_mut().zip(row) {
                *o += usize::from(x == 1.0);
            }
        }
        for (o, p) in ones.iter().zip([0.1, 0.2, 0.7]) {
            near(*o, trials, p, "limit law");
        }
    }
}

/// numpy PR #14924: the last mean was not 0.4.
#[test]
fn the_last_mean() {
    let mut g = generator(4);
    let (trials, mut sum) = (1_000_000, 0.0);
    for _ in 0..trials {
        let mut row = [0.0; 3];
        dirichlet::sample(&mut g, &[0.15, 0.15, 0.2], &mut row).unwrap();
        sum += row[2];
    }
    let sd = (0.4 * 0.6 / 1.5f64).sqrt() / f64::from(trials).sqrt();
    assert!((sum / f64::from(trials) - 0.4).abs() < 6.1 * sd);
}

/// stan #1474: 1 with probability 100/101.
#[test]
fn beta_of_two_tiny_shapes() {
    let mut g = generator(5);
    let trials = 500_000;
    let mut ones = 0;
    for _ in 0..trials {
        let [x, y] = beta::sample(&mut g, 1e-4, 1e-6).unwrap();
        assert!((x + y - 1.0).abs() <= f64::EPSILON);
        ones += usize::from(x == 1.0);
    }
    // P(x rounds to 1) = 100/101 - O(1e-4 ln 2^53 / 101).
    near(ones, trials, 100.0 / 101.0, "ones");
}

/// csound #3163: a rejection loop must end at every shape. 40 words a variate is far beyond any honest need.
#[test]
fn every_shape_ends_and_is_finite() {
    let mut g = generator(6);
    let mut shapes: Vec<f64> = (-300..=308)
        .map(|e| format!("1e{e}").parse().unwrap())
        .collect();
    shapes.extend([
        1.0 - f64::EPSILON,
        1.0 + f64::EPSILON,
        1.0 / 3.0,
        2.0 / 3.0,
        4.0 / 3.0,
        f64::MIN_POSITIVE * 1e8,
    ]);
    for a in shapes {
        let before = g.position();
        for _ in 0..1000 {
            let l = gamma::ln_sample(&mut g, a).unwrap();
            let x = gamma::sample(&mut g, a).unwrap();
            assert!(l.is_finite() && x.is_finite() && x >= 0.0, "{a}: {l} {x}");
            assert!(a < 0.5 || x > 0.0);
            assert!(a < 1e20 || (x / a - 1.0).abs() < 1e-8);
        }
        assert!(
            g.position() - before < 8_000,
            "{a}: {} words",
            g.position() - before
        );
    }
}

/// Huge shapes: the sum of the Gamma variates is beyond f64, the answer is not.
#[test]
fn huge_shapes() {
    let mut g = generator(7);
    let mut row = [0.0; 2];
    for _ in 0..1000 {
        dirichlet::sample(&mut g, &[1e308, 1e308], &mut row).unwrap();
        assert_eq!(row, [0.5, 0.5]);
        dirichlet::sample(&mut g, &[1e308, 2.5e307], &mut row).unwrap();
        assert!((row[0] - 0.8).abs() < 1e-15 && (row[1] - 0.2).abs() < 1e-15);
        dirichlet::sample(&mut g, &[1e308, 1e-300], &mut row).unwrap();
        assert_eq!(row, [1.0, 0.0]);
        dirichlet::sample(&mut g, &[1e300, 1.0], &mut row).unwrap();
        simplex(&row);
        assert!(row[1] > 0.0 && row[1] < 1e-297);
    }
    let mut many = vec![0.0; 100_000];
    dirichlet::sample(&mut g, &vec![1e308; 100_000], &mut many).unwrap();
    assert!(many.iter().all(|x| (x * 1e5 - 1.0).abs() < 1e-11));
}

/// All magnitudes in one row: the small entries are small, not false zeros.
#[test]
fn mixed_shapes() {
    let mut g = generator(8);
    let alpha = [5.0, 0.004, 1e-3, 0.5];
    let (trials, mut zeros) = (200_000, [0; 4]);
    for _ in 0..trials {
        let mut row = [0.0; 4];
        dirichlet::sample(&mut g, &alpha, &mut row).unwrap();
        simplex(&row);
        for (z, x) in zeros.iter_mut().zip(row) {
            *z += usize::from(x == 0.0);
        }
    }
    // P(Beta(p, q) < t) = t^p Gamma(p+q) / (Gamma(p+1) Gamma(q)) for tiny t, here t = 2^-1075; by mpmath.
    near(zeros[1], trials, 0.0512115399, "zeros at 0.004");
    near(zeros[2], trials, 0.47571096, "zeros at 0.001");
    assert_eq!((zeros[0], zeros[3]), (0, 0));
}

#[test]
fn bad_shapes_are_named_and_nothing_is_written_or_drawn() {
    let mut g = generator(9);
    for a in [
        0.0,
        -0.0,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        9.9e-301,
        1.1e308,
        f64::MIN_POSITIVE / 2.0,
    ] {
        assert!(!SHAPE.contains(&a));
        assert_eq!(gamma::sample(&mut g, a), Err(Error::Shape));
        assert_eq!(gamma::ln_sample(&mut g, a), Err(Error::Shape));
        assert_eq!(beta::sample(&mut g, a, 1.0), Err(Error::Shape));
        assert_eq!(beta::sample(&mut g, 1.0, a), Err(Error::Shape));
        let mut row = [7.0; 3];
        assert_eq!(
            dirichlet::sample(&mut g, &[1.0, 1.0, a], &mut row),
            Err(Error::Shape)
        );
        assert_eq!(
            dirichlet::sample(&mut g, &[1.0, 1.0], &mut row),
            Err(Error::Length)
        );
        assert_eq!(row, [7.0; 3]);
    }
    assert_eq!(g.position(), 0);
    // Empty in, empty out; one entry is 1 at any shape.
    dirichlet::sample(&mut g, &[], &mut []).unwrap();
    for a in [1e-300, 0.3, 1.0, 1e308] {
        let mut one = [0.0];
        dirichlet::sample(&mut g, &[a], &mut one).unwrap();
        assert_eq!(one, [1.0]);
    }
}
