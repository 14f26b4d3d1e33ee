//! A release on one screen.
use super::{every_state, parameters, promise};
use crate::expected_errors::expected;
use crate::failure::printable;
use crate::release::{Released, StatesFrom};
use crate::report::write::Reported;
use crate::state_table::hex;
use crate::support_file::OutsideChoice;
use comfy_table::{CellAlignment, Table, presets};
use std::fmt::Write as _;
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The states that the table lists, where no list of all follows.
const TOP: usize = 12;
/// The same, where one follows.
const TOP_BEFORE_LIST: usize = 6;
/// The most next states that it names, where the width allows.
const NEXT: usize = 5;
/// The longest bar, in characters.
const BAR: usize = 6;
/// The longest name, in characters.
const NAME: usize = 22;

/// Everything for someone who reads.
pub fn release(out: &mut dyn Write, released: &Released, width: u16) -> io::Result<()> {
    let n = released.states.len();
    let guarantee = released.choice.mechanism.guarantee();
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
    if released.states_from == StatesFrom::Support {
        writeln!(
            out,
            "           The list of states is that of the public support."
        )?;
    }
    if let Some(outside) = &released.outside {
        support(out, released, outside)?;
    }
    mechanism(out, released)?;
    if let Some(reported) = &released.reported {
        report(out, reported)?;
    }
    if let Some(reason) = released.long_run.omitted() {
        writeln!(out, "Long run   left out: {reason}\n")?;
    }
    let n = released.states.len();
    let top = if n <= every_state::PERCENT_STATES || n > every_state::LISTED_STATES {
        n.min(TOP)
    } else {
        TOP_BEFORE_LIST
    };
    writeln!(out, "{}", top_states(released, top, width))?;
    write!(out, "{}", all_states(released, width)?)
}

/// What stands in the report beside the chain, and what both promise together.
fn report(out: &mut dyn Write, reported: &Reported) -> io::Result<()> {
    writeln!(
        out,
        "Report     {} bytes, {} bits a number, id {}",
        reported.bytes,
        reported.width.bits(),
        hex(&reported.id)
    )?;
    if reported.saturated > 0 {
        writeln!(
            out,
            "           Noisy counts that did not fit and were cut off: {}",
            reported.saturated
        )?;
    }
    if let Some(totals) = &reported.totals {
        writeln!(
            out,
            "           It holds row totals with noise of their own: a promise of epsilon {}",
            promise::number(totals.guarantee().epsilon.get())
        )?;
        writeln!(
            out,
            "           more, so that chain and report together keep"
        )?;
        writeln!(out, "           {}.", promise::inequality(&reported.whole))?;
    }
    writeln!(out)
}

/// What is feasible; public.
fn support(out: &mut dyn Write, released: &Released, outside: &OutsideChoice) -> io::Result<()> {
    let cells = released.matrix.len();
    let all = released.states.len().saturating_mul(released.states.len());
    let rows = released.feasible.row_cells().map_err(io::Error::other)?;
    let rows = rows.map_or("one in every row".to_string(), |rows| {
        format!("{} to {} in a row", rows.fewest, rows.most)
    });
    writeln!(
        out,
        "Support    {cells} of {all} transitions are feasible, {rows}"
    )?;
    let fate = match outside {
        OutsideChoice::Refuse => "are refused".to_string(),
        OutsideChoice::Drop => "are dropped".to_string(),
        OutsideChoice::Other(name) => format!("count as events into {}", printable(name)),
    };
    writeln!(out, "           Events outside it {fate}")
}

/// What was drawn, why, and the error to expect.
fn mechanism(out: &mut dyn Write, released: &Released) -> io::Result<()> {
    let offer = &released.choice.offer;
    writeln!(
        out,
        "Mechanism  {}: {}",
        offer.parameters.name(),
        parameters::law(&offer.parameters)
    )?;
    let mut facts: Vec<String> = Vec::new();
    if let Some(error) = offer.count_standard_error() {
        facts.push(format!("standard error of a count {error:.2} events"));
    }
    if offer.draws_integers() {
        facts.push("drawn with integers".to_string());
    }
    if offer.pure {
        facts.push("delta is 0 in fact".to_string());
    }
    if !facts.is_empty() {
        writeln!(out, "           {}", facts.join("; "))?;
    }
    if let Some(reason) = released.choice.reason {
        writeln!(out, "Chosen     {}", reason.message())?;
    }
    if let Some(charged) = &released.charged {
        writeln!(out, "Ledger     {}", super::ledger::line(charged))?;
    }
    let errors: Vec<String> = expected(offer)
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
    )
}

