//! A plan as a C header: which mechanism, and the constants that firmware hands to its `_init_checked`.
use super::{parameters, promise};
use crate::expected_errors::expected;
use crate::plan::Plan;
use dpmarkov::plan::Kind;
use dpmarkov::privacy::MechanismParameters;
use std::io::{self, Write};

/// Every number is the shortest decimal that a C compiler reads back as the same double.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    let guarantee = plan.choice.mechanism.guarantee();
    let offer = &plan.choice.offer;
    let chosen = offer.parameters.name();
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
    writeln!(out, " * Mechanism: {chosen}. {}", reason(plan))?;
    writeln!(
        out,
        " * Expected error of a row of {} events:",
        plan.expected_row_total
    )?;
    for e in expected(offer) {
        writeln!(
            out,
            " *   {:<28} total variation {:.4}, KL {:.4} nats",
            e.row, e.error.total_variation, e.error.kl
        )?;
    }
    writeln!(out, " *")?;
    for line in call(&offer.parameters, plan.row_cells < plan.states) {
        writeln!(out, " *   {line}")?;
    }
    writeln!(out, " */")?;
    writeln!(out, "#ifndef DPM_PLAN_H")?;
    writeln!(out, "#define DPM_PLAN_H\n")?;
    for kind in Kind::ALL {
        let name = kind.name();
        writeln!(
            out,
            "#define DPM_PLAN_IS_{} {}",
            name.to_uppercase(),
            i32::from(name == chosen)
        )?;
    }
    writeln!(out, "#define DPM_PLAN_MECHANISM \"{chosen}\"\n")?;
    writeln!(out, "#define DPM_PLAN_STATES {}u", plan.states)?;
    if plan.row_cells < plan.states {
        writeln!(
            out,
            "#define DPM_PLAN_ROW_CELLS {}u /* feasible next states; rows of two or more must not have fewer */",
            plan.row_cells
        )?;
    }
    writeln!(
        out,
        "#define DPM_PLAN_ADJACENCY {} /* DPM_ADJACENCY_{} */",
        guarantee.adjacency as i32,
        guarantee.adjacency.name().to_uppercase()
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
    for (name, value) in parameters::constants(&offer.parameters) {
        writeln!(
            out,
            "#define DPM_PLAN_{} {}",
            name.to_uppercase(),
            value.c()
        )?;
    }
    writeln!(out, "\n#endif /* DPM_PLAN_H */")
}

fn reason(plan: &Plan) -> String {
    match plan.choice.reason {
        Some(reason) => format!("Chosen: {}.", reason.message()),
        None => "Asked for.".to_string(),
    }
}

/// The call that verifies on the device that the constants meet the guarantee.
fn call(parameters: &MechanismParameters, on_support: bool) -> [String; 2] {
    let promise = "DPM_PLAN_ADJACENCY, DPM_PLAN_EPSILON, DPM_PLAN_DELTA,";
    let (open, rest) = match parameters {
        MechanismParameters::Dirichlet(_) => (
            "dpm_dirichlet_init_checked(&mechanism, ",
            "DPM_PLAN_RELEASES, DPM_PLAN_PSEUDO_COUNT, DPM_PLAN_WEIGHT);",
        ),
        MechanismParameters::Polya(..) => (
            "dpm_polya_init_checked(&mechanism, ",
            "DPM_PLAN_RELEASES, DPM_PLAN_STATES, DPM_PLAN_EVENT_MASS, DPM_PLAN_PRIOR_MASS, DPM_PLAN_DRAW_MASS, DPM_PLAN_DRAWS);",
        ),
        MechanismParameters::Geometric(_) => (
            "dpm_geometric_init_checked(&mechanism, ",
            "DPM_PLAN_RELEASES, DPM_PLAN_RATE_NUMERATOR, DPM_PLAN_RATE_DENOMINATOR);",
        ),
        MechanismParameters::Gaussian(_) => (
            "dpm_gaussian_init_checked(&mechanism, ",
            "DPM_PLAN_RELEASES, DPM_PLAN_VARIANCE_NUMERATOR, DPM_PLAN_VARIANCE_DENOMINATOR);",
        ),
    };
    [
        format!("{open}{promise}"),
        format!(
            "{}{}",
            " ".repeat(open.find('(').map_or(0, |i| i + 1)),
            // the urn's bound is that of its smallest row
            match on_support {
                true => rest.replace("DPM_PLAN_STATES", "DPM_PLAN_ROW_CELLS"),
                false => rest.to_string(),
            }
        ),
    ]
}
