//! A plan to read.
use super::promise;
use crate::plan::Plan;
use std::io::{self, Write};

/// Parameters, expected errors, memory.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    let (guarantee, parameters) = (plan.mechanism.guarantee(), plan.mechanism.parameters());
    writeln!(
        out,
        "A plan for a chain of {} states, {} events expected in a row\n",
        plan.states, plan.expected_row_total
    )?;
    writeln!(out, "Promise      {}", promise::inequality(guarantee))?;
    writeln!(out, "             {},", promise::scope(guarantee))?;
    writeln!(out, "             P and P' from any two logs in which")?;
    writeln!(
        out,
        "             {}.",
        promise::neighbours(guarantee.adjacency)
    )?;
    writeln!(out, "Mechanism    {}", plan.mechanism_name)?;
    writeln!(out, "Weight       {:?}", parameters.weight.get())?;
    writeln!(out, "Pseudo-count {:?}\n", parameters.pseudo_count.get())?;
    writeln!(
        out,
        "Expected error of a row of {} events",
        plan.expected_row_total
    )?;
    for e in &plan.expected {
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
