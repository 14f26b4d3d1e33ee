//! Pictures, drawn by plotters.
mod bars;
mod chain;
mod heat_map;
mod labels;
mod scale;
mod sharp;
pub mod style;
mod svg;

pub use chain::ChainPicture;

use crate::failure::Failure;
use crate::inspect::Analysis;
use crate::inspect::totals::Source;
use crate::output::promise;

use chain::MOST_STATES;
use std::borrow::Cow;
use std::path::Path;
use style::Form;

/// Refuses a chain that a picture cannot show.
pub fn fits(states: usize) -> Result<(), Failure> {
    if states <= MOST_STATES {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "--picture: the chain has {states} states; expected at most {MOST_STATES}, which is one unit of the picture a cell"
    )))
}

/// The bytes of a release's picture, for the file `path`.
pub fn drawn(analysis: &Analysis<'_>, path: &Path) -> Result<Vec<u8>, Failure> {
    style::render(&of_release(analysis)?, Form::of(path)?)
}

/// The picture of a release: its matrix, and the long run with its intervals.
fn of_release<'a>(analysis: &'a Analysis<'_>) -> Result<ChainPicture<'a>, Failure> {
    let released = analysis.released;
    let guarantee = released.choice.mechanism.guarantee();
    let level = 100.0 * analysis.level.get();
    let level = (level * 1e4).round() / 1e4;
    let mut shares_title = vec!["long-run share of the state".to_string()];
    if analysis.long_run.is_ok() {
        shares_title.push(format!("and a {level} % interval of the log's own"));
        if let Source::Expected(total) | Source::Given(total) = analysis.totals.source {
            shares_title.push(format!("if every row holds {total} events"));
        }
    }
    if released.stationary.is_empty() {
        shares_title = vec!["(there is no one long run)".to_string()];
    }
    let releases = match guarantee.releases.get() {
        1 => String::new(),
        t => format!(", {t} releases together"),
    };
    let n = released.states.len();
    let support = &analysis.support;
    let feasible = released.feasible.is_given().then(|| {
        let cells = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        cells.map(|(i, j)| support.contains(i, j)).collect()
    });
    Ok(ChainPicture {
        states: &released.states,
        matrix: match support.is_full() {
            true => Cow::Borrowed(&released.matrix),
            false => Cow::Owned(released.dense()?),
        },
        feasible,
        shares: &released.stationary,
        intervals: analysis
            .shares()
            .iter()
            .map(|i| (i.lower, i.upper))
            .collect(),
        shares_title,
        title: [
            format!("A private Markov chain of {} states", released.states.len()),
            format!(
                "ε = {}, δ = {}, adjacency {}{releases}; mechanism {}",
                promise::number(guarantee.epsilon.get()),
                promise::number(guarantee.delta.get()),
                guarantee.adjacency.name(),
                released.choice.offer.parameters.name(),
            ),
        ],
    })
}
