//! The regularised incomplete beta function.
use super::float::{exp, exp_m1, ln_1p};
use super::{LnTails, Tails, ln_beta};

/// I_x(a, b) and 1 - I_x(a, b); NaN outside a > 0, b > 0, 0 <= x <= 1.
pub fn beta_inc(a: f64, b: f64, x: f64) -> Tails {
    if !(a > 0.0 && b > 0.0 && (0.0..=1.0).contains(&x)) {
        return Tails { lower: f64::NAN, upper: f64::NAN };
    }
    let t = ln_beta_inc_logit(a, b, super::float::ln(x) - ln_1p(-x));
    Tails { lower: exp(t.ln_lower), upper: exp(t.ln_upper) }
}

/// ln I_x(a, b) and ln(1 - I_x(a, b)) at x = 1/(1+e^-logit): any finite logit, however large.
pub fn ln_beta_inc_logit(a: f64, b: f64, logit: f64) -> LnTails {
    let ln_x = -softplus(-logit);
    let ln_y = -softplus(logit);
    let (x, y) = (exp(ln_x), exp(ln_y));
    if x > (a + 1.0) / (a + b + 2.0) {
        let u = ln_tail(b, a, y, ln_y, ln_x);
        LnTails { ln_lower: ln_complement(u), ln_upper: u }
    } else {
        let l = ln_tail(a, b, x, ln_x, ln_y);
        LnTails { ln_lower: l, ln_upper: ln_complement(l) }
    }
}
fn softplus(t: f64) -> f64 {
    if t > 0.0 { t + ln_1p(exp(-t)) } else { ln_1p(exp(t)) }
}
fn ln_complement(l: f64) -> f64 {
    if l > -0.5 { super::float::ln(-exp_m1(l)) } else { ln_1p(-exp(l)) }
}
fn ln_tail(a: f64, b: f64, x: f64, ln_x: f64, ln_y: f64) -> f64 {
    let tiny = 1e-300;
    let (mut c, mut d) = (1.0, 1.0 - (a + b) * x / (a + 1.0));
    if d.abs() < tiny {
        d = tiny;
    }
    d = 1.0 / d;
    let mut h = d;
    for m in 1..20_000 {
        let m = m as f64;
        for k in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 + k * d;
            if d.abs() < tiny {
                d = tiny;
            }
            c = 1.0 + k / c;
            if c.abs() < tiny {
                c = tiny;
            }
            d = 1.0 / d;
            h *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    a * ln_x + b * ln_y - ln_beta(a, b) - super::float::ln(a) + super::float::ln(h)
}
