//! Budgets and costs from fractions: exact where the ledger's integers hold them, else rounded to the safe side.
use crate::exact::Fraction;
use crate::failure::Failure;
use dpmarkov::Error;
use dpmarkov::privacy::ledger::{Budget, Cost, DELTA_UNITS, EPSILON_UNITS};

/// A budget, rounded down to whole units.
pub fn budget(epsilon: Fraction, delta: Fraction) -> Result<Budget, Failure> {
    let units = |x: Fraction, scale: u64, error: Error| {
        u64::try_from(u128::from(x.numerator) * u128::from(scale) / u128::from(x.denominator))
            .map_err(|_| error)
    };
    Ok(Budget::new(
        units(epsilon, EPSILON_UNITS, Error::Epsilon)?,
        units(delta, DELTA_UNITS, Error::Delta)?,
    )?)
}

/// What one release costs: (epsilon, delta) as fractions of one common denominator, exactly where that fits, else rounded up.
pub fn cost(epsilon: Fraction, delta: Fraction) -> Result<Cost, Failure> {
    let (e, d) = (parts(epsilon, EPSILON_UNITS), parts(delta, DELTA_UNITS));
    let common = e.checked_mul(d).map(|product| product / gcd(e, d).max(1));
    [common, Some(e), Some(d), Some(1)]
        .into_iter()
        .flatten()
        .filter_map(|parts| u32::try_from(parts).ok())
        .find_map(|parts| {
            let e = units_up(epsilon, EPSILON_UNITS, parts)?;
            let d = units_up(delta, DELTA_UNITS, parts)?;
            Cost::new(e, d, parts).ok()
        })
        .ok_or_else(|| Error::Cost.into())
}

/// The denominator that is left of `x` in units of 1/scale.
fn parts(x: Fraction, scale: u64) -> u64 {
    let numerator = u128::from(x.numerator) * u128::from(scale);
    let (mut a, mut b) = (numerator, u128::from(x.denominator));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    u64::try_from(u128::from(x.denominator) / a.max(1)).unwrap_or(u64::MAX)
}

/// x in units of 1/scale, times `parts`, rounded up; `None` where it passes 64 bits.
fn units_up(x: Fraction, scale: u64, parts: u32) -> Option<u64> {
    let product = (u128::from(x.numerator) * u128::from(scale)).checked_mul(parts.into())?;
    u64::try_from(product.div_ceil(x.denominator.into())).ok()
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(text: &str) -> Fraction {
        Fraction::parse(text).unwrap()
    }

    #[test]
    fn exact_where_it_fits() {
        for (epsilon, delta, e, d, parts) in [
            ("1/11", "0", 1_000_000, 0, 11),
            ("0.1", "0", 100_000, 0, 1),
            ("0.25", "1e-9", 250_000, 1_000_000_000, 1),
            ("1/3", "1/7", 7_000_000, 3_000_000_000_000_000_000, 21),
            ("0", "1e-18", 0, 1, 1),
        ] {
            let expected = Cost::new(e, d, parts);
            if d > 999_999_999_999_999_999 {
                // delta times the parts is above 1: the parts of epsilon alone, delta rounded up
                let cost = cost(f(epsilon), f(delta)).unwrap();
                assert_eq!((cost.epsilon_micro(), cost.parts()), (1_000_000, 3));
                assert_eq!(cost.delta_units(), 428_571_428_571_428_572);
                continue;
            }
            assert_eq!(
                cost(f(epsilon), f(delta)).unwrap(),
                expected.unwrap(),
                "{epsilon} {delta}"
            );
        }
    }

    #[test]
    fn never_less_than_what_was_typed() {
        for text in [
            "1/3",
            "1e-7",
            "1e-19",
            "1/18446744073709551615",
            "123456789/1000000007",
            "999999.9999999",
        ] {
            for delta in ["0", "1e-9", "1/999999937", "1e-19", "1/3"] {
                let (epsilon, delta) = (f(text), f(delta));
                let cost = cost(epsilon, delta).unwrap();
                // cost/parts/scale >= x, cross-multiplied: u128 holds it, at 64 + 20 + 32 bits
                let covers = |units: u64, x: Fraction, scale: u64| {
                    u128::from(units) * u128::from(x.denominator)
                        >= u128::from(x.numerator) * u128::from(scale) * u128::from(cost.parts())
                };
                assert!(
                    covers(cost.epsilon_micro(), epsilon, EPSILON_UNITS),
                    "{text}"
                );
                assert!(covers(cost.delta_units(), delta, DELTA_UNITS), "{text}");
            }
        }
        assert!(cost(f("0"), f("0")).is_err());
        assert!(cost(f("1000001"), f("0")).is_err());
        assert!(cost(f("1"), f("1")).is_err());
    }

    #[test]
    fn a_budget_is_never_more_than_what_was_typed() {
        assert_eq!(
            budget(f("1/3"), f("1e-9")).unwrap(),
            Budget::new(333_333, 1_000_000_000).unwrap()
        );
        assert_eq!(
            budget(f("1"), f("0")).unwrap(),
            Budget::new(1_000_000, 0).unwrap()
        );
        for (epsilon, delta) in [
            ("0", "0"),
            ("1000000.1", "0"),
            ("1", "1"),
            ("1", "18446744073709551615"),
        ] {
            assert!(budget(f(epsilon), f(delta)).is_err(), "{epsilon} {delta}");
        }
    }
}
