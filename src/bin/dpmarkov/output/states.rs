//! A list of states: its hash, and the same for firmware.
use crate::args::StatesFormat;
use crate::failure::printable;
use crate::state_table;
use serde_json::json;
use std::io::{self, Write};

/// Bytes of the hash in a line of C.
const IN_A_LINE: usize = 8;

/// The hash that reports about these states carry.
pub fn states(out: &mut dyn Write, states: &[String], format: StatesFormat) -> io::Result<()> {
    let table = state_table::hash(states);
    match format {
        StatesFormat::Text => writeln!(out, "{}", state_table::hex(&table)),
        StatesFormat::Json => {
            let value = json!({
                "state_table": state_table::hex(&table),
                "count": states.len(),
                "states": states,
                "version": env!("CARGO_PKG_VERSION"),
            });
            serde_json::to_writer_pretty(&mut *out, &value)?;
            writeln!(out)
        }
        StatesFormat::CHeader => c_header(out, states, &table),
    }
}

fn c_header(out: &mut dyn Write, states: &[String], table: &[u8; 16]) -> io::Result<()> {
    writeln!(
        out,
        "/* Written by dpmarkov {} states. Public: nothing in it comes from a log.",
        env!("CARGO_PKG_VERSION")
    )?;
    writeln!(out, " *")?;
    writeln!(out, " * Number and name of each state:")?;
    for (number, name) in states.iter().enumerate() {
        writeln!(out, " *   {number:>5}  {}", in_a_comment(name))?;
    }
    writeln!(out, " */")?;
    writeln!(out, "#ifndef DPM_STATES_H")?;
    writeln!(out, "#define DPM_STATES_H\n")?;
    writeln!(out, "#define DPM_STATES_COUNT {}u\n", states.len())?;
    writeln!(
        out,
        "/* The first 16 bytes of SHA-256 over these names: what a report says in place of them. */"
    )?;
    writeln!(out, "#define DPM_STATES_TABLE \\")?;
    let lines: Vec<String> = table
        .chunks(IN_A_LINE)
        .map(|bytes| {
            let bytes: Vec<String> = bytes.iter().map(|b| format!("0x{b:02x}")).collect();
            bytes.join(", ")
        })
        .collect();
    writeln!(out, "    {{{}}}", lines.join(", \\\n     "))?;
    writeln!(out, "\n#endif /* DPM_STATES_H */")
}

/// A name that can neither end the comment nor open another one.
fn in_a_comment(name: &str) -> String {
    printable(name).replace("*/", "* /").replace("/*", "/ *")
}
