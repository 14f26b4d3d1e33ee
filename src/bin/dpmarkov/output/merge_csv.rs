//! The cells of a merge as CSV, every number at full precision.
use crate::merge::Estimate;
use std::io::{self, Write};

/// One line for each feasible cell, in the order of the states. What is not known is empty.
pub fn merged(out: &mut dyn Write, estimate: &Estimate<'_>) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "from",
        "to",
        "count",
        "count_standard_error",
        "share",
        "share_standard_error",
        "lower",
        "upper",
        "probability",
    ])?;
    let text = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
    for from in 0..estimate.frame.states.len() {
        for (cell, probability) in estimate.row(from) {
            let (count, share) = (cell.count(), cell.share());
            let interval = cell.share_interval(&estimate.confidence);
            csv.write_record([
                estimate.name(from),
                estimate.name(cell.to()),
                &count.events.to_string(),
                &count.standard_error.to_string(),
                &text(share.map(|share| share.share)),
                &text(share.and_then(|share| share.standard_error)),
                &text(interval.map(|interval| interval.lower)),
                &text(interval.map(|interval| interval.upper)),
                &probability.to_string(),
            ])?;
        }
    }
    csv.flush()
}
