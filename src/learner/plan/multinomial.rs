//! Histograms of many independent draws from a law, exactly, by halving: for more events than it is worth to draw one by one.
use crate::error::{Error, Result};
use crate::learner::Law;
use crate::random::Generator;

/// Prefix sums of a law's weights, over which a number of draws is split in two again and again.
///
/// **Exact**: of m draws that fall into a range, those in its left part are binomial (m, left/whole); that is drawn bit by bit, see [`binomial`].
pub(super) struct Halving<'a> {
    /// The sum of the weights before each symbol.
    before: &'a [u64],
    total: u64,
}

impl<'a> Halving<'a> {
    /// Fills `before`, n entries.
    pub(super) fn new(law: Law<'_>, before: &'a mut [u64]) -> Self {
        let mut sum = 0u64;
        for (before, weight) in before.iter_mut().zip(law.weights()) {
            *before = sum;
            sum = sum.saturating_add(u64::from(*weight)); // at most the total, below 2^56
        }
        Halving { before, total: sum }
    }

    /// The histogram of `events` draws, n entries.
    pub(super) fn histogram(
        &self,
        rng: &mut Generator,
        events: u32,
        histogram: &mut [u32],
    ) -> Result<()> {
        histogram.fill(0);
        if let Some(first) = histogram.first_mut() {
            *first = events;
        }
        // The range [i, i + 2 half) has its draws at i; its left part keeps its own there.
        let mut half = histogram.len().checked_next_power_of_two().unwrap_or(0) / 2;
        while half > 0 {
            let mut i = 0usize;
            while let Some(middle) = i.checked_add(half).filter(|m| *m < histogram.len()) {
                self.split(rng, (i, middle, middle.saturating_add(half)), histogram)?;
                i = middle.saturating_add(half);
            }
            half /= 2;
        }
        Ok(())
    }

    fn split(
        &self,
        rng: &mut Generator,
        (begin, middle, end): (usize, usize, usize),
        histogram: &mut [u32],
    ) -> Result<()> {
        let before = |i: usize| self.before.get(i).copied().unwrap_or(self.total);
        let whole = before(end).saturating_sub(before(begin));
        let left = before(middle).saturating_sub(before(begin));
        let drawn = histogram.get(begin).copied().unwrap_or(0);
        if drawn == 0 {
            return Ok(());
        }
        let kept = binomial(rng, drawn, left, whole)?;
        if let Some(count) = histogram.get_mut(begin) {
            *count = kept;
        }
        if let Some(count) = histogram.get_mut(middle) {
            *count = drawn.saturating_sub(kept);
        }
        Ok(())
    }
}

/// Levels after which a single undecided trial would be one of fewer than 2^-128.
const LEVELS: u32 = 160;

/// Binomial (m, part/whole), exactly, for part <= whole < 2^56: m uniform numbers are compared with part/whole, all at once, one binary digit at a
/// time. Half of those that are undecided differ from the fraction's digit and are decided by it.
///
/// - **Errors**: [`Error::Trials`] where one is undecided after [`LEVELS`] digits: probability below 2^32 2^-160 = 2^-128.
/// - **Cost**: some m/32 + 2 log2(m) words.
fn binomial(rng: &mut Generator, m: u32, part: u64, whole: u64) -> Result<u32> {
    if part >= whole {
        return Ok(m);
    }
    let (mut below, mut undecided, mut rest) = (0u32, m, part);
    for _ in 0..LEVELS {
        if undecided == 0 || rest == 0 {
            // A fraction without further digits is not above what equals it so far.
            return Ok(below);
        }
        // Twice a number below 2^56.
        rest = rest.saturating_mul(2);
        let digit = rest >= whole;
        if digit {
            rest = rest.saturating_sub(whole);
        }
        let zeros = heads(rng, undecided);
        if digit {
            below = below.saturating_add(zeros); // at most m
            undecided = undecided.saturating_sub(zeros);
        } else {
            undecided = zeros;
        }
    }
    Err(Error::Trials)
}

/// The heads among m tosses of a fair coin.
fn heads(rng: &mut Generator, m: u32) -> u32 {
    let mut count = 0u32;
    for _ in 0..m / 64 {
        count = count.saturating_add(rng.next_u64().count_ones());
    }
    let last = m % 64;
    if last > 0 {
        // The top `last` bits: a shift by 1 to 63.
        count = count.saturating_add((rng.next_u64() >> (64 - last)).count_ones());
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A law of four symbols and 6 draws, enumerated: chi-square over all 84 histograms.
    #[test]
    fn histograms_follow_the_multinomial_law() {
        let weights = [5, 0, 2, 9, 4];
        let law = Law::new(&weights).expect("a law");
        let mut before = [0; 5];
        let halving = Halving::new(law, &mut before);
        let mut rng = Generator::from_seed_for_tests([11; 32], 0);
        let runs = 200_000;
        let mut seen = std::collections::BTreeMap::new();
        let mut histogram = [0; 5];
        for _ in 0..runs {
            halving
                .histogram(&mut rng, 6, &mut histogram)
                .expect("a histogram");
            *seen.entry(histogram).or_insert(0u32) += 1;
        }
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let (mut chi, mut cells, mut mass) = (0.0, 0, 0.0);
        for (h, count) in &seen {
            let p = h.iter().zip(weights).fold(factorial(6), |p, (c, w)| {
                p * (f64::from(w) / 20.0).powi(*c as i32) / factorial(*c)
            });
            let mean = p * f64::from(runs);
            mass += p;
            if mean > 20.0 {
                chi += (f64::from(*count) - mean).powi(2) / mean;
                cells += 1;
            }
        }
        assert!(mass > 0.9999 && cells > 50);
        // 6 standard deviations of a chi-square law.
        let freedom = f64::from(cells);
        assert!(
            (chi - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(),
            "{chi} {cells}"
        );
    }

    #[test]
    fn binomials_have_their_mean_and_variance() {
        let mut rng = Generator::from_seed_for_tests([12; 32], 0);
        for (m, part, whole) in [
            (1u32, 1, 3),
            (63, 1, 2),
            (64, 2, 3),
            (1000, 1, 1 << 40),
            (1_000_000, 355, 1130),
            (7, 5, 5),
            (9, 0, 4),
        ] {
            let n = 4_000;
            let draws: std::vec::Vec<f64> = (0..n)
                .map(|_| f64::from(binomial(&mut rng, m, part, whole).expect("a draw")))
                .collect();
            let p = part as f64 / whole as f64;
            let (mean, variance) = (f64::from(m) * p, f64::from(m) * p * (1.0 - p));
            let found = draws.iter().sum::<f64>() / f64::from(n);
            assert!(
                (found - mean).abs() <= 6.0 * (variance / f64::from(n)).sqrt(),
                "{m} {part} {whole}"
            );
            let spread = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
            assert!(
                (spread - variance).abs() <= 0.2 * variance + 1e-6,
                "{m} {part} {whole}: {spread} {variance}"
            );
            assert!(draws.iter().all(|x| *x <= f64::from(m)));
        }
    }
}
