//! The promise to each user, as exact as it was typed, and its parts.
use crate::args::{LearnPromise, Typed};
use crate::exact::{self, Fraction};
use crate::failure::Failure;
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::StableMode;
use dpmarkov::privacy::Adjacency;

/// (epsilon, delta) for whole users and all rounds together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promise {
    pub epsilon: f64,
    pub delta: f64,
    exact: Option<(Fraction, Fraction)>,
}

impl Promise {
    /// From the options.
    pub fn new(args: LearnPromise<'_>) -> Result<Self, Failure> {
        let exact = |typed: &Typed| Fraction::parse(&typed.text).ok();
        Ok(Promise {
            epsilon: args.epsilon.value,
            delta: args.delta.value,
            exact: exact(args.epsilon).zip(exact(args.delta)),
        })
    }

    /// What a ledger charges, exactly.
    pub fn fractions(&self) -> Result<(Fraction, Fraction), Failure> {
        self.exact.ok_or_else(|| {
            Failure::Usage(format!(
                "with --ledger, --epsilon and --delta: expected {}",
                exact::EXPECTED
            ))
        })
    }

    /// The mechanism of one of `rounds` rounds: epsilon and delta in equal parts, rounded down.
    pub fn mode(&self, rounds: u32) -> Result<StableMode, Failure> {
        let (epsilon, delta) = match self.exact {
            Some((epsilon, delta)) => (
                part(epsilon, self.epsilon, rounds),
                part(delta, self.delta, rounds),
            ),
            None => (below(self.epsilon, rounds), below(self.delta, rounds)),
        };
        let made =
            Epsilon::new(epsilon).and_then(|epsilon| StableMode::new(epsilon, Delta::new(delta)?));
        made.map_err(|error| match error {
            dpmarkov::Error::NotPure => Failure::Unreachable(
                "the learner promises nothing at delta 0: take a delta above 0, well below 1 in the number of users"
                    .to_string(),
            ),
            dpmarkov::Error::Unreachable => Failure::Unreachable(format!(
                "no noise meets epsilon {:e} and delta {:e} in {rounds} round{}: allow more of them{}",
                self.epsilon,
                self.delta,
                if rounds == 1 { "" } else { "s" },
                if rounds == 1 { "" } else { ", or take fewer rounds" },
            )),
            other => other.into(),
        })
    }
}

/// `exact`/`rounds`, rounded down.
fn part(exact: Fraction, value: f64, rounds: u32) -> f64 {
    match exact.denominator.checked_mul(rounds.into()) {
        Some(denominator) => Fraction {
            numerator: exact.numerator,
            denominator,
        }
        .below(),
        // a decimal lies up to half a unit below the f64 that it is read as: the part of what is not above it
        None => below(exact.below().min(value), rounds),
    }
}

/// `value`/`rounds`, rounded down. (A decimal that no fraction holds is itself the nearest f64 to what was typed.)
fn below(value: f64, rounds: u32) -> f64 {
    let part = value / f64::from(rounds);
    if rounds == 1 || part == 0.0 {
        part
    } else {
        part.next_down()
    }
}

/// Whether a ledger for `adjacency` may count a release that protects whole users, whose number is public: it must be about events that are replaced.
/// What is one event, or one visit, is one user's.
pub fn ledger_fits(adjacency: Adjacency) -> Result<(), Failure> {
    match adjacency {
        Adjacency::Destination | Adjacency::Event | Adjacency::Visit => Ok(()),
        Adjacency::AddRemove | Adjacency::VisitPresence => Err(Failure::Usage(format!(
            "the ledger counts for adjacency {}, under which a user may come or go with an event, and learn takes the number of users as public: \
             expected a ledger for event, destination or visit",
            adjacency.name()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promise(epsilon: &str, delta: &str) -> Promise {
        let typed = |text: &str| Typed {
            text: text.to_string(),
            value: text.parse().unwrap(),
        };
        Promise::new(LearnPromise {
            epsilon: &typed(epsilon),
            delta: &typed(delta),
        })
        .unwrap()
    }

    /// The parts of all rounds together are not above what was typed.
    #[test]
    fn parts_add_up_to_no_more_than_the_whole() {
        // the last two: their denominators times the rounds pass 2^64, and the nearest f64 is above them
        for epsilon in [
            "1",
            "0.1",
            "0.3",
            "3e-3",
            "1.7",
            "0.2500004971895478441",
            "0.5000007420665722481",
        ] {
            let exact = Fraction::parse(epsilon).unwrap();
            for rounds in 1..200 {
                let part = part(exact, epsilon.parse().unwrap(), rounds);
                // part rounds <= numerator/denominator in exact integers, part = mantissa 2^-exponent
                let (mut mantissa, mut power) = (part, 0u32);
                while mantissa.fract() != 0.0 {
                    (mantissa, power) = (mantissa * 2.0, power + 1);
                }
                let left = (mantissa as u128)
                    .checked_mul(u128::from(rounds) * u128::from(exact.denominator))
                    .unwrap();
                assert!(
                    left <= u128::from(exact.numerator) << power,
                    "{epsilon} {rounds}"
                );
                assert!(
                    (part * f64::from(rounds) / epsilon.parse::<f64>().unwrap() - 1.0).abs()
                        < 1e-14
                );
            }
        }
    }

    #[test]
    fn a_number_that_is_no_fraction_is_rounded_down_too() {
        let promise = promise("1e-25", "1e-30");
        assert!(promise.fractions().is_err());
        assert!(below(1e-25, 3) < 1e-25 / 3.0);
        assert_eq!(below(0.25, 1), 0.25);
    }
}
