//! The regularised incomplete gamma functions.
use super::float::{exp, exp_m1, ln, ln_1p};
use super::{LnTails, Tails, ln_gamma};

/// P(a, x) and Q(a, x); NaN outside a > 0, x >= 0.
pub fn gamma_inc(a: f64, x: f64) -> Tails {
    if !(a > 0.0 && x >= 0.0) {
        return Tails { lower: f64::NAN, upper: f64::NAN };
    }
    let t = ln_gamma_inc_ln(a, ln(x));
    Tails { lower: exp(t.ln_lower), upper: exp(t.ln_upper) }
}

/// ln P(a, x) and ln Q(a, x) at x = e^ln_x: any finite ln_x.
pub fn ln_gamma_inc_ln(a: f64, ln_x: f64) -> LnTails {
    let x = exp(ln_x);
    let pre = a * ln_x - x - ln_gamma(a);
    let comp = |l: f64| if l > -0.5 { ln(-exp_m1(l)) } else { ln_1p(-exp(l)) };
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..100_000 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        let l = pre + ln(sum);
        LnTails { ln_lower: l, ln_upper: comp(l) }
    } else {
        let mut b = x + 1.0 - a;
        let mut c = 1e300;
        let mut d = 1.0 / b;
        let mut h = d;
        for i in 1..100_000 {
            let i = i as f64;
            let an = -i * (i - a);
            b += 2.0;
            d = 1.0 / (an * d + b);
            c = b + an / c;
            h *= d * c;
            if (d * c - 1.0).abs() < 1e-16 {
                break;
            }
        }
        let u = pre + ln(h);
        LnTails { ln_lower: comp(u), ln_upper: u }
    }
}
