//! delta_M(epsilon) of a pair of beta-binomial laws: a finite sum, bounded from above.
//!
//! ```text
//! P = BetaBinomial(M; b+w, v),  Q = BetaBinomial(M; b, v+w),  L(k) = ln P(k)/Q(k)
//! delta_M(eps) = sum over k of (P(k) - e^eps Q(k))_+ = sum over k of P(k) (1 - r(k))_+,   r(k) = e^(eps - L(k))
//! ```
//!
//! Everything times the draw mass d is an integer: b and v are the prior masses of the two colours, w is the event mass e. All quotients of
//! neighbours are quotients of integers, and so are their distances from 1:
//!
//! ```text
//! P(k+1)/P(k) = (M-k)(b+e+kd) / ((k+1)(v+jd)),  j = M-k-1;  numerator - denominator = M(b+e) - v - (M-1)d - k (b+e+v-2d)
//! r(k+1)/r(k) = (b+kd)(v+jd) / ((b+e+kd)(v+e+jd));          denominator - numerator = e (b+v+e+(M-1)d)
//! ```
//!
//! so the sum walks away from P's mode in steps whose rounding is small beside the step itself, all terms are positive, and P is
//! normalised by its own sum: no factorial, and a log-gamma only to anchor r. r's quotient is below 1: L rises in k, and the sum is over the
//! upper end.
//!
//! P's quotient passes 1 at most once, its distance from 1 being linear in k over something positive: from above (P is unimodal: what lies
//! beyond a term on the falling side is at most the number of terms left times that term) or from below (P falls, then rises: no term is
//! left out).
use super::pure::ln_rising_ratio;
use crate::domain::PolyaParameters;
use crate::privacy::loss::SMALLEST;
use crate::special::double_double::DoubleDouble;
use crate::special::float::{exp, ln, ln_1p};

/// Half an ulp of 1.
const U: f64 = f64::EPSILON / 2.0;
/// After so many steps the sum is given up; the caller has another bound.
const MOST_STEPS: u32 = 1 << 18;
/// A logarithm of r beyond which r is not followed as a number.
const FAR: f64 = 640.0;
/// A remainder below this part of the sum is added as it is.
const NEGLIGIBLE: f64 = 1e-17;

/// The integers of the pair P = BetaBinomial(M; b+w, v), Q = BetaBinomial(M; b, v+w), in units of the draw mass's reciprocal.
pub(super) struct Pair {
    /// The first colour without the event, at most 2^47.
    b: i64,
    /// The second colour without the event, at most 2^47.
    v: i64,
    event: i64,
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

/// r(k), as its logarithm where it is too large or too small for an `f64` (and for the sum to notice).
#[derive(Clone, Copy)]
enum Ratio {
    Near(Followed),
    Far { ln: DoubleDouble, error: f64 },
}

impl Ratio {
    fn at(ln: DoubleDouble, error: f64) -> Self {
        if ln.hi.abs() < FAR {
            let low = ln.value() - error;
            // libm's exponential is off by less than an ulp, and its argument by 2^-53 of itself
            let low = exp(low - 2.0 * U * low.abs()) * (1.0 - 4.0 * U);
            Ratio::Near(Followed::new(low))
        } else {
            Ratio::Far { ln, error }
        }
    }
    /// Multiplies by numerator/denominator = 1 + difference/denominator.
    fn step(self, numerator: f64, denominator: f64, difference: f64) -> Self {
        match self {
            Ratio::Near(mut value) => {
                value.step(numerator, denominator, difference);
                let size = value.value.hi;
                if size > 1e-280 && size < 1e280 {
                    Ratio::Near(value)
                } else {
                    Ratio::Far {
                        ln: DoubleDouble::from(ln(size)),
                        error: 2.0 * value.error + 1e-13,
                    }
                }
            }
            Ratio::Far { ln: before, error } => {
                let t = difference / denominator;
                let change = if t > -0.5 {
                    ln_1p(t)
                } else {
                    ln(numerator / denominator)
                };
                Ratio::at(before + change, error + 16.0 * U * change.abs())
            }
        }
    }
    /// 1 - r(k) from above; not above 0 where r(k) is not below 1.
    fn gain(&self) -> f64 {
        match self {
            Ratio::Near(r) => {
                let gain = (1.0 - r.value.hi) - r.value.lo + (r.error + 4.0 * U) * r.value.hi;
                gain.min(1.0)
            }
            Ratio::Far { ln, .. } => {
                if ln.hi < 0.0 {
                    1.0
                } else {
                    0.0
                }
            }
        }
    }
}

impl Pair {
    /// `first` and `second` are the masses b and v of the two colours without the event.
    pub(super) fn new(urn: &PolyaParameters, first: u64, second: u64) -> Self {
        // PRIOR_MASS and STATES keep both below 2^47
        let mass = |x: u64| x.min(1 << 47) as i64;
        Pair {
            b: mass(first),
            v: mass(second),
            event: i64::from(urn.event_mass()),
            d: i64::from(urn.draw_mass()),
            draws: i64::from(urn.draws()),
        }
    }

