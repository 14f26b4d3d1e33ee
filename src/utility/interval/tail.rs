//! The tails of a weighted sum of noises, by the saddle point.
use super::normal;
use crate::special::float::{exp, exp_m1, floor, ln, ln_1p, sin, sqrt};
use crate::utility::noisy::CellNoise;
use core::f64::consts::PI;

/// W = own k_0 - other (k_1 + ... + k_others) + (B - events share), k the noise of a count, B ~ Binomial(events, share).
#[derive(Clone, Copy)]
pub(super) struct Law {
    pub noise: CellNoise,
    pub own: f64,
    pub other: f64,
    pub others: f64,
    pub events: f64,
    pub share: f64,
}

/// A cumulant generating function and its first two derivatives.
#[derive(Clone, Copy)]
struct Cumulants {
    value: f64,
    first: f64,
    second: f64,
}

impl Law {
    /// P(W > d), and three quarters of an atom at d.
    pub fn upper_tail(&self, d: f64) -> f64 {
        self.tail_above(d - self.quarter(), 1.0)
    }

    /// P(W < d), and three quarters of an atom at d.
    pub fn lower_tail(&self, d: f64) -> f64 {
        self.tail_above(-d - self.quarter(), -1.0)
    }

    fn tail_above(&self, d: f64, sign: f64) -> f64 {
        if d >= 0.0 {
            self.tail(d, sign)
        } else {
            1.0 - self.tail(-d, -sign)
        }
    }

    /// A quarter of the distance between the values of W, as far as they stand apart: multiples of `own`, blurred by the others' noise, or multiples
    /// of `other`, blurred by its own. What is left of a lattice of distance h is the size of the other part's characteristic function at 2 pi/h
    /// (Poisson's summation).
    fn quarter(&self) -> f64 {
        if self.events > 0.0 || !(self.own > 0.0 && self.others > 0.0) {
            // whole events
            return 0.25;
        }
        if !(self.other > 0.0) {
            return 0.25 * self.own;
        }
        let by_others = exp(self.others * ln_characteristic(self.noise, self.other / self.own));
        let by_own = exp(ln_characteristic(self.noise, self.own / self.other));
        0.25 * (self.own * by_others).max(self.other * by_own)
    }

    /// P(sign W >= d) for d >= 0 [Lugannani & Rice 1980, doi:10.2307/1426607].
    fn tail(&self, d: f64, sign: f64) -> f64 {
        let (s, k) = self.saddle(d, sign);
        let w = sqrt((2.0 * (s * d - k.value)).max(0.0));
        let u = s * sqrt(k.second);
        if !(w > 1e-6 && u > 0.0) {
            return 0.5;
        }
        let density = exp(-0.5 * w * w) / SQRT_TAU;
        (normal::upper_tail(w) + density * (1.0 / u - 1.0 / w)).clamp(0.0, 1.0)
    }

    /// The s >= 0 with K'(s) = d, by Newton's iteration inside a bracket, and K there.
    fn saddle(&self, d: f64, sign: f64) -> (f64, Cumulants) {
        let (mut low, mut high) = (0.0, self.limit());
        let start = self.cumulants(0.0, sign);
        let mut s = d / start.second;
        let mut k = start;
        for _ in 0..100 {
            if !(low < s && s < high) {
                s = if high < f64::INFINITY {
                    0.5 * low + 0.5 * high
                } else {
                    2.0 * low
                };
            }
            k = self.cumulants(s, sign);
            if k.first < d {
                low = s;
            } else {
                high = s;
            }
            let step = (d - k.first) / k.second;
            if !(step.abs() > 1e-13 * s) {
                break;
            }
            s += step;
        }
        // the last point at which K was evaluated may be a step away
        (
            s,
            if s == 0.0 {
                start
            } else {
                self.cumulants(s, sign).or(k)
            },
        )
    }

    /// Where K ends: the rate of the noise over the largest weight.
    fn limit(&self) -> f64 {
        match self.noise {
            CellNoise::Geometric(rate) => {
                let weight = if self.others > 0.0 {
                    self.own.max(self.other)
                } else {
                    self.own
                };
                rate.get() / weight
            }
            CellNoise::Gaussian(_) => f64::INFINITY,
        }
    }

