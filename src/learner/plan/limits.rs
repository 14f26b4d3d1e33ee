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
