//! What a ledger holds, to read and to process.
use crate::args::LedgerFormat;
use crate::ledger::{Book, Charged, KINDS, worst};
use dpmarkov::privacy::ledger::{Budget, Charge, DELTA_UNITS, EPSILON_UNITS, Spend, Spent, Window};
use serde_json::{Value, json};
use std::io::{self, Write};

/// A whole ledger.
pub fn show(out: &mut dyn Write, book: &Book, format: LedgerFormat) -> io::Result<()> {
    match format {
        LedgerFormat::Text => show_text(out, book),
        LedgerFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &show_json(book))?;
            writeln!(out)
        }
    }
}

fn show_text(out: &mut dyn Write, book: &Book) -> io::Result<()> {
    writeln!(
        out,
        "A privacy ledger for adjacency {}",
        book.adjacency().name()
    )?;
    writeln!(out, "Budget      {}", budget(book.budget()))?;
    let worst = worst(book, Window::ALL);
    writeln!(
        out,
        "Spent       {} on the events that were released most",
        spent(&worst)
    )?;
    if book.open_from() > 0 {
        writeln!(out, "Closed      all time before {}", book.open_from())?;
    }
    writeln!(out, "Generation  {}", book.generation())?;
    writeln!(out, "Charges     {} of {KINDS} kinds", book.entries().len())?;
    for entry in book.entries() {
        writeln!(
            out,
            "  {:>6} x  {}  {}",
            entry.releases.get(),
            spend(&entry.spend),
            window(entry.window)
        )?;
    }
    Ok(())
}

fn show_json(book: &Book) -> Value {
    let worst = worst(book, Window::ALL);
    let entries: Vec<Value> = book.entries().iter().map(entry).collect();
    json!({
        "adjacency": book.adjacency().name(),
        "budget_epsilon": micro(book.budget().epsilon_micro()),
        "budget_delta": units(book.budget().delta_units()),
        "spent_epsilon": micro(worst.epsilon_micro),
        "spent_delta": units(worst.delta_units),
        "open_from": book.open_from(),
        "generation": book.generation(),
        "entries": entries,
    })
}

/// One charge, for `ledger charge`.
pub fn charged(out: &mut dyn Write, charged: &Charged, format: LedgerFormat) -> io::Result<()> {
    match format {
        LedgerFormat::Text => writeln!(out, "{}", line(charged)),
        LedgerFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &note(charged))?;
            writeln!(out)
        }
    }
}

/// One charge in a line.
pub fn line(charged: &Charged) -> String {
    format!(
        "charge {}: {} spent of {}, {}",
        charged.generation,
        spent(&charged.spent),
        budget(charged.budget),
        window(charged.window)
    )
}

/// One charge as JSON.
pub fn note(charged: &Charged) -> Value {
    json!({
        "generation": charged.generation,
        "window": json!([charged.window.first(), charged.window.last()]),
        "budget_epsilon": micro(charged.budget.epsilon_micro()),
        "budget_delta": units(charged.budget.delta_units()),
        "spent_epsilon": micro(charged.spent.epsilon_micro),
        "spent_delta": units(charged.spent.delta_units),
    })
}

fn entry(entry: &Charge) -> Value {
    let mut value = json!({
        "releases": entry.releases.get(),
        "window": [entry.window.first(), entry.window.last()],
    });
    if let Some(map) = value.as_object_mut() {
        match &entry.spend {
            Spend::Stated(cost) => {
                map.insert(
                    "epsilon".into(),
                    json!(part(micro(cost.epsilon_micro()), cost.parts())),
                );
                map.insert(
                    "delta".into(),
                    json!(part(units(cost.delta_units()), cost.parts())),
                );
            }
            Spend::Mechanism(parameters) => {
                map.insert("mechanism".into(), json!(parameters.name()));
                for (key, number) in super::parameters::constants(parameters) {
                    map.insert(key.into(), number.json());
                }
            }
        }
    }
    value
}

/// A budget in words.
pub fn budget(budget: Budget) -> String {
    format!(
        "epsilon {}, delta {}",
        micro(budget.epsilon_micro()),
        units(budget.delta_units())
    )
}

/// What is spent, in words.
pub fn spent(spent: &Spent) -> String {
    format!(
        "epsilon {} at delta {}",
        micro(spent.epsilon_micro),
        units(spent.delta_units)
    )
}

fn spend(spend: &Spend) -> String {
    match spend {
        Spend::Stated(cost) => format!(
            "epsilon {}, delta {}",
            part(micro(cost.epsilon_micro()), cost.parts()),
            part(units(cost.delta_units()), cost.parts())
        ),
        Spend::Mechanism(p) => format!("{}: {}", p.name(), super::parameters::law(p)),
    }
}

/// A window in words.
pub fn window(window: Window) -> String {
    if window == Window::ALL {
        "events of all time".to_string()
    } else {
        format!("events of {}..{}", window.first(), window.last())
    }
}

/// A part of an amount, exactly: `1/11`.
fn part(amount: String, parts: u32) -> String {
    match (amount.as_str(), parts) {
        ("0", _) | (_, 1) => amount,
        _ => format!("{amount}/{parts}"),
    }
}

/// Micro-units of epsilon as a decimal, exactly.
fn micro(amount: u64) -> String {
    decimal(amount, EPSILON_UNITS, 6)
}

/// Units of delta, exactly: with an exponent where it is small.
fn units(amount: u64) -> String {
    if amount == 0 || amount >= DELTA_UNITS / 1000 {
        return decimal(amount, DELTA_UNITS, 18);
    }
    let digits = amount.to_string();
    let (first, rest) = digits.split_at(1);
    let rest = rest.trim_end_matches('0');
    let point = if rest.is_empty() { "" } else { "." };
    format!("{first}{point}{rest}e-{}", 19 - digits.len())
}

fn decimal(amount: u64, scale: u64, digits: usize) -> String {
    let part = format!("{:0digits$}", amount % scale);
    let part = part.trim_end_matches('0');
    match part {
        "" => (amount / scale).to_string(),
        part => format!("{}.{part}", amount / scale),
    }
}

#[cfg(test)]
mod tests {
    use super::{micro, units};

    #[test]
    fn amounts_are_shown_exactly() {
        for (amount, shown) in [
            (0, "0"),
            (1, "0.000001"),
            (90_910, "0.09091"),
            (1_000_000, "1"),
            (12_500_000, "12.5"),
        ] {
            assert_eq!(micro(amount), shown);
        }
        for (amount, shown) in [
            (0, "0"),
            (1, "1e-18"),
            (1_000_000_000, "1e-9"),
            (1_500_000_001, "1.500000001e-9"),
            (999_999_999_999_999, "9.99999999999999e-4"),
            (1_000_000_000_000_000, "0.001"),
            (500_000_000_000_000_000, "0.5"),
        ] {
            assert_eq!(units(amount), shown);
        }
    }
}
