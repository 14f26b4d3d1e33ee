//! Complex numbers: only what a line integral of Gamma functions needs.
use super::float::{atan2, cos, exp, hypot, ln, ln_1p, sin};
use core::ops::{Add, Mul, Neg, Sub};

/// re + i im.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Complex {
    pub(crate) const ZERO: Complex = Complex { re: 0.0, im: 0.0 };
    pub(crate) const ONE: Complex = Complex { re: 1.0, im: 0.0 };

    pub(crate) const fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }

    /// |z|, without overflow; within 2 ulp.
    pub(crate) fn abs(self) -> f64 {
        if self.im == 0.0 {
            self.re.abs()
        } else {
            hypot(self.re, self.im)
        }
    }

    pub(crate) fn scale(self, factor: f64) -> Self {
        Complex {
            re: self.re * factor,
            im: self.im * factor,
        }
    }

    /// 1/z by Smith's division; not for z = 0.
    pub(crate) fn recip(self) -> Self {
        if self.re.abs() >= self.im.abs() {
            let ratio = self.im / self.re;
            let denominator = self.re + self.im * ratio;
            Complex {
                re: 1.0 / denominator,
                im: -ratio / denominator,
            }
        } else {
            let ratio = self.re / self.im;
            let denominator = self.re * ratio + self.im;
            Complex {
                re: ratio / denominator,
                im: -1.0 / denominator,
            }
        }
    }

    /// The principal logarithm.
    pub(crate) fn ln(self) -> Self {
        Complex {
            re: ln(self.abs()),
            im: atan2(self.im, self.re),
        }
    }

    /// ln(1 + z), principal. The absolute error is below 2^-53 times
    /// 5 |ln(1+z)| for |z| <= 1/2, and times 4 |z/(1+z)| + 4 + |ln(1+z)| elsewhere.
    pub(crate) fn ln_1p(self) -> Self {
        let Complex { re, im } = self;
        let modulus = if self.abs() > 0.5 {
            ln(hypot(1.0 + re, im))
        } else {
            0.5 * ln_1p(re * (2.0 + re) + im * im)
        };
        Complex {
            re: modulus,
            im: atan2(im, 1.0 + re),
        }
    }

    /// e^z.
    pub(crate) fn exp(self) -> Self {
        let size = exp(self.re);
        if self.im == 0.0 {
            return Complex { re: size, im: 0.0 };
        }
        Complex {
            re: size * cos(self.im),
            im: size * sin(self.im),
        }
    }
}

impl Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Sub for Complex {
    type Output = Complex;
    fn sub(self, other: Complex) -> Complex {
        Complex {
            re: self.re - other.re,
            im: self.im - other.im,
        }
    }
}

impl Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities() {
        let values = [
            (0.3, -0.2),
            (-0.9999, 1e-7),
            (1e-12, 3e-13),
            (40.0, -7.0),
            (-0.2, 5.0),
            (1e-9, 0.0),
        ];
        for (re, im) in values {
            let z = Complex::new(re, im);
            let back = z.ln_1p().exp() - Complex::ONE;
            assert!(
                (back - z).abs() < 1e-15 * (1.0 + z.abs()),
                "{z:?}: {back:?}"
            );
            let unit = z.recip() * z;
            assert!((unit - Complex::ONE).abs() < 1e-15, "{z:?}: {unit:?}");
            assert!((z.ln().exp() - z).abs() < 4e-15 * z.abs(), "{z:?}");
        }
        // tiny arguments keep their relative accuracy
        let z = Complex::new(3e-12, -1e-13);
        let expected = z - (z * z).scale(0.5);
        assert!((z.ln_1p() - expected).abs() < 1e-15 * z.abs());
    }
}
