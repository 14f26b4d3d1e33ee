//! A plan of `learn`, to read and to process.
use super::learn::{object, promise};
use crate::learn::Alphabet;
use crate::learn::plan::{BETA, Candidate, LEVEL, Plan};
use dpmarkov::learner::plan::Sizes;
use serde_json::{Value, json};
use std::io::{self, Write};

/// To read.
pub fn text(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    writeln!(
        out,
        "A plan for {} synthetic {} from the votes of {} users, each with {} transitions\n",
        plan.synthetic,
        match (plan.alphabet, plan.synthetic) {
            (Alphabet::Pairs(n), _) => format!("transitions of {n} states"),
            (Alphabet::Next { states, .. }, _) => format!("next states of one of {states} states"),
        },
        plan.users,
        plan.events
    )?;
    promise(out, plan.promise.epsilon, plan.promise.delta)?;
    let repetitions = plan
        .candidates
        .first()
        .map_or(0, |c| c.expected.repetitions);
    writeln!(
        out,
        "\nSimulated  {repetitions} times each, with users who draw from the public guess; limits at {} %",
        100.0 * LEVEL
    )?;
    table(out, plan, "rounds", &plan.candidates, |c| c.rounds as usize)?;
    writeln!(
        out,
        "           an answer is all rounds; no answer costs epsilon and delta too;\n           \
         deviation: P(no answer, or not what the guess itself would have drawn)"
    )?;
    if plan.candidates.len() > 1 {
        writeln!(
            out,
            "Rounds     {}: there is an answer most often",
            plan.best
        )?;
    }
    let s = if plan.best == 1 { "" } else { "s" };
    writeln!(out, "\nUsers      in {} round{s}", plan.best)?;
    table(out, plan, "users", &plan.by_users, |c| c.users)?;
    writeln!(
        out,
        "\nProved     for one round and independent transitions, \"no answer\" counted as a deviation"
    )?;
    writeln!(
        out,
        "           at these sizes, for the guess: total variation from p^L {}",
        match plan.proved_tv {
            bound if bound < 1.0 => format!("at most {bound:.3}"),
            _ => "is not bounded (1)".to_string(),
        }
    )?;
    writeln!(out, "           for at most {:.3} it takes", 0.75 * BETA)?;
    let p = &plan.proved;
    for (what, sizes) in [
        ("for the guess", &p.guess),
        ("for every law", &p.direct),
        ("for every law, at your users", &p.at_users),
        ("by the paper (Cor. B.7)", &p.paper),
    ] {
        writeln!(
            out,
            "             {what:<30} {}",
            match sizes {
                Some(s) => format!("{} users with {} transitions each", s.blocks, s.block),
                None => "no size is enough".to_string(),
            }
        )?;
    }
    Ok(())
}

fn table(
    out: &mut dyn Write,
    plan: &Plan,
    head: &str,
    lines: &[Candidate],
    key: impl Fn(&Candidate) -> usize,
) -> io::Result<()> {
    writeln!(
        out,
        "  {head:>10}   answer (at least)   deviation (at most)   noise K   gap for an answer"
    )?;
    for c in lines {
        let mark = match head {
            "rounds" if c.rounds == plan.best && lines.len() > 1 => '>',
            "users" if c.users == plan.users => '>',
            _ => ' ',
        };
        let e = &c.expected;
        writeln!(
            out,
            "{mark} {:>10}    {:>5.3} ({:.3})         {:>5.3} ({:.3})      {:>6}    {:>6} votes",
            key(c),
            e.success,
            e.success_lower,
            e.mismatch,
            e.mismatch_upper,
            c.mode.half_width(),
            c.mode.gap_for_success()
        )?;
    }
    Ok(())
}

/// One object.
pub fn json(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    let p = &plan.proved;
    object(
        out,
        &[
            ("symbols", json!(plan.alphabet.symbols())),
            ("users", json!(plan.users)),
            ("events", json!(plan.events)),
            ("synthetic", json!(plan.synthetic)),
            ("adjacency", json!(super::learn::ADJACENCY)),
            ("epsilon", json!(plan.promise.epsilon)),
            ("delta", json!(plan.promise.delta)),
            ("level", json!(LEVEL)),
            ("rounds", plan.candidates.iter().map(candidate).collect()),
            ("best_rounds", json!(plan.best)),
            ("by_users", plan.by_users.iter().map(candidate).collect()),
            ("proved_tv", json!(plan.proved_tv)),
            ("proved_for", json!(0.75 * BETA)),
            (
                "proved",
                json!({
                    "guess": sizes(&p.guess),
                    "every_law": sizes(&p.direct),
                    "at_these_users": sizes(&p.at_users),
                    "paper": sizes(&p.paper),
                }),
            ),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
        ],
    )
}

fn candidate(c: &Candidate) -> Value {
    let e = &c.expected;
    json!({
        "users": c.users,
        "rounds": c.rounds,
        "length": c.length,
        "half_width": c.mode.half_width(),
        "votes_needed": c.mode.votes_needed(),
        "gap_for_success": c.mode.gap_for_success(),
        "repetitions": e.repetitions,
        "success": e.success,
        "success_lower": e.success_lower,
        "deviation": e.mismatch,
        "deviation_upper": e.mismatch_upper,
    })
}

fn sizes(sizes: &Option<Sizes>) -> Value {
    sizes.map_or(
        Value::Null,
        |s| json!({ "users": s.blocks, "events": s.block }),
    )
}