    /// The number of draws M.
    pub(super) fn draws(&self) -> i64 {
        self.draws
    }

    /// base + k d: below 2^48, exact.
    fn mass(&self, base: i64, k: i64) -> f64 {
        (base + k * self.d) as f64
    }

    /// numerator - denominator of P(k+1)/P(k), which falls or rises with k steadily.
    fn slope(&self, k: i64) -> i128 {
        let wide = i128::from;
        let a = self.b + self.event;
        let at_0 = wide(self.draws) * wide(a) - wide(self.v + (self.draws - 1) * self.d);
        at_0 - wide(k) * wide(a + self.v - 2 * self.d)
    }

    /// numerator and denominator of P(k+1)/P(k).
    pub(super) fn p_quotient(&self, k: i64) -> (f64, f64) {
        let left = self.draws - k;
        (
            left as f64 * self.mass(self.b + self.event, k),
            (k + 1) as f64 * self.mass(self.v, left - 1),
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

    /// numerator, denominator and denominator - numerator of r(k+1)/r(k).
    fn r_quotient(&self, k: i64) -> (f64, f64, f64) {
        let j = self.draws - k - 1;
        let (b, v, event) = (self.b, self.v, self.event);
        // below 2^15 2^48
        let difference = event * (b + v + event + (self.draws - 1) * self.d);
        (
            self.mass(b, k) * self.mass(v, j),
            self.mass(b + event, k) * self.mass(v + event, j),
            difference as f64,
        )
    }

    /// L(k+1) - L(k) = -ln(r(k+1)/r(k)) > 0.
    pub(super) fn rise(&self, k: i64) -> f64 {
        let (numerator, _, difference) = self.r_quotient(k);
        ln_1p(difference / numerator)
    }

    /// L(k) = ln[(b+w)_k/(b)_k] - ln[(v+w)_(M-k)/(v)_(M-k)] and a bound on its error.
    pub(super) fn loss(&self, k: i64) -> (f64, f64) {
        let one = |base: i64, k: i64| ln_rising_ratio(base, self.event, self.d, k);
        let ((up, first), (down, second)) = (one(self.b, k), one(self.v, self.draws - k));
        (up - down, first + second + U * (up + down))
    }

    /// r(k) = e^(eps - L(k)), rounded down.
    fn ratio(&self, epsilon: f64, k: i64) -> Ratio {
        let (loss, error) = self.loss(k);
        let exponent = epsilon - loss;
        let rounding = error + 2.0 * U * exponent.abs();
        Ratio::at(DoubleDouble::from(exponent), rounding)
    }

    /// The mode of P, and whether P rises up to it and falls from it; where it does not (it falls, then rises) the last index.
    pub(super) fn mode(&self) -> (i64, bool) {
        let at_0 = self.slope(0);
        let per_k = i128::from(self.b + self.event + self.v - 2 * self.d);
        if per_k > 0 {
            // the first k with slope(k) <= 0
            // unsigned: the compiler's routine for signed division of 128 bits asks the linker for an unwinder
            let (at_0, per_k) = (at_0.max(0).unsigned_abs(), per_k.unsigned_abs());
            let k = at_0.checked_div(per_k).unwrap_or(0);
            let k = k.min(u128::from(self.draws.unsigned_abs())) as i64;
            let k = if self.slope(k) > 0 { k + 1 } else { k };
            (k.min(self.draws), true)
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
    fn add(&mut self, p: &Followed, r: &Ratio) -> bool {
        let gain = r.gain();
        if gain > 0.0 {
            self.tail = self.tail + p.value.hi * gain;
        }
        self.error = self.error.max(p.error);
        self.steps = self.steps.saturating_add(1);
        gain > 0.0
    }
}

/// An upper bound on delta(epsilon) of the pair, above 0; `None` where the sum is too long.
pub(super) fn delta_upper(pair: &Pair, epsilon: f64) -> Option<f64> {
    let (mode, unimodal) = pair.mode();
    let start = pair.ratio(epsilon, mode);
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
        r = r.step(numerator, denominator, -difference);
        (k, p) = next;
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
            r = r.step(denominator, numerator, difference);
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
