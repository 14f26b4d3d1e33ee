//! The power series with positive terms.

/// sum over n of (a+b)_n/(a+1)_n x^n: I_x(a, b) = x^a (1-x)^b/(a B(a, b)) times this (DLMF 8.17.8).
/// Served where terms fall at least like max(x, b x/n): some 60 of them.
pub(super) fn rising(a: f64, b: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    let (mut up, mut down) = (a + b, a + 1.0);
    for _ in 0..400 {
        term *= x * (up / down);
        sum += term;
        if term <= 4e-17 * sum {
            break;
        }
        up += 1.0;
        down += 1.0;
    }
    sum
}
