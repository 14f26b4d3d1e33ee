//! What `learn` releases, in its three forms. Nothing here sees a log or a vote.
use super::promise::number;
use super::release_text::shortened;
use crate::learn::{Alphabet, Learnt};
use crate::release::StatesFrom;
use serde_json::{Value, json};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The transitions that the text lists.
const LISTED: usize = 40;
/// The longest name, in characters.
const NAME: usize = 30;

/// The name of the adjacency in JSON.
pub const ADJACENCY: &str = "user";
/// When two logs are neighbours.
pub const NEIGHBOURS: &str =
    "all that one user did is replaced by anything else (the number of users is public)";

/// To read.
pub fn text(out: &mut dyn Write, learnt: &Learnt) -> io::Result<()> {
    let n = learnt.drawn.transitions.len();
    writeln!(
        out,
        "{} {} of {}, from the votes of {} users\n",
        match n {
            1 => "One".to_string(),
            n => n.to_string(),
        },
        match (learnt.alphabet, n) {
            (Alphabet::Pairs(_), 1) => "synthetic transition",
            (Alphabet::Pairs(_), _) => "synthetic transitions",
            (Alphabet::Next { .. }, 1) => "synthetic next state",
            (Alphabet::Next { .. }, _) => "synthetic next states",
        },
        match learnt.alphabet {
            Alphabet::Pairs(states) => format!("a chain of {states} states"),
            Alphabet::Next { from, .. } => state(learnt, from),
        },
        learnt.users
    )?;
    promise(out, learnt.promise.epsilon, learnt.promise.delta)?;
    if learnt.states_from == StatesFrom::Log {
        writeln!(
            out,
            "           The list of states is not protected: it came from the log."
        )?;
    }
    writeln!(
        out,
        "Mechanism  each user's own distribution votes, by a race under one shared seed; the\n           \
         most frequent vote is released where it stays so after many were replaced"
    )?;
    writeln!(
        out,
        "           {}noise of half-width {}, drawn with integers",
        match learnt.rounds {
            1 => String::new(),
            rounds => format!("{rounds} rounds, each with its part of epsilon and delta; "),
        },
        learnt.mode.half_width()
    )?;
    let distances: Vec<String> = learnt
        .drawn
        .noisy_distances
        .iter()
        .take(10)
        .map(u32::to_string)
        .collect();
    writeln!(
        out,
        "Agreement  {}{} votes, with noise, would have to be replaced to change the answer",
        distances.join(", "),
        if learnt.drawn.noisy_distances.len() > 10 {
            ", ..."
        } else {
            ""
        }
    )?;
    if let Some(charged) = &learnt.charged {
        writeln!(out, "Ledger     {}", super::ledger::line(charged))?;
    }
    writeln!(out)?;
    let listed = learnt.drawn.transitions.iter().take(LISTED);
    let listed: Vec<(String, String)> = listed
        .map(|(from, to)| (state(learnt, *from), state(learnt, *to)))
        .collect();
    let width = listed
        .iter()
        .map(|(from, _)| from.width())
        .max()
        .unwrap_or(0);
    for (from, to) in &listed {
        let gap = " ".repeat(width.saturating_sub(from.width()));
        writeln!(out, "  {from}{gap}  ->  {to}")?;
    }
    if n > LISTED {
        writeln!(out, "  and {} more (--format csv has all)", n - LISTED)?;
    }
    Ok(())
}

/// The inequality, and for whom it holds.
pub fn promise(out: &mut dyn Write, epsilon: f64, delta: f64) -> io::Result<()> {
    let epsilon = number(epsilon);
    let power = match epsilon.contains('e') {
        true => format!("e^({epsilon})"),
        false => format!("e^{epsilon}"),
    };
    writeln!(
        out,
        "Promise    P(S) <= {power} P'(S) + {}\n           for every set S of what this release can show,\n           \
         P and P' from any two logs in which\n           all that one user did is replaced by anything else.\n           \
         The number of users is public.",
        number(delta)
    )
}

/// Everything, one key a line.
pub fn json(out: &mut dyn Write, learnt: &Learnt) -> io::Result<()> {
    let name = |i: u32| learnt.states.get(i as usize);
    let synthetic: Value = learnt
        .drawn
        .transitions
        .iter()
        .map(|(from, to)| match learnt.alphabet {
            Alphabet::Pairs(_) => json!([name(*from), name(*to)]),
            Alphabet::Next { .. } => json!(name(*to)),
        })
        .collect();
    let seed: String = learnt
        .shared_seed
        .bytes()
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    let rate = learnt.mode.rate();
    let mut keys = vec![
        ("states", json!(learnt.states)),
        ("states_from", json!(learnt.states_from.name())),
    ];
    if let Alphabet::Next { from, .. } = learnt.alphabet {
        keys.push(("from", json!(name(from))));
    }
    keys.extend([
        ("synthetic", synthetic),
        ("noisy_distances", json!(learnt.drawn.noisy_distances)),
        ("users", json!(learnt.users)),
        ("rounds", json!(learnt.rounds)),
        ("adjacency", json!(ADJACENCY)),
        ("neighbours", json!(NEIGHBOURS)),
        ("epsilon", json!(learnt.promise.epsilon)),
        ("delta", json!(learnt.promise.delta)),
        ("rate_numerator", json!(rate.numerator())),
        ("rate_denominator", json!(rate.denominator())),
        ("half_width", json!(learnt.mode.half_width())),
        ("votes_needed", json!(learnt.mode.votes_needed())),
        ("coupling", json!("race")),
        ("shared_seed", json!(seed)),
    ]);
    if let Some(charged) = &learnt.charged {
        keys.push(("ledger", super::ledger::note(charged)));
    }
    keys.push(("version", json!(env!("CARGO_PKG_VERSION"))));
    object(out, &keys)
}

/// One object, one key a line, in this order.
pub fn object(out: &mut dyn Write, keys: &[(&str, Value)]) -> io::Result<()> {
    writeln!(out, "{{")?;
    for (i, (key, value)) in keys.iter().enumerate() {
        write!(out, "  \"{key}\": ")?;
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out, "{}", if i + 1 < keys.len() { "," } else { "" })?;
    }
    writeln!(out, "}}")
}

/// The transitions: from,to, or to alone where all come from one state.
pub fn csv(out: &mut dyn Write, learnt: &Learnt) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let name = |i: u32| learnt.states.get(i as usize).map_or("", String::as_str);
    match learnt.alphabet {
        Alphabet::Pairs(_) => {
            csv.write_record(["from", "to"])?;
            for (from, to) in &learnt.drawn.transitions {
                csv.write_record([name(*from), name(*to)])?;
            }
        }
        Alphabet::Next { .. } => {
            csv.write_record(["to"])?;
            for (_, to) in &learnt.drawn.transitions {
                csv.write_record([name(*to)])?;
            }
        }
    }
    csv.flush()
}

/// A state's name, safe for a terminal and not too long.
fn state(learnt: &Learnt, i: u32) -> String {
    shortened(
        learnt.states.get(i as usize).map_or("", String::as_str),
        NAME,
    )
}
