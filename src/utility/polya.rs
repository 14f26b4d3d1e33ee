//! Expected error of a row of tallies, quantised as it is released.
//!
//! A tally is m ~ BetaBinomial(M; p, q), p = alpha_i, q = alpha_0 - alpha_i, and its entry is R(m) = (1 + (2^32 - n) m/M) 2^-32, up to
//! one unit of 2^-32. Both errors are sums over m of P(m) times a function of R(m).
use super::dirichlet_row::check_shares;
use crate::domain::{ExpectedRowTotal, PolyaParameters};
use crate::error::Result;
use crate::special::float::Within;
use crate::special::float::{exp, floor, ln, sqrt};
use crate::special::ln_beta;

/// E TV(C, R) of the row of `row_total` events with shares C, released by an urn: of public parameters, for publication.
///
/// - Values lie in [0, 1].
/// - Accuracy: 1e-6 relative, but 1e-3 where more than 65,536 tallies are likely (the sum becomes an integral there).
/// - Method: 0.5 sum E abs(R_i - C_i), each a sum over the beta-binomial law, walking out from its middle.
/// - Cost: up to 65,536 divisions an entry that is not zero.
///
/// # Errors
/// [`crate::Error::States`]; [`crate::Error::NotStochastic`] unless `shares` is a distribution.
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, PolyaParameters}, utility::polya_expected_total_variation_at};
/// // one draw from alpha = (1, 1): the share is 0 or 1, each at distance 1/2
/// let urn = PolyaParameters::new(1, 1, 2, 1)?;
/// let tv = polya_expected_total_variation_at(&[0.5, 0.5], ExpectedRowTotal::new(2.0)?, &urn)?;
/// assert!((tv - 0.5).abs() < 1e-9);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn polya_expected_total_variation_at(
    shares: &[f64],
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
) -> Result<f64> {
    check_shares(shares)?;
    let sum: f64 = shares
        .iter()
        .map(|share| polya_errors_of_entry(*share, shares.len(), row_total, urn).0)
        .sum();
    Ok((0.5 * sum).within(0.0, 1.0))
}

/// E KL(C || R) in nats, of the row of `row_total` events with shares C, released by an urn: of public parameters, for publication.
///
/// A tally of 0 counts as the one unit, 2^-32, that the released row gives it: up to 22 C_i nats, which is most of this divergence where
/// tallies of 0 are likely. Accuracy and cost: as [`polya_expected_total_variation_at`], and a logarithm a term.
///
/// # Errors
/// [`crate::Error::States`]; [`crate::Error::NotStochastic`] unless `shares` is a distribution.
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, PolyaParameters}, utility::polya_expected_kl_at};
/// // one draw from alpha = (1, 1): one entry is nearly 1, the other 2^-32
/// let urn = PolyaParameters::new(1, 1, 2, 1)?;
/// let kl = polya_expected_kl_at(&[0.5, 0.5], ExpectedRowTotal::new(2.0)?, &urn)?;
/// assert!((kl - (0.5 * 32.0 - 1.0) * 2.0_f64.ln()).abs() < 1e-8);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn polya_expected_kl_at(
    shares: &[f64],
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
) -> Result<f64> {
    check_shares(shares)?;
    let sum: f64 = shares
        .iter()
        .map(|share| polya_errors_of_entry(*share, shares.len(), row_total, urn).1)
        .sum();
    Ok(sum.max(0.0))
}

/// More likely tallies than this, and the sum becomes an integral.
const MOST_TERMS: f64 = 65536.0;
/// So many standard deviations hold everything.
const DEVIATIONS: f64 = 14.0;
const TWO_32: f64 = 4_294_967_296.0;

/// What one entry of share C adds to (2 E TV, E KL) of a row of `row_total` events over n entries.
pub(crate) fn polya_errors_of_entry(
    share: f64,
    states: usize,
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
) -> (f64, f64) {
    let law = Law::new(share, states, row_total.get(), urn);
    let (n, draws) = (states as f64, law.draws);
    let scale = (TWO_32 - n) / draws;
    let released = |m: f64| (1.0 + scale * m) / TWO_32;
    if !(share > 0.0) {
        let mean = released(draws * law.mean());
        return (mean, mean);
    }
    law.means(|m| {
        let r = released(m);
        let ratio = r / share;
        ((r - share).abs(), share * (ratio - 1.0 - ln(ratio)))
    })
}

/// BetaBinomial(M; p, q).
struct Law {
    draws: f64,
    p: f64,
    q: f64,
}

/// Weighted sums of two functions.
struct Sums {
    weight: f64,
    first: f64,
    second: f64,
}

