//! A mechanism's parameters: by name and number, and in words.
use dpmarkov::privacy::MechanismParameters;
use serde_json::{Value, json};

/// A parameter: shown so that it reads back as the very same number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Real(f64),
    Whole(u64),
}

impl Number {
    pub fn json(self) -> Value {
        match self {
            Number::Real(x) => json!(x),
            Number::Whole(i) => json!(i),
        }
    }

    pub fn text(self) -> String {
        match self {
            Number::Real(x) => format!("{x:?}"),
            Number::Whole(i) => i.to_string(),
        }
    }

    /// As a constant of C.
    pub fn c(self) -> String {
        match self {
            Number::Real(x) => format!("{x:?}"),
            Number::Whole(i) if i <= u64::from(u32::MAX) => format!("{i}u"),
            Number::Whole(i) => format!("{i}ull"),
        }
    }
}

/// Name and number of each parameter; in C the name is in capitals.
pub fn constants(parameters: &MechanismParameters) -> Vec<(&'static str, Number)> {
    use Number::{Real, Whole};
    match parameters {
        MechanismParameters::Dirichlet(p) => vec![
            ("pseudo_count", Real(p.pseudo_count.get())),
            ("weight", Real(p.weight.get())),
        ],
        MechanismParameters::Polya(p, _) => vec![
            ("event_mass", Whole(p.event_mass().into())),
            ("prior_mass", Whole(p.prior_mass().into())),
            ("draw_mass", Whole(p.draw_mass().into())),
            ("draws", Whole(p.draws().into())),
        ],
        MechanismParameters::Geometric(rate) => vec![
            ("rate_numerator", Whole(rate.numerator().into())),
            ("rate_denominator", Whole(rate.denominator().into())),
        ],
        MechanismParameters::Gaussian(variance) => vec![
            ("variance_numerator", Whole(variance.numerator())),
            ("variance_denominator", Whole(variance.denominator().into())),
        ],
    }
}

/// What is drawn, with its numbers, in a line.
pub fn law(parameters: &MechanismParameters) -> String {
    match parameters {
        MechanismParameters::Dirichlet(p) => format!(
            "a row is drawn from Dir(w (counts + a)), w = {}, a = {}",
            about(p.weight.get()),
            about(p.pseudo_count.get())
        ),
        MechanismParameters::Polya(p, _) => format!(
            "{} {} a row from an urn of {} count + {}, +{} a draw",
            p.draws(),
            if p.draws() == 1 { "draw" } else { "draws" },
            p.event_mass(),
            p.prior_mass(),
            p.draw_mass()
        ),
        MechanismParameters::Geometric(rate) => format!(
            "every count + k, P(k) ~ e^(-r |k|), r = {}",
            fraction(rate.numerator().into(), rate.denominator().into())
        ),
        MechanismParameters::Gaussian(variance) => format!(
            "every count + k, P(k) ~ e^(-k^2/(2 v)), v = {}",
            fraction(variance.numerator(), variance.denominator().into())
        ),
    }
}

/// p/q in lowest terms, or to six digits where those are long.
fn fraction(p: u64, q: u64) -> String {
    let (mut a, mut b) = (p, q);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    match (p / a.max(1), q / a.max(1)) {
        (p, 1) => p.to_string(),
        (p, q) if p.max(q) < 100_000 => format!("{p}/{q}"),
        (p, q) => about(p as f64 / q as f64),
    }
}

/// To six decimal places; a number below 0.001 to six digits instead, so that it is never shown as nothing.
fn about(x: f64) -> String {
    if x < 1e-3 {
        format!("{x:.5e}")
    } else {
        format!("{x:.6}")
    }
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn fractions_in_lowest_terms() {
        for (p, q, shown) in [
            (150_000, 1_000_000, "3/20"),
            (4, 2, "2"),
            (1, 7, "1/7"),
            (1 << 29, 1 << 30, "1/2"),
            (359_269_461, 512, "701698.166016"),
            (1, 655_361, "1.52588e-6"),
        ] {
            assert_eq!(fraction(p, q), shown);
        }
    }
}
