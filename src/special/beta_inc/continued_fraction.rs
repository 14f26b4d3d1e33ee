//! The continued fraction, at or below the mean.
use super::point::Point;

/// a B(a, b) x^-a (1-x)^-b I_x(a, b) for x at most the mean: the even part of DLMF 8.17.22,
/// 1/(b_0 + a_1/(b_1 + ...)), which Didonato and Morris use (TOMS 18 (1992), doi:10.1145/131766.131776, section 3):
/// a_m = (a+m-1)(a+b+m-1) m (b-m) x^2/(a+2m-1)^2,
/// b_m = m + m (b-m) x/(a+2m-1) + (a+m)(a y - b x + 1 + m (1 + y))/(a+2m+1); here both divided so that b_0 is of order 1.
pub(super) fn below_mean(a: f64, b: f64, point: Point) -> f64 {
    let (x, y) = (point.x.hi, point.y.hi);
    let inverse = 1.0 / a;
    // (a y - b x + 1)/a
    let gap = inverse - point.excess(a, b).value();
    // Convergents p/q by the three-term recurrence.
    let (mut p0, mut q0) = (1.0, 0.0);
    let beta = gap * (a / (a + 1.0));
    let (mut p1, mut q1) = (beta, 1.0);
    let _ = (&mut p0, &mut q0);
    let mut value = 1.0 / beta;
    let mut m = 0.0;
    for _ in 0..5000 {
        m += 1.0;
        let d = 1.0 / (a + 2.0 * m - 1.0);
        let bx = (b - m) * x * d * m;
        let alpha = ((a + m - 1.0) * d) * ((a + b + m - 1.0) * x * inverse) * (bx * inverse);
        let beta = (m + bx) * inverse + (a + m) / (a + 2.0 * m + 1.0) * (gap + m * (1.0 + y) * inverse);
        let p2 = beta * p1 + alpha * p0;
        let q2 = beta * q1 + alpha * q0;
        (p0, q0) = (p1, q1);
        (p1, q1) = (p2, q2);
        let next = q1 / p1;
        if (next - value).abs() <= 2e-16 * next.abs() {
            return next;
        }
        value = next;
        if p1.abs() > 1e200 || p1.abs() < 1e-200 {
            let scale = 1.0 / p1;
            p0 *= scale;
            q0 *= scale;
            q1 *= scale;
            p1 = 1.0;
        }
    }
    value
}
