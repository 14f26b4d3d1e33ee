//! The rule that chooses an urn, measured: it keeps the guarantee, and what it promises of the error is what a simulation shows.
use dpmarkov::Error;
use dpmarkov::domain::{ExpectedRowTotal, PolyaParameters, PseudoCount};
use dpmarkov::mechanism::Polya;
use dpmarkov::plan::{choose, choose_polya};
use dpmarkov::privacy::{Adjacency, Guarantee, urn};
use dpmarkov::random::Generator;
use dpmarkov::utility::{expected_total_variation_at, polya_expected_total_variation_at};

fn halving(n: usize) -> Vec<f64> {
    let mut shares: Vec<f64> = (1..=n.min(60)).map(|i| 0.5f64.powi(i as i32)).collect();
    shares[0] += 1.0 - shares.iter().sum::<f64>();
    shares.resize(n, 0.0);
    shares
}

fn total(events: f64) -> ExpectedRowTotal {
    ExpectedRowTotal::new(events).expect("in range")
}

const TASKS: [(Adjacency, f64, f64, u32, usize, f64); 9] = [
    (Adjacency::Destination, 1.0, 1e-9, 1, 59, 4468.0),
    (Adjacency::AddRemove, 1.0, 1e-9, 1, 59, 4468.0),
    (Adjacency::Event, 1.0, 1e-9, 1, 59, 4468.0),
    (Adjacency::Event, 1.0, 0.0, 1, 59, 4468.0),
    (Adjacency::Visit, 1.0, 0.0, 1, 20, 1000.0),
    (Adjacency::VisitPresence, 2.0, 1e-6, 10, 20, 1000.0),
    (Adjacency::Destination, 1.0, 1e-6, 1, 5, 100.0),
    (Adjacency::Destination, 0.1, 1e-6, 1, 5, 1e6),
    (Adjacency::Event, 5.0, 1e-6, 1, 65_535, 1e6),
];

#[test]
fn the_choice_holds_and_is_near_the_best_nearby() {
    for (adjacency, epsilon, delta, releases, n, events) in TASKS {
        let g = Guarantee::new(adjacency, epsilon, delta, releases).expect("in range");
        let chosen = choose_polya(&g, n, total(events)).expect("some urn");
        let held = urn::delta_upper(adjacency, &chosen, n, g.releases, g.epsilon).expect("a bound");
        assert!(held <= delta, "{g:?}: {held:e}");
        assert!(Polya::checked(g, n, chosen).is_ok());
        let shares = halving(n);
        let error = |urn: &PolyaParameters| {
            polya_expected_total_variation_at(&shares, total(events), urn).expect("shares")
        };
        let (w, a) = (
            f64::from(chosen.event_mass()) / f64::from(chosen.draw_mass()),
            f64::from(chosen.prior_mass()) / f64::from(chosen.event_mass()),
        );
        let dirichlet = choose(&g, n, total(events))
            .map(|p| expected_total_variation_at(&shares, total(events), &p).expect("shares"));
        println!(
            "{adjacency:?} eps {epsilon} delta {delta:e} T {releases} n {n} N {events}: w {w:.4} a {a:.4} M {}, delta {held:e}, TV {:.5}, dirichlet {dirichlet:?}",
            chosen.draws(),
            error(&chosen)
        );
        if n > 1000 {
            continue;
        }
        // twice and half the pseudo-count or the draws: not better by much, on a row that is neither uniform nor one-hot
        for (by_a, by_draws) in [(2.0, 1.0), (0.5, 1.0), (1.0, 2.0), (1.0, 0.5)] {
            let draws = (f64::from(chosen.draws()) * by_draws).min(16_777_216.0) as u32;
            let other = urn::solve(&g, n, PseudoCount::new(a * by_a).expect("in range"), draws);
            if let Ok(other) = other {
                assert!(error(&other) > 0.8 * error(&chosen), "{g:?}: {other:?}");
            }
        }
        // and never much worse than the Dirichlet mechanism with its own parameters
        if let Ok(dirichlet) = dirichlet {
            assert!(error(&chosen) < 1.05 * dirichlet, "{g:?}");
        }
    }
}

/// The row of the shipped data whose total is nearest to `events`, and its total.
fn taxi_row(events: f64) -> (Vec<u32>, f64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/manhattan_taxi/");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).expect("a file");
    let names = read("states.txt");
    let states: Vec<&str> = names.lines().collect();
    let place = |name: &str| states.iter().position(|s| *s == name).expect("a state");
    let mut rows = vec![vec![0u32; states.len()]; states.len()];
    for line in read("transitions.csv").lines().skip(1) {
        let [from, to, count] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        rows[place(from)][place(to)] += count.parse::<u32>().expect("a count");
    }
    let total = |row: &[u32]| row.iter().map(|c| f64::from(*c)).sum::<f64>();
    let off = |row: &[u32]| (total(row) - events).abs();
    let row = rows
        .into_iter()
        .min_by(|a, b| off(a).total_cmp(&off(b)))
        .expect("59 rows");
    let events = total(&row);
    (row, events)
}

/// The error of the chosen urn on a row of the taxi data's size, within 5 % of a simulation.
#[test]
fn expected_and_simulated_error_agree() {
    let g = Guarantee::new(Adjacency::Event, 1.0, 1e-9, 1).expect("in range");
    let (n, events) = (59, 4468u32);
    let chosen = choose_polya(&g, n, total(4468.0)).expect("some urn");
    // the row of the taxi data whose total is nearest to the expectation
    let (counts, events) = taxi_row(f64::from(events));
    let shares: Vec<f64> = counts.iter().map(|c| f64::from(*c) / events).collect();
    let claim = polya_expected_total_variation_at(&shares, total(events), &chosen).expect("shares");
    let mechanism = Polya::new(
        g,
        n,
        PseudoCount::new(f64::from(chosen.prior_mass()) / f64::from(chosen.event_mass()))
            .expect("in range"),
        chosen.draws(),
    )
    .expect("some urn");
    let (mut work, mut row) = (vec![0; mechanism.work_len()], vec![0.0; n]);
    let mut rng = Generator::from_seed_for_tests([8; 32], 0);
    let runs = 2000;
    let mut sum = 0.0;
    for _ in 0..runs {
        mechanism
            .release_row(&mut rng, &counts, &mut work, &mut row)
            .expect("released");
        sum += row
            .iter()
            .zip(&shares)
            .map(|(x, c)| 0.5 * (x - c).abs())
            .sum::<f64>();
    }
    let simulated = sum / f64::from(runs);
    println!("{claim} {simulated}");
    assert!((claim / simulated - 1.0).abs() < 0.05);
}

#[test]
fn what_cannot_be_chosen_is_an_error() {
    let g = Guarantee::new(Adjacency::Event, 1.0, 0.0, 1).expect("in range");
    assert_eq!(choose_polya(&g, 1, total(100.0)), Err(Error::States));
    let nothing = Guarantee::new(Adjacency::Event, 0.0, 0.0, 1).expect("in range");
    assert_eq!(
        choose_polya(&nothing, 9, total(100.0)),
        Err(Error::Unreachable)
    );
}
