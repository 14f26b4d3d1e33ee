//! Parameters from public facts, before anything is logged.
use crate::args::PlanArgs;
use crate::expected_errors::{self, Expected};
use crate::failure::Failure;
use crate::parameters;
use dpmarkov::chain::stationary::{gth_work_len, power_work_len};
use dpmarkov::mechanism::Dirichlet;

/// What is chosen and what it costs.
pub struct Plan {
    pub states: usize,
    pub expected_row_total: u64,
    pub mechanism_name: &'static str,
    pub mechanism: Dirichlet,
    pub expected: [Expected; 3],
    pub memory: Vec<Memory>,
}

/// One buffer that the caller of the library provides.
pub struct Memory {
    pub key: &'static str,
    pub what: &'static str,
    pub bytes: u64,
}

/// Chooses the parameters.
pub fn plan(args: &PlanArgs) -> Result<Plan, Failure> {
    let mechanism = parameters::mechanism(&args.guarantee, args.states, args.expected_row_total)?;
    let (plan, expected) =
        expected_errors::expected(&mechanism, args.states, args.expected_row_total)?;
    Ok(Plan {
        states: args.states,
        expected_row_total: args.expected_row_total,
        mechanism_name: args.guarantee.mechanism.name(),
        mechanism,
        expected,
        memory: memory(&plan),
    })
}

fn memory(plan: &dpmarkov::plan::Plan) -> Vec<Memory> {
    let doubles = |elements: usize| elements as u64 * size_of::<f64>() as u64;
    let buffer = |key, what, bytes| Memory { key, what, bytes };
    let n = plan.states;
    vec![
        buffer("counts", "the counts, 32 bits a cell", plan.counts_bytes),
        buffer("row", "one released row at a time", doubles(n)),
        buffer("matrix", "or the whole released chain", plan.matrix_bytes),
        buffer(
            "stationary_power",
            "scratch for the stationary distribution by power iteration",
            doubles(power_work_len(n)),
        ),
        buffer(
            "stationary_gth",
            "or by elimination (GTH)",
            doubles(gth_work_len(n)),
        ),
    ]
}
