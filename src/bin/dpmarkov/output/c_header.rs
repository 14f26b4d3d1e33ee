//! A plan as a C header: the constants that firmware hands to `dpm_dirichlet_init_checked`.
use super::promise;
use crate::plan::Plan;
use std::io::{self, Write};

/// Every number is the shortest decimal that a C compiler reads back as the same double.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    let (guarantee, parameters) = (plan.mechanism.guarantee(), plan.mechanism.parameters());
    let name = guarantee.adjacency.name().to_uppercase();
    writeln!(
        out,
        "/* Written by dpmarkov {} plan. Public: nothing in it comes from a log.",
        env!("CARGO_PKG_VERSION")
    )?;
    writeln!(out, " *")?;
    writeln!(out, " * Promise: {}", promise::inequality(guarantee))?;
    writeln!(
        out,
        " * {}, P and P' from any two logs in which",
        promise::scope(guarantee)
    )?;
    writeln!(out, " * {}.", promise::neighbours(guarantee.adjacency))?;
    writeln!(out, " *")?;
    writeln!(
        out,
        " * Expected error of a row of {} events:",
        plan.expected_row_total
    )?;
    for e in &plan.expected {
        writeln!(
            out,
            " *   {:<28} total variation {:.4}, KL {:.4} nats",
            e.row, e.error.total_variation, e.error.kl
        )?;
    }
    writeln!(out, " *")?;
    writeln!(
        out,
        " *   dpm_dirichlet_init_checked(&mechanism, DPM_PLAN_ADJACENCY, DPM_PLAN_EPSILON, DPM_PLAN_DELTA,"
    )?;
    writeln!(
        out,
        " *                              DPM_PLAN_RELEASES, DPM_PLAN_PSEUDO_COUNT, DPM_PLAN_WEIGHT);"
    )?;
    writeln!(out, " */")?;
    writeln!(out, "#ifndef DPM_PLAN_H")?;
    writeln!(out, "#define DPM_PLAN_H\n")?;
    writeln!(out, "#define DPM_PLAN_STATES {}u", plan.states)?;
    writeln!(
        out,
        "#define DPM_PLAN_ADJACENCY {} /* DPM_ADJACENCY_{name} */",
        guarantee.adjacency as i32
    )?;
    writeln!(
        out,
        "#define DPM_PLAN_EPSILON {:?}",
        guarantee.epsilon.get()
    )?;
    writeln!(out, "#define DPM_PLAN_DELTA {:?}", guarantee.delta.get())?;
    writeln!(
        out,
        "#define DPM_PLAN_RELEASES {}u",
        guarantee.releases.get()
    )?;
    writeln!(
        out,
        "#define DPM_PLAN_PSEUDO_COUNT {:?}",
        parameters.pseudo_count.get()
    )?;
    writeln!(out, "#define DPM_PLAN_WEIGHT {:?}", parameters.weight.get())?;
    writeln!(out, "\n#endif /* DPM_PLAN_H */")
}
