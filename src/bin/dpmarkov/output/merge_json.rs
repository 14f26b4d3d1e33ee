//! A merge at full precision.
use super::parameters;
use crate::merge::{Estimate, Kind, LeftOut};
use crate::state_table::hex;
use dpmarkov::report::merge::Count;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// One object; one row a line.
pub fn merged(out: &mut dyn Write, estimate: &Estimate<'_>) -> io::Result<()> {
    let (state, frame, gate) = (estimate.merge.state(), estimate.frame, estimate.gate);
    let kinds: Vec<Value> = gate.kinds().iter().map(kind).collect();
    let head = json!({
        "reports": state.reports,
        "damaged": left_out(&gate.damaged),
        "duplicates": left_out(&gate.duplicates),
        "without_id": gate.without_id,
        "adjacency": frame.adjacency.name(),
        "epsilon": state.epsilon,
        "delta": state.delta,
        "kinds": kinds,
        "window": [state.first, state.last],
        "known_totals": state.known_totals,
        "state_table": hex(&frame.table.0),
        "level": estimate.level.get(),
        "stationary": (!estimate.stationary.is_empty()).then_some(&estimate.stationary),
        "stationary_omitted": estimate.no_long_run,
        "version": env!("CARGO_PKG_VERSION"),
    });
    writeln!(out, "{{")?;
    for (key, value) in head.as_object().into_iter().flatten() {
        write!(out, "  {}: ", json!(key))?;
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out, ",")?;
    }
    write!(out, "  \"states\": ")?;
    serde_json::to_writer(&mut *out, &frame.states)?;
    writeln!(out, ",\n  \"rows\": [")?;
    let n = frame.states.len();
    for from in 0..n {
        write!(out, "    ")?;
        serde_json::to_writer(&mut *out, &row(estimate, from))?;
        writeln!(out, "{}", if from + 1 < n { "," } else { "" })?;
    }
    writeln!(out, "  ]\n}}")
}

fn left_out(left: &LeftOut) -> Value {
    json!({ "count": left.count, "first": left.first })
}

fn kind(kind: &Kind) -> Value {
    let constants: Map<String, Value> = parameters::constants(&kind.parameters)
        .into_iter()
        .map(|(key, number)| (key.to_string(), number.json()))
        .collect();
    json!({
        "reports": kind.reports,
        "mechanism": kind.parameters.name(),
        "parameters": constants,
        "epsilon": kind.guarantee.epsilon.get(),
        "delta": kind.guarantee.delta.get(),
        "releases": kind.guarantee.releases.get(),
        "row_totals": kind.totals.map(|(guarantee, rate)| json!({
            "epsilon": guarantee.epsilon.get(),
            "delta": guarantee.delta.get(),
            "rate_numerator": rate.numerator(),
            "rate_denominator": rate.denominator(),
        })),
        "whole_epsilon": kind.whole.epsilon.get(),
        "whole_delta": kind.whole.delta.get(),
    })
}

fn row(estimate: &Estimate<'_>, from: usize) -> Value {
    let Some(row) = estimate.merge.row(from) else {
        return Value::Null; // every state has a row
    };
    let cells: Vec<Value> = estimate
        .row(from)
        .into_iter()
        .map(|(cell, probability)| {
            let share = cell.share();
            let interval = cell.share_interval(&estimate.confidence);
            let mut value = count(&cell.count());
            value.insert("to".into(), json!(cell.to()));
            value.insert("share".into(), json!(share.map(|s| s.share)));
            value.insert(
                "share_standard_error".into(),
                json!(share.and_then(|s| s.standard_error)),
            );
            value.insert(
                "interval".into(),
                json!(interval.map(|interval| [interval.lower, interval.upper])),
            );
            value.insert("probability".into(), json!(probability));
            value.into()
        })
        .collect();
    json!({
        "state": estimate.name(from),
        "total": count(&row.total()),
        "resolved": row.is_resolved(),
        "cells": cells,
    })
}

fn count(count: &Count) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("count".into(), json!(count.events));
    map.insert("standard_error".into(), json!(count.standard_error));
    map.insert("rounding".into(), json!(count.rounding));
    map.insert("saturated".into(), json!(count.saturated));
    map
}
