//! ln |Gamma(x)| below zero: between any two neighbouring negative integers from -2 downwards the function has two zeros, which close in on the
//! integers as 1/n!.
use super::digamma::digamma;
use super::double_double::{DoubleDouble, ln_pair, two_prod, two_sum};
use super::float::{floor, ln_1p, sin};
use super::ln_gamma::{MINIMUM_AT, minimum, one, positive, two};

/// ln |Gamma(x)|, x < 0: +infinity at the poles and at minus infinity.
pub(super) fn negative(x: f64) -> f64 {
    let t = -x;
    let m = floor(t + 0.5);
    // x = -m + delta: exact, as x has no finer bits than delta.
    let delta = x + m;
    if !(delta.abs() > 0.0) {
        return f64::INFINITY;
    }
    if t > 17.5 {
        return reflection(t, delta);
    }
    let v = recurrence(x, m, delta);
    // Between -17 and -2: v is the rest of larger terms.
    if v.abs() < NEAR_ZERO {
        near_zero(m, delta).unwrap_or(v)
    } else {
        v
    }
}

/// ln |Gamma(x)| = ln(pi / |x sin(pi x)|) - ln Gamma(-x) for t = -x > 17.5. Nothing cancels: no double lies close to a zero here.
fn reflection(t: f64, delta: f64) -> f64 {
    let d = delta.abs();
    let (g, g_low) = positive(t);
    let (h, l) = ln_pair(d);
    let (k, j) = ln_pair(t);
    let pd = core::f64::consts::PI * d;
    let (ratio, rest) = ln_pair(sin(pd) / pd);
    let (u, e) = two_sum(-h, -k);
    let (v, f) = two_sum(u, -g);
    v + ((e + f) - (g_low + l + j + (ratio + rest)))
}

/// Gamma(x) = Gamma(1 + delta) / (delta (delta - 1) .. (delta - m)): the product in double-double, then one logarithm.
fn recurrence(x: f64, m: f64, delta: f64) -> f64 {
    let mut product = DoubleDouble::from(delta.abs());
    let mut k = 1.0;
    // At most 17 factors.
    while k <= m {
        // k - delta, exact.
        product = product * (k - m - x);
        k += 1.0;
    }
    let (b, b_low) = if delta >= 0.25 {
        minimum(delta - (MINIMUM_AT - 1.0))
    } else if delta >= -0.1 {
        one(delta)
    } else {
        // Gamma(1 + delta) = Gamma(2 + delta) / (1 + delta).
        product = product * (1.0 + delta);
        if delta >= -0.28 {
            two(delta)
        } else {
            minimum(delta + (2.0 - MINIMUM_AT))
        }
    };
    let (h, l) = ln_pair(product.hi);
    let (s, e) = two_sum(-h, b);
    s + ((e - l - product.lo / product.hi) + b_low)
}

/// The same function as its integral from the zero -m + z: with d = delta - z,
/// -ln(1 + d/z) + d times the mean of psi(1 + u) - psi(1 - u) + psi(m + 1 - u) over u in [z, delta] (four Gauss-Legendre nodes; d is small).
fn near_zero(m: f64, delta: f64) -> Option<f64> {
    let [above, below] = *ZEROS.get((m as usize).wrapping_sub(2))?;
    let (z, z_low) = if delta > 0.0 { above } else { below };
    if z == 0.0 {
        return None;
    }
    // delta - z is exact: they are neighbours.
    let exact = delta - z;
    let d = exact - z_low;
    let d_low = (exact - d) - z_low;
    let mut mean = 0.0;
    for (node, weight) in GAUSS {
        let u = z + d * node;
        mean += weight * ((psi(1.0, u) - psi(1.0, -u)) + psi(m + 1.0, -u));
    }
    // d/z = ratio + rest.
    let ratio = d / z;
    let (p, e) = two_prod(ratio, z);
    let rest = (((d - p) - e) + d_low - z_low * ratio) / z;
    // ln(1 + ratio) - ratio.
    let bend = if ratio.abs() < 0.007_812_5 {
        let high = 1.0 / 5.0 - ratio * (1.0 / 6.0 - ratio * (1.0 / 7.0 - ratio / 8.0));
        -ratio * ratio * (0.5 - ratio * (1.0 / 3.0 - ratio * (0.25 - ratio * high)))
    } else {
        ln_1p(ratio) - ratio
    };
    Some(((d * mean - bend) - rest / (1.0 + ratio)) - ratio)
}

/// psi(c + u) without rounding c + u.
fn psi(c: f64, u: f64) -> f64 {
    let (s, e) = two_sum(c, u);
    let r = 1.0 / s;
    // psi'(s) to a few digits.
    digamma(s) + e * r * (1.0 + r * (0.5 + r / 6.0))
}

/// Below this the terms of the recurrence, each good to about 2^-57, would leave too few digits.
const NEAR_ZERO: f64 = 0.03;

/// Nodes and weights on [0, 1].
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_92),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_05),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_05),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_92),
];

/// z for m = 2..16, above and below the integer -m; 0 where there is no zero (`scripts/special_coefficients.py zeros`).
const ZEROS: [[(f64, f64); 2]; 15] = [
    [(0.0, 0.0), (-0.45702473822080064, 1.843554041574456e-17)], // 2
    [
        (0.2523173532725874, -2.04688991691325e-17),
        (-0.14358088834998006, 3.862806401714152e-18),
    ], // 3
    [
        (0.04470571514140207, 8.223977942582053e-19),
        (-0.03936183974053688, 3.2731379225891636e-18),
    ], // 4
    [
        (0.008455359439952277, 8.231751957350036e-19),
        (-0.008218168322593521, -5.582665915956405e-19),
    ], // 5
    [
        (0.0013925199191243706, -7.090441230646531e-20),
        (-0.0013852944531550972, -2.6295731811446077e-20),
    ], // 6
    [
        (0.0001984921093623021, 6.263909978492175e-21),
        (-0.00019833340732475162, 1.1820573401560963e-20),
    ], // 7
    [
        (2.4802904179335845e-05, 3.15397713595963e-22),
        (-2.48002706819597e-05, 1.0083974251164085e-21),
    ], // 8
    [
        (2.7557490225318057e-06, -6.500300408654724e-23),
        (-2.7557148226503463e-06, -5.624459871432079e-23),
    ], // 9
    [
        (2.7557337083353163e-07, 1.4502658434955713e-23),
        (-2.755730136466002e-07, -2.4472526783403563e-23),
    ], // 10
    [
        (2.5052109918476226e-08, -6.807394864189793e-25),
        (-2.5052106852407546e-08, 1.2924868620853802e-24),
    ], // 11
    [
        (2.087675709796081e-09, -8.658839215884982e-26),
        (-2.087675687777539e-09, -4.849684877236172e-26),
    ], // 12
    [
        (1.6059043843534355e-10, 6.465141936497467e-27),
        (-1.6059043830108875e-10, 7.046449983196074e-27),
    ], // 13
    [
        (1.147074559808161e-11, -7.830340218001236e-28),
        (-1.147074559737784e-11, 4.194056116105366e-28),
    ], // 14
    [
        (7.647163731835846e-13, -3.8035184915187745e-29),
        (-7.647163731803788e-13, 4.886154187641447e-29),
    ], // 15
    [
        (4.779477332388026e-14, -9.319923331229129e-31),
        (-4.779477332386745e-14, -1.811833433216651e-30),
    ], // 16
];
