//! JSON at full precision: every number reads back as the same f64.
use crate::expected_errors::Expected;
use crate::failure::Failure;
use crate::plan::Plan;
use crate::release::Released;
use dpmarkov::mechanism::Dirichlet;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Write};

/// One key a line, one row of the matrix a line.
pub fn release(out: &mut dyn Write, released: &Released) -> io::Result<()> {
    writeln!(out, "{{")?;
    entry(out, "states", &released.states)?;
    writeln!(out, "  \"matrix\": [")?;
    let n = released.states.len();
    for (i, row) in released.matrix.chunks(n).enumerate() {
        write!(out, "    ")?;
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out, "{}", if i + 1 < n { "," } else { "" })?;
    }
    writeln!(out, "  ],")?;
    entry(out, "stationary", &released.stationary)?;
    entry(out, "states_from", &released.states_from.name())?;
    for (key, value) in parameters(
        released.mechanism_name,
        &released.mechanism,
        released.expected_row_total,
        &released.expected,
    ) {
        entry(out, key, &value)?;
    }
    write!(out, "  \"version\": ")?;
    serde_json::to_writer(&mut *out, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "\n}}")
}

/// A plan.
pub fn plan(out: &mut dyn Write, plan: &Plan) -> io::Result<()> {
    writeln!(out, "{{")?;
    entry(out, "states", &plan.states)?;
    for (key, value) in parameters(
        plan.mechanism_name,
        &plan.mechanism,
        plan.expected_row_total,
        &plan.expected,
    ) {
        entry(out, key, &value)?;
    }
    let memory: serde_json::Map<String, Value> = plan
        .memory
        .iter()
        .map(|m| (m.key.to_string(), json!(m.bytes)))
        .collect();
    entry(out, "memory_bytes", &memory)?;
    write!(out, "  \"version\": ")?;
    serde_json::to_writer(&mut *out, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "\n}}")
}

fn entry<T: Serialize + ?Sized>(out: &mut dyn Write, key: &str, value: &T) -> io::Result<()> {
    write!(out, "  \"{key}\": ")?;
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out, ",")
}

fn parameters(
    name: &str,
    mechanism: &Dirichlet,
    expected_row_total: u64,
    expected: &[Expected],
) -> Vec<(&'static str, Value)> {
    let (guarantee, parameters) = (mechanism.guarantee(), mechanism.parameters());
    let by_row = |value: fn(&Expected) -> f64| -> Value {
        expected
            .iter()
            .map(|e| (e.key.to_string(), json!(value(e))))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    vec![
        ("mechanism", json!(name)),
        ("adjacency", json!(guarantee.adjacency.name())),
        ("epsilon", json!(guarantee.epsilon.get())),
        ("delta", json!(guarantee.delta.get())),
        ("releases", json!(guarantee.releases.get())),
        ("weight", json!(parameters.weight.get())),
        ("pseudo_count", json!(parameters.pseudo_count.get())),
        ("expected_row_total", json!(expected_row_total)),
        ("expected_tv", by_row(|e| e.error.total_variation)),
        ("expected_kl", by_row(|e| e.error.kl)),
    ]
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
