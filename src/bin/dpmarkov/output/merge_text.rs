//! A merge, to read.
use super::inspect_text::{percent_of_level, wrapped};
use super::release_text::shortened;
use super::{ledger, parameters, promise};
use crate::merge::{Estimate, Kind, LeftOut};
use comfy_table::{CellAlignment, Table, presets};
use dpmarkov::privacy::ledger::Window;
use dpmarkov::report::merge::CellEstimate;
use dpmarkov::utility::interval::Interval;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The states in the table.
const TOP: usize = 20;
/// The most next states that are named.
const NEXT: usize = 3;
/// The longest name, in columns.
const NAME: usize = 20;
/// Names in a list of a line.
const NAMED: usize = 5;
/// Kinds of reports that are listed.
const KINDS: usize = 6;
/// The columns of a fact's name.
const LEFT: usize = 12;

/// Everything for someone who reads, in lines of at most `width` columns where names allow.
pub fn merged(out: &mut dyn Write, estimate: &Estimate<'_>, width: u16) -> io::Result<()> {
    let state = estimate.merge.state();
    writeln!(
        out,
        "A fleet's Markov chain of {} states, merged from {}\n",
        estimate.frame.states.len(),
        counted(state.reports.into(), "report")
    )?;
    let mut fact = |name: &str, text: &str| -> io::Result<()> {
        let lines = wrapped(text, usize::from(width).max(40) - LEFT);
        for (k, line) in lines.iter().enumerate() {
            writeln!(out, "{:<LEFT$}{line}", if k == 0 { name } else { "" })?;
        }
        Ok(())
    };
    fact("Guarantee", &guarantee(estimate))?;
    let kinds = estimate.gate.kinds();
    for (k, kind) in kinds.iter().take(KINDS).enumerate() {
        fact(if k == 0 { "Reports" } else { "" }, &of_kind(kind))?;
    }
    if kinds.len() > KINDS {
        let rest: u64 = kinds.iter().skip(KINDS).map(|kind| kind.reports).sum();
        fact("", &format!("{rest} of {} more kinds", kinds.len() - KINDS))?;
    }
    for text in left_out(estimate) {
        fact("", &text)?;
    }
    if let Ok(window) = Window::new(state.first, state.last) {
        fact("Window", &ledger::window(window))?;
    }
    if !estimate.frame.named {
        fact(
            "States",
            "by number: reports hold no names; --states FILE gives them, and is checked against the state table",
        )?;
    }
    fact("Counts", &counts(estimate))?;
    fact("Shares", &shares(estimate))?;
    if let Some(reason) = estimate.no_long_run {
        fact("Long run", &format!("left out: {reason}"))?;
    }
    for warning in warnings(estimate) {
        fact("Beware", &warning)?;
    }
    writeln!(out)?;
    write!(out, "{}", table(estimate, width))
}

/// "1 report", "2 reports".
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn pair(epsilon: f64, delta: f64) -> String {
    format!(
        "({}, {})-DP",
        promise::number(epsilon),
        promise::number(delta)
    )
}

fn guarantee(estimate: &Estimate<'_>) -> String {
    let state = estimate.merge.state();
    format!(
        "each report has its own, of at most {} for its log: {}. Merging is free: nothing adds up over devices; what one device sent several times, of the same events, does. Computed anew from the parameters of every kind of report",
        pair(state.epsilon, state.delta),
        promise::neighbours(estimate.frame.adjacency)
    )
}

fn of_kind(kind: &Kind) -> String {
    let mut text = format!(
        "{} of {}: {}; {}",
        kind.reports,
        kind.parameters.name(),
        parameters::law(&kind.parameters),
        pair(kind.guarantee.epsilon.get(), kind.guarantee.delta.get())
    );
    match kind.guarantee.releases.get() {
        1 => {}
        t => text += &format!(" for {t} releases together"),
    }
    if let Some((totals, _)) = kind.totals {
        text += &format!(
            ", with noisy row totals at {}: together {}",
            pair(totals.epsilon.get(), totals.delta.get()),
            pair(kind.whole.epsilon.get(), kind.whole.delta.get())
        );
    }
    text
}

