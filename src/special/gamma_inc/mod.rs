//! The regularised incomplete gamma functions.
use super::float::{exp, exp_m1, sqrt};
use super::incomplete::elementary::{self, phi};
use super::incomplete::scaled::{OneTail, Scaled};
use super::incomplete::stirling::{LARGE, gamma_1p, ln_gamma_1p, stirling_correction};
use super::incomplete::temme;
use super::incomplete::twofold::Twofold;
use super::{LnTails, Tails};

/// P(a, x) and Q(a, x); NaN outside a > 0, x >= 0.
pub fn gamma_inc(a: f64, x: f64) -> Tails {
    if !(a > 0.0 && x >= 0.0 && a < f64::INFINITY) {
        return Tails { lower: f64::NAN, upper: f64::NAN };
    }
    if x == 0.0 {
        return Tails { lower: 0.0, upper: 1.0 };
    }
    if x == f64::INFINITY {
        return Tails { lower: 1.0, upper: 0.0 };
    }
    one_tail(a, Argument { x: Twofold::new(x), ln_x: None }).tails()
}

/// ln P(a, x) and ln Q(a, x) at x = e^ln_x: any finite ln_x.
pub fn ln_gamma_inc_ln(a: f64, ln_x: f64) -> LnTails {
    if !(a > 0.0 && a < f64::INFINITY && ln_x.abs() < f64::INFINITY) {
        return LnTails { ln_lower: f64::NAN, ln_upper: f64::NAN };
    }
    one_tail(a, Argument::from_ln(ln_x)).ln_tails()
}

/// x > 0, with ln x where x may underflow or overflow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    x: Twofold,
    ln_x: Option<Twofold>,
}

impl Argument {
    fn from_ln(ln_x: f64) -> Self {
        let x = if ln_x.abs() > 690.0 { Twofold::new(exp(ln_x)) } else { elementary::exp(Twofold::new(ln_x)) };
        Argument { x, ln_x: Some(Twofold::new(ln_x)) }
    }

    /// x = b t, where the product may leave the range of doubles.
    pub(super) fn from_product(b: f64, t: Twofold) -> Self {
        if t.hi == 0.0 {
            return Argument { x: Twofold::ZERO, ln_x: Some(Twofold::new(f64::NEG_INFINITY)) };
        }
        let ln_x = elementary::ln(Twofold::new(b)).add(elementary::ln(t));
        Argument { x: Twofold::new(b * t.hi), ln_x: Some(ln_x) }
    }

    fn ln(&self) -> Twofold {
        self.ln_x.unwrap_or_else(|| elementary::ln(self.x))
    }
}

pub(super) fn one_tail(a: f64, at: Argument) -> OneTail {
    let x = at.x.hi;
    if x == f64::INFINITY {
        return OneTail::Upper(Scaled { factor: 0.0, exponent: Twofold::ZERO });
    }
    let (over_a, fall) = prefactor(a, at);
    if a >= temme::SMALLEST && 2.0 * fall <= temme::WIDEST * a {
        let v = over_a.times(a * temme::tail_over_density(a, 0.0, sqrt(2.0 * fall), x > a));
        return if x > a { OneTail::Upper(v) } else { OneTail::Lower(v) };
    }
    if x > a.max(1.0) {
        return OneTail::Upper(over_a.times(a * continued_fraction(a, x)));
    }
    let lower = over_a.times(series(a, x));
    if a <= 1.0 && lower.value() > 0.5 { OneTail::Upper(complement(a, at)) } else { OneTail::Lower(lower) }
}

/// x^a e^-x / Gamma(a + 1), and the fall of the density from its peak where a is large.
fn prefactor(a: f64, at: Argument) -> (Scaled, f64) {
    if a < LARGE {
        let exponent = at.ln().mul_f64(a).sub(at.x);
        return (Scaled { factor: 1.0 / gamma_1p(a), exponent }, f64::INFINITY);
    }
    let (down, up) = if a > 1e100 {
        (f64::from_bits((1023 - 700) << 52), f64::from_bits((1023 + 700) << 52))
    } else {
        (1.0, 1.0)
    };
    let scaled = a * down;
    let e = at.x.scaled(down).sub(Twofold::new(scaled)).div(Twofold::new(scaled));
    let logarithm = if e.hi.abs() < 0.031_25 {
        None
    } else if x_in_range(at.x.hi) {
        Some(elementary::ln(at.x.scaled(down).div(Twofold::new(scaled))))
    } else {
        Some(at.ln().sub(elementary::ln(Twofold::new(a))))
    };
    let fall = phi(e, logarithm).mul_f64(scaled).scaled(up);
    let peak = sqrt(0.5 * core::f64::consts::FRAC_1_PI / a);
    (Scaled { factor: peak, exponent: fall.neg().add_f64(-stirling_correction(a)) }, fall.hi)
}

fn x_in_range(x: f64) -> bool {
    x > 1e-90 && x < 1e290
}

/// sum of x^n/(a+1)_n, x <= max(a, 1).
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut total, mut n) = (1.0, 1.0, a);
    for _ in 0..1000 {
        n += 1.0;
        term *= x / n;
        total += term;
        if term <= 1e-17 * total {
            break;
        }
    }
    total
}

/// Gamma(a, x) x^-a e^x for x > a.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let (mut p0, mut q0) = (1.0, 0.0);
    let mut b = x - a + 1.0;
    let (mut p1, mut q1) = (b, 1.0);
    let mut value = 1.0 / b;
    let mut i = 0.0;
    for _ in 0..2000 {
        i += 1.0;
        b += 2.0;
        let c = i * (a - i);
        let p2 = b * p1 + c * p0;
        let q2 = b * q1 + c * q0;
        (p0, q0) = (p1, q1);
        (p1, q1) = (p2, q2);
        let next = q1 / p1;
        if (next - value).abs() <= 2e-16 * next.abs() {
            return next;
        }
        value = next;
        if p1.abs() > 1e200 {
            let scale = 1.0 / p1;
            p0 *= scale;
            q0 *= scale;
            q1 *= scale;
            p1 = 1.0;
        }
    }
    value
}

/// Q(a, x), a <= 1, x <= 1, where P is near 1.
fn complement(a: f64, at: Argument) -> Scaled {
    let x = at.x.hi;
    let (mut coefficient, mut total, mut n) = (1.0, 0.0, 0.0);
    for _ in 0..200 {
        n += 1.0;
        coefficient *= -x / n;
        let term = coefficient / (a + n);
        total += term;
        if term.abs() <= 1e-17 * total.abs() {
            break;
        }
    }
    let l = a * at.ln().value() - ln_gamma_1p(a);
    Scaled { factor: (-exp_m1(l) - exp(l) * a * total).max(0.0), exponent: Twofold::ZERO }
}

