//! `dpmarkov learn`: synthetic transitions from the votes of users, each user one block.
mod guarantee;
mod guess;
pub mod plan;
mod rounds;
mod votes;

#[cfg(test)]
mod tests;

pub use guarantee::{Promise, ledger_fits};
pub use rounds::{Room, length};

use crate::args::{LearnArgs, SpendingArgs};
use crate::failure::{Failure, shown};
use crate::ledger::Charged;
use crate::log_reader::by_user::UserLog;
use crate::release::StatesFrom;
use dpmarkov::learner::{SharedSeed, StableMode};
use dpmarkov::random::Generator;
use std::path::Path;

/// What a user's histogram is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// Transitions (from, to) of so many states.
    Pairs(usize),
    /// Next states of state `from`.
    Next { states: usize, from: u32 },
}

impl Alphabet {
    /// The number of symbols.
    pub fn symbols(self) -> usize {
        match self {
            Alphabet::Pairs(states) => states.saturating_mul(states),
            Alphabet::Next { states, .. } => states,
        }
    }

    /// The symbol of a transition; none where it is not counted.
    pub fn symbol(self, from: u32, to: u32) -> Option<usize> {
        match self {
            Alphabet::Pairs(states) => Some((from as usize).checked_mul(states)? + to as usize),
            Alphabet::Next { from: only, .. } => (from == only).then_some(to as usize),
        }
    }

    /// The transition of a symbol; none above the last one.
    pub fn transition(self, symbol: u32) -> Option<(u32, u32)> {
        if symbol as usize >= self.symbols() {
            return None;
        }
        match self {
            Alphabet::Pairs(states) => {
                let states = u32::try_from(states).ok()?;
                Some((symbol.checked_div(states)?, symbol.checked_rem(states)?))
            }
            Alphabet::Next { from, .. } => Some((from, symbol)),
        }
    }
}

/// What the mechanism gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The synthetic transitions (from, to), round after round.
    pub transitions: Vec<(u32, u32)>,
    /// One a round.
    pub noisy_distances: Vec<u32>,
}

/// Everything that may be published. `drawn` depends on the log through the mechanism alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Learnt {
    pub states: Vec<String>,
    pub states_from: StatesFrom,
    pub alphabet: Alphabet,
    pub drawn: Drawn,
    pub users: usize,
    pub rounds: u32,
    pub promise: Promise,
    pub mode: StableMode,
    pub shared_seed: SharedSeed,
    pub charged: Option<Charged>,
}

/// The promise, the mechanism of one round, and how many transitions it draws.
pub fn round(args: &LearnArgs) -> Result<(Promise, StableMode, usize), Failure> {
    let length = length(args.synthetic, args.rounds)?;
    let promise = Promise::new(args.promise())?;
    let mode = promise.mode(args.rounds)?;
    Ok((promise, mode, length as usize))
}

/// Refuses standard input for both inputs.
pub fn inputs_fit(args: &LearnArgs) -> Result<(), Failure> {
    let piped = |path: &Path| path.as_os_str() == "-";
    if piped(&args.log) && args.states.as_deref().is_some_and(piped) {
        return Err(Failure::Usage(
            "the log and --states cannot both be standard input: expected a file for one of them"
                .to_string(),
        ));
    }
    Ok(())
}

/// What a ledger is charged for: all time, since a person is in every window of it.
pub fn spending(args: &LearnArgs) -> SpendingArgs {
    SpendingArgs {
        window: None,
        close_before: None,
        at_least_generation: args.at_least_generation,
    }
}

/// What the votes are over, by the options and the list of states.
pub fn alphabet(args: &LearnArgs, states: &[String]) -> Result<Alphabet, Failure> {
    let Some(name) = &args.from else {
        return Ok(Alphabet::Pairs(states.len()));
    };
    match states.iter().zip(0..).find(|(state, _)| *state == name) {
        Some((_, from)) => Ok(Alphabet::Next {
            states: states.len(),
            from,
        }),
        None => Err(Failure::Usage(format!(
            "--from {}: no such state in the {}",
            shown(name.as_bytes()),
            match args.states {
                Some(_) => "list of --states",
                None =>
                    "log (a public list of states, --states FILE, may hold one that never occurs)",
            }
        ))),
    }
}

/// Refuses what could hardly ever have an answer, by public numbers: before anything is drawn or charged.
pub fn enough_users(users: usize, mode: &StableMode) -> Result<(), Failure> {
    if users >= mode.votes_needed() as usize {
        return Ok(());
    }
    Err(Failure::TooFewUsers(format!(
        "not enough users for a stable answer: {users} user{}, and even if all agreed it takes {} of them at this epsilon, delta and number of rounds \
         (and several times as many in practice: see dpmarkov learn plan); nothing was drawn or charged",
        if users == 1 { "" } else { "s" },
        mode.votes_needed()
    )))
}

/// The votes of all rounds, tallied. The noise comes from `rng` alone, never from `seed`.
pub fn learn(
    log: &UserLog,
    alphabet: Alphabet,
    (rounds, length): (u32, usize),
    mode: &StableMode,
    seed: &SharedSeed,
    rng: &mut Generator,
    room: &mut Room,
) -> Result<Drawn, Failure> {
    let mut transitions = Vec::new();
    let mut distances = Vec::new();
    let mut stable = true;
    for round in 0..u64::from(rounds) {
        votes::all(log, alphabet, seed, round, length, &mut room.votes)?;
        // Every round is drawn, whatever became of the others.
        match room.tally(mode, rng)? {
            Some((sequence, distance)) => {
                distances.push(distance);
                for symbol in sequence {
                    match alphabet.transition(*symbol) {
                        Some(transition) => transitions.push(transition),
                        // the vote of a user without transitions
                        None => stable = false,
                    }
                }
            }
            None => stable = false,
        }
    }
    if stable {
        return Ok(Drawn {
            transitions,
            noisy_distances: distances,
        });
    }
    Err(Failure::NotStable(format!(
        "not enough users for a stable answer: {} users do not agree well enough on {}{}. This is the mechanism's answer and counts as a release: \
         epsilon and delta are spent. See dpmarkov learn plan: more users, fewer transitions or other rounds help",
        log.users.len(),
        match length {
            1 => "one transition".to_string(),
            length => format!("{length} transitions at once"),
        },
        match rounds {
            1 => "",
            _ => " in every round",
        }
    )))
}
