//! What a release says, to read.
use super::release_text::shortened;
use super::trust::trust;
use super::{parameters, promise};
use crate::failure::Failure;
use crate::inspect::analysis::{MOST_STATES, Structure};
use crate::inspect::long_run::Missing;
use crate::inspect::report::Facts;
use crate::inspect::totals::Source;
use crate::inspect::{Analysis, Checked};
use crate::release::NoisyTotals;
use crate::state_table::hex;
use comfy_table::{CellAlignment, Table, presets};
use dpmarkov::chain::classes::TRANSIENT;
use dpmarkov::plan::Offer;
use dpmarkov::utility::interval::Interval;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The states in the table.
const TOP: usize = 20;
/// The longest name, in columns.
const NAME: usize = 20;
/// The most next states that are named.
const NEXT: usize = 3;
/// Names in a list of a line.
const NAMED: usize = 5;

/// Everything for someone who reads, in lines of at most `width` columns where names allow.
pub fn inspect(checked: &Checked, analysis: &Analysis<'_>, width: u16) -> Result<String, Failure> {
    let released = analysis.released;
    let guarantee = released.choice.mechanism.guarantee();
    let from = match &checked.report {
        Some(facts) => format!("in a report of {} bytes", facts.bytes),
        None => format!("released by dpmarkov {}", shortened(&checked.version, NAME)),
    };
    let mut out = format!(
        "A private Markov chain of {} states, {from}\n\n",
        released.states.len()
    );
    let mut fact = |name: &str, text: &str| {
        for (k, line) in wrapped(text, usize::from(width).max(40) - LEFT)
            .iter()
            .enumerate()
        {
            let _ = writeln!(out, "{:<LEFT$}{line}", if k == 0 { name } else { "" });
        }
    };
    fact(
        "Guarantee",
        &format!(
            "({}, {})-DP for {}: {}",
            promise::number(guarantee.epsilon.get()),
            promise::number(guarantee.delta.get()),
            match guarantee.releases.get() {
                1 => "this release".to_string(),
                t => format!("{t} releases together"),
            },
            promise::neighbours(guarantee.adjacency)
        ),
    );
    if let Some(facts) = &checked.report {
        fact("Report", &report(facts));
        if let Some(totals) = &released.noisy_totals {
            fact("Totals", &noisy_totals(totals, facts));
        }
    }
    fact("Mechanism", &mechanism(&released.choice.offer));
    fact("Structure", &structure(analysis));
    fact("Mixing", &mixing(analysis));
    fact("Row totals", &totals(analysis));
    fact("Long run", &long_run(analysis));
    fact("Intervals", &intervals(analysis));
    let _ = write!(out, "\n{}", table(analysis, width)?);
    out.push_str("\nBefore you rely on it\n");
    for (good, line) in trust(checked, analysis) {
        for (k, line) in wrapped(&line, usize::from(width).max(40) - 4)
            .iter()
            .enumerate()
        {
            let mark = match (k, good) {
                (0, true) => "ok",
                (0, false) => " !",
                _ => "  ",
            };
            let _ = writeln!(out, "{mark}  {line}");
        }
    }
    Ok(out)
}

/// The columns of a fact's name.
const LEFT: usize = 12;

fn mechanism(offer: &Offer) -> String {
    let mut text = format!(
        "{}: {}",
        offer.parameters.name(),
        parameters::law(&offer.parameters)
    );
    if let Some(error) = offer.count_standard_error() {
        let _ = write!(text, "; a count's standard error is {error:.2} events");
    }
    text
}

/// What a report says of itself.
fn report(facts: &Facts) -> String {
    let about = &facts.about;
    let mut text = format!(
        "{}; {}; {} bits a number; state table {}",
        super::ledger::window(about.window),
        match about.generation {
            0 => "no ledger".to_string(),
            number => format!("charge {number} of its ledger"),
        },
        facts.width.bits(),
        hex(&about.state_table.0)
    );
    if let Some(id) = about.id {
        let _ = write!(text, "; id {}", hex(&id));
    }
    if facts.saturated > 0 {
        let _ = write!(
            text,
            "; {} of its noisy numbers did not fit and were cut off",
            facts.saturated
        );
    }
    text
}

/// The row totals of a report, and what they promise.
fn noisy_totals(totals: &NoisyTotals, facts: &Facts) -> String {
    let alone = &totals.guarantee;
    let mut text = format!(
        "of the rows, with two-sided geometric noise: ({}, {})-DP for themselves",
        promise::number(alone.epsilon.get()),
        promise::number(alone.delta.get())
    );
    if let Some(whole) = &facts.whole {
        let _ = write!(
            text,
            "; chain and totals together ({}, {})-DP",
            promise::number(whole.epsilon.get()),
            promise::number(whole.delta.get())
        );
    }
    text
}

