//! Numbers as unevaluated sums of two doubles, and a logarithm with more than 53 bits.
//!
//! Where two logarithms of like size are subtracted, or a value is the small rest of larger ones, 53 bits are not enough. No fused
//! multiply-add: a processor without one would emulate it, so products are split by masking bits.
#![allow(clippy::excessive_precision)]
use core::ops::{Add, Div, Mul, Neg, Sub};

/// hi + lo with |lo| <= ulp(hi)/2: about 106 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    /// The value rounded to a double.
    pub hi: f64,
    /// The rest.
    pub lo: f64,
}

/// (s, e): s = a + b rounded, s + e = a + b exactly (Knuth). Any order of sizes.
#[inline]
#[must_use]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// As [`two_sum`], for |a| >= |b| or a = 0 (Dekker).
#[inline]
#[must_use]
pub fn quick_two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, b - (s - a))
}

/// The upper 26 bits of x's significand, and the other 27: x = upper + lower exactly.
#[inline]
fn split(x: f64) -> (f64, f64) {
    let upper = f64::from_bits(x.to_bits() & 0xFFFF_FFFF_F800_0000);
    (upper, x - upper)
}

/// (p, e): p = a b rounded, p + e = a b to within 2^-106 |a b| (Dekker, with a split that cannot overflow).
#[inline]
#[must_use]
pub fn two_prod(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    (p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl)
}

impl DoubleDouble {
    /// a + b, exactly.
    #[inline]
    #[must_use]
    pub fn sum(a: f64, b: f64) -> Self {
        let (hi, lo) = two_sum(a, b);
        Self { hi, lo }
    }

    /// a / b, to 2^-104.
    #[inline]
    #[must_use]
    pub fn quotient(a: f64, b: f64) -> Self {
        let q = a / b;
        let (p, e) = two_prod(q, b);
        let (hi, lo) = quick_two_sum(q, ((a - p) - e) / b);
        Self { hi, lo }
    }

    /// The nearest double.
    #[inline]
    #[must_use]
    pub fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// ln x for finite x > 0, to 2^-93 max(1, |ln x|), and to 2^-93 |ln x| for |x - 1| < 0.0026. NaN elsewhere.
    ///
    /// x = 2^k z and c = 1/z to 14 bits from a table: ln x = k ln 2 - ln c + ln(1 + r), r = z c - 1 exactly, |r| < 2^-7. The first five terms of ln(1 + r) in double-double.
    #[must_use]
    pub fn ln(x: f64) -> Self {
        if !(x > 0.0 && x < f64::INFINITY) {
            return Self {
                hi: f64::NAN,
                lo: f64::NAN,
            };
        }
        let Reduced {
            exact,
            rest,
            r,
            r_low,
        } = reduce(x);
        let r = Self { hi: r, lo: r_low };
        let [t0, t1, t2, t3, t4, t5, t6] = LN_TAIL;
        let z = r.hi;
        let tail = t0 + z * (t1 + z * (t2 + z * (t3 + z * (t4 + z * (t5 + z * t6)))));
        let fifth = Self {
            hi: 0.2,
            lo: -1.110_223_024_625_156_6e-17,
        };
        let third = Self {
            hi: 0.333_333_333_333_333_3,
            lo: 1.850_371_707_708_594_2e-17,
        };
        let sum = fifth + r.hi * tail;
        let sum = r * sum + -0.25;
        let sum = r * sum + third;
        let sum = r * sum + -0.5;
        let sum = r * (r * sum) + r;
        (sum + rest) + exact
    }
}

