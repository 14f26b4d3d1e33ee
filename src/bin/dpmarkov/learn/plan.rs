//! What to expect of a release, from public numbers: how often there is an answer, how far its law is from the guess, and what can be proved.
use super::{Alphabet, Promise, enough_users, guess};
use crate::args::LearnPlanArgs;
use crate::failure::Failure;
use crate::log_reader::zeros;
use dpmarkov::domain::{Delta, Epsilon, Level};
use dpmarkov::learner::plan::{self, Crowd, Expected, Sizes, expect, expect_work_len};
use dpmarkov::learner::{Empirical, Law, StableMode};
use dpmarkov::random::Generator;
use dpmarkov::random::entropy::OsEntropy;

/// The confidence of each limit.
pub const LEVEL: f64 = 0.95;
/// The numbers of rounds that are compared, at most.
const MOST_ROUNDS: usize = 6;
/// Steps of the simulation (one of a user's events, or one symbol of a vote) that all of it may take, some nanoseconds each.
const STEPS: f64 = 2e9;
/// The most repetitions where none are asked for, and the fewest that say anything.
const REPETITIONS: (u32, u32) = (20, 1000);
/// Beyond so many steps the simulation would take hours.
const MOST_STEPS: f64 = 1e12;
/// The deviation beta that the proved sizes are for: TV(L(Z), p^l) <= 3 beta/4.
pub const BETA: f64 = 0.1;
/// Other numbers of users, as parts of the given one.
const SCALES: [(u64, u64); 5] = [(1, 4), (1, 2), (1, 1), (2, 1), (4, 1)];

/// One number of rounds or of users.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub users: usize,
    pub rounds: u32,
    /// The transitions of one round.
    pub length: u32,
    pub mode: StableMode,
    /// Of the whole release: all rounds.
    pub expected: Expected,
}

/// Everything.
pub struct Plan {
    pub alphabet: Alphabet,
    pub promise: Promise,
    pub users: usize,
    pub events: u32,
    pub synthetic: u32,
    /// By the number of rounds.
    pub candidates: Vec<Candidate>,
    /// The number of rounds with which there is an answer most often.
    pub best: u32,
    /// With the best number of rounds, by the number of users.
    pub by_users: Vec<Candidate>,
    /// A proved bound on TV(L(Z), p^L) for one round and users whose transitions are independent draws from the guess; 1 says nothing.
    pub proved_tv: f64,
    pub proved: Proved,
}

/// Sizes for which TV(L(Z), p^l) <= 3 beta/4 is proved, for one round; `None` where they are out of reach.
pub struct Proved {
    /// [B, Corollary B.7], for every law.
    pub paper: Option<Sizes>,
    /// With this library's constants, for every law.
    pub direct: Option<Sizes>,
    /// The same where the number of users is the given one.
    pub at_users: Option<Sizes>,
    /// For the guess.
    pub guess: Option<Sizes>,
}

/// Plans.
pub fn plan(args: &LearnPlanArgs) -> Result<Plan, Failure> {
    let promise = Promise::new(args.promise())?;
    let users = args.users as usize;
    let rounds = rounds(args)?;
    let one_round = promise.mode(1)?;
    if args.rounds.is_none() {
        enough_users(users, &one_round)?;
    }
    let (alphabet, weights) = guess::weights(args)?;
    let guess = Law::new(&weights)?;
    let mut rng = Generator::from_entropy(&mut OsEntropy, 0)?;
    let mut simulation = Simulation::new(args, guess, rounds.len())?;
    let mut candidates = Vec::new();
    for rounds in rounds {
        let mode = promise.mode(rounds);
        // A part of epsilon so small that it takes more users than there are is no candidate, unless it was asked for.
        match mode.and_then(|mode| enough_users(users, &mode).map(|()| mode)) {
            Ok(mode) => candidates.push(simulation.run(&mut rng, users, rounds, mode)?),
            Err(failure) if args.rounds.is_some() => return Err(failure),
            Err(_) => {}
        }
    }
    // Of several, the fewest rounds.
    let mut best: Option<&Candidate> = None;
    for candidate in &candidates {
        if best.is_none_or(|b| candidate.expected.complete > b.expected.complete) {
            best = Some(candidate);
        }
    }
    let Some(best) = best.copied() else {
        return Err(Failure::Internal("no number of rounds is left".to_string()));
    };
    let mut by_users = Vec::new();
    for (times, part) in SCALES {
        let users = (users as u64 * times / part) as usize;
        let possible = dpmarkov::domain::VOTES.contains(&users);
        if users == best.users {
            by_users.push(best);
        } else if possible && users >= best.mode.votes_needed() as usize {
            by_users.push(simulation.run(&mut rng, users, best.rounds, best.mode)?);
        }
    }
    let (epsilon, delta) = (Epsilon::new(promise.epsilon)?, Delta::new(promise.delta)?);
    let length = u64::from(args.synthetic);
    let mean = plan::guess_mean_tv(guess, args.events.into())?;
    let learner = Empirical::new(alphabet.symbols())?;
    let n = alphabet.symbols();
    Ok(Plan {
        alphabet,
        promise,
        users,
        events: args.events,
        synthetic: args.synthetic,
        candidates,
        best: best.rounds,
        by_users,
        proved_tv: plan::proved_tv(
            plan::mean_disagreement(mean, length)?,
            users as u64,
            &one_round,
        )?,
        proved: Proved {
            paper: plan::sampler(&learner, length, BETA, epsilon, delta).ok(),
            direct: plan::direct_empirical(n, length, BETA, epsilon, delta).ok(),
            at_users: plan::direct_block(n, users as u64, length, BETA, epsilon, delta).ok(),
            guess: plan::direct_guess(guess, length, BETA, epsilon, delta).ok(),
        },
    })
}

