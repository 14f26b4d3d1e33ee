//! ln, exp and t - ln(1 + t) to about 2^-77: what an exponent of size 700 needs so that its exponential is right to the last bit.
use super::constants::{LN_2, LN_J_128};
use super::stirling::polynomial;
use super::twofold::{Twofold, product, sorted_sum, sum};
use crate::special::double_double::ln_pair;
use crate::special::float;

/// (ln(1 + x) - x + x^2/2)/x^3, enough for |x| < 2^-7.5.
#[rustfmt::skip]
const LN_1P_TAIL: [f64; 9] = [
    1.0 / 3.0, -1.0 / 4.0, 1.0 / 5.0, -1.0 / 6.0, 1.0 / 7.0, -1.0 / 8.0, 1.0 / 9.0, -1.0 / 10.0, 1.0 / 11.0,
];

/// (phi(x) - x^2/2 + x^3/3)/x^4, enough for |x| < [`PHI_SERIES`].
#[rustfmt::skip]
const PHI_TAIL: [f64; 13] = [
    1.0 / 4.0, -1.0 / 5.0, 1.0 / 6.0, -1.0 / 7.0, 1.0 / 8.0, -1.0 / 9.0, 1.0 / 10.0, -1.0 / 11.0, 1.0 / 12.0, -1.0 / 13.0,
    1.0 / 14.0, -1.0 / 15.0, 1.0 / 16.0,
];

/// ln v, v a positive finite number; error at most 2^-76 (absolute, and relative 2^-69 near v = 1), plus 2^-104 relative.
///
/// v = 2^k m with m in [2^-1/2, 2^1/2), j = round(128/m), r = m j/128 - 1 (exact):
/// ln v = k ln 2 - ln(j/128) + ln(1 + r), |r| < 2^-7.5.
pub(crate) fn ln(v: Twofold) -> Twofold {
    let (scaled, shift) = if v.hi < f64::MIN_POSITIVE {
        (v.hi * 18_014_398_509_481_984.0, -54)
    } else {
        (v.hi, 0)
    };
    let bits = scaled.to_bits();
    let mut k = ((bits >> 52) & 0x7ff) as i32 - 1023 + shift;
    let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    if m > core::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1;
    }
    let j = (128.0 / m + 0.5) as usize;
    let c = j as f64 * 0.007_812_5;
    // m in two pieces of 40 and 13 bits: both products with c are exact, and so is the difference with 1.
    let mh = f64::from_bits(m.to_bits() & !0x1fff);
    let r = sum(mh * c - 1.0, (m - mh) * c);
    let low = r.lo + (v.lo / v.hi) * (1.0 + r.hi);
    let table = LN_J_128
        .get(j.wrapping_sub(90))
        .copied()
        .unwrap_or((f64::NAN, 0.0));
    let (whole, fraction) = if k == 0 && j == 128 {
        (Twofold::ZERO, 0.0)
    } else {
        let k = k as f64;
        (sum(k * LN_2.0, -table.0), k * LN_2.1 - table.1)
    };
    let x = r.hi;
    let square = product(x, x);
    let tail = x * square.hi * polynomial(&LN_1P_TAIL, x);
    // Everything below 2^-22 goes into one double: its rounding is the error stated.
    let first = sum(whole.hi, x);
    let second = sum(first.hi, -0.5 * square.hi);
    let rest = whole.lo + first.lo + second.lo + (low - x * low) - 0.5 * square.lo + fraction;
    sorted_sum(second.hi, rest + tail)
}

/// ln v as [`ln`] at half its cost, with an error up to 2^-66 (absolute for |ln v| <= 1, else relative): where it is not multiplied by more than [`SHORT`].
#[inline]
pub(crate) fn ln_short(v: Twofold) -> Twofold {
    let (hi, lo) = ln_pair(v.hi);
    sum(hi, lo + v.lo / v.hi)
}

/// Up to this factor the error of [`ln_short`] stays below 2^-56.
pub(crate) const SHORT: f64 = 1024.0;

/// ln(1 + t), t > -1; relative error about 2^-68.
pub(crate) fn ln_1p(t: Twofold) -> Twofold {
    if t.hi.abs() < 1e-9 {
        let square = t.mul(t);
        return t.sub(square.scaled(0.5)).add_f64(t.hi * square.hi / 3.0);
    }
    ln(t.add_f64(1.0))
}

/// e^t to 2^-76 relative, for t where it is a normal number: one Newton step on [`ln`].
pub(crate) fn exp(t: Twofold) -> Twofold {
    let y = float::exp(t.hi);
    let d = t.sub(ln(Twofold::new(y))).value();
    Twofold::new(y).add_f64(y * (d + 0.5 * d * d))
}

/// Below this |t| [`phi`] is a power series.
pub(crate) const PHI_SERIES: f64 = 0.031_25;

/// t - ln(1 + t) for t > -1; relative error about 2^-64.
///
/// `ln_1p_t`: where 1 + t underflows the caller knows ln(1 + t); elsewhere `None`.
pub(crate) fn phi(t: Twofold, ln_1p_t: Option<Twofold>) -> Twofold {
    let x = t.hi;
    if x.abs() >= PHI_SERIES {
        return t.sub(ln_1p_t.unwrap_or_else(|| ln(t.add_f64(1.0))));
    }
    let square = t.mul(t);
    let tail = polynomial(&PHI_TAIL, x);
    let third = Twofold {
        hi: 1.0 / 3.0,
        lo: 1.850_371_707_708_594e-17,
    };
    let cubic = t.mul(third).neg().add_f64(0.5).add_f64(square.hi * tail);
    square.mul(cubic)
}
