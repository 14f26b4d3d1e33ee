//! The regularised incomplete gamma functions.
use super::double_double::two_sum;
use super::float::{ceil, exp, exp_m1, sqrt};
use super::incomplete::elementary::{self, phi};
use super::incomplete::scaled::{OneTail, Scaled};
use super::incomplete::stirling::{LARGE, ln_gamma_1p, reciprocal_gamma_1p, stirling_correction};
use super::incomplete::temme;
use super::incomplete::twofold::Twofold;
use super::{LnTails, Tails};

/// P(a, x) = 1/Gamma(a) * integral over (0, x) of t^(a-1) e^-t dt, and Q(a, x) = 1 - P(a, x), each with its own relative accuracy.
///
/// **Domain.** a > 0, finite; x >= 0, infinity included. Outside it, both are NaN.
///
/// **Special values.** (0, 1) at x = 0, (1, 0) at x = infinity. A tail below the smallest double is 0: [`ln_gamma_inc_ln`] has its logarithm.
///
/// **Accuracy.** Both tails, relative error over `tests/data` (the table in `tests/accuracy` checks these lines):
/// at most 1.5e-15 down to 1e-50 (worst found: 1.05e-15 at 0.1891601439889898, 0.880518493682185) and 7e-16 from there to 1e-300
/// (3.7e-16 at 33, 330), a to 3e5.
///
/// **Method.** The limit b -> infinity, x -> x/b of [`beta_inc`](super::beta_inc()), region by region: the uniform expansion for a >= 20
/// within about half a mean of the mean, the series with positive terms below it, the continued fraction above it (DLMF 8.9.2; for a <= 20
/// after lowering a to at most 1, as a sum of positive terms),
/// and for a <= 1, x <= 1 Gautschi's 1 - x^a/Gamma(1 + a) without cancellation (TOMS 5 (1979), doi:10.1145/355853.355863).
///
/// **Cost.** One logarithm and one exponential, then 10 to 80 terms (bounded by a constant for every input).
///
/// ```
/// use dpmarkov::special::gamma_inc;
/// // P(1, x) = 1 - e^-x.
/// let t = gamma_inc(1.0, 2.0);
/// assert!((t.upper / (-2f64).exp() - 1.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn gamma_inc(a: f64, x: f64) -> Tails {
    if !(a > 0.0 && x >= 0.0 && a < f64::INFINITY) {
        return Tails {
            lower: f64::NAN,
            upper: f64::NAN,
        };
    }
    if x == 0.0 {
        return Tails {
            lower: 0.0,
            upper: 1.0,
        };
    }
    if x == f64::INFINITY {
        return Tails {
            lower: 1.0,
            upper: 0.0,
        };
    }
    one_tail(
        a,
        Argument {
            x: Twofold::new(x),
            ln_x: None,
        },
    )
    .tails()
}

