//! L symbols in one vote or in several.
use super::expect::{Crowd, Expected, expect, expect_work_len};
use super::round::SIZE_END;
use crate::domain::{Delta, Epsilon, Level, SEQUENCE};
use crate::error::{Error, Result};
use crate::learner::{Law, StableMode};
use crate::random::Generator;

/// The guarantee of each of R rounds on the same records that cost (epsilon, delta) together: (epsilon/R, delta/R), rounded down.
///
/// - **Guarantee**: basic composition: R releases at (e, d) are (R e, R d) together, whatever each was. [`crate::privacy::compose`] takes such
///   rounds too, as [`Stated::Approximate`](crate::privacy::compose::Stated::Approximate), and finds the epsilon that they really cost: at a delta
///   of 1e-9 it is the sum for 3 rounds and for 10, and 0.534 for 100 rounds of 1/100 (half of delta kept for the accountant).
/// - **Errors**: [`Error::Sequence`] for no rounds or 2^53 of them, [`Error::NotPure`] at delta = 0, those of [`Epsilon::new`] and [`Delta::new`].
pub fn per_round(epsilon: Epsilon, delta: Delta, rounds: u64) -> Result<(Epsilon, Delta)> {
    if rounds == 0 || rounds as f64 >= SIZE_END {
        return Err(Error::Sequence);
    }
    // The number next below a rounded quotient is never above the quotient, subnormal ones included.
    let down = |x: f64| match rounds {
        1 => x,
        _ => (x / rounds as f64).next_down().max(0.0),
    };
    Ok((
        Epsilon::new(down(epsilon.get()))?,
        Delta::new(down(delta.above_zero()?))?,
    ))
}

/// The best way to ask for L symbols.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// R: rounds.
    pub rounds: usize,
    /// L/R: symbols of one round.
    pub length: usize,
    /// The mode of one round, at (epsilon/R, delta/R).
    pub mode: StableMode,
    /// What it gives.
    pub expected: Expected,
}

/// One joint vote of L symbols, or R votes of L/R symbols each at (epsilon/R, delta/R)? The divisor R of L with which all L symbols come out most
/// often, by [`expect`]; of several, the fewest rounds.
///
/// A joint vote needs users who agree in all L symbols; a round of its own needs R times the noise. A mode of one vote in twenty is enough among 2,000
/// users, so that the joint vote wins until the agreement is used up.
///
/// - **Domain**: as [`expect`]; `crowd.length` is L and `crowd.rounds` is not looked at.
/// - **Guarantee**: the limits of [`Split::expected`] are those of its own simulation, and the best of several flatters itself: for limits that hold at
///   `level`, run [`expect`] once more for the split that was found.
/// - **Errors**: those of [`expect`]; [`Error::TooFewVotes`] where no split is answered at all. Splits whose rounds the crowd is too small for are
///   passed over. Scratch: [`expect_work_len`] with length L and one round is enough for every split.
/// - **Cost**: one [`expect`] for each divisor of L.
#[allow(clippy::too_many_arguments)]
pub fn best_split(
    rng: &mut Generator,
    guess: Law<'_>,
    crowd: &Crowd,
    epsilon: Epsilon,
    delta: Delta,
    repetitions: u32,
    level: Level,
    narrow: &mut [u32],
    wide: &mut [u64],
) -> Result<Split> {
    let symbols = crowd.length;
    if !SEQUENCE.contains(&symbols) {
        return Err(Error::Sequence);
    }
    let one = Crowd {
        rounds: 1,
        ..*crowd
    };
    let (needs_narrow, needs_wide) = expect_work_len(guess.symbols(), &one)?;
    if narrow.len() < needs_narrow || wide.len() < needs_wide {
        return Err(Error::WorkLength);
    }
    let mut best: Option<Split> = None;
    for rounds in 1..=symbols {
        let (Some(length), Some(0)) = (symbols.checked_div(rounds), symbols.checked_rem(rounds))
        else {
            continue;
        };
        let crowd = Crowd {
            length,
            rounds,
            ..*crowd
        };
        // delta/R may be subnormal, and more votes needed than there may be: such a split is none.
        let mode = per_round(epsilon, delta, rounds as u64)
            .and_then(|(epsilon, delta)| StableMode::new(epsilon, delta));
        let mode = match mode {
            Ok(mode) => mode,
            Err(Error::NotPure) => return Err(Error::NotPure),
            Err(_) => continue,
        };
        match expect(rng, guess, &crowd, &mode, repetitions, level, narrow, wide) {
            Ok(expected) if best.is_none_or(|b| expected.complete > b.expected.complete) => {
                best = Some(Split {
                    rounds,
                    length,
                    mode,
                    expected,
                });
            }
            Ok(_) | Err(Error::TooFewVotes) => {}
            Err(error) => return Err(error),
        }
    }
    best.ok_or(Error::TooFewVotes)
}
