//! The tails of a weighted sum of noises, by the saddle point.
//!
//! Between these sums and their normal limit stand a few heavy-tailed terms, and the tails decide: at C near 0 the sum is one geometric variate, whose
//! tail of 1 in 40 lies at 3.0 scales where the normal law's would lie at 2.8. The approximation of Lugannani and Rice is exact for normal terms, right to 3 % of
//! the tail for one single Laplace variate, and better for every sum in between, at every level (tests below: against the exact convolution).
use super::normal;
use crate::special::float::Within;
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
pub(super) struct Cumulants {
    pub value: f64,
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
        let z = d / sqrt(self.variance());
        if !(z > 1e-4) {
            // where the difference below is lost to rounding: no level asks for a tail so near one half
            return 0.5 - 0.4 * z.max(0.0);
        }
        let (s, k) = self.saddle(d, sign);
        let w = sqrt((2.0 * (s * d - k.value)).max(0.0));
        let u = s * sqrt(k.second);
        if !(w > 0.0 && u > 0.0) {
            return 0.5;
        }
        let density = exp(-0.5 * w * w) / SQRT_TAU;
        (normal::upper_tail(w) + density * (1.0 / u - 1.0 / w)).within(0.0, 1.0)
    }

    /// The s >= 0 with K'(s) = d, by Newton's iteration inside a bracket, and K there.
    fn saddle(&self, d: f64, sign: f64) -> (f64, Cumulants) {
        let (mut low, mut high) = (0.0, self.limit());
        let mut s = d / self.variance();
        for _ in 0..200 {
            if !(low < s && s < high) {
                s = if high < f64::INFINITY {
                    0.5 * low + 0.5 * high
                } else {
                    2.0 * low
                };
            }
            let k = self.cumulants(s, sign);
            let step = (d - k.first) / k.second;
            if step.abs() <= 1e-13 * s || !(low < high) {
                return (s, k);
            }
            // also where K is no longer finite
            if k.first < d {
                low = s;
            } else {
                high = s;
            }
            // the cumulants of a coarse lattice are a staircase: no leaps off a flat step
            s = (s + step).min(4.0 * s);
        }
        (low, self.cumulants(low, sign))
    }

    /// Of W, as the parameters state it: where Newton's iteration begins.
    fn variance(&self) -> f64 {
        let one = match self.noise {
            CellNoise::Geometric(rate) => geometric(rate.get(), 0.0).second,
            CellNoise::Gaussian(variance) => variance.get(),
        };
        one * (self.own * self.own + self.others * self.other * self.other)
            + self.events * self.share * (1.0 - self.share)
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
            // ln(1 - p + p e^t) - p t and its derivatives; above one half by what is not drawn, whose sign is the other
            let (p, sign) = if self.share <= 0.5 {
                (self.share, sign)
            } else {
                (1.0 - self.share, -sign)
            };
            let t = sign * s;
            let rise = p * exp_m1(t);
            let tilted = p * exp(t) / (1.0 + rise);
            sum.value += self.events * (ln_1p(rise) - p * t);
            // p e^t/(1 + rise) - p
            sum.first += sign * self.events * (rise * (1.0 - p) / (1.0 + rise));
            sum.second += self.events * tilted * (1.0 - tilted);
        }
        sum
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
pub(super) fn geometric(e0: f64, t: f64) -> Cumulants {
    // over e^(e0): no overflow
    let scale = exp_m1(-e0);
    let scale = scale * scale;
    let (up, down) = (exp(t - e0), exp(-t - e0));
    let sinh_half = exp_m1(t);
    // 4 sinh^2(t/2) = e^-t (e^t - 1)^2
    let g = down * sinh_half * sinh_half / scale;
    let slope = down * exp_m1(2.0 * t) / scale;
    let curve = (up + down) / scale;
    let rest = 1.0 - g;
    let first = slope / rest;
    Cumulants {
        value: -ln_1p(-g),
        first,
        second: curve / rest + first * first,
    }
}

