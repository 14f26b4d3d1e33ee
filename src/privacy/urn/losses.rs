//! The loss distribution of one urn, index by index: for composition by convolution.
use super::sum::{Followed, MOST_STEPS, Pair};
use crate::domain::PolyaParameters;

/// P(k) of the dominating pair and its privacy loss L(k) = ln P(k)/Q(k), both rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loss {
    /// P(k) <= `probability` <= P(k) (1 + 1e-10) + 1e-290.
    pub probability: f64,
    /// L(k) <= `loss`; the excess is at most 4e-14 (1 + w + what ln Gamma(x+w)/Gamma(x) is at b + k and at b + M - k).
    pub loss: f64,
}

/// All M + 1 losses of one release under `Destination`, from the mode of P upwards and then downwards.
///
/// The pair is symmetric: P(k) = Q(M-k), L(k) = -L(M-k), so the same list serves both orders of the two logs.
pub(crate) struct Losses {
    pair: Pair,
    /// (1 + bound of all rounding) over the sum of all P(k), P(mode) = 1.
    scale: f64,
    mode: i64,
    at: Option<(i64, Followed)>,
    down: bool,
}

impl Losses {
    /// `None` where M is above 2^20: the list would be too long.
    pub(crate) fn new(urn: &PolyaParameters) -> Option<Self> {
        if urn.draws() > MOST_STEPS {
            return None;
        }
        let pair = Pair::new(urn);
        let (mode, _) = pair.mode();
        let mut losses = Losses {
            pair,
            scale: 1.0,
            mode,
            at: Some((mode, Followed::new(1.0))),
            down: false,
        };
        let (mut all, mut error) = (0.0, 0.0_f64);
        while let Some((_, p)) = losses.step() {
            all += p.value();
            error = error.max(p.error());
        }
        // the plain sum of at most 2^20 terms is off by at most 2^20 2^-53 of it
        let rounding = (f64::from(urn.draws()) + 16.0) * f64::EPSILON + 2.0 * error;
        losses.scale = (1.0 + rounding) / all;
        losses.at = Some((mode, Followed::new(1.0)));
        losses.down = false;
        Some(losses)
    }

    /// The next index and its P over P(mode).
    fn step(&mut self) -> Option<(i64, Followed)> {
        let (k, p) = match self.at.take() {
            Some(here) => here,
            None if self.down => return None,
            None => {
                self.down = true;
                self.pair.below(self.mode, Followed::new(1.0))?
            }
        };
        self.at = if self.down {
            self.pair.below(k, p)
        } else {
            self.pair.above(k, p)
        };
        Some((k, p))
    }
}

impl Iterator for Losses {
    type Item = Loss;
    fn next(&mut self) -> Option<Loss> {
        let (k, p) = self.step()?;
        let (loss, error) = self.pair.loss(k);
        Some(Loss {
            probability: (p.value() * (1.0 + 2.0 * p.error()) * self.scale).max(1e-290),
            loss: loss + error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::float::exp;
    use std::vec::Vec;

    #[test]
    fn the_list_is_the_pair() {
        for (e, b, d, m) in [
            (3985, 62963, 12500, 200),
            (1, 1, 1, 7),
            (1, 1, 4, 300),
            (32768, 5, 1, 50),
        ] {
            let urn = PolyaParameters::new(e, b, d, m).unwrap();
            let list: Vec<Loss> = Losses::new(&urn).unwrap().collect();
            assert_eq!(list.len(), m as usize + 1);
            let total: f64 = list.iter().map(|l| l.probability).sum();
            assert!(total >= 1.0 - 1e-15 && total < 1.0 + 1e-10, "{total}");
            // sum of P e^-L = sum of Q = 1
            let other: f64 = list.iter().map(|l| l.probability * exp(-l.loss)).sum();
            let w = f64::from(e) / f64::from(d);
            assert!((other - 1.0).abs() < 1e-10 + 1e-12 * w, "{other}");
            // and what the sum says at a few epsilons
            for eps in [0.0, 0.1, 0.5] {
                let delta: f64 = list
                    .iter()
                    .map(|l| l.probability * (1.0 - exp(eps - l.loss)).max(0.0))
                    .sum();
                let want = super::super::sum::delta_upper(&urn, eps).unwrap();
                assert!(
                    (delta - want).abs() <= 1e-9 * want + 1e-13,
                    "{m} {eps}: {delta:e} {want:e}"
                );
            }
        }
    }
}