fn structure(analysis: &Analysis<'_>) -> String {
    let Structure {
        labels,
        classes,
        irreducible,
        periods,
        absorbing,
    } = &analysis.structure;
    let n = labels.len();
    let transient = labels.iter().filter(|label| **label == TRANSIENT).count();
    let mut text = "of the released matrix: ".to_string();
    text += &if *irreducible {
        format!("irreducible, every one of the {n} states is reached from every other")
    } else {
        let plural = if *classes == 1 { "class" } else { "classes" };
        format!(
            "{classes} recurrent {plural}, {transient} transient states (left for good sooner or later)"
        )
    };
    match periods.iter().max() {
        Some(1) => text.push_str("; aperiodic"),
        Some(period) if periods.len() == 1 => {
            let _ = write!(text, "; period {period}");
        }
        Some(_) => {
            let listed: Vec<String> = periods.iter().take(NAMED).map(usize::to_string).collect();
            let _ = write!(
                text,
                "; periods {}{}",
                listed.join(", "),
                if periods.len() > NAMED { ", ..." } else { "" }
            );
        }
        None => {}
    }
    if absorbing.is_empty() {
        text.push_str("; no absorbing state");
    } else {
        let named: Vec<String> = absorbing
            .iter()
            .take(NAMED)
            .map(|i| name(analysis, *i))
            .collect();
        let rest = absorbing.len().saturating_sub(NAMED);
        let _ = write!(text, "; absorbing: {}", named.join(", "));
        if rest > 0 {
            let _ = write!(text, " and {rest} more");
        }
    }
    // as every mechanism writes them: an entry of 0 was not released by any
    if analysis.released.matrix.iter().all(|p| *p > 0.0) {
        text.push_str(match analysis.released.feasible.is_given() {
            true => "; it is that of the public support, where every entry is at least 2^-32, and says nothing of the log",
            false => "; it says nothing of the log: every entry is at least 2^-32, which alone makes it irreducible and aperiodic",
        });
    }
    text
}

fn mixing(analysis: &Analysis<'_>) -> String {
    let m = &analysis.mixing;
    let mut text = format!(
        "of the released matrix: |lambda_2| about {:.4}",
        m.second.modulus
    );
    if let Some(upper) = m.second_upper {
        let _ = write!(text, " (at most {})", up(upper, 4));
    }
    if let Some(tau) = m.tau_one {
        let _ = write!(text, "; tau_1 {tau:.4}");
    }
    let _ = write!(text, "; tau_inf {:.4}", m.tau_inf);
    match &m.steps {
        Some(steps) => {
            let plural = if steps.steps == 1 { "step" } else { "steps" };
            let _ = write!(
                text,
                "; after {} {plural} at most, the chain is within {} % of its long run (total variation) from wherever it started",
                steps.steps,
                100.0 * steps.distance
            );
        }
        None if analysis.structure.classes > 1 => {
            text.push_str("; it never forgets which class it is in")
        }
        None => {}
    }
    text
}

/// `x` to `digits` decimals, not below it.
fn up(x: f64, digits: i32) -> String {
    let unit = 10f64.powi(digits);
    format!("{:.*}", digits as usize, ((x * unit).ceil() / unit).max(x))
}

fn totals(analysis: &Analysis<'_>) -> String {
    match analysis.totals.source {
        Source::Public => "public, from the release (adjacency destination)".to_string(),
        Source::Given(total) => format!(
            "{total} events in every row, as --row-total says: the intervals are right if that is"
        ),
        Source::Noisy => {
            "not known; the intervals allow for it, from the sums of the noisy counts".to_string()
        }
        Source::Expected(total) => format!(
            "not known; {total} events in every row are assumed, the release's --expected-row-total: the intervals are right if that is (--row-total N says better)"
        ),
        Source::Report => "the report's noisy totals, as they stand: the intervals of single transitions do not allow for their noise".to_string(),
        Source::Unknown => "not known, and this report says none: without them no interval can be given (--row-total N says them, from public knowledge)".to_string(),
    }
}

fn intervals(analysis: &Analysis<'_>) -> String {
    if analysis.totals.source == Source::Unknown {
        return "none".to_string();
    }
    let condition = match analysis.totals.source.assumed() {
        Some(total) => format!(" if every row holds {total} events"),
        None => String::new(),
    };
    let mut text = format!(
        "{}{condition}, each for itself, for the shares of the log: how far the next log differs is not in them",
        percent_of_level(analysis.level.get())
    );
    text.push_str(match analysis.long_run {
        Ok(_) => "; those of the long run to first order",
        Err(_) => "; none for the long run",
    });
    text
}

/// How far the long run of this chain is from the log's.
fn long_run(analysis: &Analysis<'_>) -> String {
    let long_run = match &analysis.long_run {
        Ok(long_run) => long_run,
        Err(reason) => return missing(analysis, *reason),
    };
    let level = percent_of_level(analysis.level.get());
    let mut text = match long_run.shrink {
        0.0 => String::new(),
        shrink => format!(
            "rows are drawn up to {:.0} % of the way to equal shares, which the intervals take out again; ",
            100.0 * shrink
        ),
    };
    if long_run.bound < 1.0 {
        let _ = write!(
            text,
            "its total variation from the log's own is at most {} with probability {level}{}",
            up(long_run.bound, 3),
            match analysis.totals.source {
                Source::Public => " (proved)".to_string(),
                Source::Noisy | Source::Report | Source::Unknown =>
                    " (proved, from lower confidence limits of the rows' totals)".to_string(),
                Source::Given(total) | Source::Expected(total) =>
                    format!(", if no row holds fewer than {total} events"),
            }
        );
    } else {
        text.push_str(
            "the bound computed here on its total variation from the log's own says nothing (1)",
        );
    }
    text
}