/// ln P(a, x) and ln Q(a, x) at x = e^ln_x: the logarithms stay finite where x or the tail underflow.
///
/// **Domain.** a > 0 and ln_x, both finite. Outside it, both are NaN.
///
/// **Special values.** ln Q is -infinity where x = e^ln_x overflows (ln_x > 709.78), since ln Q is about -x there.
///
/// **Accuracy.** Relative error of each logarithm over `tests/data/incomplete.csv`, ln x from -1e5 to 9:
/// at most 7e-16 (worst found: 4.9e-16 at 85.58597444115561, ln x = 6.298845747477967).
/// ln_x is taken as exact: x is formed from it with 23 digits or more.
///
/// **Method.** As [`gamma_inc`]; ln x enters the prefactor directly.
///
/// **Cost.** As [`gamma_inc`] and two logarithms.
///
/// ```
/// use dpmarkov::special::ln_gamma_inc_ln;
/// // P(2, x) = x^2/2 (1 + O(x)), and x = e^-100000 is no double.
/// let t = ln_gamma_inc_ln(2.0, -1e5);
/// assert!((t.ln_lower - (-2e5 - 2f64.ln())).abs() < 1e-10 && t.ln_upper == 0.0);
/// ```
#[must_use]
pub fn ln_gamma_inc_ln(a: f64, ln_x: f64) -> LnTails {
    if !(a > 0.0 && a < f64::INFINITY && ln_x.abs() < f64::INFINITY) {
        return LnTails {
            ln_lower: f64::NAN,
            ln_upper: f64::NAN,
        };
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
        let x = if ln_x.abs() > 690.0 {
            Twofold::new(exp(ln_x))
        } else {
            elementary::exp(Twofold::new(ln_x))
        };
        Argument {
            x,
            ln_x: Some(Twofold::new(ln_x)),
        }
    }

    /// x = b t, both positive, where t may underflow (ln t is given) and b may be near the end of the range.
    pub(super) fn from_product(b: f64, t: Twofold, ln_t: Twofold) -> Self {
        let (down, up) = (
            f64::from_bits((1023 - 300) << 52),
            f64::from_bits((1023 + 300) << 52),
        );
        let scaled = t.scaled(up);
        let x = if b * t.hi < f64::INFINITY && scaled.hi < 1e290 {
            scaled.mul_f64(b * down)
        } else {
            Twofold::new(b * t.hi)
        };
        Argument {
            x,
            ln_x: Some(elementary::ln(Twofold::new(b)).add(ln_t)),
        }
    }

    /// ln x, for a factor up to [`elementary::SHORT`].
    fn ln_short(&self) -> Twofold {
        self.ln_x.unwrap_or_else(|| elementary::ln_short(self.x))
    }

    fn ln(&self) -> Twofold {
        self.ln_x.unwrap_or_else(|| elementary::ln(self.x))
    }
}

pub(super) fn one_tail(a: f64, at: Argument) -> OneTail {
    let x = at.x.hi;
    if x == f64::INFINITY {
        return OneTail::Upper(Scaled {
            factor: 0.0,
            exponent: Twofold::ZERO,
        });
    }
    if a <= 1.0 && x <= 1.0 {
        // Which tail is below about 1/2: P is x^a/Gamma(1 + a) (1 - a x/(a + 1) + ..).
        let l = a * at.ln_short().value() - ln_gamma_1p(a);
        if l - a * x / (a + 1.0) > -core::f64::consts::LN_2 {
            return OneTail::Upper(complement(a, x, l));
        }
    }
    let (over_a, fall) = prefactor(a, at);
    if a >= temme::SMALLEST && 2.0 * fall <= temme::WIDEST * a {
        let v = over_a.times(a * temme::gamma_tail_over_density(a, sqrt(2.0 * fall), x > a));
        return if x > a {
            OneTail::Upper(v)
        } else {
            OneTail::Lower(v)
        };
    }
    if x > a.max(1.0) {
        let over_density = if a <= temme::SMALLEST {
            falling(a, x)
        } else {
            continued_fraction(a, x)
        };
        return OneTail::Upper(over_a.times(a * over_density));
    }
    OneTail::Lower(over_a.times(series(a, x)))
}

/// x^a e^-x / Gamma(a + 1), and the fall of the density from its peak where a is large.
fn prefactor(a: f64, at: Argument) -> (Scaled, f64) {
    if a < LARGE {
        let exponent = at.ln_short().mul_f64(a).sub(at.x);
        return (
            Scaled {
                factor: reciprocal_gamma_1p(a),
                exponent,
            },
            f64::INFINITY,
        );
    }
    let ratio = at.x.hi / a;
    let correction = -stirling_correction(a);
    let factor = sqrt(0.5 * core::f64::consts::FRAC_1_PI / a);
    if !(1e-100..=1e100).contains(&ratio) {
        // a (e - ln(1 + e)) = x - a - a ln(x/a).
        let ln_ratio = at.ln().sub(elementary::ln(Twofold::new(a)));
        let fall = if a.max(at.x.hi) < 1e290 {
            ln_ratio.add_f64(1.0).mul_f64(-a).add(at.x)
        } else {
            Twofold::new(at.x.hi - a * (ln_ratio.hi + 1.0))
        };
        return (
            Scaled {
                factor,
                exponent: fall.neg().add_f64(correction),
            },
            fall.hi,
        );
    }
    let down = if a > 1e100 {
        f64::from_bits((1023 - 600) << 52)
    } else {
        1.0
    };
    let scaled = Twofold::new(a * down);
    let e = at.x.scaled(down).sub(scaled).div(scaled);
    let logarithm = if e.hi.abs() < elementary::PHI_SERIES {
        None
    } else {
        let ratio = at.x.scaled(down).div(scaled);
        Some(if a <= elementary::SHORT {
            elementary::ln_short(ratio)
        } else {
            elementary::ln(ratio)
        })
    };
    let fall = phi(e, logarithm).mul_f64(scaled.hi).scaled(1.0 / down);
    (
        Scaled {
            factor,
            exponent: fall.neg().add_f64(correction),
        },
        fall.hi,
    )
}

