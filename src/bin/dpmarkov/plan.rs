//! Parameters from public facts, before anything is logged.
use crate::args::PlanArgs;
use crate::failure::Failure;
use crate::parameters::{self, Choice};
use dpmarkov::chain::stationary::{gth_work_len, power_work_len};
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::plan::Comparison;

/// What is chosen and what it costs.
pub struct Plan {
    pub states: usize,
    pub expected_row_total: u64,
    pub choice: Choice,
    pub comparison: Comparison,
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
    let guarantee = parameters::guarantee(&args.guarantee)?;
    let choice = parameters::choose(
        &args.guarantee,
        guarantee,
        args.states,
        args.expected_row_total,
    )?;
    let total = ExpectedRowTotal::new(args.expected_row_total as f64)?;
    Ok(Plan {
        states: args.states,
        expected_row_total: args.expected_row_total,
        choice,
        comparison: parameters::compare(&guarantee, args.states, total)?,
        memory: memory(args.states, &choice),
    })
}

fn memory(n: usize, choice: &Choice) -> Vec<Memory> {
    let buffer = |key, what, bytes| Memory { key, what, bytes };
    let doubles = |elements: usize| elements as u64 * size_of::<f64>() as u64;
    let cells = n as u64 * n as u64;
    vec![
        buffer("counts", "the counts, 32 bits a cell", 4 * cells),
        buffer("row", "one released row at a time", doubles(n)),
        buffer(
            "work",
            "scratch for the release of one row",
            choice.offer.work_bytes,
        ),
        buffer("matrix", "or the whole released chain", 8 * cells),
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
