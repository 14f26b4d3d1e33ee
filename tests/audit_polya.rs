//! The privacy audit of the Polya mechanism: a million releases of each of two neighbouring logs give a lower bound on delta(epsilon), which
//! must stay below the claim, under each adjacency; and the same audit must catch urns with a fault planted.
use dpmarkov::Error;
use dpmarkov::counts::Counts;
use dpmarkov::domain::{Epsilon, PolyaParameters, Releases};
use dpmarkov::mechanism::Polya;
use dpmarkov::privacy::{Adjacency, Guarantee, urn};
use dpmarkov::random::{Generator, uniform_below::uniform_below};
use std::num::NonZeroU64;
use support::audit::{both_ways, event_delta, outputs, region};
use support::fit::categories;
use support::urn_law::{law, outcomes, product};

mod support;

/// Rows of three states that an event touches, under the first and the second log.
type Logs = [Vec<[u32; 3]>; 2];

/// All tallies of all rows in one number.
fn code(tallies: &[u32]) -> u64 {
    tallies.iter().fold(0, |code, m| code * 16 + u64::from(*m))
}

fn parameters(event: u32, prior: u32, draw: u32, draws: u32) -> PolyaParameters {
    PolyaParameters::new(event, prior, draw, draws).expect("in range")
}

/// Some promise that every urn keeps.
fn anything() -> Guarantee {
    Guarantee::new(Adjacency::Destination, 1e6, 0.999, 1).expect("in range")
}

/// Releases of the rows by the mechanism itself.
fn released(urn: &PolyaParameters, rows: &[[u32; 3]], seed: u8) -> Vec<u64> {
    let mechanism = Polya::checked(anything(), 3, *urn).expect("any urn");
    let mut work = vec![0; mechanism.work_len()];
    outputs(seed, |rng| {
        let mut all = Vec::with_capacity(9);
        for row in rows {
            let mut tallies = [0; 3];
            mechanism
                .release_tallies(rng, row, &mut work, &mut tallies)
                .expect("released");
            all.extend(tallies);
        }
        code(&all)
    })
}

/// The largest lower bound on delta(epsilon), both ways round: over the best region by the law, and over regions that the runs show.
fn found(urn: &PolyaParameters, logs: &Logs, runs: [&[u64]; 2], epsilon: f64) -> f64 {
    let parts: Vec<(Vec<f64>, Vec<f64>)> = logs[0]
        .iter()
        .zip(&logs[1])
        .map(|(p, q)| (law(p, urn), law(q, urn)))
        .collect();
    let cells: Vec<u64> = outcomes(3, urn.draws())
        .iter()
        .map(|tally| code(tally))
        .collect();
    let codes = parts.iter().fold(vec![0u64], |all, _| {
        all.iter()
            .flat_map(|a| cells.iter().map(move |c| a * 4096 + c))
            .collect()
    });
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for ((p, q), code) in product(&parts).into_iter().zip(codes) {
        if p > epsilon.exp() * q {
            up.push(code);
        }
        if q > epsilon.exp() * p {
            down.push(code);
        }
    }
    up.sort_unstable();
    down.sort_unstable();
    let [first, second] = runs;
    region(first, second, epsilon, |x| up.binary_search(x).is_ok())
        .max(region(second, first, epsilon, |x| {
            down.binary_search(x).is_ok()
        }))
        .max(both_ways(first, second, |p, q| event_delta(p, q, epsilon)))
}

/// Neighbours at the boundary: cells without events, rows that are empty or long.
fn neighbours(adjacency: Adjacency) -> Vec<Logs> {
    match adjacency {
        Adjacency::Destination => vec![
            [vec![[1, 0, 0]], vec![[0, 1, 0]]],
            [vec![[0, 0, 1]], vec![[1, 0, 0]]],
        ],
        Adjacency::AddRemove => vec![
            [vec![[1, 0, 9]], vec![[0, 0, 9]]],
            [vec![[0, 0, 1]], vec![[0, 0, 0]]],
        ],
        Adjacency::Event => vec![
            [vec![[1, 0, 9], [0, 0, 0]], vec![[0, 0, 9], [1, 0, 0]]],
            [vec![[0, 0, 1], [0, 0, 0]], vec![[0, 0, 0], [0, 0, 1]]],
        ],
        // 0,0,0 against 0,1,0; and 0,1,2 against 0,2,2
        Adjacency::Visit => vec![
            [vec![[2, 0, 9], [0, 0, 0]], vec![[0, 1, 9], [1, 0, 0]]],
            [
                vec![[0, 1, 0], [0, 0, 1], [0, 0, 0]],
                vec![[0, 0, 1], [0, 0, 0], [0, 0, 1]],
            ],
        ],
        // 0,2 against 0,1,2; and 0,1 against 0,1,1
        Adjacency::VisitPresence => vec![
            [vec![[0, 0, 1], [9, 0, 0]], vec![[0, 1, 0], [9, 0, 1]]],
            [vec![[9, 1, 0], [0, 0, 0]], vec![[9, 1, 0], [0, 1, 0]]],
        ],
    }
}

