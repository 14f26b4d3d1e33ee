//! The matrix as CSV: from,to,probability, every number at full precision.
use crate::release::Released;
use std::io::{self, Write};

/// One line for each cell, in the order of the states.
pub fn release(out: &mut dyn Write, released: &Released) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["from", "to", "probability"])?;
    for (from, row) in released
        .states
        .iter()
        .zip(released.matrix.chunks(released.states.len()))
    {
        for (to, p) in released.states.iter().zip(row) {
            csv.write_record([from, to, &p.to_string()])?;
        }
    }
    csv.flush()
}
