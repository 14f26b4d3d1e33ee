//! An event that moves between two rows: delta(epsilon) of two pairs together, in one pass over both.
use super::sum::{Followed, Pair};
use crate::privacy::loss::SMALLEST;
use crate::special::double_double::DoubleDouble;
use crate::special::float::exp;

/// Half an ulp of 1.
const U: f64 = f64::EPSILON / 2.0;
/// More draws than this are not summed.
const MOST_DRAWS: i64 = 1 << 16;

/// Losses and epsilon stay inside, so that no exponential overflows.
const LARGEST_LOSS: f64 = 300.0;

/// Indices of one pair from one end to the other: P over P(mode), L, and the errors of both.
struct Walk<'a> {
    pair: &'a Pair,
    k: i64,
    up: bool,
    p: Followed,
    loss: DoubleDouble,
    error: f64,
    /// sum of P(k) over P(mode)
    all: f64,
    /// Bound on the relative error of `all`, but for its additions.
    all_error: f64,
}

impl<'a> Walk<'a> {
    /// From k = 0 upwards or from k = M downwards; `None` where P there is out of range.
    fn new(pair: &'a Pair, up: bool) -> Option<Self> {
        let (mode, _) = pair.mode();
        let mut all = 1.0;
        let (mut k, mut p) = (mode, Followed::new(1.0));
        while let Some(next) = pair.below(k, p) {
            (k, p) = next;
            all += p.value();
        }
        let low = p;
        (k, p) = (mode, Followed::new(1.0));
        while let Some(next) = pair.above(k, p) {
            (k, p) = next;
            all += p.value();
        }
        let high = p;
        let (bottom, top) = (pair.loss(0).0, pair.loss(pair.draws()).0);
        let (k, p) = if up { (0, low) } else { (pair.draws(), high) };
        let (loss, error) = pair.loss(k);
        let usable = p.value() > 1e-270
            && all < 1e270
            && bottom.abs() < LARGEST_LOSS
            && top.abs() < LARGEST_LOSS;
        usable.then_some(Walk {
            pair,
            k,
            up,
            p,
            loss: DoubleDouble::from(loss),
            error,
            all,
            all_error: low.error() + high.error(),
        })
    }

    /// To the next index; false at the end.
    fn step(&mut self) -> bool {
        let next = if self.up {
            self.pair.above(self.k, self.p)
        } else {
            self.pair.below(self.k, self.p)
        };
        let Some((k, p)) = next else {
            return false;
        };
        let rise = self.pair.rise(k.min(self.k));
        self.loss = self.loss + if self.up { rise } else { -rise };
        self.error += 16.0 * U * rise;
        (self.k, self.p) = (k, p);
        true
    }

    fn loss(&self) -> f64 {
        self.loss.value()
    }
}

/// An upper bound on delta(epsilon) of `first` and `second` observed together and independently, above 0.
///
/// ```text
/// sum over (k, j) with L_1(k) + L_2(j) > eps of P_1(k) P_2(j) - e^eps Q_1(k) Q_2(j)
/// ```
///
/// Both losses rise with their index: as k rises the j that count are a growing upper end, whose sums of P_2 and Q_2 are carried along. A
/// pair (k, j) on the wrong side by a rounding of L changes the sum by less than that rounding times P_1(k) P_2(j), which is added.
///
/// `None` above 65,536 draws, and where a law or a loss is out of the range of `f64`.
pub(super) fn delta_upper(first: &Pair, second: &Pair, epsilon: f64) -> Option<f64> {
    if first.draws() > MOST_DRAWS || second.draws() > MOST_DRAWS || !(epsilon < LARGEST_LOSS) {
        return None;
    }
    let mut one = Walk::new(first, true)?;
    let mut two = Walk::new(second, false)?;
    let mut end = true; // `two` stands on an index that is not yet in its sums
    let (mut p_end, mut q_end) = (0.0, 0.0);
    let (mut plus, mut minus, mut worst) = (0.0, 0.0, 0.0_f64);
    loop {
        while end {
            let rounding = one.error + two.error + 4.0 * U * (one.loss().abs() + two.loss().abs());
            if one.loss() + two.loss() + rounding <= epsilon {
                break;
            }
            p_end += two.p.value();
            q_end += two.p.value() * exp(-two.loss());
            worst = worst.max(two.p.error() + two.error + 4.0 * U * two.loss().abs());
            end = two.step();
        }
        let p = one.p.value();
        plus += p * p_end;
        minus += p * exp(epsilon - one.loss()) * q_end;
        worst = worst.max(one.p.error() + one.error + 4.0 * U * (one.loss().abs() + epsilon));
        if !one.step() {
            break;
        }
    }
    // each product carries the errors of two factors and of the sums behind them, at most 2^16 additions each
    let error = 8.0 * (worst + one.all_error + two.all_error)
        + 8.0 * (first.draws() + second.draws() + 16) as f64 * U;
    let sum = (plus - minus) + error * (plus + minus);
    let delta = sum / one.all / two.all * (1.0 + 4.0 * error);
    if !(sum.is_finite() && delta.is_finite()) {
        return None;
    }
    // products below the smallest f64 add up to less than 2^32 2^-1074
    let delta = delta.max(0.0) + 1e-300;
    Some(if delta < 1.0 {
        delta.max(SMALLEST)
    } else {
        1.0
    })
}
