//! Numbers as they are typed.
use dpmarkov::Error;
use dpmarkov::domain::{
    DRAWS, Delta, Epsilon, Floor, LEVEL, PseudoCount, Releases, SEQUENCE, STATES, VOTES,
};
use std::str::FromStr;

/// What the library accepts as an expected row total.
const ROW_TOTALS: std::ops::RangeInclusive<u64> = 1..=1_000_000_000_000_000;

/// The largest floor, in events.
const FLOOR_EVENTS: f64 = 1_048_576.0;

/// A number, and how it was typed: a ledger reads the text, exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    pub text: String,
    pub value: f64,
}

impl Typed {
    #[cfg(test)]
    pub fn new(value: f64) -> Self {
        Typed {
            text: value.to_string(),
            value,
        }
    }
}

/// The value where it parses and is accepted, else what was expected. (The parser's own words for a
/// number that it cannot read do not say.)
fn accepted<T: FromStr + Copy>(
    text: &str,
    accepts: impl Fn(T) -> bool,
    expected: &str,
) -> Result<T, String> {
    let value = text.parse().ok().filter(|value| accepts(*value));
    value.ok_or_else(|| expected.to_string())
}

/// A decimal, or a fraction such as 1/11, which is rounded downwards: the guarantee that is met is then no weaker than the one asked for.
fn decimal_or_fraction(
    text: &str,
    accepts: impl Fn(f64) -> bool,
    expected: &str,
) -> Result<Typed, String> {
    let value = match text.contains('/') {
        true => crate::exact::Fraction::parse(text)
            .map(|fraction| fraction.below())
            .ok()
            .filter(|value| accepts(*value))
            .ok_or_else(|| expected.to_string())?,
        false => accepted(text, accepts, expected)?,
    };
    Ok(Typed {
        text: text.to_string(),
        value: value + 0.0, // -0 becomes 0
    })
}

pub fn epsilon(text: &str) -> Result<Typed, String> {
    decimal_or_fraction(text, |e| Epsilon::new(e).is_ok(), Error::Epsilon.message())
        .map_err(with_forms)
}

pub fn delta(text: &str) -> Result<Typed, String> {
    decimal_or_fraction(text, |d| Delta::new(d).is_ok(), Error::Delta.message()).map_err(with_forms)
}

/// What noisy row totals cost: above 0, since without noise there are none.
pub fn totals_epsilon(text: &str) -> Result<Typed, String> {
    epsilon(text).ok().filter(|e| e.value > 0.0).ok_or_else(|| {
        with_forms("the epsilon of the row totals must be above 0 and at most 1000000".to_string())
    })
}

/// What may be typed, beside the range.
fn with_forms(range: String) -> String {
    format!("{range}: a decimal, or a fraction of two whole numbers below 2^64 such as 1/11")
}

/// Events, to the nearest 1/1024.
pub fn floor(text: &str) -> Result<Floor, String> {
    const EXPECTED: &str = "the floor must be a number of events from 0 to 1048576";
    let units = accepted(text, |f: f64| (0.0..=FLOOR_EVENTS).contains(&f), EXPECTED)?
        * f64::from(Floor::PER_EVENT);
    Floor::new(units.round() as u32).map_err(|_| EXPECTED.to_string())
}

pub fn releases(text: &str) -> Result<u32, String> {
    accepted(
        text,
        |t| Releases::new(t).is_ok(),
        "the number of releases must be at least 1 and at most 4294967295, in digits",
    )
}

pub fn row_total(text: &str) -> Result<u64, String> {
    accepted(
        text,
        |total| ROW_TOTALS.contains(&total),
        "the expected row total must be a whole number from 1 to 1000000000000000, in digits",
    )
}

/// What a user says of a release's rows.
pub fn inspected_row_total(text: &str) -> Result<u64, String> {
    accepted(
        text,
        |total| ROW_TOTALS.contains(&total),
        "the row total must be a whole number from 1 to 1000000000000000, in digits",
    )
}

pub fn level(text: &str) -> Result<f64, String> {
    accepted(text, |level| LEVEL.contains(&level), Error::Level.message())
}

pub fn state_count(text: &str) -> Result<usize, String> {
    accepted(
        text,
        |n| STATES.contains(&n),
        "the number of states must be from 2 to 65535, in digits",
    )
}

pub fn row_cells(text: &str) -> Result<usize, String> {
    accepted(
        text,
        |n| STATES.contains(&n),
        "the number of feasible next states must be from 2 to 65535, in digits",
    )
}

/// How many synthetic transitions.
pub fn synthetic(text: &str) -> Result<u32, String> {
    within(text, SEQUENCE, Error::Sequence)
}

/// In how many rounds they are drawn.
pub fn rounds(text: &str) -> Result<u32, String> {
    accepted(
        text,
        |rounds: u32| u32::try_from(*SEQUENCE.end()).is_ok_and(|most| (1..=most).contains(&rounds)),
        "the number of rounds must be from 1 to the number of synthetic transitions, in digits",
    )
}

/// How many users vote.
pub fn users(text: &str) -> Result<u32, String> {
    within(text, VOTES, Error::Votes)
}

/// How many transitions a user made.
pub fn events(text: &str) -> Result<u32, String> {
    accepted(
        text,
        |events: u32| (1..=1_000_000).contains(&events),
        "the transitions of a user must be from 1 to 1000000, in digits",
    )
}

/// How often a plan simulates.
pub fn repetitions(text: &str) -> Result<u32, String> {
    accepted(
        text,
        |times: u32| (1..=1_000_000).contains(&times),
        "the number of repetitions must be from 1 to 1000000, in digits",
    )
}

fn within(text: &str, range: std::ops::RangeInclusive<usize>, error: Error) -> Result<u32, String> {
    accepted(
        text,
        |x: u32| usize::try_from(x).is_ok_and(|x| range.contains(&x)),
        error.message(),
    )
}

/// `auto` or a pseudo-count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PseudoCountChoice {
    Auto,
    Value(f64),
}

impl FromStr for PseudoCountChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(PseudoCountChoice::Auto);
        }
        let a: f64 = text
            .parse()
            .map_err(|_| "expected a number or \"auto\"".to_string())?;
        PseudoCount::new(a)
            .map(|a| PseudoCountChoice::Value(a.get()))
            .map_err(|error| error.message().to_string())
    }
}

/// `auto` or a number of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawsChoice {
    Auto,
    Value(u32),
}

impl FromStr for DrawsChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(DrawsChoice::Auto);
        }
        accepted(text, |m| DRAWS.contains(&m), Error::Draws.message()).map(DrawsChoice::Value)
    }
}
