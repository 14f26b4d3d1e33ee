//! What an inspection rests on.
use super::inspect_text::percent_of_level;
use crate::inspect::totals::Source;
use crate::inspect::{Analysis, Checked};
use crate::release::StatesFrom;

/// What was checked, and what nothing here can check.
pub fn trust(checked: &Checked, analysis: &Analysis<'_>) -> Vec<(bool, String)> {
    let released = analysis.released;
    let offer = &released.choice.offer;
    let mut lines = vec![(
        true,
        format!(
            "the mechanism at these parameters meets the guarantee{}: computed anew",
            if offer.pure { " with delta 0" } else { "" }
        ),
    )];
    if checked.report.is_some() {
        lines.push((true, "the report is whole (its checksum fits) and in the one form that is written; chain and long run are computed from its numbers".to_string()));
    } else {
        lines.push((true, match checked.matrix_follows {
        true => "every row sums to 1; the matrix is what its integers make; the long run is the matrix's: computed anew".to_string(),
        false => "every row sums to 1; the long run is the matrix's: computed anew".to_string(),
        }));
    }
    lines.push((false, "that this file was made by the mechanism from a log, once for each release, cannot be seen from it: trust whoever made it".to_string()));
    if released.states_from == StatesFrom::Log {
        lines.push((
            false,
            "the list of states came from the log and is not protected".to_string(),
        ));
    }
    if released.states_from == StatesFrom::Report {
        lines.push((
            false,
            "a report holds no names: --states FILE gives them, and is checked against its state table"
                .to_string(),
        ));
    }
    match analysis.totals.source {
        Source::Expected(total) => lines.push((
            false,
            assumed(total, "a guess made before the log was read", analysis),
        )),
        Source::Given(total) => lines.push((false, assumed(total, "as you said", analysis))),
        Source::Public | Source::Noisy | Source::Report | Source::Unknown => {}
    }
    lines
}

/// What intervals are worth that rest on a total which nothing released says.
fn assumed(total: u64, why: &str, analysis: &Analysis<'_>) -> String {
    format!(
        "the intervals assume {total} events in every row, {why}: where a row holds another number they can miss altogether, and {} is not their level",
        percent_of_level(analysis.level.get())
    )
}
