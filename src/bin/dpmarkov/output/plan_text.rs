//! A plan to read.
use super::{parameters, promise};
use crate::expected_errors::expected;
use crate::plan::Plan;
use dpmarkov::plan::{Candidate, Offer};
use std::io::{self, Write};

/// The comparison, the parameters, expected errors, memory.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    let guarantee = plan.choice.mechanism.guarantee();
    writeln!(
        out,
        "A plan for a chain of {} states, {} events expected in a row",
        plan.states, plan.expected_row_total
    )?;
    if plan.row_cells < plan.states {
        writeln!(
            out,
            "with {} feasible next states each (rows of two or more must not have fewer)",
            plan.row_cells
        )?;
    }
    writeln!(out)?;
    writeln!(out, "Promise      {}", promise::inequality(guarantee))?;
    writeln!(out, "             {},", promise::scope(guarantee))?;
    writeln!(out, "             P and P' from any two logs in which")?;
    writeln!(
        out,
        "             {}.\n",
        promise::neighbours(guarantee.adjacency)
    )?;
    comparison(out, plan)?;
    let offer = &plan.choice.offer;
    writeln!(
        out,
        "\nMechanism    {}: {}",
        offer.parameters.name(),
        parameters::law(&offer.parameters)
    )?;
    for (name, value) in parameters::constants(&offer.parameters) {
        writeln!(
            out,
            "             {} {}",
            name.replace('_', " "),
            value.text()
        )?;
    }
    if let Some(draws) = offer.largest_pure_draws(guarantee) {
        writeln!(out, "             delta is 0 up to {draws} draws")?;
    }
    if let Some(error) = offer.count_standard_error() {
        writeln!(
            out,
            "             standard error of a released count {error:.4}"
        )?;
    }
    writeln!(
        out,
        "\nExpected error of a row of {} events",
        plan.expected_row_total
    )?;
    for e in expected(offer) {
        writeln!(
            out,
            "  {:<28} total variation {:.4}   KL {:.4} nats",
            e.row, e.error.total_variation, e.error.kl
        )?;
    }
    writeln!(out, "\nMemory")?;
    for m in &plan.memory {
        writeln!(out, "  {:>12} bytes  {}", m.bytes, m.what)?;
    }
    Ok(())
}

/// The four mechanisms at the same promise, from the most accurate on.
fn comparison(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    writeln!(
        out,
        "At this promise: expected total variation of a row (and its KL divergence, in nats)"
    )?;
    writeln!(
        out,
        "               {:^17} {:^17} {:^17}  {:<7} noise",
        "spread evenly", "halving", "all to one state", "mean"
    )?;
    let mut candidates = plan.comparison.candidates;
    let mean = |c: &Candidate| c.offer.map_or(f64::INFINITY, |o| o.mean().total_variation);
    candidates.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
    for candidate in &candidates {
        let mark = if candidate.kind == plan.comparison.recommended {
            '>'
        } else {
            ' '
        };
        match &candidate.offer {
            Ok(offer) => writeln!(
                out,
                "  {mark} {:<10} {}",
                candidate.kind.name(),
                errors(offer)
            )?,
            Err(error) => writeln!(
                out,
                "  {mark} {:<10} {}",
                candidate.kind.name(),
                super::refused(*error)
            )?,
        }
    }
    writeln!(
        out,
        "Recommended  {}: {}",
        plan.comparison.recommended.name(),
        plan.comparison.reason.message()
    )
}

fn errors(offer: &Offer) -> String {
    let mut line = String::new();
    for e in expected(offer) {
        line.push_str(&format!(
            " {:<17}",
            format!("{:.4} ({:.4})", e.error.total_variation, e.error.kl)
        ));
    }
    format!(
        "{line}  {:.4}  {}{}",
        offer.mean().total_variation,
        if offer.draws_integers() {
            "integers"
        } else {
            "floating point"
        },
        if offer.pure { ", delta 0" } else { "" }
    )
}