/// sum of x^n/(a+1)_n, x <= max(a, 1).
fn series(a: f64, x: f64) -> f64 {
    if a > 1e100 {
        return 1.0 / (1.0 - x / a);
    }
    let (mut term, mut total, mut n) = (1.0, 1.0, a);
    // Two terms for one division.
    for _ in 0..500 {
        let ratio = x / ((n + 1.0) * (n + 2.0));
        let first = term * ((n + 2.0) * ratio);
        term *= x * ratio;
        n += 2.0;
        total += first + term;
        if term <= 8e-17 * total {
            break;
        }
    }
    total
}

/// Gamma(a, x) x^-a e^x for x > max(a, 1), small a: down to f = a - n in (0, 1] by Gamma(a, x) = x^(a-1) e^-x + (a-1) Gamma(a-1, x), then the continued fraction
/// of f as the sum over m of (1-f)_m/(m! (m+1) L_m L_(m+1)), L_m the Laguerre polynomial of order -f at -x, which is the sum of its differences:
/// (m+1) (L_(m+1) - L_m) = (m-f) (L_m - L_(m-1)) + x L_m. All terms are positive, and no division waits for another.
fn falling(a: f64, x: f64) -> f64 {
    let n = ceil(a) - 1.0;
    let inverse = 1.0 / x;
    let (mut weight, mut total, mut left) = (1.0, 0.0, a);
    for _ in 0..n as u32 {
        total += weight;
        left -= 1.0;
        weight *= left * inverse;
    }
    total *= inverse;
    let f = a - n;
    let (mut before, mut last, mut step) = (1.0, 1.0 - f + x, x - f);
    // Up to a hundred terms: the rounding of their sum is kept.
    let (mut next, mut rest) = (1.0, 0.0);
    for _ in 0..200 {
        let increment = weight / (next * (before * last));
        let (sum, error) = two_sum(total, increment);
        total = sum;
        rest += error;
        if increment <= 5e-17 * total {
            break;
        }
        let m = next;
        next += 1.0;
        let inverse = 1.0 / next;
        let shrink = m - f;
        weight *= shrink * (1.0 / m);
        step = (shrink * inverse) * step + (x * inverse) * last;
        before = last;
        last += step;
    }
    total + rest
}

/// Gamma(a, x) x^-a e^x for x > a.
fn continued_fraction(a: f64, x: f64) -> f64 {
    let mut b = x - a + 1.0;
    let mut d = 1.0 / b;
    let (mut increment, mut value) = (d, d);
    let mut i = 0.0;
    for _ in 0..2000 {
        i += 1.0;
        b += 2.0;
        let c = i * (a - i);
        let before = d;
        d = 1.0 / (b + c * d);
        increment *= -c * before * d;
        value += increment;
        if increment.abs() <= 1e-16 * value {
            break;
        }
    }
    value
}

/// Q(a, x), a <= 1, x <= 1, where P is near 1; l = ln(x^a/Gamma(1 + a)).
fn complement(a: f64, x: f64, l: f64) -> Scaled {
    let (mut coefficient, mut total, mut n) = (1.0, 0.0, 0.0);
    for _ in 0..200 {
        n += 1.0;
        // One division for 1/n and 1/(a + n).
        let ratio = -x / (n * (a + n));
        let term = coefficient * ratio;
        coefficient *= (a + n) * ratio;
        total += term;
        if term.abs() <= 4e-17 * total.abs() {
            break;
        }
    }
    let less = exp_m1(l);
    Scaled {
        factor: (-less - (1.0 + less) * a * total).max(0.0),
        exponent: Twofold::ZERO,
    }
}
