//! What a bound on the loss of each release says about all of them: the composition of randomised responses.
use crate::privacy::loss::SMALLEST;
use crate::special::float::Within;
use crate::special::float::{exp, exp_m1, floor};

/// Half an ulp of 1.
const U: f64 = f64::EPSILON / 2.0;
/// More releases than this are not summed.
const MOST_RELEASES: u32 = 1 << 16;
/// e^600 is far inside an `f64`.
const LARGEST_LOSS: f64 = 600.0;

/// An upper bound on delta(epsilon) of `releases` independent releases, each with a privacy loss of at most `loss` = e0 either way.
///
/// ```text
/// sum over i of C(T,i) p^i (1-p)^(T-i) (1 - e^(eps - (2i-T) e0))_+,   p = e^e0/(1 + e^e0)
/// ```
///
/// *Proof.* Where |ln P/Q| <= e0, R = (e^e0 P - Q)/(e^e0 - 1) and S = (e^e0 Q - P)/(e^e0 - 1) are laws, P = p R + (1-p) S and
/// Q = (1-p) R + p S: the pair is a post-processing of the randomised response that tells the truth with probability p (draw from R or from S, as it
/// answers). So T of them are a post-processing of T responses, for which the number of true answers is sufficient, and that is binomial
/// (Kairouz, Oh & Viswanath 2015, arXiv 1311.0776). QED. The bound holds for releases of different kinds with one common e0.
///
/// `None` for more than 65,536 releases, or a loss above 600.
pub(super) fn delta_upper(loss: f64, releases: u32, epsilon: f64) -> Option<f64> {
    if releases > MOST_RELEASES || !(loss <= LARGEST_LOSS) {
        return None;
    }
    let t = f64::from(releases);
    let odds = exp(loss);
    // 1 - e^y from above: y = eps - (2i - T) e0, rounded down
    let gain = |i: f64| -> f64 {
        let y = epsilon - (2.0 * i - t) * loss;
        let y = y - 4.0 * U * (epsilon + t * loss);
        if y < 0.0 {
            -exp_m1(y) * (1.0 + 4.0 * U)
        } else {
            0.0
        }
    };
    let mode = floor((t + 1.0) * (odds / (1.0 + odds))).within(0.0, t);
    let (mut all, mut tail) = (1.0, gain(mode));
    let mut rest = 0.0;
    // the chances fall on both sides of the mode
    let (mut i, mut chance) = (mode, 1.0);
    while i < t && chance > 1e-300 {
        chance *= (t - i) / (i + 1.0) * odds;
        i += 1.0;
        all += chance;
        tail += chance * gain(i);
    }
    rest += (t - i) * chance;
    (i, chance) = (mode, 1.0);
    while i > 0.0 && chance > 1e-300 {
        chance *= i / (t - i + 1.0) / odds;
        i -= 1.0;
        all += chance;
        tail += chance * gain(i);
    }
    rest += i * chance * gain(i);
    // five roundings a step, an addition each, and the exponential's own error at every step
    let rounding = 1.0 + 2.0 * (16.0 * t + 64.0) * U;
    let delta = (tail * rounding + rest) / all * rounding;
    Some(if delta < 1.0 {
        delta.max(SMALLEST)
    } else {
        1.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// All 2^T answers.
    fn enumerated(loss: f64, releases: u32, epsilon: f64) -> f64 {
        let p = exp(loss) / (1.0 + exp(loss));
        (0..1u32 << releases)
            .map(|answers| {
                let truths = answers.count_ones() as i32;
                let lies = releases as i32 - truths;
                let first = p.powi(truths) * (1.0 - p).powi(lies);
                let second = p.powi(lies) * (1.0 - p).powi(truths);
                (first - exp(epsilon) * second).max(0.0)
            })
            .sum()
    }

    #[test]
    fn against_every_answer() {
        for loss in [1e-6, 0.01, 0.3, 1.0, 4.0] {
            for releases in [1, 2, 5, 12] {
                for part in [0.0, 0.1, 0.4, 0.8, 0.999] {
                    let epsilon = part * loss * f64::from(releases);
                    let want = enumerated(loss, releases, epsilon);
                    let got = delta_upper(loss, releases, epsilon).unwrap();
                    assert!(got >= want - 1e-14, "{loss} {releases} {epsilon}");
                    assert!(got <= want * (1.0 + 1e-10) + 1e-14, "{got:e} {want:e}");
                }
            }
        }
        // one answer: (e^e0 - e^eps)/(1 + e^e0)
        let one = delta_upper(3.0_f64.ln(), 1, 2.0_f64.ln()).unwrap();
        assert!((one - 0.25).abs() < 1e-14);
    }

    #[test]
    fn many_releases() {
        // 365 losses of 0.02: Gaussian to a few per cent, mu^2 = 4 0.0001 365
        let deltas: Vec<f64> = [0.0, 0.5, 1.0, 2.0, 7.29]
            .map(|eps| delta_upper(0.02, 365, eps).unwrap())
            .to_vec();
        assert!(deltas.windows(2).all(|d| d[0] > d[1]));
        assert!((deltas[0] - 0.1515).abs() < 2e-3, "{deltas:?}");
        assert!(deltas[4] < 1e-100 && deltas[4] > 0.0);
        assert_eq!(delta_upper(0.1, 70_000, 1.0), None);
        assert_eq!(delta_upper(601.0, 2, 1.0), None);
        assert_eq!(delta_upper(f64::NAN, 2, 1.0), None);
        assert!(delta_upper(600.0, 65_536, 1e6).unwrap() <= 1.0);
    }
}
