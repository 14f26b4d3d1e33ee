//! delta_M(epsilon) of the dominating pair: a finite sum, bounded from above.
//!
//! ```text
//! delta_M(eps) = sum over k of (P(k) - e^eps Q(k))_+ = sum over k of P(k) (1 - r(k))_+,   r(k) = e^(eps - L(k))
//! P = BetaBinomial(M; b+w, b),  Q = BetaBinomial(M; b, b+w),  L(k) = ln P(k)/Q(k)
//! ```
//!
//! With A = prior + event, B = prior and d the draw mass all quotients of neighbours are quotients of integers:
//!
//! ```text
//! P(k+1)/P(k) = (M-k)(A+kd) / ((k+1)(B+jd)),          j = M-k-1;  numerator - denominator = MA - B - (M-1)d - k (A+B-2d)
//! r(k+1)/r(k) = (B+kd)(B+jd) / ((A+kd)(A+jd)),                    denominator - numerator = event (A+B+(M-1)d)
//! ```
//!
//! so the sum walks away from P's mode in steps whose rounding is small beside the step itself, all terms positive, and P is
//! normalised by its own sum: no factorial, no log-gamma but in one anchor of r. L rises in k, since r's quotient is below 1.
use crate::domain::PolyaParameters;
use crate::privacy::loss::SMALLEST;
use crate::special::double_double::DoubleDouble;
use crate::special::float::exp;
use crate::special::ln_gamma_ratio;

/// Half an ulp of 1.
const U: f64 = f64::EPSILON / 2.0;
/// After so many steps the sum is given up; the caller has another bound.
pub(super) const MOST_STEPS: u32 = 1 << 20;
/// r is followed step by step inside this range, and computed afresh outside.
const RANGE: core::ops::RangeInclusive<f64> = 1e-280..=1e280;
/// A remainder below this part of the sum is added as it is.
const NEGLIGIBLE: f64 = 1e-17;

/// The integers of the pair; A + k d < 2^41 is exact in an `f64`.
pub(super) struct Pair {
    a: i64,
    b: i64,
    d: i64,
    draws: i64,
}

/// A positive number that is followed through many multiplications, and a bound on its relative error.
#[derive(Clone, Copy)]
pub(super) struct Followed {
    value: DoubleDouble,
    error: f64,
}

impl Followed {
    pub(super) fn new(value: f64) -> Self {
        Followed {
            value: DoubleDouble::from(value),
            error: 0.0,
        }
    }
    pub(super) fn value(&self) -> f64 {
        self.value.value()
    }
    pub(super) fn error(&self) -> f64 {
        self.error
    }
    /// Multiplies by numerator/denominator = 1 + difference/denominator; each of the three is rounded at most twice.
    fn step(&mut self, numerator: f64, denominator: f64, difference: f64) {
        let t = difference / denominator;
        if t > -0.5 {
            // t is off by at most 4 U |t|, and value.lo t <= U value |t| is left out
            self.value = self.value + self.value.hi * t;
            self.error += 6.0 * U * t.abs() / (1.0 + t);
        } else {
            self.value = DoubleDouble::from(self.value.hi * (numerator / denominator));
            self.error += 8.0 * U;
        }
    }
}

impl Pair {
    pub(super) fn new(urn: &PolyaParameters) -> Self {
        let b = i64::from(urn.prior_mass());
        Pair {
            a: b.saturating_add(i64::from(urn.event_mass())),
            b,
            d: i64::from(urn.draw_mass()),
            draws: i64::from(urn.draws()),
        }
    }

    /// base + k d.
    fn mass(&self, base: i64, k: i64) -> f64 {
        base.saturating_add(k.saturating_mul(self.d)) as f64
    }

    /// numerator - denominator of P(k+1)/P(k): below 2^58, one rounding.
    fn slope(&self, k: i64) -> i64 {
        let at_0 = self.draws * self.a - self.b - (self.draws - 1) * self.d;
        at_0.saturating_sub(k.saturating_mul(self.a + self.b - 2 * self.d))
    }

    /// numerator and denominator of P(k+1)/P(k).
    fn p_quotient(&self, k: i64) -> (f64, f64) {
        let left = self.draws - k;
        (
            left as f64 * self.mass(self.a, k),
            (k + 1) as f64 * self.mass(self.b, left - 1),
        )
    }

    /// From (k, P(k)) to (k+1, P(k+1)), where there is one.
    pub(super) fn above(&self, k: i64, mut p: Followed) -> Option<(i64, Followed)> {
        if k >= self.draws {
            return None;
        }
        let (numerator, denominator) = self.p_quotient(k);
        p.step(numerator, denominator, self.slope(k) as f64);
        Some((k + 1, p))
    }

    /// From (k, P(k)) to (k-1, P(k-1)), where there is one.
    pub(super) fn below(&self, k: i64, mut p: Followed) -> Option<(i64, Followed)> {
        if k <= 0 {
            return None;
        }
        let (numerator, denominator) = self.p_quotient(k - 1);
        p.step(denominator, numerator, -(self.slope(k - 1) as f64));
        Some((k - 1, p))
    }