/// sqrt(2 pi).
const SQRT_TAU: f64 = 2.506_628_274_631_000_5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{GeometricRate, Variance};
    use std::vec::Vec;

    const REACH: i32 = 220;

    /// P(k) for |k| <= REACH.
    fn probabilities(noise: CellNoise) -> Vec<f64> {
        let weight = |k: i32| match noise {
            CellNoise::Geometric(rate) => exp(-rate.get() * f64::from(k.abs())),
            CellNoise::Gaussian(v) => exp(-0.5 * f64::from(k * k) / v.get()),
        };
        let sum: f64 = (-REACH..=REACH).map(weight).sum();
        (-REACH..=REACH).map(|k| weight(k) / sum).collect()
    }

    /// P(W > d) + P(W = d) part, from the convolution of the others and a double sum.
    fn exact(law: &Law, d: f64, part: f64) -> f64 {
        let one = probabilities(law.noise);
        let size = one.len() as i32;
        let mut rest = std::vec![0.0; one.len()];
        rest[REACH as usize] = 1.0;
        for _ in 0..law.others as u32 {
            let mut next = std::vec![0.0; one.len()];
            for (i, p) in rest.iter().enumerate().filter(|(_, p)| **p > 1e-14) {
                for (j, q) in one.iter().enumerate().filter(|(_, q)| **q > 1e-14) {
                    let to = i as i32 + j as i32 - REACH;
                    if (0..size).contains(&to) {
                        next[to as usize] += p * q;
                    }
                }
            }
            rest = next;
        }
        let mut sum = 0.0;
        for (i, p) in one.iter().enumerate() {
            for (j, q) in rest.iter().enumerate() {
                let w =
                    law.own * f64::from(i as i32 - REACH) - law.other * f64::from(j as i32 - REACH);
                let weight = if (w - d).abs() < 1e-9 {
                    part
                } else {
                    f64::from(u8::from(w > d))
                };
                sum += p * q * weight;
            }
        }
        sum
    }

    fn law(noise: CellNoise, n: u32, c: f64) -> Law {
        Law {
            noise,
            own: 1.0 - c,
            other: c,
            others: f64::from(n) - 1.0,
            events: 0.0,
            share: c,
        }
    }

    #[test]
    fn tails_against_the_exact_convolution() {
        let geometric = |p, q| CellNoise::Geometric(GeometricRate::new(p, q).unwrap());
        let gaussian = |p, q| CellNoise::Gaussian(Variance::new(p, q).unwrap());
        let (mut worst, mut fine): (f64, u32) = (0.0, 0);
        for noise in [geometric(1, 4), geometric(1, 10), gaussian(30, 1)] {
            for n in [2, 3, 9] {
                for c in [0.0, 0.013, 0.1, 0.31, 0.5, 0.77, 0.97, 1.0] {
                    let law = law(noise, n, c);
                    let sd = sqrt(law.variance());
                    for z in [0.7, 2.0, 2.6, 3.5] {
                        // whole numbers, so that atoms are met at c = 0 and 1
                        let d = floor(z * sd) + f64::from(u8::from(c > 0.0 && c < 1.0)) * 0.123;
                        let room = if z < 1.0 { 0.1 } else { 0.05 };
                        let got = law.tail(d, 1.0);
                        assert_eq!(got, law.tail(d, -1.0));
                        // where the values stand apart, between the tails half a step away
                        let half = 2.0 * law.quarter();
                        let (least, most) =
                            (exact(&law, d + half, 0.5), exact(&law, d - half, 0.5));
                        assert!(
                            got > (1.0 - room) * least && got < (1.0 + room) * most,
                            "{noise:?} {n} {c} {z}: {got} in {least} to {most}"
                        );
                        if half < 1e-6 && z > 1.0 {
                            fine += 1;
                            worst = worst.max((got / most - 1.0).abs());
                        }
                        if c == 0.0 || c == 1.0 {
                            let atom = exact(&law, d, 0.75);
                            assert!(
                                (law.upper_tail(d) / atom - 1.0).abs()
                                    < if z < 1.0 { 0.1 } else { 0.05 },
                                "{noise:?} {n} {c} {z} {} {atom}",
                                law.upper_tail(d)
                            );
                        }
                    }
                }
            }
        }
        assert!(worst < 0.03 && fine > 10, "{worst} {fine}");
    }

    #[test]
    fn nothing_is_not_a_number() {
        for noise in [
            CellNoise::Geometric(GeometricRate::new(1, 1 << 30).unwrap()),
            CellNoise::Geometric(GeometricRate::new(64, 1).unwrap()),
            CellNoise::Gaussian(Variance::new(1, 1024).unwrap()),
            CellNoise::Gaussian(Variance::new(1 << 40, 1).unwrap()),
        ] {
            for c in [0.0, 1e-300, 1e-9, 0.5, 1.0 - 1e-16, 1.0] {
                for events in [0.0, 1.0, 1e15] {
                    let law = Law {
                        events,
                        ..law(noise, 3, c)
                    };
                    let mut last = 1.0;
                    for d in [
                        -1e16, -1e6, -1.0, 0.0, 1e-9, 0.5, 1.0, 3.0, 1e3, 1e6, 1e12, 1e17,
                    ] {
                        let t = law.upper_tail(d);
                        assert!((0.0..=1.0).contains(&t), "{noise:?} {c} {events} {d} {t}");
                        assert!(
                            t <= last + 1e-3,
                            "{noise:?} {c} {events} {d}: {t} after {last}"
                        );
                        last = t;
                        assert!((0.0..=1.0).contains(&law.lower_tail(d)));
                    }
                    assert!(last < 1e-9, "{noise:?} {c} {events} {last}");
                }
            }
        }
    }
}
