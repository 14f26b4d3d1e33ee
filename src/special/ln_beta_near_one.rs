//! ln B(a, b) next to B = 1, where it is the small rest of terms of order 1: about 90 bits instead of 58.
#![allow(clippy::excessive_precision)]
use super::double_double::{DoubleDouble, two_sum};

/// ln B(a, b) where |ln B| is small: there a is about 1 or below, b about 1 or above.
pub(super) fn ln_beta_near_one(a: f64, b: f64) -> f64 {
    let g = ln_gamma(a.into());
    if b < FAR {
        let s = DoubleDouble::sum(a, b);
        return (g + (ln_gamma(b.into()) - ln_gamma(s))).value();
    }
    // ln Gamma(b) - ln Gamma(a + b) = -a ln b - E(h) + R, h = a/b <= 0.001:
    // E = sum over k >= 1 of (-1)^(k-1) h^k/k (a/(k+1) - 1/2), R the difference of the remainders of Stirling's formula.
    let h = DoubleDouble::quotient(a, b);
    let z = h.hi;
    let term = |k: f64| (a / (k + 1.0) - 0.5) / k;
    let high = z * z * z * (term(3.0) - z * (term(4.0) - z * (term(5.0) - z * term(6.0))));
    let first = h * (DoubleDouble::sum(a, -1.0) * 0.5);
    let second = h * h * ((DoubleDouble::quotient(a, 3.0) + -0.5) * 0.5);
    let e = first - second + high;
    // (1/b - 1/(a+b))/12 - (1/b^3 - 1/(a+b)^3)/360 + ..
    let r = 1.0 / b;
    let one = DoubleDouble::from(1.0);
    let remainder = DoubleDouble::quotient(1.0, b) * h / ((one + h) * 12.0);
    let cube = 1.0 + z;
    let third = r * r * r * z * (3.0 + z * (3.0 + z)) / (cube * cube * cube * 360.0);
    let v = r * r;
    let fifth = r * v * v * z * (1.0 - z * (3.0 - 7.0 * z)) / 252.0;
    let seventh = r * v * v * v * z / 240.0;
    ((g - DoubleDouble::ln(b) * a) - e + remainder + (fifth - third - seventh)).value()
}

/// From here on the expansion in a/b.
const FAR: f64 = 1024.0;

/// ln Gamma(x), x > 0, to about 2^-95 of its largest term: shift up to 24, Stirling's series.
fn ln_gamma(x: DoubleDouble) -> DoubleDouble {
    let mut product = DoubleDouble::from(1.0);
    let mut y = x;
    // At most 24 steps.
    while y.hi < 24.0 {
        product = product * y;
        y = y + 1.0;
    }
    let v = DoubleDouble::from(1.0) / y;
    let w = v * v;
    let z = w.hi;
    let mut tail = 0.0;
    for c in TAIL {
        tail = tail * z + c;
    }
    let [c1, c2, c3] = LEADING;
    let series = v * (c1 + w * (c2 + w * (c3 + z * tail)));
    let main = (y + -0.5) * ln(y) - y;
    main + HALF_LN_2_PI + series - ln(product)
}

/// ln(hi + lo) = ln hi + lo/hi: the square of lo/hi is below 2^-106.
fn ln(x: DoubleDouble) -> DoubleDouble {
    let (hi, lo) = two_sum(0.0, x.lo / x.hi);
    DoubleDouble::ln(x.hi) + DoubleDouble { hi, lo }
}

/// ln(2 pi)/2.
const HALF_LN_2_PI: DoubleDouble = DoubleDouble {
    hi: 0.9189385332046728,
    lo: -3.8782941580672414e-17,
};

/// B_2k/(2k(2k - 1)), k = 1, 2, 3.
const LEADING: [DoubleDouble; 3] = [
    DoubleDouble {
        hi: 0.08333333333333333,
        lo: 4.625929269271485e-18,
    },
    DoubleDouble {
        hi: -0.002777777777777778,
        lo: 1.0601087908747154e-19,
    },
    DoubleDouble {
        hi: 0.0007936507936507937,
        lo: 6.883823317368282e-22,
    },
];

/// The same, k = 13 down to 4.
const TAIL: [f64; 10] = [
    2193.1033333333335,
    -156.84828462600203,
    13.402864044168393,
    -1.3924322169059011,
    0.17964437236883057,
    -0.029550653594771242,
    0.00641025641025641,
    -0.0019175269175269176,
    0.0008417508417508417,
    -0.0005952380952380953,
];