    /// numerator, denominator and their difference of r(k+1)/r(k).
    fn r_quotient(&self, k: i64) -> (f64, f64, f64) {
        let j = self.draws - k - 1;
        let difference = (self.a - self.b) * (self.a + self.b + (self.draws - 1) * self.d);
        (
            self.mass(self.b, k) * self.mass(self.b, j),
            self.mass(self.a, k) * self.mass(self.a, j),
            difference as f64,
        )
    }

    /// L(k) and a bound on its error.
    pub(super) fn loss(&self, k: i64) -> (f64, f64) {
        let d = self.d as f64;
        let w = (self.a - self.b) as f64 / d;
        let one = |k: i64| ln_gamma_ratio(self.mass(self.b, k) / d, w, 0.0).0;
        let (up, down) = (one(k), one(self.draws - k));
        (up - down, 128.0 * U * (up.abs() + down.abs() + w + 1.0))
    }

    /// e^(eps - L(k)), rounded down, and kept in the range of `f64`.
    fn r_lower(&self, epsilon: f64, k: i64) -> Followed {
        let (loss, error) = self.loss(k);
        let exponent = epsilon - loss;
        let exponent = exponent - error - 2.0 * U * (exponent.abs() + epsilon);
        Followed::new(exp(exponent.clamp(-745.0, 690.0)) * (1.0 - 4.0 * U))
    }

    /// The mode of P, and whether P rises up to it and falls from it; where it does not (it falls, then rises) the last index.
    pub(super) fn mode(&self) -> (i64, bool) {
        let (at_0, per_k) = (self.slope(0), self.a + self.b - 2 * self.d);
        if per_k > 0 {
            // the first k with slope(k) <= 0
            let k = at_0.checked_div(per_k).unwrap_or(0);
            let k = if self.slope(k) > 0 { k + 1 } else { k };
            (k.clamp(0, self.draws), true)
        } else {
            (self.draws, at_0 >= 0)
        }
    }
}

/// What a walk has added up.
struct Sums {
    /// sum of P(k) (1 - r(k))_+, each term rounded up
    tail: DoubleDouble,
    /// what was left out, at most
    rest: f64,
    /// sum of P(k)
    all: DoubleDouble,
    /// the largest relative error of any P(k)
    error: f64,
    steps: u32,
}

impl Sums {
    /// Adds index k; whether 1 - r(k) can be above 0.
    fn add(&mut self, p: &Followed, r: &Followed) -> bool {
        let error = r.error + 4.0 * U;
        let gain = (1.0 - r.value.hi) - r.value.lo + error * r.value.hi;
        if gain > 0.0 {
            self.tail = self.tail + p.value.hi * gain.min(1.0);
        }
        self.error = self.error.max(p.error);
        self.steps = self.steps.saturating_add(1);
        gain > 0.0
    }
}

/// An upper bound on delta_M(epsilon) above 0, for an epsilon below L(M); `None` where the sum is too long.
pub(super) fn delta_upper(urn: &PolyaParameters, epsilon: f64) -> Option<f64> {
    let pair = Pair::new(urn);
    let (mode, unimodal) = pair.mode();
    let start = pair.r_lower(epsilon, mode);
    let mut sums = Sums {
        tail: DoubleDouble::from(0.0),
        rest: 0.0,
        all: DoubleDouble::from(1.0),
        error: 0.0,
        steps: 0,
    };
    let one = Followed::new(1.0);
    sums.add(&one, &start);

    // upwards: P falls, 1 - r rises
    let (mut k, mut p, mut r) = (mode, one, start);
    while let Some(next) = pair.above(k, p) {
        let (numerator, denominator, difference) = pair.r_quotient(k);
        r.step(numerator, denominator, -difference);
        (k, p) = next;
        if !RANGE.contains(&r.value.hi) {
            r = pair.r_lower(epsilon, k);
        }
        sums.all = sums.all + p.value.hi;
        sums.add(&p, &r);
        let rest = (pair.draws - k) as f64 * p.value.hi;
        if rest <= NEGLIGIBLE * sums.tail.hi || p.value.hi < 1e-300 {
            sums.rest += rest;
            break;
        }
        if sums.steps > MOST_STEPS {
            return None;
        }
    }

    // downwards: 1 - r falls; P falls too, if it is unimodal
    (k, p, r) = (mode, one, start);
    let mut telling = true;
    while let Some(next) = pair.below(k, p) {
        (k, p) = next;
        sums.all = sums.all + p.value.hi;
        if telling {
            let (numerator, denominator, difference) = pair.r_quotient(k);
            r.step(denominator, numerator, difference);
            if !RANGE.contains(&r.value.hi) {
                r = pair.r_lower(epsilon, k);
            }
            telling = sums.add(&p, &r);
        } else {
            sums.error = sums.error.max(p.error);
            sums.steps = sums.steps.saturating_add(1);
        }
        let rest = k as f64 * p.value.hi;
        let small = if telling { sums.tail.hi } else { sums.all.hi };
        if unimodal && (rest <= NEGLIGIBLE * small || p.value.hi < 1e-300) {
            if telling {
                sums.rest += rest;
            }
            break;
        }
        if sums.steps > MOST_STEPS {
            return None;
        }
    }

    let relative = 1.0 + 2.0 * sums.error + 16.0 * U;
    let delta = (sums.tail.value() + sums.rest) * relative / sums.all.value() * relative;
    Some(if delta < 1.0 {
        delta.max(SMALLEST)
    } else {
        1.0
    })
}
