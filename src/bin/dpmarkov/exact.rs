//! Numbers that a ledger adds up: read from their text as fractions, never through floating point.

/// numerator / denominator, as it was typed: not negative, the denominator not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub numerator: u64,
    pub denominator: u64,
}

/// What [`Fraction::parse`] accepts.
pub const EXPECTED: &str =
    "a number such as 0.25, 1e-9 or 1/11, exact in a fraction of whole numbers below 2^64";

impl Fraction {
    /// `p/q` in digits, or a decimal such as `12`, `0.25`, `1e-9`: exactly, or not at all.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        match text.split_once('/') {
            Some((p, q)) => match (digits(p), digits(q)) {
                (Some(numerator), Some(denominator)) if denominator > 0 => Ok(Fraction {
                    numerator,
                    denominator,
                }),
                _ => Err(EXPECTED),
            },
            None => decimal(text).ok_or(EXPECTED),
        }
    }

    /// The largest `f64` that is not above it, or a neighbour below that.
    pub fn below(self) -> f64 {
        let nearest = self.numerator as f64 / self.denominator as f64;
        // two conversions and a division, each half a unit off at most
        if self.is_at_least(nearest) {
            return nearest;
        }
        let mut below = nearest;
        while below > 0.0 && !self.is_at_least(below) {
            below = below.next_down();
        }
        below
    }

    /// Whether numerator / denominator >= x >= 0; `false` where the integers of the comparison would not fit.
    fn is_at_least(self, x: f64) -> bool {
        if x == 0.0 {
            return true;
        }
        // x = mantissa 2^exponent, the mantissa odd
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        if field == 0 || field >= 0x7ff {
            return false;
        }
        let mantissa = fraction | (1 << 52);
        let shift = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> shift, field - 1075 + shift as i32);
        let times = |a: u128, power: i32| {
            let power = u32::try_from(power).ok()?;
            (a.leading_zeros() > power).then(|| a << power)
        };
        // numerator 2^-exponent >= mantissa denominator, or numerator >= mantissa denominator 2^exponent
        let product = u128::from(mantissa) * u128::from(self.denominator);
        let numerator = u128::from(self.numerator);
        if exponent >= 0 {
            times(product, exponent).is_some_and(|right| numerator >= right)
        } else {
            // A left side that does not fit is compared by its length: it is the larger one.
            times(numerator, -exponent).map_or(numerator > 0, |left| left >= product)
        }
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            q => write!(f, "{}/{q}", self.numerator),
        }
    }
}

/// Digits alone: no sign, no blank, at least one.
fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// `whole[.part][e[+-]exponent]`.
fn decimal(text: &str) -> Option<Fraction> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => {
            let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let size = i64::try_from(digits(unsigned)?).ok()?;
            let negative = exponent.starts_with('-');
            (number, if negative { -size } else { size })
        }
        None => (text, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let joined = format!("{whole}{part}");
    // zeros at the end are the exponent's, so that 1.000000000000000000000 is 1
    let kept = joined.trim_end_matches('0');
    let dropped = joined.len() - kept.len();
    if joined.is_empty() {
        return None;
    }
    let plain = joined.bytes().all(|b| b.is_ascii_digit());
    let numerator = match kept {
        "" if plain => {
            return Some(Fraction {
                numerator: 0,
                denominator: 1,
            });
        }
        kept => digits(kept)?,
    };
    let exponent = exponent
        .checked_sub(i64::try_from(part.len()).ok()?)?
        .checked_add(i64::try_from(dropped).ok()?)?;
    let power = 10u64.checked_pow(u32::try_from(exponent.unsigned_abs()).ok()?);
    let (numerator, denominator) = if exponent >= 0 {
        (numerator.checked_mul(power?)?, 1)
    } else {
        (numerator, power?)
    };
    Some(Fraction {
        numerator,
        denominator,
    })
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    fn parsed(text: &str) -> Option<(u64, u64)> {
        let f = Fraction::parse(text).ok()?;
        Some((f.numerator, f.denominator))
    }

    #[test]
    fn exactly_or_not_at_all() {
        for (text, p, q) in [
            ("1/11", 1, 11),
            ("0", 0, 1),
            ("0.000", 0, 1),
            ("0e-99", 0, 1),
            ("12", 12, 1),
            ("1.50", 15, 10),
            ("1e-9", 1, 1_000_000_000),
            ("2.5E+3", 2500, 1),
            (".5", 5, 10),
            ("5.", 5, 1),
            ("18446744073709551615", u64::MAX, 1),
            ("1/18446744073709551615", 1, u64::MAX),
            ("1e19", 10_000_000_000_000_000_000, 1),
            ("1.000000000000000000000000", 1, 1),
        ] {
            assert_eq!(parsed(text), Some((p, q)), "{text}");
        }
        for text in [
            "",
            " ",
            ".",
            "/",
            "1/",
            "/1",
            "1/0",
            "-1",
            "+1",
            "1/-3",
            "1 /3",
            "1/ 3",
            "1/3/4",
            "0x1",
            "1_0",
            "nan",
            "inf",
            "1e",
            "e5",
            "1e-",
            "1e20",
            "1e-20",
            "1e99999999999999999999",
            "18446744073709551616",
            "1.5/2",
            "1e1/2",
            "\u{661}",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn the_nearest_f64_below() {
        for (text, value) in [
            ("1", 1.0),
            ("0.5", 0.5),
            ("0", 0.0),
            ("3/4", 0.75),
            ("1000000", 1e6),
            // 0.1 as f64 is above 0.1, 0.3 as f64 below 0.3
            ("0.1", 0.1f64.next_down()),
            ("0.3", 0.3),
            ("1e-9", 1e-9f64.next_down().max(1e-9 - 1.0e-24)),
        ] {
            let below = Fraction::parse(text).unwrap().below();
            assert!(
                below <= value && below >= value * (1.0 - 1e-15),
                "{text} {below:e}"
            );
        }
        assert_eq!(Fraction::parse("0.1").unwrap().below(), 0.1f64.next_down());
        assert_eq!(Fraction::parse("0.3").unwrap().below(), 0.3);
        // against integers: 11 x <= 1 for x = 1/11 from below, exactly
        for q in 1..2000u64 {
            let x = Fraction {
                numerator: 1,
                denominator: q,
            }
            .below();
            let (mantissa, exponent) = {
                let bits = x.to_bits();
                (
                    (bits & ((1 << 52) - 1)) | (1 << 52),
                    1075 - (bits >> 52) as u32,
                )
            };
            let left = u128::from(mantissa) * u128::from(q);
            assert!(left <= 1u128 << exponent, "{q}");
            // and the next f64 is above
            let next = u128::from(mantissa + 1) * u128::from(q);
            assert!(next > 1u128 << exponent, "{q}");
        }
        let huge = Fraction {
            numerator: u64::MAX,
            denominator: 1,
        };
        assert!(huge.below() < 18_446_744_073_709_551_615.0);
        assert!(huge.below() > 1.8e19);
        let tiny = Fraction {
            numerator: 1,
            denominator: u64::MAX,
        };
        assert!(tiny.below() <= 1.0 / u64::MAX as f64 && tiny.below() > 5.4e-20);
    }
}
