//! The public guess that a plan is made for.
use super::Alphabet;
use crate::args::{Guess, LearnPlanArgs};
use crate::failure::{Failure, printable, shown};
use crate::inspect;
use crate::log_reader::zeros;
use crate::states::MOST_STATES;
use dpmarkov::chain::StochasticMatrix;
use dpmarkov::learner::transitions::law_of_chain;
use std::path::Path;

/// The weights are about this large together.
const TOTAL: u32 = 1 << 31;

/// What the votes are over, and the weights of the guess.
pub fn weights(args: &LearnPlanArgs) -> Result<(Alphabet, Vec<u32>), Failure> {
    if args.states > MOST_STATES {
        return Err(Failure::Usage(format!(
            "--states {}: learn takes at most {MOST_STATES}",
            args.states
        )));
    }
    let any = match args.from {
        None => Alphabet::Pairs(args.states),
        Some(_) => Alphabet::Next {
            states: args.states,
            from: 0,
        },
    };
    match &args.guess {
        Guess::Uniform => {
            let mut weights = zeros::<u32>(any.symbols())?;
            weights.fill(1);
            Ok((any, weights))
        }
        Guess::Skewed => Ok((any, skewed(any)?)),
        Guess::Release(path) => release(args, path),
    }
}

/// State i is left 1/i as often as the first, and goes on to i + 1, i + 2, ... (around) with 1/2, 1/4, 1/8, ...
fn skewed(alphabet: Alphabet) -> Result<Vec<u32>, Failure> {
    let mut weights = zeros::<u32>(alphabet.symbols())?;
    let (Alphabet::Pairs(n) | Alphabet::Next { states: n, .. }) = alphabet;
    for from in 0..n {
        let mut share = f64::from(TOTAL) / (1.0 + from as f64);
        for step in 1..=n {
            share *= 0.5;
            let to = (from + step) % n.max(1);
            let symbol = alphabet.symbol(from as u32, to as u32);
            if let Some(weight) = symbol.and_then(|symbol| weights.get_mut(symbol)) {
                *weight = share.round() as u32;
            }
        }
    }
    Ok(weights)
}

/// The transitions of a released chain in its long run: public, as the release is.
fn release(args: &LearnPlanArgs, path: &Path) -> Result<(Alphabet, Vec<u32>), Failure> {
    let released = inspect::read(path, None)?.released;
    let file = printable(&path.to_string_lossy());
    let n = released.states.len();
    if n != args.states {
        return Err(Failure::Usage(format!(
            "--states {}: {file} is a release of {n} states, expected that number",
            args.states
        )));
    }
    let matrix = released.dense()?;
    let chain = StochasticMatrix::new(&matrix, n)?;
    if let Some(name) = &args.from {
        let mut states = released.states.iter().zip(0u32..);
        let Some((_, from)) = states.find(|(state, _)| *state == name) else {
            return Err(Failure::Usage(format!(
                "--from {}: no such state in {file}",
                shown(name.as_bytes())
            )));
        };
        let row = chain.row(from as usize).unwrap_or_default();
        let weight = |p: &f64| (p * f64::from(TOTAL)).round() as u32;
        return Ok((
            Alphabet::Next { states: n, from },
            row.iter().map(weight).collect(),
        ));
    }
    if released.stationary.is_empty() {
        return Err(Failure::Usage(format!(
            "{file} has no long-run shares to weigh its rows with: expected a release with them, or --from STATE"
        )));
    }
    let mut weights = zeros::<u32>(n.saturating_mul(n))?;
    law_of_chain(chain, &released.stationary, TOTAL, &mut weights)?;
    Ok((Alphabet::Pairs(n), weights))
}
