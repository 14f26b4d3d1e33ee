//! The pairs of laws that dominate every two neighbouring logs, for one release.
//!
//! **Moved event** (`Destination`, `Event`): Beta(b + w, b) against Beta(b, b + w). Two Dirichlet densities whose parameters
//! differ in two entries have a likelihood ratio that depends on x_i / (x_i + x_j) alone, so the two laws of that
//! share are a sufficient pair: Beta(u + w, v) against Beta(u, v + w) with u, v >= b. Draw (y1, y2) from the pair at
//! u = v = b and, independently of the hypothesis, (R, S1, S2) ~ Dir(2b + w, u - b, v - b): by the aggregation property
//! (R y1 + S1, R y2 + S2) has the law of the pair at (u, v), under both hypotheses. The pair at the border
//! therefore dominates every other one in Blackwell's order, and the counts (1, 0, ..) and (0, 1, ..) attain it. Between two rows
//! (`Event`) the cells of the chain are independent Gamma variates before each row is normalised; two of them
//! change and their total shape stays, so the same pair dominates.
//!
//! **Added or removed event** (`AddRemove`): Gamma(b + w) against Gamma(b), each way round. From that variate, add an independent
//! Gamma(alpha_i - b), draw the other entries' variates, normalise: again a map that no hypothesis touches. It is the
//! limit of a row whose other entries grow.
//!
//! In the logarithmic variable (logit u, or ln g) the privacy loss is linear with slope w, and with v >= 0 the distance from the
//! point where the loss is epsilon ("the crossing"),
//!
//! ```text
//! delta(eps) = f * integral over v > 0 of e^(-E(v)) (1 - e^(-w v)) dv,
//! ```
//!
//! f the density at the crossing and E convex with E(0) = 0. [`Pair`] holds what does not depend on epsilon, [`Crossing`]
//! the rest. ln delta(eps) is concave in eps (the density of the loss is log-concave, so is (1 - e^-l)_+, and so is
//! their convolution by Prekopa's theorem): the solver of [`super::loss`] rests on it.

use crate::special::float::{exp, exp_m1, ln, ln_1p};
use crate::special::{ln_beta, ln_gamma};

/// One unit in the last place of 1, halved: the relative error of one operation.
pub(crate) const U: f64 = f64::EPSILON / 2.0;
const LN_TAU: f64 = 1.837_877_066_409_345_5;

/// What the protected event does to the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// One cell loses the event, another gains it.
    Moved,
    /// The event is in the first log only.
    Added,
    /// The event is in the second log only.
    Removed,
}

/// A dominating pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub change: Change,
    /// Smallest value of a Dirichlet parameter.
    pub b: f64,
    /// Event weight.
    pub w: f64,
    /// ln f at the mode of f.
    ln_mode: f64,
    /// Bound of its absolute error.
    mode_error: f64,
    /// The mode less the crossing, at epsilon = 0, in the logarithmic variable.
    centre: f64,
    /// Bound of its absolute error.
    centre_error: f64,
}

/// The pair at the point where its privacy loss is epsilon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub change: Change,
    pub b: f64,
    pub w: f64,
    pub epsilon: f64,
    /// epsilon / w.
    pub t: f64,
    /// `Moved`: 1/(1 + e^t); else the Gamma variate at the crossing (it may underflow to 0 or be capped at 1e300).
    pub s: f64,
    /// The logarithm of that Gamma variate over its shape (unused by `Moved`).
    pub ln_ratio: f64,
    /// ln f.
    pub ln_density: f64,
    /// Bound of its absolute error, and of what the rounding of the crossing does to delta.
    pub error: f64,
    /// How far f at its mode exceeds f at the crossing, in logarithms, where the mode has loss above epsilon; else 0.
    pub depth: f64,
}

/// ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2 for x >= 10 (Stirling's series).
fn stirling(x: f64) -> f64 {
    1.0 / (12.0 * x) + stirling_rest(x)
}
fn stirling_rest(x: f64) -> f64 {
    let r = 1.0 / (x * x);
    let p = 1.0 / 360.0
        - r * (1.0 / 1260.0
            - r * (1.0 / 1680.0 - r * (1.0 / 1188.0 - r * (691.0 / 360_360.0 - r / 156.0))));
    -p * r / x
}

/// (ln Gamma(b + w) - ln Gamma(b)) / w - ln b without the cancellation of two logarithms of Gamma.
fn mean_ln_rise(b: f64, w: f64) -> f64 {
    let (mut x, mut shift) = (b, 0.0);
    while x < 12.0 {
        shift += ln_1p(w / x);
        x += 1.0;
    }
    let series = -w / (12.0 * x * (x + w)) + stirling_rest(x + w) - stirling_rest(x);
    let lift = if x > b { ln(x / b) } else { 0.0 };
    ((x + w - 0.5) * ln_1p(w / x) - w - shift + series) / w + lift
}

