//! From numbers to colours and places.
use plotters::prelude::*;

/// Colours in steps, so that a picture has at most this many.
const STEPS: f64 = 255.0;

/// Probabilities as colours: viridis (Smith and van der Walt 2015, CC0), over the square root of the share of the largest one. With the
/// square root a tenth of the largest still stands a third of the way up, where a linear scale would hide most of a large chain and a
/// logarithmic one would show noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColourScale {
    /// The probability of the last colour.
    pub top: f64,
}

impl ColourScale {
    pub fn of(cells: &[f64]) -> Self {
        let largest = cells.iter().copied().fold(0.0, f64::max);
        let top = *ticks(largest.max(1e-9), 10).last().unwrap_or(&1.0);
        ColourScale {
            top: if largest > 0.95 { 1.0 } else { top },
        }
    }

    /// How far up the scale `p` stands, in [0, 1].
    pub fn place(&self, p: f64) -> f64 {
        (p / self.top).clamp(0.0, 1.0).sqrt()
    }

    pub fn step(&self, p: f64) -> u8 {
        (STEPS * self.place(p)).round() as u8
    }

    pub fn colour(step: u8) -> RGBColor {
        ViridisRGB.get_color(f64::from(step) / STEPS)
    }

    /// Black or white, whichever is easier to read on that colour.
    pub fn ink_on(step: u8) -> RGBColor {
        let RGBColor(r, g, b) = Self::colour(step);
        let light = 0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b);
        if light > 115.0 { BLACK } else { WHITE }
    }

    /// Probabilities to mark: close together near 0, as the square root spreads them.
    pub fn marks(&self) -> Vec<f64> {
        let shares = [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0];
        shares.iter().map(|s| s * self.top).collect()
    }
}

/// 0, and multiples of 1, 2 or 5 times a power of ten, at most `most` steps of them, the last not below `max` > 0.
pub fn ticks(max: f64, most: usize) -> Vec<f64> {
    let most = most.max(1) as f64;
    let power = (max / most).log10().floor() as i32;
    let steps = (power..=power + 1).flat_map(|e| [1, 2, 5].map(|m| (m, e)));
    let value = |k: u32, (m, e): (u32, i32)| {
        // one rounding, so that 3 steps of 0.1 are 0.3
        let digits = f64::from(k * m);
        if e < 0 {
            digits / 10f64.powi(-e)
        } else {
            digits * 10f64.powi(e)
        }
    };
    let reaches =
        |step: (u32, i32)| (0..=most as u32).find(|k| value(*k, step) >= max * (1.0 - 1e-12));
    steps
        .filter_map(|step| reaches(step).map(|last| (step, last)))
        .map(|(step, last)| (0..=last).map(|k| value(k, step)).collect())
        .next()
        .unwrap_or_else(|| vec![0.0, max])
}

/// A probability as a percentage, no longer than it need be.
pub fn percent(p: f64) -> String {
    let percent = 100.0 * p;
    let digits = match percent {
        x if x >= 10.0 || x == 0.0 => 1,
        x if x >= 1.0 => 2,
        x if x >= 0.1 => 2,
        _ => 4,
    };
    let text = format!("{percent:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    format!("{text} %")
}

#[cfg(test)]
mod tests {
    use super::{percent, ticks};

    #[test]
    fn ticks_reach_the_maximum() {
        assert_eq!(ticks(1.0, 5), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(0.29, 4), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks(0.0017, 5), [0.0, 0.0005, 0.001, 0.0015, 0.002]);
        assert_eq!(ticks(7.0, 1), [0.0, 10.0]);
        let mut max = 1e-9;
        while max < 2.0 {
            for most in 1..12 {
                let t = ticks(max, most);
                assert!(t.len() >= 2 && t.len() <= most + 1, "{max} {most} {t:?}");
                let (last, before) = (t[t.len() - 1], t[t.len() - 2]);
                assert!(
                    last >= max * (1.0 - 1e-9) && before < max,
                    "{max} {most} {t:?}"
                );
            }
            max *= 1.37;
        }
    }

    #[test]
    fn percentages() {
        for (p, shown) in [
            (0.0, "0 %"),
            (1.0, "100 %"),
            (0.2, "20 %"),
            (0.0225, "2.25 %"),
            (0.005, "0.5 %"),
            (0.00012, "0.012 %"),
        ] {
            assert_eq!(percent(p), shown);
        }
    }
}
