#!/usr/bin/env python3
"""tests/data/stable_mode.csv: half widths and probabilities of the truncated discrete Laplace law, mpmath, 60 digits.

From the definition: the weights x^|j| are added up (one by one up to K = 2000, as two geometric series beyond), and K is found by bisection
on P(Z = K) <= delta. No logarithm is taken. Run: python3 tests/data/stable_mode.py > tests/data/stable_mode.csv
"""
import random
from fractions import Fraction

from mpmath import mp, mpf

mp.dps = 60
LARGEST = 2**23 - 1


def x_of(rate):
    return mp.exp(-mpf(rate.numerator) / rate.denominator)


def weights(x, low, high):
    """The sum of x^|j| from low to high."""
    if high < low:
        return mpf(0)
    if high - low <= 4000:
        total, j = mpf(0), low
        power = x ** abs(low)
        while j <= high:
            total += power
            power = power / x if j < 0 else power * x
            j += 1
        return total
    if high < 0:
        return weights(x, -high, -low)
    series = lambda n: (1 - x**n) / (1 - x)  # noqa: E731  x^0 + .. + x^(n-1)
    if low > 0:
        return x**low * series(high - low + 1)
    return series(high + 1) + series(1 - low) - 1


def end(x, k):
    return x**k / weights(x, -k, k)


def smallest(x, delta):
    low, high = 0, 1
    while end(x, high) > delta:
        low, high = high, 2 * high
        if high > 4 * LARGEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if end(x, middle) <= delta:
            high = middle
        else:
            low = middle
    return high


def row(kind, rate, delta):
    x = x_of(rate)
    k = smallest(x, mpf(delta))
    if k is None or k > LARGEST:
        return
    for distance in sorted({1, 2, (k + 1) // 2, k, k + 1, (3 * k) // 2, 2 * k}):
        if not 1 <= distance <= 2 * k:
            continue
        total = weights(x, -k, k)
        printed = weights(x, k + 1 - distance, k) / total
        not_printed = weights(x, -k, k - distance) / total
        text = [mp.nstr(p, 25, min_fixed=0, max_fixed=0) for p in (end(x, k), printed, not_printed)]
        print(kind, rate.numerator, rate.denominator, float(delta).hex(), k, distance, *text, sep=",")


print("# by tests/data/stable_mode.py, mpmath, 60 digits; sums of the weights, bisection")
print("kind,numerator,denominator,delta_hex,half_width,distance,end,printed,not_printed")
rng = random.Random(5)
for rate in [Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(64), Fraction(7, 1000), Fraction(1, 2**10)]:
    for delta in [0.999, 0.5, 0.05, 1e-3, 1e-6, 1e-9, 1e-15, 1e-100, 1e-300, 2.3e-308]:
        row("grid", rate, delta)
for rate, delta in [(Fraction(1, 2**20), 1e-6), (Fraction(1, 2**20), 1e-9), (Fraction(1, 2**30), 1e-6), (Fraction(1, 2**30), 0.3), (Fraction(1073, 2**30), 1e-9)]:
    row("small", rate, delta)
for _ in range(60):
    rate = Fraction(rng.randrange(1, 2**30), 2 ** rng.randrange(25, 31))
    row("random", rate, 10 ** rng.uniform(-300 if rate > 1 else -20, 0))
# delta is an attained probability, rounded, and its neighbours: the rounding decides.
for rate, k in [(Fraction(1), 1), (Fraction(1), 20), (Fraction(1, 10), 7), (Fraction(1, 1000), 1500), (Fraction(1, 2**20), 5000), (Fraction(5), 100), (Fraction(64), 10)]:
    p = float(end(x_of(rate), k))
    for off in [0, 1, -1, 2, -2, 3000, -3000, 20000, -20000]:
        row("edge", rate, p * (1 + off * 2.0**-52) if abs(off) > 2 else p + off * mp.mpf(2) ** (mp.floor(mp.log(p, 2)) - 52))
