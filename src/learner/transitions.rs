//! Markov chains for the private learner: transitions as symbols.
//!
//! Two alphabets make a chain of n states learnable:
//!
//! - **pairs**: one symbol for each transition, symbol = n from + to, n^2 symbols: the layout of [`Counts`]. The law of the pairs is what a
//!   stationary chain visits, pi_from P(from, to), and one release speaks of the whole chain.
//! - **the next states of one row**: n symbols, one release for each row. Releases on one person's counts compose: R rows cost R times epsilon and
//!   R times delta, or both once where every person votes for one row only, chosen without a look at the data.
//!
//! On a support ([`SparseCounts`]) the symbols are the feasible cells in their order, so that no vote ever names an infeasible transition.
use crate::chain::StochasticMatrix;
use crate::counts::{Counts, SparseCounts, Support};
use crate::domain::InParts;
use crate::domain::{ALPHABET, cells};
use crate::error::{Error, Result};
use crate::learner::Law;
use crate::special::float::floor;

/// n^2, the number of pairs of n states.
///
/// - **Domain**: 2 to 4,096 states: [`Error::States`], [`Error::Alphabet`].
pub fn pair_symbols(states: usize) -> Result<usize> {
    let cells = cells(states)?;
    if ALPHABET.contains(&cells) {
        Ok(cells)
    } else {
        Err(Error::Alphabet)
    }
}

/// The symbol n from + to of a transition.
///
/// - **Errors**: [`Error::StateIndex`]; those of [`pair_symbols`].
///
/// ```
/// use dpmarkov::learner::transitions::{pair, symbol};
/// assert_eq!(symbol(3, 16, 17)?, 67);
/// assert_eq!(pair(67, 17)?, (3, 16));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn symbol(from: usize, to: usize, states: usize) -> Result<u32> {
    pair_symbols(states)?;
    if from >= states || to >= states {
        return Err(Error::StateIndex);
    }
    // Below n^2 <= 2^24.
    u32::try_from(from.wrapping_mul(states).wrapping_add(to)).map_err(|_| Error::Alphabet)
}

/// The transition (from, to) of a symbol.
///
/// - **Errors**: [`Error::Symbol`] from n^2 on; those of [`pair_symbols`].
pub fn pair(symbol: u32, states: usize) -> Result<(usize, usize)> {
    let symbols = pair_symbols(states)?;
    let symbol = usize::try_from(symbol).map_err(|_| Error::Symbol)?;
    if symbol >= symbols {
        return Err(Error::Symbol);
    }
    let from = symbol.checked_div(states).ok_or(Error::States)?;
    let to = symbol.checked_rem(states).ok_or(Error::States)?;
    Ok((from, to))
}

/// The histogram of all pairs: the counts, row by row. `histogram`: n^2 entries.
///
/// - **Errors**: [`Error::Length`], those of [`pair_symbols`]; `histogram` is untouched then.
pub fn pairs(counts: Counts<'_>, histogram: &mut [u32]) -> Result<()> {
    if histogram.len() != pair_symbols(counts.states())? {
        return Err(Error::Length);
    }
    for (to, from) in histogram.iter_mut().zip(counts.rows().flatten()) {
        *to = *from;
    }
    Ok(())
}

/// The histogram of the next states of row `from`: n entries.
///
/// - **Errors**: [`Error::StateIndex`], [`Error::Length`]; `histogram` is untouched then.
pub fn next_states(counts: Counts<'_>, from: usize, histogram: &mut [u32]) -> Result<()> {
    let row = counts.row(from).ok_or(Error::StateIndex)?;
    if histogram.len() != row.len() {
        return Err(Error::Length);
    }
    for (to, from) in histogram.iter_mut().zip(row) {
        *to = *from;
    }
    Ok(())
}

/// The histogram of the feasible pairs, one entry for each cell of the support.
///
/// - **Errors**: [`Error::Alphabet`] where the support has one cell or more than 2^24, [`Error::Length`]; `histogram` is untouched then.
pub fn feasible_pairs(counts: SparseCounts<'_, '_>, histogram: &mut [u32]) -> Result<()> {
    let cells = counts.as_slice();
    if !ALPHABET.contains(&cells.len()) {
        return Err(Error::Alphabet);
    }
    if histogram.len() != cells.len() {
        return Err(Error::Length);
    }
    for (to, from) in histogram.iter_mut().zip(cells) {
        *to = *from;
    }
    Ok(())
}

