//! The continued fraction, at or below the mean.
use super::point::Point;

/// a B(a, b) x^-a (1-x)^-b I_x(a, b) for x at most the mean: the even part of DLMF 8.17.22,
/// 1/(b_0 + a_1/(b_1 + ...)), which Didonato and Morris use (TOMS 18 (1992), doi:10.1145/131766.131776, section 3):
/// a_m = (a+m-1)(a+b+m-1) m (b-m) x^2/(a+2m-1)^2,
/// b_m = m + m (b-m) x/(a+2m-1) + (a+m)(a y - b x + 1 + m (1 + y))/(a+2m+1); here both divided so that b_0 is of order 1.
pub(super) fn below_mean(a: f64, b: f64, point: Point) -> f64 {
    let (x, y) = (point.x.hi, point.y.hi);
    let inverse = 1.0 / a;
    // Half of a + b, which may overflow.
    let half = 0.5 * a + 0.5 * b;
    // (a y - b x + 1)/a
    let gap = inverse - point.excess(a, b).value();
    // Steed's form: the value is a sum of falling increments, so that the rounding of late, small ones does not matter.
    let mut d = (a + 1.0) / (a * gap);
    let (mut increment, mut value) = (d, d);
    let mut m = 0.0;
    let mut down = 1.0 / (a + 1.0);
    for _ in 0..5000 {
        m += 1.0;
        let bx = m * ((b - m) * x) * down;
        let alpha = (a + m - 1.0)
            * down
            * ((half + 0.5 * (m - 1.0)) * (2.0 * x) * inverse)
            * (bx * inverse);
        down = 1.0 / (a + 2.0 * m + 1.0);
        let beta = (m + bx) * inverse + (a + m) * down * (gap + m * (1.0 + y) * inverse);
        let before = d;
        d = 1.0 / (beta + alpha * d);
        increment *= -alpha * before * d;
        value += increment;
        if increment.abs() <= 1e-16 * value {
            break;
        }
    }
    value
}
