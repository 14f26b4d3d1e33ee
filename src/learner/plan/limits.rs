//! Limits of a probability from a frequency.
use crate::domain::Level;
use crate::special::beta_inc;

/// The lower limit of Clopper & Pearson 1934 (DOI 10.1093/biomet/26.4.404): p_L with P(at least x of n | p_L) = 1 - level, rounded down; 0 at x = 0.
///
/// Whatever p is, the limit is above it with probability 1 - level at most. The upper limit is 1 - lower(n - x).
pub(super) fn lower(x: u32, n: u32, level: Level) -> f64 {
    if x == 0 || x > n {
        return 0.0;
    }
    let (a, b) = (f64::from(x), f64::from(n) - f64::from(x) + 1.0);
    // P(binomial (n, p) >= x) = I_p(x, n - x + 1), rising in p; the slack is far above its error.
    let alpha = (1.0 - level.get()) * (1.0 - 1e-9);
    let (mut low, mut high) = (0.0, f64::from(x) / f64::from(n));
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        if beta_inc(a, b, middle).lower <= alpha {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::lower;
    use crate::domain::Level;

    /// P(binomial (n, p) >= x), term by term from the end that does not underflow.
    fn tail(x: u32, n: u32, p: f64) -> f64 {
        let sum = |terms: u32, p: f64| {
            let (mut sum, mut term) = (0.0, (1.0 - p).powi(n as i32));
            for i in 0..terms {
                sum += term;
                term *= f64::from(n - i) / f64::from(i + 1) * p / (1.0 - p);
            }
            sum
        };
        match p < 0.5 {
            true => 1.0 - sum(x, p),
            false => sum(n + 1 - x, 1.0 - p),
        }
    }

    /// Whatever p is, the limit is above it with probability 1 - level at most: summed over all that may be seen.
    #[test]
    fn the_limit_is_too_high_no_more_often_than_it_says() {
        for level in [0.5, 0.9, 0.95, 0.999] {
            let level = Level::new(level).expect("a level");
            for n in [1, 2, 7, 30, 200] {
                let mut last = 0.0;
                for x in 0..=n {
                    let limit = lower(x, n, level);
                    assert!((0.0..1.0).contains(&limit) && limit >= last);
                    if x > 0 {
                        // At the limit itself x or more are seen with just that probability.
                        let risk = tail(x, n, limit);
                        let target = 1.0 - level.get();
                        assert!(risk <= target + 1e-12, "{x} of {n}: {risk} {target}");
                        assert!(risk >= target * (1.0 - 1e-6), "{x} of {n}: {risk} {target}");
                    }
                    last = limit;
                }
            }
        }
        let level = Level::new(0.95).expect("a level");
        assert_eq!((lower(0, 9, level), lower(10, 9, level)), (0.0, 0.0));
    }
}
