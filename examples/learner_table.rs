//! How many users does it take? The table of the private learner: users whose votes give l synthetic transitions of an app of 17 screens, nine times out
//! of ten, by the mechanism itself. A row takes about a minute: `cargo run --example learner_table -- [repetitions]`.
//!
//! One simulation of many users serves every smaller crowd (the first k of them), every shorter sequence (its first l symbols) and every guarantee
//! (`StableMode::success` at the distance that the tally finds).
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::coupling::race;
use dpmarkov::learner::tally::{tally, work_len};
use dpmarkov::learner::{Law, SharedSeed, StableMode};

#[allow(dead_code)]
#[path = "../tests/support/app.rs"]
mod app;
#[allow(dead_code)]
#[path = "../tests/support/chains.rs"]
mod chains;
use app::{Draw, PAIRS, World};

const LENGTHS: [usize; 4] = [1, 3, 5, 10];
const EPSILONS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];
const DELTA: f64 = 1e-9;
const WANTED: f64 = 0.9;

/// From 30 to 12,000 users, ten steps a factor of four.
fn crowds() -> Vec<usize> {
    (0..)
        .map(|i| (30.0 * 4f64.powf(f64::from(i) / 10.0)) as usize)
        .take_while(|k| *k <= 12_000)
        .collect()
}

/// For every (crowd, length, epsilon): the sums of the probability of an answer and of the ghost's own sequence.
type Sums = Vec<[[(f64, f64); EPSILONS.len()]; LENGTHS.len()]>;

fn simulate(law: &[u32], events: u32, repetitions: std::ops::Range<u64>) -> Sums {
    let crowds = crowds();
    let most = crowds.last().copied().unwrap_or(0);
    let modes = EPSILONS.map(|e| {
        StableMode::new(
            Epsilon::new(e).expect("an epsilon"),
            Delta::new(DELTA).expect("a delta"),
        )
        .expect("a mode")
    });
    let draw = Draw::of(law);
    let mut sums: Sums = vec![Default::default(); crowds.len()];
    let longest = LENGTHS[LENGTHS.len() - 1];
    let (mut votes, mut counts) = (vec![0; most * longest], vec![0; PAIRS]);
    for repetition in repetitions {
        let mut world = World(repetition * 77 + u64::from(events));
        let seed = SharedSeed::new([0; 32].map(|_: u8| world.next() as u8));
        for vote in votes.chunks_exact_mut(longest) {
            counts.fill(0);
            (0..events).for_each(|_| counts[draw.draw(&mut world)] += 1);
            race::vote(&seed, repetition, Law::new(&counts).expect("a law"), vote).expect("a vote");
        }
        let mut ghost = vec![0; longest];
        race::vote(&seed, repetition, Law::new(law).expect("a law"), &mut ghost).expect("a vote");
        for (l, length) in LENGTHS.iter().enumerate() {
            let short: Vec<u32> = votes
                .chunks_exact(longest)
                .flat_map(|v| &v[..*length])
                .copied()
                .collect();
            for (users, sums) in crowds.iter().zip(&mut sums) {
                let of_crowd = &short[..users * length];
                let t = tally(of_crowd, *length, &mut vec![0; work_len(*users)]).expect("a tally");
                let same = of_crowd[t.mode * length..][..*length] == ghost[..*length];
                for (mode, sum) in modes.iter().zip(&mut sums[l]) {
                    let enough = *users >= mode.votes_needed() as usize;
                    let p = if enough {
                        mode.success(t.distance)
                    } else {
                        0.0
                    };
                    sum.0 += p;
                    sum.1 += if same { p } else { 0.0 };
                }
            }
        }
    }
    sums
}

fn main() {
    let repetitions = std::env::args()
        .nth(1)
        .and_then(|a| a.parse().ok())
        .unwrap_or(200);
    println!(
        "Users for l synthetic transitions with success {WANTED} at delta = {DELTA:e}, and P(Z != Z_*) with them; {repetitions} repetitions."
    );
    println!(
        "\n| rows | transitions a user | mean TV | epsilon | {} |",
        LENGTHS.map(|l| format!("l = {l}")).join(" | ")
    );
    println!("|---|---|---|---|{}", "---|".repeat(LENGTHS.len()));
    for (name, skew) in [("skewed (Zipf 2.2)", 2.2), ("flatter (Zipf 1.6)", 1.6)] {
        let law = app::pair_law(&app::chain(17, skew));
        for events in [100, 500, 2000] {
            let half = repetitions / 2;
            let (mut sums, more) = std::thread::scope(|scope| {
                let first = scope.spawn(|| simulate(&law, events, 0..half));
                let second = simulate(&law, events, half..repetitions);
                (first.join().expect("a thread"), second)
            });
            for (a, b) in sums
                .iter_mut()
                .flatten()
                .flatten()
                .zip(more.iter().flatten().flatten())
            {
                *a = (
                    (a.0 + b.0) / repetitions as f64,
                    (a.1 + b.1) / repetitions as f64,
                );
            }
            let tv = dpmarkov::learner::plan::guess_mean_tv(
                Law::new(&law).expect("a law"),
                events.into(),
            )
            .expect("a mean");
            for (e, epsilon) in EPSILONS.iter().enumerate() {
                let cells: Vec<String> = (0..LENGTHS.len())
                    .map(|l| {
                        let found = crowds()
                            .into_iter()
                            .zip(&sums)
                            .find(|(_, s)| s[l][e].0 >= WANTED);
                        match found {
                            Some((users, s)) => format!("{users} ({:.2})", 1.0 - s[l][e].1),
                            None => {
                                let best = sums.last().map_or(0.0, |s| s[l][e].0);
                                format!("> 11,000 ({best:.2} answered)")
                            }
                        }
                    })
                    .collect();
                println!(
                    "| {name} | {events} | {tv:.3} | {epsilon} | {} |",
                    cells.join(" | ")
                );
            }
        }
    }
}