/// Why nothing is told of the log's long run.
fn missing(analysis: &Analysis<'_>, reason: Missing) -> String {
    let reason = match reason {
        Missing::Released => {
            return match analysis.released.long_run.omitted() {
                Some(reason) => format!("none: {reason}"),
                None => "none".to_string(),
            };
        }
        Missing::TooManyStates => format!("they take too long above {MOST_STATES} states"),
        Missing::NoisySum(i, sum) => format!(
            "the noisy counts of the row of {} sum to {sum}, which leaves it no shares",
            name(analysis, i)
        ),
        Missing::EmptyRow(i) => format!(
            "the row of {} holds no event and has no shares",
            name(analysis, i)
        ),
        Missing::NoTotals => "nobody says how many events a row holds".to_string(),
        Missing::LooselyJoined => "the states are too loosely joined".to_string(),
        Missing::NoEstimate => "the noise is too large for an estimate".to_string(),
        Missing::NoShare(i) => format!(
            "the estimate of {} is below 0 with its whole interval{}",
            name(analysis, i),
            match analysis.totals.source.assumed() {
                Some(_) => ": the assumed row total cannot be right",
                None => "",
            }
        ),
    };
    format!("without intervals: {reason}")
}

pub fn percent_of_level(level: f64) -> String {
    format!("{} %", (1e6 * level).round() / 1e4)
}

/// The states with the largest long-run shares.
fn table(analysis: &Analysis<'_>, width: u16) -> Result<String, Failure> {
    let released = analysis.released;
    let n = released.states.len();
    let share = |i: usize| released.stationary.get(i).copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| share(*j).total_cmp(&share(*i)));
    let listed = order.get(..n.min(TOP)).unwrap_or_default();
    let names: Vec<String> = listed.iter().map(|i| name(analysis, *i)).collect();
    let longest = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let bars = if analysis.shares().is_empty() { 0 } else { 17 };
    let left = usize::from(width).saturating_sub(10 + bars + longest + 4);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["Long run"];
    if bars > 0 {
        header.push("interval, %");
    }
    header.extend([
        "State",
        match analysis.totals.source {
            Source::Unknown => "Most likely next, %",
            _ => "Most likely next (interval, %)",
        },
    ]);
    table.set_header(header);
    for (i, name) in listed.iter().zip(names) {
        let mut row = match released.stationary.is_empty() {
            true => vec!["-".to_string()],
            false => vec![format!("{:.2} %", 100.0 * share(*i))],
        };
        if bars > 0 {
            row.push(
                analysis
                    .shares()
                    .get(*i)
                    .map_or(String::new(), |interval| ends(interval, 2)),
            );
        }
        row.push(name);
        row.push(next(analysis, *i, left)?);
        table.add_row(row);
    }
    for column in 0..if bars > 0 { 2 } else { 1 } {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut out: String = table
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    if n > TOP && released.stationary.is_empty() {
        let _ = writeln!(
            out,
            "           {} more states (--format json has everything)",
            n - TOP
        );
    } else if n > TOP {
        let rest: f64 = order.iter().skip(TOP).map(|i| share(*i)).sum();
        let _ = writeln!(
            out,
            "{:>7.2} %  in {} more states (--format json has everything)",
            100.0 * rest,
            n - TOP
        );
    }
    Ok(out)
}

/// The most likely next states: one, and as many more as `width` columns hold.
fn next(analysis: &Analysis<'_>, from: usize, width: usize) -> Result<String, Failure> {
    let mut text = String::new();
    for next in analysis.next(from, NEXT)? {
        let digits = if next.probability < 0.01 { 2 } else { 1 };
        let mut one = format!(
            "{} {:.digits$}",
            name(analysis, next.state),
            100.0 * next.probability
        );
        if analysis.totals.source != Source::Unknown {
            let _ = write!(one, " ({})", ends(&next.interval, digits));
        }
        if !text.is_empty() && text.width() + 2 + one.width() > width {
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&one);
    }
    Ok(text)
}

/// Both ends in percent, rounded outwards.
fn ends(interval: &Interval, digits: usize) -> String {
    let unit = 10f64.powi(digits as i32);
    let lower = (100.0 * interval.lower * unit).floor() / unit;
    let upper = (100.0 * interval.upper * unit).ceil() / unit;
    format!("{lower:.digits$} to {upper:.digits$}")
}

fn name(analysis: &Analysis<'_>, i: usize) -> String {
    shortened(
        analysis.released.states.get(i).map_or("", String::as_str),
        NAME,
    )
}

/// Words in lines of at most `width` columns.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