/// The numbers of rounds to look at: the smallest divisors of the number of transitions.
fn rounds(args: &LearnPlanArgs) -> Result<Vec<u32>, Failure> {
    if let Some(rounds) = args.rounds {
        super::length(args.synthetic, rounds)?;
        return Ok(vec![rounds]);
    }
    let divisors = (1..=args.synthetic).filter(|rounds| args.synthetic.is_multiple_of(*rounds));
    Ok(divisors.take(MOST_ROUNDS).collect())
}

/// The whole mechanism, as often as time allows.
struct Simulation<'a> {
    guess: Law<'a>,
    events: u32,
    synthetic: u32,
    repetitions: u32,
    narrow: Vec<u32>,
    wide: Vec<u64>,
}

impl<'a> Simulation<'a> {
    fn new(args: &LearnPlanArgs, guess: Law<'a>, candidates: usize) -> Result<Self, Failure> {
        let largest = SCALES.iter().map(|(times, _)| *times).max().unwrap_or(1);
        let steps = f64::from(args.events) + guess.symbols() as f64 * f64::from(args.synthetic);
        let of_users: f64 = SCALES
            .iter()
            .map(|(times, part)| *times as f64 / *part as f64)
            .sum();
        let steps = steps * f64::from(args.users) * (of_users + candidates as f64);
        let (fewest, most) = REPETITIONS;
        let repetitions = args
            .repetitions
            .unwrap_or(((STEPS / steps) as u32).clamp(fewest, most));
        if steps * f64::from(repetitions) > MOST_STEPS {
            return Err(Failure::Usage(format!(
                "a plan for {} users, {} symbols and {} transitions would take hours to simulate: expected smaller numbers, or fewer --repetitions",
                args.users,
                guess.symbols(),
                args.synthetic
            )));
        }
        let most_users = (args.users as usize).saturating_mul(largest as usize);
        let crowd = |users| Crowd {
            users,
            events: args.events,
            length: args.synthetic as usize,
            rounds: 1,
        };
        let (narrow, wide) = expect_work_len(guess.symbols(), &crowd(most_users))?;
        Ok(Simulation {
            guess,
            events: args.events,
            synthetic: args.synthetic,
            repetitions,
            narrow: zeros(narrow)?,
            wide: zeros(wide)?,
        })
    }

    fn run(
        &mut self,
        rng: &mut Generator,
        users: usize,
        rounds: u32,
        mode: StableMode,
    ) -> Result<Candidate, Failure> {
        let length = super::length(self.synthetic, rounds)?;
        let crowd = Crowd {
            users,
            events: self.events,
            length: length as usize,
            rounds: rounds as usize,
        };
        let expected = expect(
            rng,
            self.guess,
            &crowd,
            &mode,
            self.repetitions,
            Level::new(LEVEL)?,
            &mut self.narrow,
            &mut self.wide,
        )?;
        Ok(Candidate {
            users,
            rounds,
            length,
            mode,
            expected,
        })
    }
}
