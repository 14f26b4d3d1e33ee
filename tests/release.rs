//! Releases: what a row and a chain look like, what they follow from, and what errors leave behind.
use dpmarkov::Error;
use dpmarkov::counts::Counts;
use dpmarkov::domain::PseudoCount;
use dpmarkov::mechanism::Dirichlet;
use dpmarkov::privacy::{Adjacency, DirichletParameters, Guarantee};
use dpmarkov::random::Generator;
use dpmarkov::random::generator::POSITION_END;
use dpmarkov::special::beta_inc;
use proptest::prelude::*;

const UNITS: f64 = 4_294_967_296.0;

fn mechanism() -> Dirichlet {
    let guarantee = Guarantee::new(Adjacency::Event, 1.0, 1e-6, 1).unwrap();
    Dirichlet::new(guarantee, PseudoCount::new(15.8).unwrap()).unwrap()
}
/// A guarantee so weak that these parameters meet it: for tests of the drawing alone.
fn unguarded(weight: f64, pseudo_count: f64) -> Dirichlet {
    let guarantee = Guarantee::new(Adjacency::Event, 0.0, 1.0 - f64::EPSILON / 2.0, 1).unwrap();
    Dirichlet::checked(
        guarantee,
        DirichletParameters::new(weight, pseudo_count).unwrap(),
    )
    .unwrap()
}
fn generator(stream: u64) -> Generator {
    Generator::from_seed_for_tests([0x3C; 32], stream)
}
fn is_release(row: &[f64]) {
    let mut sum = 0u64;
    for x in row {
        let units = x * UNITS;
        assert!(units == units.trunc() && units >= 1.0, "{x}");
        sum += units as u64;
    }
    assert_eq!(sum, 1 << 32);
    assert_eq!(row.iter().sum::<f64>(), 1.0);
}

proptest! {
    #[test]
    fn every_row_is_a_release(counts in prop::collection::vec(any::<u32>(), 2..300), stream in any::<u64>(), seed in any::<[u8; 32]>()) {
        let mut row = vec![0.0; counts.len()];
        mechanism().release_row(&mut Generator::from_seed_for_tests(seed, stream), &counts, &mut row).unwrap();
        is_release(&row);
    }
    #[test]
    fn sparse_rows_too(n in 2usize..300, at in any::<prop::sample::Index>(), count in any::<u32>(), stream in any::<u64>()) {
        let mut counts = vec![0; n];
        counts[at.index(n)] = count;
        let mut row = vec![0.0; n];
        mechanism().release_row(&mut generator(stream), &counts, &mut row).unwrap();
        is_release(&row);
    }
}

#[test]
fn a_chain_is_its_rows_in_order() {
    let n = 37;
    let cells: Vec<u32> = (0..n * n).map(|i| (i * i % 23) as u32).collect();
    let m = mechanism();
    let mut chain = vec![0.0; n * n];
    let mut rng = generator(1);
    let released = m
        .release_chain(&mut rng, Counts::new(&cells, n).unwrap(), &mut chain)
        .unwrap();
    assert_eq!(released.states(), n);
    // One generator for all rows, and one that is rebuilt for each row.
    let (mut one, mut position) = (generator(1), 0);
    for (counts, row) in cells.chunks(n).zip(chain.chunks(n)) {
        let mut again = vec![0.0; n];
        m.release_row(&mut one, counts, &mut again).unwrap();
        assert!(
            again
                .iter()
                .zip(row)
                .all(|(a, b)| a.to_bits() == b.to_bits())
        );
        let mut rebuilt = Generator::from_parts(&[0x3C; 32], 1, position).unwrap();
        m.release_row(&mut rebuilt, counts, &mut again).unwrap();
        assert_eq!(again, row);
        position = rebuilt.position();
    }
    assert_eq!(one.position(), rng.position());
}

