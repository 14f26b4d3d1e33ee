//! What a release says, at full precision.
use super::parameters;
use super::trust::trust;
use crate::failure::Failure;
use crate::inspect::{Analysis, Checked};
use dpmarkov::chain::classes::TRANSIENT;
use dpmarkov::utility::interval::Interval;
use serde_json::{Value, json};

/// The next states that are listed for each state.
const NEXT: usize = 5;

/// One object.
pub fn inspect(checked: &Checked, analysis: &Analysis<'_>) -> Result<Vec<u8>, Failure> {
    let released = analysis.released;
    let guarantee = released.choice.mechanism.guarantee();
    let offer = &released.choice.offer;
    let (structure, mixing) = (&analysis.structure, &analysis.mixing);
    let constants: serde_json::Map<String, Value> = parameters::constants(&offer.parameters)
        .into_iter()
        .map(|(key, number)| (key.to_string(), number.json()))
        .collect();
    let labels: Vec<Option<u32>> = structure
        .labels
        .iter()
        .map(|label| Some(*label).filter(|label| *label != TRANSIENT))
        .collect();
    let mut states = Vec::new();
    for (i, name) in released.states.iter().enumerate() {
        let mut next = Vec::new();
        for n in analysis.next(i, NEXT)? {
            next.push(json!({
                "state": released.states.get(n.state),
                "probability": n.probability,
                "interval": ends(&n.interval),
            }));
        }
        states.push(json!({
            "state": name,
            "stationary": released.stationary.get(i),
            "log_stationary": analysis.long_run.as_ref().ok().and_then(|long_run| long_run.shares.get(i)),
            "interval": analysis.shares().get(i).map(ends),
            "row_total": analysis.totals.rows.get(i),
            "next": next,
        }));
    }
    let trust: Vec<Value> = trust(checked, analysis)
        .into_iter()
        .map(|(checked, text)| json!({"checked": checked, "text": text}))
        .collect();
    let mut report = json!({
        "guarantee": {
            "epsilon": guarantee.epsilon.get(),
            "delta": guarantee.delta.get(),
            "adjacency": guarantee.adjacency.name(),
            "releases": guarantee.releases.get(),
            "pure": offer.pure,
        },
        "mechanism": {"name": offer.parameters.name(), "parameters": constants},
        "structure": {
            "classes": structure.classes,
            "class_of": labels,
            "irreducible": structure.irreducible,
            "periods": structure.periods,
            "absorbing": structure.absorbing.iter().filter_map(|i| released.states.get(*i)).collect::<Vec<_>>(),
        },
        "mixing": {
            "second_eigenvalue": mixing.second.modulus,
            "second_eigenvalue_residual": mixing.second.residual,
            "second_eigenvalue_upper": mixing.second_upper,
            "tau_one": mixing.tau_one,
            "tau_inf": mixing.tau_inf,
            "distance": mixing.steps.as_ref().map(|steps| steps.distance),
            "steps_at_most": mixing.steps.as_ref().map(|steps| steps.steps),
        },
        "long_run": analysis.long_run.as_ref().ok().map(|long_run| json!({
            "shrink": long_run.shrink,
            "tv_at_most": long_run.bound,
            "tv_rests_on": analysis.totals.source.name(),
        })),
        "level": analysis.level.get(),
        "row_totals_from": analysis.totals.source.name(),
        "states": states,
        "trust": trust,
        "release_version": checked.version,
        "version": env!("CARGO_PKG_VERSION"),
    });
    if let (Some(facts), Some(map)) = (&checked.report, report.as_object_mut()) {
        map.remove("release_version"); // a report does not say
        map.insert("report".to_string(), facts.json.clone());
        map.insert("report_bytes".to_string(), json!(facts.bytes));
        map.insert("saturated".to_string(), json!(facts.saturated));
        map.insert(
            "whole_guarantee".to_string(),
            json!(facts.whole.map(|whole| json!({
                "epsilon": whole.epsilon.get(),
                "delta": whole.delta.get(),
            }))),
        );
    }
    let mut bytes = serde_json::to_vec_pretty(&report)
        .map_err(|e| Failure::Internal(format!("cannot format the output: {e}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn ends(interval: &Interval) -> Value {
    json!([interval.lower, interval.upper])
}