impl Sums {
    const ZERO: Sums = Sums {
        weight: 0.0,
        first: 0.0,
        second: 0.0,
    };
    fn add(&mut self, weight: f64, (first, second): (f64, f64)) {
        self.weight += weight;
        self.first += weight * first;
        self.second += weight * second;
    }
}

impl Law {
    fn new(share: f64, states: usize, total: f64, urn: &PolyaParameters) -> Self {
        let draw = f64::from(urn.draw_mass());
        let w = f64::from(urn.event_mass()) / draw;
        let b = f64::from(urn.prior_mass()) / draw;
        Law {
            draws: f64::from(urn.draws()),
            p: w * total * share + b,
            q: w * total * (1.0 - share).max(0.0) + b * (states as f64 - 1.0),
        }
    }

    /// p/(p+q), the expected share.
    fn mean(&self) -> f64 {
        self.p / (self.p + self.q)
    }

    /// The tallies that matter: all of them towards an end at which P(m) rises.
    fn range(&self) -> (f64, f64) {
        let Law { draws, p, q } = *self;
        let (sum, mean) = (p + q, self.mean());
        let variance = draws * mean * (q / sum) * ((sum + draws) / (sum + 1.0));
        let reach = DEVIATIONS * sqrt(variance) + 2.0 * DEVIATIONS * DEVIATIONS;
        let low = floor(draws * mean - reach).max(0.0);
        let high = floor(draws * mean + reach).min(draws);
        (
            if p < 1.0 { 0.0 } else { low },
            if q < 1.0 { draws } else { high },
        )
    }

    /// E of both parts of f(m).
    fn means(&self, f: impl Fn(f64) -> (f64, f64)) -> (f64, f64) {
        let (low, high) = self.range();
        let mut sums = Sums::ZERO;
        if high - low <= MOST_TERMS {
            self.sum(low, high, &f, &mut sums);
        } else {
            self.integrate(low, high, &f, &mut sums);
        }
        (sums.first / sums.weight, sums.second / sums.weight)
    }

    /// Adds P(m) f(m) for low <= m <= high, P up to a factor.
    fn sum(&self, low: f64, high: f64, f: &impl Fn(f64) -> (f64, f64), sums: &mut Sums) {
        let Law { draws, p, q } = *self;
        let middle = floor(draws * self.mean()).max(low).min(high);
        // P(m+1)/P(m)
        let quotient = |m: f64| (draws - m) * (p + m) / ((m + 1.0) * (q + (draws - m - 1.0)));
        sums.add(1.0, f(middle));
        let (mut m, mut weight) = (middle, 1.0);
        while m < high {
            weight *= quotient(m);
            m += 1.0;
            sums.add(weight, f(m));
        }
        (m, weight) = (middle, 1.0);
        while m > low {
            m -= 1.0;
            weight /= quotient(m);
            sums.add(weight, f(m));
        }
    }

    /// As [`Law::sum`], where there are too many terms: both ends one by one, the middle by the trapezoidal rule in the logit of m/M.
    fn integrate(&self, low: f64, high: f64, f: &impl Fn(f64) -> (f64, f64), sums: &mut Sums) {
        let Law { draws, p, q } = *self;
        let middle = floor(draws * self.mean()).max(low).min(high);
        let ln_p = |m: f64| ln_beta(p + m, q + (draws - m)) - ln_beta(m + 1.0, draws - m + 1.0);
        let top = ln_p(middle);
        let weight = |m: f64| exp(ln_p(m) - top);
        for i in 0..ENDS {
            let (m, k) = (low + f64::from(i), high - f64::from(i));
            sums.add(weight(m), f(m));
            sums.add(weight(k), f(k));
        }
        // sum over m from a + 1/2 to b - 1/2 = integral from a to b, by the midpoint rule
        let (a, b) = (low + f64::from(ENDS) - 0.5, high - f64::from(ENDS) + 0.5);
        let logit = |m: f64| ln((m + 0.5) / (draws + 0.5 - m));
        let (start, end) = (logit(a), logit(b));
        let step = (end - start) / f64::from(POINTS);
        for i in 0..=POINTS {
            let e = exp(start + step * f64::from(i));
            let m = ((draws + 0.5) * e - 0.5) / (1.0 + e);
            let part = if i == 0 || i == POINTS { 0.5 } else { 1.0 };
            // dm/dy
            let slope = (draws + 1.0) * (e / (1.0 + e)) / (1.0 + e);
            sums.add(part * step * slope * weight(m), f(m));
        }
    }
}

/// Tallies at either end that [`Law::integrate`] takes one by one.
const ENDS: u32 = 64;
/// Steps of its trapezoidal rule.
const POINTS: u32 = 2048;
