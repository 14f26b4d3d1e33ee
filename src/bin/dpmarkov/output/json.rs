//! JSON at full precision: every number reads back as the same f64.
use super::parameters;
use crate::chosen::Integers;
use crate::expected_errors::{Expected, expected};
use crate::failure::Failure;
use crate::parameters::Choice;
use crate::plan::Plan;
use crate::release::Released;
use crate::report::write::Reported;
use crate::state_table::hex;
use dpmarkov::plan::{Candidate, Offer};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, ErrorKind, Write};

/// One key a line, one row of the matrix a line.
pub fn release(out: &mut dyn Write, released: &Released) -> io::Result<()> {
    let view = released.feasible.view().map_err(io::Error::other)?;
    let lens: Vec<usize> = view.rows().map(|row| row.len()).collect();
    writeln!(out, "{{")?;
    entry(out, "states", &released.states)?;
    if released.feasible.is_given() {
        // another key than a dense matrix has: its rows are in the order of their targets
        let targets: Vec<u16> = view.rows().flatten().map(|to| to as u16).collect();
        rows(out, "targets", &targets, &lens)?;
        rows(out, "probabilities", &released.matrix, &lens)?;
    } else {
        rows(out, "matrix", &released.matrix, &lens)?;
    }
    match &released.integers {
        Integers::None => {}
        Integers::NoisyCounts(counts) => rows(out, "noisy_counts", counts, &lens)?,
        Integers::Tallies(tallies) => rows(out, "tallies", tallies, &lens)?,
    }
    match released.long_run.omitted() {
        None => entry(out, "stationary", &released.stationary)?,
        Some(reason) => {
            entry(out, "stationary", &Value::Null)?;
            entry(out, "stationary_omitted", reason)?;
        }
    }
    if let Some(outside) = &released.outside {
        entry(out, "outside", &outside.to_string())?;
        let cells = released.feasible.row_cells().map_err(io::Error::other)?;
        let cells = cells.map_or(
            Value::Null,
            |cells| json!({ "fewest": cells.fewest, "mean": cells.mean, "most": cells.most }),
        );
        entry(out, "row_cells", &cells)?;
    }
    if let Some(totals) = &released.row_totals {
        entry(out, "row_totals", totals)?;
    }
    entry(out, "states_from", &released.states_from.name())?;
    for (key, value) in promised(&released.choice, released.expected_row_total) {
        entry(out, key, &value)?;
    }
    if let Some(charged) = &released.charged {
        entry(out, "ledger", &super::ledger::note(charged))?;
    }
    if let Some(reported) = &released.reported {
        entry(out, "report", &report(reported))?;
    }
    version(out)
}

/// What stands in the report beside the chain, and what both promise together.
fn report(reported: &Reported) -> Value {
    json!({
        "bytes": reported.bytes,
        "bits": reported.width.bits(),
        "id": hex(&reported.id),
        "saturated": reported.saturated,
        "row_totals": reported.totals.as_ref().map(|totals| json!({
            "epsilon": totals.guarantee().epsilon.get(),
            "rate_numerator": totals.rate().numerator(),
            "rate_denominator": totals.rate().denominator(),
        })),
        "epsilon": reported.whole.epsilon.get(),
        "delta": reported.whole.delta.get(),
    })
}

/// A plan.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    writeln!(out, "{{")?;
    entry(out, "states", &plan.states)?;
    if plan.row_cells < plan.states {
        entry(out, "row_cells", &plan.row_cells)?;
    }
    for (key, value) in promised(&plan.choice, plan.expected_row_total) {
        entry(out, key, &value)?;
    }
    let memory: Map<String, Value> = plan
        .memory
        .iter()
        .map(|m| (m.key.to_string(), json!(m.bytes)))
        .collect();
    entry(out, "memory_bytes", &memory)?;
    let candidates: Vec<Value> = plan.comparison.candidates.iter().map(candidate).collect();
    entry(out, "candidates", &candidates)?;
    entry(out, "recommended", plan.comparison.recommended.name())?;
    entry(out, "reason", plan.comparison.reason.message())?;
    version(out)
}