/// The transition of a symbol of [`feasible_pairs`].
///
/// - **Errors**: [`Error::Symbol`].
/// - **Cost**: one pass over the rows.
pub fn feasible_pair(symbol: u32, support: Support<'_>) -> Result<(usize, usize)> {
    let mut rest = usize::try_from(symbol).map_err(|_| Error::Symbol)?;
    for (from, mut targets) in support.rows().enumerate() {
        match rest.checked_sub(targets.len()) {
            Some(less) => rest = less,
            None => return targets.nth(rest).map(|to| (from, to)).ok_or(Error::Symbol),
        }
    }
    Err(Error::Symbol)
}

/// Adds the symbols of a sequence, such as a release, to a histogram of n entries (for pairs: the cells of [`Counts`]): all or nothing.
///
/// What was released is public, and so are the counts that it makes: rows estimated from them cost nothing more.
///
/// - **Errors**: [`Error::Symbol`], [`Error::CountOverflow`]; `histogram` is as it was then.
pub fn add(sequence: &[u32], histogram: &mut [u32]) -> Result<()> {
    let place = |s: &u32| usize::try_from(*s).map_err(|_| Error::Symbol);
    for (done, s) in sequence.iter().enumerate() {
        let cell = histogram.get_mut(place(s)?).ok_or(Error::Symbol);
        let error = match cell.map(|c| (c.checked_add(1), c)) {
            Ok((Some(more), c)) => {
                *c = more;
                continue;
            }
            Ok((None, _)) => Error::CountOverflow,
            Err(error) => error,
        };
        for s in sequence.iter().take(done) {
            if let Some(c) = histogram.get_mut(place(s)?) {
                *c = c.wrapping_sub(1); // what this call has added
            }
        }
        return Err(error);
    }
    Ok(())
}

/// The law of the pairs of a stationary chain, pi_from P(from, to), in whole weights of about `total` together: a public guess for a plan.
///
/// - **Domain**: `pi` of n probabilities, `weights` of n^2 entries, total at least 1.
/// - **Accuracy**: each weight is the nearest integer to total pi P, and at least 1 where pi P is positive.
/// - **Errors**: [`Error::Length`], [`Error::Domain`] where an entry of `pi` is not in [0, 1] or the total is 0, [`Error::Laws`] where no weight is
///   left; `weights` is untouched then.
pub fn law_of_chain(
    chain: StochasticMatrix<'_>,
    pi: &[f64],
    total: u32,
    weights: &mut [u32],
) -> Result<()> {
    let states = chain.states();
    if weights.len() != pair_symbols(states)? || pi.len() != states {
        return Err(Error::Length);
    }
    if total == 0 || !pi.iter().all(|x| (0.0..=1.0).contains(x)) {
        return Err(Error::Domain);
    }
    let visited = |(row, share): (&[f64], &f64)| row.iter().any(|p| share * p > 0.0);
    if !chain.rows().zip(pi).any(visited) {
        return Err(Error::Laws);
    }
    let rows = weights.parts_mut(states).zip(chain.rows());
    for ((out, row), share) in rows.zip(pi) {
        for (weight, p) in out.iter_mut().zip(row) {
            let x = share * p * f64::from(total);
            // At most total: both factors are at most 1 but for rounding, and the cast saturates.
            *weight = if x > 0.0 {
                (floor(x + 0.5) as u32).max(1)
            } else {
                0
            };
        }
    }
    Law::new(weights).map(|_| ())
}

/// The chain that a law of pairs describes: each row divided by its sum. `matrix`: n^2 entries.
///
/// - **Errors**: [`Error::Length`], [`Error::EmptyRow`] where a state has no weight; `matrix` is untouched then.
pub fn chain_of_law<'m>(
    law: Law<'_>,
    states: usize,
    matrix: &'m mut [f64],
) -> Result<StochasticMatrix<'m>> {
    let symbols = pair_symbols(states)?;
    if law.symbols() != symbols || matrix.len() != symbols {
        return Err(Error::Length);
    }
    let rows = || law.weights().parts(states);
    if rows().any(|row| row.iter().all(|w| *w == 0)) {
        return Err(Error::EmptyRow);
    }
    for (out, row) in matrix.parts_mut(states).zip(rows()) {
        // Exact: below 4,096 (2^32 - 1).
        let sum = row.iter().map(|w| u64::from(*w)).sum::<u64>() as f64;
        for (p, w) in out.iter_mut().zip(row) {
            *p = f64::from(*w) / sum;
        }
    }
    StochasticMatrix::new(matrix, states)
}
