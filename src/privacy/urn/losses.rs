//! The loss distribution of one urn, index by index: for composition by convolution.
use super::sum::{Followed, MOST_STEPS, Pair};
use crate::domain::PolyaParameters;
use crate::special::double_double::DoubleDouble;

/// P(k) of the dominating pair and its privacy loss L(k) = ln P(k)/Q(k), both rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loss {
    /// P(k) <= `probability` <= P(k) (1 + 1e-9) + 1e-290.
    pub probability: f64,
    /// L(k) <= `loss` <= L(k) + 1e-12 (1 + L(M)), or 1e-12 (1 + w) (1 + ln(b + M)) for M above 65,536.
    pub loss: f64,
}

/// All M + 1 losses of one release under `Destination`, from the mode of P upwards and then downwards.
///
/// The pair is symmetric: P(k) = Q(M-k), L(k) = -L(M-k), so the same list serves both orders of the two logs.
pub(crate) struct Losses {
    pair: Pair,
    /// (1 + bound of all rounding) over the sum of all P(k), P(mode) = 1.
    scale: f64,
    start: Place,
    at: Option<Place>,
    down: bool,
}

/// Where the list is.
#[derive(Clone, Copy)]
struct Place {
    k: i64,
    /// P(k) over P(mode).
    p: Followed,
    loss: DoubleDouble,
    error: f64,
}

impl Losses {
    /// `None` where M is above 2^20: the list would be too long.
    pub(crate) fn new(urn: &PolyaParameters) -> Option<Self> {
        if urn.draws() > MOST_STEPS {
            return None;
        }
        let prior = u64::from(urn.prior_mass());
        let pair = Pair::new(urn, prior, prior);
        let (k, _) = pair.mode();
        let (loss, error) = pair.loss(k);
        let start = Place {
            k,
            p: Followed::new(1.0),
            loss: DoubleDouble::from(loss),
            error,
        };
        let mut losses = Losses {
            pair,
            scale: 1.0,
            start,
            at: Some(start),
            down: false,
        };
        let (mut all, mut error) = (0.0, 0.0_f64);
        while let Some(place) = losses.step() {
            all += place.p.value();
            error = error.max(place.p.error());
        }
        // the plain sum of at most 2^20 terms is off by at most 2^20 2^-53 of it
        let rounding = (f64::from(urn.draws()) + 16.0) * f64::EPSILON + 2.0 * error;
        losses.scale = (1.0 + rounding) / all;
        losses.at = Some(start);
        losses.down = false;
        Some(losses)
    }

    /// Here, and on to the next index.
    fn step(&mut self) -> Option<Place> {
        let here = match self.at.take() {
            Some(here) => here,
            None if self.down => return None,
            None => {
                self.down = true;
                self.after(self.start)?
            }
        };
        self.at = self.after(here);
        Some(here)
    }

    fn after(&self, here: Place) -> Option<Place> {
        let (k, p) = if self.down {
            self.pair.below(here.k, here.p)?
        } else {
            self.pair.above(here.k, here.p)?
        };
        let rise = self.pair.rise(k.min(here.k));
        Some(Place {
            k,
            p,
            loss: here.loss + if self.down { -rise } else { rise },
            error: here.error + 8.0 * f64::EPSILON * rise,
        })
    }
}

impl Iterator for Losses {
    type Item = Loss;
    fn next(&mut self) -> Option<Loss> {
        let here = self.step()?;
        let loss = here.loss.value();
        Some(Loss {
            probability: (here.p.value() * (1.0 + 2.0 * here.p.error()) * self.scale).max(1e-290),
            loss: loss + (here.error + f64::EPSILON * loss.abs()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sum::delta_upper;
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
            let pair = Pair::new(&urn, u64::from(b), u64::from(b));
            let list: Vec<Loss> = Losses::new(&urn).unwrap().collect();
            assert_eq!(list.len(), m as usize + 1);
            let total: f64 = list.iter().map(|l| l.probability).sum();
            assert!(total >= 1.0 - 1e-15 && total < 1.0 + 1e-10, "{total}");
            // L(k) from both ends, and the pair's symmetry
            let mut sorted: Vec<f64> = list.iter().map(|l| l.loss).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            for (k, loss) in sorted.iter().enumerate() {
                let (want, error) = pair.loss(k as i64);
                let room = 1e-12 * (1.0 + sorted[m as usize]);
                assert!(
                    *loss >= want - error && *loss <= want + error + room,
                    "{k}: {loss} {want}"
                );
            }
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
                let want = delta_upper(&pair, eps).unwrap();
                assert!(
                    (delta - want).abs() <= 1e-9 * want + 1e-13,
                    "{m} {eps}: {delta:e} {want:e}"
                );
            }
        }
    }
}
