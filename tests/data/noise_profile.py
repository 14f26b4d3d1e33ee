#!/usr/bin/env python3
"""Writes noise_profile.csv: delta(eps) of integer noise by finite sums of positive terms, 50 digits (mpmath).

    python3 tests/data/noise_profile.py > tests/data/noise_profile.csv

Geometric noise of rate e0 = p/q: the coefficients of powers of the cells' generating polynomials. Discrete Gaussian noise of variance p/q:
the law of sum D y by convolution, |y| cut where its weight is below 1e-60. No line integral anywhere.
"""
from fractions import Fraction
from mpmath import mp, mpf, exp, expm1, floor

mp.dps = 50
# |D| of the cells of the worst patterns, every pattern up to exchange of the logs
PATTERNS = {
    "destination": [[1, 1]],
    "add_remove": [[1]],
    "event": [[1, 1]],
    "visit": [[2, 1, 1], [1, 1, 1, 1]],
    "visit_presence": [[1, 1, 1]],
}


def multiply(a, b):
    out = [mpf(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                out[i + j] += x * y
    return out


def power(a, n):
    out = [mpf(1)]
    while n:
        if n & 1:
            out = multiply(out, a)
        n >>= 1
        if n:
            a = multiply(a, a)
    return out


def loss_sum(points, eps):
    """sum P (1 - e^(eps - l))_+ over (l, P)"""
    return sum((p * -expm1(eps - l) for l, p in points if l > eps), mpf(0))


def geometric(cells, p, q, releases, eps):
    e0 = mpf(p) / q
    x = exp(-e0)
    one = [1 / (1 + x), x / (1 + x)]
    two = [1 / (1 + x), x * (1 - x) / (1 + x), x * x / (1 + x)]
    law = [mpf(1)]
    for d in cells:
        law = multiply(law, one if d == 1 else two)
    law = power(law, releases)
    top = sum(cells) * releases
    return loss_sum([(e0 * (top - 2 * a), w) for a, w in enumerate(law)], eps)


def gaussian(cells, p, q, releases, eps):
    v = mpf(p) / q
    reach = int(floor(mp.sqrt(2 * v * 60 * mp.log(10)))) + 2
    base = [exp(-mpf(y) ** 2 / (2 * v)) for y in range(-reach, reach + 1)]
    total = sum(base)
    base = [w / total for w in base]
    law, low = [mpf(1)], 0
    for d in cells:
        spread = [mpf(0)] * (d * (len(base) - 1) + 1)
        for i, w in enumerate(base):
            spread[d * i] = w
        law = multiply(law, spread)
        low -= d * reach
    law = power(law, releases)
    low *= releases
    square = mpf(sum(d * d for d in cells) * releases) / 2
    return loss_sum([((square - (low + i)) / v, w) for i, w in enumerate(law)], eps)


def main():
    print("# by tests/data/noise_profile.py, mpmath, 50 digits; sums of positive terms")
    print("noise,adjacency,numerator,denominator,releases,epsilon_hex,delta")
    eps_of = lambda x: float(x)
    for name, law, parameters in [
        ("geometric", geometric, [(1, 1 << 20), (1, 100), (1, 7), (1, 1), (7, 2), (30, 1)]),
        ("gaussian", gaussian, [(1, 64), (1, 5), (1, 2), (3, 4), (5, 1), (30, 1)]),
    ]:
        for p, q in parameters:
            for adjacency, patterns in PATTERNS.items():
                if adjacency == "destination":
                    continue
                for releases in (1, 2, 7, 40) if name == "geometric" else (1, 3):
                    # the largest loss of geometric noise, three deviations of the Gaussian one
                    cells = patterns[0]
                    if name == "geometric":
                        scale = Fraction(p, q) * sum(cells) * releases
                        shares = (0, 0.07, 0.33, 0.5, 0.81, 0.999)
                    else:
                        scale = (sum(d * d for d in cells) * releases * q / p) ** 0.5 * 2
                        shares = (0, 0.2, 0.7, 1.5, 4)
                    for share in shares:
                        eps = eps_of(float(scale) * share)
                        delta = max(law(c, p, q, releases, mpf(eps)) for c in patterns)
                        if delta > mpf(10) ** -290:
                            print(f"{name},{adjacency},{p},{q},{releases},{eps.hex()},{mp.nstr(delta, 32)}")


main()