#[test]
fn no_adjacency_is_beaten() {
    for (i, adjacency) in Adjacency::ALL.into_iter().enumerate() {
        for (urn, parts) in [
            (parameters(1, 2, 1, 4), &[0.5, 1.0][..]),
            (parameters(2, 1, 4, 3), &[0.8][..]),
        ] {
            let pure = urn::pure_epsilon_upper(adjacency, &urn, 3, Releases::ONE).expect("a bound");
            for (j, logs) in neighbours(adjacency).iter().enumerate() {
                let seed = (20 * i + 4 * j) as u8;
                let runs = [
                    released(&urn, &logs[0], seed),
                    released(&urn, &logs[1], seed + 1),
                ];
                for part in parts {
                    let epsilon = part * pure;
                    let e = Epsilon::new(epsilon).expect("in range");
                    let claim =
                        urn::delta_upper(adjacency, &urn, 3, Releases::ONE, e).expect("in range");
                    let found = found(&urn, logs, [&runs[0], &runs[1]], epsilon);
                    println!("{adjacency:?} {j}, epsilon {epsilon:.3}: {found:e} of {claim:e}");
                    assert!(found <= claim, "{adjacency:?} {urn:?}: {found:e} {claim:e}");
                    if *part == 1.0 {
                        assert_eq!(claim, 0.0);
                    } else if adjacency == Adjacency::Destination {
                        // three states hide a little of what two would show
                        assert!(found > 0.3 * claim, "{found:e}: the audit is blunt");
                    }
                }
            }
        }
    }
}

/// What can be wrong with an urn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// Every draw adds the draw mass twice.
    AddsTwice,
    /// No draw adds anything.
    AddsNothing,
    /// The last category is never drawn.
    LastNeverDrawn,
    /// A cell without events has no mass.
    NoPrior,
    /// A point on the edge falls into the cell below it.
    OffByOne,
    /// An event counts twice.
    EventTwice,
}

/// An urn in the plainest way, with a fault.
fn faulty(rng: &mut Generator, row: &[u32; 3], urn: &PolyaParameters, fault: Fault) -> [u32; 3] {
    let event = if fault == Fault::EventTwice { 2 } else { 1 } * u64::from(urn.event_mass());
    let mut weights = row.map(|c| {
        let prior = if fault == Fault::NoPrior && c == 0 {
            0
        } else {
            u64::from(urn.prior_mass())
        };
        event * u64::from(c) + prior
    });
    if fault == Fault::LastNeverDrawn {
        weights[2] = 0;
    }
    let added = match fault {
        Fault::AddsTwice => 2,
        Fault::AddsNothing => 0,
        _ => 1,
    } * u64::from(urn.draw_mass());
    let mut tallies = [0; 3];
    for _ in 0..urn.draws() {
        let total = NonZeroU64::new(weights.iter().sum()).expect("some mass");
        let point = uniform_below(rng, total).expect("a generator");
        let mut edge = 0;
        let hit = weights.iter().position(|w| {
            edge += w;
            point < edge || fault == Fault::OffByOne && point == edge
        });
        let hit = hit.expect("below the total");
        weights[hit] += added;
        tallies[hit] += 1;
    }
    tallies
}

/// At delta = 0 no region may show anything; three faults do, and the sound urn does not.
#[test]
fn planted_faults_show_in_the_audit() {
    let urn = parameters(1, 1, 1, 3);
    let logs: Logs = [vec![[0, 0, 1]], vec![[1, 0, 0]]];
    let epsilon =
        urn::pure_epsilon_upper(Adjacency::Destination, &urn, 3, Releases::ONE).expect("a bound");
    for fault in [
        Fault::None,
        Fault::AddsNothing,
        Fault::NoPrior,
        Fault::OffByOne,
        Fault::EventTwice,
    ] {
        let run = |row: [u32; 3], seed| outputs(seed, |rng| code(&faulty(rng, &row, &urn, fault)));
        let runs = [run(logs[0][0], 90), run(logs[1][0], 91)];
        let found = found(&urn, &logs, [&runs[0], &runs[1]], epsilon);
        println!("{fault:?}: {found:e}");
        assert_eq!(found > 0.0, fault != Fault::None, "{fault:?}: {found:e}");
    }
}