impl Pair {
    pub fn new(change: Change, b: f64, w: f64) -> Self {
        let (ln_mode, mode_error, centre) = match change {
            Change::Moved => {
                let (q, c) = (b + w, 2.0 * b + w);
                let (mode, error) = if b >= 10.0 {
                    let half = 0.5 * (ln(b * (q / c)) - LN_TAU);
                    (
                        half + (stirling(c) - stirling(b) - stirling(q)),
                        4.0 * U * (1.0 + half.abs()),
                    )
                } else {
                    let (x, y, l) = (-b * ln_1p(q / b), -q * ln_1p(b / q), ln_beta(b, q));
                    (
                        x + y - l,
                        U * (6.0 * (x.abs() + y.abs()) + 16.0 * l.abs() + 16.0),
                    )
                };
                (mode, error, ln_1p(w / b))
            }
            Change::Added | Change::Removed => {
                let shape = if change == Change::Added { b + w } else { b };
                let (mode, error) = if shape >= 10.0 {
                    let half = 0.5 * (ln(shape) - LN_TAU);
                    (half - stirling(shape), 4.0 * U * (1.0 + half.abs()))
                } else {
                    let (x, l) = (shape * ln(shape), ln_gamma(shape));
                    (
                        x - shape - l,
                        U * (4.0 * (x.abs() + shape) + 4.0 * l.abs() + 4.0),
                    )
                };
                let rise = mean_ln_rise(b, w);
                (
                    mode,
                    error,
                    if change == Change::Added {
                        ln_1p(w / b) - rise
                    } else {
                        rise
                    },
                )
            }
        };
        let centre_error = match change {
            Change::Moved => 2.0 * U * centre,
            // every piece of mean_ln_rise is of the order of w before the division, up to the tail of Stirling's series
            _ => {
                U * (16.0
                    + 8.0 * centre.abs()
                    + 4.0 * ln_1p(w / b)
                    + 4.0 * if b < 12.0 { ln(12.0 / b) * 12.0 } else { 0.0 }
                    + 1e-5 / w)
            }
        };
        Pair {
            change,
            b,
            w,
            ln_mode,
            mode_error,
            centre,
            centre_error,
        }
    }

    /// The pair at `epsilon` >= 0.
    pub fn at(&self, epsilon: f64) -> Crossing {
        let (b, w) = (self.b, self.w);
        let t = epsilon / w;
        let gap = self.centre - t;
        let gap_error = self.centre_error + 2.0 * U * (t + gap.abs());
        let (s, ln_ratio, fall, size, slope) = match self.change {
            Change::Moved => {
                let c = 2.0 * b + w;
                let s = if t > 0.0 {
                    exp(-t) / (1.0 + exp(-t))
                } else {
                    0.5
                };
                // ln(f(mode)/f(crossing)) = c (ln(1 - x + x e^gap) - x gap), x = b/c
                let (log, line) = (c * ln_1p(b / c * exp_m1(gap.min(700.0))), b * gap);
                let log = if gap > 700.0 {
                    c * (gap + ln(b / c))
                } else {
                    log
                };
                (s, 0.0, log - line, log.abs() + line.abs(), b - c * s)
            }
            Change::Removed => {
                let g = b * exp(gap.min(680.0));
                (
                    g,
                    gap,
                    b * (exp_m1(gap.min(680.0)) - gap),
                    b * (gap.abs() + exp_m1(gap.min(680.0)).abs()),
                    b - g,
                )
            }
            Change::Added => {
                let q = b + w;
                let up = (-gap).min(650.0);
                let g = q * exp(up);
                (
                    g,
                    -gap,
                    q * (exp_m1(up) + gap),
                    q * (gap.abs() + exp_m1(up).abs()),
                    g - q,
                )
            }
        };
        let error = self.mode_error + 4.0 * U * size + (slope.abs() + w) * gap_error;
        let depth = if gap > 0.0 { fall } else { 0.0 };
        Crossing {
            change: self.change,
            b,
            w,
            epsilon,
            t,
            s,
            ln_ratio,
            ln_density: self.ln_mode - fall,
            error,
            depth,
        }
    }
}

impl Crossing {
    /// E(v), the fall of ln f beyond the crossing.
    pub fn exponent(&self, v: f64) -> f64 {
        match self.change {
            Change::Moved => self.b * v + (2.0 * self.b + self.w) * ln_1p(self.s * exp_m1(-v)),
            Change::Removed => self.b * v + self.s * exp_m1(-v),
            Change::Added => self.s * exp_m1(v) - (self.b + self.w) * v,
        }
    }
    /// The sum of the sizes of the two terms of E(v), which nearly cancel at large shapes: what its rounding error is in proportion to.
    pub fn exponent_size(&self, v: f64) -> f64 {
        let linear = match self.change {
            Change::Moved | Change::Removed => self.b * v,
            Change::Added => (self.b + self.w) * v,
        };
        2.0 * linear + self.exponent(v).abs()
    }
    /// E'(v); it never falls.
    pub fn exponent_slope(&self, v: f64) -> f64 {
        match self.change {
            Change::Moved => {
                self.b - (2.0 * self.b + self.w) * self.s * exp(-v) / (1.0 + self.s * exp_m1(-v))
            }
            Change::Removed => self.b - self.s * exp(-v),
            Change::Added => self.s * exp(v) - (self.b + self.w),
        }
    }
    /// E''(0).
    pub fn exponent_curvature(&self) -> f64 {
        match self.change {
            Change::Moved => (2.0 * self.b + self.w) * self.s * (1.0 - self.s),
            Change::Removed | Change::Added => self.s,
        }
    }
}

/// ln delta, a bound of its absolute error, and its slope in epsilon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LnDelta {
    pub ln: f64,
    pub error: f64,
    pub slope: f64,
}
