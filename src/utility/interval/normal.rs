//! The standard normal law, by the incomplete gamma function.
use crate::domain::Level;
use crate::error::Result;
use crate::special::{gamma_inc, root};

/// P(Z > z) for z >= 0.
pub(super) fn upper_tail(z: f64) -> f64 {
    0.5 * gamma_inc(0.5, 0.5 * z * z).upper
}

/// z with P(|Z| <= z) = level: Q(1/2, z^2/2) = 1 - level.
pub(crate) fn two_sided_quantile(level: Level) -> Result<f64> {
    let outside = 1.0 - level.get();
    // at the largest level, 1 - 1e-6, z is 4.9
    let b = root::bracket(
        |z| gamma_inc(0.5, 0.5 * z * z).upper - outside,
        0.0,
        6.0,
        1e-14,
        80,
    )?;
    Ok(b.hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_the_tables() {
        for (level, z) in [
            (0.5, 0.674_489_750_196_081_7),
            (0.95, 1.959_963_984_540_054),
            (0.99, 2.575_829_303_548_900_4),
            (0.999_999, 4.891_638_475_698_988),
        ] {
            let got = two_sided_quantile(Level::new(level).unwrap()).unwrap();
            assert!((got - z).abs() < 1e-9, "{level} {got}");
            assert!((2.0 * upper_tail(got) / (1.0 - level) - 1.0).abs() < 1e-12);
        }
    }
}