/// One mechanism of the comparison.
fn candidate(candidate: &Candidate) -> Value {
    let mut map = Map::new();
    map.insert("mechanism".to_string(), json!(candidate.kind.name()));
    match &candidate.offer {
        Ok(offer) => map.extend(offered(offer).map(|(key, value)| (key.to_string(), value))),
        Err(error) => {
            map.insert("refused".to_string(), json!(super::refused(*error)));
        }
    }
    map.into()
}

/// Key and rows, one row a line.
fn rows<T: Serialize>(
    out: &mut dyn Write,
    key: &str,
    cells: &[T],
    lens: &[usize],
) -> io::Result<()> {
    writeln!(out, "  \"{key}\": [")?;
    let mut rest = cells;
    for (i, len) in lens.iter().enumerate() {
        let (row, after) = rest.split_at_checked(*len).unwrap_or((rest, &[]));
        rest = after;
        write!(out, "    ")?;
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out, "{}", if i + 1 < lens.len() { "," } else { "" })?;
    }
    writeln!(out, "  ],")
}

fn version(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "  \"version\": ")?;
    serde_json::to_writer(&mut *out, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "\n}}")
}

fn entry<T: Serialize + ?Sized>(out: &mut dyn Write, key: &str, value: &T) -> io::Result<()> {
    write!(out, "  \"{key}\": ")?;
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out, ",")
}

/// The guarantee, the mechanism and what it offers.
fn promised(choice: &Choice, expected_row_total: u64) -> Vec<(&'static str, Value)> {
    let guarantee = choice.mechanism.guarantee();
    let chosen_by = choice
        .reason
        .map_or("the options", |reason| reason.message());
    let mut keys = vec![
        ("mechanism", json!(choice.offer.parameters.name())),
        ("chosen_by", json!(chosen_by)),
        ("adjacency", json!(guarantee.adjacency.name())),
        ("epsilon", json!(guarantee.epsilon.get())),
        ("delta", json!(guarantee.delta.get())),
        ("releases", json!(guarantee.releases.get())),
        ("expected_row_total", json!(expected_row_total)),
    ];
    keys.extend(offered(&choice.offer));
    if let Some(draws) = choice.offer.largest_pure_draws(guarantee) {
        keys.push(("largest_pure_draws", json!(draws)));
    }
    keys
}

/// The parameters and what follows from them.
fn offered(offer: &Offer) -> impl Iterator<Item = (&'static str, Value)> + use<> {
    let rows = expected(offer);
    let by_row = |value: fn(&Expected) -> f64| -> Value {
        rows.iter()
            .map(|e| (e.key.to_string(), json!(value(e))))
            .collect::<Map<_, _>>()
            .into()
    };
    let mut keys: Vec<(&str, Value)> = parameters::constants(&offer.parameters)
        .into_iter()
        .map(|(key, number)| (key, number.json()))
        .collect();
    keys.push(("pure", json!(offer.pure)));
    if let Some(error) = offer.count_standard_error() {
        keys.push(("floor", json!(offer.floor.get())));
        keys.push(("standard_error", json!(error)));
    }
    keys.push(("expected_tv", by_row(|e| e.error.total_variation)));
    keys.push(("expected_kl", by_row(|e| e.error.kl)));
    keys.push(("work_bytes", json!(offer.work_bytes)));
    keys.into_iter()
}

/// Serialises into memory, so that a full disk cannot leave half an object.
pub fn to_bytes(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Failure> {
    let mut memory = Memory::default();
    match write(&mut memory) {
        Ok(()) => Ok(memory.bytes),
        Err(_) if memory.full => Err(Failure::System(format!(
            "no memory for the output, of which {} bytes are made",
            memory.bytes.len()
        ))),
        Err(e) => Err(Failure::Internal(format!("cannot format the output: {e}"))),
    }
}

/// A vector that says so where it cannot grow: `Vec` itself would end the program.
#[derive(Default)]
struct Memory {
    bytes: Vec<u8>,
    full: bool,
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.full = self.bytes.try_reserve(bytes.len()).is_err();
        if self.full {
            return Err(ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
