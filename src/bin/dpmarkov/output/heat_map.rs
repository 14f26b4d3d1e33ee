//! A chain at a glance.
use std::fmt::Write;

/// Up to this many states every probability is printed as a percentage.
pub const PERCENT_STATES: usize = 20;
/// Up to this many states the chain is drawn.
pub const MAP_STATES: usize = 60;

/// Rows and columns as whole percentages; `.` is below one half of a percent.
pub fn percentages(matrix: &[f64], labels: &[String]) -> String {
    let mut out = String::new();
    let n = labels.len();
    for (i, (row, label)) in matrix.chunks(n).zip(labels).enumerate() {
        let _ = write!(out, "  {:>2} {label} ", i + 1);
        for p in row {
            let percent = (100.0 * p).round();
            let _ = if percent < 1.0 {
                write!(out, "  .")
            } else {
                write!(out, "{percent:>3}")
            };
        }
        out.push('\n');
    }
    out
}

/// Two rows a line: a half block stands for each cell of at least `threshold`.
pub fn half_blocks(matrix: &[f64], n: usize, threshold: f64) -> String {
    let mut out = String::new();
    let rows: Vec<&[f64]> = matrix.chunks(n).collect();
    for pair in rows.chunks(2) {
        out.push_str("  ");
        let (upper, lower) = (
            pair.first().copied().unwrap_or_default(),
            pair.get(1).copied().unwrap_or_default(),
        );
        let mut line = String::new();
        for (i, p) in upper.iter().enumerate() {
            let below = lower.get(i).is_some_and(|p| *p >= threshold);
            line.push(match (*p >= threshold, below) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => '·',
            });
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