/// What was not merged, and what nobody could see twice.
fn left_out(estimate: &Estimate<'_>) -> Vec<String> {
    let gate = estimate.gate;
    let told = |left: &LeftOut, what: &str| {
        let more = match left.count.saturating_sub(left.first.len() as u64) {
            0 => "",
            _ => "; ...",
        };
        let first = left.first.join("; ");
        (left.count > 0).then(|| format!("{} {what}: {first}{more}", left.count))
    };
    let without = (gate.without_id > 0).then(|| {
        format!(
            "{} without an id: whether one of them was sent twice cannot be seen",
            gate.without_id
        )
    });
    [
        told(&gate.damaged, "left out as damaged"),
        told(&gate.duplicates, "left out as sent twice"),
        without,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn counts(estimate: &Estimate<'_>) -> String {
    let (mut events, mut variance) = (0.0, 0.0);
    for row in estimate.merge.rows() {
        let total = row.total();
        events += total.events;
        variance += total.standard_error * total.standard_error;
    }
    let mut text = format!(
        "of what all devices logged: about {} events, standard error {}. It is that of the noise alone, the logs fixed",
        events.round(),
        error(f64::sqrt(variance))
    );
    match estimate.merge.state().known_totals {
        0 => {}
        known => {
            text += &format!(
                "; in {} the rows hold what --row-total says",
                counted(known.into(), "report")
            )
        }
    }
    text
}

fn shares(estimate: &Estimate<'_>) -> String {
    let level = percent_of_level(estimate.level.get());
    match estimate.merge.state().reports {
        1 => "of one report have no standard error: the spread between devices says how sure they are".to_string(),
        _ => format!(
            "of the population that the devices come from: {level} intervals, each for itself, from the spread between devices, so that noise, short logs and unlike devices are all in them"
        ),
    }
}

/// What is not as it should be.
fn warnings(estimate: &Estimate<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    if !estimate.unresolved.is_empty() {
        let named: Vec<String> = estimate
            .unresolved
            .iter()
            .take(NAMED)
            .map(|i| shortened(estimate.name(*i), NAME))
            .collect();
        let more = match estimate.unresolved.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        warnings.push(format!(
            "noise hides whether anything was logged from {}{more}: no shares are given there. More reports, or more epsilon, would show it",
            named.join(", ")
        ));
    }
    match estimate.saturated() {
        0 => {}
        saturated => warnings.push(format!(
            "{saturated} of the noisy numbers did not fit the width of their report and were cut off: counts are too small by what is missing, and no standard error holds that. Reports of 32 bits have the room"
        )),
    }
    warnings
}

/// A standard error to three digits or more.
fn error(x: f64) -> String {
    match x {
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 10.0 => format!("{x:.1}"),
        x => format!("{x:.2}"),
    }
}

/// The states with the largest long-run shares, or totals where there is no long run.
fn table(estimate: &Estimate<'_>, width: u16) -> String {
    let n = estimate.frame.states.len();
    let total = |i: usize| estimate.merge.row(i).map(|row| row.total());
    let weight = |i: usize| match estimate.stationary.get(i) {
        Some(share) => *share,
        None => total(i).map_or(0.0, |total| total.events),
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| weight(*j).total_cmp(&weight(*i)));
    let listed = order.get(..n.min(TOP)).unwrap_or_default();
    let names: Vec<String> = listed
        .iter()
        .map(|i| shortened(estimate.name(*i), NAME))
        .collect();
    let longest = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let left = usize::from(width).saturating_sub(10 + longest.max(5) + 2 + 18 + 2);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "Long run",
        "State",
        "Events out (s.e.)",
        "Most likely next (interval, %)",
    ]);
    for (i, name) in listed.iter().zip(names) {
        let long_run = match estimate.stationary.get(*i) {
            Some(share) => format!("{:.2} %", 100.0 * share),
            None => "-".to_string(),
        };
        let events = total(*i).map_or(String::new(), |total| {
            format!("{} ({})", total.events.round(), error(total.standard_error))
        });
        table.add_row([long_run, name, events, next(estimate, *i, left)]);
    }
    for column in [0, 2] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut out: String = table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    let more = n - listed.len();
    if more > 0 {
        out += &format!(
            "        -  {} (--format json or csv has everything)\n",
            counted(more as u64, "more state")
        );
    }
    out
}

/// The most likely next states: one, and as many more as `width` columns hold.
fn next(estimate: &Estimate<'_>, from: usize, width: usize) -> String {
    if estimate.unresolved.contains(&from) {
        return "not resolved".to_string();
    }
    let mut row = estimate.row(from);
    row.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut text = String::new();
    for (cell, probability) in row.iter().take(NEXT) {
        let one = one(estimate, cell, *probability);
        if !text.is_empty() && text.width() + 2 + one.width() > width {
            break;
        }
        if !text.is_empty() {
            text += ", ";
        }
        text += &one;
    }
    text
}

fn one(estimate: &Estimate<'_>, cell: &CellEstimate<'_>, probability: f64) -> String {
    let digits = if probability < 0.01 { 2 } else { 1 };
    let name = shortened(estimate.name(cell.to()), NAME);
    let share = 100.0 * cell.share().map_or(probability, |share| share.share);
    match cell.share_interval(&estimate.confidence) {
        Some(interval) => format!("{name} {share:.digits$} ({})", ends(&interval, digits)),
        None => format!("{name} {share:.digits$}"),
    }
}

/// Both ends in percent, rounded outwards.
fn ends(interval: &Interval, digits: usize) -> String {
    let unit = 10f64.powi(digits as i32);
    let lower = (100.0 * interval.lower * unit).floor() / unit;
    let upper = (100.0 * interval.upper * unit).ceil() / unit;
    format!("{lower:.digits$} to {upper:.digits$}")
}