/// The most visited states: long-run share, and where the chain goes from there.
fn top_states(released: &Released, top: usize, width: u16) -> String {
    let n = released.states.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| share(released, *j).total_cmp(&share(released, *i)));
    let most = order
        .first()
        .map_or(1.0, |i| share(released, *i))
        .max(f64::MIN_POSITIVE);
    let listed = order.get(..n.min(top)).unwrap_or_default();
    let longest = listed
        .iter()
        .map(|i| name(released, *i).width())
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
            match released.stationary.is_empty() {
                true => "-".to_string(),
                false => format!("{:.2} %", 100.0 * long_run),
            },
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
    if n > top && released.stationary.is_empty() {
        let _ = write!(
            out,
            "        -    {} more states (--format json has everything)",
            n - top
        );
    } else if n > top {
        let rest: f64 = order.iter().skip(top).map(|i| share(released, *i)).sum();
        let _ = write!(
            out,
            "{:>7.2} %  in {} more {} (--format json has everything)",
            100.0 * rest,
            n - top,
            if n - top == 1 { "state" } else { "states" }
        );
    }
    out.trim_end().to_string()
}

/// The most likely next states: one, and as many more as `width` characters hold.
fn next_states(released: &Released, from: usize, width: usize) -> String {
    let mut order: Vec<(usize, f64)> = match released.chain() {
        Ok(chain) => chain
            .support()
            .row(from)
            .zip(chain.row(from))
            .map_or_else(Vec::new, |(targets, row)| {
                targets.zip(row.iter().copied()).collect()
            }),
        Err(_) => Vec::new(),
    };
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut named = String::new();
    for (i, p) in order.iter().take(NEXT) {
        let digits = if *p < 0.01 { 2 } else { 0 };
        let next = format!("{} {:.digits$} %", name(released, *i), 100.0 * p);
        if named.is_empty() {
            named = next;
        } else if named.width() + 2 + next.width() <= width {
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

/// `name`, safe for a terminal, in at most `most` columns of it.
pub fn shortened(name: &str, most: usize) -> String {
    let name = printable(name);
    if name.width() <= most {
        return name;
    }
    // Long names often differ in their last word: a third of the room is for the end.
    let fitting = |room: usize, chars: &mut dyn Iterator<Item = char>| -> Vec<char> {
        let mut taken = 0;
        chars
            .take_while(|c| {
                taken += c.width().unwrap_or(0);
                taken <= room
            })
            .collect()
    };
    let mut end = fitting(most / 3, &mut name.chars().rev());
    end.reverse();
    let start = fitting(most - 1 - most / 3, &mut name.chars());
    start.into_iter().chain(['…']).chain(end).collect()
}

/// Every state: all its probabilities where they fit, else the most likely ones.
fn all_states(released: &Released, width: u16) -> io::Result<String> {
    let short = |most: usize| -> Vec<String> {
        released.states.iter().map(|s| shortened(s, most)).collect()
    };
    let n = released.states.len();
    // where there are few states the infeasible cells have room too
    let dense = || released.dense().map_err(io::Error::other);
    Ok(if n <= every_state::PERCENT_STATES {
        format!(
            "\nFrom each state (row) to each state (column, by its number), in percent{}\n{}",
            match released.feasible.is_given() {
                true => "; a blank is infeasible",
                false => "",
            },
            every_state::percentages(&dense()?, &short(14))
        )
    } else if n <= every_state::LISTED_STATES {
        format!(
            "\nEvery state: its number, its long-run share, the numbers of its most likely next states\n{}",
            every_state::listed(
                &dense()?,
                &released.stationary,
                &short(every_state::LISTED_NAME),
                width
            )
        )
    } else {
        String::new()
    })
}
