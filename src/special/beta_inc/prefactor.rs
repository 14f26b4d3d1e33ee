//! x^a (1-x)^b / (a B(a, b)), to nearly full accuracy at any size.
use super::point::{HUGE, Point, TINY};
use crate::special::float::{ln, sqrt};
use crate::special::incomplete::elementary::{self, phi};
use crate::special::incomplete::scaled::Scaled;
use crate::special::incomplete::stirling::{LARGE, gamma_1p, stirling_correction};
use crate::special::incomplete::twofold::{Twofold, sum};

pub(super) struct Prefactor {
    /// x^a y^b / (a B(a, b)).
    pub over_a: Scaled,
    /// Where both parameters are large: E >= 0, with e^-E the density over its peak. Elsewhere infinite.
    pub fall: f64,
}

impl Prefactor {
    pub fn new(a: f64, b: f64, point: Point) -> Self {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        if small >= LARGE {
            return both_large(a, b, point);
        }
        let over_a = if large < LARGE {
            both_small(a, b, point)
        } else if a <= b {
            one_large(a, b, point).times(1.0 / gamma_1p(a))
        } else {
            one_large(b, a, point.mirrored()).times(b / a / gamma_1p(b))
        };
        Prefactor {
            over_a,
            fall: f64::INFINITY,
        }
    }
}

/// x^a y^b / B = sqrt(a b/(2 pi (a+b))) e^(-E + Delta(a+b) - Delta(a) - Delta(b)),
/// E = a phi(e) + b phi(-e a/b), e = (b x - a y)/a, phi(t) = t - ln(1 + t): two terms of one sign, no cancellation.
/// (C. Loader, Fast and Accurate Computation of Binomial Probabilities, 2000.)
fn both_large(a: f64, b: f64, point: Point) -> Prefactor {
    // Powers of two keep every product in range.
    let down = if a.max(b) > HUGE {
        f64::from_bits((1023 - 700) << 52)
    } else {
        1.0
    };
    let (a_down, b_down) = (a * down, b * down);
    let difference = point.difference(a_down, b_down);
    let e = difference.div(Twofold::new(a_down));
    let f = difference.neg().div(Twofold::new(b_down));
    let phi_a = phi(e, ln_over_mean(e, point, a_down, b_down));
    let phi_b = phi(f, ln_over_mean(f, point.mirrored(), b_down, a_down));
    let fall = phi_a
        .mul_f64(a_down)
        .add(phi_b.mul_f64(b_down))
        .scaled(1.0 / down);
    let correction = stirling_correction(a + b) - stirling_correction(a) - stirling_correction(b);
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let peak = sqrt(small / (1.0 + small / large) * core::f64::consts::FRAC_1_PI * 0.5);
    Prefactor {
        over_a: Scaled {
            factor: peak / a,
            exponent: fall.neg().add_f64(correction),
        },
        fall: fall.hi,
    }
}

/// ln(1 + e) where phi(e) needs it: near e = -1, 1 + e = x (1 + b/a) is formed as a product, since the sum would cancel.
fn ln_over_mean(e: Twofold, point: Point, a: f64, b: f64) -> Option<Twofold> {
    if e.hi.abs() < elementary::PHI_SERIES {
        return None;
    }
    let short = a.max(b) <= elementary::SHORT;
    if e.hi > -0.999 {
        // 1 + e keeps 2^-90.
        let ratio = e.add_f64(1.0);
        return Some(if short {
            elementary::ln_short(ratio)
        } else {
            elementary::ln(ratio)
        });
    }
    let b_over_a = Twofold::new(b).div(Twofold::new(a));
    if point.x.hi > TINY {
        Some(elementary::ln(point.x.mul(b_over_a.add_f64(1.0))))
    } else {
        Some(point.ln_x().add(elementary::ln_1p(b_over_a)))
    }
}

/// x^s y^t Gamma(s + t)/Gamma(t), s < 10 <= t: s ln(t x) + t ln y + (s + t - 1/2) ln(1 + s/t) - s + Delta(s + t) - Delta(t).
fn one_large(s: f64, t: f64, point: Point) -> Scaled {
    let ln_tx = if point.x.hi > TINY {
        elementary::ln(point.x.mul_f64(t))
    } else {
        point.ln_x().add(elementary::ln(Twofold::new(t)))
    };
    let total = sum(t, s);
    let growth = elementary::ln_1p(Twofold::new(s).div(Twofold::new(t))).mul(total.add_f64(-0.5));
    let exponent = ln_tx
        .mul_f64(s)
        .add(point.ln_y().mul_f64(t))
        .add(growth.add_f64(-s))
        .add_f64(stirling_correction(s + t) - stirling_correction(t));
    Scaled {
        factor: 1.0,
        exponent,
    }
}

/// x^a y^b b/(a + b) Gamma(1 + a + b)/(Gamma(1 + a) Gamma(1 + b)), a, b < 10.
fn both_small(a: f64, b: f64, point: Point) -> Scaled {
    let s = sum(a, b);
    // a + b was rounded: Gamma(1 + a + b) is e^(psi lo) of that at the rounded sum, psi(1 + s) near ln(s + 1/2).
    let (ln_x, ln_y) = point.ln_short();
    let exponent = ln_x
        .mul_f64(a)
        .add(ln_y.mul_f64(b))
        .add_f64(ln(s.hi + 0.5) * s.lo);
    Scaled {
        factor: b / s.hi * gamma_1p(s.hi) / (gamma_1p(a) * gamma_1p(b)),
        exponent,
    }
}