/// Two faults cost accuracy and no privacy: the law shows them, and the mechanism passes the same comparison.
#[test]
fn planted_faults_show_in_the_law() {
    let urn = parameters(3, 7, 5, 6);
    let row = [2, 0, 1];
    let probabilities = law(&row, &urn);
    let names: Vec<u64> = outcomes(3, 6).iter().map(|t| code(t)).collect();
    let fits = |runs: &[u64]| {
        let mut observed = vec![0; names.len()];
        for run in runs {
            let i = names.iter().position(|name| name == run).expect("M draws");
            observed[i] += 1;
        }
        categories(&observed, &probabilities)
    };
    assert_eq!(fits(&released(&urn, &[row], 70)), Ok(()));
    for fault in [
        Fault::None,
        Fault::AddsTwice,
        Fault::AddsNothing,
        Fault::LastNeverDrawn,
        Fault::NoPrior,
        Fault::OffByOne,
        Fault::EventTwice,
    ] {
        let runs = outputs(71, |rng| code(&faulty(rng, &row, &urn, fault)));
        assert_eq!(fits(&runs).is_ok(), fault == Fault::None, "{fault:?}");
    }
}

/// A tally of 0 is visible in the released row as one unit of 2^-32: audited as it is released.
#[test]
fn exact_zeros_of_rows() {
    let urn = parameters(3, 2, 4, 5);
    let mechanism = Polya::checked(anything(), 3, urn).expect("any urn");
    let zero = 1.0 / 4_294_967_296.0;
    let epsilon = 0.3;
    let run = |counts: [u32; 3], seed| {
        let (mut work, mut row) = (vec![0; mechanism.work_len()], [0.0; 3]);
        outputs(seed, |rng| {
            mechanism
                .release_row(rng, &counts, &mut work, &mut row)
                .expect("released");
            row.map(|x| (x == zero, x.to_bits()))
        })
    };
    let (first, second) = (run([1, 0, 0], 60), run([0, 1, 0], 61));
    let e = Epsilon::new(epsilon).expect("in range");
    let claim = urn::delta_upper(Adjacency::Destination, &urn, 3, Releases::ONE, e).expect("ok");
    let zeros = both_ways(&first, &second, |p, q| {
        region(p, q, epsilon, |row| row[1].0 && !row[0].0)
    });
    let any = both_ways(&first, &second, |p, q| event_delta(p, q, epsilon));
    println!("zeros {zeros:e}, any {any:e} of {claim:e}");
    assert!(zeros <= claim && any <= claim);
    assert!(
        zeros > 0.2 * claim,
        "exact zeros tell most of it: {zeros:e}"
    );
}

/// Success, lengths and error codes do not depend on the counts.
#[test]
fn lengths_and_errors_tell_nothing() {
    let mechanism = Polya::checked(anything(), 3, parameters(32768, 1, 32768, 100)).expect("any");
    let mut chain = [0.0; 9];
    for counts in [[0, 0, 0], [1, 0, 0], [0, u32::MAX, 0], [u32::MAX; 3]] {
        let cells = [counts, counts, counts].concat();
        let secret = Counts::new(&cells, 3).expect("3 x 3");
        let mut rng = Generator::from_seed_for_tests([5; 32], 0);
        let mut work = vec![0; mechanism.work_len()];
        let (mut tallies, mut row) = ([7; 3], [7.0; 3]);
        let short = work.len() - 1;
        for (error, got) in [
            (
                Error::WorkLength,
                mechanism.release_tallies(&mut rng, &counts, &mut work[..11], &mut tallies),
            ),
            (
                Error::Length,
                mechanism.release_tallies(&mut rng, &counts[..2], &mut work, &mut tallies),
            ),
            (
                Error::Length,
                mechanism.release_tallies(&mut rng, &counts, &mut work, &mut tallies[..2]),
            ),
            (
                Error::WorkLength,
                mechanism.release_row(&mut rng, &counts, &mut work[..short], &mut row),
            ),
            (
                Error::Length,
                mechanism.release_row(&mut rng, &counts, &mut work, &mut row[..2]),
            ),
            (
                Error::WorkLength,
                mechanism
                    .release_chain(&mut rng, secret, &mut work[..short], &mut chain)
                    .map(|_| ()),
            ),
            (
                Error::Length,
                mechanism
                    .release_chain(&mut rng, secret, &mut work, &mut chain[..8])
                    .map(|_| ()),
            ),
        ] {
            assert_eq!(got, Err(error));
        }
        assert_eq!((tallies, row, chain), ([7; 3], [7.0; 3], [0.0; 9]));
        assert_eq!(rng.position(), 0, "an error draws nothing");
        mechanism
            .release_tallies(&mut rng, &counts, &mut work, &mut tallies)
            .expect("released");
        assert_eq!(tallies.iter().sum::<u32>(), 100);
        mechanism
            .release_row(&mut rng, &counts, &mut work, &mut row)
            .expect("released");
        assert_eq!(row.iter().sum::<f64>(), 1.0);
    }
}
