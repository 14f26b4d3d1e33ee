//! K(s) = ln Gamma(p + s d) - (1 + s) ln Gamma(p) + s ln Gamma(p - d), with a bound on its own error.
//!
//! This is ln E e^(s L) of one Gamma cell p -> q = p - d: s (s+1) d^2 times the second divided
//! difference of ln Gamma at p - d, p, p + s d. Three log-gammas would lose all digits where d is
//! small against p, and thousands of releases multiply what is lost.
use super::complex::Complex;
use super::float::{ln, ln_1p};
use super::ln_gamma_ratio::{ln_1p_rests, shift_steps, stirling_rest};

/// 2^-53, the relative error of one rounding.
pub(crate) const ROUNDING: f64 = f64::EPSILON / 2.0;
/// Error of every piece of K in units of `ROUNDING` times the piece's size: see the function's proof.
const PIECE: f64 = 48.0;

/// ln(q/p) with q = p - d, where d is better known than the difference.
fn ln_quotient(p: f64, d: f64, q: f64) -> f64 {
    let u = d / p;
    if u.abs() <= 0.25 {
        ln_1p(-u)
    } else {
        ln(q / p)
    }
}

/// K(s) and a bound on the absolute error of the value returned.
///
/// Domain: p, q = p - d > 0, each within 2^-53 relative of a pair whose difference is exactly d; Re(p + s d) > 0.
/// The imaginary part may miss a multiple of 2 pi (many logarithms are taken as one of a product).
///
/// # Error bound
/// u = 2^-53; elementary functions within 1 ulp. The shift by m <= 13 steps is exact algebra:
/// K_p = K_(p+m) - sum_j [ln(1+z_j) + s ln(1-u_j)], u_j = d/(p+j), z_j = s u_j. The computed u_j and z_j are within 3u, 4u.
/// - |z|, |u| <= 1/4: ln(1+z) + s ln(1-u) = lambda(z) + s lambda(-u), lambda(t) = ln(1+t) - t; the condition number of lambda and phi
///   is below 2.4, the series' own error 20u: at most 32u each.
/// - else: a factor 1+z_j of the product is within (1 + 4|z_j/(1+z_j)|)u and its multiplication within 2.3u; ln(q_j/p_j) is within 5u
///   absolutely and at least 0.22: 25u.
/// - Stirling, else: X = P + s d is within (2P + 2P|z| + |X|)u, ln(1+z) within (4|z/(1+z)| + 5)u + u|ln(1+z)|, so that X ln(1+z) is within
///   24u P (|z| + |ln(1+z)|) + 2u |X ln(1+z)|.
/// - 1/X and its powers amplify the error of X by at most 19: weights P(1+|z|)/|X| below.
/// - Stirling's truncation: 5.4e-23 (1 + |1+s| + |s|) <= 48u 3e-8 (1+|s|).
/// - at most 20 additions: 20u times the pieces, within the remainder of 48u.
pub(crate) fn second_difference(s: Complex, p: f64, d: f64, q: f64) -> (Complex, f64) {
    let size = s.abs();
    let steps = shift_steps(p.min(q).min(p + s.re * d));
    let mut sum = Complex::ZERO;
    let mut pieces = 3e-8 * (1.0 + size);

    let mut product = Complex::ONE;
    let mut ln_product = Complex::ZERO;
    let mut ln_quotients = 0.0;
    for j in 0..steps {
        let (pj, qj) = (p + f64::from(j), q + f64::from(j));
        let u = d / pj;
        let z = s.scale(u);
        let z_size = size * u.abs();
        if z_size <= 0.25 && u.abs() <= 0.25 {
            let a = ln_1p_rests(z).0;
            let b = ln_1p_rests(Complex::new(-u, 0.0)).0.re;
            sum = sum - (a + s.scale(b));
            pieces += a.abs() + size * b.abs();
        } else {
            let factor = Complex::new(1.0 + z.re, z.im);
            let factor_size = factor.abs();
            product = product * factor;
            let product_size = product.abs();
            if !(1e-100..=1e100).contains(&product_size) {
                ln_product = ln_product + product.ln();
                pieces += 0.5;
                product = Complex::ONE;
            }
            let quotient = ln_quotient(pj, d, qj);
            ln_quotients += quotient;
            pieces += 0.25 + 0.25 * z_size / factor_size + size * quotient.abs();
        }
    }
    let last = product.ln();
    ln_product = ln_product + last;
    pieces += ln_product.abs();
    sum = sum - (ln_product + s.scale(ln_quotients));

    let m = f64::from(steps);
    let (top_p, top_q) = (p + m, q + m);
    let u = d / top_p;
    let z = s.scale(u);
    let z_size = size * u.abs();
    let x = s.scale(d) + Complex::new(top_p, 0.0);
    let x_size = x.abs();
    if z_size <= 0.25 && u.abs() <= 0.25 {
        let (lambda_z, phi_z) = ln_1p_rests(z);
        let (lambda_u, phi_u) = ln_1p_rests(Complex::new(-u, 0.0));
        let a = phi_z.scale(top_p);
        let b = s.scale(top_p * phi_u.re);
        let c = (lambda_z + s.scale(lambda_u.re)).scale(0.5);
        sum = sum + (a + b - c);
        pieces += a.abs() + b.abs() + lambda_z.abs() + size * lambda_u.re.abs();
    } else {
        let ln_z = z.ln_1p();
        let ln_u = ln_quotient(top_p, d, top_q);
        let a = x * ln_z;
        let b = s.scale(top_q * ln_u);
        let c = (ln_z + s.scale(ln_u)).scale(0.5);
        sum = sum + (a + b - c);
        let ln_size = ln_z.abs();
        pieces +=
            a.abs() + b.abs() + ln_size + size * ln_u.abs() + 0.5 * top_p * (z_size + ln_size);
    }

    let first = (s * x.recip()) * Complex::new(1.0 + s.re, s.im);
    let first = first.scale(d / (12.0 * top_p) * (d / top_q));
    let at_x = stirling_rest(x);
    let at_p = stirling_rest(Complex::new(top_p, 0.0)).re;
    let at_q = stirling_rest(Complex::new(top_q, 0.0)).re;
    let rest = at_x - Complex::new(1.0 + s.re, s.im).scale(at_p) + s.scale(at_q);
    sum = sum + first + rest;
    let amplified = 1.0 + top_p * (1.0 + z_size) / x_size;
    pieces +=
        (first.abs() + at_x.abs()) * amplified + (1.0 + size) * at_p.abs() + size * at_q.abs();
    (sum, PIECE * ROUNDING * pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, fs, string::String, vec::Vec};

    fn hex(text: &str) -> f64 {
        let (sign, text) = text.strip_prefix('-').map_or((1.0, text), |t| (-1.0, t));
        let (mantissa, exponent) = text.strip_prefix("0x1.").unwrap().split_once('p').unwrap();
        let bits =
            u64::from_str_radix(mantissa, 16).unwrap() as f64 / 16f64.powi(mantissa.len() as i32);
        sign * (1.0 + bits) * 2f64.powi(exponent.parse().unwrap())
    }

    /// 240 values made with 60 digits, w = 1e-6..1e6, a = 1e-3..1e6, up to 0.9999 of the way to the pole: the error that is
    /// stated is never exceeded, and is not idle either.
    #[test]
    fn stated_error_holds() {
        let path = format!(
            "{}/tests/data/second_difference.csv",
            env!("CARGO_MANIFEST_DIR")
        );
        let text: String = fs::read_to_string(path).unwrap();
        let (mut worst, mut rows): (f64, u32) = (0.0, 0);
        for line in text.lines().skip(1) {
            let row: Vec<&str> = line.split(',').collect();
            let [p, d, q, x, y, re, im] = row[..] else {
                panic!()
            };
            let s = Complex::new(x.parse().unwrap(), y.parse().unwrap());
            let (re, im): (f64, f64) = (re.parse().unwrap(), im.parse().unwrap());
            let (k, error) = second_difference(s, hex(p), hex(d), hex(q));
            let turn = core::f64::consts::TAU * ((k.im - im) / core::f64::consts::TAU).round();
            // the comparison itself rounds
            let off = ((k.re - re).hypot(k.im - im - turn)
                - 4.0 * ROUNDING * (re.hypot(im) + turn.abs()))
            .max(0.0);
            assert!(
                off <= error,
                "{line}: {k:?}, off by {off:e}, stated {error:e}"
            );
            worst = worst.max(off / error);
            rows += 1;
        }
        assert_eq!(rows, 240);
        assert!(
            worst > 0.003,
            "the stated error is far too generous: {worst}"
        );
    }

    #[test]
    fn two_exact_zeros() {
        // M(0) = M(-1) = 1
        for (p, d) in [(5.3, 0.3), (1e7, 1.0), (0.2, -4.0), (30.0, -2.5)] {
            for s in [0.0, -1.0] {
                let (k, error) = second_difference(Complex::new(s, 0.0), p, d, p - d);
                assert!(
                    k.abs() <= error + 1e-300 && error < 1e-12,
                    "{p} {d} {s}: {k:?} {error:e}"
                );
            }
        }
    }
}
