//! A release on one screen.
use super::{heat_map, promise};
use crate::failure::printable;
use crate::release::{Released, StatesFrom};
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write as _;
use std::io::{self, Write};

/// The states that the table lists.
const TOP: usize = 12;
/// The most next states that it names, where the width allows.
const NEXT: usize = 5;
/// The longest bar, in characters.
const BAR: usize = 6;
/// The longest name, in characters.
const NAME: usize = 22;

/// Everything for someone who reads.
pub fn release(out: &mut dyn Write, released: &Released, width: u16) -> io::Result<()> {
    let n = released.states.len();
    let guarantee = released.mechanism.guarantee();
    let parameters = released.mechanism.parameters();
    writeln!(out, "A private Markov chain of {n} states\n")?;
    writeln!(out, "Promise    {}", promise::inequality(guarantee))?;
    writeln!(out, "           {},", promise::scope(guarantee))?;
    writeln!(out, "           P and P' from any two logs in which")?;
    writeln!(
        out,
        "           {}.",
        promise::neighbours(guarantee.adjacency)
    )?;
    if released.states_from == StatesFrom::Log {
        writeln!(
            out,
            "           The list of states is not protected: it came from the log."
        )?;
    }
    writeln!(
        out,
        "Mechanism  {}: a row is drawn from Dir(w (counts + a)), w = {:.6}, a = {:.6}",
        released.mechanism_name,
        parameters.weight.get(),
        parameters.pseudo_count.get()
    )?;
    let errors: Vec<String> = released
        .expected
        .iter()
        .map(|e| format!("{:.3} {}", e.error.total_variation, e.row))
        .collect();
    writeln!(
        out,
        "Error      expected total variation of a row of {} events:",
        released.expected_row_total
    )?;
    writeln!(out, "           {}", errors.join(", "))?;
    writeln!(
        out,
        "           (from public numbers alone, not from this log)\n"
    )?;
    writeln!(out, "{}\n", top_states(released, width))?;
    write!(out, "{}", map(released))
}

/// The most visited states: long-run share, and where the chain goes from there.
fn top_states(released: &Released, width: u16) -> String {
    let n = released.states.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| share(released, *j).total_cmp(&share(released, *i)));
    let most = order
        .first()
        .map_or(1.0, |i| share(released, *i))
        .max(f64::MIN_POSITIVE);
    let listed = order.get(..n.min(TOP)).unwrap_or_default();
    let longest = listed
        .iter()
        .map(|i| name(released, *i).chars().count())
        .max()
        .unwrap_or(0);
    // The columns before the last: share, bar, name, each with a space on both sides.
    let left = usize::from(width).saturating_sub(10 + BAR + 2 + longest + 2 + 2);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["Long run", "", "State", "Most likely next"]);
    for i in listed {
        let long_run = share(released, *i);
        let bar = "█".repeat((BAR as f64 * long_run / most).round() as usize);
        table.add_row([
            format!("{:.2} %", 100.0 * long_run),
            bar,
            name(released, *i),
            next_states(released, *i, left),
        ]);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut out: String = table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    if n > TOP {
        let rest: f64 = order.iter().skip(TOP).map(|i| share(released, *i)).sum();
        let _ = write!(
            out,
            "{:>7.2} %  in {} more states (--format json has everything)",
            100.0 * rest,
            n - TOP
        );
    }
    out.trim_end().to_string()
}

/// The most likely next states: one, and as many more as `width` characters hold.
fn next_states(released: &Released, from: usize, width: usize) -> String {
    let n = released.states.len();
    let row = released.matrix.chunks(n).nth(from).unwrap_or_default();
    let mut order: Vec<(usize, f64)> = row.iter().copied().enumerate().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut named = String::new();
    for (i, p) in order.iter().take(NEXT) {
        let digits = if *p < 0.01 { 2 } else { 0 };
        let next = format!("{} {:.digits$} %", name(released, *i), 100.0 * p);
        if named.is_empty() {
            named = next;
        } else if named.chars().count() + 2 + next.chars().count() <= width {
            named.push_str(", ");
            named.push_str(&next);
        } else {
            break;
        }
    }
    named
}

fn share(released: &Released, i: usize) -> f64 {
    released.stationary.get(i).copied().unwrap_or_default()
}

/// A state's name, safe for a terminal and not too long.
fn name(released: &Released, i: usize) -> String {
    shortened(released.states.get(i).map_or("", String::as_str), NAME)
}

fn shortened(name: &str, most: usize) -> String {
    let name = printable(name);
    if name.chars().count() <= most {
        return name;
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

fn map(released: &Released) -> String {
    let n = released.states.len();
    if n <= heat_map::PERCENT_STATES {
        let longest = released
            .states
            .iter()
            .map(|s| printable(s).chars().count().min(14))
            .max()
            .unwrap_or(0);
        let labels: Vec<String> = released
            .states
            .iter()
            .map(|s| format!("{:<longest$}", shortened(s, 14)))
            .collect();
        let mut out =
            String::from("From each state (row) to each state (column, same order), in percent\n");
        out.push_str(&heat_map::percentages(&released.matrix, &labels));
        return out;
    }
    if n <= heat_map::MAP_STATES {
        let threshold = 1.5 / n as f64;
        return format!(
            "From each state (half a line) to each state (column), in the order of the list:\n\
             marked where the probability is at least {:.1} %, 1.5 times an even share\n{}",
            100.0 * threshold,
            heat_map::half_blocks(&released.matrix, n, threshold)
        );
    }
    String::new()
}
