//! The guarantee in words.
use dpmarkov::privacy::{Adjacency, Guarantee};

/// When two logs are neighbours.
pub fn neighbours(adjacency: Adjacency) -> &'static str {
    match adjacency {
        Adjacency::Destination => {
            "one event keeps its source and goes elsewhere (row totals are public)"
        }
        Adjacency::AddRemove => "one event is present in one of them only",
        Adjacency::Event => "one event is replaced by any other",
        Adjacency::Visit => "one visited state of a session is replaced by any other",
        Adjacency::VisitPresence => "one visited state of a session is inserted or dropped",
    }
}

/// A number as a reader wants it, never less than it is: with an exponent where it is small, and in six digits, rounded up, where
/// its own go on and on. (A promise with a larger number follows from the one that was made.)
pub fn number(x: f64) -> String {
    let x = match format!("{x:e}").len() {
        ..=MOST => x,
        _ => six_digits_up(x),
    };
    let digits = x.to_string();
    if x == 0.0 || (x >= 1e-3 && digits.len() <= MOST) {
        digits
    } else {
        format!("{x:e}")
    }
}

/// The longest number that is shown as it is: a dozen digits, the point and an exponent.
const MOST: usize = 16;

/// `x` > 0 as the nearest f64 to six significant decimal digits, which is not below it.
fn six_digits_up(x: f64) -> f64 {
    let rounded = format!("{x:.5e}");
    let value = |text: &str| text.parse::<f64>().unwrap_or(x);
    if value(&rounded) >= x {
        return value(&rounded);
    }
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let units = mantissa.replace('.', "").parse::<u32>().unwrap_or(0) + 1;
    let exponent = exponent.parse::<i32>().unwrap_or(0) - 5;
    value(&format!("{units}e{exponent}")).max(x)
}

/// The one inequality that is promised.
pub fn inequality(guarantee: &Guarantee) -> String {
    let epsilon = number(guarantee.epsilon.get());
    let power = match epsilon.contains('e') {
        true => format!("e^({epsilon})"),
        false => format!("e^{epsilon}"),
    };
    match guarantee.delta.get() {
        0.0 => format!("P(S) <= {power} P'(S)"),
        delta => format!("P(S) <= {power} P'(S) + {}", number(delta)),
    }
}

/// What the inequality is about.
pub fn scope(guarantee: &Guarantee) -> String {
    match guarantee.releases.get() {
        1 => "for every set S of released chains".to_string(),
        t => format!("for every set S of what all {t} releases together show"),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn readable_and_never_less() {
        for (x, shown) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (1e6, "1000000"),
            (1e-9, "1e-9"),
            (1e-300, "1e-300"),
            (0.999999999999, "0.999999999999"),
            (1.0 / 11.0, "0.0909091"),
            (1.0 / 3.0, "0.333334"),
            (2.0 / 3.0, "0.666667"),
            (100.0 / 3.0, "33.3334"),
            (0.1f64.next_up(), "0.100001"),
            (1.0f64.next_down(), "1"),
            (1.0 / 3e9, "3.33334e-10"),
            (f64::MIN_POSITIVE, "2.22508e-308"),
        ] {
            assert_eq!(number(x), shown, "{x:e}");
        }
        let mut x = 1.2345678e-300;
        while x < 1e300 {
            let read: f64 = number(x).parse().unwrap();
            assert!(read >= x && read <= x * 1.0000101, "{x:e} {read:e}");
            assert!(number(x).len() <= 16, "{x:e}");
            x *= 7.654321;
        }
    }
}
