//! Facts about the raw log, for the eyes of who holds it. NOT private.
use crate::log_reader::Log;
use crate::release::Released;
use std::fmt::Write;

/// Row totals and the true error of this release.
pub fn describe(log: &Log, released: &Released) -> String {
    let (mut totals, mut errors) = (Vec::<u64>::new(), Vec::<(f64, &str)>::new());
    let (mut counts, mut values) = (log.counts.as_slice(), released.matrix.as_slice());
    let rows = log.feasible.view();
    let rows = rows.iter().flat_map(|view| view.rows());
    for (targets, name) in rows.zip(&log.states) {
        let len = targets.len();
        let (Some((row, rest)), Some((private, others))) =
            (counts.split_at_checked(len), values.split_at_checked(len))
        else {
            break; // not so: as many as feasible cells
        };
        (counts, values) = (rest, others);
        let total: u64 = row.iter().map(|c| u64::from(*c)).sum();
        totals.push(total);
        if total > 0 {
            let distance: f64 = row
                .iter()
                .zip(private)
                .map(|(c, p)| (f64::from(*c) / total as f64 - p).abs())
                .sum();
            errors.push((0.5 * distance, name));
        }
    }
    let n = totals.len();
    let empty = totals.iter().filter(|t| **t == 0).count();
    let zeros = log.counts.iter().filter(|c| **c == 0).count();
    totals.sort_unstable();
    let mut out = String::from(
        "WARNING: what follows is computed from the raw log and is NOT private. Do not publish it.\n",
    );
    let _ = writeln!(
        out,
        "  events {}, empty rows {empty}, empty cells {zeros} of {}",
        totals.iter().sum::<u64>(),
        log.counts.len()
    );
    if released.outside.is_some() {
        let _ = writeln!(out, "  events outside the support {}", log.outside);
    }
    if let (Some(least), Some(median), Some(most)) =
        (totals.first(), totals.get(n / 2), totals.last())
    {
        let _ = writeln!(
            out,
            "  row totals: least {least}, median {median}, most {most}"
        );
    }
    if let Some((worst, name)) = errors.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        let mean = errors.iter().map(|e| e.0).sum::<f64>() / errors.len() as f64;
        let name = crate::failure::printable(name);
        let _ = writeln!(
            out,
            "  true total variation of a row: mean {mean:.4}, worst {worst:.4} ({name})"
        );
    }
    out
}
