//! Every state of a chain at a glance.
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Up to this many states every probability is printed as a percentage.
pub const PERCENT_STATES: usize = 20;
/// Up to this many states each has its place in a list.
pub const LISTED_STATES: usize = 60;
/// The longest name in that list, in columns of the terminal.
pub const LISTED_NAME: usize = 16;
/// The columns that one entry of the list takes, with the gap after it.
const ENTRY: usize = 40;
/// The next states that an entry names.
const NEXT: usize = 2;

/// Rows and columns as whole percentages; `.` is below one half of a percent, a blank infeasible.
pub fn percentages(matrix: &[f64], labels: &[String]) -> String {
    let n = labels.len();
    let longest = widest(labels);
    let mut out = " ".repeat(longest + 6);
    for i in 1..=n {
        let _ = write!(out, "{i:>4}");
    }
    out.push('\n');
    for (i, (row, label)) in matrix.chunks(n).zip(labels).enumerate() {
        let _ = write!(out, "  {:>2} {} ", i + 1, padded(label, longest));
        for p in row {
            let percent = (100.0 * p).round();
            let _ = if *p == 0.0 {
                write!(out, "    ")
            } else if percent < 1.0 {
                write!(out, "   .")
            } else {
                write!(out, "{percent:>4}")
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// One entry a state, in as many columns as `width` holds, to be read downwards. `stationary` may be empty: then no share is shown.
///
/// A next state of probability 0 is infeasible and not named.
pub fn listed(matrix: &[f64], stationary: &[f64], labels: &[String], width: u16) -> String {
    let n = labels.len();
    let columns = (usize::from(width) / ENTRY).max(1);
    let lines = n.div_ceil(columns);
    let entries: Vec<String> = labels
        .iter()
        .zip(matrix.chunks(n))
        .enumerate()
        .map(|(i, (label, row))| entry(i, label, stationary.get(i).copied(), row))
        .collect();
    let mut out = String::new();
    for line in 0..lines {
        let mut text = String::new();
        for entry in entries.iter().skip(line).step_by(lines) {
            text.push_str(&padded(entry, ENTRY));
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

/// ` 7 Central Park      1.5%  7:7% 34:6%`
fn entry(i: usize, label: &str, share: Option<f64>, row: &[f64]) -> String {
    let share = share.map_or("    -".to_string(), |share| {
        format!("{:>4.1}%", 100.0 * share)
    });
    let mut out = format!("{:>2} {} {share}", i + 1, padded(label, LISTED_NAME));
    let mut order: Vec<(usize, f64)> = row.iter().copied().enumerate().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (j, p) in order.iter().take(NEXT).filter(|(_, p)| *p > 0.0) {
        let _ = write!(out, " {:>2}:{:.0}%", j + 1, 100.0 * p);
    }
    out
}

fn widest(labels: &[String]) -> usize {
    labels.iter().map(|l| l.width()).max().unwrap_or(0)
}

/// `text` and spaces, `width` columns of a terminal together.
fn padded(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(gap))
}
