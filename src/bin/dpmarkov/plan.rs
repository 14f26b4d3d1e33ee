//! Parameters from public facts, before anything is logged.
use crate::args::PlanArgs;
use crate::failure::Failure;
use crate::parameters;
use crate::reference_rows::{self, Expected};
use dpmarkov::chain::stationary::{gth_work_len, power_work_len};
use dpmarkov::domain;
use dpmarkov::mechanism::Dirichlet;

/// What is chosen and what it costs.
pub struct Plan {
    pub states: usize,
    pub expected_row_total: u32,
    pub mechanism_name: &'static str,
    pub mechanism: Dirichlet,
    pub expected: Vec<Expected>,
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
    let cells = domain::cells(args.states)?;
    let mechanism = parameters::mechanism(&args.guarantee, args.states, args.expected_row_total)?;
    Ok(Plan {
        states: args.states,
        expected_row_total: args.expected_row_total,
        mechanism_name: args.guarantee.mechanism.name(),
        mechanism,
        expected: reference_rows::expected(
            args.states,
            args.expected_row_total,
            mechanism.parameters(),
        )?,
        memory: memory(args.states, cells),
    })
}

fn memory(n: usize, cells: usize) -> Vec<Memory> {
    let size = |elements: usize, each: usize| elements as u64 * each as u64;
    let row = |key, what, bytes| Memory { key, what, bytes };
    vec![
        row(
            "counts",
            "the counts, 32 bits a cell",
            size(cells, size_of::<u32>()),
        ),
        row(
            "row",
            "one released row at a time",
            size(n, size_of::<f64>()),
        ),
        row(
            "matrix",
            "or the whole released chain",
            size(cells, size_of::<f64>()),
        ),
        row(
            "stationary_power",
            "scratch for the stationary distribution by power iteration",
            size(power_work_len(n), size_of::<f64>()),
        ),
        row(
            "stationary_gth",
            "or by elimination (GTH)",
            size(gth_work_len(n), size_of::<f64>()),
        ),
    ]
}
