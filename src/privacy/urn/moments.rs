//! ln E e^(s L) of one release of an urn under `Destination`, in constant memory.
//!
//! The pair is symmetric: P(M-k) = Q(k) = P(k) e^-L(k) and L(M-k) = -L(k). So the sum is taken from the middle, where L is 0 (or, for odd M, half a
//! step), outwards, two indices at a time:
//!
//! ```text
//! M(s) = sum over k >= M/2 of P(k) (e^(s L(k)) + e^(-(1+s) L(k))),   k = M/2 once
//! ```
//!
//! ln P and L are sums of logarithms of quotients of integers (`sum.rs`), so no log-gamma enters, and P is normalised by its own sum.
use super::sum::Pair;
use crate::domain::PolyaParameters;
use crate::special::angle::{cos, sin};
use crate::special::complex::Complex;
use crate::special::float::{exp, exp_m1, ln, ln_1p};
use crate::special::second_difference::ROUNDING as U;

/// Longer urns cost more than their finite sum gains on the Dirichlet mechanism that dominates them.
pub(crate) const MOST_DRAWS: u32 = 1024;

/// A sum of numbers e^exponent, scaled by its largest one so far.
struct Scaled {
    lead: f64,
    sum: Complex,
    /// Bound on the absolute error of `sum`.
    absolute: f64,
}

impl Scaled {
    const EMPTY: Scaled = Scaled {
        lead: f64::NEG_INFINITY,
        sum: Complex::ZERO,
        absolute: 0.0,
    };

    /// Adds `turn` e^`exponent`, |turn| <= 1, whose relative error is at most e^`error` - 1.
    fn add(&mut self, exponent: f64, turn: Complex, error: f64) {
        if exponent > self.lead {
            let shrink = exp(self.lead - exponent);
            self.sum = self.sum.scale(shrink);
            self.absolute *= shrink * (1.0 + 4.0 * U);
            self.lead = exponent;
        }
        let size = exp(exponent - self.lead);
        self.sum = self.sum + turn.scale(size);
        // the running sums of at most 2 MOST_DRAWS terms, and their scaling, each within 8 roundings of what was added
        self.absolute +=
            size * (exp_m1(error.min(600.0)) + 8.0 * U * (1.0 + f64::from(MOST_DRAWS)));
    }
}

