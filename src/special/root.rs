//! A bracketing root solver.
//!
//! The answer is an interval, not a point: whoever needs a guarantee takes the end at which it holds.
use crate::error::{Error, Result};

/// An interval that contains a change of sign of f: `f_lo` and `f_hi` have opposite signs or one of them is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// f(lo).
    pub f_lo: f64,
    /// f(hi).
    pub f_hi: f64,
}

impl Bracket {
    /// hi - lo.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }
}

/// Encloses a root of the continuous function f between `lo` and `hi`.
///
/// **Domain.** Finite lo <= hi, f(lo) and f(hi) of opposite signs (or one of them 0), f never NaN; infinite values of f are fine. f need not be
/// monotone; where it has several roots, one of them is enclosed.
///
/// **Guarantee.** Every returned bracket has the change of sign, whatever stopped the search: width at most `tolerance` (absolute), ends that are
/// neighbouring doubles, an exact zero (then lo = hi), or `max_iterations` evaluations (then [`Bracket::width`] is above the tolerance, and
/// the caller decides). A `tolerance` of 0 or NaN asks for neighbouring doubles.
///
/// **Method.** ITP of Oliveira & Takahashi (doi:10.1145/3423597): interpolation, truncation, projection. Superlinear on smooth f, and never
/// more than one evaluation above plain bisection on any f.
///
/// **Errors.** [`Error::Domain`]: ends not finite or in the wrong order, no change of sign, f is NaN somewhere it was evaluated.
///
/// **Cost.** At most 2 + `max_iterations` evaluations of f; about 10 on smooth f.
///
/// ```
/// use dpmarkov::special::root;
/// let b = root::bracket(|x| x * x - 2.0, 1.0, 2.0, 1e-12, 60).unwrap();
/// assert!(b.lo * b.lo <= 2.0 && 2.0 <= b.hi * b.hi && b.width() <= 1e-12);
/// ```
pub fn bracket(
    mut f: impl FnMut(f64) -> f64,
    lo: f64,
    hi: f64,
    tolerance: f64,
    max_iterations: u32,
) -> Result<Bracket> {
    if !(lo.is_finite() && hi.is_finite() && lo <= hi) {
        return Err(Error::Domain);
    }
    let mut b = Bracket {
        lo,
        hi,
        f_lo: f(lo),
        f_hi: f(hi),
    };
    if b.f_lo == 0.0 && !b.f_hi.is_nan() {
        return Ok(Bracket {
            hi: lo,
            f_hi: b.f_lo,
            ..b
        });
    }
    if b.f_hi == 0.0 && !b.f_lo.is_nan() {
        return Ok(Bracket {
            lo: hi,
            f_lo: b.f_hi,
            ..b
        });
    }
    // The positive form also refuses NaN.
    let rising = b.f_lo < 0.0 && b.f_hi > 0.0;
    if !(rising || (b.f_lo > 0.0 && b.f_hi < 0.0)) {
        return Err(Error::Domain);
    }
    let tolerance = if tolerance > 0.0 { tolerance } else { 0.0 };

    // Bisection would have halved `reach` to tolerance/2 after n steps; ITP is allowed one step more (factor 2).
    // Halves throughout: hi - lo may overflow, hi/2 - lo/2 does not.
    let start = 0.5 * hi - 0.5 * lo;
    let mut reach = 2.0 * start;
    if tolerance > 0.0 {
        reach = tolerance;
        for _ in 0..2100 {
            if !(reach < 2.0 * start) {
                break;
            }
            reach *= 2.0;
        }
    }
    // kappa_1 of the paper; kappa_2 = 2.
    let truncation = 0.1 / start;

    for _ in 0..max_iterations {
        let half = 0.5 * b.hi - 0.5 * b.lo;
        let middle = b.lo + half;
        if !(2.0 * half > tolerance && b.lo < middle && middle < b.hi) {
            break;
        }
        // Interpolation: the regula falsi point, written so that it lies between the ends.
        let falsi = b.lo + 2.0 * half * (b.f_lo / (b.f_lo - b.f_hi));
        let side = if middle >= falsi { 1.0 } else { -1.0 };
        // Truncation: towards the middle by kappa_1 width^2.
        let shift = truncation * (2.0 * half) * (2.0 * half);
        let truncated = if shift <= (middle - falsi).abs() {
            falsi + side * shift
        } else {
            middle
        };
        // Projection: no further from the middle than bisection's schedule allows.
        let radius = reach - half;
        let mut x = if (truncated - middle).abs() <= radius {
            truncated
        } else {
            middle - side * radius
        };
        // Infinite f, a radius of rounding errors, or an end that the interpolation hit: bisect.
        if !(b.lo < x && x < b.hi) {
            x = middle;
        }
        reach *= 0.5;
        let y = f(x);
        if y == 0.0 {
            return Ok(Bracket {
                lo: x,
                hi: x,
                f_lo: y,
                f_hi: y,
            });
        }
        if (y > 0.0) == rising && !y.is_nan() {
            b = Bracket {
                hi: x,
                f_hi: y,
                ..b
            };
        } else if (y < 0.0) == rising && !y.is_nan() {
            b = Bracket {
                lo: x,
                f_lo: y,
                ..b
            };
        } else {
            return Err(Error::Domain);
        }
    }
    Ok(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bracket of a function that is 0 at `root` only, and the number of evaluations.
    fn run(f: impl Fn(f64) -> f64, lo: f64, hi: f64, tolerance: f64) -> (Bracket, u32) {
        let mut calls = 0;
        let b = bracket(
            |x| {
                calls += 1;
                f(x)
            },
            lo,
            hi,
            tolerance,
            3000,
        )
        .unwrap();
        assert!(lo <= b.lo && b.lo <= b.hi && b.hi <= hi, "{b:?}");
        assert_eq!(b.f_lo.to_bits(), f(b.lo).to_bits());
        assert_eq!(b.f_hi.to_bits(), f(b.hi).to_bits());
        assert!(b.f_lo * b.f_hi <= 0.0, "{b:?}");
        assert!(b.width() <= tolerance || b.lo.next_up() >= b.hi, "{b:?}");
        (b, calls)
    }

    #[test]
    fn smooth_functions_are_quick_and_no_function_is_slower_than_bisection_plus_one() {
        let (b, calls) = run(|x| x * x * x - x - 2.0, 1.0, 2.0, 1e-14);
        assert!((b.lo - 1.521_379_706_804_567_6).abs() < 1e-13, "{b:?}");
        assert!(calls <= 14, "{calls}");
        let step = |x: f64| if x < 0.123_456_789 { -1.0 } else { 1e30 };
        let (b, calls) = run(step, 0.0, 1.0, 1e-12);
        assert!(b.lo < 0.123_456_789 && 0.123_456_789 <= b.hi);
        assert!(calls <= 2 + 40 + 1, "{calls}");
        // A root of multiplicity 21: regula falsi alone would need millions of steps.
        let (_, calls) = run(|x: f64| (x - 0.3).powi(21), 0.0, 1.0, 1e-9);
        assert!(calls <= 2 + 30 + 1, "{calls}");
    }

    #[test]
    fn falling_functions_infinities_and_huge_intervals() {
        let (b, _) = run(|x| 1.0 - x, -1e308, 1.7e308, 1e-9);
        assert!(b.lo <= 1.0 && 1.0 <= b.hi);
        run(
            |x| {
                if x < 5.0 {
                    f64::INFINITY
                } else {
                    f64::NEG_INFINITY
                }
            },
            0.0,
            1e300,
            0.0,
        );
        run(|x| -1.0 / x + 1e3, 1e-300, 1.0, 0.0);
        let (b, _) = run(|x| x - 5e-324, 0.0, 1.0, 0.0);
        assert_eq!((b.lo, b.hi), (5e-324, 5e-324));
    }

    #[test]
    fn an_exact_zero_collapses_the_bracket() {
        let at = |lo, hi| bracket(|x| x - 1.0, lo, hi, 0.0, 100).unwrap();
        for b in [at(1.0, 3.0), at(-1.0, 1.0), at(0.0, 2.0), at(1.0, 1.0)] {
            assert_eq!((b.lo, b.hi, b.f_lo, b.f_hi), (1.0, 1.0, 0.0, 0.0));
        }
    }

    #[test]
    fn the_iteration_limit_returns_a_valid_wider_bracket() {
        let b = bracket(|x| x - 0.7, 0.0, 1.0, 0.0, 0).unwrap();
        assert_eq!((b.lo, b.hi), (0.0, 1.0));
        let mut calls = 0;
        let f = |x: f64| {
            calls += 1;
            if x < 0.7 { -1e-9 } else { 1e9 }
        };
        let b = bracket(f, 0.0, 1.0, 0.0, 7).unwrap();
        assert_eq!(calls, 9);
        assert!(b.lo < 0.7 && b.hi >= 0.7 && b.width() > 1e-3);
    }

    #[test]
    fn bad_input_is_refused_without_a_hang() {
        let f = |x: f64| x;
        for (lo, hi) in [
            (f64::NAN, 1.0),
            (-1.0, f64::NAN),
            (1.0, -1.0),
            (f64::NEG_INFINITY, 1.0),
            (-1.0, f64::INFINITY),
            (1.0, 2.0),
            (-2.0, -1.0),
        ] {
            assert_eq!(
                bracket(f, lo, hi, 1e-9, 100),
                Err(Error::Domain),
                "{lo} {hi}"
            );
        }
        assert_eq!(
            bracket(|_| f64::NAN, -1.0, 1.0, 1e-9, 100),
            Err(Error::Domain)
        );
        assert_eq!(
            bracket(
                |x| if x.abs() < 1.0 { f64::NAN } else { x },
                -1.0,
                1.0,
                1e-9,
                100
            ),
            Err(Error::Domain)
        );
        assert!(bracket(f, -1.0, 1.5, f64::NAN, 5000).is_ok());
    }
}