    fn cumulants(&self, s: f64, sign: f64) -> Cumulants {
        let a = of_noise(self.noise, self.own * s);
        let b = of_noise(self.noise, self.other * s);
        let mut sum = Cumulants {
            value: a.value + self.others * b.value,
            first: self.own * a.first + self.others * self.other * b.first,
            second: self.own * self.own * a.second
                + self.others * self.other * self.other * b.second,
        };
        if self.events > 0.0 {
            let (p, t) = (self.share, sign * s);
            // ln(1 - p + p e^t) - p t and its derivatives
            let rise = p * exp_m1(t);
            let tilted = p * exp(t) / (1.0 + rise);
            sum.value += self.events * (ln_1p(rise) - p * t);
            sum.first += sign * self.events * (tilted - p);
            sum.second += self.events * tilted * (1.0 - tilted);
        }
        sum
    }
}

impl Cumulants {
    /// Itself, or `other` where it is not finite.
    fn or(self, other: Cumulants) -> Cumulants {
        if self.value.is_finite() && self.second.is_finite() {
            self
        } else {
            other
        }
    }
}

/// ln E e^(t k); even in t.
fn of_noise(noise: CellNoise, t: f64) -> Cumulants {
    match noise {
        CellNoise::Geometric(rate) => geometric(rate.get(), t),
        CellNoise::Gaussian(variance) => gaussian(variance.get(), t),
    }
}

/// ln |E e^(2 pi i turns k)|.
fn ln_characteristic(noise: CellNoise, turns: f64) -> f64 {
    // the characteristic function has the period 1 in turns
    let turns = turns - floor(turns + 0.5);
    match noise {
        CellNoise::Geometric(rate) => {
            let e0 = rate.get();
            // 1/(1 + (sin(t/2)/sinh(e0/2))^2), 4 sinh^2(e0/2) = e^e0 (1 - e^-e0)^2
            let (sine, root) = (sin(PI * turns), -exp_m1(-e0));
            -ln_1p(4.0 * sine * sine * exp(-e0) / (root * root))
        }
        CellNoise::Gaussian(variance) => -2.0 * PI * PI * variance.get() * turns * turns,
    }
}

/// ln E e^(t k) of the discrete Gaussian law.
fn gaussian(variance: f64, t: f64) -> Cumulants {
    let middle = variance * t;
    if variance >= EXACT_BELOW || !(middle.abs() < 1e9) {
        return Cumulants {
            value: 0.5 * middle * t,
            first: middle,
            second: variance,
        };
    }
    // e^(t k - k^2/(2 v)) = e^(v t^2/2) e^(-(k - v t)^2/(2 v)): the law about its tilted middle
    let nearest = floor(middle + 0.5);
    let part = middle - nearest;
    let (mut sum, mut plain, mut mean, mut square) = (0.0, 0.0, 0.0, 0.0);
    for i in -20..=20 {
        let k = f64::from(i);
        let away = k - part;
        let weight = exp(-0.5 * away * away / variance);
        plain += exp(-0.5 * k * k / variance);
        sum += weight;
        mean += weight * k;
        square += weight * k * k;
    }
    let (mean, square) = (mean / sum, square / sum);
    Cumulants {
        value: 0.5 * middle * t + ln(sum / plain),
        first: nearest + mean,
        second: (square - mean * mean).max(f64::MIN_POSITIVE),
    }
}

/// Above this variance the discrete law's cumulants are the normal law's to 1e-15.
const EXACT_BELOW: f64 = 2.0;

/// -ln(1 - g), g = (sinh(t/2)/sinh(e0/2))^2, for |t| < e0.
fn geometric(e0: f64, t: f64) -> Cumulants {
    // over e^(e0): no overflow
    let scale = exp_m1(-e0);
    let scale = scale * scale;
    let (up, down) = (exp(t - e0), exp(-t - e0));
    let sinh_half = exp_m1(t);
    // 4 sinh^2(t/2) = e^-t (e^t - 1)^2
    let g = down * sinh_half * sinh_half / scale;
    let slope = (up - down) / scale;
    let curve = (up + down) / scale;
    let rest = 1.0 - g;
    let first = slope / rest;
    Cumulants {
        value: -ln(rest),
        first,
        second: curve / rest + first * first,
    }
}

/// sqrt(2 pi).
const SQRT_TAU: f64 = 2.506_628_274_631_000_5;
