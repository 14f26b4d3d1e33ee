#!/usr/bin/env python3
"""Prints src/special/incomplete/constants.rs (needs mpmath): every number from its definition, 60 digits inside.

    python3 scripts/incomplete_constants.py > src/special/incomplete/constants.rs
"""
import mpmath as mp

mp.mp.dps = 60


def f(v):
    """The nearest double, in the shortest decimal form that reads back as it."""
    text = repr(float(v))
    return text if any(c in text for c in ".en") else text + ".0"


def pair(v):
    """v as an unevaluated sum of two doubles."""
    hi = mp.mpf(float(v))
    return f"({f(hi)}, {f(mp.mpf(v) - hi)})"


def array(name, doc, values, kind="f64", show=f):
    print(f"/// {doc}")
    print("#[rustfmt::skip]")
    print(f"pub(crate) const {name}: [{kind}; {len(values)}] = [")
    for v in values:
        print(f"    {show(v)},")
    print("];")


def chebyshev(g, lo, hi, degree):
    """Power coefficients in t, lo + (hi - lo)(t + 1)/2, of the interpolant of g at the Chebyshev points."""
    n = degree + 1
    nodes = [mp.cos(mp.pi * (k + mp.mpf(1) / 2) / n) for k in range(n)]
    values = [g(lo + (hi - lo) * (t + 1) / 2) for t in nodes]
    c = [2 * mp.fsum(v * mp.cos(mp.pi * j * (k + mp.mpf(1) / 2) / n) for k, v in enumerate(values)) / n for j in range(n)]
    c[0] /= 2
    t0, t1 = [mp.mpf(1)], [mp.mpf(0), mp.mpf(1)]
    power = [mp.mpf(0)] * n
    for j in range(n):
        for i, v in enumerate(t0):
            power[i] += c[j] * v
        t2 = [mp.mpf(0)] + [2 * v for v in t1]
        for i, v in enumerate(t0):
            t2[i] -= v
        t0, t1 = t1, t2
    return power


print("//! Constants of the incomplete beta and gamma functions. Generated: scripts/incomplete_constants.py (mpmath, 60 digits).")
print()
ln2_hi = mp.mpf(int(mp.floor(mp.log(2) * 2**40))) / 2**40
rest = mp.log(2) - ln2_hi
print("/// ln 2 = LN_2.0 + LN_2.1 + LN_2.2; the first has 40 bits, so that its product with an exponent is exact.")
print("#[rustfmt::skip]")
print(f"pub(crate) const LN_2: (f64, f64, f64) = ({f(ln2_hi)}, {f(rest)}, {f(rest - mp.mpf(float(rest)))});")
array("LN_J_128", "ln(j / 128) for j = 90 ..= 182, each as a sum of two doubles.", [mp.log(mp.mpf(j) / 128) for j in range(90, 183)], "(f64, f64)", pair)


def scaled_erfc(t):
    if t == 1:
        return 1 / mp.sqrt(mp.pi) * 2
    z = 4 * (1 + t) / (1 - t)
    tail = mp.exp(z * z) * mp.erfc(z) if z < 100 else mp.nsum(lambda k: (-1) ** k * mp.fac2(2 * k - 1) / (2 * z * z) ** k, [0, 12]) / (z * mp.sqrt(mp.pi))
    return (1 + 2 * z) * tail


array("ERFCX", "(1 + 2 z) e^(z^2) erfc(z) as a polynomial in t = (z - 4)/(z + 4), lowest power first.", chebyshev(scaled_erfc, -1, 1, 24))
array("LN_GAMMA_1P", "ln Gamma(1 + a) / a as a polynomial in t = 2 a - 1, lowest power first.", chebyshev(lambda a: mp.loggamma(1 + a) / a if a else -mp.euler, 0, 1, 20))
array("STIRLING", "B_2k / (2k (2k - 1)), k = 1..: ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi)/2 + sum of these / z^(2k-1).", [mp.bernoulli(2 * k) / (2 * k * (2 * k - 1)) for k in range(1, 11)])
array("RECIPROCAL_GAMMA_1P", "1 / Gamma(1 + f) as a polynomial in t = 2 f - 1, lowest power first.", chebyshev(lambda x: mp.rgamma(1 + x), 0, 1, 16))
