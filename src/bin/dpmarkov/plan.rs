//! Parameters from public facts, before anything is logged.
use crate::args::PlanArgs;
use crate::failure::Failure;
use crate::parameters::{self, Choice};
use dpmarkov::chain::stationary::{gth_work_len, power_work_len};
use dpmarkov::counts::Support;
use dpmarkov::domain::ExpectedRowTotal;
use dpmarkov::plan::Comparison;

/// What is chosen and what it costs.
pub struct Plan {
    pub states: usize,
    /// The number of feasible cells of a row; all states where nothing is said.
    pub row_cells: usize,
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
    let cells = args.row_cells.unwrap_or(args.states);
    if cells > args.states {
        return Err(Failure::Usage(format!(
            "--row-cells {cells} is more than --states {}: expected at most that many next states",
            args.states
        )));
    }
    let choice = parameters::choose(&args.guarantee, guarantee, cells, args.expected_row_total)?;
    let total = ExpectedRowTotal::new(args.expected_row_total as f64)?;
    Ok(Plan {
        states: args.states,
        row_cells: cells,
        expected_row_total: args.expected_row_total,
        choice,
        comparison: parameters::compare(&guarantee, cells, total)?,
        memory: memory(args.states, cells, &choice),
    })
}

/// `row`: the feasible cells of a row.
fn memory(n: usize, row: usize, choice: &Choice) -> Vec<Memory> {
    let buffer = |key, what, bytes| Memory { key, what, bytes };
    let doubles = |elements: usize| elements as u64 * size_of::<f64>() as u64;
    let cells = n as u64 * row as u64;
    let mut buffers = vec![
        buffer("counts", "the counts, 32 bits a cell", 4 * cells),
        buffer("row", "one released row at a time", doubles(row)),
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
    ];
    if row < n {
        // compressed rows: n + 1 starts of 32 bits and a target of 16 bits a cell; or a bit for each transition
        let mask = 4 * Support::mask_len(n) as u64;
        let compressed = 4 * (n as u64 + 1) + 2 * cells;
        let what = "the support, the smaller of compressed rows and a bit mask";
        buffers.push(buffer("support", what, compressed.min(mask)));
    }
    buffers
}