/// ln M(s), Re s > -1, and e with |M/e^value - 1| <= e^e - 1; `None` where there are more than [`MOST_DRAWS`] draws.
///
/// # Error
/// u = 2^-53. A quotient of masses is within 3u, its logarithm within 4u + u |ln|; adding it to ln P within u |ln P|. The steps of L are
/// positive, each within 6u of itself. The exponents ln P + c L and -(1+c) L + ln P and the angle y L are within that and 3u of their pieces.
/// M may vanish or nearly so: then a number of the size of the error stands for it.
#[inline(never)]
pub(crate) fn ln_moment(urn: &PolyaParameters, s: Complex) -> Option<(Complex, f64)> {
    if urn.draws() > MOST_DRAWS {
        return None;
    }
    let prior = u64::from(urn.prior_mass());
    let pair = Pair::new(urn, prior, prior);
    let draws = i64::from(urn.draws());
    let middle = (draws + 1) / 2;
    // at an odd M the middle lies half a step of L below the first index
    let mut k = middle;
    let (mut ln_p, mut loss) = (0.0, 0.0);
    if draws & 1 == 1 {
        loss = 0.5 * pair.rise(middle - 1);
    }
    let (mut ln_p_error, mut loss_error) = (0.0, 8.0 * U * loss);
    let mut moment = Scaled::EMPTY;
    let mut mass = Scaled::EMPTY;
    loop {
        let (up, down) = (ln_p + s.re * loss, ln_p - (1.0 + s.re) * loss);
        let angle = s.im * loss;
        let (cosine, sine) = (cos(angle), sin(angle));
        let size = s.re.abs() + s.im.abs() + 1.0;
        let error =
            ln_p_error + size * (loss_error + 4.0 * U * loss) + U * (8.0 + 3.0 * ln_p.abs());
        moment.add(up, Complex::new(cosine, sine), error);
        mass.add(ln_p, Complex::ONE, ln_p_error + 8.0 * U);
        if loss > 0.0 {
            moment.add(down, Complex::new(cosine, -sine), error);
            mass.add(
                ln_p - loss,
                Complex::ONE,
                ln_p_error + loss_error + U * (8.0 + 3.0 * loss),
            );
        }
        if k >= draws {
            break;
        }
        let (numerator, denominator) = pair.p_quotient(k);
        let step = ln(numerator / denominator);
        ln_p += step;
        ln_p_error += U * (4.0 + 2.0 * step.abs() + ln_p.abs());
        let step = pair.rise(k);
        loss += step;
        loss_error += U * (8.0 * step + loss);
        k += 1;
    }
    let size = moment.sum.abs();
    let least = 16.0 * moment.absolute;
    let (value, own) = if size >= least {
        (moment.sum.ln(), ln_1p(1.5 * moment.absolute / size))
    } else {
        // |M| <= size + absolute <= 17/16 of the number that stands for it
        (Complex::new(ln(least), 0.0), 1.2)
    };
    let ln_mass = mass.lead + ln(mass.sum.re);
    let value = Complex::new(moment.lead + value.re - ln_mass, value.im);
    let pieces = moment.lead.abs() + value.re.abs() + value.im.abs() + ln_mass.abs();
    let error = own + ln_1p(1.5 * mass.absolute / mass.sum.re) + 8.0 * U * (1.0 + pieces);
    Some((value, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::ln_gamma;

    /// Against the sum over all k with log-gammas, and the two exact values M(0) = M(-1) = 1.
    #[test]
    fn agrees_with_log_gammas() {
        let ln_beta = |a: f64, b: f64| ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b);
        for (event, prior, draw, draws) in [
            (3985, 62963, 12500, 200),
            (1, 1, 1, 7),
            (1, 1, 4, 300),
            (32768, 5, 1, 50),
            (7, 3, 900, 1),
            (100, 1580, 314, 1023),
        ] {
            let urn = PolyaParameters::new(event, prior, draw, draws).unwrap();
            let (w, b) = (
                f64::from(event) / f64::from(draw),
                f64::from(prior) / f64::from(draw),
            );
            let m = f64::from(draws);
            for (c, y) in [
                (0.0, 0.0),
                (-1.0 + 1e-15, 0.0),
                (0.7, 0.0),
                (2.5, 0.4),
                (-0.5, 3.0),
                (9.0, 40.0),
            ] {
                let mut want = Complex::ZERO;
                let mut sizes = 0.0;
                let mut lead = f64::NEG_INFINITY;
                for k in 0..=draws {
                    let k = f64::from(k);
                    let choose = ln_gamma(m + 1.0) - ln_gamma(k + 1.0) - ln_gamma(m - k + 1.0);
                    let ln_p = choose + ln_beta(b + w + k, b + m - k) - ln_beta(b + w, b);
                    let ln_q = choose + ln_beta(b + k, b + w + m - k) - ln_beta(b, b + w);
                    let loss = ln_p - ln_q;
                    let exponent = ln_p + c * loss;
                    if exponent > lead {
                        want = want.scale(exp(lead - exponent));
                        sizes *= exp(lead - exponent);
                        lead = exponent;
                    }
                    want = want + Complex::new(exponent - lead, y * loss).exp();
                    sizes += exp(exponent - lead);
                }
                let (value, error) = ln_moment(&urn, Complex::new(c, y)).unwrap();
                let own = Complex::new(value.re - lead, value.im).exp();
                // log-gammas of up to 1e5 lose digits themselves
                let slack = 1e-9 * (1.0 + y + w.min(1e4)) * sizes;
                assert!(
                    (own - want).abs() <= slack,
                    "{urn:?} {c} {y}: {own:?} {want:?}"
                );
                if y == 0.0 && (c == 0.0 || c < -0.9) {
                    assert!(
                        value.abs() <= error && error < 1e-9,
                        "{urn:?} {c}: {value:?} {error:e}"
                    );
                }
            }
        }
        assert!(ln_moment(&PolyaParameters::new(1, 1, 1, 1025).unwrap(), Complex::ONE).is_none());
    }
}
