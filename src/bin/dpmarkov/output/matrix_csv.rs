//! The matrix as CSV: from,to,probability, every number at full precision.
use crate::release::Released;
use std::io::{self, Write};

/// One line for each feasible cell, in the order of the states.
pub fn release(out: &mut dyn Write, released: &Released) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["from", "to", "probability"])?;
    let chain = released.chain().map_err(io::Error::other)?;
    for (from, (targets, row)) in released.states.iter().zip(chain.rows()) {
        for (to, p) in targets.zip(row) {
            let to = released.states.get(to).map_or("", String::as_str);
            csv.write_record([from, to, &p.to_string()])?;
        }
    }
    csv.flush()
}