#[test]
fn errors_leave_everything_as_it_was() {
    let m = mechanism();
    let mut rng = generator(2);
    let mut out = [7.0; 9];
    assert_eq!(m.release_row(&mut rng, &[], &mut []), Err(Error::States));
    assert_eq!(
        m.release_row(&mut rng, &[1], &mut out[..1]),
        Err(Error::States)
    );
    assert_eq!(
        m.release_row(&mut rng, &vec![0; 65_536], &mut vec![0.0; 65_536]),
        Err(Error::States)
    );
    assert_eq!(
        m.release_row(&mut rng, &[1, 2, 3], &mut out[..2]),
        Err(Error::Length)
    );
    let cells = [1; 9];
    let counts = Counts::new(&cells, 3).unwrap();
    assert_eq!(
        m.release_chain(&mut rng, counts, &mut out[..8])
            .unwrap_err(),
        Error::Length
    );
    assert_eq!(
        m.release_chain(&mut rng, counts, &mut []).unwrap_err(),
        Error::Length
    );
    assert_eq!(rng.position(), 0);
    let mut spent = Generator::from_parts(&[1; 32], 0, POSITION_END - 1).unwrap();
    spent.next_u64();
    assert_eq!(
        m.release_row(&mut spent, &[1, 2, 3], &mut out[..3]),
        Err(Error::StreamExhausted)
    );
    assert_eq!(
        m.release_chain(&mut spent, counts, &mut out).unwrap_err(),
        Error::StreamExhausted
    );
    assert_eq!(out, [7.0; 9]);
}

/// Each entry, before rounding, is Beta(alpha_i, alpha_0 - alpha_i): N = 100,000 rows, false alarm 1e-9 a
/// comparison (Dvoretzky, Kiefer, Wolfowitz). And weights that are doubled (the planted bug) do not pass.
#[test]
fn released_entries_follow_their_law() {
    let (w, a, n) = (0.3188, 15.8, 100_000);
    let counts = [40, 0, 7, 1];
    let alpha = counts.map(|c| w * (f64::from(c) + a));
    let total: f64 = alpha.iter().sum();
    let bound = ((2e9f64).ln() / (2.0 * f64::from(n))).sqrt();
    let distances = |m: Dirichlet, stream: u64| {
        let mut rng = generator(stream);
        let mut columns = vec![Vec::new(); 4];
        for _ in 0..n {
            let mut row = [0.0; 4];
            m.release_row(&mut rng, &counts, &mut row).unwrap();
            columns.iter_mut().zip(row).for_each(|(c, x)| c.push(x));
        }
        columns
            .iter_mut()
            .zip(alpha)
            .map(|(x, p)| {
                x.sort_unstable_by(f64::total_cmp);
                (0..x.len())
                    .step_by(100)
                    .map(|k| {
                        (beta_inc(p, total - p, x[k]).lower - (k as f64 + 0.5) / f64::from(n)).abs()
                    })
                    .fold(0.0, f64::max)
            })
            .collect::<Vec<f64>>()
    };
    let right = distances(unguarded(w, a), 4);
    assert!(right.iter().all(|d| *d < bound), "{right:?} above {bound}");
    let doubled = distances(unguarded(2.0 * w, a), 5);
    assert!(
        doubled.iter().all(|d| *d > bound),
        "{doubled:?} below {bound}"
    );
}

/// Rounding is fair along the row: with equal parameters every entry has the same mean, the forced last one
/// too (opendp #2707: the last category never changed).
#[test]
fn no_entry_is_special() {
    let m = unguarded(0.5, 1.0);
    let (n, trials) = (8, 200_000);
    let (mut sum, mut changed) = (vec![0.0; n], vec![0u32; n]);
    let mut rng = generator(6);
    let mut before = vec![0.0; n];
    for _ in 0..trials {
        let mut row = vec![0.0; n];
        m.release_row(&mut rng, &vec![3; n], &mut row).unwrap();
        for i in 0..n {
            sum[i] += row[i];
            changed[i] += u32::from(row[i] != before[i]);
        }
        before = row;
    }
    // alpha_0 = 16, mean 1/8: six standard deviations.
    let sd = (0.125 * 0.875 / 17.0f64).sqrt() / f64::from(trials).sqrt();
    for i in 0..n {
        assert!((sum[i] / f64::from(trials) - 0.125).abs() < 6.1 * sd, "{i}");
        assert!(changed[i] > trials - 10, "{i}");
    }
}