impl From<f64> for DoubleDouble {
    #[inline]
    fn from(x: f64) -> Self {
        Self { hi: x, lo: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self {
            hi: -self.hi,
            lo: -self.lo,
        }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let (s, e) = two_sum(self.hi, other.hi);
        let (t, f) = two_sum(self.lo, other.lo);
        let (s, e) = quick_two_sum(s, e + t);
        let (hi, lo) = quick_two_sum(s, e + f);
        Self { hi, lo }
    }
}

impl Add<f64> for DoubleDouble {
    type Output = Self;
    #[inline]
    fn add(self, other: f64) -> Self {
        let (s, e) = two_sum(self.hi, other);
        let (hi, lo) = quick_two_sum(s, e + self.lo);
        Self { hi, lo }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (p, e) = two_prod(self.hi, other.hi);
        let (hi, lo) = quick_two_sum(p, e + (self.hi * other.lo + self.lo * other.hi));
        Self { hi, lo }
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        let q = self.hi / other.hi;
        let r = self - other * q;
        let (hi, lo) = quick_two_sum(q, r.hi / other.hi);
        Self { hi, lo }
    }
}

impl Mul<f64> for DoubleDouble {
    type Output = Self;
    #[inline]
    fn mul(self, other: f64) -> Self {
        let (p, e) = two_prod(self.hi, other);
        let (hi, lo) = quick_two_sum(p, e + self.lo * other);
        Self { hi, lo }
    }
}

/// ln x for finite x > 0 as a pair with an error below 2^-66 absolute (for |ln x| <= 1, else relative) and about the cost of a plain logarithm. The pair is not normalised:
/// |second| < 2^-13. Near x = 1 the pair is (x - 1, the rest).
#[inline]
pub(crate) fn ln_pair(x: f64) -> (f64, f64) {
    let Reduced {
        exact,
        rest,
        r,
        r_low,
    } = reduce(x);
    let [c0, c1, c2, c3, c4, c5, c6] = LN_SHORT;
    let r2 = r * r;
    let poly = (c0 + r * c1) + r2 * ((c2 + r * c3) + r2 * ((c4 + r * c5) + r2 * c6));
    // |exact| >= |r|, or exact = 0.
    let (hi, e) = quick_two_sum(exact, r);
    (hi, ((e + r_low) + rest) + r2 * poly)
}

/// ln x = exact + rest + ln(1 + r + r_low).
struct Reduced {
    exact: f64,
    rest: f64,
    r: f64,
    r_low: f64,
}

#[inline]
fn reduce(x: f64) -> Reduced {
    // A subnormal is scaled up by 2^54.
    let (x, shift) = if x < f64::MIN_POSITIVE {
        (x * 18_014_398_509_481_984.0, 54)
    } else {
        (x, 0)
    };
    let bits = x.to_bits();
    let above = bits.wrapping_sub(LN_OFFSET);
    let k = f64::from(((above as i64) >> 52) as i32 - shift);
    let z = f64::from_bits(bits.wrapping_sub(above & 0xFFF0_0000_0000_0000));
    let (c, high, low) = LN_TABLE
        .get((above >> 46) as usize & 63)
        .copied()
        .unwrap_or((1.0, 0.0, 0.0));
    // c has 14 bits and zh 26: zh c, and the difference from 1, are exact; so is zl c (41 bits).
    let (zh, zl) = split(z);
    let (r, r_low) = quick_two_sum(zh * c - 1.0, zl * c);
    Reduced {
        exact: k * LN_2_HIGH + high,
        rest: k * LN_2_LOW + low,
        r,
        r_low,
    }
}

/// Bits of the lower end of the first interval of z: 1 lies inside an interval, for which c = 1.
const LN_OFFSET: u64 = 0x3FE6_9555_0000_0000;
/// (c, high, low): c = 1/z to 14 bits in the middle of the interval, high + low = -ln c, high a multiple of 2^-42 so that k ln 2 + high is exact.
const LN_TABLE: [(f64, f64, f64); 64] = [
    (1.4091796875, -0.34300775317433363, -8.414821330412723e-14),
    (1.393798828125, -0.3320329892449081, -7.374977775816143e-15),
    (1.3787841796875, -0.3212020816229142, 9.957166302139864e-14),
    (1.3641357421875, -0.3105210722023912, -8.933518319809042e-14),
    (1.3497314453125, -0.29990564326317326, 6.051467031146324e-14),
    (1.335693359375, -0.2894505273445702, 8.80086724994908e-14),
    (
        1.3218994140625,
        -0.27906965234910786,
        1.7451026307195433e-14,
    ),
    (1.308349609375, -0.2687665027754065, -1.0006361592796055e-13),
    (1.295166015625, -0.258638884328775, 3.522389322891758e-14),
    (1.2821044921875, -0.2485028623434573, -2.903543039903582e-14),
    (1.2694091796875, -0.23855157938101001, 6.626972980501716e-14),
    (1.2569580078125, -0.2286945223775092, 4.740103564983726e-14),
    (1.2447509765625, -0.2189354910849488, 1.2132641354098273e-14),
    (1.2327880859375, -0.2092783407472325, -3.539113918491014e-14),
    (1.220947265625, -0.19962700469955053, -9.4549768853271e-15),
    (1.20947265625, -0.1901844433300539, 9.275549036826529e-14),
    (1.1981201171875, -0.1807537594313544, 8.199345424238852e-14),
    (1.18701171875, -0.1714389881567513, 2.6336215108295142e-14),
    (1.1761474609375, -0.162244233569254, 7.62498905102235e-14),
    (1.1654052734375, -0.15306890071883572, 9.155977307472727e-14),
    (
        1.1549072265625,
        -0.14402001742519133,
        3.6110467856877144e-14,
    ),
    (1.14453125, -0.13499516453748583, -1.8996158041578768e-14),
    (1.1343994140625, -0.1261033602779662, -8.408912895097985e-14),
    (1.12451171875, -0.11734891366131706, 3.0262370002715844e-14),
    (1.1146240234375, -0.10851714933710355, 5.246524731158021e-14),
    (1.10498046875, -0.09982765947415828, 1.9309795853906464e-14),
    (1.0955810546875, -0.09128486607710329, -8.73115634427914e-14),
    (1.0863037109375, -0.0827808425776766, 1.0338330059159646e-13),
    (1.0771484375, -0.07431721365401245, -3.69279969136185e-14),
    (1.068115234375, -0.06589563207239735, 2.6257154474017797e-14),
    (1.059326171875, -0.05763301907904861, 4.1619440243038184e-14),
    (
        1.0506591796875,
        -0.04941775737029275,
        1.0728973317439788e-13,
    ),
    (1.0421142578125, -0.04125158973101861, 1.235688705013665e-15),
    (1.03369140625, -0.03313628497539867, -6.808611120784332e-14),
    (1.025390625, -0.025073637552168293, 5.233209414954029e-14),
    (
        1.0172119140625,
        -0.01706546710283874,
        -7.901510709079232e-14,
    ),
    (
        1.0091552734375,
        -0.00911361797329846,
        -8.812759142891879e-14,
    ),
    (1.0, 0.0, 0.0),
    (0.9871826171875, 0.01290023418346209, 4.789717552539385e-15),
    (0.97216796875, 0.028226682095237265, -3.515276887647003e-14),
    (0.9576416015625, 0.04328168211213779, 1.826857382152257e-14),
    (0.9434814453125, 0.05817858017235267, 6.536022626479937e-14),
    (0.9298095703125, 0.07277547690659958, -9.868293966451363e-14),
    (0.91650390625, 0.08718894957291923, -2.964286658144522e-14),
    (0.903564453125, 0.1014078343332585, -7.07688512290305e-14),
    (
        0.8909912109375,
        0.11542071582766766,
        -1.0945255624995295e-14,
    ),
    (0.878662109375, 0.12935485864022667, 8.634717301300831e-14),
    (0.8668212890625, 0.1429224490971137, 8.168422875433426e-14),
    (0.855224609375, 0.156391143521887, -3.0089814653712217e-14),
    (0.843994140625, 0.16960972679771658, 2.6033195486781763e-15),
    (0.8330078125, 0.18271225810781289, -3.890978740281271e-14),
    (0.822265625, 0.19569179135714876, -2.239166785505485e-14),
    (0.8118896484375, 0.20839084899489535, -2.748477164866145e-14),
    (0.8016357421875, 0.22110096108826838, 4.801420420154988e-14),
    (0.791748046875, 0.2335120604120675, -4.176853209560255e-14),
    (
        0.7821044921875,
        0.24576692564028235,
        -1.4894146967590235e-14,
    ),
    (0.7725830078125, 0.2580158225039213, 6.236657459235837e-14),
    (0.763427734375, 0.26993680926148045, 2.1980060799714833e-14),
    (0.75439453125, 0.28183979682762583, -7.326569547886884e-14),
    (0.74560546875, 0.29355868094080506, -3.909189520611133e-14),
    (0.737060546875, 0.30508523701246304, 4.187119621039142e-14),
    (
        0.7286376953125,
        0.31657865911074623,
        -1.0706744314127448e-13,
    ),
    (0.720458984375, 0.3278667917763869, 1.741196160448317e-14),
    (0.71240234375, 0.3391124376366861, -7.332393769491686e-14),
];
const LN_2_HIGH: f64 = 0.6931471805598903;
const LN_2_LOW: f64 = 5.497923018708371e-14;
/// (ln(1+r) - r)/r^2: relative error 5.87e-18 at 0.00171903, absolute 2.94e-18, on [-0.00774861, 0.00774861].
const LN_SHORT: [f64; 7] = [
    -0.5,
    0.333333333333336,
    -0.25000000000000155,
    0.19999999964867224,
    -0.16666666639444244,
    0.1428688279776783,
    -0.12500999424891046,
];
/// (ln(1+r) - r + r^2/2 - .. - r^5/5)/r^6: relative error 5.92e-17 at 0.000634224, absolute 9.86e-18, on [-0.00774861, 0.00774861].
const LN_TAIL: [f64; 7] = [
    -0.16666666666666666,
    0.14285714285714468,
    -0.1250000000012334,
    0.1111111108683064,
    -0.09999995876614884,
    0.09091717559951802,
    -0.0837309999674346,
];

#[cfg(test)]
mod tests;
